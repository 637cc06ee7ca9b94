"""Games with dice, cards or hidden hands, in the form in which a search plays them.

Nobody but the rules knows the whole state of such a game. The search therefore guesses: for
every descent it draws a complete state that agrees with all that the player may know (a
*determinization*), and goes down the tree with it by the game's own rules. To add up what it
learns in different states it needs the same name for the same answer in all of them: an
*action*, an integer from 0 to `actions - 1`. Actions are known to the search alone; players,
records and screens see moves.
"""

from collections.abc import Sequence
from typing import Protocol, Self, TypeVar, runtime_checkable

from termgames.core.arrays import Floats, Ints, Rng
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.nets import Net

S_contra = TypeVar("S_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)
J = TypeVar("J")


class DeterminizedGame(Protocol[S_contra, M_co, J]):
    """What a search needs of such a game beside its rules (`core.game`).

    A game offers it as `determinized(game)` in the module of that name. `S_contra` are its
    states, `M_co` its moves, and `J` is whatever its `judge` returns: the search hands that
    value on and never looks into it. Methods keep nothing from one call to the next but
    caches, so several searches may take turns with one object.
    """

    seats: int
    cells: int
    pace: float
    """A factor, at most 1, for the number of playouts of a level whose strength was not measured:
    less than 1 where a playout takes long."""
    actions: int
    """Actions are smaller than this number."""
    features: int
    """Length of the AMAF axis, see `core.evaluation.Evaluation`; 0 where playouts keep no such
    sums."""

    def judge(self, s: S_contra) -> J:
        """Facts about the board of a state that a search computes once, before it begins, for
        example which points are settled. `s` is what the player to act may see. The search
        passes the value to the methods below, also for the states that it reaches from `s`.
        The same state gives the same judgement."""

    def candidates(self, s: S_contra, judgement: J) -> Ints:
        """(k,): the actions worth considering in a state in which a seat is to act. Some may
        be illegal. If all are, the search takes any legal move instead."""

    def move(self, s: S_contra, action: int) -> M_co:
        """The move that the action stands for."""

    def amaf_features(self, s: S_contra, actions: Ints) -> Ints:
        """(k,): the AMAF feature of each of the k actions, -1 for an action without one."""

    def prior(self, s: S_contra, actions: Ints, judgement: J) -> Floats:
        """(k,): what hand-made knowledge adds to the estimated reward of each of the k
        actions; 0 where it says nothing."""

    def forced(self, s: S_contra, judgement: J) -> M_co | None:
        """The answer to a question that is not worth a node of the tree, or None for a question
        that is. Not called at the root."""

    def mid_answer(self, s: S_contra) -> bool:
        """Whether the player has begun an answer and still owes the rest of it. A descent
        never ends in such a state, for half an answer is worth nothing."""

    def passes(self, s: S_contra) -> Sequence[M_co]:
        """The legal moves with which a player lets his turn go by."""

    def pointless(self, s: S_contra) -> Sequence[M_co]:
        """Moves, legal or not, that no player makes while there are others."""

    def usual_answer(self, s: S_contra, judgement: J) -> M_co | None:
        """The usual answer to a question from which `evaluate` cannot start, or None where
        it can. At the end of a descent the search gives usual answers until it gets None."""

    def evaluate(
        self, states: Sequence[S_contra], lanes: int, rng: Rng, reward: Reward, judgement: J
    ) -> Evaluation:
        """The result of `lanes` playouts from each state. None of the states is over, and
        `usual_answer` is None in all of them."""

    def final(self, s: S_contra, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards (seats,) and win shares (seats,) of a state that is over."""

    def preset_answer(self, s: S_contra) -> M_co | None:
        """The answer to a question that needs no search, or None. `s` is what the player
        who is asked may see."""


@runtime_checkable
class NetGuided(Protocol):
    """Capability of a determinized game: `prior` can use a net."""

    def guided_by(self, net: Net | None) -> Self:
        """The same game with another net, or with none; NetError if the net does not fit."""
