"""Clocks in every game: who has no time left loses a game of two, and else passes to its end."""

from typing import Any

import pytest

from termgames.core.game import CHANCE
from termgames.play import clock, record
from termgames.play.match import Match
from termgames.play.match_time import MatchTime
from termgames.play.sitting.live import Live
from tests.contract.support import every_setting, game_of, random_game


class Time:
    """Seconds that pass when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def begun(setting: Any, plies: int, seed: int = 1) -> tuple[Match[Any, Any], Live, Time]:
    """A game between humans with a minute each, after so many moves of a second each, or the last
    position before it that somebody is asked in: chance may end a game."""
    game = game_of(setting)
    states, moves = random_game(setting, seed)
    asked = [ply for ply, state in enumerate(states[: plies + 1]) if game.to_act(state) >= 0]
    clocks = (clock.read("1m"),) * game.seats
    match = Match(game, ("human",) * game.seats, seed, time=MatchTime(clocks), draws=False)
    for move in moves[: max(asked, default=0)]:
        match.submit(move, seconds=0.0 if match.to_act == CHANCE else 1.0)
    match.go_on()
    time = Time()
    return match, Live(match, now=time), time


def round_trips(match: Match[Any, Any]) -> None:
    """The record needs no clock to be replayed, and tells what the clocks showed."""
    text = record.write(match)
    again = record.load(text, draws=False)
    assert record.write(again) == text
    assert again.moves == match.moves
    assert again.result() == match.result()
    for seat in range(match.game.seats):
        assert again.time.left(seat) == match.time.left(seat)


@every_setting
@pytest.mark.parametrize("plies", [0, 7, 40])
def test_who_has_no_time_left(setting: Any, plies: int) -> None:
    match, live, time = begun(setting, plies)
    live.advance()
    seat = match.to_act
    before = match.ply
    if live.waits_for is not None:
        live.take_keyboard(seat)
    left = match.time.left(seat)
    time.now += left.seconds
    assert live.look_at_clock()
    round_trips(match)
    if match.game.seats == 2:
        result = match.result()
        assert result.winners == (1 - seat,)
        assert "lost on time" in result.reason
    else:
        assert match.time.over(seat)
        assert match.over or match.to_act != seat
    assert live.undo()
    assert (match.ply, match.to_act, match.time.left(seat)) == (before, seat, left)


@every_setting
@pytest.mark.parametrize("plies", [0, 15])
def test_a_game_in_which_nobody_has_time_left_comes_to_its_end(setting: Any, plies: int) -> None:
    match, live, time = begun(setting, plies)
    live.advance()
    for _ in range(match.game.seats):
        if match.over:
            break
        if live.waits_for is not None:
            live.take_keyboard(match.to_act)
        time.now += 60
        assert live.look_at_clock()
    assert match.over
    round_trips(match)
