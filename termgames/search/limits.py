"""What a search is allowed and what it found; plain values that travel between processes.

Importing this module does not import numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Limit:
    """When to stop: after `seconds` of wall-clock time or `playouts`, whichever is first.

    None is no limit of that sort; at least one of them is given. A search that is limited
    by playouts alone gives the same answer for the same seed.
    """

    seconds: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.playouts is None:
            raise ValueError("a limit needs seconds or playouts")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds must be positive, not {self.seconds}")
        if self.playouts is not None and self.playouts < 1:
            raise ValueError(f"playouts must be positive, not {self.playouts}")

    def used(self, playouts: int, seconds: float) -> float:
        """How much of the limit is used up, 1 and more when it is reached."""
        done = [0.0]
        if self.playouts is not None:
            done.append(playouts / self.playouts)
        if self.seconds is not None:
            done.append(seconds / self.seconds)
        return max(done)

    def within(self, seconds: float | None) -> Limit:
        """The same limit where it ends within `seconds`, which may be none or negative."""
        if seconds is None:
            return self
        least = max(seconds, 1e-6)
        return replace(self, seconds=least if self.seconds is None else min(least, self.seconds))

    def capped(self, playouts: int) -> Limit:
        """The same limit with at most `playouts` playouts."""
        return replace(
            self, playouts=playouts if self.playouts is None else min(playouts, self.playouts)
        )

    def scaled(self, factor: float) -> Limit:
        """Both limits times `factor`, at least one playout."""
        return Limit(
            None if self.seconds is None else self.seconds * factor,
            None if self.playouts is None else max(1, round(self.playouts * factor)),
        )


@dataclass(frozen=True)
class Candidate:
    """One of the best moves of a position, as a search sees it."""

    move: Any
    line: tuple[Any, ...]
    """The moves expected next, this one first."""
    shares: tuple[float, ...] | None
    """Expected share of the win by seat, 0 to 1."""
    score: tuple[float, ...] | None
    """Final totals by seat, averaged over the playouts through it; None without any."""
    visits: int
    """Playouts through it."""


@dataclass(frozen=True, eq=False)
class Thought:
    """A decision, or, while a search goes on, the decision as it stands.

    Bots that do not search leave everything but the move at its default.
    """

    move: Any
    value: tuple[float, ...] | None = None
    """Expected share of the win by seat in the position, 0 to 1, see `anytime.told`."""
    after: tuple[float, ...] | None = None
    """The same after the move alone, by which a bot decides what else it says; None where it did
    not search."""
    visits: int = 0
    """Visits of the move that was chosen."""
    owner: NDArray[np.float32] | None = None
    """(cells, seats): how often each seat owned each cell when playouts ended."""
    score: tuple[float, ...] | None = None
    """Final totals by seat, averaged over the playouts."""
    line: tuple[Any, ...] = ()
    """The moves expected next, the chosen one first."""
    playouts: int = 0
    """Games played out for this decision. Positions whose worth is certain, or that a net alone
    values, count as if they had been played out."""
    seconds: float = 0.0
    """Wall-clock time it took."""
    candidates: tuple[Candidate, ...] = ()
    """The best moves, the chosen one first and then those that were looked at most; none where
    the search was not asked for them."""
    note: str = ""
    """Why it was decided without or before the full search ("prepared answer", "only move",
    "proven", "proved: a draw", "looked at to the end", "cannot be caught", "stopped"); empty when a
    limit was reached."""
    proof: str = ""
    """How the game ends under best play, where an exact solution says it: "White wins by 2½"."""

    @property
    def best_moves(self) -> tuple[Candidate, ...]:
        """The candidates; where none were asked for, the chosen move alone."""
        alone = Candidate(self.move, (self.move,), self.value, self.score, 0)
        return self.candidates or (alone,)


OnProgress = Callable[[Thought], None]
"""Called a few times a second with the decision as it stands."""
ShouldStop = Callable[[], bool]
"""Asked between batches; True ends the search with the best move found."""


class Listeners(TypedDict, total=False):
    """Who listens to a search and may end it, as arguments by name; none by default."""

    on_progress: OnProgress | None
    should_stop: ShouldStop | None
