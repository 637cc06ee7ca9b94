"""Boards with gaps, start points, ranges and marks around them, and larger than the room."""

from __future__ import annotations

import pytest

from termgames.core import maps
from termgames.core.topology import Topology, from_rows, hexhex, square
from termgames.tui.board import BoardView
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.layout import empty_board, layout_of
from termgames.tui.themes import UNICODE
from tests.tui.board.support import BoardApp, LandApp

RING = from_rows(["...", ".-.", "..."])
ON_MAPS = [(name, maps.find(name).topology) for name in maps.shipped()]


@pytest.mark.parametrize("topology", [board for _, board in ON_MAPS], ids=[n for n, _ in ON_MAPS])
def test_lines_of_the_shipped_maps_meet(topology: Topology) -> None:
    """A line that leaves an intersection arrives at its neighbour, and the reverse."""
    layout = layout_of(topology)
    drawing = empty_board(layout, UNICODE)
    east, west, north, south = "╶└┌├─┴┬┼╋", "╴┘─┐┴┤┬┼╋", "╵└│├┘┴┤┼╋", "╷│┌├┐┤┬┼╋"
    board = layout.topology
    for cell, (column, row) in enumerate(layout.places):
        char = drawing[row][column]
        for way, arms in enumerate((east, north, west, south)):
            there = int(board.neighbours[cell, way]) != board.cells
            assert (char in arms) == there, board.names[cell]
        beside = drawing[row][column + 1]
        assert beside == ("─" if int(board.neighbours[cell, 0]) != board.cells else " ")


@pytest.mark.parametrize(
    "board", [*(board for _, board in ON_MAPS), square(5), hexhex(4)], ids=lambda each: each.cells
)
def test_arrows_alone_reach_every_point_and_stay_on_the_board(board: Topology) -> None:
    cursor = CursorMoves(board)
    reached, edge = set(), {cursor.cell}
    while edge:
        reached.add(start := edge.pop())
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cursor.put(start)
            cursor.go(way)
            edge |= {cursor.cell} - reached
    assert reached == set(range(board.cells))


async def test_the_mouse_finds_points_and_no_gaps() -> None:
    async with (app := LandApp(RING)).run_test() as pilot:
        for name in RING.names:
            await pilot.hover(BoardView, app.spot(name))
            assert app.at == name
        column, row = app.spot("a2")
        await pilot.click(BoardView, (column + 2, row))
        await pilot.pause()
        assert (app.moves, app.at) == ([], RING.names[-1])
        await pilot.click(BoardView, app.spot("c2"))
        await pilot.pause()
        assert app.moves == ["c2"]


async def test_plus_and_minus_go_round_the_cells_that_can_be_chosen() -> None:
    async with (app := LandApp(square(5), within="b2 d2 a4")).run_test() as pilot:
        seen = []
        for key in [*["plus"] * 4, *["minus"] * 3]:
            await pilot.press(key)
            seen.append(app.at)
        assert seen == ["a4", "b2", "d2", "a4", "d2", "b2", "a4"]
        await pilot.press(*["l", "plus"])
        assert app.at == "b2"


async def test_cleared_cells_can_be_picked_the_first_one_as_well() -> None:
    app = BoardApp(
        ["bw.", ".-..", "..--.", ".-..", "..."], game_id="majorities", size=3, capture=True
    )
    async with app.run_test(size=(40, 14)) as pilot:
        await pilot.click(app.board, offset=app.spot("e3"))
        assert app.board.draft.cleared == {app.game.topology.cell(name) for name in ("e1", "e2")}
        assert app.char("e1") == app.board.canvas.glyphs.invite
        await pilot.click(app.board, offset=app.spot("e3"))
        assert app.game.format(app.board.draft.move) == "e3,e3"
        await pilot.press("backspace")
        await pilot.click(app.board, offset=app.spot("e1"))
        assert app.game.format(app.board.draft.move) == "e3,e1"
        assert app.char("e1") in app.board.canvas.glyphs.ghosts


@pytest.mark.parametrize("size", [(80, 18), (30, 9)])
async def test_the_cursor_and_its_coordinates_are_seen_wherever_it_goes(
    size: tuple[int, int],
) -> None:
    board = maps.find("starfish").topology
    names = [*board.names[::8], board.names[-1]]
    app = LandApp(board, within=" ".join(names))
    async with app.run_test(size=size) as pilot:
        seen = set()
        for _ in names:
            app.board.input.seek(1)
            await pilot.pause()
            seen.add(app.at)
            column, row = app.spot(app.at)
            lines = app.drawn()[: app.board.canvas.scrollable_content_region.height]
            assert lines[row][column - 1] + lines[row][column + 1] == "[]", app.at
            assert lines[-1][column] == app.at[0]
            assert column < app.board.canvas.scrollable_content_region.width
            assert lines[row][:3].strip() == app.at[1:]
    assert seen == set(names)


async def test_coordinates_that_stay_are_no_points_to_click() -> None:
    app = LandApp(square(19))
    async with app.run_test(size=(24, 10)) as pilot:
        app.board.input.walk(1, 1, 3)
        app.board.input.walk(0, -1, 3)
        await pilot.pause()
        at, offset = app.at, app.board.canvas.scroll_offset
        assert offset.x > 0
        assert app.board.canvas.max_scroll_y > offset.y
        lines = app.board.canvas.scrollable_content_region.height
        for place in ((1, 2), (10, lines - 1)):
            await pilot.click(BoardView, place)
            assert app.at == at
        assert app.moves == []
        column, row = app.spot(at)
        west = app.topology.names[app.topology.neighbours[app.board.cursor, 2]]
        for aside, name in ((-2, west), (0, at)):
            await pilot.hover(BoardView, (column + aside, row))
            assert (app.at, app.board.canvas.scroll_offset) == (name, offset)
