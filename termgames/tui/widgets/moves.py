"""The list of moves played, with the one that led to the position shown marked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

_LONGEST = 15
"""Columns that the text of a move gets where several are in a row; longer ones are cut."""


class PlyChosen(Message):
    """The player wants to see the position that `ply` moves from the start lead to."""

    def __init__(self, ply: int) -> None:
        super().__init__()
        self.ply = ply


class MoveList(ScrollView, can_focus=False):
    """Moves by number, a column a seat where the width allows; with signs that tell who made
    each move, as many in a row as fit.

    | Component class | Description |
    | :- | :- |
    | `moves--number` | The number of the turn. |
    | `moves--move` | A move. |
    | `moves--now` | The move that led to the position shown. |
    | `moves--later` | A move after the position shown. |
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

    def __init__(self, seats: int, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._seats = seats
        self._moves: tuple[str, ...] = ()
        self._signs: tuple[Text, ...] = ()
        self._plies: tuple[int, ...] = ()
        self._shown = 0
        """How many of the moves listed lead to the position shown."""

    def show(
        self, moves: Sequence[str], plies: Sequence[int], signs: Sequence[Text], ply: int
    ) -> None:
        """The texts of moves, and which ones of the game they are; `ply` of the game's lead
        to the position shown. `signs`, of one width, one a move, stand before them; without
        signs, seats move in turn."""
        self._moves, self._plies, self._signs = tuple(moves), tuple(plies), tuple(signs)
        self._shown = bisect_left(self._plies, ply)
        self._lay_out()

    def on_resize(self, event: events.Resize) -> None:
        """Columns depend on the width."""
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        """Show the position after the move that was clicked."""
        columns, width, number = self._columns()
        row = event.y + self.scroll_offset.y
        column = max(0, event.x - number) // width
        ply = row * columns + min(column, columns - 1)
        if ply < len(self._moves):
            self.post_message(PlyChosen(self._plies[ply] + 1))

    def render_line(self, y: int) -> Strip:
        """One turn."""
        columns, width, number = self._columns()
        row = y + self.scroll_offset.y
        first = row * columns
        if first >= len(self._moves):
            return Strip.blank(self.size.width, self.rich_style)
        style = self.get_component_rich_style
        label = self._plies[first] + 1 if self._signs else row + 1
        segments = [Segment(f"{label:>{number - 1}} ", style("moves--number"))]
        for ply in range(first, min(first + columns, len(self._moves))):
            name = "moves--move"
            if ply + 1 == self._shown:
                name = "moves--now"
            elif ply >= self._shown:
                name = "moves--later"
            room = width
            if self._signs:
                sign = self._signs[ply]
                ink = Style.parse(sign.style) if isinstance(sign.style, str) else sign.style
                segments.append(Segment(sign.plain, self.rich_style + ink))
                room -= sign.cell_len
            text = self._moves[ply]
            if len(text) > room - 1:
                text = f"{text[: room - 3]}.."
            segments.append(Segment(text, style(name)))
            segments.append(Segment(" " * (room - len(text)), self.rich_style))
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _columns(self) -> tuple[int, int, int]:
        """Moves a row, width of a move with its sign, width of the number."""
        number = len(str(max((0, *self._plies)) + 1)) + 1
        longest = max([len(text) for text in self._moves], default=4)
        room = self.size.width - number
        if self._signs:
            width = min(min(longest, _LONGEST) + self._signs[0].cell_len + 2, max(room, 1))
            return max(1, room // width), width, number
        for gap in (2, 1):
            width = longest + gap
            if width * self._seats - gap <= room:
                return self._seats, width, number
        return 1, longest + 2, number

    def _lay_out(self) -> None:
        columns, _, _ = self._columns()
        rows = -(-len(self._moves) // columns)
        self.virtual_size = Size(self.size.width, rows)
        row = max(0, self._shown - 1) // columns
        self.scroll_to_region(Region(0, row, 1, 1), animate=False)
        self.refresh()
