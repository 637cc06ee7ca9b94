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
    name: str, keys: str, run: str, text: str, tip: str = "", group: Binding.Group | None = None,
    *, shown: bool = True,
) -> Binding:  # fmt: skip
    """The binding of an action of `BoardInput`, `run` as Textual writes it. Those of a group are
    not shown one by one."""
    name, show, tip = f"board.{name}", shown and group is None, tip or text
    return Binding(keys, f"run({run})", text, show, tooltip=tip, id=name, group=group)


BINDINGS: list[BindingType] = [
    _key("left", "left,h", "'walk', (-1,0)", "Left", group=_MOVE),
    _key("down", "down,j", "'walk', (0,1)", "Down", group=_MOVE),
    _key("up", "up,k", "'walk', (0,-1)", "Up", group=_MOVE),
    _key("right", "right,l", "'walk', (1,0)", "Right", group=_MOVE),
    _key("up-left", "left_square_bracket", "'walk', (-1,-1)", "Up and left", group=_MOVE),
    _key("up-right", "right_square_bracket", "'walk', (1,-1)", "Up and right", group=_MOVE),
    _key("down-left", "semicolon", "'walk', (-1,1)", "Down and left", group=_MOVE),
    _key("down-right", "apostrophe", "'walk', (1,1)", "Down and right", group=_MOVE),
    _key("far-left", "H,shift+left", "'walk', (-1,0,4)", "Four left", group=_FAR),
    _key("far-down", "J,shift+down,pagedown", "'walk', (0,1,4)", "Four down", group=_FAR),
    _key("far-up", "K,shift+up,pageup", "'walk', (0,-1,4)", "Four up", group=_FAR),
    _key("far-right", "L,shift+right", "'walk', (1,0,4)", "Four right", group=_FAR),
    _key("home", "home", "'row_end', (-1,)", "Row's first", "The first cell of the row", _FAR),
    _key("end", "end", "'row_end', (1,)", "Row's last", "The last cell of the row", _FAR),
    _key("next", "plus", "'seek', (1,)", "Next", "The next cell that can be chosen", _FAR),
    _key("previous", "minus", "'seek', (-1,)", "Previous",
        "The previous cell that can be chosen", _FAR),
    _key("choose", "enter", "'choose', (True,)", "Place",
        "Choose the cell, or play the move when it is complete"),
    _key("pick", "space", "'choose', (False,)", "Pick",
        "Choose the cell or take it back; away from a complete move, begin another", shown=False),
    _key("back", "backspace", "'back'", "Back", "Take back the last pick"),
    _key("clear", "escape", "'clear'", "Clear", "Take back all picks"),
    _key("colour", "x,tab", "'toggle_colour'", "Own/enemy",
        "Change whose stone the next pick places"),
    _key("stamp", "t,g", "'toggle_stamp'", "Whole move",
        "Switch between whole moves and single cells"),
    _key("turn", "r", "'rotate', (1,)", "Turn", "Turn the whole move"),
    _key("turn-back", "R", "'rotate', (-1,)", "Turn back", "Turn the whole move the other way",
        shown=False),
    _key("form", "f", "'reshape'", "Shape", "The next shape of the whole move"),
    _key("odd", "e", "'cycle'", "Enemy stone", "Change which stone is the opponent's"),
]  # fmt: skip
