"""The displays of other packages are shown as they are: what fails in one fails a test."""

import pytest

from termgames.core import foreign


@pytest.fixture(autouse=True)
def unforgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "forgives", False)
