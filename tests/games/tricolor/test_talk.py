"""What is asked beside the turns: dead stones (rule 4), resigning together (rule 7)."""

from __future__ import annotations

from typing import Any

import pytest

from termgames.core.errors import IllegalMove
from termgames.core.game import OVER
from termgames.core.two_player import PASS
from termgames.games.tricolor.rules import Propose, State
from termgames.go.dead_stones import AGREE, DECLINE, NONE_DEAD, Dead
from tests.games.tricolor.support import (
    ASKING,
    FIVE,
    acting,
    code,
    named,
    play,
    position,
    show,
    tricolor,
)

ROWS = "aaa.b a.gab aaabb ..gbb ggggg"
"""gamma's c4 is dead to everybody but gamma."""


def paused(to_move: str = "alpha") -> State:
    """ROWS after three passes, `to_move` to propose."""
    state = position(ROWS, game=ASKING, to_move=to_move)
    return play(ASKING, state, "pass", "pass", "pass")


def score(state: State) -> tuple[float, ...]:
    return ASKING.score(state).totals


# -- rule 4: dead stones ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "asked"),
    [("alpha", "alpha beta gamma"), ("gamma", "gamma alpha beta")],
)
def test_the_next_in_order_proposes_and_the_others_answer(first: str, asked: str) -> None:
    state = paused(first)
    turn, seats = state.turn, []
    for text in ("dead none", "agree", "agree"):
        assert ASKING.ending(state) is None
        seats.append(acting(ASKING, state))
        state = play(ASKING, state, text)
    assert " ".join(seats) == asked
    assert state.turn == turn, "answers are no turns"
    assert ASKING.ending(state) == "all agree on the dead stones"
    assert ASKING.to_act(state) == OVER


def test_by_thue_morse_answers_come_in_the_order_in_which_they_play() -> None:
    """Turns 2, 3, 4 are gamma's, beta's, gamma's; alpha is next after that."""
    game = tricolor(size=5, order="thue-morse", dead_stones="agree")
    state = position(ROWS, game=game, turn="6")  # gamma alpha beta | beta gamma alpha
    state = play(game, state, "pass", "pass", "pass")
    seats = []
    for text in ("dead none", "agree", "agree"):
        seats.append(acting(game, state))
        state = play(game, state, text)
    assert seats == ["beta", "gamma", "alpha"]


def test_agreed_stones_are_removed_and_the_board_is_counted() -> None:
    before = paused()
    assert score(before) == (8, 6, 7)
    proposed = play(ASKING, before, "dead c4")
    assert show(proposed, game=ASKING) == ROWS, "nothing is removed before all agree"
    assert score(proposed) == (10, 6, 6), "the count is told as it would be"
    end = play(ASKING, proposed, "agree", "agree")
    assert show(end, game=ASKING) == "aaa.b a..ab aaabb ..gbb ggggg"
    assert named(ASKING, end.dead) == "c4"
    assert ASKING.report_fields(end)["dead"] == ["c4"]
    assert score(end) == (10, 6, 6)
    assert ASKING.score(end).winners == (1, 2)


def test_a_group_is_named_by_any_of_its_stones() -> None:
    end = play(ASKING, paused(), "dead a3,e5", "agree", "agree")
    assert show(end, game=ASKING) == "..... ..ga. ..... ..g.. ggggg"


@pytest.mark.parametrize("answers", [["decline"], ["agree", "decline"]])
def test_without_agreement_play_goes_on_with_the_next_in_order(answers: list[str]) -> None:
    before = paused("beta")
    state = play(ASKING, before, "dead c4", *answers)
    assert (acting(ASKING, state), state.turn) == ("beta", before.turn)
    assert show(state, game=ASKING) == ROWS
    assert (state.passed, state.dead, state.resumed) == ((), (), True)
    assert code(ASKING, state, "a2") is None


def test_every_stone_is_alive_where_none_was_put_since_an_agreement_failed() -> None:
    state = play(ASKING, paused(), "dead c4", "decline", "pass", "pass")
    assert ASKING.ending(state) is None
    assert "nobody places one" in ASKING.prompt(play(ASKING, paused(), "dead c4", "decline"))
    again = play(ASKING, state, "a2", "pass", "pass", "pass")  # a stone: they are asked again
    assert ASKING.legal_moves(again) == [NONE_DEAD]
    assert ASKING.ending(play(ASKING, again, "dead c4", "agree", "agree")) is not None
    end = play(ASKING, state, "pass")
    assert ASKING.ending(end) == "all have passed"
    assert show(end, game=ASKING) == ROWS
    assert score(end) == (8, 6, 7)


def test_without_the_option_all_stones_are_alive_at_once() -> None:
    end = play(FIVE, position(ROWS), "pass", "pass", "pass")
    assert FIVE.ending(end) == "all have passed"
    assert tricolor().options["dead-stones"] == "none"


def test_what_may_be_answered() -> None:
    asked = paused()
    assert ASKING.legal_moves(asked) == [NONE_DEAD]
    assert code(ASKING, asked, "dead a5,c4") is None
    assert code(ASKING, asked, "dead d5") == "empty"
    for text in ("pass", "d5", "agree", "decline", "resign with beta"):
        assert code(ASKING, asked, text) == "stage"
    proposed = play(ASKING, asked, "dead c4")
    assert ASKING.legal_moves(proposed) == [AGREE, DECLINE]
    for text in ("pass", "d5", "dead none", "resign with gamma"):
        assert code(ASKING, proposed, text) == "stage"
    playing = ASKING.start()
    for text in ("dead none", "agree", "decline"):
        assert code(ASKING, playing, text) == "stage"
    with pytest.raises(IllegalMove, match="off the board"):
        ASKING.apply(asked, Dead((25,)))


def test_superko_remembers_what_stood_before_the_pause() -> None:
    """Answers leave moves and plies in step: the refusal names the match's move."""
    rows = ".ab.. a.ab. .ab.. ..... ....g"
    state = position(rows, game=ASKING, to_move="alpha")
    state = play(ASKING, state, "pass", "pass", "pass", "dead none", "agree", "decline")
    state = play(ASKING, state, "resign with beta", "decline", "a1", "b4", "pass")
    refusal = ASKING.refuse(state, ASKING.parse(state, "c4"))
    assert refusal is not None
    assert refusal.text == "c4 would repeat the position after move 9, which was alpha's, too"


# -- rule 7: resigning together ---------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "asked", "ending", "winner"),
    [
        ("alpha", "beta", "alpha and beta resigned together", 2),
        ("alpha", "gamma", "alpha and gamma resigned together", 1),
        ("gamma", "beta", "beta and gamma resigned together", 0),
    ],
)
def test_two_resign_and_the_third_wins_alone(
    first: str, asked: str, ending: str, winner: int
) -> None:
    state = position(ROWS, to_move=first)
    asking = play(FIVE, state, f"resign with {asked}")
    assert acting(FIVE, asking) == asked
    assert FIVE.legal_moves(asking) == [AGREE, DECLINE]
    end = play(FIVE, asking, "agree")
    assert FIVE.ending(end) == ending
    assert FIVE.to_act(end) == OVER
    assert FIVE.score(end).winners == (winner,)
    assert FIVE.score(end).totals == FIVE.score(state).totals
    assert FIVE.utilities(end).tolist() == [float(seat == winner) for seat in range(3)]


def test_declined_the_proposer_goes_on_with_his_turn() -> None:
    state = play(FIVE, position(ROWS, to_move="beta"), "pass", "resign with alpha", "decline")
    assert acting(FIVE, state) == "gamma"
    assert (state.turn, state.passed) == (2, (1,)), "neither a turn nor a break in the passes"
    assert code(FIVE, state, "a2") is None


def test_one_proposal_to_each_opponent_a_turn() -> None:
    state = play(FIVE, FIVE.start(), "resign with beta", "decline")
    assert code(FIVE, state, "resign with beta") == "declined"
    state = play(FIVE, state, "resign with gamma", "decline")
    assert code(FIVE, state, "resign with gamma") == "declined"
    later = play(FIVE, state, "c3", "pass", "pass")
    assert code(FIVE, later, "resign with beta") is None


def test_nobody_resigns_alone() -> None:
    assert FIVE.resigns is False
    assert code(FIVE, FIVE.start(), "resign with alpha") == "seat"
    for seat in (-1, 3):
        refusal = FIVE.refuse(FIVE.start(), Propose(seat))
        assert refusal is not None
        assert refusal.code == "seat"


def test_a_proposal_is_talk() -> None:
    """It may be made and is not listed; while it is open nothing else may be done."""
    start = FIVE.start()
    assert not any(isinstance(move, Propose) for move in FIVE.legal_moves(start))
    asking = play(FIVE, start, "resign with gamma")
    assert FIVE.legal_moves(asking) == [AGREE, DECLINE]
    for move in (PASS, Propose(1), NONE_DEAD, FIVE.parse(start, "c3")):
        refusal = FIVE.refuse(asking, move)
        assert refusal is not None
        assert refusal.code == "stage"


def test_prompts_and_facts_tell_what_is_asked() -> None:
    asking = play(FIVE, FIVE.start(), "resign with gamma")
    assert FIVE.prompt(asking) == "alpha proposes that you both resign; beta would win. Agree?"
    fields: Any = FIVE.report_fields(asking)
    assert fields["ply"] == asking.turn, "table talk takes no ply"
    assert (fields["stage"], fields["proposer"]) == ("resignation", "alpha")
    pausing = paused()
    assert ASKING.report_fields(pausing)["stage"] == "dead stones"
    proposed = play(ASKING, pausing, "dead c4")
    assert ASKING.prompt(proposed) == "Alpha proposes as dead: c4. Agree?"
    assert ASKING.report_fields(proposed)["dead"] == ["c4"]
    alive = play(ASKING, pausing, "dead none")
    assert ASKING.prompt(alive) == "Alpha proposes that all stones are alive. Agree?"
    one = play(FIVE, FIVE.start(), "pass")
    assert FIVE.prompt(one) == "Place a stone or pass; alpha has passed."
    assert "pass as alpha and beta did" in FIVE.prompt(play(FIVE, one, "pass"))
