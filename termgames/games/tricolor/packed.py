"""Packed positions of Tri-Color Balancing Go, for the search; see `core.packed`.

An action is the point of a stone; the last one, `cells`, is the pass. A point that only
fills an own eye is no action. Superko is exact at the position that is packed: its
forbidden points are marked there. Below it each row remembers the last two rounds, which
finds the repetitions of ordinary kos, whoever takes part in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from termgames.core import gosense, superko
from termgames.core import lanes as go
from termgames.core.game import OVER
from termgames.core.gorows import GoRows, View
from termgames.core.offer import PASS
from termgames.core.packed import Evaluation, Points, Positions, Reward, highest
from termgames.games.tricolor import judging, scoring
from termgames.games.tricolor.rollout import TriColorKernel
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Move, Place, State

SEATS = scoring.SEATS
_MEMORY = 6
"""Positions of earlier turns that a row remembers: two rounds."""
_ROOMY = 0.4
"""Part of the board with stones, above which priors are silent."""
_IDLE = -0.15
"""Prior of a pass."""
_ALL = (1 << SEATS) - 1
_TAIL = 0.05
"""Playouts are stopped when no greater part of them is still going on."""


def margin(points: Points) -> NDArray[np.float32]:
    """(n, 3): how far each area lies inside the two others, negative for the distance to
    the nearer of them from outside. What the middle score has, and the others lack."""
    others = np.stack([points[:, [1, 2]], points[:, [0, 2]], points[:, [0, 1]]], axis=1)
    inside = np.minimum(points - others.min(axis=2), others.max(axis=2) - points)
    return np.asarray(inside, np.float32)


class PackedTriColor:
    """One set-up game; implements `core.packed.PackedGame`, `Judging` and `Aimed`."""

    seats = SEATS
    tuning: ClassVar = {
        "reward": Reward(0.2, 8.0, margin),
        # A call of the kernel costs much, however few its lanes: many leaves at once, soon.
        # Of 30 games each on 7x7, 400 playouts a move, against two with 4 lanes and explore
        # 1.2, a player without AMAF won 0.17, with 16 lanes 0.26, with explore 0.6 0.38.
        "lanes": 4,
        "lanes_late": 8,
        "leaves": 256,
        "patience": 1,
        "explore": 0.8,
    }
    aims: ClassVar = {"area": Reward(0.2, 8.0, aim=highest)}

    def __init__(self, game: TriColor) -> None:
        self.game, self.topology = game, game.topology
        self.cells = self.topology.cells
        self.passing = self.cells
        """The action that places nothing."""
        self.rows = GoRows(self.topology)
        self.kernel = TriColorKernel(game)
        self.order = self.kernel.order[0]
        """The seat of each turn, to be read cyclically."""
        self.features = self.kernel.features
        """AMAF: who played first on a cell."""
        self.dtype = np.dtype(
            [
                ("stones", np.uint8, (self.cells,)),
                ("groups", np.int16, (self.cells,)),
                ("turn", np.int32),
                ("passed", np.uint8),
                ("over", np.bool_),
                ("key", np.uint64),
                ("keys", np.uint64, (_MEMORY,)),
                ("barred", np.bool_, (self.cells,)),
                ("dead", np.bool_, (self.cells,)),
            ]
        )
        words = [superko.words(cell)[:SEATS] for cell in range(self.cells)]
        self._words = np.array([[_short(word) for word in row] for row in words], np.uint64)
        """(cells, 3): what a stone adds to a key."""
        self._judge = judging.Judge(self.kernel)

    # -- positions --------------------------------------------------------------------------

    def pack(self, states: Sequence[State]) -> Positions:
        """One row a state; questions about dead stones and resignations have no rows."""
        rows = np.zeros(len(states), self.dtype)
        for row, state in zip(rows, states, strict=True):
            if state.agreement is not None or state.asking:
                raise ValueError("this question is answered by judging, it has no packed position")
            row["stones"] = np.frombuffer(state.stones, np.uint8)
            row["turn"] = state.turn
            row["passed"] = sum(1 << seat for seat in state.passed)
            row["over"] = state.ending is not None
            row["key"] = _short(state.history.key)
            row["keys"] = self._remembered(state)
            row["dead"] = self._judge.expected(state)
        rows["groups"] = self.rows.groups(rows["stones"])
        for index, state in enumerate(states):
            self._bar(rows, index, state)
        return rows

    def _remembered(self, state: State) -> list[int]:
        """Keys of the positions that the last turns left, the newest first; 0, as of the
        empty board, which no stone brings back, where there were fewer."""
        plies = zip(reversed(state.history.keys), reversed(state.history.makers), strict=True)
        made = (_short(key) for key, maker in plies if maker != superko.NOBODY)
        keys = list(islice(made, _MEMORY))
        return keys + [0] * (_MEMORY - len(keys))

    def _bar(self, rows: Positions, index: int, state: State) -> None:
        """Mark the points that superko forbids and the row itself does not know."""
        if state.ending is not None:
            return
        known = self._placements(rows[index], self._view(rows[index]))
        known[[move.cell for move in self.game.legal_moves(state) if isinstance(move, Place)]] = 0
        rows["barred"][index] = known

    def same(self, one: Any, other: Any) -> bool:
        """Whether play goes on alike: equal rows, but for how the groups are named."""
        fields = ("turn", "key", "passed", "over", "stones", "barred", "dead", "keys")
        return all(bool((one[name] == other[name]).all()) for name in fields)

    def to_act(self, positions: Positions) -> NDArray[np.int8]:
        """(n,): the seat to act, or OVER."""
        return np.where(positions["over"], np.int8(OVER), self._mover(positions["turn"]))

    def _mover(self, turn: NDArray[np.integer]) -> NDArray[np.int8]:
        """Who plays each turn."""
        return np.asarray(self.order[turn % len(self.order)], np.int8)

    def _view(self, position: Any) -> View:
        side = int(self._mover(position["turn"])) + 1
        return self.rows.view(position["stones"], position["groups"], side)

    def _placements(self, position: Any, view: View) -> NDArray[np.bool_]:
        """(cells,): the points of stones, marks apart: no suicide, no repetition that the
        row remembers, no own eye."""
        may = view.playable & ~view.eye
        seat = int(self._mover(position["turn"]))
        own = self._mover(position["turn"] - 1 - np.arange(_MEMORY)) == seat
        # Only a stone that takes a single one can bring back a position of two rounds ago.
        for cell in np.flatnonzero(may & (view.takes == 1)).tolist():
            taken = self._single(position, view, cell)
            after = position["key"] ^ self._words[cell, seat] ^ taken
            may[cell] = not ((position["keys"] == after) & own).any()
        return may

    def _single(self, position: Any, view: View, cell: int) -> np.uint64:
        """The word of the one stone that a stone on `cell` takes."""
        stones = position["stones"]
        for near in self.topology.adjacent[cell]:
            other = stones[near] not in (0, int(self._mover(position["turn"])) + 1)
            if other and view.rooms[near] == 1 and self._alone(position, near):
                word: np.uint64 = self._words[near, stones[near] - 1]
                return word
        raise AssertionError("a single stone is taken")

    def _alone(self, position: Any, cell: int) -> bool:
        stones = position["stones"]
        return all(stones[near] != stones[cell] for near in self.topology.adjacent[cell])

    def legal(self, position: Any) -> NDArray[np.int32]:
        """(k,): the points of stones, and the pass. Own eyes are left out."""
        if position["over"]:
            return np.zeros(0, np.int32)
        may = self._placements(position, self._view(position)) & ~position["barred"]
        return np.append(np.flatnonzero(may), self.passing).astype(np.int32)

    def passes(self, position: Any) -> NDArray[np.int32]:
        """The pass, always legal."""
        return np.array([] if position["over"] else [self.passing], np.int32)

    def advance(self, positions: Positions, actions: NDArray[np.int32]) -> Positions:
        """(n,): the positions after one action each; over when all have passed."""
        rows = positions.copy()
        seat = self._mover(rows["turn"])
        key = positions["key"].copy()
        placed = np.flatnonzero(actions < self.cells)
        if placed.size:
            before = positions["stones"][placed]
            stones, groups = before.copy(), rows["groups"][placed]
            cells, mover = actions[placed], seat[placed].astype(np.intp)
            taken = self.rows.put(stones, groups, cells, mover + 1)
            change = self._words[cells, mover]
            for index in np.flatnonzero(taken.any(axis=1)).tolist():
                gone = np.flatnonzero(taken[index])
                words = self._words[gone, before[index, gone] - 1]
                change[index] ^= np.bitwise_xor.reduce(words)
            key[placed] ^= change
            rows["stones"][placed], rows["groups"][placed] = stones, groups
            rows["dead"][placed] &= stones == before
        passing = actions == self.passing
        passed = np.where(passing, rows["passed"] | (np.uint8(1) << seat.astype(np.uint8)), 0)
        rows["passed"] = passed
        rows["over"] |= passed == _ALL
        rows["key"] = rows["keys"][:, 0] = key
        rows["keys"][:, 1:] = positions["keys"][:, :-1]
        rows["barred"] = False
        rows["turn"] += 1
        return rows

    # -- worth ------------------------------------------------------------------------------

    def _cleared(self, positions: Positions) -> NDArray[np.uint8]:
        """(n, cells): stones, less the groups of which every stone is expected dead."""
        stones = np.ascontiguousarray(positions["stones"])
        for index in np.flatnonzero(positions["dead"].any(axis=1)).tolist():
            groups, dead = positions["groups"][index], positions["dead"][index]
            alive = groups[(stones[index] > 0) & ~dead]
            gone = dead & ~np.isin(groups, alive)
            stones = stones.copy()
            stones[index, gone] = 0
        return stones

    def standing(self, positions: Positions) -> NDArray[np.float32]:
        """(n, 3): areas as they stand; stones expected dead are counted as removed."""
        return scoring.points(scoring.owners(self.topology, self._cleared(positions)))

    def final(
        self, positions: Positions, reward: Reward
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rewards and win shares (n, 3); exact unless dead stones are to be agreed on."""
        points = self.standing(positions)
        share = scoring.shares(points)
        return reward.of(share, points), reward.shares(share, points)

    def evaluate(
        self, positions: Positions, lanes: int, rng: np.random.Generator, reward: Reward
    ) -> Evaluation:
        """Uniform playouts, which fill no eyes and pass where nothing else is left."""
        done = self.kernel.run(
            np.ascontiguousarray(positions["stones"]),
            positions["turn"].astype(np.intp),
            positions["passed"],
            lanes,
            rng,
            tail=_TAIL,
        )
        return go.evaluation(
            reward.of(done.utility, done.score),
            reward.shares(done.utility, done.score),
            done.owner,
            done.boards.first,
            lanes,
        )

    # -- what guides the search -------------------------------------------------------------

    def traits(self, position: Any, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """(n, 1): the mover's stone on the cell; none for the pass."""
        actions = np.atleast_1d(actions)
        feature = int(self._mover(position["turn"])) * self.cells + actions
        return np.where(actions < self.cells, feature, -1).astype(np.int32)[:, None]

    def amaf(
        self, position: Any, count: NDArray[np.float32], reward: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(cells + 1,): the mean of the playouts in which the mover was the first on the
        cell. Playouts pass only where they must: the pass counts as an average move, and as
        one that is known as well as the others."""
        begin = int(self._mover(position["turn"])) * self.cells
        mine = slice(begin, begin + self.cells)
        played, won = count[mine], reward[mine]
        base = won.sum() / max(float(played.sum()), 1.0)
        weight = np.ones(self.cells + 1, np.float32)
        mean = np.full(self.cells + 1, base, np.float32)
        weight[:-1] += played
        mean[:-1] = (won + base) / weight[:-1]
        weight[-1] = weight[:-1].mean()
        return mean, weight

    def prior(self, position: Any, actions: NDArray[np.int32]) -> NDArray[np.float32]:
        """(n,): what playouts hardly feel on a board with much room: the empty rim is worth
        little, that near stones half as little, a pass less."""
        stones = position["stones"] > 0
        value = np.zeros(self.cells + 1, np.float32)
        if stones.sum() < _ROOMY * self.cells:
            rim = gosense.rim(self.topology)
            value[:-1] = np.where(gosense.alone(self.topology, stones), rim, rim / 2)
            value[-1] = _IDLE
        return value[actions]

    # -- moves and questions ----------------------------------------------------------------

    def move(self, position: Any, action: int) -> Move:
        """The action as a move."""
        return PASS if action == self.passing else Place(int(action))

    def book(self, state: State) -> Move | None:
        """Nothing is known by heart."""
        return None

    def judge(self, state: State, rng: np.random.Generator) -> Move | None:
        """The answer to a question about dead stones or about resigning together."""
        return self._judge.answer(state, rng)

    def propose(self, state: State, value: tuple[float, ...]) -> Move | None:
        """To resign together, with another player who is as hopeless."""
        return self._judge.proposal(state, value)


def _short(key: int) -> int:
    """The part of a key that rows keep."""
    return key & (1 << 64) - 1


def packed(game: TriColor) -> PackedTriColor:
    """The packed form of a set-up game."""
    return PackedTriColor(game)
