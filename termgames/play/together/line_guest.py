"""A guest at a table elsewhere who plays line by line: what he types, and what comes from the
table, are heard at the same time."""

import os
import select
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from termgames.core.errors import StorageError
from termgames.core.game import AnyGame, Seat
from termgames.core.text import quotable, sentence
from termgames.play.text import words
from termgames.play.text.line_game import LineGame
from termgames.play.text.printer import Boards, Say
from termgames.play.together import wire
from termgames.play.together.link import NotATable
from termgames.play.together.mirror import Mirror
from termgames.play.together.news import key_lines, proposal_line, seat_lines, seat_news, talk_line
from termgames.play.together.sitting import Distant
from termgames.play.together.visit import Visit
from termgames.search.limits import Thought

_PIECE = 65_536
_LONGEST_LINE = 10_000
Advise = Callable[[AnyGame], Callable[[Any], Thought]]
"""Makes what a bot thinks of positions of a game."""
_ORDERS = (
    "host start, host bot SEAT BOT, host pass SEAT, host free SEAT, host talk on, host talk off, "
    "host end"
)


class _News(Exception):
    """The game has changed while a line was waited for."""


class Conversation:
    """What a guest types, and what the table says: whichever comes first is heard first. `say`
    tells what happens at the table beside the moves."""

    def __init__(self, visit: Visit, say: Say) -> None:
        """StorageError where the table does not let the guest sit down."""
        self.visit, self._say = visit, say
        self.mirror = Mirror()
        self.closed = ""
        """Why the table sent the guest away; empty while he is there."""
        self._typed: deque[str] = deque()
        self.kept: deque[str] = deque()
        """Lines for the guest's turn."""
        self._ended = False
        """Whether nothing more will be typed."""
        self._rest = b""
        while not self.mirror.told:
            self._receive()
            if self.closed:
                raise StorageError(self.closed)

    def wait(self, *, turn: bool) -> str | None:
        """A line that was typed, or None when something came from the table first; at the guest's
        own `turn` lines that were kept come first. EOFError when nothing more will be typed and
        nothing is kept; StorageError when the table is lost."""
        if turn and self.kept:
            line = self.kept.popleft()
            print(quotable(line), flush=True)  # as if it were typed now
            return line
        while not self._typed:
            if self._ended and not self.kept:
                raise EOFError
            sources = [self.visit.fileno()] if self._ended else [self.visit.fileno(), 0]
            there = select.select(sources, [], [])[0]
            if self.visit.fileno() in there:
                self._receive()
                return None
            self._read_typed()
        return self._typed.popleft()

    def _read_typed(self) -> None:
        data = os.read(0, _PIECE)
        self._ended = not data
        # What stands before the end of all input is a line, too.
        data = data or (b"\n" if self._rest else b"")
        *whole, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[:_LONGEST_LINE]
        encoding = sys.stdin.encoding or "utf-8"
        self._typed += (line.decode(encoding, "replace").rstrip("\r") for line in whole)

    def _receive(self) -> None:
        """Take over what has come, and tell of it what is no move."""
        try:
            messages = self.visit.receive()
        except NotATable:
            raise
        except StorageError as error:
            self._come_back(error)
            return
        for message in messages:
            if isinstance(message, wire.Closed):
                self.closed = quotable(message.text) or "the table has ended"
                return
            self._tell(message)
            self.mirror.take(message)

    def _come_back(self, error: StorageError) -> None:
        """Sit down again after the connection broke; StorageError where that does not work."""
        if not self.visit.may_come_back:
            raise error
        self._say(f"{sentence(str(error))}: trying again.")
        if not self.visit.come_back():
            raise error
        self._say("Back at the table.")

    def _tell(self, message: wire.FromTable) -> None:
        mirror = self.mirror
        match message:
            case wire.Said():
                self._say(talk_line(message))
            case wire.Note(text):
                self._say(quotable(text))
            case wire.Refused(what, _, text):
                self._say(f"Not {'allowed' if what == 'make-move' else 'done'}: {quotable(text)}.")
            case wire.Seats():
                for line in seat_news(mirror, message):
                    self._say(line)
            case wire.Proposed():
                self._say(proposal_line(mirror, message))


class LineGuest(LineGame):
    """One game of a table elsewhere, for its guest. `advise` makes what gives hints in a game."""

    _at_end = "moves, score, new, talk"

    def __init__(
        self, conversation: Conversation, *, say: Say, warn: Say, boards: Boards, advise: Advise
    ) -> None:
        self._conversation, self._mirror = conversation, conversation.mirror
        visit = self._visit = conversation.visit
        match = self._mirror.match
        assert match is not None
        self._adviser = advise(match.game)
        super().__init__(
            match,
            bots={},
            ask=self._ask,
            say=say,
            warn=warn,
            boards=boards,
            sit=lambda listen: Distant(conversation.mirror, visit.send, listen),
        )
        self._number = self._mirror.number
        self._before = self._there
        self._set_commands()

    def _set_commands(self) -> None:
        """Those of every game, but what is the table's to do."""
        for name in ("redo", "save"):
            del self._commands[name]
        self._commands |= {
            "talk": lambda text: self._visit.send(wire.Talk(text)),
            "seats": self._seats,
            "vote": self._vote,
            "new": lambda _: self._visit.send(wire.Wish("new")),
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
                self._conversation.kept.clear()
                self._game_over()
            elif prompt is not None and live.can_play:
                self._turn(prompt)
            else:
                self._stand_by()
        except _News:
            pass

    def _stand_by(self) -> None:
        """Wait; what is typed meanwhile is a command, or kept for the guest's turn."""
        while not self._reader.leaving:
            line = self._reader.read("")
            if not line or self._command(line):
                continue
            if self._mirror.seat is None:
                self._say("You only watch: commands alone, as seats or talk TEXT.")
            else:
                self._conversation.kept.append(line)
                self._say(f"It is not your turn: {quotable(line, 40)} is kept until it is.")

    def _ask(self, prompt: str) -> str:
        """A line of the guest; _News when the game has changed meanwhile."""
        asked = False
        while self._there == self._before and not self._conversation.closed:
            if not asked:
                print(prompt, end="", flush=True)
                asked = True
            line = self._conversation.wait(turn=self._live.can_play)
            if line is not None:
                return line
        if asked and prompt:
            print(flush=True)
        # What came before the table sent the guest away is printed first.
        self._reader.leaving = self.ended or self._there == self._before
        raise _News

    def _say_goodbye(self) -> None:
        if self._conversation.closed:
            self._say(f"{sentence(self._conversation.closed)}.")
        elif self._reader.leaving and not self._match.over:
            self._say(f"Come back with: termgames join {self._visit.address}")

    # -- commands -----------------------------------------------------------------------

    def _undo(self, _: str) -> None:
        if not self._live.undo():
            self._say("There is nothing to take back.")

    def _seats(self, _: str) -> None:
        """Print who sits where."""
        for line in (*seat_lines(self._mirror), *key_lines(self._mirror)):
            self._say(line)

    def _vote(self, rest: str) -> None:
        proposal = self._mirror.proposal
        seat = self._mirror.seat
        withdrawn = proposal is not None and proposal.by == seat and rest.lower() == "no"
        if proposal is None or not (withdrawn or seat in proposal.waiting):
            self._say("You are not asked about anything.")
        elif rest.lower() not in ("yes", "no"):
            self._say("Write vote yes or vote no.")
        else:
            self._visit.send(wire.Vote(proposal.number, rest.lower() == "yes"))

    def _host(self, rest: str) -> None:
        """What only the host of the table can do."""
        what, *more = rest.lower().split() or [""]
        match what, more:
            case (("start" | "end"), []):
                self._visit.send(wire.Order(what))
            case "talk", [("on" | "off") as word]:
                self._visit.send(wire.Order("talk", value="yes" if word == "on" else "no"))
            case "bot", [seat, bot] if self._seat_named(seat) is not None:
                player = f"bot:{bot}" if bot.isdigit() else bot
                self._visit.send(wire.Order("bot", self._seat_named(seat), player))
            case (("free" | "pass"), [seat]) if self._seat_named(seat) is not None:
                self._visit.send(wire.Order(what, self._seat_named(seat)))
            case _:
                self._say(f"Write {_ORDERS}.")

    def _seat_named(self, name: str) -> Seat | None:
        names = words.seat_names(self._match)
        return names.index(name) if name in names else None


def play(visit: Visit, *, say: Say, warn: Say, boards: Boards, advise: Advise) -> None:
    """Be a guest at a table, one game after the other, until he leaves or the table ends.
    StorageError where the table does not let him sit down, or is lost."""
    try:
        conversation = Conversation(visit, say)
        going_on = True
        while going_on and not conversation.closed:
            game = LineGuest(conversation, say=say, warn=warn, boards=boards, advise=advise)
            game.run()
            going_on = game.ended
    finally:
        visit.close()
