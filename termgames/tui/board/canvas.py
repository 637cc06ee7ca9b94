"""`Canvas`, a board to look at: it paints a position and takes neither keys nor mouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from rich.segment import Segment
from textual.color import Color
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termgames.core.display import Display, EdgeMark, Overlay
from termgames.core.game import NEUTRAL, Game
from termgames.core.topology import Cell
from termgames.play.text import boards
from termgames.tui.board.layout import Place, layout_of
from termgames.tui.board.painter import Painter, changes
from termgames.tui.board.scene import Ink, Scene, Spot, component_css
from termgames.tui.board.tints import Tint, estimate_tints, overlay_tints
from termgames.tui.themes import LOOKS, UNICODE, GlyphSet, Look, looks


class Canvas(ScrollView, inherit_bindings=False):
    """The drawing of a position on a board of any topology.

    Two layers: the position, painted when it changes, and the highlights that `_scene`
    returns, of which only the places that differ are painted. It scrolls when it is smaller
    than `board_size`; coordinates of whole rows and columns stay in sight then.
    """

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "board--line",
        "board--label",
        "board--accent",
        "board--warn",
        "board--neutral",
        "board--player-1",
        "board--player-2",
        "board--player-3",
        "board--player-4",
        "board--player-5",
    }
    """
    | Class | Description |
    | :- | :- |
    | `board--line` | Lines and dots of the empty board. |
    | `board--label` | Coordinates. |
    | `board--accent` | The cursor, its coordinates, and the ground of ghosts. |
    | `board--warn` | The ground of cells at fault. |
    | `board--neutral` | The tint of areas that belong to nobody. |
    | `board--player-1` to `-5` | The stones of a colour, and the tint of its areas. |
    """

    DEFAULT_CSS = (
        "Canvas { width: auto; height: auto; max-width: 100%; max-height: 100%; }\n"
        "Canvas { scrollbar-size: 1 1; }\n"
        + "\n".join(map(component_css, LOOKS))
        + "\nCanvas:nocolor { background: transparent; }"
    )

    overlay: reactive[Overlay | None] = reactive(None, repaint=False)
    """A tint of the empty cells, or None."""
    look: reactive[Look] = reactive(LOOKS[0], init=False, repaint=False)
    """The colours in use; one of `themes.looks` for the game."""
    glyphs: reactive[GlyphSet] = reactive(UNICODE, init=False, repaint=False)
    """The characters in use."""

    def __init__(
        self,
        game: Game[Any, Any],
        display: Display[Any, Any],
        *,
        glyphs: GlyphSet | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.game = game
        self._display = display
        self.board_layout = layout_of(game.topology, rim=display.has_edge_marks)
        self._state: Any = None
        self._stones = bytes(game.topology.cells)
        self._last: tuple[Cell, ...] = ()
        self._estimate: NDArray[np.floating[Any]] | None = None
        self._painter: Painter | None = None
        self._base: list[list[Spot]] = []
        self._spots: dict[tuple[int, int], Spot] = {}
        self._strips: dict[int, Strip] = {}
        self.set_reactive(Canvas.look, looks(game.seats, game.marks)[0])
        if glyphs is not None:
            self.set_reactive(Canvas.glyphs, glyphs)
        self.virtual_size = Size(*self.board_size())

    def board_size(self) -> tuple[int, int]:
        """Columns and rows of the drawing with its coordinates."""
        return self.board_layout.columns, self.board_layout.rows

    def paint(self, state: Any, last: Sequence[Cell] = ()) -> None:
        """Paint a position; `last` are the stones played last. The estimate is dropped."""
        self._state = state
        self._stones = self.game.stones(state)
        self._last = tuple(last)
        self._estimate = None
        self._repaint()

    def lay(self, stones: bytes) -> None:
        """Show other stones (cells,) than the position's, until the next position."""
        self._stones, self._last = stones, ()
        self._repaint()

    def set_estimate(self, owner: NDArray[np.floating[Any]] | None) -> None:
        """Tint the empty cells by who will own them, in the opinion of a bot.

        (cells,): 1 for the first colour to -1 for the second; or (cells, colours): shares,
        0 to 1. It lies under the overlay and lasts until the next position.
        """
        self._estimate = owner
        self._repaint()

    # -- painting -----------------------------------------------------------------------

    def on_mount(self) -> None:
        """Take the colours from the style sheet."""
        self._dress()

    def watch_look(self, old: Look, new: Look) -> None:
        """Change the colours."""
        self.remove_class(f"-{old.name}")
        self._dress()

    def watch_glyphs(self) -> None:
        """Change the characters."""
        self._dress()

    def watch_overlay(self) -> None:
        """Change the tint."""
        self._repaint()

    def notify_style_update(self) -> None:
        """The style sheet or the theme changed."""
        super().notify_style_update()
        self._painter = None
        self._repaint()

    def _dress(self) -> None:
        self.add_class(f"-{self.look.name}")
        self._painter = None
        self._repaint()

    def _ink(self) -> Ink:
        def part(name: str) -> Color:
            return self.get_component_styles(f"board--{name}").color

        return Ink(
            board=self.styles.background,
            line=part("line"),
            label=part("label"),
            accent=part("accent"),
            warn=part("warn"),
            neutral=part("neutral"),
            players=tuple(part(f"player-{number}") for number in range(1, 6)),
            plain=self.app.no_color,
        )

    def _repaint(self) -> None:
        """Paint everything anew."""
        if not self.is_attached or self._state is None:
            return
        if self._painter is None:
            self._painter = Painter(self.board_layout, self.glyphs, self._ink())
        marked = () if self.overlay is None else self.overlay.marked
        rim = edge_marks(self.game, self._display, self._state)
        base = self._painter.position(
            self._stones,
            self._last,
            self._tints(),
            marked,
            rim,
            boards.origins(self.game, self._display, self._state),
            self._display.within(self._state),
        )
        if len(base) == len(self._base):
            for row, (old, new) in enumerate(zip(self._base, base, strict=True)):
                if old != new:
                    self._strips.pop(row, None)
                    self._render_again(row, 0, len(new) - 1)
        else:
            self.refresh()
        self._base = base
        self._changed()

    def _scene(self) -> Scene:
        """The highlights over the position; none here."""
        return Scene()

    def _changed(self) -> None:
        """The highlights changed: show them."""
        self._refresh_highlights()

    def _refresh_highlights(self) -> None:
        """Paint the highlights, and render again the places that differ."""
        if self._painter is None or not self._base:
            return
        spots = self._painter.highlights(self._scene(), self._base, self._stones)
        for row, first, last in changes(self._spots, spots):
            self._strips.pop(row, None)
            self._render_again(row, first, last)
        self._spots = spots

    def _tints(self) -> dict[Cell, Tint]:
        """The overlay, or else the estimate."""
        if self.overlay is not None:
            colour = {seat: self.game.colour(self._state, seat) for seat in range(self.game.seats)}
            return overlay_tints(self.overlay, colour)
        if self._estimate is not None:
            return estimate_tints(self._estimate, plain=self.app.no_color)
        return {}

    def _pinned(self) -> tuple[int, int, int]:
        """Columns at the left of the viewport, and the lines from one to another one, that
        show coordinates instead of what was scrolled there."""
        columns, rows = self.board_layout.pinned
        height = self.scrollable_content_region.height
        whole = self.board_layout.rows <= height
        return columns if self.scroll_offset.x else 0, height - (0 if whole else rows), height

    def _row_at(self, y: int) -> int:
        """The row of the drawing in a line of the viewport."""
        _, first, end = self._pinned()
        return y + (self.board_layout.rows - end if first <= y < end else self.scroll_offset.y)

    def _render_again(self, row: int, first: int, last: int) -> None:
        """Have a part of a row of the drawing rendered again, wherever it is seen."""
        left, top = self.scroll_offset
        columns, line, end = self._pinned()
        pinned = row - self.board_layout.rows + end
        y = pinned if line <= pinned else row - top
        self.refresh(Region(first - left, y, last - first + 1, 1))
        if first < columns:
            self.refresh(Region(first, y, columns - first, 1))

    def render_line(self, y: int) -> Strip:
        """One row of the viewport."""
        left, row = self.scroll_offset.x, self._row_at(y)
        width = self.size.width
        if self._painter is None or row >= len(self._base):
            return Strip.blank(width, self.rich_style)
        strip = self._strips.get(row)
        if strip is None:
            strip = self._strips[row] = _row_strip(self._base[row], self._spots, row)
        line = strip.crop_extend(left, left + width, self._painter.ground)
        columns, *_ = self._pinned()
        return Strip.join([strip.crop(0, columns), line.crop(columns)]) if columns else line


def edge_marks(game: Game[Any, Any], display: Display[Any, Any], state: Any) -> list[EdgeMark]:
    """The marks around the board of a position, their owners as colours."""
    return [
        mark if mark.owner == NEUTRAL else replace(mark, owner=game.colour(state, mark.owner))
        for mark in display.edge_marks(state)
    ]


def _row_strip(base: Sequence[Spot], spots: Mapping[Place, Spot], row: int) -> Strip:
    """A row of the drawing as Textual draws it: `spots` in place of what they cover in `base`,
    neighbours of one style joined."""
    segments: list[Segment] = []
    text, style = "", None
    for column, under in enumerate(base):
        char, its = spots.get((column, row), under)
        if its is style or its == style:
            text += char
            continue
        if text:
            segments.append(Segment(text, style))
        text, style = char, its
    segments.append(Segment(text, style))
    return Strip(segments, len(base))
