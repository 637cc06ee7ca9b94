"""Clocks on the screen: what they show, when they stand, and what happens at their end; and what
moves: stones and territory, never between a key and its effect, and not at all where not wanted;
and records that play by themselves."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual import constants
from textual.pilot import Pilot

from termgames.core.topology import square
from termgames.play import clock, record
from termgames.play.sitting.live import Live
from termgames.tui import state_file
from termgames.tui.board import motion
from termgames.tui.board.motion import Frame
from termgames.tui.opener import Opener
from termgames.tui.table import by_itself

from .support import (
    WORDS,
    act,
    acted,
    match_of,
    opened,
    red_first,
    seated,
    settings_of,
    stage,
    table,
    until,
)


class Time:
    """Seconds that pass when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time by which the clocks of games run that are opened."""
    monkeypatch.setattr(Time, "now", 1000.0)
    monkeypatch.setattr("termgames.tui.opener.Live", partial(Live, now=Time()))


async def passes(pilot: Pilot[None], seconds: str) -> None:
    """So many seconds, in which the clock is looked at as often as it is due."""
    end, screen = Time.now + float(seconds), table(pilot)
    while (wait := screen.sitting.timing.wait) is not None and Time.now < end:
        Time.now = min(end, Time.now + wait)
        screen.clocks._tick()
    Time.now = end
    await pilot.pause()


def figures(pilot: Pilot[None]) -> str:
    """What stands at the right of the players."""
    lines = WORDS["panel"](pilot).splitlines()[1:]
    return " ".join(line.split("  ")[-1].strip() for line in lines)


def kept(pilot: Any) -> tuple[float, float]:
    """What the file says was taken, and is in hand."""
    time = record.load(pilot.file.read_text()).time
    return float(time.taken(0)), float(time.in_hand)


OWN = {
    "clocks": figures,
    "ticks": lambda pilot: table(pilot).clocks._next is not None,
    "waits": lambda pilot: table(pilot).sitting.waits_for is not None,
    "file": kept,
    "rematch": lambda pilot: pilot.closed,
}  # fmt: skip


def rematch(pilot: Any, _: str) -> None:
    closed: list[Any] = []
    table(pilot).ending._desk.close = closed.append
    table(pilot).ending._rematch()
    pilot.closed = f"{closed[0].players} {closed[0].clock}"


VERBS = {
    "passes": passes,
    "lost": lambda pilot, _: pilot.app.opener.lost(),
    "rematch": rematch,
}
LOST = "LostGame(seat=0, on_time=True)"


test_scenes = pytest.mark.usefixtures("time")(
    acted(
        f"""
    == they tick and go into byoyomi | play plurality clock=10m_white:5m+3x30s
                   | clocks = 10:00 5:00
    passes:61.5    | clocks = 8:59 5:00
    place:a1,b1,c1 passes:281 | clocks = 8:59 0:19
    passes:22      | clocks = 8:59 0:27 (3)
    == they run out | play plurality clock=30s+0s_white:none
                | clocks: 0:30
    passes:23.55 | clocks: 6.4
    passes:6.6 | ~sitting.shown.match.loss = {LOST} ; clocks: 0.0 ; !ticks
    u           | ~sitting.shown.match.loss = None ; clocks: 0:30
    == they stand while something lies over the table | play plurality clock=10m
                     | ~sitting.timing.runs ; ticks
    question_mark    | !~sitting.timing.runs ; !ticks
    escape           | ~sitting.timing.runs
    ctrl+p           | !~sitting.timing.runs ; !ticks
    escape           | ~sitting.timing.runs
    n                | !~sitting.timing.runs ; !ticks
    escape           | ~sitting.timing.runs
    place:a1,b1,c1 comma | ~sitting.timing.runs
    == a bot plays within its clock | play plurality clock=10m_white:20s seats=human,bot:2
    place:a1,b1,c1 | plies = 2 ; ~sitting.shown.match.loss = None
    == in a rematch everybody keeps his clock | play plurality clock=10m_white:5m seats=human,bot:1
    resign: rematch: | rematch = ('bot:1', 'human') black=5m, white=10m
    == what is left is kept when the game is left | play kept plurality clock=1m
    passes:3 place:a1,b1,c1 passes:5 lost: | file = (3.0, 5.0)
    """,
        OWN,
        VERBS,
    )
)


@pytest.mark.usefixtures("time")
async def test_the_bell_is_rung_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rung = list[str]()
    async with stage("play plurality clock=20s+0s") as pilot:
        monkeypatch.setattr(pilot.app, "bell", lambda: rung.append(figures(pilot).split()[0]))
        for seconds in ("9", "4.55"):
            assert not rung
            await passes(pilot, seconds)
        assert rung == ["0:11"], "just before ten seconds are shown"


async def test_time_passes_by_itself_and_without_clocks_nothing_ticks() -> None:
    async with stage("play plurality clock=1s") as pilot:
        await act(pilot, f"| over ; ~sitting.shown.match.loss = {LOST}", OWN)
    async with stage("play plurality") as pilot:
        await act(pilot, "| !ticks ; panel!: time", OWN)


@pytest.mark.usefixtures("lots")
async def test_a_clock_stands_until_the_keyboard_was_handed_over() -> None:
    match = red_first("human", "human")
    match.time = match.time.restarted((clock.read("1m"),) * 2)
    async with seated(match) as pilot:
        for text in ("draw", "b1", "pass"):
            table(pilot).sitting.play(match.game.parse(match.state, text))
        await act(
            pilot, "  | waits ; !~sitting.timing.runs\nenter | ~sitting.timing.runs ; !waits", OWN
        )


async def test_a_replay_shows_clocks_and_the_time_of_each_move() -> None:
    match = match_of("plurality clock=1m")
    for text, seconds in (("a1,b1,c1", 12.5), ("a3,b3,c3", 3.0)):
        match.submit(match.game.parse(match.state, text), seconds=seconds)
    async with opened(lambda opener: opener.open_replay(match, Path("old.tgr"))) as pilot:
        await act(pilot, """
                      | screen = ReplayScreen ; clocks = 1:00 1:00
            full_stop | clocks: 0:48 ; #facts: move took 12.5 s
            full_stop | clocks: 0:48 ; clocks: 0:57""", OWN)  # fmt: skip


async def test_games_begun_from_the_menu_have_the_clock_of_the_settings() -> None:
    async with opened(Opener.open_menu, settings=settings_of(clock="10m+5s")) as pilot:
        await act(pilot, "enter | screen = GameScreen")
        assert set(table(pilot).sitting.shown.match.time.controls) == {clock.read("10m+5s")}


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
    state_file.keep(animations=False)
    async with stage("play plurality + c4,c5,d5 pass") as pilot:
        play(pilot, "pass")
        at_once = drawn(pilot)
        await asyncio.sleep(0.05)
        assert drawn(pilot) == at_once
        commands = list(pilot.app.get_system_commands(pilot.app.screen))
        (on,) = (each for each in commands if each.title == "Animations on")
        on.callback()
        assert "animations" not in state_file.load()
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
        await act(
            pilot,
            "end asterisk | ply != 5 ; hold\nminus | told: 0.5 s\no plus | ply = 5 ; !hold",
            hold,
        )
