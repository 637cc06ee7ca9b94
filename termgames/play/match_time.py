"""The time of a match: its clocks, what each move took, and what is left to each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from termgames.core.game import Seat
from termgames.play.clock import TimeControl, TimeLeft


@dataclass
class MatchTime:
    """How long the moves of a match took, and what follows from that for the clocks.

    It knows no moves: who makes one, takes one back or plays one again says so here. Seconds.
    """

    controls: tuple[TimeControl | None, ...] = ()
    """The clocks by seat, None for a seat without one; empty where nobody has a clock."""
    in_hand: float = 0.0
    """For how long the open question was thought about before: until the game was left, or until
    moves were taken back that have been played again."""
    _taken: list[float] = field(default_factory=list)
    """How long each move took; 0 for those of chance and of seats without a clock."""
    _left: list[tuple[TimeLeft | None, ...]] = field(init=False)
    """By seat, what was left before each move, and is left now; nothing without clocks."""
    _undone: list[float] = field(default_factory=list)
    """How long the moves took that were taken back, the first of them last."""
    _open: dict[int, float] = field(default_factory=dict)
    """By ply: for how long a question was thought about that was open when moves before it were
    taken back."""

    def __post_init__(self) -> None:
        self._left = [tuple(each.full if each else None for each in self.controls)]

    @property
    def known(self) -> bool:
        """Whether it is known of any move how long it took."""
        return any(self._taken)

    def taken(self, ply: int) -> float:
        """How long move `ply` took its player; 0 for chance, and without a clock."""
        return self._taken[ply]

    def control(self, seat: int) -> TimeControl | None:
        """The clock of a seat; None for one without a clock, and for chance."""
        return self.controls[seat] if self.controls and seat >= 0 else None

    def left(self, seat: Seat, ply: int | None = None) -> TimeLeft | None:
        """What a seat had left before anybody thought about move `ply`, the next one by default;
        None where it has no clock."""
        left = self._left[-1 if ply is None else ply]
        return left[seat] if left else None

    def over(self, seat: Seat, ply: int | None = None) -> bool:
        """Whether the time of a seat was over before move `ply`, the next one by default."""
        left = self.left(seat, ply)
        return left is not None and left.fallen

    # -- moves --------------------------------------------------------------------------

    def add(self, actor: int, seconds: float) -> None:
        """`actor`, a seat or chance, made a move that took so long."""
        left, control = self._left[-1], self.control(actor)
        before = left[actor] if control else None
        if control is not None and before is not None:
            left = (*left[:actor], control.moved(before, seconds), *left[actor + 1 :])
        self._left.append(left)
        self._taken.append(seconds)
        self.in_hand = self._open.pop(len(self._taken), 0.0)

    def leave_open(self, seconds: float) -> None:
        """The open question was thought about for so long, and moves are about to be taken
        back."""
        self._open[len(self._taken)] = seconds

    def take_back(self) -> None:
        """The last move was taken back: the time that it took is there again."""
        self._left.pop()
        self._undone.append(self._taken.pop())
        self.in_hand = 0.0

    @property
    def next_undone(self) -> float:
        """How long the move took that would be played again."""
        return self._undone[-1]

    def played_again(self) -> None:
        """The next undone move is about to be made, by whomever."""
        self._undone.pop()

    def drop_undone(self) -> None:
        """No move can be played again."""
        self._undone.clear()
        self._open.clear()

    # -- matches ------------------------------------------------------------------------

    def branched(self, ply: int) -> MatchTime:
        """The time of the first `ply` moves; nothing is undone."""
        other = MatchTime(self.controls)
        other._taken, other._left = self._taken[:ply], self._left[: ply + 1]
        return other

    def copy(self) -> MatchTime:
        """The same; a change to one does not affect the other."""
        other = replace(self, _taken=self._taken[:], _undone=self._undone[:], _open={**self._open})
        other._left = self._left[:]
        return other

    def restarted(self, controls: Sequence[TimeControl | None]) -> MatchTime:
        """Full clocks: no move has taken any time."""
        other = MatchTime(tuple(controls))
        other._taken, other._left = [0.0] * len(self._taken), other._left * len(self._left)
        return other
