"""Rules of the toy game.

A die is thrown for the first player. Whose turn it is draws one of the cards 1 to 6
(`draw`, then chance: `card 3`, which only he sees), lays one down (`lay 3`), puts a stone
(`b2`) or passes. A stone may be turned away by each other player in order: `let`, or
`veto`, which costs a card he chooses with it (`veto 2`). `ask blue` is table talk, answered
by `yes` or `no`, once a turn. When all have passed in a row the most points win: laid cards,
cards in hand, and stones. Nobody wins when nobody has any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.errors import IllegalMove, OptionError, Refusal, UnreadableMove
from termgames.core.game import CHANCE, OVER, Score, ScorePart, Seat
from termgames.core.topology import square

CARDS = (1, 2, 3, 4, 5, 6)
UNKNOWN = 0
NAMES = ("red", "blue", "green")


@dataclass(frozen=True)
class Move:
    """A word and its number: `Move("lay", 3)`, `Move("place", cell)`, `Move("pass", 0)`."""

    word: str
    number: int = 0


@dataclass(frozen=True)
class State:
    """`asked` answers, `mover` has the turn; `stage` says what is open."""

    hands: tuple[tuple[int, ...], ...]
    stones: bytes = bytes(9)
    stack: tuple[int, ...] = CARDS
    laid: tuple[int, ...] = (0, 0, 0)
    stage: str = "die"
    mover: Seat = 0
    asked: Seat = 0
    spot: int = -1
    passes: int = 0
    talked: bool = False
    spent: tuple[int, ...] = ()


def gone(pile: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The pile without the card, or without one that is not known; nothing of it is known
    any more when an unknown card goes."""
    if card == UNKNOWN:
        return (UNKNOWN,) * (len(pile) - 1)
    kept = list(pile)
    kept.remove(card if card in kept else UNKNOWN)
    return tuple(kept)


class Lots:
    """Implements `core.game.Game`, Chancy, Hidden, Redacting and Counting."""

    id = "lots"
    marks = "rug"
    resigns = False

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options
        self.seats: int = options["players"]
        self.topology = square(3)

    def start(self) -> State:
        return State(((),) * self.seats)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        stones = self.topology.read(rows, "." + self.marks)
        hands: list[tuple[int, ...]] = [()] * self.seats
        for name, text in position_text.items():
            words = name.split()
            if len(words) != 2 or words[0] != "hand" or words[1] not in NAMES[: self.seats]:
                raise OptionError(f"{name!r} is no fact of Lots")
            hands[NAMES.index(words[1])] = tuple(int(card) for card in text.split())
        held = [card for hand in hands for card in hand]
        left = tuple(card for card in CARDS if card not in held)
        if UNKNOWN in held:
            left = (UNKNOWN,) * (len(CARDS) - len(held))
        return State(tuple(hands), stones, left, stage="turn")

    def to_act(self, s: State) -> int:
        if s.stage in ("die", "card"):
            return CHANCE
        return OVER if s.stage == "over" else s.asked

    def colour(self, s: State, seat: Seat) -> int:
        return seat

    def seat_name(self, s: State, seat: Seat) -> str:
        return NAMES[seat]

    def stones(self, s: State) -> bytes:
        return s.stones

    def unseen(self, s: State) -> list[int]:
        seen = {*s.stack, *s.spent, *(card for hand in s.hands for card in hand)}
        return [card for card in CARDS if card not in seen]

    def chances(self, s: State) -> list[tuple[Move, int]]:
        if s.stage == "die":
            return [(Move("die", seat), 1 + seat) for seat in range(self.seats)]
        if s.stage == "card":
            known = self.unseen(s) if UNKNOWN in s.stack else s.stack
            return [(Move("card", card), 1) for card in known]
        return []

    def legal_moves(self, s: State) -> list[Move]:
        if self.to_act(s) == CHANCE:
            return [outcome for outcome, _ in self.chances(s)]
        if s.stage == "over":
            return []
        hand = s.hands[s.asked]
        held = sorted({*hand, *self.unseen(s)} - {UNKNOWN} if UNKNOWN in hand else hand)
        if s.stage == "talk":
            return [Move("yes"), Move("no")]
        if s.stage == "react":
            return [Move("let"), *(Move("veto", card) for card in held)]
        moves = [Move("place", cell) for cell in range(9) if not s.stones[cell]]
        moves += [Move("lay", card) for card in held]
        if s.stack:
            moves.append(Move("draw"))
        return [*moves, Move("pass")]

    def refuse(self, s: State, m: Move) -> Refusal | None:
        talks = s.stage == "turn" and not s.talked and m.word == "ask"
        if talks and m.number in range(self.seats) and m.number != s.asked:
            return None
        if s.stage == "card" and m == Move("card", UNKNOWN):
            return None
        return None if m in self.legal_moves(s) else Refusal("lots", "not now")

    def apply(self, s: State, m: Move) -> State:
        if refusal := self.refuse(s, m):
            raise IllegalMove(refusal)
        hands = list(s.hands)
        match m.word:
            case "die":
                return replace(s, stage="turn", mover=m.number, asked=m.number)
            case "ask":
                return replace(s, stage="talk", asked=m.number, talked=True)
            case "yes" | "no":
                return replace(s, stage="turn", asked=s.mover)
            case "draw":
                return replace(s, stage="card")
            case "card":
                hands[s.mover] = tuple(sorted((*hands[s.mover], m.number)))
                stack = gone(s.stack, m.number)
                return self._next(replace(s, hands=tuple(hands), stack=stack))
            case "lay":
                hands[s.mover] = gone(hands[s.mover], m.number)
                laid = tuple(n + m.number * (at == s.mover) for at, n in enumerate(s.laid))
                spent = (*s.spent, m.number)
                return self._next(replace(s, hands=tuple(hands), laid=laid, spent=spent))
            case "place":
                stones = bytearray(s.stones)
                stones[m.number] = 1 + s.mover
                asked = (s.mover + 1) % self.seats
                return replace(s, stones=bytes(stones), stage="react", asked=asked, spot=m.number)
            case "let":
                asked = (s.asked + 1) % self.seats
                return self._next(s) if asked == s.mover else replace(s, asked=asked)
            case "veto":
                hands[s.asked] = gone(hands[s.asked], m.number)
                stones = bytearray(s.stones)
                stones[s.spot] = 0
                spent = (*s.spent, m.number)
                return self._next(replace(s, hands=tuple(hands), stones=bytes(stones), spent=spent))
        if s.passes + 1 == self.seats:
            return replace(s, stage="over", passes=self.seats)
        return self._next(s, s.passes + 1)

    def _next(self, s: State, passes: int = 0) -> State:
        mover = (s.mover + 1) % self.seats
        fresh = {"stage": "turn", "mover": mover, "asked": mover, "spot": -1, "talked": False}
        return replace(s, passes=passes, **fresh)

    def score(self, s: State) -> Score:
        parts: list[ScorePart] = []
        totals = [0.0] * self.seats
        for seat in range(self.seats):
            cells = tuple(cell for cell in range(9) if s.stones[cell] == 1 + seat)
            laid, held = s.laid[seat], sum(s.hands[seat])
            parts.append(ScorePart(seat, len(cells), f"{len(cells)} stones", cells))
            parts.append(ScorePart(seat, laid, f"{laid} laid"))
            parts.append(ScorePart(seat, held, f"{held} in hand"))
            totals[seat] = float(len(cells) + laid + held)
        winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals) > 0)
        return Score(tuple(totals), tuple(parts), winners)

    def utilities(self, s: State) -> NDArray[np.float32]:
        shares = np.zeros(self.seats, np.float32)
        winners = list(self.score(s).winners)
        shares[winners] = 1 / max(1, len(winners))
        return shares

    def ending(self, s: State) -> str | None:
        return "all passed" if s.stage == "over" else None

    def parse(self, s: State, text: str) -> Move:
        plain = " ".join(text.lower().split())
        if plain in ("pass", "draw", "let", "yes", "no"):
            return Move(plain)
        if plain in self.topology.names:
            return Move("place", self.topology.names.index(plain))
        word, _, rest = plain.partition(" ")
        if word in ("ask", "die") and rest in NAMES[: self.seats]:
            return Move(word, NAMES.index(rest))
        if plain == "card ?":
            return Move("card", UNKNOWN)
        if word in ("card", "lay", "veto") and re.fullmatch("[1-6]", rest):
            return Move(word, int(rest))
        raise UnreadableMove(f"{text.strip()!r} is no move of Lots")

    def format(self, m: Move) -> str:
        if m.word == "place":
            return self.topology.names[m.number]
        if m.word in ("ask", "die"):
            return f"{m.word} {NAMES[m.number]}"
        if m.word in ("card", "lay", "veto"):
            return f"{m.word} {m.number or '?'}"
        return m.word

    def cells_of(self, m: Move) -> tuple[int, ...]:
        return (m.number,) if m.word == "place" else ()

    def report_fields(self, s: State) -> Mapping[str, Any]:
        return {"stack": len(s.stack), "stage": s.stage}

    def prompt(self, s: State) -> str:
        return {"react": "Let the stone stand?", "talk": "Yes or no?"}.get(s.stage, "Your turn.")

    def view(self, s: State, seat: Seat | None) -> State:
        hands = [hand if at == seat else (UNKNOWN,) * len(hand) for at, hand in enumerate(s.hands)]
        return replace(s, hands=tuple(hands), stack=(UNKNOWN,) * len(s.stack))

    def imagine(self, view: State, seat: Seat | None, rng: np.random.Generator) -> State:
        hidden = iter(rng.permutation(self.unseen(view)).tolist())
        hands = tuple(tuple(sorted(card or next(hidden) for card in hand)) for hand in view.hands)
        return replace(view, hands=hands, stack=tuple(sorted(hidden)))

    def redact(self, s: State, m: Move, seat: Seat | None) -> Move:
        hidden = m.word == "card" and seat != s.mover
        return Move("card", UNKNOWN) if hidden else m

    def redact_position_text(
        self, position_text: Mapping[str, str], seat: Seat | None
    ) -> Mapping[str, str]:
        own = "" if seat is None else f"hand {NAMES[seat]}"
        hidden = {name: " ".join("0" * len(told.split())) for name, told in position_text.items()}
        return hidden | {name: told for name, told in position_text.items() if name == own}

    def count(self, s: State) -> Mapping[str, Any]:
        return {"game": self.id, "hands": {NAMES[i]: sum(h) for i, h in enumerate(s.hands)}}


def create(settled: Mapping[str, Any]) -> Lots:
    return Lots(settled)
