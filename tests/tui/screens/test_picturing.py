"""The position for others, a record that plays by itself, and what candidates lose."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from termgames.tui.table import by_itself
from termgames.tui.widgets.candidates import CandidateList

from .advice import advise
from .support import act, acted, stage, table, until

GAME = "d3,c4,d4 a3,b3,a4"
MORE = f"{GAME} d1,d2,e1 b1,b2,c1 b5,c5,a5"
OWN = {
    "clip": lambda pilot: pilot.app.clipboard,
    "list": lambda pilot: table(pilot).query_one(CandidateList).render().plain,
    "hold": lambda pilot: "Hold" in table(pilot).key_names().values(),
}
test_scenes = acted(
    f"""
    == the diagram is copied | play plurality + {GAME}
    Y | clip: after move 2: 2. white a3,b3,a4 ; clip: a b c d e
    == both keys work in a record too | replay plurality
    Y | clip: the beginning
    I | screen = LineDialog
    == candidates tell what they lose | play plurality 120x40
    advise: a | list: 60% ; list: wins
    W         | list: against 1 ; list: +0% ; list: -10%
    W         | list: 50%
    """,
    OWN,
    {"advise": lambda pilot, _: advise(pilot)},
)


async def picture(pilot: Any, keys: str, file: Path) -> str:
    """What is saved by these keys."""
    await act(pilot, f"{keys} | screen = LineDialog\nfill:Input={file} enter | screen = GameScreen")
    await until(pilot, file.exists)
    return file.read_text()


async def test_the_picture_is_saved_with_the_territory_that_is_seen(tmp_path: Path) -> None:
    async with stage(f"play plurality + {GAME}") as pilot:
        bare = await picture(pilot, "I", tmp_path / "bare.svg")
        owned = await picture(pilot, "o I", tmp_path / "owned.svg")
        assert ElementTree.fromstring(bare) is not None
        assert 'href="#t' not in bare
        assert 'href="#t' in owned


async def test_candidates_are_in_both_while_they_are_seen(tmp_path: Path) -> None:
    async with stage("play plurality 120x40") as pilot:
        advise(pilot)
        await act(pilot, "a | list: 60%\nW Y | clip: 1 c3,c4,d4 +0%", OWN)
        best = await picture(pilot, "I", tmp_path / "best.svg")
        assert best.count('r="13"') == len(table(pilot).table.analysis.candidates) > 1
        assert ">+0%<" in best
        await act(pilot, "a Y | clip!: %", OWN)


@pytest.mark.parametrize("holding", ["comma", "asterisk", "look:4", "Y"])
async def test_a_record_plays_by_itself_to_its_end(
    holding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_itself.ByItself, "SECONDS", 0.25)
    async with stage(f"replay plurality + {MORE}") as pilot:
        await act(pilot, f"asterisk | hold ; ply != 0\n{holding} | !hold", OWN)
        held = table(pilot).sitting.shown.ply
        await asyncio.sleep(0.05)
        await act(pilot, f"| ply = {held} ; !hold", OWN)
        await act(pilot, "end asterisk | ply != 5 ; hold\no plus | ply = 5 ; !hold", OWN)
