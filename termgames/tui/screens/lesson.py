"""One lesson of a course: a text, a task on the real board, and what an answer does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
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
from termgames.study.lessons import progress
from termgames.study.lessons.attempt import SHOWN_AFTER, Attempt
from termgames.study.lessons.course import Course, Task
from termgames.study.problems.ready import ProblemSet
from termgames.tui import styled
from termgames.tui.preferences import Preferences
from termgames.tui.table import answers, column, entering, pages, table
from termgames.tui.table.answers import Answers
from termgames.tui.table.commands import Action, Command, bindings
from termgames.tui.table.pages import Pages
from termgames.tui.table.position_view import BOARD_KEYS
from termgames.tui.table.table import Table, TableTexts
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.prompt import Prompt

Left = int | Literal["play"] | None
"""How a lesson is left: for another one by its number from 0, for the small game, for good."""

_SHARED = (
    *("overlay", "colours", "zoom", "characters", "copy_board", "save_picture"),
    *("help", "leave", "board"),
)
COMMANDS = (
    *column.COMMANDS,
    Command("go_on", "enter", "Go on", "To the next lesson", "Go on", priority=True),
    Command(
        "again", "backspace,u,enter", "Try again", "Take your answer back", "Try again",
        priority=True,
    ),
    *pages.COMMANDS,
    Command(
        "answer", "i", "Show the answer", "Lay a right answer on the board", "Answer",
        explained=True,
    ),
    *answers.COMMANDS,
    *entering.COMMANDS,
    Command("before", "pageup", "Back", "The lesson before", "Lesson before", priority=True),
    Command("after", "pagedown", "Next", "The next lesson", "Next lesson", priority=True),
    *(command for command in table.COMMANDS if command.name in _SHARED),
)  # fmt: skip
KEYS = (
    *("to_board", "go_on", "again", "to_text", "answer"),
    *(command.name for command in column.COMMANDS),
    *("choose", "roll", "pass", "other", "cards", "take"),
    *("rotate", "reshape", "cycle"),
    *("toggle_stamp", "before", "after", "overlay", "type"),
)
"""Actions in the order in which the line of keys shows them."""


class LessonTexts(TableTexts):
    """What is said at the board of a lesson: what is to be done, and the move in the making."""

    titled = False

    def __init__(self, table: Table, answers: Answers, task: str, attempt: Attempt | None) -> None:
        """`task` is what is to be done; there is no `attempt` where nothing is answered."""
        self._table, self._answers, self._task, self._attempt = table, answers, task, attempt

    def prompt(self) -> Prompt:
        """What is to be done, and the move in the making."""
        attempt, board, answers = self._attempt, self._table.board, self._answers
        if attempt is None:
            return Prompt(self._task)
        if attempt.solved:
            return Prompt("Press Enter to go on.")
        if attempt.verdict is not None:
            return Prompt("Press Enter to try again.", self._task)
        refusal = answers.refusal
        if refusal is None and not board.input.untouched:
            refusal = board.draft.refusal
        needs = styled.needs_text(
            self._table.sitting,
            board,
            self._table.appearance.chip,
            answers.offers_text(),
            narrow=self._table.narrow,
            analysis_shown=True,
        )
        if self._table.sitting.reaction:
            needs = Text()  # the key that changes when one is asked: a lesson has no such choice
        if attempt.may_look:
            needs.append("\n" if needs else "").append("i", "bold").append(" shows the answer")
        return Prompt(self._task, needs, "" if refusal is None else refusal.text)


class LessonScreen(TableScreen[Sitting, Left]):
    """Lesson `at` of a course, for the learner `player` (empty for who has no name)."""

    LISTED = COMMANDS
    KEYS = KEYS
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(
        self, course: Course | ProblemSet, at: int, player: str, preferences: Preferences
    ) -> None:
        self._course: Course | ProblemSet = course
        self._at, self._player = at, player
        self._step = step = course.steps[at]
        self._answer_shown = False
        self.attempt: Attempt | None = None
        if isinstance(step, Task):
            self.attempt = Attempt(step)
            sitting: Sitting = self.attempt.live
        else:
            sitting = _empty_board(step.begin(f"human:{player or 'you'}"))
        # Scores are part of what is learnt.
        super().__init__(sitting, replace(preferences, analysis=True))
        self._text = Static(id="lesson")
        self.table.column.above_prompt = (self._text,)
        self.table.texts = LessonTexts(self.table, self.answers, self._ask, self.attempt)
        self._pages = Pages(self.table, self.attempt)
        self.furnish((self._pages,))

    def on_resize(self) -> None:
        """Choose the arrangement that the size allows."""
        self._pages.arrange()

    # -- what is shown ------------------------------------------------------------------

    @property
    def _open(self) -> bool:
        """Whether an answer is waited for."""
        return self.attempt is not None and self.attempt.open

    @property
    def _solved(self) -> bool:
        return self.attempt is not None and self.attempt.solved

    @property
    def _is_answered(self) -> bool:
        return self.attempt is not None and not self.attempt.open

    @property
    def takes_moves(self) -> bool:
        """Whether an answer is waited for."""
        return self._open

    def show(self) -> None:
        """Everything, and the verdict on an answer that was given just now."""
        self.entry.close()
        if self._open and self.attempt is not None and self.attempt.judge() is not None:
            self._note()
        self.table.column.happened.set_class(self._open, "-unsaid")
        # Who owns what is part of the answer. Shown before it, it would also hide the shades of
        # points where no stone can be put.
        self.table.position.show_over(self._is_answered)
        self._text.update(self._lesson_text())
        self.entering.wanted = self._open
        super().show()
        self._pages.arrange()

    def _note(self) -> None:
        """Keep that the task is done, once it is."""
        if self._solved:
            try:
                progress.mark(self._player, self._course.name, self._step.title)
            except StorageError as error:
                self.notify(str(error), severity="warning")

    def _lesson_text(self) -> Text:
        """Which lesson it is, and its text, or the verdict on the answer."""
        text = Text()
        text.append(f"{self._at + 1} of {len(self._course.steps)}  ", "bold")
        text.append(self._step.title, "bold underline")
        attempt = self.attempt
        if attempt is None or attempt.verdict is None:
            task_text = (
                self._step.section.text("text")
                if not isinstance(self._step, Task)
                else self._step.say("text")
            )
            return text.append(f"\n{task_text}")
        text.append(f"\n{attempt.verdict.word} ", "bold")
        return text.append(attempt.verdict.text)

    @property
    def _ask(self) -> str:
        """What is to be done."""
        if isinstance(self._step, Task):
            return self._step.say("ask")
        done = self._step.title in progress.done(self._player, self._course.name)
        played = "You have played this game to its end. " if done else ""
        return f"{played}Press Enter to play."

    def hidden_keys(self) -> Collection[str]:
        """Once an answer was given, those of the board as well."""
        return super().hidden_keys() if self._open else {*super().hidden_keys(), *BOARD_KEYS}

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        own = {"go_on": "Play"} if self.attempt is None else {}
        return own or self.table.column.key_names() or self.answers.key_names()

    # -- commands -----------------------------------------------------------------------

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Answers are given while one is waited for; going from lesson to lesson."""
        answering = {
            **self.answers.actions(),
            **self.table.column.actions(),
            "type": replace(actions["type"], run=self._type),
        }
        last = len(self._course.steps) - 1
        return {
            **{name: self._while_open(action) for name, action in answering.items()},
            "go_on": Action(
                lambda: self.desk.close(self._following()),
                lambda: self._solved or self.attempt is None,
            ),
            "again": Action(self._again, lambda: self._is_answered and not self._solved),
            "answer": Action(self._show_answer, self._may_look, self._why_no_answer),
            "before": Action(partial(self.desk.close, self._at - 1), lambda: self._at > 0),
            "after": Action(partial(self.desk.close, self._at + 1), lambda: self._at < last),
            "leave": Action(self.desk.close),
        }

    def _following(self) -> Left:
        """What comes when the learner goes on."""
        return "play" if self.attempt is None else self._at + 1

    def _while_open(self, action: Action) -> Action:
        return Action(
            action.run,
            lambda: self._open and action.state(),
            lambda: action.why() if self._open else "",
        )

    def _may_look(self) -> bool:
        return self.attempt is not None and self.attempt.may_look

    def _again(self) -> None:
        if self.attempt is not None:
            self.attempt.again()
            self.board.focus()

    def _type(self) -> None:
        """Type an answer, beside the board."""
        self._pages.turn(reading=False)
        self.entry.open()

    def _why_no_answer(self) -> str:
        """Why the answer is not shown yet."""
        if not self._open:
            return ""
        return f"Try it first: after {SHOWN_AFTER} wrong answers, i shows a right one."

    def _show_answer(self) -> None:
        """Show the first right answer on the board, and say it; the second time, take it up."""
        if not isinstance(self._step, Task):
            return
        move = self._step.answers[0]
        if not self._answer_shown:
            self._answer_shown = True
            self.board.propose(move)
            move_name = self.sitting.shown.display.named(move)
            self.notify(f"A right answer is {move_name}. i again takes it up.")
        elif not self.board.take_up(move):
            self.answers.play(move)


def _empty_board(new: NewGame) -> Study:
    """An empty board for the game at the end of the course."""
    rules = games.create(new.game_id, new.chosen)
    return Study(Match(rules, new.players, 1, draws=False))
