"""The text of a tree, and what of a hostile one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.core.errors import LessonError
from termgames.play.openings import shelf
from termgames.play.openings.tree import MOST_LINES, read

from .support import tree

FIRST = "termgames openings 1\n"


def test_what_is_written_is_read() -> None:
    assert read(tree().written(), "here") == tree()
    lines = tree().written().splitlines()
    assert lines[:3] == [FIRST.strip(), "game: majorities", "size: 3"]
    assert lines[-6].startswith("a2 60 0.550 +0.3 ")
    assert lines[-5].startswith(" a3,b3 40 0.600 +0.5 ")
    assert lines[-4].startswith("  d4,e2 12 0.400 -0.5 ")


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        (FIRST, "termgames problems 1\n", "line 1: it begins with 'termgames openings 1'"),
        ("game: majorities", "game: chess", "line 2: unknown game 'chess'"),
        ("size: 3", "size: 99", "line 3: "),
        ("size: 3", "size: 3\nsize: 4", "line 4: 'size: 4' is no 'name: value', or comes twice"),
        ("playouts: 100000", "playouts: -1", "line 4: playouts is a whole number from 1"),
        ("games: 100", "games: " + "9" * 5000, "line 5: games is a whole number from 1"),
        ("ends: 40 0.525", "ends: 40 nan", "line 6: ends are games, a share and a lead"),
        ("made: by hand\n", "", "'made:' is missing"),
        ("a2 60 0.550", "a2 60 1e9", "line 10: "),
        ("a2 60 0.550 +0.3", "a2 60 0.550 inf", "is no move of a tree"),
        (" a3,b3 40", "       a3,b3 40", "line 11: "),
        ("a2 60", "a" * 300 + " 60", "line 10: "),
        ("start: ", "start: ../../etc/passwd", "is no position, as 0c9d1f2ab4.0"),
    ],
)
def test_a_fault_is_told_with_its_line(before: str, after: str, complaint: str) -> None:
    written = tree().written()
    assert before in written
    with pytest.raises(LessonError, match=r"^here: ") as caught:
        read(written.replace(before, after, 1), "here")
    assert complaint in str(caught.value)


def test_the_same_move_stands_once() -> None:
    *rest, last = tree().written().splitlines()
    with pytest.raises(LessonError, match="stands above already"):
        read("\n".join([*rest, last, last]), "here")


def test_long_files_are_refused(tmp_path: Path) -> None:
    written = tree().written()
    with pytest.raises(LessonError, match="50000 lines at most"):
        read(written + "\n" * MOST_LINES, "here")
    large = tmp_path / "large.openings"
    large.write_bytes(b" " * 4_000_001)
    with pytest.raises(LessonError, match=r"larger than 4000000 bytes: make a smaller tree"):
        shelf.load(large)
    large.write_bytes(b"\xff")
    with pytest.raises(LessonError, match="line 1: this is no UTF-8 text"):
        shelf.load(large)
