"""The position for others, screenshots, and what candidates lose."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from termgames import paths
from termgames.tui.widgets.candidates import CandidateList

from .support import act, acted, stage, table, until

A = "play plurality + d3,c4,d4 a3,b3,a4"
OWN = {
    "clip": lambda pilot: pilot.app.clipboard,
    "list": lambda pilot: table(pilot).query_one(CandidateList).render().plain,
}
test_scenes = acted(
    f"""
    == the diagram is copied | {A}
    Y | clip: after move 2: 2. white a3,b3,a4 ; clip: a b c d e
    == both keys work in a record too | replay plurality
    Y | clip: the beginning
    I | screen = LineDialog
    == candidates tell what they lose | play plurality 120x40
    advise: a | list: 60% ; list: wins
    W Y       | list: against 1 ; list: +0% ; list: -10% ; clip: 1 c3,c4,d4 +0%
    W         | list: 50%
    a Y       | clip!: %
    """,
    OWN,
)


async def picture(pilot: Any, keys: str, file: Path) -> str:
    """What is saved by these keys."""
    await act(pilot, f"{keys} | screen = LineDialog\nfill:Input={file} enter | screen = GameScreen")
    await until(pilot, file.exists)
    return file.read_text()


async def test_the_picture_is_saved_with_what_is_seen(tmp_path: Path) -> None:
    async with stage(A) as pilot:
        bare = await picture(pilot, "I", tmp_path / "bare.svg")
        owned = await picture(pilot, "o I", tmp_path / "owned.svg")
        assert ElementTree.fromstring(bare) is not None
        assert 'href="#t' not in bare
        assert 'href="#t' in owned
    async with stage("play plurality 120x40") as pilot:
        await act(pilot, "advise: a | list: 60%\nW | list: +0%", OWN)
        best = await picture(pilot, "I", tmp_path / "best.svg")
        assert best.count('r="13"') == 2
        assert ">+0%<" in best


async def test_a_screenshot_finds_a_folder_or_says_why_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "none"
    async with stage("play plurality 100x40") as pilot:
        for folder, place in ((tmp_path, tmp_path), (gone, paths.user_data() / "screenshots")):
            monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(folder))
            path = Path(pilot.app.deliver_screenshot())
            await act(pilot, f"| told: {path}")
            assert (path.parent, path.read_text("utf-8")[:4]) == (place, "<svg")
        await act(pilot, f"| told: Cannot write to {gone}: No such file or directory.")
        monkeypatch.setenv("TERMGAMES_DATA", "~nobody-of-that-name")
        pilot.app.clear_notifications()
        assert pilot.app.deliver_screenshot() is None
        await act(pilot, f"| told: {gone}: No such file or directory.")
        (note,) = pilot.app._notifications
        assert (note.severity, note.message.count("\n")) == ("error", 1)
