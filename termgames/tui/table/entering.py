"""Moves that a player enters: made on the board, typed, or answers to a question beside it."""

from collections.abc import Callable
from typing import TypeVar

from rich.text import Text
from textual import events, on
from textual.message import Message
from textual.widgets import Input

from termgames.play.text import prompts
from termgames.tui import styled
from termgames.tui.board import BoardView
from termgames.tui.table.answers import Answers
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.table import Table
from termgames.tui.table.teaching import Teaching
from termgames.tui.widgets.entry import MoveEntry, Verdict
from termgames.tui.widgets.prompt import Prompt
from termgames.tui.widgets.question import QuestionBox

# With priority, so that a move typed without a pause arrives in the line as a whole.
COMMANDS = (
    Command("type", "m", "Type", "Type a move", "Type a move", priority=True, explained=True),
)

H = TypeVar("H", bound=Callable[..., object])


def hears(handler: H) -> H:
    """Let a method of a screen handle all messages that it has to pass on to `Entering.hear`."""
    for kind in (
        *(BoardView.MoveChosen, BoardView.DraftChanged, BoardView.Refused, BoardView.CursorMoved),
        *(MoveEntry.Submitted, MoveEntry.Judged, MoveEntry.Closed),
        QuestionBox.Answered,
    ):
        on(kind)(handler)
    return handler


class Entering:
    """Passes on what the player enters to `answers`, and says what he is to do."""

    def __init__(self, table: Table, entry: MoveEntry, answers: Answers) -> None:
        """`entry` is the line for typed moves."""
        self._table, self._board, self._sitting = table, table.board, table.sitting
        self.entry, self.answers = entry, answers
        self.wanted = True
        """Whether questions are asked."""
        self.teaching: Teaching | None = None
        """What asks about moves that lost much, where bots may teach."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        sitting = self._sitting

        def can_type() -> bool | None:
            typing = isinstance(self.entry.screen.focused, Input)
            if not sitting.going_on or typing:
                return False
            return True if sitting.can_play else None

        return {"type": Action(self.entry.open, can_type)}

    def show_question(self) -> None:
        """Show the open question below the prompt, if there is one and it is wanted."""
        lesson = None if self.teaching is None else self.teaching.question()
        question, private, open_answer = (lesson, False, None)
        if lesson is None:
            question, private, open_answer = self.answers.question()
        if self._table.column.show_question(
            question if self.wanted else None,
            private=private,
            open_answer=open_answer,
            has_cards=self.answers.has_cards,
        ):
            self._board.focus()

    def prompt(self) -> Prompt:
        """What the player who is to move is to do, his draft, and a refusal."""
        sitting = self._sitting
        draft, refusal = self._board.draft, self.answers.refusal
        if refusal is None and not self._board.input.untouched:
            refusal = draft.refusal
        in_making = draft.picks and draft.status != "refused"
        proposed = prompts.agreement(sitting.shown)
        needs = styled.needs_text(
            sitting,
            self._board,
            self._table.appearance.chip,
            self.answers.offers_text(),
            narrow=self._table.narrow,
            analysis_shown=self._table.analysis_shown,
        )
        return Prompt(
            draft.prompt if in_making else sitting.shown.game.prompt(sitting.shown.position),
            Text(proposed) if proposed else needs,
            "" if refusal is None else refusal.text,
        )

    def hear(self, message: Message) -> None:
        """Handle a message that a method decorated by `hears` has received."""
        match message:
            case BoardView.MoveChosen():
                self.entry.close()
                self.answers.play(message.move)
            case BoardView.DraftChanged():
                self.answers.refusal = None
                self._table.show_prompt()
                self._table.analysis.hint.touched()
            case BoardView.CursorMoved():
                self._table.analysis.hint.touched()
            case BoardView.Refused():
                self.answers.refuse(message.refusal)
            case MoveEntry.Submitted():
                self._close_line()
                self.answers.play(message.move)
            case MoveEntry.Judged():
                self._show_typed(message.verdict)
            case MoveEntry.Closed():
                self._close_line()
            case QuestionBox.Answered() if self.teaching is not None and self.teaching.asks:
                self.teaching.answer(message.move)
            case QuestionBox.Answered():
                fault = self.answers.answer(message.move, message.text)
                self._table.column.refuse_answer(fault)

    def paste(self, event: events.Paste) -> None:
        """A move copied from elsewhere."""
        if self._sitting.can_play and event.text.strip():
            self.entry.open(event.text.split("\n")[0].strip())

    def _show_typed(self, verdict: Verdict) -> None:
        """Show the stones of a typed move, each in its colour, or the cells at fault; where the
        move lays no stones, its cells."""
        board, move = self._board, None if verdict.fault else verdict.move
        board.highlight(verdict.cells if verdict.fault else (), "fault")
        board.propose(move)
        laid = {pick.cell for pick in board.input.highlights.proposed}
        board.highlight(() if verdict.fault else set(verdict.cells) - laid, "hint")

    def _close_line(self) -> None:
        """Back to the board."""
        self.entry.close()
        self._show_typed(Verdict())
        self._board.focus()
