"""Packed positions: the form of a game in which a search can hold a million of them.

A position is one row of a numpy array of the game's own `dtype`; actions are integers.
Both stay inside the search: players, records and screens see states and moves. A game
offers this as a capability (`packed(game)` beside its rules) and proves it against the
readable rules by replay. Games without it are searched through `search.plain`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

Positions = NDArray[Any]
"""(n,): rows of `PackedGame.dtype`; never changed once made."""

_MOST_LEAD = 1e6
"""No board decides about more points; a komi may, and be infinite in single precision."""


@dataclass(frozen=True)
class Reward:
    """What a search maximizes: the win share, and a little of how clearly it is won.

    A seat's reward is (1 - weight) * share + weight * clearness, where clearness rises
    smoothly from 0 to 1 with its lead over the best other seat, in points:
    (1 + lead / (scale + |lead|)) / 2. So a bot that is far ahead or behind still has
    something to play for. Rewards lie in 0..1; those of two seats sum to 1.
    """

    weight: float = 0.0
    scale: float = 10.0

    def of(self, share: NDArray[np.float32], score: NDArray[np.float32]) -> NDArray[np.float32]:
        """(n, seats) rewards from win shares and final scores, both (n, seats)."""
        assert share.shape == score.shape
        assert share.ndim == 2
        if self.weight == 0:
            return share
        seats = score.shape[1]
        lead = np.empty_like(score)
        for seat in range(seats):
            others = np.delete(score, seat, axis=1)
            lead[:, seat] = score[:, seat] - others.max(axis=1)
        np.clip(lead, -_MOST_LEAD, _MOST_LEAD, out=lead)
        clearness = (1 + lead / (self.scale + np.abs(lead))) / 2
        return np.asarray((1 - self.weight) * share + self.weight * clearness, np.float32)


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What playouts from P positions gave, averaged over each position's lanes.

    `features` is the length of the AMAF axis: a feature stands for a kind of move by one
    seat, and its reward is the reward of that seat.
    """

    reward: NDArray[np.float32]
    """(P, seats)."""
    share: NDArray[np.float32]
    """(P, seats): win shares alone."""
    owner: NDArray[np.float32]
    """(cells, seats): sums over all positions and lanes of who owned each cell."""
    amaf_count: NDArray[np.float32]
    """(P, features): in how many lanes the feature occurred; (P, 0) without AMAF."""
    amaf_reward: NDArray[np.float32]
    """(P, features): rewards of those lanes, summed."""


class PackedGame(Protocol[S_contra, M_co]):
    """A game as a search needs it. All arrays are new or read-only."""

    seats: int
    cells: int
    dtype: np.dtype[Any]
    features: int
    """Length of the AMAF axis; 0 when playouts keep no such statistics."""

    def pack(self, states: Sequence[S_contra]) -> Positions:
        """One row a state. Questions beside the board are for `book`, not for here."""

    def same(self, one: Any, other: Any) -> bool:
        """Whether two rows are the same position, to the search."""

    def to_act(self, positions: Positions) -> NDArray[np.int8]:
        """(n,): the seat to act, or OVER."""

    def legal(self, position: Any) -> NDArray[np.int32]:
        """(k,): the legal actions of one row, ascending; empty when OVER."""

    def passes(self, position: Any) -> NDArray[np.int32]:
        """The legal actions of one row that change nothing on the board. A search looks
        at them from the beginning, since playouts may not know them; may be empty."""

    def advance(self, positions: Positions, actions: NDArray[np.int32]) -> Positions:
        """(n,): the positions after one action each. Legality is not checked."""

    def final(
        self, positions: Positions, reward: Reward
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rewards and win shares (n, seats) of positions that are OVER."""

    def standing(self, positions: Positions) -> NDArray[np.float32]:
        """(n, seats): the scores as they stand, whether the game is over or not."""

    def evaluate(
        self, positions: Positions, lanes: int, rng: np.random.Generator, reward: Reward
    ) -> Evaluation:
        """`lanes` playouts from each position; none of them is OVER."""

    def traits(self, position: Any, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """(n, t): the AMAF features of actions when they are played in a row; -1 where an
        action has fewer."""

    def amaf(
        self, position: Any, count: NDArray[np.float32], reward: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Estimated rewards of all actions for the seat that acts in one row, indexed by
        action, from AMAF sums (features,); and how many playouts each estimate rests on.
        Of the row only the seat is looked at. Not asked when there are no features."""

    def prior(self, position: Any, actions: NDArray[np.int32]) -> NDArray[np.float32]:
        """(n,): what hand-made features add to the estimated reward of actions; 0 where
        they say nothing."""

    def move(self, position: Any, action: int) -> M_co:
        """The action as a move of the game."""

    def book(self, state: S_contra) -> M_co | None:
        """The answer to a question that is not searched (a komi offer), or None."""
