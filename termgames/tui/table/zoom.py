"""How large the cells of the board at one table are."""

from textual.widget import Widget

from termgames.tui.board import BoardView
from termgames.tui.board.layout import ZOOMS
from termgames.tui.table.commands import Action
from termgames.tui.table.desk import Desk

SIDE = 28
"""Columns the panels need beside a board."""
ROOMY = 32
"""Columns the panels have before cells become larger than the smallest: with fewer, most texts in
them take two lines."""
WIDE = 40
"""Columns they have before cells become the largest."""

LEAST_ROWS = 32
"""Rows that the panels take where there are so many, also where the board begins lower."""


class Zoom:
    """The zoom the player chose, or the largest at which the whole board is seen beside the
    panels. A board that is larger than its room is scrolled."""

    def __init__(
        self,
        board: BoardView,
        side: Widget,
        desk: Desk,
    ) -> None:
        """`side` are the panels beside the board."""
        self._side = side
        self._canvas, self._board, self._desk = board.canvas, board, desk
        self._chosen = desk.preferences.zoom
        """A zoom, or 0 for the largest that fits."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {"zoom": Action(self._next)}

    @property
    def narrow(self) -> bool:
        """Whether even the smallest board leaves no room for panels beside it."""
        smallest = self._canvas.layout_at(ZOOMS[0], self._room)
        parts = smallest.topology is not self._canvas.game.topology
        return smallest.columns > self._room or (parts and smallest.rows > self._rows)

    def fit(self) -> None:
        """Use the zoom chosen, or the one that fits; the panels keep their room. What is left of
        the board's own is its margin. The panels begin beside the board's first row."""
        canvas = self._canvas
        canvas.room = self._desk.app.size.width - 1 if self.narrow else self._room
        canvas.dress(zoom=self._chosen or self._largest())
        self._board.styles.max_width = "100%" if self.narrow else self._room
        columns, rows = canvas.board_size()
        spare_columns = (self._beside(canvas.zoom) - columns) // 2
        aside = 0 if self.narrow else max(0, min(canvas.zoom - 1, spare_columns))
        above = 0 if self.narrow else max(0, min(1, (self._rows - rows) // 2))
        canvas.styles.padding = (above, aside)
        top = min((self._rows - rows - 2 * above) // 2, self._rows - LEAST_ROWS)
        self._side.styles.padding = (0 if self.narrow else max(0, top), 1, 0, 0)

    @property
    def _room(self) -> int:
        return self._desk.app.size.width - 1 - SIDE

    @property
    def _rows(self) -> int:
        return self._desk.app.size.height - 1  # the last one is the line of keys

    def _beside(self, zoom: int) -> int:
        """Columns for a board of this zoom beside panels that have enough."""
        return self._room + SIDE - (WIDE if zoom == ZOOMS[-1] else ROOMY)

    def _largest(self) -> int:
        layouts = [self._canvas.layout_at(zoom) for zoom in ZOOMS]
        fitting = [
            each
            for each in layouts
            if each.columns <= self._beside(each.zoom) and each.rows <= self._rows
        ]
        # Parts of a board stand rather side by side than a little larger below each other.
        whole = self._canvas.game.topology
        best = [each for each in fitting if each.topology is whole and each.zoom > 1] or fitting
        return best[-1].zoom if best else ZOOMS[0]

    def _next(self) -> None:
        """The next zoom, after the largest the smallest."""
        wanted = self._canvas.zoom % len(ZOOMS) + 1
        self._chosen = 0 if wanted == self._largest() else wanted
        self.fit()
        self._desk.change(zoom=self._chosen)
