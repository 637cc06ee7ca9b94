"""A position on large cells, blocks of 4x2, 6x3 or 8x4 characters. No widget here.

The same two layers as in `painter`. Stones are filled shapes, ghosts are smaller ones, areas tint
their whole cells. The board is drawn as crossing lines, on hexagons as dots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.style import Style
from textual.color import Color

from termgames.core.display import EdgeMark, Pick
from termgames.core.game import NEUTRAL
from termgames.core.topology import Cell
from termgames.tui.board import shapes
from termgames.tui.board.layout import Layout, Place, star_points
from termgames.tui.board.palette import Palette, is_open
from termgames.tui.board.scene import Drawing, Position, Scene, Spot
from termgames.tui.board.shapes import Shape
from termgames.tui.board.tints import Tint
from termgames.tui.themes import GlyphSet


class BlockPainter:
    """Paints one layout of a zoom above 1 with one glyph set and one palette."""

    def __init__(self, layout: Layout, glyphs: GlyphSet, palette: Palette) -> None:
        self.layout, self.glyphs, self.palette = layout, glyphs, palette
        self._shapes = shapes.ASCII if glyphs.name == "ascii" else shapes.UNICODE
        self._bare = palette.plain or glyphs.name == "ascii"
        """Whether characters must say what colours say elsewhere."""
        self._signs_range = self._bare or not palette.tints_range
        self._zoom = layout.zoom
        self._empty = self._empty_cells()
        cells = layout.topology.cells
        self._grounds = [palette.board] * cells
        """The ground under every cell of the position, set by `_block`."""
        self._origins: Mapping[Cell, int | None] = {}
        """The start points of the position."""
        self._written: frozenset[Cell] = frozenset()
        """The cells of the position with labels."""
        blank = palette.blank
        self._cells: Drawing = [[(" ", blank)] * layout.columns for _ in range(layout.rows)]
        palette.coordinates(layout, self._cells)
        self._shown: list[object] = [None] * cells
        """For each cell, what `_seen` said when its block in `_cells` was drawn last: a cell for
        which it says the same is not drawn again."""

    def position(self, position: Position) -> Drawing:
        """The drawing by row and column."""
        self._origins, self._written = position.origins, frozenset(position.labels)
        for cell, seen in enumerate(self._seen(position)):
            if seen != self._shown[cell]:
                self._shown[cell] = seen
                self._lay(self._cells, cell, self._block(cell, position))
        drawing = [row.copy() for row in self._cells]
        for mark in position.edge_marks:
            column, row = self.layout.place(mark.x, mark.y)
            for down, line in enumerate(self._edge_mark(mark)):
                drawing[row + down][column : column + len(line)] = line
        return drawing

    def _seen(self, position: Position) -> Iterator[object]:
        """For each cell a value that differs whenever its block would look different."""
        last, marked, within = position.last, set(position.marked), position.within
        for cell, stone in enumerate(position.stones):
            badge = cell in marked, cell in last, cell in within, bool(within)
            label = position.labels.get(cell)
            yield stone, badge, position.tints.get(cell), position.origins.get(cell, -1), label

    def _block(self, cell: Cell, position: Position) -> Drawing:
        """The block of a cell in the position. Also sets the cell's entry in `_grounds`."""
        palette, stone, tint = self.palette, position.stones[cell], position.tints.get(cell)
        if tint is not None and is_open(tint):
            tint = None
        if stone or tint is None:
            ink = palette.players[stone - 1] if stone else None
            ground = palette.reached(ink) if cell in position.within else palette.board
        else:
            inks = (palette.origin(position.origins[cell]),) if cell in position.origins else ()
            ground = palette.area(tint, *inks)
        self._grounds[cell] = ground
        if stone:
            return self._stone(cell, position)
        out_of_range = bool(position.within) and cell not in position.within
        block = self._point(cell, ground, faded=self._signs_range and out_of_range)
        if tint is not None:
            self._sign_area(block, tint, ground)
        if cell in position.origins:
            self._origin(block, position.origins[cell], ground)
        if cell in position.labels:
            aside, below = self.layout.middle
            style = palette.style(palette.label, ground, text=True)
            # Beside a start point, else in the middle.
            for offset, char in enumerate(f"{position.labels[cell]:<2}", cell in position.origins):
                block[below][aside + offset] = (char, style)
        return block

    def highlights(self, scene: Scene, base: Drawing, stones: bytes) -> dict[Place, Spot]:
        """The places that differ from `base`, the drawing of the position."""
        palette, accent = self.palette, self.palette.accent
        spots: dict[Place, Spot] = {}
        for cell in scene.faded:
            # Territory and start points stay readable.
            ground = self._grounds[cell]
            if ground == palette.board and cell not in scene.hints:
                block = self._point(cell, ground, faded=True)
                if cell in self._origins:
                    self._origin(block, self._origins[cell], ground)
                self._put(spots, cell, block)
        for cell in scene.cleared:
            block = self._point(cell, self._grounds[cell], faded=True)
            self._sign(block, self.glyphs.dot, palette.style(palette.warn, self._grounds[cell]))
            self._put(spots, cell, block)
        pointed = scene.pointed(stones)
        for cell in pointed:
            self._put(spots, cell, self._pointed(base, cell, stones[cell]))
        for cell in scene.inviting - pointed:
            style = palette.style(accent, self._grounds[cell], bold=self._bare)
            block = self._point(cell, self._grounds[cell])
            self._sign_square(block, self.glyphs.invite, style)
            self._put(spots, cell, block)
        for cell in scene.hints - pointed:
            style = palette.style(accent, self._grounds[cell], bold=True)
            block = self._outlined(style)
            self._sign_square(block, self.glyphs.hint, style)
            self._put(spots, cell, block)
        hover = () if scene.hover is None else (scene.hover,)
        for pick in (*scene.proposed, *scene.picks, *hover):
            if not stones[pick.cell] or pick.cell in scene.cleared:
                self._put(spots, pick.cell, self._ghost(pick, scene))
        ghosts = {pick.cell for pick in (*scene.proposed, *scene.picks, *hover)}
        for cell, lines in scene.labels.items():
            occupied = bool(stones[cell]) or cell in ghosts or cell in self._written
            self._put(spots, cell, self._label(base, spots, cell, lines, occupied=occupied))
        for cell in scene.faults:
            if stones[cell] or cell not in ghosts:
                self._put(spots, cell, self._fault(base, cell, stones[cell]))
        if scene.cursor is not None:
            self._cursor(spots, base, scene.cursor, scene)
        return spots

    # -- the empty board ----------------------------------------------------------------

    def _empty_cells(self) -> list[tuple[str, ...]]:
        """The lines of every empty cell."""
        topology = self.layout.topology
        if not topology.ruled:
            return [shapes.dot(self._zoom, self._shapes)] * topology.cells
        stars, lines = star_points(topology), []
        for cell in range(topology.cells):
            x, y = topology.lattice[cell].tolist()
            ahead = [
                (x + dx, y + dy) in topology.at_lattice
                for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            ]
            lines.append(shapes.crossing(self._zoom, self._shapes, ahead, star=cell in stars))
        return lines

    def _point(self, cell: Cell, ground: Color, *, faded: bool = False) -> Drawing:
        """The block of an empty cell."""
        style = self.palette.style(self.palette.line, ground, dim=self.palette.plain)
        if faded:
            block = self._filled(" ", style)
            self._sign(block, self.glyphs.faded, style)
            return block
        return self._drawn(self._empty[cell], style)

    # -- single things ------------------------------------------------------------------

    def _stone(self, cell: Cell, position: Position) -> Drawing:
        """The block of a stone, with a badge where an overlay marks it or it was played last."""
        palette, colour = self.palette, position.stones[cell] - 1
        ink, ground = palette.players[colour], self._grounds[cell]
        if cell in position.marked:
            ground = palette.pointed(ink)
        style = palette.style(ink, ground)
        shape = self._shapes.stone(self._zoom, colour, rings=palette.rings or palette.plain)
        block = self._drawn(shape, style)
        if cell in position.labels:
            self._write(block, position.labels[cell], cell, position)
        elif cell in position.marked:
            self._badge(block, self._shapes.marked, palette.accent, ink)
        elif cell in position.last:
            self._badge(block, self._shapes.last, palette.accent, ink)
        return block

    def _write(self, block: Drawing, text: str, cell: Cell, position: Position) -> None:
        """A label on a stone. On one that stands out or was played last it does so, too, by signs
        around it, and by its colour where there are colours."""
        last, stands_out = cell in position.last, cell in position.marked
        style = self.palette.written(position.stones[cell] - 1, marked=last or stands_out)
        if self._bare:
            style = self.palette.style(self.palette.line, bold=True, text=True)
        around = "''" if stands_out else "()" if last else "  " * self._bare
        aside, below = self.layout.middle
        whole = f"{around[0]}{text}{around[1]}" if around else f"{text:<2}"
        for offset, char in enumerate(whole, aside - bool(around)):
            block[below][offset] = (char, style)

    def _sign_area(self, block: Drawing, tint: Tint, ground: Color) -> None:
        if not tint.mark:
            return
        style = self.palette.area_sign(tint, ground)
        if tint.owner == NEUTRAL:
            self._sign(block, self.glyphs.neutral, style)
        else:
            glyph = (self.glyphs.firm if tint.firm else self.glyphs.open)[tint.owner]
            self._sign_square(block, glyph, style, firm=tint.firm)

    def _origin(self, block: Drawing, owner: int | None, ground: Color) -> None:
        """A start point, in the colour of its owner."""
        glyph = self.glyphs.origin if owner is None else self.glyphs.origins[owner]
        style = self.palette.style(self.palette.origin(owner), ground, bold=True)
        self._sign(block, glyph, style)

    def _edge_mark(self, mark: EdgeMark) -> Drawing:
        """A mark beside the board: the winner's sign, or how many stones are still needed."""
        palette, block = self.palette, self._filled(" ", self.palette.blank)
        if mark.count is None:
            style = palette.style(palette.players[mark.owner], bold=True)
            self._sign_square(block, self.glyphs.firm[mark.owner], style, firm=True)
            return block
        owned = mark.owner != NEUTRAL
        beside = self.glyphs.open[mark.owner] if owned and self._bare else " "
        self._sign(block, f"{mark.count}{beside if owned else ''}", palette.count(mark.owner))
        return block

    def _ghost(self, pick: Pick, scene: Scene) -> Drawing:
        """The outline of a stone that is not played yet."""
        palette = self.palette
        style, _ = palette.ghost(pick, scene)
        rings = palette.rings or palette.plain
        shape = self._shapes.stone(self._zoom, pick.colour, rings=rings, ghost=True)
        block = self._drawn(shape, style)
        if self._bare and pick in scene.proposed and pick not in scene.picks:
            block[0][-1] = (self.glyphs.hint_side, style)
        return block

    def _label(
        self,
        base: Drawing,
        spots: dict[Place, Spot],
        cell: Cell,
        lines: Sequence[str],
        *,
        occupied: bool,
    ) -> Drawing:
        """A cell with text on it; only the first line where there is a stone or a ghost, and that
        in a corner where the position has a label."""
        style = self.palette.label_style(lines, None if occupied else self.palette.board)
        if occupied:
            column, row = self.layout.places[cell]
            block = [
                [spots.get((column + aside, row + down), spot) for aside, spot in enumerate(line)]
                for down, line in enumerate(self._base_block(base, cell))
            ]
            if cell in self._written:
                block[0 if self.layout.middle[1] else -1][0] = (lines[0], style)
            else:
                self._sign(block, lines[0], style)
            return block
        width, rows = 2 * self._zoom, [*lines, *[""] * self._zoom][: self._zoom]
        return [[(char, style) for char in f"{line:^{width}}"[:width]] for line in rows]

    def _restyled(self, base: Drawing, cell: Cell, style: Style) -> Drawing:
        """The block of a cell as it was drawn, in another style: see `shapes` on the lowest
        eighth."""
        exchanged = self.palette.exchanged(style)
        return [
            [(char, exchanged if char == shapes.LOWEST else style) for char, _ in line]
            for line in self._base_block(base, cell)
        ]

    def _pointed(self, base: Drawing, cell: Cell, stone: int) -> Drawing:
        """The block of a stone that is pointed out, by its ground and a badge."""
        palette, ink = self.palette, self.palette.players[stone - 1]
        block = self._restyled(base, cell, palette.style(ink, palette.pointed(ink)))
        self._badge(block, self._shapes.marked, palette.accent, ink)
        return block

    def _fault(self, base: Drawing, cell: Cell, stone: int) -> Drawing:
        """The block of a cell that is the reason of a refusal, with a stone on it or not."""
        palette = self.palette
        if not stone:
            style = palette.style(palette.accent, palette.warn, bold=True)
            block = self._filled(" ", style)
            self._sign(block, self.glyphs.fault, style)
            return block
        ink = palette.players[stone - 1]
        block = self._restyled(base, cell, palette.style(ink, palette.fault(ink)))
        self._badge(block, self._shapes.fault, palette.accent, ink)
        return block

    def _cursor(self, spots: dict[Place, Spot], base: Drawing, cell: Cell, scene: Scene) -> None:
        """Draw the cursor: corners around the cell, and its coordinates."""
        if scene.framed or self._bare:
            column, row = self.layout.places[cell]
            right, bottom = column + 2 * self._zoom - 1, row + self._zoom - 1
            corners = ((column, row), (right, row), (column, bottom), (right, bottom))
            style = self.palette.cursor(active=scene.active)
            for place, char in zip(corners, self._shapes.corners, strict=True):
                under = spots.get(place) or base[place[1]][place[0]]
                spots[place] = (char, self._over(style, under[1], active=scene.active))
        self.palette.point_out(self.layout, spots, cell, active=scene.active)

    def _over(self, style: Style, under: Style, *, active: bool) -> Style:
        """The style of the cursor's frame over a place of style `under`."""
        ground = under.bgcolor
        if ground is None or ground.triplet is None:
            return style
        return self.palette.cursor(active=active, ground=Color(*ground.triplet))

    # -- blocks -------------------------------------------------------------------------

    def _filled(self, char: str, style: Style) -> Drawing:
        return [[(char, style)] * (2 * self._zoom) for _ in range(self._zoom)]

    def _sign(self, block: Drawing, text: str, style: Style) -> None:
        """One or two characters in the middle of a block."""
        aside, below = self.layout.middle
        for offset, char in enumerate(text):
            block[below][aside + offset] = (char, style)

    def _sign_square(self, block: Drawing, glyph: str, style: Style, *, firm: bool = False) -> None:
        """A small square in the middle of a block, a larger one for `firm` areas; where there are
        no colours, `glyph` instead."""
        if self._bare:
            self._sign(block, glyph, style)
        else:
            shapes.stamp(block, shapes.square(self._zoom, firm=firm), style)

    def _outlined(self, style: Style) -> Drawing:
        return self._drawn(self._shapes.outline(self._zoom), style)

    def _drawn(self, shape: Shape, style: Style) -> Drawing:
        """The characters of a shape."""
        exchanged = self.palette.exchanged(style)
        return [
            [(shapes.LOWEST, exchanged) if char == shapes.UPPER else (char, style) for char in line]
            for line in shape
        ]

    def _badge(self, block: Drawing, badge: Mapping[int, Shape], ink: Color, stone: Color) -> None:
        """Put a sign on a stone: where there are no colours, as a hole or a spot."""
        style = self.palette.style(ink, stone, bold=self._bare, text=True)
        for down, line in enumerate(shapes.centred(self._zoom, badge[self._zoom])):
            for aside, char in enumerate(line):
                under = block[down][aside][0]
                if char == " ":
                    continue
                if self.palette.plain and under in "█▇▁":
                    hole = shapes.HOLES.get(char, char)
                    cut = style if hole != char else self.palette.exchanged(style)
                    block[down][aside] = (hole, cut)
                else:
                    char = shapes.JOINED.get(under + char, char) if self._bare else char
                    block[down][aside] = (char, style)

    def _lay(self, drawing: Drawing, cell: Cell, block: Drawing) -> None:
        column, row = self.layout.places[cell]
        for down, line in enumerate(block):
            drawing[row + down][column : column + len(line)] = line

    def _put(self, spots: dict[Place, Spot], cell: Cell, block: Drawing) -> None:
        column, row = self.layout.places[cell]
        for down, line in enumerate(block):
            for aside, spot in enumerate(line):
                spots[column + aside, row + down] = spot

    def _base_block(self, base: Drawing, cell: Cell) -> Drawing:
        """The block of a cell as it is in `base`, the drawing of the position."""
        column, row = self.layout.places[cell]
        lines = base[row : row + self._zoom]
        return [line[column : column + 2 * self._zoom] for line in lines]
