"""Any game as a packed one, or as one of chance and hidden hands, from its rules alone.

Slow; it is how a game is searched before it has a packed form and a kernel, or a
`determinized.py`. Playouts are made through the rules and learn from one another (`history`).
`GenericGame` does not look ahead in games with chance or hidden hands: bots without a search choose
single answers through it, and `GenericDeterminized` is searched.
"""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

import numpy as np

from termgames.core.arrays import Flags, Floats, Ints, Rng, SmallInts
from termgames.core.determinized import DeterminizedGame
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.game import OVER, AnyGame, Game, Hidden, M, S
from termgames.core.packed import Positions
from termgames.search.history import CHOICES, SLOTS, MoveHistory, shares

Rollout = Callable[[Any, Rng], Floats]
"""Win shares (seats,) at the end of one uniformly random playout from a state."""
_DOUBT = 2.0
"""Playouts of the usual result that are added to those in which a move was made."""
_REMEMBERED = 20_000
"""Moves whose actions are remembered."""


def _played_out(
    history: MoveHistory[S, Any], states: Sequence[S], lanes: int, rng: Rng, reward: Reward
) -> Evaluation:
    """The results of `lanes` playouts from each state. Owners are not known to the rules and 0."""
    game = history.game
    share, score = (np.empty((len(states) * lanes, game.seats), np.float32) for _ in range(2))
    gained = np.empty_like(share)
    count, sums = (np.zeros((len(states), game.seats * SLOTS), np.float32) for _ in range(2))
    for lane in range(len(share)):
        at = lane // lanes
        end, moves = history.playout(states[at], rng)
        share[lane], score[lane] = shares(game, end), game.score(end).totals
        one = slice(lane, lane + 1)
        gained[one] = reward.of(share[one], score[one])
        history.learn(moves, gained[lane])
        features = np.array(history.features(moves), np.intp)
        count[at, features] += 1
        sums[at, features] += gained[lane, features // SLOTS]
    by_state = (len(states), lanes, -1)
    return Evaluation(
        gained.reshape(by_state).mean(axis=1),
        share.reshape(by_state).mean(axis=1),
        score.reshape(by_state).mean(axis=1),
        np.zeros((game.topology.cells, game.seats), np.float32),
        count,
        sums,
    )


def _sides(game: AnyGame, s: Any, seat: int) -> tuple[Flags, Flags]:
    """As `search.leaning.Leaned`."""
    stones, own = np.frombuffer(game.stones(s), np.uint8), 1 + game.colour(s, seat)
    return stones == own, (stones > 0) & (stones != own)


def _put(game: AnyGame, moves: Sequence[Any]) -> Ints:
    """As `search.leaning.Leaned`: stones are put on the cells that a player picks for each move."""
    picked = [game.cells_of(move) for move in moves]
    cells = np.full((len(picked), max(map(len, picked), default=0) or 1), game.topology.cells)
    for row, some in zip(cells, picked, strict=True):
        row[: len(some)] = some
    return cells.astype(np.int32)


@dataclass(eq=False)
class _Row(Generic[S, M]):
    """A state with the seat to act and the legal moves, which are asked for again and again."""

    state: S
    seat: int
    """Who is to act, see `core.game.Game.to_act`."""
    moves: Sequence[M] | None = None
    """Its legal moves; None until they are asked for."""


class GenericGame:
    """A `Game` as a `core.packed.PackedGame`; an action is an index into `legal_moves`."""

    dtype: np.dtype[Any] = np.dtype(object)
    tuning: ClassVar[dict[str, Any]] = {
        # A playout is as dear as a leaf: each goes to another one.
        "lanes": 1,
        "lanes_late": 1,
        "leaves": 8,
        "overture": 32,
        "table_from": 32,
        "prior_trust": 1.0,
    }

    def __init__(
        self,
        game: AnyGame,
        form: DeterminizedGame[Any, Any, Any] | None = None,
        rollout: Rollout | None = None,
    ) -> None:
        """`form`, where the game has one, says which moves are passes and which are pointless.
        `rollout` stands in for playouts through the rules, and nothing is learnt from it."""
        self.game, self.form, self.rollout = game, form, rollout
        self.seats = game.seats
        self.topology, self.cells = game.topology, game.topology.cells
        self.features = game.seats * SLOTS
        self._history: MoveHistory[Any, Any] = MoveHistory(game)

    def forget(self) -> None:
        """Forget what was learnt from earlier positions, see `core.packed.Remembering`."""
        self._history.forget()

    def pack(self, states: Sequence[Any]) -> Positions:
        """(n,): a row for each state, with the seat to act."""
        rows = np.empty(len(states), object)
        rows[:] = [_Row(state, self.game.to_act(state)) for state in states]
        return rows

    def _moves(self, position: Any) -> Sequence[Any]:
        """The legal moves of a position."""
        if position.moves is None:
            position.moves = self.game.legal_moves(position.state)
        moves: Sequence[Any] = position.moves
        return moves

    def same(self, one: Any, other: Any) -> bool:
        """Whether the two states are equal."""
        return bool(one.state == other.state)

    def to_act(self, positions: Positions) -> SmallInts:
        """(n,): the seats to act."""
        return np.array([row.seat for row in positions], np.int8)

    def legal(self, position: Any) -> Ints:
        """One action for each legal move, but for pointless ones while there are others."""
        moves = self._moves(position)
        if self.form is None:
            return np.arange(len(moves), dtype=np.int32)
        pointless = self.form.pointless(position.state)
        sensible = [action for action, move in enumerate(moves) if move not in pointless]
        return np.array(sensible or range(len(moves)), np.int32)

    def passes(self, position: Any) -> Ints:
        """The passes of `form`; without one, the moves that name no cell and leave all stones as
        they are."""
        game, state, legal = self.game, position.state, self._moves(position)
        if self.form is not None:
            moves = self.form.passes(state)
            return np.array(
                [action for action, move in enumerate(legal) if move in moves], np.int32
            )
        beside = [action for action, move in enumerate(legal) if not game.cells_of(move)]
        stones = game.stones(state) if beside else b""
        passes = [
            action for action in beside if game.stones(game.apply(state, legal[action])) == stones
        ]
        return np.array(passes, np.int32)

    def win(self, position: Any, likely: Sequence[Any]) -> int | None:
        """The first action found that wins at once, see `core.packed.Decisive`. Where there is
        none, None."""
        moves = self._moves(position)
        first = [moves.index(move) for move in likely if move in moves]
        for action in (*first, *self.legal(position).tolist()):
            after = self.game.apply(position.state, moves[action])
            if self.game.to_act(after) != OVER:
                continue
            if self.game.utilities(after)[position.seat] == 1:
                return int(action)
        return None

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the states after one move each."""
        return self.pack(
            [
                self.game.apply(row.state, self._moves(row)[action])
                for row, action in zip(positions, actions.tolist(), strict=True)
            ]
        )

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, seats)."""
        share = np.stack([shares(self.game, row.state) for row in positions])
        return reward.of(share, self.standing(positions)), share

    def standing(self, positions: Positions) -> Floats:
        """(n, seats): the totals of the scores."""
        return np.array([self.game.score(row.state).totals for row in positions], np.float32)

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Playouts through the rules; owners are not known to the rules and 0."""
        states = [row.state for row in positions]
        if self.rollout is None:
            return _played_out(self._history, states, lanes, rng, reward)
        found = [[self.rollout(state, rng) for _ in range(lanes)] for state in states]
        share = np.array(found, np.float32).mean(axis=1)
        nothing = np.zeros((len(states), self.features), np.float32)
        owner = np.zeros((self.cells, self.seats), np.float32)
        score = np.zeros_like(share)
        return Evaluation(reward.of(share, score), share, score, owner, nothing, nothing)

    def amaf_features(self, positions: Any, actions: Ints) -> Ints:
        """(k, 1): the place of the seat's move in the statistics."""
        rows = np.broadcast_to(np.asarray(positions, object), len(actions)).tolist()
        places = [
            self._history.slot(row.seat, self._moves(row)[action])
            for row, action in zip(rows, actions.tolist(), strict=True)
        ]
        return np.array(places, np.int32).reshape(-1, 1)

    def amaf_places(self, position: Any, actions: Ints) -> Ints:
        """(k,): see `core.packed.Placed`."""
        return self.amaf_features(position, actions)[:, 0] % SLOTS

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """By place in the seat's statistics: the mean reward of the playouts with such a move,
        pulled towards the usual reward where they are few, and how many they were."""
        own = slice(position.seat * SLOTS, (position.seat + 1) * SLOTS)
        mine, gained = count[own], reward[own]
        usual = float(gained.sum() / max(1.0, mine.sum()))
        return (gained + _DOUBT * usual) / (mine + _DOUBT), mine

    def sides(self, position: Any) -> tuple[Flags, Flags]:
        """See `search.leaning.Leaned`."""
        return _sides(self.game, position.state, position.seat)

    def put(self, position: Any, actions: Ints) -> Ints:
        """See `search.leaning.Leaned`."""
        moves = self._moves(position)
        return _put(self.game, [moves[action] for action in actions.tolist()])

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): zeros, as nothing is known of the actions."""
        return np.zeros(len(actions), np.float32)

    def move(self, position: Any, action: int) -> Any:
        """The legal move with that index."""
        return self._moves(position)[action]

    def preset_answer(self, state: Any) -> Any:
        """None: no question is answered without a search."""
        return None


class GenericDeterminized(Generic[S, M]):
    """A `Game` with dice, cards or hidden hands as a `core.determinized.DeterminizedGame`, from
    its rules alone; there is nothing to judge. Slow, and without hand-made knowledge."""

    pace = 1.0
    actions = 2**31
    tuning: ClassVar[dict[str, Any]] = {
        "lanes": 1,
        "lanes_late": 1,
        "leaves": 8,
        "overture": 16,
        "table_from": 32,
        "prior_trust": 1.0,
        # Nothing orders the moves: each is considered at once.
        "widen_first": 100_000,
    }

    def __init__(self, game: Game[S, M], *, choices: int = CHOICES) -> None:
        """`choices` is how many moves playouts choose from, 1 for uniform ones."""
        self.game = game
        self.seats, self.topology = game.seats, game.topology
        self.cells, self.features = game.topology.cells, game.seats * SLOTS
        self._history = MoveHistory(game, choices)
        self._moves: dict[int, M] = {}

    def forget(self) -> None:
        """Forget what was learnt from earlier positions, see `core.packed.Remembering`."""
        self._history.forget()

    def judge(self, s: S) -> None:
        """Nothing is judged."""

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
        """The number of a move, the same in every process: searches of one question that run in
        several processes compare what they learned."""
        return zlib.crc32(self.game.format(move).encode()) >> 1

    def amaf_features(self, s: S, actions: Ints) -> Ints:
        """(k,): the place of the seat's move in the statistics."""
        seat, slot = self.game.to_act(s), self._history.slot
        places = (slot(seat, self.move(s, action)) for action in actions.tolist())
        return np.fromiter(places, np.int32, len(actions))

    def sides(self, s: S) -> tuple[Flags, Flags]:
        """See `search.leaning.Leaned`."""
        return _sides(self.game, s, self.game.to_act(s))

    def put(self, s: S, actions: Ints) -> Ints:
        """See `search.leaning.Leaned`."""
        return _put(self.game, [self.move(s, action) for action in actions.tolist()])

    def prior(self, s: S, actions: Ints, judgement: None) -> Floats:
        """(k,): zeros, as nothing is known of the answers."""
        return np.zeros(len(actions), np.float32)

    def forced(self, s: S, judgement: None) -> M | None:
        """The only legal move, where there is only one."""
        moves = self.game.legal_moves(s)
        return moves[0] if len(moves) == 1 else None

    def mid_answer(self, s: S) -> bool:
        """False: every move is a whole answer."""
        return False

    def passes(self, s: S) -> Sequence[M]:
        """Legal moves without a cell."""
        return [move for move in self.game.legal_moves(s) if not self.game.cells_of(move)]

    def pointless(self, s: S) -> Sequence[M]:
        """None of them, as far as the rules tell."""
        return ()

    def usual_answer(self, s: S, judgement: None) -> M | None:
        """None: `evaluate` can start from any question."""
        return None

    def evaluate(
        self, states: Sequence[S], lanes: int, rng: Rng, reward: Reward, judgement: None
    ) -> Evaluation:
        """Playouts through the rules; owners are not known to the rules and 0."""
        return _played_out(self._history, states, lanes, rng, reward)

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
