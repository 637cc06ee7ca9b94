"""The score, part by part; the cells of the part under the cursor are shown on the board."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.message import Message
from textual.widgets.option_list import Option

from termgames.tui.widgets.highlight_list import HighlightList


@dataclass(frozen=True)
class ScoreLine:
    """One line: a heading without cells, or a part of somebody's score."""

    text: Text
    cells: tuple[int, ...] = ()
    heading: bool = False


class ScoreList(HighlightList):
    """Score parts under the headings of their players."""

    DEFAULT_CSS = """
    ScoreList > .option-list--option-disabled { color: $text; }
    """

    class PartHighlighted(Message):
        """The cells of the part under the cursor; none when the list has lost the keys."""

        def __init__(self, cells: tuple[int, ...]) -> None:
            super().__init__()
            self.cells = cells

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._parts: Sequence[ScoreLine] = ()

    def show(self, lines: Sequence[ScoreLine]) -> None:
        """Replace the list; the cursor stays on its line where it can."""
        if lines == self._parts:
            return
        line_before = self.highlighted
        self._parts = lines
        self.clear_options()
        self.add_options([Option(line.text, disabled=line.heading) for line in lines])
        if self.has_focus and line_before is not None and lines:
            self.highlighted = min(line_before, len(lines) - 1)

    def line_highlighted(self, line: int | None) -> None:
        """Post the cells of the line."""
        self.post_message(self.PartHighlighted(() if line is None else self._parts[line].cells))
