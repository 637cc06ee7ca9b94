"""What a bot's character adds to the worth of moves.

A search looks sooner at the moves that a bot leans to, and plays them where others are worth
hardly more. What moves are worth it judges without regard to them.
"""

from functools import lru_cache
from typing import Any, Protocol, runtime_checkable

import numpy as np

from termgames.core.arrays import Flags, Floats, Ints
from termgames.core.errors import OptionError
from termgames.core.steps import distances
from termgames.core.topology import Topology
from termgames.search.characters import Character

CONTACT, SUPPORT, SPREAD, GROUND = range(4)
"""The columns of `of_cells`."""
_FAR = 6
"""The most steps from the nearest own stone that are told apart."""
_AROUND = 2
"""Steps within which the ground around a cell is looked at."""


@runtime_checkable
class Leaned(Protocol):
    """Capability of a packed game (`core.packed`) and of a determinized one
    (`core.determinized`): it tells where actions put stones. `position` is a row, or a state."""

    topology: Topology

    def sides(self, position: Any) -> tuple[Flags, Flags]:
        """(cells,) twice: the stones of the side to act, and those of all others."""

    def put(self, position: Any, actions: Ints) -> Ints:
        """(k, t): the cells on which each action puts a stone, `cells` in place of none."""


@runtime_checkable
class HoldsCards(Protocol):
    """Capability of a determinized game that may be played with cards."""

    has_cards: bool
    """Whether it is."""

    def plays_card(self, s: Any, actions: Ints) -> Flags:
        """(k,): which actions play a card."""


def of_cells(topology: Topology, own: Flags, others: Flags) -> Floats:
    """(cells, 4): of a stone of a side put on each cell of a board with stones of its `own` and of
    `others` (cells,): how many stones of others it touches, the one that it replaces among them;
    how many own ones; how many steps it is from the nearest own one, from 0 to 6, 0 also where
    there is none; and which part of the cells around it is empty."""
    near = topology.neighbours[: topology.cells]
    padded = np.zeros((2, topology.cells + 1), np.float32)
    padded[0, :-1], padded[1, :-1] = others, own
    contact, support = padded[:, near].sum(axis=2)
    spread = np.zeros(topology.cells)
    if own.any():
        spread = np.minimum(distances(topology)[own].min(axis=0), _FAR)
    ground = _around(topology) @ ~(own | others)
    return np.stack([contact + others, support, spread, ground], axis=1, dtype=np.float32)


@lru_cache(maxsize=32)
def _around(topology: Topology) -> Floats:
    """(cells, cells): 1 / n for each of the n cells that are near a cell, 0 for the others."""
    near = (distances(topology) <= _AROUND).astype(np.float32)
    return np.asarray(near / near.sum(axis=1, keepdims=True), np.float32)


class Leaning:
    """How a bot of a character leans in one game. OptionError where the character is one of cards,
    and the game has none."""

    def __init__(self, form: Any, character: Character, unit: float) -> None:
        """`form` is packed or determinized; `unit` is the reward of a standard deviation."""
        self._form = form if isinstance(form, Leaned) else None
        self._cards = form if isinstance(form, HoldsCards) and form.has_cards else None
        if character.cards and self._cards is None:
            raise OptionError(
                f"a {character.name} leans to cards, and there are none in this game: choose "
                "another character"
            )
        weights = character.contact, character.support, character.spread, character.ground
        self._weights = unit * np.array(weights, np.float32)
        self._of_cards = unit * character.cards

    def of(self, position: Any, actions: Ints) -> Floats:
        """(k,): the reward that the character adds to each of the actions, on average 0 over the
        empty cells of the board."""
        leaning = np.zeros(len(actions), np.float32)
        if self._form is not None and self._weights.any():
            cells = self._form.put(position, actions)
            leaning += self._by_cell(position)[cells].sum(axis=1)
            leaning /= np.maximum((cells < self._form.topology.cells).sum(axis=1), 1)
        if self._of_cards:
            assert self._cards is not None
            leaning += self._of_cards * self._cards.plays_card(position, actions)
        return leaning

    def _by_cell(self, position: Any) -> Floats:
        """(cells + 1,): of a stone on each cell; 0 for no cell."""
        assert self._form is not None
        own, others = self._form.sides(position)
        traits = of_cells(self._form.topology, own, others)
        empty = traits[~(own | others)]
        by_cell = np.zeros(len(traits) + 1, np.float32)
        if len(empty):
            spread = empty.std(axis=0)
            scale = np.divide(self._weights, spread, out=np.zeros(4, np.float32), where=spread > 0)
            by_cell[:-1] = (traits - empty.mean(axis=0)) @ scale
        return by_cell
