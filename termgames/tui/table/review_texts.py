"""What a review says of the game that is looked through, in sentences, marks and lines."""

from contextlib import suppress
from typing import Any

from rich.text import Text

from termgames.core.errors import TermgamesError
from termgames.core.text import counted, sentence
from termgames.study import review
from termgames.study.review import Finding, Review
from termgames.tui.table.reviewing import Reviewing
from termgames.tui.table.table import Table
from termgames.tui.themes import NamedStone, inked
from termgames.tui.widgets.findings import FindingLine
from termgames.tui.widgets.graph import MARK as COSTLY
from termgames.tui.widgets.graph import TURN as TURNED
from termgames.tui.widgets.prompt import Prompt

MARKS = {"slip": "?!", "mistake": "?", "blunder": "??"}
"""The signs of mistakes, as chess players write them."""
TURN = "<>"
"""The sign of the move that decided the game, whoever made it."""
_BAR = 12
"""Columns of the progress bar."""


class ReviewTexts:
    """The words for what a review has found so far."""

    def __init__(self, reviewing: Reviewing, table: Table) -> None:
        """`table` shows the game."""
        self._reviewing, self._table = reviewing, table
        self._turns, self._story = table.turns, table.story

    @property
    def aside(self) -> bool:
        """Whether the position shown is one of a variation, of which the review says nothing."""
        return self._reviewing.study.aside

    @property
    def _review(self) -> Review:
        return self._reviewing.review

    def progress(self, *, ascii: bool) -> Text:
        """How far the review has come, while it runs."""
        reviewing = self._reviewing
        if not reviewing.running:
            return Text()
        done, all = reviewing.looked_at()
        filled = done * _BAR // max(1, all)
        full, empty = ("#", "-") if ascii else ("█", "░")
        what = "Deeper look" if reviewing.deeper else "Review"
        return Text(f"{what} {full * filled}{empty * (_BAR - filled)} {done} of {all}")

    def prompt(self, where: str) -> Prompt | None:
        """What the move was worth that led to the position shown, which is `where` in the game;
        None where that is not known."""
        finding = self._reviewing.here
        if finding is None:
            turned = self._story.whole.turning_ply == self._reviewing.study.shown.ply - 1
            return Prompt(where, self._story.whole.turning) if turned else None
        name, move = sentence(finding.name), self._reviewing.move_name(finding)
        if finding.move == finding.best:
            text = f"{name}'s {move} was the best move found."
        elif not finding.size:
            text = (
                f"{name}'s {move} was as good as any, as far as the review can "
                f"tell ({finding.share_lost:.0%} of the win, give or take {finding.noise:.0%})."
            )
        else:
            points = f" and {finding.points_lost:.1f} points" if finding.points_lost > 0 else ""
            unsure = f" (give or take {finding.noise:.0%})" if finding.noise >= 0.005 else ""
            text = (
                f"A {finding.size}: {name}'s {move} gave away "
                f"{finding.share_lost:.0%} of the win{unsure}{points}. "
                f"Better: {self._reviewing.move_name(finding, best=True)}."
            )
        luck = finding.luck
        if luck is not None and abs(luck) >= 0.005:
            text += f" Luck before it: {luck:+.0%}."
        return Prompt(where, text, stones=self._stones(finding))

    def _stones(self, finding: Finding) -> list[NamedStone]:
        """The stones of other players in the two moves of a finding."""
        match = self._reviewing.match
        state, moves = match.state_at(finding.ply), list[Any]()
        with suppress(TermgamesError):  # the kept review may have been changed by hand
            moves += [match.game.parse(state, text) for text in (finding.move, finding.best)]
        return self._table.stones_of_others(state, *([move] for move in moves))

    def summary(self) -> str:
        """What the review found in all; empty while there is none."""
        reviewing = self._reviewing
        if not reviewing.found or reviewing.running:
            return ""
        mistakes = counted(len(self._review.mistakes), "mistake")
        if not reviewing.complete:
            done, all = reviewing.looked_at()
            return f"{mistakes} so far: {done} of {all} were looked at; R goes on."
        return f"{mistakes} in {counted(len(self._review.findings), 'decision')}."

    def marks(self) -> dict[int, str]:
        """The signs of mistakes by ply, the costliest with one more, and of the turning point."""
        marks = {each.ply: MARKS[each.size] for each in self._review.mistakes}
        marks |= {each.ply: marks[each.ply] + COSTLY for each in self._review.costliest}
        ply = self._story.whole.turning_ply
        return marks if ply is None else marks | {ply: marks.get(ply, "") + TURN}

    def costliest(self) -> dict[int, str]:
        """The signs below the graph of the costliest mistakes, by the position after them."""
        return {} if self.aside else {each.ply + 1: COSTLY for each in self._review.costliest}

    def legend(self) -> list[tuple[str, str]]:
        """What the marks mean; nothing while there is none."""
        if not self.marks():
            return []
        beyond = "of the win, beyond the margin of error"
        signs = [
            (MARKS[size], f"A {size}: a move that gave away at least {least:.0%} {beyond}.")
            for least, size in reversed(review.SIZES)
        ]
        costly = (
            f"One of the {review.COSTLIEST} costliest mistakes, in the list and below the graph."
        )
        return [
            *signs,
            (COSTLY, costly),
            (TURN, f"The move that decided the game; {TURNED} below the graph."),
        ]

    def lines(self) -> list[FindingLine]:
        """The list of mistakes: the costliest, then all in the order of the game."""
        costliest = self._review.costliest
        mistakes = self._review.mistakes
        if not mistakes:
            text = (
                "No mistake was found."
                if self._reviewing.found and self._reviewing.complete
                else ""
            )
            return [FindingLine(Text(text, "dim"))] if text else []
        signs = [f"{sign} {size}" for size, sign in MARKS.items()]
        lines = [FindingLine(Text(", ".join([*signs, f"{COSTLY} among the costliest"]), "dim"))]
        lines += [FindingLine(Text("The costliest", "bold")), *map(self._line, costliest)]
        if len(mistakes) > len(costliest):
            lines += [FindingLine(Text("All mistakes", "bold")), *map(self._line, mistakes)]
        return lines

    def _line(self, finding: Finding) -> FindingLine:
        move, better = (
            self._reviewing.move_name(finding),
            self._reviewing.move_name(finding, best=True),
        )
        move, name = f"{move}{MARKS[finding.size]}", sentence(finding.name)
        text = Text(f"{self._turns.number_of(finding.ply):>3} {name} {move} ")
        text.append(f"-{finding.share_lost:.0%}", "bold").append(f"  better {better}", "dim")
        return FindingLine(inked(text, self._stones(finding)), finding.ply + 1)
