"""A row of a form: its name, its controls, what is said of it, and why it is refused."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from termgames.tui.widgets.literal import Label, Static


class FormRow(Vertical):
    """Name and controls in one line; wide forms show what is said of the row beside them, others
    elsewhere. A refusal stands right below the controls."""

    DEFAULT_CSS = """
    FormRow {
        height: auto;
        & > Horizontal { height: auto; }
        & Label { width: 17; text-align: right; margin-right: 2; text-style: bold; }
        & Input, & Select { width: 26; margin-right: 2; }
        & .help { width: 1fr; height: auto; color: $text-muted; display: none; }
        & > .fault { height: auto; color: $text-error; padding-left: 19; display: none; }
        &.-wide .help { display: block; }
    }
    """

    def __init__(self, title: str, about: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id, classes="row")
        self._title = title
        self.about = about
        """What is said of the row."""
        self.fault = ""
        """Why it is refused; empty while it is not."""

    def controls(self) -> Iterable[Widget]:
        """What the player changes."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The line, and room for a refusal."""
        with Horizontal():
            yield Label(self._title)
            yield from self.controls()
            yield Static(self.about, classes="help")
        yield Static(classes="fault")

    def say(self, about: str) -> None:
        """Say something else of the row."""
        self.about = about
        self.query_one(".help", Static).update(about)

    def refuse(self, fault: str) -> None:
        """Say why the row cannot stay as it is, or nothing any more."""
        self.fault = fault
        line = self.query_one(".fault", Static)
        line.update(fault)
        line.display = bool(fault)

    def take_keys(self) -> None:
        """Go to the first control."""
        self.query("Select, Input").first(Widget).focus()


class TextRow(FormRow):
    """A row with a line of text; empty means the usual."""

    def __init__(self, title: str, about: str, value: str, usual: str, *, id: str) -> None:
        super().__init__(title, about)
        self._value, self._usual, self._field_id = value, usual, id

    def controls(self) -> Iterable[Widget]:
        """The line."""
        yield Input(self._value, placeholder=self._usual, id=self._field_id, compact=True)

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self.query_one(Input).value.strip()
