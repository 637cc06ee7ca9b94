"""Bots at the table: answers, undo, thinking, pace, breaking down."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest
from textual.command import CommandList

from termgames.play.bots import allowance
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.tui import state_file
from termgames.tui.table import bots
from tests.processes import alive

from .support import (
    LocalRoom,
    act,
    acted,
    match_of,
    opened,
    playing,
    quiet,
    settings_of,
    table,
    until,
)


def signalled(number: int) -> Any:
    return lambda pilot, _: os.kill(table(pilot).bots.processes.thinkers[1].pid, number)


OWN = {
    "title": lambda pilot: pilot.app.screen.query_one("Vertical").border_title,
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
    == undo while the bot thinks and stop | {SLOW}
    type:a1,b1,c1 | ~sitting.thinkers.thinking
    u             | plies = 0
    type:a1,b1,c1 | ~sitting.thinkers.thinking
    s             | plies = 2
    == a bot answers the komi offer | play plurality pie=yes seats=human,bot:1
    enter | moves: komi 0 black
    == a bot that dies is replaced on request and may wait | {SLOW}
    type:a1,b1,c1 | ~sitting.thinkers.thinking
    kill:         | screen = ChoiceDialog
    1             | ~sitting.thinkers.thinking
    kill:         | screen = ChoiceDialog
    escape        | players: mcts:time=60 ; prompt: stopped working
    s             | screen = ChoiceDialog
    2             | players = human human ; can_play
    """,
    OWN,
    VERBS,
)


async def test_bots_among_themselves_can_be_held_and_stepped() -> None:
    match = match_of("plurality size=13 seats=random,random")
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


@pytest.mark.parametrize("kept", [False, True])
async def test_pondering_is_switched_for_good(kept: bool) -> None:
    state_file.keep(ponder=kept)
    match = match_of("plurality seats=human,bot:1")
    room: Any = LocalRoom(match, quiet)
    begin = lambda opener: opener.open_game(match, None, room)  # noqa: E731
    async with opened(begin, settings=settings_of()) as pilot:
        begun = {1} if kept else set()
        assert room.pondering == begun
        for wanted in ({1} - begun, begun):
            await pilot.press("ctrl+p", *"pondering")
            await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count == 1)
            await act(pilot, "enter enter type:a1,b1,c1 | plies != 0 ; can_play")
            assert room.pondering == wanted, "also on the human's next turn"
            assert state_file.load().get("ponder", True) == bool(wanted)
            await act(pilot, "u |")


async def test_of_a_bot_that_says_nothing_the_player_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "GRACE", 0.2)
    monkeypatch.setattr(bots, "GLANCE", 0.05)
    match = match_of("plurality seats=human,random")
    asked = "| screen = ChoiceDialog ; title: does not answer"
    async with playing(match) as pilot:
        stopped = table(pilot).bots.processes.thinkers[1].pid
        await act(
            pilot,
            f"stop: type:a1,b1,c1 {asked}\n1 | ~sitting.thinkers.question\n {asked}",
            OWN,
            VERBS,
        )
        monkeypatch.setattr(allowance, "GRACE", 60.0)
        await act(pilot, "2 | plies = 2")
        assert not alive(stopped)
        monkeypatch.setattr(allowance, "GRACE", 0.2)
        await act(pilot, f"""
            stop: play:pass {asked}
            go:             | plies = 4
            3               | players = human random""", OWN, VERBS)  # fmt: skip


def test_a_bot_has_its_time_and_a_grace() -> None:
    rules, patience = match_of("plurality").game, allowance.patience
    known = {"random": 15, "mcts:time=7": 22, "mcts:playouts=50": 15, "gtp:gnugo": 60}
    for player, seconds in (known | {"bot:solver": 135}).items():
        assert patience(parse_player(player), rules, BotOptions()) == seconds
    for player, time, seconds in (("mcts:time=7", 2.0, 17.0), ("gtp:gnugo", 5.0, 20.0)):
        assert patience(parse_player(player), rules, BotOptions(time)) == seconds
