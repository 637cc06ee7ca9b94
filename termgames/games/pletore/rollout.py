"""Batched playouts of Pletore: random play to the end, counted (rules 2 to 6).

`playing.py` plays on bit planes, `scoring.py` counts; here positions become planes, and
planes become results. In a playout every stone that may be put is equally likely; who can
put none takes the button while it is free, and passes otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import Playouts
from termgames.core.offer import BLACK, PASS, WHITE
from termgames.games.pletore import playing, scoring
from termgames.games.pletore.rules import BUTTON, Move, Place, Pletore, Replace, State

_CHUNK = 4096
"""Boards played at once; more would fall out of the processor's caches."""


@dataclass(frozen=True, eq=False)
class Finished:
    """`lanes` playouts from each of P positions, by colour; L = P * lanes, position-major."""

    utility: NDArray[np.float32]
    """(L, 2): win shares of Black and White: 1, a half in a draw, 0."""
    score: NDArray[np.float32]
    """(L, 2): final points, with komi and button."""
    owner: NDArray[np.int8]
    """(size, size, L): final owners by colour, of stones and of points; NEUTRAL."""
    plies: NDArray[np.int16]
    """(L,): turns taken, button and passes included."""
    played: NDArray[np.bool_]
    """(L, features): see `PletoreKernel.features`."""
    logs: tuple[playing.Log, ...]
    """The turns, boards numbered as lanes."""


class PletoreKernel:
    """Playouts of one set-up game; implements `core.game.Kernel`."""

    relaxes: frozenset[str] = frozenset()

    def __init__(self, game: Pletore) -> None:
        self.game, self.size = game, game.size
        self.kinds = game.topology.cells + 1
        self.features = 2 * self.kinds
        """Feature colour * (cells + 1) + cell: that colour put a stone on the cell, on an
        empty point or an enemy's; with cell = cells: it took the button."""

    def playouts(
        self,
        states: Sequence[State],
        lanes: int,
        rng: np.random.Generator,
        *,
        trace: bool = False,
    ) -> Playouts:
        """`lanes` playouts from each state, by seat; see `core.game.Playouts`.

        `owner` tells of stones, too: they count as points. States whose komi or sides are
        still open (rule 7) are played as they stand.
        """
        stones = np.frombuffer(b"".join(state.stones for state in states), np.uint8)
        done = self.run(
            stones.reshape(len(states), -1),
            np.array([state.turn for state in states], np.int8),
            np.array([state.komi for state in states], np.float32),
            np.array([state.button for state in states], np.int8),
            np.array([state.passes for state in states], np.uint8),
            lanes,
            rng,
        )
        swapped = np.repeat([state.black_seat == 1 for state in states], lanes)
        owner = np.ascontiguousarray(done.owner.reshape(-1, len(swapped)).T)
        owner[swapped] = np.where(owner[swapped] >= 0, 1 - owner[swapped], owner[swapped])
        played = done.played.reshape(-1, 2, self.kinds)
        return Playouts(
            utility=np.where(swapped[:, None], done.utility[:, ::-1], done.utility),
            score=np.where(swapped[:, None], done.score[:, ::-1], done.score),
            owner=owner,
            plies=done.plies,
            played=np.where(swapped[:, None, None], played[:, ::-1], played).reshape(
                -1, self.features
            ),
            trace=self._traces(states, lanes, done) if trace else (),
        )

    def run(
        self,
        stones: NDArray[np.uint8],
        turn: NDArray[np.int8],
        komi: NDArray[np.float32],
        button: NDArray[np.int8],
        passes: NDArray[np.uint8],
        lanes: int,
        rng: np.random.Generator,
    ) -> Finished:
        """`lanes` playouts from each of P positions, without making states.

        `stones` (P, cells): 0 empty, 1 black, 2 white; the others (P,): the colour to
        move; White's bonus; `State.button`; passes in a row. Positions need not be
        reachable.
        """
        each = max(1, _CHUNK // lanes)
        chunks = [slice(first, first + each) for first in range(0, len(stones), each)]
        generator = np.random.Generator(np.random.SFC64(rng.integers(2**63)))
        parts = [
            self._play(stones[at], turn[at], komi[at], button[at], passes[at], lanes, generator)
            for at in chunks
        ]
        if len(parts) == 1:
            return parts[0]
        logs = []
        for at, part in zip(chunks, parts, strict=True):
            for log in part.logs:
                logs.append(playing.Log(log.lanes + at.start * lanes, log.first_step, log.turns))
        return Finished(
            utility=np.concatenate([part.utility for part in parts]),
            score=np.concatenate([part.score for part in parts]),
            owner=np.concatenate([part.owner for part in parts], axis=2),
            plies=np.concatenate([part.plies for part in parts]),
            played=np.concatenate([part.played for part in parts]),
            logs=tuple(logs),
        )

    def _play(
        self,
        stones: NDArray[np.uint8],
        turn: NDArray[np.int8],
        komi: NDArray[np.float32],
        button: NDArray[np.int8],
        passes: NDArray[np.uint8],
        lanes: int,
        generator: np.random.Generator,
    ) -> Finished:
        """One chunk of `run`."""
        size, count = self.size, len(stones)
        planes = stones.T.reshape(size, size, count)
        word = np.uint16 if size < 16 else np.uint32
        words = playing.pack(np.stack([planes == turn + 1, planes == 2 - turn]), word)
        # Sides are called by who moves first; FREE and NO_BUTTON are below every colour.
        holder = np.where(button >= 0, button ^ turn, button).astype(np.int8)
        boards = playing.Boards(size, words, holder, passes, generator)
        boards.copies(lanes)
        opening = np.zeros(count, bool)
        if size % 2 == 0:
            few = stones.sum(axis=1) == stones.any(axis=1)  # nothing but a black stone
            opening = few & ~stones.any(axis=1) & (turn == BLACK) & (button < 0)
            self._bar(boards, stones, few & stones.any(axis=1) & (turn == WHITE) & (button < 0))
        final, holder = playing.play(boards, np.flatnonzero(np.repeat(opening, lanes)))

        first = np.repeat(turn, lanes)
        bits = playing.unpack(final, size)
        black = np.where(first == BLACK, bits[0], bits[1])
        owner = scoring.owners(black + 2 * (bits[0] + bits[1] - black))
        holder = np.where(holder >= 0, holder ^ first, holder).astype(np.int8)
        points = scoring.points(owner, np.repeat(komi, lanes), holder)
        share = np.sign(points[:, 0] - points[:, 1]) / 2 + np.float32(0.5)
        plies, played = self._read_logs(boards.logs, first)
        return Finished(
            utility=np.stack([share, 1 - share], axis=1),
            score=points,
            owner=owner,
            plies=plies,
            played=played,
            logs=tuple(boards.logs),
        )

    def _bar(
        self, boards: playing.Boards, stones: NDArray[np.uint8], which: NDArray[np.bool_]
    ) -> None:
        """Hand rule 4 to the boards of the positions `which` hold Black's stone alone."""
        at = np.flatnonzero(which)
        if at.size:
            each = len(boards.lanes) // len(stones)
            cell = np.repeat(self.game.topology.cells - 1 - stones[at].argmax(axis=1), each)
            lanes = np.flatnonzero(np.repeat(which, each))
            boards.barred = (lanes, cell // self.size, cell % self.size)

    def _read_logs(
        self, logs: Sequence[playing.Log], first: NDArray[np.int8]
    ) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        """Turns of each lane, and what was played; `first` (L,): who moved first."""
        plies = np.zeros(len(first), np.int16)
        played = np.zeros((len(first), 2, self.kinds), bool)
        for log in logs:
            if not log.turns:
                continue
            turns = np.stack(log.turns)
            row, column = turns[:, 0].astype(np.int32), turns[:, 1]
            plies[log.lanes] += (column != playing.NOTHING).sum(axis=0, dtype=np.int16)
            kind = row * self.size + column
            kind[column == playing.BUTTON] = self.kinds - 1
            step = np.arange(log.first_step, log.first_step + len(turns))[:, None]
            colour = (step + first[log.lanes]) % 2
            kind += (colour + 2 * log.lanes).astype(np.int32) * np.int32(self.kinds)
            told = (column < self.size) | (column == playing.BUTTON)
            played.reshape(-1)[kind if told.all() else kind[told]] = True
        return plies, played.reshape(-1, self.features)

    def _traces(
        self, states: Sequence[State], lanes: int, done: Finished
    ) -> tuple[tuple[Move, ...], ...]:
        """Per lane the moves in order."""
        stones = [bytearray(state.stones) for state in states for _ in range(lanes)]
        turn = [state.turn for state in states for _ in range(lanes)]
        lines: list[list[Move]] = [[] for _ in stones]
        for log in done.logs:
            for turns in log.turns:
                for lane, row, column in zip(log.lanes.tolist(), *turns.tolist(), strict=True):
                    if column == playing.NOTHING:
                        continue
                    if column in (playing.PASS, playing.BUTTON):
                        lines[lane].append(PASS if column == playing.PASS else BUTTON)
                    else:
                        cell = row * self.size + column
                        held = stones[lane][cell]
                        lines[lane].append(Replace(cell) if held else Place(cell))
                        stones[lane][cell] = turn[lane] + 1
                    turn[lane] = 1 - turn[lane]
        return tuple(map(tuple, lines))


def kernel(game: Any) -> PletoreKernel:
    """The kernel of a Pletore game."""
    assert isinstance(game, Pletore)
    return PletoreKernel(game)
