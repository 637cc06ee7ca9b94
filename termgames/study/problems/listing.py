"""Problems as values for programs, and all of them replayed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.play import record
from termgames.study.problems import ready
from termgames.study.problems.problem import Problem


def as_json(problem: Problem) -> dict[str, Any]:
    """A problem as a JSON value: of its position the rows and the texts beside them, and a record
    that `termgames-load` takes."""
    match = ready.match_of(problem)
    return {
        "id": problem.id,
        "game": problem.game,
        "options": dict(problem.options),
        "level": problem.level,
        "ask": problem.ask,
        "position": {
            "board": list(problem.board),
            **problem.texts,
            "record": record.write(match),
        },
        "answer": [answer.move for answer in problem.answers],
        "lines": [list(answer.moves) for answer in problem.answers],
        "refutations": [
            {"move": answer.move, "line": list(answer.moves), "point": answer.point}
            for answer in problem.refutations
        ],
        "sure": problem.sure,
    }


def faults(problems: Sequence[Problem]) -> Iterator[str]:
    """What is wrong with problems, a line each that names the problem: every listed move is
    played."""
    for problem in problems:
        try:
            task = ready.task(problem)
        except TermgamesError as error:
            yield str(error)
            continue
        wrong = {move for listed in task.wrong for move in listed.moves}
        both = [task.start.game.format(move) for move in task.answers if move in wrong]
        if both:
            name = f"problem {problem.id} of {problem.game}"
            yield f"{name}: {', '.join(both)} is listed as right and as wrong"
