"""A drill on the real board: what there is to read, an answer, and what it does. Lessons and
problems are left by other keys than one's own mistakes."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType

from termgames.play.sitting.study import Sitting
from termgames.study.drills.attempt import SHOWN_AFTER
from termgames.study.drills.drill import BACK, DROP, NEXT, SOLVED, UNKNOWN, Drill
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import start
from termgames.tui.table import answers, column, entering, table
from termgames.tui.table.commands import Action, Command, bindings
from termgames.tui.table.entering import Entering
from termgames.tui.table.position_view import BOARD_KEYS
from termgames.tui.table.table import GOOD, TableTexts
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.prompt import Prompt

PLAY = "play"
"""How the last lesson is left for its game."""
_SHARED = (
    *("overlay", "colours", "zoom", "characters", "copy_board", "save_picture"),
    *("help", "leave", "board"),
)
_BEFORE = (
    *column.COMMANDS,
    Command("go_on", "enter", "Go on", "To the next one", "Go on", priority=True),
    Command(
        "again", "backspace,u,enter", "Try again", "Take back your answer", "Try again",
        priority=True,
    ),
    Command("to_board", "enter", "Board", "To the board and its task", "Board", priority=True),
    Command("to_text", "v", "Text", "Read the text of the lesson again", "Text"),
    Command(
        "answer", "i", "Show the answer", "Show a right answer on the board", "Answer",
        explained=True,
    ),
    *answers.COMMANDS,
    *entering.COMMANDS,
)  # fmt: skip
"""The commands of all drills, before those of a kind and after them."""
_AFTER = tuple(command for command in table.COMMANDS if command.name in _SHARED)
_LESSONS = (
    *_BEFORE,
    Command("before", "pageup", "Back", "The lesson before", "Lesson before", priority=True),
    Command("after", "pagedown", "Next", "The next lesson", "Next lesson", priority=True),
    *_AFTER,
)
_MISTAKES = (
    *_BEFORE,
    Command("after", "pagedown", "Later", "Leave this one for later", "Later", priority=True),
    Command("drop", "delete", "Drop", "Never ask this one again", "Drop this mistake"),
    *_AFTER,
)
_KEYS = (
    *("to_board", "go_on", "again", "to_text", "answer"),
    *(command.name for command in column.COMMANDS),
    *("choose", "roll", "pass", "other", "cards", "take"),
    *("rotate", "reshape", "cycle", "toggle_stamp"),
    *("before", "after", "drop", "overlay", "type"),
)
"""Actions in the order in which the line of keys shows them."""


class DrillTexts(TableTexts):
    """What is said at the board of a drill: what is to be done, and the move in the making."""

    titled = False

    def __init__(self, entering: Entering, drill: Drill) -> None:
        self._entering, self._sitting = entering, drill.sitting
        self._ask, self._attempt = drill.ask, drill.attempt

    def prompt(self) -> Prompt:
        """What is to be done, and the move in the making."""
        attempt = self._attempt
        if attempt is None:
            return Prompt(self._ask)
        if attempt.solved:
            return Prompt("Press Enter to go on.")
        if attempt.verdict is not None:
            return Prompt("Press Enter to try again.", self._ask)
        if attempt.waits:
            return Prompt("Looking at your answer.", self._ask)
        asked = self._entering.prompt()
        # Of a question it tells the key that changes when one is asked: a drill has no such choice.
        needs = Text() if self._sitting.reaction else Text.assemble(asked.missing)
        if attempt.may_look:
            needs.append("\n" if needs else "").append("i", "bold").append(" shows the answer")
        return Prompt(self._ask, needs, asked.refusal)


class DrillScreen(TableScreen[Sitting, str | None]):
    """A drill. It is left as `Row.after` has it, with `PLAY`, or for good.

    Where there is no room for both, text and board take turns, until an answer is given.
    """

    KEYS = _KEYS

    def __init__(self, drill: Drill, preferences: Preferences) -> None:
        self.drill, self.attempt = drill, drill.attempt
        self._answer_shown = self._weighing = False
        self._reading = True
        """Whether the text is seen where there is no room for text and board."""
        # Scores are part of what is learnt.
        super().__init__(drill.sitting, replace(preferences, analysis=True))
        self.table.analysis.unasked = False
        self._text = Static(id="lesson")
        self.table.column.above_prompt = (self._text,)
        self.table.texts = DrillTexts(self.entering, drill)
        self.furnish(())

    def on_resize(self) -> None:
        """Choose the arrangement that the size allows."""
        self._arrange()

    def _arrange(self) -> None:
        text, task = self._cramped and self._reading, self._cramped and not self._reading
        self.table.update_classes({"-text": text, "-task": task})
        self.refresh_bindings()

    @property
    def _cramped(self) -> bool:
        """Whether there is no room for text and board."""
        return self._open and self.table.zoom.narrow and self.app.size.height < GOOD[1]

    def _turn(self, *, reading: bool) -> None:
        """Show the text, or the board, where there is no room for both."""
        self._reading = reading
        self._arrange()

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
        """Everything, and the verdict on an answer that was given just now; one that nobody knows
        yet is weighed."""
        self.entry.close()
        attempt = self.attempt
        if attempt is not None and attempt.waits and not self._weighing:
            if attempt.judge() is not None:
                self.drill.judged(attempt.solved)
            else:
                self._weighing = True
                start(self, self._weigh)
        self.table.column.happened.set_class(not self._is_answered, "-unsaid")
        # Who owns what is part of the answer. Shown before it, it would also hide the shades of
        # points where no stone can be put.
        self.table.position.show_over(self._is_answered)
        self._text.update(self._lesson_text())
        self.entering.wanted = self._open
        super().show()
        if self._open and self.drill.asked:
            self.board.highlight(self.drill.asked, "hint")
        self._arrange()

    def _lesson_text(self) -> Text:
        """Which drill it is, and its text, or the verdict on the answer."""
        drill, attempt = self.drill, self.attempt
        text = Text.assemble((f"{drill.number}  ", "bold"))
        text.append(drill.title, "bold underline" if drill.text else "")
        if attempt is None or attempt.verdict is None:
            solved = "  solved" if drill.done else ""
            return text.append(f"\n{drill.text or drill.standing + solved}")
        text.append(f"\n{attempt.verdict.word} ", "bold").append(attempt.verdict.text)
        return text.append(f"\n{more}", "italic") if (more := drill.more()) else text

    def hidden_keys(self) -> Collection[str]:
        """Once an answer was given, those of the board as well."""
        return super().hidden_keys() if self._open else {*super().hidden_keys(), *BOARD_KEYS}

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        if self.attempt is None:
            return {"go_on": "Play"}
        names = self.table.column.key_names() or self.answers.key_names()
        return {"answer": self.drill.hint_label, **names}

    async def _weigh(self) -> None:
        weighed = await asyncio.to_thread(self.drill.weigh)
        self._weighing = False
        if self.dismissed:
            return
        self.drill.take(weighed)
        if weighed is None:
            self.notify(UNKNOWN)
            self._again()
        self.show()

    # -- commands -----------------------------------------------------------------------

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Answers are given while one is waited for."""
        answering = {
            **self.answers.actions(),
            **self.table.column.actions(),
            "type": replace(actions["type"], run=self._type),
        }
        close, at, last = self.desk.close, self.drill.at, self.drill.row.count - 1
        on = PLAY if self.attempt is None else SOLVED
        return {
            **{name: self._while_open(action) for name, action in answering.items()},
            "to_board": Action(self._to_board, lambda: self._cramped and self._reading),
            "to_text": Action(
                partial(self._turn, reading=True), lambda: self._cramped and not self._reading
            ),
            "again": Action(self._again, lambda: self._is_answered and not self._solved),
            "answer": Action(self._show_answer, lambda: self.drill.may_hint, self._why_no_answer),
            "go_on": Action(partial(close, on), lambda: self._solved or self.attempt is None),
            "before": Action(partial(close, BACK), lambda: at > 0),
            "after": Action(partial(close, NEXT), lambda: at < last),
            "leave": Action(close),
        }

    def _while_open(self, action: Action) -> Action:
        return Action(
            action.run,
            lambda: self._open and action.state(),
            lambda: action.why() if self._open else "",
        )

    def _to_board(self) -> None:
        self._turn(reading=False)
        self.board.focus()

    def _again(self) -> None:
        if self.attempt is not None:
            self.attempt.again()
            self.board.focus()

    def _type(self) -> None:
        """Type an answer, beside the board."""
        self._turn(reading=False)
        self.entry.open()

    def _why_no_answer(self) -> str:
        """Why the answer is not shown yet."""
        if not self._open:
            return ""
        return f"Try it first: after {SHOWN_AFTER} wrong answers, i shows a right one."

    def _show_answer(self) -> None:
        """Give a hint, then show the first right answer on the board, then take it up."""
        assert self.attempt is not None, "no hint without a task"
        move = self.attempt.task.answers[0]
        if hint := self.drill.hint():
            self.notify(f"{hint} Press i again for the answer.")
        elif not self._answer_shown:
            self._answer_shown = True
            self.board.propose(move)
            move_name = self.sitting.shown.display.named(move)
            self.notify(f"A right answer is {move_name}. Press i again to play it.")
        elif not self.board.take_up(move):
            self.answers.play(move)


class LessonScreen(DrillScreen):
    """A lesson, or a problem."""

    LISTED = _LESSONS
    BINDINGS: ClassVar[list[BindingType]] = bindings(_LESSONS)


class MistakeScreen(DrillScreen):
    """A player's own mistake. Searches beside the screen weigh answers, and look deeper at a
    mistake that was not looked at so before: one that they contradict is dropped."""

    LISTED = _MISTAKES
    BINDINGS: ClassVar[list[BindingType]] = bindings(_MISTAKES)

    def begin(self) -> None:
        """The first picture; meanwhile the mistake is checked."""
        super().begin()
        start(self, self._check)

    def on_unmount(self) -> None:
        """The searches end."""
        self.drill.close()

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """The last one may be put off, too."""
        return {
            **super().own_actions(actions),
            "after": Action(partial(self.desk.close, NEXT), lambda: not self._solved),
            "drop": Action(self._drop),
        }

    def _drop(self) -> None:
        self.drill.drop()
        self.desk.close(DROP)

    async def _check(self) -> None:
        look = await asyncio.to_thread(self.drill.check)
        if self.dismissed:
            return
        if why := self.drill.take(look):
            self.notify(why, timeout=10)
            self.desk.close(DROP)
        self.show()
