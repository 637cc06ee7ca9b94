"""A position as a small picture in half blocks, on cells of 4x2, 6x3 or 8x4 characters. No widget
here.

The same two layers as in `painter`, each made of faces, see `pixels`: what a cell shows is a value,
and cells with equal faces are drawn once. Letters and digits lie over the pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rich.style import Style
from textual.color import Color

from termgames.core.display import Pick
from termgames.core.game import NEUTRAL
from termgames.core.topology import Cell
from termgames.tui.board.layout import Layout, Place, star_points, ways_ahead
from termgames.tui.board.palette import Palette, is_open
from termgames.tui.board.pixels import Face, Rgb, draw
from termgames.tui.board.scene import Drawing, Position, Scene, Spot
from termgames.tui.depth import Depth

Text = tuple[int, int, str, Color, Color | None]
"""Letters on a cell: row, column, what they say, their colour and that of their ground; without one
it is that of the pixels."""
_TILES = 0.06
"""How much darker every other cell is where no lines divide a square board."""
_DOT, _FIRM, _SIGN = 0.2, 0.4, 0.3
"""Half widths of the square in the middle of an area, of a settled one, and of a sign."""
_COARSE = 17
"""The step to which colours are rounded where a terminal has few of them."""


class PlatePainter:
    """Paints one layout of a zoom above 1 with one palette, on a terminal with many colours."""

    def __init__(self, layout: Layout, palette: Palette, depth: Depth | None) -> None:
        self.layout, self.palette, self._depth = layout, palette, depth
        stars, cells = star_points(layout.topology), range(layout.topology.cells)
        self._empty = [self._empty_face(cell, star=cell in stars) for cell in cells]
        self._faces, self._texts = self._empty, list[tuple[Text, ...]]()
        """What the cells of the position show, and what is written on them."""
        self._within = frozenset[Cell]()
        """The cells in range; the others need no sign that they are of no use."""
        self._blank = [[(" ", palette.outside)] * layout.columns for _ in range(layout.rows)]
        palette.coordinates(layout, self._blank)
        self._drawn = cache(self._drawn_anew)
        self._spot = cache(self._spot_anew)

    def position(self, position: Position) -> Drawing:
        """The drawing by row and column."""
        self._faces = self.faces(position)
        self._texts = [self._text(cell, position) for cell in range(len(self._empty))]
        self._within = position.within
        drawing = [row.copy() for row in self._blank]
        for cell, (column, row) in enumerate(self.layout.places):
            for down, line in enumerate(self._block(self._faces[cell], self._texts[cell]), row):
                drawing[down][column : column + len(line)] = line
        return drawing

    def highlights(self, scene: Scene, base: Drawing, stones: bytes) -> dict[Place, Spot]:
        """The places that differ from `base`, the drawing of the position."""
        spots: dict[Place, Spot] = {}
        faces = self._lit(scene, stones)
        for cell in faces.keys() | scene.labels.keys():
            face, texts = faces.get(cell, self._faces[cell]), self._texts[cell]
            texts += self._label(scene.labels.get(cell, ()), free=not (face.stone or texts))
            column, row = self.layout.places[cell]
            for down, line in enumerate(self._block(face, texts), row):
                for aside, spot in enumerate(line, column):
                    if spot != base[down][aside]:
                        spots[aside, down] = spot
        if scene.cursor is not None:
            self.palette.point_out(self.layout, spots, scene.cursor, active=scene.active)
        return spots

    # -- faces --------------------------------------------------------------------------

    def faces(self, position: Position) -> list[Face]:
        """What the cells show in a position."""
        return [self._face(cell, position) for cell in range(len(self._empty))]

    def _empty_face(self, cell: Cell, *, star: bool) -> Face:
        topology, palette = self.layout.topology, self.palette
        board, line = palette.board.rgb, palette.board.blend(palette.line, 0.6).rgb
        if not topology.ruled:
            return Face(board, line=line, hexagon=True)
        x, y = topology.lattice[cell].tolist()
        if self.layout.zoom == 2:
            ground = palette.ground(Color(0, 0, 0), _TILES if self._depth is None else 3 * _TILES)
            return Face(ground.rgb if (x + y) % 2 else board, line=line, star=star)
        return Face(board, ways_ahead(topology, cell), line, star)

    def _face(self, cell: Cell, position: Position) -> Face:
        """What a cell shows in the position."""
        face, palette, stone = self._empty[cell], self.palette, position.stones[cell]
        if cell in position.within:
            face = _tinted(face, palette.accent, 0.28)
        if stone:
            if cell in position.marked:
                face = _tinted(face, palette.accent, 0.6)
            ringed = cell in position.last and cell not in position.labels
            ring = palette.ring(stone - 1).rgb if ringed else None
            return face._replace(stone=self._stone(stone - 1), ring=ring)
        tint = position.tints.get(cell)
        if tint is not None and not is_open(tint):
            owner, firm = palette.owner(tint.owner), tint.firm
            if tint.owner != NEUTRAL:
                face = _tinted(face, owner, 0.42 * tint.strength)
            if tint.mark:
                face = face._replace(dot=(owner.rgb, _FIRM if firm else _DOT), star=False)
        if cell in position.origins:
            dot = palette.origin(position.origins[cell]).rgb, _SIGN
            face = face._replace(dot=dot, star=False)
        return face

    def _lit(self, scene: Scene, stones: bytes) -> dict[Cell, Face]:
        """What the cells show that are highlighted."""
        palette, faces = self.palette, dict[Cell, Face]()
        accent, warn = palette.accent.rgb, palette.warn.rgb

        def now(cell: Cell) -> Face:
            return faces.get(cell, self._faces[cell])

        for cell in scene.faded & self._within if self._within else scene.faded:
            if self._faces[cell].dot is None:
                faces[cell] = now(cell)._replace(cross=_faint(self._empty[cell]))
        for cell in scene.cleared:
            faces[cell] = self._empty[cell]._replace(cross=warn)
        for cell in scene.inviting | scene.hints:
            if stones[cell] and cell not in scene.cleared:
                faces[cell] = _tinted(self._faces[cell], palette.accent, 0.6)
            elif cell in scene.hints:
                faces[cell] = now(cell)._replace(frame=accent)
            else:
                faces[cell] = now(cell)._replace(dot=(accent, _DOT))
        hover = () if scene.hover is None else (scene.hover,)
        for pick in (*scene.proposed, *scene.picks, *hover):
            if not stones[pick.cell] or pick.cell in scene.cleared:
                faces[pick.cell] = self._ghost(pick, scene)
        for cell in scene.faults:
            cross = None if now(cell).stone else accent
            faces[cell] = _tinted(now(cell), palette.warn, 0.75)._replace(cross=cross)
        if scene.cursor is not None and scene.framed:
            ink = palette.cursor(active=scene.active)
            faces[scene.cursor] = now(scene.cursor)._replace(corners=ink.rgb)
        return faces

    def _ghost(self, pick: Pick, scene: Scene) -> Face:
        """A stone that is not played yet, on a ground that says whether it may be."""
        face, palette = self._faces[pick.cell], self.palette
        if pick in scene.picks and scene.refused:
            face = _tinted(face, palette.warn, 0.6)
        elif pick is not scene.hover:
            face = _tinted(face, palette.accent, 0.3)
        return face._replace(stone=self._stone(pick.colour), ghost=True, dot=None)

    def _stone(self, colour: int) -> tuple[Rgb, int]:
        """The colour of stones, and their mark: the first have none, nor have white ones."""
        mark = 0 if colour < 2 - self.palette.rings else colour
        return self.palette.players[colour].rgb, mark

    # -- letters ------------------------------------------------------------------------

    def _text(self, cell: Cell, position: Position) -> tuple[Text, ...]:
        """The label of a cell in the position: beside a start point, else in the middle."""
        text, stone = position.labels.get(cell), position.stones[cell]
        if text is None:
            return ()
        ink = self.palette.label
        if stone:
            loud = cell in position.last or cell in position.marked
            ink = self.palette.ring(stone - 1) if loud else self.palette.board
        aside, below = self.layout.middle
        return ((below, aside + (cell in position.origins), text, ink, None),)

    def _label(self, lines: Sequence[str], *, free: bool) -> tuple[Text, ...]:
        """What is written on a highlighted cell; the first line alone unless it is `free`."""
        if not lines:
            return ()
        (aside, below), wide, rows = self.layout.middle, 2 * self.layout.zoom, self.layout.zoom
        inks = self.palette.label_colours(lines)
        if not free:
            return ((below, aside, lines[0], *inks),)
        ground = inks[1] or self.palette.board
        shown = [*lines, *[""] * rows][:rows]
        return tuple(
            (row, 0, f"{text:^{wide}}"[:wide], inks[0], ground) for row, text in enumerate(shown)
        )

    # -- half blocks --------------------------------------------------------------------

    def _block(self, face: Face, texts: tuple[Text, ...]) -> Drawing:
        """The characters of a cell. Not to be written to."""
        block = self._drawn(face)
        if not texts:
            return block
        written = [row.copy() for row in block]
        for row, column, text, ink, ground in texts:
            for aside, char in enumerate(text, column):
                if aside < len(written[row]):
                    back = ground or _mean(written[row][aside][1])
                    written[row][aside] = (
                        char,
                        self.palette.style(ink, back, bold=True, text=True),
                    )
        return written

    def _drawn_anew(self, face: Face) -> Drawing:
        step = 1 if self._depth is None else _COARSE
        pixels = (draw(face, 2 * self.layout.zoom) / step).round() * step
        colours = [[(int(r), int(g), int(b)) for r, g, b in row] for row in pixels.tolist()]
        pairs = zip(colours[::2], colours[1::2], strict=True)
        return [[self._spot(*pair) for pair in zip(*rows, strict=True)] for rows in pairs]

    def _spot_anew(self, upper: Rgb, lower: Rgb) -> Spot:
        colours = Color(*upper), Color(*lower)
        if self._depth is not None:
            colours = self._depth.nearest(colours[0]), self._depth.nearest(colours[1])
        above, below = (colour.rich_color for colour in colours)
        if above == below:
            return " ", Style(bgcolor=below)
        return "▀", Style(color=above, bgcolor=below)


def _tinted(face: Face, tint: Color, much: float) -> Face:
    return face._replace(ground=Color(*face.ground).blend(tint, much).rgb)


def _faint(face: Face) -> Rgb:
    """The colour of a cross on a point that no move can use."""
    return Color(*face.ground).blend(Color(*face.line), 0.5 if face.ways is None else 1.0).rgb


def _mean(style: Style) -> Color:
    """The colour of a place between its two pixels."""
    inks = [each.triplet for each in (style.color, style.bgcolor) if each and each.triplet]
    return Color(*(sum(parts) // len(inks) for parts in zip(*inks, strict=True)))
