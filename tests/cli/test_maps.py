"""`termgames maps`: listing, drawing, checking."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from termgames import paths
from termgames.cli.root import root
from termgames.core import maps
from tests.cli.support import Cli

COVE = "name: cove\nplayers 2: c1 a1\n\n..-\n...\n"


def test_the_list_names_every_map_and_the_folder_for_ones_own(cli: Cli) -> None:
    done = cli("maps")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(maps.shipped())
    assert "ring       19x19  236 points  2, 3, 4 or 5 players" in lines
    assert lines[-1] == f"Your own maps: {paths.user_maps()}"


def test_maps_of_the_users_own_are_listed_and_faulty_ones_told(cli: Cli) -> None:
    folder = paths.user_maps()
    folder.mkdir(parents=True)
    (folder / "cove.map").write_text(COVE, "utf-8")
    (folder / "wrong.map").write_text("name: wrong\n\n.x\n", "utf-8")
    done = cli("maps")
    assert done.code == 0
    assert "cove        3x2     5 points  2 players\n" in done.out
    assert f"faulty: {folder / 'wrong.map'}: line 3, column 2: 'x' is neither" in done.out
    assert [told["map"] for told in json.loads(cli("maps", "--json").out)] == [
        *maps.shipped(),
        "cove",
    ]


def test_a_map_is_drawn_with_its_start_points_numbered(cli: Cli) -> None:
    assert cli("maps", "9x9-cut").out.splitlines() == [
        "9x9-cut: 9x9, 69 points, 2 players",
        " 9     . . . . .",
        " 8   . . . . . . .",
        " 7 . . . . . . 1 . .",
        " 6 . . . . . . . . .",
        " 5 . . . . . . . . .",
        " 4 . . . . . . . . .",
        " 3 . . 2 . . . . . .",
        " 2   . . . . . . .",
        " 1     . . . . .",
        "   a b c d e f g h j",
        "2 players: g7 c3  (marked)",
    ]


def test_on_a_screen_lines_lead_only_where_there_is_a_point(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("termgames.cli.terminal.has_screen", lambda: True)
    path = tmp_path / "my.map"
    path.write_text(COVE.replace("players 2: c1 a1\n", ""), "utf-8")
    assert cli("maps", str(path)).out.splitlines()[1:4] == [" 2 ┌─┐", " 1 └─┴─╴", "   a b c"]
    assert cli("maps", str(path), "--ascii").out.splitlines()[1] == " 2 . ."
    assert "no start points" in cli("maps", str(path)).out


def test_start_points_for_another_number(cli: Cli) -> None:
    out = cli("maps", "ring", "--players", "3").out
    assert "3 players: k17 r7 c7  (marked)" in out
    assert "5 players: k18 r12 p4 e4 c12\n" in out
    rows = out.splitlines()
    assert rows[3].split().index("1") == 7  # 17, then the points of its row from d on
    assert sum(row.count(" 2 ") + row.count(" 3 ") for row in rows[1:20]) >= 2
    done = cli("maps", "hourglass", "--players", "3")
    assert (done.code, done.out) == (1, "")
    assert "has no start points for 3 players" in done.error


def test_json_tells_the_map(cli: Cli) -> None:
    told = json.loads(cli("maps", "hourglass", "--json").out)
    found = maps.find("hourglass")
    assert told == {
        "map": "hourglass",
        "columns": 13,
        "rows": 19,
        "points": 177,
        "starts": {"2": ["g17", "g3"], "4": ["l17", "l3", "c3", "c17"]},
        "board": list(found.rows),
        "code": "hourglass",
    }


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("name: x\nplayers 2: a1 d1\n\n...\n", "line 2, column 15: there is no intersection 'd1'"),
        ("name: x\n\n..-.\n", "line 3, column 4: d1 cannot be reached from a1"),
    ],
)
def test_a_file_is_checked(cli: Cli, tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "x.map").write_text(text, "utf-8")
    done = cli("maps", "x.map")
    assert (done.code, done.out) == (1, "")
    assert done.error.startswith(f"x.map: {fault}")


def test_a_map_that_is_not_there(cli: Cli) -> None:
    done = cli("maps", "rings")
    assert done.code == 1
    assert "did you mean ring?" in done.error
    assert cli("maps", "ring", "--players", "6").code == 2


def test_names_are_completed() -> None:
    complete = ShellComplete(root, {}, "termgames", "_TERMGAMES_COMPLETE")
    found = [item.value for item in complete.get_completions(["maps"], "i")]
    assert "islands" in found
