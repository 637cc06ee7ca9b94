"""The ladder of levels 1 to 9 by game, as `termgames calibrate` measured it; standard
library only.

`assets/levels.json` holds, by game, one ladder for each board that was measured: what every
level may use of playouts and time, how freely it chooses, and its Elo above level 1. A
board that was not measured takes over the nearest one's levels, with fewer playouts where
it is larger; where nobody measured a game, or not by these rules or with so many players,
the levels are those of `search.levels`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from termgames import games, paths
from termgames.core.options import Value, number_text
from termgames.search.levels import LEVELS, Level

if TYPE_CHECKING:
    from termgames.play.bots.players import PlayerSpec

FILE = "levels.json"
_BESIDE = {"komi", "pie", "dead-stones", "handicap"}
"""Options that leave the board and the way it is played on as they are."""
_BOARD = {"size", "hex", "map"}
"""Options that change the board and no rule."""

_AT_ONCE = 0.1
"""Seconds below which nobody waits."""


@dataclass(frozen=True)
class CalibratedLevel:
    """One level as it was measured."""

    level: Level
    elo: float | None = None
    """Above level 1; None where nobody measured."""
    error: float | None = None
    """Half the 95 % interval of `elo`."""
    games: int = 0
    """In which the level itself played; 0 where its Elo follows from others'."""
    takes: float | None = None
    """Seconds a move on the computer that measured."""


@dataclass(frozen=True)
class CalibratedLevels:
    """The levels of a game on one board."""

    rungs: Mapping[int, CalibratedLevel]
    options: Mapping[str, Value] | None = None
    """Those chosen on the board that was measured; None where none was."""
    exact: bool = False
    """Whether that is the board asked about."""
    games: int = 0
    cells: int = 0
    """Of the board that was measured."""

    @property
    def rated(self) -> bool:
        """Whether all levels have an Elo."""
        return all(rung.elo is not None for rung in self.rungs.values())

    @property
    def step(self) -> float:
        """Mean Elo from a level to the next; 0 without ratings."""
        span = self.rungs[max(self.rungs)].elo
        return 0.0 if span is None else span / (len(self.rungs) - 1)

    @property
    def error(self) -> float:
        """Half the 95 % interval of the highest level's Elo above the lowest."""
        return self.rungs[max(self.rungs)].error or 0.0


@lru_cache(maxsize=1)
def table() -> dict[str, list[dict[str, Any]]]:
    """By game: the boards that were measured, as in the file; nothing without the file."""
    try:
        text = (paths.assets() / FILE).read_text("utf-8")
    except FileNotFoundError:
        return {}
    found: dict[str, list[dict[str, Any]]] = json.loads(text)
    return found


def ladder(game_id: str, settled: Mapping[str, Value]) -> CalibratedLevels:
    """The levels on the board that the settled options set up."""
    near = []
    for board in table().get(game_id, []):
        far = _distance(game_id, board, settled)
        if far is not None:
            near.append((far, board))
    if not near:
        return CalibratedLevels(
            {number: CalibratedLevel(level) for number, level in LEVELS.items()}
        )
    far, nearest = min(near, key=lambda found: found[0])
    return read(nearest, exact=far == (0, 0))


def read(board: Mapping[str, Any], *, exact: bool = True) -> CalibratedLevels:
    """A ladder as it stands in the file."""
    rungs = {
        int(number): CalibratedLevel(
            Level(told["playouts"], told["seconds"], told["temperature"]),
            told.get("elo"),
            told.get("error"),
            told.get("games", 0),
            told.get("takes"),
        )
        for number, told in board["levels"].items()
    }
    return CalibratedLevels(rungs, board["options"], exact, board["games"], board["cells"])


def level(game_id: str, settled: Mapping[str, Value], number: int, cells: int) -> Level:
    """What level `number` may use on a board of so many cells.

    On a larger board than the one measured playouts take longer; fewer of them keep the
    pace of play.
    """
    known = ladder(game_id, settled)
    found = known.rungs[number].level
    if known.exact or not known.cells or found.playouts is None:
        return found
    return replace(found, playouts=max(1, round(found.playouts * min(1.0, known.cells / cells))))


def label(known: CalibratedLevels, spec: PlayerSpec) -> str:
    """A player's label, a level's with its Elo above the first: `bot 5  +480`, with `~` for
    what was measured on another board."""
    if spec.level is None or (elo := known.rungs[spec.level].elo) is None or not elo:
        return spec.label
    return f"{spec.label}  {'+' if known.exact else '~'}{_tens(elo)}"


def about(known: CalibratedLevels, number: int) -> str:
    """`480 Elo above level 1, 0.3 s a move`: what to expect of a level, a few words."""
    rung = known.rungs[number]
    told = []
    if rung.elo is not None:
        sure = "" if known.exact else "about "
        told.append(f"{sure}{_tens(rung.elo)} Elo above level 1" if rung.elo else "the weakest")
    if rung.level.playouts is None:
        told.append(f"{number_text(rung.level.seconds)} s a move")
    elif rung.takes is None:
        told.append(f"at most {number_text(rung.level.seconds)} s a move")
    elif rung.takes < _AT_ONCE:
        told.append("answers at once")
    else:
        told.append(f"{_roughly(rung.takes)} s a move")
    return ", ".join(told)


def basis(known: CalibratedLevels) -> str:
    """What the ratings rest on, a sentence or two; empty where there are none."""
    if not known.rated or known.options is None:
        return ""
    last = max(known.rungs)
    where = "" if known.exact else f" on {board_text(known.options)}"
    told = (
        f"About {_tens(known.step)} Elo a level, measured in {known.games} games{where}; level "
        f"{last} is {_tens(known.rungs[last].elo or 0)} (+-{_tens(known.error)}) above level 1."
    )
    return told if known.exact else f"{told} This board may differ."


def board_text(options: Mapping[str, Value]) -> str:
    """The chosen options as on the command line; `the usual board` without any."""
    told = (f"--{name}" if x is True else f"--{name} {x}" for name, x in options.items())
    return " ".join(told) or "the usual board"


def _distance(
    game_id: str, board: Mapping[str, Any], settled: Mapping[str, Value]
) -> tuple[int, int] | None:
    """How far a measured board is from one: whether the shape differs, then points of size;
    None where other rules hold there."""
    there = games.info(game_id).settle(board["options"])
    unlike = {name for name in there.keys() - _BESIDE if there[name] != settled[name]}
    if not unlike <= _BOARD:
        return None
    sizes = [size for size in (there.get("size"), settled.get("size")) if isinstance(size, int)]
    return len(unlike - {"size"}), max(sizes) - min(sizes) if len(sizes) == 2 else 0


def _tens(elo: float) -> str:
    """Elo points to the next ten."""
    return f"{round(elo, -1):.0f}"


def _roughly(seconds: float) -> str:
    """Seconds to one digit: `0.3`, `4`."""
    return f"{float(f'{seconds:.1g}'):g}"
