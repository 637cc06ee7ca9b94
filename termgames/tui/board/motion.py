"""What moves on a board: a few pictures, shown one after the other before the position as it is.

A stone of another player's lands, captured stones fade, a territory fills. Nothing waits for it:
the position is in force before the first picture, and `Motion.finish` shows it at once.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from textual.timer import Timer
from textual.widget import Widget

from termgames.core.display import Pick
from termgames.core.topology import Cell, Topology

PACE = 0.12
"""Seconds that a picture stays."""
_MOST = 6
"""Pictures of a territory that fills."""


@dataclass(frozen=True)
class Frame:
    """How one picture differs from the position."""

    ghosts: tuple[Pick, ...] = ()
    """Stones that come or go, drawn as those that are not played yet."""
    bare: frozenset[Cell] = frozenset()
    """Cells that look empty and untinted, whatever lies there."""


def step(before: bytes, after: bytes, *, landing: bool) -> Sequence[Frame]:
    """From the stones (cells,) `before` a move to those after it: what was taken fades, and with
    `landing` new stones land. Stones that change their colour do so at once."""
    pairs = list(enumerate(zip(before, after, strict=True)))
    taken = tuple(Pick(cell, old - 1) for cell, (old, new) in pairs if old and not new)
    landed = tuple(Pick(cell, new - 1) for cell, (old, new) in pairs if landing and new and not old)
    first = Frame(taken + landed, frozenset(pick.cell for pick in landed))
    return [first, *([Frame(taken)] if taken else [])] if taken or landed else []


def fill(topology: Topology, tinted: Collection[Cell]) -> Sequence[Frame]:
    """Tinted cells, each area of them filled from its first cell on."""
    waves: list[set[Cell]] = []
    left = set(tinted)
    while left:
        wave, number = {min(left)}, 0
        while wave:
            left -= wave
            waves += [set()] if number == len(waves) else []
            waves[number] |= wave
            wave = {other for cell in wave for other in topology.adjacent[cell] if other in left}
            number += 1
    pictures = min(_MOST, len(waves) - 1)
    starts = (number * len(waves) // (pictures + 1) for number in range(1, pictures + 1))
    return [Frame(bare=frozenset().union(*waves[start:])) for start in starts]


class Motion:
    """Frames that follow each other on one board, where `show` shows each; None is the position as
    it is."""

    def __init__(self, board: Widget, show: Callable[[Frame | None], None]) -> None:
        self._board, self._show = board, show
        self._left: list[Frame] = []
        self._timer: Timer | None = None

    def play(self, frames: Sequence[Frame]) -> None:
        """Show frames in place of those that are still to come, unless nothing is to move."""
        if frames and self._board.app.animation_level != "none":
            self._stop()
            self._left = list(frames)
            self._next()

    def finish(self) -> None:
        """Show the position as it is; nothing more moves."""
        if self._timer is not None:
            self._stop()
            self._next()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer, self._left = None, []

    def _next(self) -> None:
        frame = self._left.pop(0) if self._left else None
        self._timer = None if frame is None else self._board.set_timer(PACE, self._next)
        self._show(frame)
