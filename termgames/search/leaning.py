"""What a bot's character adds to the worth of moves.

A search looks sooner at the moves that a bot leans to, and plays them where others are worth
hardly more. What moves are worth it judges without regard to them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames.core.arrays import Floats, Ints
from termgames.core.errors import OptionError
from termgames.core.traits import HoldsCards, Leaned, of_cells
from termgames.search.characters import Character


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
