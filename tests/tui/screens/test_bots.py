"""Bots at the table: answers, undo, thinking, pace, breaking down."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest
from textual.command import CommandList
from textual.containers import Vertical
from textual.pilot import Pilot

from termgames.play.bots import allowance
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.tui import preferences
from termgames.tui.app import Settings
from termgames.tui.table import bots
from tests.processes import alive

from .support import act, acted, game, new_match, opened, playing, table, until
from .tables import LocalRoom


def signalled(number: int) -> Any:
    def send(pilot: Pilot[None], _: str) -> None:
        os.kill(game(pilot).bots.processes.thinkers[1].pid, number)

    return send


OWN = {
    "thinks": lambda pilot: table(pilot).sitting.thinkers.thinking is not None,
    "asks": lambda pilot: table(pilot).sitting.thinkers.question is not None,
    "title": lambda pilot: pilot.app.screen.query_one(Vertical).border_title,
}
VERBS = {
    "kill": signalled(signal.SIGKILL),
    "stop": signalled(signal.SIGSTOP),
    "go": signalled(signal.SIGCONT),
}
SLOW = "play plurality size=9 seats=human,mcts:time=60"
test_scenes = acted(
    f"""
    == a bot answers and undo goes back to my turn | play plurality seats=human,bot:1
    type:a1,b1,c1 | plies = 2
    u             | plies = 0
    U             | plies = 2 ; can_play
    == a bot at random answers | play plurality seats=human,random
    type:a1,b1,c1 | plies = 2
    u             | plies = 0
    == undo while the bot thinks and stop | {SLOW}
    type:a1,b1,c1 | thinks
    u             | plies = 0
    type:a1,b1,c1 | thinks
    s             | plies = 2
    == a bot answers the komi offer | play plurality pie=yes seats=human,bot:1
    enter | moves: komi 0 black
    == a bot that dies is replaced on request | {SLOW}
    type:a1,b1,c1 | thinks
    kill:         | screen = ChoiceDialog
    1             | thinks
    kill:         | screen = ChoiceDialog
    2             | players = human human
    type:a3,b3,c3 | plies = 2
    == a broken bot may wait while the player looks around | {SLOW}
    type:a1,b1,c1 | thinks
    kill:         | screen = ChoiceDialog
    escape        | players: mcts:time=60 ; prompt: stopped working
    s             | screen = ChoiceDialog
    2             | can_play
    """,
    OWN,
    VERBS,
)


async def test_bots_among_themselves_can_be_held_and_stepped() -> None:
    match = new_match("random", "random", size=13)
    async with playing(match) as pilot:
        await until(pilot, lambda: match.ply >= 2)
        await pilot.press("w")
        for step, ply in enumerate((match.ply, match.ply + 1)):
            await pilot.press(*["full_stop"] * step)
            await until(pilot, lambda ply=ply: match.ply == ply)
            await asyncio.sleep(0.05)
            assert match.ply == ply
        await pilot.press("w")
        await until(pilot, lambda: match.ply > ply)


def first_move(game: Any, state: Any) -> Any:
    return game.legal_moves(state)[0]


async def switch_pondering(pilot: Pilot[None]) -> None:
    await pilot.press("ctrl+p")
    await pilot.press(*"pondering")
    await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count == 1)
    await pilot.press("enter", "enter")
    await pilot.pause()


async def test_pondering_is_switched_off_and_on_for_good() -> None:
    match = new_match("human", "bot:1")
    room: Any = LocalRoom(match, first_move)
    begin, settings = (lambda opener: opener.open_game(match, None, room)), Settings()
    async with opened(begin, settings=settings) as pilot:
        assert room.pondering == {1}
        await switch_pondering(pilot)
        assert room.pondering == set()
        assert not preferences.load().ponder
        await act(pilot, "type:a1,b1,c1 | plies = 2")
        assert room.pondering == set(), "also on the human's next turn"
        await switch_pondering(pilot)
        assert room.pondering == {1}
        assert preferences.load().ponder


@pytest.mark.parametrize("kept", [True, False])
async def test_who_wants_no_pondering_has_none_from_the_start(kept: bool) -> None:
    if kept:
        preferences.keep(ponder=False)
    match = new_match("human", "bot:1")
    room: Any = LocalRoom(match, first_move)
    settings = Settings(ponder=kept)
    async with opened(lambda opener: opener.open_game(match, None, room), settings=settings):
        assert room.hear is not None
        assert room.pondering == set()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process")
async def test_of_a_bot_that_says_nothing_the_player_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "GRACE", 0.2)
    monkeypatch.setattr(bots, "GLANCE", 0.05)
    match = new_match("human", "random")
    asked = "| screen = ChoiceDialog ; title: does not answer"
    async with playing(match) as pilot:
        stopped = game(pilot).bots.processes.thinkers[1].pid
        await act(pilot, f"stop: type:a1,b1,c1 {asked}\n1 | asks\n {asked}", OWN, VERBS)
        monkeypatch.setattr(allowance, "GRACE", 60.0)
        await act(pilot, "2 | plies = 2")
        assert not alive(stopped)
        monkeypatch.setattr(allowance, "GRACE", 0.2)
        await act(pilot, f"stop: play:pass {asked}\n3 | players = human human", OWN, VERBS)
        assert game(pilot).sitting.can_play


async def test_an_answer_while_the_player_is_asked_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "GRACE", 0.2)
    monkeypatch.setattr(bots, "GLANCE", 0.05)
    async with playing(new_match("human", "random")) as pilot:
        await act(pilot, """
            stop: type:a1,b1,c1 | screen = ChoiceDialog
            go:                 | plies = 2
            3                   | players = human random""", OWN, VERBS)  # fmt: skip


@pytest.mark.parametrize(
    ("player", "time", "seconds"),
    [
        ("random", None, 15.0),
        ("mcts:time=7", None, 22.0),
        ("mcts:time=7", 2.0, 17.0),
        ("mcts:playouts=50", None, 15.0),
        ("gtp:gnugo", None, 60.0),
        ("gtp:gnugo", 5.0, 20.0),
        ("bot:solver", None, 135.0),
    ],
)
def test_a_bot_has_its_time_and_a_grace(player: str, time: float | None, seconds: float) -> None:
    rules = new_match().game
    patience = allowance.patience(parse_player(player), rules, BotOptions(time))
    assert patience == seconds
