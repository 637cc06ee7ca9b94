"""Matches by the texts of their moves, a table without a screen, and matches of every kind."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from termgames import games
from termgames.play import clock, record
from termgames.play.events import Answer, Begins, Event, Notice
from termgames.play.match import Match, Terms
from termgames.play.match_time import MatchTime
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.search.limits import Thought
from tests.cases import options

BOARD = "plurality size=5"
GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")
"""The first moves of a game on that board."""


def match(
    game: str = BOARD,
    *moves: str,
    players: str = "",
    seed: int | None = 1,
    clocks: str = "",
    **more: Any,
) -> Match[Any, Any]:
    """`match("plurality size=5", "c4,c5,d5", players="human bot:4")`: a game by its name and
    options after these moves; humans where no players are named; clocks as they are typed."""
    game_id, _, chosen = game.partition(" ")
    rules = games.create(game_id, options(game_id, chosen))
    if clocks:
        names = [rules.seat_name(rules.start(), seat) for seat in range(rules.seats)]
        more["time"] = MatchTime(clock.read_all(clocks.split(), names))
    begun = Match(rules, tuple(players.split()) or ("human",) * rules.seats, seed, **more)
    return play(begun, *moves)


def play(to: Match[Any, Any], *moves: str, seconds: float = 0.0) -> Match[Any, Any]:
    for text in moves:
        to.submit(to.game.parse(to.state, text), seconds=seconds)
    return to


def loser(of: Match[Any, Any], seat: int, *, on_time: bool = False) -> Match[Any, Any]:
    """The match after a seat resigned, or lost on time."""
    (of.flag if on_time else of.resign)(seat)
    return of


POSITION = """termgames record 1
game: plurality
size: 5
komi: 5.5
ties: neutral
player 1: human
player 2: human
plies: 1
to move: white
board:
    .....
    .bb..
    .w...
    .....
    .....

pass
"""
NOTED = """termgames record 2
game: plurality
size: 5
plies: 2

| Black is in a hurry.
|1. pass
|2. pass
c4,c5,d5
| A good beginning:
|
|   two stones of one's own.
|1. a1,a2,b1
| 1. in the corner
|2. pass
|1. pass
pass
|1. a1,a2,b1
"""
TIMED = """termgames record 3
game: plurality
size: 5
player 1: human
player 2: bot:4
clock 1: 1m+2s
clock 2: 20s
thinking: 4.2

c4,c5,d5 @12.34
a1,b1,c1 @0
pass @3
"""
DICE = "mitropia players=3"
TAKEN_OVER = Terms(rated=True, taken_over=2)

KINDS: dict[str, Callable[[], Match[Any, Any]]] = {
    "begun": match,
    "played": lambda: match(BOARD, *GAME, players="human:Ann bot:4"),
    "over": lambda: match(BOARD, "c4,c5,d5", "pass", "pass"),
    "resigned": lambda: loser(match(BOARD, *GAME), 0),
    "options": lambda: match("plurality size=5 komi=-3 ties=parity", seed=None),
    "a character": lambda: match("pletore size=3", "b2", players="bot:4,raider bot:2"),
    "taught": lambda: match(players="human bot:1", terms=Terms(teaching=True)),
    "rated": lambda: match(BOARD, *GAME, players="human bot:3", terms=TAKEN_OVER),
    "a position": lambda: record.load(POSITION),
    "notes": lambda: record.load(NOTED),
    "clocks": lambda: record.load(TIMED),
    "lost on time": lambda: loser(record.load(TIMED), 1, on_time=True),
    "resigned together": lambda: match(
        "tricolor size=5", "c3", "c4", "c5", "resign with beta", "agree"
    ),
    "dice and cards": lambda: match(DICE),
    "as spectators saw it": lambda: record.redacted(match(DICE, draws=False)),
}


def facts(of: Match[Any, Any]) -> tuple[Any, ...]:
    """All that a record keeps of a match."""
    time, notes = of.time, of.notes
    told = [(node.path[0].ply, node.move, node.comment) for node in notes.nodes()]
    said = [notes.comment(ply) for ply in range(of.ply + 1)]
    taken = [time.taken(ply) for ply in range(of.ply)]
    rest = (of.terms, of.loss, of.redacted, of.result(), time.controls, time.in_hand)
    game = (of.game.id, of.game.options, of.start.state, of.texts(), of.state)
    return (*game, of.players, of.redacted or of.seed, *rest, taken, told, said)


class Bot:
    """A thinker that remembers what it was asked and answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Any]] = []
        self.given: list[float | None] = []
        self.stops = 0

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        self.asked.append((serial, state))
        self.given.append(seconds)

    def stop(self) -> None:
        self.stops += 1


class Table:
    """A sitting, its bots, its time, and every event it told of."""

    def __init__(
        self, of: Match[Any, Any], path: Any = None, *, begins: bool = True, **how: Any
    ) -> None:
        """`path` is that of its file, or the file."""
        self.match, self.now = of, 1000.0
        named = enumerate(of.players)
        self.bots = {seat: Bot() for seat, name in named if not name.startswith("human")}
        self.events: list[Event] = []
        self.file = SaveFile(path) if isinstance(path, Path) else path
        self.live = Live(
            of,
            file=self.file,
            bots=self.bots,
            listen=self.events.append,
            now=lambda: self.now,
            **how,
        )
        if begins:
            self.live.advance()

    def parse(self, text: str) -> Any:
        return self.match.game.parse(self.match.state, text)

    def refusal(self, text: str) -> str:
        """Why a move is not played, in a word; empty where it is."""
        refused = self.live.play(self.parse(text))
        return refused.code if refused else ""

    def play(self, *texts: str) -> Self:
        """Whoever is asked makes these moves, once the keyboard is his."""
        for text in texts:
            self.sit()
            assert not self.refusal(text)
        return self

    def sit(self) -> None:
        """Whoever is asked takes the keyboard, where that is asked for."""
        if self.live.waits_for is not None:
            self.live.take_keyboard(self.live.waits_for)

    def open(self, seat: int | None = None) -> tuple[Bot, int]:
        """The bot that is asked, or that of a seat, and the question it was asked last."""
        bot = self.bots[self.match.to_act if seat is None else seat]
        return bot, bot.asked[-1][0]

    def answer(self, *texts: str, value: Any = None, due: bool = True) -> Self:
        """What the bots who are asked answer, one after the other; those out of turn are heard when
        their time is over."""
        for text in texts:
            seat = self.match.to_act
            serial, state = self.bots[seat].asked[-1]
            thought = Thought(self.match.game.parse(state, text), value=value)
            self.live.thinkers.hear(seat, Answer(serial, thought))
            if due:
                self.live.thinkers.due(serial)
        return self

    def begins(self) -> Self:
        """The bot who is asked begins to think."""
        _, serial = self.open()
        self.live.thinkers.hear(self.match.to_act, Begins(serial))
        return self

    def after(self, seconds: float) -> Self:
        self.now += seconds
        return self

    @property
    def left(self) -> list[float]:
        """What everybody has, in seconds, as it shows now."""
        return [each.left.seconds for each in self.live.timing.clocks()]

    @property
    def seconds(self) -> list[float]:
        return [self.match.time.taken(ply) for ply in range(self.match.ply)]

    @property
    def texts(self) -> list[str]:
        return list(self.match.texts())

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]
