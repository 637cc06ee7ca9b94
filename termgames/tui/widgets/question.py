"""A question that is answered beside the board, with a number or one of a few answers."""

import re
from collections.abc import Sequence
from contextlib import suppress
from string import ascii_lowercase
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ItemGrid, Vertical
from textual.message import Message
from textual.widgets import Input

from termgames.core.display import Question
from termgames.core.text import sentence
from termgames.tui.widgets.literal import Button, Static

_ROOM = 24
"""Columns that answers side by side may take together; longer ones get a grid."""

DIGITS = "1234567890"
"""The keys of the first answers beside the board, where letters mean something else."""
KEYS = DIGITS + ascii_lowercase
"""The keys of answers in dialogs."""

ANSWER_KEYS: list[BindingType] = [
    Binding(
        key,
        f"answer({number})",
        f"Answer {number}",
        tooltip="Give this answer",
        id=f"dialog.answer-{number}",
    )
    for number, key in enumerate(KEYS, 1)
]
"""For dialogs with numbered answers."""


def numbered(number: int, label: str, keys: Sequence[str] = KEYS) -> Text:
    """`1 agree`: an answer, counted from 1, with its key of `keys` standing out; no key after
    the last of them."""
    key = keys[number - 1] if number <= len(keys) else " "
    return Text.assemble((key, "bold"), " ", label)


def short_labels(labels: Sequence[str], room: int) -> list[str]:
    """What answers are called in a line of keys that has `room` columns for them: their first
    words, as many as leave room for all, unless they tell nothing apart then. A key is never left
    out for the words of another."""
    heads = [re.split("[,;]", label)[0].split() for label in labels]
    for most in (9, 4, 3, 2, 1):
        short = [" ".join(words[:most]) for words in heads]
        fits = sum(len(label) + len(" 1  ") for label in short) <= room
        if fits and len(set(short)) == len(short):
            return short
    return [""] * len(heads)


class QuestionBox(Vertical):
    """Asks one question; shown while it is open.

    Answers are numbered and the screen gives them by their digits, wherever the keys go, so
    that nothing has to be focused: a key that was meant for the board answers nothing. Only
    the line for a number takes the keys at once.

    `private` keeps answers that tell a hand to oneself: of them only `open_answer`, which
    everybody has, is shown, beside a button that asks for the cards if there are any
    (`has_cards`).
    """

    DEFAULT_CSS = """
    QuestionBox {
        height: auto;
        margin-bottom: 1;
        & Input { width: 12; margin-right: 2; }
        & .refusal { height: auto; color: $text-error; display: none; }
        & .unnumbered { height: auto; color: $text-muted; }
        & Horizontal { height: auto; }
        & ItemGrid { height: auto; grid-gutter: 0 1; }
        & Button { min-width: 8; }
        & Horizontal Button { margin-right: 2; }
        & ItemGrid Button { width: 1fr; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Next", id="question.next"),
        Binding("right,down", "app.focus_next", "Next", show=False, id="question.next"),
        Binding("left,up", "app.focus_previous", "Previous", show=False, id="question.previous"),
        Binding("escape", "screen.run('board')", "Board", id="question.board"),
    ]

    class Answered(Message):
        """The move chosen, or the text of one that has to be read."""

        def __init__(self, move: Any = None, text: str = "") -> None:
            super().__init__()
            self.move, self.text = move, text

    class CardsWanted(Message):
        """The player wants to see his cards and to answer with one of them."""

    def __init__(
        self,
        question: Question[Any],
        *,
        private: bool = False,
        open_answer: Any = None,
        has_cards: bool = True,
        keys: Sequence[str] = DIGITS,
    ) -> None:
        """`keys` is what the keys of the answers are called."""
        super().__init__()
        self.question = question
        self.private = private
        answers = [answer for answer in question.answers if not private or answer[1] == open_answer]
        self._labels = [label for label, _ in answers]
        self._moves = [move for _, move in answers]
        if private and has_cards:
            self._labels.append("cards")
        self._number = Input(compact=True)
        self._refusal = Static(classes="refusal")
        self._buttons = [
            Button(numbered(number, label, keys), id=f"answer-{number}")
            for number, label in enumerate(self._labels, 1)
        ]

    @property
    def labels(self) -> Sequence[str]:
        """The answers in words, in the order of their numbers."""
        return self._labels

    def compose(self) -> ComposeResult:
        """The question, and buttons or a line for the number."""
        question = self.question
        if question.number is not None:
            low, high, proposed = question.number
            with Horizontal():
                self._number.value = str(proposed)
                self._number.tooltip = Text(f"a whole number, {low} to {high}")
                yield self._number
                yield Button("Say it", id="say", primary=True)
            yield self._refusal
        longest = max(map(len, self._labels), default=0)
        wide = sum(map(len, self._labels)) + 6 * len(self._labels) > _ROOM
        room = ItemGrid(min_column_width=longest + 4) if wide else Horizontal()
        with room:
            yield from self._buttons
        if len(self._buttons) > len(DIGITS):
            yield Static("Tab goes to the answers without a number.", classes="unnumbered")

    def on_mount(self) -> None:
        """A line to write in takes the keys."""
        if self.question.number is not None:
            self.take_keys()

    def take_keys(self) -> None:
        """Go to the line for the number, or to the first answer that has no key of its own,
        else to the first of all: which risks nothing."""
        if self.question.number is not None:
            self._number.focus()
            return
        keyless = len(self._buttons) > len(DIGITS)
        self._buttons[len(DIGITS) if keyless else 0].focus()

    def refuse(self, fault: str) -> None:
        """Show below the line why the text in it is no answer."""
        self._refusal.update(sentence(fault))
        self._refusal.display = bool(fault)

    def answer(self, number: int) -> None:
        """Give an answer, counted from 1; nothing where there are not so many."""
        if 0 < number <= len(self._moves):
            self.post_message(self.Answered(self._moves[number - 1]))
        elif 0 < number <= len(self._labels):
            self.post_message(self.CardsWanted())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter says the number."""
        event.stop()
        self._say(event.value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """An answer, or the number as it stands."""
        event.stop()
        name = event.button.id or ""
        if name == "say":
            self._say(self._number.value)
        else:
            self.answer(int(name.removeprefix("answer-")))

    def _say(self, text: str) -> None:
        """A number goes into the question's template; anything else is read as it is."""
        plain = text.strip()
        with suppress(ValueError):
            plain = self.question.template % int(plain)
        self.post_message(self.Answered(text=plain))
