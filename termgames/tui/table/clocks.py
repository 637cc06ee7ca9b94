"""The clocks beside the board: they tick while they run, and ring before the time is over."""

from textual.timer import Timer

from termgames.play.sitting.live import Live
from termgames.play.text import panels
from termgames.tui.table.desk import Desk
from termgames.tui.table.table import Table

_AFTER = 0.01
"""Seconds after a figure has changed at which it is drawn: a little earlier it is the same."""


class Clocks:
    """Shows the clock that runs whenever it shows something else, and nothing in between.

    Clocks stand while another screen lies over the table: a question, a page of the help, the
    handover of the keyboard.
    """

    def __init__(self, live: Live, table: Table, desk: Desk) -> None:
        self._live, self._table, self._desk = live, table, desk
        self._next: Timer | None = None

    def follow(self) -> None:
        """Wait for the next change of the clock that runs now, if one does."""
        self.stop()
        wait = self._live.timing.wait
        if wait is not None and not self._desk.closed:
            self._next = self._desk.after(wait + _AFTER, self._tick)

    def stop(self) -> None:
        """Wait for no change."""
        if self._next is not None:
            self._next.stop()
            self._next = None

    def hold(self, held: bool) -> None:
        """Let the clocks stand, or go on."""
        self._live.timing.hold(held)

    def show(self) -> None:
        """What the clocks show now."""
        figures = panels.clock_figures(self._live)
        self._table.column.players.show_values(panels.TIME, figures)
        self.follow()

    def _tick(self) -> None:
        live = self._live
        live.timing.look()
        if live.look_at_clock():
            return  # the sitting has told of it, and all was shown anew
        if live.timing.rings():
            self._desk.app.bell()
        self.show()
