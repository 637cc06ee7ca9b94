"""Games of Mitropia played by their texts: the language of the tests of whole turns."""

from functools import cache
from typing import Any

import numpy as np

from termgames.core.game import CHANCE, OVER, draw
from termgames.games.mitropia import cards, rules
from termgames.games.mitropia.options import INFO
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests import diagrams
from tests.scenes import asked, code, go, legal, points, show

__all__ = ["asked", "code", "go", "legal", "points", "show"]

SEVEN = (
    "seven | 2: a1 g7 | 3: a1 d7 g1 | 4: a1 a7 g7 g1 | 5: a1 a7 d7 g7 g1 | "
    "......./......./......./......./......./......./......."
)
"""A 7x7 square with start points on its rim."""

PRO = {"pro": True}
PLAIN = {"no-dice": True, "no-cards": True, "range": "none"}
"""Stones only, at any distance."""
CARDS = {"no-dice": True, "range": "none"}
"""Stones and cards, without dice."""


SETTLED = [".w.bbwwww", "bbbbbwwww", "bbbbbw.ww", "bbbbbwwww", "b.bbbwwww", "bbbbbww.w"]
SETTLED += ["bbbbbwwww", "b.bbbwwww", "bbbbbwwww"]
"""A board without dame; the stone on b9 is dead."""


def asked_states(game: Mitropia, seed: int, plies: int, *, lively: bool = True) -> list[State]:
    """The first states of a random game in which somebody is asked; passes are rare where it is to
    be lively."""
    rng = np.random.default_rng(seed)
    s = game.start()
    found: list[State] = []
    while len(found) < plies and game.to_act(s) != OVER:
        if game.to_act(s) == CHANCE:
            s = game.apply(s, draw(game.chances(s), rng))
            continue
        found.append(s)
        legal = list(game.legal_moves(s))
        keen = [m for m in legal if game.format(m) not in ("pass", "pass draw", "forfeit")]
        choices = keen if keen and lively else legal
        s = game.apply(s, choices[int(rng.integers(len(choices)))])
    return found


def make(players: int, *switches: dict[str, Any], board: str = SEVEN, **options: Any) -> Mitropia:
    """A game on a board of 7x7, or on another map."""
    chosen: dict[str, Any] = {"map": board, "players": players}
    for switch in switches:
        chosen |= switch
    chosen |= {name.replace("_", "-"): value for name, value in options.items()}
    return _made(tuple(chosen.items()))


@cache
def _made(chosen: tuple[tuple[str, Any], ...]) -> Mitropia:
    read = {name: _value(name, value) for name, value in chosen}
    return rules.create(INFO.settle(read))


def _value(name: str, value: Any) -> Any:
    return INFO.option(name).read(value) if isinstance(value, str) else value


def at(game: Mitropia, diagram: str, **position_text: str) -> State:
    """The position of a diagram, with texts beside it, such as `to_move="red"`."""
    state: State = diagrams.position(game, diagram, **position_text)
    return state


def let_all(game: Mitropia, state: State) -> State:
    """The state after everybody who is asked has let it stand."""
    while "let" in legal(game, state):
        state = go(game, state, "let")
    return state


def prisoners(game: Mitropia, state: State) -> dict[str, str]:
    """What each player holds, `{"b": "wwr"}`, by the characters of the colours."""
    return {
        game.marks[holder]: "".join(
            mark * many for mark, many in zip(game.marks, held, strict=True)
        )
        for holder, held in enumerate(state.board.prisoners)
        if any(held)
    }


def hands(state: State) -> list[list[str]]:
    """The hands by seat, as names of cards."""
    return [cards.listed(hand) for hand in state.cards.hands]
