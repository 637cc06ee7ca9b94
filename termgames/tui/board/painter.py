"""A position on the smallest board, two columns a cell, place by place. No widget here.

Two layers: `Painter.position` (board, stones, territory), painted once a position, and
`Painter.highlights` (cursor, ghosts, faults, fading), painted at every key as the few places
that differ from the first. `blocks` does the same on larger cells.
"""

from __future__ import annotations

from collections.abc import Collection

from termgames.core.display import EdgeMark
from termgames.core.game import NEUTRAL
from termgames.core.topology import Cell
from termgames.tui.board.layout import Layout, Place, empty_board
from termgames.tui.board.palette import Palette, is_open, on
from termgames.tui.board.scene import Drawing, Position, Scene, Spot
from termgames.tui.board.tints import Tint
from termgames.tui.themes import GlyphSet


class Painter:
    """Paints one layout with one glyph set and one palette."""

    def __init__(self, layout: Layout, glyphs: GlyphSet, palette: Palette) -> None:
        self.layout, self.glyphs, self.palette = layout, glyphs, palette
        ruled = layout.topology.ruled
        self._faded = glyphs.faded if ruled else glyphs.faded_dot
        self._bare = palette.plain or glyphs.name == "ascii"
        """Whether characters must say what colours say elsewhere."""
        self._reached = palette.style(palette.line.blend(palette.accent, 0.17), palette.reached())
        """The style of the board within range."""
        self._written: frozenset[Cell] = frozenset()
        """The cells of the position with labels."""
        blank = palette.blank
        self._empty = [[(char, blank) for char in row] for row in empty_board(layout, glyphs)]

    def position(self, position: Position) -> Drawing:
        """The drawing by row and column."""
        blank = self.palette.blank
        drawing = [row.copy() for row in self._empty]
        self._lay_range(drawing, position.within)
        tints, within = position.tints, position.within
        for cell, (column, row) in enumerate(self.layout.places):
            char, _ = drawing[row][column]
            if position.stones[cell]:
                drawing[row][column] = self._stone(cell, position)
            elif cell in tints and not (within and is_open(tints[cell])):
                drawing[row][column] = self._tinted(tints[cell], char)
            if not position.stones[cell] and cell in position.origins:
                drawing[row][column] = self._origin(cell, position)
        self._join_tints(drawing, position)
        self._mark(drawing, position)
        self._bracket_last(drawing, position.last)
        self._write(drawing, position)
        self.palette.coordinates(self.layout, drawing)
        for mark in position.edge_marks:
            column, row = self.layout.place(mark.x, mark.y)
            drawing[row][column] = self._edge_mark(mark)
            if self._bare and mark.count is not None and mark.owner != NEUTRAL:
                # Left of the mark where a cell follows on the right: the cursor's bracket may stand
                # there.
                cell_follows = self.layout.cell_at(column + 2, row) is not None
                beside = column - 1 if cell_follows else column + 1
                drawing[row][beside] = (self.glyphs.open[mark.owner], blank)
        return drawing

    def highlights(self, scene: Scene, base: Drawing, stones: bytes) -> dict[Place, Spot]:
        """The places that differ from `base`, the drawing of the position."""
        spots: dict[Place, Spot] = {}
        places, style = self.layout.places, self.palette.style
        self._fade(spots, base, scene.faded)
        for cell in scene.cleared:
            spots[places[cell]] = (self.glyphs.dot, style(self.palette.warn))
        pointed = scene.pointed(stones)
        for cell in scene.inviting - pointed:
            column, row = places[cell]
            accent = style(self.palette.accent, bold=True)
            spots[column, row] = (self.glyphs.invite, on(accent, base[row][column][1]))
        for cell in scene.hints - pointed:
            spots[places[cell]] = (self.glyphs.hint, style(self.palette.accent, bold=True))
        for cell in pointed:
            spots |= self._pointed(base, cell, stones[cell])
        hover = () if scene.hover is None else (scene.hover,)
        for pick in (*scene.proposed, *scene.picks, *hover):
            if not stones[pick.cell] or pick.cell in scene.cleared:
                ghost = self.glyphs.ghosts[pick.colour]
                spots[places[pick.cell]] = (ghost, self.palette.ghost(pick, scene)[0])
        self._point_out(spots, scene)
        self._join_ghosts(spots, base, scene)
        for cell, lines in scene.labels.items():
            column, row = places[cell]
            # A stone or ghost must stay visible: the label then stands beside it.
            # A label of the position has the place there.
            beside = -1 if cell in self._written else bool(stones[cell]) or (column, row) in spots
            spots[column + beside, row] = (lines[0], self.palette.label_style(lines))
        for cell in scene.faults:
            self._fault(spots, base, cell, stones[cell])
        if scene.cursor is not None:
            self._cursor(spots, scene.cursor, scene)
        return spots

    # -- the position -------------------------------------------------------------------

    def _lay_range(self, drawing: Drawing, cells: frozenset[Cell]) -> None:
        """A lighter ground under the cells and between them; without colours, another
        character for the intersections that are not among them."""
        if cells and (self._bare or not self.palette.tints_range):
            for cell in set(range(len(self.layout.places))) - cells:
                column, row = self.layout.places[cell]
                drawing[row][column] = (self._faded, self.palette.blank)
            return
        for cell in cells:
            column, row = self.layout.places[cell]
            drawing[row][column] = (drawing[row][column][0], self._reached)
            if self.layout.right_of(cell) in cells:
                drawing[row][column + 1] = (drawing[row][column + 1][0], self._reached)

    def _origin(self, cell: Cell, position: Position) -> Spot:
        """A start point, in the colour of its owner."""
        owner, tint, palette = position.origins[cell], position.tints.get(cell), self.palette
        ink, ground = palette.origin(owner), palette.board
        if tint is not None and not is_open(tint):
            ground = palette.area(tint, ink)
        elif cell in position.within:
            ground = palette.reached()
        glyph = self.glyphs.origin if owner is None else self.glyphs.origins[owner]
        return glyph, palette.style(ink, ground, bold=True)

    def _stone(self, cell: Cell, position: Position) -> Spot:
        """A stone on the ground that lies under it."""
        colour, palette = position.stones[cell] - 1, self.palette
        ink = palette.players[colour]
        lit = cell in position.within and not self._bare
        ground = palette.reached(ink) if lit else palette.board
        return self.glyphs.stones[colour], palette.style(ink, ground, bold=True)

    def _edge_mark(self, mark: EdgeMark) -> Spot:
        """A mark beside the board: the winner's sign, or how many stones are still needed."""
        if mark.count is None:
            ink = self.palette.players[mark.owner]
            return self.glyphs.firm[mark.owner], self.palette.style(ink, bold=True)
        return str(mark.count), self.palette.count(mark.owner)

    def _mark(self, drawing: Drawing, position: Position) -> None:
        """Point out the stones that an overlay marks."""
        for cell in position.marked:
            if position.stones[cell]:
                for place, spot in self._pointed(drawing, cell, position.stones[cell]).items():
                    drawing[place[1]][place[0]] = spot

    def _pointed(self, drawing: Drawing, cell: Cell, stone: int) -> dict[Place, Spot]:
        """A stone that is pointed out, by its ground or by a sign beside it."""
        column, row = self.layout.places[cell]
        if self._bare:
            sign = self.palette.style(self.palette.accent)
            return {(column + 1, row): (self.glyphs.marked_side, sign)}
        ink = self.palette.players[stone - 1]
        ground = self.palette.style(ink, self.palette.pointed(ink), bold=True)
        return {(column, row): (drawing[row][column][0], ground)}

    def _write(self, drawing: Drawing, position: Position) -> None:
        """The labels: in place of stones, in their colours. Without colours they stand beside the
        stones, as they do beside start points always, where a longer one is a `+`."""
        self._written = frozenset(position.labels)
        for cell, text in position.labels.items():
            column, row = self.layout.places[cell]
            stone = position.stones[cell]
            if stone and self._bare:
                text = text if len(text) == 1 else "+"
                style = self.palette.style(self.palette.line, bold=True, text=True)
                column += 1
            elif stone:
                style = self.palette.written(stone - 1, marked=cell in position.marked)
            else:
                style = self.palette.style(self.palette.label, text=True)
                if cell in position.origins:
                    text, column = text if len(text) == 1 else "+", column + 1
            for aside, char in enumerate(text):
                drawing[row][column + aside] = (char, style)

    def _bracket_last(self, drawing: Drawing, last: Collection[Cell]) -> None:
        """Brackets around each run of last stones within a row."""
        style = self.palette.style(self.palette.accent)
        for cell in last:
            column, row = self.layout.places[cell]
            if self.layout.cell_at(column - 2, row) not in last:
                drawing[row][column - 1] = (self.glyphs.last[0], style)
            follows = self.layout.right_of(cell) in last
            drawing[row][column + 1] = (" " if follows else self.glyphs.last[1], style)

    def _tinted(self, tint: Tint, char: str) -> Spot:
        ground = self.palette.area(tint)
        if not tint.mark:
            return char, self.palette.style(self.palette.line, ground)
        if is_open(tint):
            return char, self.palette.blank
        if tint.owner == NEUTRAL:
            return self.glyphs.neutral, self.palette.area_sign(tint, ground)
        glyph = (self.glyphs.firm if tint.firm else self.glyphs.open)[tint.owner]
        return glyph, self.palette.area_sign(tint, ground)

    def _join_tints(self, drawing: Drawing, position: Position) -> None:
        """Let the tint of neighbours in a row meet between them."""
        stones, tints = position.stones, position.tints
        for cell, tint in tints.items():
            right = self.layout.right_of(cell)
            if right is None or stones[cell] or stones[right] or is_open(tint):
                continue
            other = tints.get(right)
            if other is not None and (other.owner, other.firm) == (tint.owner, tint.firm):
                weaker = min(tint, other, key=lambda tint: tint.strength)
                column, row = self.layout.places[cell]
                char = drawing[row][column + 1][0]
                style = self.palette.style(self.palette.line, self.palette.area(weaker))
                drawing[row][column + 1] = (char, style)

    # -- the highlights -----------------------------------------------------------------

    def _fade(self, spots: dict[Place, Spot], base: Drawing, cells: Collection[Cell]) -> None:
        """Another character; territory stays readable."""
        for cell in cells:
            column, row = self.layout.places[cell]
            style = base[row][column][1]
            if style is self.palette.blank or style is self._reached:
                spots[column, row] = (self._faded, style)

    def _point_out(self, spots: dict[Place, Spot], scene: Scene) -> None:
        """A sign beside the stones of a proposed move where there are no colours to show them."""
        if self._bare:
            for pick in scene.proposed:
                if pick not in scene.picks:
                    column, row = self.layout.places[pick.cell]
                    sign = self.palette.style(self.palette.accent)
                    spots[column + 1, row] = (self.glyphs.hint_side, sign)

    def _join_ghosts(self, spots: dict[Place, Spot], base: Drawing, scene: Scene) -> None:
        """One ground under ghosts that lie side by side."""
        if self.palette.plain:
            return
        places = {self.layout.places[pick.cell] for pick in (*scene.proposed, *scene.picks)}
        for column, row in places & spots.keys():
            if (column + 2, row) in places & spots.keys():
                style = spots[column, row][1]
                if spots[column + 2, row][1].bgcolor == style.bgcolor:
                    spots[column + 1, row] = (base[row][column + 1][0], style)

    def _fault(self, spots: dict[Place, Spot], base: Drawing, cell: Cell, stone: int) -> None:
        column, row = self.layout.places[cell]
        ghost = spots.get((column, row))
        palette = self.palette
        if stone:
            ink = palette.players[stone - 1]
            style = palette.style(ink, palette.fault(ink), bold=True)
            spots[column, row] = (base[row][column][0], style)
            if self._bare:
                spots[column + 1, row] = (
                    self.glyphs.fault_side,
                    palette.style(palette.line, bold=True, text=True),
                )
        elif ghost is None or ghost[0] not in self.glyphs.ghosts:
            style = palette.style(palette.accent, palette.warn, bold=True)
            spots[column, row] = (self.glyphs.fault, style)

    def _cursor(self, spots: dict[Place, Spot], cell: Cell, scene: Scene) -> None:
        column, row = self.layout.places[cell]
        style = self.palette.cursor(active=scene.active)
        if scene.framed or self._bare:
            spots[column - 1, row] = (self.glyphs.cursor[0], style)
            if not (self._bare and cell in self._written):
                spots[column + 1, row] = (self.glyphs.cursor[1], style)
        self.palette.point_out(self.layout, spots, cell, active=scene.active)
