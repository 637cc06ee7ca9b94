"""The rules of Hex, by their numbers."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from termgames.core.game import OVER

ID = "hex"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, ID, "tests.sixth_game.termgames_hex")


def after(*texts: str, size: int = 3, swap: bool = True) -> tuple[Any, Any]:
    game = games.create(ID, {"size": size, "swap": swap})
    state = game.start()
    for text in texts:
        state = game.apply(state, game.parse(state, text))
    return game, state


def refusal(game: Any, state: Any, text: str) -> str | None:
    found = game.refuse(state, game.parse(state, text))
    return None if found is None else found.code


def test_rule_2_stones_go_on_empty_cells() -> None:
    game, state = after("a1")
    assert refusal(game, state, "a1") == "occupied"
    assert refusal(game, state, "b1") is None


def test_rule_3_a_swap_answers_the_first_stone_alone() -> None:
    game, state = after()
    assert refusal(game, state, "swap") == "swap"
    game, state = after("b2")
    assert [game.seat_name(state, seat) for seat in (0, 1)] == ["black", "white"]
    state = game.apply(state, game.parse(state, "swap"))
    assert [game.seat_name(state, seat) for seat in (0, 1)] == ["white", "black"]
    assert game.to_act(state) == 0
    assert game.stones(state).count(1) == 1
    assert refusal(game, state, "swap") == "swap"
    game, state = after("b2", swap=False)
    assert refusal(game, state, "swap") == "swap"


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("b1 a1 b2 a2 b3", 0),  # straight up a column
        ("c1 a1 b1 a2 a3 b3 b2", None),  # b2 and a3 do not touch
        ("a1 a2 c1 b2 c3 c2", 1),  # White from left to right
        ("b1 swap a2 b2 b3 c3", 1),  # the second player plays Black, and c3 touches b2
    ],
)
def test_rule_4_a_chain_between_the_own_edges_wins(moves: str, winner: int | None) -> None:
    game, state = after(*moves.split())
    assert (game.to_act(state) == OVER) == (winner is not None)
    if winner is not None:
        assert game.score(state).winners == (winner,)
        assert game.utilities(state).tolist() == [float(winner == 0), float(winner == 1)]
