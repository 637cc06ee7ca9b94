"""Marks around a hexagonal board, and moves whose stones take others off the board."""

from __future__ import annotations

import pytest

from termgames.core.topology import hexhex
from termgames.tui.board.layout import layout_of
from termgames.tui.themes import ASCII
from tests.tui.board.support import BoardApp


@pytest.mark.parametrize("size", [2, 5, 9])
def test_the_ring_of_marks_lies_between_board_and_coordinates(size: int) -> None:
    topology = hexhex(size)
    bare, ringed = layout_of(topology), layout_of(topology, edge_marks=())
    assert (ringed.columns, ringed.rows) == (bare.columns + 4, bare.rows + 2)
    assert ringed.origin == (bare.places[0][0] - (size - 1) + 2, 1)
    ring = set()
    for x, y in topology.xy.tolist():
        for dx, dy in ((2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)):
            ring.add((ringed.origin[0] + x + dx, ringed.origin[1] + y + dy))
    ring -= set(ringed.places)
    assert len(ring) == 6 * size
    labelled = {
        (label.column + offset, label.row)
        for label in ringed.labels
        for offset in range(len(label.text))
    }
    assert not ring & labelled
    assert all(0 <= x < ringed.columns and 0 <= y < ringed.rows for x, y in ring | labelled)


async def test_without_colours_the_nearer_player_is_told_by_a_sign() -> None:
    rows = ["bb.", ".-.w", "..--.", ".-..", "..b"]
    app = BoardApp(rows, glyphs=ASCII, game_id="majorities", size=3)
    async with app.run_test(size=(40, 14)):
        black, white = ASCII.open[:2]
        assert app.drawn()[0].endswith(f" 1{black}1{white}")


async def test_cleared_cells_can_be_picked_the_first_one_as_well() -> None:
    rows = ["bw.", ".-..", "..--.", ".-..", "..."]
    app = BoardApp(rows, game_id="majorities", size=3, capture=True)
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
