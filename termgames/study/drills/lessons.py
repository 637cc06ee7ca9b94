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
from termgames.study.lessons import progress
from termgames.study.lessons.course import Course, SmallGame, Task


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
        titles = [step.title for step in course.steps]
        self.first = progress.following(player, course.name, titles)

    def drill(self, at: int) -> Drill | None:
        """The task, or the game at the end."""
        if at >= self.count:
            return None
        step = self._course.steps[at]
        if isinstance(step, Task):
            attempt, texts = Attempt(step), (step.say("text"), step.say("ask"))
            return Lesson(self, at, attempt.live, attempt, step.title, *texts)
        played = step.title in progress.done(self._player, self._course.name)
        ask = f"{'You have played this game to its end. ' if played else ''}Press Enter to play."
        new = step.begin(f"human:{self._player or 'you'}")
        board = Match(games.create(new.game_id, new.chosen), new.players, 1, draws=False)
        return Drill(self, at, Study(board), None, step.title, step.section.text("text"), ask)

    def mark(self, title: str) -> None:
        """Keep that a lesson is done."""
        self.keep(partial(progress.mark, self._player, self._course.name, title))

    def game(self) -> NewGame:
        """The small game, with the learner."""
        return self._last.begin(f"human:{self._player}" if self._player else "human")

    def played(self) -> None:
        """The game is the last lesson."""
        self.mark(self._last.title)

    @property
    def _last(self) -> SmallGame:
        assert self._course.game is not None, "only where there is one is it played"
        return self._course.game

    def end(self, *, early: bool = False) -> str:
        """Which lessons are left to do."""
        if early:
            return ""
        done = progress.done(self._player, self._course.name)
        steps = enumerate(self._course.steps, 1)
        left = [f"{number} {step.title}" for number, step in steps if step.title not in done]
        if not left:
            return "You have done all lessons of this course."
        return f"That was the last lesson. Not done yet: {', '.join(left)}."
