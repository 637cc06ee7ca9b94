"""A position as a small picture in half blocks, on cells of 4x2, 6x3 or 8x4 characters. No widget
here.

The same two layers as in `painter`, each made of `Face`s: what a cell shows is a value, and cells
with equal faces are drawn once. Letters and digits lie over the pixels.
"""

from collections.abc import Sequence
from functools import cache

from rich.style import Style
from textual.color import Color

from termgames.core.topology import Cell
from termgames.play.pictures.faces import Face
from termgames.play.pictures.paper import Rgb
from termgames.play.pictures.seen import Position, Scene
from termgames.tui.board.layout import Layout, Place
from termgames.tui.board.palette import Drawing, Palette, Spot, half_block
from termgames.tui.board.pixels import draw

Text = tuple[int, int, str, Color, Color | None]
"""Letters on a cell: row, column, what they say, their colour and that of their ground; without one
it is that of the pixels."""
_COARSE = 17
"""The step to which colours are rounded where a terminal has few of them."""


class PlatePainter:
    """Paints one layout of a zoom above 1 with one palette, on a terminal with many colours."""

    def __init__(self, layout: Layout, palette: Palette) -> None:
        self.layout, self.palette = layout, palette
        self._faces = palette.faces(layout.topology, tiled=layout.zoom < 3)
        self._texts = list[tuple[Text, ...]]()
        """What is written on the cells of the position."""
        self._blank = [[(" ", palette.outside)] * layout.columns for _ in range(layout.rows)]
        palette.coordinates(layout, self._blank)
        self._drawn = cache(self._drawn_anew)
        self._spot = cache(self._spot_anew)

    def position(self, position: Position) -> Drawing:
        """The drawing by row and column."""
        self._faces.show(position)
        self._texts = [self._text(cell, position) for cell in range(len(position.stones))]
        drawing = [row.copy() for row in self._blank]
        for cell, (column, row) in enumerate(self.layout.places):
            for down, line in enumerate(self._block(self._faces.now[cell], self._texts[cell]), row):
                drawing[down][column : column + len(line)] = line
        return drawing

    def highlights(self, scene: Scene, base: Drawing, stones: bytes) -> dict[Place, Spot]:
        """The places that differ from `base`, the drawing of the position."""
        spots: dict[Place, Spot] = {}
        faces = self._faces.lit(scene, stones)
        for cell in faces.keys() | scene.labels.keys():
            face, texts = faces.get(cell, self._faces.now[cell]), self._texts[cell]
            texts += self._label(scene.labels.get(cell, ()), free=not (face.stone or texts))
            column, row = self.layout.places[cell]
            for down, line in enumerate(self._block(face, texts), row):
                for aside, spot in enumerate(line, column):
                    if spot != base[down][aside]:
                        spots[aside, down] = spot
        if scene.cursor is not None:
            self.palette.point_out(self.layout, spots, scene.cursor, active=scene.active)
        return spots

    # -- letters ------------------------------------------------------------------------

    def _text(self, cell: Cell, position: Position) -> tuple[Text, ...]:
        """The label of a cell in the position: beside a start point, else in the middle."""
        text = position.labels.get(cell)
        if text is None:
            return ()
        ink = Color(*self._faces.ink(cell, position))
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
        step = _COARSE if self.palette.few else 1
        pixels = (draw(face, 2 * self.layout.zoom) / step).round() * step
        colours = [[(int(r), int(g), int(b)) for r, g, b in row] for row in pixels.tolist()]
        pairs = zip(colours[::2], colours[1::2], strict=True)
        return [[self._spot(*pair) for pair in zip(*rows, strict=True)] for rows in pairs]

    def _spot_anew(self, upper: Rgb, lower: Rgb) -> Spot:
        seen = (self.palette.near(Color(*pixel)) for pixel in (upper, lower))
        return half_block(*(colour.rich_color for colour in seen))


def _mean(style: Style) -> Color:
    """The colour of a place between its two pixels."""
    inks = [each.triplet for each in (style.color, style.bgcolor) if each and each.triplet]
    return Color(*(sum(parts) // len(inks) for parts in zip(*inks, strict=True)))
