"""Exercises line by line, without a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from termgames import games
from termgames.core.errors import RecordError
from termgames.core.text import counted
from termgames.play.text.printer import Say
from termgames.play.text.reader import Ask, Reader
from termgames.study.exercises import shelf
from termgames.study.exercises.answering import ExerciseTask
from termgames.study.exercises.exercise import Exercise, as_good_too
from termgames.study.exercises.looks import DeeperLook, Examiner
from termgames.study.lessons.attempt import Attempt
from termgames.study.lessons.course import Verdict
from termgames.study.lessons.task_lines import SOLVED, TaskLines

HELP = """\
next          leave this one for later
drop          never ask this one again"""
_PATIENCE = 1.0
"""Seconds for which a deeper look is waited for once an exercise has been answered."""


class ExerciseLines:
    """One player and his exercises for today. `ask` shows a prompt and answers a line, EOFError at
    the end."""

    def __init__(self, exercises: Sequence[Exercise], *, ask: Ask, say: Say) -> None:
        self._exercises = exercises
        self._reader, self._say = Reader(ask, say), say

    def run(self) -> None:
        """Until all were asked or the player leaves."""
        right = asked = 0
        for at, exercise in enumerate(self._exercises, 1):
            if self._reader.leaving:
                break
            try:
                task = ExerciseTask(exercise)
            except RecordError as error:
                self._say(f"Note: exercise {exercise.id} cannot be set up: {error}.")
                continue
            title = games.info(task.start.game.id).title
            self._say(f"\n{at} of {len(self._exercises)}: {title}, exercise {exercise.id}")
            verdicts = self._ask(task)
            asked += bool(verdicts)
            right += bool(verdicts) and verdicts[0].right
        self._say(f"\n{right} of {counted(asked, 'exercise')} right at the first try.")

    def _ask(self, task: ExerciseTask) -> list[Verdict]:
        """Ask one exercise; the verdicts on its answers."""
        exercise, attempt, verdicts = task.exercise, Attempt(task), list[Verdict]()
        examiner = Examiner(exercise)

        def judged(verdict: Verdict) -> None:
            if not verdicts:
                self._keep(partial(shelf.answer, exercise.id, verdict.right))
            verdicts.append(verdict)

        def weigh() -> None:
            """Let a search say how good the answer is, and take that."""
            self._say("Your answer is looked at.")
            move = task.start.game.format(attempt.answer)
            examiner.weigh(move)
            weighed = examiner.read_weighed()
            if weighed is None:
                return
            task.take(weighed)
            if not weighed.size:
                self._keep(partial(shelf.change, exercise.id, partial(as_good_too, move=move)))

        lines = TaskLines(
            attempt,
            self._reader,
            self._say,
            texts=(task.text, task.ask),
            leaving=("next", "drop"),
            more=HELP,
            judged=judged,
            weigh=weigh,
        )
        try:
            told = lines.run()
            if told == "drop":
                self._keep(partial(shelf.drop, exercise.id))
                self._say("This exercise is dropped.")
            elif told == SOLVED:
                self._take(exercise, examiner.read_checked(_PATIENCE))
        finally:
            examiner.close()
        return verdicts

    def _take(self, exercise: Exercise, look: DeeperLook | None) -> None:
        """Take what a deeper look says, if it has come to an end."""
        if look is None:
            return
        if look.exercise is not None:
            self._keep(partial(shelf.change, exercise.id, look.taken))
        else:
            self._keep(partial(shelf.drop, exercise.id))
            self._say(f"This exercise is dropped: {look.why}.")

    def _keep(self, change: Callable[[], object]) -> None:
        shelf.keep(change, lambda text: self._say(f"Note: {text}."))
