"""What can be told of the toy game without loading it."""

from __future__ import annotations

from collections.abc import Mapping

from termgames.core.options import GameInfo, Option, Value


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    return {
        "players": chosen.get("players") or 3,
        "talk": chosen.get("talk") or "free",
    }


INFO = GameInfo(
    id="lots",
    title="Lots",
    author="Nobody",
    players="2 or 3",
    summary="Draw cards, lay them down.",
    options=(
        Option("players", "int", "Number of players.", default=3, low=2, high=3),
        Option(
            "talk", "choice", "Talk.", default="free", choices=("free", "polite"), played="polite"
        ),
    ),
    settle=settle,
    seats=("red", "blue", "green"),
)
