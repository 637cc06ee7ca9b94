"""Batched playouts of Plurality: random play to the end, counted (rules 2 to 8).

`playing.py` places trominoes on bit planes and `scoring.py` counts; this module turns positions
into planes, and planes into results. A playout passes only where no placement is legal, so it
never ends by the two passes of rule 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import (
    Bytes,
    Flags,
    Floats,
    Indices,
    Rng,
    ShortInts,
    SmallInts,
)
from termgames.core.regions import plane
from termgames.games.plurality.patterns import anchors_of
from termgames.games.plurality.playing import ColouredStones, Placements, TrominoBoards, Words
from termgames.games.plurality.results import CountedPlayouts, pack, stride_of, unpack
from termgames.games.plurality.rules import Plurality, State
from termgames.games.plurality.scoring import TerritoryCounter

DECISIVE = 1e6
"""Komi is limited to this many points: enough to decide any game, and exact in a float32."""

_COUNTED = 8
"""The most words of boards counted at once. Fewer than are played, since counting takes a byte for
each bit."""

_CHUNK = 32
"""The most words of boards played at once. With more, more boards would share their random choices
(`playing.py`), and planes would not fit the processor's caches."""


class PluralityKernel:
    """Playouts of one set-up game, by the rules but for a pass that a player chooses.

    Only one thread may use a kernel, since it keeps its working memory between calls.
    """

    def __init__(self, game: Plurality) -> None:
        self.topology = game.topology
        self.geometry = game.geometry
        self.parity = game.parity
        self.features = 4 * self.topology.cells
        """The number of cell features; see `CountedPlayouts.features`."""
        self._boards: dict[int, TrominoBoards] = {}
        self._counters: dict[int, TerritoryCounter] = {}

    def counted(
        self, states: Sequence[State], lanes: int, rng: Rng, *, trace: bool = False
    ) -> CountedPlayouts:
        """`lanes` playouts from each state, with results by colour.

        A state that is over is counted as it stands. States whose komi or sides are still open
        (rule 6) are played with their present komi and sides.
        """
        stones = np.frombuffer(b"".join(state.stones for state in states), np.uint8)
        turn = np.array([state.turn for state in states], np.int8)
        komi = np.array([state.komi for state in states])
        komi = komi.clip(-DECISIVE, DECISIVE).astype(np.float32)
        over = np.array([state.ending is not None for state in states])
        return self.run(
            stones.reshape(len(states), -1), turn, komi, lanes, rng, over=over, trace=trace
        )

    def run(
        self,
        stones: Bytes,
        turn: SmallInts,
        komi: Floats | float,
        lanes: int,
        rng: Rng,
        *,
        over: Flags | None = None,
        trace: bool = False,
        moves: Indices | None = None,
    ) -> CountedPlayouts:
        """`lanes` playouts from each of P positions, without making states.

        `stones` (P, cells): 0 empty, 1 black, 2 white; `turn` (P,): the colour to move; `komi`:
        White's bonus, (P,) or one for all; `over` (P,): whether the game is over, by default in
        none. `moves` (n,): the shapes whose placements are features, by default none. P is
        at least 1. Positions need not be reachable.
        """
        positions, cells = stones.shape
        stride = stride_of(lanes)
        board = np.repeat(np.ascontiguousarray(stones.T), stride, axis=1)
        # Lanes that pad a stride get full boards, on which nothing is legal.
        board.reshape(cells, positions, stride)[:, :, lanes:] = 1
        black_first = np.repeat(turn == 0, stride)
        still = np.repeat(np.zeros(positions, bool) if over is None else over, stride)
        filled = np.repeat(np.count_nonzero(stones, axis=1) / cells, stride)
        of = np.zeros(0, np.intp) if moves is None else moves
        features = np.empty((6 * len(of) + self.features, -(-positions * stride // 64)), np.uint64)
        parts = []
        for some in _chunks(positions * stride):
            lot = board[:, some], black_first[some], still[some], filled[some].min()
            into = features[:, some.start // 64 : -(-some.stop // 64)]
            parts.append(self._play(*lot, rng, trace, of, into))

        def played(field: str) -> NDArray[Any]:
            """One field of all parts, without the padding lanes."""
            whole = _joined([getattr(part, field) for part in parts])
            apart = whole.reshape(*whole.shape[:-1], positions, stride)[..., :lanes]
            return apart.reshape(*whole.shape[:-1], -1)

        owner = played("owner")
        points = np.empty((positions * lanes, 2), np.float32)
        for colour in (0, 1):
            # numpy adds up small integers faster than floats.
            points[:, colour] = np.add.reduce(owner == colour, axis=0, dtype=np.int16)
        points[:, 1] += np.repeat(np.broadcast_to(np.float32(komi), positions), lanes)
        share = np.sign(points[:, 0] - points[:, 1]) / 2 + np.float32(0.5)
        lines = [line for part in parts for line in part.trace]
        return CountedPlayouts(
            positions=positions,
            lanes=lanes,
            utility=np.stack([share, 1 - share], axis=1),
            score=points,
            plies=played("plies"),
            owner=owner,
            stones=played("signs"),
            features=features,
            trace=tuple(line for lane, line in enumerate(lines) if lane % stride < lanes),
        )

    def _play(
        self,
        stones: Bytes,
        black_first: Flags,
        still: Flags,
        filled: float,
        rng: Rng,
        trace: bool,
        moves: Indices,
        features: Words,
    ) -> _Part:
        """Play and count one chunk: a playout for each lane of `stones` (cells, lanes). Writes its
        `features` (6 * n + 4 * cells, words). Nothing is placed in the lanes `still` (lanes,).
        `filled` is the part of the cells that is occupied on the emptiest board; `moves` (n,) as in
        `run`."""
        lanes = stones.shape[1]
        words = -(-lanes // 64)
        boards = self._boards.get(words)
        if boards is None:
            boards = self._boards[words] = TrominoBoards(self.geometry, words)
        places = plane(self.topology).places
        before = np.zeros((boards.board_plane.length, words), np.uint64)
        black = np.zeros_like(before)
        # Lanes that pad the last word get full boards, on which nothing is legal.
        before[places] = pack(stones != 0, words, fill=True)
        black[places] = pack(stones == 1, words)

        # Where the game is over, play on a full board, on which nothing is legal.
        full = before.copy()
        full[places] |= pack(still[None], words)
        played = boards.play(full, filled, rng)
        coloured = boards.colour(played, pack(black_first[None], words)[0], rng)
        after = boards.occupied() ^ full ^ before
        black |= coloured.black
        signs, owner = self._count(black, after, lanes)
        placed = np.bitwise_or.reduce(played.sweeps, axis=0)
        by = coloured.by_black[places]
        by_white = (before ^ after)[places] & ~by
        is_black = coloured.black[places]
        put = features[6 * len(moves) :].reshape(2, 2, len(places), words)
        for colours, mover in zip(put, (by, by_white), strict=True):
            np.bitwise_and(mover, is_black, out=colours[0])
            np.bitwise_and(mover, ~is_black, out=colours[1])
        self._note_moves(moves, played, coloured, features[: 6 * len(moves)])
        return _Part(
            signs=signs,
            owner=owner,
            plies=np.add.reduce(unpack(placed), axis=0, dtype=np.int16)[:lanes],
            trace=self._trace(boards, played, coloured, lanes) if trace else (),
        )

    def _count(self, black: Words, occupied: Words, lanes: int) -> tuple[SmallInts, SmallInts]:
        """The final stones (1 black, -1 white) and their owners, both (cells, lanes), counted
        `_COUNTED` words at a time."""
        places = plane(self.topology).places
        words = black.shape[1]
        signs = np.empty((len(places), words * 64), np.int8)
        owner = np.empty_like(signs)
        for first in range(0, words, _COUNTED):
            some = slice(first, min(first + _COUNTED, words))
            width = (some.stop - first) * 64
            if width not in self._counters:
                self._counters[width] = TerritoryCounter(self.topology, width, parity=self.parity)
            part = unpack(black[:, some]).view(np.int8)
            part <<= 1
            part -= unpack(occupied[:, some]).view(np.int8)
            reach = slice(first * 64, first * 64 + width)
            signs[:, reach] = part[places]
            owner[:, reach] = self._counters[width].owners(part)[places]
        return signs[:, :lanes], owner[:, :lanes]

    def _note_moves(
        self, moves: Indices, played: Placements, coloured: ColouredStones, features: Words
    ) -> None:
        """Write the `features` (6 * n, words) of `moves` (n,): see
        `CountedPlayouts.features`."""
        kind, place = np.divmod(anchors_of(self.geometry)[moves], played.anchors.shape[1])
        anchors = played.anchors[kind, place]
        by_black = anchors & coloured.mover[place]
        made = features.reshape(2, 3, *anchors.shape)
        for number, choice in enumerate(coloured.enemy):
            enemy = choice[place]
            np.bitwise_and(by_black, enemy, out=made[0, number])
            np.bitwise_and(anchors ^ by_black, enemy, out=made[1, number])

    def _trace(
        self, boards: TrominoBoards, played: Placements, coloured: ColouredStones, lanes: int
    ) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each lane, the placements in order, as (shape, enemy)."""
        kind_shapes = np.stack([kind.shape for kind in boards.kinds])
        anchors = unpack(played.anchors)
        shape = np.where(anchors, kind_shapes[:, :, None], 0).sum(axis=0)
        _, second, third = (unpack(choice) for choice in coloured.enemy)
        enemy = second + 2 * third
        sweeps = unpack(played.sweeps)
        traces = []
        for lane in range(lanes):
            line = []
            for sweep, order in zip(sweeps, played.order, strict=True):
                for place in order[sweep[order, lane] != 0].tolist():
                    line.append((int(shape[place, lane]), int(enemy[place, lane])))
            traces.append(tuple(line))
        return tuple(traces)


@dataclass(frozen=True, eq=False)
class _Part:
    """The results of one chunk; fields as in `CountedPlayouts`, whose `stones` are `signs` here."""

    signs: SmallInts
    owner: SmallInts
    plies: ShortInts
    trace: tuple[tuple[tuple[int, int], ...], ...]


def _chunks(total: int) -> list[slice]:
    """The lanes of each chunk; all chunks but the last are whole words, nearly equally many."""
    words = -(-total // 64)
    each = -(-words // -(-words // _CHUNK)) * 64
    return [slice(first, min(first + each, total)) for first in range(0, total, each)]


def _joined(parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)
