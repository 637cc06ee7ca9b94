"""A tree of openings as a value, and its text in a file; `assets/openings/README.md` is the full
page.

    termgames openings 1
    game: majorities
    playouts: 20000
    games: 5120
    ends: 250 0.512 +0.1
    made: termgames lab openings majorities --seed 57
    start: 0c9d1f2ab4.0

    e5 1203 0.482 -0.1 3fa9c1d2e0.0
     b4,d6 310 0.537 +0.1 77ebd70145.3

A line is a move: the blanks before it tell how many moves led to the position it is played in.
Behind it stand the games, the share of the win and the points by which whoever plays it is ahead at
the end, and the position after it (see `BoardImages`). What follows a position stands below it
once, where it comes first.

No rules are loaded here, and nothing says that the moves are allowed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from termgames import games
from termgames.core.errors import LessonError, OptionError
from termgames.core.options import Value
from termgames.core.text import lines_in, quoted

FIRST_LINE = "termgames openings 1"
MOST_LINES = 50_000
_MOST_MOVES = 60
"""Moves from the start to a position, at most."""
_MOVE = re.compile(
    r"( *)([^ ].{0,79}?) ([1-9]\d{0,8}) ([01]\.\d{3}) ([+-]\d{1,4}\.\d) ([0-9a-f]{10}\.\d{1,2})"
)
_LONGEST = 200
_HEAD = ("game", "playouts", "games", "ends", "made", "start")


@dataclass(frozen=True)
class OpeningMove:
    """A move in a tree, with the figures of the games that went this way."""

    text: str
    games: int
    share: float
    """Of the win, for whoever plays it."""
    points: float
    """By which he is ahead at the end."""
    to: str
    """The key of the position after it."""


@dataclass(frozen=True)
class OpeningPosition:
    """A position in a tree."""

    way: int
    """The number of the symmetry that turns the board for which `moves` are written to the image
    that the position's key names."""
    moves: tuple[OpeningMove, ...]
    """Those that games went on with, the most played first."""


@dataclass(frozen=True)
class PlayedEnds:
    """Games that were played on from positions of a tree to their ends."""

    games: int
    share: float
    """Of the win, for the first player."""
    lead: float
    """The first player's points less those of the second, on average."""


@dataclass(frozen=True)
class OpeningTree:
    """The openings of a game on one board."""

    game: str
    options: Mapping[str, Value]
    """Those that differ from the defaults."""
    playouts: int
    """Of the search, for every position."""
    games: int
    ends: PlayedEnds
    made: str
    """The command that made it."""
    start: str
    """The key of the position before the first move."""
    positions: Mapping[str, OpeningPosition]
    """By key: those from which games went on, and those after the moves of these."""

    def written(self) -> str:
        """The text of the file, ending with a line break; `read` reads it."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        info, ends = games.info(self.game), self.ends
        yield from (FIRST_LINE, f"game: {self.game}")
        yield from (f"{name}: {info.option(name).write(v)}" for name, v in self.options.items())
        yield from (f"playouts: {self.playouts}", f"games: {self.games}")
        yield f"ends: {ends.games} {ends.share:.3f} {ends.lead:+.1f}"
        yield from (f"made: {self.made}", f"start: {self._place(self.start)}", "")
        told = {self.start}
        waiting = [(0, move) for move in reversed(self.positions[self.start].moves)]
        while waiting:
            depth, move = waiting.pop()
            figures = f"{move.games} {move.share:.3f} {move.points:+.1f}"
            yield f"{' ' * depth}{move.text} {figures} {self._place(move.to)}"
            if move.to not in told:
                told.add(move.to)
                after = self.positions[move.to].moves
                waiting += [(depth + 1, following) for following in reversed(after)]

    def _place(self, key: str) -> str:
        return f"{key}.{self.positions[key].way}"


def read(text: str, source: str) -> OpeningTree:
    """The tree in a text; `source` is its name in messages. LessonError with the line for what is
    no such file."""
    return _TreeReading(lines_in(text), source).tree()


class _TreeReading:
    """A file that is being read."""

    def __init__(self, lines: list[str], source: str) -> None:
        self._lines, self._source = lines, source
        self._ways: dict[str, int] = {}
        self._moves: dict[str, list[OpeningMove]] = {}

    def _fault(self, line: int, text: str) -> LessonError:
        return LessonError(f"{self._source}: line {line}: {text}")

    def tree(self) -> OpeningTree:
        """The whole tree; LessonError naming the line for a fault."""
        if not self._lines or self._lines[0].strip() != FIRST_LINE:
            raise self._fault(1, f"it begins with {quoted(FIRST_LINE)}, or it is no such file")
        if len(self._lines) > MOST_LINES:
            raise self._fault(MOST_LINES, f"a tree has {MOST_LINES} lines at most")
        head, body = self._head()
        start = self._place(head["start"], self._line_of("start"))
        self._read_moves(start, body)
        numbers = {name: self._whole(name, head[name]) for name in ("playouts", "games")}
        return OpeningTree(
            game=head["game"],
            options=self._options(head),
            ends=self._ends(head["ends"]),
            made=head["made"],
            start=start,
            positions={
                key: OpeningPosition(way, tuple(self._moves.get(key, ())))
                for key, way in self._ways.items()
            },
            **numbers,
        )

    def _head(self) -> tuple[dict[str, str], int]:
        """The entries above the first empty line, and the line after it, from 1."""
        head: dict[str, str] = {}
        number = 1
        for number, line in enumerate(self._lines[1:], 2):
            if not line.strip():
                break
            name, colon, value = line.partition(":")
            if not colon or name in head:
                raise self._fault(number, f"{quoted(line)} is no 'name: value', or comes twice")
            head[name] = value.strip()
        missing = [name for name in _HEAD if name not in head]
        if missing:
            raise self._fault(number, f"'{missing[0]}:' is missing above the first empty line")
        return head, number + 1

    def _line_of(self, name: str) -> int:
        return next(at for at, line in enumerate(self._lines, 1) if line.startswith(f"{name}:"))

    def _whole(self, name: str, value: str) -> int:
        if not re.fullmatch(r"[1-9]\d{0,8}", value):
            raise self._fault(self._line_of(name), f"{name} is a whole number from 1")
        return int(value)

    def _ends(self, value: str) -> PlayedEnds:
        found = re.fullmatch(r"(\d{1,9}) ([01]\.\d{3}) ([+-]\d{1,4}\.\d)", value)
        if not found:
            raise self._fault(self._line_of("ends"), "ends are games, a share and a lead")
        return PlayedEnds(int(found[1]), float(found[2]), float(found[3]))

    def _options(self, head: Mapping[str, str]) -> dict[str, Value]:
        name = "game"
        try:
            info = games.info(head["game"])
            given = {}
            for name in (each for each in head if each not in _HEAD):
                given[name] = info.option(name).read(head[name], files_too=False)
            info.settle(given)
        except OptionError as error:
            raise self._fault(self._line_of(name), str(error)) from None
        return given

    def _place(self, text: str, line: int) -> str:
        """The key of a position that is written with its way."""
        key, _, way = text.partition(".")
        if not re.fullmatch(r"[0-9a-f]{10}", key) or not way.isdecimal() or len(way) > 2:
            raise self._fault(line, f"{quoted(text)} is no position, as 0c9d1f2ab4.0")
        self._ways.setdefault(key, int(way))
        return key

    def _read_moves(self, start: str, first: int) -> None:
        above = [start]
        """The keys of the positions that lead to the line before."""
        told: set[tuple[str, str]] = set()
        for number, line in enumerate(self._lines[first - 1 :], first):
            if not line.strip():
                continue
            found = _MOVE.fullmatch(line) if len(line) <= _LONGEST else None
            depth = len(found[1]) if found else 0
            if found is None or depth >= min(len(above), _MOST_MOVES):
                raise self._fault(
                    number, f"{quoted(line)} is no move of a tree, or stands too deep"
                )
            at, key = above[depth], self._place(found[6], number)
            _, text, count, share, points, _ = found.groups()
            if (at, key) in told:
                raise self._fault(number, "what follows this position stands above already")
            told.add((at, key))
            move = OpeningMove(text, int(count), min(1.0, float(share)), float(points), key)
            self._moves.setdefault(at, []).append(move)
            above[depth + 1 :] = [key]
