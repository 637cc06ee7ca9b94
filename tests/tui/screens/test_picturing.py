"""The position for others, a record that plays by itself, and what candidates lose."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from textual.widgets import Input

from termgames.tui.screens.dialogs import LineDialog
from termgames.tui.table import by_itself
from termgames.tui.widgets.candidates import CandidateList

from .support import new_match, opened, playing, table, until
from .test_candidates import advise
from .test_trying import looking, played


async def test_the_diagram_is_copied() -> None:
    async with playing(played(2)) as pilot:
        await pilot.press("Y")
        copied = pilot.app.clipboard.splitlines()
        assert "after move 2: 2. white a3,b3,a4" in copied[0]
        assert copied[4].split() == list("abcde")
        assert sum(line.count("W") for line in copied[5:10]) == 3


async def test_the_picture_is_saved_with_the_territory_that_is_seen(tmp_path: Path) -> None:
    async with playing(played(2)) as pilot:
        for name, keys in (("bare.svg", "I"), ("owned.svg", "oI")):
            await pilot.press(*keys)
            await until(pilot, lambda: isinstance(pilot.app.screen, LineDialog))
            entry = pilot.app.screen.query_one(Input)
            assert entry.value.endswith("plurality-2.svg")
            entry.value = str(tmp_path / name)
            await pilot.press("enter")
            await until(pilot, (tmp_path / name).exists)
            await until(pilot, lambda: pilot.app.screen is table(pilot))
        bare, owned = ((tmp_path / name).read_text() for name in ("bare.svg", "owned.svg"))
        assert ElementTree.fromstring(bare) is not None
        assert 'href="#t' not in bare
        assert 'href="#t' in owned


async def test_candidates_are_in_both_while_they_are_seen(tmp_path: Path) -> None:
    async with playing(new_match(), size=(120, 40)) as pilot:
        advise(pilot)
        screen = table(pilot)
        await pilot.press("a")
        await until(pilot, lambda: len(screen.table.analysis.candidates) > 1)
        count = len(screen.table.analysis.candidates)
        await pilot.press("W", "Y")
        assert "1  c3,c4,d4  +0%" in pilot.app.clipboard
        await pilot.press("I")
        await until(pilot, lambda: isinstance(pilot.app.screen, LineDialog))
        pilot.app.screen.query_one(Input).value = str(tmp_path / "best.svg")
        await pilot.press("enter")
        await until(pilot, (tmp_path / "best.svg").exists)
        picture = (tmp_path / "best.svg").read_text()
        assert picture.count('r="13"') == count
        assert ">+0%<" in picture
        await until(pilot, lambda: pilot.app.screen is table(pilot))
        await pilot.press("a", "Y")
        assert "%" not in pilot.app.clipboard


async def test_both_keys_work_in_a_record_too(tmp_path: Path) -> None:
    match = new_match()
    async with opened(lambda opener: opener.open_replay(match, tmp_path / "game.tgr")) as pilot:
        await pilot.press("Y")
        assert "the beginning" in pilot.app.clipboard
        await pilot.press("I")
        await until(pilot, lambda: isinstance(pilot.app.screen, LineDialog))


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_itself.ByItself, "SECONDS", 0.25)


async def test_a_record_plays_by_itself_to_its_end(tmp_path: Path, fast: None) -> None:
    from termgames.play import store

    store.save(played(), tmp_path / "game.tgr")
    async with looking(tmp_path / "game.tgr") as pilot:
        shown = table(pilot).sitting.shown
        await pilot.press("asterisk")
        await until(pilot, lambda: shown.ply == 2)
        await pilot.press("comma")
        held = shown.ply
        await pilot.pause(0.6)
        assert shown.ply == held, "a key that looks elsewhere holds it"
        await pilot.press("asterisk", "asterisk")
        await pilot.pause(0.6)
        assert shown.ply == held, "so does its own key"
        await pilot.press("asterisk", "plus", "o")
        await until(pilot, lambda: shown.ply == 5)
        await pilot.press("asterisk")
        await until(pilot, lambda: shown.ply == 1)
        assert "Hold" in table(pilot).key_names().values()
        await pilot.press("Y")
        assert "Hold" not in table(pilot).key_names().values(), "so does a command that looks on"


async def test_a_move_that_is_clicked_holds_it(tmp_path: Path, fast: None) -> None:
    from termgames.play import store

    store.save(played(), tmp_path / "game.tgr")
    async with looking(tmp_path / "game.tgr") as pilot:
        shown = table(pilot).sitting.shown
        await pilot.press("asterisk")
        shown.look(4)
        await pilot.pause(0.6)
        assert shown.ply == 4


async def test_candidates_tell_what_they_lose() -> None:
    async with playing(new_match(), size=(120, 40)) as pilot:
        advise(pilot)
        await pilot.press("a")
        listed = table(pilot).query_one(CandidateList)
        await until(pilot, lambda: "60%" in listed.render().plain)
        assert "wins" in listed.render().plain
        await pilot.press("W")
        text = listed.render().plain
        assert "against 1" in text
        assert "+0%" in text
        assert "-10%" in text
        await pilot.press("W")
        assert "50%" in listed.render().plain
