"""What plain mode needs of the toy game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from termgames.core.display import Card
from tests.toy_card_game.rules import UNKNOWN, Lots, Move, State


class LotsDisplay:
    """The parts of `core.display.Display` that have no board in them."""

    def __init__(self, game: Lots) -> None:
        self.game = game

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        return [("stack", str(len(s.stack)))]

    def player_line(self, s: State, seat: int) -> str:
        return f"{len(s.hands[seat])} cards"

    def hand(self, s: State, seat: int) -> list[Card[Any]] | int:
        cards = s.hands[seat]
        return len(cards) if UNKNOWN in cards else [Card(f"card {card}") for card in cards]

    def let(self, s: State) -> Move | None:
        return Move("let") if s.stage == "react" else None


def display(game: Lots) -> LotsDisplay:
    return LotsDisplay(game)
