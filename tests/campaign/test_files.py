"""A mutant of each kind of file, things in the places of some, and that faults are found."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.campaign import files, fuzz
from tests.campaign.files import KINDS, Kind
from tests.campaign.report import Report


def test_a_mutant_of_each_kind_of_file() -> None:
    report = Report()
    fuzz.try_some(report, 3, files.TARGETS, 1, sound=False)
    assert report.faults == []
    assert all(report.counts[name] == 1 for name in KINDS)


def test_what_stands_in_the_place_of_a_file_stays_there() -> None:
    report = Report()
    names = ("settings", "leads", "positions")
    files.replaced(report, names, ("a link to a folder", "a pipe"), math.inf)
    assert report.faults == []


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ((1, "", "error: unexpected fault, please report it: x\n"), "a fault"),
        ((3, "", ""), "another exit code"),
        ((142, "", ""), "hangs"),
        ((1, "", ""), "says nothing"),
        ((1, "", "error: a\nerror: b\n"), "several errors"),
        ((0, "", "a\x1b[2J\n"), "an error that is no line"),
    ],
)
def test_what_is_wrong_is_found(
    monkeypatch: pytest.MonkeyPatch, answer: tuple[int, str, str], fault: str
) -> None:
    # The files of all kinds are made by commands that answer as they do.
    files.commanded(Kind("new", lambda: [b""], []), Path.touch)
    monkeypatch.setattr(files, "call", lambda command, stdin: answer)
    with pytest.raises(AssertionError, match=fault):
        files.commanded(Kind("new", lambda: [b""], [("list", "")]), Path.touch)


def test_a_file_that_is_changed_or_replaced_is_found() -> None:
    for name, then in (
        ("game.tgr", lambda: Path("game.tgr").write_text("x")),
        ("new", lambda: Path("new").unlink()),
        ("other", lambda: Path("other").touch()),
    ):
        with pytest.raises(AssertionError, match=name):
            files.commanded(Kind("new", lambda: [b""], [], then=then), Path.touch)
    kind = Kind("new", lambda: [b""], [], writes=["new"], then=lambda: Path("new").unlink())
    with pytest.raises(AssertionError, match="new has gone"):
        files.commanded(kind, lambda path: path.symlink_to("nothing"))
