"""A course line by line, without a screen: read, type a move, read what it does."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from termgames.core.errors import StorageError, UnreadableMove
from termgames.core.text import lines_in, quotable
from termgames.play.new_game import NewGame
from termgames.play.text.printer import Printer, Say
from termgames.play.text.reader import Ask, Reader
from termgames.study.lessons import progress
from termgames.study.lessons.attempt import SHOWN_AFTER, Attempt
from termgames.study.lessons.course import Course, SmallGame, Task

if TYPE_CHECKING:
    from termgames.study.problems.ready import ProblemSet

LONGEST = 78
"""Columns of a line of text at most; in narrower terminals as many as there are."""
HELP = f"""\
Type a move, as {{example}}, or one of these:
text          read the task again
hint          the right answer, after {SHOWN_AFTER} wrong ones
next, back    the next task, the one before
board         show the board; {{where}}, {{around}}, {{row}}, groups: parts of it in words
legal, score  the legal moves; how it stands
rules         the rules of the game
quit          leave; what you have done is kept"""


class LessonLines:
    """One learner and one course. `ask` shows a prompt and answers a line, EOFError at the end;
    `play` plays the small game and answers whether it was played to its end."""

    HELP = HELP

    def __init__(
        self,
        course: Course | ProblemSet,
        player: str,
        *,
        ask: Ask,
        say: Say,
        play: Callable[[NewGame], bool] = lambda new: False,
    ) -> None:
        self._course: Course | ProblemSet = course
        self._player = player
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
            self._tell_text(f"That was the last lesson. Not done yet: {', '.join(left)}.")
        else:
            self._say("You have done all lessons of this course.")

    def _mark_done(self, title: str) -> None:
        try:
            progress.mark(self._player, self._course.name, title)
        except StorageError as error:
            self._say(f"Note: {error}.")

    def _judged(self, attempt: Attempt) -> None:
        """Called when an answer was judged: keep that the task is done, once it is."""
        if attempt.solved:
            self._mark_done(attempt.task.title)

    def _task(self, task: Task) -> int:
        """Work on a task; how many steps to go on from it."""
        attempt = Attempt(task)
        printer = Printer(attempt.live.shown, self._say)
        game = task.start.game
        commands: dict[str, Callable[[str], None]] = {
            "around": printer.around,
            "board": lambda _: printer.board(),
            "column": printer.row,
            "groups": lambda _: printer.groups(),
            "help": lambda _: self._say(
                self.HELP.format(example=printer.example(), **printer.looks())
            ),
            "legal": lambda _: printer.legal(),
            "row": printer.row,
            "rules": lambda _: printer.rules(),
            "score": lambda _: printer.score(),
            "text": lambda _: self._tell(task),
            "hint": lambda _: self._hint(attempt),
            "what": lambda _: printer.what(),
            "where": printer.where,
        }
        self._tell(task)
        printer.board()
        while not self._reader.leaving:
            line = self._reader.read("your move (or help)> ")
            name, _, rest = line.partition(" ")
            name = name.lower()
            if name in ("quit", "next", "back") and not rest.strip():
                self._reader.leaving = name == "quit"
                return {"next": 1, "back": -1}.get(name, 0)
            if name in commands:
                commands[name](rest.strip())
                continue
            if not line:
                continue
            live = attempt.live
            try:
                refusal = live.play(game.parse(live.asked, line))
            except UnreadableMove as error:
                self._say(f"{error}. Type help for what can be typed here.")
                continue
            if refusal is not None:
                self._say(f"Not allowed: {refusal.text}.")
                continue
            verdict = attempt.judge()
            assert verdict is not None, "a move was played"
            printer.board()
            self._tell_text(f"{verdict.word} {verdict.text}")
            self._judged(attempt)
            if verdict.right:
                return 1
            attempt.again()
            printer.forget()
            hint = " hint shows the answer." if attempt.may_look else ""
            self._say(f"Your move is taken back: try again.{hint}")
        return 0

    def _tell(self, task: Task) -> None:
        if text := task.say("text"):
            self._tell_text(text)
            self._say("")
        self._tell_text(task.say("ask"))

    def _tell_text(self, text: str) -> None:
        """Paragraphs, with lines that end between words."""
        width = min(LONGEST, shutil.get_terminal_size().columns - 1)
        for paragraph in lines_in(text):
            self._say(textwrap.fill(paragraph, max(1, width)))

    def _hint(self, attempt: Attempt) -> None:
        if attempt.may_look:
            move = attempt.live.shown.display.named(attempt.task.answers[0])
            self._say(f"A right answer is {move}.")
        else:
            self._say(f"Try first: after {SHOWN_AFTER} wrong answers the right one is shown.")

    def _small_game(self, last: SmallGame) -> int:
        self._tell_text(last.section.text("text"))
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
