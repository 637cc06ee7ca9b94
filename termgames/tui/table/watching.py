"""Following a game that is played in another window."""

import asyncio

from textual.message import Message

from termgames.core.errors import TermgamesError
from termgames.play.save_file import SaveFile
from termgames.play.sitting.study import Study
from termgames.tui.table.desk import Desk
from termgames.tui.widgets.prompt import Prompt

LOOK_EVERY = 0.5
"""Seconds between two looks at the file."""


class Watching:
    """Looks at the file of a game again and again, and shows what happens in it."""

    class Changed(Message):
        """There is something else to say."""

    def __init__(self, study: Study, file: SaveFile, desk: Desk) -> None:
        self._study, self.file, self._desk = study, file, desk
        self._closed, self._fault = False, ""

    @property
    def free(self) -> bool:
        """Whether the game can be played on here: nobody does elsewhere."""
        return self._closed and not self._study.shown.match.over

    def prompt(self) -> Prompt | None:
        """That the game is played elsewhere, below the last move."""
        shown = self._study.shown
        if shown.match.over or shown.ply < shown.match.ply:
            return None
        if self._fault:
            return Prompt("You are watching, but the game cannot be read.", self._fault)
        if self._closed:
            key = self._desk.key("take-up", "p")
            return Prompt("The other window has closed this game.", f"Press {key} to play on here.")
        who = f"The game is played in another window ({self.file.owner})."
        return Prompt("You are watching: no moves here.", who)

    async def follow(self) -> None:
        """Show what happens in the other window, until the screen is left."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            before = self._closed, self._fault
            try:
                news = await asyncio.to_thread(self.file.news)
                if news is not None:
                    self._study.follow(news)
                self._fault = ""
            except TermgamesError as error:
                self._fault = str(error)
            self._closed = self.file.owner is None
            if (self._closed, self._fault) != before:
                self._desk.post(self.Changed())
