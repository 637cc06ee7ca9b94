"""The story of a game in a tab beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

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
        self._told: tuple[object, Text] = (None, Text())
        """The last story, behind what it was made of."""

    def text(self) -> Text:
        """The story; empty where none is told."""
        shown, findings = self._shown, self.findings
        if findings is None:
            return Text()
        made_of = (shown.match.ply, tuple(findings), len(shown.expectations))
        if self._told[0] != made_of:
            lines = story.sentences(shown, story.tell(shown, self._turns, findings))
            self._told = made_of, Text("\n".join(lines))
        return self._told[1]
