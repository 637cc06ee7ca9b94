"""The text of a tree, and what of a hostile one is refused."""

from pathlib import Path

import pytest

from termgames.core.errors import LessonError
from termgames.play.openings import shelf
from termgames.play.openings.tree import MOST_LINES, read

from .support import tree

FIRST = "termgames openings 1\n"
WRITTEN = tree().written()


def test_what_is_written_is_read() -> None:
    assert read(WRITTEN, "here") == tree()
    lines = WRITTEN.splitlines()
    assert lines[:3] == [FIRST.strip(), "game: majorities", "size: 3"]
    starts = ["a2 60 0.550 +0.3 ", " a3,b3 40 0.600 +0.5 ", "  d4,e2 12 0.400 -0.5 "]
    for line, start in zip(lines[-6:], starts, strict=False):
        assert line.startswith(start)


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
        (WRITTEN, WRITTEN + WRITTEN.splitlines()[-1], "stands above already"),
        (WRITTEN, WRITTEN + "\n" * MOST_LINES, "50000 lines at most"),
    ],
)
def test_a_fault_is_told_with_its_line(before: str, after: str, complaint: str) -> None:
    assert before in WRITTEN
    with pytest.raises(LessonError, match=r"^here: ") as caught:
        read(WRITTEN.replace(before, after, 1), "here")
    assert complaint in str(caught.value)


def test_large_files_and_those_that_are_no_text_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.openings"
    for data, says in (
        (b" " * 4_000_001, "larger than 4000000 bytes: make a smaller tree"),
        (b"\xff", "line 1: this is no UTF-8 text"),
    ):
        large.write_bytes(data)
        with pytest.raises(LessonError, match=says):
            shelf.load(large)
