"""The menu that `termgames` alone opens."""

from __future__ import annotations

from typing import ClassVar, Literal

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets.option_list import Option

from termgames import games
from termgames.tui.screens.base import Screen
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import OptionList, Static

Entry = Literal["play", "resume", "replay", "rules", "quit"]

_ENTRIES: tuple[tuple[Entry, str], ...] = (
    ("play", "Play"),
    ("resume", "Resume a saved game"),
    ("replay", "Replay a record"),
    ("rules", "Rules"),
    ("quit", "Quit"),
)
_KEYS = {"p": "play", "r": "resume", "y": "replay", "u": "rules", "q": "quit"}


class MenuScreen(Screen[None]):
    """What there is to do; stays below whatever is opened from it."""

    DEFAULT_CSS = """
    MenuScreen {
        align: center middle;
        & > Vertical { width: 44; max-width: 100%; height: auto; }
        & #name { text-align: center; text-style: bold; color: $primary; margin-bottom: 1; }
        & #about { text-align: center; color: $text-muted; margin-bottom: 1; }
        & OptionList {
            height: auto;
            border: round $primary 40%;
            background: $background;
            padding: 0 1;
            &:focus { border: round $primary; }
        }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "pick", "Choose"),
        Binding("q", "quit_menu", "Quit"),
    ]

    class Picked(Message):
        """An entry was chosen."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self) -> None:
        super().__init__()
        letters = {entry: key for key, entry in _KEYS.items()}
        self._entries = OptionList(
            *(
                Option(Text.assemble((f"{letters[entry]}  ", "bold"), label), id=entry)
                for entry, label in _ENTRIES
            )
        )

    def compose(self) -> ComposeResult:
        """Name, entries."""
        titles = ", ".join(info.title for info in games.infos())
        with Vertical():
            yield Static("t e r m g a m e s", id="name")
            yield Static(titles, id="about")
            yield from (Static(fault, classes="help") for fault in games.faults())
            yield self._entries
        yield KeyLine(("pick",), ("quit_menu",))

    def on_mount(self) -> None:
        """The first entry is ready."""
        self._entries.focus()

    def on_key(self, event: events.Key) -> None:
        """An entry's letter chooses it."""
        for entry, _ in _ENTRIES:
            if _KEYS.get(event.character or "") == entry:
                event.stop()
                self.post_message(self.Picked(entry))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.post_message(self.Picked(_ENTRIES[event.option_index][0]))

    def action_pick(self) -> None:
        """Choose the entry under the cursor."""
        self._entries.action_select()

    def action_quit_menu(self) -> None:
        """Leave."""
        self.post_message(self.Picked("quit"))
