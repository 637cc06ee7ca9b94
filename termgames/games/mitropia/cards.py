"""The cards: kinds, decks, and who holds what (rules 15 and 17).

The order of the stack is not stored: chance decides at each draw which of the cards left is
drawn. Stored are the number of shuffled cards in the stack, and the cards that were given
back under it. In a player's view a card that he does not know is None: `hidden` makes such a
view, `imagined` replaces the Nones by cards that are possible. All functions are pure and
take views as well as whole states.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from termgames.core.game import Seat
from termgames.games.mitropia.house import DECK

Kind = int
"""A kind of card, an index into NAMES."""
Card = int | None
"""A card in a hand: its kind, or None where the kind is unknown."""
Hand = tuple[Card, ...]
"""Cards by kind, unknown ones last."""

NAMES = tuple(DECK)
(
    NO_MOVE,
    EXTRA_MOVE,
    REJECT,
    REJECT_AND_REPLACE,
    MOVE_ANYWHERE,
    PAIR_PLACE,
    REPLACE_ANY,
    MOVE_TWO,
    MOVE_THREE,
    THREE_POINTS,
    FIVE_POINTS,
    TRADE_1_2,
    TRADE_2_5,
    TRADE_3_8,
) = range(len(NAMES))

REACTIONS = (REJECT, REJECT_AND_REPLACE)
"""Played when another player has placed stones; by a house rule in one's own turn."""
POINTS = {THREE_POINTS: 3, FIVE_POINTS: 5}
TRADES = {TRADE_1_2: (1, 2), TRADE_2_5: (2, 5), TRADE_3_8: (3, 8)}
"""Prisoners given and taken."""

_SHIFT = "Move up to {} of your stones in range; they land 5 steps or more from one another."
_TRADE = "Give {} of your prisoners, take {} of another player's."
_POINTS = "{} points at the end, played or still in your hand."

ABOUT: dict[Kind, str] = {
    NO_MOVE: "Does nothing; you may play it to get rid of it.",
    EXTRA_MOVE: "Two stones in range, 5 steps or more from each other, not in one group.",
    REJECT: "When another player has placed stones: undoes his whole turn.",
    REJECT_AND_REPLACE: "As Reject, and you place a stone on a point that was cleared.",
    MOVE_ANYWHERE: "One stone at any distance.",
    PAIR_PLACE: "Two adjacent stones at once, at least one of them in range.",
    REPLACE_ANY: "One opposing stone becomes yours; it is not a prisoner.",
    MOVE_TWO: _SHIFT.format("two"),
    MOVE_THREE: _SHIFT.format("three"),
    **{kind: _POINTS.format(points) for kind, points in POINTS.items()},
    **{kind: _TRADE.format(*numbers) for kind, numbers in TRADES.items()},
}
"""What each kind does, as players read it."""

_T = TypeVar("_T")


@dataclass(frozen=True)
class Cards:
    """Where all cards of a game are; `hands` and `laid` are by seat."""

    hands: tuple[Hand, ...]
    laid: tuple[tuple[Kind, ...], ...]
    """Cards of points that were played; they lie face up before their player until the count."""
    stack: int
    """Shuffled cards left in the stack, drawn before those underneath."""
    under: tuple[tuple[Card, Seat], ...] = ()
    """Cards given back under the stack, each with the seat that gave it; the first is drawn
    first."""
    discards: tuple[int, ...] = (0,) * len(NAMES)
    """By kind, face up."""


def full_stack(deck: Sequence[int], seats: int) -> Cards:
    """The cards at the start: all are in the stack, all hands are empty."""
    return Cards(((),) * seats, ((),) * seats, sum(deck))


def unseen(cards: Cards, deck: Sequence[int]) -> list[int]:
    """By kind: how many cards of `deck` are in unknown places. In a whole state these are the
    shuffled stack; in a view also the unknown cards in hands and under the stack."""
    left = [total - discarded for total, discarded in zip(deck, cards.discards, strict=True)]
    for hand in (*cards.hands, *cards.laid):
        for card in hand:
            if card is not None:
                left[card] -= 1
    for card, _ in cards.under:
        if card is not None:
            left[card] -= 1
    return left


def can_draw(cards: Cards) -> bool:
    """Whether there is a card to draw; discards are shuffled when the stack is empty."""
    return bool(cards.stack or cards.under or any(cards.discards))


def outcomes(cards: Cards, deck: Sequence[int]) -> list[tuple[Kind, int]]:
    """The kinds that may be drawn next, with their weights; empty when nothing is left."""
    if cards.stack:
        counts: Sequence[int] = unseen(cards, deck)
    elif cards.under:
        first = cards.under[0][0]
        if first is not None:
            return [(first, 1)]
        counts = unseen(cards, deck)
    else:
        counts = cards.discards
    return [(kind, count) for kind, count in enumerate(counts) if count]


def drawn(cards: Cards, seat: Seat, card: Card) -> Cards:
    """The cards after `seat` has drawn `card`, which is None where it is unknown."""
    hands = _changed(cards.hands, seat, lambda hand: sorted_hand((*hand, card)))
    if cards.stack:
        return replace(cards, hands=hands, stack=cards.stack - 1)
    if cards.under:
        return replace(cards, hands=hands, under=cards.under[1:])
    shuffled = (0,) * len(NAMES)
    return replace(cards, hands=hands, stack=sum(cards.discards) - 1, discards=shuffled)


def kinds_in_hand(cards: Cards, seat: Seat, deck: Sequence[int]) -> list[Kind]:
    """The kinds that a hand holds, ascending; where cards in it are unknown, also the kinds that
    these may be."""
    hand = cards.hands[seat]
    if None not in hand:
        return sorted({card for card in hand if card is not None})
    loose = unseen(cards, deck)
    return [kind for kind in range(len(NAMES)) if kind in hand or loose[kind]]


def holds(cards: Cards, seat: Seat, kind: Kind, deck: Sequence[int]) -> bool:
    """Whether the hand holds a card of this kind, or has an unknown card that may be one. False
    for a number that is no kind."""
    hand = cards.hands[seat]
    if kind in hand:
        return True
    return None in hand and 0 <= kind < len(NAMES) and unseen(cards, deck)[kind] > 0


def discarded(cards: Cards, seat: Seat, kind: Kind) -> Cards:
    """The cards after one has gone from the seat's hand to the discards, played or not."""
    pile = list(cards.discards)
    pile[kind] += 1
    return replace(cards, hands=_without(cards.hands, seat, kind), discards=tuple(pile))


def laid_down(cards: Cards, seat: Seat, kind: Kind) -> Cards:
    """The cards after the seat has played a card of points, which stays before it."""
    laid = _changed(cards.laid, seat, lambda pile: tuple(sorted((*pile, kind))))
    return replace(cards, hands=_without(cards.hands, seat, kind), laid=laid)


def given_back(cards: Cards, seat: Seat, card: Card) -> Cards:
    """The cards after one has gone from the seat's hand under the stack."""
    hands = _without(cards.hands, seat, card)
    return replace(cards, hands=hands, under=(*cards.under, (card, seat)))


def points(cards: Cards, seat: Seat) -> int:
    """How many points the seat's cards count at the end, laid down or in hand; unknown ones 0."""
    held = (*cards.laid[seat], *cards.hands[seat])
    return sum(POINTS.get(card, 0) for card in held if card is not None)


def hidden(cards: Cards, seat: Seat | None) -> Cards:
    """The cards as `seat` knows them, or a spectator where it is None. The cards in other hands,
    and those that others gave back, are unknown."""
    hands = tuple(
        hand if holder == seat else (None,) * len(hand) for holder, hand in enumerate(cards.hands)
    )
    under = tuple((card if giver == seat else None, giver) for card, giver in cards.under)
    return replace(cards, hands=hands, under=under)


def imagined(
    cards: Cards, deck: Sequence[int], shuffle: Callable[[list[Kind]], list[Kind]]
) -> Cards:
    """The cards with each unknown one, in hands and under the stack, replaced by an unseen card.
    `shuffle` puts the unseen cards in a random order."""
    loose = shuffle([kind for kind, count in enumerate(unseen(cards, deck)) for _ in range(count)])

    def revealed(card: Card) -> Kind:
        return loose.pop() if card is None else card

    hands = tuple(sorted_hand([revealed(card) for card in hand]) for hand in cards.hands)
    under = tuple((revealed(card), giver) for card, giver in cards.under)
    return replace(cards, hands=hands, under=under)


def excess_kind(cards: Cards, deck: Sequence[int]) -> Kind | None:
    """A kind of which `cards` hold more than the deck has, or None."""
    return next((kind for kind, count in enumerate(unseen(cards, deck)) if count < 0), None)


def listed(hand: Sequence[Card]) -> list[str]:
    """The names of cards; `?` for an unknown one."""
    return ["?" if card is None else NAMES[card] for card in hand]


def tally(hand: Sequence[Card]) -> str:
    """A hand in words: `extra move, 2 x reject`; `no cards`."""
    counts = Counter(listed(hand))
    words = (name if n == 1 else f"{n} x {name}" for name, n in counts.items())
    return ", ".join(words) or "no cards"


def sorted_hand(hand: Sequence[Card]) -> Hand:
    """The cards in the order of a `Hand`."""
    return tuple(sorted(hand, key=lambda card: len(NAMES) if card is None else card))


def _without(hands: tuple[Hand, ...], seat: Seat, card: Card) -> tuple[Hand, ...]:
    """The hands after the seat has lost `card`, or an unknown card where it does not show that
    one; ValueError where it has neither."""

    def lose(hand: Hand) -> Hand:
        at = hand.index(card) if card in hand else hand.index(None)
        return (*hand[:at], *hand[at + 1 :])

    return _changed(hands, seat, lose)


def _changed(values: tuple[_T, ...], seat: Seat, change: Callable[[_T], _T]) -> tuple[_T, ...]:
    return (*values[:seat], change(values[seat]), *values[seat + 1 :])
