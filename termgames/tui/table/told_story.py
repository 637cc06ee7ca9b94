"""The story of a game that is over, and the move that decided it."""

from collections.abc import Sequence

from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from termgames.study import story
from termgames.study.review import Finding
from termgames.study.story import Story

NOTHING = Story(0, ())


class ToldStory:
    """What happened in a game that is over; told anew when there is more to tell."""

    def __init__(self, shown: Shown, turns: Turns) -> None:
        self._shown, self._turns = shown, turns
        self.findings: Sequence[Finding] | None = ()
        """Those of a review of the game; None where no story is told."""
        self._told: tuple[object, Story] = (None, NOTHING)
        """The last story, behind what it was made of."""

    @property
    def whole(self) -> Story:
        """The story; nothing where none is told."""
        shown, findings = self._shown, self.findings
        if findings is None or not shown.match.over:
            return NOTHING
        made_of = (shown.match.ply, tuple(findings), tuple(shown.estimates.values()))
        if self._told[0] != made_of:
            self._turns.update()
            self._told = made_of, story.tell(shown, self._turns, findings)
        return self._told[1]

    def sentences(self, most: int = story.LINES) -> list[str]:
        """The same as sentences, see `story.sentences`."""
        whole = self.whole
        return [] if whole is NOTHING else story.sentences(self._shown, whole, most)
