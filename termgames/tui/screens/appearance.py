"""A table in the player's own colours and characters."""

from __future__ import annotations

from rich.text import Text
from textual.message import Message

from termgames.play.session import GameSession
from termgames.tui import themes
from termgames.tui.preferences import Preferences
from termgames.tui.screens.analysis import AdvisedScreen
from termgames.tui.widgets.graph import ScoreGraph
from termgames.tui.widgets.players import PlayersPanel


class DressedScreen(AdvisedScreen):
    """A screen whose board, panel and graphs wear one look; a change is told as `Liked`."""

    class Liked(Message):
        """The player changed something, by name as `Preferences` has it."""

        def __init__(self, **values: bool | str) -> None:
            super().__init__()
            self.values = values

    def __init__(self, session: GameSession, taste: Preferences) -> None:
        super().__init__(session, analysis=taste.analysis)
        self._glyphs = themes.ASCII if taste.ascii else themes.UNICODE
        looks = themes.looks(session.game.seats, session.game.marks)
        self._look = next((look for look in looks if look.name == taste.look), looks[0])

    def token(self, colour: int | None) -> Text:
        """A thing beside the board, as its holder's."""
        return themes.token(colour, self._look, self._glyphs, no_color=self.app.no_color)

    def chip(self, colour: int) -> Text:
        """The stone of a colour as it looks on this board."""
        return themes.chip(colour, self._look, self._glyphs, no_color=self.app.no_color)

    def dress(self) -> None:
        """Characters and colours, wherever they are drawn."""
        ascii = self._glyphs is themes.ASCII
        self.board.look, self.board.glyphs = self._look, self._glyphs
        self.query_one(PlayersPanel).arrow = ">" if ascii else "▸"
        for graph in self.query(ScoreGraph):
            graph.ground, graph.ascii = self._look.board, ascii

    def show(self) -> None:
        """Bring everything up to date."""
        raise NotImplementedError

    def action_dress(self) -> None:
        """The board in other colours."""
        looks = themes.looks(self.session.game.seats, self.session.game.marks)
        self._look = looks[(looks.index(self._look) + 1) % len(looks)]
        self.post_message(self.Liked(look=self._look.name))
        self.dress()
        self.show()

    def action_characters(self) -> None:
        """Unicode or ASCII."""
        ascii = self._glyphs is themes.UNICODE
        self._glyphs = themes.ASCII if ascii else themes.UNICODE
        self.post_message(self.Liked(ascii=ascii))
        self.dress()
        self.show()
