"""The colours in use, resolved, and the styles made of them."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rich.color import Color as RichColor
from rich.style import Style
from textual.app import App
from textual.color import Color

from termgames.core.display import Pick
from termgames.core.game import NEUTRAL
from termgames.core.topology import Topology
from termgames.play.pictures.faces import Faces, inks
from termgames.play.pictures.seen import Scene, Tint
from termgames.tui.board.layout import Layout, Place
from termgames.tui.contrast import GRAPHICS, TEXT, as_light, contrast, farthest, readable, tinted
from termgames.tui.depth import Depth, name_of
from termgames.tui.themes import GlyphSet, Look

Spot = tuple[str, Style]
"""One character of the drawing and its style."""
Drawing = list[list[Spot]]
"""By row and column."""
_WARM = 60
"""How much more red than blue there is in wood."""
_DIFFERENT = 1.15
"""Grounds with less contrast between them look the same."""


class Palette:
    """The colours of a look; `plain` is for terminals without colours.

    Styles come with enough contrast between a character and its ground. What must keep its
    colour (stones and ghosts) gets a ground that leaves it visible; what may change it (lines,
    signs, letters) is made lighter or darker instead.
    """

    def __init__(
        self, look: Look, *, plain: bool, depth: Depth | None = None, around: Color | None = None
    ) -> None:
        """`around` is what lies around a board that has its own outline."""
        self.plain, self.few = plain, depth is not None
        self.near: Callable[[Color], Color] = depth.nearest if depth else lambda colour: colour
        self._flat = depth is not None and depth.name == "16"
        """Whether there are no shades between the board and other colours."""
        self.inks = inks(look, lambda text: self.near(Color.parse(text)).rgb)
        seen = (Color(*ink) for ink in self.inks[:6])
        self.board, self.line, self.label, self.accent, self.warn, self.neutral = seen
        self.players = tuple(Color(*ink) for ink in self.inks.players)
        if self.few and self.board.r > self.board.b + _WARM:
            # Of few colours the next one to that of wood is much darker: paler it is another.
            self.inks = self.inks._replace(tile=(self.board.r, self.board.g, 255))
        self.hole = self._between(self.line)
        """The ground of what is no cell though cells lie around it."""
        self.style, self.ground = cache(self._style), cache(self._ground)
        self._around = around or self.board
        self.outside = self.style(self.line, self._around)
        self.blank = self.style(self.line, dim=plain)
        """The style of the empty board."""
        self.tints_range = self.reached() != self.board
        """Whether the ground within range differs from the board's."""

    def faces(self, topology: Topology, *, tiled: bool) -> Faces:
        """The faces of cells in these colours, on tiles or on lines."""
        return Faces(topology, self.inks, (3 if self.few else 1) * tiled, few=self.few)

    def _between(self, other: Color) -> Color:
        """A colour between the board's and another; the other where there is none."""
        half = self.near(self.board.blend(other, 0.5))
        return other if half == self.board else half

    def _style(
        self,
        ink: Color,
        ground: Color | None = None,
        *,
        bold: bool = False,
        dim: bool = False,
        text: bool = False,
    ) -> Style:
        """A character in `ink` on `ground`, by default the board; colours are left out on a
        terminal without them. `text` is for letters and digits."""
        colours = Style()
        if not self.plain:
            back = self.near(ground or self.board)
            ink = readable(ink, back, TEXT if text else GRAPHICS, self.near)
            colours = Style(color=ink.rich_color, bgcolor=back.rich_color)
        return colours + Style(bold=bold or None, dim=dim or None)

    def _ground(self, tint: Color, much: float, *inks: Color) -> Color:
        """The board with as much of a tint as leaves `inks` visible."""
        if self._flat and much < 0.5:
            return self.board
        return tinted(self.board, tint, much, inks, self.near)

    def owner(self, owner: int) -> Color:
        """The colour of a player's areas, or of nobody's."""
        return self.neutral if owner == NEUTRAL else self.players[owner]

    def area(self, tint: Tint, *inks: Color) -> Color:
        """The ground of an area. Signs on it, in the owner's colour and in `inks`, can be seen
        when they are made lighter or darker as far as that goes."""
        if tint.owner == NEUTRAL:
            return self.board
        ink = self.owner(tint.owner)
        ends = (farthest(each, self.board) for each in (ink, *inks))
        return self.ground(ink, 0.38 * tint.strength, *ends)

    def area_sign(self, tint: Tint, ground: Color) -> Style:
        """The character that says whose an area is."""
        faint = 0.1 if tint.firm or tint.owner == NEUTRAL else 0.35
        return self.style(self.owner(tint.owner).blend(self.board, faint), ground)

    def reached(self, ink: Color | None = None) -> Color:
        """The ground within range; for a stone of colour `ink` one on which it can be seen."""
        ground = self.ground(self.accent, 0.17, farthest(self.line, self.board))
        if not self._flat and not all(self._seen(each, ground) for each in self.players):
            # Of another hue instead, and no lighter or darker than the board.
            ground = self.near(as_light(self.board.blend(self.accent, 0.4), self.board))
        return ground if ink is None or self._seen(ink, ground) else self.board

    def _seen(self, ink: Color, ground: Color) -> bool:
        return contrast(ink, ground) >= GRAPHICS

    def pointed(self, ink: Color) -> Color:
        """The ground of a stone that an overlay points out."""
        return self.under(self.accent, 0.45, ink)

    def under(self, tint: Color, much: float, ink: Color) -> Color:
        """A ground for a stone that differs from the board: with some of the tint where that
        leaves the stone visible, else farther away from the stone's colour than the board is."""
        ground = self.ground(tint, much, ink)
        if self._flat or contrast(ground, self.board) >= _DIFFERENT:
            return ground
        away = farthest(self.board, ink)
        return self.ground(away, 0.6 * max(much, 0.4), ink)

    def ghost(self, pick: Pick, scene: Scene) -> Style:
        """The style of a stone that is not played yet."""
        ink = self.players[pick.colour]
        if pick in scene.picks and scene.refused:
            ground = self.under(self.warn, 0.6, ink)
        elif pick is scene.hover:
            ground = self.board
        else:
            ground = self.under(self.accent, 0.3, ink)
        return self.style(ink, ground, bold=True)

    def label_colours(self, lines: Sequence[str]) -> tuple[Color, Color | None]:
        """Text that is written on a cell, and its ground, None for what lies there; what comes
        first stands out."""
        first = lines[0] == "1" and len(lines) > 1
        return (self.board, self.accent) if first else (self.accent, None)

    def cursor(self, *, active: bool) -> Color:
        """The frame of the cursor; fainter while keys go elsewhere."""
        return self.accent if active else self.accent.blend(self.board, 0.5)

    # -- coordinates --------------------------------------------------------------------

    def coordinates(self, layout: Layout, drawing: Drawing) -> None:
        """Draw the coordinates beside the board, and the holes in it."""
        if not self.plain and self._around == self.board:
            hole = self.style(self.line, self.hole)
            for column, row in layout.holes:
                for down in range(layout.zoom):
                    drawing[row + down][column : column + 2 * layout.zoom] = [(" ", hole)] * (
                        2 * layout.zoom
                    )
        quiet = self.style(self.label, self._around, text=True)
        # One style for the row below the board: blanks between letters would double its bytes.
        drawing[-1] = [(" ", quiet)] * layout.columns
        for label in layout.labels:
            for offset, char in enumerate(label.text):
                drawing[label.row][label.column + offset] = (char, quiet)

    def point_out(
        self, layout: Layout, spots: dict[Place, Spot], cell: int, *, active: bool
    ) -> None:
        """Light the coordinates of the cursor's cell, and write its name where there is room."""
        style = self.style(self.board, self.cursor(active=active), bold=active, text=True)
        for label in layout.labels:
            if cell in label.cells:
                for offset, char in enumerate(label.text):
                    if char != " ":
                        spots[label.column + offset, label.row] = (char, style)
        if layout.corner is not None:
            x, y = layout.corner
            for offset, char in enumerate(layout.topology.names[cell]):
                spots[x + offset, y] = (char, style)


def in_pixels(app: App[Any], glyphs: GlyphSet) -> bool:
    """Whether a terminal has the colours and the characters for boards of small pixels."""
    return not (app.no_color or glyphs.name == "ascii" or name_of(app) == "16")


def half_block(upper: RichColor | None, lower: RichColor | None) -> Spot:
    """Two pixels, one above the other, as a character; None where there is nothing."""
    if upper == lower:
        return " ", Style(bgcolor=upper)
    if upper is None:
        return "▄", Style(color=lower)
    return "▀", Style(color=upper, bgcolor=lower)
