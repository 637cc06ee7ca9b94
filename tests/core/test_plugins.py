"""Packages of other authors are found by what they announce."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames.core.plugins import Plugin, announced

GROUP = "termgames.tests.things"


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Puts distributions with entry points where they are imported from."""
    monkeypatch.syspath_prepend(tmp_path)
    announced.cache_clear()

    def installed(distribution: str, text: str) -> None:
        folder = tmp_path / f"{distribution}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\n", "utf-8")
        (folder / "entry_points.txt").write_text(text, "utf-8")

    yield installed
    announced.cache_clear()


def test_they_are_sorted_by_name_and_told_with_their_distribution(install: Any) -> None:
    install("later", f"[{GROUP}]\nzebra = later.zebra\nant = later.ant\n")
    install("sooner", f"[{GROUP}]\nant = sooner.ant\n[other]\nbee = sooner.bee\n")
    assert announced(GROUP) == [
        Plugin("ant", "later.ant", "later"),
        Plugin("ant", "sooner.ant", "sooner"),
        Plugin("zebra", "later.zebra", "later"),
    ]
