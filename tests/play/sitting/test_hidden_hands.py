"""A table of three with dice, hidden hands and questions out of turn, without a screen."""

from functools import cache
from typing import Any

import pytest

from termgames.play.events import Answer, Delayed
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from termgames.play.sitting import answer_delay
from termgames.play.sitting.shown import Shown
from termgames.play.text import prompts
from termgames.search.limits import Thought
from tests.games.mitropia.play import CARDS, at, make
from tests.play.support import Table, match
from tests.toy_card_game.rules import UNKNOWN, Move

pytestmark = pytest.mark.usefixtures("lots")
ALONE, SHARED, HUMANS = "human bot:1 bot:2", "human human bot:1", "human human human"


@cache
def first() -> int:
    """A seed with which the first player begins."""
    begun = (seed for seed in range(99) if match("lots players=3", seed=seed).state.mover == 0)
    return next(begun)


def table(players: str = ALONE) -> Table:
    return Table(match(f"lots players={len(players.split())}", players=players, seed=first()))


def hands(state: Any) -> list[bool]:
    """Whether each hand is known."""
    return [UNKNOWN not in hand for hand in state.hands]


def seen(at: Table) -> list[bool]:
    return hands(at.live.shown.position)


def hear(at: Table, seat: int, text: str) -> int:
    """The bot of a seat answers; the number of the question."""
    serial, state = at.bots[seat].asked[-1]
    at.live.thinkers.hear(seat, Answer(serial, Thought(at.match.game.parse(state, text))))
    return serial


def test_one_human_sees_his_own_hand_at_all_times_and_bots_get_their_views() -> None:
    one = table().play("draw")
    card = one.match.state.hands[0]
    assert one.live.shown.position.hands[0] == card
    assert not hands(one.bots[1].asked[-1][1])[0]
    one.answer("draw")
    assert (seen(one)[:2], one.live.waits_for) == ([True, False], None)
    view = one.live.shown.view
    drawn = [view.text(ply) for ply in range(one.match.ply) if view.text(ply)[:4] == "card"]
    assert drawn == [f"card {card[0]}", "card ?"]
    assert hands(view.lasting(one.match.ply))[0]


def test_several_humans_hand_the_keyboard_over_and_nothing_is_shown_meanwhile() -> None:
    several = table(SHARED)
    live = several.live
    for _ in range(2):
        assert live.waits_for is None, "who holds nothing has nothing to hide"
        assert live.can_play
        several.play("draw")
    assert live.waits_for is None, "the bot is asked"
    assert seen(several) == [False, True, True], "of the one who played last"
    several.answer("pass")
    assert (live.waits_for, live.can_play) == (0, False)
    assert seen(several) == [False, False, True], "only the empty hand is known"
    several.sit()
    assert seen(several) == [True, False, True]
    assert several.play("pass").live.waits_for == 1


def test_looking_back_shows_no_more_than_the_viewer_may_know() -> None:
    three = table(HUMANS).play("draw", "draw", "draw")
    three.sit()
    view, ply = three.live.shown.view, three.match.ply
    assert hands(view.state(ply)) == [True, False, False]
    assert not any(hands(view.lasting(ply))), "what stays in sight where keyboards are shared"
    three.live.shown.look(ply - 1)
    assert seen(three)[:2] == [True, False]
    drawn = [view.text(at) for at in range(ply) if view.text(at).startswith("card")]
    assert drawn == ["card ?"] * 3, "the others look on"


def test_what_somebody_held_is_not_shown_to_who_sits_there_when_he_holds_nothing() -> None:
    three = table(HUMANS).play("draw", "draw")
    drawn = three.match.ply
    (card,) = three.match.state.hands[1]
    three.play("pass", "pass", f"lay {card}", "pass", "pass")
    assert three.live.waits_for is None
    assert three.live.seat == 1 != three.live.shown.view.holder
    three.live.shown.look(drawn)
    assert seen(three) == [False, False, True]


def test_a_record_of_an_open_game_shows_no_hands_and_a_finished_one_all() -> None:
    three = table(HUMANS).play("draw")
    replay = Shown(three.match)
    replay.look(99)
    assert not hands(replay.position)[0]
    three.play("pass", "pass", "pass")
    assert three.match.over
    assert hands(replay.position)[0]


def test_who_takes_a_bots_seat_hands_the_keyboard_over_from_then_on() -> None:
    taken = table().play("draw")
    taken.live.take_over(1)
    assert (seen(taken)[0], taken.live.can_play) == (False, True)
    taken.play("pass").answer("pass")
    assert (taken.live.waits_for, seen(taken)[0]) == (0, False)
    taken.sit()
    assert taken.live.can_play


def test_an_answer_out_of_turn_is_played_when_its_time_is_over() -> None:
    delayed = table().play("b2")
    serial = hear(delayed, 1, "let")
    assert Delayed(serial, answer_delay.SECONDS) in delayed.events
    assert delayed.texts[-1] == "b2"
    delayed.live.thinkers.due(serial + 1)
    assert delayed.texts[-1] == "b2", "the time of another question"
    delayed.live.thinkers.due(serial)
    assert delayed.texts[-1] == "let"
    bot, serial = delayed.open(2)
    delayed.live.thinkers.due(serial)
    assert bot.stops == 1, "who thinks longer is to decide"
    hear(delayed, 2, "let")
    assert delayed.texts[-2:] == ["let", "let"], "and is heard at once"
    held = table()
    before = held.match.ply
    serial = hear(held.play("b2"), 1, "let")
    assert held.live.undo()
    held.live.thinkers.due(serial)
    assert held.match.ply == before, "an undo voids an answer that is held back"


def test_a_human_who_always_lets_is_asked_no_more() -> None:
    one = table()
    one.live.accept_for(0, "all")
    one.play("pass").answer("b2")
    assert isinstance(one.events[-2], Delayed), "the other bot is asked about the stone"
    one.answer("let")
    assert (one.texts[-2:], one.live.seat) == (["let", "let"], 2)
    one.live.accept_for(0, None)
    one.answer("c3")
    assert (one.live.seat, one.live.reaction) == (0, True)
    one.live.accept_for(0, "all")
    assert one.live.seat == 1


def test_by_default_who_holds_a_card_is_asked() -> None:
    """How many cards somebody holds is known, and which ones is not: nobody learns anything
    from it that who holds none is not asked."""
    one = table().play("pass").answer("b2", "let")
    assert (one.texts[-1], one.live.seat) == ("let", 2)
    one.answer("pass").play("draw").answer("c3", "let")
    assert (one.live.reaction, one.live.seat) == (True, 0), "now he has a card"
    assert one.live.thinkers.thinking is None, "how much a bot thought tells what it held"
    two = table(SHARED)
    two.live.accept_for(1, "idle")
    assert two.play("b2").live.seat == 2, "blue holds no card"
    two.answer("let").play("draw").answer("a1")
    assert (two.live.seat, two.live.reaction) == (1, True), "red holds none"


@pytest.mark.parametrize(
    ("card", "chosen", "asked"),
    [("pair place", "", False), ("pair place", None, True), ("reject", "", True)],
)
def test_in_the_hot_seat_a_card_is_asked_for_that_can_answer(
    card: str, chosen: str | None, asked: bool
) -> None:
    """Bob is to move, and Ann holds the card; who wants to tell nothing is asked with any."""
    rules = make(2, CARDS)
    state = at(rules, "\n".join(["......."] * 7), to_move="white", hands=f"black: {card}")
    ann = Table(Match(rules, ("human:Ann", "human:Bob"), 1, start=StartPosition(state)))
    if chosen is None:
        ann.live.accept_for(0, None)
    ann.play("d4")
    assert ann.texts == (["d4"] if asked else ["d4", "let"])
    assert (ann.live.waits_for, ann.live.reaction) == (0, asked)
    told = "when a card of yours can answer" in prompts.first_handover(ann.live, 0)
    assert told == (chosen is not None)
    ann.live.take_keyboard(0)
    assert not prompts.first_handover(ann.live, 0), "once"


def test_table_talk_is_a_move_and_is_answered_out_of_turn() -> None:
    one = table().play("ask green")
    assert one.live.seat == 2
    one.answer("no")
    assert (one.live.can_play, one.texts[-2:]) == (True, ["ask green", "no"])
    assert one.live.play(Move("ask", 1)) is not None
    one.live.resign()
    assert not one.match.over, "the rules do not let him"


def test_undo_goes_over_chance_and_answers_to_the_last_decision_of_a_human() -> None:
    one = table()
    before = one.match.ply
    one.play("draw").answer("b2", "let")
    card = one.match.state.hands[0]
    assert one.live.reaction
    one.play("let").live.undo()
    assert one.live.reaction, "a card could have turned the stone away"
    assert one.live.undo()
    assert one.match.ply == before
    assert one.play("draw").match.state.hands[0] == card, "chance stays as it fell"


def test_a_question_that_an_undo_opens_again_is_asked_whatever_was_chosen_since() -> None:
    one = table().play("draw").answer("b2", "let")
    (card,) = one.match.state.hands[0]
    one.play(f"veto {card}").live.accept_for(0, "all")
    assert one.live.undo()
    assert (one.live.seat, one.live.reaction) == (0, True)
    one.live.accept_for(0, "all")
    assert not one.live.reaction
