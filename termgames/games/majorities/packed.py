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
_COLD = 7
"""The heat of a cell that lies on no line that matters. The heat of any other cell, 0 to 6, is
the number of pairs of a line and a colour whose next stone on the cell wins the line."""


class PackedMajorities(TwoPlayerRows):
    """One set-up game; implements `core.packed.PackedGame`, `Stepwise` and `NetGame`."""

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
        self._needed = np.array(self.geometry.needed)
        self._worth = np.append(_HOT * np.arange(_COLD), -_DEAD).astype(np.float32)
        """Reward added to the guess for each heat."""
        self.dtype = np.dtype(
            [
                # The place beside the board stays empty.
                ("stones", np.uint8, (self.cells + 1,)),
                ("claims", np.uint8, (len(lines),)),
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
        rows["heat"] = self._heat(rows, decided(self.geometry, rows["claims"])[0])
        return rows

    def _heat(self, rows: Positions, held: Bytes) -> Bytes:
        """(n, cells): see `_COLD`; `held` (n, 3) are the directions that are decided."""
        open_ = (rows["claims"].reshape(-1, 3, self.geometry.per_direction) == 0) & (
            held[:, :, None] == 0
        )
        matters = open_.reshape(len(rows), -1)
        stones = rows["stones"][:, :-1]
        hot = np.zeros(matters.shape, np.uint8)
        for colour in (1, 2):
            inside = (stones == colour).astype(np.float32) @ self.geometry.member
            hot += inside == self._needed - 1
        hot *= matters
        lines = self.geometry.line_table.T
        alive, heat = matters[:, lines[0]], hot[:, lines[0]]
        for line in lines[1:]:
            alive |= matters[:, line]
            heat += hot[:, line]
        heat[~alive] = _COLD
        return heat

    def legal(self, position: Any) -> Ints:
        """(k,): the empty cells."""
        if position["over"]:
            return np.zeros(0, np.int32)
        empty: Flags = position["stones"][:-1] == 0
        return empty.nonzero()[0].astype(np.int32)

    def passes(self, position: Any) -> Ints:
        """None."""
        return np.zeros(0, np.int32)

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after one stone each; over only at the end of a turn."""
        rows = positions.copy()
        n = np.arange(len(rows))
        colour = (rows["turn"] + 1).astype(np.uint8)
        rows["stones"][n, actions] = colour
        lines = self.geometry.line_table[actions]
        inside = rows["stones"][n[:, None, None], self.geometry.padded_lines[lines]]
        own = (inside == colour[:, None, None]).sum(axis=2)
        claims = rows["claims"]
        won = (claims[n[:, None], lines] == 0) & (own >= self._needed[lines])
        row, which = np.nonzero(won)
        claims[row, lines[row, which]] = colour[row]
        if self.game.capture and row.size:
            rows["stones"][row[:, None], self.geometry.padded_lines[lines[row, which]]] = 0
        left = (rows["stones"][:, :-1] == 0).sum(axis=1)
        rows["due"] -= 1
        ends = rows["due"] == 0
        rows["turn"] ^= ends
        rows["due"][ends] = np.minimum(left[ends], 2)
        rows["over"] = left == 0
        held, winner = decided(self.geometry, claims)
        if not self.game.play_out:
            rows["over"] |= ends & (winner > 0)
        rows["heat"] = self._heat(rows, held)
        return rows

    # -- worth ------------------------------------------------------------------------------

    def points(self, positions: Positions) -> Points:
        """(n, 2): directions held, and lines won as parts of all lines."""
        claims = positions["claims"]
        held, _ = decided(self.geometry, claims)
        return np.stack(
            [(held == c).sum(axis=1) + (claims == c).mean(axis=1) for c in (1, 2)], axis=1
        ).astype(np.float32)

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, 2), exact."""
        held, winner = decided(self.geometry, positions["claims"])
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
        claims = positions["claims"]
        held = decided(self.geometry, claims)[0]
        matters = (claims == 0) & (held == 0).repeat(self.geometry.per_direction, axis=1)
        through = self.geometry.member.T / 3
        planes = [stones == own, stones == 3 - own]
        planes.append(np.broadcast_to(positions["due"][:, None] == 2, stones.shape))
        planes.append(~matters @ through)
        for side in (own, 3 - own):
            inside = (stones == side).astype(np.float32) @ self.geometry.member
            short = np.minimum(self._needed - inside, _SHORT)
            planes += [
                (matters & (short == count)).astype(np.float32) @ through
                for count in range(_SHORT + 1)
            ]
        return np.stack(planes, axis=2, dtype=np.float32, casting="unsafe")

    def permuted_actions(self, cells: Indices) -> Indices:
        """(cells,): stones go with their cells."""
        return cells

    def prior(self, position: Any, actions: Ints) -> Floats:
        """What random fills do not see: a cell that wins a line at once, or keeps the
        opponent from it, is worth a little more; one on no line that matters, nothing."""
        worth: Floats = self._worth.take(position["heat"][actions])
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


def _steps(reward: Reward) -> list[float]:
    """Black's reward with no direction, and how much more each direction brings."""
    held = np.arange(4, dtype=np.float32)
    score = np.stack([held, 3 - held], axis=1)
    share = (score > 1.5).astype(np.float32)
    worth = reward.of(share, score)[:, 0].tolist()
    return [worth[0], *(after - before for before, after in pairwise(worth))]


packed = PackedMajorities
"""The packed form of a set-up game."""
