"""Looking through a record."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult, SystemCommand
from textual.binding import BindingType
from textual.screen import Screen

from termgames.play.new_game import NewGame
from termgames.play.session import GameSession
from termgames.tui.preferences import Preferences
from termgames.tui.screens import table
from termgames.tui.screens.commands import Action, Command, CommandTable, bindings
from termgames.tui.screens.table import Table
from termgames.tui.widgets.keys import KeyLine

COMMANDS = (
    Command("look_back", "comma,left,h", "Back", "One turn back", "Look back", priority=True),
    Command("look_on", "full_stop,right,l,space", "On", "One turn on", "Look on", priority=True),
    Command("look_start", "home,less_than_sign", "Start", "To the start", "Start", priority=True),
    Command("look_end", "end,greater_than_sign", "End", "To the end", "End", priority=True),
    Command("look_ten_back", "pageup", "Ten back", "Ten turns back", shown=False, priority=True),
    Command("look_ten_on", "pagedown", "Ten on", "Ten turns on", shown=False, priority=True),
    *table.EVENTS,
    *table.COMMANDS,
)


class ReplayScreen(Screen[NewGame | None]):
    """A table at which nobody plays. The keys that move the cursor elsewhere step through
    the moves."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(self, session: GameSession, record: str, preferences: Preferences) -> None:
        """`record` is the name of the record."""
        super().__init__()
        self.session = session
        self.table = Table(session, preferences, remark=f"  {record}")
        self.board = self.table.board
        leave = Action(lambda: self._leave())
        self.commands = CommandTable(COMMANDS, {**self.table.actions(), "leave": leave})

    def compose(self) -> ComposeResult:
        """The table and the keys."""
        yield self.table
        yield KeyLine(
            [command.name for command in COMMANDS],
            ("help", "leave"),
            self.table.position.hidden_keys,
        )

    def on_mount(self) -> None:
        """The position the record begins with."""
        self.session.listen = lambda event: self.table.show()
        self.table.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that make no sense in this position; dim those that wait."""
        return self.commands.state(str(parameters[0])) if action == "run" else True

    def action_run(self, name: str) -> None:
        """Run a command by its name."""
        self.commands.run(name)

    def palette(self) -> list[SystemCommand]:
        """What the command palette offers here."""
        return list(self.commands.palette(self.action_run))

    def _leave(self) -> None:
        self.dismiss(None)
