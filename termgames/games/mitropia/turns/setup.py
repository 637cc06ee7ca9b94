"""Setting up: opening rolls, start points, starter stones (rules 2 and 3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.core.text import listed
from termgames.games.mitropia import cards
from termgames.games.mitropia.moves import PASS, Dice, Lot, Move, Point, Start, write
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import Board, ChooseStart, Lots, Starter, Throw, Turn
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones.placing import place, points
from termgames.games.mitropia.stones.prisoners import no_prisoners, order_from
from termgames.go import superko
from termgames.go.superko import History

DICE = tuple((Dice(low, high), 1 + (low != high)) for low in range(1, 7) for high in range(low, 7))
"""The outcomes of two dice in any order, each with its weight: 1 for a pair, else 2."""
LOWEST = -5
"""The lowest handicap."""


def start(table: Table) -> State:
    """The state at the start: the opening rolls; without dice the starter stones or the first
    turn."""
    players = table.players
    seats = tuple(range(players))
    empty = bytes(table.topology.cells)
    s = State(
        board=Board(empty, History.begin(superko.key(empty)), no_prisoners(players)),
        question=Throw(seats, ((),) * players),
        occupiers=(None,) * players,
        cards=cards.full_stack(table.deck or (), players),
        order=seats,
        starts=(None,) * players,
        turn=0,
    )
    if table.plays("opening", "lots"):
        return replace(s, question=Lots(()))
    if table.dice and table.plays("opening", "rolls"):
        return s
    return _begun(table, replace(s, starts=table.starts), seats)


# -- opening rolls ------------------------------------------------------------------------


def throw(table: Table, s: State, q: Throw, m: Move) -> State | Refusal:
    """The state after a roll; start points are chosen once no player has to roll again."""
    if not isinstance(m, Dice) or not is_throw(m):
        return Refusal("stage", f"chance rolls for {SEATS[q.waiting[0]]}: two dice, as 3,5")
    seat, waiting = q.waiting[0], q.waiting[1:]
    totals = tuple(
        (*rolled, m.low + m.high) if other == seat else rolled
        for other, rolled in enumerate(q.totals)
    )
    s = replace(s, dice=(m.low, m.high))
    opening = sorted(range(table.players), key=lambda other: totals[other], reverse=True)
    if not waiting:
        count = Counter(totals)
        waiting = tuple(other for other in opening if count[totals[other]] > 1)
    if waiting:
        return replace(s, question=Throw(waiting, totals))
    return replace(s, question=ChooseStart(tuple(opening), tuple(opening)))


def is_throw(m: Dice) -> bool:
    """Whether two dice can show this."""
    return 1 <= m.low <= m.high <= 6


def lots(table: Table, s: State, q: Lots) -> Iterator[Lot]:
    """The seats that have not been drawn."""
    return (Lot(seat) for seat in range(table.players) if seat not in q.drawn)


def draw_lot(table: Table, s: State, q: Lots, m: Move) -> State | Refusal:
    """The state after a lot: the seats get the start points clockwise as they are drawn, and play
    in this order."""
    if not isinstance(m, Lot) or m not in lots(table, s, q):
        return Refusal("stage", f"a lot is drawn, as lot {SEATS[next(lots(table, s, q)).seat]}")
    drawn = (*q.drawn, m.seat)
    if len(drawn) < table.players:
        return replace(s, question=Lots(drawn))
    starts = tuple(table.starts[drawn.index(seat)] for seat in range(table.players))
    return _begun(table, replace(s, starts=starts, order=drawn), drawn)


# -- start points -------------------------------------------------------------------------


def free_starts(table: Table, s: State) -> Iterator[Start]:
    """The start points that are still free, clockwise."""
    return (Start(cell) for cell in table.starts if cell not in s.starts)


def choose_start(table: Table, s: State, q: ChooseStart, m: Move) -> State | Refusal:
    """The state after a choice of a start point; the last choice settles the order of play."""
    free = [start.cell for start in free_starts(table, s)]
    if not isinstance(m, Start) or m.cell not in free:
        typed = [write(table.topology, start) for start in free_starts(table, s)]
        text = f"start at a free start point: {listed(typed, 'or')}"
        return Refusal("start", text, tuple(free))
    seat, waiting = q.waiting[0], q.waiting[1:]
    starts = (*s.starts[:seat], m.cell, *s.starts[seat + 1 :])
    s = replace(s, starts=starts)
    if waiting:
        return replace(s, question=ChooseStart(waiting, q.opening))
    places = [table.starts.index(cell) for cell in starts if cell is not None]
    clockwise = sorted(range(table.players), key=lambda other: places[other])
    order = order_from(clockwise, q.opening[0])
    return _begun(table, replace(s, order=order), q.opening)


# -- handicaps and starter stones ----------------------------------------------------------


def handicap(played: int, won: int) -> int:
    """A player's handicap: -1 for each game played and -1 more for each won, at least -5."""
    return max(LOWEST, -(played + won))


def starter_order(handicaps: Sequence[int], opening: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seat that places each starter stone, in order (rule 3).

    `handicaps` are by seat, `opening` the seats in order of the opening roll. At each level from
    the highest handicap down to one above the table's lowest, every player at or above the level
    places one stone. Does not check whether there is a legal point for it.
    """
    levels = range(max(handicaps), min(handicaps), -1)
    return tuple(seat for level in levels for seat in opening if handicaps[seat] >= level)


def _begun(table: Table, s: State, opening: Sequence[Seat]) -> State:
    """The state once order of play and start points are settled: starter stones, then turns."""
    number = table.house["starters"]
    waiting = starter_order(table.handicaps, opening)
    if number.isdigit():
        waiting = s.order * int(number)
    return _next_starter(table, replace(s, turn=s.order[0], dice=None), waiting)


def starter_points(table: Table, s: State, q: Starter) -> Iterator[Point]:
    """Where the starter stone may go."""
    return map(Point, points(table, s, q.waiting[0], table.starter_reach))


def put_starter(table: Table, s: State, q: Starter, m: Move) -> State | Refusal:
    """The state after a starter stone, or after a pass, which forgoes it; no reaction is asked
    for."""
    if m == PASS:
        return _next_starter(table, s, q.waiting[1:])
    if not isinstance(m, Point):
        return Refusal("stage", "place a starter stone, or pass: name its point")
    board = place(table, s, q.waiting[0], m.cell, table.starter_reach)
    if isinstance(board, Refusal):
        return board
    return _next_starter(table, replace(s, board=board), q.waiting[1:])


def _next_starter(table: Table, s: State, waiting: tuple[Seat, ...]) -> State:
    """The state that asks for the next starter stone for which there is a legal point, or else for
    the first turn."""
    while waiting:
        if next(points(table, s, waiting[0], table.starter_reach), None) is not None:
            return replace(s, question=Starter(waiting))
        waiting = waiting[1:]
    return replace(s, question=Turn(s.order[0]))
