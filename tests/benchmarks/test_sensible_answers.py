"""The positions with sensible answers: their answers are legal, small ends are followed through
the rules, and what bots say without a search is among them."""

from __future__ import annotations

import pytest

from termgames import games
from tests.benchmarks.rational_ends import RationalEnds, kept
from tests.benchmarks.sensible_answers import Position, read

POSITIONS = read()
_MOST = 5_000


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_right_answers_are_legal_and_some_answers_are_not_right(position: Position) -> None:
    game, state = position.game, position.state
    legal = [game.format(move) for move in game.legal_moves(state)]
    assert any(map(position.sensible, legal))
    for text in position.right:
        assert game.refuse(state, game.parse(state, text)) is None
    assert not all(map(position.sensible, legal))


@pytest.mark.parametrize(
    "position", [each for each in POSITIONS if each.searched], ids=lambda each: each.name
)
def test_sensible_answers_bring_most_whatever_others_choose(position: Position) -> None:
    ends = RationalEnds(position.game, _MOST, settled=position.game.id != "tricolor")
    after, seat = ends.after_each(position.state), position.seat
    shares = {text: {each[seat] for each in results} for text, results in after.items()}
    best = max(map(min, shares.values()))
    sensible = {text for text in after if position.sensible(text)}
    assert set() < sensible < set(after)
    for text in after:
        assert shares[text] == {best} if text in sensible else max(shares[text]) < best


@pytest.mark.parametrize("position", POSITIONS, ids=lambda each: each.name)
def test_answers_without_a_search_are_sensible(position: Position) -> None:
    game = position.game
    form = games.packed(game) or games.determinized(game)
    assert form is not None
    answer = form.preset_answer(position.state)
    assert answer is None or position.sensible(game.format(answer))


@pytest.mark.parametrize(
    ("after", "left"),
    [
        ({"a1": {(0.0, 1.0)}, "b1": {(1.0, 0.0)}}, {"b1"}),
        # Whoever gains and loses nothing passes; otherwise equals are all kept.
        ({"a1": {(0.5, 0.5)}, "pass": {(0.5, 0.5)}}, {"pass"}),
        ({"a1": {(0.5, 0.5)}, "b1": {(0.5, 0.5)}, "pass": {(0.0, 1.0)}}, {"a1", "b1"}),
        # What is uncertain is left out where another answer is as good at worst.
        ({"a1": {(0.0, 1.0), (0.5, 0.5)}, "b1": {(0.5, 0.5)}}, {"b1"}),
        ({"a1": {(0.0, 1.0), (1.0, 0.0)}, "b1": {(0.5, 0.5)}}, {"a1", "b1"}),
    ],
)
def test_a_seat_keeps_the_answers_that_may_be_best(
    after: dict[str, set[tuple[float, ...]]], left: set[str]
) -> None:
    results = {text: frozenset(shares) for text, shares in after.items()}
    assert set(kept(results, 0)) == left
