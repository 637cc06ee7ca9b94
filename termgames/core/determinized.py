"""Games of chance and hidden hands, in the form in which a search goes through them.

A *world* is a full state that what a player knows allows. A search imagines one for every
descent, walks through it with the game's own rules, and plays it out. So that statistics
of many worlds can be added up, the answers to a question are numbered the same way in all
of them: an action is an integer from 0 to `actions - 1`. Numbers stay inside the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from termgames.core.packed import Evaluation, Reward

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


class DeterminizedGame(Protocol[S_contra, M_co]):
    """What a search through worlds needs of a game beside its rules; a capability
    (`determinized(game)` beside the rules)."""

    seats: int
    cells: int
    pace: float
    """Part of a level's playouts that a bot makes here: less where they take long, so that
    play moves along on every board."""
    actions: int
    """Answers are numbered below this; those that mean the same have the same number."""
    features: int
    """Length of the AMAF axis; 0 when playouts keep no such statistics."""

    def look(self, s: S_contra) -> None:
        """Judge the board as it lies in a state that is to be searched: what is considered,
        and what it is worth, goes by that until the next look. Every search looks for
        itself, those that help another too."""

    def candidates(self, s: S_contra) -> NDArray[np.int32]:
        """(k,): the answers to consider in a state where a seat is to act. They may hold
        some that the rules refuse; where all are, a search takes any legal answer."""

    def move(self, s: S_contra, action: int) -> M_co:
        """The action as a move."""

    def amaf_features(self, s: S_contra, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """(k,): the AMAF feature that each action brings about, -1 where none."""

    def prior(self, s: S_contra, actions: NDArray[np.int32]) -> NDArray[np.float32]:
        """(k,): what hand-made features add to the estimated reward of actions."""

    def forced(self, s: S_contra) -> M_co | None:
        """The answer to a question of a seat that is not worth a search below the root, or
        None where it is."""

    def mid_answer(self, s: S_contra) -> bool:
        """Whether the state lies in the middle of an answer whose rest is owed: a descent
        goes on there, since the answer is worth nothing without it."""

    def passes(self, s: S_contra) -> Sequence[M_co]:
        """The legal answers by which a turn goes by without doing anything on the board."""

    def pointless(self, s: S_contra) -> Sequence[M_co]:
        """Answers, legal or not, that no player gives while there are others."""

    def usual_answer(self, s: S_contra) -> M_co | None:
        """The usual answer to a question that playouts cannot begin at (a reaction, a
        discard, a stone of a card), or None where they can. Asked until it is None."""

    def evaluate(
        self, states: Sequence[S_contra], lanes: int, rng: np.random.Generator, reward: Reward
    ) -> Evaluation:
        """`lanes` playouts from each state; all are quiet and none is over."""

    def final(self, s: S_contra, reward: Reward) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rewards and win shares (seats,) of a state that is over."""

    def preset_answer(self, s: S_contra) -> M_co | None:
        """The answer to a question that is not searched, from what the asked seat may
        see; None where the search is to answer."""


def draw(outcomes: Sequence[tuple[Any, int]], rng: np.random.Generator) -> Any:
    """One of the outcomes of chance, with probabilities as their integer weights."""
    weights = np.array([weight for _, weight in outcomes], np.float64)
    return outcomes[int(rng.choice(len(outcomes), p=weights / weights.sum()))][0]
