"""The board on the screen: one widget for all games.

view, canvas         the widget with its mouse, and the drawing that it scrolls
entry, keys          a move in the making, and the keys for it
cursor_moves         where the cursor goes
scene, highlights    what changes from key to key, and how it follows from the move
painter              the character and the colours of every place
layout               where cells are drawn; the empty board as text
tints                the colours of areas
"""

from termgames.tui.board.view import BoardView

__all__ = ["BoardView"]
