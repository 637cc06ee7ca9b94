"""The positions with sensible answers: their answers are legal, and what bots say without a search
is among them."""

from __future__ import annotations

import pytest

from termgames import games
from tests.benchmarks.sensible_answers import Position, read

POSITIONS = read()


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_right_answers_are_legal_and_some_answers_are_not_right(position: Position) -> None:
    game, state = position.game, position.state
    legal = [game.format(move) for move in game.legal_moves(state)]
    assert any(map(position.sensible, legal))
    for text in position.right:
        assert game.refuse(state, game.parse(state, text)) is None
    if position.right:
        assert set(legal) - set(position.right)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_answers_without_a_search_are_sensible(position: Position) -> None:
    game = position.game
    form = games.packed(game) or games.determinized(game)
    assert form is not None
    answer = form.preset_answer(position.state)
    assert answer is None or position.sensible(game.format(answer))
