"""From a position to characters and styles, place by place. No widget here.

Two layers: `Painter.position` (board, stones, territory), painted once a position, and
`Painter.highlights` (cursor, ghosts, faults, fading), painted at every key as the few places
that differ from the first.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from rich.style import Style
from textual.color import Color

from termgames.core.display import EdgeMark, Pick
from termgames.core.game import NEUTRAL
from termgames.core.topology import Cell
from termgames.tui.board.layout import Layout, Place, empty_board
from termgames.tui.board.scene import Ink, Scene, Spot
from termgames.tui.board.tints import Tint
from termgames.tui.themes import GlyphSet

_NEAR = 3


@dataclass
class Painter:
    """Paints one layout with one glyph set and one ink."""

    layout: Layout
    glyphs: GlyphSet
    ink: Ink
    _styles: dict[tuple[object, ...], Style] = field(default_factory=dict, repr=False)

    @cached_property
    def ground(self) -> Style:
        """The board between everything."""
        return self._style(self.ink.line, dim=self.ink.plain)

    def position(
        self,
        stones: Sequence[int],
        last: Collection[Cell],
        tints: Mapping[Cell, Tint],
        marked: Collection[Cell] = (),
        rim: Sequence[EdgeMark] = (),
        origins: Mapping[Cell, int | None] = MappingProxyType({}),
        within: frozenset[Cell] = frozenset(),
    ) -> list[list[Spot]]:
        """The drawing by row and column; `stones` (cells,): 0 empty, else 1 + colour;
        `marked` are stones that an overlay points out; the owners of `rim` and of `origins`
        are colours; `within` are the cells that a range reaches."""
        drawing: list[list[Spot]] = [
            [(char, self.ground) for char in row] for row in empty_board(self.layout, self.glyphs)
        ]
        self._lay_range(drawing, within)
        for cell, (column, row) in enumerate(self.layout.places):
            char, under = drawing[row][column]
            if stones[cell]:
                char, style = self._stone(stones[cell] - 1, cell in last)
                drawing[row][column] = (char, self._over(style, under))
            elif cell in tints and not (within and _open(tints[cell])):
                drawing[row][column] = self._tinted(tints[cell], char)
            if not stones[cell] and cell in origins:
                drawing[row][column] = self._origin(origins[cell], drawing[row][column][1])
        self._join_tints(drawing, tints, stones)
        self._mark(drawing, [cell for cell in marked if stones[cell]])
        if self._bare:
            self._bracket_last(drawing, last)
        quiet = self._style(self.ink.label)
        # One style for the row below the board: blanks between letters would double its bytes.
        drawing[-1] = [(" ", quiet)] * self.layout.columns
        for label in self.layout.labels:
            for offset, char in enumerate(label.text):
                drawing[label.row][label.column + offset] = (char, quiet)
        left, top = self.layout.origin
        for mark in rim:
            column, row = left + mark.x, top + mark.y
            drawing[row][column] = self._rim(mark)
            if self._bare and mark.count is not None and mark.owner != NEUTRAL:
                # Away from a cell on the right, whose bracket stands there.
                beside = (
                    column - 1 if self.layout.cell_at(column + 2, row) is not None else column + 1
                )
                drawing[row][beside] = (self.glyphs.open[mark.owner], self.ground)
        return drawing

    def highlights(
        self, scene: Scene, base: list[list[Spot]], stones: Sequence[int]
    ) -> dict[Place, Spot]:
        """The places that differ from `base`, the drawing of the position."""
        spots: dict[Place, Spot] = {}
        places = self.layout.places
        self._fade(spots, base, scene.faded)
        for cell in scene.cleared:
            column, row = places[cell]
            spots[column, row] = (self.glyphs.dot, self._style(self.ink.warn))
        self._invite(spots, base, scene.inviting)
        for cell in scene.hints:
            column, row = places[cell]
            spots[column, row] = (self.glyphs.hint, self._style(self.ink.accent, bold=True))
        hover = () if scene.hover is None else (scene.hover,)
        for pick in (*scene.proposed, *scene.picks, *hover):
            column, row = places[pick.cell]
            if not stones[pick.cell] or pick.cell in scene.cleared:
                spots[column, row] = self._ghost(pick, scene)
        self._point_out(spots, scene)
        self._join_ghosts(spots, base, scene)
        for cell in scene.faults:
            self._fault(spots, base, cell, bool(stones[cell]))
        if scene.cursor is not None:
            self._cursor(spots, scene.cursor, scene)
        return spots

    # -- single things ------------------------------------------------------------------

    def _fade(
        self, spots: dict[Place, Spot], base: list[list[Spot]], cells: Collection[Cell]
    ) -> None:
        """Paler lines, or another character without colours; territory stays readable."""
        glyph = self.glyphs.faded if self.layout.topology.ruled else self.glyphs.faded_dot
        pale = self._style(self.ink.line.blend(self.ink.board, 0.65))
        for cell in cells:
            column, row = self.layout.places[cell]
            char, style = base[row][column]
            if style is not self.ground and style is not self._reached:
                continue
            faint = pale + Style(bgcolor=style.bgcolor)
            spots[column, row] = (glyph, style) if self._bare else (char, faint)

    def _invite(
        self, spots: dict[Place, Spot], base: list[list[Spot]], cells: Collection[Cell]
    ) -> None:
        """The intersections in the accent colour, or another character."""
        ruled = self.layout.topology.ruled
        glyph = self.glyphs.invite if ruled else self.glyphs.invite_dot
        style = self._style(self.ink.accent, bold=True)
        for cell in cells:
            column, row = self.layout.places[cell]
            char, under = base[row][column]
            spots[column, row] = (glyph or char, style + Style(bgcolor=under.bgcolor))

    def _lay_range(self, drawing: list[list[Spot]], cells: frozenset[Cell]) -> None:
        """A lighter ground under the cells and between them; without colours, another
        character for the intersections that are not among them."""
        if self._bare and cells:
            glyph = self.glyphs.faded if self.layout.topology.ruled else self.glyphs.faded_dot
            for cell in set(range(len(self.layout.places))) - cells:
                column, row = self.layout.places[cell]
                drawing[row][column] = (glyph, self.ground)
            return
        for cell in cells:
            column, row = self.layout.places[cell]
            drawing[row][column] = (drawing[row][column][0], self._reached)
            if self.layout.hits.get((column + 2, row)) in cells:
                drawing[row][column + 1] = (drawing[row][column + 1][0], self._reached)

    @cached_property
    def _reached(self) -> Style:
        """The board within range."""
        lit = self.ink.board.blend(self.ink.accent, 0.17)
        return self._style(self.ink.line.blend(self.ink.accent, 0.17), lit)

    def _over(self, style: Style, under: Style) -> Style:
        """The style of a stone on the ground that lies under it."""
        return style + Style(bgcolor=under.bgcolor) if under is self._reached else style

    def _origin(self, owner: int | None, under: Style) -> Spot:
        """A start point, in the colour of its owner."""
        glyph = self.glyphs.origin if owner is None else self.glyphs.origins[owner]
        ink = self.ink.accent if owner is None else self.ink.players[owner]
        return glyph, self._style(ink, bold=True) + Style(bgcolor=under.bgcolor)

    def _stone(self, colour: int, last: bool) -> Spot:
        style = self._style(self.ink.players[colour], bold=True, underline=last and not self._bare)
        return self.glyphs.stones[colour], style

    def _rim(self, mark: EdgeMark) -> Spot:
        """Who has won, or the number of stones still missing in the leader's colour."""
        ink = self._owner_ink(mark.owner)
        if mark.count is None:
            return self.glyphs.firm[mark.owner], self._style(ink, bold=True)
        return str(mark.count), self._style(ink.blend(self.ink.board, 0.25))

    @property
    def _bare(self) -> bool:
        """Whether characters must say what colours and underlines say elsewhere."""
        return self.ink.plain or self.glyphs.name == "ascii"

    def _mark(self, drawing: list[list[Spot]], cells: Collection[Cell]) -> None:
        """The ground of stones in the accent colour, or a sign beside them."""
        ground = self._style(None, self.ink.board.blend(self.ink.accent, 0.45))
        for cell in cells:
            column, row = self.layout.places[cell]
            if self._bare:
                drawing[row][column + 1] = (self.glyphs.marked_side, self._style(self.ink.accent))
            else:
                char, style = drawing[row][column]
                drawing[row][column] = (char, Style.combine((style, ground)))

    def _bracket_last(self, drawing: list[list[Spot]], last: Collection[Cell]) -> None:
        """Brackets around each run of last stones within a row."""
        places = {self.layout.places[cell] for cell in last}
        style = self._style(self.ink.accent)
        for column, row in places:
            if (column - 2, row) not in places:
                drawing[row][column - 1] = (self.glyphs.last[0], style)
            drawing[row][column + 1] = (
                (" ", style) if (column + 2, row) in places else (self.glyphs.last[1], style)
            )

    def _tinted(self, tint: Tint, char: str) -> Spot:
        ink = self._owner_ink(tint.owner)
        back = self._tint_back(tint)
        if not tint.mark:
            return char, self._style(self.ink.line, back)
        if _open(tint):
            return char, self.ground
        if tint.owner == NEUTRAL:
            return self.glyphs.neutral, self._style(ink, back)
        char = (self.glyphs.firm if tint.firm else self.glyphs.open)[tint.owner]
        return char, self._style(ink.blend(self.ink.board, 0.1 if tint.firm else 0.35), back)

    def _join_tints(
        self, drawing: list[list[Spot]], tints: Mapping[Cell, Tint], stones: Sequence[int]
    ) -> None:
        """Let the tint of neighbours in a row meet between them."""
        for cell, tint in tints.items():
            column, row = self.layout.places[cell]
            right = self.layout.hits.get((column + 2, row))
            if right is None or stones[cell] or stones[right] or _open(tint):
                continue
            other = tints.get(right)
            if other is not None and (other.owner, other.firm) == (tint.owner, tint.firm):
                weaker = min(tint, other, key=lambda tint: tint.strength)
                char = drawing[row][column + 1][0]
                drawing[row][column + 1] = (
                    char,
                    self._style(self.ink.line, self._tint_back(weaker)),
                )

    def _tint_back(self, tint: Tint) -> Color:
        if tint.owner == NEUTRAL:
            return self.ink.board
        return self.ink.board.blend(self._owner_ink(tint.owner), 0.38 * tint.strength)

    def _owner_ink(self, owner: int) -> Color:
        return self.ink.neutral if owner == NEUTRAL else self.ink.players[owner]

    def _ghost(self, pick: Pick, scene: Scene) -> Spot:
        ink, board = self.ink.players[pick.colour], self.ink.board
        back = None
        if pick in scene.picks:
            ground, much = (self.ink.warn, 0.6) if scene.refused else (self.ink.accent, 0.3)
            back = board.blend(ground, much)
        elif pick is not scene.hover:
            back = board.blend(self.ink.label, 0.45)
        return self.glyphs.ghosts[pick.colour], self._style(ink.blend(board, 0.15), back, bold=True)

    def _point_out(self, spots: dict[Place, Spot], scene: Scene) -> None:
        """A sign beside the stones of a proposed move where colours do not tell them."""
        if self._bare:
            for pick in scene.proposed:
                if pick not in scene.picks:
                    column, row = self.layout.places[pick.cell]
                    spots[column + 1, row] = (
                        self.glyphs.hint_side,
                        self._style(self.ink.accent),
                    )

    def _join_ghosts(self, spots: dict[Place, Spot], base: list[list[Spot]], scene: Scene) -> None:
        """One ground under ghosts that lie side by side."""
        if self.ink.plain:
            return
        places = {self.layout.places[pick.cell] for pick in (*scene.proposed, *scene.picks)}
        for column, row in places & spots.keys():
            if (column + 2, row) in places & spots.keys():
                ground = spots[column, row][1].bgcolor
                if spots[column + 2, row][1].bgcolor != ground:
                    continue
                char, style = base[row][column + 1]
                spots[column + 1, row] = (char, style + Style(bgcolor=ground))

    def _fault(
        self, spots: dict[Place, Spot], base: list[list[Spot]], cell: Cell, stone: bool
    ) -> None:
        column, row = self.layout.places[cell]
        ghost = spots.get((column, row))
        if stone:
            char, under = base[row][column]
            spots[column, row] = (
                char,
                Style.combine((under, self._style(None, self.ink.warn, bold=True))),
            )
            if self._bare:
                spots[column + 1, row] = (
                    self.glyphs.fault_side,
                    self._style(None, bold=True),
                )
        elif ghost is None or ghost[0] not in self.glyphs.ghosts:
            spots[column, row] = (
                self.glyphs.fault,
                self._style(self.ink.accent, self.ink.warn, bold=True),
            )

    def _cursor(self, spots: dict[Place, Spot], cell: Cell, scene: Scene) -> None:
        column, row = self.layout.places[cell]
        ink = self.ink.accent if scene.active else self.ink.accent.blend(self.ink.board, 0.5)
        style = self._style(ink, bold=scene.active)
        if scene.framed or self._bare:
            spots[column - 1, row] = (self.glyphs.cursor[0], style)
            spots[column + 1, row] = (self.glyphs.cursor[1], style)
        for label in self.layout.labels:
            if cell in label.cells:
                for offset, char in enumerate(label.text):
                    spots[label.column + offset, label.row] = (char, style)
        if self.layout.corner is not None:
            x, y = self.layout.corner
            for offset, char in enumerate(self.layout.topology.names[cell]):
                spots[x + offset, y] = (char, style)

    def _style(
        self,
        ink: Color | None,
        back: Color | None = None,
        *,
        bold: bool = False,
        dim: bool = False,
        underline: bool = False,
    ) -> Style:
        """A cached style; colours are left out on a terminal without them."""
        key = (ink, back, bold, dim, underline)
        style = self._styles.get(key)
        if style is None:
            plain = self.ink.plain
            style = Style(
                color=None if plain or ink is None else ink.rich_color,
                bgcolor=None if plain else (back or self.ink.board).rich_color,
                bold=bold or None,
                dim=dim or None,
                underline=underline or None,
            )
            self._styles[key] = style
        return style


def changes(old: Mapping[Place, Spot], new: Mapping[Place, Spot]) -> list[tuple[int, int, int]]:
    """The places where two layers of highlights differ: runs of row, first and last column.

    Runs are apart by more than `_NEAR`: a few characters cost less than another run.
    """
    runs: list[tuple[int, int, int]] = []
    places = [place for place in old.keys() | new.keys() if old.get(place) != new.get(place)]
    for row, column in sorted((row, column) for column, row in places):
        if runs and runs[-1][0] == row and column - runs[-1][2] <= _NEAR:
            runs[-1] = (row, runs[-1][1], column)
        else:
            runs.append((row, column, column))
    return runs


def _open(tint: Tint) -> bool:
    """Whether a point is nobody's as yet. Such points are most of a young board: they stay as
    they are, in range or not."""
    return tint.owner == NEUTRAL and not tint.firm
