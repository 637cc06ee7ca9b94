"""The list of turns played, with the one that led to the position shown marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip


class PlyChosen(Message):
    """The player wants to see the position that `ply` moves from the start lead to."""

    def __init__(self, ply: int) -> None:
        super().__init__()
        self.ply = ply


@dataclass(frozen=True)
class MoveLine:
    """A line of the list: a turn, or below the turn that is unfolded one of its moves. It leads
    from the position before move `first` to the one before move `end`."""

    label: str
    """The number of the turn, empty for a move of one."""
    sign: Text
    """The stone of who took the turn; all signs of a list have one width."""
    text: str
    first: int
    end: int


Details = Callable[[MoveLine], Sequence[MoveLine]]
"""The moves of a turn, a line each."""


class MoveList(ScrollView, can_focus=False):
    """A line a turn. A click shows the position after it; a click on the turn that led to the
    position shown lists its moves below it, and hides them again.

    | Component class | Description |
    | :- | :- |
    | `moves--number` | The number of the turn. |
    | `moves--move` | A turn. |
    | `moves--now` | The turn that led to the position shown. |
    | `moves--later` | A turn after the position shown. |
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "moves--number",
        "moves--move",
        "moves--now",
        "moves--later",
    }
    DEFAULT_CSS = """
    MoveList {
        height: 1fr;
        min-height: 1;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        & > .moves--number { color: $text-disabled; }
        & > .moves--move { color: $text; }
        & > .moves--now { background: $primary 30%; text-style: bold; }
        & > .moves--later { color: $text-disabled; }
    }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._turns: Sequence[MoveLine] = ()
        self._details: Details = lambda line: ()
        self._unfolded: int | None = None
        """The first move of the turn whose moves are listed."""
        self._lines: Sequence[MoveLine] = ()
        """What is seen: the turns, and the moves of the one that is unfolded."""
        self._ply = 0

    def show(self, turns: Sequence[MoveLine], ply: int, details: Details) -> None:
        """The turns, and the position shown, which is the one before move `ply`."""
        self._turns, self._ply, self._details = turns, ply, details
        self._lay_out()

    def unfold(self) -> None:
        """List the moves of the turn that led to the position shown, or hide them again."""
        shown = next((line for line in self._turns if self._is_shown(line)), None)
        self._unfolded = None if shown is None or shown.first == self._unfolded else shown.first
        self._lay_out()

    @property
    def texts(self) -> list[str]:
        """The lines as they stand, without their signs."""
        return [f"{line.label} {line.text}".strip() for line in self._lines]

    def on_resize(self, event: events.Resize) -> None:
        """Lines are as wide as the list."""
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        """Show the position after the turn that was clicked, or list its moves."""
        row = event.y + self.scroll_offset.y
        if row < len(self._lines):
            line = self._lines[row]
            if line.label and line.end == self._ply:
                self.unfold()
            else:
                self.post_message(PlyChosen(line.end))

    def render_line(self, y: int) -> Strip:
        """A turn, or a move of one."""
        row = y + self.scroll_offset.y
        if row >= len(self._lines):
            return Strip.blank(self.size.width, self.rich_style)
        line, style = self._lines[row], self.get_component_rich_style
        name = "moves--later" if line.first >= self._ply else "moves--move"
        if self._is_shown(line):
            name = "moves--now"
        number = max((len(turn.label) for turn in self._turns), default=1)
        ink = line.sign.style
        ink = Style.parse(ink) if isinstance(ink, str) else ink
        room = self.size.width - number - 1 - line.sign.cell_len - 1
        text = line.text if len(line.text) <= room else f"{line.text[: max(0, room - 2)]}.."
        segments = [
            Segment(f"{line.label:>{number}} ", style("moves--number")),
            Segment(line.sign.plain, self.rich_style + ink),
            Segment(f" {text}", style(name)),
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _is_shown(self, line: MoveLine) -> bool:
        return line.first < self._ply <= line.end

    def _lay_out(self) -> None:
        lines: list[MoveLine] = []
        row = 0
        for turn in self._turns:
            lines.append(turn)
            if turn.first == self._unfolded:
                lines += self._details(turn)
            row = len(lines) - 1 if self._is_shown(turn) else row
        self._lines = lines
        self.virtual_size = Size(self.size.width, len(lines))
        self.scroll_to_region(Region(0, row, 1, 1), animate=False)
        self.refresh()
