"""The screen of a guest: the table is in the same process, the messages go through their lines."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.pilot import Pilot

from termgames.core.errors import StorageError
from termgames.play.together import link, wire
from termgames.play.together.address import Address
from termgames.play.together.attendance import Manners
from termgames.play.together.guests import Guest
from termgames.play.together.mirror import Mirror
from termgames.play.together.table import SharedTable
from termgames.tui import preferences
from termgames.tui.app import Settings
from termgames.tui.screens.dialogs import ChoiceDialog, LineDialog
from termgames.tui.screens.guest import GuestScreen
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.widgets.prompt import PromptPanel
from tests.play.together.support import Visitor, table_of
from tests.tui.screens.support import opened, until

FIRST = "c3,c4,d4"


class LocalVisit:
    """Stands in for a `Visit`: what the table sends is received in the thread of the screen's
    connection."""

    def __init__(self, table: SharedTable, **wanted: Any) -> None:
        self.table, self.address = table, Address("friday")
        self.coming: queue.Queue[wire.FromTable | StorageError] = queue.Queue()
        self.sent: list[wire.FromGuest] = []
        self.guest = Guest(self.coming.put)
        self.lost = self._taken = False
        table.enter(self.guest, wire.Join(**{"wire": wire.VERSION, **wanted}))
        self.key = "" if self.guest.place is None else self.guest.place.key

    def receive(self) -> list[wire.FromTable]:
        if self._taken:
            self.coming.task_done()  # the connection has handed the last one on
        message, self._taken = self.coming.get(), True
        if isinstance(message, StorageError):
            raise message
        return [wire.from_table(wire.line(message).strip())]

    def send(self, message: wire.FromGuest) -> None:
        self.sent.append(message)
        if not self.lost:
            self.table.hear(self.guest, wire.from_guest(wire.line(message).strip()))

    def come_back(self) -> None:
        if self.lost:
            raise StorageError("not yet")
        self.guest = Guest(self.coming.put)
        self.table.enter(self.guest, wire.Join(wire.VERSION, key=self.key))

    def lose(self) -> None:
        """The connection breaks."""
        self.lost = True
        self.table.leave(self.guest)
        self.coming.put(StorageError("the table is gone"))

    def close(self) -> None:
        self.lost = True
        self.table.leave(self.guest)
        self.coming.put(StorageError("it is closed"))


@asynccontextmanager
async def at(visit: LocalVisit) -> AsyncIterator[Pilot[None]]:
    stand_in: Any = visit
    mirror = Mirror()
    mirror.wait_for_a_game(visit.receive)
    async with opened(
        lambda opener: opener.open_table(stand_in, mirror), settings=Settings()
    ) as pilot:
        try:
            yield pilot
        finally:
            visit.coming.put(wire.Closed("the test is over"))


def screen(pilot: Pilot[None]) -> GuestScreen:
    found = [each for each in pilot.app.screen_stack if isinstance(each, GuestScreen)]
    return found[-1]


async def heard(pilot: Pilot[None]) -> None:
    """What the table has sent so far is on the screen; what comes late, as after a connection that
    broke, is waited for by `until`."""
    end = time.monotonic() + 0.2
    while time.monotonic() < end:
        await pilot.pause()
        visits: list[Any] = [
            each.connection.visit
            for each in pilot.app.screen_stack
            if isinstance(each, GuestScreen)
        ]
        if visits and not visits[-1].coming.unfinished_tasks:
            break
    await pilot.pause()


def prompt(pilot: Pilot[None]) -> str:
    panel = screen(pilot).query_one(PromptPanel)
    return " ".join(str(panel.render()).split())


def notices(pilot: Pilot[None]) -> list[str]:
    return [each.message for each in pilot.app._notifications]


def two(**manners: Any) -> tuple[LocalVisit, Visitor]:
    """A guest on black at the screen, and one on white."""
    table, _, _ = table_of("plurality", {"size": 5}, manners=Manners(**manners))
    return LocalVisit(table), Visitor(table).join(name="Bob")


async def type_move(pilot: Pilot[None], text: str) -> None:
    await pilot.press("m")
    await pilot.press(*(char if char != "," else "comma" for char in text), "enter")
    await heard(pilot)


async def test_moves_go_to_the_table_and_come_from_it() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        await type_move(pilot, FIRST)
        assert white.match.texts() == (FIRST,)
        assert screen(pilot).sitting.shown.match.texts() == (FIRST,)
        assert "Waiting for White" in prompt(pilot)
        white.play("pass")
        await heard(pilot)
        assert screen(pilot).sitting.can_play


async def test_the_board_waits_for_the_table() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        visit.lost = True  # the move does not arrive
        await type_move(pilot, FIRST)
        assert visit.sent == [wire.MakeMove(0, FIRST)]
        assert screen(pilot).sitting.shown.match.ply == 0
        assert "on its way" in prompt(pilot)
        await type_move(pilot, FIRST)
        assert len(visit.sent) == 1
        white.say(wire.Talk("hello"))  # no answer to it
        await heard(pilot)
        assert "on its way" in prompt(pilot)


async def test_before_everybody_is_there_it_says_who_is_missing() -> None:
    table, _, _ = table_of("plurality", {"size": 5})
    async with at(LocalVisit(table)) as pilot:
        await heard(pilot)
        assert "Waiting for white. join with: termgames join friday" in prompt(pilot)
        white = Visitor(table).join(name="Bob")
        await heard(pilot)
        assert "Bob sits down as white." in notices(pilot)
        assert screen(pilot).sitting.shown.label(1) == "Bob"
        await type_move(pilot, FIRST)
        table.leave(white.guest)
        await heard(pilot)
        assert "Bob is away" in prompt(pilot)


async def test_taking_back_is_asked_for_and_agreed_to() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        await type_move(pilot, FIRST)
        await pilot.press("u")
        await heard(pilot)
        assert white.mirror.proposal.waiting == (1,)
        white.say(wire.Vote(white.mirror.proposal.number, yes=True))
        await heard(pilot)
        assert screen(pilot).sitting.shown.match.ply == 0
        await type_move(pilot, FIRST)
        white.play("pass")
        white.say(wire.Wish("undo"))
        await heard(pilot)
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("2")
        await heard(pilot)
        assert white.mirror.proposal is None
        assert white.match.ply == 2


async def test_talk_is_text_and_goes_both_ways() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        white.say(wire.Talk("[b]hi[/b] \x1b[31m"))
        await heard(pilot)
        assert "Bob: [b]hi[/b] \\x1b[31m" in notices(pilot)
        await pilot.press("G")
        await heard(pilot)
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("2")
        await heard(pilot)
        assert isinstance(pilot.app.screen, LineDialog)
        await pilot.press(*"hey", "enter")
        await heard(pilot)
        assert white.last(wire.Said).text == "hey"


@pytest.mark.parametrize("allowed", [False, True])
async def test_bots_are_asked_only_where_the_table_allows_it(allowed: bool) -> None:
    visit, white = two(analysis=allowed)
    async with at(visit) as pilot:
        await heard(pilot)
        assert screen(pilot).table.analysis.on == allowed
        shown = {active.binding.description for active in pilot.app.screen.active_bindings.values()}
        assert ({"Hint", "Analyse"} <= shown) == allowed
        if not allowed:
            await pilot.press("i", "a", "A")
            await heard(pilot)
            assert not screen(pilot).table.analysis.on
            assert screen(pilot).table.analysis.analyst is None
            assert "At this table nobody asks bots for advice before the end." in notices(pilot)
            white.say(wire.Resign())
            await heard(pilot)
            assert screen(pilot).table.analysis.on


async def test_a_broken_connection_is_found_again() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        await type_move(pilot, FIRST)
        visit.lose()
        await heard(pilot)
        assert "The connection is lost" in prompt(pilot)
        white.play("pass")
        visit.lost = False
        for _ in range(40):
            await pilot.pause(0.1)
            if screen(pilot).sitting.shown.match.ply == 2:
                break
        assert screen(pilot).sitting.shown.match.texts() == (FIRST, "pass")
        assert "lost" not in prompt(pilot)


async def test_who_comes_back_is_told_what_was_played_since() -> None:
    visit, white = two()
    white.table.leave(visit.guest)
    black = Visitor(white.table).join(key=visit.key)
    black.play(FIRST)
    white.play("pass")
    visit.guest = black.guest
    visit = LocalVisit(white.table, key=visit.key)
    async with at(visit) as pilot:
        await heard(pilot)
        assert f"Since you were last here: black {FIRST}, white pass." in notices(pilot)


async def test_what_one_has_proposed_can_be_withdrawn() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        await type_move(pilot, FIRST)
        await pilot.press("u")
        await heard(pilot)
        assert white.mirror.proposal is not None
        await pilot.press("G")
        await heard(pilot)
        await pilot.press("3")
        await heard(pilot)
        assert white.mirror.proposal is None
        assert white.match.ply == 1


async def test_a_table_that_makes_no_sense_is_left_with_a_line() -> None:
    visit, _ = two()
    async with at(visit) as pilot:
        await heard(pilot)
        visit.coming.put(wire.Moves(0, ("a1,a1,a1",)))
        await heard(pilot)
        fault = pilot.app.fault  # type: ignore[attr-defined]
        assert isinstance(fault, StorageError)
        assert "cannot be" in str(fault)


async def test_another_game_of_the_table_is_shown_when_it_begins() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        white.say(wire.Resign())
        await heard(pilot)
        assert screen(pilot).sitting.shown.match.over
        await pilot.press("N")
        await heard(pilot)
        before = screen(pilot)
        white.say(wire.Vote(white.mirror.proposal.number, yes=True))
        await heard(pilot)
        assert screen(pilot) is not before
        assert not screen(pilot).sitting.shown.match.over
        await type_move(pilot, FIRST)
        assert white.match.texts() == (FIRST,)


async def test_a_table_that_ends_says_so() -> None:
    visit, _ = two()
    async with at(visit) as pilot:
        await heard(pilot)
        visit.coming.put(wire.Closed("the host has ended the table"))
        await heard(pilot)
        assert "the host has ended the table" in prompt(pilot)
        await pilot.press("q")
        await heard(pilot)
        await pilot.press("1")
        await heard(pilot)
        assert not pilot.app.is_running or not isinstance(pilot.app.screen, GuestScreen)


async def test_each_sees_his_own_hand_only() -> None:
    table, seating, _ = table_of("mitropia", {"players": 2}, seed=3)
    visit = LocalVisit(table, seat=0)
    other = Visitor(table).join(seat=1)
    async with at(visit) as pilot:
        await heard(pilot)
        shown = screen(pilot).sitting.shown
        assert shown.view.seat == 0
        assert not shown.view.shared
        assert shown.match.redacted
        assert other.match.redacted
        assert seating.places[1].key not in str([*map(str, visit.coming.queue)])


# -- in a window of a browser -----------------------------------------------------------


@asynccontextmanager
async def in_window(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Pilot[None], Path]]:
    """The application as in a window, and the folder of whoever serves it."""
    monkeypatch.setattr(HeadlessDriver, "is_web", True)
    folder = Path(os.environ["TERMGAMES_DATA"])
    async with opened(begin, settings=Settings(window=(80, 24))) as pilot:
        yield pilot, folder


async def test_in_a_window_nothing_is_written_and_no_game_begins_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """At the end of a game, and where its record is looked through."""
    visit, white = two()
    stand_in: Any = visit
    mirror = Mirror()
    mirror.wait_for_a_game(visit.receive)
    monkeypatch.setattr("termgames.tui.app.user_downloads_path", lambda: tmp_path)
    preferences.keep(theme="termgames-light", ascii=True)
    kept = preferences.path().read_bytes()
    async with in_window(lambda opener: opener.open_table(stand_in, mirror), monkeypatch) as (
        pilot,
        data,
    ):
        before = sorted(data.rglob("*"))
        assert not pilot.app.preferences.ascii
        assert pilot.app.theme != "termgames-light"
        await heard(pilot)
        await type_move(pilot, FIRST)
        white.play("pass")
        await heard(pilot)
        await pilot.press("p")
        await heard(pilot)
        assert screen(pilot).sitting.shown.match.over
        assert "V review" in prompt(pilot)
        await pilot.press("D", "B", "C")
        for key in ("E", "M", "n"):
            assert f" {key} " not in prompt(pilot)
            await pilot.press(key)
            await heard(pilot)
            assert pilot.app.screen is screen(pilot)
        commands = {each.title for each in pilot.app.get_system_commands(pilot.app.screen)}
        assert not commands & {"Screenshot", "Export the record", "Menu", "New game"}
        assert pilot.app.deliver_screenshot() is None
        await pilot.press("T")
        await heard(pilot)
        looking = pilot.app.screen
        assert isinstance(looking, ReplayScreen)
        for key in ("E", "S", "P", "n", "escape", "E", "S", "P", "n"):
            await pilot.press(key)
            await heard(pilot)
            assert pilot.app.screen is looking, key
        commands = {each.title for each in pilot.app.get_system_commands(looking)}
        assert not commands & {"Screenshot", "Export the record", "Set up a position"}
        assert not commands & {"New game", "Play on from here"}
        assert sorted(data.rglob("*")) == before
        assert preferences.path().read_bytes() == kept
        assert not list(tmp_path.iterdir())
        visit.coming.put(wire.Closed("the test is over"))


async def test_a_window_without_a_key_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.tui.opener.KEY_PATIENCE", 0.1)
    where = Address("no-such-table")
    async with in_window(lambda opener: opener.open_window(where), monkeypatch) as (pilot, _):
        assert isinstance(pilot.app.screen, LineDialog)
        await pilot.press(*"black", "enter")
        await until(pilot, lambda: pilot.app._exit)


# -- what is settled elsewhere ----------------------------------------------------------


async def proposed(pilot: Pilot[None], white: Visitor) -> None:
    """White wants its move taken back, and the guest on black is asked."""
    await heard(pilot)
    await type_move(pilot, FIRST)
    white.play("pass")
    white.say(wire.Wish("undo"))
    await heard(pilot)
    assert isinstance(pilot.app.screen, ChoiceDialog)


async def test_a_vote_is_asked_for_no_more_once_it_is_settled() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await proposed(pilot, white)
        number = white.mirror.proposal.number
        white.say(wire.Vote(number, yes=False))
        await heard(pilot)
        assert pilot.app.screen is screen(pilot)
        assert not [each for each in visit.sent if isinstance(each, wire.Vote)]
        white.say(wire.Wish("undo"))
        await heard(pilot)
        assert isinstance(pilot.app.screen, ChoiceDialog), "it is asked anew"
        window = Visitor(white.table).join(key=visit.key)
        window.say(wire.Vote(window.mirror.proposal.number, yes=True))
        await heard(pilot)
        assert pilot.app.screen is screen(pilot)
        assert not [each for each in visit.sent if isinstance(each, wire.Vote)]
        assert white.match.ply == 1


async def test_a_vote_is_asked_for_again_after_the_connection_broke() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await proposed(pilot, white)
        visit.lose()
        await heard(pilot)
        visit.lost = False
        for _ in range(40):
            await pilot.pause(0.1)
            if len(white.table.guests) == 2:
                break
        await heard(pilot)
        assert isinstance(pilot.app.screen, ChoiceDialog)
        assert white.mirror.proposal is not None
        await pilot.press("1")
        await heard(pilot)
        assert white.match.ply == 1


async def test_a_vote_waits_for_the_dialog_that_is_open() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        await type_move(pilot, FIRST)
        white.play("pass")
        await heard(pilot)
        await pilot.press("colon")
        await heard(pilot)
        assert isinstance(pilot.app.screen, LineDialog)
        white.say(wire.Wish("undo"))
        await heard(pilot)
        assert isinstance(pilot.app.screen, LineDialog)
        assert white.mirror.proposal is not None
        await pilot.press("escape")
        await heard(pilot)
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("1")
        await heard(pilot)
        assert white.match.ply == 1


async def test_the_end_of_a_game_stays_in_sight_when_its_table_ends() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        white.say(wire.Resign())
        visit.coming.put(wire.Closed("the game is over"))
        await heard(pilot)
        assert "Black (black) wins" in prompt(pilot)
        assert "the game is over" in notices(pilot)
        assert "N rematch" not in prompt(pilot)


async def test_the_end_offers_a_guest_what_he_can_do_alone() -> None:
    visit, white = two()
    async with at(visit) as pilot:
        await heard(pilot)
        white.say(wire.Resign())
        await heard(pilot)
        assert "N rematch" in prompt(pilot)
        assert "E export" in prompt(pilot)
        assert "n new game" not in prompt(pilot)
        await pilot.press("n")
        await heard(pilot)
        assert pilot.app.screen is screen(pilot)
        assert "M menu" in prompt(pilot)
        await pilot.press("M")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        assert len(white.table.guests) == 1, "the table was left"


# -- from the menu ----------------------------------------------------------------------


async def test_a_table_is_joined_from_the_menu_while_one_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, _, _ = table_of("plurality", {"size": 5})
    there: list[SharedTable] = []
    monkeypatch.setattr(link, "tables", lambda say: iter([each.about() for each in there]))

    def visit(_: Address, join: wire.Join) -> LocalVisit:
        return LocalVisit(table, **asdict(join))

    monkeypatch.setattr("termgames.play.together.visit.Visit", visit)
    monkeypatch.setattr(link, "Link", lambda address: address)
    async with opened(lambda opener: opener.open_menu()) as pilot:
        menu = pilot.app.screen
        assert isinstance(menu, MenuScreen)
        entry = menu.query_one("#entry-join")
        await heard(pilot)
        assert not entry.display
        await pilot.press("j")
        await heard(pilot)
        assert pilot.app.screen is menu
        there.append(table)
        menu.look_for_unfinished()
        await until(pilot, lambda: entry.display)
        await pilot.press("j")
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await heard(pilot)
        await pilot.press("2")
        await until(pilot, lambda: isinstance(pilot.app.screen, GuestScreen))
        assert [guest.seat for guest in table.guests] == [1]
        await heard(pilot)
        await pilot.press("q")
        await heard(pilot)
        await pilot.press("1")
        await until(pilot, lambda: pilot.app.screen is menu)
        assert not len(table.guests)
