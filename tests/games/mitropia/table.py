"""Games of Mitropia on boards of any shape."""

from typing import Any

from termgames.core import maps
from termgames.core.game import CHANCE, OVER
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests import diagrams
from tests.games.mitropia.play import make


def on(text: str, players: int = 3, **options: Any) -> Mitropia:
    """A game on a board of a diagram's shape, whose first points are the start points; no
    dice and no limit of range unless options say so."""
    rows = ["".join("-" if mark == "-" else "." for mark in row) for row in diagrams.rows(text)]
    plain = maps.parse("\n".join(["name: board", "", *rows]), "board")
    starts = " ".join(plain.topology.names[:players])
    code = f"board | {players}: {starts} | {'/'.join(rows)}"
    return make(players, board=code, **({"range": "none"} | options))


def seen(rules: Mitropia, state: State) -> State:
    """The state as whoever is asked sees it."""
    asked = rules.to_act(state)
    return state if asked in (CHANCE, OVER) else rules.view(state, asked)
