"""Playing a card in one's turn, and putting its stones one by one (rule 16)."""

from collections.abc import Iterator
from dataclasses import replace

from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.core.topology import Cell
from termgames.games.mitropia import cards
from termgames.games.mitropia.cards import Kind
from termgames.games.mitropia.moves import DONE, Move, Pair, Play, Point, Shift, write
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import Board, Stones
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import placing
from termgames.games.mitropia.stones.distance import refuse_together
from termgames.games.mitropia.stones.placing import any_point, any_shift, points, shifts
from termgames.games.mitropia.stones.prisoners import tradable, trade
from termgames.games.mitropia.turns.reactions import after_stones, end_idle_turn, reject

STEPS = {
    cards.EXTRA_MOVE: 2,
    cards.MOVE_ANYWHERE: 1,
    cards.PAIR_PLACE: 1,
    cards.REPLACE_ANY: 1,
    cards.MOVE_TWO: 2,
    cards.MOVE_THREE: 3,
}
"""The cards that place or move stones, each with its largest number of steps; the first step
is obligatory, the others may be left out."""
SHIFTS = (cards.MOVE_TWO, cards.MOVE_THREE)
"""The cards that move stones of the player's own."""


# -- choosing a card ----------------------------------------------------------------------


def playable(table: Table, s: State, seat: Seat) -> Iterator[Play]:
    """The cards that `seat` may play now."""
    if table.deck is None:
        return
    for kind in cards.kinds_in_hand(s.cards, seat, table.deck):
        others = s.order if kind in cards.TRADES else (None,)
        for m in (Play(kind, other) for other in others):
            if _refuse(table, s, seat, m) is None:
                yield m


def play(table: Table, s: State, seat: Seat, m: Play) -> State | Refusal:
    """The state after a card was played: its stones are asked for, or the turn is over."""
    refusal = _refuse(table, s, seat, m)
    if refusal is not None:
        return refusal
    kind, first = m.card, _first(s)
    if kind in cards.REACTIONS:
        assert s.last is not None
        before, put = s.last.before, s.last.put
        undone = replace(s, board=replace(before, idle=before.idle + 1))
        return reject(table, undone, put, seat, kind, seat)
    held = cards.laid_down if kind in cards.POINTS else cards.discarded
    s = replace(s, cards=held(s.cards, seat, kind))
    if kind in STEPS:
        before, earlier = (first.before, first.put) if first else (s.board, ())
        return replace(s, question=Stones(seat, kind, before, (), earlier))
    if m.other is not None:
        give, take = cards.TRADES[kind]
        prisoners = trade(
            s.board.prisoners, seat, give, m.other, take, s.order, several=table.several
        )
        s = replace(s, board=replace(s.board, prisoners=prisoners))
    if first is not None:
        return after_stones(table, s, seat, first.before, first.put)
    return end_idle_turn(table, s, seat)


def _first(s: State) -> Stones | None:
    """The Extra Move after whose stone a card is played now, by a house rule."""
    return s.question if isinstance(s.question, Stones) and s.question.put else None


def _refuse(table: Table, s: State, seat: Seat, m: Play) -> Refusal | None:
    kind, other = m.card, m.other
    if table.deck is None:
        return Refusal("no-cards", "this game has no cards")
    if not cards.holds(s.cards, seat, kind, table.deck):
        name = cards.NAMES[kind] if 0 <= kind < len(cards.NAMES) else "such"
        return Refusal("hand", f"{SEATS[seat]} holds no {name} card")
    name = cards.NAMES[kind]
    if kind in cards.REACTIONS and (s.last is None or _first(s) is not None):
        return Refusal("stage", f"{name} answers others' stones: play it when you are asked")
    if kind == cards.EXTRA_MOVE and _first(s) is not None:
        return Refusal("stage", f"{name} has already been played: play another card, or say done")
    if (kind in cards.TRADES) != (other is not None):
        need = "names the other player" if other is None else "names no other player"
        return Refusal("trade", f"{name} {need}")
    if kind in cards.TRADES:
        assert other is not None
        give, take = cards.TRADES[kind]
        there = 0 <= other < table.players
        several = table.several
        if not there or not tradable(s.board.prisoners, seat, give, other, take, several=several):
            whom = "others who have" if several else "another player who has"
            return Refusal("trade", f"{name} needs {give} of your prisoners and {whom} {take}")
    elif not _has_stones(table, s, seat, kind):
        return Refusal("no-point", f"{name} has no legal point")
    return None


def _has_stones(table: Table, s: State, seat: Seat, kind: Kind) -> bool:
    """Whether the card's first stone has a legal point; true for cards without stones."""
    if kind not in STEPS:
        return True
    if first := _first(s):
        step = Stones(seat, kind, first.before, (), first.put)
        return next(stones(table, replace(s, question=step), step), None) is not None
    if kind == cards.EXTRA_MOVE:
        return any_point(table, s, seat, table.reach(s))
    if kind == cards.MOVE_ANYWHERE:
        return any_point(table, s, seat, None)
    if kind in SHIFTS:
        return any_shift(table, s, seat, table.reach(s))
    return next(_first_stones(table, s, seat, kind), None) is not None


# -- its stones ---------------------------------------------------------------------------


def stones(table: Table, s: State, q: Stones) -> Iterator[Move]:
    """The legal steps of the card: points, pairs or shifts; after the first one also `done`."""
    if not q.put:
        for move in _first_stones(table, s, q.seat, q.card):
            if not q.earlier or not isinstance(_judged(table, s, q, move)[0], Refusal):
                yield move
        return
    reach = table.reach(s)
    if q.card in SHIFTS:
        yield from (Shift(*ends) for ends in shifts(table, s, q.seat, reach, q.whole))
    elif takes_card(table, q):
        yield from playable(table, s, q.seat)
    else:
        yield from map(Point, placing.more_points(table, s, q.seat, reach, q.put))
    yield DONE


def put_stone(table: Table, s: State, q: Stones, m: Move) -> State | Refusal:
    """The state after a step of the card, or after `done`."""
    if m == DONE:
        if not q.put:
            name = cards.NAMES[q.card]
            return Refusal("owed", f"you played {name}: place its first stone before you are done")
        return after_stones(table, s, q.seat, q.before, q.whole)
    if takes_card(table, q):
        if isinstance(m, Play):
            return play(table, s, q.seat, m)
        return Refusal("stage", f"{cards.NAMES[q.card]}: {asked_for(table, s, q)}")
    board, cells = _judged(table, s, q, m)
    if isinstance(board, Refusal):
        return board
    s, put = replace(s, board=board), (*q.put, *cells)
    # Both stones of a pair are placed in one step, its only one.
    if len(put) >= STEPS[q.card]:
        return after_stones(table, s, q.seat, q.before, (*q.earlier, *put))
    return replace(s, question=replace(q, put=put))


def takes_card(table: Table, q: Stones) -> bool:
    """Whether a card is played next, or nothing: after the stone of an Extra Move, by a house
    rule."""
    return (
        bool(q.put) and q.card == cards.EXTRA_MOVE and table.plays("extra-move", "stone and card")
    )


def _judged(table: Table, s: State, q: Stones, m: Move) -> tuple[Board | Refusal, tuple[Cell, ...]]:
    """The board after one step of the card, and the points of its stones."""
    board, cells = _stepped(table, s, q, m)
    for cell in cells if q.earlier and isinstance(board, Board) else ():
        assert isinstance(board, Board)
        near = refuse_together(
            table.topology, board.stones, (*q.earlier, cell), placing.sides(s.occupiers)
        )
        if near is not None:
            return near, ()
    return board, cells


def _stepped(
    table: Table, s: State, q: Stones, m: Move
) -> tuple[Board | Refusal, tuple[Cell, ...]]:
    """The board after one step of the card, as far as it does not concern an earlier card."""
    reach = None if q.card == cards.MOVE_ANYWHERE else table.reach(s)
    match m:
        case Pair(first, second) if q.card == cards.PAIR_PLACE:
            return placing.pair(table, s, q.seat, first, second, reach), (first, second)
        case Shift(origin, target) if q.card in SHIFTS:
            return placing.shift(table, s, q.seat, origin, target, reach, q.whole), (target,)
        case Point(cell) if q.card == cards.REPLACE_ANY:
            return placing.take_over(table, s, q.seat, cell), (cell,)
        case Point(cell) if q.card in (cards.EXTRA_MOVE, cards.MOVE_ANYWHERE):
            return placing.place(table, s, q.seat, cell, reach, q.whole), (cell,)
    return Refusal("stage", f"{cards.NAMES[q.card]}: {asked_for(table, s, q)}"), ()


def asked_for(table: Table, s: State, q: Stones) -> str:
    """The card's next step in words; for pairs and shifts with a legal example, which shows how
    to write one."""
    if q.card == cards.PAIR_PLACE:
        step = f"place two stones next to each other{_example(table, s, q)}"
    elif q.card in SHIFTS:
        step = f"move one of your stones{_example(table, s, q)}"
    elif takes_card(table, q):
        step = "play a card"
    elif q.card == cards.REPLACE_ANY:
        step = "name the opponent's stone that becomes yours"
    else:
        step = "place a stone" if not q.put else "place a second stone"
    return f"{step}, or say done" if q.put else step


def _example(table: Table, s: State, q: Stones) -> str:
    """`, as c4>e4`: a legal step of the card; empty where no step is left but `done`."""
    step = next(stones(table, s, q), DONE)
    return "" if step == DONE else f", as {write(table.topology, step)}"


def _first_stones(table: Table, s: State, seat: Seat, kind: Kind) -> Iterator[Move]:
    if kind == cards.MOVE_ANYWHERE:
        return map(Point, points(table, s, seat, None))
    if kind == cards.REPLACE_ANY:
        return (
            Point(cell)
            for cell in range(table.topology.cells)
            if not isinstance(placing.take_over(table, s, seat, cell), Refusal)
        )
    reach = table.reach(s)
    if kind == cards.PAIR_PLACE:
        return (Pair(*cells) for cells in placing.pairs(table, s, seat, reach))
    if kind in SHIFTS:
        return (Shift(*ends) for ends in shifts(table, s, seat, reach, ()))
    return map(Point, points(table, s, seat, reach))
