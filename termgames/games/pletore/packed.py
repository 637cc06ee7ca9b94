"""Packed positions of Pletore, for the search; see `core.packed`.

Action `cell` places a stone on the point or replaces the enemy's stone there; action `cells` takes
the button; action `cells + 1` passes.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, Rng
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.packed import Positions
from termgames.core.two_player import BLACK, PASS, WHITE, TwoPlayerRows
from termgames.games.pletore import scoring
from termgames.games.pletore.kernel import PletoreKernel
from termgames.games.pletore.options import fair
from termgames.games.pletore.rules import BUTTON, FREE, Move, Place, Pletore, Replace, State

_SETTLED = -0.08
"""Prior of a stone on an empty point that the mover already controls; priors are in reward."""
_REPLACEMENT = 0.08
"""Prior of a replacement, which changes the score by two points at once."""
_EARLY_BUTTON = -1.0
"""Prior of the button while it is too early for it; see `PackedPletore._early`."""


class PackedPletore(TwoPlayerRows):
    """One set-up game; implements `core.packed.PackedGame` and `NetGame`."""

    planes, actions_per_cell, off_board_actions = 9, 1, 2
    weights_name = "pletore"
    tuning: ClassVar = {
        # A playout has some 200 turns, each a dozen numpy calls on all boards at once: the more
        # boards, the less a playout costs. On 13x13 at 0.1 s a move, these values win 17 games of
        # 22 against 64 leaves with patience 8, and allow 2.3 times as many playouts.
        "leaves": 256,
        "patience": 2,
    }

    def __init__(self, game: Pletore) -> None:
        self.game, self.size = game, game.size
        self.topology = game.topology
        self.cells = game.topology.cells
        self.action_index = np.arange(self.cells + 2)
        self.kernel = PletoreKernel(game)
        self.button, self.passing = self.cells, self.cells + 1
        """The actions that take the button, and that pass."""
        self.features = self.kernel.features
        self.dtype = np.dtype(
            [
                ("stones", np.uint8, (self.cells,)),
                ("pinched", np.uint8, (self.cells,)),
                ("turn", np.int8),
                ("passes", np.uint8),
                ("button", np.int8),
                ("over", np.bool_),
                ("black_seat", np.int8),
                ("barred", np.int16),
                ("komi", np.float32),
            ]
        )

        amaf_features = np.arange(self.features, dtype=np.int32).reshape(
            2, self.kernel.features_per_colour, 1
        )
        self._amaf_table = np.concatenate([amaf_features, np.full((2, 1, 1), -1, np.int32)], axis=1)
        """(2, cells + 2, 1): the AMAF feature of each action, by the mover's colour; -1 for the
        pass."""

    # -- positions --------------------------------------------------------------------------

    def pack(self, states: Sequence[State]) -> Positions:
        """(n,): a row for each state; ValueError while komi or sides are open."""
        rows = np.zeros(len(states), self.dtype)
        for row, state in zip(rows, states, strict=True):
            if state.stage != "play":
                raise ValueError("an offer is answered by the book, it has no packed position")
            row["stones"] = np.frombuffer(state.stones, np.uint8)
            row["turn"], row["passes"], row["komi"] = state.turn, state.passes, state.komi
            row["button"], row["black_seat"] = state.button, state.black_seat
            row["over"] = state.ending is not None
        rows["barred"] = self._barred(rows)
        rows["pinched"] = self._pinched(rows["stones"])
        return rows

    def _planes(self, stones: Bytes) -> Bytes:
        """(size, size, n): boards (n, cells) as `scoring` takes them."""
        return np.ascontiguousarray(stones.T).reshape(self.size, self.size, len(stones))

    def _pinched(self, stones: Bytes) -> Bytes:
        """(n, cells): the colours that pinch each point, as bits."""
        return scoring.pinches(self._planes(stones)).reshape(self.cells, len(stones)).T

    def legal(self, position: Any) -> Ints:
        """(k,): the points where the mover may put a stone, then the button or the pass (rules 3,
        4, 6)."""
        if position["over"]:
            return np.zeros(0, np.int32)
        stones, pinched = position["stones"], position["pinched"]
        own = position["turn"] + 1
        may = scoring.placeable(stones, pinched, own)
        if position["barred"] != scoring.NOWHERE:
            may[position["barred"]] = False
        may |= scoring.replaceable(stones, pinched, own)
        cells = np.flatnonzero(may).astype(np.int32)
        return np.concatenate([cells, self._without_stone(position)])

    def passes(self, position: Any) -> Ints:
        """The pass if it is legal, or the button unless it is too early for it."""
        if position["over"] or (position["button"] == FREE and self._early(position)):
            return np.zeros(0, np.int32)
        return self._without_stone(position)

    def _without_stone(self, position: Any) -> Ints:
        """The legal action that puts no stone, if any: the button while it is free; else the pass
        when every empty point is controlled."""
        if position["button"] == FREE:
            return np.array([self.button], np.int32)
        return np.array([] if self._open(position).any() else [self.passing], np.int32)

    def _open(self, position: Any) -> Flags:
        """(cells,): the empty points that neither side controls."""
        loose: Flags = scoring.uncontrolled(position["stones"], position["pinched"])
        return loose

    def _early(self, position: Any) -> bool:
        """Whether it is too early to take the button, since a stone gains more than half a point:
        one on a point that neither side controls gains one point, a replacement two.

        A stone never lowers its owner's score: where it blocks the sight of another stone of his,
        it is seen instead. But playouts do not show what a turn is worth."""
        own = position["turn"] + 1
        takes = scoring.replaceable(position["stones"], position["pinched"], own)
        return bool(self._open(position).any() or takes.any())

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after one action each; over after two passes in a row (rule 5)."""
        rows = positions.copy()
        put = np.flatnonzero(actions < self.cells)
        taken = np.flatnonzero(actions == self.button)
        passing = actions == self.passing
        if put.size:
            stones = rows["stones"]
            stones[put, actions[put]] = rows["turn"][put] + 1
            rows["pinched"][put] = self._pinched(stones[put])
        rows["button"][taken] = rows["turn"][taken]
        rows["over"] |= passing & (rows["passes"] > 0)
        rows["passes"] = np.where(passing, rows["passes"] + 1, 0)
        rows["turn"] ^= 1
        rows["barred"] = self._barred(rows)
        return rows

    def _barred(self, rows: Positions) -> Any:
        """(n,): the point on which rule 4 forbids a stone, or NOWHERE; one for all on odd sizes."""
        if self.size % 2:
            return scoring.NOWHERE
        return scoring.barred(rows["stones"], rows["turn"], rows["button"])

    # -- worth ------------------------------------------------------------------------------

    def points(self, positions: Positions) -> Floats:
        """(n, 2): Black's and White's points as they stand, with komi and button."""
        owner = scoring.owners(self._planes(positions["stones"]))
        return scoring.points(owner, positions["komi"], positions["button"])

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Uniform playouts, which take the button or pass only when no stone can be put. All
        positions must have the same `black_seat`."""
        count = len(positions)
        done = self.kernel.run(
            np.ascontiguousarray(positions["stones"]),
            positions["turn"],
            positions["komi"],
            positions["button"],
            positions["passes"],
            lanes,
            rng,
        )
        gained = reward.of(done.utility, done.score)
        # Sum up, over the playouts in which a feature occurred: Black's rewards, White's, ones.
        weights = np.ones((count, 3, lanes), np.float32)
        weights[:, :2] = gained.reshape(count, lanes, 2).transpose(0, 2, 1)
        sums = weights @ done.played.reshape(count, lanes, -1).astype(np.float32)
        own = self.kernel.features_per_colour
        rewards = np.concatenate([sums[:, BLACK, :own], sums[:, WHITE, own:]], axis=1)
        by_cell = done.owner.reshape(self.cells, -1)
        owner = np.stack([(by_cell == colour).sum(axis=1) for colour in (BLACK, WHITE)])
        return self.averaged(
            positions, gained, done.utility, done.score, owner, (sums[:, 2], rewards)
        )

    # -- what guides the search -----------------------------------------------------------------

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, 9): the mover's stones, the opponent's, the empty points; the empty points
        that only the mover pinches, only the opponent, both; how many of the four directions show
        a point a stone of the mover, and of the opponent, divided by 4; whether the button is
        free."""
        count = len(positions)
        stones = positions["stones"]
        boards = np.ascontiguousarray(stones.T).reshape(self.size, self.size, count)
        own = (positions["turn"] + 1).astype(np.uint8)[:, None]
        looks = scoring.looking(boards).reshape(4, self.cells, count).transpose(2, 1, 0)
        pinched = positions["pinched"]
        empty = stones == 0
        planes = [stones == own, stones == 3 - own, empty]
        planes += [empty & (pinched == own), empty & (pinched == 3 - own), empty & (pinched == 3)]
        planes += [(looks == side[:, :, None]).mean(axis=2) for side in (own, 3 - own)]
        planes.append(np.broadcast_to((positions["button"] == FREE)[:, None], stones.shape))
        return np.stack(planes, axis=2, dtype=np.float32, casting="unsafe")

    def permuted_actions(self, cells: Indices) -> Indices:
        """(cells + 2,): stones move with their points; the button and the pass stay."""
        return np.concatenate([cells, [self.button, self.passing]])

    def amaf_features(self, positions: Any, actions: Ints) -> Ints:
        """(n, 1): the feature of a stone or of the button; -1 for the pass."""
        features: Ints = self._amaf_table[positions["turn"], actions]
        return features

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """Two arrays (cells + 2,): the mean reward of the playouts in which the mover put a stone
        on the point, drawn towards the average move; and on how many playouts it rests. Playouts
        neither pass nor take the button by choice: both count as average moves."""
        first = int(position["turn"]) * self.kernel.features_per_colour
        mine = slice(first, first + self.cells)
        played, won = count[mine], reward[mine]
        base = won.sum() / max(played.sum(), 1)
        weight = np.ones(self.cells + 2, np.float32)
        mean = np.full(self.cells + 2, base, np.float32)
        weight[:-2] += played
        mean[:-2] = (won + base) / weight[:-2]
        return mean, weight

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): in reward: less for a stone that gains nothing at once, more for a replacement,
        much less for an early button."""
        stones, pinched = position["stones"], position["pinched"]
        own = position["turn"] + 1
        value = np.zeros(self.cells + 2, np.float32)
        value[:-2][(stones == 0) & (pinched == own)] = _SETTLED
        value[:-2][scoring.replaceable(stones, pinched, own)] = _REPLACEMENT
        if position["button"] == FREE and self._early(position):
            value[self.button] = _EARLY_BUTTON
        return value[actions]

    def move(self, position: Any, action: int) -> Move:
        """The move that the action stands for."""
        if action == self.passing:
            return PASS
        if action == self.button:
            return BUTTON
        return Replace(action) if position["stones"][action] else Place(action)

    def preset_answer(self, state: State) -> Move | None:
        """The answer to a komi offer and to the choice of a side, by the fair komi (rule 7)."""
        if state.stage == "komi":
            return NameKomi(min(int(fair(self.size).playable), self.cells))
        if state.stage == "side":
            return PickSide(BLACK if state.komi < fair(self.size).komi else WHITE)
        return None


packed = PackedPletore
"""The packed form of a set-up game."""
