"""The colours and characters in which one table is drawn."""

from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from termgames.core.game import AnyGame, drawn_marks
from termgames.tui import themes
from termgames.tui.app_themes import board_of
from termgames.tui.depth import name_of
from termgames.tui.table.commands import Action
from termgames.tui.table.desk import Desk
from termgames.tui.themes import Look


class Appearance:
    """The look and the characters in use, and the commands that change them. Boards are lighter
    under a light theme, and a theme may bring a board of its own."""

    def __init__(self, game: AnyGame, desk: Desk) -> None:
        self._game, self._desk = game, desk
        self._wanted = desk.preferences.look
        self._used: tuple[Theme, str, Look] | None = None
        """A theme, a board that was wanted with it, and the look of that."""
        self.glyphs = themes.ASCII if desk.preferences.ascii else themes.UNICODE

    @property
    def look(self) -> Look:
        """The colours of the board: those the player chose last, as they look under the theme."""
        theme = self._desk.theme
        if self._used is None or self._used[0] is not theme or self._used[1] != self._wanted:
            self._used = theme, self._wanted, self._chosen.under(dark=theme.dark)
        return self._used[2]

    @property
    def _looks(self) -> tuple[Look, ...]:
        own, depth = board_of(self._desk.theme), name_of(self._desk.app)
        return themes.looks(self._game.seats, drawn_marks(self._game), own, depth)

    @property
    def _chosen(self) -> Look:
        chosen = (look for look in self._looks if look.name == self._wanted)
        return next(chosen, self._looks[0])

    @property
    def ascii(self) -> bool:
        """Whether nothing but ASCII is drawn."""
        return self.glyphs is themes.ASCII

    def chip(self, colour: int) -> Text:
        """The stone of a colour as it looks on this board, for lists."""
        return themes.chip(colour, self.look, self.glyphs, no_color=self._desk.no_color)

    def ink(self, colour: int) -> Style:
        """How a stone of a colour stands in words."""
        return themes.ink(colour, self.look, no_color=self._desk.no_color)

    def stone(self, colour: int | None) -> Text:
        """The same without a margin; an empty point for None."""
        return themes.stone(colour, self.look, self.glyphs, no_color=self._desk.no_color)

    def token(self, colour: int | None) -> Text:
        """A thing beside the board in the colour of its holder; None while nobody holds it."""
        return themes.token(colour, self.look, self.glyphs, no_color=self._desk.no_color)

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "colours": Action(self._next_look),
            "characters": Action(self._switch_characters),
        }

    def _next_look(self) -> None:
        """The next board colours, after the last ones the first."""
        at = self._looks.index(self._chosen)
        self._wanted = self._looks[(at + 1) % len(self._looks)].name
        self._desk.change(look=self._wanted)

    def _switch_characters(self) -> None:
        """ASCII instead of Unicode, or the reverse."""
        self.glyphs = themes.UNICODE if self.ascii else themes.ASCII
        self._desk.change(ascii=self.ascii)
