"""The mistakes that a review found; the board shows the one under the cursor."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text
from textual.widgets.option_list import Option

from termgames.tui.widgets.highlight_list import HighlightList
from termgames.tui.widgets.moves import PlyChosen


@dataclass(frozen=True)
class FindingLine:
    """One line: a mistake and the position after it, or a heading without one."""

    text: Text
    ply: int | None = None


class FindingList(HighlightList):
    """Mistakes under headings. The cursor shows the position after a mistake."""

    DEFAULT_CSS = """
    FindingList > .option-list--option-disabled { color: $text; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: Sequence[FindingLine] = ()

    def show(self, lines: Sequence[FindingLine]) -> None:
        """Replace the list; the cursor stays on its mistake."""
        if lines == self._shown:
            return
        at = self.highlighted
        ply = None if at is None else self._shown[at].ply
        self._shown = lines
        self.clear_options()
        self.add_options([Option(line.text, disabled=line.ply is None) for line in lines])
        if ply is not None:
            self.highlighted = next((i for i, line in enumerate(lines) if line.ply == ply), None)

    def line_highlighted(self, line: int | None) -> None:
        """Post the position of the line."""
        ply = None if line is None else self._shown[line].ply
        if ply is not None:
            self.post_message(PlyChosen(ply))
