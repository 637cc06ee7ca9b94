"""The quick profile of `fuzz`, and that it finds what it looks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from termgames.core.errors import OptionError
from tests.campaign import fuzz
from tests.campaign._shared import folder
from tests.campaign.report import Report


@pytest.fixture(autouse=True)
def own_place() -> Iterator[None]:
    with folder():
        yield


@pytest.mark.parametrize("name", fuzz.TARGETS)
def test_no_input_leads_to_anything_but_a_documented_error(name: str) -> None:
    report = Report()
    fuzz.try_some(report, 7, {name: fuzz.TARGETS[name]}, 150)
    assert (report.faults, report.counts[name]) == ([], 150)


class Bare(OptionError):
    def __str__(self) -> str:
        return "\x1b"


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (KeyError("x"), "KeyError in test_fuzz.py:"),
        (SystemExit(1), "SystemExit"),
        (fuzz.Hang(), "hangs for"),
        (Bare("x"), "an error of 1 characters"),
        (OptionError("x"), ""),
    ],
)
def test_what_is_wrong_is_found(error: BaseException, fault: str) -> None:
    def run(data: bytes) -> None:
        raise error

    found = fuzz.attempt(fuzz.Target(lambda: [b""], run, 1), b"x", measured=False)
    assert found.startswith(fault)
    assert bool(found) == bool(fault)
