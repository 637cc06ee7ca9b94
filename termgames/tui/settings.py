"""What a run was started with. Importing this module does not import Textual."""

from __future__ import annotations

from dataclasses import dataclass

from termgames.play.bots.options import BotOptions
from termgames.tui.config import NOTHING, Config


@dataclass(frozen=True)
class Settings:
    """How everything is shown, and how bots think: one value, from the command line to the
    screens."""

    config: Config = NOTHING
    """All that is set."""
    allowed: frozenset[str] = frozenset()
    """The commands of other programs that may be started without a question."""
    window: tuple[int, int] | None = None
    """Columns and rows where it is shown in a window of a browser, to somebody to whom this
    computer does not belong: nothing is kept here, and no file is read or written for him."""

    @property
    def bots(self) -> BotOptions:
        """How bots think."""
        return self.config.preferences.bots(self.allowed)
