"""Batched playouts of Mitropia: random stones to the end, counted.

`go.playouts` plays, `batch_count` counts. In a playout everybody rolls and puts a stone that is
in reach, or forfeits where none is fit; nobody draws or plays a card, reacts, or changes
sides. Prisoners are shared as the rules say, and points on cards count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import Playouts, Seat
from termgames.games.mitropia import alliance, batch_count, cards, ending
from termgames.games.mitropia.counting import Count
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.playout_state import on_the_way, retold
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.spoils import after
from termgames.games.mitropia.state import Act, MayDraw, Reaction, Roll, Settle, State, Turn
from termgames.go import playouts as go


class MitropiaKernel:
    """Playouts of one set-up game; implements `core.game.Kernel`."""

    relaxes = frozenset({"superko"})

    def __init__(self, game: Mitropia, *, spoils: bool = True) -> None:
        """`spoils`: whether prisoners are kept, where they count."""
        self.game, self.topology, self.seats = game, game.topology, game.seats
        table = game.table
        limit = go.DICE if table.dice else table.fixed_reach
        reach = None if limit is None else go.Reach(game.topology, limit)
        kept = spoils and not table.area
        self.lanes = go.Lanes(game.topology, game.seats, reach=reach, spoils=kept)
        self.features = game.seats * game.topology.cells
        """Feature seat * cells + cell: the seat was the first to put a stone there."""
        self.short = game.topology.cells * max(5, 2 * game.seats) // 5
        """A cap of turns that halves the price of an estimate and costs it little: with
        three players on 13x13, a hundred playouts of it tell as much about the outcome as
        a hundred whole ones. What is put down after it mostly fills up what is settled."""

    def playouts(
        self,
        states: Sequence[State],
        lanes: int,
        rng: np.random.Generator,
        *,
        trace: bool = False,
        cap: int | None = None,
        tail: float = 0.0,
    ) -> Playouts:
        """`lanes` playouts from each state; see `core.game.Playouts`.

        A state that is over, or in which the players agree on dead stones, is counted as
        it stands. Where no stone can be put yet, because somebody is asked something
        else, the same chance answers bring all lanes of the state to where one can.
        Playouts are counted as they stand after `cap` turns, and when only the part
        `tail` of them is going on. `plies` are turns, but of a trace the answers in it.
        """
        ways = [on_the_way(self.game, state, rng) for state in states]
        begun = [state for state, _ in ways]
        done = self.boards(begun, lanes, rng, trace=trace, cap=cap, tail=tail)
        counted = self._counted(begun, done, lanes)
        lines: tuple[tuple[Move, ...], ...] = ()
        plies = done.plies
        if trace:
            rolls = done.rolls or done.trace
            lines = tuple(
                retold(self.game, *ways[lane // lanes], cells, rolled)
                for lane, (cells, rolled) in enumerate(zip(done.trace, rolls, strict=True))
            )
            plies = np.array([len(line) for line in lines], np.int16)
        return Playouts(
            utility=counted.shares,
            score=counted.totals,
            owner=counted.owner,
            plies=plies,
            played=done.played(self.seats),
            trace=lines,
        )

    def boards(
        self,
        states: Sequence[State],
        lanes: int,
        rng: np.random.Generator,
        *,
        trace: bool = False,
        cap: int | None = None,
        tail: float = 0.0,
    ) -> go.Finished:
        """The boards at the end of `lanes` playouts of each state, which are such as
        `on_the_way` answers."""
        starts = self._positions(states)
        return self.lanes.run(starts, lanes, rng, trace=trace, cap=cap, tail=tail)

    def _positions(self, states: Sequence[State]) -> go.Positions:
        starts = [beginning(state) for state in states]
        boards = b"".join(state.stones for state in states)
        prisoners = None
        if not self.game.table.area:
            prisoners = np.array([state.board.prisoners for state in states], np.int32)
        blocs = None
        if any(above is not None for state in states for above in state.occupiers):
            blocs = np.array([alliance.blocs(state.occupiers) for state in states], np.uint8)
        return go.Positions(
            stones=np.frombuffer(boards, np.uint8).reshape(len(states), -1),
            ply=np.array([begin.place for begin in starts]),
            order=np.array([state.order for state in states], np.uint8),
            passed=np.array([begin.passed for begin in starts], np.uint8),
            blocs=blocs,
            roll=np.array([begin.roll for begin in starts], np.uint8),
            origins=np.array(
                [[-1 if cell is None else cell for cell in state.starts] for state in states]
            ),
            prisoners=prisoners,
        )

    def _counted(self, states: Sequence[State], done: go.Finished, lanes: int) -> batch_count.Tally:
        table = self.game.table
        seats = range(self.seats)

        def each(rows: list[Any], dtype: Any) -> NDArray[Any]:
            return np.repeat(np.array(rows, dtype), lanes, axis=0)

        held = done.prisoners
        if held is None:
            held = np.zeros((len(done.plies), self.seats, self.seats), np.int32)
        counted = batch_count.tally(
            self.topology,
            batch_count.Boards(
                stones=done.stones,
                prisoners=held,
                heads=each([alliance.blocs(state.occupiers) for state in states], np.uint8),
                order=each([state.order for state in states], np.uint8),
                cards=each(
                    [[cards.points(state.cards, seat) for seat in seats] for state in states],
                    np.int32,
                ),
                area=each([table.area or state.resumed for state in states], bool),
            ),
        )
        # What the quick count does not know: dead stones, groups without liberties.
        for at, state in enumerate(states):
            if _over(state):
                count = ending.counted(table, state)
                for lane in range(at * lanes, (at + 1) * lanes):
                    _write(counted, lane, count)
        for lane in np.flatnonzero(done.stuck).tolist():
            state = states[lane // lanes]
            board = replace(
                state.board,
                stones=done.stones[lane].tobytes(),
                prisoners=tuple(map(tuple, held[lane].tolist())),
            )
            _write(counted, lane, ending.counted(table, replace(state, board=board)))
        return counted


def _over(state: State) -> bool:
    return state.question is None or isinstance(state.question, Settle)


def _write(counted: batch_count.Tally, lane: int, count: Count) -> None:
    """Put a board's full count in its place."""
    stones = np.frombuffer(count.stones, np.uint8)
    counted.totals[lane] = count.totals
    counted.owner[lane] = np.where(stones > 0, stones.astype(np.int8) - 1, count.owner)
    counted.shares[lane] = 0
    counted.shares[lane, list(count.winners)] = 1 / len(count.winners)


@dataclass(frozen=True)
class Beginning:
    """How play goes on from a state."""

    place: int
    """Of who is to put a stone, in the order of play."""
    roll: int
    """His reach, 0 when he has not rolled."""
    passed: int
    """Who has passed in the run of passes before him, as bits."""


def beginning(state: State) -> Beginning:
    """For states that `on_the_way` answers."""
    order, seats = state.order, len(state.order)
    seat: Seat
    roll = 0
    match state.question:
        case Turn(seat) | Roll(seat):
            pass
        case Act(seat) | MayDraw(seat):
            assert state.dice is not None
            roll = max(state.dice)
        case Reaction(mover=mover):
            seat = after(order, mover)[1]
        case _:  # it is over
            return Beginning(0, 0, (1 << seats) - 1)
    place = order.index(seat)
    idle = [order[(place - 1 - back) % seats] for back in range(state.passes)]
    return Beginning(place, roll, sum(1 << other for other in set(idle)))


def kernel(game: Any) -> MitropiaKernel:
    """The kernel of a game of Mitropia."""
    assert isinstance(game, Mitropia)
    return MitropiaKernel(game)
