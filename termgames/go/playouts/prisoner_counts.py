"""Who gets the stones of captured groups, on each board of a batch."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Indices, Ints
from termgames.go.playouts.lanes import NewStones
from termgames.go.playouts.positions import StartPositions

Each = Callable[[NDArray[Any]], NDArray[Any]]
"""Repeats rows, one for each position, for each of the position's lanes."""


class Prisoners:
    """The prisoners of L boards, updated whenever stones are captured.

    A captured group of one colour is divided evenly among the other colours beside it, and the
    remainder goes to the colour that captured; `divide` says how groups of several colours are
    divided.
    """

    def __init__(self, positions: StartPositions, colours: int, each: Each) -> None:
        count, order = len(positions.stones), positions.order
        self.colours = colours
        if positions.prisoners is None:
            held = np.zeros((count, colours, colours), np.int32)
        else:
            held = positions.prisoners.astype(np.int32)
        self._held = each(held).reshape(-1)
        """(L * colours * colours,): by holder and colour."""
        assert order.shape[1] == colours, "prisoners need an order that names each colour once"
        order = np.broadcast_to(order, (count, colours)).astype(np.intp)
        self._player = each(order)
        """(L, colours): the colours in order of play."""
        self._place_of = each(np.argsort(order, axis=1))
        """(L, colours): the place of each colour in that order."""
        self._mixed = positions.blocs is not None
        """Whether a group may have stones of several colours."""

    def by_holder(self) -> Ints:
        """(L, colours, colours): prisoners by holder and colour."""
        return self._held.reshape(-1, self.colours, self.colours)

    def share(
        self,
        put: NewStones,
        killer: Indices,
        item: Indices,
        colour: NDArray[np.uint16],
        beside: Indices,
    ) -> None:
        """Divide s stones that are about to be removed; all arrays but `beside` are (s,).

        Each stone is captured by the stone number `killer` of `put`, belongs to the group
        number `item`, and has a `colour`, from 1. `beside` (directions, s) are the colours
        around it, from 1; 0 for nobody, 7 for walls; stones of its own group are 0 or, where
        groups have one colour, that colour. `beside` is overwritten.
        """
        colours = self.colours
        size = np.bincount(item)
        group = (size > 0).nonzero()[0]
        first = np.empty(size.size, np.intp)
        first[item] = np.arange(item.size)  # any stone of the group
        first = first.take(group)
        by = killer.take(first)
        beside += item * 8
        met = np.zeros((size.size, 8), bool)
        met.reshape(-1)[beside] = True
        captors = met[group, 1 : 1 + colours]
        row = put.row.take(by)
        entry = (row * colours)[:, None] + np.arange(colours)
        if not self._mixed:
            each = np.arange(group.size)
            kind = colour.take(first).astype(np.intp) - 1
            captors[each, kind] = False  # a group does not touch itself
            size = size.take(group)
            part, rest = np.divmod(size, np.add.reduce(captors, axis=1))
            gained = captors * part[:, None]
            gained[each, put.colour.take(by) - 1] += rest
            entry = entry * colours + kind[:, None]
        else:
            gained = self._divide(row, put.colour.take(by), captors, item, group, colour)
            entry = entry[:, :, None] * colours + np.arange(colours)
        np.add.at(self._held, entry.reshape(-1), gained.reshape(-1).astype(np.int32))

    def _divide(
        self,
        row: Indices,
        by: NDArray[np.uint16],
        captors: Flags,
        item: Indices,
        group: Indices,
        colour: NDArray[np.uint16],
    ) -> Indices:
        """(G, colours, colours): the prisoners from G groups of several colours, by holder and
        colour."""
        each = np.arange(group.size)[:, None]
        counts = np.bincount(item * 8 + colour, minlength=8 * (int(group[-1]) + 1))
        stones = counts.reshape(-1, 8)[group, 1 : 1 + self.colours]
        player, place = self._player[row], self._place_of[row]
        gained = np.empty((group.size, self.colours, self.colours), np.intp)
        gained[each[:, :, None], player[:, :, None], player[:, None]] = divide(
            stones[each, player], captors[each, player], place[each[:, 0], by - 1]
        )
        return gained


def divide(stones: Indices, captors: Flags, killer: Indices) -> Indices:
    """(G, players, players): the prisoners from each of G groups, by holder and colour.

    Players are numbered in order of play here. `stones` (G, players) are the group's stones by
    colour, `captors` (G, players) say who stands beside it, and `killer` (G,) is the captor
    whose stone captured it. Every captor gets the same whole number of stones, and the killer
    the remainder too. Who gets which: the stones lie in a row, sorted by colour in order of
    play, and the captors take theirs from its front, the killer first, then in order of play.
    """
    players = stones.shape[1]
    turn = (np.arange(players) - killer[:, None]) % players
    share = stones.sum(axis=1) // captors.sum(axis=1)
    earlier = (turn[:, :, None] > turn[:, None]) & captors[:, None]
    begin = share[:, None] * earlier.sum(axis=2)
    end = begin + share[:, None] * captors
    ends = stones.cumsum(axis=1)
    common = np.minimum(end[:, :, None], ends[:, None])
    common -= np.maximum(begin[:, :, None], (ends - stones)[:, None])
    gained: Indices = np.maximum(common, 0)
    gained[np.arange(len(killer)), killer] += stones - gained.sum(axis=1)
    return gained
