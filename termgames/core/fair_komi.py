"""The table of fair komis, as measured by self-play; standard library only.

`assets/komi.json` holds, by game and board, what `termgames lab balance` found and how.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from termgames import paths
from termgames.core import files

FILE = "komi.json"
_MOST_BYTES = 1_000_000


@dataclass(frozen=True)
class FairKomi:
    """What was measured on a board, as points for the second player."""

    komi: float
    """The median lead of the first player: with it both win equally often."""
    playable: float
    """The komi nearest to that which the game can be played at, such as a half or odd number."""


@lru_cache(maxsize=1)
def table() -> dict[str, dict[str, dict[str, Any]]]:
    """By game and board ("13", "hex 7"): the fields of `FairKomi`, and how they were measured."""
    komis: dict[str, dict[str, dict[str, Any]]]
    komis = files.json_value(paths.assets() / FILE, _MOST_BYTES)
    return komis


def fair_komi(game_id: str, size: int, *, hexagonal: bool = False) -> FairKomi | None:
    """What was measured on the board nearest in size, the smaller of two; None when no board of
    the game was measured. `hexagonal`: `size` is the edge of a hexhex board."""
    kind = "hex " if hexagonal else ""
    boards = table().get(game_id, {})
    sizes = [int(board.removeprefix(kind)) for board in boards if is_hex(board) == hexagonal]
    if not sizes:
        return None
    nearest = min(sizes, key=lambda measured: (abs(measured - size), measured))
    entry = boards[f"{kind}{nearest}"]
    return FairKomi(float(entry["komi"]), float(entry["playable"]))


def is_hex(board: str) -> bool:
    """Whether a board of the table is a hexhex board."""
    return board.startswith("hex ")
