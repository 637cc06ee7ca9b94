"""The program's own estimate of a position: the one source of figures that players are told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Estimate:
    """Who wins a position, as the program's analysis sees it; `study.estimator` makes it."""

    shares: tuple[float, ...]
    """By seat: how likely each is to win; calibrated, so that of many positions with .7 seven in
    ten are won. They sum to 1."""
    points: tuple[float, ...] | None = None
    """By seat: the expected totals at the end, komi included; None where nothing is known."""
    known: str | None = None
    """What is proven, as "White wins in 8 turns"; the shares are 0 and 1 then, or those of a
    draw."""
    playouts: int = 0
    """The thought behind it; 0 where a solver answered."""
