"""Looks at a human's moves for a game in which bots teach, see `play.teaching`.

A move is spoken of where it lost more than the searches' noise explains: the judge of reviews looks
at it, and once more with other seeds where the first look found a loss. The noise is how far all
of these searches differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from termgames.core.game import Game
from termgames.play.advice import LOOK, LOOKS
from termgames.play.bots.players import parse_player
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.search.limits import Limit, OnProgress, ShouldStop
from termgames.study.judge import Comparison, Judge
from termgames.study.review import SIZES, noise_of, size_of

_GENTLE = ((3, "blunder"), (6, "mistake"))
"""Up to this level of the weakest bot, only mistakes of this size or worse are spoken of; above the
last level slips are, too."""


class Teacher:
    """Looks at one move after the other. Not to be used by several threads.

    With limits of playouts alone the same move gets the same answer.
    """

    def __init__(self, game: Game[Any, Any], limit: Limit = LOOK) -> None:
        """`limit` is for each of the `LOOKS` at a move."""
        self._judge, self._limit = Judge(game), limit

    def think(
        self,
        to_judge: MoveToJudge,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Lesson:
        """The judgement of a move. `on_progress` is not called."""
        judge, least, comparisons = self._judge, least_loss(to_judge.bots), list[Comparison]()
        if not judge.chooses(to_judge.position):
            return Lesson(to_judge.move)
        lost, noise = 0.0, 0.0
        for look in range(LOOKS):
            judge.turn_to(LOOKS * to_judge.ply + look)
            compared = judge.compare(to_judge.position, to_judge.move, self._limit)
            if compared is None or compared.best == to_judge.move:
                return Lesson(to_judge.move)
            comparisons.append(compared)
            losses = [loss for each in comparisons for loss in each.losses(to_judge.seat)]
            share = float(np.mean([best.shares[to_judge.seat] for best in compared.after_best]))
            lost, noise = float(np.mean(losses)), noise_of(losses, share)
            if lost - noise < least or (should_stop is not None and should_stop()):
                return Lesson(to_judge.move)
        best = comparisons[-1]
        return Lesson(
            best.best,
            value=tuple(np.mean([each.shares for each in best.after_best], axis=0).tolist()),
            line=best.line,
            size=size_of(lost - noise),
            share_lost=lost,
            noise=noise,
            points_lost=float(
                np.mean([judge.points_lost(each, to_judge.seat) for each in comparisons])
            ),
        )


def least_loss(bots: Sequence[str]) -> float:
    """The least loss of the win that is spoken of. It depends on the level of the weakest bot at
    the table, which says how strong the humans are; without a level, mistakes and worse are spoken
    of."""
    levels = [spec.level for spec in map(parse_player, bots) if spec.level is not None]
    sizes = {size: least for least, size in SIZES}
    if not levels:
        return sizes["mistake"]
    spoken_of = (size for level, size in _GENTLE if min(levels) <= level)
    return sizes[next(spoken_of, "slip")]
