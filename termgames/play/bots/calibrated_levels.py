"""The levels 1 to 9 of each game, as `lab calibrate` measured them; standard library only.

`assets/levels.json` holds the levels of every board that was measured: how many playouts and
how much time each level may use, its temperature, and its Elo above level 1. A board that was
not measured gets the levels of the nearest measured one, with fewer playouts where it is larger.
Where a game, its rules or its number of players were never measured, the levels are those of
`search.levels`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from termgames import games, paths
from termgames.core import files
from termgames.core.options import Value, number_text
from termgames.search.levels import LEVELS, WORDS, Level

if TYPE_CHECKING:
    from termgames.play.bots.players import PlayerSpec

FILE = "levels.json"
MOST_BYTES = 4_000_000
"""A larger table is not read."""
IRRELEVANT = {"komi", "pie", "dead-stones", "handicap"}
"""Options that do not change how strong a level is."""
_BOARD = {"size", "hex", "map"}
"""Options that change the board but no rule."""

_AT_ONCE = 0.1
"""An answer within so many seconds is said to come at once."""


@dataclass(frozen=True)
class CalibratedLevel:
    """One level as it was measured."""

    level: Level
    elo: float | None = None
    """Above level 1; None where nobody measured."""
    error: float | None = None
    """Half the 95 % interval of `elo`."""
    step_error: float | None = None
    """Half the 95 % interval of how far the level is above the one below; None for level 1."""
    games: int = 0
    """Games in which this level played; 0 where its Elo is interpolated from other levels."""
    takes: float | None = None
    """Seconds a move took on the computer that measured it."""


@dataclass(frozen=True)
class CalibratedLevels:
    """The levels of a game on one board."""

    by_number: Mapping[int, CalibratedLevel]
    options: Mapping[str, Value] | None = None
    """The options of the board that was measured; None where none was."""
    exact: bool = False
    """Whether the measured board is the one asked about, not just the nearest."""
    games: int = 0
    """How many games were played for the measurement."""
    cells: int = 0
    """The number of cells of the measured board; 0 where none was."""

    @property
    def rated(self) -> bool:
        """Whether all levels have an Elo."""
        return all(level.elo is not None for level in self.by_number.values())

    @property
    def step(self) -> float:
        """Mean Elo from a level to the next; 0 without ratings."""
        span = self.by_number[max(self.by_number)].elo
        return 0.0 if span is None else span / (len(self.by_number) - 1)

    @property
    def error(self) -> float:
        """Half the 95 % interval of the highest level's Elo above the lowest."""
        return self.by_number[max(self.by_number)].error or 0.0


@lru_cache(maxsize=8)
def table(file: str) -> dict[str, list[dict[str, Any]]]:
    """By game: the boards that were measured, as in that file of the assets; nothing without it."""
    boards: dict[str, list[dict[str, Any]]] = {}
    with contextlib.suppress(FileNotFoundError):
        boards = files.json_value(paths.assets() / file, MOST_BYTES)
    return boards


def nearest(
    file: str, game_id: str, settled: Mapping[str, Value]
) -> tuple[dict[str, Any] | None, bool]:
    """The entry in a `table` of the board that is nearest to that of the settled options, None
    where none has their rules; and whether it is that board."""
    near = [(_distance(game_id, board, settled), board) for board in table(file).get(game_id, [])]
    far, board = min(
        ((far, board) for far, board in near if far is not None),
        key=lambda entry: entry[0],
        default=(None, None),
    )
    return board, far == (0, 0)


def levels_on(game_id: str, settled: Mapping[str, Value]) -> CalibratedLevels:
    """The levels on the board that the settled options set up."""
    board, exact = nearest(FILE, game_id, settled)
    if board is not None:
        return read(board, exact=exact)
    return CalibratedLevels({number: CalibratedLevel(level) for number, level in LEVELS.items()})


def read(board: Mapping[str, Any], *, exact: bool = True) -> CalibratedLevels:
    """The levels of one board from its entry in the file."""
    by_number = {
        int(number): CalibratedLevel(
            Level(
                entry["playouts"],
                entry["seconds"],
                entry["temperature"],
                entry.get("unguided", False),
            ),
            elo=entry.get("elo"),
            error=entry.get("error"),
            step_error=entry.get("step_error"),
            games=entry.get("games", 0),
            takes=entry.get("takes"),
        )
        for number, entry in board["levels"].items()
    }
    return CalibratedLevels(by_number, board["options"], exact, board["games"], board["cells"])


def level(game_id: str, settled: Mapping[str, Value], number: int, cells: int) -> Level:
    """What level `number` may use on a board of so many cells.

    On a larger board than the one measured playouts take longer; fewer of them keep the
    pace of play.
    """
    levels = levels_on(game_id, settled)
    level = levels.by_number[number].level
    if levels.exact or not levels.cells or level.playouts is None:
        return level
    shrink = min(1.0, levels.cells / cells)
    return replace(level, playouts=max(1, round(level.playouts * shrink)))


def label(levels: CalibratedLevels, spec: PlayerSpec) -> str:
    """A player's label. That of a level has the level's word and its Elo above level 1:
    `bot 5, average  +480`, with `~` where another board was measured."""
    if spec.level is None:
        return spec.label
    label, elo = f"{spec.label}, {WORDS[spec.level]}", levels.by_number[spec.level].elo
    return f"{label}  {'+' if levels.exact else '~'}{_tens(elo)}" if elo else label


def about(levels: CalibratedLevels, number: int) -> str:
    """`480 Elo above level 1, 0.3 s a move`: what to expect of a level, a few words."""
    level = levels.by_number[number]
    parts = []
    if level.elo is not None:
        sure = "" if levels.exact else "about "
        parts.append(f"{sure}{_tens(level.elo)} Elo above level 1" if level.elo else "the weakest")
    if level.level.playouts is None:
        parts.append(f"{number_text(level.level.seconds)} s a move")
    elif level.takes is None:
        parts.append(f"at most {number_text(level.level.seconds)} s a move")
    elif level.takes < _AT_ONCE:
        parts.append("answers at once")
    else:
        parts.append(f"{_roughly(level.takes)} s a move")
    return ", ".join(parts)


def basis(levels: CalibratedLevels) -> str:
    """How the ratings were measured, in a sentence or two; empty where there are none."""
    if not levels.rated or levels.options is None:
        return ""
    last = max(levels.by_number)
    where = "" if levels.exact else f" on {board_text(levels.options)}"
    highest = f"{_tens(levels.by_number[last].elo or 0)} (+-{_tens(levels.error)})"
    text = (
        f"About {_tens(levels.step)} Elo a level, measured in {levels.games} games{where}; level "
        f"{last} is {highest} above level 1."
    )
    return text if levels.exact else f"{text} This board may differ."


def board_text(options: Mapping[str, Value]) -> str:
    """The chosen options as on the command line; `the usual board` without any."""
    texts = (f"--{name}" if x is True else f"--{name} {x}" for name, x in options.items())
    return " ".join(texts) or "the usual board"


def _distance(
    game_id: str, board: Mapping[str, Any], settled: Mapping[str, Value]
) -> tuple[int, int] | None:
    """How far a measured board is from the board of the `settled` options, to be sorted by: in how
    many options its shape differs, then the difference of the sizes. None where it has other
    rules."""
    there = games.info(game_id).settle(board["options"])
    unlike = {name for name in there.keys() - IRRELEVANT if there[name] != settled[name]}
    if not unlike <= _BOARD:
        return None
    sizes = [size for size in (there.get("size"), settled.get("size")) if isinstance(size, int)]
    return len(unlike - {"size"}), max(sizes) - min(sizes) if len(sizes) == 2 else 0


def _tens(elo: float) -> str:
    """Elo points rounded to tens."""
    return f"{round(elo, -1):.0f}"


def _roughly(seconds: float) -> str:
    """Seconds to one digit: `0.3`, `4`."""
    return f"{float(f'{seconds:.1g}'):g}"
