"""What is drawn on a board: estimates, marks, a proposed move, stones that are pointed out."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from termgames.tui.board.layout import ZOOMS
from termgames.tui.themes import ASCII, UNICODE, GlyphSet
from tests.tui.board.support import BoardApp

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
            styled = zoom == 1 and glyphs is UNICODE  # the ground under the stone tells
            assert styled or drawn[:-3] != app.drawn()[:-3], "and are told from others"
            corner = [line[:12] for line in drawn if line[:2] == " 1"]
            assert glyphs is ASCII or corner != [
                line[:12] for line in app.drawn() if line[:2] == " 1"
            ]
