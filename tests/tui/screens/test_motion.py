"""What moves: stones and territory on a board, never between a key and its effect, and not at all
where not wanted; and records that play by themselves."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual import constants

from termgames.core.topology import square
from termgames.tui import preferences
from termgames.tui.board import motion
from termgames.tui.board.motion import Frame
from termgames.tui.table import by_itself

from .support import act, stage, table, until


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Things move, and stay long enough to be looked at."""
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    monkeypatch.setattr(motion, "PACE", 0.1)


def play(pilot: Any, move: str) -> None:
    shown = table(pilot).sitting.shown
    assert table(pilot).sitting.play(shown.game.parse(shown.position, move)) is None


def drawn(pilot: Any) -> list[str]:
    """Characters and grounds of every place, row by row."""
    canvas = table(pilot).board.canvas
    lines = map(canvas.render_line, range(canvas.size.height))
    return [
        f"{segment.style} {char}" for line in lines for segment in line for char in segment.text
    ]


def test_what_is_taken_fades_longer_than_a_stone_lands() -> None:
    before, after = bytes([1, 2, 2, 0]), bytes([1, 0, 1, 1])
    first, second = motion.step(before, after, landing=True)
    assert (len(first.ghosts), first.bare, second) == (2, {3}, Frame(first.ghosts[:1]))
    assert motion.step(before, after, landing=False) == [second, second]
    assert not motion.step(before, before, landing=True)


def test_territory_fills_area_by_area_from_one_end_to_the_other() -> None:
    topology = square(5)
    areas = {topology.cell(name) for name in ("a1", "b1", "c1", "e4", "e5")}
    bare = [{topology.names[cell] for cell in frame.bare} for frame in motion.fill(topology, areas)]
    assert bare == [{"b1", "c1", "e5"}, {"c1"}]
    assert 1 < len(motion.fill(topology, range(25))) <= 6
    assert not motion.fill(topology, ())


@pytest.mark.usefixtures("moving")
async def test_territory_fills_at_the_end_until_a_key_comes() -> None:
    async with stage("play plurality + c4,c5,d5 pass") as pilot:
        play(pilot, "pass")
        first = drawn(pilot)
        await until(pilot, lambda: drawn(pilot) != first, 2)
        on_the_way = drawn(pilot)
        await pilot.press("down")
        await pilot.pause()
        at_last = drawn(pilot)
        assert at_last != on_the_way
        await asyncio.sleep(0.05)
        assert drawn(pilot) == at_last, "nothing moves any more"


@pytest.mark.usefixtures("moving")
async def test_stones_from_this_keyboard_lie_there_at_once_and_others_land() -> None:
    async with stage("play plurality") as pilot:
        play(pilot, "c4,c5,d5")
        mine = drawn(pilot)
        await asyncio.sleep(0.05)
        assert drawn(pilot) == mine
        view, shown = table(pilot).table.position, table(pilot).sitting.shown
        view._before = (shown.ply - 1, bytes(25), False)
        view.show()
        assert drawn(pilot) != mine
        await until(pilot, lambda: drawn(pilot) == mine, 2)


async def test_nothing_moves_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    preferences.keep(animations=False)
    async with stage("play plurality + c4,c5,d5 pass") as pilot:
        play(pilot, "pass")
        at_once = drawn(pilot)
        await asyncio.sleep(0.05)
        assert drawn(pilot) == at_once
        commands = list(pilot.app.get_system_commands(pilot.app.screen))
        (on,) = (each for each in commands if each.title == "Animations on")
        on.callback()
        assert preferences.load().animations
        assert pilot.app.animation_level == "full"
    for ssh, level in (("", "full"), ("10.0.0.1 50000 10.0.0.2 22", "none")):
        monkeypatch.delenv("TEXTUAL_ANIMATIONS", raising=False)
        monkeypatch.setenv("SSH_CONNECTION", ssh) if ssh else None
        async with stage("menu") as pilot:
            assert pilot.app.animation_level == level
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    async with stage("play plurality") as pilot:
        assert pilot.app.animation_level == "none"
        titles = [each.title for each in pilot.app.get_system_commands(pilot.app.screen)]
        assert not [title for title in titles if title.startswith("Animations")]


async def test_a_record_plays_by_itself_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_itself.ByItself, "SECONDS", 0.25)
    hold = {"hold": lambda pilot: "Hold" in table(pilot).key_names().values()}
    async with stage("replay plurality + GAME") as pilot:
        for holding in ("comma", "asterisk", "look:2", "Y"):
            await act(pilot, f"home asterisk | hold ; ply != 0\n{holding} | !hold", hold)
            await act(pilot, f"| ply = {table(pilot).sitting.shown.ply} ; !hold", hold)
        await act(pilot, "end asterisk | ply != 5 ; hold\no plus | ply = 5 ; !hold", hold)
