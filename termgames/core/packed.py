"""Packed positions: a form so compact that a search can hold a million of them.

A position is one row of a numpy array of the game's own `dtype`, and an action is an integer.
Only the search uses these; players, records and screens use states and moves. A game
that has a packed form offers it as `packed(game)` in its module `packed`, and its tests replay
games to show that it agrees with the rules. Other games are searched through `search.generic`.

Below, n is a number of positions and k a number of actions of one position.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Floats, Ints, Rng, SmallInts
from termgames.core.evaluation import Evaluation, Reward

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)

Positions = NDArray[Any]
"""(n,): rows of `PackedGame.dtype`; never changed once made."""


class PackedGame(Protocol[S_contra, M_co]):
    """A game as a search needs it.

    `S_contra` are its states and `M_co` its moves. An argument `position` is one row, and
    `positions` are n rows. Callers must not write to arrays that a method returns.
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


AnyPacked: TypeAlias = PackedGame[Any, Any]
"""The packed form of any game."""


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
    for one that does costs no more than a playout: so a search does that in every new
    position."""

    def win(self, position: Any, likely: Sequence[Any]) -> int | None:
        """An action that ends the game at once, won by the seat to act alone; None where
        there is none. `likely` are moves to be tried before others; not all need be legal."""


@runtime_checkable
class LegalInBatches(Protocol):
    """Capability of a packed game: the legal actions of many positions cost less together."""

    def legal_flags(self, positions: Positions) -> Flags:
        """(n, actions): whether `PackedGame.legal` contains the action."""


@runtime_checkable
class Placed(Protocol):
    """Capability of a packed game that numbers the actions of every position anew."""

    def amaf_places(self, position: Any, actions: Ints) -> Ints:
        """(k,): the indices of these actions' estimates in the arrays that `amaf` returns."""


@runtime_checkable
class Remembering(Protocol):
    """Capability of a packed game whose playouts learn from one another."""

    def forget(self) -> None:
        """Forget what was learned; called when a search begins a new tree."""


def most_actions(game: AnyPacked) -> int:
    """The most actions that a move of the game takes."""
    return game.steps if isinstance(game, Stepwise) else 1


def complete_move(
    game: PackedGame[Any, M_co], position: Any, actions: Sequence[int]
) -> M_co | None:
    """The move that consists of these actions, the first of them made in `position`; None while
    another action is missing."""
    if isinstance(game, Stepwise):
        stepwise: Stepwise[M_co] = game
        return stepwise.complete_move(position, actions)
    return game.move(position, actions[0])


@runtime_checkable
class LeftAlone(Protocol):
    """Capability of a packed game for two in which useless stones cost points, or the opponent's
    patience. To see what a stone gains, a search compares it with the board left as it is."""

    def left_alone(self, positions: Positions) -> Positions:
        """(n,): the positions with no stone put and the other seat to act, as if nobody had passed:
        the game is not over. It is over in none of `positions` either."""


@runtime_checkable
class KnowsRest(Protocol):
    """Capability of a packed game for three or more: it knows who rests, that is, who passed in his
    latest turn. Such a player is likely to go on passing until he has a reason to play."""

    def rests(self, position: Any) -> Flags:
        """(seats,): whether each seat rests, in one row."""


@runtime_checkable
class EndsBatched(LegalInBatches, Protocol):
    """Capability of a packed game for three or more: a search may follow all ways to the end where
    few moves are left."""

    passing: int
    """The action that lets a turn go by."""

    def alike(self, positions: Positions) -> NDArray[np.void]:
        """(n,): equal for positions after equally many moves from which play goes on in the same
        way, but for repetitions."""

    def counts_exactly(self, row: Any) -> bool:
        """Whether the results of all ends below a row are known: not where players may agree on
        stones as dead that are only expected to be."""


@runtime_checkable
class Tuned(Protocol):
    """Capability of a packed game: it has search settings of its own."""

    tuning: Mapping[str, Any]
    """Values for fields of `search.settings.Settings`, by name."""


@runtime_checkable
class Aimed(Protocol):
    """Capability of a packed game: bots may play for something else than to win. They serve as
    opponents to measure others by."""

    aims: Mapping[str, Reward]
    """By the name in a player's specification (`mcts:aim=area`). The win shares that `final` and
    `evaluate` return are then those of `Reward.shares`."""


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
