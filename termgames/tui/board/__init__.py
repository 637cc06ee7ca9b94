"""The board on the screen: one widget for all games.

view, canvas         the widget with its mouse, and the drawing that it scrolls
input, entry, keys   what keys and mouse do and what lights up, a move in the making, the keys
cursor_moves         where the cursor goes
painter, palette     the character and the colours of every place; the colours in use
plate, pixels        the same on large cells, in half blocks, of the faces of `play.pictures`
layout, viewport     where cells are drawn, the empty board as text; the part that is seen
motion               stones that land and fade, areas that fill
"""

from termgames.tui.board.view import BoardView

__all__ = ["BoardView"]
