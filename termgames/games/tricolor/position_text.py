"""Positions in words: texts beside a diagram, fields of reports, prompts."""

from collections.abc import Mapping, Sequence
from typing import Any

from termgames.core.errors import OptionError
from termgames.core.game import Score, Seat
from termgames.core.position_text import refuse_unknown
from termgames.core.text import quoted
from termgames.core.topology import Topology
from termgames.games.tricolor import scoring
from termgames.games.tricolor.options import SEATS
from termgames.games.tricolor.state import State, player
from termgames.go.board import groups

MARKS = ".abg"
NAMES = ("to move", "turn", "passed")
_MOST_TURNS = 9999
"""The most turns before a position: more than any game has, and few enough for the table of the
Thue-Morse order that playouts use (`go.playouts.positions`), which repeats itself after 19,683."""


def read_position(
    topology: Topology, order: str, rows: Sequence[str], position_text: Mapping[str, str]
) -> tuple[bytes, int, tuple[Seat, ...]]:
    """Stones, turn and who has passed, of a diagram and the texts beside it.

    The texts, each optional: `to move` (a seat's name), `turn` (the number of turns before, from
    which the order of play follows; without it the first turn of `to move` is taken), `passed`
    (names of the seats that passed since the last stone). OptionError where a text or the diagram
    does not fit the game.
    """
    stones = topology.read(rows, MARKS)
    for group in groups(topology, stones):
        if not group.liberties:
            verb = "has" if len(group.cells) == 1 else "have"
            raise OptionError(f"{topology.listing(group.cells)} {verb} no liberty")
    refuse_unknown("Tri-Color", position_text, NAMES)
    turn = _turn(position_text.get("turn"))
    if "to move" in position_text:
        mover = _seat("to move", position_text["to move"])
        if turn is None:
            turn = mover  # Both orders begin with one turn of each.
        elif player(order, turn) != mover:
            raise OptionError(f"turn: {turn} is {SEATS[player(order, turn)]}'s")
    names = position_text.get("passed", "").replace(",", " ").split()
    passed = {_seat("passed", name) for name in names}
    if len(passed) == len(SEATS):
        raise OptionError("passed: when all have passed there is nothing to play")
    return stones, turn or 0, tuple(sorted(passed))


def position_text(s: State, mover: Seat) -> dict[str, str]:
    """The texts beside the diagram of a state in which `mover` is to play."""
    passed = {"passed": ", ".join(SEATS[seat] for seat in s.passed)} if s.passed else {}
    return {"to move": SEATS[mover], "turn": str(s.turn), **passed}


def _seat(field: str, text: str) -> Seat:
    """The seat of a name, or of its mark in diagrams."""
    name = text.lower()
    for seat, (seat_name, mark) in enumerate(zip(SEATS, MARKS[1:], strict=True)):
        if name in (seat_name, mark):
            return seat
    raise OptionError(f"{field}: {quoted(text)} is none of {', '.join(SEATS)}")


def _turn(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > len(str(_MOST_TURNS)):
        raise OptionError(f"turn: {quoted(text)} is no number of turns from 0 to {_MOST_TURNS}")
    return int(text)


def winners(score: Score) -> str:
    """The winners' names, `all three` or `nobody`."""
    if len(score.winners) == len(SEATS):
        return "all three"
    return " and ".join(SEATS[seat] for seat in score.winners) or "nobody"


def stage(s: State) -> str:
    """What is asked: `play`, `dead stones`, `resignation`; `over`."""
    if s.ending is not None:
        return "over"
    if s.agreement is not None:
        return "dead stones"
    return "resignation" if s.asking else "play"


def report_fields(topology: Topology, s: State, score: Score, mover: Seat) -> dict[str, Any]:
    """JSON values: `would_win` and `standing` as the areas stand; `ply` and `passed` for the
    order of play, of which table talk and agreements are no part; `stage` and what it is
    about."""
    dead = s.dead if s.agreement is None else s.agreement.dead
    return {
        "would_win": [SEATS[seat] for seat in score.winners],
        "standing": dict(zip(SEATS, scoring.standing(score.totals), strict=True)),
        "ply": s.turn,
        "passed": [SEATS[seat] for seat in s.passed],
        "stage": stage(s),
        "proposer": _proposer(s, mover),
        "dead": None if dead is None else [topology.names[cell] for cell in dead],
        "resumed": s.resumed,
        "ending": s.ending,
    }


def _proposer(s: State, mover: Seat) -> str | None:
    if s.agreement is not None:
        return SEATS[s.agreement.order[0]]
    return SEATS[mover] if s.asking else None


def prompt(topology: Topology, s: State, mover: Seat) -> str:
    """What the seat to act is asked, one sentence."""
    if s.ending is not None:
        return f"The game is over: {s.ending}."
    if s.agreement is not None:
        return s.agreement.prompt(topology, SEATS[s.agreement.order[0]])
    if s.asking:
        (third,) = set(range(len(SEATS))).difference((mover, s.proposed[-1]))
        return f"{SEATS[mover]} proposes that you both resign; {SEATS[third]} would win. Agree?"
    others = [SEATS[seat] for seat in s.passed if seat != mover]
    if not others and s.resumed:
        return "Place a stone or pass; if nobody places one, all stones count as alive."
    if not others:
        return "Place a stone or pass."
    if len(others) == 1:
        return f"Place a stone or pass; {others[0]} has passed."
    return f"Place a stone, or pass as {others[0]} and {others[1]} did: then play stops."
