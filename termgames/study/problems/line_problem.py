"""Problems line by line, without a screen."""

from __future__ import annotations

from termgames.core.errors import StorageError
from termgames.play.text.printer import Say
from termgames.play.text.reader import Ask, Reader
from termgames.study.lessons.attempt import Attempt
from termgames.study.lessons.course import Task, Verdict
from termgames.study.lessons.task_lines import SOLVED, TaskLines, tell_text
from termgames.study.problems import progress, ready
from termgames.study.problems.problem import Problem
from termgames.study.problems.ready import ProblemSet

_HINT = "where the answer is; a second time, the answer"
_MORE = "next, back    another problem, the one before in the list"


class ProblemLines:
    """One player and the problems of a game. `ask` shows a prompt and answers a line, EOFError at
    the end."""

    def __init__(self, problems: ProblemSet, player: str, *, ask: Ask, say: Say) -> None:
        self._problems, self._player = problems, player
        self._reader, self._say = Reader(ask, say), say

    def run(self, at: int) -> None:
        """From problem `at`, counted from 0, until the player leaves; each time he goes on comes
        the one that suits him best."""
        problems = self._problems.problems
        while not self._reader.leaving:
            self._say(f"\nProblem {at + 1} of {len(problems)}, level {problems[at].level}")
            left = self._try(problems[at], self._problems.steps[at])
            if left == "back":
                at = max(0, at - 1)
            elif left in (SOLVED, "next"):
                at = progress.following(self._player, problems, at)

    def _try(self, problem: Problem, task: Task) -> str:
        """Have a problem tried; SOLVED, or the word with which it was left."""
        attempt, hints = Attempt(task), 0

        def hint() -> str:
            nonlocal hints
            hints += 1
            if hints == 1:
                self._keep(problem, right=False, solved=False)
                return f"{ready.where(task)} hint again shows the answer."
            return f"A right answer is {attempt.live.shown.display.named(task.answers[0])}."

        def judged(verdict: Verdict) -> None:
            if more := ready.goes_on(attempt):
                tell_text(self._say, more)
            right = verdict.right and not attempt.missed and not hints
            self._keep(problem, right=right, solved=verdict.right)
            if verdict.right:
                rating = progress.of(self._player, problem.game).strength.elo
                self._say(f"Your rating: {rating:.0f}.")

        return TaskLines(
            attempt,
            self._reader,
            self._say,
            texts=[text for text in (task.say("text"), task.say("ask")) if text],
            leaving=("next", "back"),
            more=_MORE,
            hint=(_HINT, hint),
            judged=judged,
        ).run()

    def _keep(self, problem: Problem, *, right: bool, solved: bool) -> None:
        try:
            progress.note(self._player, problem, right=right, solved=solved)
        except StorageError as error:
            self._say(f"Note: {error}.")
