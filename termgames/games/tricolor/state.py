"""Moves and positions of Tri-Color Balancing Go, and the order of play."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from termgames.core.game import Seat
from termgames.core.topology import Cell
from termgames.core.two_player import Pass
from termgames.games.tricolor.options import SEATS, THUE_MORSE
from termgames.go.dead_stones import Agreement, Answer
from termgames.go.superko import NOBODY, History


@dataclass(frozen=True)
class Place:
    """A stone of the mover on an empty point."""

    cell: Cell


@dataclass(frozen=True)
class Propose:
    """Table talk: the mover proposes that he and `seat` resign together (rule 7)."""

    seat: Seat


Move = Place | Pass | Propose | Answer


@dataclass(frozen=True)
class State:
    """A position with all that its future depends on."""

    stones: bytes
    """(cells,): 0 empty, else 1 + seat, since seats and colours are the same here."""
    history: History
    turn: int = 0
    """Stones and passes so far, which give the seat to move (`player`)."""
    passed: tuple[Seat, ...] = ()
    """Who has passed since the last stone, ascending."""
    proposed: tuple[Seat, ...] = ()
    """The seats that the mover has asked in this turn to resign together with him."""
    asking: bool = False
    """Whether the last of `proposed` still has to answer."""
    agreement: Agreement | None = None
    """The dead-stone agreement while it is open."""
    resumed: bool = False
    """Whether an agreement failed and no stone has been put since: then at the next end all stones
    are alive (rule 4)."""
    dead: tuple[Cell, ...] = ()
    """The stones removed by agreement."""
    survivor: Seat | None = None
    """Who wins because the two others resigned."""
    ending: str | None = None
    """How the game ended, in words, or None."""


def player(order: str, turn: int) -> Seat:
    """Who plays turn number `turn`, from 0: seat after seat, or under THUE_MORSE the sum
    of the base-3 digits of `turn`, modulo 3 (rule 8)."""
    if order != THUE_MORSE:
        return turn % len(SEATS)
    digits = 0
    while turn:
        turn, digit = divmod(turn, len(SEATS))
        digits += digit
    return digits % len(SEATS)


def next_seats(order: str, turn: int) -> tuple[Seat, ...]:
    """All seats, each once, in the order in which they next play from `turn` on."""
    seats: list[Seat] = []
    while len(seats) < len(SEATS):
        seat = player(order, turn)
        if seat not in seats:
            seats.append(seat)
        turn += 1
    return tuple(seats)


def resting(s: State) -> set[Seat]:
    """The seats that passed in their latest turn, as far back as the history goes. Where play went
    on after all three had passed in a row, those passes do not count."""
    passed_last = dict.fromkeys(s.passed, True)
    """Whether each seat passed in its latest turn, for the seats whose latest turn is known."""
    run: list[Seat] = []
    """Who passed after the next earlier stone, the latest first."""
    for position, before in pairwise(s.history.backwards()):
        if position.maker == NOBODY:
            continue
        # A stone always changes the board.
        if position.key == before.key:
            run.append(position.maker)
            continue
        since, paused = _since_pause(run)
        passed_last = dict.fromkeys(since, True) | passed_last
        if paused:
            break
        passed_last = {position.maker: False} | passed_last
        run.clear()
        if len(passed_last) == len(SEATS):
            break
    else:
        passed_last = dict.fromkeys(_since_pause(run)[0], True) | passed_last
    return {seat for seat, passed in passed_last.items() if passed}


def _since_pause(run: Sequence[Seat]) -> tuple[set[Seat], bool]:
    """Who passed in a run of passes, the latest first, since all three had passed in it; and
    whether they had."""
    since, paused = set[Seat](), False
    for seat in reversed(run):
        since.add(seat)
        if len(since) == len(SEATS):
            since.clear()
            paused = True
    return since, paused
