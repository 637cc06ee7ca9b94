"""A screenshot finds a folder, or says why there is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandList

from termgames import paths

from .support import new_match, playing, until


def told(pilot: Any) -> list[str]:
    return [note.message for note in pilot.app._notifications]


async def test_it_lies_in_the_downloads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path))
    async with playing(new_match()) as pilot:
        path = pilot.app.deliver_screenshot()
        await pilot.pause()
        assert path is not None
        assert Path(path).parent == tmp_path
        assert Path(path).read_text("utf-8").startswith("<svg")
        assert told(pilot) == [f"Saved as {path}."]


async def test_without_downloads_it_lies_in_the_folder_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path / "none"))
    async with playing(new_match()) as pilot:
        path = pilot.app.deliver_screenshot()
        await pilot.pause()
        assert path is not None
        assert Path(path).parent == paths.user_data() / "screenshots"
        assert Path(path).is_file()
        (note,) = told(pilot)
        assert path in note
        assert f"Cannot write to {tmp_path / 'none'}: No such file or directory." in note


@pytest.mark.parametrize("data", ["a file", "~nobody-of-that-name"])
async def test_where_nothing_can_be_written_both_reasons_are_told(
    data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("")
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path / "none"))
    async with playing(new_match()) as pilot:
        place = str(tmp_path / data) if data == "a file" else data
        monkeypatch.setenv("TERMGAMES_DATA", place)
        assert pilot.app.deliver_screenshot() is None
        await pilot.pause()
        (note,) = pilot.app._notifications
        assert note.severity == "error"
        assert note.message.count("\n") == 1
        assert "none: No such file or directory." in note.message


async def test_the_palette_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(tmp_path))
    async with playing(new_match(), size=(100, 40)) as pilot:
        await pilot.press("ctrl+p", *"screensh")
        await until(pilot, lambda: pilot.app.screen.query_one(CommandList).option_count == 1)
        await pilot.press("enter")
        await until(pilot, lambda: len(list(tmp_path.glob("*.svg"))) == 1)
