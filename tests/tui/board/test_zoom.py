"""What is drawn on a board, also in large cells: where things lie, what stands for what, how little
a key costs."""

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from textual.geometry import Region

from termgames.core import maps
from termgames.core.game import NEUTRAL
from termgames.core.topology import Topology, hexhex, square
from termgames.play.pictures.seen import Position, Scene, Tint
from termgames.tui.board import BoardView
from termgames.tui.board.layout import ZOOMS, layout_of
from termgames.tui.board.painter import Painter
from termgames.tui.board.palette import Palette
from termgames.tui.board.plate import PlatePainter
from termgames.tui.themes import ASCII, UNICODE, GlyphSet, looks
from tests.tui.board.support import BoardApp, LandApp

BOARDS = {
    "square": square(5),
    "hexhex": hexhex(3),
    "map": maps.find("ring").topology,
}


async def zooms(app: Any, size: tuple[int, int] = (200, 80)) -> AsyncIterator[tuple[Any, int]]:
    """A board whose cells have so many rows, one after the other."""
    async with app.run_test(size=size) as pilot:
        for zoom in ZOOMS:
            app.board.canvas.dress(zoom=zoom)
            await pilot.pause()
            yield pilot, zoom


@pytest.mark.parametrize("topology", BOARDS.values(), ids=BOARDS)
async def test_the_mouse_finds_the_cell_under_every_corner(topology: Topology) -> None:
    app = LandApp(topology)
    async for pilot, zoom in zooms(app):
        for name in topology.names[:: max(1, topology.cells // 8)]:
            column, row = app.spot(name)
            for aside, down in ((0, 0), (2 * zoom - 1, zoom - 1)):
                await pilot.hover(BoardView, (column + aside, row + down))
                assert app.at == name
        await pilot.click(BoardView, app.spot(topology.names[0]))
        await pilot.pause()
        assert app.moves == [topology.names[0]] * zoom


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_every_colour_has_a_shape_of_its_own(
    glyphs: GlyphSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    stones = {colour: f"{at}1" for colour, at in zip("bwrug", "abcde", strict=True)}
    app = LandApp(square(5), stones, glyphs=glyphs, can_play=False)
    async for _, zoom in zooms(app, (60, 30)):
        shapes, lines = set(), app.drawn()
        for name in stones.values():
            column, row = app.spot(name)
            shapes.add("\n".join(f"{lines[row + y]:60}"[column:][: 2 * zoom] for y in range(zoom)))
        assert len(shapes) == 5
        assert glyphs is UNICODE or "".join(lines).isascii()


async def test_a_key_repaints_little(monkeypatch: pytest.MonkeyPatch) -> None:
    app, asked = LandApp(square(19)), list[Region]()
    canvas = app.board.canvas
    refresh = canvas.refresh

    def noted(*regions: Region, **options: bool) -> object:
        asked.extend(regions or [Region(0, 0, *canvas.board_size())])
        return refresh(*regions, **options)

    monkeypatch.setattr(canvas, "refresh", noted)
    async for _, zoom in zooms(app):
        asked.clear()
        app.board.input.walk(1, 0)
        assert 0 < sum(region.area for region in asked) <= {1: 16, 2: 40, 3: 60, 4: 90}[zoom]
        assert len({region.y for region in asked}) == len(asked)  # each costs all at its left


@pytest.mark.parametrize("plate", [True, False], ids=["plate", "characters"])
@pytest.mark.parametrize("topology", BOARDS.values(), ids=BOARDS)
def test_what_was_painted_before_does_not_show_through(topology: Topology, plate: bool) -> None:
    """Cells alike are drawn once; the drawing is what a fresh painter's would be."""
    rng, layout, cells = random.Random(1), layout_of(topology, zoom=2), range(topology.cells)
    palette = Palette(looks(2, "bw")[0], plain=False)

    def new() -> Any:
        if plate:
            return PlatePainter(layout, palette)
        return Painter(layout, ASCII, palette)

    painter = new()

    def some(part: int) -> list[int]:
        return rng.sample(cells, topology.cells // part)

    for _ in range(12):
        stones = bytes(rng.choice((0, 0, 1, 2)) for _ in cells)
        owners, firm = rng.choices((NEUTRAL, 0, 1), k=len(cells)), rng.random() < 0.5
        tints = {cell: Tint(owners[cell], 0.8, firm) for cell in some(3)}
        origins = {cell: rng.choice((None, 0)) for cell in some(8)}
        marks = {"last": frozenset(some(8)), "marked": tuple(some(8)), "within": frozenset(some(2))}
        lying: Any = Position(stones, tints=tints, origins=origins, **marks)
        fresh, scene = new(), Scene(faded=frozenset(some(3)))
        drawing = painter.position(lying)
        assert drawing == fresh.position(lying)
        spots = painter.highlights(scene, drawing, stones)
        assert spots == fresh.highlights(scene, fresh.position(lying), stones)


async def test_a_range_is_seen_where_no_colour_lies_between(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "screen")
    monkeypatch.setenv("COLORTERM", "")
    app = LandApp(square(5), within="b2 b3 c2 c3", can_play=False)
    async for _ in zooms(app):
        base, layout = app.board.canvas._base, app.board.canvas.board_layout
        aside, below = layout.middle
        drawn = [base[row + below][column + aside] for column, row in layout.places]
        within, without = (drawn[square(5).cell(name)] for name in ("c3", "d4"))
        assert within != without


OPEN = (".....",) * 5
TIGHT = (".....", ".bb..", ".w...", "...w.", ".b...")
"""Black to move. a1 can be part of no placement; c3 would fill b3-c4."""


async def test_estimate_tints_lightly_and_goes_with_the_position() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:

        async def grounds() -> list[object]:
            await pilot.pause()
            return [app.style(name).bgcolor for name in ("a1", "e5", "c1")]

        plain, values = (await grounds())[0], np.zeros(25)
        values[0], values[24] = 1.0, -1.0
        app.board.canvas.set_estimate(values)
        tinted = await grounds()
        assert len({plain, *tinted}) == 3
        app.board.canvas.set_estimate(np.stack([(values + 1) / 2, (1 - values) / 2], axis=1))
        assert await grounds() == tinted
        app.show()
        assert (await grounds())[0] == plain


async def test_without_colours_characters_say_everything(monkeypatch: Any) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = BoardApp(TIGHT)
    app.last = [app.topology.cell(name) for name in ("b4", "c4", "d2")]
    async with app.run_test() as pilot:
        await pilot.press("l", "enter")
        assert app.drawn()[:5] == [
            " 5 ┌─┬─┬─∘─┐",
            " 4 ├(● ●)∘─∘",
            " 3 ├─○─┼[◍]∘",
            " 2 ├─┼─┼(○)┤",
            " 1 └─●─┴─┴─┘",
        ]
        styles = [each.style for y in range(6) for each in app.board.canvas.render_line(y)]
        assert all(style.color is style.bgcolor is None for style in filter(None, styles))
        await pilot.press("escape", "k", "k")
        app.board.highlight([app.game.topology.cell(name) for name in ("b4", "e3")])
        await pilot.pause()
        assert (app.char("b4"), app.char("b4", 1), app.char("e3")) == ("●", "!", UNICODE.fault)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
async def test_stones_that_are_pointed_out_stay_stones(glyphs: GlyphSet) -> None:
    """As when one of several stones is to be picked up."""
    app = BoardApp([".....", ".bw..", "..b..", ".....", "....."], glyphs=glyphs)
    async with app.run_test(size=(60, 30)) as pilot:
        canvas, names = app.board.canvas, ("b4", "c4", "c3")
        for zoom, kind in product(ZOOMS, ("hints", "inviting")):
            canvas.dress(zoom=zoom)
            await pilot.pause()
            before, scene = [*map(app.char, names)], app.board.input.scene(active=True)
            cells = frozenset(map(app.topology.cell, (*names, "a1")))
            canvas.show_scene(replace(scene, **{kind: cells}))
            assert [*map(app.char, names)] == before
            drawn = app.drawn()
            canvas.show_scene(scene)
            styled = glyphs is UNICODE  # the ground under the stone tells
            assert styled or drawn[:-3] != app.drawn()[:-3], "and are told from others"
            corner = [line[:12] for line in drawn if line[:2] == " 1"]
            assert (
                glyphs is ASCII
                or zoom > 1
                or corner != [line[:12] for line in app.drawn() if line[:2] == " 1"]
            )
