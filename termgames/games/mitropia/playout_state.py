"""Between states and playouts: to where a stone can be put, and from stones to answers.

A playout knows turns only; the rules ask many small questions. Both ways lead through
`Mitropia.apply`, so nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from termgames.games.mitropia import heuristics
from termgames.games.mitropia.moves import (
    DECLINE,
    DONE,
    FORFEIT,
    LET,
    NO_DRAW,
    PASS,
    ROLL,
    Dice,
    Move,
    Point,
)
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import (
    Act,
    Discard,
    Draw,
    MayDraw,
    Reaction,
    Roll,
    Settle,
    State,
    Stones,
    Surrender,
    Throw,
    Turn,
)
from termgames.go.playouts import PASS as NO_STONE

Way = tuple[Move, ...]


def on_the_way(game: Mitropia, s: State, rng: np.random.Generator) -> tuple[State, Way]:
    """The state in which a turn is open, or all is over, and the answers that lead there.

    Chance falls as it may, cards and surrenders come to nothing, stones that are owed go
    to any legal point. Reactions are left open: nobody will react.
    """
    given: list[Move] = []
    while not isinstance(s.question, Turn | Roll | MayDraw | Act | Reaction | Settle | None):
        match s.question:
            case Throw() | Draw():
                outcomes, weights = zip(*game.chances(s), strict=True)
                share = np.array(weights) / sum(weights)
                answer = outcomes[int(rng.choice(len(outcomes), p=share))]
            case Stones(put=put) if put:
                answer = DONE
            case Surrender():
                answer = DECLINE
            case Discard(seat=seat):
                answer = heuristics.discard(s, seat)
            case _:
                legal = game.legal_moves(s)
                answer = legal[int(rng.integers(len(legal)))]
        given.append(answer)
        s = game.apply(s, answer)
    return s, tuple(given)


def retold(game: Mitropia, s: State, way: Way, cells: Sequence[int], rolls: Sequence[int]) -> Way:
    """The answers of a playout from `s`: `way`, which led there, then turn by turn its
    stones on `cells`, or NO_STONE, with the dice that gave `rolls`.

    Ends with the first answer that the rules refuse.
    """
    given = list(way)
    turns = iter(zip(cells, rolls, strict=True))
    turn = next(turns, None)
    while s.question is not None and not isinstance(s.question, Settle):
        answer: Move
        match s.question:
            case Reaction():
                answer = LET
            case Discard(seat=seat):
                answer = heuristics.discard(s, seat)
            case MayDraw():
                answer = NO_DRAW
            case Turn() if game.table.dice and turn is not None:
                answer = ROLL
            case Roll() if turn is not None:
                answer = Dice(1, turn[1])
            case Turn() | Act() if turn is not None:
                nothing = FORFEIT if game.table.dice else PASS
                answer = nothing if turn[0] == NO_STONE else Point(turn[0])
                turn = next(turns, None)
            case _:
                break
        given.append(answer)
        if game.refuse(s, answer) is not None:
            break
        s = game.apply(s, answer)
    return tuple(given)
