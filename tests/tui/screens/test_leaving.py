"""Leaving, keeping, and what goes wrong on the way."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from termgames.play import record, store
from termgames.play.new_game import NewGame
from termgames.play.save_file import SaveFile
from termgames.tui import preferences
from termgames.tui.app import Settings, TermgamesApp, run_game
from termgames.tui.preferences import Preferences
from termgames.tui.themes import looks
from termgames.tui.widgets.formrow import FormRow

from .support import act, acted, enter, game, new_match, opened, playing, stage, table

FIRST = "a1,b1,c1"
SECOND = "a3,b3,c3"


def entries(pilot: Any) -> str:
    """The answers of the dialog, and which of them Enter gives."""
    options = pilot.app.screen.query_one(OptionList)
    return f"{' / '.join(str(each.prompt) for each in options.options)} [{options.highlighted}]"


def twice(pilot: Any, _: str) -> None:
    """A key that comes doubled."""
    for _ in range(2):
        game(pilot).action_run("leave")


test_scenes = acted(
    """
    == leaving asks, resigning ends and undo takes it back | play plurality seats=human,random
    type:a1,b1,c1 | plies = 2
    q             | screen = ChoiceDialog
    escape        | !over
    q 3           | over ; loss = LostGame(seat=0, on_time=False) ; prompt: resigned
    u             | !over
    q 1           | exit
    == the answers have one order | play plurality + a1,b1,c1
    q     | entries: 1 leave ; entries: / 2 stay ; entries: [1]
    enter | screen = GameScreen
    == enter leaves a game that is kept | play kept plurality + a1,b1,c1
    q     | entries: 1 leave ; entries: / 2 stay ; entries: [0]
    enter | exit
    == ctrl q leaves from a dialog and a double key opens one | play plurality + a1,b1,c1
    twice: | screen = ChoiceDialog ; stack = 3
    ctrl+q | exit
    == a new game replaces the one on the table | play plurality + a1,b1,c1
    n                      | screen = SetupScreen ; size = 5
    fill:#option-size=99   | refused: out of range
    ctrl+s                 | screen = SetupScreen
    fill:#option-size=7 ctrl+s | screen = GameScreen ; plies = 0 ; options: 'size': 7 ; stack = 2
    """,
    {
        "loss": lambda pilot: table(pilot).sitting.shown.match.loss,
        "entries": entries,
        "size": lambda pilot: pilot.app.screen.query_one("#option-size").value,
        "refused": lambda pilot: [row.fault for row in pilot.app.screen.query(FormRow)],
    },
    {"twice": twice},
)


async def test_ctrl_q_leaves_at_once_with_the_game_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    async with playing(new_match(), path) as pilot:
        await act(pilot, "type:a1,b1,c1 enter ctrl+q | exit")
    assert store.read(path).ply == 1


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
        await act(pilot, "t | !analysis ; stamping")
    assert preferences.load() == Preferences(stamp=True)


async def test_a_game_goes_on_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/below")
    async with stage("play plurality") as pilot:
        await act(pilot, "t t t | stamping")
        titles = [note.title for note in pilot.app._notifications]
        assert sum("not kept" in title for title in titles) == 1


async def test_a_game_that_cannot_be_saved_stays_in_sight_and_is_told_once(folder: Path) -> None:
    async with playing(new_match(), folder / "game.tgr") as pilot:
        await act(pilot, "type:a1,b1,c1 | #players!: NOT SAVED")
        nothing_can_be_saved_in(folder)
        await act(pilot, "type:a3,b3,c3 p | #players: NOT SAVED")
        assert sum("not saved" in note.title for note in pilot.app._notifications) == 1
        folder.unlink()
        await act(pilot, "u | #players!: NOT SAVED")
        assert store.read(folder / "game.tgr").ply == 2


async def test_leaving_a_game_that_cannot_be_saved_offers_another_place(
    folder: Path, tmp_path: Path
) -> None:
    async with playing(new_match(), folder / "game.tgr") as pilot:
        await enter(pilot, FIRST)
        nothing_can_be_saved_in(folder)
        await act(pilot, f"""
            type:a3,b3,c3 q                     | text: This game is not saved: cannot
            1 fill:Input={folder}/game.tgr enter | #fault: cannot write
            fill:Input={tmp_path} enter          | screen = ChoiceDialog""")  # fmt: skip
        assert store.read(tmp_path / "game.tgr").ply == 2
        await act(pilot, "1 | exit")
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
        await act(pilot, "type:a1,b1,c1 | #players: NOT SAVED")
        await act(pilot, "q | text: another place")
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
