"""The best moves of the position shown, as a bot ranks them."""

from collections.abc import Sequence
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events

from termgames.core.text import columns
from termgames.study.review import SIZES
from termgames.tui.themes import NamedStone, inked
from termgames.tui.widgets.lines import Lines

_LONGEST = 16
"""Columns of a move; where there is no room for all columns the last ones are left out."""


class CandidateList(Lines):
    """A line a candidate, below the headings, coloured by what it loses against the best. A click
    shows how play would go on.

    | Component class | Description |
    | :- | :- |
    | `candidates--good` | A move that loses next to nothing. |
    | `candidates--slip` | One that loses as much as a slip. |
    | `candidates--bad` | One that loses more. |
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("candidates--good", "candidates--slip", "candidates--bad")
    }
    DEFAULT_CSS = """
    CandidateList {
        height: 1fr;
        & > .candidates--good { color: $text-success; }
        & > .candidates--slip { color: $text-warning; }
        & > .candidates--bad { color: $text-error; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: Sequence[Sequence[str]] = ()
        self._lost: Sequence[float] = ()
        self._chosen = 0
        self._stones: Sequence[NamedStone] = ()

    def show(
        self,
        rows: Sequence[Sequence[str]],
        lost: Sequence[float],
        chosen: int,
        stones: Sequence[NamedStone] = (),
    ) -> None:
        """The headings and the candidates, each as the texts of its columns, and how much less of
        the win each is worth than the best; `chosen` is the number of the one whose line is shown,
        0 for none, `stones` those that candidates lay for other players."""
        shown = rows, lost, chosen, stones
        if shown != (self._rows, self._lost, self._chosen, self._stones):
            self._rows, self._lost, self._chosen, self._stones = shown
            self.show_text()

    async def on_click(self, event: events.Click) -> None:
        """Do what the digit of the candidate clicked does."""
        if 1 <= event.y < len(self._rows):
            await self.app.run_action(f"run('line_{event.y}')", self.screen)

    def _style(self, number: int) -> Style:
        """How a candidate looks, by its number from 1."""
        lost, (_, (mistake, _), (slip, _)) = self._lost[number - 1], SIZES
        chosen, good = Style(reverse=number == self._chosen), lost < slip / 3
        if not good and lost < slip:
            return chosen
        name = "good" if good else "slip" if lost < mistake else "bad"
        return self.get_component_rich_style(f"candidates--{name}", partial=True) + chosen

    def render(self) -> Text:
        """The headings and the candidates."""
        if len(self._rows) < 2:
            return Text("None yet: a finds them on your move.", "dim")
        short = [[text[:_LONGEST] for text in row] for row in self._rows]
        count = len(self._rows[0])
        while (
            count > 3 and len(columns([row[:count] for row in short], left=2)[0]) > self.size.width
        ):
            count -= 1
        head, *lines = columns([row[:count] for row in short], left=2)
        text = Text.assemble((head, "dim"))
        for number, line in enumerate(lines, 1):
            text.append(f"\n{line}", self._style(number))
        return inked(text, self._stones)
