"""Between two players who share a keyboard and may not see each other's hands."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

Answer = Literal["here", "undo", "leave"]


class HandoverScreen(ModalScreen[Answer]):
    """Covers everything until the next player says that he sits at the keyboard."""

    DEFAULT_CSS = """
    HandoverScreen {
        background: $background;
        align: center middle;
        & > Vertical { width: auto; max-width: 100%; height: auto; align-horizontal: center; }
        & Static { width: auto; max-width: 60; text-align: center; margin-bottom: 1; }
        & #to { text-style: bold; }
        & #rest { color: $text-muted; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer('here')", "Here I am", priority=True),
        Binding("u", "answer('undo')", "Take back", tooltip="Take the last decision back"),
        Binding("q,escape", "answer('leave')", "Leave", key_display="q"),
    ]

    def __init__(self, chip: Text, name: str, label: str, asked: str) -> None:
        """`asked` says what the player will be asked, which everybody may know."""
        super().__init__()
        self._chip, self._side, self._label, self._asked = chip, name, label, asked

    def compose(self) -> ComposeResult:
        """Who is to sit down."""
        who = self._side.capitalize()
        with Vertical():
            yield Static(
                Text.assemble("Pass the keyboard to ", self._chip, f" {who} ({self._label})"),
                id="to",
            )
            yield Static(Text(f"{who}, press Enter."), id="enter")
            yield Static(Text(self._asked), id="rest")
        yield KeyLine(("answer",), ())

    def action_answer(self, answer: Answer) -> None:
        """Go on."""
        self.dismiss(answer)
