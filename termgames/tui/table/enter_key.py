"""What Enter does beside placing stones: it is for a hint or a line until the board is used."""

from __future__ import annotations

from typing import Literal

from textual.widgets import Input

from termgames.core.topology import Cell
from termgames.tui.board import BoardView

EnterAction = Literal["", "take", "play", "walk"]
"""What Enter does: take a hint up, play it, walk through a line, or none of these."""


class EnterKey:
    """Remembers what Enter is to do, and how the board was when that was set. Enter belongs to the
    board again once the cursor moves, stones are picked or taken back, or the keys go elsewhere."""

    def __init__(self, board: BoardView) -> None:
        self._board = board
        self._action: EnterAction = ""
        self._since: tuple[Cell, object] = (0, None)
        self.about: object = None
        """The hint or the line that Enter was given to last."""

    def give(self, action: EnterAction, about: object) -> None:
        """Let Enter do this from now on. If the player has picked stones, Enter stays with them,
        unless they were picked by taking a hint up."""
        picks = self._board.input.entry.picks if action == "play" else ()
        self._action, self._since, self.about = action, (self._board.cursor, picks), about

    @property
    def action(self) -> EnterAction:
        """What Enter does now; empty where it belongs to the board, or to whatever else has the
        keys."""
        board = self._board
        untouched = (board.cursor, board.input.entry.picks) == self._since
        return self._action if untouched and board.screen.focused is board else ""

    @property
    def typing(self) -> bool:
        """Whether keys go into a line of text."""
        return isinstance(self._board.screen.focused, Input)
