"""Batched playouts of Mitropia: random stones to the end, counted.

`on_the_way` leads from any state to one in which a playout can begin, `go.playouts` plays, and
`tally` counts all boards at once. In a playout each player rolls and places a
stone in range, or none where there is no point to play; no card is drawn or played, and no one
reacts, surrenders or declares independence. Prisoners are shared as the rules say, and points on
cards count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core import regions
from termgames.core.arrays import Bytes, Floats, Indices, Ints, Rng, SmallInts
from termgames.core.game import Seat, draw
from termgames.core.topology import Topology
from termgames.games.mitropia import cards, counting, moves, questions
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.counting import Count
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.prisoners import order_from
from termgames.go.playouts.kernel import PlayoutKernel
from termgames.go.playouts.positions import FinishedPlayouts, StartPositions
from termgames.go.playouts.reach import DICE, Dice, reach_of

Way = tuple[Move, ...]

# -- from a state to a playout ----------------------------------------------------------------


def on_the_way(game: Mitropia, s: State, rng: Rng) -> tuple[State, Way]:
    """The next state in which a playout can begin, and the answers that lead there from `s`.

    In that state a turn is open (before or after its roll), or a reaction (nobody will react),
    or an agreement on dead stones, or the game is over. On the way, opening rolls and cards are
    drawn, surrenders are declined, discards are those of `heuristics`, optional stones of a card
    are left out, nobody draws at the end of a turn or leaves out of turn, and all other answers are
    random legal ones.
    """
    given: list[Move] = []
    while s.question is not None:
        match s.question:
            case questions.Throw() | questions.Lots() | questions.Draw():
                answer = draw(game.chances(s), rng)
            case questions.Stones(put=put) if put:
                answer = moves.DONE
            case questions.MayDraw(last=True):
                answer = moves.NO_DRAW
            case questions.Leave():
                answer = moves.LET
            case questions.Surrender():
                answer = moves.DECLINE
            case questions.Discard(seat=seat):
                answer = heuristics.discard(s, seat)
            case questions.Turn() | questions.Roll() | questions.MayDraw() | questions.Act():
                break
            case questions.Reaction() | questions.Settle():
                break
            case _:
                legal = game.legal_moves(s)
                answer = legal[int(rng.integers(len(legal)))]
        given.append(answer)
        s = game.apply(s, answer)
    return s, tuple(given)


@dataclass(frozen=True)
class Beginning:
    """Who moves next in a playout from a state."""

    place: int
    """The index in the order of play of the player who moves first."""
    roll: int
    """The higher of his dice, 0 when he has not rolled."""
    passed: int
    """The seats, as bits, whose last turns count towards the end (`State.towards_end`); all of them
    where no playout begins."""


def beginning(state: State) -> Beginning:
    """Who moves next in a playout from a state that `on_the_way` returns."""
    order, seats = state.order, len(state.order)
    seat: Seat
    roll = 0
    match state.question:
        case questions.Turn(seat) | questions.Roll(seat):
            pass
        case questions.Act(seat) | questions.MayDraw(seat):
            assert state.dice is not None
            roll = max(state.dice)  # kernels know the higher die alone
        case questions.Reaction(mover=mover):
            seat = order_from(order, mover)[1]
        case _:  # it is over
            return Beginning(0, 0, (1 << seats) - 1)
    place = order.index(seat)
    idle = [order[(place - 1 - back) % seats] for back in range(state.towards_end)]
    return Beginning(place, roll, sum(1 << other for other in set(idle)))


# -- playouts -------------------------------------------------------------------------------


class MitropiaKernel:
    """Playouts of one set-up game."""

    def __init__(self, game: Mitropia, *, keep_prisoners: bool = True) -> None:
        """`keep_prisoners`: whether playouts keep prisoners. Under area scoring they never do."""
        self.game, self.topology, self.seats = game, game.topology, game.seats
        table = game.table
        # The lower of two dice is 2.5 on average, their sum 7.
        about: dict[str, int | Dice] = {"higher": DICE, "lower": 2, "sum": 7}
        limit = about.get(table.house["range"], table.fixed_reach)
        reach = None if limit is None else reach_of(game.topology, limit)
        kept = keep_prisoners and not table.by_area
        self.go_kernel = PlayoutKernel(game.topology, game.seats, reach=reach, keep_prisoners=kept)
        self.features = game.seats * game.topology.cells
        """Feature seat * cells + cell: the seat was the first to put a stone there."""

    def boards(
        self,
        states: Sequence[State],
        lanes: int,
        rng: Rng,
        *,
        trace: bool = False,
        cap: int | None = None,
        tail: float = 0.0,
    ) -> FinishedPlayouts:
        """The boards at the end of `lanes` playouts from each of `states`, which `on_the_way`
        returned. Each playout stops after `cap` turns, and all stop when at most the part `tail`
        of them is still going on; see `PlayoutKernel.run`."""
        starts = self._positions(states)
        return self.go_kernel.run(starts, lanes, rng, trace=trace, cap=cap, tail=tail)

    def _positions(self, states: Sequence[State]) -> StartPositions:
        starts = [beginning(state) for state in states]
        boards = b"".join(state.stones for state in states)
        prisoners = None
        if not self.game.table.by_area:
            prisoners = np.array([state.board.prisoners for state in states], np.int32)
        blocs = None
        if any(above is not None for state in states for above in state.occupiers):
            blocs = np.array([alliance.blocs(state.occupiers) for state in states], np.uint8)
        return StartPositions(
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

    def counted(self, states: Sequence[State], done: FinishedPlayouts, lanes: int) -> Tally:
        """The counts of the boards `done`, which `boards` returned for the same states and
        lanes."""
        table = self.game.table
        seats = range(self.seats)

        def each(rows: list[Any], dtype: Any) -> NDArray[Any]:
            return np.repeat(np.array(rows, dtype), lanes, axis=0)

        held = done.prisoners
        if held is None:
            held = np.zeros((len(done.plies), self.seats, self.seats), np.int32)
        counted = tally(
            self.topology,
            Boards(
                stones=done.stones,
                prisoners=held,
                heads=each([alliance.blocs(state.occupiers) for state in states], np.uint8),
                order=each([state.order for state in states], np.uint8),
                cards=each(
                    [[cards.points(state.cards, seat) for seat in seats] for state in states],
                    np.int32,
                ),
                area=table.by_area,
            ),
        )
        # `tally` knows neither dead stones nor groups without liberties: `counting` counts such
        # boards one by one.
        for at, state in enumerate(states):
            if _over(state):
                count = counting.counted(table, state)
                for lane in range(at * lanes, (at + 1) * lanes):
                    _write(counted, lane, count)
        for lane in np.flatnonzero(done.stuck).tolist():
            state = states[lane // lanes]
            board = replace(
                state.board,
                stones=done.stones[lane].tobytes(),
                prisoners=tuple(map(tuple, held[lane].tolist())),
            )
            _write(counted, lane, counting.counted(table, replace(state, board=board)))
        return counted


def _over(state: State) -> bool:
    return state.question is None or isinstance(state.question, questions.Settle)


def _write(counted: Tally, lane: int, count: Count) -> None:
    """Overwrite the row `lane` of `counted` with the count of one board."""
    stones = np.frombuffer(count.stones, np.uint8)
    counted.totals[lane] = count.totals
    counted.owner[lane] = np.where(stones > 0, stones.astype(np.int8) - 1, count.owner)
    counted.shares[lane] = 0
    counted.shares[lane, list(count.winners)] = 1 / len(count.winners)


# -- the count of many boards (rules 19 to 21) ------------------------------------------------


@dataclass(frozen=True, eq=False)
class Boards:
    """B boards with all that their counts depend on."""

    stones: Bytes
    """(B, cells): 0 empty, else 1 + seat. No group is without liberties."""
    prisoners: Ints
    """(B, seats, seats): holder x colour."""
    heads: Bytes
    """(B, seats): the head of each seat's bloc."""
    order: Bytes
    """(B, seats): the seats in order of play."""
    cards: Ints
    """(B, seats): points on cards."""
    area: bool
    """Whether stones and territory count, and no prisoners."""


@dataclass(frozen=True, eq=False)
class Tally:
    """The counts of B boards."""

    totals: Floats
    """(B, seats)."""
    owner: SmallInts
    """(B, cells): the owner of each point, stones included, or NEUTRAL."""
    shares: Floats
    """(B, seats): shares of the win."""


def tally(topology: Topology, boards: Boards) -> Tally:
    """Count all boards, as `counting.count` does where no stones are dead."""
    stones, heads = boards.stones, boards.heads.astype(np.intp)
    count, seats = heads.shape
    ground_owner = regions.territory(topology, stones, heads)
    owner = np.where(stones > 0, stones.astype(np.int8) - np.int8(1), ground_owner)
    ground, points = (
        np.stack([np.count_nonzero(what == seat, axis=1) for seat in range(seats)], axis=1)
        for what in (ground_owner, owner)
    )
    back = put_back(boards.prisoners, heads, boards.order, ground)
    kept = (boards.prisoners - back).sum(axis=2)
    own = (points if boards.area else ground - back.sum(axis=1) + kept) + boards.cards
    totals = np.zeros(own.shape, np.float32)
    np.add.at(totals, (np.arange(count)[:, None], heads), own.astype(np.float32))
    return Tally(totals, owner, shares(totals, heads))


def put_back(prisoners: Ints, heads: Indices, order: Bytes, ground: Indices) -> Indices:
    """(B, seats, seats): the prisoners, by holder and colour, that are put back into
    `ground` (B, seats), the territory of their colour (rule 20)."""
    opposed = heads[:, :, None] != heads[:, None]
    back: Indices = (prisoners * opposed).astype(np.intp)
    board, colour = np.nonzero(back.sum(axis=1) > ground)
    if board.size:
        # More prisoners than points: holders take turns until the ground is full.
        turns = order[board].astype(np.intp)
        held = np.take_along_axis(back[board, :, colour], turns, axis=1)
        placed = np.empty_like(held)
        np.put_along_axis(placed, turns, _in_turns(held, ground[board, colour]), axis=1)
        back[board, :, colour] = placed
    return back


def _in_turns(held: Indices, room: Indices) -> Indices:
    """(n, holders): how many prisoners each holder puts back when they take turns, one prisoner a
    turn, until `room` (n,) is full. `held` (n, holders) is in order of turns and adds up to more
    than `room`."""
    rounds, above = np.zeros(len(held), np.intp), held.max(axis=1)
    # Bisect for the most whole rounds for which there is room.
    while (rounds + 1 < above).any():
        middle = (rounds + above) // 2
        fits = np.minimum(held, middle[:, None]).sum(axis=1) <= room
        rounds, above = np.where(fits, middle, rounds), np.where(fits, above, middle)
    whole = np.minimum(held, rounds[:, None])
    left = (held > rounds[:, None]).cumsum(axis=1) <= (room - whole.sum(axis=1))[:, None]
    placed: Indices = whole + (left & (held > rounds[:, None]))
    return placed


def shares(totals: Floats, heads: Indices) -> Floats:
    """(B, seats): shares of the win from `totals` and `heads`, both (B, seats). The unoccupied
    players with the highest total among themselves share it (rule 21)."""
    free = heads == np.arange(heads.shape[1])
    most = np.where(free, totals, -np.inf).max(axis=1, keepdims=True)
    wins = free & (totals == most)
    return np.asarray(wins / wins.sum(axis=1, keepdims=True), np.float32)
