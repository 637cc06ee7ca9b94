"""`BoardView`, the widget: it shows positions, takes keys and the mouse, and posts messages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.message import Message
from textual.widget import Widget

from termgames.core.display import AnyDisplay, Draft
from termgames.core.errors import Refusal
from termgames.core.game import AnyGame
from termgames.core.topology import Cell
from termgames.tui.board.canvas import Canvas
from termgames.tui.board.input import BoardInput, Event
from termgames.tui.board.keys import BINDINGS
from termgames.tui.themes import GlyphSet


class BoardView(Widget, inherit_bindings=False):
    """A board of any topology, with the move in the making.

    It shows what `Display` and `Game` tell it and knows no rule. `show` a position; moves
    come back as `MoveChosen`. The parts do the work: `canvas` draws, `hand` makes the move.
    """

    BINDINGS = BINDINGS
    DEFAULT_CSS = "BoardView { width: auto; height: auto; max-width: 100%; max-height: 100%; }"
    can_focus = True

    @dataclass
    class DraftChanged(Message):
        """The move in the making changed to `draft`."""

        draft: Draft[Any]

    @dataclass
    class MoveChosen(Message):
        """The player has decided on `move`; it is legal in the position shown."""

        move: Any

    @dataclass
    class EntryChanged(Message):
        """The player changed over to whole moves (`stamping`), or back to single cells."""

        stamping: bool

    @dataclass
    class Refused(Message):
        """The player tried what may not be done; `refusal` says why."""

        refusal: Refusal

    @dataclass
    class CursorMoved(Message):
        """The cursor stands on another cell."""

        cell: Cell

    def __init__(
        self,
        game: AnyGame,
        display: AnyDisplay,
        *,
        glyphs: GlyphSet | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.game = game
        self.canvas = Canvas(game, display, glyphs=glyphs)
        self.canvas.turned = self._wheel_turned
        self.input = BoardInput(
            game,
            display,
            happened=self._happened,
            changed=self._highlight,
            drawn=lambda: self.canvas.board_layout.topology,
        )
        self.highlight, self.annotate = self.input.highlight, self.input.annotate
        self.propose, self.take_up = self.input.propose, self.input.take_up
        self.submit = self.input.submit
        self._mouse: Offset | None = None

    def compose(self) -> ComposeResult:
        """The drawing."""
        yield self.canvas

    # -- for the screen -----------------------------------------------------------------

    def show(
        self,
        state: Any,
        *,
        last: Sequence[Cell] = (),
        can_play: bool,
        colour: int | None = None,
        pointing: bool = True,
    ) -> None:
        """Show a position; the draft, the estimate and all highlights are dropped.

        `last` are the stones played last, `can_play` whether a move may be entered now,
        and `colour` whose; the cursor is seen where `pointing` is of any use.
        """
        self.input.show(state, can_play=can_play, colour=colour, pointing=pointing)
        self.canvas.paint(state, last)
        self._highlight()
        self.input.report()

    @property
    def cursor(self) -> Cell:
        """The cell the next key acts on; follows the mouse."""
        return self.input.cell

    @property
    def draft(self) -> Draft[Any]:
        """The move in the making: the picks', or the stamp's at the cursor."""
        return self.input.draft

    @property
    def next_colour(self) -> int | None:
        """The colour of the stone the next pick places; None with the stamp on."""
        return self.input.entry.next_colour()

    @property
    def marking(self) -> bool:
        """Whether picks mark stones, see `Draft`; `submit` makes the move then."""
        return self.input.entry.marking

    @property
    def stamping(self) -> bool:
        """Whether the whole move is laid at once; may be set, and outlasts positions."""
        return self.input.entry.stamp_on

    @stamping.setter
    def stamping(self, on: bool) -> None:
        if on != self.stamping and self.input.entry.toggle_stamp():
            self._highlight()
            self.input.report()

    # -- keys and mouse -----------------------------------------------------------------

    def action_run(self, name: str, arguments: tuple[Any, ...] = ()) -> None:
        """Do what a key is for."""
        self.input.run(name, *arguments)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that have nothing to do just now."""
        return self.input.can(str(parameters[0])) if action == "run" else True

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The cursor follows the mouse."""
        if event.screen_offset == self._mouse:
            return  # scrolling repeats the event under a mouse at rest
        self._mouse = event.screen_offset
        cell = self.canvas.cell_under(event)
        if cell is not None:
            self.input.point(cell)

    def on_click(self, event: events.Click) -> None:
        """Left: choose; middle: the next form; right: another stone, next or odd."""
        cell = self.canvas.cell_under(event)
        if event.button == 3:
            whole = self.stamping or self.draft.status == "complete"
            self.input.run("cycle" if whole else "toggle_colour")
        elif event.button == 2:
            self.input.run("reshape")
        elif cell is not None:
            self.input.point(cell)
            self.input.choose(False)
        event.stop()

    def _wheel_turned(self, by: int) -> bool:
        """The wheel turns the stamp."""
        turns = self.stamping and self.input.entry.open
        if turns:
            self.input.run("rotate", by)
        return turns

    # -- what follows -------------------------------------------------------------------

    def _happened(self, event: Event, value: Any) -> None:
        """Post what the hand did."""
        kinds: dict[Event, Callable[[Any], Message]] = {
            "draft": self.DraftChanged,
            "move": self.MoveChosen,
            "entry": self.EntryChanged,
            "refusal": self.Refused,
            "cursor": self.CursorMoved,
        }
        # What the keys do depends on what is picked; beside a hint also on where the cursor is.
        if (event in ("entry", "draft") and self.input.keys_changed()) or (
            event == "cursor" and self.input.hinted
        ):
            self.refresh_bindings()
        self.post_message(kinds[event](value))

    def _highlight(self, follow: bool = False) -> None:
        """Draw the highlights; `follow` the cursor where it went."""
        if follow:
            self.canvas.keep_visible(self.cursor)
        self.canvas.show_scene(self.input.scene(active=self.has_focus))

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self.canvas.keep_visible(self.cursor)

    def on_focus(self) -> None:
        """The cursor shows that keys come here."""
        self._highlight()

    def on_blur(self) -> None:
        """The cursor shows that keys go elsewhere."""
        self._highlight()
