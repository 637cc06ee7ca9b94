"""A position as characters, place by place: on the smallest board, two columns a cell, and on
larger ones where there are few colours or none. No widget here.

Two layers: `Painter.position` (board, stones, territory), painted once a position, and
`Painter.highlights` (cursor, ghosts, faults, fading), painted at every key as the few places
that differ from the first. `plate` does the same in half blocks. On larger cells a stone fills its
cell with its character, and all else stands in the middle.
"""

from collections.abc import Collection

from rich.style import Style

from termgames.core.game import NEUTRAL
from termgames.core.topology import Cell
from termgames.play.pictures.seen import Position, Scene, Tint
from termgames.tui.board.layout import Layout, Place, empty_board
from termgames.tui.board.palette import Drawing, Palette, Spot
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
        drawing = [row.copy() for row in self._empty]
        self._lay_range(drawing, position.within)
        tints, within, layout = position.tints, position.within, self.layout
        for cell in range(len(layout.places)):
            column, row = layout.centre(cell)
            if position.stones[cell]:
                for aside, down in layout.body(cell):
                    drawing[down][aside] = self._stone(cell, position)
            elif cell in tints and not (within and tints[cell].unsettled):
                spot = self._tinted(tints[cell], drawing[row][column][0])
                for aside, down in layout.body(cell):
                    drawing[down][aside] = (drawing[down][aside][0], spot[1])
                drawing[row][column] = spot
            if not position.stones[cell] and cell in position.origins:
                drawing[row][column] = self._origin(cell, position)
        self._join_tints(drawing, position)
        self._mark(drawing, position)
        self._bracket_last(drawing, position.last)
        self._write(drawing, position)
        self.palette.coordinates(layout, drawing)
        return drawing

    def highlights(self, scene: Scene, base: Drawing, stones: bytes) -> dict[Place, Spot]:
        """The places that differ from `base`, the drawing of the position."""
        spots: dict[Place, Spot] = {}
        centre, style = self.layout.centre, self.palette.style
        for cell in scene.along:
            for column, row in self.layout.body(cell):
                char, _ = base[row][column]
                ink = self.palette.players[stones[cell] - 1] if stones[cell] else self.palette.line
                spots[column, row] = (char, style(ink, self.palette.reached(ink)))
        for column, row in map(centre, scene.faded):
            bare = base[row][column][1]
            if bare is self.palette.blank or bare is self._reached:  # territory stays readable
                spots[column, row] = (self._faded, bare)
        for cell in scene.cleared:
            self._cover(spots, cell, (" ", self.palette.blank))
            spots[centre(cell)] = (self.glyphs.dot, style(self.palette.warn))
        pointed = scene.pointed(stones)
        for cell in scene.inviting - pointed:
            column, row = centre(cell)
            ground = Style(bgcolor=base[row][column][1].bgcolor)
            spots[column, row] = (
                self.glyphs.invite,
                style(self.palette.accent, bold=True) + ground,
            )
        for cell in scene.hints - pointed:
            spots[centre(cell)] = (self.glyphs.hint, style(self.palette.accent, bold=True))
        for cell in pointed:
            spots |= self._pointed(base, cell, stones)
        hover = () if scene.hover is None else (scene.hover,)
        for pick in (*scene.proposed, *scene.picks, *hover):
            if not stones[pick.cell] or pick.cell in scene.cleared:
                ghost = self.glyphs.ghosts[pick.colour]
                self._cover(spots, pick.cell, (ghost, self.palette.ghost(pick, scene)))
            if self._bare and pick in scene.proposed and pick not in scene.picks:
                sign = self.glyphs.hint_side, style(self.palette.accent)
                spots[self.layout.sides(pick.cell)[1]] = sign
        self._join_ghosts(spots, base, scene)
        for cell, lines in scene.labels.items():
            column, row = centre(cell)
            # A stone or ghost must stay visible: the label then stands beside it.
            # A label of the position has the place there.
            beside = bool(stones[cell]) or (column, row) in spots
            left, right = self.layout.sides(cell)
            place = left if cell in self._written else right if beside else (column, row)
            colours = self.palette.label_colours(lines)
            spots[place] = (lines[0], style(*colours, bold=True, text=True))
        for cell in scene.faults:
            if stones[cell]:
                spots |= self._pointed(base, cell, stones, fault=True)
            elif spots.get(centre(cell), " ")[0] not in self.glyphs.ghosts:
                fault = style(self.palette.accent, self.palette.warn, bold=True)
                spots[centre(cell)] = (self.glyphs.fault, fault)
        if scene.cursor is not None:
            self._cursor(spots, scene.cursor, scene)
        return spots

    def _cover(self, spots: dict[Place, Spot], cell: Cell, spot: Spot) -> None:
        """Fill the body of a cell."""
        spots.update(dict.fromkeys(self.layout.body(cell), spot))

    # -- the position -------------------------------------------------------------------

    def _lay_range(self, drawing: Drawing, cells: frozenset[Cell]) -> None:
        """A lighter ground under the cells and between them; without colours, another
        character for the intersections that are not among them."""
        layout = self.layout
        if cells and (self._bare or not self.palette.tints_range):
            for cell in set(range(len(layout.places))) - cells:
                column, row = layout.centre(cell)
                drawing[row][column] = (self._faded, self.palette.blank)
            return
        for cell in cells:
            joint = layout.joint(cell) if layout.beside(cell) in cells else []
            for column, row in layout.body(cell) + joint:
                drawing[row][column] = (drawing[row][column][0], self._reached)

    def _origin(self, cell: Cell, position: Position) -> Spot:
        """A start point, in the colour of its owner."""
        owner, tint, palette = position.origins[cell], position.tints.get(cell), self.palette
        ink, ground = palette.accent if owner is None else palette.players[owner], palette.board
        if tint is not None and not tint.unsettled:
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

    def _mark(self, drawing: Drawing, position: Position) -> None:
        """Point out the stones that an overlay marks."""
        for cell in position.marked:
            if position.stones[cell]:
                for (column, row), spot in self._pointed(drawing, cell, position.stones).items():
                    drawing[row][column] = spot

    def _pointed(
        self, drawing: Drawing, cell: Cell, stones: bytes, *, fault: bool = False
    ) -> dict[Place, Spot]:
        """A stone that is pointed out by its ground and, without colours, by a sign beside it."""
        palette, glyphs, ink = self.palette, self.glyphs, self.palette.players[stones[cell] - 1]
        ground = palette.under(palette.warn, 1.0, ink) if fault else palette.pointed(ink)
        style = palette.style(ink, ground, bold=True)
        spots = {(x, y): (drawing[y][x][0], style) for x, y in self.layout.body(cell)}
        if self._bare:
            sign = glyphs.fault_side if fault else glyphs.marked_side
            spots[self.layout.sides(cell)[1]] = (sign, palette.style(palette.accent, bold=fault))
        return spots

    def _write(self, drawing: Drawing, position: Position) -> None:
        """The labels: in place of stones, in their colours. Without colours they stand beside the
        stones, as they do beside start points always, where a longer one is a `+`."""
        self._written = frozenset(position.labels)
        for cell, text in position.labels.items():
            (column, row), beside = self.layout.centre(cell), self.layout.sides(cell)[1][0]
            stone = position.stones[cell]
            if stone and self._bare:
                text = text if len(text) == 1 else "+"
                style = self.palette.style(self.palette.line, bold=True, text=True)
                column = beside
            elif stone:
                ink = self.palette.accent if cell in position.marked else self.palette.board
                style = self.palette.style(ink, self.palette.players[stone - 1], text=True)
            else:
                style = self.palette.style(self.palette.label, text=True)
                if cell in position.origins:
                    text, column = text if len(text) == 1 else "+", beside
            for aside, char in enumerate(text):
                drawing[row][column + aside] = (char, style)

    def _bracket_last(self, drawing: Drawing, last: Collection[Cell]) -> None:
        """Brackets around each run of last stones within a row."""
        style = self.palette.style(self.palette.accent)
        for cell in last:
            left, right = self.layout.sides(cell)
            if self.layout.beside(cell, -1) not in last:
                drawing[left[1]][left[0]] = (self.glyphs.last[0], style)
            follows = self.layout.beside(cell) in last
            drawing[right[1]][right[0]] = (" " if follows else self.glyphs.last[1], style)

    def _tinted(self, tint: Tint, char: str) -> Spot:
        ground = self.palette.area(tint)
        if not tint.mark:
            return char, self.palette.style(self.palette.line, ground)
        if tint.unsettled:
            return char, self.palette.blank
        signs = self.glyphs.firm if tint.firm else self.glyphs.open
        sign = self.glyphs.neutral if tint.owner == NEUTRAL else signs[tint.owner]
        return sign, self.palette.area_sign(tint, ground)

    def _join_tints(self, drawing: Drawing, position: Position) -> None:
        """Let the tint of neighbours in a row meet between them."""
        stones, tints = position.stones, position.tints
        for cell, tint in tints.items():
            right = self.layout.beside(cell)
            other = None if right is None or stones[cell] or stones[right] else tints.get(right)
            if tint.unsettled or other is None:
                continue
            if (other.owner, other.firm) == (tint.owner, tint.firm):
                weaker = min(tint, other, key=lambda tint: tint.strength)
                style = self.palette.style(self.palette.line, self.palette.area(weaker))
                for column, row in self.layout.joint(cell):
                    drawing[row][column] = (drawing[row][column][0], style)

    # -- the highlights -----------------------------------------------------------------

    def _join_ghosts(self, spots: dict[Place, Spot], base: Drawing, scene: Scene) -> None:
        """One ground under ghosts that lie side by side."""
        if self.palette.plain:
            return
        cells = {pick.cell for pick in (*scene.proposed, *scene.picks)}
        for cell in cells:
            right = self.layout.beside(cell)
            ends = [spots.get(self.layout.centre(each)) for each in (cell, right) if each in cells]
            if len(ends) == 2 and ends[0] and ends[1] and ends[0][1].bgcolor == ends[1][1].bgcolor:
                for column, row in self.layout.joint(cell):
                    spots[column, row] = (base[row][column][0], ends[0][1])

    def _cursor(self, spots: dict[Place, Spot], cell: Cell, scene: Scene) -> None:
        left, right = self.layout.sides(cell)
        style = self.palette.style(self.palette.cursor(active=scene.active), bold=scene.active)
        if scene.framed or self._bare:
            spots[left] = (self.glyphs.cursor[0], style)
            if not (self._bare and cell in self._written):
                spots[right] = (self.glyphs.cursor[1], style)
        self.palette.point_out(self.layout, spots, cell, active=scene.active)
