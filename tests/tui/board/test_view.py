"""The board under keys and mouse: both ways of entry, refusals, marks, scrolling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from textual.geometry import Region

from termgames.games.plurality.rules import Place
from termgames.tui.board import BoardView
from termgames.tui.themes import ASCII, UNICODE
from tests.tui.board.support import POSITIONS, BoardApp

OPEN, TIGHT = POSITIONS["open"], POSITIONS["tight"]


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_every_cell_is_under_its_place(options: dict[str, Any]) -> None:
    app = BoardApp(**options)
    async with app.run_test() as pilot:
        for number, name in enumerate(app.game.topology.names):
            column, row = app.spot(name)
            await pilot.hover(BoardView, (column + number % 2, row))
            assert app.at == name


async def test_small_viewport_scrolls_with_the_cursor_and_maps_the_mouse() -> None:
    app = BoardApp(size=19)
    async with app.run_test(size=(24, 10)) as pilot:
        canvas = app.board.canvas
        assert canvas.board_size() == (43, 20)
        assert canvas.size.width <= 24
        for keys in ("LLL", "JJJ"):
            await pilot.press(*keys)
            await pilot.pause()
        assert app.at == "t1"
        assert Region(*canvas.scroll_offset, *canvas.size).contains_point((42, 18))
        assert canvas.scroll_offset.x > 0
        await pilot.press(*"LLL")  # nothing to follow: stays
        column, row = app.spot("r4")
        scrolled = canvas.scroll_offset
        for aside, name in ((0, "r4"), (-2, "q4")):
            await pilot.hover(BoardView, (column + aside, row))
            assert (app.at, canvas.scroll_offset) == (name, scrolled)


async def test_territory_has_glyphs_and_fills_between_points() -> None:
    app = BoardApp((".....", ".....", "b.b..", "wbb..", ".w..."), glyphs=ASCII)
    async with app.run_test() as pilot:
        app.show(can_play=False)
        app.board.canvas.overlay = app.shown.overlays(app.state)[0]
        await pilot.pause()
        assert app.drawn()[:5] == [
            " 5 : : : : :",
            " 4 : : : : :",
            " 3 X :[X]: :",
            " 2 O X X : :",
            " 1 = O : : :",
        ]


async def test_estimate_tints_lightly_and_goes_with_the_position() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:

        def grounds(*names: str) -> list[object]:
            return [app.style(name).bgcolor for name in names]

        (plain,) = grounds("a1")
        values = np.zeros(25)
        values[0], values[24] = 1.0, -1.0
        app.board.canvas.set_estimate(values)
        await pilot.pause()
        tinted = grounds("a1", "e5")
        assert len({plain, *tinted, *grounds("c1")}) == 3
        app.board.canvas.set_estimate(np.stack([(values + 1) / 2, (1 - values) / 2], axis=1))
        await pilot.pause()
        assert grounds("a1", "e5") == tinted
        app.show()
        await pilot.pause()
        assert grounds("a1") == [plain]


async def test_marks_and_a_proposed_move() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        cell = app.game.topology.cell
        app.board.highlight([cell("a1")], "hint")
        app.board.highlight([cell("e5")], "fault")
        app.board.propose(Place((cell("a3"), cell("a4")), cell("a5")))
        await pilot.pause()
        shown = [app.char(name) for name in ("a1", "e5", "a3", "a5")]
        assert shown == [UNICODE.hint, UNICODE.fault, "◍", "◌"]
        await pilot.press("l")
        assert app.char("e5") == "┐"
        app.show()
        await pilot.pause()
        assert [app.char(name) for name in ("a1", "a3")] == ["└", "├"]


async def test_without_colours_characters_say_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = BoardApp(TIGHT, last=["b4", "c4", "d2"])
    async with app.run_test() as pilot:
        await pilot.press("l", "enter")
        assert app.drawn()[:5] == [
            " 5 ┌─┬─┬─∘─┐",
            " 4 ├(● ●)∘─∘",
            " 3 ├─○─┼[◍]∘",
            " 2 ├─┼─┼(○)┤",
            " 1 └─●─┴─┴─┘",
        ]
        styles = {
            segment.style
            for y in range(6)
            for segment in app.board.canvas.render_line(y)
            if segment.style is not None
        }
        assert all(style.color is None and style.bgcolor is None for style in styles)
        await pilot.press("escape", "k", "k")
        app.board.highlight([app.game.topology.cell(name) for name in ("b4", "e3")])
        await pilot.pause()
        assert (app.char("b4"), app.char("b4", 1), app.char("e3")) == ("●", "!", UNICODE.fault)
