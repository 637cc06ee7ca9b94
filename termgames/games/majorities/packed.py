"""Packed positions of Majorities, for the search; see `core.packed`.

An action is one stone; its number is the cell's. A turn of two stones is two actions, so each row
holds how many stones its turn still has (`due`).
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, Rng
from termgames.core.evaluation import Evaluation, Points, Reward, evaluated
from termgames.core.packed import Positions
from termgames.core.two_player import TwoPlayerRows
from termgames.games.majorities.kernel import CountedFills, FillKernel, kernel, lanes_for
from termgames.games.majorities.rules import Majorities, State, Turn
from termgames.games.majorities.scoring import LineBoards, decided, inside, put

_HOT = 0.03
"""What the prior of a stone gains, in reward, for each line through its cell that matters and that
Black's next stone wins, and for each that White's next stone wins."""
_DEAD = 0.5
"""By how much the prior of a stone is lowered, in reward, if no line through its cell matters."""
_SHORT = 4
"""The input of nets distinguishes how many stones a side needs for a line up to this number."""
_OPEN = 8
"""The *heat* of a cell is this number for each line through it that matters, plus 1 for each such
line that Black's next stone wins, and 1 for each that White's next stone wins."""


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
        "lean": 0.009,
    }
    """Many lanes, since playouts cost next to nothing beside the tree; and no reward for the margin
    of a win.

    On size 5 at 0.1 s a move, 256 leaves instead of 64 win 29 games of 80: there are many replies
    to look at first. 64 lanes throughout win 84 of 160 and 256 lanes 43 of 80, which is no
    difference; 512 lanes win 13 of 38 against 64."""

    def __init__(self, game: Majorities) -> None:
        self.game = game
        self.geometry = game.geometry
        self.topology = game.topology
        self.cells = game.topology.cells
        self.action_index = np.arange(self.cells)
        self.features = 2 * self.cells
        """The AMAF features: that Black filled each cell in the playout, then that White did."""
        self.commuting = not game.capture
        self.kernel = kernel(game)
        lines = self.geometry.lines
        self._lines_of = np.ascontiguousarray(self.geometry.line_table.T)
        heats = np.arange(3 * (_OPEN + 2) + 1)
        self._worth = np.where(heats == 0, -_DEAD, _HOT * (heats % _OPEN)).astype(np.float32)
        """The prior of a stone, by the heat of its cell."""
        self._line_planes = _line_planes()
        self.dtype = np.dtype(
            [
                # The last entry belongs to no cell; it pads the lines of `padded_lines`.
                ("stones", np.uint8, (self.cells + 1,)),
                ("claims", np.uint8, (len(lines),)),
                # These follow from stones and claims: who holds directions and the game (0 nobody,
                # 1 Black, 2 White); whether a line is open in an open direction; how many stones
                # either colour has on each line; and the heat of each cell (see `_OPEN`).
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
        """(n,): a row for each state."""
        rows = np.zeros(len(states), self.dtype)
        for row, state in zip(rows, states, strict=True):
            row["stones"][:-1] = np.frombuffer(state.stones, np.uint8)
            row["claims"] = np.frombuffer(state.claims, np.uint8)
            row["turn"], row["due"] = state.turn, self.game.stones_due(state)
            row["over"] = state.ending is not None
        rows["inside"] = inside(self.geometry, rows["stones"][:, :-1])
        self._decide(rows, np.arange(len(rows)))
        rows["heat"] = self._heat(rows)
        return rows

    def _decide(self, rows: Positions, some: Indices) -> None:
        """Set `held`, `winner` and `matters` by the claims, in the rows with indices `some`."""
        claims = rows["claims"][some]
        held, rows["winner"][some] = decided(self.geometry, claims)
        rows["held"][some] = held
        undecided = (held == 0).repeat(self.geometry.per_direction, axis=1)
        rows["matters"][some] = (claims == 0) & undecided

    def _heat(self, rows: Positions) -> Bytes:
        """(n, cells): see `_OPEN`."""
        hot = rows["inside"] == self.geometry.needs - 1
        heat = np.add(hot[:, 0], hot[:, 1], dtype=np.uint8)
        heat += _OPEN
        heat *= rows["matters"]
        by_line = heat.take(self._lines_of, axis=1, mode="clip")
        return np.asarray(np.add.reduce(by_line, axis=1, dtype=np.uint8))

    def legal(self, position: Any) -> Ints:
        """(k,): the empty cells; none when the game is over."""
        return np.flatnonzero(self.legal_flags(position[None])[0]).astype(np.int32)

    def legal_flags(self, positions: Positions) -> Flags:
        """(n, cells): which cells are empty, none when the game is over; see
        `core.packed.LegalInBatches`."""
        empty: Flags = positions["stones"][:, :-1] == 0
        empty[positions["over"]] = False
        return empty

    def passes(self, position: Any) -> Ints:
        """(0,): there are no passes in this game."""
        return np.zeros(0, np.int32)

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after one stone each. The game is over when the board is full; unless
        it is played out, also when the mover's turn ends and somebody holds two directions."""
        rows = positions.copy()
        boards = LineBoards(rows["stones"], rows["claims"], rows["inside"])
        turn, n = rows["turn"].astype(np.intp), np.arange(len(rows))
        won = put(self.geometry, boards, n, actions, turn, capture=self.game.capture)
        if won.size:
            self._decide(rows, won)
        left = np.add.reduce(boards.stones[:, :-1] == 0, axis=1, dtype=np.int16)
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
        """(n, 2): by colour, the directions held plus the fraction of all lines won."""
        held, claims = positions["held"], positions["claims"]
        return np.stack(
            [(held == c).sum(axis=1) + (claims == c).mean(axis=1) for c in (1, 2)], axis=1
        ).astype(np.float32)

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, 2), exact. The score is the number of directions held."""
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
        """The averages of `done`, by counting bits; sums are scaled to `lanes` playouts. `empty`
        (n, cells): the cells that the playouts filled."""
        scale = np.float32(lanes / done.lanes)
        steps = _steps(reward)
        a, b, c = done.directions
        # Black's reward rises in steps: with no direction held, with one, two, three.
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
        """(n, 1): the feature that the mover filled the cell."""
        features = positions["turn"].astype(np.int32) * self.cells + actions
        return np.asarray(features[:, None], np.int32)

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """Two arrays (cells,): the mean reward of the playouts in which the mover filled the cell,
        and their number."""
        own = slice(self.cells * int(position["turn"]), self.cells * (int(position["turn"]) + 1))
        played, won = count[own], reward[own]
        base = won.sum() / max(float(played.sum()), 1.0)
        return np.where(played > 0, won / np.maximum(played, 1), base).astype(np.float32), played

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, 14): the mover's stones; the opponent's; whether two stones are due; how many
        of the three lines through the cell do not matter any more, divided by 3; and for the mover,
        then the opponent: how many lines that matter need 0, 1, 2, 3, or at least 4 stones more,
        divided by 3."""
        stones = positions["stones"][:, :-1]
        own = (positions["turn"] + 1).astype(np.uint8)[:, None]
        planes = np.empty((*stones.shape, self.planes), np.float32)
        planes[:, :, 0] = stones == own
        planes[:, :, 1] = stones == 3 - own
        planes[:, :, 2] = positions["due"][:, None] == 2
        # How many stones either side needs for a line, at most _SHORT; _SHORT + 1 if the line does
        # not matter. In a diagram, a line that nobody has won may hold more stones than win it.
        inside = np.minimum(positions["inside"], self.geometry.needs)
        short = np.minimum(self.geometry.needs - inside, np.uint8(_SHORT))
        short[~np.broadcast_to(positions["matters"][:, None], short.shape)] = _SHORT + 1
        mover = positions["turn"].astype(np.intp)
        n = np.arange(len(positions))
        code = (_SHORT + 2) * short[n, mover] + short[n, 1 - mover]
        planes[:, :, 3:] = self.geometry.member @ self._line_planes.take(code, axis=0)
        return planes

    def permuted_actions(self, cells: Indices) -> Indices:
        """(cells,): stones move with their cells."""
        return cells

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): what random fills do not show: a stone is worth more if it wins a line at once or
        keeps the opponent from doing so, and much less if no line through it matters."""
        worth: Floats = self._worth.take(position["heat"].take(actions))
        return worth

    # -- moves ------------------------------------------------------------------------------

    def complete_move(self, position: Any, actions: Sequence[int]) -> Turn | None:
        """The turn of these stones, the first of them placed in `position`; None while a stone is
        missing."""
        if len(actions) < position["due"]:
            return None
        return self.game.turn_of([int(action) for action in actions])

    def move(self, position: Any, action: int) -> Turn:
        """The turn of one stone; ValueError when the turn has two."""
        turn = self.complete_move(position, [action])
        if turn is None:
            raise ValueError("this turn has two stones")
        return turn

    def preset_answer(self, state: State) -> Turn | None:
        """None: all questions are moves, and need a search."""
        return None


def _line_planes() -> Floats:
    """(n, 1 + 2 * (_SHORT + 1)): what a line adds to the input planes of its cells from 3 on, at
    mover * (_SHORT + 2) + opponent: how many stones either needs for it, _SHORT + 1 if it does not
    matter; n = (_SHORT + 2) ** 2."""
    misses = np.arange(_SHORT + 2)
    mover, other = (each.ravel()[:, None] for each in np.meshgrid(misses, misses, indexing="ij"))
    counts = misses[:-1]
    closed = mover == _SHORT + 1
    planes = np.concatenate([closed, mover == counts, other == counts], axis=1)
    return planes.astype(np.float32) / np.float32(3)


def _steps(reward: Reward) -> list[float]:
    """Black's reward with no direction held, and what the first, the second and the third direction
    add to it."""
    held = np.arange(4, dtype=np.float32)
    score = np.stack([held, 3 - held], axis=1)
    share = (score > 1.5).astype(np.float32)
    worth = reward.of(share, score)[:, 0].tolist()
    return [worth[0], *(after - before for before, after in pairwise(worth))]


packed = PackedMajorities
"""The packed form of a set-up game."""
