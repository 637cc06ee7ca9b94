"""Maps: boards with gaps and start points, read from text files.

    name: ring
    players 2: c6 j6
    players 3: c3 f11 j3

    .........
    ...---...
    .........

The header names the map and, for each number of players, their start points in clockwise
order; lines that begin with `#` are comments. After an empty line come the rows from the
top: `.` an intersection, `-` or a blank a gap. With a line `cells: hexagons` the cells are
hexagons, and rows with an even number lie half a cell to the right. `assets/maps/README.md` is
the full page.

The same in one line, for records and options: `ring | 2: c6 j6 | ........./...---.../…`.

Standard library only: the command line reads maps before it loads a game. Nothing is drawn
here, and no game's rules are known: a game asks for `start_points` when it needs them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from termgames import paths
from termgames.core import files
from termgames.core.errors import MapError
from termgames.core.maptext import BAR, HEXAGONS, MOST, POINT, SQUARES, read, read_line
from termgames.core.text import nearest, quoted

if TYPE_CHECKING:
    from termgames.core.topology import Topology

_LARGEST_FILE = 64_000


@dataclass(frozen=True)
class Map:
    """A board by its rows, with start points; made by `parse` and `find`, which check it."""

    name: str
    rows: tuple[str, ...]
    """From the top, all of one length: `.` an intersection, `-` a gap."""
    starts: Mapping[int, tuple[str, ...]] = field(hash=False)
    """By number of players: names of their start points, clockwise."""
    cells: str = SQUARES
    """What they are: SQUARES or HEXAGONS."""

    @property
    def topology(self) -> Topology:
        """The board, the same object for the same rows and cells; an ordinary square where there
        is no gap, as many rows as columns, and cells are squares."""
        return _topology(self.rows, self.cells == HEXAGONS)

    @cached_property
    def code(self) -> str:
        """What stands in options and records, and what `find` reads: the name of a shipped
        map, else everything in one line."""
        name = self.name.lower()
        if name in shipped() and _shipped(name) == self:
            return name
        players = (f"{count}: {' '.join(points)}" for count, points in self.starts.items())
        return f" {BAR} ".join([self.name, *self._cells_line, *players, "/".join(self.rows)])

    @property
    def text(self) -> str:
        """The map as a file; `parse` reads it back."""
        players = (f"players {count}: {' '.join(at)}" for count, at in self.starts.items())
        return "\n".join([f"name: {self.name}", *self._cells_line, *players, "", *self.rows, ""])

    @property
    def _cells_line(self) -> list[str]:
        return [] if self.cells == SQUARES else [f"cells: {self.cells}"]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return len(self.rows[0]), len(self.rows)

    @property
    def points(self) -> int:
        """Number of intersections."""
        return sum(row.count(POINT) for row in self.rows)

    def start_points(self, players: int) -> tuple[str, ...]:
        """The start points for `players` players, clockwise; MapError when it has none."""
        if players in self.starts:
            return self.starts[players]
        others = " or ".join(map(str, self.starts)) or "none"
        raise MapError(
            f"the map {quoted(self.name)} has no start points for {players} players "
            f"(for {others}): take another map, or give it a line 'players {players}: …'"
        )


# -- finding maps -------------------------------------------------------------------------


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """The names of the maps that come with the program, small ones first."""
    names = (path.stem for path in (paths.assets() / "maps").glob("*.map"))
    return tuple(sorted(names, key=_by_number))


def own() -> tuple[str, ...]:
    """The names of the user's maps: his map folder's `*.map`, without the ending."""
    try:
        return tuple(sorted(path.stem for path in paths.user_maps().glob("*.map")))
    except (OSError, RuntimeError):
        return ()


def find(text: str, *, files_too: bool = True) -> Map:
    """The map a text stands for: the name of a shipped map, of one of the user's, a path,
    or `Map.code`.

    A shipped map goes before one of the user's of the same name. Without `files_too`, for a text
    that another computer sent, nothing of the user's is looked for or read. Raises MapError.
    """
    wanted = text.strip()
    if BAR in wanted:
        return Map(*read_line(wanted))
    if wanted.lower() in shipped():
        return _shipped(wanted.lower())
    if not files_too:
        raise MapError(f"{quoted(wanted)} is no map that comes with the program")
    if wanted in own():
        return load(paths.user_maps() / f"{wanted}.map")
    if path := files.named(wanted):
        return load(path)
    names = [*shipped(), *own()]
    hint = nearest(wanted, names)
    raise MapError(f"there is no map {quoted(wanted)}: give a name or a file's path; {hint}")


def name_of(code: str) -> str:
    """The name of the map of a `Map.code`, unchecked."""
    return code.partition(BAR)[0].strip()


def parse(text: str, source: str) -> Map:
    """The map a file's text describes; `source` is its name in messages.

    Raises MapError with source, line, column and remedy; `maptext` says what a map must be.
    """
    return Map(*read(text, source))


def load(path: Path) -> Map:
    """The map in a file; MapError naming the file, and line and column where there are any."""
    try:
        return parse(files.text(path, _LARGEST_FILE), str(path))
    except files.TooLarge:
        raise MapError(f"{path}: too large for a map, which has up to {MOST} rows") from None
    except OSError as error:
        raise MapError(f"{path}: the map cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line, column = files.place(error)
        raise MapError(
            f"{path}: line {line}, column {column}: this is no UTF-8 text: save it as such"
        ) from None


@lru_cache(maxsize=64)
def _shipped(name: str) -> Map:
    return load(paths.assets() / "maps" / f"{name}.map")


def _by_number(name: str) -> tuple[int, str]:
    digits = name.split("x")[0]
    return (int(digits) if digits.isdigit() else MOST + 1, name)


@lru_cache(maxsize=64)
def _topology(rows: tuple[str, ...], hexagons: bool) -> Topology:
    from termgames.core.topology import from_rows, square  # numpy: only for those who play

    size = len(rows)
    if not hexagons and all(row == POINT * size for row in rows):
        return square(size)
    return from_rows(rows, hexagons=hexagons)
