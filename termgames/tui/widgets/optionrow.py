"""One option of a game in the form for a new game: its name, its value, what it does."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Input
from textual.widgets.select import NoSelection

from termgames.core.options import Option, Value, number_text
from termgames.tui.widgets.literal import Label, Select, Static
from termgames.tui.widgets.mapview import map_select


class OptionRow(Horizontal):
    """A row in which every value of the option can be shown and entered: a list where the
    values are few, a list of maps, else a field for text. Blank stands for the value that
    the game derives."""

    DEFAULT_CSS = """
    OptionRow {
        height: auto;
        & .map { width: 1fr; height: auto; }
        & #map-preview { margin: 1 0; }
    }
    """

    def __init__(self, option: Option, value: Value = None) -> None:
        """`value` is the one that is shown first; None leaves the option as it comes."""
        super().__init__(classes="row")
        self._option = option
        self._control = self._make(option.played if value is None else value)
        self.preview = Static(id="map-preview") if option.kind == "map" else None
        """What the map chosen looks like, for an option that is a map."""

    def compose(self) -> ComposeResult:
        """Name, value, explanation, and of maps what they look like."""
        help_text = Static(self._option.help, classes="help")
        yield Label(self._option.name)
        yield self._control
        if self.preview is not None:
            yield Vertical(help_text, self.preview, classes="map")
        else:
            yield help_text

    @property
    def value(self) -> Value:
        """The value that stands in the row, None where that is blank; OptionError for a text
        that is none."""
        control = self._control
        if isinstance(control, Select):
            text = "" if isinstance(control.value, NoSelection) else str(control.value)
        else:
            text = control.value.strip()
        return self._option.read(text) if text else None

    def _make(self, value: Value) -> Select[str] | Input:
        option = self._option
        if option.kind == "map":
            return map_select(None if value is None else str(value), self._row_id)
        listed = [option.write(one) for one in option.all_values()]
        if not listed:
            offered = ", ".join((*map(number_text, option.offered), *option.choices))
            text = "" if value is None else option.write(value)
            return Input(text, placeholder=offered, id=self._row_id, compact=True)
        if value is None:
            value = option.default
        return Select(
            [(Text(text), text) for text in listed],
            value=Select.NULL if value is None else option.write(value),
            allow_blank=option.default is None,
            id=self._row_id,
        )

    @property
    def _row_id(self) -> str:
        return f"option-{self._option.name}"
