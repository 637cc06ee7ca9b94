"""Playouts stone by stone, for the variants in which the order matters (rule 6).

All boards of a call take a step together: on each, a stone is placed on an empty cell, all equally
likely; it claims the lines that it wins and, with `--capture`, clears them. Like fills, these
playouts go on to the full board. Since claims stay, a player who wins early wins in the end, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames.core.arrays import Bytes, Flags, Indices, Rng, ShortInts, SmallInts
from termgames.games.majorities.rules import Majorities, Turn
from termgames.games.majorities.scoring import LineBoards, decided, inside, put


@dataclass(frozen=True, eq=False)
class CountedPlayouts:
    """B finished playouts."""

    stones: Bytes
    """(B, cells): the full boards, 1 black, 2 white."""
    first: Bytes
    """(B, cells): who was the first to play on each cell in the playout, 1 Black, 2 White, 0
    nobody."""
    directions: Bytes
    """(B, 3): 1 where Black holds the direction; White holds the others."""
    won: Bytes
    """(B,): 1 where Black holds at least two directions."""
    plies: ShortInts
    """(B,): whole turns played."""
    trace: tuple[tuple[Turn, ...], ...]
    """For each playout, the turns in order; empty tuples unless asked for."""


class SequentialKernel:
    """Playouts of any variant, to the full board.

    There are 2 * cells features: Black was the first to play on the cell, then the same for White.
    """

    def __init__(self, rules: Majorities) -> None:
        self.rules = rules
        self.geometry = rules.geometry
        self.features = 2 * rules.topology.cells

    def run(
        self,
        stones: Bytes,
        claims: Bytes,
        turn: SmallInts,
        due: SmallInts,
        lanes: int,
        rng: Rng,
        *,
        trace: bool = False,
    ) -> CountedPlayouts:
        """`lanes` playouts from each of P positions, without making states.

        `stones` (P, cells) and `claims` (P, lines): 0 nobody, 1 black, 2 white; `turn`
        (P,): the colour to move; `due` (P,): how many stones it still has to place.
        """
        boards = self._boards(stones, claims, turn, due, lanes)
        steps: list[tuple[Indices, Indices, Flags]] = []
        plies = np.zeros(len(boards.due), np.int16)
        fresh = np.ones(len(boards.due), bool)
        while True:
            empty = boards.lines.stones[:, :-1] == 0
            left = np.add.reduce(empty, axis=1, dtype=np.int16)
            live = np.flatnonzero(left)
            if not live.size:
                break
            begins = boards.due[live] == 0
            boards.due[live[begins]] = np.minimum(left[live[begins]], 2)
            begins |= fresh[live]
            fresh[live] = False
            plies[live] += begins
            cell = _pick(empty[live], left[live], rng)
            if trace:
                steps.append((live, cell, begins))
            self._place(boards, live, cell)
            ends = live[boards.due[live] == 0]
            boards.turn[ends] ^= 1
        return self._finished(boards, plies, steps)

    def _boards(
        self, stones: Bytes, claims: Bytes, turn: SmallInts, due: SmallInts, lanes: int
    ) -> _LiveBoards:
        beside = np.zeros((len(stones), 1), np.uint8)
        counts = inside(self.geometry, stones)
        return _LiveBoards(
            lines=LineBoards(
                np.repeat(np.concatenate([stones, beside], axis=1), lanes, axis=0),
                np.repeat(claims, lanes, axis=0),
                np.repeat(counts, lanes, axis=0),
            ),
            first=np.zeros((len(stones) * lanes, stones.shape[1]), np.uint8),
            turn=np.repeat(turn, lanes),
            due=np.repeat(due, lanes),
        )

    def _place(self, boards: _LiveBoards, live: Indices, cell: Indices) -> None:
        """Place a stone on `cell` (n,) of the boards `live` (n,), claim the lines that it wins and,
        with `--capture`, clear them."""
        colour = boards.turn[live].astype(np.intp)
        new = boards.first[live, cell] == 0
        boards.first[live[new], cell[new]] = colour[new] + 1
        boards.due[live] -= 1
        put(self.geometry, boards.lines, live, cell, colour, capture=self.rules.capture)

    def _finished(
        self, boards: _LiveBoards, plies: ShortInts, steps: Sequence[tuple[Indices, Indices, Flags]]
    ) -> CountedPlayouts:
        total = len(boards.due)
        held, winner = decided(self.geometry, boards.lines.claims)
        return CountedPlayouts(
            stones=boards.lines.stones[:, :-1],
            first=boards.first,
            directions=(held == 1).view(np.uint8),
            won=(winner == 1).view(np.uint8),
            plies=plies,
            trace=_turns(self.rules, total, steps) if steps else ((),) * total,
        )


@dataclass(eq=False)
class _LiveBoards:
    """B boards being played; fields as in `CountedPlayouts` and `SequentialKernel.run`."""

    lines: LineBoards
    first: Bytes
    turn: SmallInts
    due: SmallInts


def _pick(empty: Flags, left: ShortInts, rng: Rng) -> Indices:
    """(n,): for each board one of its `left` (n,) empty cells, all equally likely; `empty` (n,
    cells)."""
    number = (rng.random(len(left)) * left).astype(np.int16)
    passed = np.add.accumulate(empty, axis=1, dtype=np.int16) <= number[:, None]
    return np.asarray(np.add.reduce(passed, axis=1, dtype=np.intp))


def _turns(
    rules: Majorities, boards: int, steps: Sequence[tuple[Indices, Indices, Flags]]
) -> tuple[tuple[Turn, ...], ...]:
    """For each board the turns, gathered from steps: boards that played, their cells, and whether
    the cell begins a turn, each (n,)."""
    turns: list[list[list[int]]] = [[] for _ in range(boards)]
    for live, cells, begins in steps:
        for board, cell, new in zip(live.tolist(), cells.tolist(), begins.tolist(), strict=True):
            if new:
                turns[board].append([])
            turns[board][-1].append(cell)
    return tuple(tuple(rules.turn_of(turn) for turn in line) for line in turns)
