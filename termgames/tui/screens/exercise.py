"""A player's own mistake on the real board: he looks for something better."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Literal

from rich.text import Text
from textual.binding import BindingType
from textual.message import Message

from termgames import games
from termgames.study.drills.attempt import Attempt
from termgames.study.exercises import shelf
from termgames.study.exercises.answering import ExerciseTask
from termgames.study.exercises.exercise import as_good_too
from termgames.study.exercises.looks import DeeperLook, Examiner, Weighed
from termgames.tui.preferences import Preferences
from termgames.tui.screens import task
from termgames.tui.screens.task import TaskScreen
from termgames.tui.table.commands import Action, Command, bindings

Left = Literal["right", "wrong", "later", "gone"] | None
"""How an exercise is left: answered, right at the first try or not; put off; dropped; for good."""

COMMANDS = (
    *task.BEFORE,
    Command("after", "pagedown", "Later", "Leave this one for later", "Later", priority=True),
    Command("drop", "delete", "Drop", "Never ask this one again", "Drop the exercise"),
    *task.AFTER,
)


class ExerciseScreen(TaskScreen[Left]):
    """One exercise of those for today. Searches beside the screen weigh answers, and look deeper
    at an exercise that was not looked at so before: one that they contradict is dropped."""

    LISTED = COMMANDS
    KEYS = (*task.KEYS, "toggle_stamp", "after", "drop", "overlay", "type")
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    class WasWeighed(Message):
        """An answer was weighed; None where the search broke down."""

        def __init__(self, weighed: Weighed | None) -> None:
            super().__init__()
            self.weighed = weighed

    class WasChecked(Message):
        """The exercise was looked at; None where the search broke down."""

        def __init__(self, checked: DeeperLook | None) -> None:
            super().__init__()
            self.checked = checked

    def __init__(
        self,
        posed: ExerciseTask,
        at: int,
        of: int,
        preferences: Preferences,
    ) -> None:
        """Number `at`, from 0, of so many."""
        self._posed, self._at, self._of = posed, at, of
        self._result: Literal["right", "wrong"] | None = None
        """Whether the first answer was right; None before it."""
        self._asked: object = None
        """The answer that was given to be weighed last."""
        attempt = Attempt(posed)
        super().__init__(attempt, attempt.live, posed.ask, preferences)
        self._examiner = Examiner(posed.exercise)

    def begin(self) -> None:
        """The first picture; meanwhile the exercise is checked."""
        super().begin()
        if not self._posed.exercise.checked:
            self._post(lambda: self.WasChecked(self._examiner.check()))

    def on_unmount(self) -> None:
        """The searches end."""
        self._examiner.close()

    # -- what is shown ------------------------------------------------------------------

    def heading(self) -> Text:
        """Which exercise it is, and of which game."""
        text = Text()
        text.append(f"{self._at + 1} of {self._of}  ", "bold")
        title = games.info(self._posed.start.game.id).title
        return text.append(f"{title}: {self._posed.title}", "bold underline")

    def reading(self) -> str:
        """What was played then."""
        return self._posed.text

    def show(self) -> None:
        """Everything; an answer that nobody knows yet is weighed."""
        super().show()
        attempt = self.attempt
        if attempt is not None and attempt.waits and attempt.answer is not self._asked:
            self._asked = attempt.answer
            text = self._posed.start.game.format(attempt.answer)
            self._post(lambda: self.WasWeighed(self._examiner.weigh(text)))

    def _note(self) -> None:
        """The first answer says when the exercise comes back."""
        if self._result is None:
            self._result = "right" if self._solved else "wrong"
            self._keep(partial(shelf.answer, self._posed.exercise.id, self._solved))

    # -- what searches say --------------------------------------------------------------

    def on_exercise_screen_was_weighed(self, message: WasWeighed) -> None:
        """How good the answer is."""
        weighed = message.weighed
        if self.dismissed or self.attempt is None or not self.attempt.waits:
            return
        if weighed is None:
            self.notify("Nobody can tell how good this answer is: try another one.")
            self._again()
            return
        self._posed.take(weighed)
        if not weighed.size:
            self._keep(
                partial(
                    shelf.change, self._posed.exercise.id, partial(as_good_too, move=weighed.move)
                )
            )
        self.show()

    def on_exercise_screen_was_checked(self, message: WasChecked) -> None:
        """Whether the exercise holds. One that does not is left."""
        checked = message.checked
        if checked is None or self.dismissed:
            return
        if checked.exercise is not None:
            self._posed.exercise = checked.exercise
            self._keep(partial(shelf.change, checked.exercise.id, checked.taken))
            self.show()
            return
        self.notify(f"This exercise is dropped: {checked.why}.", timeout=10)
        self._drop()

    def _post(self, look: Callable[[], Message]) -> None:
        """Post what a search answers, for which a thread of its own waits."""
        thread = threading.Thread(
            target=lambda: self.post_message(look()), name="looks", daemon=True
        )
        thread.start()

    # -- commands -----------------------------------------------------------------------

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Going on to the next one."""
        return {
            **super().own_actions(actions),
            "go_on": Action(self._go_on, lambda: self._solved),
            "after": Action(self._go_on, lambda: not self._solved),
            "drop": Action(self._drop),
        }

    def _go_on(self) -> None:
        self.desk.close(self._result or "later")

    def _drop(self) -> None:
        self._keep(partial(shelf.drop, self._posed.exercise.id))
        self.desk.close("gone")

    def _keep(self, change: Callable[[], object]) -> None:
        shelf.keep(change, partial(self.notify, severity="warning"))
