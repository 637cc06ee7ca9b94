"""Everything that a table says to each of its guests, read for what he may not know: hands, draws,
the seed, others' keys. All of it goes through the lines of the wire, in one process."""

from __future__ import annotations

from typing import Any

from termgames.core.errors import UnreadableMove
from termgames.play.match import AnyMatch
from termgames.play.together import wire
from tests.campaign.report import Try, check
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


class Eavesdropper:
    """One table and all who sit at it; `turn` plays on, and reads what was said."""

    def __init__(self, this: Try) -> None:
        self.rng, self.counts, seed = this.rng, this.counts, this.seed + this.number
        options = TABLES[this.number % len(TABLES)]
        self.table, self.seating, self.room = table_of("mitropia", options, seed=987_654_321 + seed)
        self.guests: dict[int, Visitor] = {}
        self.watchers: list[Visitor] = []
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

    def turn(self) -> None:
        """Something happens, then somebody answers; everything that was said is read."""
        happens, seat = self.rng.random(), self.rng.choice(list(self.guests))
        guest = self.guests[seat]
        if self.match.over:
            self._agreed(guest, "new")
            self._seeds.add(self.match.seed)
        elif happens < 0.05:
            self.table.leave(guest.guest)
            self._sit(seat)
        elif happens < 0.08:
            self._agreed(guest, "undo")
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
        for _ in range(3):
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
        check(answer == expected, f"{text!r}: told {answer}, may know {expected}")
        self.counts["moves refused"] += answer is not None

    def read(self) -> None:
        """Read what everybody was told since this was done last; Broken."""
        for guest in (*self.guests.values(), *self.watchers):
            begin = self._read.get(guest, 0)
            for line, message in zip(guest.lines[begin:], guest.heard[begin:], strict=True):
                self._read_line(guest, line, message)
            self._read[guest] = len(guest.lines)
            if guest.guest in self.table.guests and guest.mirror.match is not None:
                self._read_game(guest.mirror.match, guest.mirror.seat)

    def _read_line(self, guest: Visitor, line: bytes, message: wire.FromTable) -> None:
        places = (*self.seating.places.values(), self.seating.watch)
        keys = [place.key for place in places if place is not guest.guest.place]
        for secret in (*keys, self.seating.host_key, *map(str, self._seeds)):
            check(secret.encode() not in line, f"seat {guest.mirror.seat} was told: {line!r}")
        if isinstance(message, wire.Setting):
            chance = [text for text in message.record if text.startswith(("seed", "hands"))]
            check(not chance, f"a setting tells of chance: {chance}")

    def _read_game(self, told: AnyMatch, seat: int | None) -> None:
        """He knows each move as he may, and of the position nothing else."""
        match = self.match
        texts = [match.game.format(match.move_seen(ply, seat)) for ply in range(match.ply)]
        known = list(told.texts())
        check(known == texts, f"seat {seat} knows {known}, may know {texts}")
        view = match.game.view(match.state, seat) if match.hides else told.state
        check(told.state == view, f"seat {seat} knows another position than he may")
        self.counts["positions read"] += 1
        self.counts["cards hidden"] += sum("?" in text for text in texts[-3:])


def table(this: Try, turns: int = TURNS) -> None:
    """One table, so many turns."""
    listening = Eavesdropper(this)
    for _ in range(turns):
        listening.turn()
