"""Searches keep their time: with rounds of known cost none begins that does not fit."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from termgames.search import anytime
from termgames.search.limits import Limit, Thought
from termgames.search.pace import Pace
from termgames.search.parallel import Batch, Helpers, Played


class Clock:
    """A clock that moves when told to, and by `tick` when it is looked at."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now, self.tick = 1000.0, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


@dataclass
class Steady:
    """A search whose rounds take a part of their own and a part for each playout. Rounds grow."""

    clock: Clock
    fixed: float
    each: float
    least: int = 16
    kept: float = 0.0
    playouts: int = 0
    rounds: list[int] = field(default_factory=list)
    pace: Pace = field(default_factory=Pace)
    opening: Pace = field(default_factory=Pace)
    can_decide = True
    can_report = False

    def closing(self, limit: Limit) -> float:
        return self.kept

    def play(self, playouts: int) -> None:
        self.clock.now += self.fixed + self.each * playouts
        self.playouts += playouts
        self.rounds.append(playouts)

    def round(self, limit: Limit) -> None:
        many = max(4 * self.least, self.playouts // 8 // self.least * self.least)
        if limit.playouts is not None:
            visits = -(-(limit.playouts - self.playouts) // self.least)
            many = min(many, self.least * visits)
        self.play(max(self.least, many))

    def reason_to_end(self, progress: float) -> str | None:
        return "" if progress >= 1 else None

    def decision(self, seconds: float, note: str | None) -> Thought:
        return Thought(None, seconds=seconds, note=note or "")

    def think(self, limit: Limit, opening: int = 256) -> float:
        """How long it took."""
        began, self.playouts, self.rounds = self.clock(), 0, []
        anytime.open_with(self, opening, limit, began, self.clock, self.play)
        anytime.run(self, limit, began, self.clock)
        return self.clock() - began


COSTS = [
    # As in Tri-Color, Pletore, Majorities, and a game that is known by its rules alone.
    (0.2, 0.0006, 4),
    (0.05, 0.00005, 16),
    (0.0, 0.0001, 16),
    (0.1, 0.0, 4),
    (0.0, 0.022, 1),
]


@pytest.mark.parametrize(("fixed", "each", "least"), COSTS)
@pytest.mark.parametrize("seconds", [0.5, 1.0, 3.0, 20.0])
def test_no_round_begins_that_does_not_fit(
    fixed: float, each: float, least: int, seconds: float
) -> None:
    search = Steady(Clock(), fixed, each, least)
    for _ in range(3):
        took = search.think(Limit(seconds))
        assert took <= max(seconds, fixed + each * least) + 1e-6
        # Nor is time left in which some more would fit, as far as can be told.
        assert took + 3 * (fixed + each * least) >= 0.8 * seconds


def test_time_is_kept_for_the_decision() -> None:
    search = Steady(Clock(), 0.01, 0.0001, kept=0.4)
    search.think(Limit(1))
    assert 0.4 < search.think(Limit(1)) <= 0.6


def test_a_slower_machine_is_allowed_for() -> None:
    search = Steady(Clock(), 0.02, 0.0002)
    search.think(Limit(1))
    search.fixed, search.each = 2 * search.fixed, 2 * search.each
    search.think(Limit(1))
    assert search.think(Limit(1)) <= 1


# -- real searches ------------------------------------------------------------------------------


class Never:
    """A helper that listens, and answers no batch."""

    def __init__(self) -> None:
        self.batches = 0
        self.listens = False

    def send(self, batch: Batch) -> None:
        self.batches += 1

    def hear(self, seconds: float = 0.0) -> Played | None:
        if not self.listens:
            self.listens = True
            return Played()
        CLOCK.now += seconds
        return None

    def close(self) -> None: ...


CLOCK = Clock()


@pytest.mark.parametrize(("patience", "parts"), [(None, 2), (10.0, 2), (0.15, 1)])
def test_results_are_not_waited_for_beyond_the_time(patience: float | None, parts: int) -> None:
    """Nor made here where that would be late."""
    helper = Never()
    helpers = Helpers([helper], CLOCK)

    def own(leaves: Any, lanes: int) -> Any:
        CLOCK.now += 0.01 * len(leaves)
        return np.array(leaves)

    leaves = list(range(20))
    list(helpers.evaluate(leaves, 1, own))
    began = CLOCK()
    found = list(helpers.evaluate(leaves, 1, own, patience))
    assert helper.batches == 1
    assert len(found) == parts
    assert CLOCK() - began <= (patience or 1)
