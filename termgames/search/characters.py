"""Characters: bots of a level that lean to some kinds of moves; how much, and the words for it.

Importing this module does not import numpy; `search.leaning` makes a search lean.
"""

from dataclasses import dataclass

from termgames.core.errors import OptionError
from termgames.core.text import nearest, quoted


@dataclass(frozen=True)
class Character:
    """A way to play. The first four numbers say how much each of `leaning` counts, in its
    standard deviations among the empty cells of a board."""

    name: str
    about: str
    """How it plays: a sentence that begins with its name, which is left out."""
    contact: float = 0.0
    support: float = 0.0
    spread: float = 0.0
    ground: float = 0.0
    cards: float = 0.0
    """How much playing a card counts, in the same unit."""
    points: float = 0.0
    """How much more points count beside the win, up to 1: they alone. Below 0 less, to -1: the win
    alone."""


_ALL = (
    Character("raider", "fights: it goes where the enemy's stones are", contact=1.0),
    Character("rock", "plays safe: it keeps its stones together", support=0.7, points=-0.1),
    Character("rover", "spreads: it leaps far from its own stones", spread=0.8),
    Character(
        "settler", "grabs ground: it settles where the board is open", ground=0.5, points=0.1
    ),
    Character("gambler", "bluffs with cards: it plays them as soon as it can", cards=1.0),
    Character("hoarder", "keeps its cards: nobody knows what it still holds", cards=-1.0),
)
CHARACTERS = {character.name: character for character in _ALL}
"""By name."""


def names(*, cards: bool) -> list[str]:
    """Those there are in a game; the last ones in a game with `cards` only."""
    return [name for name, character in CHARACTERS.items() if cards or not character.cards]


def character(name: str) -> Character:
    """The character of that name; OptionError for one that nobody knows."""
    if name not in CHARACTERS:
        raise OptionError(f"unknown character {quoted(name)}: {nearest(name, [*CHARACTERS])}")
    return CHARACTERS[name]
