"""What Enter does beside placing stones: it is for a hint or a line until the board is used."""

from __future__ import annotations

from typing import Literal

from textual.widgets import Input

from termgames.core.topology import Cell
from termgames.tui.board import BoardView

Deed = Literal["", "take", "play", "walk"]
"""What is done: a hint taken up or played, a line walked through, or nothing of these."""


class EnterKey:
    """Remembers what Enter was given to, and how the board was then. It is the board's once the
    cursor moves, stones are picked or taken back, or the keys go elsewhere."""

    def __init__(self, board: BoardView) -> None:
        self._board = board
        self._deed: Deed = ""
        self._since: tuple[Cell, object] = (0, None)
        self.about: object = None
        """The hint or the line it was given to last."""

    def give(self, deed: Deed, about: object) -> None:
        """Let Enter do this from now on. Who has picked stones goes on with those, unless they were
        picked by taking a hint up."""
        picks = self._board.hand.entry.picks if deed == "play" else ()
        self._deed, self._since, self.about = deed, (self._board.cursor, picks), about

    @property
    def deed(self) -> Deed:
        """What Enter does now; nothing where it is the board's or of what else has the keys."""
        board = self._board
        untouched = (board.cursor, board.hand.entry.picks) == self._since
        return self._deed if untouched and board.screen.focused is board else ""

    @property
    def typing(self) -> bool:
        """Whether keys go into a line of text."""
        return isinstance(self._board.screen.focused, Input)
