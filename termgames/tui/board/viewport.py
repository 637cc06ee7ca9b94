"""Which part of a drawing is seen where, when it is larger than the room for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from textual.geometry import Offset, Region

from termgames.core.topology import Cell
from termgames.tui.board.layout import Layout


@dataclass(frozen=True)
class Viewport:
    """`height` lines of a drawing, scrolled by `offset`. Coordinates of whole rows and columns
    stay in sight: they cover what was scrolled under them."""

    layout: Layout
    offset: Offset
    height: int

    @property
    def pinned_columns(self) -> int:
        """How many columns at the left show coordinates wherever the rest is scrolled."""
        return self.layout.pinned[0] if self.offset.x else 0

    @property
    def pinned_line(self) -> int:
        """The line from which on the last rows of the drawing are shown, whatever is scrolled
        there; below the viewport where there is room for every row."""
        whole = self.layout.rows <= self.height
        return self.height - (0 if whole else self.layout.pinned[1])

    def row_at(self, line: int) -> int:
        """The row of the drawing in a line of the viewport."""
        if self.pinned_line <= line < self.height:
            return line + self.layout.rows - self.height
        return line + self.offset.y

    def cell_at(self, place: Offset) -> Cell | None:
        """The cell under a place of the viewport, or None."""
        if place.x < self.pinned_columns:
            return None
        return self.layout.cell_at(place.x + self.offset.x, self.row_at(place.y))

    def regions(self, row: int, first: int, last: int) -> Iterator[Region]:
        """Wherever a part of a row of the drawing is seen."""
        line = row - self.layout.rows + self.height
        y = line if self.pinned_line <= line else row - self.offset.y
        yield Region(first - self.offset.x, y, last - first + 1, 1)
        if first < self.pinned_columns:
            yield Region(first, y, self.pinned_columns - first, 1)
