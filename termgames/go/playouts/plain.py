"""Uniform playouts in plain Python, one board at a time: a reference for the kernel.

The rules are those of `uniform`: each turn one of the fit points, all equally likely, no own
eye, simple ko, else a pass. Points are tried in random order, each at most once a turn; groups
keep lists of their stones and count their pseudo-liberties.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence

from termgames.core.topology import Cell, Topology

Near = Callable[[int], Callable[[Cell], object]]
"""Called once a turn with the colour, from 0; the function it returns says whether a cell is in
reach."""
Gone = Callable[[list[int], list[Cell], int], None]
"""Called for every captured group with the colours on the board before it is removed (0 for
empty), the group's cells, and the colour, from 0, that captured it."""


class PlainBoard:
    """A board that is played on; `stones` (cells,) at the start: 0 empty, else 1 + colour."""

    def __init__(
        self,
        topology: Topology,
        stones: Sequence[int],
        blocs: Sequence[int] | None = None,
        gone: Gone | None = None,
    ) -> None:
        self.adjacent = topology.adjacent
        self.colours = list(stones)
        """(cells,): 0 empty, else 1 + colour."""
        self.side = list(range(6)) if blocs is None else [0, *(1 + bloc for bloc in blocs)]
        self.stones = [self.side[stone] for stone in stones]
        """(cells,): 0 empty, else 1 + side."""
        self.empty = [cell for cell, stone in enumerate(stones) if not stone]
        self.gone = gone
        self.ko: tuple[Cell, int] | None = None
        """A point and 1 + the colour that may not be put there."""
        self.held = [0] * 6
        """By 1 + colour: its stones as bits."""
        for cell, stone in enumerate(stones):
            self.held[stone] |= 1 << cell
        self.root = list(range(len(self.stones)))
        self.members: list[list[Cell]] = [[] for _ in self.stones]
        self.liberties = [0] * len(self.stones)
        for cell, stone in enumerate(self.stones):
            if stone and not self.members[self.root[cell]]:
                self._gather(cell)

    def _gather(self, first: Cell) -> None:
        """Make a group of the stones connected with the one on `first`."""
        group, stones = [first], self.stones
        seen = {first}
        for cell in group:
            self.root[cell] = first
            for near in self.adjacent[cell]:
                if not stones[near]:
                    self.liberties[first] += 1
                elif stones[near] == stones[first] and near not in seen:
                    seen.add(near)
                    group.append(near)
        self.members[first] = group

    def fits(self, cell: Cell, colour: int) -> bool:
        """Whether the empty cell may be played by `colour`, from 1."""
        stones, root, liberties = self.stones, self.root, self.liberties
        around = self.adjacent[cell]
        for near in around:
            if not stones[near]:
                return True
        if self.ko == (cell, colour):
            return False
        stone = self.side[colour]
        for near in around:
            liberties[root[near]] -= 1
        takes = safe = tight = False
        for near in around:
            last = not liberties[root[near]]
            if stones[near] == stone:
                safe = safe or not last
                tight = tight or last
            else:
                takes = takes or last
                tight = True
        for near in around:
            liberties[root[near]] += 1
        # Only safe groups of one's own around: an eye.
        return takes or (safe and tight)

    def put(self, at: int, colour: int) -> None:
        """Put a stone of `colour`, from 1, on the empty cell number `at`, which fits it."""
        stones, root, liberties, members = self.stones, self.root, self.liberties, self.members
        empty, stone = self.empty, self.side[colour]
        cell = empty[at]
        empty[at] = empty[-1]
        empty.pop()
        around = self.adjacent[cell]
        stones[cell], root[cell], members[cell] = stone, cell, [cell]
        self.colours[cell] = colour
        self.held[colour] |= 1 << cell
        own, room = cell, 0
        taken: list[Cell] = []
        for near in around:
            if not stones[near]:
                room += 1
            else:
                liberties[root[near]] -= 1
        liberties[cell] = room
        alone = not room
        for near in around:
            if stones[near] == stone and root[near] != own:
                alone = False
                other = root[near]
                if len(members[other]) > len(members[own]):
                    own, other = other, own
                for member in members[other]:
                    root[member] = own
                members[own] += members[other]
                liberties[own] += liberties[other]
            elif (
                stones[near] not in (0, stone)
                and not liberties[root[near]]
                and root[near] not in taken
            ):
                taken.append(root[near])
        self.ko = None
        if taken:
            self._take(taken, colour, alone)

    def _take(self, roots: list[Cell], colour: int, alone: bool) -> None:
        stones, root, liberties, colours = self.stones, self.root, self.liberties, self.colours
        if self.gone is not None:
            for group in roots:
                self.gone(colours, self.members[group], colour - 1)
        cells = [cell for group in roots for cell in self.members[group]]
        if alone and len(cells) == 1:
            self.ko = cells[0], colours[cells[0]]
        for cell in cells:
            self.held[colours[cell]] &= ~(1 << cell)
            stones[cell] = colours[cell] = 0
        for cell in cells:
            for near in self.adjacent[cell]:
                if stones[near]:
                    liberties[root[near]] += 1
        self.empty += cells


def play(
    board: PlainBoard,
    order: Sequence[int],
    ply: int,
    rng: random.Random,
    *,
    passed: Collection[int] = (),
    near: Near | None = None,
) -> int:
    """Play at random to the end; returns the number of turns played.

    `order` holds the colours by ply, read cyclically; play ends when all of them occur in
    a run of passes, of which `passed` have passed already.
    """
    players, run = set(order), set(passed)
    length, pick = len(order), rng.random
    played = 0
    while run != players:
        colour = order[(ply + played) % length]
        empty = board.empty
        here = near(colour) if near is not None else None
        left = len(empty)
        while left:
            at = int(pick() * left)
            cell = empty[at]
            if (here is None or here(cell)) and board.fits(cell, 1 + colour):
                board.put(at, 1 + colour)
                run.clear()
                break
            left -= 1
            empty[at], empty[left] = empty[left], cell
        else:
            run.add(colour)
        played += 1
    return played
