"""Reactions: rejecting another player's stones, and replacing one of them (rule 16).

Every other player is asked, whether he holds such a card or not: asking only holders would
give the card away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from termgames.core.errors import Refusal
from termgames.games.mitropia import cards
from termgames.games.mitropia.flow import end_turn
from termgames.games.mitropia.moves import LET, Move, Play, Point
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.placing import place
from termgames.games.mitropia.state import Reaction, ReplaceAt, State
from termgames.games.mitropia.table import Table


def reactions(table: Table, s: State, q: Reaction) -> Iterator[Move]:
    """Let it stand, or a card that rejects it."""
    assert table.deck is not None
    yield LET
    for kind in cards.REACTIONS:
        if cards.holds(s.cards, q.asked, kind, table.deck):
            yield Play(kind)


def react(table: Table, s: State, q: Reaction, m: Move) -> State | Refusal:
    """One player's answer; after a rejection nobody else is asked."""
    assert table.deck is not None
    if m == LET:
        if len(q.waiting) > 1:
            return replace(s, question=replace(q, waiting=q.waiting[1:]))
        return end_turn(table, s, q.mover)
    if not isinstance(m, Play) or m.card not in cards.REACTIONS or m.other is not None:
        return Refusal("stage", f"{SEATS[q.mover]} has put stones: let, or a card that rejects it")
    seat = q.asked
    if not cards.holds(s.cards, seat, m.card, table.deck):
        return Refusal("hand", f"{SEATS[seat]} holds no {cards.NAMES[m.card]} card")
    s = replace(s, board=q.before, cards=cards.discarded(s.cards, seat, m.card))
    if m.card == cards.REJECT_AND_REPLACE:
        # A point that a stone was moved or put on is empty again, a replaced stone is back.
        cleared = ReplaceAt(seat, q.mover, tuple(c for c in q.put if not s.stones[c]))
        if next(replacements(table, s, cleared), None) is not None:
            return replace(s, question=cleared)
    return end_turn(table, s, q.mover)


def replacements(table: Table, s: State, q: ReplaceAt) -> Iterator[Move]:
    """The cleared points where the rejecting player's stone may lie."""
    for cell in q.cells:
        if not isinstance(place(table, s, q.seat, cell, None), Refusal):
            yield Point(cell)


def replace_at(table: Table, s: State, q: ReplaceAt, m: Move) -> State | Refusal:
    """The stone of Reject and Replace; nobody rejects it."""
    if not isinstance(m, Point) or m.cell not in q.cells:
        there = table.topology.listing(q.cells)
        return Refusal("stage", f"put your stone on a point just cleared: {there}", q.cells)
    board = place(table, s, q.seat, m.cell, None)
    if isinstance(board, Refusal):
        return board
    return end_turn(table, replace(s, board=board), q.mover)
