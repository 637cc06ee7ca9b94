"""Problems as values for programs, and all of them replayed."""

from collections.abc import Iterator, Sequence
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.play import record
from termgames.study.lessons.course import Task
from termgames.study.problems import ready
from termgames.study.problems.problem import Problem


def as_json(problem: Problem) -> dict[str, Any]:
    """A problem as a JSON value: of its position the rows and the texts beside them, and a record
    that `termgames-load` takes. LessonError naming the problem where its position or its goal makes
    no sense."""
    match = ready.match_of(problem)
    ready.goal_of(problem, match)
    return {
        "id": problem.id,
        "game": problem.game,
        "options": dict(problem.options),
        "level": problem.level,
        "ask": problem.ask,
        "goal": problem.goal or None,
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
        name = f"problem {problem.id} of {problem.game}"
        if both:
            yield f"{name}: {', '.join(both)} is listed as right and as wrong"
        if problem.goal:
            yield from (f"{name}: {fault}" for fault in _goal_faults(problem, task))


def _goal_faults(problem: Problem, task: Task) -> Iterator[str]:
    """The lines that do not come to what they should: those of right answers to the goal, those of
    wrong ones not."""
    game, start = task.start.game, task.start.state
    goal = ready.goal_of(problem, task.start)
    for listed in (*task.right, *task.wrong):
        boards, state = [game.stones(start)], start
        for move in (*listed.moves, *listed.then):
            state = game.apply(state, move)
            boards.append(game.stones(state))
        if goal is not None and goal.reached(game.topology, boards) != (listed in task.right):
            yield f"after {game.format(listed.moves[0])} the line does not show whether it is right"
