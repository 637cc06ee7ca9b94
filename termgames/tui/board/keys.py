"""The keys of the board, remappable by their ids.

The screen around the board has keys of its own, u U p o a s m n q among them. So the diagonals
are not vi's `y u b n` but four keys that lie on the keyboard as they point: `[ ]` above `; '`.
Digits answer questions and do nothing else: a digit meant for the board must not give a game
away.
"""

from __future__ import annotations

from textual.binding import Binding, BindingType

_MOVE = Binding.Group("Move", compact=True)
_FAR = Binding.Group("Far", compact=True)


def _walk(name: str, keys: str, way: str, tip: str, group: Binding.Group) -> Binding:
    return Binding(
        keys, f"run('walk', ({way}))", tip, show=False, tooltip=tip, id=f"board.{name}", group=group
    )


BINDINGS: list[BindingType] = [
    _walk("left", "left,h", "-1,0", "Left", _MOVE),
    _walk("down", "down,j", "0,1", "Down", _MOVE),
    _walk("up", "up,k", "0,-1", "Up", _MOVE),
    _walk("right", "right,l", "1,0", "Right", _MOVE),
    _walk("up-left", "left_square_bracket", "-1,-1", "Up and left", _MOVE),
    _walk("up-right", "right_square_bracket", "1,-1", "Up and right", _MOVE),
    _walk("down-left", "semicolon", "-1,1", "Down and left", _MOVE),
    _walk("down-right", "apostrophe", "1,1", "Down and right", _MOVE),
    _walk("far-left", "H,shift+left", "-1,0,4", "Four left", _FAR),
    _walk("far-down", "J,shift+down,pagedown", "0,1,4", "Four down", _FAR),
    _walk("far-up", "K,shift+up,pageup", "0,-1,4", "Four up", _FAR),
    _walk("far-right", "L,shift+right", "1,0,4", "Four right", _FAR),
    Binding(
        "home", "run('row_end', (-1,))", "Row's first", show=False, id="board.home", group=_FAR,
        tooltip="The first cell of the row",
    ),
    Binding(
        "end", "run('row_end', (1,))", "Row's last", show=False, id="board.end", group=_FAR,
        tooltip="The last cell of the row",
    ),
    Binding(
        "plus", "run('seek', (1,))", "Next", show=False, id="board.next", group=_FAR,
        tooltip="The next cell that can be chosen, where not every one can",
    ),
    Binding(
        "minus", "run('seek', (-1,))", "Previous", show=False, id="board.previous", group=_FAR,
        tooltip="The previous cell that can be chosen",
    ),
    Binding(
        "enter", "run('choose', (True,))", "Place", id="board.choose",
        tooltip="Choose the cell, or play the move when it is complete",
    ),
    Binding(
        "space", "run('choose', (False,))", "Pick", show=False, id="board.pick",
        tooltip="Choose the cell or take it back; off a complete move, begin another",
    ),
    Binding(
        "backspace", "run('back')", "Back", id="board.back",
        tooltip="Take the last pick back",
    ),
    Binding(
        "escape", "run('clear')", "Clear", id="board.clear",
        tooltip="Take all picks back",
    ),
    Binding(
        "x,tab", "run('toggle_colour')", "Own/enemy", id="board.colour",
        tooltip="Change whose stone the next pick places",
    ),
    Binding(
        "t,g", "run('toggle_stamp')", "Whole move", id="board.stamp",
        tooltip="Lay the whole move at the cursor instead of picking cells, and back",
    ),
    Binding(
        "r", "run('rotate', (1,))", "Turn", id="board.turn",
        tooltip="Turn the whole move",
    ),
    Binding(
        "R", "run('rotate', (-1,))", "Turn back", show=False, id="board.turn-back",
        tooltip="Turn the whole move the other way",
    ),
    Binding(
        "f", "run('reshape')", "Shape", id="board.form",
        tooltip="The next shape of the whole move",
    ),
    Binding(
        "e", "run('cycle')", "Enemy stone", id="board.odd",
        tooltip="Make another of the stones the opponent's",
    ),
]  # fmt: skip
