"""`BoardView`, the widget: shows positions, takes keys and the mouse, tells what was chosen."""

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
from termgames.tui.board.highlights import Marks, scene_of
from termgames.tui.board.keys import BINDINGS
from termgames.tui.board.scene import Scene
from termgames.tui.themes import GlyphSet

MarkKind = Literal["fault", "hint"]


class BoardView(Canvas, inherit_bindings=False):
    """A board of any topology, with the move in the making.

    It shows what `Display` and `Game` tell it and knows no rule. `show` a position; moves
    come back as `MoveChosen`. The widget scrolls when it is smaller than `board_size`.
    """

    BINDINGS = BINDINGS
    can_focus = True

    cursor: reactive[Cell] = reactive(0, init=False, repaint=False)
    """The cell the next key acts on; follows the mouse."""

    class Told(Message):
        """What a board tells; `board` is also the message's control."""

        def __init__(self, board: BoardView) -> None:
            super().__init__()
            self.board = board

        @property
        def control(self) -> BoardView:
            """The board."""
            return self.board

    class DraftChanged(Told):
        """The move in the making changed; `draft` tells what to say of it."""

        def __init__(self, board: BoardView, draft: Draft[Any]) -> None:
            super().__init__(board)
            self.draft = draft

    class MoveChosen(Told):
        """The player has decided on `move`; it is legal in the position shown."""

        def __init__(self, board: BoardView, move: Any) -> None:
            super().__init__(board)
            self.move = move

    class EntryChanged(Told):
        """The player went over to whole moves (`stamping`), or back to single cells."""

        def __init__(self, board: BoardView, stamping: bool) -> None:
            super().__init__(board)
            self.stamping = stamping

    class Refused(Told):
        """The player tried what may not be done; `refusal` says why."""

        def __init__(self, board: BoardView, refusal: Refusal) -> None:
            super().__init__(board)
            self.refusal = refusal

    class CursorMoved(Told):
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
        self._traveller = CursorMoves(game.topology)
        self._marks = Marks()
        self._mouse: Offset | None = None
        self._told: Draft[Any] | None = None
        self._complained = False
        self.untouched = True
        """Whether no key and no mouse has done anything in this position yet."""
        self.set_reactive(BoardView.cursor, self._traveller.cell)

    # -- for the screen -----------------------------------------------------------------

    def show(
        self,
        state: Any,
        *,
        last: Sequence[Cell] = (),
        can_play: bool,
        colour: int | None = None,
    ) -> None:
        """Show a position; the draft, the estimate and all marks are dropped.

        `last` are the stones played last, `can_play` whether a move may be entered now,
        and `colour` whose.
        """
        self._marks = Marks()
        self._entry.show(state, can_play=can_play, colour=colour)
        self._told, self._complained, self.untouched = None, False, True
        self.paint(state, last)

    def submit(self) -> None:
        """Make the move of the picks, as a key of the screen's asks for."""
        self._conclude(self._entry.submit())

    @property
    def marking(self) -> bool:
        """Whether picks mark stones, see `Draft`; `submit` makes the move then."""
        return self._entry.marking

    def set_marks(self, cells: Iterable[Cell], kind: MarkKind = "fault") -> None:
        """Mark cells: as at fault until the next key, or as a hint until the next position."""
        if kind == "fault":
            self._marks.faults = frozenset(cells)
        else:
            self._marks.hints = frozenset(cells)
        self._refresh_passing()

    def propose(self, move: Any | None) -> None:
        """Show the stones of a move that may be played here, as a hint, or drop them.

        They last until the next position.
        """
        self._marks.proposed = ()
        if move is not None:
            after = self.game.stones(self.game.apply(self._state, move))
            laid = [cell for cell in self.game.cells_of(move) if after[cell]]
            self._marks.proposed = tuple(Pick(cell, after[cell] - 1) for cell in laid)
        self._refresh_passing()

    def take_up(self, move: Any) -> None:
        """Make a move that may be played here the move in the making, where it has stones."""
        self.propose(move)
        picks, self._marks.proposed = self._marks.proposed, ()
        if picks and self._entry.open:
            self._traveller.put(self._entry.take_up(picks))
            self._moved()

    def clear_draft(self) -> None:
        """Take all picks back."""
        self._entry.clear()
        self._forgive()
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
        self._traveller.go((right, down), steps)
        self._moved()

    def action_row_end(self, side: int) -> None:
        """Move the cursor to an end of its row."""
        self._traveller.row_end(side)
        self._moved()

    def action_seek(self, step: int) -> None:
        """Move the cursor to the next cell, or the one before, that the draft can go on with."""
        cells = sorted(self._entry.picked().follow)
        if cells:
            before = bisect_left(cells, self.cursor) if step < 0 else bisect(cells, self.cursor)
            self._traveller.put(cells[(before + min(step, 0)) % len(cells)])
            self._moved()

    def action_choose(self, again: bool) -> None:
        """Place the stamp; or choose the cell, take it back, or play a complete draft."""
        if self._entry.stamp_on:
            self._conclude(self._entry.place(self.cursor))
        else:
            self._conclude(self._entry.pick(self.cursor, again=again))

    def action_back(self) -> None:
        """Take the last pick back."""
        self._forgive()
        self._entry.back()
        self._changed()

    def action_clear(self) -> None:
        """Take all picks back."""
        self.clear_draft()

    def action_toggle_colour(self) -> None:
        """Let the next pick be another colour's stone."""
        self._forgive()
        self._entry.toggle_colour()
        self._changed(force=True)

    def action_toggle_stamp(self) -> None:
        """Switch between picking cells and the stamp."""
        self._forgive()
        if self._entry.toggle_stamp():
            self._changed(force=True)
            self.refresh_bindings()
            self.post_message(self.EntryChanged(self, self._entry.stamp_on))

    def action_rotate(self, by: int) -> None:
        """Turn the stamp."""
        self._forgive()
        self._entry.rotate(by)
        self._changed()

    def action_reshape(self) -> None:
        """The next form of the stamp."""
        self._forgive()
        self._entry.reshape()
        self._changed()

    def action_cycle(self) -> None:
        """Let another stone of the stamp, or of the picks, be the odd one."""
        self._forgive()
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
            return bool(entry.picks) or self._complained
        return True

    # -- mouse --------------------------------------------------------------------------

    def _cell_under(self, event: events.MouseEvent) -> Cell | None:
        place = event.get_content_offset(self)
        if place is None or place.x < self._pinned()[0]:
            return None
        return self._layout_of.cell_at(place.x + self.scroll_offset.x, self._row_at(place.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the mouse."""
        if event.screen_offset == self._mouse:
            return  # scrolling repeats the event under a mouse at rest
        self._mouse = event.screen_offset
        cell = self._cell_under(event)
        if cell is not None and cell != self.cursor:
            self._traveller.put(cell)
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
                self._traveller.put(cell)
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

    def _forgive(self) -> None:
        """Forget the last refusal; the draft is told anew, so that its text goes as well."""
        self._marks.faults = frozenset()
        if self.untouched:
            self.untouched, self._told = False, None
        if self._complained:
            self._complained = False
            self._told = None

    def _conclude(self, outcome: Outcome) -> None:
        self._forgive()
        if outcome.refusal is not None:
            self._marks.faults = frozenset(outcome.refusal.cells)
        self._changed()
        if outcome.refusal is not None:
            self._complained = True
            self.post_message(self.Refused(self, outcome.refusal))
        if outcome.move is not None:
            self.post_message(self.MoveChosen(self, outcome.move))

    def _moved(self, *, follow: bool = True) -> None:
        """The traveller stands elsewhere: show it, and scroll there unless the mouse led."""
        self._forgive()
        if self.cursor == self._traveller.cell:
            self._changed()
            return
        self.cursor = self._traveller.cell
        if follow:
            self._keep_visible()
        self._changed()
        self.post_message(self.CursorMoved(self, self.cursor))

    def _changed(self, *, force: bool = False) -> None:
        """Show the draft as it now is and tell the screen when it is another one."""
        self._refresh_passing()
        draft = self.draft
        if force or draft != self._told:
            self._told = draft
            self.post_message(self.DraftChanged(self, draft))

    def _keep_visible(self) -> None:
        column, row = self._layout_of.places[self.cursor]
        around = Region(column - 4, row - 2, 9, 5).intersection(Region(0, 0, *self.board_size()))
        self.scroll_to_region(around, animate=False)

    # -- what lies over the position ----------------------------------------------------

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._keep_visible()

    def on_focus(self) -> None:
        """The cursor shows that keys come here."""
        self._refresh_passing()

    def on_blur(self) -> None:
        """The cursor shows that keys go elsewhere."""
        self._refresh_passing()

    def _scene(self) -> Scene:
        return scene_of(self._entry, self._marks, self._stones, self.cursor, active=self.has_focus)
