"""The table of fair komis, as measured by self-play; standard library only.

`assets/komi.json` holds, by game and board, what `termgames balance` found and how.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from termgames import paths

FILE = "komi.json"


@lru_cache(maxsize=1)
def table() -> dict[str, dict[str, Any]]:
    """By game and board ("13"): `komi`, `error`, and how it was measured."""
    text = (paths.assets() / FILE).read_text("utf-8")
    komis: dict[str, dict[str, Any]] = json.loads(text)
    return komis


def fair_komi(game_id: str, size: int) -> float | None:
    """The fair komi measured on the board nearest in size, the smaller of two; None when
    the game was never measured."""
    boards = table().get(game_id, {})
    if not boards:
        return None
    nearest = min(boards, key=lambda board: (abs(int(board) - size), int(board)))
    return float(boards[nearest]["komi"])
