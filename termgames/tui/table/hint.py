"""A hint: the move that a bot would play, laid on the board, and how the player takes it up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from textual.message import Message
from textual.widgets import Input

from termgames.core.topology import Cell
from termgames.play.sitting.study import Sitting
from termgames.tui.board import BoardView
from termgames.tui.table.desk import Desk

if TYPE_CHECKING:
    from termgames.search.limits import Thought

EnterAction = Literal["", "take", "play", "walk"]
"""What Enter does: take a hint up, play it, walk through a line, or none of these."""


class EnterKey:
    """Remembers what Enter is to do, and how the board was when that was set. Enter belongs to the
    board again once the cursor moves, stones are picked or taken back, or the keys go elsewhere."""

    def __init__(self, board: BoardView) -> None:
        self._board = board
        self._action: EnterAction = ""
        self._since: tuple[Cell, object] = (0, None)
        self.about: object = None
        """The hint or the line that Enter was given to last."""

    def give(self, action: EnterAction, about: object) -> None:
        """Let Enter do this from now on. If the player has picked stones, Enter stays with them,
        unless they were picked by taking a hint up."""
        picks = self._board.input.entry.picks if action == "play" else ()
        self._action, self._since, self.about = action, (self._board.cursor, picks), about

    @property
    def action(self) -> EnterAction:
        """What Enter does now; empty where it belongs to the board, or to whatever else has the
        keys."""
        board = self._board
        untouched = (board.cursor, board.input.entry.picks) == self._since
        return self._action if untouched and board.screen.focused is board else ""

    @property
    def typing(self) -> bool:
        """Whether keys go into a line of text."""
        return isinstance(self._board.screen.focused, Input)


class Hint:
    """Lays a hint on the board once it is known, and makes it the player's move when he wants it.

    It asks no bot: `Analysis` does, and hands the answer to `lay`.
    """

    class Changed(Message):
        """There is something else to say about the hint."""

    class BoardWanted(Message):
        """The board is to be seen, and to have the keys."""

    class Played(Message):
        """The player plays a hint that has no stones to lay."""

        def __init__(self, move: Any) -> None:
            super().__init__()
            self.move = move

    def __init__(self, sitting: Sitting, board: BoardView, enter: EnterKey, desk: Desk) -> None:
        self._sitting, self._board, self._enter, self._desk = sitting, board, enter, desk
        self._wanted_for: Any = None
        """The position that a hint is wanted for."""
        self._thought: Thought | None = None
        """The hint that lies there."""

    @property
    def wanted(self) -> bool:
        """Whether a hint is shown or looked for."""
        return self._wanted_for is not None

    def wanted_for(self, state: Any) -> bool:
        """Whether one is shown or looked for in this position."""
        return self.wanted and self._wanted_for is state

    def want(self, state: Any) -> None:
        """Wait for a hint in this position."""
        self._wanted_for, self._thought = state, None
        self._enter.give("", None)

    def forget(self) -> None:
        """No hint is wanted any more."""
        self._wanted_for = self._thought = None

    def lay(self, thought: Thought) -> None:
        """Show the stones of the hint; Enter takes it up."""
        self._thought = thought
        if not self.is_move(thought):
            self._board.propose(thought.move)
        if self._enter.about is not thought:
            self._enter.give("take", thought)
        self._say()

    def take(self) -> None:
        """Pick the stones of the hint on the board, or choose what has none: what was picked there
        before is dropped. Nothing is played yet: Enter does that, whatever the hint is."""
        thought = self._thought
        if thought is None or not self._sitting.can_play:
            return
        self._desk.post(self.BoardWanted())
        laid = self._board.take_up(thought.move)
        if not laid:
            self._board.propose(thought.move)
        self._enter.give("" if laid else "play", thought)
        self._say()

    def go_on(self) -> None:
        """Play the hint that is chosen, or take it up."""
        if self._thought is not None and self.chosen:
            self._desk.post(self.Played(self._thought.move))
        else:
            self.take()

    def can_go_on(self) -> bool:
        """Whether Enter is for the hint."""
        able = self.wanted and self._sitting.can_play
        return able and self._enter.action in ("take", "play")

    @property
    def chosen(self) -> bool:
        """Whether a hint was taken up that has no stones to lay, and Enter plays it."""
        return self.can_go_on() and self._enter.action == "play"

    def choose_nothing(self) -> None:
        """Take back that the hint is chosen."""
        if self.chosen:
            self._enter.give("take", self._thought)
            self._say()

    def touched(self) -> None:
        """Something was done on the board, or the keys go elsewhere: what Enter does may be another
        thing."""
        if self.wanted:
            self._desk.post(self.Changed())

    def key_names(self) -> dict[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        return {"take_hint": "Play", "board": "Leave it"} if self.chosen else {}

    def key(self, thought: Thought) -> str:
        """The key for a hint and what it does; nothing where the move lies on the board, or no key
        is for it."""
        if self.chosen:
            return "Enter plays it"
        idle = not self._sitting.can_play or self._enter.typing or self.is_move(thought)
        return "" if idle else "i takes it up"

    def advises(self, move: Any) -> bool:
        """Whether the hint that lies there is this move."""
        return self._thought is not None and self._thought.move == move

    def is_move(self, thought: Thought) -> bool:
        """Whether the move in the making is the hint."""
        draft = self._board.draft
        return bool(draft.picks) and draft.move == thought.move

    def _say(self) -> None:
        """Say what can be done with the hint now."""
        self._desk.post(self.Changed())
        self._board.refresh_bindings()
