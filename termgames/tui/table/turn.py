"""Telling whoever looks elsewhere that it is his turn: the title of the window, a bell, a message
of the terminal's."""

import time

from termgames.tui.driver import send_message, show_title
from termgames.tui.table.desk import Desk

SLOW = 5.0
"""Seconds that somebody may wait for a move before he looks elsewhere."""


class Turn:
    """Whose turn it is, told beyond the screen as the player's preferences want it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waits_since: float | None = None
        """Since when others have been thinking; None while it is the player's turn."""

    def follow(self, *, others: bool, name: str) -> None:
        """To be called when anything has changed. `others`: somebody is thinking who does not sit
        at this keyboard; `name` is what waits for the player, empty where nothing does."""
        self.title(f"your turn: {name}" if name else "")
        waited = self._waits_since
        if others:
            self._waits_since = waited or time.monotonic()
            return
        self._waits_since = None
        slow = waited is not None and time.monotonic() - waited > SLOW
        # Where the terminal does not tell of its focus, the application always has it.
        if name and slow and not self._desk.app.app_focus:
            self.call(f"Your turn: {name}")

    def title(self, text: str) -> None:
        """Call the window so; as before for an empty text, and where titles are off."""
        show_title(self._desk.app, text if self._desk.preferences.title else "")

    def call(self, text: str) -> None:
        """Ring, or have the terminal show a text if it can, unless the player wants neither."""
        how = self._desk.preferences.notifications
        if how != "off" and not (how == "message" and send_message(self._desk.app, text)):
            self._desk.app.bell()
