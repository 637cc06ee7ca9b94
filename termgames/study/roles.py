"""The analysis and reviews in processes of their own, see `play.children.child`: the analysis gets
questions and answers them (`worker`), a review gets plies and reports what it found on each.

What they work with is loaded in their processes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from termgames import games
from termgames.core.game import AnyGame
from termgames.play import record
from termgames.play.children.child import Child
from termgames.play.match import AnyMatch
from termgames.search.limits import Limit

if TYPE_CHECKING:
    from termgames.study.review import Finding
    from termgames.study.worker import AnalysisWorker


@dataclass(frozen=True)
class AnalysisRole:
    """The analysis of a game, which is given as `games.create` takes it."""

    game_id: str
    options: dict[str, Any]

    @classmethod
    def of(cls, game: AnyGame) -> AnalysisRole:
        """The analysis of a game that is set up."""
        return cls(game.id, dict(game.options))

    def worker(self) -> AnalysisWorker:
        """Who answers the questions."""
        from termgames.study.worker import AnalysisWorker

        return AnalysisWorker(games.create(self.game_id, self.options))


@dataclass(frozen=True)
class Found:
    """What a review found on one ply; None where there was nothing to decide."""

    ply: int
    finding: Finding | None


@dataclass(frozen=True)
class ReviewRole:
    """A review of the game in a record, with a limit for each decision. It does its work itself."""

    record: str
    limit: Limit
    deeper: bool = False
    """Whether each decision gets a deeper look, see `review.DEEPER`."""

    def worker(self) -> ReviewRole:
        """The review."""
        return self

    def think(
        self, plies: Sequence[int], *, on_progress: Callable[[Found], None], **_: Any
    ) -> None:
        """Report what is found on each of the plies, as soon as it stands."""
        from termgames.study import review

        match = record.load(self.record, draws=False)
        look = review.deeper_findings if self.deeper else review.findings
        for ply, finding in zip(plies, look(match, plies, self.limit), strict=True):
            on_progress(Found(ply, finding))


def reviewer(match: AnyMatch, plies: Sequence[int], limit: Limit, *, deeper: bool = False) -> Child:
    """The process that reviews a game, each decision within the limit, or looks `deeper` at it: it
    reports what it `Found` on each of the plies, in their order, and answers None when there is no
    more."""
    child = Child(ReviewRole(record.write(match), limit, deeper))
    child.ask(0, tuple(plies))
    return child
