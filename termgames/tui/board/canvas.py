"""`Canvas`, a board to look at: it paints a position and takes neither keys nor mouse."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termgames.core.display import AnyDisplay, Overlay
from termgames.core.game import AnyGame
from termgames.core.topology import Cell, fitted
from termgames.play.pictures.seen import Position, Scene, Tint, estimate_tints, overlay_tints
from termgames.play.text import boards
from termgames.tui.board.layout import Layout, Place, layout_of
from termgames.tui.board.motion import Frame, Motion
from termgames.tui.board.painter import Painter
from termgames.tui.board.palette import Drawing, Palette, Spot, in_pixels
from termgames.tui.board.plate import PlatePainter
from termgames.tui.board.viewport import Viewport
from termgames.tui.depth import depth_of
from termgames.tui.themes import UNICODE, GlyphSet, Look, looks

_AROUND = 10
"""Columns of the names beside rows."""


class Canvas(ScrollView, can_focus=False, inherit_bindings=False):
    """The drawing of a position on a board of any topology.

    Two layers: the position, painted when it changes, and the highlights of a `Scene`, of
    which only the places that differ are painted. It scrolls when it is smaller than
    `board_size`; coordinates of whole rows and columns stay in sight then.
    """

    DEFAULT_CSS = """
    Canvas { width: auto; height: auto; max-width: 100%; max-height: 100%; }
    Canvas { scrollbar-size: 1 1; }
    """

    overlay: reactive[Overlay | None] = reactive(None, repaint=False)
    """A tint of the empty cells, or None."""

    def __init__(
        self, game: AnyGame, display: AnyDisplay, *, glyphs: GlyphSet | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.turned: Callable[[int], bool] = lambda by: False
        """Called when the mouse wheel turns; True if the turn was used and must not scroll."""
        self._display = display
        self._state: Any = None
        self._position = Position(bytes(game.topology.cells))
        self._scene = Scene()
        self.motion = Motion(self, self.show_frame)
        """What moves on it."""
        self._frame = Frame()
        self._estimate: NDArray[np.floating[Any]] | None = None
        self._painter: Painter | PlatePainter | None = None
        self._base: Drawing = []
        self._spots: dict[Place, Spot] = {}
        self._strips: dict[int, Strip] = {}
        self.look, self.glyphs = looks(game.seats, game.marks)[0], glyphs or UNICODE
        self.zoom = 1
        """Rows a cell is high, see `layout`."""
        self.room = 1000
        """Columns for a board that can be drawn in several parts."""
        self.virtual_size = Size(*self.board_size())

    @property
    def board_layout(self) -> Layout:
        """Where everything is drawn."""
        return self.layout_at(self.zoom)

    def layout_at(self, zoom: int, room: int = 0) -> Layout:
        """Where everything would be drawn, in a room of so many columns in place of its own."""
        topology = fitted(self.game.topology, ((room or self.room) - _AROUND) // zoom - 2)
        return layout_of(topology, zoom=zoom)

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the drawing with its coordinates."""
        return self.board_layout.columns, self.board_layout.rows

    def paint(self, state: Any, last: Sequence[Cell] = ()) -> None:
        """Paint a position; `last` are the stones played last. The estimate is dropped."""
        self._state, self._estimate = state, None
        self.lay(self.game.stones(state), last)

    def lay(self, stones: bytes, last: Sequence[Cell] = ()) -> None:
        """Show other stones (cells,) than the position's, until the next position. What moves
        stands still, unless the stones are those that lie there."""
        if stones != self._position.stones:
            self.motion.finish()
        self._position = Position(stones, frozenset(last))
        self._repaint()

    def show_frame(self, frame: Frame | None) -> None:
        """Show the position as it is in a frame of `motion`; as it is, with None."""
        self._frame = frame or Frame()
        self._repaint()

    @property
    def tinted(self) -> frozenset[Cell]:
        """The cells that the overlay or the estimate tints; no stone lies there."""
        stones = self._position.stones
        return frozenset(
            cell for cell, tint in self._tints().items() if not stones[cell] and not tint.unsettled
        )

    def set_estimate(self, owner: NDArray[np.floating[Any]] | None) -> None:
        """Tint the empty cells by who will own them, in the opinion of a bot.

        (cells,): 1 for the first colour to -1 for the second; or (cells, colours): shares,
        0 to 1. It lies under the overlay and lasts until the next position.
        """
        self._estimate = owner
        self._repaint()

    def show_scene(self, scene: Scene) -> None:
        """Paint the highlights, and render again the places that differ."""
        self._scene = scene
        if self._painter is None or not self._base:
            return
        ghosts = self._frame.ghosts
        spots = self._painter.highlights(
            replace(scene, proposed=(*ghosts, *scene.proposed)) if ghosts else scene,
            self._base,
            self._stones,
        )
        before, self._spots = self._spots, spots
        places = before.keys() | spots.keys()
        self._render_again(place for place in places if before.get(place) != spots.get(place))

    def _render_again(self, places: Iterable[Place]) -> None:
        """Render the rows from the first to the last of some places in each. Two parts of a row
        would cost more than one: the terminal is sent each from the left edge."""
        rows: dict[int, list[int]] = {}
        for column, row in places:
            rows.setdefault(row, []).append(column)
        for row, columns in rows.items():
            self._strips.pop(row, None)
            self.refresh(*self._viewport.regions(row, min(columns), max(columns)))

    def keep_visible(self, cell: Cell) -> None:
        """Scroll as far as needed to show a cell and what is around it."""
        column, row = self.board_layout.places[cell]
        zoom = self.zoom
        around = Region(column - 4 * zoom, row - 2 * zoom, 9 * zoom, 5 * zoom)
        board = Region(0, 0, *self.board_size())
        self.scroll_to_region(around.intersection(board), animate=False)

    def cell_under(self, event: events.MouseEvent) -> Cell | None:
        """The cell under the mouse."""
        place = event.get_content_offset(self)
        return None if place is None else self._viewport.cell_at(place)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll, unless the wheel is used otherwise."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll, unless the wheel is used otherwise."""
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        if self.turned(by):
            event.stop()
            event.prevent_default()

    # -- painting -----------------------------------------------------------------------

    def on_mount(self) -> None:
        """Paint the first picture."""
        self._dress()

    def dress(
        self, *, look: Look | None = None, glyphs: GlyphSet | None = None, zoom: int | None = None
    ) -> None:
        """Use other colours, other characters, or cells of another size."""
        before = self.look, self.glyphs, self.virtual_size
        self.look, self.glyphs = look or self.look, glyphs or self.glyphs
        self.zoom = zoom or self.zoom
        size = Size(*self.board_size())
        if (self.look, self.glyphs, size) == before:
            return
        self._dress()
        if size != before[2]:
            self.virtual_size = size
            self.refresh(layout=True)
            if self._scene.cursor is not None:
                self.call_after_refresh(self.keep_visible, self._scene.cursor)

    def watch_overlay(self) -> None:
        """Paint the position again, with the new overlay."""
        self._repaint()

    def _dress(self) -> None:
        """Make a painter of these colours and characters, and paint everything anew."""
        if not self.is_attached:
            return
        layout, plain = self.board_layout, self.app.no_color
        whole = self.zoom == 1 or not in_pixels(self.app, self.glyphs)
        look = self.look if whole else self.look.plate or self.look
        slab = whole or layout.topology.whole_square
        self.styles.background = "transparent" if plain or not slab else look.board
        around = None if slab else self.background_colors[1]
        palette = Palette(look, plain=plain, depth=depth_of(self.app), around=around)
        self._painter = (
            Painter(layout, self.glyphs, palette) if whole else PlatePainter(layout, palette)
        )
        self._base = []
        self._repaint()

    def _repaint(self) -> None:
        """Paint the position, and render again the rows that differ."""
        if self._painter is None or self._state is None:
            return
        bare = self._frame.bare
        position = replace(
            self._position,
            stones=self._stones,
            tints={cell: tint for cell, tint in self._tints().items() if cell not in bare},
            marked=() if self.overlay is None else self.overlay.marked,
            origins=boards.origins(self.game, self._display, self._state),
            within=self._display.within(self._state),
            labels=self._labels(),
        )
        base, self._base = self._base, self._painter.position(position)
        if len(base) == len(self._base):
            rows = enumerate(zip(base, self._base, strict=True))
            differ = ((row, old, new) for row, (old, new) in rows if old != new)
            self._render_again(
                (at, row)
                for row, old, new in differ
                for at in range(len(new))
                if old[at] != new[at]
            )
        else:
            self._spots = {}
            self._strips.clear()
            self.refresh()
        self.show_scene(self._scene)

    @property
    def _stones(self) -> bytes:
        """The stones that are seen: the position's, but for those that are still to come."""
        bare, stones = self._frame.bare, self._position.stones
        if not bare:
            return stones
        return bytes(0 if cell in bare else stone for cell, stone in enumerate(stones))

    def _labels(self) -> Mapping[Cell, str]:
        """What is written on the cells of the position; nothing while others stones are shown."""
        own = self._position.stones == self.game.stones(self._state)
        return self._display.labels(self._state) if own else {}

    def _tints(self) -> dict[Cell, Tint]:
        """The tints of the overlay or, without one, of the estimate."""
        if self.overlay is not None:
            return overlay_tints(self.overlay, self.game, self._state)
        if self._estimate is not None:
            return estimate_tints(self._estimate, plain=self.app.no_color)
        return {}

    # -- what is seen of it -------------------------------------------------------------

    @property
    def _viewport(self) -> Viewport:
        """The part of the drawing that is seen."""
        height = self.scrollable_content_region.height
        return Viewport(self.board_layout, self.scroll_offset, height)

    def render_line(self, y: int) -> Strip:
        """One row of the viewport."""
        viewport = self._viewport
        left, row = viewport.offset.x, viewport.row_at(y)
        width = self.size.width
        if self._painter is None or row >= len(self._base):
            return Strip.blank(width, self.rich_style)
        strip = self._strips.get(row)
        if strip is None:
            strip = self._strips[row] = _row_strip(self._base[row], self._spots, row)
        line = strip.crop_extend(left, left + width, self._painter.palette.blank)
        columns = viewport.pinned_columns
        return Strip.join([strip.crop(0, columns), line.crop(columns)]) if columns else line


def _row_strip(base: Sequence[Spot], spots: Mapping[Place, Spot], row: int) -> Strip:
    """A row of the drawing as Textual draws it: `spots` in place of what they cover in `base`,
    neighbours of one style joined."""
    line = (spots.get((column, row), under) for column, under in enumerate(base))
    runs = groupby(line, lambda spot: spot[1])
    return Strip([Segment("".join(char for char, _ in run), style) for style, run in runs])
