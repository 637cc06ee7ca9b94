"""A position set up by hand on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from termgames import games
from termgames.play import store
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.editing import EditScreen
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.prompt import PromptPanel
from tests.tui.board.support import place_of

from .support import game, new_match, opened, until


def editing(pilot: Pilot[None]) -> EditScreen:
    screen = pilot.app.screen
    assert isinstance(screen, EditScreen)
    return screen


def said(pilot: Pilot[None]) -> str:
    return editing(pilot).query_one(PromptPanel).text


async def put(pilot: Pilot[None], name: str, key: str) -> None:
    screen = editing(pilot)
    screen.board.input.point(screen.board.game.topology.cell(name))
    await pilot.press(key)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    match = new_match()
    match.submit(match.game.parse(match.state, "d3,c4,d4"))
    store.save(match, path)
    return path


async def test_it_is_said_which_texts_can_be_written(file: Path) -> None:
    for info in games.infos():
        names = games.create(info.id, {}).position_names  # type: ignore[attr-defined]
        assert "to move" in names
    match = store.read(file)
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        await pilot.press("full_stop", "S")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        told = str(editing(pilot).query_one("#facts").render())
        assert "m writes what stones do not tell, as to move: white; other names are passes" in told
        await pilot.press("m")
        line = editing(pilot).query_one(Input)
        assert line.placeholder == "name: value"
        keys = str(editing(pilot).query_one(KeyLine).render())
        assert "Write" in keys
        assert "Play " not in keys.replace("Play on", "")
        await pilot.press(*"passes", "colon", *" 1", "enter")
        await pilot.pause()
        assert editing(pilot).editor.texts["passes"] == "1"


async def test_a_position_is_set_up_and_played_on(file: Path) -> None:
    before = file.read_text()
    match = store.read(file)
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        await pilot.press("full_stop", "S")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert said(pilot).startswith("white is to move.")
        # A stone that no tromino has.
        await put(pilot, "a1", "1")
        await pilot.press("P")
        assert "Stones come in threes" in str(editing(pilot).query_one(PromptPanel).render())
        await put(pilot, "a2", "enter")
        await put(pilot, "b1", "2")
        await put(pilot, "b3", "enter")
        await put(pilot, "b3", "enter")
        await pilot.press("t")
        assert "stones" not in said(pilot)
        assert said(pilot).startswith("black is to move.")
        await pilot.press("m", *"passes: 7", "enter")
        assert editing(pilot).editor.texts == {"to move": "black"}
        await pilot.press("escape", "m", *"passes: 1", "enter")
        assert editing(pilot).editor.texts == {"to move": "black", "passes": "1"}
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        sitting = game(pilot).sitting
        assert sitting.shown.match.start.diagram == (".....", "..bw.", "...b.", "b....", "bw...")
        assert sitting.shown.match.ply == 0
        await pilot.press("m", *"pass", "enter")
        assert sitting.shown.match.over, "the second pass in a row"
        assert sitting.keeper.path is not None
        assert store.read(sitting.keeper.path).state == sitting.shown.match.state
    assert file.read_text() == before


async def test_the_mouse_puts_takes_and_changes_the_colour(file: Path) -> None:
    match = store.read(file)
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        await pilot.press("S")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        screen, editor = editing(pilot), editing(pilot).editor
        place = place_of(screen.board, 0)
        for button, stones in ((1, [1]), (1, []), (3, []), (1, [2])):
            await pilot.click(screen.board, offset=place, button=button)
            await pilot.pause()
            assert [stone for stone in editor.stones if stone] == stones
        await pilot.press("ctrl+x")
        assert not any(editor.stones)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReplayScreen)


async def test_what_was_set_up_is_not_thrown_away_by_one_key(file: Path) -> None:
    match = store.read(file)
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        await pilot.press("S")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        await put(pilot, "c3", "1")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert any(editing(pilot).editor.stones)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("2")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))


@pytest.mark.parametrize("game_id", games.GAMES)
async def test_a_position_of_any_game_is_set_up_from_the_menu(game_id: str) -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        pilot.app.screen.query_one(f"#game-{game_id}").focus()
        await pilot.press("S")
        await until(pilot, lambda: isinstance(pilot.app.screen, EditScreen))
        assert editing(pilot).editor.game.id == game_id
        if game_id == "majorities":
            await pilot.press("enter", "t")
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("escape")
