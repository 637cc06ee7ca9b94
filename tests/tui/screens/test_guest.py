"""The screen of a guest: the table is in the same process, the messages go through their lines."""

from __future__ import annotations

import os
import queue
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
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
from termgames.tui import state_file
from termgames.tui.app import Settings
from tests.play.together.support import Visitor, table_of

from .support import VERBS, act, acted, opened, settings_of, table

FIRST = "c3,c4,d4"


class LocalVisit:
    """Stands in for a `Visit`: what the table sends is received in the thread of the screen's
    connection."""

    def __init__(self, table: SharedTable, **wanted: Any) -> None:
        self.table, self.address = table, Address("friday")
        self.coming: queue.Queue[wire.FromTable | StorageError] = queue.Queue()
        self.sent: list[wire.FromGuest] = []
        self.guest = Guest(self.coming.put)
        self.lost = self.closed = self._taken = False
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

    def come_back(self) -> bool:
        while self.lost and not self.closed:
            time.sleep(0.05)
        self.guest = Guest(self.coming.put)
        self.table.enter(self.guest, wire.Join(wire.VERSION, key=self.key))
        return not self.closed

    def lose(self) -> None:
        """The connection breaks."""
        self.lost = True
        self.table.leave(self.guest)
        self.coming.put(StorageError("the table is gone"))

    def close(self) -> None:
        self.closed = True
        self.lose()


@asynccontextmanager
async def at(opening: str, _: object = None, **settings: Any) -> AsyncIterator[Pilot[None]]:
    """A guest on black at the screen, `pilot.visit`, and `pilot.white` on the other side: `two`,
    `two analysis=`, `one` alone, `back` again after two moves that he has not seen, `cards`."""
    kind, *manners = opening.split()
    which = ("mitropia", {"players": 2}) if kind == "cards" else ("plurality", {"size": 5})
    given = {word.partition("=")[0]: bool(word.partition("=")[2]) for word in manners}
    shared, *_ = table_of(*which, seed=3, manners=Manners(**given))
    visit: Any = LocalVisit(shared, **({"seat": 0} if kind == "cards" else {}))
    white = None if kind == "one" else Visitor(shared).join(name="Bob")
    if kind == "back":
        shared.leave(visit.guest)
        black = Visitor(shared).join(key=visit.key)
        black.play(FIRST)
        white.play("pass")
        visit = LocalVisit(shared, key=visit.key)
    mirror = Mirror()
    mirror.wait_for_a_game(visit.receive)
    chosen = Settings(**settings) if settings else settings_of()
    async with opened(lambda opener: opener.open_table(visit, mirror), settings=chosen) as pilot:
        pilot.visit, pilot.white, pilot.shared = visit, white, shared
        pilot.first = pilot.app.screen
        try:
            await heard(pilot)
            yield pilot
        finally:
            visit.coming.put(wire.Closed("the test is over"))


async def heard(pilot: Any, _: str = "") -> None:
    """What the table has sent so far is on the screen."""
    end = time.monotonic() + 0.2
    while time.monotonic() < end and pilot.visit.coming.unfinished_tasks:
        await pilot.pause()
    await pilot.pause()


def hearing(do: Any) -> Any:
    """Something at the table, and it is heard of here."""

    async def done(pilot: Any, text: str) -> None:
        do(pilot, text.replace("_", " "))
        await heard(pilot)

    return done


async def entered(pilot: Any, move: str) -> None:
    await VERBS["type"](pilot, move)
    await heard(pilot)


def vote(pilot: Any, yes: str, by: Any = None) -> None:
    voter = by or pilot.white
    voter.say(wire.Vote(voter.mirror.proposal.number, yes=yes == "yes"))


OWN = {
    "white": lambda pilot: " ".join(pilot.white.match.texts()),
    "proposal": lambda pilot: pilot.white.mirror.proposal,
    "waiting": lambda pilot: pilot.white.mirror.proposal.waiting,
    "said": lambda pilot: pilot.white.last(wire.Said).text,
    "sent": lambda pilot: len(pilot.visit.sent),
    "votes": lambda pilot: [each for each in pilot.visit.sent if isinstance(each, wire.Vote)],
    "guests": lambda pilot: len(pilot.shared.guests),
    "other": lambda pilot: table(pilot).sitting.shown.label(1),
    "fault": lambda pilot: f"{type(pilot.app.fault).__name__} {pilot.app.fault}",
    "anew": lambda pilot: table(pilot) is not pilot.first,
    "commands": lambda pilot: sorted(
        each.title for each in pilot.app.get_system_commands(pilot.app.screen)
    ),
}
TABLE = {
    "type": entered,
    "heard": heard,
    "play": hearing(lambda pilot, move: pilot.white.play(move)),
    "wish": hearing(lambda pilot, what: pilot.white.say(wire.Wish(what))),
    "talk": hearing(lambda pilot, text: pilot.white.say(wire.Talk(text))),
    "resign": hearing(lambda pilot, _: pilot.white.say(wire.Resign())),
    "vote": hearing(vote),
    "window": hearing(
        lambda pilot, yes: vote(pilot, yes, Visitor(pilot.shared).join(key=pilot.visit.key))
    ),
    "come": hearing(
        lambda pilot, name: setattr(pilot, "white", Visitor(pilot.shared).join(name=name))
    ),
    "go": hearing(lambda pilot, _: pilot.shared.leave(pilot.white.guest)),
    "lose": hearing(lambda pilot, _: pilot.visit.lose()),
    "deaf": lambda pilot, _: setattr(pilot.visit, "lost", True),
    "found": lambda pilot, _: setattr(pilot.visit, "lost", False),
    "closed": hearing(lambda pilot, why: pilot.visit.coming.put(wire.Closed(why))),
    "nonsense": hearing(lambda pilot, _: pilot.visit.coming.put(wire.Moves(0, ("a1,a1,a1",)))),
}
ASKED = f"type:{FIRST} play:pass wish:undo | screen = ChoiceDialog"
"""White wants its move taken back, and the guest on black is asked."""
test_scenes = acted(
    f"""
    == the board waits for the table | two
    deaf: type:{FIRST} | sent = 1 ; plies = 0 ; prompt: on its way
    type:{FIRST}       | sent = 1
    talk:hello         | prompt: on its way
    == before everybody is there it says who is missing | one
                 | prompt: Waiting for White. ; prompt: join with: termgames join friday
    come:Bob     | told: Bob sits down as White. ; other = Bob
    type:{FIRST} go: | prompt: Bob is away
    == taking back is asked for and withdrawn or agreed to | two
    type:{FIRST} u heard: | waiting = (1,)
    G 3 heard:   | !proposal ; white = {FIRST}
    u heard: vote:yes | plies = 0
    {ASKED}
    2 heard:     | !proposal ; white = {FIRST} pass
    == talk is text and goes both ways | two
    talk:[b]hi[/b]_\x1b[31m | told: Bob: [b]hi[/b] \\x1b[31m
    G 2         | screen = LineDialog
    h e y enter | said = hey
    == bots are asked only where the table allows it | two analysis=
                | !analysis ; !?hint
    i a A heard: | !analysis ; !~table.analysis.analyst
                | told: At this table bots give no advice before the game ends.
    resign:     | analysis
    == a broken connection is found again | two
    type:{FIRST} lose:       | prompt: The connection is lost
    play:pass found:         | moves = {FIRST} pass ; prompt!: lost
    == who comes back is told what was played since | back
      | told: Since you were last here: black {FIRST}, white pass.
    == a table that makes no sense is left with a line | two
    nonsense: | fault: StorageError ; fault: cannot be
    == another game of the table is shown when it begins | two
    resign:      | over
    N vote:yes   | anew ; !over
    type:{FIRST} | white = {FIRST} ; moves = {FIRST} ; prompt: Waiting for White
    play:pass    | can_play
    closed:the_host_has_ended_it | prompt: the host has ended it
    q 1                          | guests = 1
    == each sees his own hand only | cards
      | ~sitting.shown.view.seat = 0 ; !~sitting.shown.view.shared ; ~sitting.shown.match.redacted
    == a vote is asked for no more once it is settled | two
    {ASKED}
    vote:no    | screen = GuestScreen ; !votes
    wish:undo  | screen = ChoiceDialog
    window:yes | screen = GuestScreen ; !votes ; white = {FIRST}
    == a vote waits for a dialog and is asked for again after the connection broke | two
    type:{FIRST} play:pass colon wish:undo | screen = LineDialog ; proposal
    escape       | screen = ChoiceDialog
    lose: found: | guests = 2 ; screen = ChoiceDialog ; proposal
    1 heard:     | white = {FIRST}
    == the end of a game stays in sight when its table ends | two
    resign: closed:the_game_is_over | prompt: Black (guest) wins ; told: the game is over
                                    | prompt!: N rematch
    == the end offers a guest what he can do alone | two
    resign:  | prompt: N rematch ; prompt: E export ; prompt!: n new game ; prompt: M menu
    n heard: | screen = GuestScreen
    M        | screen = MenuScreen ; guests = 1
    """,
    OWN,
    TABLE,
    at,
)


# -- in a window of a browser -----------------------------------------------------------


async def test_in_a_window_nothing_is_written_and_no_game_begins_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """At the end of a game, and where its record is looked through."""
    monkeypatch.setattr(HeadlessDriver, "is_web", True)
    monkeypatch.setattr("termgames.tui.app.user_downloads_path", lambda: tmp_path)
    state_file.keep(theme="termgames-light", ascii=True)
    data, kept = Path(os.environ["TERMGAMES_DATA"]), state_file.path().read_bytes()
    before = sorted(data.rglob("*"))
    async with at("two", window=(80, 24)) as pilot:
        assert not pilot.app.preferences.ascii
        assert pilot.app.theme != "termgames-light"
        go = partial(act, pilot, words=OWN, verbs=TABLE)
        await go(f"type:{FIRST} play:pass p | over ; prompt: V review\nD B C |")
        for key in ("E", "M", "n"):
            await go(f"{key} heard: | screen = GuestScreen")
            assert f" {key} " not in table(pilot).query_one("#prompt").text
        offered = "commands!: Screenshot ; commands!: Export ; commands!: New game"
        await go(f"  | {offered} ; commands!: Menu")
        assert pilot.app.deliver_screenshot() is None
        await go(f"T | screen = ReplayScreen ; {offered} ; commands!: Set up ; commands!: Play on")
        for key in ("E", "S", "P", "n", "escape", "E", "S", "P", "n"):
            await go(f"{key} heard: | screen = ReplayScreen")
        assert sorted(data.rglob("*")) == before
        assert state_file.path().read_bytes() == kept
        assert not list(tmp_path.iterdir())


async def test_a_window_without_a_key_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.tui.opener.KEY_PATIENCE", 0.1)
    monkeypatch.setattr(HeadlessDriver, "is_web", True)
    where, settings = Address("no-such-table"), Settings(window=(80, 24))
    async with opened(lambda opener: opener.open_window(where), settings=settings) as pilot:
        await act(pilot, "  | screen = LineDialog\nb l a c k enter | exit")


async def test_a_table_is_joined_or_hosted_from_the_menu(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shared, _, _ = table_of("plurality", {"size": 5})
    there: list[SharedTable] = []
    monkeypatch.setattr(link, "tables", lambda say: iter([each.about() for each in there]))

    visit = "termgames.play.together.visit.Visit"
    monkeypatch.setattr(visit, lambda _, join: LocalVisit(shared, **asdict(join)))
    monkeypatch.setattr(link, "Link", lambda address: address)
    async with opened(lambda opener: opener.open_menu()) as pilot:
        own = {"seats": lambda _: [guest.seat for guest in shared.guests]}
        await act(pilot, """
            work:  |
            j      | screen = ChoiceDialog ; text: 3 host Majorities
            escape | screen = MenuScreen""")  # fmt: skip
        there.append(shared)
        pilot.app.screen.look_for_unfinished()
        await act(pilot, """
                | #entry-join: tables 1
            j 1 | screen = ChoiceDialog ; text: Which seat?
            2   | screen = GuestScreen ; seats = [1]
            q 1 | screen = MenuScreen ; seats = []""", own)  # fmt: skip
