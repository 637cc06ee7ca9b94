"""One option of a game in the form for a new game: its name, its value, what it does."""

from collections.abc import Iterable

from rich.text import Text
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input
from textual.widgets.select import NoSelection

from termgames.core.options import Option, Value, number_text
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.literal import Select, Static
from termgames.tui.widgets.mapview import map_select


class OptionRow(FormRow):
    """A row in which every value of the option can be shown and entered: a list where the
    values are few, a list of maps, else a field for text. Blank stands for the value that
    the game derives."""

    DEFAULT_CSS = """
    OptionRow {
        & .map { width: 1fr; height: auto; }
        & #map-preview { height: auto; margin-bottom: 1; }
    }
    """

    def __init__(self, option: Option, value: Value = None) -> None:
        """`value` is the one that is shown first; None leaves the option as it comes."""
        super().__init__(option.title or option.name, option.help)
        self.option = option
        self.control = self._make(self._usual if value is None else value)
        """What the player changes."""
        self.preview = Static(id="map-preview") if option.kind == "map" else None
        """What the map chosen looks like, for an option that is a map."""

    def controls(self) -> Iterable[Widget]:
        """A list or a line; below the list of maps what the chosen one looks like."""
        if self.preview is not None:
            yield Vertical(self.control, self.preview, classes="map")
        else:
            yield self.control

    @property
    def value(self) -> Value:
        """The value that stands in the row, None where that is blank; OptionError for a text
        that is none."""
        control = self.control
        if isinstance(control, Select):
            text = "" if isinstance(control.value, NoSelection) else str(control.value)
        else:
            text = control.value.strip()
        return self.option.read(text) if text else None

    @property
    def chosen(self) -> bool:
        """Whether the row says anything but the usual."""
        control = self.control
        usual = self._usual
        blank = "" if usual is None else self.option.write(usual)
        text = "" if isinstance(control.value, NoSelection) else str(control.value).strip()
        return text not in ("", blank)

    def put(self, value: Value) -> None:
        """Show a value, None for the usual one; no message is posted."""
        value = self._usual if value is None else value
        control = self.control
        text = "" if value is None else self.option.write(value)
        with control.prevent(Select.Changed, Input.Changed):
            if isinstance(control, Input):
                control.value = text
            else:
                control.value = text or Select.NULL

    def show_usual(self, value: Value) -> None:
        """Show which value a blank line stands for."""
        control = self.control
        if isinstance(control, Input) and value is not None:
            control.placeholder = f"{self.option.label(value)} (default)"

    @property
    def _usual(self) -> Value:
        """What the row shows when nothing is chosen; None where the game derives it."""
        option = self.option
        return option.default if option.played is None else option.played

    def _make(self, value: Value) -> Select[str] | Input:
        option = self.option
        if option.kind == "map":
            return map_select(None if value is None else str(value), self._row_id)
        values = option.all_values()
        if not values:
            offered = ", ".join((*map(number_text, option.offered), *option.choices))
            kinds = {"sheet": f"{offered}, or a file", "colours": "as green,-,yellow"}
            offered = kinds.get(option.kind, f"none, or {offered}")
            text = "" if value is None else option.write(value)
            return Input(text, placeholder=offered, id=self._row_id, compact=True)
        marks = {self._usual: " (default)"}
        return Select(
            [
                (Text(option.worded(each) + marks.get(each, "")), option.write(each))
                for each in values
            ],
            value=Select.NULL if value is None else option.write(value),
            allow_blank=self._usual is None,
            prompt="default",
            id=self._row_id,
        )

    @property
    def _row_id(self) -> str:
        return f"option-{self.option.name}"
