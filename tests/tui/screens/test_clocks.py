"""Clocks on the screen: what they show, when they stand, and what happens at their end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from termgames.play import clock, record
from termgames.play.sitting.live import Live
from termgames.tui.config import Config
from termgames.tui.opener import Opener
from termgames.tui.settings import Settings

from .support import WORDS, act, acted, match_of, opened, red_first, seated, stage, table


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
    settings = Settings(config=Config(values={"clock": "10m+5s"}))
    async with opened(Opener.open_menu, settings=settings) as pilot:
        await act(pilot, "enter | screen = GameScreen")
        assert set(table(pilot).sitting.shown.match.time.controls) == {clock.read("10m+5s")}
