"""The options of Stacks; standard library only."""

from __future__ import annotations

from termgames.core.options import GameInfo, Option, Preset, with_defaults

OPTIONS = (Option("size", "int", "Cells an edge, 2 to 8.", default=4, low=2, high=8),)

INFO = GameInfo(
    id="stacks",
    title="Stacks",
    author="Mike Zapawa",
    players="2",
    summary="Build stacks as high as your lines of sight are many.",
    options=OPTIONS,
    settle=with_defaults(OPTIONS),
    presets=(Preset("quick game", {"size": 3}, "hexhex 3", 3), Preset("standard")),
)
