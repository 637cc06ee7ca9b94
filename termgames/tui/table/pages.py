"""A lesson in a small terminal: its text and its board take turns."""

from __future__ import annotations

from functools import partial

from termgames.study.drills.attempt import Attempt
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.table import GOOD, Table

COMMANDS = (
    Command("to_board", "enter", "Board", "To the board and its task", "Board", priority=True),
    Command("to_text", "v", "Text", "Read the text of the lesson again", "Text"),
)


class Pages:
    """Shows the text or the board of a lesson where there is no room for both.

    Once an answer to the `attempt` is given, text and board are shown together.
    """

    def __init__(self, table: Table, attempt: Attempt | None) -> None:
        self._table, self._attempt = table, attempt
        self._reading = True

    @property
    def _cramped(self) -> bool:
        table, attempt = self._table, self._attempt
        return (
            attempt is not None
            and attempt.open
            and table.zoom.narrow
            and table.app.size.height < GOOD[1]
        )

    def arrange(self) -> None:
        """Show what there is room for."""
        self._table.update_classes(
            {
                "-text": self._cramped and self._reading,
                "-task": self._cramped and not self._reading,
            }
        )
        self._table.screen.refresh_bindings()

    def actions(self) -> dict[str, Action]:
        """To the board from the text, and back."""
        return {
            "to_board": Action(self._to_board, lambda: self._cramped and self._reading),
            "to_text": Action(
                partial(self.turn, reading=True), lambda: self._cramped and not self._reading
            ),
        }

    def turn(self, *, reading: bool) -> None:
        """Show the text, or the board, where there is no room for both."""
        self._reading = reading
        self.arrange()

    def _to_board(self) -> None:
        self.turn(reading=False)
        self._table.board.focus()
