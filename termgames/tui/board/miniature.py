"""Little pictures of positions for cards and texts: what the board shows, without coordinates."""

from typing import Any

import numpy as np
from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.app import App

from termgames.core.topology import Topology
from termgames.play.pictures.seen import Position
from termgames.tui.board.layout import layout_of
from termgames.tui.board.painter import Painter
from termgames.tui.board.palette import Palette, half_block, in_pixels
from termgames.tui.board.pixels import draw
from termgames.tui.depth import depth_of
from termgames.tui.themes import GlyphSet, Look

_SIZES = (4, 3, 2, 1)
"""Pixels that a cell can be wide and high, the first choice first. Of fewer than four, none
are left for signs in the middle."""


def miniature(
    topology: Topology,
    position: Position,
    look: Look,
    glyphs: GlyphSet,
    app: App[Any],
    room: tuple[int, int],
) -> Text:
    """A position in at most so many columns and rows (`room`); in pixels as small as it can be, in
    characters empty where it is larger."""
    depth = depth_of(app)
    if not in_pixels(app, glyphs):
        palette = Palette(look, plain=app.no_color, depth=depth)
        return _in_characters(Painter(layout_of(topology), glyphs, palette), position, room)
    palette = Palette(look.plate or look, plain=False, depth=depth)
    faces = palette.faces(topology, tiled=True)
    faces.show(position)
    columns, rows = (topology.xy.max(axis=0).astype(int) + np.array([2, 1])).tolist()
    fits = (size for size in _SIZES if size * columns <= 2 * room[0] and size * rows <= 2 * room[1])
    size = next(fits, _SIZES[-1])
    pixels = np.full((-(-size * rows // 2) * 2, size * columns // 2, 3), -1.0)
    for face, (x, y) in zip(faces.now, topology.xy.astype(int), strict=True):
        left, top = size * x // 2, size * y
        stone = face.stone and (face.stone[0], 0)
        bare = face._replace(stone=stone, dot=None, star=False)
        pixels[top : top + size, left : left + size] = draw(bare if size < 4 else face, size)
    colours = [[Color.from_rgb(*p) if p[0] >= 0 else None for p in row] for row in pixels]
    pairs = zip(colours[::2], colours[1::2], strict=True)
    return Text("\n").join(Text.assemble(*map(half_block, *rows)) for rows in pairs)


def _in_characters(painter: Painter, position: Position, room: tuple[int, int]) -> Text:
    """The smallest board, a column on either side of it; empty where there is no room for it."""
    layout, drawing = painter.layout, painter.position(position)
    left = layout.origin[0] - 1
    rows = [[(" ", Style())] * (layout.columns - left) for _ in range(layout.rows - 1)]
    if len(rows[0]) > room[0] or len(rows) > room[1]:
        return Text()
    for column, row in layout.places:
        for at in range(column - 1, column + 2):
            rows[row][at - left] = drawing[row][at]
    lines = (Text.assemble(*row) for row in rows)
    return Text("\n").join(lines)
