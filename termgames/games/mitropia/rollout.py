"""Playouts in plain Python, one stone after the other, with which the kernel is compared."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.steps import distances
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia import cards
from termgames.games.mitropia.counting import count
from termgames.games.mitropia.kernel import beginning, on_the_way
from termgames.games.mitropia.questions import Settle
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones.distance import in_steps
from termgames.games.mitropia.stones.placing import sides
from termgames.games.mitropia.stones.prisoners import divide
from termgames.go.board import Group
from termgames.go.playouts import plain


def rollout(game: Mitropia) -> Callable[[State, Rng], Floats]:
    """A function that answers the shares of the win (seats,) after one playout of a
    state."""

    def shares(state: State, rng: Rng) -> Floats:
        """(seats,): the shares after one playout of `state`, or by the count as it stands where
        no stone can be placed any more."""
        begun, _ = on_the_way(game, state, rng)
        if begun.question is None or isinstance(begun.question, Settle):
            return game.utilities(begun)
        winners = playout(game, begun, random.Random(int(rng.integers(2**63))))[0]
        shares_of_win = np.zeros(game.seats, np.float32)
        shares_of_win[list(winners)] = 1 / len(winners)
        return shares_of_win

    return shares


def playout(game: Mitropia, s: State, rng: random.Random) -> tuple[tuple[int, ...], int]:
    """The winners of one playout, and its number of turns, those without a stone included. `s` is
    a state that `on_the_way` returns, in which a turn or a reaction is open; nobody reacts."""
    table, order, seats = game.table, s.order, game.seats
    begin = beginning(s)
    held = [list(line) for line in s.board.prisoners]

    def captured(colours: list[int], cells: list[Cell], killer: int) -> None:
        group = Group(tuple(sorted(cells)), ())
        gained = divide(table.topology, bytes(colours), group, killer, order)
        for mine, more in zip(held, gained, strict=True):
            for colour in range(seats):
                mine[colour] += more[colour]

    board = plain.PlainBoard(table.topology, s.stones, sides(s.occupiers), captured)
    starts = [0 if cell is None else 1 << cell for cell in s.starts]
    rolled = begin.roll

    def near(colour: int) -> Callable[[Cell], object]:
        """Rolls the dice of a turn where that has not been done; returns what answers something
        true for a cell within reach of the stones or the start of a colour."""
        nonlocal rolled
        reach = table.fixed_reach
        if table.dice:
            reach = rolled or max(rng.randrange(6), rng.randrange(6)) + 1
            rolled = 0
        assert reach is not None
        balls = _balls(table.topology, reach)
        mine = board.held[1 + colour] | starts[colour]
        return lambda cell: balls[cell] & mine

    limited = table.dice or table.fixed_reach is not None
    passed = [seat for seat in range(seats) if begin.passed >> seat & 1]
    played = plain.play(
        board, order, begin.place, rng, passed=passed, near=near if limited else None
    )
    points = [cards.points(s.cards, seat) for seat in range(seats)]
    counted = count(
        table.topology,
        bytes(board.colours),
        tuple(map(tuple, held)),
        s.occupiers,
        order,
        points,
        scoring=table.scoring,
    )
    return counted.winners, played


@lru_cache(maxsize=64)
def _balls(topology: Topology, steps: int) -> Sequence[int]:
    """For each cell the cells at most `steps` away, as bits."""
    near = in_steps(distances(topology), steps)
    return [sum(1 << int(cell) for cell in np.flatnonzero(row)) for row in near]
