"""How the cursor moves over the cells of a topology."""

from termgames.core.topology import Cell, Topology

Way = tuple[int, int]
"""A direction on the screen: right and down are positive."""


class CursorMoves:
    """A cursor that keeps its column when it goes up and down, as a text editor does.

    On hexagonal boards there is no cell straight above: going up zigzags along the column
    the cursor last stood on by a sideways move.
    """

    def __init__(self, topology: Topology) -> None:
        self.lie(topology)
        self.cell = self._middle()
        self._goal = self._xy[self.cell][0]

    def lie(self, topology: Topology) -> None:
        """Have the cells lie as in the drawing of this topology, see `topology.fitted`."""
        self._topology = topology
        self._xy: list[tuple[int, int]] = [(int(x), int(y)) for x, y in topology.xy]
        self._height = max(y for _, y in self._xy)
        self._width = max(x for x, _ in self._xy)

    def put(self, cell: Cell) -> None:
        """Stand on `cell`."""
        self.cell = cell
        self._goal = self._xy[cell][0]

    def distance(self, cell: Cell) -> int:
        """Columns and rows from the cursor to a cell."""
        (x, y), (right, down) = self._xy[self.cell], self._xy[cell]
        return abs(right - x) + 2 * abs(down - y)

    def go(self, way: Way, steps: int = 1) -> None:
        """Move `steps` cells; gaps are jumped over, the rim stops."""
        for _ in range(steps):
            if way[0] and way[1]:
                self._diagonal(way)
            elif way[0]:
                self._sideways(way[0])
            else:
                self._vertical(way[1])

    def row_end(self, side: int) -> None:
        """Go to the first (-1) or last (1) cell of the row."""
        row = self._xy[self.cell][1]
        cells = [cell for cell, (_, y) in enumerate(self._xy) if y == row]
        self.put(max(cells, key=lambda cell: side * self._xy[cell][0]))

    def _middle(self) -> Cell:
        away = [abs(x - self._width / 2) + 2 * abs(y - self._height / 2) for x, y in self._xy]
        return away.index(min(away))

    def _sideways(self, side: int) -> None:
        x, y = self._xy[self.cell]
        while 0 <= x <= self._width:
            x += side
            cell = self._topology.at_xy.get((x, y))
            if cell is not None:
                self.put(cell)
                return

    def _diagonal(self, way: Way) -> None:
        x, y = self._xy[self.cell]
        step = 2 if self._topology.ruled else 1
        cell = self._topology.at_xy.get((x + step * way[0], y + way[1]))
        if cell is not None:
            self.put(cell)

    def _vertical(self, side: int) -> None:
        """The next row that has a cell in the column; where rows are shifted, near it."""
        y = self._xy[self.cell][1] + side
        near = (0,) if self._topology.ruled else (0, 1, -1)
        while 0 <= y <= self._height:
            for aside in near:
                cell = self._topology.at_xy.get((self._goal + aside, y))
                if cell is not None:
                    self.cell = cell
                    return
            row = [x for x, place in self._xy if place == y]
            if row and not self._topology.ruled:
                # The column has left the board: follow its slanting edge.
                here = self._xy[self.cell][0]
                self.put(self._topology.at_xy[min(row, key=lambda x: abs(x - here)), y])
                return
            y += side
