"""What all searches share that can be stopped at any time: the loop of rounds, the test whether
the best answer can still be overtaken, and the draw among good answers.

A round makes some playouts and adds them to the tree. Between two rounds the loop stops where a
limit is reached, the answer is certain or is asked for, and reports progress. Where time is
limited rounds become smaller towards the end, and none begins that would not be over in time, as
far as those before can tell (`pace`).
"""

from collections.abc import Callable
from typing import Any, Protocol, Unpack

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Doubles, Rng
from termgames.search.limits import Limit, Listeners, Thought
from termgames.search.pace import Pace

REPORT = 0.2
"""Seconds between two calls of `on_progress`."""
_FEW, _SOME = 4, 16
"""Visits of the first round, and of the first opening, of which nobody knows how long they will
take; one where a visit is a single playout, as these are made one after the other."""

_ENOUGH = 5_000
"""Playouts after which the mean of all that a search tried is what it tells of a position."""


class AnytimeSearch(Protocol):
    """A search of one question, as the loop drives it."""

    playouts: int
    """Playouts made for this question."""
    pace: Pace
    """How long its rounds take, from question to question."""
    opening: Pace
    """The same of the playouts that precede the first round."""

    @property
    def least(self) -> int:
        """The playouts of the smallest round."""

    def closing(self, limit: Limit) -> float:
        """Seconds to keep for the decision, once there are no more rounds."""

    def round(self, limit: Limit) -> None:
        """Make some more playouts, not many more than `limit` leaves, and add them to the tree."""

    def reason_to_end(self, progress: float) -> str | None:
        """Why the search may end now, see `Thought.note`, or None. `progress` is the part of
        the limit that is used up, 1 or more when it is reached."""

    @property
    def can_decide(self) -> bool:
        """Whether there is an answer to choose."""

    @property
    def can_report(self) -> bool:
        """Whether `decision` can tell the best answer so far without changing the search. Reports
        come by the clock, so they must not change what the search finds."""

    def decision(self, seconds: float, note: str | None) -> Thought:
        """The decision after `seconds`; `note` is None while the search goes on."""


def run(
    search: AnytimeSearch,
    limit: Limit,
    began: float,
    clock: Callable[[], float],
    **around: Unpack[Listeners],
) -> Thought:
    """Make rounds until the search is to end, and return its decision. `began`, by `clock`, is when
    the question was put."""
    on_progress, should_stop = around.get("on_progress"), around.get("should_stop")
    reported = began
    while True:
        now = clock()
        progress, room = limit.used(search.playouts, now - began), limit
        if limit.seconds is not None:
            left = began + limit.seconds - search.closing(limit) - now
            fitting = _fitting(search, left)
            room = limit.capped(search.playouts + max(1, fitting))
            progress = progress if fitting else max(1.0, progress)
        note = search.reason_to_end(progress)
        if note is None and should_stop is not None and should_stop():
            note = "stopped"
        if search.can_decide:
            if note is not None:
                return search.decision(now - began, note)
            if on_progress is not None and now - reported >= REPORT and search.can_report:
                on_progress(search.decision(now - began, None))
                reported = now
        before = search.playouts
        search.round(room)
        if limit.seconds is not None:
            search.pace.note(search.playouts - before, clock() - now)


def open_with(
    search: AnytimeSearch,
    wanted: int,
    limit: Limit,
    began: float,
    clock: Callable[[], float],
    play: Callable[[int], None],
) -> None:
    """Make the playouts that precede the first round, `wanted` of them: all at once or, where time
    is limited, as many as half of what is left of it allows, or all of it where half is
    too little. `play` makes that many."""
    pace, least = search.opening, search.least
    if limit.seconds is None:
        play(wanted)
        return
    now, end = clock(), began + limit.seconds
    middle, left = (now + end) / 2, wanted
    while left > 0:
        fitting = pace.fitting(middle - now) if pace.known else least * (1 if least == 1 else _SOME)
        if fitting < least:
            if left < wanted:
                return
            # There may be no time for a round: then these playouts alone decide.
            fitting = max(least, pace.cheap, pace.fitting(end - now))
        many = min(left, fitting)
        play(many)
        left -= many
        before, now = now, clock()
        pace.note(many, now - before)


def _fitting(search: AnytimeSearch, seconds: float) -> int:
    """The most playouts of the next round in the `seconds` that are left, 0 where none fits: no
    more than fit into half of them, if any do, as the next round can then make up for a slow one;
    but not fewer than are cheap, where they fit. The very first round is a small one."""
    pace, least = search.pace, search.least
    if not pace.known:
        few = least * (1 if least == 1 else _FEW)
        return few if search.opening.seconds(few) <= seconds else 0
    half, whole = pace.fitting(seconds / 2) // least, pace.fitting(seconds) // least
    return max(half or whole, min(whole, pace.cheap // least)) * least


def out_of_reach(visits: NDArray[Any], playouts: int, progress: float) -> bool:
    """Whether no other answer can get as many visits as the most visited one any more. It may still
    be chosen, by its worth: that takes half as many.

    `visits` (k,) are those of k answers, two at least. The `playouts` made so far have used up
    the part `progress`, above 0, of what the search is allowed.
    """
    left = playouts * (1 / progress - 1)
    second, best = np.partition(visits, -2)[-2:]
    return bool(second + left < best)


def told(root: Doubles, after: Doubles, playouts: float) -> tuple[float, ...]:
    """The shares of the win by seat to tell of a position, whose `root` had so many playouts. The
    mean of all that was tried is fairer than what is expected `after` the best move, which is best
    by chance, too; but after few playouts much was tried that nobody would play, so that the truth
    is between the two."""
    shares = root if playouts >= _ENOUGH else (root + after) / 2
    return tuple(np.clip(shares, 0, 1).tolist())


def draw_by_worth(worth: Doubles, temperature: float, rng: Rng) -> int:
    """The index of one of k answers, drawn with weights exp(worth / temperature); `worth` (k,)."""
    weights = np.exp((worth - worth.max()) / temperature)
    return int(rng.choice(len(worth), p=weights / weights.sum()))
