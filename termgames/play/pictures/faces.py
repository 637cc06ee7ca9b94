"""What is seen of each cell of a board, as a value: screens draw it in pixels and pictures as SVG,
so that both show the same. Cells with equal faces look the same.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from termgames.core.display import Pick
from termgames.core.game import NEUTRAL
from termgames.core.topology import Cell, Topology
from termgames.play.pictures.geometry import star_points, ways_ahead
from termgames.play.pictures.paper import BLACK, WHITE, Paper, Rgb, apart, blend, ink_on, rgb
from termgames.play.pictures.seen import Position, Scene

STONE, GHOST = 0.95, 0.8
"""Radius of stones, played and not, where half a cell is 1."""
SOLID = 0.75
"""How little is seen through a stone that is not played yet."""
_SHINE = 0.2
"""How much darker the side of a stone is that lies in the shade."""
_TILES = 0.06
"""How much darker or, on dark boards, lighter every other cell is where no lines divide a square
board."""
_DOT, _FIRM, _SIGN = 0.2, 0.4, 0.3
"""Half widths of the square in the middle of an area, of a settled one, and of a sign."""


class Face(NamedTuple):
    """All that is seen of a cell, letters apart."""

    ground: Rgb
    ways: int | None = None
    """Whither lines lead: 1 up, 2 right, 4 down, 8 left, summed; None on a board of tiles."""
    line: Rgb = (0, 0, 0)
    star: bool = False
    hexagon: int = 0
    """The edge of a hexagon: 1 thin, 2 a pixel wide, above and at the left."""
    dot: tuple[Rgb, float] | None = None
    """A square in the middle, and its half width, where half a cell is 1."""
    stone: tuple[Rgb, int] | None = None
    """Its colour, and what tells stones of this colour from others by its form; 0 for nothing."""
    ghost: bool = False
    """Whether the stone is not played yet."""
    ring: Rgb | None = None
    """A ring in the stone."""
    cross: Rgb | None = None
    corners: Rgb | None = None
    frame: Rgb | None = None
    """Corners of the cell, and its whole edge."""


class Inks(NamedTuple):
    """The colours of a board."""

    board: Rgb
    line: Rgb
    label: Rgb
    accent: Rgb
    warn: Rgb
    neutral: Rgb
    players: tuple[Rgb, ...]
    signed: bool
    """Whether the second colour's stones have to differ from the first one's in form."""
    tile: Rgb
    """The colour towards which every other tile goes."""

    def stone(self, colour: int) -> tuple[Rgb, int]:
        """The colour of stones, and their mark: the first have none, nor have white ones."""
        return self.players[colour], colour if colour > 1 or self.signed else 0


def inks(paper: Paper, shown: Callable[[str], Rgb] = rgb) -> Inks:
    """The colours of a paper, as they are `shown`."""
    names = (paper.board, paper.line, paper.label, paper.accent, paper.warn, paper.neutral)
    board, line, label, accent, warn, neutral = map(shown, names)
    players, signed = tuple(map(shown, paper.players)), not paper.named.startswith("bw")
    tile = WHITE if is_dark(board) else BLACK
    return Inks(board, line, label, accent, warn, neutral, players, signed, tile)


def is_dark(colour: Rgb) -> bool:
    """Whether what is drawn on a stone of that colour has to be bright."""
    return sum(colour) < 270


def shade(colour: Rgb, light: Any) -> Any:
    """(..., 3): a lit stone where so much light falls on it, 0 to 1: (..., 1), or a number."""
    bright = 58 if is_dark(colour) else 14
    body = np.array(colour, np.float32) * (1 - _SHINE * (1 - light)) + light * bright
    return np.clip(body, 0, 255)


class Faces:
    """The faces of positions on one board in its colours; of `tiles` instead of lines with so much
    contrast between them."""

    def __init__(
        self, topology: Topology, colours: Inks, tiles: float = 0, *, few: bool = False
    ) -> None:
        if topology.layered:
            tiles = tiles or 1  # no lines could lead from layer to layer
        self._topology, self.inks, self._tiles = topology, colours, tiles * _TILES
        self._hexagon = 2 if few else 1  # a thin edge would vanish among few colours
        stars, cells = star_points(topology), range(topology.cells)
        self._empty = [self._empty_face(cell, star=cell in stars) for cell in cells]
        self.now = self._empty
        """What the cells of the position show."""
        self._within = frozenset[Cell]()
        """The cells in range; the others need no sign that they are of no use."""

    def _empty_face(self, cell: Cell, *, star: bool) -> Face:
        board, line = self.inks.board, blend(self.inks.board, self.inks.line, 0.6)
        if not (self._topology.ruled or self._topology.layered):
            return Face(board, line=line, hexagon=self._hexagon)
        if self._tiles:
            dark = sum(self._topology.lattice[cell].tolist()) % 2
            return Face(blend(board, self.inks.tile, dark * self._tiles), line=line, star=star)
        return Face(board, ways_ahead(self._topology, cell), line, star)

    def show(self, position: Position) -> None:
        """Make it the position of which the cells are shown."""
        self.now = [self._face(cell, position) for cell in range(len(self._empty))]
        self._within = position.within

    def _face(self, cell: Cell, position: Position) -> Face:
        face, colours, stone = self._empty[cell], self.inks, position.stones[cell]
        if cell in position.within:
            face = _tinted(face, colours.accent, 0.28)
        if stone:
            if cell in position.marked:
                face = _tinted(face, colours.accent, 0.6)
            ringed = cell in position.last and cell not in position.labels
            ring = apart(colours.warn, colours.players[stone - 1]) if ringed else None
            return face._replace(stone=self.inks.stone(stone - 1), ring=ring)
        tint = position.tints.get(cell)
        if tint is not None and not tint.unsettled:
            owner = colours.neutral if tint.owner == NEUTRAL else colours.players[tint.owner]
            if tint.owner != NEUTRAL:
                face = _tinted(face, owner, 0.42 * tint.strength)
            if tint.mark:
                face = face._replace(dot=(owner, _FIRM if tint.firm else _DOT), star=False)
        if cell in position.origins:
            seat = position.origins[cell]
            dot = colours.accent if seat is None else colours.players[seat]
            face = face._replace(dot=(dot, _SIGN), star=False)
        return face

    def lit(self, scene: Scene, stones: bytes) -> dict[Cell, Face]:
        """What the cells show that are highlighted."""
        accent, warn, faces = self.inks.accent, self.inks.warn, dict[Cell, Face]()

        def now(cell: Cell) -> Face:
            return faces.get(cell, self.now[cell])

        for cell in scene.along:
            faces[cell] = _tinted(self.now[cell], accent, 0.28)
        for cell in scene.faded & self._within if self._within else scene.faded:
            if self.now[cell].dot is None:
                faces[cell] = now(cell)._replace(cross=_faint(self._empty[cell]))
        for cell in scene.cleared:
            faces[cell] = self._empty[cell]._replace(cross=warn)
        for cell in scene.inviting | scene.hints:
            if stones[cell] and cell not in scene.cleared:
                faces[cell] = _tinted(self.now[cell], accent, 0.6)
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
            faces[cell] = _tinted(now(cell), warn, 0.75)._replace(cross=cross)
        if scene.cursor is not None and scene.framed:
            ink = accent if scene.active else blend(accent, self.inks.board, 0.5)
            faces[scene.cursor] = now(scene.cursor)._replace(corners=ink)
        return faces

    def _ghost(self, pick: Pick, scene: Scene) -> Face:
        """A stone that is not played yet, on a ground that says whether it may be."""
        face, colours = self.now[pick.cell], self.inks
        if pick in scene.picks and scene.refused:
            face = _tinted(face, colours.warn, 0.6)
        elif pick is not scene.hover:
            face = _tinted(face, colours.accent, 0.3)
        return face._replace(stone=self.inks.stone(pick.colour), ghost=True, dot=None, star=False)

    def ink(self, cell: Cell, position: Position) -> Rgb:
        """The colour of what is written on a cell; on stones that stand out another one."""
        if not position.stones[cell]:
            return self.inks.label
        stone = self.inks.players[position.stones[cell] - 1]
        loud = cell in position.last or cell in position.marked
        return apart(self.inks.warn, stone, 4.5) if loud else ink_on(stone)


def _tinted(face: Face, tint: Rgb, much: float) -> Face:
    return face._replace(ground=blend(face.ground, tint, much))


def _faint(face: Face) -> Rgb:
    """The colour of a cross on a point that no move can use."""
    return blend(face.ground, face.line, 0.5 if face.ways is None else 1.0)
