"""Boards that are larger than the room for them: every point and its coordinates are seen."""

from __future__ import annotations

import pytest

from termgames.core import maps
from termgames.core.topology import square
from termgames.tui.board import BoardView
from tests.tui.board.support import LandApp


@pytest.mark.parametrize("size", [(80, 18), (40, 9), (30, 40)])
async def test_the_cursor_and_its_coordinates_are_seen_wherever_it_goes(
    size: tuple[int, int],
) -> None:
    board = maps.find("starfish").topology
    names = [*board.names[::4], board.names[-1]]
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
