"""A game that another window plays: watched as it goes on there, or played on in a copy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames.play import record, store
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.tui.opener import Opener
from termgames.tui.table import watching

from .support import act, game, new_match, opened, stage


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


async def go(pilot: Any, rows: str, other: Live) -> None:
    """Go through a scene; `there:` plays in the other window, or takes back, or closes."""

    def there(_: object, move: str) -> None:
        {"undo": other.undo, "close": other.close}.get(move, lambda: play(other, move))()

    listed = {"listed": lambda pilot: pilot.app.screen.query_one("DataTable").row_count}
    await act(pilot, rows, listed, {"there": there})


async def test_watching_follows_the_game_and_makes_no_moves(other: Live) -> None:
    async with opened(lambda opener: opener.resume(path_of(other))) as pilot:
        await go(pilot, """
                           | screen = ChoiceDialog ; text: another window (process
            1              | screen = ReplayScreen ; prompt: watching ; ply = 1
            enter p m there:a3,b3,c3 | ply = 2
            there:undo     | plies = 1
            left there:pass | plies = 2 ; ply = 0
            end there:close | prompt: closed this game
            p              | screen = GameScreen""", other)  # fmt: skip
        assert game(pilot).sitting.shown.match.moves == other.shown.match.moves
        await act(pilot, "type:a3,b3,c3 | plies = 3")
        assert store.read(path_of(other)).ply == 3
        await pilot.press("ctrl+q")


async def test_a_game_that_ends_or_goes_while_it_is_watched(other: Live) -> None:
    async with opened(lambda opener: opener.resume(path_of(other))) as pilot:
        await act(pilot, "1 |")
        path_of(other).unlink()
        await go(pilot, """
                        | prompt: cannot be read
            there:pass  | plies = 2
            there:pass  | prompt: wins
            there:close p q | exit""", other)  # fmt: skip


async def test_going_on_in_a_copy_from_the_menu(other: Live) -> None:
    async with stage("menu") as pilot:
        await go(pilot, """
            r       | listed
            enter 2 | screen = GameScreen
            type:a3,b3,c3 there:pass | plies = 2""", other)  # fmt: skip
        mine = game(pilot).sitting
        assert path_of(mine) == path_of(other).with_stem(path_of(other).stem + "-2")
        for sitting in (mine, other):
            assert store.read(path_of(sitting)).moves == sitting.shown.match.moves
        assert mine.shown.match.moves != other.shown.match.moves
        await act(pilot, "q 1 | screen = MenuScreen")
        assert SaveFile(path_of(mine)).owner is None
        await go(pilot, "r | listed\nenter | screen = ChoiceDialog", other)
        await act(pilot, "escape | screen = MenuScreen")


async def test_a_file_that_changes_while_it_is_played_is_kept(other: Live) -> None:
    other.close()
    path = path_of(other)
    async with opened(lambda opener: opener.resume(path)) as pilot:
        path.write_text(path.read_text() + "# a note\n")
        await act(pilot, "type:a3,b3,c3 | told: this game goes on in")
        assert path.read_text().endswith("# a note\n")
        assert store.read(path_of(game(pilot).sitting)).ply == 2


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
