"""Clocks of a table: the table runs them, guests are told and count down by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from termgames.play import clock
from termgames.play.clock import TimeLeft
from termgames.play.match import LostGame
from termgames.play.together import wire
from termgames.play.together.sitting import Distant
from tests.play.together.support import Room, Visitor, table_of, visitors


class Time:
    """Seconds that pass when the test says so."""

    now = 50.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A table with clocks, and a visitor on every seat."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        clocks: str = "1m",
        game: str = "plurality",
        options: dict[str, Any] | None = None,
        players: tuple[str, ...] = (),
    ) -> None:
        time = self.time = Time()
        monkeypatch.setattr(Room, "now", staticmethod(lambda: time.now))
        monkeypatch.setattr(Visitor, "now", staticmethod(lambda: time.now))
        table, seating, room = table_of(
            game, options or {"size": 5}, players, clocks=clocks.split(" ")
        )
        self.table, self.room = table, room
        self.guests = visitors(table, seating)
        self.sittings = [Distant(guest.mirror, guest.say) for guest in self.guests]

    def after(self, seconds: float) -> Table:
        """So much later, with everything done that was due by then."""
        end = self.time.now + seconds
        while self.room.due and (due := min(self.room.due, key=lambda each: each[0]))[0] <= end:
            self.room.due.remove(due)
            self.time.now = max(self.time.now, due[0])
            due[1]()
        self.time.now = end
        return self

    def seen(self, guest: int) -> list[float]:
        """What a guest's clocks show."""
        self.sittings[guest].heard()
        return [each.left.seconds for each in self.sittings[guest].clocks]

    @property
    def shown(self) -> list[float]:
        """What the table's own clocks show."""
        return [each.left.seconds for each in self.table.live.clocks]


def test_guests_are_told_and_count_down(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, "1m+2s white=3x10s")
    assert table.guests[0].match.time.controls == (clock.read("1m+2s"), clock.read("3x10s"))
    assert table.after(5).shown == table.seen(0) == table.seen(1) == [55, 10]
    table.guests[0].play("a1,b1,c1")
    assert table.after(12.5).shown == table.seen(0) == table.seen(1) == [57, 7.5]
    left = table.sittings[0].clocks[1].left
    assert left == TimeLeft(7.5, 1, 1)
    assert table.guests[0].last(wire.Clocks).runs == 1
    assert table.table.match.time.taken(0) == 5


def test_the_table_ends_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    assert not table.after(59.9).table.match.over
    assert table.after(1).table.match.loss == LostGame(0, on_time=True)
    for guest in table.guests:
        assert guest.last(wire.GameOver).flagged == 0
        assert guest.match.loss == LostGame(0, on_time=True)
    assert table.seen(1) == [0, 60]
    assert table.sittings[1].timing.wait is None


def test_clocks_stand_while_a_proposal_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    table.after(5).guests[0].play("a1,b1,c1")
    table.after(3).guests[0].say(wire.Wish("undo"))
    assert table.guests[1].last(wire.Clocks).runs is None
    assert table.after(90).shown == table.seen(0) == [55, 57]
    number = table.guests[1].last(wire.Proposed).number
    table.guests[1].say(wire.Vote(number, False))
    assert table.after(1).shown == table.seen(1) == [55, 56]
    table.guests[0].say(wire.Wish("undo"))
    number = table.guests[1].last(wire.Proposed).number
    table.guests[1].say(wire.Vote(number, True))
    assert table.after(1).shown == table.seen(1) == [59, 60]


def test_everybody_hears_that_a_seat_passes_from_now_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, "10s+0s", "tricolor")
    table.after(10.1)
    match = table.table.match
    assert match.texts() == ("pass",)
    assert match.to_act == 1
    for guest in table.guests:
        assert "no time left" in guest.last(wire.Note).text
        assert guest.match.texts() == ("pass",)
    table.guests[1].play("a1")
    table.guests[2].play("b2")
    assert match.texts() == ("pass", "a1", "b2", "pass")


def test_clocks_of_hidden_hands_run_for_whoever_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, "1m", "mitropia", {"map": "9x9-cut", "players": 2})
    seat = table.table.match.to_act
    assert table.table.live.timing.runs
    assert table.after(4).shown[seat] == 56
    assert table.seen(0) == table.shown


def test_another_game_has_the_same_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch)
    table.after(61)
    table.guests[0].say(wire.Wish("new"))
    table.guests[1].say(wire.Vote(table.guests[1].last(wire.Proposed).number, True))
    assert table.table.match.time.controls == (clock.read("1m"),) * 2
    assert table.after(1).shown == [59, 60]


def test_time_in_which_the_table_stood_still_is_nobodys(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, "10s+0s")
    table.after(3)
    table.time.now += 100
    table.guests[0].play("c3,c4,d4")
    assert table.table.match.texts() == ("c3,c4,d4",)
    table.after(2)
    table.time.now += 100
    table.after(0)
    assert table.shown == [7, 8]
    assert table.seen(1) == [7, 8], "guests are told"
    table.after(8.1)
    assert table.table.match.loss == LostGame(1, on_time=True)
