"""What is asked, in one sentence a question."""

from __future__ import annotations

from termgames.games.mitropia import cards, plays
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.state import (
    Act,
    ChooseStart,
    Discard,
    Draw,
    MayDraw,
    Question,
    Reaction,
    ReplaceAt,
    Roll,
    Settle,
    Starter,
    State,
    Stones,
    Surrender,
    Throw,
    Turn,
)
from termgames.games.mitropia.table import Table


def prompt(table: Table, s: State) -> str:
    """What the seat to act, or chance, is asked."""
    if s.question is None:
        return f"The game is over: {s.ending}."
    return _asked(table, s, s.question)


def _asked(table: Table, s: State, q: Question) -> str:
    match q:
        case Throw():
            return f"{SEATS[q.waiting[0]].title()} rolls for the opening."
        case ChooseStart():
            return "Pick your start point."
        case Starter():
            return "Place a starter stone, at most 3 steps from your start point or stones."
        case Turn():
            return _turn(table)
        case Roll():
            return f"{SEATS[q.seat].title()} rolls."
        case MayDraw():
            return "A pair: draw a card?"
        case Draw():
            return f"{SEATS[q.seat].title()} draws a card."
        case Act():
            return f"{_act(table, table.reach(s))}, or forfeit."
        case Stones():
            step = plays.asked_for(q)
            return f"{cards.NAMES[q.card].title()}: {step}."
        case Reaction():
            return f"{SEATS[q.mover].title()} has put stones: let them stand?"
        case ReplaceAt():
            return "Put your stone on a point that was cleared."
        case Discard():
            where = "give back under the stack" if q.under else "discard"
            return f"Too many cards: choose one to {where}."
        case Surrender():
            return f"{SEATS[q.seat].title()} surrenders to you: accept or decline?"
        case Settle():
            if q.agreement.dead is None:
                return "All have passed: mark the dead stones."
            return "Do you agree with the dead stones?"


def _turn(table: Table) -> str:
    if table.dice:
        return "Roll, pass, or surrender." if table.surrender else "Roll or pass."
    rest = ", pass, or surrender" if table.surrender else ", or pass"
    return f"{_act(table, table.fixed_reach)}{rest}."


def _act(table: Table, reach: int | None) -> str:
    steps = "" if reach is None else f" within {reach} step{'s' if reach != 1 else ''}"
    return f"Place a stone{steps}{'' if table.deck is None else ', play a card'}"
