"""Where cells lie on the screen, how the cursor walks, with gaps, ranges and marks around, and on
boards larger than the room."""

from collections.abc import Sequence
from typing import Any

import pytest
from rich.cells import cell_len

from termgames import games
from termgames.core import maps
from termgames.core.display import Draft, Pick
from termgames.core.errors import Refusal
from termgames.core.topology import Topology, from_rows, hexhex, square
from termgames.play.pictures import geometry
from termgames.play.text import boards
from termgames.tui.board import BoardView
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.entry import NOTHING, Entry
from termgames.tui.board.layout import ZOOMS, empty_board, layout_of, sketch
from termgames.tui.themes import ASCII, UNICODE, GlyphSet
from tests.cases import cases
from tests.tui.board.support import BoardApp, LandApp

TOPOLOGIES = {
    "square 5": square(5),
    "square 19": square(19),
    "hexhex 3": hexhex(3),
    "hexhex 10": hexhex(10),
    "map": from_rows(["..-..", ".....", "-...", "  ."]),
    "hexagons": from_rows(["..-..", ".....", "-.-..", "-.-.."], hexagons=True),
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


def test_rows_and_columns_without_a_point_have_their_coordinates_too() -> None:
    board = from_rows([".-.", "---", ".-."])
    assert sketch(board, ASCII, {}) == [" 3 .   .", " 2", " 1 .   .", "   a b c"]
    game = games.create("tricolor", {"map": "t | .-./---/.-."})
    drawn = ["  a b c", "3 .   . 3", "2       2", "1 .   . 1", "  a b c"]
    assert boards.draw(game, game.start()).split("\n") == drawn
    assert sorted(text for _, text in geometry.board_plan(board).labels) == sorted("abc123" * 2)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_glyphs_are_one_column_wide_and_tell_stones_apart(glyphs: GlyphSet) -> None:
    for value in vars(glyphs).values():
        for char in [] if value == glyphs.name else list("".join(value)):
            assert cell_len(char) == 1
    kinds = [*glyphs.stones, *glyphs.ghosts, *glyphs.firm, *glyphs.open]
    assert len(set(kinds)) == 24
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


RING = from_rows(["...", ".-.", "..."])
PARTED = [
    from_rows(["...-.", "...--", "-----", "--.-.", "....."], hexagons=hexagons)
    for hexagons in (False, True)
]
ON_MAPS = [(name, maps.find(name).topology) for name in maps.shipped()]


@pytest.mark.parametrize("topology", [board for _, board in ON_MAPS if board.ruled])
def test_lines_of_the_shipped_maps_meet(topology: Topology) -> None:
    """A line that leaves an intersection arrives at its neighbour, and the reverse."""
    layout = layout_of(topology)
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


@pytest.mark.parametrize(
    "board",
    [*(board for _, board in ON_MAPS), square(5), hexhex(4), *PARTED],
    ids=lambda each: each.cells,
)
def test_arrows_alone_reach_every_point_and_stay_on_the_board(board: Topology) -> None:
    cursor = CursorMoves(board)
    reached, edge = set(), {cursor.cell}
    while edge:
        reached.add(start := edge.pop())
        for way in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            cursor.put(start)
            cursor.go(way)
            edge |= {cursor.cell} - reached
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


async def test_cleared_cells_can_be_picked_the_first_one_as_well() -> None:
    app = BoardApp(
        ["bw.", ".-..", "..--.", ".-..", "..."], game_id="majorities", size=3, capture=True
    )
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


@pytest.mark.parametrize("size", [(80, 18), (30, 9)])
async def test_the_cursor_and_its_coordinates_are_seen_wherever_it_goes(
    size: tuple[int, int],
) -> None:
    board = maps.find("starfish").topology
    names = [*board.names[::8], board.names[-1]]
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
        assert app.board.canvas.max_scroll_y > offset.y
        assert offset.x > 0
        for place in ((1, 2), (10, app.board.canvas.scrollable_content_region.height - 1)):
            await pilot.click(BoardView, place)
            assert (app.at, app.moves) == (at, [])
        column, row = app.spot(at)
        west = app.topology.names[app.topology.neighbours[app.board.cursor, 2]]
        await pilot.hover(BoardView, (column - 2, row))
        assert (app.at, app.board.canvas.scroll_offset) == (west, offset)


class Stones:
    """Two stones on cells 0 to 8, none on 4; the first may be of any colour, the other of 0."""

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[Any]:
        cells = tuple(pick.cell for pick in picks)
        if 4 in cells:
            return Draft((*picks,), "refused", "no", refusal=Refusal("taken", "no", (4,)))
        if any(pick.colour for pick in picks[1:]) or len(picks) > 2:
            return Draft((*picks,), "refused", "no", refusal=Refusal("colour", "no"))
        if len(cells) == 2:
            return Draft((*picks,), "complete", "ready", move=cells)
        follow = frozenset(range(9)).difference(cells, {4})
        return Draft((*picks,), "incomplete", "more", follow=follow, next_colour=0)


class Groups:
    """Stones on a board of nine cells are marked by groups; the move is the set of them."""

    def draft(self, s: Any, picks: Sequence[Pick]) -> Draft[Any]:
        known = {cell: group for group in ({0, 1, 2}, {5}, {7, 8}) for cell in group}
        empty = [pick.cell for pick in picks if pick.cell not in known]
        if empty:
            refusal = Refusal("empty", "no stone", (*empty,))
            return Draft((*picks,), "refused", "no", refusal=refusal)
        cells = frozenset[int]().union(*(known[pick.cell] for pick in picks))
        return Draft((*picks,), "complete", "mark", move=cells, cleared=cells)


def entry(drafts: Any) -> Entry:
    made = Entry(drafts, 3)
    made.show(None, can_play=True, colour=0)
    return made


@pytest.mark.parametrize(
    ("kind", "picks", "left", "led_to"),
    cases("""
    stones | 5! 6!     | 5 6       | None
    stones | 5! 6! 6!  | 5 6       | (5, 6)
    stones | 5! 6! 7!  | 5 6       | (5, 6)
    stones | 5! 6! 4   | 5 6       | no
    stones | 5! 6! 4 7 | 7         | None
    groups | 1! 7!     | 0 1 2 7 8 | None
    groups | 1! 7! 2   | 7 8       | None
    groups | 5! 4!     | 5         | no stone
    """),
)
def test_a_pick_adds_begins_anew_or_is_refused(
    kind: str, picks: str, left: str, led_to: str
) -> None:
    """With `!` one cell more plays a move that is complete."""
    made = entry(Stones() if kind == "stones" else Groups())
    assert made.marking == (kind == "groups")
    for pick in picks.split():
        done = made.pick(int(pick.rstrip("!")), again="!" in pick)
    cells = made.picked().cleared if made.marking else [pick.cell for pick in made.picks]
    assert " ".join(map(str, sorted(cells))) == left
    assert str(done.refusal.text if done.refusal else done.move) == led_to


def test_colours_go_round_those_that_lead_on() -> None:
    made, seen = entry(Stones()), list[int | None]()
    for _ in range(4):
        seen.append(made.next_colour())
        assert made.toggle_colour()
    assert seen == [0, 1, 2, 0]
    made.pick(5, again=True)
    assert made.picks == (Pick(5, 1),)
    assert (made.toggle_colour(), made.next_colour()) == (False, 0)
    made = entry(Stones())
    made.show(None, can_play=False, colour=None)
    assert made.draft(0) is NOTHING
    assert (made.next_colour(), made.toggle_colour(), made.picks) == (None, False, ())
    assert made.pick(0, again=True).refusal is None
