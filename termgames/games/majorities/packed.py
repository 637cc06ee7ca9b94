"""Packed positions of Majorities, for the search; see `core.packed`.

An action is one stone, its number the cell's. A turn of two stones is two actions, so a
row tells how many stones its turn still has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, Rng
from termgames.core.evaluation import Evaluation, Points, Reward, evaluated
from termgames.core.packed import Positions
from termgames.core.two_player import TwoPlayerRows
from termgames.games.majorities.rollout import CountedFills, FillKernel, kernel, lanes_for
from termgames.games.majorities.rules import Majorities, State, Turn
from termgames.games.majorities.scoring import decided

_HOT = 0.03
"""The prior of a stone, in reward, for each line that one more stone of either player wins."""
_DEAD = 0.5
"""What the prior of a stone that changes nothing is lowered by."""
_SHORT = 4
"""Missing stones of a line are distinguished up to this number in the input of nets."""
_OPEN = 8
"""The heat of a cell has so much for each line through it that matters, and 1 for each pair of such
a line and a colour whose next stone wins the line."""


class PackedMajorities(TwoPlayerRows):
    """One set-up game; implements `core.packed.PackedGame`, `Stepwise`,
    `LegalInBatches` and `NetGame`."""

    steps = 2
    weights_name, planes, actions_per_cell, off_board_actions = (
        "majorities",
        4 + 2 * (_SHORT + 1),
        1,
        0,
    )
    tuning: Mapping[str, Any] = {
        "lanes": 32,
        "lanes_late": 128,
        "explore": 0.15,
        "reward": Reward(0.0),
    }
    """Playouts cost next to nothing beside the tree, and winning clearly is worth nothing.

    On size 5 at 0.1 s a move, 256 leaves instead of 64 win 29 games of 80: there are many
    replies to see first. 64 lanes throughout win 84 of 160 and 256 lanes 43 of 80, no
    difference; 512 lanes win 13 of 38 against 64."""

    def __init__(self, game: Majorities) -> None:
        self.game = game
        self.geometry = game.geometry
        self.topology = game.topology
        self.cells = game.topology.cells
        self.action_index = np.arange(self.cells)
        self.features = 2 * self.cells
        """AMAF: Black's stone on each cell in the end, then White's."""
        self.commuting = not game.capture
        self.kernel = kernel(game)
        lines = self.geometry.lines
        self._needed = np.array(self.geometry.needed, np.uint8)
        self._lines_of = np.ascontiguousarray(self.geometry.line_table.T)
        heats = np.arange(3 * (_OPEN + 2) + 1)
        self._worth = np.where(heats == 0, -_DEAD, _HOT * (heats % _OPEN)).astype(np.float32)
        """Reward added to the guess for each heat."""
        self._line_planes = _line_planes()
        self.dtype = np.dtype(
            [
                # The place beside the board stays empty.
                ("stones", np.uint8, (self.cells + 1,)),
                ("claims", np.uint8, (len(lines),)),
                # The rest follows from these two: who holds directions and the game; which lines
                # may still decide a direction; how many stones either colour has on each line.
                ("held", np.uint8, (3,)),
                ("winner", np.uint8),
                ("matters", np.bool_, (len(lines),)),
                ("inside", np.uint8, (2, len(lines))),
                ("heat", np.uint8, (self.cells,)),
                ("turn", np.int8),
                ("due", np.int8),
                ("over", np.bool_),
            ]
        )

    # -- positions --------------------------------------------------------------------------

    def pack(self, states: Sequence[State]) -> Positions:
        """One row a state."""
        rows = np.zeros(len(states), self.dtype)
        for row, state in zip(rows, states, strict=True):
            row["stones"][:-1] = np.frombuffer(state.stones, np.uint8)
            row["claims"] = np.frombuffer(state.claims, np.uint8)
            row["turn"], row["due"] = state.turn, self.game.stones_due(state)
            row["over"] = state.ending is not None
        every = np.arange(len(rows))
        self._count_inside(rows, every)
        self._decide(rows, every)
        rows["heat"] = self._heat(rows)
        return rows

    def _count_inside(self, rows: Positions, some: Indices) -> None:
        """Count the stones on the lines of some rows anew."""
        stones = rows["stones"][some, :-1]
        for colour in (1, 2):
            own = (stones == colour).astype(np.float32)
            rows["inside"][some, colour - 1] = own @ self.geometry.member

    def _decide(self, rows: Positions, some: Indices) -> None:
        """Find out what the claims of some rows decide."""
        claims = rows["claims"][some]
        held, rows["winner"][some] = decided(self.geometry, claims)
        rows["held"][some] = held
        undecided = (held == 0).repeat(self.geometry.per_direction, axis=1)
        rows["matters"][some] = (claims == 0) & undecided

    def _heat(self, rows: Positions) -> Bytes:
        """(n, cells): see `_OPEN`."""
        hot = rows["inside"] == self._needed - 1
        heat = np.add(hot[:, 0], hot[:, 1], dtype=np.uint8)
        heat += _OPEN
        heat *= rows["matters"]
        by_line = heat.take(self._lines_of, axis=1, mode="clip")
        return np.asarray(np.add.reduce(by_line, axis=1, dtype=np.uint8))

    def legal(self, position: Any) -> Ints:
        """(k,): the empty cells."""
        return np.flatnonzero(self.legal_flags(position[None])[0]).astype(np.int32)

    def legal_flags(self, positions: Positions) -> Flags:
        """(n, cells): the empty cells; see `core.packed.LegalInBatches`."""
        empty: Flags = positions["stones"][:, :-1] == 0
        empty[positions["over"]] = False
        return empty

    def passes(self, position: Any) -> Ints:
        """None."""
        return np.zeros(0, np.int32)

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after one stone each; over only at the end of a turn."""
        rows = positions.copy()
        n = np.arange(len(rows))
        turn = rows["turn"].astype(np.intp)
        stones, claims = rows["stones"], rows["claims"]
        stones[n, actions] = turn + 1
        lines = self.geometry.line_table[actions]
        at = n[:, None], turn[:, None], lines
        own = rows["inside"][at] + np.uint8(1)
        rows["inside"][at] = own
        won = (own >= self._needed[lines]) & (claims[n[:, None], lines] == 0)
        row, which = won.nonzero()
        if row.size:
            claims[row, lines[row, which]] = turn[row] + 1
            self._decide(rows, row)
            if self.game.capture:
                stones[row[:, None], self.geometry.padded_lines[lines[row, which]]] = 0
                self._count_inside(rows, row)
        left = np.add.reduce(stones[:, :-1] == 0, axis=1, dtype=np.int16)
        rows["due"] -= 1
        ends = rows["due"] == 0
        rows["turn"] ^= ends
        rows["due"][ends] = np.minimum(left[ends], 2)
        rows["over"] = left == 0
        if not self.game.play_out:
            rows["over"] |= ends & (rows["winner"] > 0)
        rows["heat"] = self._heat(rows)
        return rows

    # -- worth ------------------------------------------------------------------------------

    def points(self, positions: Positions) -> Points:
        """(n, 2): directions held, and lines won as parts of all lines."""
        held, claims = positions["held"], positions["claims"]
        return np.stack(
            [(held == c).sum(axis=1) + (claims == c).mean(axis=1) for c in (1, 2)], axis=1
        ).astype(np.float32)

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, 2), exact."""
        held, winner = positions["held"], positions["winner"]
        share = np.stack([winner == 1, winner == 2], axis=1).astype(np.float32)
        score = np.stack([(held == c).sum(axis=1) for c in (1, 2)], axis=1)
        return reward.of(share, score.astype(np.float32)), share

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Uniform playouts to the full board."""
        stones = np.ascontiguousarray(positions["stones"][:, :-1])
        turn, due = positions["turn"], positions["due"]
        if isinstance(self.kernel, FillKernel):
            rounded = lanes_for(lanes)
            filled = self.kernel.run(stones, turn, due, rounded, rng)
            return self._from_fills(stones == 0, filled, lanes, reward)
        claims = np.ascontiguousarray(positions["claims"])
        done = self.kernel.run(stones, claims, turn, due, lanes, rng)
        won = done.won.astype(np.float32)
        share = np.stack([won, 1 - won], axis=1)
        held = done.directions.sum(axis=1, dtype=np.float32)
        score = np.stack([held, 3 - held], axis=1)
        gained = reward.of(share, score)
        owner = done.stones.astype(np.int8) - np.int8(1)
        return evaluated(gained, share, score, owner, done.first, lanes)

    def _from_fills(
        self, empty: Flags, done: CountedFills, lanes: int, reward: Reward
    ) -> Evaluation:
        """Averages by counting bits; as if there had been just `lanes` playouts."""
        scale = np.float32(lanes / done.lanes)
        steps = _steps(reward)
        a, b, c = done.directions
        # Black's reward rises in steps: holding none, one, two, three directions.
        at_least = (a | b | c, done.won, a & b & c)
        owned = done.counts(done.black) * scale
        black = np.full(len(empty), lanes * steps[0], np.float32)
        own_black = owned * steps[0]
        for plane, step in zip(at_least, steps[1:], strict=True):
            if step:
                black += done.counts(plane) * (scale * step)
                own_black += done.counts(done.black & plane) * (scale * step)
        # Both players' rewards of a playout sum to 1.
        own_white = (lanes - owned) - (black[:, None] - own_black)
        wins = done.counts(done.won) / np.float32(done.lanes)
        mean = black / np.float32(lanes)
        total = owned.sum(axis=0)
        held = sum(done.counts(plane) for plane in at_least) / np.float32(done.lanes)
        return Evaluation(
            reward=np.stack([mean, 1 - mean], axis=1),
            share=np.stack([wins, 1 - wins], axis=1),
            score=np.stack([held, 3 - held], axis=1),
            owner=np.stack([total, len(empty) * lanes - total], axis=1),
            amaf_count=np.concatenate([owned * empty, (lanes - owned) * empty], axis=1),
            amaf_reward=np.concatenate([own_black * empty, own_white * empty], axis=1),
        )

    # -- guidance ---------------------------------------------------------------------------

    def amaf_features(self, positions: Any, actions: Ints) -> Ints:
        """(n, 1): the mover's stone on the cell."""
        features = positions["turn"].astype(np.int32) * self.cells + actions
        return np.asarray(features[:, None], np.int32)

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """(cells,): the mean of the playouts in which the cell was the mover's."""
        own = slice(self.cells * int(position["turn"]), self.cells * (int(position["turn"]) + 1))
        played, won = count[own], reward[own]
        base = won.sum() / max(float(played.sum()), 1.0)
        return np.where(played > 0, won / np.maximum(played, 1), base).astype(np.float32), played

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, planes): own stones; the opponent's; whether two stones are due; which
        part of the three lines through the cell no longer matters; and for either side which
        part of them it can win with 0, 1, 2, 3, or at least 4 stones."""
        stones = positions["stones"][:, :-1]
        own = (positions["turn"] + 1).astype(np.uint8)[:, None]
        planes = np.empty((*stones.shape, self.planes), np.float32)
        planes[:, :, 0] = stones == own
        planes[:, :, 1] = stones == 3 - own
        planes[:, :, 2] = positions["due"][:, None] == 2
        # Stones that either side misses, or beyond what is told apart where a line does not matter.
        # Lines of a diagram may hold more stones than they need and belong to nobody.
        inside = np.minimum(positions["inside"], self._needed)
        short = np.minimum(self._needed - inside, np.uint8(_SHORT))
        short[~np.broadcast_to(positions["matters"][:, None], short.shape)] = _SHORT + 1
        mover = positions["turn"].astype(np.intp)
        n = np.arange(len(positions))
        code = (_SHORT + 2) * short[n, mover] + short[n, 1 - mover]
        planes[:, :, 3:] = self.geometry.member @ self._line_planes.take(code, axis=0)
        return planes

    def permuted_actions(self, cells: Indices) -> Indices:
        """(cells,): stones go with their cells."""
        return cells

    def prior(self, position: Any, actions: Ints) -> Floats:
        """What random fills do not see: a cell that wins a line at once, or keeps the
        opponent from it, is worth a little more; one on no line that matters, nothing."""
        worth: Floats = self._worth.take(position["heat"].take(actions))
        return worth

    # -- moves ------------------------------------------------------------------------------

    def complete_move(self, position: Any, actions: Sequence[int]) -> Turn | None:
        """The turn that begins in `position` with these stones, None while one is missing."""
        if len(actions) < position["due"]:
            return None
        return self.game.turn_of([int(action) for action in actions])

    def move(self, position: Any, action: int) -> Turn:
        """The turn of one stone."""
        turn = self.complete_move(position, [action])
        if turn is None:
            raise ValueError("this turn has two stones")
        return turn

    def preset_answer(self, state: State) -> Turn | None:
        """Nothing: what is known by heart is solved."""
        return None


def _line_planes() -> Floats:
    """(n, 1 + 2 * (_SHORT + 1)): what a line adds to the input of each of its cells, by what the
    mover and the other miss of it, as one number below n = (_SHORT + 2) ** 2."""
    misses = np.arange(_SHORT + 2)
    mover, other = (each.ravel()[:, None] for each in np.meshgrid(misses, misses, indexing="ij"))
    counts = misses[:-1]
    closed = mover == _SHORT + 1
    planes = np.concatenate([closed, mover == counts, other == counts], axis=1)
    return planes.astype(np.float32) / np.float32(3)


def _steps(reward: Reward) -> list[float]:
    """Black's reward with no direction, and how much more each direction brings."""
    held = np.arange(4, dtype=np.float32)
    score = np.stack([held, 3 - held], axis=1)
    share = (score > 1.5).astype(np.float32)
    worth = reward.of(share, score)[:, 0].tolist()
    return [worth[0], *(after - before for before, after in pairwise(worth))]


packed = PackedMajorities
"""The packed form of a set-up game."""
