"""What comes after an answer: reactions, discards, the next turn, the end (rules 4, 9, 16)."""

from __future__ import annotations

from dataclasses import replace

from termgames.core.game import Seat
from termgames.core.topology import Cell
from termgames.games.mitropia.cards import MOST_IN_HAND
from termgames.games.mitropia.spoils import after
from termgames.games.mitropia.state import Board, Discard, Reaction, Settle, State, Turn
from termgames.games.mitropia.table import Table
from termgames.go.dead_stones import Agreement

ALL_PASSED, AGREED = "all passed", "all passed and agreed on the dead stones"


def stones_put(table: Table, s: State, seat: Seat, before: Board, put: tuple[Cell, ...]) -> State:
    """The stones of a turn lie: the others are asked, then the turn ends."""
    if table.deck is None:
        return end_turn(table, replace(s, passes=0), seat)
    asked = Reaction(seat, after(s.order, seat)[1:], before, put)
    return replace(s, passes=0, question=asked)


def end_idle_turn(table: Table, s: State, seat: Seat, *, under: bool = False) -> State:
    """A turn in which no stone was put ends: it counts as a pass (rule 9)."""
    return end_turn(table, replace(s, passes=s.passes + 1), seat, under=under)


def end_turn(table: Table, s: State, seat: Seat, *, under: bool = False) -> State:
    """Cards too many are chosen first; with `under` they go under the stack."""
    if len(s.cards.hands[seat]) > MOST_IN_HAND:
        return replace(s, question=Discard(seat, under))
    if s.passes >= table.players:
        return _pause(table, s)
    return next_turn(s)


def next_turn(s: State) -> State:
    """The next player in order is asked what he does."""
    seat = after(s.order, s.turn)[1]
    return replace(s, question=Turn(seat), turn=seat, dice=None)


def _pause(table: Table, s: State) -> State:
    """All have passed in a row: the end, or an agreement on dead stones (rule 18)."""
    if table.agree and not s.resumed:
        first = after(s.order, s.turn)[1]
        return replace(s, question=Settle(Agreement(after(s.order, first))), dice=None)
    return replace(s, question=None, ending=ALL_PASSED, dice=None)
