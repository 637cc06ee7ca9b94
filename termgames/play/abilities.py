"""What a game's display can do beyond the minimum, with harmless answers where it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from termgames.core.display import (
    Allied,
    Card,
    DeadStoneAgreement,
    Display,
    Explaining,
    Holding,
    Reactive,
    Rolling,
    SeatTable,
    Settling,
    Step,
    Tabled,
    Token,
    Tokens,
)
from termgames.core.game import Seat


class Abilities:
    """The capabilities of `core.display` as one thing to ask."""

    def __init__(self, display: Display[Any, Any]) -> None:
        self._display = display
        # Asked of every position of a game, for which the check takes too long.
        self._reactive = display if isinstance(display, Reactive) else None

    def let(self, s: Any) -> Any | None:
        """See `Reactive`; None where nobody is ever asked out of turn."""
        return None if self._reactive is None else self._reactive.let(s)

    @property
    def reactive(self) -> bool:
        """Whether players may be asked out of turn."""
        return self._reactive is not None

    def rolled(self, s: Any) -> tuple[int, ...]:
        """See `Rolling`."""
        return self._display.rolled(s) if isinstance(self._display, Rolling) else ()

    def hand(self, s: Any, seat: Seat) -> Sequence[Card[Any]] | int | None:
        """See `Holding`; None where there are no cards."""
        return self._display.hand(s, seat) if isinstance(self._display, Holding) else None

    def tables(self, s: Any) -> Sequence[SeatTable]:
        """See `Tabled`."""
        return self._display.tables(s) if isinstance(self._display, Tabled) else ()

    def bonds(self, s: Any) -> Sequence[tuple[Seat, Seat]]:
        """See `Allied`."""
        return self._display.bonds(s) if isinstance(self._display, Allied) else ()

    def agreement(self, s: Any) -> DeadStoneAgreement | None:
        """See `Settling`."""
        return self._display.agreement(s) if isinstance(self._display, Settling) else None

    def walkthrough(self, s: Any) -> Sequence[Step]:
        """See `Explaining`."""
        return self._display.walkthrough(s) if isinstance(self._display, Explaining) else ()

    def tokens(self, s: Any) -> Sequence[Token]:
        """See `Tokens`."""
        return self._display.tokens(s) if isinstance(self._display, Tokens) else ()
