"""Other moves tried in a game that is looked through: variations, comments, playing on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from termgames import games
from termgames.play import record, store
from termgames.play.locks import FileLock
from termgames.play.match import Match
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.table.comment import CommentDialog
from termgames.tui.table.trying import Trying
from termgames.tui.widgets.comment_panel import CommentPanel
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.variations import VariationList

from .support import enter, game, new_match, opened, place, playing, prompt_text, table, until

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")


def played(count: int = len(GAME)) -> Match[Any, Any]:
    match = new_match()
    for text in GAME[:count]:
        match.submit(match.game.parse(match.state, text))
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    store.save(played(), path)
    return path


@asynccontextmanager
async def looking(file: Path) -> AsyncIterator[Pilot[None]]:
    match = store.read(file, draws=False)
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        yield pilot


def trying(pilot: Pilot[None]) -> Trying:
    screen = table(pilot)
    assert isinstance(screen, ReplayScreen)
    return screen.trying


def notes_in(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line.startswith("|")]


def shown(pilot: Pilot[None]) -> list[str]:
    listed = table(pilot).query_one(VariationList)
    return [str(listed.get_option_at_index(at).prompt) for at in range(listed.option_count)]


async def test_a_move_that_differs_opens_a_variation_and_is_kept(file: Path) -> None:
    before = file.read_text()
    async with looking(file) as pilot:
        sitting = table(pilot).sitting
        await pilot.press("full_stop", "T")
        await place(pilot, "a1,a2,b1")
        assert sitting.shown.ply == 2
        assert notes_in(file) == ["|1. a1,a2,b1"]
        await enter(pilot, "pass")
        assert notes_in(file) == ["|1. a1,a2,b1", "|2. pass"]
        assert [sitting.shown.game.format(move) for move in sitting.shown.match.moves] == [
            GAME[0],
            "a1,a2,b1",
            "pass",
        ]
        assert not sitting.shown.match.over
        # The move of the game opens nothing, and leads back into it.
        await pilot.press("comma", "comma")
        assert sitting.shown.ply == 1
        await enter(pilot, GAME[1])
        assert sitting.shown.match.ply == len(GAME)
        await pilot.press("escape")
        assert not table(pilot).sitting.trying
        await pilot.press("down")
        assert sitting.shown.match.ply == 3
        await pilot.press("right", "left", "up")
        assert (sitting.shown.ply, sitting.shown.match.ply) == (2, len(GAME))
    bare = [line for line in file.read_text().splitlines() if not line.startswith("|")]
    assert bare == before.splitlines()


async def test_the_list_of_variations_leads_to_each(file: Path) -> None:
    text = file.read_text().replace(
        f"{GAME[0]}\n", f"{GAME[0]}\n| Hm.\n|1. pass\n|2. pass\n|1. a1,a2,b1\n"
    )
    file.write_text(text)
    async with looking(file) as pilot:
        assert shown(pilot) == [
            f'1 {GAME[0]}  "Hm."',
            f"2 {GAME[1]}",
            "  pass pass",
            "  a1,a2,b1",
        ]
        await pilot.press("v")
        await pilot.pause()
        for ply, plies in ((1, 5), (2, 5), (2, 3), (2, 2)):
            await pilot.press("down")
            await pilot.pause()
            sitting = table(pilot).sitting
            assert (sitting.shown.ply, sitting.shown.match.ply) == (ply, plies)
        assert table(pilot).sitting.aside
        await pilot.press("escape", "G")
        assert (table(pilot).sitting.shown.ply, table(pilot).sitting.aside) == (1, False)


async def test_enter_on_a_list_gives_the_keys_back_to_the_board(file: Path) -> None:
    file.write_text(file.read_text().replace(f"{GAME[0]}\n", f"{GAME[0]}\n|1. pass\n"))
    async with looking(file) as pilot:
        for tries in (False, True):
            if tries:
                await pilot.press("T")
            await pilot.press("v")
            await pilot.pause()
            assert table(pilot).query_one(VariationList).has_focus
            assert "Board" in str(table(pilot).query_one(KeyLine).render())
            await pilot.press("enter")
            await pilot.pause()
            assert table(pilot).board.has_focus
            assert table(pilot).table.tabs.current == "moves"
        await pilot.press("less_than_sign")
        await place(pilot, "a1,a2,b1")
        assert "|1. a1,a2,b1" in notes_in(file)


async def test_a_variation_is_deleted_when_that_is_confirmed(file: Path) -> None:
    async with looking(file) as pilot:
        await pilot.press("T")
        await enter(pilot, "pass")
        await enter(pilot, "a1,a2,b1")
        await pilot.press("comma", "delete")
        await pilot.pause()
        await pilot.press("1")
        assert len(notes_in(file)) == 2
        await pilot.press("delete")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert notes_in(file) == []
        assert (table(pilot).sitting.shown.ply, table(pilot).sitting.tree.notes.count) == (0, 0)


async def test_a_comment_is_written_shown_and_bounded(file: Path) -> None:
    async with looking(file) as pilot:
        await pilot.press("full_stop", "w")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommentDialog))
        await pilot.press(*"[b]x", "enter", *"yT", "ctrl+s")
        await pilot.pause()
        assert notes_in(file) == ["| [b]x", "| yT"]
        comment = table(pilot).query_one(CommentPanel)
        assert (comment.display, comment.text) == (True, "[b]x\nyT")
        await pilot.press("comma")
        assert not comment.display
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommentDialog))
        dialog = pilot.app.screen
        assert isinstance(dialog, CommentDialog)
        dialog._text.text = "x" * 4001
        await pilot.press("ctrl+s")
        assert pilot.app.screen is dialog
        await pilot.press("escape")
        assert notes_in(file) == ["| [b]x", "| yT"]


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
async def test_a_long_comment_says_how_to_read_on(file: Path, size: tuple[int, int]) -> None:
    words = [f"word{number}" for number in range(60)]
    text = file.read_text().replace("\n\n", "\n\n| " + " ".join(words) + "\n", 1)
    file.write_text(text)
    match = store.read(file, draws=False)
    async with opened(lambda opener: opener.open_replay(match, file), size) as pilot:
        comment = table(pilot).query_one(CommentPanel)
        *lines, last = str(comment.render()).splitlines()
        assert 1 <= len(lines) + 1 == comment.size.height <= 5
        assert " ".join(lines).split() == words[: len(" ".join(lines).split())]
        assert last.endswith("more lines: w shows all)")
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommentDialog))
        assert pilot.app.screen.query_one(TextArea).text == " ".join(words)


async def test_what_cannot_be_kept_is_said_once(file: Path) -> None:
    lock = FileLock(file)
    async with looking(file) as pilot:
        lock.take()
        await pilot.press("T")
        await enter(pilot, "pass")
        await enter(pilot, "pass")
        told = [note.message for note in pilot.app._notifications]
        assert len([text for text in told if text.startswith("What you add here is not")]) == 1
        lock.release()
        await pilot.press("comma")
        await enter(pilot, "a1,a2,b1")
        assert len(notes_in(file)) == 3


async def test_a_game_goes_on_from_a_variation_and_the_record_stays(file: Path) -> None:
    async with looking(file) as pilot:
        await pilot.press("full_stop", "T")
        await enter(pilot, "a1,a2,b1")
        before = file.read_text()
        await pilot.press("P")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        assert pilot.app.screen._seat_rows[1].player == "human", "who goes on wants to play"
        assert not str(pilot.app.screen.query_one("#picture").render()).strip()
        rows = [row for row in pilot.app.screen.query(OptionRow) if row.display]
        assert [row.option.name for row in rows] == ["manner"], "the game itself is settled"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        match = game(pilot).sitting.shown.match
        assert [match.game.format(move) for move in match.moves] == [GAME[0], "a1,a2,b1"]
        await enter(pilot, "pass")
        assert match.ply == 3
        saved = game(pilot).sitting.keeper.file
        assert saved is not None
        assert store.read(saved.path).moves == match.moves
    assert file.read_text() == before
    assert saved.path != file


async def test_moves_are_tried_when_the_game_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    match = played(4)
    async with playing(match, path) as pilot:
        await enter(pilot, GAME[4])
        assert match.over
        await pilot.press("T")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("comma")
        assert table(pilot).sitting.trying
        await enter(pilot, "pass")
        assert (notes_in(path), table(pilot).sitting.aside) == (["|1. pass"], True)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        await pilot.press("u")
        assert record.write(match) == record.write(store.read(path))


async def test_nothing_is_tried_while_hands_are_hidden() -> None:
    match = Match(games.create("mitropia", {"players": 2, "map": "9x9-cut"}), ("human",) * 2, 3)
    async with opened(lambda opener: opener.open_replay(match, Path("none.tgr"))) as pilot:
        await pilot.press("T")
        assert not table(pilot).sitting.trying
        assert not match.notes


async def test_in_a_finished_game_with_dice_they_fall(tmp_path: Path) -> None:
    file = tmp_path / "game.tgr"
    file.write_bytes((Path(__file__).parents[2] / "golden" / "mitropia.tgr").read_bytes())
    match = store.read(file, draws=False)
    rolls = [ply for ply in range(match.ply) if match.game.format(match.move_at(ply)) == "roll"]
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        sitting = table(pilot).sitting
        sitting.shown.look(rolls[3])
        await pilot.press("T")
        await enter(pilot, "pass")
        assert notes_in(file) == ["|1. pass"]
        assert sitting.shown.match.to_act >= 0
        await pilot.press("r")
        [passed, rolled, dice] = notes_in(file)
        assert (passed, rolled, dice[:3]) == ("|1. pass", "|2. roll", "|3.")
        assert sitting.shown.display.rolled(sitting.shown.position)


async def test_nothing_is_tried_in_a_game_played_elsewhere(file: Path) -> None:
    async with looking(file) as pilot:
        screen = table(pilot)
        assert isinstance(screen, ReplayScreen)
        assert prompt_text(pilot)
        screen.trying._allowed = False
        await pilot.press("T", "w")
        assert not screen.sitting.trying
        assert pilot.app.screen is screen
