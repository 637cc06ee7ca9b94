"""Playing on the screen, with the keys a player uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import ContentSwitcher
from textual.widgets._toast import Toast

from termgames import games
from termgames.play import store
from termgames.play.match import Match
from termgames.tui.board import BoardView
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.help import HelpScreen
from termgames.tui.table.zoom import LEAST_ROWS
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.scores import ScoreList
from tests.tui.board.support import place_of

from .support import enter, game, new_match, place, playing, prompt_text, table, walk

FIRST, SECOND = "a1,b1,c1", "a3,b3,c3"


async def test_a_whole_game_by_keys_ends_with_its_score(tmp_path: Path) -> None:
    match = new_match()
    path = tmp_path / "game.tgr"
    async with playing(match, path) as pilot:
        while not match.over:
            rules = match.game
            move = rules.format(rules.legal_moves(match.state)[0])
            ply = match.ply
            await place(pilot, move)
            assert match.ply == ply + 1, prompt_text(pilot)
            assert store.read(path).ply == match.ply
        screen = table(pilot)
        assert "wins" in prompt_text(pilot)
        assert screen.query_one(ContentSwitcher).current == "score"
        scores = screen.query_one(ScoreList)
        assert scores.has_focus
        await pilot.press("down")
        assert scores.highlighted is not None
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_the_prompt_tells_what_is_missing_and_what_is_refused() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("enter")
        assert "own 1/2, enemy 0/1" in prompt_text(pilot)
        await pilot.press("right", "enter", "right", "enter")
        assert "Enter or a click on it plays it" in prompt_text(pilot)
        await pilot.pause()
        assert "⏎ Play " in pilot.app.screen.query_one(KeyLine).render_line(0).text
        await pilot.press("enter")
        await pilot.press("enter")
        assert "occupied" in prompt_text(pilot)


@pytest.mark.parametrize("key", ["t", "left", "backspace", "escape"])
async def test_a_refusal_is_forgotten_with_the_next_key(key: str) -> None:
    match = new_match()
    async with playing(match) as pilot:
        await place(pilot, FIRST)
        await walk(pilot, "a1")
        await pilot.press("enter")
        board = table(pilot).board
        assert board.input.highlights.faults
        assert "occupied" in prompt_text(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert not board.input.highlights.faults
        assert "occupied" not in prompt_text(pilot)


async def test_a_pass_that_would_lose_is_asked_twice() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("p")
        await pilot.pause()
        assert match.ply == 2, "a pass that ends nothing is played at once"
        await enter(pilot, SECOND)
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        if not match.over:
            assert isinstance(pilot.app.screen, ChoiceDialog)
            await pilot.press("p")
            await pilot.pause()
        assert match.over


async def test_the_last_turn_is_in_sight_from_the_first_one_for_which_there_is_no_room() -> None:
    match = Match(games.create("pletore", {"size": 7}), ("human", "human"))
    async with playing(match) as pilot:
        moves = table(pilot).query_one(MoveList)
        for way in ("left", "left", "left", "up", "up", "up", "right", "right"):
            await pilot.press("enter", way)
            await pilot.pause()
            if match.ply > moves.size.height:
                break
        assert moves.scroll_offset.y == moves.max_scroll_y == 1


async def test_looking_back_and_on_and_clicking_a_move() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await enter(pilot, SECOND)
        sitting = game(pilot).sitting
        await pilot.press("comma")
        assert sitting.shown.ply == 1
        assert "After turn 1 of 2" in prompt_text(pilot)
        await pilot.press("enter")
        assert match.ply == 2, "the past cannot be played in"
        await pilot.press("less_than_sign")
        assert sitting.shown.ply == 0
        await pilot.click(MoveList, offset=(3, 0))
        assert sitting.shown.ply == 1
        await pilot.press("greater_than_sign")
        assert sitting.shown.present


async def test_help_shows_rules_and_keys() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, HelpScreen)
        for _ in range(5):
            screen.action_scroll(1)
        assert screen.query("#rules-0 VerticalScroll").first().scroll_y == 5, "no key is lost"
        await pilot.press("k")
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, HelpScreen)


async def test_a_ghost_on_stones_is_not_complained_of_before_a_key() -> None:
    async with playing(new_match(size=9)) as pilot:
        await pilot.press("t", "enter")
        await pilot.pause()
        assert game(pilot).sitting.shown.match.ply == 1
        assert "occupied" not in prompt_text(pilot)
        assert table(pilot).board.draft.status == "refused"
        await pilot.press("r")
        assert "occupied" in prompt_text(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "Enter plays it" in prompt_text(pilot)
        assert "Backspace" not in prompt_text(pilot)


async def test_the_prompt_says_whose_stone_comes_next() -> None:
    async with playing(new_match()) as pilot:
        assert "own stone" in prompt_text(pilot)
        await pilot.press("x")
        assert "next  ○  enemy stone" in prompt_text(pilot)
        await pilot.press("enter")
        assert "own 0/2, enemy 1/1" in prompt_text(pilot)
        assert "next  ●  own stone" in prompt_text(pilot)


async def test_undo_from_the_end_gives_the_board_back() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("p", "p")
        await pilot.pause()
        if not match.over:
            await pilot.press("p")
            await pilot.pause()
        screen = table(pilot)
        assert match.over
        assert screen.board.canvas.overlay is not None
        assert screen.query_one(ScoreList).highlighted is None
        await pilot.press("u")
        await pilot.pause()
        assert not match.over
        assert screen.board.has_focus
        assert screen.board.canvas.overlay is None
        assert screen.query_one(ContentSwitcher).current == "moves"


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_a_whole_game_by_mouse(options: dict[str, int]) -> None:
    match = new_match(**options)
    async with playing(match) as pilot:
        board = table(pilot).board
        while not match.over:
            move = match.game.legal_moves(match.state)[-2]
            cells, ply = match.game.cells_of(move), match.ply
            for cell in (*cells, cells[-1]):
                column, row = place_of(board, cell)
                await pilot.click(BoardView, offset=(column, row))
            await pilot.pause()
            assert match.ply == ply + 1, prompt_text(pilot)
        assert "wins" in prompt_text(pilot)


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_a_whole_game_by_the_stamp(options: dict[str, int]) -> None:
    match = new_match(**options)
    async with playing(match) as pilot:
        await pilot.press("t")
        board = table(pilot).board
        while not match.over:
            ply, move = match.ply, match.game.legal_moves(match.state)[-2]
            board.take_up(move)
            await pilot.press("r", "R", "e", "e", "e", "enter")
            await pilot.pause()
            assert match.ply == ply + 1, prompt_text(pilot)
            assert match.moves[-1] == move


async def test_a_right_click_changes_the_next_stone_and_then_the_odd_one() -> None:
    async with playing(new_match()) as pilot:
        board = table(pilot).board
        place = place_of(board, 0)
        await pilot.click(BoardView, offset=place, button=3)
        assert "enemy stone" in prompt_text(pilot)
        await enter(pilot, FIRST)
        await pilot.press("t", "t")
        for cell in (20, 21, 22):
            await pilot.click(BoardView, offset=place_of(board, cell))
        before = board.draft.picks
        await pilot.click(BoardView, offset=place_of(board, 22), button=3)
        await pilot.pause()
        assert board.draft.status == "complete"
        assert board.draft.picks != before


@pytest.mark.parametrize("size", [(60, 24), (80, 24)])
@pytest.mark.parametrize("columns", [5, 19])
async def test_messages_cover_nothing(size: tuple[int, int], columns: int) -> None:
    """In a narrow terminal; beside a board they move nothing, and lie over the lists."""
    async with playing(new_match(size=columns), size=size) as pilot:
        before = table(pilot).board.canvas.region
        for text in ("short", "long " * 30):
            pilot.app.notify(text, severity="warning")
        await pilot.pause()
        toasts = [toast.region for toast in pilot.app.screen.query(Toast)]
        at_table = table(pilot).table
        column = at_table.column
        lists = () if at_table.narrow else (column.tabs, column.graphs)
        beside = [panel for panel in column.children if panel not in lists]
        panels = (at_table.board, *beside, table(pilot).query_one(KeyLine))
        assert len(toasts) == 2
        after = table(pilot).board.canvas.region
        assert after == before or (columns == 19 and at_table.narrow)
        assert after.offset == before.offset
        for toast in toasts:
            assert pilot.app.screen.region.contains_region(toast)
            for panel in panels:
                assert not panel.display or not toast.overlaps(panel.region), panel


async def test_the_cursor_is_seen_where_something_can_be_picked() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.pause()

        def cursor() -> int | None:
            return game(pilot).board.canvas._scene.cursor

        assert cursor() is not None
        await pilot.press("comma")
        assert cursor() is None, "who looks back picks nothing"
        await pilot.press("greater_than_sign")
        assert cursor() is not None
        game(pilot).sitting.resign()
        await pilot.pause()
        assert cursor() is None


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_panels_begin_beside_the_first_row_of_the_board(size: tuple[int, int]) -> None:
    """At every zoom, where that leaves them the rows that they need."""
    async with playing(new_match(size=13), size=size) as pilot:
        board, column = table(pilot).board.canvas, table(pilot).query_one("#side")
        for _ in range(4):
            await pilot.press("Z")
            await pilot.pause()
            last = max(0, size[1] - 1 - LEAST_ROWS)
            assert column.content_region.y == min(max(0, board.region.y), last)
            assert column.content_region.bottom == size[1] - 1
