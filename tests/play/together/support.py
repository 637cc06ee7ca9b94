"""A table without a process: guests in the same place, a clock that the test turns."""

import time
from collections.abc import Callable, Sequence
from typing import Any, Self

from termgames import games
from termgames.play import clock
from termgames.play.events import Event, Thinker
from termgames.play.match import AnyMatch, Match
from termgames.play.match_time import MatchTime
from termgames.play.sitting.live import Live
from termgames.play.together import wire
from termgames.play.together.attendance import Manners
from termgames.play.together.guests import Guest
from termgames.play.together.mirror import Mirror
from termgames.play.together.seating import Seating
from termgames.play.together.table import SharedTable
from tests.play.support import Bot


class Room:
    """What a table needs; what it wants later is done when the test says so."""

    now: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self) -> None:
        self.due: list[tuple[float, Callable[[], None]]] = []
        """What waits, by when it is due, for tests in which time passes."""
        self.events: list[dict[str, Any]] = []
        self.waiting: list[tuple[float, Callable[[], None]]] = []
        self.ended = ""
        self.bots: dict[int, Bot] = {}

    def sit_down(self, match: AnyMatch, listen: Callable[[Event], None]) -> Live:
        seats = [at for at, name in enumerate(match.players) if not name.startswith("human")]
        self.bots = {seat: Bot() for seat in seats}
        return Live(match, bots=self.bots, listen=listen, now=self.now)

    def bot(self, match: AnyMatch, seat: int) -> Thinker:
        self.bots[seat] = Bot()
        return self.bots[seat]

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        self.waiting.append((seconds, work))
        self.due.append((self.now() + seconds, work))

    def tell(self, event: str, **what: Any) -> None:
        self.events.append({"event": event, **what})

    def end(self, why: str) -> None:
        self.ended = why

    def pass_time(self) -> None:
        """Everything that was wanted later is due."""
        due, self.waiting = self.waiting, []
        for _, work in due:
            work()


class Visitor:
    """A guest and his mirror. Every message goes through its line of text."""

    now: Callable[[], float] = staticmethod(time.monotonic)

    def __init__(self, table: SharedTable) -> None:
        self.mirror = Mirror(self.now)
        self.lines: list[bytes] = []
        self.heard: list[wire.FromTable] = []
        self.table = table
        self.guest = Guest(self._take)

    def _take(self, message: wire.FromTable) -> None:
        self.lines.append(wire.line(message))
        read = wire.from_table(self.lines[-1].strip())
        assert read == message
        self.heard.append(read)
        self.mirror.take(read)

    def join(self, **wanted: Any) -> Self:
        self.table.enter(self.guest, wire.Join(wire.VERSION, **wanted))
        return self

    def say(self, message: wire.FromGuest) -> None:
        assert wire.from_guest(wire.line(message).strip()) == message
        self.table.hear(self.guest, message)

    def play(self, text: str) -> None:
        """Answer the open question, as the mirror has it."""
        asked = self.mirror.asked
        self.say(wire.MakeMove(asked.serial, text))

    def last(self, kind: type) -> Any:
        """The latest message of a kind."""
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    @property
    def match(self) -> AnyMatch:
        return self.mirror.match


def table_of(
    game_id: str,
    options: dict[str, Any],
    players: tuple[str, ...] = (),
    *,
    seed: int = 1,
    manners: Manners | None = None,
    clocks: Sequence[str] = (),
) -> tuple[SharedTable, Seating, Room]:
    """An open table, all of whose seats are guests' where no `players` are named."""
    game = games.create(game_id, options)
    controls = clock.read_all(clocks, games.info(game_id).seated(game.options))
    match = Match(game, players or ("human",) * game.seats, seed, time=MatchTime(controls))
    humans = [seat for seat, name in enumerate(match.players) if name == "human"]
    seating = Seating.of([(seat, match.seat_name(seat)) for seat in humans])
    room = Room()
    table = SharedTable("friday", "1", match, seating, manners or Manners(), room)
    table.open()
    return table, seating, room


def visitors(table: SharedTable, seating: Seating) -> list[Visitor]:
    """A visitor on every seat, by the keys."""
    return [Visitor(table).join(key=chair.key) for chair in seating.places.values()]
