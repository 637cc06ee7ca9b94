"""A few mutants of each kind of file, things in the places of some, and that faults are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaign import _kinds, files, fuzz, places
from tests.campaign._kinds import KINDS, Kind
from tests.campaign.report import Report


def test_a_few_mutants_of_each_kind_of_file() -> None:
    report = Report()
    fuzz.try_some(report, 3, files.TARGETS, 1, sound=False)
    assert report.faults == []
    assert all(report.counts[name] == 1 for name in KINDS)


@pytest.mark.parametrize("odd", ["a link to a folder", "a pipe"])
def test_what_stands_in_the_place_of_a_file_stays_there(odd: str) -> None:
    names = ("settings", "leads", "positions")
    assert places.run(2.0, 1, names, [odd]).faults == []


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
    _kinds.commanded(Kind("new", lambda: [b""], []), Path.touch)
    kind = Kind("new", lambda: [b""], [("list", "")])
    monkeypatch.setattr(_kinds, "call", lambda command, stdin: answer)
    with pytest.raises(AssertionError, match=fault):
        _kinds.commanded(kind, Path.touch)


def test_a_file_that_is_changed_or_replaced_is_found() -> None:
    for name, then in (
        ("game.tgr", lambda: Path("game.tgr").write_text("x")),
        ("new", lambda: Path("new").unlink()),
        ("other", lambda: Path("other").touch()),
    ):
        kind = Kind("new", lambda: [b""], [], then=then)
        with pytest.raises(AssertionError, match=name):
            _kinds.commanded(kind, Path.touch)
    kind = Kind("new", lambda: [b""], [], writes=["new"], then=lambda: Path("new").unlink())
    with pytest.raises(AssertionError, match="new has gone"):
        _kinds.commanded(kind, lambda path: path.symlink_to("nothing"))
