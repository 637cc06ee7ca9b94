"""Boards with gaps, start points, ranges and up to five colours."""

from __future__ import annotations

import pytest

from termgames.core import maps
from termgames.core.topology import from_rows, hexhex, square
from termgames.tui.board import BoardView
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.layout import empty_board, layout_of
from termgames.tui.themes import ASCII, UNICODE
from tests.tui.board.support import LandApp

COVE = from_rows(["...--", ".-...", "...-."])
RING = from_rows(["...", ".-.", "..."])
ON_MAPS = [(name, maps.find(name).topology) for name in maps.shipped()]


@pytest.mark.parametrize("topology", [board for _, board in ON_MAPS], ids=[n for n, _ in ON_MAPS])
def test_lines_of_the_shipped_maps_meet(topology: object) -> None:
    """A line that leaves an intersection arrives at its neighbour, and the reverse."""
    layout = layout_of(topology)  # type: ignore[arg-type]
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


async def test_the_cursor_leaps_over_gaps_and_stops_at_the_rim() -> None:
    async with (app := LandApp(COVE)).run_test() as pilot:
        assert app.at == "c2"
        seen = []
        for key in (*"hlllkljjlhh",):
            await pilot.press(key)
            seen.append(app.at)
        assert seen == ["a2", "c2", "d2", "e2", "e2", "e2", "e1", "e1", "e1", "c1", "b1"]


@pytest.mark.parametrize("name", ["islands", "ring", "starfish", "hourglass"])
def test_arrows_alone_reach_every_point_and_stay_on_the_map(name: str) -> None:
    board = maps.find(name).topology
    cursor = CursorMoves(board)
    reached, edge = set(), {cursor.cell}
    while edge:
        start = edge.pop()
        reached.add(start)
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cursor.put(start)
            cursor.go(way)
            if cursor.cell not in reached:
                edge.add(cursor.cell)
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


async def test_start_points_are_marked_until_a_stone_lies_there() -> None:
    stones = {"r": "c3"}
    starts: dict[str, int | None] = {"a1": 0, "c1": None, "a3": 4, "c3": 1}
    for glyphs, drawn in (
        (UNICODE, ["▣───◆", "│   │", "⊙───⊕"]),
        (ASCII, ["5 . R", ".   .", "1 . ^"]),
    ):
        app = LandApp(RING, stones, starts=starts, glyphs=glyphs, can_play=False)
        async with app.run_test() as pilot:
            app.board.blur()
            await pilot.hover(BoardView, app.spot("b1"))
            shown = [row[3:].replace("[", glyphs.between).replace("]", glyphs.between).rstrip()
                     for row in app.drawn()[:3]]  # fmt: skip
            assert shown == drawn


async def test_the_range_lies_under_points_and_between_them() -> None:
    app = LandApp(square(5), {"b": "b2"}, within="a1 b1 b2 b3 c2", can_play=False)
    async with app.run_test():
        grounds = {name: app.style(name).bgcolor for name in square(5).names}
        lit = {name for name, ground in grounds.items() if ground != grounds["e5"]}
        assert lit == {"a1", "b1", "b2", "b3", "c2"}
        assert app.style("a1", 1).bgcolor == grounds["a1"]


@pytest.mark.parametrize("board", ["square", "hexhex"])
async def test_without_colours_what_is_out_of_range_has_another_character(board: str) -> None:
    topology = square(3) if board == "square" else hexhex(2)
    within = " ".join(topology.names[:3])
    app = LandApp(topology, within=within, glyphs=ASCII, can_play=False)
    async with app.run_test() as pilot:
        await pilot.press(*["j", "j", "j"])
        drawn = "".join(app.drawn()).replace("[", "").replace("]", "")
        assert drawn.count(",") == topology.cells - 3
        assert drawn.count(".") == 3
