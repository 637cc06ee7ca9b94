"""The board on the screen: one widget for all games.

view, canvas         the widget with its mouse, and the drawing that it scrolls
entry, keys          a move in the making, and the keys for it
cursor_moves         where the cursor goes
scene, highlights    what changes from key to key, and how it follows from the move
painter, rows        characters and colours of places, and rows of them
layout, sketch       where cells are drawn; the empty board as text
edge_marks           marks around the board
tints                the colours of areas
"""

from termgames.tui.board.view import BoardView

__all__ = ["BoardView"]
