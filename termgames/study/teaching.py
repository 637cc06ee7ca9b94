"""Looks at a human's moves for a game in which bots teach, see `play.advice`.

A move is spoken of where it lost more than the searches' noise explains: the judge of reviews looks
at it, and once more with other seeds where the first look found a loss. The noise is how far all
of these searches differ. How much a move must have lost depends on how strong the players are and,
among beginners, on what they lost before; once the game is all but decided, points count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from termgames import games
from termgames.core.game import AnyGame, Seat
from termgames.play.advice import LOOK, TEACHING_LOOKS, Lesson, MoveToJudge
from termgames.play.bots.players import parse_player
from termgames.search.limits import Limit, OnProgress, ShouldStop
from termgames.study.judge import Comparison, Judge
from termgames.study.reasons import reason_compared
from termgames.study.review import SIZES, noise_of, size_of, weight_of

_BEGINNERS, _LEARNERS = 3, 6
"""Up to these levels of the weakest bot nothing is said of slips; up to the first one a mistake
is spoken of only if none before it cost as much. Blunders are always spoken of."""
_LEAST = {size: least for least, size in SIZES}
_DECIDED = 0.1
"""A player who wins with less than this, or more than the rest, is told of points that are lost,
too: the share of the win says nothing any more."""
_BLUNDER_POINTS = 0.1
"""A part of the board whose loss in points weighs as much as the share of a blunder."""
_LEAST_POINTS = 1.0
"""Points by which searches differ at least."""


class Teacher:
    """Looks at one move after the other. Not to be used by several threads.

    With limits of playouts alone the same move gets the same answer after the same moves before.
    """

    def __init__(self, game: AnyGame, limit: Limit = LOOK, judge: Judge | None = None) -> None:
        """`limit` is for each of the `TEACHING_LOOKS` at a move."""
        self._judge, self._limit = judge or Judge(game), limit
        self._display = games.display(game)
        self._weights = dict[tuple[int, int], float]()
        """What mistakes weighed, by seat and ply."""

    def think(
        self,
        to_judge: MoveToJudge,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Lesson:
        """The judgement of a move. `on_progress` is not called."""
        judge, seat, comparisons = self._judge, to_judge.seat, list[Comparison]()
        if not judge.chooses(to_judge.position):
            return Lesson(to_judge.move)
        least, loss = least_weight(to_judge.bots), MoveLoss()
        for look in range(TEACHING_LOOKS):
            judge.turn_to(TEACHING_LOOKS * to_judge.ply + look)
            compared = judge.compare(to_judge.position, to_judge.move, self._limit)
            if compared is None or compared.best == to_judge.move:
                return Lesson(to_judge.move)
            comparisons.append(compared)
            loss = MoveLoss.of(comparisons, seat, judge)
            if loss.weight < least or (should_stop is not None and should_stop()):
                return Lesson(to_judge.move)
        costliest = self._costliest_before(to_judge)
        self._weights[seat, to_judge.ply] = loss.weight
        if loss.weight < least_weight(to_judge.bots, costliest):
            return Lesson(to_judge.move)
        best = comparisons[-1]
        return Lesson(
            best.best,
            value=tuple(np.mean([each.shares for each in best.after_best], axis=0).tolist()),
            line=best.line,
            size=size_of(loss.weight),
            share_lost=loss.share,
            noise=loss.noise,
            points_lost=loss.points,
            reason=reason_compared(self._display, to_judge.position, comparisons),
            refutation=best.refutation,
        )

    def _costliest_before(self, to_judge: MoveToJudge) -> float:
        """What the mistakes of a seat before a move weighed at most. Forgets those taken back."""
        seat, ply = to_judge.seat, to_judge.ply
        self._weights = {at: weight for at, weight in self._weights.items() if at[1] < ply}
        return max((weight for at, weight in self._weights.items() if at[0] == seat), default=0.0)


@dataclass(frozen=True)
class MoveLoss:
    """What a move lost, by some comparisons with the best one."""

    share: float = 0.0
    """Of the win."""
    noise: float = 0.0
    """Its standard error."""
    points: float = 0.0
    """Points; 0 where they do not decide."""
    weight: float = 0.0
    """What it lost beyond the noise, as a share of the win in a game for two."""

    @staticmethod
    def of(comparisons: Sequence[Comparison], seat: Seat, judge: Judge) -> MoveLoss:
        """The loss of a seat."""
        losses = [loss for each in comparisons for loss in each.losses(seat)]
        best = float(
            np.mean([look.shares[seat] for each in comparisons for look in each.after_best])
        )
        lost = float(np.mean(losses))
        noise = noise_of(losses, best)
        weight, points = weight_of(lost - noise, judge.game.seats), 0.0
        if judge.by_points:
            by_search = [points for each in comparisons for points in each.points(seat)]
            points = float(np.mean(by_search))
            if best < _DECIDED or best - lost > 1 - _DECIDED:
                doubt = max(_LEAST_POINTS, float(np.std(by_search)) / len(by_search) ** 0.5)
                blunder = _BLUNDER_POINTS * judge.game.topology.cells
                weight = max(weight, _LEAST["blunder"] * (points - doubt) / blunder)
        return MoveLoss(lost, noise, points, weight)


def least_weight(bots: Sequence[str], costliest: float = 0.0) -> float:
    """What a move must weigh to be spoken of, as a loss of the win in a game for two, where the
    mistakes before it weighed `costliest` at most. It depends on the level of the weakest bot at
    the table, which says how strong the humans are; without a level it is that of the middle."""
    levels = [spec.level for spec in map(parse_player, bots) if spec.level is not None]
    if levels and min(levels) > _LEARNERS:
        return _LEAST["slip"]
    if levels and min(levels) <= _BEGINNERS:
        return min(max(_LEAST["mistake"], costliest), _LEAST["blunder"])
    return _LEAST["mistake"]
