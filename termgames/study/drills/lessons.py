"""The lessons of a course as drills."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from termgames import games
from termgames.play.match import Match
from termgames.play.new_game import NewGame
from termgames.play.sitting.study import Study
from termgames.study.drills.attempt import Attempt
from termgames.study.drills.drill import Drill, Row
from termgames.study.lessons import shelf
from termgames.study.lessons.course import Course, Task


@dataclass(eq=False)
class Lesson(Drill):
    """A lesson, which is done once it is solved."""

    row: Lessons

    def judged(self, right: bool) -> None:
        """Keep that it is done."""
        if right:
            self.row.mark(self.title)


class Lessons(Row):
    """A course in front of a learner, `player` is his name or empty."""

    about_words = "next, back    the next task, the one before"

    def __init__(self, course: Course, player: str) -> None:
        self._course, self._player = course, player
        self.title, self.count = course.title, len(course.steps)
        self.first = self._left[0] if self._left else 0

    def drill(self, at: int) -> Drill | None:
        """The task, or the game at the end."""
        if at >= self.count:
            return None
        step = self._course.steps[at]
        if isinstance(step, Task):
            attempt, texts = Attempt(step), (step.say("text"), step.say("ask"))
            return Lesson(self, at, attempt.live, attempt, step.title, *texts)
        played = "" if at in self._left else "You have played this game to its end. "
        ask = f"{played}Press Enter to play."
        new = step.begin(f"human:{self._player or 'you'}")
        board = Match(games.create(new.game_id, new.chosen), new.players, 1, draws=False)
        return Drill(self, at, Study(board), None, step.title, step.section.text("text"), ask)

    def mark(self, title: str) -> None:
        """Keep that a lesson is done."""
        self.keep(partial(shelf.mark, self._player, self._course.name, title))

    def game(self) -> NewGame:
        """The small game, with the learner."""
        assert self._course.game is not None, "only where there is one is it played"
        return self._course.game.begin(f"human:{self._player}" if self._player else "human")

    def played(self) -> None:
        """The game is the last lesson."""
        self.mark(self._course.steps[-1].title)

    @property
    def _left(self) -> list[int]:
        """The lessons that are not done, by their numbers from 0."""
        done = shelf.done(self._player, self._course.name)
        return [at for at, step in enumerate(self._course.steps) if step.title not in done]

    def end(self, *, early: bool = False) -> str:
        """Which lessons are left to do."""
        if early:
            return ""
        left = [f"{at + 1} {self._course.steps[at].title}" for at in self._left]
        if not left:
            return "You have done all lessons of this course."
        return f"That was the last lesson. Not done yet: {', '.join(left)}."
