"""One lesson of a course: a text, a task on the real board, and what an answer does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from termgames import games
from termgames.core.errors import StorageError
from termgames.play.events import Changed, Event
from termgames.play.match import Match
from termgames.play.new_game import NewGame
from termgames.play.sitting.sitting import Sitting
from termgames.play.sitting.study import Study
from termgames.study.lessons import progress
from termgames.study.lessons.attempt import SHOWN_AFTER, Attempt
from termgames.study.lessons.course import Course, Task
from termgames.tui import styled
from termgames.tui.preferences import Preferences
from termgames.tui.table import answers, column, entering, pages, table
from termgames.tui.table.commands import Action, Command, CommandTable, bindings
from termgames.tui.table.pages import Pages
from termgames.tui.table.position_view import BOARD_KEYS
from termgames.tui.table.table import Table, TableTexts
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.prompt import Prompt

Left = int | Literal["play"] | None
"""How a lesson is left: for another one by its number from 0, for the small game, for good."""

_SHARED = ("overlay", "colours", "zoom", "characters", "help", "leave", "board")
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


class LessonScreen(TableScreen[Left]):
    """Lesson `at` of a course, for the learner `player` (empty for who has no name)."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(self, course: Course, at: int, player: str, preferences: Preferences) -> None:
        super().__init__()
        self._course, self._at, self._player = course, at, player
        self._step = course.steps[at]
        self._answer_shown = False
        step = self._step
        if isinstance(step, Task):
            self.attempt: Attempt | None = Attempt(step)
            self.sitting: Sitting = self.attempt.live
        else:
            self.attempt = None
            self.sitting = _empty_board(step.begin(f"human:{player or 'you'}"))
        self._text = Static(id="lesson")
        # Scores are part of what is learnt.
        with_analysis = replace(preferences, analysis=True)
        self.furnish(
            Table(
                self.sitting,
                with_analysis,
                TableTexts(prompt=self._prompt, switch=False),
                below_prompt=(self.entry,),
            )
        )
        self.takes_moves = lambda: self._open
        self._pages = Pages(self.table, open=lambda: self._open)
        self.commands = CommandTable(COMMANDS, self._actions(), self.run_worker, self.notify)

    def compose(self) -> ComposeResult:
        """The table and the keys."""
        yield self.table
        keep = ("help", "leave")
        yield KeyLine(KEYS, keep, self._hidden_keys, self._key_names)

    async def on_mount(self) -> None:
        """Put the lesson's text above the prompt."""
        self.sitting.shown.listen = self._hear
        await self.table.column.mount(self._text, before=self.table.column.prompt)
        self._show()

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

    def _hear(self, event: Event) -> None:
        if isinstance(event, Changed):
            self._show()

    def _show(self) -> None:
        """Everything, and the verdict on an answer that was given just now."""
        self.answers.refusal = None
        self.entering.entry.close()
        if self._open and self.attempt is not None and self.attempt.judge() is not None:
            self._note()
        self.table.column.happened.set_class(self._open, "-unsaid")
        # Who owns what is part of the answer. Shown before it, it would also hide the shades of
        # points where no stone can be put.
        self.table.position.show_over(self._is_answered)
        self._text.update(self._lesson_text())
        self.table.show()
        self.entering.show_question(wanted=self._open)
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
        text.append("\nRight. " if attempt.solved else "\nNot yet. ", "bold")
        return text.append(attempt.verdict.text)

    def _prompt(self) -> Prompt:
        """What is to be done, and the move in the making."""
        attempt = self.attempt
        if attempt is None or not isinstance(self._step, Task):
            done = self._step.title in progress.done(self._player, self._course.name)
            played = "You have played this game to its end. " if done else ""
            return Prompt(f"{played}Press Enter to play.")
        if attempt.solved:
            return Prompt("Press Enter to go on.")
        if attempt.verdict is not None:
            return Prompt("Press Enter to try again.", self._step.say("ask"))
        draft, refusal = self.board.draft, self.answers.refusal
        if refusal is None and not self.board.hand.untouched:
            refusal = draft.refusal
        chip = self.table.appearance.chip
        offers, narrow = self.answers.offers_text(), self.table.narrow
        needs = styled.needs_text(
            self.sitting, self.board, chip, offers, narrow=narrow, analysis_shown=True
        )
        if self.sitting.reaction:
            needs = Text()  # the key that changes when one is asked: a lesson has no such choice
        if attempt.may_look:
            needs.append("\n" if needs else "").append("i", "bold").append(" shows the answer")
        return Prompt(self._step.say("ask"), needs, "" if refusal is None else refusal.text)

    def _hidden_keys(self) -> Collection[str]:
        hidden = {*self.table.position.hidden_keys(), *self.answers.hidden_keys()}
        return hidden if self._open else {*hidden, *BOARD_KEYS}

    def _key_names(self) -> Mapping[str, str]:
        own = {"go_on": "Play"} if self.attempt is None else {}
        return own or self.table.column.key_names() or self.answers.key_names()

    # -- commands -----------------------------------------------------------------------

    def _actions(self) -> dict[str, Action]:
        """What every command does. Answers are given while one is waited for."""

        def while_open(action: Action) -> Action:
            return Action(
                action.run,
                lambda: self._open and action.state(),
                lambda: action.why() if self._open else "",
            )

        last = len(self._course.steps) - 1
        own = {
            **self.answers.actions(),
            **self.table.column.actions(),
            "type": replace(self.entering.actions()["type"], run=self._type),
        }
        return {
            **self.table.actions(),
            **{name: while_open(action) for name, action in own.items()},
            "go_on": Action(
                lambda: self._leave_for("play" if self.attempt is None else self._at + 1),
                lambda: self._solved or self.attempt is None,
            ),
            "again": Action(self._again, lambda: self._is_answered and not self._solved),
            **self._pages.actions(),
            "answer": Action(
                self._show_answer,
                lambda: self.attempt is not None and self.attempt.may_look,
                self._why_no_answer,
            ),
            "before": Action(partial(self._leave_for, self._at - 1), lambda: self._at > 0),
            "after": Action(partial(self._leave_for, self._at + 1), lambda: self._at < last),
            "leave": Action(partial(self._leave_for, None)),
        }

    def _leave_for(self, where: Left) -> None:
        self.dismiss(where)

    def _again(self) -> None:
        if self.attempt is not None:
            self.attempt.again()
            self.board.focus()

    def _type(self) -> None:
        """Type an answer, beside the board."""
        self._pages.turn(reading=False)
        self.entering.entry.open()

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
