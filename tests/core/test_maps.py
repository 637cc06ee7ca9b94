"""Maps as text: what is read, what is refused and where, and the maps that are shipped."""

import re
import textwrap
from collections import deque
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games, paths
from termgames.core import maps
from termgames.core.errors import MapError
from termgames.core.maps import Map
from termgames.core.text import point_name
from termgames.core.topology import Topology
from termgames.tui.board import layout
from termgames.tui.themes import ASCII
from termgames.tui.widgets import mapview

BAY = """\
name: bay
# a line with a # is a comment
players 2: b4 f4
players 3: c6 f2 b2

...--..
.......
.......
..   ..
.......
.......
"""
LINE = "bay | 2: b4 f4 | 3: c6 f2 b2 | ...--../......./......./..---../......./......."
EVERY = maps.shipped()


def bay(old: str = "", new: str = "") -> str:
    """The text of the bay with one thing changed."""
    assert old in BAY
    return BAY.replace(old, new, 1)


def distances(board: Topology, start: str) -> dict[int, int]:
    """Steps along the map from a point to every other."""
    found = {board.cell(start): 0}
    front = deque(found)
    while front:
        cell = front.popleft()
        for other in board.adjacent[cell]:
            if other not in found:
                found[other] = found[cell] + 1
                front.append(other)
    return found


# -- what is read -------------------------------------------------------------------------


def test_a_map_file() -> None:
    with_windows_ends = BAY.replace("\n", "\r\n")
    for text in (BAY, with_windows_ends, BAY + "\n\n  \n", BAY.replace("\n\n", "\n \n\n")):
        found = maps.parse(text, "bay.map")
        assert found.name == "bay"
        assert "/".join(found.rows) == LINE.split(" | ")[-1]
        assert found.starts == {2: ("b4", "f4"), 3: ("c6", "f2", "b2")}
        assert found.size == (7, 6)
        assert found.points == found.topology.cells == 37


def test_short_rows_end_in_gaps_and_empty_rows_on_top_are_none() -> None:
    found = maps.parse("name: x\n\n---\n..\n.\n...\n", "x")
    assert found.rows == ("..-", ".--", "...")


def test_cells_are_hexagons_and_parts_may_lie_apart() -> None:
    text = "name: isles\nCells: Hexagons\nplayers 2: a1 e1\n\n..-..\n..-..\n..-..\n"
    found = maps.parse(text, "isles.map")
    assert found.code == "isles | cells: hexagons | 2: a1 e1 | ..-../..-../..-.."
    assert maps.find(found.code) == found == maps.parse(found.text, "again")
    board, squares = found.topology, maps.parse(text.replace("Hexagons", "squares"), "x").topology
    assert board.hexagonal
    assert not squares.hexagonal
    near = {
        name: [board.names[x] for x in board.adjacent[board.cell(name)]] for name in board.names
    }
    assert {name: sorted(others) for name, others in near.items() if name[0] in "ad"} == {
        "a1": ["a2", "b1"],
        "a2": ["a1", "a3", "b1", "b2", "b3"],
        "a3": ["a2", "b3"],
        "d1": ["d2", "e1"],
        "d2": ["d1", "d3", "e1", "e2", "e3"],
        "d3": ["d2", "e3"],
    }
    assert board.rows("." * board.cells) == list(found.rows)
    assert [x.tolist() for x in board.xy[[board.cell("a1"), board.cell("a2")]]] == [[0, 2], [1, 1]]


def test_the_page_shows_a_map_of_hexagons_as_it_is_drawn() -> None:
    page = (paths.assets() / "maps" / "README.md").read_text("utf-8")
    (text,) = re.findall(r"(?m)^    name: lagoon\n(?:    .*\n|\n)+", page)
    board = maps.parse(textwrap.dedent(text).rstrip() + "\n", "lagoon").topology
    assert (
        " ".join(board.names[cell] for cell in board.adjacent[board.cell("b3")]) == "b4 a4 a3 a2 b2"
    )
    drawn = layout.sketch(board, ASCII, {board.cell("a3"): "1", board.cell("f3"): "2"})
    assert "\n".join(f"    {line}" for line in drawn).rstrip() in page


def test_the_preview_of_a_map_shifts_rows_of_hexagons() -> None:
    drawn = maps.parse("name: x\ncells: hexagons\nplayers 2: a1 b3\n\n..\n.-\n..\n", "x")
    assert mapview.preview(drawn, 2, ascii=True).plain.split("\n") == [". o  ", " .   ", "o .  "]
    assert mapview.preview(drawn, None).plain == "▀▄▀  \n▀ ▀  "


def test_start_points_for_a_number_of_players() -> None:
    ring = maps.find("ring")
    assert ring.start_points(2) == ("k17", "k3")
    with pytest.raises(
        MapError, match=r"'hourglass' has no start points for 3 players \(for 2 or 4\)"
    ):
        maps.find("hourglass").start_points(3)
    with pytest.raises(MapError, match=r"for 2 players \(for none\)"):
        maps.parse("name: x\n\n...\n", "x").start_points(2)


# -- what is refused ----------------------------------------------------------------------

FAULTS = {
    "line 1, column 1: the map has no name": bay("name: bay\n"),
    "line 1, column 6: '' is no name": bay("name: bay", "name:"),
    "line 1, column 7: 'b|y' is no name": bay("bay", "b|y"),
    "line 2, column 1: a map has one name": bay("# a line with a # is a comment", "name: b"),
    "line 3, column 1: 'player 2: b4 f4' is neither": bay("players 2", "player 2"),
    "line 3, column 9: '7' players: there may be 2 to 6": bay("players 2", "players 7"),
    "line 3, column 9: 'x' players": bay("players 2", "players x"),
    "line 4, column 9: start points for 2 players are given twice": bay("players 3", "players 2"),
    "line 3, column 15: there is no intersection 'i4'": bay("b4 f4", "b4 i4"),
    "line 3, column 12: there is no intersection 'd3'": bay("b4 f4", "d3 f4"),
    "line 3, column 16: b4 is a start point already": bay("b4 f4", "b4  b4"),
    "line 3, column 11: 2 players need 2 start points, and here are 1": bay("b4 f4", "b4"),
    "line 8, column 4: 'x' is neither an intersection": bay(".......\n.......", ".......\n...x..."),
    "line 7, column 1: '\\t' is neither": bay("\n.......", "\n\t......"),
    "line 11, column 1: the last row is empty": BAY[:-8] + "-------\n",
    "line 6, column 1: the first column is empty": "\n".join(
        f"-{line}" if line[:1] in (".", "-") else line for line in BAY.split("\n")
    ),
    "line 6, column 26: the row has 26 columns": bay("...--..", "." * 26),
    "line 31, column 1: the map has 26 rows": bay("...--..", "\n".join(["......."] * 21)),
    "line 2, column 8: 'circles' are no cells: write hexagons or squares": bay(
        "# a line with a # is a comment", "cells: circles"
    ),
    "line 3, column 1: a map has one cells line": bay(
        "# a line with a # is a comment", "cells: squares\ncells: squares"
    ),
    "line 4, column 1: the map has no rows": "name: x\nplayers 2: a1 a2\n\n",
    "line 3, column 1: the map has no intersection": "name: x\n\n---\n",
    "line 2, column 1: '...' is neither 'name: …'": "name: x\n...\n",
    "line 1, column 8: 'x' is neither": "bay | .x.",
    "line 1, column 13: there is no intersection 'b9'": "bay | 2: a1 b9 | ...",
    "line 1, column 7: '2 a1 b1' is no list of start points": "bay | 2 a1 b1 | ...",
    "line 1, column 14: 'x' are no cells": "bay | cells: x | ..",
    "line 1, column 1: '' is no name": "| ...",
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_place(fault: str) -> None:
    text = FAULTS[fault]
    with pytest.raises(MapError) as caught:
        maps.parse(text, "my.map") if "\n" in text else maps.find(text)
    where = "my.map" if "\n" in text else "map in one line"
    assert str(caught.value).startswith(f"{where}: {fault}")
    assert "\n" not in str(caught.value)


# -- finding ------------------------------------------------------------------------------


def test_names_files_and_lines_are_found(tmp_path: Path) -> None:
    path = tmp_path / "somewhere.map"
    path.write_text(BAY, "utf-8")
    assert maps.find(str(path)) == maps.find(LINE) == maps.parse(BAY, "bay")
    assert maps.find(" RING ").name == "ring"
    assert maps.find(str(path)).code == LINE


def test_maps_of_the_users_own() -> None:
    folder = paths.user_maps()
    assert maps.own() == ()
    folder.mkdir(parents=True)
    (folder / "cove.map").write_text(BAY, "utf-8")
    (folder / "9x9.map").write_text(bay("name: bay", "name: 9x9"), "utf-8")
    assert maps.own() == ("9x9", "cove")
    assert maps.find("cove").code == LINE
    assert maps.find("9x9").points == 81
    own = maps.load(folder / "9x9.map")
    assert own.code == LINE.replace("bay", "9x9"), "a name of ours does not stand for a map of his"
    assert maps.find(own.code) == own


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("rings", "did you mean ring?"),
        ("", "there is 9x9, 9x9-cut, 13x13, 19x19"),
        ("x\0y", "there is 9x9"),
        ("~nobody-of-this-name/x", "give a name or a file's path"),
    ],
)
def test_a_map_that_is_not_there(wanted: str, hint: str) -> None:
    with pytest.raises(MapError, match="there is no map") as caught:
        maps.find(wanted)
    assert hint.lower() in str(caught.value).lower()


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "x.map"
    path.write_bytes(b"name: x\nab\xff\n")
    with pytest.raises(MapError, match=r"x\.map: line 2, column 3: this is no UTF-8 text"):
        maps.load(path)
    path.write_bytes(b"." * 70_000)
    with pytest.raises(MapError, match="too large"):
        maps.load(path)
    with pytest.raises(MapError, match="cannot be read: it is no file"):
        maps.load(tmp_path)


@pytest.mark.parametrize("game_id", ["tricolor", "mitropia"])
def test_games_keep_the_map_and_not_the_path(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "x.map"
    path.write_text(BAY, "utf-8")
    game = games.create(game_id, {"map": str(path)})
    assert game.options["map"] == LINE
    assert game.topology is maps.find(LINE).topology


# -- properties ---------------------------------------------------------------------------


@st.composite
def any_map(draw: st.DrawFn) -> Map:
    """A connected map, grown point by point from one, with start points."""
    found, ways = {(12, 12)}, ((1, 0), (-1, 0), (0, 1), (0, -1))
    for number in draw(st.lists(st.integers(0, 10**6), min_size=4, max_size=60)):
        near = {(x + dx, y + dy) for x, y in found for dx, dy in ways} - found
        rim = sorted(point for point in near if set(point) <= set(range(25)))
        found.add(rim[number % len(rim)])
    left, low = min(x for x, _ in found), min(y for _, y in found)
    cells = {(x - left, y - low) for x, y in found}
    high, right = max(y for _, y in cells), max(x for x, _ in cells)
    rows = tuple(
        "".join(".-"[(x, y) not in cells] for x in range(right + 1)) for y in range(high, -1, -1)
    )
    starts = {}
    for players in draw(st.sets(st.integers(2, 5))):
        if players <= len(cells):
            chosen = draw(st.permutations(sorted(cells)))[:players]
            starts[players] = tuple(point_name(*cell) for cell in chosen)
    name = draw(st.text("abz X09[]é:;/#", min_size=1, max_size=20).map(str.strip).filter(bool))
    given = "".join(f"players {count}: {' '.join(each)}\n" for count, each in starts.items())
    kind = draw(st.sampled_from(["", "cells: hexagons\n", "cells: squares\n"]))
    return maps.parse(f"name: {name}\n{kind}{given}\n" + "\n".join(rows), "drawn")


@given(any_map())
def test_rows_map_rows_and_line_map_line(found: Map) -> None:
    assert maps.parse(found.text, "again") == found
    again = maps.find(found.code)
    assert (again, again.code) == (found, found.code)
    board = found.topology
    assert tuple(board.rows(["."] * board.cells)) == found.rows
    for points in found.starts.values():
        assert {board.cell(name) for name in points}


# -- the maps that are shipped ------------------------------------------------------------


def test_the_maps_of_rule_1() -> None:
    """9x9 and 9x9 without corners for 2, 13x13 for 3, 19x19 for 4 to 6, four with gaps."""
    players = {name: set(maps.find(name).starts) for name in EVERY}
    assert 2 in players["9x9"] & players["9x9-cut"]
    assert 3 in players["13x13"]
    assert {4, 5, 6} <= players["19x19"]
    assert {"islands", "ring", "hourglass", "starfish"} <= players.keys()
    assert 5 in players["starfish"]
    assert set().union(*players.values()) == {2, 3, 4, 5, 6}


SEATS = [(name, players) for name in EVERY for players in maps.find(name).starts]


@pytest.mark.parametrize(("name", "players"), SEATS)
def test_start_points_are_fair(name: str, players: int) -> None:
    """Nobody is much nearer to less: the points nearest to each, one shared by those equally
    near, differ by a sixth at most; all have room within three steps; nobody is close. For
    more than a small board is meant for it is crowded."""
    found = maps.find(name)
    crowded = found.points < 36 * players
    ways = [distances(found.topology, start) for start in found.starts[players]]
    nearest = [0.0] * players
    for cell in range(found.topology.cells):
        least = min(way[cell] for way in ways)
        near = [seat for seat, way in enumerate(ways) if way[cell] == least]
        for seat in near:
            nearest[seat] += 1 / len(near)
    assert min(nearest) >= max(nearest) * 5 / 6
    assert min(nearest) >= (15 if crowded else 30)
    room = [sum(steps <= 3 for steps in way.values()) for way in ways]
    assert min(room) >= (16 if crowded else 21)
    starts = [found.topology.cell(start) for start in found.starts[players]]
    apart = min(way[start] for way in ways for start in starts if way[start])
    assert apart >= (5 if crowded else 8)
