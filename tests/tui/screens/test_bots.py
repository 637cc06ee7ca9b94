"""Bots at the table: answers, undo, thinking, pace, breaking down."""

from __future__ import annotations

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
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.table import bots
from tests.processes import alive

from .support import enter, game, new_match, opened, playing, prompt_text, until
from .tables import LocalRoom

FIRST = "a1,b1,c1"
SECOND = "a3,b3,c3"


@pytest.mark.parametrize("bot", ["random", "bot:1"])
async def test_a_bot_answers_and_undo_goes_back_to_my_turn(bot: str) -> None:
    match = new_match("human", bot)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await until(pilot, lambda: match.ply == 2)
        await pilot.press("u")
        assert match.ply == 0
        await pilot.press("U")
        await pilot.pause()
        assert match.ply == 2
        assert game(pilot).sitting.can_play


async def test_undo_while_the_bot_thinks_and_stop() -> None:
    match = new_match("human", "mcts:time=60", size=9)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await until(pilot, lambda: game(pilot).sitting.thinkers.thinking is not None)
        await pilot.press("u")
        assert match.ply == 0
        await enter(pilot, FIRST)
        await until(pilot, lambda: game(pilot).sitting.thinkers.thinking is not None)
        await pilot.press("s")
        await until(pilot, lambda: match.ply == 2)


async def test_bots_among_themselves_can_be_held_and_stepped() -> None:
    match = new_match("random", "random", size=13)
    async with playing(match) as pilot:
        await until(pilot, lambda: match.ply >= 2)
        await pilot.press("w")
        ply = match.ply
        await pilot.pause(0.6)
        assert match.ply == ply
        await pilot.press("full_stop")
        await until(pilot, lambda: match.ply == ply + 1)
        await pilot.pause(0.6)
        assert match.ply == ply + 1
        await pilot.press("w")
        await until(pilot, lambda: match.ply > ply + 1)


async def test_a_bot_answers_the_komi_offer() -> None:
    match = new_match("human", "bot:1", pie=True)
    async with playing(match) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: match.ply >= 2)
        assert match.game.format(match.moves[1]) in ("black", "white")


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
        await enter(pilot, FIRST)
        await until(pilot, lambda: match.ply == 2)
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


async def test_a_bot_that_dies_is_replaced_on_request() -> None:
    match = new_match("human", "mcts:time=60", size=9)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        room = game(pilot).bots.processes
        await until(pilot, lambda: game(pilot).sitting.thinkers.thinking is not None)
        os.kill(room.thinkers[1].pid, signal.SIGKILL)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("1")
        await until(pilot, lambda: game(pilot).sitting.thinkers.thinking is not None)
        os.kill(room.thinkers[1].pid, signal.SIGKILL)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("2")
        await pilot.pause()
        assert match.players == ("human", "human")
        await enter(pilot, SECOND)
        assert match.ply == 2


async def test_a_broken_bot_may_wait_while_the_player_looks_around() -> None:
    match = new_match("human", "mcts:time=60", size=9)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        room = game(pilot).bots.processes
        await until(pilot, lambda: game(pilot).sitting.thinkers.thinking is not None)
        os.kill(room.thinkers[1].pid, signal.SIGKILL)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("escape")
        await pilot.pause()
        assert match.players[1] == "mcts:time=60"
        assert "stopped working" in prompt_text(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("2")
        await pilot.pause()
        assert game(pilot).sitting.can_play


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="stops a process")
async def test_of_a_bot_that_says_nothing_the_player_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "GRACE", 0.2)
    monkeypatch.setattr(bots, "GLANCE", 0.05)
    match = new_match("human", "random")
    async with playing(match) as pilot:
        sitting, room = game(pilot).sitting, game(pilot).bots.processes

        async def asked() -> None:
            await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
            assert "does not answer" in str(pilot.app.screen.query_one(Vertical).border_title)

        stopped = room.thinkers[1].pid
        os.kill(stopped, signal.SIGSTOP)
        await enter(pilot, FIRST)
        await asked()
        await pilot.press("1")
        await pilot.pause()
        assert sitting.thinkers.question is not None, "it is waited for"
        await asked()
        monkeypatch.setattr(allowance, "GRACE", 60.0)
        await pilot.press("2")
        await until(pilot, lambda: match.ply == 2)
        assert not alive(stopped)
        monkeypatch.setattr(allowance, "GRACE", 0.2)
        os.kill(room.thinkers[1].pid, signal.SIGSTOP)
        sitting.play(match.game.parse(match.state, "pass"))
        await asked()
        await pilot.press("3")
        await pilot.pause()
        assert match.players == ("human", "human")
        assert game(pilot).sitting.can_play


async def test_an_answer_while_the_player_is_asked_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(allowance, "GRACE", 0.2)
    monkeypatch.setattr(bots, "GLANCE", 0.05)
    match = new_match("human", "random")
    async with playing(match) as pilot:
        stopped = game(pilot).bots.processes.thinkers[1].pid
        os.kill(stopped, signal.SIGSTOP)
        await enter(pilot, FIRST)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        os.kill(stopped, signal.SIGCONT)
        await until(pilot, lambda: match.ply == 2)
        await pilot.press("3")
        await pilot.pause()
        assert match.players == ("human", "random"), "the bot has moved and keeps its seat"


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
