"""What is tried by lot, for a moment, and that faults are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.files import Rights
from termgames.play import store
from tests.campaign import _disk, _files
from tests.campaign.lots import ROWS
from tests.campaign.report import Broken, Report, Row, Try, judge, repeated


@pytest.mark.parametrize(
    ("name", "most", "counted"),
    [
        ("games", 10, "saves read, views, steps of majorities, steps of mitropia"),
        ("disk", 64, "settings, results, lines of pletore, EIO, rename"),
        ("files", 56, "settings, saves, typed, weights"),
    ],
)
def test_nothing_is_found(name: str, most: int, counted: str) -> None:
    report = repeated(ROWS[name], 5, 1, most)
    assert (report.faults, report.counts["tries"]) == ([], most)
    told = " ".join(what for what, number in report.counts.items() if number)
    assert [what for what in counted.split(", ") if what not in told] == []


# -- faults that are planted -----------------------------------------------------------------


def shortened(path: Path, **how: Any) -> Any:
    match = READ(path, **how)
    match.undo()
    return match


READ = store.read


def over_the_old_one(path: Path, data: bytes, rights: Rights = Rights.KEPT) -> None:
    """Whoever writes the file itself loses the old one when the disk is full."""
    path.parent.mkdir(exist_ok=True)
    flags = files.os.O_WRONLY | files.os.O_CREAT | files.os.O_TRUNC
    with files.os.fdopen(files.os.open(path, flags, 0o600), "wb") as file:
        file.write(data)


@pytest.mark.parametrize(
    ("name", "place", "fault", "said"),
    [
        ("games", (store, "read"), shortened, "is not what was saved"),
        ("disk", (files, "write"), over_the_old_one, "is not the old one"),
    ],
)
def test_a_fault_is_found(
    name: str, place: tuple[Any, ...], fault: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*place, fault)
    monkeypatch.setattr(_disk, "WORKS", {"settings": _disk.WORKS["settings"]})
    found = repeated(ROWS[name], 5, 1, 20).faults
    assert any(said in each for each in found), found


class Bare(OptionError):
    def __str__(self) -> str:
        return "\x1b"


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (KeyError("x"), "KeyError in test_lots.py"),
        (SystemExit(1), "it ends by SystemExit"),
        (_files.Hang(), "it ends by Hang"),
        (Bare("x"), "an error of 1 characters"),
        (OptionError("x"), ""),
    ],
)
def test_what_an_input_may_not_do_is_found(error: BaseException, fault: str) -> None:
    def run() -> None:
        raise error

    row = Row(lambda this: _files.attempt(run), "")
    found = judge(row, Try(1, 0, Report())).report.faults
    assert [fault in each for each in found] == [True] * bool(fault)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ((1, "", "error: unexpected fault, please report it: x\n"), "a fault"),
        ((3, "", ""), "another exit code"),
        ((142, "", ""), "hangs"),
        ((1, "", ""), "says nothing"),
        ((1, "", "error: a\nerror: b\n"), "several errors"),
        ((0, "", "a\x1b[2J\n"), "an error that is no line"),
        ("game.tgr", "game.tgr has changed"),
        ("other", "other is new"),
        ("new", "new has gone"),
    ],
)
def test_what_a_command_may_not_do_is_found(
    monkeypatch: pytest.MonkeyPatch, answer: Any, fault: str
) -> None:
    kind = _files.Kind("new", lambda: [b""], [("list", "")], ["new"])
    _files.commanded(kind, Path.touch)  # the files of all kinds are made by commands

    def call(command: str, stdin: str) -> tuple[int, str, str]:
        if not isinstance(answer, str):
            return answer
        Path(answer).unlink() if answer == "new" else Path(answer).write_text("x")
        return 0, "", ""

    monkeypatch.setattr(_files, "call", call)
    with pytest.raises(Broken, match=fault):
        # What is no file is replaced by nobody, whoever may write there.
        _files.commanded(kind, lambda path: path.symlink_to("nothing"))
