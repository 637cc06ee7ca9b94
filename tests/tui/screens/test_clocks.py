"""Clocks on the screen: what they show, when they stand, and what happens at their end."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import Input

from termgames import games
from termgames.play import clock, record
from termgames.play.match import Match
from termgames.play.match_time import MatchTime
from termgames.play.new_game import NewGame
from termgames.play.sitting.live import Live
from termgames.tui import preferences
from termgames.tui.config import Config
from termgames.tui.settings import Settings
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.players import PlayersPanel

from .support import act, form, game, opened, playing, table, until
from .tables import red_first, seated


def timed(*players: str, clocks: str = "10m") -> Match:
    rules = games.create("plurality", {"size": 5})
    controls = clock.read_all(clocks.split(" "), ("black", "white"))
    return Match(rules, players or ("human", "human"), 1, time=MatchTime(controls))


class Time:
    """Seconds that pass when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now

    async def passes(self, pilot: Pilot[None], seconds: float) -> None:
        """So many seconds, in which the clock is looked at as often as it is due."""
        end, screen = self.now + seconds, game(pilot)
        while (wait := screen.sitting.timing.wait) is not None and self.now < end:
            self.now = min(end, self.now + wait)
            screen.clocks._tick()
        self.now = end
        await pilot.pause()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """The time by which the clocks of games run that are opened."""
    time = Time()
    monkeypatch.setattr("termgames.tui.opener.Live", partial(Live, now=time))
    return time


def figures(pilot: Pilot[None]) -> list[str]:
    """What stands at the right of the players."""
    lines = pilot.app.screen_stack[-1].query_one(PlayersPanel).render().plain.split("\n")
    return [line.split("  ")[-1].strip() for line in lines[1:]]


OWN = {
    "clocks": lambda pilot: " ".join(figures(pilot)),
    "runs": lambda pilot: game(pilot).sitting.timing.runs,
    "ticks": lambda pilot: game(pilot).clocks._next is not None,
    "loss": lambda pilot: table(pilot).sitting.shown.match.loss,
    "waits": lambda pilot: game(pilot).sitting.waits_for is not None,
}
LOST = "LostGame(seat=0, on_time=True)"


@pytest.mark.parametrize(
    ("clocks", "rows"),
    [
        (
            "10m white=5m+3x30s",
            """
                           | clocks = 10:00 5:00
            passes:61.5    | clocks = 8:59 5:00
            place:a1,b1,c1 passes:281 | clocks = 8:59 0:19
            passes:22      | clocks = 8:59 0:27 (3)""",
        ),
        (
            "30s+0s white=none",
            f"""
                        | clocks: 0:30
            passes:30.1 | loss = {LOST} ; clocks: 0.0 ; !ticks
            u           | loss = None ; clocks: 0:30""",
        ),
        (
            "10m",
            """
                             | runs ; ticks
            question_mark    | !runs ; !ticks
            escape           | runs
            ctrl+p           | !runs ; !ticks
            escape           | runs
            n                | !runs ; !ticks
            escape           | runs
            place:a1,b1,c1 comma | runs""",
        ),
    ],
    ids=["tick", "run out", "stand while something lies over the table"],
)
async def test_clocks(clocks: str, rows: str, time: Time) -> None:
    async with playing(timed(clocks=clocks)) as pilot:
        passes = {"passes": lambda pilot, seconds: time.passes(pilot, float(seconds))}
        await act(pilot, rows, OWN, passes)


async def test_below_ten_seconds_there_are_tenths_and_a_bell(
    monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    rung: list[str] = []
    async with playing(timed(clocks="20s+0s")) as pilot:
        monkeypatch.setattr(pilot.app, "bell", lambda: rung.append(figures(pilot)[0]))
        await time.passes(pilot, 9)
        assert not rung
        await time.passes(pilot, 4.55)
        assert figures(pilot)[0] == "6.4"
        assert rung == ["0:11"], "just before ten seconds are shown"


async def test_a_tick_draws_the_digits_that_change_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, time: Time
) -> None:
    async with playing(timed()) as pilot:
        await time.passes(pilot, 2.5)
        drawn: list[Any] = []
        for widget in pilot.app.screen.query("*"):

            def refresh(*regions: Region, widget: Any = widget, **how: Any) -> Any:
                drawn.append((type(widget).__name__, *regions, *how))
                return widget

            monkeypatch.setattr(widget, "refresh", refresh)
        await time.passes(pilot, 1)
        ((name, region),) = drawn
        assert name == "PlayersPanel"
        assert (region.width, region.height) == (1, 1)


async def test_time_passes_by_itself() -> None:
    async with playing(timed(clocks="1.5s")) as pilot:
        await act(pilot, f"| over ; loss = {LOST}", OWN)


async def test_a_clock_stands_until_the_keyboard_was_handed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")
    match = red_first("human", "human")
    match.time = match.time.restarted((clock.read("1m"),) * 2)
    async with seated(match) as pilot:
        for text in ("draw", "b1", "pass"):
            game(pilot).sitting.play(match.game.parse(match.state, text))
        await act(pilot, "  | waits ; !runs\nenter | runs ; !waits", OWN)


async def test_without_clocks_nothing_ticks() -> None:
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"), 1)
    async with playing(match) as pilot:
        await act(pilot, "| !ticks", OWN)
        assert "time" not in pilot.app.screen.query_one(PlayersPanel).render().plain


async def test_a_bot_plays_within_its_clock() -> None:
    match = timed("human", "bot:2", clocks="10m white=20s")
    async with playing(match) as pilot:
        await act(pilot, "place:a1,b1,c1 |")
        await until(pilot, lambda: match.ply == 2 or match.over)
        assert match.loss is None
        assert 0 <= match.time.taken(1) < 20


async def test_what_is_left_is_kept_when_the_game_is_left(tmp_path: Path, time: Time) -> None:
    path = tmp_path / "game.tgr"
    async with playing(timed(clocks="1m"), path) as pilot:
        await time.passes(pilot, 3)
        await act(pilot, "place:a1,b1,c1 |")
        await time.passes(pilot, 5)
        pilot.app.opener.lost()  # type: ignore[attr-defined]
    saved = record.load(path.read_text())
    assert saved.time.taken(0) == 3
    assert saved.time.in_hand == 5


async def test_a_replay_shows_clocks_and_the_time_of_each_move() -> None:
    match = timed(clocks="1m")
    for text, seconds in (("a1,b1,c1", 12.5), ("a3,b3,c3", 3.0)):
        match.submit(match.game.parse(match.state, text), seconds=seconds)
    async with opened(lambda opener: opener.open_replay(match, Path("old.tgr"))) as pilot:
        await act(pilot, """
                      | screen = ReplayScreen ; clocks = 1:00 1:00
            full_stop | clocks: 0:48 ; #facts: move took 12.5 s
            full_stop | clocks: 0:48 ; clocks: 0:57""", OWN)  # fmt: skip


async def test_the_form_takes_a_clock() -> None:
    before = NewGame("plurality", {"size": 5}, ("human", "human"))
    async with form(before) as (pilot, screen, wanted):
        line = screen.query_one("#clock", Input)
        line.value = "5x"
        await pilot.pause()
        row = next(row for row in screen.query(FormRow) if row.fault)
        assert row.fault.startswith("a clock is written as 10m")
        line.value = "10m+5s, white=5m"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
    (new,) = wanted
    assert new is not None
    assert new.match().time.controls == (clock.read("10m+5s"), clock.read("5m"))
    assert preferences.remembered(games.info("plurality")) == new


async def test_in_a_rematch_everybody_keeps_his_clock() -> None:
    match = timed("human", "bot:1", clocks="10m white=5m")
    match.resign(0)
    async with playing(match) as pilot:
        closed: list[Any] = []
        game(pilot).ending._desk.close = closed.append  # type: ignore[method-assign]
        game(pilot).ending._rematch()
    (new,) = closed
    assert new.players == ("bot:1", "human")
    assert new.clock == "black=5m, white=10m"


async def test_games_begun_from_the_menu_have_the_clock_of_the_settings() -> None:
    settings = Settings(config=Config(values={"clock": "10m+5s"}))
    async with opened(lambda opener: opener.open_menu(), settings=settings) as pilot:
        await act(pilot, "enter | screen = GameScreen")
        assert set(game(pilot).sitting.shown.match.time.controls) == {clock.read("10m+5s")}
