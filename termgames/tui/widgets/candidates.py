"""The best moves of the position shown, as a bot ranks them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import events

from termgames.core.text import columns
from termgames.tui.widgets.lines import Lines

HEADINGS = ("", "move", "wins", "points", "playouts")
_LOSSES = "against 1"
"""The heading of win shares as differences to that of the first."""
_LONGEST = 16
"""Columns of a move; where there is no room for all columns the last ones are left out."""


class CandidateList(Lines):
    """A line a candidate, below the headings. A click shows how play would go on."""

    DEFAULT_CSS = """
    CandidateList { height: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Sequence[str]] = ()
        self._chosen = 0
        self._losses = False

    def show(self, rows: Sequence[Sequence[str]], chosen: int, *, losses: bool = False) -> None:
        """The candidates, each as the texts of its columns; `chosen` is the number of the one whose
        line is shown, 0 for none; `losses` is whether figures are differences to the first's."""
        if (rows, chosen, losses) != (self._rows, self._chosen, self._losses):
            self._rows, self._chosen, self._losses = rows, chosen, losses
            self.show_text()

    async def on_click(self, event: events.Click) -> None:
        """Do what the digit of the candidate clicked does."""
        if 1 <= event.y <= len(self._rows):
            await self.app.run_action(f"run('line_{event.y}')", self.screen)

    @property
    def _headings(self) -> Sequence[str]:
        return (*HEADINGS[:2], _LOSSES, *HEADINGS[3:]) if self._losses else HEADINGS

    def render(self) -> Text:
        """The headings and the candidates."""
        if not self._rows:
            return Text("Nothing yet: a shows candidates while you are to move.", "dim")
        short = [[text[:_LONGEST] for text in row] for row in (self._headings, *self._rows)]
        count = len(HEADINGS)
        while (
            count > 3 and len(columns([row[:count] for row in short], left=2)[0]) > self.size.width
        ):
            count -= 1
        head, *lines = columns([row[:count] for row in short], left=2)
        text = Text(head, "dim")
        for number, line in enumerate(lines, 1):
            text.append(f"\n{line}", "reverse" if number == self._chosen else "")
        return text
