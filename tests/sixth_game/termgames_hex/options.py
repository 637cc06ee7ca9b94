"""Hex's options; standard library only."""

from __future__ import annotations

from termgames.core.options import GameInfo, Option, with_defaults

OPTIONS = (
    Option("size", "int", "Cells an edge, 2 to 19.", default=11, low=2, high=19, offered=(11, 7)),
    Option("swap", "flag", "The second player may swap sides.", default=True),
)

INFO = GameInfo(
    id="hex",
    title="Hex",
    author="Piet Hein",
    players="2",
    summary="Join your two edges of the rhombus by a chain of stones.",
    options=OPTIONS,
    settle=with_defaults(OPTIONS),
)
