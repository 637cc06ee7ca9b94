"""What a game's display can do beyond the minimum, with harmless answers where it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from termgames.core.agreement import Agreement
from termgames.core.game import Seat
from termgames.core.overlay import Card, Display, SeatTable, Step, Token

T = TypeVar("T")


class Abilities:
    """The capabilities of `core.overlay` as one thing to ask."""

    def __init__(self, display: Display[Any, Any]) -> None:
        self._display = display

    def let(self, s: Any) -> Any | None:
        """See `Reactive`; None where nobody is ever asked out of turn."""
        return self._ask("let", None, s)

    @property
    def reactive(self) -> bool:
        """Whether players may be asked out of turn."""
        return hasattr(self._display, "let")

    def rolled(self, s: Any) -> tuple[int, ...]:
        """See `Rolling`."""
        return self._ask("rolled", (), s)

    def hand(self, s: Any, seat: Seat) -> Sequence[Card[Any]] | int | None:
        """See `Holding`; None where there are no cards."""
        return self._ask("hand", None, s, seat)

    def tables(self, s: Any) -> Sequence[SeatTable]:
        """See `Tabled`."""
        return self._ask("tables", (), s)

    def bonds(self, s: Any) -> Sequence[tuple[Seat, Seat]]:
        """See `Allied`."""
        return self._ask("bonds", (), s)

    def agreement(self, s: Any) -> Agreement | None:
        """See `Settling`."""
        return self._ask("agreement", None, s)

    def walkthrough(self, s: Any) -> Sequence[Step]:
        """See `Explaining`."""
        return self._ask("walkthrough", (), s)

    def tokens(self, s: Any) -> Sequence[Token]:
        """See `Tokens`."""
        return self._ask("tokens", (), s)

    def _ask(self, name: str, otherwise: T, *arguments: Any) -> T:
        capability = getattr(self._display, name, None)
        if capability is None:
            return otherwise
        found: T = capability(*arguments)
        return found
