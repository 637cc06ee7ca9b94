"""Programs that a record names, on the screen: asked about, and started on a yes alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Input, Static

from termgames.play import consent, store
from termgames.play.bots.options import BotOptions
from termgames.play.new_game import NewGame
from termgames.tui.app import Settings
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.widgets.keys import KeyLine
from tests.programs import Marking

from .support import enter, game, opened, playing, table, until


@pytest.fixture
def stranger(tmp_path: Path) -> Marking:
    return Marking(tmp_path)


def asked(pilot: Pilot[None]) -> str:
    """What the dialog says."""
    dialog = pilot.app.screen
    assert isinstance(dialog, ChoiceDialog)
    return str(dialog.query_one(Static).render())


def moves(pilot: Pilot[None]) -> list[str]:
    match = game(pilot).sitting.shown.match
    return [match.game.format(move) for move in match.moves]


async def test_stepping_aside_opens_no_game_and_starts_nothing(stranger: Marking) -> None:
    path = stranger.record()
    before = path.read_bytes()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        told = str(pilot.app.screen.query_one(KeyLine).render())
        assert " 1 no  2 yes " in told
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.return_code is not None)
        assert not any(isinstance(screen, GameScreen) for screen in pilot.app.screen_stack)
    assert not stranger.started
    assert consent.remembered() == frozenset()
    assert path.read_bytes() == before


@pytest.mark.parametrize("key", ["enter", "1"])
async def test_without_a_yes_a_human_gets_the_seat(stranger: Marking, key: str) -> None:
    path = stranger.record()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        assert Path(stranger.command).name in asked(pilot).replace("\n", "")
        await pilot.press(key)
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert any("was not started" in each.message for each in pilot.app._notifications)
        assert game(pilot).sitting.humans == (0, 1)
        await enter(pilot, "a1")
        assert moves(pilot) == ["a1"]
    assert not stranger.started
    assert consent.remembered() == frozenset()
    assert store.read(path).players == ("human", "human")


async def test_with_a_yes_it_plays_and_is_not_asked_about_again(stranger: Marking) -> None:
    path = stranger.record()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await pilot.press("2")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen) and moves(pilot))
        assert moves(pilot) == ["c3"]
        await enter(pilot, "a1")
        await until(pilot, lambda: len(moves(pilot)) == 3)
        await pilot.press("u")
        await enter(pilot, "a2")
        await until(pilot, lambda: len(moves(pilot)) == 3)
        assert moves(pilot)[:2] == ["c3", "a2"]
        assert pilot.app.opener.lost() == []
    assert stranger.started
    assert consent.remembered() == {stranger.command}
    async with opened(lambda opener: opener.resume(path)) as pilot:
        assert isinstance(pilot.app.screen, GameScreen)
        await enter(pilot, "a3")
        await until(pilot, lambda: len(moves(pilot)) == 5)


async def test_what_was_allowed_for_the_run_is_not_asked_about(stranger: Marking) -> None:
    settings = Settings(bots=BotOptions(allowed=frozenset({stranger.command})))
    async with playing(store.read(stranger.record()), settings=settings) as pilot:
        await until(pilot, lambda: moves(pilot) == ["c3"])
    assert consent.remembered() == frozenset()


async def test_every_program_is_asked_about(stranger: Marking, tmp_path: Path) -> None:
    other = Marking(tmp_path, "other")
    match = store.read(stranger.record(second=other.player))
    async with playing(match) as pilot:
        assert "stranger.py" in asked(pilot)
        await pilot.press("1")
        await pilot.pause()
        assert "other.py" in asked(pilot)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game(pilot).sitting.humans == (0,)
        await enter(pilot, "a1")
        await until(pilot, lambda: len(moves(pilot)) == 2)
    assert other.started
    assert not stranger.started


async def test_the_list_of_saved_games(stranger: Marking, own_data_folder: Path) -> None:
    stranger.record(own_data_folder / "games" / "x.tgr")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await pilot.press("r")
        await until(
            pilot, lambda: "1" in str(pilot.app.screen.query("DataTable").first().row_count)
        )
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game(pilot).sitting.humans == (0, 1)
    assert not stranger.started


async def test_replay_asks_nothing_and_starts_nothing(
    stranger: Marking, own_data_folder: Path
) -> None:
    path = stranger.record(own_data_folder / "games" / "x.tgr")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await pilot.press("y")
        await until(pilot, lambda: pilot.app.screen.query("DataTable").first().row_count)
        field = pilot.app.screen.query_one(Input)
        field.focus()
        field.value = str(path)
        await pilot.press("enter")
        await until(pilot, lambda: table(pilot).is_current)
    assert not stranger.started


async def test_the_form_that_a_record_filled_in_gives_no_consent(stranger: Marking) -> None:
    """A new game like one that names a program: the form begins with it."""
    before = NewGame("pletore", {"size": 5}, (stranger.player, "human"))

    async with opened(lambda opener: opener.open_form(before)) as pilot:
        pilot.app.screen.query_one("#begin", Button).press()
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
    assert not stranger.started


@pytest.mark.parametrize("player", ["gtp:touch x[/x]\x1b[2J", "gtp:sh [bold", "nobody[/x]"])
async def test_odd_players_are_text(tmp_path: Path, own_data_folder: Path, player: str) -> None:
    path = own_data_folder / "games" / "x.tgr"
    path.parent.mkdir(parents=True)
    path.write_text(f"termgames record 1\ngame: pletore\nsize: 5\nplayer 1: {player}\n\n")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen.query("DataTable").first().row_count)
        await pilot.press("enter")
        await pilot.pause()
        if player.startswith("gtp:"):
            await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
            assert "\x1b" not in asked(pilot)
            await pilot.press("1")
            await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        else:
            note = str(pilot.app.screen.query_one("#note", Static).render())
            assert "in its header" in note
    async with opened(lambda opener: opener.open_replay(store.read(path), path)) as pilot:
        assert table(pilot).is_current
