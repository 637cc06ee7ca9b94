"""What can be told of the toy game without loading it."""

from __future__ import annotations

from termgames.core.options import GameInfo, Option, with_defaults

TALK = ("free", "polite")
OPTIONS = (
    Option("players", "int", "Number of players.", default=3, low=2, high=3),
    Option("talk", "choice", "Talk.", default="free", choices=TALK, played="polite"),
)
INFO = GameInfo(
    id="lots",
    title="Lots",
    author="Nobody",
    players="2 or 3",
    summary="Draw cards, lay them down.",
    options=OPTIONS,
    settle=with_defaults(OPTIONS),
    seats=("red", "blue", "green"),
)
