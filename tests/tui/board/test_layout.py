"""Where cells lie on the screen, what the empty board looks like, how the cursor walks."""

from __future__ import annotations

from textwrap import dedent

import pytest
from rich.cells import cell_len

from termgames.core.topology import Topology, from_rows, hexhex, square
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.layout import ZOOMS, empty_board, layout_of, star_points
from termgames.tui.themes import ASCII, LOOKS, UNICODE, GlyphSet, chip, looks

TOPOLOGIES = {
    "square 5": square(5),
    "square 19": square(19),
    "hexhex 3": hexhex(3),
    "hexhex 10": hexhex(10),
    "map": from_rows(["..-..", ".....", "-...", "  ."]),
}
every_board = pytest.mark.parametrize("topology", TOPOLOGIES.values(), ids=TOPOLOGIES)


def drawn(topology: Topology, glyphs: GlyphSet) -> list[str]:
    layout = layout_of(topology)
    rows = empty_board(layout, glyphs)
    for label in layout.labels:
        rows[label.row][label.column : label.column + len(label.text)] = label.text
    return ["".join(row).rstrip() for row in rows]


PICTURES = """
 5 ┌─┬─┬─┬─┐    7 . . . . . . .       e · · · 3       4 ┌─┐   ┌─┐
 4 ├─┼─┼─┼─┤    6 . . . . . . .      d · · · · 4      3 └─┼─┬─┼─┘
 3 ├─┼─┼─┼─┤    5 . . + . + . .     c · · · · · 5     2   └─┼─┘
 2 ├─┼─┼─┼─┤    4 . . . + . . .      b · · · · 4      1     ╵
 1 └─┴─┴─┴─┘    3 . . + . + . .       a · · ·           a b c d e
   a b c d e    2 . . . . . . .         1 2 3
                1 . . . . . . .
                  a b c d e f g
"""
BOARDS = {
    "lines": (TOPOLOGIES["square 5"], UNICODE, 0, 15),
    "in ascii": (square(7), ASCII, 15, 34),
    "shifted rows": (TOPOLOGIES["hexhex 3"], UNICODE, 34, 54),
    "gaps": (TOPOLOGIES["map"], UNICODE, 54, 80),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_empty_board(name: str) -> None:
    topology, glyphs, left, right = BOARDS[name]
    picture = "\n".join(line[left:right].rstrip() for line in PICTURES.splitlines())
    assert dedent("\n".join(drawn(topology, glyphs))) == dedent(picture).strip("\n")


every_zoom = pytest.mark.parametrize("zoom", ZOOMS)


@every_board
@every_zoom
def test_every_cell_has_a_block_of_its_own(topology: Topology, zoom: int) -> None:
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


@every_board
@every_zoom
def test_labels_lie_beside_the_board_and_name_every_row(topology: Topology, zoom: int) -> None:
    layout = layout_of(topology, zoom=zoom)
    taken = {
        (column + aside, row + down)
        for column, row in layout.places
        for aside in range(2 * zoom if zoom > 1 else 1)
        for down in range(zoom)
    }
    for label in layout.labels:
        places = {(label.column + offset, label.row) for offset in range(len(label.text))}
        assert not places & taken
        assert all(column < layout.columns for column, _ in places)
        taken |= places
    assert set().union(*(label.cells for label in layout.labels)) == set(range(topology.cells))


@pytest.mark.parametrize(("size", "count"), [(5, 0), (9, 5), (13, 5), (19, 9), (14, 4)])
def test_star_points(size: int, count: int) -> None:
    assert len(star_points(square(size))) == count


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_glyphs_are_one_column_wide_and_tell_stones_apart(glyphs: GlyphSet) -> None:
    for value in vars(glyphs).values():
        for char in [] if value == glyphs.name else list("".join(value)):
            assert cell_len(char) == 1
    kinds = [*glyphs.stones, *glyphs.ghosts, *glyphs.firm, *glyphs.open]
    assert len(set(kinds)) == 20
    assert not {glyphs.neutral, glyphs.fault, glyphs.hint, *glyphs.lines} & set(kinds)


def test_ascii_set_is_ascii() -> None:
    assert all("".join(value).isascii() for value in vars(ASCII).values())


def test_looks_have_colours_enough() -> None:
    assert looks(2) == LOOKS
    assert all(len(look.players) == 5 for look in looks(3))
    assert looks(5)
    assert chip(1, looks(2)[0]).plain == " ○ "
    assert chip(1, looks(2)[0], ASCII, no_color=True).plain == " O "


@every_board
def test_cursor_reaches_every_cell(topology: Topology) -> None:
    ways = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    cursor = CursorMoves(topology)
    reached, edge = set(), {cursor.cell}
    while edge:
        start = edge.pop()
        reached.add(start)
        for way in ways:
            cursor.put(start)
            cursor.go(way)
            edge |= {cursor.cell} - reached
    assert reached == set(range(topology.cells))


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
