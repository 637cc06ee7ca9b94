"""Matches and records of a game with chance, hidden cards, and questions out of turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from termgames.core.errors import IllegalMove, RecordError
from termgames.core.game import CHANCE, OVER
from termgames.play import record
from termgames.play.match import Match, StaleAnswer
from tests.contract.hidden import check_chance, check_redaction, check_views
from tests.toy_card_game.rules import Lots, Move

PLAYERS = ("human", "bot:4", "random")


def texts(of: Match) -> list[str]:
    return [of.game.format(move) for move in of.moves]


def answer(to: Match, *answers: str) -> None:
    for text in answers:
        to.submit(to.game.parse(to.state, text))


def random_match(game: Lots, seed: int, plies: int = 10_000) -> Match:
    match, rng = Match(game, PLAYERS, seed), random.Random(seed)
    while (prompt := match.prompt()) is not None and match.ply < plies:
        moves = game.legal_moves(prompt.state)
        if not game.refuse(prompt.state, talk := Move("ask", (prompt.seat + 1) % 3)):
            moves.append(talk)
        match.submit(rng.choice(moves))
    return match


@pytest.fixture
def matches(lots: Lots) -> Iterator[Match]:
    return (random_match(lots, seed) for seed in range(20))


def test_chance_is_drawn_before_a_seat_is_asked(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 1)
    assert match.ply == 1
    assert match.by_chance(0)
    prompt = match.prompt()
    assert prompt is not None
    assert texts(match) == [f"die {lots.seat_name(match.state, prompt.seat)}"]
    answer(match, "draw")
    assert match.ply == 3
    assert texts(match)[2].startswith("card ")


def test_outcomes_follow_the_seed_and_nothing_else(lots: Lots) -> None:
    """They come by their weights; the same seed gives the same, whatever was asked first."""
    fell = [texts(Match(lots, PLAYERS, seed))[0] for seed in range(600)]
    shares = [fell.count(f"die {name}") / 600 for name in ("red", "blue", "green")]
    assert shares == pytest.approx([1 / 6, 2 / 6, 3 / 6], abs=0.06)
    assert fell == [texts(Match(lots, PLAYERS, seed))[0] for seed in range(600)]
    direct, talked = Match(lots, PLAYERS, 5), Match(lots, PLAYERS, 5)
    answer(direct, "draw")
    asked = "blue" if talked.state.asked != 1 else "red"
    answer(talked, f"ask {asked}", "no", "draw")
    assert texts(direct)[-1] == texts(talked)[-1]


def test_a_fresh_seed_where_none_is_given(lots: Lots) -> None:
    assert len({Match(lots, PLAYERS).seed for _ in range(5)}) == 5


def test_undo_goes_back_to_the_last_question(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 1)
    answer(match, "draw")
    card = texts(match)[-1]
    match.undo()
    assert match.ply == 1
    assert match.redo()
    assert texts(match)[1:] == ["draw", card]
    match.undo()
    answer(match, "draw")
    assert texts(match)[1:] == ["draw", card]
    match.undo()
    match.undo()
    assert match.ply == 1, "the die that was thrown stays"


def test_undo_to_a_ply_of_chance_lets_it_fall_again_as_it_did(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 1)
    answer(match, "draw", "draw", "draw")
    before = texts(match)
    for ply in (6, 2, 0):
        match.undo(ply)
        assert match.ply == ply + 1
        assert texts(match) == before[: ply + 1]
    while match.redo():
        pass
    assert texts(match) == before


def test_a_forced_outcome_falls_again_when_it_is_undone(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 1, draws=False)
    assert match.prompt() is None
    assert match.to_act == CHANCE
    assert not match.over
    answer(match, "die red", "draw", "card 6")
    match.undo()
    assert texts(match) == ["die red"]
    answer(match, "draw")
    assert match.draw() == Move("card", 6)
    match.undo()
    answer(match, "pass", "draw")
    assert texts(match)[-1] == "draw"
    match.go_on()
    assert texts(match)[-1].startswith("card ")
    with pytest.raises(StaleAnswer):
        match.draw()


def test_redo_without_drawing_plays_the_chance_that_followed(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 1, draws=False)
    answer(match, "die red", "draw", "card 6", "pass")
    match.undo(0)
    assert match.redo()
    assert texts(match) == ["die red", "draw", "card 6"]
    assert match.redo()
    assert not match.redo()


def test_table_talk_makes_a_new_question(lots: Lots) -> None:
    """An answer to the turn is void while the talk is open, and after it too."""
    match = Match(lots, PLAYERS, 1)
    first = match.prompt()
    assert first is not None
    answer(match, f"ask {lots.seat_name(match.state, (first.seat + 1) % 3)}")
    asked = match.prompt()
    assert asked is not None
    assert asked.seat == (first.seat + 1) % 3
    answer(match, "yes")
    again = match.prompt()
    assert again is not None
    assert again.seat == first.seat
    assert len({first.serial, asked.serial, again.serial}) == 3
    with pytest.raises(StaleAnswer):
        match.submit(Move("pass"), serial=first.serial)


def test_players_see_what_they_may_know(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 3)
    drawer = match.prompt().seat  # type: ignore[union-attr]
    answer(match, "draw")
    card = match.state.hands[drawer][0]
    prompt = match.prompt()
    assert prompt is not None
    assert prompt.seat != drawer
    assert prompt.state.hands[drawer] == (0,)
    assert match.seen(None).hands[drawer] == (0,)
    assert match.seen(drawer).hands[drawer] == (card,)
    assert match.seen(None, 1) == lots.view(match.state_at(1), None)
    assert lots.format(match.move_seen(2, drawer)) == f"card {card}"
    assert (
        lots.format(match.move_seen(2, None))
        == lots.format(match.move_seen(2, prompt.seat))
        == "card ?"
    )
    answer(match, "pass", "pass", "pass")
    assert match.over
    assert match.seen(None).hands[drawer] == (card,)
    assert lots.format(match.move_seen(2, None)) == f"card {card}"


def test_nobody_resigns_where_the_game_has_no_resignation(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 3)
    with pytest.raises(IllegalMove, match="nobody can resign"):
        match.resign(0)
    assert not match.over


def test_the_toy_game_keeps_the_promises_of_chance_and_views(
    matches: Iterator[Match], lots: Lots
) -> None:
    rng = np.random.default_rng(0)
    for match in matches:
        assert lots.to_act(match.state) == OVER
        for ply in range(match.ply + 1):
            check_chance(lots, match.state_at(ply))
            check_views(lots, match.state_at(ply), rng)


# -- records --------------------------------------------------------------------------------


def test_records_hold_chance_among_the_moves(matches: Iterator[Match]) -> None:
    for match in matches:
        text = record.write(match)
        assert "holds everything" in text
        again = record.load(text)
        assert texts(again) == texts(match)
        assert again.players == PLAYERS
        assert [again.state_at(p) for p in range(again.ply + 1)] == [
            match.state_at(p) for p in range(match.ply + 1)
        ]
        assert record.write(again) == text


def test_a_game_goes_on_from_its_record_as_without_it(lots: Lots) -> None:
    for seed in range(10):
        whole, part = random_match(lots, seed), random_match(lots, seed, 12)
        loaded = record.load(record.write(part))
        while not loaded.over:
            loaded.submit(whole.moves[loaded.ply])
        assert texts(loaded) == texts(whole)


def test_chance_at_the_end_of_a_record_is_drawn_or_left_open(lots: Lots) -> None:
    match = Match(lots, PLAYERS, 1, draws=False)
    answer(match, "die red", "draw")
    text = record.write(match)
    assert record.load(text).ply == 3
    assert record.load(text, draws=False).to_act == CHANCE


def test_redacted_records_show_spectators_the_same_game(matches: Iterator[Match]) -> None:
    for match in matches:
        check_redaction(match)
        text = record.write(record.redacted(match))
        assert "seed" not in text
        assert "redacted: yes" in text
        assert "card ?" in text or "draw" not in text
        assert not any(f"card {card}" in text for card in range(1, 7))
        assert record.write(record.load(text)) == text


START = """termgames record 1
game: lots
hand red: 2 5
hand green: 3
board:
    r..
    .u.
    ..g

draw
card 6
"""


def test_a_start_position_with_hands(lots: Lots) -> None:
    match = record.load(START)
    assert match.start.state.hands == ((2, 5), (), (3,))
    assert match.state.hands == ((2, 5, 6), (), (3,))
    assert record.load(record.write(match)).state == match.state
    text = record.write(record.redacted(match))
    assert "hand red: 0 0" in text
    check_redaction(match)


def test_wrong_facts_and_outcomes_name_their_line(lots: Lots) -> None:
    with pytest.raises(RecordError, match="line 5: 'purse red' is no fact"):
        record.load(START.replace("hand red", "purse red"))
    with pytest.raises(RecordError, match="line 11: move 2, 'card 5'"):
        record.load(START.replace("card 6", "card 5"))
    with pytest.raises(RecordError, match="line 3: nobody can resign"):
        record.load(START.replace("hand red", "resigned: 1\nhand red"))
    with pytest.raises(RecordError, match="line 3: redacted is yes or no"):
        record.load(START.replace("hand red", "redacted: maybe\nhand red"))


def test_options_cut_the_seats(lots: Lots) -> None:
    two: Any = record.load("termgames record 1\ngame: lots\nplayers: 2\n\n")
    assert two.game.seats == len(two.players) == 2
