"""Packed positions of Tri-Color Balancing Go, for the search; see `go.packed`."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from termgames.core import regions
from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, Rng, SmallInts
from termgames.core.evaluation import (
    Evaluation,
    Points,
    Reward,
    evaluated,
    expected_values,
    highest,
)
from termgames.core.packed import Positions
from termgames.core.two_player import PASS
from termgames.games.tricolor import evaluation, scoring
from termgames.games.tricolor.kernel import TriColorKernel
from termgames.games.tricolor.options import ALL, SEATS
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Move, Place, State, next_seats, resting
from termgames.go.dead_stones import DECLINE
from termgames.go.features import planes
from termgames.go.packed import PackedGo
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import StartPositions

_MEMORY = 6
"""Positions of earlier turns that a row remembers: two rounds."""
_TAIL = 0.05
"""Playouts are stopped as soon as at most this part of them is still going on."""
_OTHERS = 2
_STANDINGS = 4
"""Planes that are the same for all cells: see `PackedTriColor.input_planes`."""
_MUCH = 10.0
"""A lead of this many points becomes 0.5 in these planes."""
_DRAWS = 32
"""How many final scores are drawn for a net's value of a position, which is the mean over them."""


@cache
def _normal_draws() -> Floats:
    """(draws, 3): draws of three normal variables, always the same. Each row comes with its
    negative, so that the mean is 0; then they are transformed to unit variances without
    correlations."""
    half = np.random.Generator(np.random.PCG64(1)).standard_normal((_DRAWS // 2, 3))
    draws = np.concatenate([half, -half])
    lengths, ways = np.linalg.eigh(draws.T @ draws / len(draws))
    return np.asarray(draws @ ways / np.sqrt(lengths), np.float32)


def margin(points: Points) -> Floats:
    """(n, 3): how far each area lies inside the two others, in points; negative for an area
    outside them, by its distance to the nearer one. Only the middle score, which wins, has a
    positive margin."""
    others = np.stack([points[:, [1, 2]], points[:, [0, 2]], points[:, [0, 1]]], axis=1)
    inside = np.minimum(points - others.min(axis=2), others.max(axis=2) - points)
    return np.asarray(inside, np.float32)


class PackedTriColor(PackedGo):
    """One set-up game; implements `core.packed.PackedGame`, `KnowsRest`, `EndsBatched`,
    `TableTalk`, `Aimed` and `PredictsValues`.

    The net gets the two other players in the order in which they move next, and predicts what all
    three will own: the most points do not win, so nobody's result follows from his own points.
    """

    extra_fields: ClassVar = (("resting", np.uint8),)
    """The seats, as bits, that passed in their latest turn."""
    planes, owners = planes(_OTHERS) + _STANDINGS, 1 + _OTHERS
    others = _OTHERS

    tuning: ClassVar = {
        "reward": Reward(0.2, 8.0, margin),
        # A call of the kernel costs much, however few its lanes: so many leaves at once, from the
        # start. One player against two with 4 lanes and `explore` 1.2, in 30 games each on 7x7 with
        # 400 playouts a move, won 0.17 without AMAF, 0.26 with 16 lanes, 0.38 with `explore` 0.6.
        "lanes": 4,
        "lanes_late": 8,
        "leaves": 256,
        "patience": 1,
        "explore": 0.8,
    }
    aims: ClassVar = {"area": Reward(0.2, 8.0, aim=highest)}

    def __init__(self, game: TriColor) -> None:
        self.game, self.kernel = game, TriColorKernel(game)
        super().__init__(
            game.topology,
            self.kernel.order[0],
            memory=_MEMORY,
            situational=True,
            weights="tricolor" + (f"-{ALL}" if game.shared == ALL else ""),
        )
        self._restrained = PlayoutKernel(game.topology, len(SEATS), restrained=True)
        self._judge = evaluation.TriColorJudge(self.kernel)

    def pack(self, states: Sequence[State]) -> Positions:
        """A row for each state; ValueError where a proposal is open, of dead stones or to resign
        together."""
        for state in states:
            if state.agreement is not None or state.asking:
                raise ValueError("this question is answered by judging, it has no packed position")
        rows = self.blank([state.stones for state in states])
        for row, state in zip(rows, states, strict=True):
            row["turn"] = state.turn
            row["passed"] = sum(1 << seat for seat in state.passed)
            row["over"] = state.ending is not None
            row["dead"] = self._judge.expected(state)
            self.remember(row, state.history)
            row["resting"] = sum(1 << seat for seat in resting(state))
            if state.ending is None:
                legal = self.game.legal_moves(state)
                self.bar(row, [move.cell for move in legal if isinstance(move, Place)])
        return rows

    def follow(self, rows: Positions, actions: Ints, seat: SmallInts) -> None:
        """See `PackedGo`; brings `resting` up to date."""
        bit = np.uint8(1) << seat.astype(np.uint8)
        passing = actions == self.passing
        rows["resting"] = np.where(passing, rows["resting"] | bit, rows["resting"] & ~bit)

    def rests(self, position: Any) -> Flags:
        """See `core.packed.KnowsRest`."""
        bits = position["resting"] >> np.arange(self.seats, dtype=np.uint8)
        return np.asarray(bits & 1, bool)

    def alike(self, positions: Positions) -> NDArray[np.void]:
        """See `core.packed.EndsBatched`."""
        kept = positions["keys"].view(np.uint8).reshape(len(positions), -1)
        known = np.column_stack([positions["stones"], positions["passed"], kept])
        return np.ascontiguousarray(known).view(np.dtype((np.void, known.shape[1])))[:, 0]

    def counts_exactly(self, row: Any) -> bool:
        """See `core.packed.EndsBatched`."""
        return not row["dead"].any()

    def playout_starts(self, positions: Positions) -> StartPositions:
        """See `PackedGo`."""
        return replace(super().playout_starts(positions), resting=positions["resting"])

    # -- worth ------------------------------------------------------------------------------

    def standing(self, positions: Positions) -> Floats:
        """(n, 3): areas as they stand; stones expected dead are counted as removed."""
        return scoring.points(self._around(positions), self.game.shared)

    def final_owners(self, positions: Positions) -> SmallInts:
        """See `core.net_game.OwnersKnown`: as `standing` counts them."""
        return scoring.owners(self._around(positions))

    def _around(self, positions: Positions) -> Bytes:
        return regions.around(self.topology, self.cleared(positions))

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, 3); exact unless dead stones are to be agreed on."""
        points = self.standing(positions)
        share = scoring.shares(points)
        return reward.of(share, points), reward.shares(share, points)

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Restrained playouts, in which players fill no eyes, and mostly pass when they have
        enough points; see `go.playouts.restrained`."""
        starts = self.playout_starts(positions)
        done = self.kernel.counted(self._restrained.run(starts, lanes, rng, tail=_TAIL))
        return evaluated(
            reward.of(done.utility, done.score),
            reward.shares(done.utility, done.score),
            done.score,
            done.owner,
            done.boards.first,
            lanes,
        )

    # -- nets -------------------------------------------------------------------------------

    @cached_property
    def _seat_orders(self) -> Indices:
        """(turns, 3): for each turn all seats in the order in which they move next, first the seat
        to move."""
        order = self.game.order
        return np.array([next_seats(order, turn) for turn in range(len(self.order))], np.intp)

    def predicted_seats(self, positions: Positions) -> Indices:
        """(n, 3): all seats, in the order in which they move next."""
        seats: Indices = self._seat_orders[positions["turn"] % len(self._seat_orders)]
        return seats

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, planes): see `go.features`; then, the same for all cells, by how much the
        seat to act leads each of the others as the board stands, from -1 to 1, and whether each
        of them has passed since the last stone."""
        seats = self.predicted_seats(positions)
        stones, groups = positions["stones"], positions["groups"]
        features = self._net_features(stones, groups, seats[:, 0], positions["last"], seats)
        points = np.take_along_axis(self.standing(positions), seats, axis=1)
        lead = points[:, :1] - points[:, 1:]
        passed = positions["passed"][:, None] >> seats[:, 1:] & 1
        standings = np.concatenate([lead / (_MUCH + np.abs(lead)), passed], axis=1)
        spread = np.broadcast_to(standings[:, None], (*stones.shape, _STANDINGS))
        return np.concatenate([features, spread], axis=2, dtype=np.float32)

    def _by_seat(self, positions: Positions, values: Floats) -> Floats:
        """(n, …, 3): `values` (n, …, 3), whose last axis is in the order of `predicted_seats`, with
        that axis by seat."""
        place = np.argsort(self.predicted_seats(positions), axis=1)
        place = place.reshape(len(place), *(1,) * (values.ndim - 2), 3)
        return np.take_along_axis(values, place, axis=-1)

    def predicted_owners(self, positions: Positions, owner: Floats) -> Floats:
        """See `core.net_game.PredictsValues`."""
        return self._by_seat(positions, owner)

    def predicted_points(self, positions: Positions, owner: Floats) -> Points:
        """See `core.net_game.PredictsValues`."""
        return self._by_seat(positions, owner.sum(axis=1))

    def predicted_values(
        self, positions: Positions, owner: Floats, covariance: Floats, reward: Reward
    ) -> tuple[Floats, Floats]:
        """See `core.net_game.PredictsValues`: the mean over scores drawn from a normal
        distribution, the same draws for all positions. Scores are whole numbers: many games end
        with two equal ones, which share the win."""
        spread = np.linalg.cholesky(covariance)
        swings = np.swapaxes(spread @ _normal_draws().T, 1, 2)
        points = np.rint(owner.sum(axis=1)[:, None] + swings)
        return expected_values(self._by_seat(positions, points), scoring.shares, reward)

    def net_weight(self, positions: Positions) -> Floats:
        """See `core.net_game.PredictsValues`. Always 1: playouts are random, and hardly tell who
        will have the middle score."""
        return np.ones(len(positions), np.float32)

    # -- moves and questions ----------------------------------------------------------------

    def move(self, position: Any, action: int) -> Move:
        """The action as a move."""
        return PASS if action == self.passing else Place(int(action))

    def preset_answer(self, state: State) -> Move | None:
        """The proposal of dead stones, or the answer to one by which the seat asked has not lost;
        declines to resign together while the board is undecided; else None."""
        return self._judge.answer(state)

    def deciding_position(self, state: State) -> State | None:
        """For a proposal to resign together the position in which it was made; for a proposal of
        dead stones the one from which play goes on after a decline; else None."""
        if state.agreement is not None:
            return self.game.apply(state, DECLINE)
        return replace(state, asking=False) if state.asking else None

    def decide(self, state: State, value: tuple[float, ...]) -> Move:
        """The answer to a proposal to resign together, or of dead stones."""
        if state.agreement is not None:
            return self._judge.agrees(state, value)
        return self._judge.resigns(state, value)

    def propose(self, state: State, value: tuple[float, ...]) -> Move | None:
        """A proposal to resign together with another player who has lost too, or None."""
        return self._judge.proposal(state, value)


packed = PackedTriColor
"""The packed form of a set-up game."""
