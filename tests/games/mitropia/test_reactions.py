"""Reactions of rule 16: every other player may reject the stones of a turn."""

from __future__ import annotations

import pytest

from termgames.games.mitropia import cards
from tests.games.mitropia.play import (
    CARDS,
    asked,
    at,
    code,
    go,
    hands,
    legal,
    make,
    prisoners,
    show,
)

FIVE = "five | 2: a1 e5 | 3: a1 a5 e1 | ...../...../...../...../....."
EMPTY = "\n".join(["......."] * 7)
NEAR = {"range": "2"}
"""Cards, and a fixed range of two steps."""
MOVING = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . b . . .
    . . . . . . .
    . . . . . . .
    . . b . . . .
"""


def test_rule_16_every_other_player_is_asked_in_order_of_play() -> None:
    game = make(4, CARDS)
    state = at(game, EMPTY, to_move="red", order="red, black, blue, white")
    state = go(game, state, "d4")
    seen = []
    while "let" in legal(game, state):
        seen.append((asked(game, state), legal(game, state)))
        state = go(game, state, "let")
    assert seen == [("black", ["let"]), ("blue", ["let"]), ("white", ["let"])]
    assert asked(game, state) == "black"


def test_rule_16_reject_undoes_stones_captures_and_prisoners() -> None:
    game = make(3, CARDS, board=FIVE)
    text = """
        . . . . .
        . . . . .
        w . . . .
        b b . . .
        . . w . .
    """
    state = at(game, text, to_move="white", hands="white: extra move; black: reject")
    state = go(game, state, "extra move", "c2", "e5", "let", "reject")
    assert show(game, state)[1:] == show(game, at(game, text))[1:]
    assert prisoners(game, state) == {}
    assert hands(state) == [[], [], []]  # both cards are spent
    assert state.cards.discards[cards.EXTRA_MOVE] == state.cards.discards[cards.REJECT] == 1
    assert asked(game, state) == "red"  # white's turn is over


def test_rule_16_reject_undoes_a_capture() -> None:
    game = make(2, CARDS, board=FIVE)
    text = ". . . . . \n" * 3 + "w . . . . \n b . . . ."
    state = at(game, text, to_move="white", hands="black: reject")
    state = go(game, state, "b1")
    assert prisoners(game, state) == {"w": "b"}
    state = go(game, state, "reject")
    assert show(game, state)[3:] == ["w....", "b...."]
    assert prisoners(game, state) == {}
    assert asked(game, state) == "black"


def test_rule_16_nobody_else_is_asked_after_a_rejection() -> None:
    game = make(3, CARDS)
    state = at(game, EMPTY, hands="white: reject; red: reject")
    state = go(game, state, "a1", "reject")
    assert asked(game, state) == "white"
    assert "let" not in legal(game, state)
    assert hands(state)[2] == ["reject"]


def test_rule_16_the_movers_discard_comes_after_the_reactions() -> None:
    game = make(2)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points; white: reject")
    state = go(game, state, "roll", "2,2", "draw", "card move two", "c1", "reject")
    assert asked(game, state) == "black"
    assert legal(game, state)[0] == "discard no move"
    assert asked(game, go(game, state, "discard no move")) == "white"


def test_rule_7_positions_undone_by_a_reject_have_not_occurred() -> None:
    """Black plays the very stone again that was rejected."""
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="white: reject")
    state = go(game, state, "d4", "reject", "pass")
    assert code(game, state, "d4") is None
    assert state.board.history.plies == 0


def test_rule_16_nobody_reacts_to_a_card_without_stones() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: 3 points; white: reject")
    assert "let" not in legal(game, go(game, state, "3 points"))


def test_rule_16_reject_and_replace_puts_a_stone_on_a_cleared_point() -> None:
    game = make(3, NEAR)
    state = at(game, EMPTY, hands="red: reject and replace")
    state = go(game, state, "a2", "let", "reject and replace")
    assert asked(game, state) == "red"
    assert legal(game, state) == ["a2"]  # far from red's start point
    assert code(game, state, "d4") == "stage"
    state = go(game, state, "a2")
    assert show(game, state)[5] == "r......"
    assert asked(game, state) == "white"  # nobody rejects that; black's turn is over
    assert "let" not in legal(game, state)


def test_rule_16_of_several_cleared_points_the_reactor_chooses() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: extra move; white: reject and replace")
    state = go(game, state, "extra move", "a1", "g7", "reject and replace")
    assert legal(game, state) == ["a1", "g7"]
    state = go(game, state, "g7")
    assert (show(game, state)[0], show(game, state)[6]) == ("......w", ".......")


def test_rule_16_the_replacing_stone_captures_and_its_player_is_the_killer() -> None:
    game = make(2, CARDS, board=FIVE)
    text = ". . . . . \n" * 3 + "w . . . . \n b . . . ."
    state = at(game, text, hands="white: reject and replace")
    state = go(game, state, "b1", "reject and replace", "b1")
    assert show(game, state)[3:] == ["w....", ".w..."]
    assert prisoners(game, state) == {"w": "b"}


def test_rule_16_after_a_move_only_the_destination_is_cleared() -> None:
    game = make(2, CARDS)
    state = at(game, MOVING, hands="black: move two; white: reject and replace")
    state = go(game, state, "move two", "d4>g7", "c1>c6", "reject and replace")
    assert sorted(legal(game, state)) == ["c6", "g7"]
    assert show(game, state) == show(game, at(game, MOVING))


@pytest.mark.parametrize(
    ("text", "hand", "answers"),
    [
        # Nothing is cleared when a stone was replaced: it is white's again.
        (". . . w . . . \n" + ". . . . . . . \n" * 6, "replace any", ["replace any", "d7"]),
        # White would have no liberty on a1.
        (". . . . . . . \n" * 5 + "b . . . . . . \n . b . . . . .", "no move", ["a1"]),
    ],
)
def test_rule_16_where_nothing_can_be_put_it_is_a_plain_reject(
    text: str, hand: str, answers: list[str]
) -> None:
    game = make(2, {"deck": "classic"}, CARDS)
    state = at(game, text, hands=f"white: reject and replace; black: {hand}")
    after = go(game, state, *answers, "reject and replace")
    assert show(game, after) == show(game, state)
    assert asked(game, after) == "white"
    assert "pass" in legal(game, after)
    assert hands(after)[1] == []


def test_rule_16_accept_means_let_in_a_reaction_and_is_written_so() -> None:
    """Front ends show the answer as accept; records and GTP keep `let`."""
    game = make(2, CARDS)
    put = go(game, at(game, EMPTY), "c4")
    assert game.format(game.parse(put, "accept")) == "let"
    assert go(game, put, "accept") == go(game, put, "let")
    assert game.format(game.parse(at(game, EMPTY), "accept")) == "accept"


def test_rule_16_handicap_stones_are_not_rejected() -> None:
    game = make(2, {"handicap": "0,-1"}, CARDS)
    state = go(game, game.start(), "a1")
    assert "let" not in legal(game, state)
