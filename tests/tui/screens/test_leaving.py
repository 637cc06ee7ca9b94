"""Leaving, keeping, and what goes wrong on the way."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Input, OptionList

from termgames.play import record, store
from termgames.play.match import LostGame
from termgames.play.new_game import NewGame
from termgames.play.save_file import SaveFile
from termgames.tui import preferences
from termgames.tui.app import Settings, TermgamesApp, run_game
from termgames.tui.preferences import Preferences
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.themes import looks
from termgames.tui.widgets.formrow import FormRow

from .support import enter, game, new_match, opened, playing, prompt_text, table, until

FIRST = "a1,b1,c1"
SECOND = "a3,b3,c3"


async def test_leaving_asks_resigning_ends_and_undo_takes_it_back() -> None:
    match = new_match("human", "random")
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await until(pilot, lambda: match.ply == 2)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("escape")
        assert not match.over
        await pilot.press("q", "3")
        await pilot.pause()
        assert match.loss == LostGame(0)
        assert "resigned" in prompt_text(pilot)
        await pilot.press("u")
        assert not match.over
        await pilot.press("q", "1")
        await pilot.pause()
    assert pilot.app.return_code == 0


@pytest.mark.parametrize("kept", [False, True])
async def test_the_answers_have_one_order_and_enter_loses_no_game(
    kept: bool, tmp_path: Path
) -> None:
    async with playing(new_match(), tmp_path / "game.tgr" if kept else None) as pilot:
        screen = game(pilot)
        await enter(pilot, FIRST)
        await pilot.press("q")
        await pilot.pause()
        options = pilot.app.screen.query_one(OptionList)
        labels = [str(option.prompt) for option in options.options]
        assert labels[0].startswith("1 leave")
        assert labels[1].startswith("2 stay")
        assert options.highlighted == (0 if kept else 1)
        await pilot.press("enter")
        await pilot.pause()
        assert screen.dismissed == kept


async def test_ctrl_q_leaves_at_once_with_the_game_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    async with playing(new_match(), path) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("enter", "ctrl+q")
    assert pilot.app.return_code == 0
    assert store.read(path).ply == 1


async def test_ctrl_q_leaves_from_a_dialog_and_a_double_key_opens_one() -> None:
    async with playing(new_match()) as pilot:
        await enter(pilot, FIRST)
        screen = game(pilot)
        screen.action_run("leave")
        screen.action_run("leave")
        await pilot.pause()
        assert len([s for s in pilot.app.screen_stack if isinstance(s, ChoiceDialog)]) == 1
        await pilot.press("ctrl+q")
    assert pilot.app.return_code == 0


async def test_a_new_game_replaces_the_one_on_the_table() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("n")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        assert form.query_one("#option-size", Input).value == "5"
        form.query_one("#option-size", Input).value = "99"
        await pilot.pause()
        assert any("out of range" in row.fault for row in form.query(FormRow))
        await pilot.press("ctrl+s")
        assert pilot.app.screen is form
        form.query_one("#option-size", Input).value = "7"
        await pilot.press("ctrl+s")
        await pilot.pause()
        sitting = game(pilot).sitting
        assert sitting.shown.match is not match
        assert sitting.shown.game.options["size"] == 7
        assert len(pilot.app.screen_stack) == 2


async def test_an_unexpected_error_ends_without_a_traceback_on_the_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken() -> None:
        raise RuntimeError("a fault in the program")

    apps: list[TermgamesApp] = []

    async def run() -> None:
        async with playing(new_match()) as pilot:
            apps.append(pilot.app)
            table(pilot).call_later(broken)
            await pilot.pause()
            assert pilot.app.return_code == 1

    with pytest.raises(RuntimeError):
        await run()
    (app,) = apps
    assert isinstance(app.fault, RuntimeError)
    assert "Traceback" not in capsys.readouterr().err


async def test_what_is_liked_outlasts_the_game_and_the_run() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("t", "B", "D", "C", "A")
        await pilot.pause()
    kept = preferences.load()
    look = looks(2, "bw")[1]
    assert kept == Preferences("termgames-light", look.name, ascii=True, analysis=False, stamp=True)
    async with playing(new_match()) as pilot:
        screen = game(pilot)
        assert not pilot.app.current_theme.dark
        assert screen.board.stamping
        assert screen.board.canvas.look == look.light
        assert screen.board.canvas.glyphs.name == "ascii"
        assert not screen.table.analysis.on
        await pilot.press("t", "A")
        await pilot.press("n", "ctrl+s")
        await pilot.pause()
        assert game(pilot) is not screen
        assert not game(pilot).board.stamping
        assert game(pilot).table.analysis.on


async def test_the_command_line_outweighs_what_is_kept_and_is_not_kept() -> None:
    settings = Settings(ascii=True, analysis=False, theme="termgames-light")
    async with playing(new_match(), settings=settings) as pilot:
        assert not game(pilot).table.analysis.on
        await pilot.press("t")
        await pilot.pause()
    assert preferences.load() == Preferences(stamp=True)


async def test_a_game_goes_on_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/below")
    async with playing(new_match()) as pilot:
        await pilot.press("t", "t", "t")
        await pilot.pause()
        told = [note for note in pilot.app._notifications if "not kept" in note.title]
        assert len(told) == 1
        assert game(pilot).board.stamping


async def test_a_game_that_cannot_be_saved_stays_in_sight_and_is_told_once(
    folder: Path,
) -> None:
    async with playing(new_match(), folder / "game.tgr") as pilot:
        title = table(pilot).query_one("#players")
        await enter(pilot, FIRST)
        assert "NOT SAVED" not in str(title.render())
        nothing_can_be_saved_in(folder)
        await enter(pilot, SECOND)
        await pilot.press("p")
        await pilot.pause()
        assert "NOT SAVED" in str(title.render())
        told = [note for note in pilot.app._notifications if "not saved" in note.title]
        assert len(told) == 1
        folder.unlink()
        await pilot.press("u")
        await pilot.pause()
        assert "NOT SAVED" not in str(title.render())
        assert store.read(folder / "game.tgr").ply == 2


async def test_leaving_a_game_that_cannot_be_saved_offers_another_place(
    folder: Path, tmp_path: Path
) -> None:
    async with playing(new_match(), folder / "game.tgr") as pilot:
        await enter(pilot, FIRST)
        nothing_can_be_saved_in(folder)
        await enter(pilot, SECOND)
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        text = " ".join(str(each.render()) for each in pilot.app.screen.query("Static"))
        assert "This game is not saved: cannot" in text
        await pilot.press("1")
        await pilot.pause()
        line = pilot.app.screen.query_one(Input)
        line.value = str(folder / "game.tgr")
        await pilot.press("enter")
        await pilot.pause()
        assert "cannot write" in str(pilot.app.screen.query_one("#fault").render())
        line.value = str(tmp_path)
        await pilot.press("enter")
        await pilot.pause()
        assert store.read(tmp_path / "game.tgr").ply == 2
        await pilot.press("1")
        await pilot.pause()
    assert pilot.app.return_code == 0
    assert pilot.app.opener.lost() == []


@pytest.mark.parametrize("keys", [("q", "2"), ("ctrl+q",)])
def test_a_game_that_is_lost_is_printed_after_the_end(
    folder: Path, keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Whatever way it was left, the moves are printed and the exit code is 1."""

    async def play(app: TermgamesApp) -> None:
        async with app.run_test() as pilot:
            await pilot.pause()
            await enter(pilot, FIRST)
            nothing_can_be_saved_in(folder)
            await enter(pilot, SECOND)
            await pilot.press(*keys)
            await pilot.pause()

    monkeypatch.setattr(TermgamesApp, "run", lambda app, size: asyncio.run(play(app)))
    assert run_game(new_match(), Settings(), file=SaveFile(folder / "game.tgr")) == 1
    told = capsys.readouterr().out
    assert told.startswith("The game could not be saved: cannot make the folder")
    assert record.load(told.partition("\n\n")[2]).ply == 2


async def test_a_game_that_was_never_saved_is_asked_about_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/below")
    begin = NewGame("plurality", {"size": 5}, ("human", "human"))
    async with opened(lambda opener: opener.begin_game(begin)) as pilot:
        await enter(pilot, FIRST)
        assert "NOT SAVED" in str(table(pilot).query_one("#players").render())
        await pilot.press("q")
        await pilot.pause()
        assert "another place" in str(
            pilot.app.screen.query_one(OptionList).get_option_at_index(0).prompt
        )
        await pilot.press("escape", "ctrl+q")
    assert [sitting.shown.match.ply for sitting in pilot.app.opener.lost()] == [1]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    folder.mkdir()
    return folder


def nothing_can_be_saved_in(folder: Path) -> None:
    """The folder goes, and there is something in its place."""
    shutil.rmtree(folder)
    folder.touch()
