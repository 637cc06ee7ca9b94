"""The keys of the board, remappable by their ids.

The screen around the board has keys of its own, u U p o a s m n q among them. So the diagonals
are not vi's `y u b n` but four keys that lie on the keyboard as they point: `[ ]` above `; '`.
Digits answer questions and do nothing else: a digit meant for the board must not give a game
away.
"""

from textual.binding import Binding, BindingType

_MOVE = Binding.Group("Move", compact=True)
_FAR = Binding.Group("Far", compact=True)


def _key(
    name: str, keys: str, run: str, text: str, tip: str, group: Binding.Group | None = None,
    *, shown: bool = False,
) -> Binding:  # fmt: skip
    """The binding of an action of `BoardInput`, which is written as Textual has it."""
    return Binding(
        keys, f"run({run})", text, show=shown, tooltip=tip, id=f"board.{name}", group=group
    )


def _walk(name: str, keys: str, way: str, tip: str, group: Binding.Group) -> Binding:
    return _key(name, keys, f"'walk', ({way})", tip, tip, group)


def _shown(name: str, keys: str, run: str, text: str, tip: str) -> Binding:
    return _key(name, keys, run, text, tip, shown=True)


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
    _key("home", "home", "'row_end', (-1,)", "Row's first", "The first cell of the row", _FAR),
    _key("end", "end", "'row_end', (1,)", "Row's last", "The last cell of the row", _FAR),
    _key("next", "plus", "'seek', (1,)", "Next",
        "The next cell that can be chosen", _FAR),
    _key("previous", "minus", "'seek', (-1,)", "Previous",
        "The previous cell that can be chosen", _FAR),
    _shown("choose", "enter", "'choose', (True,)", "Place",
        "Choose the cell, or play the move when it is complete"),
    _key("pick", "space", "'choose', (False,)", "Pick",
        "Choose the cell or take it back; away from a complete move, begin another"),
    _shown("back", "backspace", "'back'", "Back", "Take back the last pick"),
    _shown("clear", "escape", "'clear'", "Clear", "Take back all picks"),
    _shown("colour", "x,tab", "'toggle_colour'", "Own/enemy",
        "Change whose stone the next pick places"),
    _shown("stamp", "t,g", "'toggle_stamp'", "Whole move",
        "Switch between whole moves and single cells"),
    _shown("turn", "r", "'rotate', (1,)", "Turn", "Turn the whole move"),
    _key("turn-back", "R", "'rotate', (-1,)", "Turn back", "Turn the whole move the other way"),
    _shown("form", "f", "'reshape'", "Shape", "The next shape of the whole move"),
    _shown("odd", "e", "'cycle'", "Enemy stone", "Change which stone is the opponent's"),
]  # fmt: skip
