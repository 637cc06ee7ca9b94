"""A course line by line, without a screen: read, type a move, read what it does."""

from __future__ import annotations

from collections.abc import Callable

from termgames.core.errors import StorageError
from termgames.core.text import quotable
from termgames.play.new_game import NewGame
from termgames.play.text.printer import Say
from termgames.play.text.reader import Ask, Reader
from termgames.study.lessons import progress
from termgames.study.lessons.attempt import Attempt
from termgames.study.lessons.course import Course, SmallGame, Task
from termgames.study.lessons.task_lines import SOLVED, TaskLines, tell_text

HELP = "next, back    the next task, the one before"


class LessonLines:
    """One learner and one course. `ask` shows a prompt and answers a line, EOFError at the end;
    `play` plays the small game and answers whether it was played to its end."""

    def __init__(
        self,
        course: Course,
        player: str,
        *,
        ask: Ask,
        say: Say,
        play: Callable[[NewGame], bool],
    ) -> None:
        self._course, self._player = course, player
        self._reader = Reader(ask, say)
        self._say, self._play = say, play

    def run(self, at: int) -> None:
        """From the step `at`, counted from 0, until the learner leaves or has come to the end."""
        steps = self._course.steps
        self._say(self._course.title)
        while not self._reader.leaving and at < len(steps):
            step = steps[at]
            self._say(f"\n{at + 1} of {len(steps)}: {step.title}")
            at += self._task(step) if isinstance(step, Task) else self._small_game(step)
            at = max(0, at)
        if not self._reader.leaving:
            self._tell_end()

    def _tell_end(self) -> None:
        """Tell after the last lesson which tasks are left to do."""
        done = progress.done(self._player, self._course.name)
        left = [
            f"{at} {step.title}"
            for at, step in enumerate(self._course.steps, 1)
            if step.title not in done
        ]
        if left:
            tell_text(self._say, f"That was the last lesson. Not done yet: {', '.join(left)}.")
        else:
            self._say("You have done all lessons of this course.")

    def _mark_done(self, title: str) -> None:
        try:
            progress.mark(self._player, self._course.name, title)
        except StorageError as error:
            self._say(f"Note: {error}.")

    def _task(self, task: Task) -> int:
        """Work on a task; how many steps to go on from it."""
        told = TaskLines(
            Attempt(task),
            self._reader,
            self._say,
            texts=(task.say("text"), task.say("ask")),
            leaving=("next", "back"),
            more=HELP,
        ).run()
        if told == SOLVED:
            self._mark_done(task.title)
        return {SOLVED: 1, "next": 1, "back": -1}.get(told, 0)

    def _small_game(self, last: SmallGame) -> int:
        tell_text(self._say, last.section.text("text"))
        self._say("In the game, undo takes a move back and help tells what can be typed.")
        while not self._reader.leaving:
            line = self._reader.read("play, back or quit> ").lower()
            if line == "play":
                if self._play(last.begin(f"human:{self._player}" if self._player else "human")):
                    self._mark_done(last.title)
                return 1
            if line in ("back", "quit", "next"):
                self._reader.leaving = line == "quit"
                return {"next": 1, "back": -1}.get(line, 0)
            if line:
                self._say(f"Type play to begin the game, not {quotable(line, 40)!r}.")
        return 0
