"""A question that is answered beside the board: a number, or one of a few answers."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Input

from termgames.core.overlay import Question


class QuestionBox(Vertical):
    """Asks one question; shown while it is open."""

    DEFAULT_CSS = """
    QuestionBox {
        height: auto;
        margin-bottom: 1;
        & Input { width: 12; margin-right: 2; }
        & Horizontal { height: auto; }
        & Button { margin-right: 2; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next"),
        Binding("escape", "screen.board", "Board"),
    ]

    class Answered(Message):
        """The move chosen, or the text of one that has to be read."""

        def __init__(self, move: Any = None, text: str = "") -> None:
            super().__init__()
            self.move, self.text = move, text

    def __init__(self, question: Question[Any]) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """The question, and buttons or a line for the number."""
        question = self.question
        with Horizontal():
            if question.number is not None:
                low, high, proposed = question.number
                yield Input(str(proposed), compact=True, tooltip=f"a whole number, {low} to {high}")
                yield Button("Say it", id="say", variant="primary", compact=True)
            for number, (label, _) in enumerate(question.answers):
                yield Button(label, id=f"answer-{number}", compact=True)

    def on_mount(self) -> None:
        """The first control takes the keys."""
        self.query(Input if self.question.number is not None else Button).first().focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter says the number."""
        event.stop()
        self._say(event.value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An answer, or the number as it stands."""
        event.stop()
        name = event.button.id or ""
        if name == "say":
            self._say(self.query_one(Input).value)
        else:
            label_move = self.question.answers[int(name.removeprefix("answer-"))]
            self.post_message(self.Answered(label_move[1]))

    def _say(self, text: str) -> None:
        """A number goes into the question's template; anything else is read as it is."""
        plain = text.strip()
        with suppress(ValueError):
            plain = self.question.template % int(plain)
        self.post_message(self.Answered(text=plain))
