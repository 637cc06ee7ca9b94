"""A problem: a position and a task in a line, tried on the board as a lesson is."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from termgames.core.errors import StorageError
from termgames.study.drills.problems import goes_on, where
from termgames.study.lessons.course import Task
from termgames.study.problems import progress, ready
from termgames.study.problems.ready import ProblemSet
from termgames.tui.preferences import Preferences
from termgames.tui.screens.lesson import Left, LessonScreen


class PuzzleScreen(LessonScreen):
    """Problem `at` of a game's, for the player `player` (empty for who has no name).

    A wrong try is answered on the board with the line that shows why, a right one is played on to
    its point. The first try alone moves the rating.
    """

    _course: ProblemSet

    def __init__(
        self, problems: ProblemSet, at: int, player: str, preferences: Preferences
    ) -> None:
        self._problem = problems.problems[at]
        self._hints = 0
        super().__init__(problems, at, player, preferences)
        assert isinstance(self._step, Task), "a problem asks"
        goal = ready.goal_of(self._problem, self._step.start)
        self._asked = () if goal is None else goal.cells

    # -- what is shown ------------------------------------------------------------------

    def show(self) -> None:
        """Everything, and which stones or points the task is about."""
        super().show()
        if self._asked and self._open:
            self.board.highlight(self._asked, "hint")

    def heading(self) -> Text:
        """Which problem it is, and how hard."""
        number = f"Problem {self._at + 1} of {len(self._course.steps)}  "
        return Text.assemble((number, "bold"), f"level {self._problem.level}")

    def reading(self) -> str:
        """What the player knows of himself; the task stands below the board."""
        now = progress.of(self._player, self._problem.game)
        solved = "  solved" if self._problem.id in now.solved else ""
        return f"Your rating: {now.strength.elo:.0f}{solved}"

    def _lesson_text(self) -> Text:
        """The same, or the verdict on the answer and how it goes on."""
        text, attempt = super()._lesson_text(), self.attempt
        if attempt is not None and attempt.verdict is not None and (more := goes_on(attempt)):
            text.append(f"\n{more}", "italic")
        return text

    def key_names(self) -> Mapping[str, str]:
        """The key that shows the answer of a lesson gives hints here."""
        return {"answer": "Hint", **super().key_names()}

    def _note(self) -> None:
        """Keep that it was tried, and whether it is solved."""
        attempt = self.attempt
        assert attempt is not None, "a problem asks"
        right = self._solved and not attempt.missed and not self._hints
        self._keep(right=right)

    def _keep(self, *, right: bool) -> None:
        try:
            progress.note(self._player, self._problem, right=right, solved=self._solved)
        except StorageError as error:
            self.notify(str(error), severity="warning")

    # -- commands -----------------------------------------------------------------------

    def _following(self) -> Left:
        """The problem that suits the player best now."""
        return progress.following(self._player, self._course.problems, self._at)

    def _may_look(self) -> bool:
        """Hints are always there: one costs the point of the first try."""
        return self._open

    def _show_answer(self) -> None:
        """First where the answer is, then the answer itself."""
        self._hints += 1
        if self._hints == 1:
            self._keep(right=False)
            assert self.attempt is not None, "a problem asks"
            self.notify(f"{where(self.attempt.task)} i again shows the answer.")
        else:
            super()._show_answer()
