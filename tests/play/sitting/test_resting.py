"""Turns that are passed for a human until they matter to him."""

from typing import Any

import pytest

from termgames import games
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from termgames.play.text import prompts
from tests import diagrams
from tests.games.mitropia.play import CARDS, at, make
from tests.play.support import Table

BOARD = "....... ....... aaaaaaa ....... .....bb ggg.b.b .g..b.b"
"""Alpha has all that lies above."""
CLOSE = "....... .aaaaaa .a.a.a. ....... .....bb ggg.b.b .g..b.b"
"""Alpha has nine stones, and beta almost as many; the outside counts for nobody."""


def table(diagram: str = BOARD) -> Table:
    """Alpha is human, beta and gamma are bots; alpha rests on his turn."""
    rules: Any = games.create("tricolor", {"size": 7})
    state = diagrams.position(rules, diagram, **{"to move": "alpha"})
    players = ("human", "bot:1", "bot:1")
    made = Table(Match(rules, players, start=StartPosition(state)))
    made.live.resting.switch()
    return made


@pytest.mark.parametrize(
    ("diagram", "answers", "why"),
    [
        (BOARD, "d3 d1", ""),
        (BOARD, "d3 d1 d2 a4", "the stones changed at a4"),  # beside his stones
        (BOARD, "d3 g7", "the stones changed at g7"),  # a point of his, beside none of them
        (BOARD, "pass d1", ""),  # gamma put one since
        (BOARD, "pass d1 d2 pass", "gamma put no stone, and play may end"),
        (CLOSE, "d3 d1", "the places of the players changed"),
    ],
)
def test_who_rests_passes_until_it_matters(diagram: str, answers: str, why: str) -> None:
    resting = table(diagram)
    assert resting.texts == ["pass"], "at once, where it is his turn"
    _, note = prompts.waiting(resting.live, 1)
    assert note.startswith("you pass until")
    resting.answer(*answers.split())
    assert resting.notices == ([f"alpha rests no longer: {why}"] if why else [])
    assert resting.match.to_act == (0 if why else 1)
    assert bool(resting.live.resting.seats) == (not why)


def test_the_same_key_and_any_move_of_ones_own_end_a_rest() -> None:
    resting = table()
    resting.live.resting.switch()
    resting.answer("d3", "d1")
    assert resting.match.to_act == 0
    resting.live.resting.switch()
    assert resting.live.resting.seats
    assert resting.live.undo()
    assert not resting.live.resting.seats, "who takes back wants to move"
    resting.live.resting.switch()
    resting.answer("d2", "pass")
    assert not resting.live.resting.seats


def test_letting_a_stone_stand_is_no_end_of_a_rest() -> None:
    rules: Any = make(3, CARDS)
    state = at(rules, "\n".join(["......."] * 7), hands="black: reject")
    players = ("human", "bot:1", "bot:1")
    asked = Table(Match(rules, players, 1, start=StartPosition(state)), delays=False)
    asked.live.resting.switch()
    asked.answer("g7", "let", due=False)
    assert (asked.live.reaction, asked.match.to_act) == (True, 0)
    assert asked.play("let").live.resting.seats == {0}
