"""The colours and characters in which one table is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rich.text import Text

from termgames.core.game import Game
from termgames.tui import themes
from termgames.tui.preferences import Preferences
from termgames.tui.screens.commands import Action


class Changed(Protocol):
    """Hears what the player chose, by name as `Preferences` has it."""

    def __call__(self, **values: bool | str) -> None:
        """Called with the new values."""


class Appearance:
    """The look and the characters in use, and the commands that change them."""

    def __init__(
        self,
        game: Game[Any, Any],
        preferences: Preferences,
        *,
        no_color: Callable[[], bool],
        changed: Changed,
    ) -> None:
        """`no_color` says whether the terminal shows no colours, once there is a terminal;
        `changed` draws everything anew."""
        self._looks = themes.looks(game.seats, game.marks)
        self._no_color, self._changed = no_color, changed
        self.look = next(
            (look for look in self._looks if look.name == preferences.look), self._looks[0]
        )
        self.glyphs = themes.ASCII if preferences.ascii else themes.UNICODE

    @property
    def ascii(self) -> bool:
        """Whether nothing but ASCII is drawn."""
        return self.glyphs is themes.ASCII

    def chip(self, colour: int) -> Text:
        """The stone of a colour as it looks on this board, for lists."""
        return themes.chip(colour, self.look, self.glyphs, no_color=self._no_color())

    def token(self, colour: int | None) -> Text:
        """A thing beside the board in the colour of its holder; None while nobody holds it."""
        return themes.token(colour, self.look, self.glyphs, no_color=self._no_color())

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "colours": Action(self._next_look),
            "characters": Action(self._switch_characters),
        }

    def _next_look(self) -> None:
        """The next board colours, after the last ones the first."""
        self.look = self._looks[(self._looks.index(self.look) + 1) % len(self._looks)]
        self._changed(look=self.look.name)

    def _switch_characters(self) -> None:
        """ASCII instead of Unicode, or the reverse."""
        self.glyphs = themes.UNICODE if self.ascii else themes.ASCII
        self._changed(ascii=self.ascii)
