"""A player's own mistakes as drills: the first answer says when one comes back, and searches say
how good an answer is, and whether the drill holds."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.core.text import counted
from termgames.play.children.child import Child
from termgames.play.events import Answer
from termgames.study.drills.attempt import Attempt
from termgames.study.drills.drill import DROP, NEXT, Drill, Row
from termgames.study.exercises import shelf
from termgames.study.exercises.answering import ExerciseTask
from termgames.study.exercises.exercise import Exercise, as_good_too
from termgames.study.exercises.looks import AboutExercise, DeeperLook, Weighed
from termgames.study.roles import AnalysisRole


class Examiner:
    """Has one exercise looked at, in two processes: one weighs answers, the other checks the
    exercise where that was not done before. Each method may be called from any one thread."""

    def __init__(self, exercise: Exercise, start: Callable[[AnalysisRole], Child] = Child) -> None:
        self._exercise, role = exercise, AnalysisRole.of(exercise.begin().game)
        self._weighing = start(role)
        self._checking = None if exercise.checked else start(role)
        if self._checking is not None:
            self._checking.ask(0, AboutExercise(exercise))

    def weigh(self, move: str) -> Weighed | None:
        """Wait until an answer is weighed; None where nobody can tell any more."""
        self._weighing.ask(0, AboutExercise(self._exercise, move))
        weighed: Weighed | None = _read(self._weighing)
        return weighed

    def check(self, seconds: float = math.inf) -> DeeperLook | None:
        """Wait for what the deeper look says, at most so long; None where it says nothing (yet)."""
        look: DeeperLook | None = None if self._checking is None else _read(self._checking, seconds)
        return look

    def close(self) -> None:
        """End both processes."""
        for each in (self._weighing, self._checking):
            if each is not None:
                each.close()


def _read(child: Child, seconds: float = math.inf) -> Any:
    reply = child.read(seconds)
    return reply.thought if isinstance(reply, Answer) else None


@dataclass(eq=False)
class Mistake(Drill):
    """A mistake in front of its player."""

    row: Mistakes
    attempt: Attempt
    task: ExerciseTask = field(kw_only=True)

    def __post_init__(self) -> None:
        self._examiner = Examiner(self.task.exercise)
        self._answered = False

    @property
    def heading(self) -> str:
        """Which one it is, with the name by which it can be dropped."""
        game = games.info(self.task.start.game.id)
        return f"{self.number}: {game.title}, exercise {self.task.exercise.id}"

    def judged(self, right: bool) -> None:
        """The first answer says when it comes back."""
        if not self._answered:
            self._answered = True
            self.row.answered += 1
            self.row.right += right
            self.row.keep(partial(shelf.answer, self.task.exercise.id, right))

    def weigh(self) -> Any:
        """As `Weighed`; None where nobody can tell."""
        return self._examiner.weigh(self.task.start.game.format(self.attempt.answer))

    def check(self, seconds: float = math.inf) -> Any:
        """As `DeeperLook`; None where there is none, or not yet."""
        return self._examiner.check(seconds)

    def take(self, found: Any) -> str:
        """Either of the two, which is kept."""
        change = partial(shelf.change, self.task.exercise.id)
        if isinstance(found, Weighed):
            self.task.take(found)
            if not found.size:
                self.row.keep(partial(change, partial(as_good_too, move=found.move)))
        elif found is not None and found.exercise is None:
            self.drop()
            return f"This exercise is dropped: {found.why}."
        elif found is not None:
            self.task.exercise = found.exercise
            self.text = self.task.text
            self.row.keep(partial(change, found.taken))
        return ""

    def drop(self) -> None:
        """Take it from the file."""
        self.row.keep(partial(shelf.drop, self.task.exercise.id))

    def close(self) -> None:
        """End both searches."""
        self._examiner.close()


class Mistakes(Row):
    """A player's mistakes for today."""

    words: ClassVar = {"next": NEXT, "drop": DROP}
    about_words = """\
next          leave this one for later
drop          never ask this one again"""

    def __init__(self, exercises: Sequence[Exercise]) -> None:
        self._exercises, self.count = exercises, len(exercises)
        self.answered = self.right = 0

    def drill(self, at: int) -> Drill | None:
        """The next mistake that can be set up."""
        for number, exercise in enumerate(self._exercises[at:], at):
            try:
                task = ExerciseTask(exercise)
            except TermgamesError as error:
                self.tell(f"exercise {exercise.id} cannot be set up: {error}")
                continue
            attempt, texts = Attempt(task), (task.text, task.ask)
            title = f"{games.info(task.start.game.id).title}: Your own mistake"
            return Mistake(self, number, attempt.live, attempt, title, *texts, task=task)
        return None

    def end(self, *, early: bool = False) -> str:
        """How many were known, also of a few."""
        return f"{self.right} of {counted(self.answered, 'exercise')} right at the first try."
