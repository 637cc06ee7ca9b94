"""`BoardView`, the widget: it shows positions, takes keys and the mouse, and posts messages."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive

from termgames.core.display import Display, Draft, Pick
from termgames.core.errors import Refusal
from termgames.core.game import Game
from termgames.core.topology import Cell
from termgames.tui.board.canvas import Canvas
from termgames.tui.board.cursor_moves import CursorMoves
from termgames.tui.board.entry import Entry, Outcome
from termgames.tui.board.highlights import Highlights, scene_of
from termgames.tui.board.keys import BINDINGS
from termgames.tui.board.scene import Scene
from termgames.tui.themes import GlyphSet

HighlightKind = Literal["fault", "hint"]


class BoardView(Canvas, inherit_bindings=False):
    """A board of any topology, with the move in the making.

    It shows what `Display` and `Game` tell it and knows no rule. `show` a position; moves
    come back as `MoveChosen`. The widget scrolls when it is smaller than `board_size`.
    """

    BINDINGS = BINDINGS
    can_focus = True

    cursor: reactive[Cell] = reactive(0, init=False, repaint=False)
    """The cell the next key acts on; follows the mouse."""

    class BoardMessage(Message):
        """Any message of a board; `board` is also the message's control."""

        def __init__(self, board: BoardView) -> None:
            super().__init__()
            self.board = board

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.board

    class DraftChanged(BoardMessage):
        """The move in the making changed to `draft`."""

        def __init__(self, board: BoardView, draft: Draft[Any]) -> None:
            super().__init__(board)
            self.draft = draft

    class MoveChosen(BoardMessage):
        """The player has decided on `move`; it is legal in the position shown."""

        def __init__(self, board: BoardView, move: Any) -> None:
            super().__init__(board)
            self.move = move

    class EntryChanged(BoardMessage):
        """The player changed over to whole moves (`stamping`), or back to single cells."""

        def __init__(self, board: BoardView, stamping: bool) -> None:
            super().__init__(board)
            self.stamping = stamping

    class Refused(BoardMessage):
        """The player tried what may not be done; `refusal` says why."""

        def __init__(self, board: BoardView, refusal: Refusal) -> None:
            super().__init__(board)
            self.refusal = refusal

    class CursorMoved(BoardMessage):
        """The cursor stands on another cell."""

        def __init__(self, board: BoardView, cell: Cell) -> None:
            super().__init__(board)
            self.cell = cell

    def __init__(
        self,
        game: Game[Any, Any],
        display: Display[Any, Any],
        *,
        glyphs: GlyphSet | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(game, display, glyphs=glyphs, id=id)
        self._entry = Entry(display, game.seats)
        self._cursor_moves = CursorMoves(game.topology)
        self._highlights = Highlights()
        self._mouse: Offset | None = None
        self._reported: Draft[Any] | None = None
        self._refusal_shown = False
        self.untouched = True
        """Whether no key and no mouse has done anything in this position yet."""
        self.set_reactive(BoardView.cursor, self._cursor_moves.cell)

    # -- for the screen -----------------------------------------------------------------

    def show(
        self,
        state: Any,
        *,
        last: Sequence[Cell] = (),
        can_play: bool,
        colour: int | None = None,
    ) -> None:
        """Show a position; the draft, the estimate and all highlights are dropped.

        `last` are the stones played last, `can_play` whether a move may be entered now,
        and `colour` whose.
        """
        self._highlights = Highlights()
        self._entry.show(state, can_play=can_play, colour=colour)
        self._reported, self._refusal_shown, self.untouched = None, False, True
        self.paint(state, last)

    def submit(self) -> None:
        """Make the move of the picks, as a key of the screen's asks for."""
        self._carry_out(self._entry.submit())

    @property
    def marking(self) -> bool:
        """Whether picks mark stones, see `Draft`; `submit` makes the move then."""
        return self._entry.marking

    def highlight(self, cells: Iterable[Cell], kind: HighlightKind = "fault") -> None:
        """Highlight cells in place of those before: as at fault until the next key, or as a
        hint until the next position."""
        if kind == "fault":
            self._highlights.faults = frozenset(cells)
        else:
            self._highlights.hints = frozenset(cells)
        self._refresh_highlights()

    def propose(self, move: Any | None) -> None:
        """Show the stones of a move that may be played here, as a hint, or drop them.

        They last until the next position.
        """
        self._highlights.proposed = ()
        if move is not None:
            after = self.game.stones(self.game.apply(self._state, move))
            laid = [cell for cell in self.game.cells_of(move) if after[cell]]
            self._highlights.proposed = tuple(Pick(cell, after[cell] - 1) for cell in laid)
        self._refresh_highlights()

    def take_up(self, move: Any) -> None:
        """Make a move that may be played here the move in the making, where it has stones."""
        self.propose(move)
        picks, self._highlights.proposed = self._highlights.proposed, ()
        if picks and self._entry.open:
            self._cursor_moves.put(self._entry.take_up(picks))
            self._moved()

    def clear_draft(self) -> None:
        """Take all picks back."""
        self._entry.clear()
        self._forget_refusal()
        self._changed()

    @property
    def draft(self) -> Draft[Any]:
        """The move in the making: the picks', or the stamp's at the cursor."""
        return self._entry.draft(self.cursor)

    @property
    def next_colour(self) -> int | None:
        """The colour of the stone the next pick places; None with the stamp on."""
        return self._entry.next_colour()

    @property
    def stamping(self) -> bool:
        """Whether the whole move is laid at once; may be set, and outlasts positions."""
        return self._entry.stamp_on

    @stamping.setter
    def stamping(self, on: bool) -> None:
        if on != self._entry.stamp_on and self._entry.toggle_stamp():
            self._changed()

    # -- actions ------------------------------------------------------------------------

    def action_walk(self, right: int, down: int, steps: int = 1) -> None:
        """Move the cursor."""
        self._cursor_moves.go((right, down), steps)
        self._moved()

    def action_row_end(self, side: int) -> None:
        """Move the cursor to an end of its row."""
        self._cursor_moves.row_end(side)
        self._moved()

    def action_seek(self, step: int) -> None:
        """Move the cursor to the next cell, or the one before, that the draft can go on with."""
        cells = sorted(self._entry.picked().follow)
        if cells:
            before = bisect_left(cells, self.cursor) if step < 0 else bisect(cells, self.cursor)
            self._cursor_moves.put(cells[(before + min(step, 0)) % len(cells)])
            self._moved()

    def action_choose(self, again: bool) -> None:
        """Place the stamp; or choose the cell, take it back, or play a complete draft."""
        if self._entry.stamp_on:
            self._carry_out(self._entry.place(self.cursor))
        else:
            self._carry_out(self._entry.pick(self.cursor, again=again))

    def action_back(self) -> None:
        """Take the last pick back."""
        self._forget_refusal()
        self._entry.back()
        self._changed()

    def action_clear(self) -> None:
        """Take all picks back."""
        self.clear_draft()

    def action_toggle_colour(self) -> None:
        """Let the next pick be another colour's stone."""
        self._forget_refusal()
        self._entry.toggle_colour()
        self._changed(force=True)

    def action_toggle_stamp(self) -> None:
        """Switch between picking cells and the stamp."""
        self._forget_refusal()
        if self._entry.toggle_stamp():
            self._changed(force=True)
            self.refresh_bindings()
            self.post_message(self.EntryChanged(self, self._entry.stamp_on))

    def action_rotate(self, by: int) -> None:
        """Turn the stamp."""
        self._forget_refusal()
        self._entry.rotate(by)
        self._changed()

    def action_reshape(self) -> None:
        """The next form of the stamp."""
        self._forget_refusal()
        self._entry.reshape()
        self._changed()

    def action_cycle(self) -> None:
        """Let another stone of the stamp, or of the picks, be the odd one."""
        self._forget_refusal()
        self._entry.cycle()
        self._changed()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide what cannot be done: keys of the stamp while it is off, and the reverse."""
        entry = self._entry
        if action in ("rotate", "reshape"):
            return entry.stamp_on
        if action == "toggle_stamp":
            return entry.can_stamp
        if action == "cycle":
            return entry.stamp_on or bool(entry.picks)
        if action == "toggle_colour":
            return entry.other_colour() is not None
        if action == "seek":
            return bool(entry.picked().follow)
        if action in ("back", "clear"):
            # With nothing to take back the screen may use the key.
            return bool(entry.picks) or self._refusal_shown
        return True

    # -- mouse --------------------------------------------------------------------------

    def _cell_under(self, event: events.MouseEvent) -> Cell | None:
        place = event.get_content_offset(self)
        if place is None or place.x < self._pinned()[0]:
            return None
        return self.board_layout.cell_at(place.x + self.scroll_offset.x, self._row_at(place.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the mouse."""
        if event.screen_offset == self._mouse:
            return  # scrolling repeats the event under a mouse at rest
        self._mouse = event.screen_offset
        cell = self._cell_under(event)
        if cell is not None and cell != self.cursor:
            self._cursor_moves.put(cell)
            self._moved(follow=False)

    def on_click(self, event: events.Click) -> None:
        """Left: choose; middle: the next form; right: another stone, next or odd."""
        cell = self._cell_under(event)
        if event.button == 3:
            if self._entry.stamp_on or self.draft.status == "complete":
                self.action_cycle()
            else:
                self.action_toggle_colour()
        elif event.button == 2:
            self.action_reshape()
        elif cell is not None:
            if cell != self.cursor:
                self._cursor_moves.put(cell)
                self._moved(follow=False)
            self.action_choose(False)
        event.stop()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Turn the stamp, or scroll."""
        self._wheel(event, -1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Turn the stamp, or scroll."""
        self._wheel(event, 1)

    def _wheel(self, event: events.MouseEvent, by: int) -> None:
        if self._entry.stamp_on and self._entry.open:
            event.stop()
            event.prevent_default()
            self.action_rotate(by)

    # -- what follows -------------------------------------------------------------------

    def _forget_refusal(self) -> None:
        """Forget the last refusal; the draft is posted again, so that its text goes as well."""
        self._highlights.faults = frozenset()
        if self.untouched:
            self.untouched, self._reported = False, None
        if self._refusal_shown:
            self._refusal_shown = False
            self._reported = None

    def _carry_out(self, outcome: Outcome) -> None:
        self._forget_refusal()
        if outcome.refusal is not None:
            self._highlights.faults = frozenset(outcome.refusal.cells)
        self._changed()
        if outcome.refusal is not None:
            self._refusal_shown = True
            self.post_message(self.Refused(self, outcome.refusal))
        if outcome.move is not None:
            self.post_message(self.MoveChosen(self, outcome.move))

    def _moved(self, *, follow: bool = True) -> None:
        """The cursor was moved: show it, and scroll there unless the mouse moved it."""
        self._forget_refusal()
        if self.cursor == self._cursor_moves.cell:
            self._changed()
            return
        self.cursor = self._cursor_moves.cell
        if follow:
            self._keep_visible()
        self._changed()
        self.post_message(self.CursorMoved(self, self.cursor))

    def _changed(self, *, force: bool = False) -> None:
        """Show the draft as it now is, and post it when it is another one."""
        self._refresh_highlights()
        draft = self.draft
        if force or draft != self._reported:
            self._reported = draft
            self.post_message(self.DraftChanged(self, draft))

    def _keep_visible(self) -> None:
        column, row = self.board_layout.places[self.cursor]
        around = Region(column - 4, row - 2, 9, 5).intersection(Region(0, 0, *self.board_size()))
        self.scroll_to_region(around, animate=False)

    # -- highlights ---------------------------------------------------------------------

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._keep_visible()

    def on_focus(self) -> None:
        """The cursor shows that keys come here."""
        self._refresh_highlights()

    def on_blur(self) -> None:
        """The cursor shows that keys go elsewhere."""
        self._refresh_highlights()

    def _scene(self) -> Scene:
        return scene_of(
            self._entry, self._highlights, self._stones, self.cursor, active=self.has_focus
        )
