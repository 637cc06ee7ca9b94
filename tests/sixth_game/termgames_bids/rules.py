"""The rules of Bids. The numbers are those of RULES.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from termgames.core.arrays import Rng
from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import CHANCE, OVER, BoardRules, Score, ScorePart, Seat
from termgames.core.topology import Cell, from_rows

SEATS = ("red", "blue", "green")
UNKNOWN = 0
"""In place of a card that a player may not know."""


@dataclass(frozen=True)
class Draw:
    """Chance draws a prize."""

    prize: int


@dataclass(frozen=True)
class Bid:
    """A card; UNKNOWN where it is hidden."""

    card: int


@dataclass(frozen=True)
class Reveal:
    """What spectators see of the last bid of a round: all cards, by seat."""

    cards: tuple[int, ...]


Move = Draw | Bid | Reveal


@dataclass(frozen=True)
class State:
    """A position. `bids` are those of the round so far, by seat."""

    stones: bytes
    hands: tuple[tuple[int, ...], ...]
    prizes: tuple[int, ...]
    prize: int = 0
    bids: tuple[int, ...] = ()

    @property
    def ending(self) -> str | None:
        return None if self.prizes or self.prize else "all prizes are drawn"


class Bids(BoardRules[State]):
    """Implements `core.game.Game`, Chancy, Hidden and Redacting."""

    id, seats, marks, resigns = "bids", 3, "rug", False

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        self.cards = tuple(range(1, self.options["cards"] + 1))
        self.topology = from_rows(["." * len(self.cards)])

    def start(self) -> State:
        return State(bytes(len(self.cards)), (self.cards,) * self.seats, self.cards)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        if any(self.topology.read(rows, "." + self.marks)) or position_text:
            raise OptionError("a game of Bids begins from its start only")
        return self.start()

    def to_act(self, s: State) -> int:
        if s.ending is not None:
            return OVER
        return len(s.bids) if s.prize else CHANCE

    def seat_name(self, s: State, seat: Seat) -> str:
        return SEATS[seat]

    def chances(self, s: State) -> Sequence[tuple[Draw, int]]:
        return [(Draw(prize), 1) for prize in s.prizes] if self.to_act(s) == CHANCE else []

    def legal_moves(self, s: State) -> Sequence[Move]:
        seat = self.to_act(s)
        if seat < 0:
            return [draw for draw, _ in self.chances(s)]
        return [Bid(card) for card in s.hands[seat]]

    def refuse(self, s: State, m: Move) -> Refusal | None:
        if m in self.legal_moves(s):
            return None
        return Refusal("hand", f"{self.format(m)} is not to be had now")

    def apply(self, s: State, m: Move) -> State:
        if refusal := self.refuse(s, m):
            raise IllegalMove(refusal)
        if isinstance(m, Draw):
            left = tuple(prize for prize in s.prizes if prize != m.prize)
            return replace(s, prizes=left, prize=m.prize)
        assert isinstance(m, Bid)
        bids = (*s.bids, m.card)
        return self._shown(s, bids) if len(bids) == self.seats else replace(s, bids=bids)

    def _shown(self, s: State, bids: tuple[int, ...]) -> State:
        stones = bytearray(s.stones)
        alone = [card for card in bids if bids.count(card) == 1]
        if alone:
            stones[s.prize - 1] = 1 + bids.index(max(alone))
        pairs = zip(s.hands, bids, strict=True)
        hands = tuple(tuple(card for card in hand if card != bid) for hand, bid in pairs)
        return State(bytes(stones), hands, s.prizes)

    def score(self, s: State) -> Score:
        totals = [0.0] * self.seats
        parts = []
        for cell, stone in enumerate(s.stones):
            if stone:
                totals[stone - 1] += cell + 1
                parts.append(ScorePart(stone - 1, cell + 1, f"{cell + 1} for a prize", (cell,)))
        return Score.of(totals, parts)

    def parse(self, s: State, text: str) -> Move:
        word, _, rest = " ".join(text.lower().split()).partition(" ")
        if word == "shown" and re.fullmatch("[1-7],[1-7],[1-7]", rest):
            return Reveal(tuple(map(int, rest.split(","))))
        if word == "bid" and rest == "?":
            return Bid(UNKNOWN)
        if word in ("bid", "prize") and re.fullmatch("[1-7]", rest):
            return Bid(int(rest)) if word == "bid" else Draw(int(rest))
        raise UnreadableMove(f"{text.strip()!r} is no move of Bids: bid a card, as bid 2")

    def format(self, m: Move) -> str:
        if isinstance(m, Reveal):
            return f"shown {','.join(map(str, m.cards))}"
        return f"prize {m.prize}" if isinstance(m, Draw) else f"bid {m.card or '?'}"

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        known = isinstance(m, Bid) and m.card != UNKNOWN
        return (m.card - 1,) if self.options["click"] and known else ()

    def report_fields(self, s: State) -> Mapping[str, Any]:
        return {"prize": s.prize}

    def prompt(self, s: State) -> str:
        return f"Bid a card for the prize {s.prize}." if s.prize else "A prize is drawn."

    def view(self, s: State, seat: Seat | None) -> State:
        bids = tuple(card if at == seat else UNKNOWN for at, card in enumerate(s.bids))
        return replace(s, bids=bids)

    def imagine(self, view: State, seat: Seat | None, rng: Rng) -> State:
        bids = tuple(card or int(rng.choice(view.hands[at])) for at, card in enumerate(view.bids))
        return replace(view, bids=bids)

    def redact(self, s: State, m: Move, seat: Seat | None) -> Move:
        if not isinstance(m, Bid):
            return m
        if len(s.bids) + 1 == self.seats:
            return Reveal((*s.bids, m.card))
        return m if self.to_act(s) == seat else Bid(UNKNOWN)

    def apply_redacted(self, s: State, m: Move) -> State:
        if isinstance(m, Bid) and m.card == UNKNOWN and 0 <= self.to_act(s) < self.seats - 1:
            return replace(s, bids=(*s.bids, UNKNOWN))
        if isinstance(m, Reveal) and self.to_act(s) == self.seats - 1:
            return self._shown(s, m.cards)
        return self.apply(s, m)

    def redact_position_text(
        self, position_text: Mapping[str, str], seat: Seat | None
    ) -> Mapping[str, str]:
        return position_text


def create(settled: Mapping[str, Any]) -> Bids:
    return Bids(settled)
