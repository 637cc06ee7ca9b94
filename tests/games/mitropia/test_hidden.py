"""Rule 17: what a player may know. Views, worlds, redacted answers, texts beside positions."""

from __future__ import annotations

import pickle
import random
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pytest

from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.games.mitropia import cards
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests.games.mitropia.play import CARDS, asked, at, code, go, hands, legal, make

EMPTY = "\n".join(["......."] * 7)
EYES: tuple[int | None, ...] = (None, 0, 1, 2)


def random_states(game: Mitropia, seed: int, most: int = 250) -> list[tuple[State, Any]]:
    """States of a random game that rather plays than passes, each with its next move."""
    rng = random.Random(seed)
    state, found = game.start(), []
    while game.to_act(state) != OVER and len(found) < most:
        moves = game.legal_moves(state)
        lively = [move for move in moves if game.format(move) not in ("pass", "forfeit")]
        move = rng.choice(lively if lively and rng.random() < 0.97 else moves)
        found.append((state, move))
        state = game.apply(state, move)
    return found


def values(thing: Any) -> list[Any]:
    """All plain values inside a frozen value, in order."""
    if is_dataclass(thing):
        return [value for f in fields(thing) for value in values(getattr(thing, f.name))]
    if isinstance(thing, tuple):
        return [value for item in thing for value in values(item)]
    return [thing]


def test_rule_17_a_view_shows_the_own_hand_and_the_size_of_others() -> None:
    game = make(3, CARDS)
    state = at(game, EMPTY, hands="black: reject, 3 points; white: extra move")
    assert hands(game.view(state, 0)) == [["reject", "3 points"], ["?"], []]
    assert hands(game.view(state, 1)) == [["?", "?"], ["extra move"], []]
    assert hands(game.view(state, None)) == [["?", "?"], ["?"], []]


def test_rule_17_views_of_states_that_differ_in_what_is_hidden_are_the_same() -> None:
    """Byte by byte: nothing of another hand is in a view, in whatever form."""
    game = make(3, CARDS)
    text = "black: reject, {}; white: {}"
    one = at(game, EMPTY, hands=text.format("no move", "extra move, 5 points"))
    two = at(game, EMPTY, hands=text.format("3 points", "reject, pair place"))
    assert pickle.dumps(one) != pickle.dumps(two)
    assert pickle.dumps(game.view(one, 2)) == pickle.dumps(game.view(two, 2))
    assert pickle.dumps(game.view(one, None)) == pickle.dumps(game.view(two, None))
    assert pickle.dumps(game.view(one, 0)) != pickle.dumps(game.view(two, 0))


@pytest.mark.parametrize("seed", range(2))
def test_rule_17_no_view_holds_another_hand_at_any_time(seed: int) -> None:
    """Whatever a random game came to: with other hands dealt, every view is byte by byte
    the same."""
    game = make(3)
    rng = np.random.default_rng(seed)
    for state, _ in random_states(game, seed)[::7]:
        for seat in EYES:
            seen = game.view(state, seat)
            other = game.imagine(seen, seat, rng)
            assert pickle.dumps(game.view(other, seat)) == pickle.dumps(seen)
            assert None not in [card for hand in other.cards.hands for card in hand]
            assert cards.excess_kind(other.cards, game.table.deck or ()) is None


def test_rule_17_the_stack_has_no_order_in_any_state() -> None:
    """Two ways to the same cards in hand: the states are the same."""
    game = make(2, CARDS)
    state = at(game, EMPTY)
    one = go(game, state, "pass draw", "card reject", "a1", "let", "pass draw", "card no move")
    two = go(game, state, "pass draw", "card no move", "a1", "let", "pass draw", "card reject")
    assert one.cards == two.cards
    assert values(one.cards).count(None) == 0


def test_rule_17_worlds_are_drawn_from_what_is_unseen() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: 5 points, 3 points, 3 points; white: ?, ?")
    rng = np.random.default_rng(1)
    drawn = [
        card for _ in range(300) for card in hands(game.imagine(game.view(state, 0), 0, rng))[1]
    ]
    assert "5 points" not in drawn
    assert 0 < drawn.count("3 points") < 40
    # 16 of the 47 that are unseen.
    assert 0.27 < drawn.count("extra move") / len(drawn) < 0.41


def test_rule_17_who_gave_a_card_back_remembers_it() -> None:
    game = make(3, CARDS)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points")
    state = go(game, state, "pass draw", "card extra move", "discard reject")
    assert game.view(state, 0).cards.under == ((cards.REJECT, 0),)
    assert game.view(state, 1).cards.under == ((None, 0),)
    assert game.view(state, None).cards.under == ((None, 0),)
    rng = np.random.default_rng(0)
    assert game.imagine(game.view(state, 0), 0, rng).cards.under == ((cards.REJECT, 0),)


@pytest.mark.parametrize("seed", range(2))
def test_rule_17_the_legal_moves_of_who_is_asked_are_those_of_his_view(seed: int) -> None:
    game = make(3, {"deck": "classic"})
    for state, _ in random_states(game, seed)[::5]:
        seat = game.to_act(state)
        if seat >= 0:
            assert game.legal_moves(game.view(state, seat)) == game.legal_moves(state)


@pytest.mark.parametrize("seed", range(2))
def test_rule_17_told_answers_lead_from_view_to_view(seed: int) -> None:
    """What a player sees of a game follows from what he was told of its answers."""
    game = make(3)
    for state, move in random_states(game, seed):
        after = game.apply(state, move)
        for seat in EYES:
            told = game.redact(state, move, seat)
            assert game.parse(state, game.format(told)) == told
            seen = game.view(state, seat)
            assert game.view(game.apply(seen, told), seat) == game.view(after, seat)


def test_rule_17_what_others_draw_and_give_back_is_told_as_unseen() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points")
    state = go(game, state, "pass draw")
    for text, unseen in (("card pair place", "card ?"), ("discard reject", "discard ?")):
        move = game.parse(state, text)
        told = [game.format(game.redact(state, move, seat)) for seat in (None, 0, 1)]
        assert told == [unseen, text, unseen]
        state = game.apply(state, move)


def test_rule_17_discards_lie_open() -> None:
    game = make(2)
    state = at(game, EMPTY, hands="black: no move, reject, 3 points")
    state = go(game, state, "roll", "2,2", "draw", "card extra move", "forfeit")
    move = game.parse(state, "discard reject")
    assert game.redact(state, move, None) == move
    assert code(game, state, "discard ?") == "card"


def test_rule_17_a_card_from_an_unknown_hand_shows_itself() -> None:
    game = make(2, CARDS)
    seen = game.view(at(game, EMPTY, hands="black: extra move; white: reject"), 1)
    assert "extra move" in legal(game, seen)
    assert "5 points" in legal(game, seen)  # for all that white knows
    state = go(game, seen, "extra move", "a1", "g7", "reject")
    assert hands(state) == [[], []]
    assert asked(game, state) == "white"
    spectator = game.view(at(game, EMPTY, hands="white: reject"), None)
    reacting = go(game, spectator, "a1")
    assert legal(game, reacting) == ["let", "reject", "reject and replace"]


def test_rule_17_the_last_view_hides_hands_too() -> None:
    game = make(2, CARDS)
    state = at(game, EMPTY, hands="black: 5 points; white: 3 points")
    state = go(game, state, "pass", "pass")
    assert game.score(state).totals == (5.0, 3.0)
    assert game.score(game.view(state, None)).totals == (0.0, 0.0)
    assert game.score(game.view(state, 1)).totals == (0.0, 3.0)


# -- positions ------------------------------------------------------------------------------


def test_facts_of_a_position_are_told_again() -> None:
    game = make(3, CARDS)
    state = at(
        game,
        EMPTY,
        to_move="white",
        order="red, white, black",
        prisoners="black: white 2, red 1; white: 3 black",
        occupiers="red: black",
        hands="black: extra move, 3 points; white: ?, ?",
        laid="black: 5 points",
        starts="red: d4",
        passes="1",
    )
    fields = game.report_fields(state)
    assert fields["turn"] == "white"
    assert fields["order"] == ["red", "white", "black"]
    assert fields["prisoners"]["black"] == {"black": 0, "white": 2, "red": 1}
    assert fields["prisoners"]["white"] == {"black": 3, "white": 0, "red": 0}
    assert fields["occupiers"] == {"black": None, "white": None, "red": "black"}
    assert fields["hand_sizes"] == {"black": 2, "white": 2, "red": 0}
    assert fields["laid"] == {"black": ["5 points"], "white": [], "red": []}
    assert fields["starts"] == {"black": "g1", "white": "d7", "red": "d4"}
    assert fields["passes"] == 1
    assert fields["stack"] == 45
    assert asked(game, state) == "white"


def test_facts_may_be_objects() -> None:
    game = make(3, CARDS)
    one = at(
        game,
        EMPTY,
        prisoners='{"black": {"white": 2, "red": 1}}',
        occupiers='{"red": "black", "white": null}',
        hands='{"black": ["extra move", "3 points"]}',
    )
    two = at(
        game,
        EMPTY,
        prisoners="black: white 2, red 1",
        occupiers="red: black",
        hands="black: extra move, 3 points",
    )
    assert one == two


@pytest.mark.parametrize(
    "position_text",
    [
        {"prisoners": "black: 2 white, 1 red; white: black 3", "occupiers": "red: black"},
        {"prisoners": "black: white 2, red 1, white: black 3", "occupiers": "red by black"},
        {"prisoners": "black white 2, black red 1, white black 3", "occupiers": "red black"},
        {"prisoners": "Black: white=2, red=1; White: 3 x black", "occupiers": "Red: Black"},
        {"prisoners": "b: 2w, 1r, w: b 3", "occupiers": "r: b"},
        {"prisoners": "black: white 2, red 1, black 4; white: black 3", "occupiers": "red: black"},
        {"starts": "black: a1; white: d7; red: g1"},
        {"starts": "a1 d7 g1", "order": "black white red"},
    ],
)
def test_texts_are_read_in_several_forms(position_text: dict[str, str]) -> None:
    game = make(3, CARDS)
    state = at(game, EMPTY, **position_text)
    assert state.starts == game.start().starts
    if "prisoners" in position_text:
        assert state.board.prisoners == ((0, 2, 1), (3, 0, 0), (0, 0, 0))
        assert state.occupiers == (None, None, 0)


def test_a_position_may_be_the_end_of_a_game() -> None:
    """White's stone lies in black's territory, black's where both border on it."""
    game = make(2, CARDS)
    text = "\n".join(["w.b..w.", "..b..w.", "..b..w.", "..b.bw.", "..b..w.", "..b..w.", "..b..w."])
    open_game = at(game, text)
    ended = at(game, text, dead="a7, E4")
    assert game.to_act(open_game) >= 0
    assert game.to_act(ended) == OVER
    assert game.report_fields(ended)["proposed_dead"] == ["e4", "a7"]
    counted = game.counted(ended)
    assert counted.prisoners == ((0, 1), (0, 0))
    assert counted.ground == (14, 7)
    assert counted.totals == (14.0, 6.0)
    assert game.to_act(at(game, text, dead="none")) == OVER
    with pytest.raises(OptionError, match="dead: b7 is empty"):
        at(game, text, dead="b7")
    with pytest.raises(OptionError, match="dead: "):
        at(game, text, dead="z99")


def test_cards_may_be_counted() -> None:
    game = make(3, CARDS)
    plain = "black: 3 points, 3 points, reject; red: no move, no move"
    assert at(game, EMPTY, hands="black: 2 x 3 game points, reject; red: no move x2") == at(
        game, EMPTY, hands=plain
    )
    assert at(game, EMPTY, laid="red: 2x 3 points") == at(game, EMPTY, laid="r: 3 points, 3 points")


def test_hidden_texts_are_redacted() -> None:
    game = make(3, CARDS)
    position_text = {"hands": "black: extra move, 3 points; white: reject", "to move": "white"}
    told = game.redact_position_text(position_text, None)
    assert told == {"hands": "black: ?, ?; white: ?", "to move": "white"}
    counted = game.redact_position_text(
        {"hands": "black: reject, 2 x 3 points; w: no move x 3"}, None
    )
    assert counted == {"hands": "black: ?, ?, ?; w: ?, ?, ?"}
    own = game.redact_position_text(position_text, 0)
    assert own == {"hands": "black: extra move, 3 points; white: ?", "to move": "white"}
    rows = EMPTY.splitlines()
    seen = game.view(game.position(rows, position_text), None)
    assert game.view(game.position(rows, told), None) == seen


@pytest.mark.parametrize(
    ("position_text", "fault"),
    [
        ({"komi": "3"}, "komi"),
        ({"to_move": "blue"}, "blue"),
        ({"prisoners": "black 3"}, "prisoners"),
        ({"prisoners": "3"}, "write 'player"),
        ({"starts": "a1 b1"}, "3 points"),
        ({"prisoners": "black: three white"}, "prisoners"),
        ({"prisoners": "black: white 1000"}, "at most 999"),
        ({"prisoners": "black: white " + "9" * 5000}, "at most 999"),
        ({"prisoners": '{"black":' * 100_000}, "JSON"),
        ({"prisoners": "{black"}, "JSON"),
        ({"occupiers": "black: white; white: red; red: black"}, "under himself"),
        ({"hands": "black: ace"}, "ace"),
        ({"hands": "black: 5 points, 5 points"}, "the deck has 1 5 points"),
        ({"laid": "black: reject"}, "no card of points"),
        ({"starts": "black: z9"}, "starts"),
        ({"order": "black, white"}, "order"),
        ({"passes": "3"}, "passes"),
        ({"passes": "-1"}, "passes"),
        ({"passes": "1" * 5000}, "passes"),
    ],
)
def test_faulty_texts_are_refused_by_name(position_text: dict[str, str], fault: str) -> None:
    with pytest.raises(OptionError, match=fault):
        at(make(3, CARDS), EMPTY, **position_text)
    with pytest.raises(OptionError, match="no cards"):
        at(make(3, {"pro": True}), EMPTY, hands="black: no move")
    for players, options in ((2, {}), (3, {"no-surrender": True})):
        game = make(players, options)
        with pytest.raises(OptionError, match="occupiers: nobody surrenders"):
            at(game, EMPTY, occupiers="white: black")
        assert at(game, EMPTY, occupiers="white: none").occupiers == (None,) * players
