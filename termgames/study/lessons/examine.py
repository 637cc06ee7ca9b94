"""Every task of a course played with every listed answer: does it keep what it promises?"""

import re
from dataclasses import dataclass
from typing import Any

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.core.text import quoted
from termgames.play.bots import factory
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.study.lessons.course import Course, SmallGame, Task

FEWEST = 6
"""Tasks of a course, the game at its end left out."""


@dataclass
class Examination:
    """A course and the faults found in it."""

    course: Course
    tasks: list[dict[str, Any]]
    """Each as a JSON value: title and line, its answers, and whether it is `ok`; of an answer the
    move, whether it is listed as right or wrong, and whether that is `ok`."""
    faults: list[str]
    """All of them, a line each; none for a good course."""

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON value."""
        return {
            "course": self.course.name,
            "game": self.course.outline.game_id,
            "ok": not self.faults,
            "tasks": self.tasks,
            "faults": self.faults,
        }


def examine(course: Course) -> Examination:
    """Play everything that the course lists."""
    report = Examination(course, [], [])
    if len(course.tasks) < FEWEST:
        report.faults.append(f"{len(course.tasks)} tasks: a course has at least {FEWEST}")
    for task in course.tasks:
        _task(task, report)
    if course.game is None:
        report.faults.append("there is no game at the end: add 'play: TITLE' with a text")
    else:
        report.faults += _game(course.game)
    return report


def _task(task: Task, report: Examination) -> None:
    """Report on a task."""
    fault = _unknown_name(task)
    if not task.wrong:
        fault = "no wrong answer is listed: add 'wrong: MOVE' with what it does"
    faults, answers = [fault] if fault else [], []
    explained = [(move, wrong.text) for wrong in task.wrong for move in wrong.moves]
    listed = [*((move, None) for move in task.answers), *explained]
    moves = [move for move, _ in listed]
    for move, text in listed:
        name, kind = task.start.game.format(move), "right" if text is None else "wrong"
        fault = _fault(task, move, text)
        if moves.count(move) > 1:
            fault = "listed twice"
        faults += [f"{name}: {fault}"] if fault else []
        answers.append({"move": name, "listed": kind, "ok": not fault})
    line = task.section.line
    report.faults += [f"line {line}: {task.title}: {each}" for each in faults]
    report.tasks.append({"task": task.title, "line": line, "answers": answers, "ok": not faults})


def _fault(task: Task, move: Any, text: str | None) -> str:
    """What is wrong with an answer that is explained by a text, or listed as right without one;
    empty where nothing is."""
    try:
        right = task.judge(move).right
    except TermgamesError as error:
        return str(error)
    if text is None:
        return "" if right else "listed as right, and the checks refuse it"
    if right:
        return "listed as wrong, and the checks accept it"
    same = task.section.text("otherwise") == text
    return "its explanation is the one of all other answers" if same else ""


def _unknown_name(task: Task) -> str:
    """What is wrong with the names in braces in the texts of a task; empty where nothing is."""
    match = task.start
    seats = [match.seat_name(seat) for seat in range(match.game.seats)]
    before = [task.section.text(name) for name in ("text", "ask")]
    after = [task.section.text(name) for name in ("done", "otherwise")]
    after += [wrong.text for wrong in task.wrong]
    for texts, names in ((before, seats), (after, [*seats, "move"])):
        names_here = [f"{{{name}}}" for name in names]
        for text in texts:
            for word in re.findall(r"\{\w*\}?", text):
                if word not in names_here:
                    return f"there is no {quoted(word)} here: there is {', '.join(names_here)}"
    return ""


def _game(last: SmallGame) -> list[str]:
    """What is wrong with the game at the end: it is set up, and its bot makes the first move."""
    where = f"line {last.section.line}: {last.title}"
    if not last.section.text("text"):
        return [f"{where}: there is no 'text: …': say what the game is for"]
    new = last.new
    match = Match(games.create(new.game_id, new.chosen), new.players, 1)
    spec = parse_player(new.players[last.seat - 1])
    try:
        factory.refuse(spec, match.game)
        bot = factory.make_bot(spec, match.game, seed=1)
        prompt = match.prompt()
        assert prompt is not None, "a game begins with a question"
        match.submit(bot.think(prompt.state).move)
    except TermgamesError as error:
        return [f"{where}: {error}"]
    return []
