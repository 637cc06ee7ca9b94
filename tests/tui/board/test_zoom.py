"""Boards of large cells: where things lie, what stands for what, how little a key costs."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from termgames.core import maps
from termgames.core.game import NEUTRAL
from termgames.core.topology import Topology, hexhex, square
from termgames.tui.board import BoardView
from termgames.tui.board.blocks import BlockPainter
from termgames.tui.board.layout import ZOOMS, layout_of
from termgames.tui.board.palette import Palette
from termgames.tui.board.scene import Position, Scene
from termgames.tui.board.tints import Tint
from termgames.tui.themes import ASCII, UNICODE, GlyphSet, looks
from tests.tui.board.support import BoardApp, LandApp

BOARDS = {
    "square": square(5),
    "hexhex": hexhex(3),
    "map": maps.find("ring").topology,
}
zooms = pytest.mark.parametrize("zoom", ZOOMS)


@asynccontextmanager
async def zoomed(
    app: Any, zoom: int, size: tuple[int, int] = (200, 80)
) -> AsyncIterator[Pilot[None]]:
    """A board whose cells have so many rows, if not said otherwise with room for all of it."""
    async with app.run_test(size=size) as pilot:
        app.board.canvas.dress(zoom=zoom)
        await pilot.pause()
        yield pilot


def block(app: Any, name: str) -> list[str]:
    """The characters of a cell."""
    column, row = app.spot(name)
    zoom = app.board.canvas.zoom
    lines = [app.board.canvas.render_line(row + down).text for down in range(zoom)]
    return [line[column : column + 2 * zoom] for line in lines]


@zooms
@pytest.mark.parametrize("topology", BOARDS.values(), ids=BOARDS)
async def test_the_mouse_finds_the_cell_under_every_corner(topology: Topology, zoom: int) -> None:
    app = LandApp(topology)
    async with zoomed(app, zoom) as pilot:
        for name in topology.names[:: max(1, topology.cells // 8)]:
            column, row = app.spot(name)
            for aside, down in ((0, 0), (2 * zoom - 1, zoom - 1)):
                await pilot.hover(BoardView, (column + aside, row + down))
                assert app.at == name
        await pilot.click(BoardView, app.spot(topology.names[0]))
        await pilot.pause()
        assert app.moves == [topology.names[0]]


async def test_every_colour_has_a_shape_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    stones = dict(zip("bwrug", ("a1", "b1", "c1", "d1", "e1"), strict=True))
    for glyphs in (UNICODE, ASCII):
        app = LandApp(square(5), stones, glyphs=glyphs, can_play=False)
        async with app.run_test(size=(60, 30)) as pilot:
            for zoom in (2, 3, 4):
                app.board.canvas.dress(zoom=zoom)
                await pilot.pause()
                shapes = {"\n".join(block(app, name)) for name in stones.values()}
                assert len(shapes) == 5
                text = "".join(app.drawn())
                assert glyphs is UNICODE or text.isascii()


@pytest.mark.parametrize(("zoom", "most"), [(1, 16), (2, 40), (3, 60), (4, 90)])
async def test_a_key_repaints_little(zoom: int, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    app = LandApp(square(19))
    async with zoomed(app, zoom):
        canvas = app.board.canvas
        asked: list[Region] = []
        refresh = canvas.refresh

        def noted(*regions: Region, **options: bool) -> object:
            asked.extend(regions or [Region(0, 0, *canvas.board_size())])
            return refresh(*regions, **options)

        monkeypatch.setattr(canvas, "refresh", noted)
        app.board.input.walk(1, 0)
        assert 0 < sum(region.area for region in asked) <= most


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("topology", BOARDS.values(), ids=BOARDS)
def test_what_was_painted_before_does_not_show_through(
    topology: Topology, glyphs: GlyphSet
) -> None:
    """Only cells that differ are painted again; the drawing is what a fresh painter's would be."""
    rng = random.Random(1)
    layout = layout_of(topology, zoom=2)
    palette = Palette(looks(2, "bw")[0], plain=False)
    painter, cells = BlockPainter(layout, glyphs, palette), range(topology.cells)

    def some(part: int) -> list[int]:
        return rng.sample(cells, topology.cells // part)

    for _ in range(12):
        lying = Position(
            bytes(rng.choice((0, 0, 1, 2)) for _ in cells),
            last=frozenset(some(8)),
            tints={
                cell: Tint(rng.choice((NEUTRAL, 0, 1)), 0.8, rng.random() < 0.5) for cell in some(3)
            },
            marked=tuple(some(8)),
            origins={cell: rng.choice((None, 0)) for cell in some(8)},
            within=frozenset(some(2) if rng.random() < 0.7 else ()),
        )
        fresh = BlockPainter(layout, glyphs, palette)
        scene = Scene(faded=frozenset(some(3)))
        drawing, other = painter.position(lying), fresh.position(lying)
        assert drawing == other
        spots = painter.highlights(scene, drawing, lying.stones)
        assert spots == fresh.highlights(scene, other, lying.stones)


@zooms
async def test_voids_are_holes_and_free_cells_are_the_board(zoom: int) -> None:
    app = BoardApp(game_id="majorities", size=5)
    async with zoomed(app, zoom):
        canvas = app.board.canvas
        layout, board = canvas.board_layout, canvas._painter.palette.board.rich_color
        grounds = {canvas._base[row][column][1].bgcolor for column, row in layout.places}
        assert grounds == {board}
        assert len(layout.holes) == len(app.game.topology.voids)
        for column, row in layout.holes:
            char, style = canvas._base[row + zoom - 1][column + 1]
            assert char == " "
            assert style.bgcolor != board


@zooms
async def test_marks_beside_the_board_are_no_coordinates_and_are_named_once(zoom: int) -> None:
    app = BoardApp(game_id="majorities", size=5)
    async with zoomed(app, zoom):
        canvas = app.board.canvas
        layout = canvas.board_layout
        assert "".join(app.drawn()).count("needed") == 1
        assert "needed" in app.drawn()[0]
        aside, below = layout.middle
        for mark in app.shown.edge_marks(app.state):
            column, row = layout.place(mark.x, mark.y)
            number = canvas._base[row + below][column + aside]
            assert number[0] == str(mark.count)
            for label in layout.labels:
                assert canvas._base[label.row][label.column][1].bgcolor != number[1].bgcolor


@zooms
async def test_a_range_is_seen_where_no_colour_lies_between(
    zoom: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "screen")
    monkeypatch.setenv("COLORTERM", "")
    app = LandApp(square(5), within="b2 b3 c2 c3", can_play=False)
    async with zoomed(app, zoom):
        base, layout = app.board.canvas._base, app.board.canvas.board_layout
        aside, below = layout.middle
        drawn = [base[row + below][column + aside] for column, row in layout.places]
        within, without = (drawn[square(5).cell(name)] for name in ("c3", "d4"))
        assert within != without
