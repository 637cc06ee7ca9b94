"""The board on the screen: one widget for all games.

view, canvas        the widget with its mouse, and the drawing that it scrolls
entry, keys, travel a move in the making, the keys for it, and where the cursor goes
scene, passing      what changes from key to key, and how it follows from the move
painter, strips     characters and colours of places, and rows of them
layout, sketch      where cells are drawn; the empty board as text
points, rim, tints  what a range reaches, marks around the board, the colours of areas
"""

from termgames.tui.board.view import BoardView

__all__ = ["BoardView"]
