"""One lesson of a course: a text, a task on the real board, and what an answer does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar, Literal

from rich.text import Text
from textual.binding import BindingType

from termgames import games
from termgames.core.errors import StorageError
from termgames.play.match import Match
from termgames.play.new_game import NewGame
from termgames.play.sitting.sitting import Sitting
from termgames.play.sitting.study import Study
from termgames.study.drills.attempt import Attempt
from termgames.study.lessons import progress
from termgames.study.lessons.course import Course, Task
from termgames.study.problems.ready import ProblemSet
from termgames.tui.preferences import Preferences
from termgames.tui.screens import task
from termgames.tui.screens.task import TaskScreen
from termgames.tui.table.commands import Action, Command, bindings

Left = int | Literal["play"] | None
"""How a lesson is left: for another one by its number from 0, for the small game, for good."""

COMMANDS = (
    *task.BEFORE,
    Command("before", "pageup", "Back", "The lesson before", "Lesson before", priority=True),
    Command("after", "pagedown", "Next", "The next lesson", "Next lesson", priority=True),
    *task.AFTER,
)


class LessonScreen(TaskScreen[Left]):
    """Lesson `at` of a course, for the learner `player` (empty for who has no name)."""

    LISTED = COMMANDS
    KEYS = (*task.KEYS, "toggle_stamp", "before", "after", "overlay", "type")
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(
        self, course: Course | ProblemSet, at: int, player: str, preferences: Preferences
    ) -> None:
        self._course: Course | ProblemSet = course
        self._at, self._player = at, player
        self._step = step = course.steps[at]
        if isinstance(step, Task):
            attempt = Attempt(step)
            sitting: Sitting = attempt.live
            super().__init__(attempt, sitting, step.say("ask"), preferences)
        else:
            sitting = _empty_board(step.begin(f"human:{player or 'you'}"))
            super().__init__(None, sitting, self._game_ask, preferences)

    def heading(self) -> Text:
        """Which lesson it is."""
        text = Text()
        text.append(f"{self._at + 1} of {len(self._course.steps)}  ", "bold")
        return text.append(self._step.title, "bold underline")

    def reading(self) -> str:
        """The text of the lesson."""
        step = self._step
        return step.say("text") if isinstance(step, Task) else step.section.text("text")

    def _note(self) -> None:
        """Keep that the task is done, once it is."""
        if self._solved:
            try:
                progress.mark(self._player, self._course.name, self._step.title)
            except StorageError as error:
                self.notify(str(error), severity="warning")

    @property
    def _game_ask(self) -> str:
        """What is to be done in the last lesson, a game."""
        done = self._step.title in progress.done(self._player, self._course.name)
        played = "You have played this game to its end. " if done else ""
        return f"{played}Press Enter to play."

    def _following(self) -> Left:
        """What comes when the learner goes on."""
        return "play" if self.attempt is None else self._at + 1

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        return {"go_on": "Play"} if self.attempt is None else super().key_names()

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Going from lesson to lesson, too."""
        last = len(self._course.steps) - 1
        return {
            **super().own_actions(actions),
            "go_on": Action(
                lambda: self.desk.close(self._following()),
                lambda: self._solved or self.attempt is None,
            ),
            "before": Action(partial(self.desk.close, self._at - 1), lambda: self._at > 0),
            "after": Action(partial(self.desk.close, self._at + 1), lambda: self._at < last),
        }


def _empty_board(new: NewGame) -> Study:
    """An empty board for the game at the end of the course."""
    rules = games.create(new.game_id, new.chosen)
    return Study(Match(rules, new.players, 1, draws=False))
