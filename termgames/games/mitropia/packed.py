"""Packed positions of Mitropia for two players without luck, which is Go; see `go.packed`.

Without dice and cards nothing is hidden or left to chance, and two players have nobody to
surrender to: a turn is a stone in range, or a pass. Other games of Mitropia are searched as
games of chance (`determinized`). `bot.heuristics` answers all questions but a turn's.

A player's points are his area; where territory counts, less the stones that he has placed so
far. With two players the difference of points is then that of territories and prisoners (rules
20 and 21).
"""

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from termgames.core import regions
from termgames.core.arrays import Bytes, Flags, Floats, Ints, Rng, SmallInts
from termgames.core.evaluation import (
    Evaluation,
    Points,
    Reward,
    evaluated,
    expected_values,
    highest,
)
from termgames.core.packed import Positions
from termgames.core.steps import distances
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.determinized import DeterminizedMitropia
from termgames.games.mitropia.moves import PASS, Move, Point
from termgames.games.mitropia.questions import Settle, Turn
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones.distance import in_steps
from termgames.go.packed import WeightedGo
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.move_weights import by_hand
from termgames.go.playouts.positions import NOWHERE, StartPositions
from termgames.go.playouts.reach import reach_of

_PLAYERS = 2
_MEMORY = 6
"""Positions before the present one that a row remembers."""
_TAIL = 0.05
"""Playouts are stopped when at most this part of them is still going on."""
_QUANTILES = np.array([NormalDist().inv_cdf((n + 0.5) / 24) for n in range(24)], np.float32)
"""(24,): equally likely values of a standard normal variable."""
_OCCUPIED = (0.4, 0.65)
"""Between these parts of the board that are occupied, the weight of the net's value falls linearly
from the first to the second of `_NET_WEIGHTS`."""
_NET_WEIGHTS = (1.0, 0.6)
"""Weights of the net's value in that of a position; playouts have the rest. On positions that this
net had not seen, its values were compared with those of a stronger net. Until 40 % of the board was
occupied, its own were nearer to them than any mean with the values of 32 playouts; later means in
which it weighed 0.6 to 0.8 were the nearest."""


class PackedMitropia(WeightedGo):
    """One set-up game for two without luck; implements `core.packed.PackedGame`."""

    extra_fields: ClassVar = (
        ("laid", np.int16, (_PLAYERS,)),
        ("starts", np.int16, (_PLAYERS,)),
    )
    """`laid`, by seat: where prisoners count, how many stones were placed so far, else 0. `starts`,
    by seat: the start point, `cells` for none."""
    tuning: ClassVar = {
        "reward": Reward(0.5, 10.0),
        "lanes": 4,
        "lanes_late": 8,
        "leaves": 256,
        "patience": 1,
        # On 9x9 with 800 or 1,000 playouts a move guided playouts won 9 of 12 games against uniform
        # ones; logits 10 of 12 against hand-made priors, which had won 16 of 20 against none; the
        # reward 10 of 16 against Reward(0.2, 8). At 0.3 s a move 64 leaves won 6 of 16 against 256.
        # `explore` 0.15 and twice the `policy_weight` made no difference. Where a net gives the
        # values of leaves, `net_explore` replaces `explore`.
        "explore": 0.3,
        "policy_weight": 0.045,
    }

    def __init__(self, game: Mitropia) -> None:
        self.game, self.table = game, game.table
        super().__init__(game.topology, np.arange(_PLAYERS), memory=_MEMORY, situational=False)
        reach = self.table.fixed_reach
        even = not any(self.table.handicaps)
        self.standard = game.topology.whole_square and even and reach is None and self.table.by_area
        self._reached: Floats | None = None
        """(cells + 1, cells): 1 where the second cell is in range of the first, else 0. The last
        row, for no cell, is 0. None where the range has no limit."""
        if reach is not None:
            self._reached = np.zeros((self.cells + 1, self.cells), np.float32)
            self._reached[:-1] = in_steps(distances(game.topology), reach)
        limit = None if reach is None else reach_of(game.topology, reach)
        self.go_kernel = PlayoutKernel(
            game.topology, _PLAYERS, reach=limit, move_weights=by_hand(game.topology)
        )
        self._determinized = DeterminizedMitropia(game)
        """Its judgements and some of its answers serve here too."""

    def pack(self, states: Sequence[State]) -> Positions:
        """A row for each state, in which a turn begins or the game is over; ValueError where
        another question is open."""
        for state in states:
            if not isinstance(state.question, Turn | None):
                raise ValueError(
                    "this question is answered without a search, it has no packed position"
                )
        rows = self.blank([state.stones for state in states])
        for row, state in zip(rows, states, strict=True):
            row["turn"] = state.turn
            row["passed"] = self._passed(state)
            row["over"] = state.question is None
            row["laid"] = 0 if self.table.by_area else _laid(state)
            row["starts"] = [self.cells if at is None else at for at in state.starts]
            row["dead"] = self._expected(state)
            self.remember(row, state.board.history)
            if state.passes:
                row["last"] = self.passing
            if state.question is not None:
                legal = self.game.legal_moves(state)
                self.bar(row, [move.cell for move in legal if isinstance(move, Point)])
        return rows

    @staticmethod
    def _passed(state: State) -> int:
        """The seats whose last turns count towards the end, as bits."""
        if state.question is None:
            return (1 << _PLAYERS) - 1
        return 1 << (1 - state.turn) if state.towards_end else 0

    def _expected(self, state: State) -> Flags:
        """(cells,): the stones that players will agree are dead if both pass now; none
        where they will not be asked, or while there is much to play for."""
        marked = np.zeros(self.cells, bool)
        if state.question is None:
            marked[list(state.dead)] = True
        elif self.table.will_agree(state) and not heuristics.opening(state):
            _, owner = self._determinized.evaluator.outlook(state)
            marked[list(heuristics.dead(self.table, state, owner))] = True
        return marked

    # -- stones -----------------------------------------------------------------------------

    def placements(self, positions: Positions) -> Flags:
        """(n, cells): see `PackedGo`; only points in range (rule 5)."""
        may = super().placements(positions)
        if self._reached is not None:
            seat = self.mover(positions["turn"]).astype(np.intp)
            origins = np.zeros((len(positions), self.cells + 1), np.float32)
            origins[:, :-1] = positions["stones"] == (seat + 1)[:, None]
            rows = np.arange(len(positions))
            origins[rows, positions["starts"][rows, seat]] = 1
            may &= origins @ self._reached > 0
        return may

    def follow(self, rows: Positions, actions: Ints, seat: SmallInts) -> None:
        """See `PackedGo`. `turn` keeps only the seat to move, and `laid` counts the stone where
        prisoners count."""
        rows["turn"] %= _PLAYERS
        if not self.table.by_area:
            rows["laid"][np.arange(len(rows)), seat] += actions < self.cells

    def left_alone(self, positions: Positions) -> Positions:
        """See `core.packed.LeftAlone`."""
        rows = self.advance(positions, np.full(len(positions), self.passing, np.int32))
        rows["passed"], rows["over"] = 0, False
        return rows

    def playout_starts(self, positions: Positions) -> StartPositions:
        """See `PackedGo`; with the start points, from which range is counted."""
        starts = positions["starts"].astype(np.intp)
        starts[starts == self.cells] = NOWHERE
        return replace(super().playout_starts(positions), origins=starts)

    # -- worth ------------------------------------------------------------------------------

    def _owners(self, stones: Bytes) -> SmallInts:
        """(n, cells): the seat that owns each point, stones included; below 0 for none."""
        heads = np.broadcast_to(np.arange(_PLAYERS), (len(stones), _PLAYERS))
        return regions.owners(self.topology, stones, heads)

    def _points(self, owner: SmallInts, laid: NDArray[np.integer]) -> Points:
        """(n, 2): area by `owner` (n, cells) less `laid` (n, 2)."""
        area = np.stack([(owner == seat).sum(axis=1) for seat in range(_PLAYERS)], axis=1)
        return np.asarray(area - laid, np.float32)

    def standing(self, positions: Positions) -> Floats:
        """(n, 2): the scores as they stand, less a number that is the same for both;
        stones expected dead are counted as taken."""
        return self._points(self._owners(self.cleared(positions)), positions["laid"])

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, 2); exact unless dead stones are to be agreed on."""
        points = self.standing(positions)
        share = highest(points)
        return reward.of(share, points), reward.shares(share, points)

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Guided playouts, which fill no eyes and pass where nothing else is left."""
        done = self.go_kernel.run(self.playout_starts(positions), lanes, rng, tail=_TAIL)
        owner = self._owners(done.stones)
        points = self._points(owner, np.repeat(positions["laid"], lanes, axis=0))
        share = highest(points)
        return evaluated(
            reward.of(share, points), reward.shares(share, points), points, owner, done.first, lanes
        )

    def predicted_owners(self, positions: Positions, owner: Floats) -> Floats:
        """See `core.net_game.PredictsValues`: each cell has an owner."""
        second = self.mover(positions["turn"])[:, None] == 1
        own = owner[:, :, 0]
        first = np.where(second, 1 - own, own)
        owners: Floats = np.stack([first, 1 - first], axis=2, dtype=np.float32)
        return owners

    def predicted_points(self, positions: Positions, owner: Floats) -> Points:
        """See `core.net_game.PredictsValues`."""
        points: Points = self.predicted_owners(positions, owner).sum(axis=1) - positions["laid"]
        return points

    def predicted_values(
        self, positions: Positions, owner: Floats, covariance: Floats, reward: Reward
    ) -> tuple[Floats, Floats]:
        """See `core.net_game.PredictsValues`: the means over equally likely leads."""
        swing = np.sqrt(covariance[:, 0]) * _QUANTILES
        points = self.predicted_points(positions, owner)[:, None]
        leads = points + np.stack([swing, -swing], axis=2)
        return expected_values(leads, highest, reward)

    def net_weight(self, positions: Positions) -> Floats:
        """See `core.net_game.PredictsValues`."""
        occupied = (positions["stones"] > 0).mean(axis=1)
        return np.asarray(np.interp(occupied, _OCCUPIED, _NET_WEIGHTS), np.float32)

    # -- moves and questions ----------------------------------------------------------------

    def move(self, position: Any, action: int) -> Move:
        """The action as a move."""
        return PASS if action == self.passing else Point(int(action))

    def preset_answer(self, state: State) -> Move | None:
        """The answers to all questions but a turn's. In a turn a pass where nothing is left to
        play for and the seat is ahead."""
        if isinstance(state.question, Settle):
            return heuristics.agree_on_dead(self.table, state, self._determinized.evaluator.outlook)
        if not isinstance(state.question, Turn):
            return heuristics.usual(self.table, state)
        seat = state.question.seat
        if self._determinized.preset_answer(state) != PASS:
            return None
        points = self.standing(self.pack([state]))[0]
        return PASS if points[seat] > points[1 - seat] else None


def _laid(state: State) -> list[int]:
    """How many stones each colour has on the board or among the prisoners."""
    held = state.board.prisoners
    return [
        state.stones.count(colour + 1) + sum(row[colour] for row in held)
        for colour in range(_PLAYERS)
    ]


def packed(game: Mitropia) -> PackedMitropia | None:
    """The packed form of a game for two without luck, surrender and simple ko; None for others."""
    table = game.table
    other = game.chancy or table.surrender or table.plays("ko", "ko")
    return None if other or game.seats != _PLAYERS else PackedMitropia(game)
