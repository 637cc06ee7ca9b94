"""Playing on the screen, with the keys a player uses."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import ContentSwitcher
from textual.widgets._toast import Toast

from termgames.play import store
from termgames.tui.board import BoardView
from termgames.tui.screens.help import HelpScreen
from termgames.tui.table.zoom import LEAST_ROWS
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.scores import ScoreList
from tests.tui.board.support import place_of

from .support import act, acted, enter, new_match, place, playing, prompt_text, stage, table

FIRST = "a1,b1,c1"

test_scenes = acted(
    """
    == the prompt tells what is missing and what is refused | play plurality
    enter                   | prompt: own 1/2, enemy 0/1
    right enter right enter | prompt: Enter or a click on it plays it ; keys: ⏎ Play
    enter enter             | prompt: occupied
    == a refusal is forgotten with t | play plurality + a1,b1,c1
    walk:a1 enter | faults ; prompt: occupied
    t             | !faults ; prompt!: occupied
    == a refusal is forgotten with an arrow | play plurality + a1,b1,c1
    walk:a1 enter | faults ; prompt: occupied
    left          | !faults ; prompt!: occupied
    == a refusal is forgotten with backspace | play plurality + a1,b1,c1
    walk:a1 enter | faults ; prompt: occupied
    backspace     | !faults ; prompt!: occupied
    == a refusal is forgotten with escape | play plurality + a1,b1,c1
    walk:a1 enter | faults ; prompt: occupied
    escape        | !faults ; prompt!: occupied
    == a pass that would lose is asked twice | play plurality komi=-9.5 + c4,c5,d5 a1,b1,c1 pass
    p | screen = ChoiceDialog ; !over
    2 | over
    == a pass that wins or ends nothing is played at once | play plurality + c4,c5,d5
    p | plies = 2
    p | over
    == looking back and on and clicking a move | play plurality + a1,b1,c1 a3,b3,c3
    comma             | ply = 1 ; prompt: After turn 1 of 2
    enter             | plies = 2
    less_than_sign    | ply = 0
    move:             | ply = 1
    greater_than_sign | present
    == help shows rules and keys | play plurality
    question_mark               | screen = HelpScreen
    scroll:                     | scrolled = 5.0
    k escape                    | screen = GameScreen
    == a ghost on stones is not complained of before a key | play plurality size=9
    t enter | plies = 1 ; prompt!: occupied ; draft = refused
    r       | prompt: occupied
    u       | prompt: Enter plays it ; prompt!: Backspace
    == the prompt says whose stone comes next | play plurality
          | prompt: own stone
    x     | prompt: next ○ enemy stone
    enter | prompt: own 0/2, enemy 1/1 ; prompt: next ● own stone
    == undo from the end gives the board back | play plurality + a1,b1,c1
    p p p | over ; overlay ; marked = None
    u     | !over ; focus = board ; !overlay ; tab = moves
    == the cursor is seen where something can be picked | play plurality + a1,b1,c1
                      | mark != None
    comma             | mark = None
    greater_than_sign | mark != None
    resign:           | mark = None
    """,
    {
        "draft": lambda pilot: table(pilot).board.draft.status,
        "mark": lambda pilot: table(pilot).board.canvas._scene.cursor,
        "marked": lambda pilot: table(pilot).query_one(ScoreList).highlighted,
        "scrolled": lambda pilot: (
            pilot.app.screen.query("#rules-0 VerticalScroll").first().scroll_y
        ),
    },
    {
        "move": lambda pilot, _: pilot.click(MoveList, offset=(3, 0)),
        "scroll": lambda pilot, _: scroll(pilot.app.screen),
    },
)


def scroll(screen: HelpScreen) -> None:
    """Five keys at once; none is lost."""
    for _ in range(5):
        screen.action_scroll(1)


async def test_a_whole_game_by_keys_ends_with_its_score(tmp_path: Path) -> None:
    match, path = new_match(), tmp_path / "game.tgr"
    async with playing(match, path) as pilot:
        while not match.over:
            ply, rules = match.ply, match.game
            await place(pilot, rules.format(rules.legal_moves(match.state)[0]))
            assert match.ply == ply + 1, prompt_text(pilot)
            assert store.read(path).ply == match.ply
        assert "wins" in prompt_text(pilot)
        screen = table(pilot)
        assert screen.query_one(ContentSwitcher).current == "score"
        scores = screen.query_one(ScoreList)
        assert scores.has_focus
        await pilot.press("down")
        assert scores.highlighted is not None
        await act(pilot, "q | exit")


async def test_the_last_turn_is_in_sight_from_the_first_one_for_which_there_is_no_room() -> None:
    async with stage("play pletore size=7") as pilot:
        moves = table(pilot).query_one(MoveList)
        for way in ("left", "left", "left", "up", "up", "up", "right", "right"):
            await act(pilot, f"enter {way} |")
            if table(pilot).sitting.shown.ply > moves.size.height:
                break
        assert moves.scroll_offset.y == moves.max_scroll_y == 1


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
