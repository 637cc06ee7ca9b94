"""Problems line by line, without a screen."""

from __future__ import annotations

from termgames.core.errors import StorageError
from termgames.play.text.printer import Say
from termgames.play.text.reader import Ask
from termgames.study.lessons.attempt import Attempt
from termgames.study.lessons.line_lesson import LessonLines
from termgames.study.problems import progress, ready
from termgames.study.problems.ready import ProblemSet

_HELP = """\
Type a move, as {example}, or one of these:
text          read the task again
hint          where the answer is; a second time, the answer
next, back    another problem, the one before in the list
board         show the board; {where}, {around}, {row}, groups: parts of it in words
legal, score  the legal moves; how it stands
rules         the rules of the game
quit          leave; what you have solved is kept"""


class ProblemLines(LessonLines):
    """One player and the problems of a game."""

    HELP = _HELP

    def __init__(self, problems: ProblemSet, player: str, *, ask: Ask, say: Say) -> None:
        super().__init__(problems, player, ask=ask, say=say)
        self._problems = problems
        self._at = self._hints = 0

    def run(self, at: int) -> None:
        """From problem `at`, counted from 0, until the player leaves; each time he goes on comes
        the one that suits him best."""
        problems = self._problems.problems
        while not self._reader.leaving:
            self._at, self._hints = at, 0
            level = problems[at].level
            self._say(f"\nProblem {at + 1} of {len(problems)}, level {level}")
            step = self._task(self._problems.steps[at])
            if step < 0:
                at = max(0, at - 1)
            elif step > 0:
                at = progress.following(self._player, problems, at)

    def _judged(self, attempt: Attempt) -> None:
        if attempt.followed:
            self._tell_text(f"{ready.GOES_ON}{', '.join(attempt.followed)}")
        right = attempt.solved and not attempt.missed and not self._hints
        self._keep(right=right, solved=attempt.solved)
        if attempt.solved:
            rating = progress.of(self._player, self._problems.game_id).strength.elo
            self._say(f"Your rating: {rating:.0f}.")

    def _keep(self, *, right: bool, solved: bool) -> None:
        problem = self._problems.problems[self._at]
        try:
            progress.note(self._player, problem, right=right, solved=solved)
        except StorageError as error:
            self._say(f"Note: {error}.")

    def _hint(self, attempt: Attempt) -> None:
        self._hints += 1
        if self._hints == 1:
            self._keep(right=False, solved=False)
            self._say(f"{ready.where(attempt.task)} hint again shows the answer.")
        else:
            move = attempt.live.shown.display.named(attempt.task.answers[0])
            self._say(f"A right answer is {move}.")
