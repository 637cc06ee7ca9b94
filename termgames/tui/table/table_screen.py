"""What all screens with a table have in common: moves are entered, and commands are run."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from textual import events
from textual.app import SystemCommand
from textual.message import Message

from termgames.tui.screens.base import Screen
from termgames.tui.screens.dialogs import Dialogs
from termgames.tui.table import entering
from termgames.tui.table.answers import Answers
from termgames.tui.table.commands import CommandTable, keys_by_name
from termgames.tui.table.entering import Entering
from termgames.tui.table.table import Table
from termgames.tui.widgets.entry import MoveEntry

T = TypeVar("T")


class TableScreen(Screen[T]):
    """A screen with a table. Each kind of it makes its table, with `entry` below the prompt, and
    hands it to `furnish`; when it has made its other parts, it sets `commands`."""

    commands: CommandTable

    def __init__(self) -> None:
        super().__init__()
        self.entry = MoveEntry(lambda text: self.answers.judge(text), id="entry")
        """The line for typed moves."""
        self.dialogs = Dialogs(lambda screen: self.app.push_screen_wait(screen))
        self.takes_moves: Callable[[], bool] = lambda: True
        """Whether what the player enters is heard."""

    def furnish(self, table: Table) -> None:
        """Take the table, and make the parts that enter moves there."""
        self.table, self.board = table, table.board
        self.answers = Answers(
            table.sitting, self.board, self.dialogs, notify=self.notify, refused=table.show_prompt
        )
        self.entering = Entering(
            table, self.entry, self.answers, show_cards=partial(self.action_run, "cards")
        )

    @entering.hears
    def entered(self, message: Message) -> None:
        """The player entered something."""
        if self.takes_moves():
            self.entering.hear(message)

    def on_paste(self, event: events.Paste) -> None:
        """A move copied from elsewhere."""
        self.entering.paste(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that do nothing now."""
        return bool(self.commands.state(str(parameters[0]))) if action == "run" else True

    def action_run(self, name: str) -> None:
        """Run a command by its name."""
        self.commands.run(name)

    def palette(self) -> list[SystemCommand]:
        """What the command palette offers here."""
        return list(self.commands.palette(self.action_run, keys_by_name(self)))
