"""The end: agreeing on dead stones, and what the count comes to (rules 18 to 22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from termgames.core.errors import Refusal
from termgames.core.game import Score, ScorePart
from termgames.games.mitropia import alliance, cards
from termgames.games.mitropia.counting import Count, count
from termgames.games.mitropia.flow import AGREED, next_turn
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.options import AREA, SEATS, TERRITORY
from termgames.games.mitropia.placing import sides
from termgames.games.mitropia.state import Settle, State
from termgames.games.mitropia.table import Table
from termgames.go.dead_stones import Agree, Dead, Decline


def settle(table: Table, s: State, q: Settle, m: Move) -> State | Refusal:
    """A proposal or an answer; the game ends when all agree, else it is resumed."""
    refusal = q.agreement.refuse(table.topology, s.stones, m)
    if refusal is not None:
        return refusal
    assert isinstance(m, Dead | Agree | Decline)
    agreement = q.agreement.answered(table.topology, s.stones, m, sides(s.occupiers))
    if agreement.outcome == "open":
        return replace(s, question=Settle(agreement))
    if agreement.outcome == "declined":
        return next_turn(replace(s, resumed=True, passes=0))
    dead = agreement.dead or ()
    return replace(s, question=None, dead=dead, ending=AGREED)


def proposals(table: Table, s: State, q: Settle) -> Iterator[Move]:
    """The answers, of all proposals only the empty one."""
    return iter(q.agreement.answers())


def counted(table: Table, s: State) -> Count:
    """The count of the position as it stands, without stones agreed or proposed dead."""
    dead = s.dead
    if isinstance(s.question, Settle):
        dead = s.question.agreement.dead or ()
    points = [cards.points(s.cards, seat) for seat in range(table.players)]
    scoring = AREA if table.area or s.resumed else TERRITORY
    return count(
        table.topology,
        s.stones,
        s.board.prisoners,
        s.occupiers,
        s.order,
        points,
        dead,
        "area" if scoring == AREA else "territory",
    )


def score(table: Table, s: State) -> Score:
    """The count with its parts: each player's lines, in the name of who they count for."""
    c = counted(table, s)
    heads = alliance.blocs(s.occupiers)
    parts = []
    for seat, head in enumerate(heads):
        whose = "" if head == seat else f" of {SEATS[seat]}"
        # What counts for another, or lies under a stone, is not this player's on the board.
        cells = tuple(
            cell
            for cell, owner in enumerate(c.owner)
            if owner == seat == head and not s.stones[cell]
        )
        put_back = c.ground[seat] + c.area[seat] - c.territory[seat]
        lines = (
            (c.area[seat], "stone", whose, ()),
            (c.ground[seat], "point of territory", whose, cells),
            (-put_back, "prisoner put back into it", whose, ()),
            (c.kept[seat], "prisoner", whose, ()),
        )
        for points, what, of, where in lines:
            if points:
                parts.append(ScorePart(head, points, _many(points, what) + of, where))
        if c.cards[seat]:
            parts.append(
                ScorePart(seat, c.cards[seat], f"{_many(c.cards[seat], 'point')} on cards")
            )
    return Score(tuple(map(float, c.totals)), tuple(parts), c.winners)


def _many(points: int, what: str) -> str:
    """`3 points of territory`, `1 prisoner put back into it`."""
    word, blank, rest = what.partition(" ")
    plural = "" if abs(points) == 1 else "s"
    return f"{abs(points)} {word}{plural}{blank}{rest}"
