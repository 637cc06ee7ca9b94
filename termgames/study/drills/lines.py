"""Drills line by line, without a screen: read, type a move, read what it does."""

import shutil
import textwrap
from collections.abc import Callable

from termgames.core.errors import UnreadableMove
from termgames.core.text import lines_in, quotable
from termgames.play.new_game import NewGame
from termgames.play.text.printer import Ask, Printer, Reader, Say
from termgames.study.drills.attempt import SHOWN_AFTER, Attempt
from termgames.study.drills.drill import DROP, SOLVED, UNKNOWN, Drill, Row

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
_PATIENCE = 1.0
"""Seconds for which a deeper look is waited for once a drill is solved."""


class DrillLines:
    """A row of drills. `ask` shows a prompt and answers a line, EOFError at the end; `play` plays
    the game of the row and answers whether it was played to its end."""

    def __init__(self, row: Row, *, ask: Ask, say: Say, play: Callable[[NewGame], bool]) -> None:
        self._row, self._reader = row, Reader(ask, say)
        self._say, self._play = say, play
        row.tell = lambda text: say(f"Note: {text}.")

    def run(self, at: int) -> None:
        """From the drill `at`, counted from 0, until the player leaves or has come to the end."""
        row = self._row
        if row.title:
            self._say(row.title)
        while not self._reader.leaving and (drill := row.drill(at)) is not None:
            at = row.after(drill.at, self._work_on(drill))
        if told := row.end(early=self._reader.leaving):
            tell_text(self._say, f"\n{told}")

    def _work_on(self, drill: Drill) -> str:
        """Let the player answer; how he leaves the drill."""
        self._say(f"\n{drill.heading}")
        try:
            if drill.attempt is None:
                return self._offer_game(drill)
            how = _Answers(drill, drill.attempt, self._row, self._reader, self._say).run()
            if how == DROP:
                drill.drop()
                self._say("This exercise is dropped.")
            elif how == SOLVED and (told := drill.take(drill.check(_PATIENCE))):
                self._say(told)
            return how
        finally:
            drill.close()

    def _offer_game(self, drill: Drill) -> str:
        """Let the game be played; how the player leaves it."""
        tell_text(self._say, drill.text)
        self._say("In the game, undo takes a move back and help tells what can be typed.")
        while not self._reader.leaving:
            line = self._reader.read("play, back or quit> ").lower()
            if line == "play":
                if self._play(self._row.game()):
                    self._row.played()
                return SOLVED
            if line in ("quit", *self._row.words):
                self._reader.leaving = line == "quit"
                return line
            if line:
                self._say(f"Type play to begin the game, not {quotable(line, 40)!r}.")
        return "quit"


class _Answers:
    """A drill that waits for an answer."""

    def __init__(self, drill: Drill, attempt: Attempt, row: Row, reader: Reader, say: Say) -> None:
        self._drill, self._attempt, self._row = drill, attempt, row
        self._reader, self._say = reader, say
        self._printer = printer = Printer(attempt.live.shown, say)
        self._commands: dict[str, Callable[[str], None]] = {
            **printer.commands,
            "help": lambda _: self._help(),
            "hint": lambda _: self._hint(),
            "text": lambda _: self._tell(),
        }

    def run(self) -> str:
        """Until it is solved or left; how it was left."""
        self._tell()
        self._printer.board()
        while not self._reader.leaving:
            line = self._reader.read("your move (or help)> ")
            name, _, rest = line.partition(" ")
            name, rest = name.lower(), rest.strip()
            if not rest and name in ("quit", *self._row.words):
                self._reader.leaving = name == "quit"
                return self._row.words.get(name, name)
            if name in self._commands:
                self._commands[name](rest)
            elif line and self._answer(line):
                return SOLVED
        return "quit"

    def _answer(self, line: str) -> bool:
        """Give an answer; whether it is right."""
        drill, attempt, printer = self._drill, self._attempt, self._printer
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
            self._say("Looking at your answer.")
            drill.take(drill.weigh())
        verdict = attempt.judge()
        if verdict is None:
            attempt.again()
            self._say(UNKNOWN)
            return False
        printer.board()
        tell_text(self._say, f"{verdict.word} {verdict.text}\n{drill.more()}".rstrip())
        drill.judged(verdict.right)
        if verdict.right:
            if standing := drill.standing:
                self._say(f"{standing}.")
            return True
        attempt.again()
        printer.forget()
        hint = " hint shows the answer." if attempt.may_look else ""
        self._say(f"Your move is taken back: try again.{hint}")
        return False

    def _tell(self) -> None:
        tell_text(self._say, "\n\n".join(filter(None, (self._drill.text, self._drill.ask))))

    def _help(self) -> None:
        printer, drill = self._printer, self._drill
        texts = {"hint": drill.about_hints, "more": self._row.about_words}
        self._say(HELP.format(example=printer.example(), **texts, **printer.looks()))

    def _hint(self) -> None:
        attempt, drill = self._attempt, self._drill
        if not drill.may_hint:
            self._say(f"Try first: after {SHOWN_AFTER} wrong answers the right one is shown.")
        elif hint := drill.hint():
            self._say(f"{hint} Type hint again for the answer.")
        else:
            move = attempt.live.shown.display.named(attempt.task.answers[0])
            self._say(f"A right answer is {move}.")


def tell_text(say: Say, text: str) -> None:
    """Say paragraphs in lines that end between words."""
    width = min(LONGEST, shutil.get_terminal_size().columns - 1)
    for paragraph in lines_in(text):
        say(textwrap.fill(paragraph, max(1, width)))
