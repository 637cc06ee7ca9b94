"""What moves on a board: never between a key and its effect, and not at all where not wanted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from textual import constants
from textual.app import SystemCommand
from textual.pilot import Pilot

from termgames.core.topology import square
from termgames.tui import preferences
from termgames.tui.board import motion
from termgames.tui.board.canvas import Canvas
from termgames.tui.board.motion import Frame

from .support import game, new_match, playing, until


@pytest.fixture
def moving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Things move, and stay long enough to be looked at."""
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    monkeypatch.setattr(motion, "PACE", 0.15)


@asynccontextmanager
async def board_of(*moves: str) -> AsyncIterator[tuple[Pilot[None], Canvas]]:
    """A game after some moves, which came from elsewhere, and its board."""
    async with playing(new_match()) as pilot:
        play(pilot, *moves)
        await pilot.pause()
        yield pilot, game(pilot).board.canvas


def play(pilot: Pilot[None], *moves: str) -> None:
    sitting = game(pilot).sitting
    for move in moves:
        shown = sitting.shown
        assert sitting.play(shown.game.parse(shown.position, move)) is None


def drawn(canvas: Canvas) -> list[str]:
    return [canvas.render_line(row).text for row in range(canvas.size.height)]


def grounds(canvas: Canvas) -> list[str]:
    """The background of every place, row by row."""
    lines = map(canvas.render_line, range(canvas.size.height))
    return [str(segment.style) for line in lines for segment in line for _ in segment.text]


def animations(pilot: Pilot[None]) -> list[SystemCommand]:
    """The commands of the palette about what moves."""
    commands = pilot.app.get_system_commands(pilot.app.screen)
    return [command for command in commands if command.title.startswith("Animations")]


def test_a_stone_lands_and_what_is_taken_fades_longer() -> None:
    before, after = bytes([1, 2, 2, 0]), bytes([1, 0, 1, 1])
    first, second = motion.step(before, after, landing=True)
    assert [(pick.cell, pick.colour) for pick in first.ghosts] == [(1, 1), (3, 0)]
    assert first.bare == {3}
    assert second == Frame(first.ghosts[:1])
    assert motion.step(before, after, landing=False) == [second, second]
    assert not motion.step(before, before, landing=True)


def test_territory_fills_area_by_area_from_one_end_to_the_other() -> None:
    topology = square(5)
    areas = {topology.cell(name) for name in ("a1", "b1", "c1", "e4", "e5")}
    bare = [{topology.names[cell] for cell in frame.bare} for frame in motion.fill(topology, areas)]
    assert bare == [{"b1", "c1", "e5"}, {"c1"}]
    whole = motion.fill(topology, range(25))
    assert 1 < len(whole) <= 6
    assert all(later.bare < earlier.bare for earlier, later in pairwise(whole))
    assert not motion.fill(topology, ())


@pytest.mark.usefixtures("moving")
async def test_territory_fills_at_the_end_until_a_key_comes() -> None:
    async with board_of("c4,c5,d5", "pass") as (pilot, canvas):
        before = grounds(canvas)
        play(pilot, "pass")
        first = grounds(canvas)
        await until(pilot, lambda: grounds(canvas) != first, 2)
        assert before != grounds(canvas), "a part is filled"
        on_the_way = grounds(canvas)
        await pilot.press("down")
        await pilot.pause()
        at_last = grounds(canvas)
        assert at_last != on_the_way
        await asyncio.sleep(0.05)
        assert grounds(canvas) == at_last, "nothing moves any more"


@pytest.mark.usefixtures("moving")
async def test_stones_from_this_keyboard_lie_there_at_once_and_others_land() -> None:
    async with board_of() as (pilot, canvas):
        play(pilot, "c4,c5,d5")
        mine = drawn(canvas)
        await asyncio.sleep(0.05)
        assert drawn(canvas) == mine
        view, shown = game(pilot).table.position, game(pilot).sitting.shown
        assert view._before is not None
        view._before = (shown.ply - 1, bytes(25), False)
        view.show()
        assert drawn(canvas) != mine
        await until(pilot, lambda: drawn(canvas) == mine, 2)


async def test_nothing_moves_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "full")
    preferences.keep(animations=False)
    async with board_of("c4,c5,d5", "pass") as (pilot, canvas):
        play(pilot, "pass")
        at_once = grounds(canvas)
        await asyncio.sleep(0.05)
        assert grounds(canvas) == at_once
        (on,) = animations(pilot)
        assert on.title == "Animations on"
        on.callback()
        assert preferences.load().animations
        assert pilot.app.animation_level == "full"
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 50000 10.0.0.2 22")
    async with board_of() as (pilot, _):
        assert pilot.app.animation_level == "full", "the environment asks for it"
    monkeypatch.delenv("TEXTUAL_ANIMATIONS")
    async with board_of() as (pilot, _):
        assert pilot.app.animation_level == "none"
    monkeypatch.delenv("SSH_CONNECTION")
    monkeypatch.setattr(constants, "TEXTUAL_ANIMATIONS", "none")
    async with board_of() as (pilot, _):
        assert pilot.app.animation_level == "none"
        assert not animations(pilot)
