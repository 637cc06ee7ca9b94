"""A row of a form: its name, its controls, its explanation, and why it is refused."""

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input

from termgames.tui.widgets.literal import Label, Static


class FormRow(Vertical):
    """Name and controls in one line; wide forms show the explanation of the row beside them, narrow
    ones elsewhere. A refusal stands right below the controls. Controls share the same columns in
    every row, so that what stands beside them begins at the same place."""

    DEFAULT_CSS = """
    FormRow {
        height: auto;
        & Horizontal { height: auto; }
        & Label { width: 17; text-align: right; margin-right: 2; text-style: bold; }
        & .controls { width: 1fr; max-width: 48; margin-right: 2; }
        & Input, & Select { width: 1fr; }
        & .help { width: 1fr; height: auto; color: $text-muted; display: none; }
        & > .fault { height: auto; color: $text-error; padding-left: 19; display: none; }
    }
    """

    def __init__(self, title: str, about: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id, classes="row")
        self._title = title
        self.about = about
        """The explanation of the row."""
        self.fault = ""
        """Why it is refused; empty while it is not."""
        self._help = Static(about, classes="help")
        self._refusal = Static(classes="fault")

    def controls(self) -> Iterable[Widget]:
        """What the player changes."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The line, and room for a refusal."""
        with Horizontal():
            yield Label(self._title)
            with Horizontal(classes="controls"):
                yield from self.controls()
            yield self._help
        yield self._refusal

    def say(self, about: str) -> None:
        """Show another explanation of the row."""
        self.about = about
        self._help.update(about)

    def refuse(self, fault: str) -> None:
        """Show why the row cannot stay as it is; an empty text takes the refusal away."""
        self.fault = fault
        self._refusal.update(fault)
        self._refusal.display = bool(fault)
        self.set_class(bool(fault), "-refused")

    def take_keys(self) -> None:
        """Go to the first control."""
        for control in self.query("Select, Input").results(Widget):
            control.focus()
            return


class TextRow(FormRow):
    """A row with a line of text; empty means the usual."""

    def __init__(self, title: str, about: str, value: str, usual: str, *, id: str) -> None:
        super().__init__(title, about)
        self._line = Input(value, placeholder=usual, id=id, compact=True)

    def controls(self) -> Iterable[Widget]:
        """The line."""
        yield self._line

    @property
    def text(self) -> str:
        """What stands in the line."""
        return self._line.value.strip()
