"""The board on the screen: one widget for all games."""

from termgames.tui.board.view import BoardView

__all__ = ["BoardView"]
