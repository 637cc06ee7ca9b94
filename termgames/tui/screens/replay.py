"""Looking through a record."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from termgames.play.session import GameSession
from termgames.tui.preferences import Preferences
from termgames.tui.screens.table import TableScreen


class ReplayScreen(TableScreen):
    """A table at which nobody plays; left and right step as well."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("comma,left,h", "look(-1)", "Back", tooltip="One move back", priority=True),
        Binding("full_stop,right,l,space", "look(1)", "On", tooltip="One move on", priority=True),
        Binding(
            "home,less_than_sign", "look(-9999)", "Start", tooltip="To the start", priority=True
        ),
        Binding("end,greater_than_sign", "look(9999)", "End", tooltip="To the end", priority=True),
        Binding("pageup", "look(-10)", tooltip="Ten moves back", show=False, priority=True),
        Binding("pagedown", "look(10)", tooltip="Ten moves on", show=False, priority=True),
    ]

    def __init__(self, session: GameSession, record: str, taste: Preferences) -> None:
        super().__init__(session, taste)
        self._record = record

    def title_text(self) -> str:
        """The record's name joins the game and its options."""
        return f"{super().title_text()}  {self._record}"
