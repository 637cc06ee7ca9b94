"""The texts beside the diagram of a position: `to move: white`, `passes: 1`.

`Game.position` takes them as `position_text`, by name. What most games have is read here.
"""

from collections.abc import Mapping, Sequence

from termgames.core.errors import OptionError
from termgames.core.text import quoted
from termgames.core.two_player import COLOURS


def refuse_unknown(title: str, position_text: Mapping[str, str], names: Sequence[str]) -> None:
    """OptionError for a text whose name is none of `names`, those of the game `title`."""
    for name in position_text:
        if name not in names:
            raise OptionError(f"a {title} position has no {quoted(name)}: use {', '.join(names)}")


def read_to_move(position_text: Mapping[str, str], usual: int) -> int:
    """BLACK or WHITE; `usual` where nothing is given. OptionError for anything else."""
    side = position_text.get("to move", COLOURS[usual])
    if side not in COLOURS:
        raise OptionError(f"to move: {quoted(side)} is neither black nor white")
    return COLOURS.index(side)


def read_passes(position_text: Mapping[str, str]) -> int:
    """How many passes in a row have just been made in a game for two, 0 or 1; OptionError for
    anything else."""
    text = position_text.get("passes", "0")
    if text not in ("0", "1"):
        raise OptionError(f"passes: {quoted(text)} is neither 0 nor 1")
    return int(text)
