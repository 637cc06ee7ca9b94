"""Who plays when (rules 1, 4, 8): the two orders of play. Both begin alpha, beta, gamma."""

from __future__ import annotations

from termgames.core.game import Seat
from termgames.games.tricolor.options import THUE_MORSE

SEATS = 3


def player(order: str, turn: int) -> Seat:
    """Who plays turn number `turn`, from 0: seat after seat, or under THUE_MORSE the sum
    of the base-3 digits of `turn`, modulo 3."""
    if order != THUE_MORSE:
        return turn % SEATS
    digits = 0
    while turn:
        turn, digit = divmod(turn, SEATS)
        digits += digit
    return digits % SEATS


def coming(order: str, turn: int) -> tuple[Seat, ...]:
    """All seats, each once, in the order in which they next play from `turn` on."""
    seats: list[Seat] = []
    while len(seats) < SEATS:
        seat = player(order, turn)
        if seat not in seats:
            seats.append(seat)
        turn += 1
    return tuple(seats)
