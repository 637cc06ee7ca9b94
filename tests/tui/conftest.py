"""What all tests of the screens share: hints that do not take long."""

from __future__ import annotations

import pytest

from termgames.tui.table import analysis
from tests.short_advice import ShortRole


@pytest.fixture(autouse=True)
def short_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test here is about how good advice is; and nothing is analysed unasked."""
    monkeypatch.setattr(analysis, "AnalysisRole", ShortRole)
    monkeypatch.setattr(analysis.Analysis, "unasked", False)
