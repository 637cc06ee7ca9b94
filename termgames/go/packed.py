"""Packed positions of games with the stones of Go, for the search; see `core.packed`.

An action is the point of a stone; the last one, `cells`, is the pass. A point that only
fills an own eye is no action. Superko is exact at the position that is packed: its
forbidden points are marked there. Below it each row remembers the latest positions, which is
enough to find the repetitions of ordinary kos, whoever takes part in them.

A game adds the order of seats, fields of its own, and what a finished board is worth.
Rows may mark the stones that players will agree are dead (`dead`), and they mark ground that
somebody holds for good (`held`, see `go.pass_alive`): there the search considers no stone of the
holder. Once another player's stone is there, which the holder has to capture, it does.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Floats, Indices, Ints, SmallInts
from termgames.core.game import OVER
from termgames.core.packed import Positions
from termgames.core.topology import Cell, Topology
from termgames.go import heuristics, pass_alive, superko
from termgames.go.batch import GoBatch
from termgames.go.features import PLANES, GoFeatures
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import NOWHERE, StartPositions
from termgames.go.superko import History

Words: TypeAlias = NDArray[np.uint64]
"""Keys of positions, or what changes them."""

_HOLDER_BITS = 3
"""The lowest bits of `held` are 1 + the seat that holds the region; the others number regions."""
_ROOMY = 0.4
"""A board has room while a smaller part of it than this is occupied. Then points near the edge
are worth less than others, and passes are rarely good."""
_PASS_PRIOR = -0.15
"""Prior of a pass while there is room."""
_EDGE_LOGIT = 25.0
"""Factor that turns `heuristics.edge_penalty`, a reward, into a difference of logits."""
_EARLY_PASS_LOGIT, _LATE_PASS_LOGIT = -3.0, -1.0
"""The logit of a pass above that of an average point: while there is room, and later."""


class PackedGo:
    """What packed games of Go have in common.

    `order` (n,) holds the seat of each turn, to be read cyclically; `memory` is how many
    positions a row remembers; `situational` says whether a repetition counts only where
    the same seat's move had left the position (`go.superko`).
    """

    extra_fields: ClassVar[tuple[tuple[Any, ...], ...]] = ()
    """A game's own fields of a row, as numpy describes them."""
    planes, actions_per_cell, off_board_actions, owners = PLANES, 1, 1, 1
    """A net rates a stone on each cell, and the pass; see `core.net_game.NetGame`."""
    others: ClassVar = 1
    """How many other seats have input planes of their own, see `go.features`."""
    standard: bool = False
    """Whether it is Go as other programs know it: two colours on a whole square board, area counts,
    nobody has points beforehand, and stones go anywhere."""

    def __init__(
        self,
        topology: Topology,
        order: NDArray[np.integer],
        *,
        memory: int,
        situational: bool,
        weights: str = "",
    ) -> None:
        """`weights`: what files of weights for this game are called on square boards; by default
        `go` and the number of seats."""
        self.topology, self.order = topology, order
        self.seats = int(order.max()) + 1
        self.cells = topology.cells
        self.passing = self.cells
        """The action that places nothing."""
        self.rows = GoBatch(topology)
        self._near = np.ascontiguousarray(topology.neighbours[: self.cells])
        beside_walls = np.full((1, self._near.shape[1]), self.cells)
        self._near_padded = np.concatenate([self._near, beside_walls])
        """(cells + 1, directions): the cells beside each; a wall has walls beside it."""
        self.weights_name = ("hex" if topology.hexagonal else "") + (weights or f"go{self.seats}")
        self._net_features = GoFeatures(topology, self.others)
        self.action_index = np.arange(self.cells + 1)
        self.features = self.seats * self.cells
        """AMAF feature seat * cells + cell: the seat was the first to play on the cell."""
        self.feature_seats = np.repeat(np.arange(self.seats), self.cells)
        self.situational = situational
        self.dtype = np.dtype(
            [
                ("stones", np.uint8, (self.cells,)),
                ("groups", np.int16, (self.cells,)),
                ("turn", np.int32),
                ("passed", np.uint8),
                ("over", np.bool_),
                ("last", np.int16),
                ("key", np.uint64),
                ("keys", np.uint64, (memory,)),
                ("barred", np.bool_, (self.cells,)),
                ("dead", np.bool_, (self.cells,)),
                ("held", np.uint16, (self.cells,)),
                *self.extra_fields,
            ]
        )
        words = [superko.words(cell)[: self.seats] for cell in range(self.cells)]
        self._words = np.array([[_short(word) for word in row] for row in words], np.uint64)
        """(cells, seats): what a stone adds to a key."""
        self._all = np.uint8((1 << self.seats) - 1)

    # -- positions --------------------------------------------------------------------------

    def blank(self, boards: Sequence[bytes]) -> Positions:
        """(n,): rows with the stones of n boards (cells,); all other fields but `groups`, `last`
        and `held` are zero."""
        rows = np.zeros(len(boards), self.dtype)
        rows["stones"] = np.frombuffer(b"".join(boards), np.uint8).reshape(len(boards), -1)
        rows["groups"] = self.rows.groups(rows["stones"])
        rows["last"] = self.cells
        for row, stones in zip(rows, boards, strict=True):
            for number, (colour, region) in enumerate(pass_alive.ground(self.topology, stones)):
                row["held"][list(region)] = number << _HOLDER_BITS | colour
        return rows

    def remember(self, row: Any, history: History) -> None:
        """Write into a row the last stone, the key of its position, and the latest keys that may
        not be repeated, newest first. Under positional superko they include positions that no
        move made, such as the start. Unused entries stay 0, the key of the empty board, which no
        stone can repeat."""
        counts = (
            _short(position.key)
            for position in history.backwards()
            if position.maker != superko.NOBODY or not self.situational
        )
        keys = list(islice(counts, row["keys"].size))
        row["key"] = _short(history.key)
        row["keys"][: len(keys)] = keys
        row["last"] = self.passing if history.last is None else history.last

    def bar(self, row: Any, legal: Iterable[Cell]) -> None:
        """Mark in a row the points of `placements` that are not `legal`: a stone there would repeat
        a position too old for the row to remember."""
        barred = self.placements(row[None])[0]
        barred[list(legal)] = False
        row["barred"] = barred

    def same(self, one: Any, other: Any) -> bool:
        """Whether play continues alike: all fields are equal but `groups` (the names may differ),
        `last`, and `held`, which is only computed for packed states."""
        names = self.dtype.names
        assert names is not None
        fields = [name for name in names if name not in ("groups", "last", "held")]
        return all(bool(np.all(one[name] == other[name])) for name in fields)

    def to_act(self, positions: Positions) -> SmallInts:
        """(n,): the seat to act, or OVER."""
        return np.where(positions["over"], np.int8(OVER), self.mover(positions["turn"]))

    def mover(self, turn: NDArray[np.integer]) -> SmallInts:
        """Who plays each turn."""
        return np.asarray(self.order[turn % len(self.order)], np.int8)

    def sides(self, position: Any) -> tuple[Flags, Flags]:
        """See `search.leaning.Leaned`."""
        stones, own = position["stones"], self.mover(position["turn"]) + 1
        return stones == own, (stones > 0) & (stones != own)

    def put(self, position: Any, actions: Ints) -> Ints:
        """See `search.leaning.Leaned`."""
        return np.minimum(actions, np.int32(self.cells))[:, None]

    # -- stones -----------------------------------------------------------------------------

    def placements(self, positions: Positions) -> Flags:
        """(n, cells): where the seats to act may put a stone: no suicide, no repetition of a
        position that the row remembers, no own eye. `barred` is not looked at."""
        stones, seat = positions["stones"], self.mover(positions["turn"]).astype(np.intp)
        view = self.rows.view(stones, positions["groups"], seat + 1)
        may = view.playable & ~view.own_eye
        # Only a stone that captures exactly one can repeat so recent a position.
        rows, cells = np.nonzero(may & (view.captures == 1))
        if rows.size:
            words = self._words[cells, seat[rows]] ^ self._captured_words(positions, rows, cells)
            after = positions["key"][rows] ^ words
            again = positions["keys"][rows] == after[:, None]
            if self.situational:
                turns = positions["turn"][rows, None] - 1 - np.arange(again.shape[1])
                again &= self.mover(turns) == seat[rows, None]
            may[rows, cells] = ~again.any(axis=1)
        return may

    def _captured_words(self, positions: Positions, rows: Indices, cells: Indices) -> Words:
        """(k,): the key words of captured stones, where a stone on the empty cell `cells` (k,) of
        row `rows` (k,) captures exactly one."""
        near = self._near[cells]
        stones = np.zeros((len(positions), self.cells + 1), np.uint8)
        stones[:, :-1] = positions["stones"]
        theirs = stones[rows[:, None], near]
        around = self._near_padded[near]
        walled = around == self.cells
        beside = stones[rows[:, None, None], around]
        own = (self.mover(positions["turn"][rows]) + 1).astype(np.uint8)
        other = (theirs != 0) & (theirs != own[:, None])
        # It has no liberty but the cell, and no stone of its own colour beside it.
        lone = (walled | (beside != theirs[:, :, None])).all(axis=2)
        shut = (walled | (beside != 0) | (around == cells[:, None, None])).all(axis=2)
        way = (other & lone & shut).argmax(axis=1)
        pick = np.arange(len(rows))
        words: Words = self._words[near[pick, way], theirs[pick, way] - 1]
        return words

    def legal(self, position: Any) -> Ints:
        """(k,): the points where a stone may be put, and the pass. Own eyes and `pointless`
        ground are left out."""
        return np.flatnonzero(self.legal_flags(position[None])[0]).astype(np.int32)

    def legal_flags(self, positions: Positions) -> Flags:
        """(n, cells + 1): the actions that are `legal`."""
        flags = np.empty((len(positions), self.cells + 1), bool)
        barred = positions["barred"] | self.pointless(positions)
        flags[:, :-1] = self.placements(positions) & ~barred
        flags[:, -1] = True
        flags[positions["over"]] = False
        return flags

    def pointless(self, positions: Positions) -> Flags:
        """(n, cells): where no stone is considered: the ground that the seat to act holds for
        good."""
        side = self.mover(positions["turn"]) + 1
        holder = positions["held"] & ((1 << _HOLDER_BITS) - 1)
        return np.asarray(holder == side[:, None])

    def passes(self, position: Any) -> Ints:
        """The pass, always legal."""
        return np.array([] if position["over"] else [self.passing], np.int32)

    def advance(self, positions: Positions, actions: Ints) -> Positions:
        """(n,): the positions after one action each; over when all have passed."""
        rows = positions.copy()
        seat = self.mover(rows["turn"])
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
            # A region with a stone in it is held no longer: its holder may have to put stones
            # there to take the one that somebody else has put.
            held = rows["held"][placed]
            rows["held"][placed] = held * (held != held[np.arange(len(cells)), cells][:, None])
        passing = actions == self.passing
        passed = np.where(passing, rows["passed"] | (np.uint8(1) << seat.astype(np.uint8)), 0)
        rows["passed"] = passed
        rows["over"] |= passed == self._all
        rows["last"] = actions
        rows["key"] = key
        # Where everybody's positions count, a pass leaves nothing new to remember.
        new = slice(None) if self.situational else placed
        rows["keys"][new, 0] = key[new]
        rows["keys"][new, 1:] = positions["keys"][new, :-1]
        rows["barred"] = False
        rows["turn"] += 1
        self.follow(rows, actions, seat)
        return rows

    def follow(self, rows: Positions, actions: Ints, seat: SmallInts) -> None:
        """For subclasses: update the `extra_fields` of `rows` (n,), in which `seat` (n,) has just
        made `actions` (n,)."""

    def cleared(self, positions: Positions) -> Bytes:
        """(n, cells): the stones without the groups of which every stone is marked `dead`."""
        stones = np.ascontiguousarray(positions["stones"])
        for index in np.flatnonzero(positions["dead"].any(axis=1)).tolist():
            groups, dead = positions["groups"][index], positions["dead"][index]
            alive = groups[(stones[index] > 0) & ~dead]
            gone = dead & ~np.isin(groups, alive)
            stones = stones.copy()
            stones[index, gone] = 0
        return stones

    # -- what guides the search -------------------------------------------------------------

    def input_planes(self, positions: Positions) -> Floats:
        """(n, cells, planes): see `go.features`."""
        mover = self.mover(positions["turn"]).astype(np.intp)
        return self._net_features(
            positions["stones"], positions["groups"], mover, positions["last"]
        )

    def predicted_seats(self, positions: Positions) -> Indices:
        """(n, 1): the seat to act."""
        return self.mover(positions["turn"]).astype(np.intp)[:, None]

    def permuted_actions(self, cells: Indices) -> Indices:
        """(cells + 1,): a stone on a cell becomes one on the cell it moves to; the pass stays."""
        return np.append(cells, self.passing)

    def amaf_features(self, positions: Any, actions: Ints) -> Ints:
        """(n, 1): the mover's stone on the cell; none for the pass."""
        feature = self.mover(positions["turn"]).astype(np.int32) * self.cells + actions
        return np.where(actions < self.cells, feature, -1).astype(np.int32)[:, None]

    def amaf(self, position: Any, count: Floats, reward: Floats) -> tuple[Floats, Floats]:
        """(cells + 1,) each: the mean reward of the playouts in which the mover was the first on
        the cell, and their number, one playout of average reward included. Playouts pass only
        when they must, so the pass gets the mean of all, and the average number."""
        begin = int(self.mover(position["turn"])) * self.cells
        mine = slice(begin, begin + self.cells)
        played, won = count[mine], reward[mine]
        base = won.sum() / max(float(played.sum()), 1.0)
        weight = np.ones(self.cells + 1, np.float32)
        mean = np.full(self.cells + 1, base, np.float32)
        weight[:-1] += played
        mean[:-1] = (won + base) / weight[:-1]
        weight[-1] = weight[:-1].mean()
        return mean, weight

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): on a board with much room a penalty for points near the edge, halved near stones,
        and a larger one for the pass. Playouts hardly show such differences."""
        stones = position["stones"] > 0
        value = np.zeros(self.cells + 1, np.float32)
        if stones.sum() < _ROOMY * self.cells:
            penalty = heuristics.edge_penalty(self.topology)
            far = heuristics.far_from_stones(self.topology, stones)
            value[:-1] = np.where(far, penalty, penalty / 2)
            value[-1] = _PASS_PRIOR
        return value[actions]

    def playout_starts(self, positions: Positions) -> StartPositions:
        """The start positions of playouts from `positions` (n,)."""
        last = positions["last"].astype(np.intp)
        return StartPositions(
            np.ascontiguousarray(positions["stones"]),
            positions["turn"].astype(np.intp),
            self.order.astype(np.uint8)[None],
            positions["passed"],
            last=np.where(last >= self.cells, NOWHERE, last),
        )


class WeightedGo(PackedGo):
    """Packed Go with weighted playouts; adds `core.net_game.HandmadePolicy`.

    The weights that make a point likely in playouts (`go.playouts.move_weights`) also tell the
    search which points to look at. They suit games in which captures are worth as much as in
    Go; in Tri-Color, where the middle score wins, stones are captured for other reasons.
    """

    go_kernel: PlayoutKernel
    """The game's weighted playouts."""

    def pointless(self, positions: Positions) -> Flags:
        """(n, cells): the ground that any seat holds for good. (In Tri-Color a stone on another
        seat's ground may help: whoever has too many points wants to lose some.)"""
        return np.asarray(positions["held"] > 0)

    def prior(self, position: Any, actions: Ints) -> Floats:
        """(k,): zeros, since `logits` replaces these values."""
        return np.zeros(len(actions), np.float32)

    def logits(self, positions: Positions) -> Floats:
        """(n, cells + 1): the logarithms of the weights by which playouts draw points; the pass is
        below an average point. With much room on the board the edge and the pass get less."""
        weights = np.maximum(self.go_kernel.weights(self.playout_starts(positions)), 1)
        logits = np.empty((len(positions), self.cells + 1), np.float32)
        logits[:, :-1] = np.log(weights)
        roomy = (positions["stones"] > 0).sum(axis=1) < _ROOMY * self.cells
        if roomy.any():
            logits[roomy, :-1] += _EDGE_LOGIT * heuristics.edge_penalty(self.topology)
        early_or_late = np.where(roomy, _EARLY_PASS_LOGIT, _LATE_PASS_LOGIT)
        logits[:, -1] = np.log(weights.mean(axis=1)) + early_or_late
        return logits


def _short(key: int) -> int:
    """The lowest 64 bits of a key, which is what rows keep."""
    return key & (1 << 64) - 1
