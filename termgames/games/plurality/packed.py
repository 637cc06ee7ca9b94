"""Packed positions of Plurality, for the search; see `core.packed`.

Action `enemy * shapes + shape` places a shape with the opponent's stone on the shape's cell `enemy`
(0 to 2, cells ascending); the last action, `3 * shapes`, is the pass. Which cell gets the
opponent's stone does not matter to legality, so rows keep one bit of legality for each shape.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Floats, Indices, Ints, Rng
from termgames.core.evaluation import Evaluation, Reward
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.packed import Positions
from termgames.core.two_player import BLACK, PASS, WHITE, TwoPlayerRows
from termgames.games.plurality.geometry import Geometry
from termgames.games.plurality.kernel import DECISIVE, PluralityKernel
from termgames.games.plurality.legality import Legality
from termgames.games.plurality.rules import Move, Place, Plurality, State
from termgames.games.plurality.scoring import owners, totals

_STONES_TRUST = 32.0
"""In the AMAF estimate of a placement, what its three stones suggest weighs as much as this many
playouts in which the placement itself occurred."""
_MOST = 0.75
"""If at least this part of all shapes may still occur, playouts report all of them."""


class NetFeatures:
    """What nets see of positions, and where each action stands among their outputs.

    For a net a placement belongs to the lowest of its cells and has one of `actions_per_cell`
    kinds: where its two other cells lie, and which of the three gets the opponent's stone.
    """

    def __init__(self, geometry: Geometry, *, parity: bool) -> None:
        self.geometry, self.parity = geometry, parity
        self.topology = geometry.topology
        cells, lattice = geometry.cells, self.topology.lattice.astype(int)
        ways = (lattice[cells[:, 1:]] - lattice[cells[:, :1]]).reshape(len(cells), 4)
        forms, form = np.unique(ways, axis=0, return_inverse=True)
        self.actions_per_cell = 3 * len(forms)
        kind = np.concatenate([len(forms) * enemy + form.ravel() for enemy in range(3)])
        anchors = np.tile(cells[:, 0], 3)
        idle = self.topology.cells * self.actions_per_cell
        self.action_index: Indices = np.append(anchors * self.actions_per_cell + kind, idle)
        """(3 * shapes + 1,): see `core.net_game.NetGame`."""
        self._covers = np.zeros((len(cells), self.topology.cells), np.float32)
        np.put_along_axis(self._covers, cells, 1.0, axis=1)

    def input_planes(self, positions: NDArray[Any]) -> Floats:
        """(n, cells, 7): the mover's stones, the opponent's, the empty cells; how many legal shapes
        cover the cell, divided by the most that can cover one, and whether any does; the mover's
        territory, and the opponent's."""
        stones = np.ascontiguousarray(positions["stones"])
        own = (positions["turn"] + 1).astype(np.uint8)[:, None]
        legal = np.unpackbits(
            positions["legal"], axis=1, count=len(self._covers), bitorder="little"
        )
        covered = legal.astype(np.float32) @ self._covers
        owner = owners(self.topology, stones, parity=self.parity)
        empty = stones == 0
        planes = [stones == own, stones == 3 - own, empty]
        planes += [covered / self.actions_per_cell, covered > 0]
        planes += [owner == own - 1, owner == 2 - own.astype(np.int8)]
        return np.stack(planes, axis=2, dtype=np.float32, casting="unsafe")

    def permuted_actions(self, cells: Indices) -> Indices:
        """(3 * shapes + 1,): see `core.net_game.NetGame`."""
        shapes = self.geometry.cells
        moved = cells[shapes]
        order = np.argsort(moved, axis=1)
        numbers = [
            self.geometry.number[a, b, c]
            for a, b, c in np.take_along_axis(moved, order, axis=1).tolist()
        ]
        shape = np.array(numbers, np.intp)
        # The k-th cell of a shape becomes the place[k]-th cell of its image.
        place = np.argsort(order, axis=1)
        placements = [place[:, enemy] * len(shapes) + shape for enemy in range(3)]
        return np.concatenate([*placements, [3 * len(shapes)]])


class PackedPlurality(TwoPlayerRows):
    """One set-up game; implements `core.packed.PackedGame` and `NetGame`."""

    planes, off_board_actions = 7, 1
    tuning: ClassVar = {
        # On 13x13 at 0.1 s a move, against 64 leaves with patience 8: these values win 49 games of
        # 80, with 8 lanes 41, with 32 and later 64 lanes 38.
        "leaves": 128,
        "patience": 2,
        "lean": 0.025,
    }

    def __init__(self, game: Plurality) -> None:
        self.game = game
        self.topology = game.topology
        self.cells = self.topology.cells
        self._net_features = NetFeatures(game.geometry, parity=game.parity)
        self.weights_name = "hexplurality" if self.topology.hexagonal else "plurality"
        self.actions_per_cell, self.action_index = (
            self._net_features.actions_per_cell,
            self._net_features.action_index,
        )
        self.input_planes = self._net_features.input_planes
        self.permuted_actions = self._net_features.permuted_actions
        self.kernel = PluralityKernel(game)
        self.legality = Legality(game.geometry)
        shapes = game.geometry.cells
        self.shapes = len(shapes)
        self.passing = 3 * self.shapes
        """The action that passes."""
        self._first_by_enemy = self.shapes * np.arange(3, dtype=np.int32)[:, None]
        self._shape_cells = np.ascontiguousarray(shapes.T)
        enemy = np.repeat(np.arange(3), self.shapes)
        shape = np.tile(np.arange(self.shapes), 3)
        self.action_cells = shapes[shape]
        """(3 * shapes, 3): the cells of each placement, ascending."""
        idle = np.full((1, 3), self.cells, np.int32)
        self._put = np.concatenate([self.action_cells, idle], dtype=np.int32)
        """(3 * shapes + 1, 3): the same, with the pass."""
        self.action_enemy = self.action_cells[np.arange(3 * self.shapes), enemy]
        """(3 * shapes,): the cell of each placement that gets the opponent's stone."""
        self._is_enemy = self.action_cells == self.action_enemy[:, None]
        self.dtype = np.dtype(
            [
                ("stones", np.uint8, (self.cells,)),
                ("legal", np.uint8, (-(-self.shapes // 8),)),
                ("turn", np.int8),
                ("passes", np.int8),
                ("over", np.bool_),
                ("black_seat", np.int8),
                ("komi", np.float32),
            ]
        )
        self.features = 6 * self.shapes + 4 * self.cells
        """The AMAF features: placements, by mover and action; then stones, by mover, colour and
        cell."""
        stones = 6 * self.shapes
        self._white = (
            (3 * self.shapes, stones),
            (stones + 2 * self.cells, stones + 4 * self.cells),
        )
        """Two ranges (first, end): the features of White's placements, and of the stones that White
        put."""
        self._amaf_table = np.stack([self._features_of(mover) for mover in (0, 1)])
        self._amaf_table.setflags(write=False)

    def _features_of(self, mover: int) -> Ints:
        """(3 * shapes + 1, 4): for each action of `mover`, the feature of the placement, then those
        of its stones; -1 for the pass."""
        placements = 3 * self.shapes
        features = np.full((placements + 1, 4), -1, np.int32)
        features[:-1, 0] = mover * placements + np.arange(placements)
        colour = np.where(self._is_enemy, 1 - mover, mover)
        stones = (mover * 2 + colour) * self.cells + self.action_cells
        features[:-1, 1:] = 2 * placements + stones
        return features

    # -- positions --------------------------------------------------------------------------

    def pack(self, states: Sequence[State]) -> Positions:
        """(n,): a row for each state; ValueError while komi or sides are open."""
        rows = np.zeros(len(states), self.dtype)
        for row, state in zip(rows, states, strict=True):
            if state.stage != "play":
                raise ValueError("an offer is answered by the book, it has no packed position")
            row["stones"] = np.frombuffer(state.stones, np.uint8)
            row["turn"], row["passes"] = state.turn, state.passes
            row["komi"] = np.clip(state.komi, -DECISIVE, DECISIVE)
            row["over"] = state.ending is not None
            row["black_seat"] = state.black_seat
        rows["legal"] = self.legality.bits(rows["stones"])
        return rows

    def legal(self, position: Any) -> Ints:
        """(k,): the three actions of each legal shape, and the pass; none when the game is over."""
        if position["over"]:
            return np.zeros(0, np.int32)
        shapes = np.unpackbits(position["legal"], bitorder="little").nonzero()[0].astype(np.int32)
        actions = np.empty(3 * len(shapes) + 1, np.int32)
        np.add(shapes, self._first_by_enemy, out=actions[:-1].reshape(3, -1))
        actions[-1] = self.passing
        return actions

    def passes(self, position: Any) -> Ints:
        """(1,): the pass, which is always legal."""
        return np.array([self.passing], np.int32)

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after one action each; over after two passes in a row, and when no
        placement is left (rule 4)."""
        rows = positions.copy()
        passing = actions == self.passing
        placed = np.flatnonzero(~passing)
        if placed.size:
            chosen = actions[placed]
            turn = rows["turn"][placed, None].astype(np.uint8)
            colour = np.where(self._is_enemy[chosen], 2 - turn, 1 + turn)
            stones = rows["stones"]
            stones[placed[:, None], self.action_cells[chosen]] = colour
            legal = self.legality.bits(stones[placed])
            rows["legal"][placed] = legal
            rows["over"][placed] = ~legal.any(axis=1)
            rows["passes"][placed] = 0
        rows["over"] |= passing & (rows["passes"] > 0)
        rows["passes"] += passing
        rows["turn"] ^= 1
        return rows

    def put(self, position: Any, actions: Ints) -> Ints:
        """(k, 3): see `search.leaning.Leaned`; the opponent's stone counts as well."""
        return self._put[actions]

    # -- worth ------------------------------------------------------------------------------

    def points(self, positions: Positions) -> Floats:
        """(n, 2): Black's and White's points as they stand, with komi."""
        stones = np.ascontiguousarray(positions["stones"])
        counted = totals(owners(self.topology, stones, parity=self.game.parity))
        result = counted.astype(np.float32)
        result[:, 1] += positions["komi"]
        return result

    def evaluate(self, positions: Positions, lanes: int, rng: Rng, reward: Reward) -> Evaluation:
        """Uniform playouts, which pass only when nothing else is legal. All positions must have the
        same `black_seat`."""
        shapes = self._shapes_to_come(positions)
        done = self.kernel.run(
            np.ascontiguousarray(positions["stones"]),
            np.ascontiguousarray(positions["turn"]),
            np.ascontiguousarray(positions["komi"]),
            lanes,
            rng,
            moves=shapes,
        )
        gained = reward.of(done.utility, done.score)
        sums = done.tally(done.features, gained[:, 0])
        count, rewards = (self._spread(part, shapes) for part in sums)
        for first, last in self._white:
            # Rewards are Black's so far. The rewards of both colours sum to 1 in each playout.
            part = rewards[:, first:last]
            np.subtract(count[:, first:last], part, out=part)
        owned = [np.packbits(done.owner == colour, axis=1) for colour in (BLACK, WHITE)]
        owner = np.bitwise_count(owned).sum(axis=2)
        return self.averaged(positions, gained, done.utility, done.score, owner, (count, rewards))

    def _shapes_to_come(self, positions: Positions) -> Indices:
        """(n,): the shapes that are legal in some position, so that they may occur in playouts; all
        shapes if the others are so few that leaving them out would take longer."""
        legal = np.unpackbits(np.bitwise_or.reduce(positions["legal"]), bitorder="little")
        found = np.flatnonzero(legal)
        return found if len(found) < _MOST * self.shapes else np.arange(self.shapes)

    def _spread(self, sums: Floats, shapes: Indices) -> Floats:
        """(P, features): `sums` (P, 6 * n + 4 * cells), which have placements of the `shapes` (n,)
        only, with zeros for the placements of the other shapes."""
        if len(shapes) == self.shapes:
            return sums
        whole = np.zeros((len(sums), self.features), np.float32)
        moves = whole[:, : 6 * self.shapes].reshape(len(sums), 6, self.shapes)
        moves[:, :, shapes] = sums[:, : 6 * len(shapes)].reshape(len(sums), 6, -1)
        whole[:, 6 * self.shapes :] = sums[:, 6 * len(shapes) :]
        return whole

    def amaf_features(self, positions: Any, actions: Ints) -> Ints:
        """(n, 4): the feature of a placement, then those of its three stones; -1 for the pass."""
        features: Ints = self._amaf_table[positions["turn"], actions]
        return features

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """Two arrays (3 * shapes + 1,): the mean reward of the playouts in which each placement
        occurred, drawn towards what its three stones suggest; and on how many playouts it rests.

        What the stones suggest is the average reward of the mover's stones, plus what each of the
        three differs from it."""
        turn, placements = int(position["turn"]), 3 * self.shapes
        first = 2 * placements + turn * 2 * self.cells
        stones = slice(first, first + 2 * self.cells)
        played, won = count[stones].reshape(2, -1), reward[stones].reshape(2, -1)
        base = won.sum() / max(played.sum(), 1)
        gain = np.where(played > 0, won / np.maximum(played, 1) - base, 0)
        own, enemy = gain[turn], gain[1 - turn]
        shape_gain = own[self._shape_cells].sum(axis=0)
        swapped = (enemy - own)[self._shape_cells]
        moves = slice(turn * placements, (turn + 1) * placements)
        mean = np.empty(placements + 1, np.float32)
        weight = np.empty(placements + 1, np.float32)
        weight[:-1] = count[moves] + _STONES_TRUST
        expected = (base + shape_gain + swapped).ravel()
        mean[:-1] = (reward[moves] + _STONES_TRUST * expected) / weight[:-1]
        # Playouts do not pass by choice: the pass counts as an average move.
        mean[-1], weight[-1] = base, 1
        return mean, weight

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): zeros, since there is no hand-made knowledge of placements."""
        return np.zeros(len(actions), np.float32)

    def move(self, position: Any, action: int) -> Move:
        """The move that the action stands for."""
        if action == self.passing:
            return PASS
        enemy = int(self.action_enemy[action])
        one, two = (int(cell) for cell in self.action_cells[action] if cell != enemy)
        return Place((one, two), enemy)

    def preset_answer(self, state: State) -> Move | None:
        """The answer to a komi offer and to the choice of a side (rule 6), by the komi that was
        measured."""
        fair = self.game.fair_offer
        if state.stage == "komi":
            return NameKomi(fair)
        if state.stage == "side":
            return PickSide(BLACK if state.komi <= fair + 0.5 else WHITE)
        return None


packed = PackedPlurality
"""The packed form of a set-up game."""
