"""The story of a game that is over, and the move that decided it."""

from __future__ import annotations

from collections.abc import Sequence

from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from termgames.study import story
from termgames.study.review import Finding


class ToldStory:
    """What happened in a game that is over; told anew when there is more to tell."""

    def __init__(self, shown: Shown, turns: Turns) -> None:
        self._shown, self._turns = shown, turns
        self.findings: Sequence[Finding] | None = ()
        """Those of a review of the game; None where no story is told."""
        self._made_of: object = None
        self._story = story.Story(0, ())

    def sentences(self, most: int = story.LINES) -> list[str]:
        """The story, see `story.sentences`; empty where none is told."""
        shown, findings = self._shown, self.findings
        if findings is None or not shown.match.over:
            return []
        made_of = (shown.match.ply, tuple(findings), tuple(shown.estimates.values()))
        if self._made_of != made_of:
            self._made_of, self._story = made_of, story.tell(shown, self._turns, findings)
        return story.sentences(shown, self._story, most)

    @property
    def turning(self) -> str:
        """The move that decided the game, in a sentence; empty where there is none."""
        self.sentences()
        return self._story.turning

    @property
    def turning_ply(self) -> int | None:
        """The move that decided the game; None where there is none, or it is not known."""
        if self.findings is None or not self._shown.match.over:
            return None
        return story.turning_ply(self._shown, self._turns, self.findings)
