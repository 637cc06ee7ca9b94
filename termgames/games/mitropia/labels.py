"""What cards do and what answers are called, in a player's words."""

from __future__ import annotations

from termgames.core.topology import Topology
from termgames.games.mitropia import cards
from termgames.games.mitropia.moves import Lose, Move, Play, write
from termgames.games.mitropia.options import SEATS
from termgames.go.dead_stones import Dead

_SHIFT = "Move up to {} of your stones, each to a point in range; they end 5 steps apart."
_TRADE = "Give {} of your prisoners, take {} of another player's."
_POINTS = "{} points at the end, in your hand as well."

ABOUT: dict[cards.Kind, str] = {
    cards.NO_MOVE: "Does nothing; play it to be rid of it.",
    cards.EXTRA_MOVE: "Two stones this turn, in range, 5 steps apart, not in one group.",
    cards.REJECT: "When another player has put stones: his whole turn is undone.",
    cards.REJECT_AND_REPLACE: "As Reject, and your stone goes on a point that was cleared.",
    cards.MOVE_ANYWHERE: "One stone at any distance.",
    cards.PAIR_PLACE: "Two stones next to each other at once, one of them in range.",
    cards.REPLACE_ANY: "One opposing stone becomes yours; nobody gains a prisoner for it.",
    cards.MOVE_TWO: _SHIFT.format("two"),
    cards.MOVE_THREE: _SHIFT.format("three"),
    **{kind: _POINTS.format(points) for kind, points in cards.POINTS.items()},
    **{kind: _TRADE.format(*numbers) for kind, numbers in cards.TRADES.items()},
}


def label(topology: Topology, move: Move) -> str:
    """An answer that is no point, on a button."""
    match move:
        case Play(card, None):
            return cards.NAMES[card] if card in cards.REACTIONS else f"play {cards.NAMES[card]}"
        case Play(card, other) if other is not None:
            return f"{cards.NAMES[card]} with {SEATS[other]}"
        case Lose(card) if card is not None:
            return cards.NAMES[card]
        case Dead(()):
            return "none dead"
        case _:
            return write(topology, move)
