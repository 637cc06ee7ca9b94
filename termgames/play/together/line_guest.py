"""A guest at a table elsewhere who plays line by line: what he types, and what comes from the
table, are heard at the same time."""

from __future__ import annotations

import os
import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from termgames.core.errors import StorageError
from termgames.core.game import Seat
from termgames.core.text import escaped, listed, quotable, sentence
from termgames.play.text.line_game import LineGame
from termgames.play.text.printer import Boards, Say
from termgames.play.together import rooms, wire
from termgames.play.together.link import Address, Link
from termgames.play.together.mirror import Mirror
from termgames.play.together.sitting import Distant
from termgames.search.limits import Thought

_RETRIES = 60
"""Seconds in which a lost connection is tried again."""
_PIECE = 65_536
_LONGEST_LINE = 10_000
_WANTS = {"undo": "to take a move back", "new": "to begin another game"}
_ORDERS = "host start, host bot SEAT BOT, host free SEAT, host talk on, host talk off, host end"


class _News(Exception):
    """The game has changed while a line was waited for."""


class Visit:
    """A guest's connection with its mirror. It is tried again when it breaks; `say` tells what
    happens at the table."""

    def __init__(self, address: Address, first: wire.Join, say: Say) -> None:
        self.address, self._first, self._say = address, first, say
        self.mirror = Mirror()
        self.closed = ""
        """Why the table sent the guest away; empty while he is there."""
        self._link = Link(address)
        self._typed: deque[str] = deque()
        self._rest = b""
        self._input_ended = False
        self._join()

    def _join(self) -> None:
        """Sit down; StorageError where the table does not want that."""
        self.send(self._first)
        while self.mirror.welcome is None or self.mirror.match is None:
            self._receive()
            if self.closed:
                raise StorageError(self.closed)

    def close(self) -> None:
        """Leave."""
        self._link.close()

    def send(self, message: wire.FromGuest) -> None:
        """Send a message; one that the connection loses is not sent again."""
        try:
            self._link.send(message)
        except StorageError as error:
            self._come_back(error)

    def wait(self) -> str | None:
        """A line that was typed, or None when something came from the table first. EOFError at the
        end of what is typed."""
        while not self._typed:
            waiting = [self._link.fileno()] if self._input_ended else [self._link.fileno(), 0]
            there = select.select(waiting, [], [])[0]
            if self._link.fileno() in there:
                self._receive()
                return None
            self._read_typed()
        line = self._typed.popleft()
        return line

    def keep(self, line: str) -> None:
        """Answer a typed line once more, first of all."""
        self._typed.appendleft(line)

    def _read_typed(self) -> None:
        data = os.read(0, _PIECE)
        if not data:
            raise EOFError
        *whole, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[:_LONGEST_LINE]
        encoding = sys.stdin.encoding or "utf-8"
        self._typed += (line.decode(encoding, "replace").rstrip("\r") for line in whole)

    def _receive(self) -> None:
        """Take over what has come, and tell of it what is no move."""
        try:
            for message in self._link.receive():
                if isinstance(message, wire.Closed):
                    self.closed = quotable(message.text) or "the table has ended"
                    return
                self._tell(message)
                self.mirror.take(message)
        except StorageError as error:
            if self.mirror.welcome is None:
                raise
            self._come_back(error)

    def _come_back(self, error: StorageError) -> None:
        """Sit down again after the connection broke; StorageError where that does not work."""
        self._say(f"{sentence(str(error))}: trying again.")
        self._link.close()
        welcome = self.mirror.welcome
        assert welcome is not None
        self._first = wire.Join(wire.VERSION, self._first.name, welcome.key)
        end = time.monotonic() + _RETRIES
        while True:
            time.sleep(1)
            try:
                self._link = Link(self.address)
                self._link.send(self._first)
                break
            except StorageError:
                if time.monotonic() > end:
                    raise error from None
        self._say("Back at the table.")

    def _tell(self, message: wire.FromTable) -> None:
        mirror = self.mirror
        match message:
            case wire.Said(_, name, text):
                self._say(f"{escaped(name)}: {escaped(text)}")
            case wire.Note(text):
                self._say(quotable(text))
            case wire.Refused(what, _, text):
                self._say(f"Not {'allowed' if what == 'play' else 'done'}: {quotable(text)}.")
            case wire.Seats():
                for line in seat_news(mirror, message):
                    self._say(line)
            case wire.Proposed():
                self._say(proposal_line(mirror, message))


def seat_news(mirror: Mirror, seats: wire.Seats) -> Iterator[str]:
    """What has changed at the table, a line each."""
    before = {} if mirror.seats is None else {each.seat: each for each in mirror.seats.seats}
    for now in seats.seats:
        was = before.get(now.seat)
        if was is None or now.seat == mirror.seat or mirror.match is None:
            continue
        seat, name = mirror.match.seat_name(now.seat), escaped(quotable(now.name, 40))
        if was.kind != "guest" and now.kind == "guest":
            yield f"{name} sits down as {seat}."
        elif now.kind == "bot" != was.kind:
            yield f"{name} plays {seat}."
        elif now.kind == "guest" and was.present != now.present:
            yield f"{name} is {'back' if now.present else 'away'}."
    if seats.begun and mirror.seats is not None and not mirror.seats.begun:
        yield "The game begins."


def proposal_line(mirror: Mirror, proposed: wire.Proposed) -> str:
    """What somebody proposes, and who is to answer."""
    match = mirror.match
    if match is None or not 0 <= proposed.by < match.game.seats:
        return ""
    names = [match.seat_name(seat) for seat in proposed.waiting if seat < match.game.seats]
    wants = _WANTS.get(proposed.what, "something")
    by = match.seat_name(proposed.by)
    if not names:
        return "All agree." if proposed.agreed else f"What {by} proposed is off."
    if mirror.seat in proposed.waiting:
        return f"{by} wants {wants}: type vote yes or vote no."
    return f"{by} wants {wants}: {listed(names)} {'is' if len(names) == 1 else 'are'} asked."


class LineGuest(LineGame):
    """One game of a table elsewhere, for the guest of a `visit`."""

    def __init__(
        self,
        visit: Visit,
        *,
        say: Say,
        warn: Say,
        boards: Boards,
        advise: Callable[[Any], Thought],
    ) -> None:
        self._visit, self._mirror = visit, visit.mirror
        self._adviser = advise
        match = visit.mirror.match
        assert match is not None
        super().__init__(
            match,
            bots={},
            ask=self._ask,
            say=say,
            warn=warn,
            boards=boards,
            sit=lambda listen: Distant(visit.mirror, visit.send, listen),
        )
        self._number = visit.mirror.number
        self._before = self._there
        for name in ("redo", "save"):
            del self._commands[name]
        self._commands |= {
            "talk": lambda text: visit.send(wire.Talk(text)),
            "seats": self._seats,
            "vote": self._vote,
            "new": lambda _: visit.send(wire.Propose("new")),
            "host": self._host,
        }

    @property
    def ended(self) -> bool:
        """Whether another game of the table has begun."""
        return self._mirror.number != self._number

    @property
    def _there(self) -> tuple[object, ...]:
        """What has changed when the guest is to be asked anew."""
        mirror = self._mirror
        serial = None if mirror.asked is None else mirror.asked.serial
        ply = 0 if mirror.match is None else mirror.match.ply
        return mirror.number, mirror.begun, ply, serial, mirror.ended is not None

    def _begin(self) -> None:
        self._printer.begin()
        seat = self._mirror.seat
        welcome = self._mirror.welcome
        assert welcome is not None
        if seat is None:
            self._say("You watch.")
        else:
            self._say(f"You play {self._match.seat_name(seat)}. Your key: {welcome.key}")
        self._seats("")
        if not self._mirror.begun:
            self._say("The game begins when every seat is taken.")
        self._moves_printed = self._match.ply
        if welcome.seen is not None and welcome.seen < self._match.ply:
            self._moves_printed = welcome.seen
            self._say("Since you were last here:")

    def _step(self) -> None:
        """Print what is new, then wait for the guest or the table."""
        match, live = self._match, self._live
        assert isinstance(live, Distant)
        self._before = self._there
        live.heard()
        self._advise = self._adviser if self._mirror.analysis or match.over else None
        if match.ply < self._moves_printed:
            self._moves_printed, self._asked_at = match.ply, -1
            self._printer.forget()
            self._say(f"Back at turn {self._printer.turn}.")
        self._printer.moves_from(self._moves_printed)
        self._moves_printed = match.ply
        prompt = match.prompt()
        try:
            if match.over and self._mirror.ended is not None:
                self._game_over()
            elif prompt is not None and live.can_play:
                self._turn(prompt)
            else:
                self._stand_by()
        except _News:
            pass

    def _stand_by(self) -> None:
        """Wait; what is typed meanwhile is a command, or kept for the guest's turn."""
        kept: list[str] = []
        try:
            while not self._reader.leaving:
                line = self._reader.read("")
                if line and not self._command(line):
                    kept.append(line)
        finally:
            for line in reversed(kept):
                self._visit.keep(line)

    def _ask(self, prompt: str) -> str:
        """A line of the guest; _News when the game has changed meanwhile."""
        print(prompt, end="", flush=True)
        while True:
            line = self._visit.wait()
            if line is not None:
                return line
            if self._visit.closed:
                self._reader.leaving = True
                raise _News
            if self._there != self._before:
                if prompt:
                    print(flush=True)
                raise _News

    def _say_goodbye(self) -> None:
        if self._visit.closed:
            self._say(f"{sentence(self._visit.closed)}.")
        elif self._reader.leaving and not self._match.over:
            self._say(f"Come back with: termgames join {self._visit.address}")

    # -- commands -----------------------------------------------------------------------

    def _undo(self, _: str) -> None:
        if not self._live.undo():
            self._say("There is nothing to take back.")

    def _seats(self, _: str) -> None:
        """Print who sits where."""
        seats = self._mirror.seats
        if seats is None:
            return
        for each in seats.seats:
            name, seat = escaped(quotable(each.name, 40)), self._match.seat_name(each.seat)
            who = "free" if each.kind == "free" else name
            mine = " (you)" if each.seat == self._mirror.seat else ""
            away = "" if each.present or each.kind != "guest" else ", away"
            self._say(f"{seat}: {who}{mine}{away}")
        if seats.watching:
            self._say(f"watching: {seats.watching}")

    def _vote(self, rest: str) -> None:
        proposal = self._mirror.proposal
        if proposal is None or self._mirror.seat not in proposal.waiting:
            self._say("You are not asked about anything.")
        elif rest.lower() not in ("yes", "no"):
            self._say("Write vote yes or vote no.")
        else:
            self._visit.send(wire.Vote(proposal.number, rest.lower() == "yes"))

    def _host(self, rest: str) -> None:
        """What only the host of the table can do."""
        what, *more = rest.lower().split() or [""]
        match what, more:
            case ("start" | "end"), []:
                self._visit.send(wire.Order(what))
            case "talk", [("on" | "off") as word]:
                self._visit.send(wire.Order("talk", value="yes" if word == "on" else "no"))
            case "bot", [seat, bot] if self._seat_named(seat) is not None:
                player = f"bot:{bot}" if bot.isdigit() else bot
                self._visit.send(wire.Order("bot", self._seat_named(seat), player))
            case "free", [seat] if self._seat_named(seat) is not None:
                self._visit.send(wire.Order("free", self._seat_named(seat)))
            case _:
                self._say(f"Write {_ORDERS}.")

    def _seat_named(self, name: str) -> Seat | None:
        names = self._match.seat_names
        return names.index(name) if name in names else None


def play(
    address: Address,
    first: wire.Join,
    *,
    say: Say,
    warn: Say,
    boards: Boards,
    advise: Callable[[Any], Thought],
) -> None:
    """Be a guest at a table, one game after the other, until he leaves or the table ends.
    StorageError where the table cannot be reached, or does not let him sit down."""
    visit = Visit(address, first, say)
    try:
        welcome = visit.mirror.welcome
        if welcome is not None and welcome.seat is not None:
            rooms.remember_key(str(address), welcome.key)
        going_on = True
        while going_on and not visit.closed:
            game = LineGuest(visit, say=say, warn=warn, boards=boards, advise=advise)
            game.run()
            going_on = game.ended
    finally:
        visit.close()


