"""Games of Mitropia set up, positions as diagrams, and moves by their texts."""

from __future__ import annotations

from typing import Any

from termgames.core import maps
from termgames.core.game import CHANCE, OVER
from termgames.games.mitropia.display import MitropiaDisplay
from termgames.games.mitropia.options import INFO
from termgames.games.mitropia.rules import Mitropia, create
from termgames.games.mitropia.state import State
from tests import diagrams
from tests.games.mitropia.boards import MARKS


def code(text: str, players: int) -> str:
    """A map of the shape of a diagram, for `map`; start points are its first points."""
    rows = ["".join("-" if mark == "-" else "." for mark in row) for row in diagrams.rows(text)]
    plain = maps.parse("\n".join(["name: board", "", *rows]), "board")
    starts = " ".join(plain.topology.names[:players])
    return f"board | {players}: {starts} | {'/'.join(rows)}"


def game(**options: Any) -> Mitropia:
    """A game with options by name, `_` for the hyphen."""
    return create(INFO.settle({name.replace("_", "-"): v for name, v in options.items()}))


def on(text: str, players: int = 3, **options: Any) -> Mitropia:
    """A game on a board of a diagram's shape; no dice and no limit unless options say so."""
    return game(map=code(text, players), players=players, **({"range": "none"} | options))


def position(rules: Mitropia, text: str, **facts: str) -> State:
    """The turn that begins on a diagram; facts by name, `_` for the blank."""
    plain = ["".join(c if c in MARKS + "-" else "." for c in row) for row in diagrams.rows(text)]
    return rules.position(plain, {name.replace("_", " "): fact for name, fact in facts.items()})


def play(rules: Mitropia, state: State, *texts: str) -> State:
    """The state after answers by their texts."""
    for text in texts:
        state = rules.apply(state, rules.parse(state, text))
    return state


def refused(rules: Mitropia, state: State, text: str) -> str | None:
    """The code with which an answer is refused, or None."""
    refusal = rules.refuse(state, rules.parse(state, text))
    return None if refusal is None else refusal.code


def show(rules: Mitropia, state: State) -> list[str]:
    """The rows of a position."""
    return rules.topology.rows([MARKS[stone] for stone in state.stones])


def texts(rules: Mitropia, state: State) -> list[str]:
    """The answers that are listed, as texts."""
    return [rules.format(move) for move in rules.legal_moves(state)]


def seen(rules: Mitropia, state: State) -> State:
    """The state as whoever is asked sees it."""
    asked = rules.to_act(state)
    return state if asked in (CHANCE, OVER) else rules.view(state, asked)


def display(rules: Mitropia) -> MitropiaDisplay:
    """The game's display."""
    return MitropiaDisplay(rules)
