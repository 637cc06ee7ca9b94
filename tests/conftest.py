"""What every test shares: its own data folder, and how hypothesis searches."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples every time, so that a red run can be repeated;
# `--hypothesis-profile=explore` looks for new ones.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("repeatable")


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games of a test lie in its own folder, never in the user's."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TERMGAMES_DATA", str(folder))
    return folder
