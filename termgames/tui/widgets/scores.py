"""The parts of a score; moving through them shows their cells on the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.message import Message
from textual.widgets.option_list import Option

from termgames.tui.widgets.looking import LookList


@dataclass(frozen=True)
class ScoreLine:
    """One line: a heading without cells, or a part of somebody's score."""

    text: Text
    cells: tuple[int, ...] = ()
    heading: bool = False


class ScoreList(LookList):
    """Score parts under the headings of their players."""

    DEFAULT_CSS = """
    ScoreList > .option-list--option-disabled { color: $text; }
    """

    class Looked(Message):
        """The cells of the line the player looks at; none when he looks away."""

        def __init__(self, cells: tuple[int, ...]) -> None:
            super().__init__()
            self.cells = cells

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._parts: Sequence[ScoreLine] = ()

    def show(self, lines: Sequence[ScoreLine]) -> None:
        """Replace the list; the line looked at stays where it can."""
        if lines == self._parts:
            return
        looked_at = self.highlighted
        self._parts = lines
        self.clear_options()
        self.add_options([Option(line.text, disabled=line.heading) for line in lines])
        if self.has_focus and looked_at is not None and lines:
            self.highlighted = min(looked_at, len(lines) - 1)

    def look(self, line: int | None) -> None:
        """Show the cells of the line."""
        self.post_message(self.Looked(() if line is None else self._parts[line].cells))
