"""Where cells lie on the screen, what the empty board looks like, how the cursor walks."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from termgames.core.topology import Topology, from_rows, hexhex, square
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.layout import ZOOMS, layout_of
from termgames.tui.themes import ASCII, UNICODE, GlyphSet

TOPOLOGIES = {
    "square 5": square(5),
    "square 19": square(19),
    "hexhex 3": hexhex(3),
    "hexhex 10": hexhex(10),
    "map": from_rows(["..-..", ".....", "-...", "  ."]),
}


@pytest.mark.parametrize("topology", TOPOLOGIES.values(), ids=TOPOLOGIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_cell_has_a_block_of_its_own_and_labels_lie_beside_the_board(
    topology: Topology, zoom: int
) -> None:
    layout = layout_of(topology, zoom=zoom)
    hits = {
        (column, row): layout.cell_at(column, row)
        for column in range(layout.columns)
        for row in range(layout.rows)
    }
    blocks = {
        (column + aside, row + down): cell
        for cell, (column, row) in enumerate(layout.places)
        for aside in range(2 * zoom)
        for down in range(zoom)
    }
    assert {place: cell for place, cell in hits.items() if cell is not None} == blocks
    assert len(blocks) == 2 * zoom * zoom * topology.cells
    # Room for the cursor's brackets.
    assert all(0 < column < layout.columns - 1 for column, _ in blocks)
    taken = set(blocks) if zoom > 1 else set(layout.places)
    for label in layout.labels:
        places = {(label.column + offset, label.row) for offset in range(len(label.text))}
        assert not places & taken
        assert all(column < layout.columns for column, _ in places)
        taken |= places
    assert set().union(*(label.cells for label in layout.labels)) == set(range(topology.cells))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_glyphs_are_one_column_wide_and_tell_stones_apart(glyphs: GlyphSet) -> None:
    for value in vars(glyphs).values():
        for char in [] if value == glyphs.name else list("".join(value)):
            assert cell_len(char) == 1
    kinds = [*glyphs.stones, *glyphs.ghosts, *glyphs.firm, *glyphs.open]
    assert len(set(kinds)) == 20
    assert not {glyphs.neutral, glyphs.fault, glyphs.hint, *glyphs.lines} & set(kinds)


WALKS = """
hexhex 5 | e5 | down down down down down | f5 g4 h4 i3 i3
hexhex 5 | i3 | up up up up              | h4 g4 f5 e5
hexhex 5 | e9 | down down down down      | f8 g7 h6 i5
map      | b4 | right start down back    | d4 a4 a4 a4
map      | a4 | on                       | b3
"""
WAYS = {"up": (0, 1), "down": (0, -1), "right": (1, 0), "back": (-1, 1), "on": (1, 1)}


@pytest.mark.parametrize("walk", WALKS.strip().splitlines())
def test_the_cursor_keeps_its_column_follows_the_rim_and_leaps_over_gaps(walk: str) -> None:
    name, start, ways, seen = (part.strip() for part in walk.split("|"))
    board = TOPOLOGIES.get(name) or hexhex(5)
    cursor, met = CursorMoves(board), []
    cursor.put(board.cell(start))
    for way in ways.split():
        if way == "start":
            cursor.row_end(-1)
        else:
            cursor.go(WAYS[way])
        met.append(board.names[cursor.cell])
    assert " ".join(met) == seen
