"""What front ends show of the toy game: cards, dice, questions out of turn, a made-up count."""

from __future__ import annotations

from collections.abc import Sequence

from termgames.core.display import Card, Display, Draft, Overlay, Pick, Question, SeatTable, Step
from termgames.core.game import OVER
from tests.toy_card_game.rules import UNKNOWN, Lots, Move, State


class LotsDisplay(Display[State, Move]):
    """Everything beside the board that a display can tell, and a stone as its draft."""

    game: Lots
    reactive = True

    def overlays(self, s: State) -> Sequence[Overlay]:
        return (Overlay("stones", "stones stand out", (-2,) * 9, (False,) * 9),)

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        chosen = tuple(picks)
        if s.stage != "turn":
            return Draft(chosen, "incomplete", self.game.prompt(s))
        if not chosen:
            empty = frozenset(cell for cell in range(9) if not s.stones[cell])
            return Draft((), "incomplete", self.game.prompt(s), "", empty, s.asked)
        move = Move("place", chosen[0].cell)
        refusal = self.game.refuse(s, move)
        if refusal is not None:
            return Draft(chosen, "refused", refusal.text, refusal=refusal)
        return Draft(chosen, "complete", "Ready.", move=move)

    def question(self, s: State) -> Question[Move] | None:
        if s.stage not in ("react", "talk"):
            return None
        named = tuple((self.game.format(move), move) for move in self.game.legal_moves(s))
        return Question(self.game.prompt(s), named, private=s.stage == "react")

    def buttons(self, s: State) -> Sequence[tuple[str, Move]]:
        if s.stage != "turn":
            return ()
        asked = [Move("ask", seat) for seat in range(self.game.seats)]
        moves = [Move("pass"), Move("draw"), *asked]
        return [(self.game.format(m), m) for m in moves if self.game.refuse(s, m) is None]

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        return [("stack", str(len(s.stack)))]

    def player_line(self, s: State, seat: int) -> str:
        return f"{len(s.hands[seat])} cards"

    def let(self, s: State) -> Move | None:
        return Move("let") if s.stage == "react" else None

    def rolled(self, s: State) -> tuple[int, ...]:
        return (s.mover + 1, 6) if s.stage != "die" else ()

    def hand(self, s: State, seat: int) -> list[Card[Move]] | int:
        cards = s.hands[seat]
        if UNKNOWN in cards:
            return len(cards)
        word = {"turn": "lay", "react": "veto"}.get(s.stage)
        found = []
        for card in cards:
            move = None if word is None else Move(word, card)
            may = move is not None and seat == s.asked and self.game.refuse(s, move) is None
            plays = ((self.game.format(move), move),) if may and move is not None else ()
            found.append(Card(f"card {card}", f"Worth {card}.", plays, "" if may else "not now"))
        return found

    def tables(self, s: State) -> Sequence[SeatTable]:
        seats = tuple(range(self.game.seats))
        laid = tuple((seat, tuple(s.laid[seat] * (seat == c) for c in seats)) for seat in seats)
        return (SeatTable("laid", seats, laid),) if any(s.laid) else ()

    def bonds(self, s: State) -> Sequence[tuple[int, int]]:
        return ((1, 0),) if s.laid[0] >= 6 else ()

    def walkthrough(self, s: State) -> Sequence[Step]:
        if self.game.to_act(s) != OVER:
            return ()
        totals = self.game.score(s).totals
        return (
            Step("The board", "As it is.", s.stones),
            Step("Without stones", "All gone.", bytes(9), (0, 1), (0,) * 9, totals),
        )


def display(game: Lots) -> LotsDisplay:
    return LotsDisplay(game)
