"""Flip has no options; standard library only."""

from __future__ import annotations

from termgames.core.options import GameInfo, with_defaults

INFO = GameInfo(
    id="flip",
    title="Flip",
    author="the makers of termgames",
    players="2",
    summary="Fill four cells; a coin decides about the last.",
    options=(),
    settle=with_defaults(()),
)
