"""The quick profile of `fuzz`, and that it finds what it looks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.core.errors import OptionError
from tests.campaign import fuzz
from tests.campaign.report import Report


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, own_data_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are written in the test's folder."""
    own_data_folder.mkdir()
    monkeypatch.setattr(fuzz, "place", lambda: own_data_folder)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_no_input_leads_to_anything_but_a_documented_error(name: str) -> None:
    report = Report()
    fuzz.try_some(report, 7, {name: fuzz.TARGETS[name]}, 150)
    assert report.faults == []
    assert report.counts[name] == 150


def judged(run: object) -> str:
    return fuzz.attempt(fuzz.Target(lambda: [b""], run, 1), b"x", measured=False)  # type: ignore[arg-type]


def test_what_is_wrong_is_found() -> None:
    class Bare(OptionError):
        def __str__(self) -> str:
            return "\x1b"

    def raising(error: BaseException) -> object:
        def run(data: bytes) -> None:
            raise error

        return run

    assert judged(raising(KeyError("x"))).startswith("KeyError in test_fuzz.py:")
    assert judged(raising(SystemExit(1))).startswith("SystemExit")
    assert judged(raising(fuzz.Hang())) == f"hangs for {fuzz.HANG:g} s"
    assert judged(raising(Bare("x"))).startswith("an error of 1 characters")
    assert judged(raising(OptionError("x"))) == ""
    assert judged(lambda data: None) == ""
