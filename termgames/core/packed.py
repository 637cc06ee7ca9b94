"""Packed positions: the form of a game in which a search can hold a million of them.

A position is one row of a numpy array of the game's own `dtype`; actions are integers.
Both stay inside the search: players, records and screens see states and moves. A game
offers this as a capability (`packed(game)` beside its rules) and proves it against the
readable rules by replay. Games without it are searched through `search.generic`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from termgames.core.topology import Topology

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

Positions = NDArray[Any]
"""(n,): rows of `PackedGame.dtype`; never changed once made."""

_MOST_MARGIN = 1e6
"""No board decides about more points; a komi may, and be infinite in single precision."""


Points = NDArray[np.float32]
"""(n, seats): final scores."""


def lead(score: Points) -> NDArray[np.float32]:
    """(n, seats): points ahead of the best other seat, negative behind it."""
    found = np.empty_like(score)
    for seat in range(score.shape[1]):
        found[:, seat] = score[:, seat] - np.delete(score, seat, axis=1).max(axis=1)
    return found


def highest(score: Points) -> NDArray[np.float32]:
    """(n, seats): win shares where most points win, whatever the game's own rule."""
    best = score == score.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Reward:
    """What a search maximizes: the win share, and a little of how clearly it is won.

    A seat's reward is (1 - weight) * share + weight * clearness, where clearness rises
    smoothly from 0 to 1 with its margin, in points: (1 + margin / (scale + |margin|)) / 2.
    So a bot that is far ahead or behind still has something to play for. Rewards lie in
    0..1; with margins that cancel out, as leads of two seats do, they sum to 1.
    """

    weight: float = 0.0
    scale: float = 10.0
    margin: Callable[[Points], NDArray[np.float32]] = lead
    """(n, seats) points by which each seat is where it wants to be. A game in which most
    points do not win gives a margin of its own."""
    aim: Callable[[Points], NDArray[np.float32]] | None = None
    """Win shares (n, seats) to play for from final scores, instead of the game's own."""

    def shares(self, share: NDArray[np.float32], score: Points) -> NDArray[np.float32]:
        """(n, seats): the win shares that count, from the game's own and final scores."""
        return share if self.aim is None else self.aim(score)

    def of(self, share: NDArray[np.float32], score: Points) -> NDArray[np.float32]:
        """(n, seats) rewards from the game's win shares and final scores, both (n, seats)."""
        assert share.shape == score.shape
        assert share.ndim == 2
        share = self.shares(share, score)
        if self.weight == 0:
            return share
        margin = np.clip(self.margin(score), -_MOST_MARGIN, _MOST_MARGIN)
        clearness = (1 + margin / (self.scale + np.abs(margin))) / 2
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
        """One row a state. Questions beside the board are for `preset_answer`, not for here."""

    def same(self, one: Any, other: Any) -> bool:
        """Whether two rows are the same position, to the search."""

    def to_act(self, positions: Positions) -> NDArray[np.int8]:
        """(n,): the seat to act, or OVER."""

    def legal(self, position: Any) -> NDArray[np.int32]:
        """(k,): the legal actions of one row, ascending; empty when OVER. A game may leave
        out what is never worth playing, such as filling an own eye, while others remain."""

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

    def amaf_features(self, position: Any, actions: NDArray[np.int32]) -> NDArray[np.int32]:
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

    def preset_answer(self, state: S_contra) -> M_co | None:
        """The answer to a question that is not searched (a komi offer), or None."""


@runtime_checkable
class Stepwise(Protocol[M_co]):
    """Capability of a packed game: a move is up to `steps` actions of one seat."""

    steps: int
    commuting: bool
    """Whether the order of a move's actions means nothing; a search then looks at one."""

    def complete_move(self, position: Any, actions: Sequence[int]) -> M_co | None:
        """The move that begins in `position` with these actions, or None while another
        action is missing. `PackedGame.move` only serves moves of one action."""


@runtime_checkable
class Decisive(Protocol):
    """Capability of a packed game in which any move may end the game, and in which looking
    for one that does costs no more than a playout: a search looks at every new position."""

    def win(self, position: Any, likely: Sequence[Any]) -> int | None:
        """An action that ends the game at once, won by the seat to act alone; None where
        there is none. `likely` are moves to be tried before others; not all need be legal."""


@runtime_checkable
class Tuned(Protocol):
    """Capability of a packed game: settings of the search that suit it better."""

    tuning: Mapping[str, Any]
    """Fields of `search.settings.Settings` by name."""


@runtime_checkable
class HandmadePolicy(Protocol):
    """Capability of a packed game: hand-made knowledge of how likely its actions are."""

    def logits(self, positions: Positions) -> NDArray[np.float32]:
        """(n, actions): logarithms of what each action weighs, up to a number for each
        position; legality is not looked at, finite everywhere."""


@runtime_checkable
class NetGame(Protocol):
    """Capability of a packed game: what a net (`core.nets`) sees of positions, and which
    of its answers stands for which action."""

    topology: Topology
    weights_name: str
    """The name of the weights. Games that see alike on other boards share it."""
    planes: int
    """Numbers a cell that a net sees."""
    actions_per_cell: int
    """Kinds of actions a cell."""
    off_board_actions: int
    """Actions beside the board."""
    action_index: NDArray[np.intp]
    """(actions,): the place of each action among a net's logits, cell * kinds + kind, or
    cells * kinds + number for those beside the board."""

    def input_planes(self, positions: Positions) -> NDArray[np.float32]:
        """(n, cells, planes): the boards as the seats to act see them."""

    def permuted_actions(self, cells: NDArray[np.intp]) -> NDArray[np.intp]:
        """(actions,): what each action becomes when the board is turned or mirrored so that
        cell i comes to lie on `cells[i]` (cells,)."""


@runtime_checkable
class Aimed(Protocol):
    """Capability of a packed game: other things to play for than its own way of winning.
    Yardsticks are made of them."""

    aims: Mapping[str, Reward]
    """By the name a player gives (`mcts:aim=area`); what `final` and `evaluate` call
    win shares is then the aim's (`Reward.shares`)."""


@runtime_checkable
class TableTalk(Protocol[S, M_co]):
    """Capability of a packed game: questions beside the board that take playouts to
    answer, and proposals that a player may make before his move."""

    def answer(self, state: S, rng: np.random.Generator) -> M_co | None:
        """The answer of the seat to act to a question that is not searched, or None where
        the search is to answer."""

    def weighs(self, state: S) -> S | None:
        """The position whose win shares decide the open question, such as whether to resign
        together; None where no question is decided by them."""

    def decide(self, state: S, value: tuple[float, ...]) -> M_co:
        """The answer of the seat to act to a question that `weighs` knows, when a search of
        that position expects these win shares by seat."""

    def propose(self, state: S, value: tuple[float, ...]) -> M_co | None:
        """What the seat to act says before its move, when it expects these win shares by
        seat; None for nothing. A proposal that was made is not made again that turn."""
