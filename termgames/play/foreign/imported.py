"""A game that is read from a record of another program, move by move through the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from termgames import games
from termgames.core.errors import IllegalMove, OptionError, RecordError, UnreadableMove
from termgames.core.game import Seat
from termgames.core.options import Value
from termgames.core.text import quotable, quoted
from termgames.play.match import RECORDED_AS, AnyMatch, Match, Terms, ToldEnd
from termgames.play.notes import MOST_TEXT, Place
from termgames.play.played_moves import StartPosition
from termgames.play.text import words

NAMES = (
    *("Black", "Black's rank", "Black's team", "Black's id"),
    *("White", "White's rank", "White's team", "White's id"),
    *("Game", "Event", "Round", "Place", "Game id", "Date", "Began", "Ended"),
    *("Rules", "Komi", "Handicap", "Time", "Overtime", "Opening", "Result"),
    *("Annotator", "Entered by", "Source", "Copyright"),
)
"""What can be told, in the order in which it is written."""
DIFFERS = "Differs"
"""The name of lines that say what is not the same here. Nothing else writes them: who writes the
record for the other program again leaves them out."""
_LONGEST = 400
_LINE = re.compile(rf"({'|'.join([*NAMES, DIFFERS])}): +(\S.*)")
_DATE = re.compile(r"(?<!\d)(\d{4})(-\d\d)?(-\d\d)?(?![\d-])")


def comment(told: Mapping[str, str], differs: Sequence[str], text: str) -> str:
    """The comment on the whole game: what is told, what differs, then the comment proper."""
    lines = [f"{name}: {_line(told[name])}" for name in NAMES if _line(told.get(name, ""))]
    lines += [f"{DIFFERS}: {fault}" for fault in differs]
    return "\n\n".join(filter(None, ["\n".join(lines), text]))


def split(text: str) -> tuple[dict[str, str], str]:
    """What such a comment tells, by name, and the comment proper."""
    told: dict[str, str] = {}
    lines = text.split("\n")
    while lines and (line := _LINE.fullmatch(lines[0])):
        told.setdefault(line[1], line[2])
        del lines[0]
    told.pop(DIFFERS, None)
    if len(lines) < len(text.split("\n")) and lines and not lines[0]:
        del lines[0]
    return told, "\n".join(lines)


def day(told: Mapping[str, str]) -> str:
    """The day on which the game was played, as `1846-09-11`, or the first of the month or year that
    is told; empty where none is."""
    date = _DATE.search(" ".join(told.get(name, "") for name in ("Ended", "Date", "Began")))
    return f"{date[1]}{date[2] or '-01'}{date[3] or '-01'}" if date else ""


UNKNOWN = "unknown"
"""Who played where a record does not say: not the human without a name, who is at this keyboard."""


def player(name: str) -> str:
    """A person of another record as a player of this program: `human:NAME`, with as much of the
    name as one can have here."""
    plain = "".join(c if c.isalnum() or c in " -_.'" else " " for c in name)
    plain = " ".join(plain.split())[:16].strip()
    return f"human:{plain or UNKNOWN}"


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST].strip()


_MOST_DIFFERENCES = 20
_MORE = "there is more"


@dataclass
class Imported:
    """A game while it is read, and afterwards."""

    match: AnyMatch
    told: dict[str, str] = field(default_factory=dict)
    """What the record tells beside the moves, by `NAMES`."""
    differs: list[str] = field(default_factory=list)
    """What is not the same here, a line each."""
    _said: dict[Place, list[str]] = field(default_factory=dict, repr=False)
    _room: int = MOST_TEXT

    @staticmethod
    def begun(
        game_id: str,
        chosen: Mapping[str, Value],
        players: tuple[str, ...],
        rows: tuple[str, ...] = (),
        to_move: str = "",
    ) -> Imported:
        """A game before its first move, from a diagram if there are rows; RecordError where this
        program cannot set it up."""
        try:
            game = games.create(game_id, chosen)
            start = StartPosition(game.start())
            if rows:
                start = StartPosition.read(game, rows, {"to move": to_move})
        except OptionError as error:
            raise RecordError(str(error)) from None
        return Imported(Match(game, players, 0, start, draws=False))

    def play(self, text: str, name: str, seconds: float = 0.0) -> None:
        """Play a move that took so long; RecordError with its `name` in the other record and the
        reason where the rules refuse it."""
        try:
            self.match.submit(self.match.game.parse(self.match.state, text), seconds=seconds)
        except (UnreadableMove, IllegalMove) as error:
            raise RecordError(f"{name}: {error}") from None

    def say(self, place: Place, text: str) -> None:
        """Add a comment, as far as there is room; it is there when all was read."""
        if len(text) > self._room:
            self.differ(f"comments beyond {MOST_TEXT} characters are left out")
        elif text:
            self._room -= len(text) + 1
            self._said.setdefault(place, []).append(text)

    def differ(self, how: str) -> None:
        """Say once what is not the same here."""
        line = quotable(how, 300)
        if len(self.differs) >= _MOST_DIFFERENCES:
            line = _MORE
        if line not in self.differs:
            self.differs.append(line)

    def end(self, winners: Iterable[Seat], how: str) -> None:
        """The game ends as its record tells, whatever the moves came to."""
        counted = words.result_line(self.match) if self.match.over else "the moves do not end it"
        self.match.told = ToldEnd(tuple(winners), quotable(f"{RECORDED_AS}{how}", 60))
        self.differ(f"the game ends as recorded, {quoted(how, 40)}; by the rules here: {counted}")

    def close(self) -> Imported:
        """The game with its comments, and what is told of it before the one on the whole of it."""
        first = "\n".join(self._said.pop(0, ()))
        self.match.terms = Terms(taken_over=self.match.ply)
        self._said[0] = [comment(self.told, self.differs, first)]
        for place, texts in self._said.items():
            self.match.notes.read_comment(place, "\n".join(texts))
        return self
