"""Rules 15 and 16: the decks, and what each card does."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from termgames.core.errors import Refusal
from termgames.games.mitropia import cards
from termgames.games.mitropia.moves import Drawn, Point
from termgames.games.mitropia.stones import placing
from tests.games.mitropia.play import (
    CARDS,
    PLAIN,
    asked,
    at,
    code,
    go,
    hands,
    legal,
    let_all,
    make,
    points,
    prisoners,
    show,
)

FIVE = "five | 2: a1 e5 | 3: a1 a5 e1 | ...../...../...../...../....."
EMPTY = "\n".join(["......."] * 7)
NEAR = {"range": "2"}
"""Cards, and a fixed range of two steps."""


# -- the deck -------------------------------------------------------------------------------


def test_rule_15_the_decks_have_50_and_52_cards() -> None:
    named = dict(zip(cards.NAMES, cards.DECKS["revised"], strict=True))
    assert named == {
        "no move": 6,
        "extra move": 16,
        "reject": 4,
        "reject and replace": 2,
        "move anywhere": 4,
        "pair place": 4,
        "replace any": 0,
        "move two": 2,
        "move three": 1,
        "3 points": 3,
        "5 points": 1,
        "trade 1-2": 4,
        "trade 2-5": 2,
        "trade 3-8": 1,
    }
    assert sum(cards.DECKS["revised"]) == 50
    assert sum(cards.DECKS["classic"]) == 52
    assert cards.DECKS["classic"][cards.REPLACE_ANY] == 2


@pytest.mark.parametrize(("deck", "kinds"), [("revised", 13), ("classic", 14)])
def test_rule_15_a_card_is_drawn_by_what_is_left(deck: str, kinds: int) -> None:
    game = make(2, CARDS, deck=deck)
    state = go(game, at(game, EMPTY, hands="white: 5 points, reject"), "pass draw")
    weights = {game.format(move): weight for move, weight in game.chances(state)}
    assert len(weights) == kinds - 1
    assert "card 5 points" not in weights
    assert weights["card reject"] == 3
    assert weights["card extra move"] == 16
    assert legal(game, state) == list(weights)
    assert code(game, state, "card 5 points") == "card"


def drawn_empty(cards_left: int = 0) -> cards.Cards:
    """A game's cards with nothing but discards and so many in the stack."""
    deck = cards.DECKS["revised"]
    held = cards.full_stack(deck, 2)
    for kind, count in enumerate(deck):
        for _ in range(count):
            if held.stack > cards_left:
                held = cards.discarded(cards.drawn(held, 0, kind), 0, kind)
    return held


def test_rule_15_when_the_stack_is_empty_the_discards_are_shuffled() -> None:
    deck = cards.DECKS["revised"]
    held = drawn_empty()
    assert (held.stack, sum(held.discards)) == (0, 50)
    assert dict(cards.outcomes(held, deck)) == {k: n for k, n in enumerate(deck) if n}
    held = cards.drawn(held, 1, cards.REJECT)
    assert (held.stack, sum(held.discards)) == (49, 0)
    assert cards.unseen(held, deck)[cards.REJECT] == 3


def test_rule_15_a_card_given_back_goes_under_the_stack() -> None:
    """It is drawn when the shuffled cards are gone, before the discards are shuffled."""
    deck = cards.DECKS["revised"]
    held = drawn_empty(cards_left=3)
    for kind in (cards.TRADE_2_5, cards.TRADE_2_5, cards.TRADE_3_8):
        held = cards.drawn(held, 0, kind)
    held = cards.given_back(held, 0, cards.TRADE_3_8)
    held = cards.given_back(held, 0, cards.TRADE_2_5)
    assert held.stack == 0
    assert cards.outcomes(held, deck) == [(cards.TRADE_3_8, 1)]
    held = cards.drawn(held, 1, cards.TRADE_3_8)
    assert cards.outcomes(held, deck) == [(cards.TRADE_2_5, 1)]
    held = cards.drawn(held, 1, cards.TRADE_2_5)
    assert len(cards.outcomes(held, deck)) > 2  # the discards


def test_rule_15_after_pass_draw_the_card_too_many_goes_under_the_stack() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points")
    state = go(game, state, "pass draw", "card extra move")
    assert asked(game, state) == "black"
    assert game.prompt(state) == "Too many cards: choose one to give back under the stack."
    state = go(game, state, "discard no move")
    assert state.cards.under == ((cards.NO_MOVE, 0),)
    assert not any(state.cards.discards)
    assert asked(game, state) == "white"


def test_rule_15_cards_played_and_discarded_lie_open_and_are_drawn_again_last() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: extra move")
    state = go(game, state, "extra move", "a1", "done", "let")
    assert state.cards.discards[cards.EXTRA_MOVE] == 1
    state = go(game, state, "pass draw")
    assert dict(game.chances(state))[Drawn(cards.EXTRA_MOVE)] == 15


def test_rule_15_without_cards_nothing_is_drawn_played_or_asked() -> None:
    game = make(3, {"no-cards": True})
    state = at(game, EMPTY)
    assert "pass draw" not in legal(game, state)
    assert code(game, state, "pass draw") == "no-cards"
    state = go(game, state, "roll", "4,4")
    assert legal(game, state)[-1] == "forfeit"  # a pair draws nothing
    assert code(game, state, "no move") == "no-cards"
    assert asked(game, go(game, state, "a1")) == "white"
    assert legal(game, go(game, state, "a1")) == ["roll", "pass"]


# -- single stones and points ---------------------------------------------------------------


def test_rule_16_no_move_does_nothing_and_is_spent() -> None:
    game = make(2, CARDS)
    state = go(game, at(game, EMPTY, hands="black: no move"), "no move")
    assert hands(state) == [[], []]
    assert (asked(game, state), state.passes, state.board.idle) == ("white", 0, 1)


def test_rule_16_a_card_must_be_in_the_hand() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="white: no move")
    assert code(game, state, "no move") == "hand"
    assert "no move" not in legal(game, state)


def test_rule_16_rejections_are_not_played_in_ones_own_turn() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: reject, reject and replace")
    assert code(game, state, "reject") == "stage"
    assert code(game, state, "reject and replace") == "stage"


def test_rule_16_move_anywhere_knows_no_distance() -> None:
    game = make(2, NEAR)
    state = at(game, EMPTY, hands="black: move anywhere")
    assert code(game, state, "g7") == "range"
    state = go(game, state, "move anywhere")
    assert len(points(game, state)) == 49
    assert code(game, state, "done") == "owed"
    state = go(game, state, "g7")
    assert show(game, state)[0] == "......b"
    assert asked(game, state) == "white"


def test_rule_16_points_are_laid_down_and_kept() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: 3 points, 5 points")
    assert game.count(state)["card_points"] == {"black": 8, "white": 0}
    state = go(game, state, "5 points")
    assert game.report_fields(state)["laid"]["black"] == ["5 points"]
    assert game.count(state)["card_points"] == {"black": 8, "white": 0}
    assert (state.passes, state.board.idle) == (0, 1)


# -- several stones -------------------------------------------------------------------------


def test_rule_16_extra_move_puts_two_stones_and_the_second_is_optional() -> None:
    game = make(2, CARDS)
    state = go(game, at(game, EMPTY, hands="black: extra move"), "extra move")
    assert "done" not in legal(game, state)
    assert code(game, state, "done") == "owed"
    state = go(game, state, "a1")
    assert "done" in legal(game, state)
    both = go(game, state, "g7")
    assert (show(game, both)[0], show(game, both)[6]) == ("......b", "b......")
    assert asked(game, both) == "white"
    assert legal(game, both) == ["let"]  # one round of reactions after both
    assert asked(game, go(game, state, "done")) == "white"


def test_rule_16_the_second_stone_may_go_from_the_first() -> None:
    game = make(2, {"range": "5"})
    state = go(game, at(game, EMPTY, hands="black: extra move"), "extra move", "c4")
    assert code(game, state, "f6") is None
    assert code(game, state, "g7") == "range"


def test_rule_16_each_stone_of_an_extra_move_is_judged_by_itself() -> None:
    """The first stone takes a ko; the second may not leave the board of a turn before."""
    game = make(2, CARDS)
    state = at(
        game,
        """
        . b w . . . .
        b . b w . . .
        . b w . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        to_move="white",
        hands="white: extra move",
    )
    state = go(game, state, "extra move", "b6")
    assert prisoners(game, state) == {"w": "b"}
    state = let_all(game, go(game, state, "done"))
    assert code(game, state, "c6") == "superko"


def test_rule_16_a_pair_is_judged_together_and_one_of_it_is_in_range() -> None:
    game = make(2, NEAR)
    state = at(game, EMPTY, hands="black: pair place")
    state = go(game, state, "pair place")
    assert "a3,a4" in legal(game, state)
    assert code(game, state, "a4,a5") == "range"
    assert code(game, state, "a1,b2") == "pair"
    assert code(game, state, "a1") == "stage"
    assert go(game, state, "a4,a3") == go(game, state, "a3,a4")
    after = go(game, state, "a3,b3")
    assert show(game, after)[4] == "bb....."
    assert asked(game, after) == "white"


def test_rule_16_a_pair_has_and_takes_liberties_together() -> None:
    """Two stones in the corner take white's last two liberties at once; where white has
    another they have none themselves."""
    game = make(2, CARDS, board=FIVE)
    text = """
        . . . . .
        . . . . .
        b b b . .
        w w w b .
        . . w b .
    """
    state = at(game, text, hands="black: pair place")
    after = go(game, state, "pair place", "a1,b1")
    assert show(game, after)[3:] == ["...b.", "bb.b."]
    assert prisoners(game, after) == {"b": "wwww"}
    text = text.replace("w w w b .", "w w w . .")
    state = at(game, text, hands="black: pair place")
    assert code(game, go(game, state, "pair place"), "a1,b1") == "suicide"


def test_rule_16_replace_any_turns_an_opponents_stone_at_any_distance() -> None:
    game = make(3, {"range": "1", "deck": "classic"})
    state = at(
        game,
        ". . . . . . . \n" * 5 + ". . . . . w w \n . . . . . b r",
        hands="black: replace any",
    )
    state = go(game, state, "replace any")
    # Replacing white's f2 leaves g2 its liberty; red's g1 has none next to it.
    assert points(game, state) == ["f2", "g1", "g2"]
    assert code(game, state, "f1") == "replace"
    assert code(game, state, "a1") == "replace"
    after = go(game, state, "f2")
    assert show(game, after)[5:] == [".....bw", ".....br"]
    assert prisoners(game, after) == {}


def test_rule_16_replace_any_captures_and_is_no_suicide() -> None:
    game = make(2, {"deck": "classic"}, CARDS, board=FIVE)
    text = """
        . . . . .
        . . . . .
        . . . . .
        b b . . .
        w w b . .
    """
    state = go(game, at(game, text, hands="black: replace any"), "replace any")
    after = go(game, state, "b1")
    assert show(game, after)[3:] == ["bb...", ".bb.."]
    assert prisoners(game, after) == {"b": "w"}
    text = """
        . . . . .
        . . . . .
        w . . . .
        w w . . .
        w w w . .
    """
    state = go(game, at(game, text, hands="black: replace any"), "replace any")
    assert code(game, state, "a1") == "suicide"
    assert code(game, state, "a3") is None


def test_rule_16_an_allys_stone_is_not_replaced() -> None:
    game = make(3, {"deck": "classic"}, CARDS)
    text = ". . . . . . . \n" * 5 + ". . . w . . . \n . b . . . r ."
    state = at(game, text, hands="black: replace any", occupiers="white: black")
    state = go(game, state, "replace any")
    assert points(game, state) == ["f1"]


MOVING = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . b . . .
    . . . . . . .
    . . . . . . .
    . . b . . . .
"""


def test_rule_16_move_two_lifts_a_stone_and_puts_it_near_another() -> None:
    game = make(2, NEAR)
    state = go(game, at(game, MOVING, hands="black: move two"), "move two")
    assert code(game, state, "d4>d5") == "range"  # c1 and the start point are far from there
    assert code(game, state, "c1>d5") is None
    assert code(game, state, "c1>c1") == "own"
    assert code(game, state, "e4>e5") == "own"
    assert code(game, state, "c1>d4") == "occupied"
    after = go(game, state, "c1>d5")
    assert show(game, after)[2:4] == ["...b...", "...b..."]
    assert show(game, after)[6] == "......."
    assert "done" in legal(game, after)
    assert "done" not in legal(game, state)


def test_rule_16_destinations_are_five_apart_and_no_stone_moves_twice() -> None:
    game = make(2, CARDS)
    state = go(game, at(game, MOVING, hands="black: move two"), "move two", "d4>g7")
    assert code(game, state, "g7>a7") == "moved"
    assert code(game, state, "c1>e6") == "near"
    assert code(game, state, "c1>c6") is None
    state = go(game, state, "c1>c6")
    assert asked(game, state) == "white"  # two at the most
    assert sum(stone > 0 for stone in state.stones) == 2


def test_rule_16_move_three_lifts_up_to_three() -> None:
    game = make(2, CARDS)
    text = "b b b . . . . \n" + ". . . . . . . \n" * 6
    state = go(game, at(game, text, hands="black: move three"), "move three")
    state = go(game, state, "a7>a1", "b7>d4")
    assert asked(game, state) == "black"
    state = go(game, state, "c7>g6")
    assert asked(game, state) == "white"
    assert show(game, state)[0] == "......."


def test_rule_16_a_stone_that_moves_captures_and_leaves_liberties_behind() -> None:
    game = make(2, CARDS, board=FIVE)
    text = """
        . . . . .
        . . . . b
        b . . . .
        w b . . .
        . . . . .
    """
    state = go(game, at(game, text, hands="black: move two"), "move two", "e4>a1", "done")
    assert show(game, state)[3:] == [".b...", "b...."]
    assert prisoners(game, state) == {"b": "w"}
    # Lifted, the stone on b2 leaves white a liberty: nothing is taken.
    state = go(game, at(game, text, hands="black: move two"), "move two")
    assert prisoners(game, go(game, state, "b2>a1")) == {}


def test_rule_16_moving_a_stone_may_not_repeat_a_position() -> None:
    game = make(2, CARDS, board=FIVE)
    text = "b . . . . \n" + ". . . . . \n" * 4
    # The board as it was at first, by a stone moved back.
    again = at(game, text, hands="black: move two, move two")
    again = go(game, again, "move two", "a5>e5", "done", "let", "pass", "move two")
    assert code(game, again, "e5>a5") == "superko"
    assert "e5>a5" not in legal(game, again)


def test_rule_16_all_shifts_listed_are_those_not_refused() -> None:
    game = make(2, {"range": "3"})
    text = """
        . b w . . . .
        b . b w . . .
        . b w b . . .
        . . . . w b .
        . w b . . . .
        w . w . . . b
        . w . . b . w
    """
    state = go(game, at(game, text, hands="black: move three"), "move three")
    for _ in range(3):
        listed = set(legal(game, state)) - {"done"}
        names = game.topology.names
        allowed = {
            f"{a}>{b}" for a in names for b in names if code(game, state, f"{a}>{b}") is None
        }
        assert listed == allowed
        state = go(game, state, sorted(listed)[len(listed) // 2])


def test_rule_16_a_card_that_finds_no_point_is_not_played() -> None:
    game = make(2, {"range": "1"}, board="five | 2: a1 e5 | ...../...../...../...../.....")
    text = """
        . . . . .
        . . . . .
        w . . . .
        w w . . .
        . w . . .
    """
    held = "black: extra move, pair place, move two"
    state = at(game, text, hands=held)
    for card in ("extra move", "pair place", "move two"):
        assert code(game, state, card) == "no-point"
        assert card not in legal(game, state)


# -- trades ---------------------------------------------------------------------------------


def test_rule_16_a_trade_names_another_player_with_enough_prisoners() -> None:
    game = make(3, CARDS)
    state = at(
        game,
        EMPTY,
        hands="black: trade 1-2, trade 2-5, trade 3-8",
        prisoners="black: white 2; white: red 1; red: black 1, white 4",
    )
    trades = [text for text in legal(game, state) if text.startswith("trade")]
    assert trades == ["trade 1-2 red", "trade 2-5 red"]
    for text in ("trade 1-2 white", "trade 1-2 black", "trade 3-8 red", "trade 1-2 blue"):
        assert code(game, state, text) == "trade"
    after = go(game, state, "trade 2-5 red")
    # Black's own stone leaves the game; of white's four he has all.
    assert prisoners(game, after) == {"b": "wwww", "w": "r", "r": "ww"}
    assert (asked(game, after), after.passes, after.board.idle) == ("white", 0, 1)


# -- properties of the deck -----------------------------------------------------------------


def test_cards_are_never_lost() -> None:
    """Whatever is done, all cards of the deck are somewhere."""
    deck = cards.DECKS["classic"]
    held = cards.full_stack(deck, 2)
    for turn, (kind, _) in enumerate(pairwise(list(range(14)) * 4)):
        known = dict(cards.outcomes(held, deck))
        drawn = kind if kind in known else min(known)
        held = cards.drawn(held, turn % 2, drawn)
        change = (cards.discarded, cards.given_back)[turn % 3 == 0]
        if turn % 5:
            held = change(held, turn % 2, drawn)
        count = Counter(card for hand in held.hands for card in hand)
        count.update(card for card, _ in held.under)
        count.update(dict(enumerate(held.discards)))
        stack = cards.unseen(held, deck)
        assert sum(stack) == held.stack
        assert all(count[k] + stack[k] == n for k, n in enumerate(deck))


def test_any_whole_number_is_judged() -> None:
    game = make(2, CARDS)
    refusal = game.refuse(game.start(), Point(99))
    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize("seed", range(2))
def test_rule_16_what_finds_one_point_agrees_with_what_lists_them(seed: int) -> None:
    """In random games that go on until the board is full."""
    game = make(2, PLAIN, board=FIVE)
    rng = np.random.default_rng(seed)
    state, without = game.start(), 0
    for _ in range(60):
        seat = game.to_act(state)
        for reach in (1, 2, None):
            before = (game.table, state, seat, reach)
            shifts = list(placing.shifts(*before, ()))
            assert placing.any_point(*before) == bool(list(placing.points(*before)))
            assert placing.any_shift(*before) == bool(shifts)
            paired = {
                (one, other)
                for one, others in enumerate(game.topology.adjacent)
                for other in others
                if one < other
                and not isinstance(
                    placing.pair(game.table, state, seat, one, other, reach), Refusal
                )
            }
            assert set(placing.pairs(*before)) == paired
            without += not shifts
        choices = [move for move in game.legal_moves(state) if isinstance(move, Point)]
        if not choices:
            break
        state = game.apply(state, choices[int(rng.integers(len(choices)))])
    assert without
