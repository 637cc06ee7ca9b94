"""Any game as a packed one, or as one of chance and hidden hands, from its rules alone.

Slow, and without AMAF statistics; it is how a game is searched before it has a packed form and a
kernel, or a `determinized.py`. Whole random playouts are made through the rules. `GenericGame`
does not look ahead in games with chance or hidden hands: bots without a search choose single
answers through it, and `GenericDeterminized` is searched.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, ClassVar, Generic

import numpy as np

from termgames.core.arrays import Floats, Ints, Rng, SmallInts
from termgames.core.determinized import DeterminizedGame, draw
from termgames.core.game import CHANCE, OVER, Game, Hidden, M, S
from termgames.core.packed import Evaluation, Positions, Reward

_PLIES = 2_000
"""Where a random playout is cut and counted as it stands; real games end long before."""
_REMEMBERED = 20_000
"""Moves whose actions are remembered."""


def random_playout(game: Game[S, Any], state: S, rng: Rng) -> S:
    """The state after uniformly random moves, and chance by its weights, to the end or after very
    many."""
    for _ in range(_PLIES):
        if game.to_act(state) == OVER:
            break
        if game.to_act(state) == CHANCE:
            move = draw(game.chances(state), rng)  # type: ignore[attr-defined]
        else:
            moves = game.legal_moves(state)
            move = moves[int(rng.integers(len(moves)))]
        state = game.apply(state, move)
    return state


def shares(game: Game[S, Any], state: S) -> Floats:
    """(seats,): win shares of a state that is over, or was cut: then as it stands."""
    if game.to_act(state) == OVER:
        return game.utilities(state)
    result = np.zeros(game.seats, np.float32)
    winners = list(game.score(state).winners)
    result[winners] = 1 / max(1, len(winners))
    return result


def played_out(
    game: Game[S, Any], states: Sequence[S], lanes: int, rng: Rng, reward: Reward
) -> Evaluation:
    """The results of `lanes` random playouts from each state. Owners are not known to the rules
    and 0."""
    ends = [random_playout(game, state, rng) for state in states for _ in range(lanes)]
    share = np.stack([shares(game, end) for end in ends])
    score = np.array([game.score(end).totals for end in ends], np.float32)
    gained = reward.of(share, score)
    by_state = (len(states), lanes, -1)
    nothing = np.zeros((len(states), 0), np.float32)
    return Evaluation(
        gained.reshape(by_state).mean(axis=1),
        share.reshape(by_state).mean(axis=1),
        score.reshape(by_state).mean(axis=1),
        np.zeros((game.topology.cells, game.seats), np.float32),
        nothing,
        nothing,
    )


class GenericGame:
    """A `Game` as a `core.packed.PackedGame`; an action is an index into `legal_moves`."""

    dtype: np.dtype[Any] = np.dtype(object)
    features = 0
    tuning: ClassVar[dict[str, Any]] = {
        # A playout is as dear as a leaf: each goes to another one.
        "lanes": 1,
        "lanes_late": 1,
        "leaves": 8,
        # There is no table to fill: these only tell what a forced move is worth. Nor is a
        # guess worth more than a playout.
        "overture": 32,
        "prior_trust": 1.0,
    }

    def __init__(
        self, game: Game[Any, Any], form: DeterminizedGame[Any, Any, Any] | None = None
    ) -> None:
        """`form`, where the game has one, says which moves are passes and which are pointless."""
        self.game, self.form = game, form
        self.seats = game.seats
        self.cells = game.topology.cells

    def pack(self, states: Sequence[Any]) -> Positions:
        """The states themselves."""
        rows = np.empty(len(states), object)
        rows[:] = states
        return rows

    def same(self, one: Any, other: Any) -> bool:
        """Equality of states."""
        return bool(one == other)

    def to_act(self, positions: Positions) -> SmallInts:
        """(n,): as the game says."""
        return np.array([self.game.to_act(state) for state in positions], np.int8)

    def legal(self, position: Any) -> Ints:
        """One action for each legal move, but for dull ones while there are others."""
        moves = self.game.legal_moves(position)
        pointless = [] if self.form is None else self.form.pointless(position)
        sensible = [action for action, move in enumerate(moves) if move not in pointless]
        return np.array(sensible or range(len(moves)), np.int32)

    def passes(self, position: Any) -> Ints:
        """The passes of `form`; without one, the moves that name no cell and leave all stones as
        they are."""
        state, game = position, self.game
        if self.form is not None:
            moves = self.form.passes(state)
            legal = game.legal_moves(state)
            return np.array(
                [action for action, move in enumerate(legal) if move in moves], np.int32
            )
        stones = game.stones(state)
        passes = [
            action
            for action, move in enumerate(game.legal_moves(state))
            if not game.cells_of(move) and game.stones(game.apply(state, move)) == stones
        ]
        return np.array(passes, np.int32)

    def win(self, position: Any, likely: Sequence[Any]) -> int | None:
        """The first that is found, see `core.packed.Decisive`."""
        moves = self.game.legal_moves(position)
        first = [moves.index(move) for move in likely if move in moves]
        for action in (*first, *self.legal(position).tolist()):
            after = self.game.apply(position, moves[action])
            if self.game.to_act(after) != OVER:
                continue
            if self.game.utilities(after)[self.game.to_act(position)] == 1:
                return int(action)
        return None

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the states after one move each."""
        return self.pack(
            [
                self.game.apply(state, self.move(state, int(action)))
                for state, action in zip(positions, actions, strict=True)
            ]
        )

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, seats)."""
        share = np.stack([shares(self.game, state) for state in positions])
        return reward.of(share, self.standing(positions)), share

    def standing(self, positions: Positions) -> Floats:
        """(n, seats): the totals of the scores."""
        return np.array([self.game.score(state).totals for state in positions], np.float32)

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Random playouts through the rules; owners are not known to the rules and 0."""
        return played_out(self.game, list(positions), lanes, rng, reward)

    def amaf_features(self, position: Any, actions: Ints) -> Ints:
        """No features."""
        return np.zeros((len(actions), 0), np.int32)

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """Never asked: without features no table is kept."""
        raise AssertionError("a game without features has no AMAF table")

    def prior(self, position: Any, actions: Ints) -> Floats:
        """Zeros: nothing is known."""
        return np.zeros(len(actions), np.float32)

    def move(self, position: Any, action: int) -> Any:
        """The legal move with that index."""
        return self.game.legal_moves(position)[action]

    def preset_answer(self, state: Any) -> Any:
        """None."""
        return None


class GenericDeterminized(Generic[S, M]):
    """A `Game` with dice, cards or hidden hands as a `core.determinized.DeterminizedGame`, from
    its rules alone; there is nothing to judge. Slow, and without hand-made knowledge."""

    pace = 1.0
    actions = 2**31
    features = 0
    tuning: ClassVar[dict[str, Any]] = {
        "lanes": 1,
        "lanes_late": 1,
        "leaves": 8,
        "overture": 16,
        "prior_trust": 1.0,
        # Nothing orders the moves: each is considered at once.
        "widen_first": 100_000,
    }

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self.seats, self.cells = game.seats, game.topology.cells
        self._moves: dict[int, M] = {}

    def judge(self, s: S) -> None:
        """Nothing."""

    def candidates(self, s: S, judgement: None) -> Ints:
        """(k,): all legal moves."""
        if len(self._moves) > _REMEMBERED:
            self._moves.clear()
        numbered = {self._number(move): move for move in self.game.legal_moves(s)}
        self._moves.update(numbered)
        return np.fromiter(numbered, np.int32, len(numbered))

    def move(self, s: S, action: int) -> M:
        """The move whose text has that number."""
        if action not in self._moves:
            self.candidates(s, None)
        return self._moves[action]

    def _number(self, move: M) -> int:
        """The same in every process: searches of one question compare what they learned."""
        return zlib.crc32(self.game.format(move).encode()) >> 1

    def amaf_features(self, s: S, actions: Ints) -> Ints:
        """(k,): none."""
        return np.full(len(actions), -1, np.int32)

    def prior(self, s: S, actions: Ints, judgement: None) -> Floats:
        """(k,): nothing is known."""
        return np.zeros(len(actions), np.float32)

    def forced(self, s: S, judgement: None) -> M | None:
        """The only legal move, where there is only one."""
        moves = self.game.legal_moves(s)
        return moves[0] if len(moves) == 1 else None

    def mid_answer(self, s: S) -> bool:
        """Every move is whole."""
        return False

    def passes(self, s: S) -> Sequence[M]:
        """Legal moves without a cell."""
        return [move for move in self.game.legal_moves(s) if not self.game.cells_of(move)]

    def pointless(self, s: S) -> Sequence[M]:
        """None is known."""
        return ()

    def usual_answer(self, s: S, judgement: None) -> M | None:
        """Playouts begin anywhere."""
        return None

    def evaluate(
        self, states: Sequence[S], lanes: int, rng: Rng, reward: Reward, judgement: None
    ) -> Evaluation:
        """Random playouts through the rules; who owns what is not known to them."""
        return played_out(self.game, states, lanes, rng, reward)

    def final(self, s: S, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (seats,) by the rules' own count."""
        share = self.game.utilities(s)
        score = np.array([self.game.score(s).totals], np.float32)
        return reward.of(share[None], score)[0], share

    def preset_answer(self, s: S) -> M | None:
        """A move that wins at once, whatever chance brings; not looked for where something is
        hidden from the player."""
        if isinstance(self.game, Hidden):
            return None
        seat = self.game.to_act(s)
        for move in self.game.legal_moves(s):
            after = self.game.apply(s, move)
            if self.game.to_act(after) == OVER and self.game.utilities(after)[seat] == 1:
                return move
        return None
