"""A position with a task on the real board: what there is to read, an answer, and what it does."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TypeVar

from rich.text import Text

from termgames.play.sitting.sitting import Sitting
from termgames.study.drills.attempt import SHOWN_AFTER, Attempt
from termgames.tui import styled
from termgames.tui.preferences import Preferences
from termgames.tui.table import answers, column, entering, pages, table
from termgames.tui.table.answers import Answers
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.pages import Pages
from termgames.tui.table.position_view import BOARD_KEYS
from termgames.tui.table.table import Table, TableTexts
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.prompt import Prompt

T = TypeVar("T")

_SHARED = (
    *("overlay", "colours", "zoom", "characters", "copy_board", "save_picture"),
    *("help", "leave", "board"),
)
BEFORE = (
    *column.COMMANDS,
    Command("go_on", "enter", "Go on", "To the next one", "Go on", priority=True),
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
)  # fmt: skip
"""The commands of all tasks, before those of a kind of tasks and after them."""
AFTER = tuple(command for command in table.COMMANDS if command.name in _SHARED)
KEYS = (
    *("to_board", "go_on", "again", "to_text", "answer"),
    *(command.name for command in column.COMMANDS),
    *("choose", "roll", "pass", "other", "cards", "take"),
    *("rotate", "reshape", "cycle"),
)
"""Actions in the order in which the line of keys shows them, before those of a kind of tasks."""


class TaskTexts(TableTexts):
    """What is said at the board of a task: what is to be done, and the move in the making."""

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
        if attempt.waits:
            return Prompt("Your answer is looked at.", self._task)
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
            needs = Text()  # the key that changes when one is asked: a task has no such choice
        if attempt.may_look:
            needs.append("\n" if needs else "").append("i", "bold").append(" shows the answer")
        return Prompt(self._task, needs, "" if refusal is None else refusal.text)


class TaskScreen(TableScreen[Sitting, T]):
    """A position with a task; `attempt` is the learner's, None where there is only to read."""

    def __init__(
        self, attempt: Attempt | None, sitting: Sitting, ask: str, preferences: Preferences
    ) -> None:
        """`sitting` shows the position, and `ask` says what is to be done."""
        self.attempt = attempt
        self._answer_shown = False
        # Scores are part of what is learnt.
        super().__init__(sitting, replace(preferences, analysis=True))
        self._text = Static(id="lesson")
        self.table.column.above_prompt = (self._text,)
        self.table.texts = TaskTexts(self.table, self.answers, ask, attempt)
        self._pages = Pages(self.table, attempt)
        self.furnish((self._pages,))

    def on_resize(self) -> None:
        """Choose the arrangement that the size allows."""
        self._pages.arrange()

    # -- what each kind of tasks has ----------------------------------------------------

    def heading(self) -> Text:
        """Which task it is."""
        raise NotImplementedError

    def reading(self) -> str:
        """The text that is read before the answer."""
        raise NotImplementedError

    def _note(self) -> None:
        """There is a verdict on an answer: keep what follows from it."""

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
        return self.attempt is not None and self.attempt.verdict is not None

    @property
    def takes_moves(self) -> bool:
        """Whether an answer is waited for."""
        return self._open

    def show(self) -> None:
        """Everything, and the verdict on an answer that was given just now."""
        self.entry.close()
        attempt = self.attempt
        if attempt is not None and attempt.waits and attempt.judge() is not None:
            self._note()
        self.table.column.happened.set_class(not self._is_answered, "-unsaid")
        # Who owns what is part of the answer. Shown before it, it would also hide the shades of
        # points where no stone can be put.
        self.table.position.show_over(self._is_answered)
        self._text.update(self._lesson_text())
        self.entering.wanted = self._open
        super().show()
        self._pages.arrange()

    def _lesson_text(self) -> Text:
        """Which task it is, and its text, or the verdict on the answer."""
        text, attempt = self.heading(), self.attempt
        if attempt is None or attempt.verdict is None:
            return text.append(f"\n{self.reading()}")
        return text.append(f"\n{attempt.verdict.word} ", "bold").append(attempt.verdict.text)

    def hidden_keys(self) -> Collection[str]:
        """Once an answer was given, those of the board as well."""
        return super().hidden_keys() if self._open else {*super().hidden_keys(), *BOARD_KEYS}

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        return self.table.column.key_names() or self.answers.key_names()

    # -- commands -----------------------------------------------------------------------

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Answers are given while one is waited for."""
        answering = {
            **self.answers.actions(),
            **self.table.column.actions(),
            "type": replace(actions["type"], run=self._type),
        }
        return {
            **{name: self._while_open(action) for name, action in answering.items()},
            "again": Action(self._again, lambda: self._is_answered and not self._solved),
            "answer": Action(self._show_answer, self._may_look, self._why_no_answer),
            "leave": Action(self.desk.close),
        }

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
        assert self.attempt is not None
        move = self.attempt.task.answers[0]
        if not self._answer_shown:
            self._answer_shown = True
            self.board.propose(move)
            move_name = self.sitting.shown.display.named(move)
            self.notify(f"A right answer is {move_name}. i again takes it up.")
        elif not self.board.take_up(move):
            self.answers.play(move)
