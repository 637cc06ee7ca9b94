"""Who holds how many prisoners on each board of a batch, while stones are taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.go.playouts.lanes import NewStones
from termgames.go.playouts.positions import StartPositions

Each = Callable[[NDArray[Any]], NDArray[Any]]
"""One row a lane from one row a position."""


class Prisoners:
    """The books of L boards; `each` lays positions out in lanes.

    A taken group of one colour is divided evenly among the other colours beside it, and the
    rest goes to the captor; groups of several colours as `keep_prisoners` says.
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
        assert order.shape[1] == colours, "spoils want an order that names each colour once"
        order = np.broadcast_to(order, (count, colours)).astype(np.intp)
        self._player = each(order)
        """(L, colours): the colours in order of play."""
        self._place_of = each(np.argsort(order, axis=1))
        """(L, colours): where each colour is in it."""
        self._mixed = positions.blocs is not None
        """Whether a group may have stones of several colours."""

    def by_holder(self) -> NDArray[np.int32]:
        """(L, colours, colours): prisoners by holder and colour."""
        return self._held.reshape(-1, self.colours, self.colours)

    def share(
        self,
        put: NewStones,
        killer: NDArray[np.intp],
        item: NDArray[np.intp],
        colour: NDArray[np.uint16],
        beside: NDArray[np.intp],
    ) -> None:
        """Divide stones that are about to be taken; all arrays (s,), but `beside`.

        Each is killed by the stone number `killer` of `put`, of the group number `item`
        and of a `colour`, from 1. `beside` (directions, s) are the colours that each
        touches, from 1; 0 for nobody, 7 for walls; its own group counts for nobody or,
        where groups have one colour, for that colour. It is changed.
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
        row: NDArray[np.intp],
        by: NDArray[np.uint16],
        captors: NDArray[np.bool_],
        item: NDArray[np.intp],
        group: NDArray[np.intp],
        colour: NDArray[np.uint16],
    ) -> NDArray[np.intp]:
        """(G, colours, colours): what the captors of groups of several colours gain."""
        each = np.arange(group.size)[:, None]
        counts = np.bincount(item * 8 + colour, minlength=8 * (int(group[-1]) + 1))
        stones = counts.reshape(-1, 8)[group, 1 : 1 + self.colours]
        player, place = self._player[row], self._place_of[row]
        gained = np.empty((group.size, self.colours, self.colours), np.intp)
        gained[each[:, :, None], player[:, :, None], player[:, None]] = divide(
            stones[each, player], captors[each, player], place[each[:, 0], by - 1]
        )
        return gained


def divide(
    stones: NDArray[np.intp], captors: NDArray[np.bool_], killer: NDArray[np.intp]
) -> NDArray[np.intp]:
    """(G, players, players): of each of G groups the prisoners by holder and colour.

    Players are numbered in order of play here. `stones` (G, players): the group's stones
    by colour; `captors` (G, players): who stands next to it; `killer` (G,): one of them.
    Every captor gets the same whole number of stones, the killer what is left as well:
    the stones lie in a row by colour, and the captors take from its front, beginning with
    the killer and going on in order of play.
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
    gained: NDArray[np.intp] = np.maximum(common, 0)
    gained[np.arange(len(killer)), killer] += stones - gained.sum(axis=1)
    return gained
