"""A sequential test: is a player stronger by `elo1`, or only by `elo0`?

The observations are pairs of games with the same opening. Their scores are taken as normally
distributed with the variance observed: the generalized sequential probability ratio test in
the approximation that is used to test chess engines (Van den Bergh, "A practical introduction
to the GSPRT", 2015). Errors of either kind have a probability of 5 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

BOUND = math.log(0.95 / 0.05)
"""At this log-likelihood ratio the test accepts `elo1`, at its negative `elo0`."""
_PRIOR = 0.25
"""Pairs assumed for each outcome before the first game, so that the variance is never 0."""
_OUTCOMES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Verdict:
    """The state of the test."""

    elo0: float
    elo1: float
    ratio: float
    """The log-likelihood ratio."""
    pairs: int

    @property
    def accepted(self) -> Literal["elo0", "elo1", "open"]:
        """The hypothesis accepted, or that more games are needed."""
        if self.ratio >= BOUND:
            return "elo1"
        return "elo0" if self.ratio <= -BOUND else "open"


def sprt(pairs: Sequence[Sequence[float]], elo0: float, elo1: float) -> Verdict:
    """The test after these pairs; each holds the player's points in its two games."""
    scores = [sum(pair) / 2 for pair in pairs]
    counted = [(score, 1.0) for score in scores] + [(score, _PRIOR) for score in _OUTCOMES]
    total = sum(weight for _, weight in counted)
    mean = sum(score * weight for score, weight in counted) / total
    variance = sum(weight * (score - mean) ** 2 for score, weight in counted) / total
    low, high = expected(elo0), expected(elo1)
    seen = sum(scores) / len(scores) if scores else 0.0
    ratio = len(scores) * (high - low) * (2 * seen - low - high) / (2 * variance)
    return Verdict(elo0, elo1, ratio, len(scores))


def expected(elo: float) -> float:
    """The score rate that an Elo difference stands for."""
    return 1 / (1 + 10 ** (-elo / 400))
