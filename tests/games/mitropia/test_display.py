"""How Mitropia is shown: drafts for all stones, questions and buttons for the rest, and what
lies beside the board. That drafts and buttons cover the legal answers is a contract test."""

from __future__ import annotations

import random
from typing import Any

import pytest

from termgames.core.display import Origin, Pick
from termgames.core.game import CHANCE, NOBODY, OVER
from termgames.games.mitropia.cards import NAMES
from termgames.games.mitropia.display import display
from termgames.games.mitropia.moves import LET, Pair, Play, Point, Shift, cells_of
from termgames.games.mitropia.questions import Stones
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.turns.card_plays import STEPS
from tests.games.mitropia.boards import BLACK, RED, WHITE
from tests.games.mitropia.play import at as position
from tests.games.mitropia.play import code, make
from tests.games.mitropia.play import go as play
from tests.games.mitropia.table import on, seen

OPEN = """
    . . . . . . .
    . b . . . . .
    . . . . . . .
    . . . w . . .
    . . . . . . .
    . . . . . r .
    . . . . . . .
"""


def picks(rules: Mitropia, names: str, colour: int = BLACK) -> tuple[Pick, ...]:
    return tuple(Pick(rules.topology.cell(name), colour) for name in names.split())


def draft(rules: Mitropia, state: Any, names: str = "", colour: int = BLACK) -> Any:
    return display(rules).draft(state, picks(rules, names, colour))


def follow(rules: Mitropia, found: Any) -> set[str]:
    return {rules.topology.names[cell] for cell in found.follow}


def test_a_turns_prompt_names_what_is_possible_now() -> None:
    rules = on(OPEN, range=2)
    cards = position(rules, OPEN, hands="black: no move")
    assert rules.prompt(cards) == "Place a stone within 2 steps, play a card or pass."
    beside = "\n".join(["......."] * 5 + [".bw....", "......."])
    assert rules.prompt(position(rules, beside)) == (
        "Place a stone within 2 steps, pass or surrender."
    )
    under = position(rules, beside, occupiers="black: white")
    assert rules.prompt(under) == "Place a stone within 2 steps, pass or declare independence."
    dice = make(3, {"no-cards": True})
    assert dice.prompt(position(dice, OPEN)) == "Roll or pass."
    rolled = play(dice, position(dice, OPEN), "roll", "1,4")
    assert dice.prompt(rolled) == "Place a stone within 4 steps or forfeit."


def test_a_stone_is_one_pick() -> None:
    rules = on(OPEN, range=2)
    state = position(rules, OPEN)
    empty = draft(rules, state)
    assert (empty.status, empty.next_colour) == ("incomplete", BLACK)
    assert empty.prompt == "Place a stone within 2 steps or pass."
    # Two steps from b6, and from the start point a1.
    assert {"d6", "b4", "a1", "c1", "a3"} <= follow(rules, empty)
    assert not {"e6", "b6", "d4", "d1"} & follow(rules, empty)
    assert draft(rules, state, "d6").move == Point(rules.topology.cell("d6"))
    for name, why in (("e6", "range"), ("d4", "occupied")):
        wrong = draft(rules, state, name)
        assert (wrong.status, wrong.refusal.code) == ("refused", why)
    assert draft(rules, state, "d6 c6").refusal.code == "many"
    assert draft(rules, state, "d6", WHITE).refusal.code == "colour"


def test_start_points_are_picked_on_the_board_or_by_name() -> None:
    rules = make(3, board="13x13")
    state = play(rules, rules.start(), "1,1", "2,2", "3,3")
    assert rules.to_act(state) == RED
    found = draft(rules, state)
    assert found.prompt == "Pick your start point."
    assert found.follow == frozenset(rules.table.starts)
    cell = rules.table.starts[1]
    name = rules.topology.names[cell]
    assert rules.format(draft(rules, state, name, RED).move) == f"start {name}"
    assert draft(rules, state, "a1", RED).refusal.code == "start"
    assert f"start {name}" in [label for label, _ in display(rules).buttons(state)]
    free = Origin(cell, None)
    assert free in display(rules).origins(state)
    state = play(rules, state, f"start {name}")
    assert Origin(cell, RED) in display(rules).origins(state)
    assert free not in display(rules).origins(state)


def carded(hand: str, **more: Any) -> tuple[Mitropia, Any]:
    rules = on(OPEN, range=3, deck="classic")
    return rules, position(rules, OPEN, hands=f"black: {hand}", **more)


def test_rule_16_a_pair_is_two_picks_in_any_order() -> None:
    rules, state = carded("pair place")
    state = play(rules, state, "pair place")
    start, _, example = draft(rules, state).prompt.removesuffix(".").rpartition(", as ")
    assert start == "Pair Place: place two stones next to each other"
    assert rules.refuse(state, rules.parse(state, example)) is None, "an example can be played"
    half = draft(rules, state, "b7")
    assert (half.status, half.missing) == ("incomplete", "1 of 2")
    assert half.prompt == "Pick the second point of the pair, next to b7."
    assert follow(rules, half) == {"a7", "c7"}
    b7, c7 = map(rules.topology.cell, ("b7", "c7"))
    assert draft(rules, state, "b7 c7").move == draft(rules, state, "c7 b7").move == Pair(b7, c7)
    # e7 is four steps from b6: f7, which is five, does not go with it.
    assert follow(rules, draft(rules, state, "e7")) == {"d7", "e6"}
    assert draft(rules, state, "g4").refusal.code == "pair"
    assert draft(rules, state, "b6").refusal.code == "occupied"
    assert draft(rules, state, "b7 d7").refusal.code == "pair"


def test_rule_16_a_stone_is_moved_by_picking_it_and_its_new_point() -> None:
    rules, state = carded("move two")
    state = play(rules, state, "move two")
    b6, c1 = map(rules.topology.cell, ("b6", "c1"))
    lifted = draft(rules, state, "b6")
    assert lifted.prompt == "Pick the point to which the stone on b6 goes."
    assert lifted.cleared == {b6}
    # Nothing of Black's remains but his start point, a1.
    assert follow(rules, lifted) == {"a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"}
    other = draft(rules, state, "c1")
    assert other.prompt == "Pick the stone of yours that goes to c1."
    assert other.cleared == frozenset()
    assert follow(rules, other) == {"b6"}
    assert draft(rules, state, "b6 c1").move == draft(rules, state, "c1 b6").move == Shift(b6, c1)
    assert cells_of(Shift(b6, c1)) == (b6, c1)
    for names, why in (
        ("d4", "occupied"),
        ("g7", "range"),
        ("b6 g7", "range"),
        ("b6 d4", "occupied"),
        ("c1 c2", "own"),
        ("b6 c1 c2", "many"),
        ("b6 b6", "repeated"),
    ):
        assert draft(rules, state, names).refusal.code == why, names
    assert [name for name, _ in display(rules).buttons(state)] == []
    state = play(rules, state, "b6>c1")
    assert [name for name, _ in display(rules).buttons(state)] == ["done"]


def test_rule_16_an_opposing_stone_is_replaced_by_picking_it() -> None:
    rules, state = carded("replace any")
    state = play(rules, state, "replace any")
    assert follow(rules, draft(rules, state)) == {"d4", "f2"}
    found = draft(rules, state, "d4")
    assert found.status == "complete"
    assert found.cleared == {rules.topology.cell("d4")}
    assert draft(rules, state, "b6").refusal.code == "replace"


# -- beside the board -----------------------------------------------------------------------


def labels(rules: Mitropia, state: Any) -> list[str]:
    return [name for name, _ in display(rules).buttons(state)]


def test_rule_4_the_first_choice_is_on_buttons() -> None:
    touching = OPEN.replace(". b .", ". b w")
    rules = on(OPEN, range=None)
    state = position(rules, touching)
    assert labels(rules, state) == ["roll", "pass", "pass and draw a card", "surrender to white"]
    state = position(rules, touching, occupiers="black: red")
    assert "surrender to white" in labels(rules, state)
    assert "declare independence" in labels(rules, state)


def test_rule_16_cards_are_on_buttons_trades_by_player() -> None:
    rules, state = carded(
        "extra move, trade 1-2, 5 points", prisoners="black: red 1; white: red 2; red: black 2"
    )
    assert labels(rules, state)[-4:] == [
        "play extra move",
        "play 5 points",
        "trade 1-2 with white",
        "trade 1-2 with red",
    ]


def test_rule_4_a_pair_asks_for_a_card() -> None:
    rules = on(OPEN, range=None)
    state = play(rules, position(rules, OPEN), "roll", "4,4")
    question = display(rules).question(state)
    assert question is not None
    assert question.text == "A pair: draw a card?"
    assert [label for label, _ in question.answers] == ["draw a card", "no card"]
    assert not question.private
    assert display(rules).rolled(state) == (4, 4)
    assert labels(rules, state) == []


def test_rule_16_a_reaction_is_a_private_question() -> None:
    rules = on(OPEN, range=3)
    state = position(rules, OPEN, hands="white: reject, no move")
    state = play(rules, state, "c6")
    question = display(rules).question(state)
    assert question is not None
    assert question.private
    assert question.text == "Black has placed stones: accept them?"
    assert [label for label, _ in question.answers] == ["accept", "reject"]
    assert display(rules).let(state) == LET
    # Who has no such card is asked the same.
    state = play(rules, state, "let")
    question = display(rules).question(state)
    assert question is not None
    assert [label for label, _ in question.answers] == ["accept"]
    # A spectator sees that a question is open, and no card.
    question = display(rules).question(rules.view(position(rules, OPEN), None))
    assert question is None


def test_rule_4_too_many_cards_are_a_private_question() -> None:
    rules, state = carded("extra move, no move, no move, reject")
    state = play(rules, state, "no move")
    assert display(rules).question(state) is None  # three are left
    rules, state = carded("extra move, no move, no move, reject, 3 points")
    state = play(rules, state, "no move")
    question = display(rules).question(state)
    assert question is not None
    assert question.private
    assert question.text == "Too many cards: choose one to discard."
    assert [label for label, _ in question.answers] == [
        "no move",
        "extra move",
        "reject",
        "3 points",
    ]


def test_rule_11_an_offer_of_surrender_is_a_question() -> None:
    rules = on(OPEN)
    state = position(rules, OPEN.replace(". b .", ". b w"))
    state = play(rules, state, "surrender to white")
    question = display(rules).question(state)
    assert question is not None
    assert question.text == "Black surrenders to you: accept or decline?"
    assert [label for label, _ in question.answers] == ["decline", "accept"]
    state = play(rules, state, "accept")
    assert display(rules).bonds(state) == [(BLACK, WHITE)]
    assert display(rules).player_line(state, BLACK) == "0 (0 to white)"


def test_rule_18_dead_stones_are_marked_by_groups() -> None:
    rules = on(OPEN, dead_stones="agree", no_cards=True)
    state = play(rules, position(rules, OPEN.replace(". b .", ". b b")), "pass", "pass", "pass")
    empty = draft(rules, state)
    assert (empty.status, empty.prompt) == ("complete", rules.prompt(state))
    assert labels(rules, state) == ["none dead"]
    found = draft(rules, state, "b6")
    assert found.status == "complete"
    assert {rules.topology.names[cell] for cell in found.cleared} == {"b6", "c6"}
    assert draft(rules, state, "a1").refusal.code == "empty"
    assert display(rules).agreement(state) is not None
    state = rules.apply(state, found.move)
    assert display(rules).draft(state, ()).status == "incomplete"
    question = display(rules).question(state)
    assert question is not None
    assert [label for label, _ in question.answers] == ["decline", "agree"]
    assert set(display(rules).overlays(state)[0].marked) == found.cleared


# -- what lies beside the board -------------------------------------------------------------


def test_rule_17_a_hand_is_shown_to_its_player_alone() -> None:
    rules, state = carded("extra move, reject, trade 1-2")
    shown = display(rules)
    for viewer in (WHITE, RED, None):
        assert shown.hand(rules.view(state, viewer), BLACK) == 3
    own = shown.hand(rules.view(state, BLACK), BLACK)
    assert not isinstance(own, int)
    assert [card.name for card in own] == ["extra move", "reject", "trade 1-2"]
    assert own[0].plays == (("play extra move", Play(1)),)
    assert own[1].why == "reject is played when another player has placed stones"
    assert own[2].why == "trade 1-2 needs 1 of your prisoners and another player who has 2"
    assert all(card.about for card in own)
    assert shown.hand(rules.view(state, WHITE), WHITE) == []


def test_rule_17_cards_on_buttons_are_those_of_the_hand_and_no_others() -> None:
    """Whoever looks at a view in which the hand is face down sees no card on a button."""
    rules, state = carded("extra move, no move")
    shown = display(rules)
    hand = shown.hand(state, BLACK)
    assert not isinstance(hand, int)
    playable = {move for card in hand for _, move in card.plays}
    assert {move for _, move in shown.buttons(state) if isinstance(move, Play)} == playable
    others = shown.buttons(rules.view(state, WHITE))
    assert not any(isinstance(move, Play) for _, move in others)


def test_rule_15_without_cards_there_are_neither_hands_nor_reactions() -> None:
    rules = on(OPEN, no_cards=True)
    shown = display(rules)
    assert shown.hand(rules.start(), BLACK) is None
    assert shown.let(rules.start()) is None
    assert not shown.reactive
    cards = on(OPEN)
    assert display(cards).hand(cards.start(), BLACK) is not None
    assert display(cards).reactive


def test_rule_10_prisoners_are_a_table_of_holders_and_colours() -> None:
    rules = on(OPEN)
    shown = display(rules)
    assert shown.tables(position(rules, OPEN)) == ()
    state = position(rules, OPEN, prisoners="white: black 2, red 1", order="red, black, white")
    (table,) = shown.tables(state)
    assert table.columns == (BLACK, WHITE, RED)
    assert table.rows == ((RED, (0, 0, 0)), (BLACK, (0, 0, 0)), (WHITE, (2, 0, 1)))


def test_status_tells_dice_range_and_cards() -> None:
    rules = on(OPEN, range=None)
    state = position(rules, OPEN, hands="white: reject", passes="1")
    assert display(rules).status(state) == [
        ("cards to draw", "49"),
        ("cards played", "0"),
        ("passed in a row", "1 of 3"),
    ]
    state = play(rules, state, "roll", "1,1", "no draw")
    assert display(rules).status(state)[:2] == [("dice", "1 and 1"), ("range", "1 step")]
    state = play(rules, state, "b7")
    assert display(rules).status(state)[0] == ("turn", "black")


def test_rule_5_the_range_is_what_the_rules_allow() -> None:
    """Of the empty points; stones do not matter."""
    rules = on(OPEN, range=None)
    state = play(rules, position(rules, OPEN), "roll", "2,3")
    near = display(rules).within(state)
    for cell, stone in enumerate(state.stones):
        if not stone:
            found = code(rules, state, rules.topology.names[cell])
            assert (found == "range") == (cell not in near)
    assert rules.topology.cell("d4") not in near
    assert rules.topology.cell("b6") in near
    assert display(rules).within(play(rules, state, "forfeit")) == frozenset()


def test_rule_16_move_anywhere_has_no_range() -> None:
    rules, state = carded("move anywhere")
    assert display(rules).within(state)
    state = play(rules, state, "move anywhere")
    assert display(rules).within(state) == frozenset()
    assert ("range", "no limit") in display(rules).status(state)


BLOC = """
    . b . r . w .
    . b . r . w .
    . b . r . w .
"""


def test_rule_19_territory_is_shown_by_whom_it_counts_for_and_by_whose_it_is() -> None:
    rules = on(BLOC)
    (free,) = display(rules).overlays(position(rules, BLOC))
    assert free.legend == "territory: black 3, white 3, red 0; neutral 6"
    state = position(rules, BLOC, occupiers="red: white")
    counts, own = display(rules).overlays(state)
    assert counts.legend == "territory: black 3, white with red 6; neutral 3"
    assert own.legend == "own territory of each player: black 3, white 6, red 0"
    all_allied = position(rules, BLOC, occupiers="black: red; white: red")
    one_bloc, _ = display(rules).overlays(all_allied)
    assert one_bloc.legend == "territory: red with black and white 12; neutral 0"
    assert counts.owner[0] == BLACK
    assert counts.owner[1] == NOBODY
    state = position(rules, BLOC, occupiers="white: red")
    counts, own = display(rules).overlays(state)
    g1 = rules.topology.cell("g1")
    assert (counts.owner[g1], own.owner[g1]) == (RED, WHITE)


@pytest.mark.parametrize(
    ("position_text", "line"),
    [
        ({}, "3"),
        ({"prisoners": "white: red 2"}, "5 (3 + 2 prisoners)"),
        ({"prisoners": "white: red 1"}, "4 (3 + 1 prisoner)"),
        ({"hands": "white: 5 points"}, "8 (3 + 5 on cards)"),
        ({"occupiers": "white: red"}, "0 (3 to red)"),
        ({"occupiers": "red: white"}, "6"),
        ({"occupiers": "red: white", "prisoners": "red: black 5"}, "8 (6 + 2 of allies)"),
        (  # all of it would be too wide: 15 (6 + 2 prisoners + 5 on cards + 2 of allies)
            {
                "occupiers": "red: white",
                "prisoners": "white: red 2; red: black 5",
                "hands": "white: 5 points",
            },
            "15",
        ),
        (  # the widest
            {"occupiers": "red: white", "prisoners": "white: red 222; red: black 225"},
            "450 (6 + 222 prisoners + 222 of allies)",
        ),
        ({"occupiers": "red: white", "prisoners": "white: red 999; red: black 998"}, "2000"),
        ({"occupiers": "white: red; red: black", "hands": "white: 3 points"}, "0 (6 to black)"),
    ],
)
def test_a_players_line_tells_what_his_total_is_made_of(position_text: Any, line: str) -> None:
    rules = on(BLOC)
    assert display(rules).player_line(position(rules, BLOC, **position_text), WHITE) == line


HANDS = (
    "black: move three, pair place, replace any; white: reject and replace, extra move, "
    "move two; red: move anywhere, reject, trade 1-2"
)
QUIET = ("pass", "pass draw", "forfeit", "done", "let", "independence")


def test_every_question_of_whole_games_is_shown() -> None:
    """Lively games with everything on: each legal answer is a draft, a button or an answer
    of a question, and each prompt is one line; in the view of whoever is asked."""
    rules = on(OPEN, range=None, deck="classic", dead_stones="agree")
    shown, rng = display(rules), random.Random(4)
    kinds: set[str] = set()
    for _ in range(8):
        state, many = position(rules, OPEN, hands=HANDS), 0
        while rules.to_act(state) != OVER:
            legal = rules.legal_moves(state)
            if rules.to_act(state) != CHANCE:
                kind = type(state.question).__name__
                if isinstance(state.question, Stones):
                    kind += f" {NAMES[state.question.card]}"
                if kind not in kinds or rng.random() < 0.05:
                    kinds.add(kind)
                    covered(rules, shown, seen(rules, state), rng)
            many += 1
            quiet = [move for move in legal if rules.format(move) in QUIET]
            lively = [move for move in legal if move not in quiet]
            plays = [move for move in lively if isinstance(move, Play)]
            if plays and rng.random() < 0.3:
                lively = plays
            some = lively if rng.random() < (0.9 if many < 300 else 0.1) else quiet
            state = rules.apply(state, rng.choice(some or legal))
    assert kinds == {
        *("Turn", "Act", "MayDraw", "Reaction", "ReplaceAt", "Discard", "Settle", "Surrender"),
        *(f"Stones {NAMES[card]}" for card in STEPS),
    }


def covered(rules: Mitropia, shown: Any, state: Any, rng: random.Random) -> None:
    legal = rules.legal_moves(state)
    question, asked = shown.question(state), rules.to_act(state)
    offered = [move for _, move in shown.buttons(state)]
    offered += [] if question is None else [move for _, move in question.answers]
    assert set(offered) == {move for move in legal if not cells_of(move)}
    assert len(offered) == len(set(offered))
    stones = [move for move in legal if cells_of(move)]
    for move in rng.sample(stones, min(8, len(stones))):
        own = tuple(Pick(cell, asked) for cell in cells_of(move))
        assert shown.draft(state, own).move == move
        assert shown.draft(state, own[::-1]).move == move
        assert all(pick.cell in shown.draft(state, ()).follow for pick in own)
    assert len(shown.draft(state, ()).prompt.splitlines()) == 1
