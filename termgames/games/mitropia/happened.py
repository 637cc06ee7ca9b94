"""What moves did, in words: `happened` gives a sentence, `brief` the short text in the list of
turns. The states may be a player's view: then cards that he does not know stay unknown."""

from collections.abc import Sequence
from dataclasses import replace

from termgames.core.display import Display
from termgames.core.game import CHANCE, Seat
from termgames.core.text import counted, listed
from termgames.core.topology import Topology
from termgames.games.mitropia.cards import NAMES, POINTS, REACTIONS, TRADES
from termgames.games.mitropia.moves import (
    ACCEPT,
    DONE,
    DRAW,
    FORFEIT,
    INDEPENDENCE,
    LET,
    NO_DRAW,
    PASS,
    PASS_AND_DRAW,
    ROLL,
    Dice,
    Drawn,
    Lose,
    Lot,
    Move,
    Pair,
    Play,
    Point,
    Shift,
    Start,
    SurrenderTo,
    write,
)
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import (
    ChooseStart,
    Discard,
    Draw,
    Leave,
    Lots,
    Reaction,
    ReplaceAt,
    Roll,
    Settle,
    Starter,
    Surrender,
    Throw,
)
from termgames.games.mitropia.state import State, Table
from termgames.go import dead_stones
from termgames.go.dead_stones import Agree, Dead, Decline


def turn(s: State) -> object:
    """See `Display.turn`. All opening rolls are one turn, and so is the agreement on dead stones;
    each start point and each starter stone is a turn of its own (None)."""
    match s.question:
        case Throw() | Lots() | Settle():
            return type(s.question).__name__
        case ChooseStart() | Starter() | None:
            return None
    return s.turn


def brief(topology: Topology, before: State, move: Move) -> str:
    """`3·5`, `f14`, `draws`: a move in the list of turns; empty for one that needs no word."""
    match move:
        case Dice(low, high):
            return f"{low}·{high}"
        case Drawn(card):
            return "draws" if card is None else f"draws {NAMES[card]}"
        case Play(card) if card in REACTIONS:
            return "rejects"
        case Lose(None):
            return "gives a card back"
        case Dead() | Agree() | Decline():
            return dead_stones.brief(topology, move)
    if move in (ROLL, DRAW, NO_DRAW, LET):
        return ""
    words: dict[Move, str] = {
        PASS_AND_DRAW: "pass",
        INDEPENDENCE: "independent",
        DONE: "",
    }
    return words.get(move, write(topology, move))


def happened(
    display: Display[State, Move], table: Table, before: State, move: Move, after: State
) -> str:
    """See `Display.happened`; also when turns without a stone begin to count towards the end."""
    said = _by_chance(table, before, move, after)
    said = _happened(display, before, move, after) if said is None else said
    begins = not before.countdown and after.ending is None
    return f"{said} {after.countdown}".strip() if begins else said


def _happened(display: Display[State, Move], before: State, move: Move, after: State) -> str:
    said = _answered(display, before, move, after)
    if said is not None:
        return said
    seat = display.game.to_act(before)
    name, topology = SEATS[seat].capitalize(), display.game.topology
    match move:
        case Start(cell):
            return f"{name} starts at {topology.names[cell]}."
        case Point(cell) if isinstance(before.question, Starter):
            return f"{name} placed a starter stone on {topology.names[cell]}."
        case Point(cell) if isinstance(before.question, ReplaceAt):
            text = f"{name} placed a stone on {topology.names[cell]} instead"
        case Point(cell) if before.stones[cell]:
            whose = SEATS[before.stones[cell] - 1]
            text = f"{name} replaced {whose}'s stone on {topology.names[cell]}"
        case Shift(origin, target):
            names = topology.names
            text = f"{name} moved a stone from {names[origin]} to {names[target]}"
        case Point() | Pair():
            text = f"{name} played {write(topology, move)}"
        case _:
            return f"{name} chose {write(topology, move)}."
    return f"{text}{_captured(before, after)}."


def _by_chance(table: Table, before: State, move: Move, after: State) -> str | None:
    """The sentence for a roll or a drawn card, empty for one that is told with others; None for all
    other moves."""
    match before.question, move:
        case Throw(waiting, totals), Dice(low, high):
            if not isinstance(after.question, ChooseStart):
                return ""  # The last one tells them all.
            rolls = [*totals]
            rolls[waiting[0]] = (*rolls[waiting[0]], low + high)
            return _opening(after.question.opening, rolls)
        case Roll(seat), Dice(low, high):
            pair = ", a pair" if low == high else ""
            reach = table.reach(replace(before, dice=(low, high)))
            limit = "no limit" if reach is None else f"range {reach}"
            return f"{SEATS[seat].capitalize()} rolled {low}+{high}{pair}: {limit}."
        case Lots(drawn), Lot(seat):
            begins = "plays next" if drawn else "plays first"
            return f"Lot: {SEATS[seat].capitalize()} {begins}."
        case Draw(seat, passing), Drawn(card):
            drew = "passed and drew a card" if passing else "drew a card"
            card_name = "" if card is None else f": {NAMES[card]}"
            return f"{SEATS[seat].capitalize()} {drew}{card_name}."
    return None


def _opening(order: Sequence[Seat], totals: Sequence[Sequence[int]]) -> str:
    """All opening rolls, the highest first, with those that were thrown again: they follow each
    other so fast that no single one is read."""
    rolls = ", ".join(f"{SEATS[seat]} {' then '.join(map(str, totals[seat]))}" for seat in order)
    return f"Opening rolls: {rolls}; {SEATS[order[0]]} picks a start point first."


def _answered(display: Display[State, Move], before: State, move: Move, after: State) -> str | None:
    """The sentence for answers to questions, cards, and turns without a stone, empty for moves
    that need none; None for stones and moves of chance."""
    seat = display.game.to_act(before)
    if seat == CHANCE:
        return None
    name = SEATS[seat].capitalize()
    match before.question, move:
        case Starter(), _ if move == PASS:
            return f"{name} forwent a starter stone."
        case _, Play(card) if card in REACTIONS:
            q = before.question if isinstance(before.question, Reaction) else before.last
            assert q is not None
            rejected = f"{name} rejected {SEATS[q.mover]}'s stones with a card"
            replaced = isinstance(after.question, ReplaceAt)
            return f"{rejected} and may place one there." if replaced else f"{rejected}."
        case Surrender(under), Decline():
            return f"{name} declined {SEATS[under]}'s surrender."
        case Surrender(under), _ if move == ACCEPT:
            return f"{name} accepted: {SEATS[under]} is now under {SEATS[seat]}."
        case Settle(), Dead() | Agree() | Decline():
            open_still = after.question.agreement if isinstance(after.question, Settle) else None
            return dead_stones.happened(name, move, open_still)
        case Discard(under=True), Lose():
            return f"{name} gave a card back, under the stack."
        case _, Lose(card) if card is not None:
            return f"{name} discarded {NAMES[card]}."
        case _, Play(card, other):
            if card in POINTS:
                return f"{name} laid down a card of {POINTS[card]} points."
            if card in TRADES and other is not None:
                gave, took = TRADES[card]
                gone = sum(before.board.prisoners[other]) + gave < took
                more = " and of the next players'" if gone else ""
                return f"{name} gave {gave} of the prisoners for {took} of {SEATS[other]}'s{more}."
            return f"{name} played the card {NAMES[card]}."
        case _, SurrenderTo(host) if after.occupiers[seat] == host:
            return f"{name} surrendered to {SEATS[host]}."
        case Leave(), _ if move == INDEPENDENCE:
            return f"{name} is independent again and loses a turn."
        case _, SurrenderTo(host):
            return f"{name} offers to surrender to {SEATS[host]}."
    said: dict[Move, str] = {
        PASS: f"{name} passed.",
        FORFEIT: f"{name} placed no stone.",
        DONE: f"{name} placed no more stones.",
        INDEPENDENCE: f"{name} is independent again.",
        NO_DRAW: f"{name} drew no card.",
        **dict.fromkeys((ROLL, DRAW, PASS_AND_DRAW, LET), ""),
    }
    return said.get(move)


def _captured(before: State, after: State) -> str:
    """` and captured 3 stones`; where several players get prisoners, also how many each gets."""
    gains = {
        who: sum(now) - sum(then)
        for who, now, then in zip(
            SEATS, after.board.prisoners, before.board.prisoners, strict=False
        )
    }
    shares = [(who, gain) for who, gain in gains.items() if gain > 0]
    if not shares:
        return ""
    text = f" and captured {counted(sum(gain for _, gain in shares), 'stone')}"
    if len(shares) == 1:
        return text
    return f"{text}: {listed([f'{gain} for {who}' for who, gain in shares])}"
