"""What a run was started with. Importing this module does not import Textual."""

from __future__ import annotations

from dataclasses import dataclass

from termgames.play.bots.options import USUAL, BotOptions
from termgames.tui.config import NOTHING, Config


@dataclass(frozen=True)
class Settings:
    """How everything is shown, and how bots think: one value, from the command line to the
    screens. It outranks what a player's preferences say."""

    ascii: bool = False
    """Whether only ASCII is drawn."""
    analysis: bool = True
    """Whether score, overlays and estimates are shown."""
    theme: str | None = None
    """The name of a theme, None for the one that the player chose last."""
    ponder: bool = True
    """Whether bots that are limited by time alone think while humans do."""
    bots: BotOptions = USUAL
    config: Config = NOTHING
    """What the user's file says: it outranks what the screen remembers."""
    window: tuple[int, int] | None = None
    """Columns and rows where it is shown in a window of a browser, to somebody to whom this
    computer does not belong: nothing is kept here, and no file is read or written for him."""
