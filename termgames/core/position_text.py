"""What stands beside the diagram of a position: `to move: white`, `passes: 1`.

Facts are texts by name, as `Game.position` takes them; what most games know is read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from termgames.core.errors import OptionError
from termgames.core.komi_offer import COLOURS


def ask_known(title: str, facts: Mapping[str, str], known: Sequence[str]) -> None:
    """OptionError for a fact that positions of the game `title` do not have."""
    for name in facts:
        if name not in known:
            raise OptionError(f"a {title} position has no {name!r}: use {', '.join(known)}")


def to_move(facts: Mapping[str, str], usual: int) -> int:
    """BLACK or WHITE; `usual` where nothing is told. OptionError for anything else."""
    side = facts.get("to move", COLOURS[usual])
    if side not in COLOURS:
        raise OptionError(f"to move: {side!r} is neither black nor white")
    return COLOURS.index(side)


def passes(facts: Mapping[str, str]) -> int:
    """Passes in a row just now of a game for two, 0 or 1; OptionError for anything else."""
    text = facts.get("passes", "0")
    if text not in ("0", "1"):
        raise OptionError(f"passes: {text!r} is neither 0 nor 1")
    return int(text)
