"""The match of a table elsewhere, as one guest may know it, replayed by the rules."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from termgames.core.errors import (
    IllegalMove,
    OptionError,
    RecordError,
    StorageError,
    UnreadableMove,
)
from termgames.core.game import Seat
from termgames.core.text import quotable
from termgames.play import record
from termgames.play.bots.players import HUMAN
from termgames.play.match import AnyMatch
from termgames.play.together import wire

_MOST_BEFORE = 1_000
"""How often something is received before there is a game."""
_MOVE = wire.name_of(wire.MakeMove)


class Mirror:
    """What a table has told its guest. `take` takes messages; the rest is there to be read.

    `match` is one object for each game of the table. Where hands were hidden it becomes the whole
    match when the game is over.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now` answers the seconds by which clocks are counted down."""
        self.now = now
        self.welcome: wire.Welcome | None = None
        self.match: AnyMatch | None = None
        """None before the table has told of a game."""
        self.number = 0
        """Which game of the table it is, from 1."""
        self.analysis = True
        """Whether the guest may ask bots for advice before the end."""
        self.keys: wire.Keys | None = None
        """The keys of the seats, which the host alone is told."""
        self.seats: wire.Seats | None = None
        self.asked: wire.Asked | None = None
        """The open question; None before the game, and after it."""
        self.clocks: wire.Clocks | None = None
        """What the clocks showed at `clocks_at`; None where there are none."""
        self.clocks_at = 0.0
        self.ended: wire.GameOver | None = None
        self.proposal: wire.Proposed | None = None
        """What somebody has proposed and is not settled."""
        self.answers = 0
        """How many messages came that may answer a move of the guest: that it was played, or not,
        or that the position is another one."""
        self._told: AnyMatch | None = None
        """The match that moves are added to: `match`, or what is to take its place."""

    @property
    def seat(self) -> Seat | None:
        """The seat of the guest, None where he watches."""
        return None if self.welcome is None else self.welcome.seat

    @property
    def begun(self) -> bool:
        """Whether the game has begun."""
        return self.seats is not None and self.seats.begun

    @property
    def told(self) -> bool:
        """Whether the table has told how things stand: the game, and who is to act in it."""
        stands = self.asked is not None or self.ended is not None or not self.begun
        return self.welcome is not None and self.match is not None and stands

    def seat_name(self, seat: Seat) -> str:
        """What a seat is called, be it one that the game has not."""
        match = self.match
        known = match is not None and 0 <= seat < match.game.seats
        return match.seat_name(seat) if match is not None and known else f"seat {seat + 1}"

    def wait_for_a_game(self, receive: Callable[[], Sequence[wire.FromTable]]) -> None:
        """Take over what comes until it is `told` how things stand; StorageError where the table
        closes, or tells of everything but a game."""
        for _ in range(_MOST_BEFORE):
            if self.told:
                return
            for message in receive():
                if isinstance(message, wire.Closed):
                    raise StorageError(quotable(message.text) or "the table has ended")
                self.take(message)
        raise StorageError("the table tells of no game")

    def take(self, message: wire.FromTable) -> None:
        """Take a message over; StorageError where it makes no sense by the rules."""
        try:
            self._take(message)
        except (UnreadableMove, IllegalMove, OptionError) as error:
            raise StorageError(f"what the table tells cannot be: {error}") from None

    def _take(self, message: wire.FromTable) -> None:
        kinds = (wire.Setting, wire.Moves, wire.Asked, wire.GameOver)
        refused = isinstance(message, wire.Refused) and message.what == _MOVE
        self.answers += isinstance(message, kinds) or refused
        match message:
            case wire.Welcome():
                self.welcome = replace(
                    message, table=quotable(message.table, 60), key=quotable(message.key, 60)
                )
                self.proposal = None  # what is open is told anew
                self._refuse_seat()
            case wire.Setting():
                self._begin(message)
            case wire.Keys():
                self.keys = message
            case wire.Seats():
                self.seats = message
                self._name_players()
            case wire.Moves():
                self._move(message)
            case wire.Asked():
                self.asked, self.ended = message, None
                if self.match is not None and self.match.loss is not None:
                    self.match.undo(self.match.ply)
            case wire.Clocks():
                self.clocks, self.clocks_at = message, self.now()
            case wire.GameOver():
                self._end(message)
            case wire.Proposed():
                self.proposal = message if message.waiting else None

    def _begin(self, setting: wire.Setting) -> None:
        try:
            told = record.load("\n".join(setting.record) + "\n", draws=False, files_too=False)
        except RecordError as error:
            raise StorageError(f"the table's game cannot be played here: {error}") from None
        self.analysis = setting.analysis
        self.asked = None
        if setting.number != self.number or self.match is None:
            self.number, self.match, self.ended = setting.number, told, None
            self.clocks = None
        self._told = told
        self._refuse_seat()
        self._name_players()

    def _refuse_seat(self) -> None:
        """StorageError for a seat that the game has not."""
        match, seat = self.match, self.seat
        if match is not None and seat is not None and not 0 <= seat < match.game.seats:
            raise StorageError(f"the table gives a seat that its game has not: {seat}")

    def _move(self, moves: wire.Moves) -> None:
        told = self._told
        if told is None or not 0 <= moves.ply <= told.ply:
            raise StorageError("the table tells moves of no game")
        told.undo(moves.ply)
        self.asked = self.ended = None
        for text in moves.moves:
            try:
                told.submit(told.game.parse(told.state, text))
            except (UnreadableMove, IllegalMove) as error:
                raise StorageError(
                    f"the table's move {told.ply + 1}, {quotable(text, 40)}, cannot be: {error}"
                ) from None
        if not moves.more and told is not self.match and self.match is not None:
            self.match.redacted = told.redacted
            self.match.follow(told)
            self._told = self.match

    def _end(self, ended: wire.GameOver) -> None:
        self.asked, self.ended = None, ended
        match = self.match
        seat = ended.resigned if ended.flagged is None else ended.flagged
        if match is None or seat is None or not 0 <= seat < match.game.seats:
            return
        if ended.flagged is None:
            match.resign(seat)
        elif match.game.seats == 2:
            match.flag(seat)

    def _name_players(self) -> None:
        """The players of the match are called as the table calls them; the guest is a human."""
        if self.match is None or self.seats is None:
            return
        players = [str(HUMAN)] * self.match.game.seats
        for seated in self.seats.seats:
            if 0 <= seated.seat < len(players) and seated.seat != self.seat:
                players[seated.seat] = quotable(seated.player, 40)
        self.match.players = tuple(players)
