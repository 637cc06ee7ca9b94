"""Stones that are pointed out, by a question or by a list beside the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from termgames.tui.board import BoardView
from termgames.tui.board.layout import ZOOMS
from termgames.tui.themes import ASCII, UNICODE, GlyphSet
from tests.tui.board.support import BoardApp, place_of


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("kind", ["hints", "inviting"])
async def test_stones_that_are_pointed_out_stay_stones(
    kind: str, zoom: int, glyphs: GlyphSet
) -> None:
    """As when one of several stones is to be picked up."""
    app = BoardApp([".....", ".bw..", "..b..", ".....", "....."], glyphs=glyphs)
    async with app.run_test(size=(60, 30)) as pilot:
        board = app.board
        board.canvas.dress(zoom=zoom)
        await pilot.pause()
        cells = [cell for cell, stone in enumerate(app.game.stones(app.state)) if stone]
        corners = [place_of(board, cell) for cell in cells]
        before = [text_at(board, place) for place in corners]
        scene = board.input.scene(active=True)
        board.canvas.show_scene(replace(scene, **{kind: frozenset(cells)}))
        assert [text_at(board, place) for place in corners] == before
        drawn = [board.canvas.render_line(y).text for y in range(board.canvas.size.height)]
        board.canvas.show_scene(scene)
        plain = [board.canvas.render_line(y).text for y in range(board.canvas.size.height)]
        styled = zoom == 1 and glyphs is UNICODE  # the ground under the stone tells
        assert styled or drawn != plain, "and are told from others"


def text_at(board: BoardView, place: tuple[int, int]) -> str:
    return board.canvas.render_line(place[1]).text[place[0]]
