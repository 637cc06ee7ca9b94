"""A question that is answered beside the board: a number, or one of a few answers."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, Vertical
from textual.message import Message
from textual.widgets import Button, Input

from termgames.core.display import Question

_ROOM = 24
"""Columns that answers side by side may take together; longer ones get a grid."""

_KEPT = "cmqu"
"""Letters that go on meaning what they mean at the table: cards, typing, leaving, undo."""


def letters(labels: Sequence[str], taken: str = "") -> list[str]:
    """A key for each label: the first letter in it that no other has, none where all are
    gone. Letters of `taken` are not used."""
    used = set(taken)
    found = []
    for label in labels:
        key = next((c for c in label.lower() if c.isascii() and c.isalnum() and c not in used), "")
        used.add(key)
        found.append(key)
    return found


def keyed(label: str, key: str) -> Text:
    """The label with its key standing out."""
    text = Text(label)
    at = label.lower().find(key) if key else -1
    if at >= 0:
        text.stylize("bold underline", at, at + 1)
    return text


class QuestionBox(Vertical):
    """Asks one question; shown while it is open.

    `private` keeps answers that tell a hand to oneself: of them only `open_answer`, which
    everybody has, is shown beside a button that asks for the cards.
    """

    DEFAULT_CSS = """
    QuestionBox {
        height: auto;
        margin-bottom: 1;
        & Input { width: 12; margin-right: 2; }
        & Horizontal { height: auto; }
        & ItemGrid { height: auto; grid-gutter: 0 1; }
        & Horizontal Button { margin-right: 2; }
        & ItemGrid Button { width: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next"),
        Binding("right,down", "app.focus_next", "Next", show=False),
        Binding("left,up", "app.focus_previous", "Previous", show=False),
        Binding("escape", "screen.board", "Board"),
    ]

    class Answered(Message):
        """The move chosen, or the text of one that has to be read."""

        def __init__(self, move: Any = None, text: str = "") -> None:
            super().__init__()
            self.move, self.text = move, text

    class CardsWanted(Message):
        """The player wants to see his cards and to answer with one of them."""

    def __init__(
        self, question: Question[Any], *, private: bool = False, open_answer: Any = None
    ) -> None:
        super().__init__()
        self.question = question
        self.private = private
        answers = [answer for answer in question.answers if not private or answer[1] == open_answer]
        self._labels = [label for label, _ in answers]
        self._moves = [move for _, move in answers]
        self._keys = letters(self._labels, _KEPT)
        if private:
            self._labels.append("cards")
            self._keys.append("c")

    def compose(self) -> ComposeResult:
        """The question, and buttons or a line for the number."""
        question = self.question
        if question.number is not None:
            low, high, proposed = question.number
            with Horizontal():
                yield Input(str(proposed), compact=True, tooltip=f"a whole number, {low} to {high}")
                yield Button("Say it", id="say", variant="primary", compact=True)
        longest = max(map(len, self._labels), default=0)
        wide = sum(map(len, self._labels)) + 6 * len(self._labels) > _ROOM
        room = ItemGrid(min_column_width=longest + 4) if wide else Horizontal()
        with room:
            for number, label in enumerate(self._labels):
                yield Button(keyed(label, self._keys[number]), id=f"answer-{number}", compact=True)

    def on_mount(self) -> None:
        """The first control takes the keys."""
        self.query(Input if self.question.number is not None else Button).first().focus()

    def on_key(self, event: events.Key) -> None:
        """The letter of an answer gives it."""
        if event.character and event.character in self._keys and not self.query(Input):
            event.stop()
            self._answer(self._keys.index(event.character))

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
            self._answer(int(name.removeprefix("answer-")))

    def _answer(self, number: int) -> None:
        if number < len(self._moves):
            self.post_message(self.Answered(self._moves[number]))
        else:
            self.post_message(self.CardsWanted())

    def _say(self, text: str) -> None:
        """A number goes into the question's template; anything else is read as it is."""
        plain = text.strip()
        with suppress(ValueError):
            plain = self.question.template % int(plain)
        self.post_message(self.Answered(text=plain))
