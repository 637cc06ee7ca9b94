"""Every task of a course played with every listed answer: does it keep what it promises?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
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
class AnswerReport:
    """A listed answer, and how the task judged it."""

    move: str
    listed: str
    """`right` or `wrong`."""
    fault: str = ""


@dataclass
class TaskReport:
    """One task and its answers."""

    title: str
    line: int
    answers: list[AnswerReport] = field(default_factory=list)
    fault: str = ""

    @property
    def faults(self) -> list[str]:
        """Everything that is wrong with it, a line each."""
        own = [self.fault] if self.fault else []
        return [f"line {self.line}: {self.title}: {text}" for text in own] + [
            f"line {self.line}: {self.title}: {each.move}: {each.fault}"
            for each in self.answers
            if each.fault
        ]


@dataclass
class Examination:
    """A course and the faults found in it."""

    course: Course
    tasks: list[TaskReport]
    faults: list[str]
    """All of them, a line each; none for a good course."""

    def as_json(self) -> dict[str, Any]:
        """The report as a JSON value."""
        return {
            "course": self.course.name,
            "game": self.course.outline.game_id,
            "ok": not self.faults,
            "tasks": [
                {
                    "task": task.title,
                    "line": task.line,
                    "answers": [
                        {"move": each.move, "listed": each.listed, "ok": not each.fault}
                        for each in task.answers
                    ],
                    "ok": not task.faults,
                }
                for task in self.tasks
            ],
            "faults": self.faults,
        }


def examine(course: Course) -> Examination:
    """Play everything that the course lists."""
    tasks = [_task(task) for task in course.tasks]
    faults = [fault for task in tasks for fault in task.faults]
    if len(tasks) < FEWEST:
        faults.insert(0, f"{len(tasks)} tasks: a course has at least {FEWEST}")
    if course.game is None:
        faults.append("there is no game at the end: add 'play: TITLE' with a text")
    else:
        faults += _game(course.game)
    return Examination(course, tasks, faults)


def _task(task: Task) -> TaskReport:
    report = TaskReport(task.title, task.section.line, fault=_unknown_name(task))
    if not task.wrong:
        report.fault = "no wrong answer is listed: add 'wrong: MOVE' with what it does"
    game = task.start.game
    listed = [(move, None) for move in task.answers]
    explained = [(move, wrong.text) for wrong in task.wrong for move in wrong.moves]
    for move, text in (*listed, *explained):
        kind = "right" if text is None else "wrong"
        answer = AnswerReport(game.format(move), kind)
        report.answers.append(answer)
        try:
            verdict = task.judge(move)
        except TermgamesError as error:
            answer.fault = str(error)
            continue
        if verdict.right != (text is None):
            answer.fault = (
                "listed as right, and the checks refuse it"
                if text is None
                else "listed as wrong, and the checks accept it"
            )
        elif text is not None and task.section.text("otherwise") == text:
            answer.fault = "its explanation is the one of all other answers"
        if [other for other, _ in (*listed, *explained)].count(move) > 1:
            answer.fault = "listed twice"
    return report


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
