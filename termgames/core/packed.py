"""Packed positions: the form of a game in which a search can hold a million of them.

A position is one row of a numpy array of the game's own `dtype`, and an action is an integer.
Both are known to the search alone; players, records and screens see states and moves. A game
that has a packed form offers it as `packed(game)` in its module `packed`, and its tests replay
games to show that it agrees with the rules. Other games are searched through `search.generic`.

Below, n is a number of positions and k a number of actions of one position.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, Rng, SmallInts
from termgames.core.topology import Topology

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

Positions = NDArray[Any]
"""(n,): rows of `PackedGame.dtype`; never changed once made."""

_MOST_MARGIN = 1e6
"""Margins are cut off here. No board has more points, but a komi may be so large that it is
infinite in single precision."""


Points = Floats
"""(n, seats): final scores."""


def lead(score: Points) -> Floats:
    """(n, seats): points ahead of the best other seat, negative behind it."""
    ahead = np.empty_like(score)
    for seat in range(score.shape[1]):
        ahead[:, seat] = score[:, seat] - np.delete(score, seat, axis=1).max(axis=1)
    return ahead


def highest(score: Points) -> Floats:
    """(n, seats): win shares as if the most points won, whatever the game's own rule is."""
    best = score == score.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)


@dataclass(frozen=True)
class Reward:
    """What a search maximizes: the win share, and a little of how clearly it is won.

    A seat's reward is (1 - weight) * share + weight * clearness. Clearness rises smoothly
    from 0 to 1 with the seat's margin in points: (1 + margin / (scale + |margin|)) / 2.
    So a bot that is far ahead or behind still has something to play for. Rewards lie between
    0 and 1. Those of two seats sum to 1 if their margins do to 0, as their leads do.
    """

    weight: float = 0.0
    scale: float = 10.0
    margin: Callable[[Points], Floats] = lead
    """The margins (n, seats) that belong to final scores (n, seats): the greater, the better
    for the seat. A game in which the most points do not win has a margin of its own."""
    aim: Callable[[Points], Floats] | None = None
    """The win shares (n, seats) that belong to final scores (n, seats), for a bot that plays
    for something else than to win. None stands for the game's own."""

    def shares(self, share: Floats, score: Points) -> Floats:
        """(n, seats): the win shares to play for, from the game's own and the final scores."""
        return share if self.aim is None else self.aim(score)

    def of(self, share: Floats, score: Points) -> Floats:
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
    """The results of `lanes` playouts from each of n positions.

    AMAF ("all moves as first") sums say how playouts ended in which a certain kind of move
    occurred anywhere. A feature stands for a kind of move by a certain seat; its reward is the
    reward of that seat. Games number their features from 0 to `features - 1`.
    """

    reward: Floats
    """(n, seats): averaged over the playouts of each position."""
    share: Floats
    """(n, seats): win shares, averaged likewise."""
    score: Floats
    """(n, seats): final totals, averaged likewise."""
    owner: Floats
    """(cells, seats): in how many of all playouts each seat owned each cell at the end."""
    amaf_count: Floats
    """(n, features): in how many playouts of the position the feature occurred."""
    amaf_reward: Floats
    """(n, features): the rewards of these playouts, summed."""

    def mixed(self, reward: Floats, share: Floats, weight: Floats, seats: Indices) -> Evaluation:
        """The results if in each playout `reward` and `share` (n, seats), known otherwise, had had
        their `weight` (n,) in what it ended with. `seats` (features,): whose reward AMAF features
        sum up. Scores and owners stay those of the playouts."""
        weight = weight[:, None]
        rest = 1 - weight
        reward, share = weight * reward, weight * share
        return replace(
            self,
            reward=rest * self.reward + reward,
            share=rest * self.share + share,
            amaf_reward=rest * self.amaf_reward + reward[:, seats] * self.amaf_count,
        )


def evaluated(
    reward: Floats, share: Floats, score: Points, owner: SmallInts, first: Bytes, lanes: int
) -> Evaluation:
    """The results of L = P * lanes playouts, position-major, added up by position.

    `reward`, `share` and `score` are (L, seats); `owner` (L, cells) is the seat that owns each
    cell at the end, below 0 for none; `first` (L, cells) is 1 + the seat that first put a stone
    on the cell, 0 for none. AMAF feature seat * cells + cell: that seat was the first on the cell.
    """
    seats, cells = reward.shape[1], first.shape[1]
    by_lane, *others = (each.reshape(-1, lanes, seats) for each in (reward, share, score))
    count = len(by_lane)
    stones = first.reshape(count, lanes, cells)
    # Counts and sums of rewards in one matrix product: its left side holds ones and rewards.
    weights = np.ones((count, 2, lanes), np.float32)
    sums = np.empty((count, 2, seats, cells), np.float32)
    for seat in range(seats):
        weights[:, 1] = by_lane[:, :, seat]
        sums[:, :, seat] = weights @ (stones == seat + 1).astype(np.float32)
    owned = np.stack([(owner == seat).sum(axis=0) for seat in range(seats)], axis=1)
    return Evaluation(
        reward=by_lane.mean(axis=1),
        share=others[0].mean(axis=1),
        score=others[1].mean(axis=1),
        owner=owned.astype(np.float32),
        amaf_count=sums[:, 0].reshape(count, -1),
        amaf_reward=sums[:, 1].reshape(count, -1),
    )


class PackedGame(Protocol[S_contra, M_co]):
    """A game as a search needs it.

    `S_contra` are its states and `M_co` its moves. An argument `position` is one row, and
    `positions` are n rows. Arrays that a method answers are new, or nobody writes to them.
    """

    seats: int
    cells: int
    dtype: np.dtype[Any]
    """The fields of a row."""
    features: int
    """Length of the AMAF axis, see `Evaluation`; 0 where playouts keep no such sums."""

    def pack(self, states: Sequence[S_contra]) -> Positions:
        """(n,): a row for each state. States in which a question beside the board is open, such
        as a komi offer, have none: `preset_answer` is asked about them first."""

    def same(self, one: Any, other: Any) -> bool:
        """Whether play goes on in the same way from two rows. The search keeps its tree from
        move to move where it finds the new position in it."""

    def to_act(self, positions: Positions) -> SmallInts:
        """(n,): the seat to act, or OVER."""

    def legal(self, position: Any) -> Ints:
        """(k,): the legal actions, ascending; none where the game is over. A game may leave out
        those never worth playing, such as filling an own eye, as long as there are others."""

    def passes(self, position: Any) -> Ints:
        """(k,): the legal actions that change nothing on the board; may be none. The search
        considers them from the first visit on, since playouts may never make them."""

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after `actions` (n,), one in each. Legality is not checked."""

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards (n, seats) and win shares (n, seats) of positions in which the game is over."""

    def standing(self, positions: Positions) -> Floats:
        """(n, seats): the scores as they stand, whether the game is over or not."""

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """The results of `lanes` playouts from each position; the game is over in none of them."""

    def amaf_features(self, positions: Any, actions: Ints) -> Ints:
        """(k, t): the AMAF features of each of the k `actions` when it is made in its own one of
        k positions, or in one row for all. t is the most that any action has; -1 fills the rows
        of those that have fewer."""

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """Two arrays (actions,), indexed by action: the estimated reward of each action for the
        seat to act, from AMAF sums `count` (features,) and `reward` (features,); and on how many
        playouts the estimate rests. Must depend on nothing in the row but the seat to act. Not
        called where `features` is 0."""

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): what hand-made knowledge adds to the estimated reward of each of the k actions;
        0 where it says nothing."""

    def move(self, position: Any, action: int) -> M_co:
        """The move that the action stands for."""

    def preset_answer(self, state: S_contra) -> M_co | None:
        """The answer of the seat to act to a question that needs no search, such as a komi
        offer, or None."""


@runtime_checkable
class Stepwise(Protocol[M_co]):
    """Capability of a packed game: a move consists of several actions of one seat."""

    steps: int
    """The most actions of a move."""
    commuting: bool
    """Whether the order of a move's actions does not matter; the search then looks at one
    order only."""

    def complete_move(self, position: Any, actions: Sequence[int]) -> M_co | None:
        """The move that consists of these actions, the first of them made in `position`, or None
        while another action is missing. `PackedGame.move` serves moves of one action only."""


@runtime_checkable
class Decisive(Protocol):
    """Capability of a packed game in which any move may end the game, and in which looking
    for one that does costs no more than a playout: a search looks at every new position."""

    def win(self, position: Any, likely: Sequence[Any]) -> int | None:
        """An action that ends the game at once, won by the seat to act alone; None where
        there is none. `likely` are moves to be tried before others; not all need be legal."""


@runtime_checkable
class LegalInBatches(Protocol):
    """Capability of a packed game: the legal actions of many positions cost less together."""

    def legal_flags(self, positions: Positions) -> Flags:
        """(n, actions): whether `PackedGame.legal` has the action."""


@runtime_checkable
class Placed(Protocol):
    """Capability of a packed game whose actions have numbers in one position only."""

    def amaf_places(self, position: Any, actions: Ints) -> Ints:
        """(k,): where the estimates of these actions stand in what `amaf` answers."""


@runtime_checkable
class Remembering(Protocol):
    """Capability of a packed game whose playouts learn from one another."""

    def forget(self) -> None:
        """A search begins a new tree: what was learned counts no longer."""


def most_actions(game: PackedGame[Any, Any]) -> int:
    """The most actions that a move of the game takes."""
    return game.steps if isinstance(game, Stepwise) else 1


def complete_move(
    game: PackedGame[Any, M_co], position: Any, actions: Sequence[int]
) -> M_co | None:
    """The move that begins in one row with these actions; None while another is missing."""
    if isinstance(game, Stepwise):
        stepwise: Stepwise[M_co] = game
        return stepwise.complete_move(position, actions)
    return game.move(position, actions[0])


@runtime_checkable
class Tuned(Protocol):
    """Capability of a packed game: it has search settings of its own."""

    tuning: Mapping[str, Any]
    """Values for fields of `search.settings.Settings`, by name."""


@runtime_checkable
class HandmadePolicy(Protocol):
    """Capability of a packed game: hand-made knowledge of how likely its actions are."""

    def logits(self, positions: Positions) -> Floats:
        """(n, actions): the logarithms of weights in proportion to which actions are likely.
        Finite for all actions, legal or not."""


@runtime_checkable
class NetGame(Protocol):
    """Capability of a packed game: what a net (`core.nets`) sees of its positions, and which of
    the net's outputs stands for which action."""

    topology: Topology
    weights_name: str
    """The name of the file of weights. Games with the same input planes share one."""
    planes: int
    """How many numbers a net sees for each cell."""
    actions_per_cell: int
    """How many actions belong to each cell."""
    off_board_actions: int
    """How many actions belong to no cell, such as a pass."""
    owners: int
    """For how many seats it says which cells they will own."""
    action_index: Indices
    """(actions,): where each action stands among a net's logits: at cell * actions_per_cell and
    the number of the action among those of its cell, the others behind all cells."""

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, planes): each position as the seat to act sees it."""

    def seats_told(self, positions: Positions) -> Indices:
        """(n, owners): the seats of which a net says what they will own, in its order: the seat to
        act first. The game is over in none of the positions."""

    def permuted_actions(self, cells: Indices) -> Indices:
        """(actions,): the action that each action becomes when the board is rotated or mirrored
        so that cell i comes to lie on `cells[i]`; `cells` (cells,)."""


def net_shape(game: NetGame) -> tuple[int, int, int, int]:
    """What a net for a game takes and gives: input planes, actions a cell, actions beside the
    board, and owners."""
    return game.planes, game.actions_per_cell, game.off_board_actions, game.owners


@runtime_checkable
class PredictsValues(Protocol):
    """Capability of a `NetGame` whose result follows from who owns the cells in the end: what a net
    predicts of these says what positions are worth."""

    feature_seats: Indices
    """(features,): the seat whose reward each AMAF feature sums up."""

    def predicted_owners(self, positions: Positions, owner: Floats) -> Floats:
        """(n, cells, seats): the chance that each seat owns the cell in the end. `owner` (n, cells,
        owners): that of the seats that the net tells of."""

    def predicted_points(self, positions: Positions, owner: Floats) -> Points:
        """(n, seats): the final scores to expect; `owner` as above."""

    def predicted_values(
        self, positions: Positions, owner: Floats, covariance: Floats, reward: Reward
    ) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, seats) to expect; `owner` as above, and `covariance`
        (n, owners, owners) is that of how many cells these seats will own."""

    def net_weight(self, positions: Positions) -> Floats:
        """(n,): the weight of the net's value of positions against playouts, from 0 to 1."""


def expected_values(
    points: Floats, shares: Callable[[Points], Floats], reward: Reward
) -> tuple[Floats, Floats]:
    """Rewards and win shares (n, seats), each the mean over final scores (n, draws, seats) that are
    as likely as each other; `shares` are the game's own of such scores."""
    seats = points.shape[2]
    drawn = points.reshape(-1, seats)
    share = shares(drawn)
    by_draw = reward.of(share, drawn), reward.shares(share, drawn)
    rewards, won = (
        each.reshape(len(points), -1, seats).mean(axis=1, dtype=np.float32) for each in by_draw
    )
    return rewards, won


@runtime_checkable
class OwnersKnown(Protocol):
    """Capability of a `NetGame`: a board says who owns what once its game is over."""

    def final_owners(self, positions: Positions) -> SmallInts:
        """(n, cells): the seat that owns each cell, below 0 for none; all are over."""


@runtime_checkable
class Aimed(Protocol):
    """Capability of a packed game: bots may play for something else than to win. They serve as
    opponents to measure others by."""

    aims: Mapping[str, Reward]
    """By the name in a player's specification (`mcts:aim=area`). The win shares that `final` and
    `evaluate` answer are then those of `Reward.shares`."""


@runtime_checkable
class TableTalk(Protocol[S, M_co]):
    """Capability of a packed game: questions beside the board that are decided by a search of
    some position, and proposals that a player may make before his move."""

    def deciding_position(self, state: S) -> S | None:
        """The position whose win shares decide the open question, such as whether to resign
        together; None where no question is decided by them."""

    def decide(self, state: S, value: tuple[float, ...]) -> M_co:
        """The answer of the seat to act to a question for which there is a `deciding_position`,
        when a search of that position expects these win shares by seat."""

    def propose(self, state: S, value: tuple[float, ...]) -> M_co | None:
        """What the seat to act says before its move, when it expects these win shares by
        seat; None for nothing. A proposal that was made is not made again that turn."""
