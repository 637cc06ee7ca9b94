"""The list of saved games: to go on with one that is not over, or to look through one."""

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import DataTable, Input

from termgames.core.errors import RecordError, StorageError, TermgamesError
from termgames.play import store
from termgames.play.match import AnyMatch
from termgames.play.text import listing
from termgames.tui.screens.base import Screen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

_NAME = 10
"""Columns for the name of a file that cannot be read; what is wrong with it names it whole."""
NO_GAMES = (
    "No games yet. Every game you play is saved by itself, and is listed here from its first "
    "move on. Esc goes back to the menu; Enter on a card there begins a game."
)
Chosen = tuple[AnyMatch, Path, bool]
"""A game, its file, and whether it is to go on."""


class Games(DataTable[Text]):
    """A row a game, as high as it has rows where there is room for them all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Open", id="files.open")
    ]


class FilesScreen(Screen[Chosen | None]):
    """Saved games, the last changed first; dismissed with the one chosen.

    A game that is not over goes on, unless it was read from elsewhere; all others are looked
    through. Files that cannot be read are listed with their fault; any other file can be named.
    """

    DEFAULT_CSS = """
    FilesScreen {
        & > Vertical { padding: 1 2; }
        & #heading { text-style: bold; height: auto; margin-bottom: 1; }
        & DataTable { height: 1fr; background: $background; }
        & #note { height: auto; margin-top: 1; color: $text-muted; }
        & Input { margin-top: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "switch", "List/path", key_display="tab", id="files.switch"),
        Binding("escape,q", "back", "Back", key_display="esc", id="files.back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._listed: list[store.Saved] = []
        self._table = Games(cursor_type="row", zebra_stripes=False, show_header=True)
        self._note = Static("Reading the saved games", id="note")

    def compose(self) -> ComposeResult:
        """Heading, list, what is wrong with the file under the cursor."""
        with Vertical():
            yield Static("Your games", id="heading")
            yield self._table
            yield Input(placeholder="or the path of a record, then Enter", compact=True)
            yield self._note
        yield KeyLine(("select_cursor", "switch"), ("back",))

    def on_mount(self) -> None:
        """Read the folder beside the screen."""
        self._table.focus()
        self.read()

    def on_resize(self) -> None:
        """Columns that do not fit are shortened or left out."""
        self._list()

    @work(thread=True)
    def read(self) -> None:
        """Read all files; hands the list to the screen's own thread."""
        try:
            games, fault = list(store.saved_games()), ""
        except StorageError as error:
            games, fault = [], str(error)
        self.app.call_from_thread(self.fill, games, fault)

    def fill(self, games: list[store.Saved], fault: str) -> None:
        """List the games, and show what went wrong while they were read."""
        self._listed = games
        self._list()
        self._note.update(fault or ("" if games else NO_GAMES))
        self._tell_fault()

    def _list(self) -> None:
        """A row a game, as wide as the screen; one that cannot be read by the name of its file."""
        table, readable = self._table, [saved for saved in self._listed if saved.summary]
        # A column has a blank on either side, the list two; a bar may stand beside it.
        room = self.size.width - 8
        head, *rows = listing.table(readable, room)
        row, cursor = iter(rows), table.cursor_row
        table.clear(columns=True)
        table.add_columns(*head)
        for saved in self._listed:
            if saved.summary is not None:
                cells = [Text(cell) for cell in next(row)]
                cells[head.index("turns")].justify = "right"
            else:
                name = saved.path.name
                cut = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
                warn = self.app.current_theme.error or "red"
                cells = [Text("no record", warn), Text(cut, warn), *[Text()] * (len(head) - 2)]
            table.add_row(*cells)
        table.styles.max_height = table.header_height + len(self._listed)
        table.move_cursor(row=cursor)

    def on_data_table_row_highlighted(self) -> None:
        """A broken file says why."""
        self._tell_fault()

    def on_data_table_row_selected(self) -> None:
        """Enter or a click."""
        saved = self._chosen()
        if saved is None:
            return
        try:
            match = store.read(saved.path)
        except TermgamesError as error:
            self.notify(str(error), title="This file cannot be read", severity="error")
        else:
            elsewhere = saved.summary is not None and saved.summary.elsewhere
            self.dismiss((match, saved.path, not elsewhere and _can_go_on(match, saved.path)))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Any other file."""
        path = Path(event.value.strip()).expanduser()
        try:
            self.dismiss((store.read(path), path, False))
        except TermgamesError as error:
            self._note.update(str(error))

    def action_switch(self) -> None:
        """From the list to the line for a path, and back."""
        (self.query_one(Input) if self._table.has_focus else self._table).focus()

    def action_back(self) -> None:
        """Nothing chosen."""
        self.dismiss(None)

    def _chosen(self) -> store.Saved | None:
        row = self._table.cursor_row
        return self._listed[row] if 0 <= row < len(self._listed) else None

    def _tell_fault(self) -> None:
        saved = self._chosen()
        if saved is not None:
            self._note.update(saved.fault)


def _can_go_on(match: AnyMatch, path: Path) -> bool:
    try:
        store.refuse_to_resume(match, path)
    except RecordError:
        return False
    return True
