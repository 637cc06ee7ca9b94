"""A task line by line, without a screen: read, type a move, read what it does."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Sequence

from termgames.core.errors import UnreadableMove
from termgames.core.text import lines_in
from termgames.play.text.printer import Printer, Say
from termgames.play.text.reader import Reader
from termgames.study.lessons.attempt import SHOWN_AFTER, Attempt
from termgames.study.lessons.course import Verdict

LONGEST = 78
"""Columns of a line of text at most; in narrower terminals as many as there are."""
HELP = """\
Type a move, as {example}, or one of these:
text          read the task again
hint          {hint}
{more}
board         show the board; {where}, {around}, {row}, groups: parts of it in words
legal, score  the legal moves; how it stands
rules         the rules of the game
quit          leave; what you have done is kept"""
_HINT = f"the right answer, after {SHOWN_AFTER} wrong ones"
SOLVED = "solved"
"""What `TaskLines.run` answers once the task is solved."""


class TaskLines:
    """One learner and one task."""

    def __init__(
        self,
        attempt: Attempt,
        reader: Reader,
        say: Say,
        *,
        texts: Sequence[str],
        leaving: Sequence[str],
        more: str,
        hint: tuple[str, Callable[[], str]] | None = None,
        judged: Callable[[Verdict], None] = lambda verdict: None,
        weigh: Callable[[], object] = lambda: None,
    ) -> None:
        """`texts` are read before the answer. `leaving` are words that leave the task, beside
        `quit`, and `more` the lines of the help on them. `hint` is what the help says of hints, and
        what answers one; without it a right answer is shown after some wrong ones. `judged` gets
        each verdict; `weigh` finds out how good an answer is on which there is none yet."""
        self._attempt, self._reader, self._say = attempt, reader, say
        self._texts, self._leaving, self._more = texts, leaving, more
        self._about_hint, self._hint = hint or (_HINT, self._usual_hint)
        self._judged, self._weigh = judged, weigh
        self._printer = printer = Printer(attempt.live.shown, say)
        self._commands: dict[str, Callable[[str], None]] = {
            "around": printer.around,
            "board": lambda _: printer.board(),
            "column": printer.row,
            "groups": lambda _: printer.groups(),
            "help": lambda _: self._help(),
            "legal": lambda _: printer.legal(),
            "row": printer.row,
            "rules": lambda _: printer.rules(),
            "score": lambda _: printer.score(),
            "text": lambda _: self._tell(),
            "hint": lambda _: self._say(self._hint()),
            "what": lambda _: printer.what(),
            "where": printer.where,
        }

    def run(self) -> str:
        """Work on the task: SOLVED, or the word with which the learner left it."""
        self._tell()
        self._printer.board()
        while not self._reader.leaving:
            line = self._reader.read("your move (or help)> ")
            name, _, rest = line.partition(" ")
            name = name.lower()
            if name in ("quit", *self._leaving) and not rest.strip():
                self._reader.leaving = name == "quit"
                return name
            if name in self._commands:
                self._commands[name](rest.strip())
            elif line and self._answer(line):
                return SOLVED
        return "quit"

    def _answer(self, line: str) -> bool:
        """Give an answer; whether it is right."""
        attempt, printer = self._attempt, self._printer
        live = attempt.live
        try:
            refusal = live.play(attempt.task.start.game.parse(live.asked, line))
        except UnreadableMove as error:
            self._say(f"{error}. Type help for what can be typed here.")
            return False
        if refusal is not None:
            self._say(f"Not allowed: {refusal.text}.")
            return False
        if attempt.judge() is None:
            self._weigh()
        verdict = attempt.judge()
        if verdict is None:
            attempt.again()
            self._say("Nobody can tell how good this answer is: try another one.")
            return False
        printer.board()
        tell_text(self._say, f"{verdict.word} {verdict.text}")
        self._judged(verdict)
        if verdict.right:
            return True
        attempt.again()
        printer.forget()
        hint = " hint shows the answer." if attempt.may_look else ""
        self._say(f"Your move is taken back: try again.{hint}")
        return False

    def _tell(self) -> None:
        for number, text in enumerate(self._texts):
            if number:
                self._say("")
            tell_text(self._say, text)

    def _help(self) -> None:
        printer = self._printer
        texts = {"example": printer.example(), "hint": self._about_hint, "more": self._more}
        self._say(HELP.format(**texts, **printer.looks()))

    def _usual_hint(self) -> str:
        attempt = self._attempt
        if attempt.may_look:
            move = attempt.live.shown.display.named(attempt.task.answers[0])
            return f"A right answer is {move}."
        return f"Try first: after {SHOWN_AFTER} wrong answers the right one is shown."


def tell_text(say: Say, text: str) -> None:
    """Say paragraphs in lines that end between words."""
    width = min(LONGEST, shutil.get_terminal_size().columns - 1)
    for paragraph in lines_in(text):
        say(textwrap.fill(paragraph, max(1, width)))
