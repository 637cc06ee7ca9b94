"""Everything that a table says to each of its guests, read for what he may not know: hands, draws,
the seed, others' keys. Cards of all kinds are played, moves tried that the rules refuse, taken back
and played again; guests come and go, watch, are stood in for by bots, and play on.

All of it goes through the lines of the wire, in one process.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import count
from typing import Any
from unittest import mock

from termgames.core.errors import UnreadableMove
from termgames.play.events import Answer
from termgames.play.match import AnyMatch
from termgames.play.together import rations, wire
from termgames.search.limits import Thought
from tests.campaign._shared import judged
from tests.campaign.report import Report, repeated
from tests.play.together.support import Visitor, table_of

TURNS = 250
"""Answers of players in one table."""
TABLES: tuple[dict[str, Any], ...] = (
    {"players": 3, "map": "9x9", "deck": "classic"},
    {"players": 5, "map": "13x13"},
    {"players": 2, "map": "9x9-cut"},
)
"""Both decks, and tables of five and of two."""
_IDLE = ("pass", "surrender")
"""Moves that soon end a game, made only where there is no other."""
_TRIES = 3
"""Moves that are tried before one is played."""


class Leak(AssertionError):
    """A guest was told what he may not know."""


class Eavesdropper:
    """One table and all who sit at it; `turn` plays on, and reads what was said."""

    def __init__(self, options: dict[str, Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.table, self.seating, self.room = table_of("mitropia", options, seed=987_654_321 + seed)
        self.guests: dict[int, Visitor] = {}
        self.watchers: list[Visitor] = []
        self.counts: Counter[str] = Counter()
        self.pool: list[str] = []
        """Moves of all kinds, in words."""
        self._read: dict[Visitor, int] = {}
        self._seeds = {self.match.seed}
        for seat in self.seating.places:
            self._sit(seat)

    @property
    def match(self) -> AnyMatch:
        """The whole game, as only the table knows it."""
        return self.table.match

    def _sit(self, seat: int) -> None:
        self.guests[seat] = Visitor(self.table).join(key=self.seating.places[seat].key)

    # -- what happens ---------------------------------------------------------------------

    def turn(self) -> None:
        """Something happens, then somebody answers; everything that was said is read."""
        happens, seat = self.rng.random(), self.rng.choice(list(self.guests))
        guest, before = self.guests[seat], self.match.ply
        if self.match.over:
            self._agreed(guest, "new")
            self._seeds.add(self.match.seed)
        elif happens < 0.05:
            self.table.leave(guest.guest)
            self._sit(seat)
        elif happens < 0.08:
            self._agreed(guest, "undo")
            self.counts["taken back"] += self.match.ply < before
        elif happens < 0.10:
            self._stand_in(seat)
        elif happens < 0.105:
            guest.say(wire.Resign())
        elif happens < 0.12:
            self.watchers = [*self.watchers, Visitor(self.table).join(watch=True)][-2:]
        self._answer()
        self.room.pass_time()
        self.read()

    def _agreed(self, guest: Visitor, wish: str) -> None:
        guest.say(wire.Wish(wish))
        for other in list(self.guests.values()):
            proposal = other.mirror.proposal
            if proposal is not None and other.mirror.seat in proposal.waiting:
                other.say(wire.Vote(proposal.number, yes=True))

    def _stand_in(self, seat: int) -> None:
        """A bot gets a seat for some turns, or gives it back."""
        if seat in self.table.live.shown.bots:
            self._sit(seat)
            return
        self.table.leave(self.guests[seat].guest)
        host = Visitor(self.table).join(key=self.seating.host_key, watch=True)
        host.say(wire.Order("bot", seat, "bot:1"))
        self.table.leave(host.guest)

    # -- who answers ----------------------------------------------------------------------

    def _answer(self) -> None:
        game, prompt = self.match.game, self.match.prompt()
        if prompt is None:
            return
        moves = list(game.legal_moves(prompt.state))
        texts = [game.format(move) for move in moves]
        pool = sorted({*self.pool, *texts})
        self.pool = self.rng.sample(pool, k=min(400, len(pool)))
        lively = [at for at, text in enumerate(texts) if not text.startswith(_IDLE)]
        played = self.rng.choice(lively or range(len(moves)))
        if prompt.seat in self.table.live.shown.bots:
            bot = self.room.bots[prompt.seat]
            if bot.asked:
                self.table.hear_bot(prompt.seat, Answer(bot.asked[-1], Thought(moves[played])))
            return
        for _ in range(_TRIES):
            self._try(prompt.seat, self.rng.choice(self.pool))
        if self.match.prompt() is prompt:
            self.guests[prompt.seat].play(texts[played])

    def _try(self, seat: int, text: str) -> None:
        """A move that may be refused: why tells no more than the guest can know himself."""
        prompt = self.match.prompt()
        if prompt is None or prompt.seat != seat:
            return
        guest, game = self.guests[seat], self.match.game
        try:
            refusal = game.refuse(prompt.state, game.parse(prompt.state, text))
            expected = None if refusal is None else (refusal.code, refusal.text)
        except UnreadableMove as error:
            expected = ("unreadable", str(error))
        told = len(guest.heard)
        guest.play(text)
        refused = [each for each in guest.heard[told:] if isinstance(each, wire.Refused)]
        answer = (refused[0].rule, refused[0].text) if refused else None
        if answer != expected:
            raise Leak(f"{text!r} of seat {seat}: {answer}, as far as he can know {expected}")
        self.counts["moves refused"] += answer is not None

    # -- what is read ---------------------------------------------------------------------

    def read(self) -> None:
        """Read what everybody was told since this was done last; Leak."""
        for guest in (*self.guests.values(), *self.watchers):
            begin = self._read.get(guest, 0)
            for line, message in zip(guest.lines[begin:], guest.heard[begin:], strict=True):
                self._read_line(guest, line, message)
            self._read[guest] = len(guest.lines)
            if guest.guest in self.table.guests and guest.mirror.match is not None:
                self._read_game(guest.mirror.match, guest.mirror.seat)

    def _read_line(self, guest: Visitor, line: bytes, message: wire.FromTable) -> None:
        self.counts["bytes read"] += len(line)
        own = guest.guest.place
        places = (*self.seating.places.values(), self.seating.watch)
        keys = [place.key for place in places if place is not own] + [self.seating.host_key]
        for secret in (*keys, *map(str, self._seeds)):
            if secret.encode() in line:
                raise Leak(f"seat {guest.mirror.seat} was told {secret}: {line!r}")
        if isinstance(message, wire.Setting) and any(
            text.startswith(("seed", "hands")) for text in message.record
        ):
            raise Leak(f"a setting tells of chance: {message.record}")

    def _read_game(self, told: AnyMatch, seat: int | None) -> None:
        """He knows each move as he may, and of the position nothing else."""
        match = self.match
        texts = [match.game.format(match.move_seen(ply, seat)) for ply in range(match.ply)]
        if list(told.texts()) != texts:
            raise Leak(f"seat {seat} knows {told.texts()}, may know {texts}")
        if match.hides and told.state != match.game.view(match.state, seat):
            raise Leak(f"seat {seat} knows another position than he may")
        self.counts["positions read"] += 1
        self.counts["cards hidden"] += sum("?" in text for text in texts[-3:])


def table(seed: int, number: int, report: Report, *, turns: int = TURNS) -> None:
    """One table, so many turns."""
    with (
        judged(report, lambda: f"--seed {seed}, table {number} of {turns} turns"),
        mock.patch.object(rations, "monotonic", count(0, 60).__next__),
    ):
        table = Eavesdropper(TABLES[number % len(TABLES)], seed + number)
        for _ in range(turns):
            table.turn()
        report.counts += table.counts


def run(minutes: float, seed: int, *, most: int = 1000) -> Report:
    """So many tables of `TURNS` turns, or as many as there is time for."""
    return repeated(table, minutes, seed, most)
