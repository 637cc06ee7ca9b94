"""A game that another window plays: watched as it goes on there, or played on in a copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from termgames.play import record, store
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.tui.opener import Opener
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.table import watching

from .support import enter, game, new_match, opened, prompt_text, table, until


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """Another window with a game of one move, in the folder of saved games."""
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.02)
    sitting = Live(new_match(), file=SaveFile(store.new_file("plurality")))
    play(sitting, "a1,b1,c1")
    yield sitting
    sitting.close()


def play(sitting: Live, text: str) -> None:
    match = sitting.shown.match
    assert sitting.play(match.game.parse(match.state, text)) is None


def path_of(sitting: Live) -> Path:
    assert sitting.keeper.path is not None
    return sitting.keeper.path


async def test_watching_follows_the_game_and_makes_no_moves(other: Live) -> None:
    async with opened(lambda opener: opener.resume(path_of(other))) as pilot:
        assert isinstance(pilot.app.screen, ChoiceDialog)
        asked = " ".join(str(each.render()) for each in pilot.app.screen.query("Static"))
        assert "open in another window (process" in asked.replace("\n", " ")
        await pilot.press("1")
        await pilot.pause()
        screen = table(pilot)
        assert isinstance(screen, ReplayScreen)
        assert "watching" in prompt_text(pilot)
        assert screen.sitting.shown.ply == 1
        await pilot.press("enter", "p", "m")
        play(other, "a3,b3,c3")
        await until(pilot, lambda: screen.sitting.shown.ply == 2)
        other.undo()
        await until(pilot, lambda: screen.sitting.shown.match.ply == 1)
        await pilot.press("left")
        play(other, "pass")
        await until(pilot, lambda: screen.sitting.shown.match.ply == 2)
        assert screen.sitting.shown.ply == 0
        await pilot.press("end")
        other.close()
        await until(pilot, lambda: "closed this game" in prompt_text(pilot))
        await pilot.press("p")
        await until(pilot, lambda: not isinstance(table(pilot), ReplayScreen))
        assert game(pilot).sitting.shown.match.moves == other.shown.match.moves
        await enter(pilot, "a3,b3,c3")
        assert store.read(path_of(other)).ply == 3
        await pilot.press("ctrl+q")


async def test_a_game_that_ends_or_goes_while_it_is_watched(other: Live) -> None:
    async with opened(lambda opener: opener.resume(path_of(other))) as pilot:
        await pilot.press("1")
        await pilot.pause()
        path_of(other).unlink()
        await until(pilot, lambda: "cannot be read" in prompt_text(pilot))
        play(other, "pass")
        await until(pilot, lambda: table(pilot).sitting.shown.match.ply == 2)
        play(other, "pass")
        await until(pilot, lambda: "wins" in prompt_text(pilot))
        other.close()
        await pilot.press("p", "q")
        await pilot.pause()
    assert pilot.app.return_code == 0


async def test_going_on_in_a_copy_from_the_menu(other: Live) -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await pilot.press("r")
        await pilot.pause()
        rows = pilot.app.screen.query_one("DataTable")
        await until(pilot, lambda: rows.row_count)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        await enter(pilot, "a3,b3,c3")
        play(other, "pass")
        mine = game(pilot).sitting
        assert path_of(mine) == path_of(other).with_stem(path_of(other).stem + "-2")
        for sitting in (mine, other):
            assert store.read(path_of(sitting)).moves == sitting.shown.match.moves
        assert mine.shown.match.moves != other.shown.match.moves
        await pilot.press("q", "1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        assert SaveFile(path_of(mine)).owner is None
        await pilot.press("r")
        await pilot.pause()
        await until(pilot, lambda: pilot.app.screen.query_one("DataTable").row_count)  # type: ignore[attr-defined]
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_file_that_changes_while_it_is_played_is_kept(other: Live) -> None:
    other.close()
    path = path_of(other)
    async with opened(lambda opener: opener.resume(path)) as pilot:
        path.write_text(path.read_text() + "# a note\n")
        await enter(pilot, "a3,b3,c3")
        await pilot.pause()
        assert path.read_text().endswith("# a note\n")
        assert store.read(path_of(game(pilot).sitting)).ply == 2
        told = [str(note.message) for note in pilot.app._notifications]
        assert any("this game goes on in" in text for text in told)


async def test_a_file_that_goes_before_it_is_opened(other: Live) -> None:
    other.close()
    path_of(other).unlink()
    async with opened(lambda opener: opener.resume(path_of(other))) as pilot:
        await pilot.pause()
    assert "No such file" in str(pilot.app.fault)


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("door", ["resume", "replay"])
async def test_a_record_without_a_checksum_is_said_to_be_so(door: str, checked: bool) -> None:
    store.save(new_match(), path := store.new_file("plurality"))
    if not checked:
        first, _, *rest = path.read_text().splitlines(keepends=True)
        path.write_text("".join([first, *rest]))

    def begin(opener: Opener) -> None:
        if door == "resume":
            opener.resume(path)
        else:
            opener.open_replay(store.read(path), path)

    async with opened(begin) as pilot:
        notes = [str(note.message) for note in pilot.app._notifications]
        assert notes.count(record.UNCHECKED) == (not checked)
