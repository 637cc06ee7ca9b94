"""Setting up a position by hand, to play on from it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.message import Message
from textual.widgets import Input

from termgames import games
from termgames.core.errors import Refusal
from termgames.core.game import AnyGame
from termgames.core.topology import Cell
from termgames.play.match import AnyMatch
from termgames.play.position_editor import LONGEST_TEXT, PositionEditor
from termgames.tui.board import BoardView
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen, start
from termgames.tui.screens.dialogs import Choice
from termgames.tui.table.appearance import Appearance
from termgames.tui.table.desk import Desk
from termgames.tui.table.zoom import Zoom
from termgames.tui.widgets.entry import MoveEntry, Verdict
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.prompt import PromptPanel


class CellClicked(Message):
    """A cell was clicked with a mouse button, by its number."""

    def __init__(self, cell: Cell, button: int) -> None:
        super().__init__()
        self.cell, self.button = cell, button


class StonesBoard(BoardView, inherit_bindings=True):
    """A board on which no moves are made: a click reports its cell."""

    LIVE: ClassVar = ("walk", "row_end")
    """What its keys do; no others of the board make sense."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of the cursor."""
        return action == "run" and parameters[0] in self.LIVE

    def on_click(self, event: events.Click) -> None:
        """Report it; nothing is picked."""
        event.prevent_default()
        event.stop()
        cell = self.canvas.cell_under(event)
        if cell is not None:
            self.post_message(CellClicked(cell, event.button))


class EditScreen(Screen[AnyMatch | None]):
    """Stones are put on the board and taken away, and texts beside the board say who is to move and
    whatever else the position needs. Dismissed with a match that begins from the position, or
    None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "put", "Put or take", priority=True, id="edit.put"),
        *(
            Binding(f"{n}", f"stone({n})", f"Stone {n}", show=False, id=f"edit.stone-{n}")
            for n in range(1, 10)
        ),
        Binding("x", "next_stone", "Colour", tooltip="The next colour of stones", id="edit.colour"),
        Binding(
            "0,delete,backspace", "take", "Take", tooltip="Take the stone away", id="edit.take"
        ),
        Binding("t", "mover", "To move", tooltip="Change who is to move", id="edit.mover"),
        Binding(
            "m",
            "tell",
            "Text",
            priority=True,
            tooltip="Write who is to move, and what else the stones do not show",
            id="edit.tell",
        ),
        Binding("ctrl+x", "clear", "Clear", tooltip="Take all stones away", id="edit.clear"),
        Binding(
            "P,ctrl+s", "play", "Play on", tooltip="A new game from this position", id="edit.play"
        ),
        Binding("escape,q", "leave", "Back", id="edit.leave"),
    ]

    def __init__(
        self, game: AnyGame, state: Any, players: Sequence[str], preferences: Preferences
    ) -> None:
        """It begins with the position `state`; `players` are proposed for the new game."""
        super().__init__()
        self.editor = PositionEditor(game, state)
        self._state, self._players = state, tuple(players)
        self._at_start = self._as_it_is()
        self._stone = 1
        """The stone that is put: 1 + the number of its colour."""
        self._refusal: Refusal | None = None
        """Why nobody can play on, once the player has tried to."""
        self.board = StonesBoard(game, games.display(game), id="board")
        self._desk = desk = Desk(self, preferences)
        self._side = Vertical(id="side")
        self._appearance = Appearance(game, desk)
        self._zoom = Zoom(self.board, self._side, desk)
        self._title, self._prompt = Static(id="title"), PromptPanel(id="prompt")
        self._texts = Static(id="facts")
        self._line = MoveEntry(
            self._judge,
            wants="name: value",
            fine="fine: Enter writes it",
            longest=LONGEST_TEXT,
            id="entry",
        )
        self._table = Container(id="table")

    def compose(self) -> ComposeResult:
        """The board, and beside it what is put, who is to move and what is wrong."""
        with self._table:
            yield self.board
            with self._side:
                yield from (self._title, self._prompt, self._texts, self._line)
        order = ("put", "next_stone", "take", "mover", "play", "tell", "clear")
        yield KeyLine(order, ("leave",))

    def key_names(self) -> Mapping[str, str]:
        """What Enter does in the line for texts."""
        return {"submit": "Write"}

    def on_mount(self) -> None:
        """The position as it is."""
        look, glyphs = self._appearance.look, self._appearance.glyphs
        self.board.canvas.dress(look=look, glyphs=glyphs)
        title = games.info(self.editor.game.id).title
        self._title.update(f"{title}: set up a position")
        self.board.show(self._state, can_play=False)
        self.board.focus()
        self._show()

    def on_resize(self) -> None:
        """The largest cells that fit."""
        self._zoom.fit()
        self._table.set_class(self._zoom.narrow, "-narrow")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for the board are the line's while it is open; as many digits as colours."""
        if isinstance(self.focused, Input) and action in ("put", "tell"):
            return False
        return action != "stone" or int(str(parameters[0])) <= len(self.editor.game.marks)

    # -- stones and texts ---------------------------------------------------------------

    def action_put(self) -> None:
        """Put a stone where the cursor is, or take one of the same colour away."""
        self._put(self.board.cursor)

    def action_stone(self, number: int) -> None:
        """Put a stone of the colour with that number, from 1, where the cursor is. It is the colour
        from now on."""
        self._stone = number
        self._put(self.board.cursor, over=True)

    def action_next_stone(self) -> None:
        """Choose the next colour; nothing is put yet."""
        self._stone = self._stone % len(self.editor.game.marks) + 1
        self._show()

    def action_take(self) -> None:
        """Take the stone away."""
        self.editor.put(self.board.cursor, 0)
        self._changed()

    def action_clear(self) -> None:
        """Take all stones away."""
        self.editor.clear()
        self._changed()

    def action_mover(self) -> None:
        """Let the next player be to move."""
        self.editor.next_mover()
        self._changed()

    def on_cell_clicked(self, message: CellClicked) -> None:
        """The left button puts a stone or takes it away, any other button chooses the next
        colour."""
        self.board.input.point(message.cell)
        if message.button == 1:
            self._put(message.cell)
        else:
            self.action_next_stone()

    def _put(self, cell: Cell, *, over: bool = False) -> None:
        same = self.editor.stones[cell] == self._stone and not over
        self.editor.put(cell, 0 if same else self._stone)
        self._changed()

    def action_tell(self) -> None:
        """Write a text beside the diagram."""
        self._line.open()

    def _judge(self, text: str) -> Verdict:
        """Whether a text can stand beside the diagram; nothing is taken over."""
        before = dict(self.editor.texts)
        fault = self.editor.tell(text)
        self.editor.texts = before
        return Verdict(text, fault, unfinished=True)

    def on_move_entry_submitted(self, message: MoveEntry.Submitted) -> None:
        """A text was entered."""
        self.editor.tell(str(message.move))
        self.on_move_entry_closed()
        self._changed()

    def on_move_entry_closed(self) -> None:
        """Back to the board."""
        self._line.close()
        self.board.focus()

    # -- leaving ------------------------------------------------------------------------

    def action_play(self) -> None:
        """Play on from the position, unless nobody can."""
        self._refusal = self.editor.refuse()
        if self._refusal is None:
            self.dismiss(self.editor.match(self._players))
        else:
            self._show()

    def action_leave(self) -> None:
        """Leave the screen; what was set up is thrown away only after a question."""
        start(self, self._leave)

    async def _leave(self) -> None:
        choices = (Choice("go on with it", "stay"), Choice("throw it away", "leave"))
        text = "The position you have set up is not saved."
        same = self._as_it_is() == self._at_start
        if same or await self._desk.dialogs.choose("Leave?", text, choices, safe=True) == "leave":
            self.dismiss(None)

    def _as_it_is(self) -> tuple[bytes, dict[str, str]]:
        return bytes(self.editor.stones), dict(self.editor.texts)

    # -- what is shown ------------------------------------------------------------------

    def _changed(self) -> None:
        self._refusal = None
        self._show()

    def _show(self) -> None:
        editor, refusal = self.editor, self._refusal
        self.board.canvas.lay(bytes(editor.stones))
        self.board.highlight(() if refusal is None else refusal.cells)
        chip = self._appearance.chip
        counts = Text("  ").join(
            chip(colour) + Text(f" {editor.stones.count(colour + 1)}")
            for colour in range(len(editor.game.marks))
        )
        text = Text.assemble("Enter puts ", chip(self._stone - 1), ", x takes another colour.")
        self._prompt.show(
            f"{editor.mover or 'nobody'} is to move.",
            text,
            "" if refusal is None else refusal.text,
        )
        lines = [f"{name}: {value}" for name, value in editor.texts.items() if name != "to move"]
        hint = Text(f"m writes what the stones do not show, such as {self._told()}.", "dim")
        self._texts.update(Text("\n").join([counts, *map(Text, lines), hint]))

    def _told(self) -> str:
        """What a text of the position looks like, and the names that others have."""
        names = getattr(self.editor.game, "position_names", ("to move",))
        name, value = next(iter(self.editor.texts.items()), ("to move", "black"))
        others = ", ".join(each for each in names if each != name)
        return f"{name}: {value}" + (f"; you can also set {others}" if others else "")
