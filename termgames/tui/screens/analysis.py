"""Hints and estimates by a bot that plays no seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from termgames.core.game import OVER
from termgames.core.topology import Cell
from termgames.play.session import GameSession
from termgames.tui import styled
from termgames.tui.analyst import Analyst
from termgames.tui.board import BoardView
from termgames.tui.screens.commands import Action

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from termgames.search.limits import Thought


class Analysis:
    """Asks a bot about the position shown, and lays its answers over the board.

    The bot is told what the player may know, and no more; it is asked about positions in
    which somebody is to act, and where hands are hidden about the player's own turn. Its
    process is started when the first answer is wanted.
    """

    def __init__(
        self,
        session: GameSession,
        board: BoardView,
        *,
        on: bool,
        start: Callable[[], Analyst],
        text_changed: Callable[[], None],
        play: Callable[[Any], object],
    ) -> None:
        """`on` is whether analysis may be seen, `start` begins a bot's process; `text_changed`
        is called when `text` is another one, and `play` gets a hint that the player takes up
        and that has no stones to lay."""
        self.on = on
        self._session, self._board = session, board
        self._start, self._text_changed, self._play = start, text_changed, play
        self.analyst: Analyst | None = None
        self._estimating = False
        self._hint_for: Any = None
        """The position that a hint is wanted for."""
        self._hint_cell: Cell | None = None
        """Where the cursor stood when the hint was shown; None once it is taken up."""
        self._note: tuple[Any, str] = (None, "")
        """What is said of a position, and that position."""
        self._expected: tuple[Any, Sequence[float] | None] = (None, None)
        """A position asked about, and the win shares that the bot expects there."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "hint": Action(self.hint, self._hint_state),
            "take_hint": Action(self._take_hint, self._can_take_hint),
            "estimate": Action(self.switch_estimate, self._state),
        }

    @property
    def possible(self) -> bool:
        """Whether a bot may be asked about the position shown."""
        session = self._session
        to_act = session.game.to_act(session.shown)
        return to_act >= 0 and (not session.view.secret or to_act == session.view.seat)

    @property
    def hinting(self) -> bool:
        """Whether a hint is shown or looked for."""
        return self._hint_for is not None

    def text(self) -> Text:
        """The hint for the position shown, or that one is being looked for; else what there is
        to say of the last key."""
        if not self.hinting or self.analyst is None:
            state, note = self._note
            return Text(note if state is self._session.shown else "")
        thought = self.analyst.verdict
        if thought is None:
            return Text("Looking for a hint", "dim")
        can_take = self._session.can_play and self._hint_cell is not None
        return styled.hint_text(self._session, thought, can_take=can_take)

    @property
    def shares(self) -> Sequence[float] | None:
        """The win shares by seat that the bot expects which was asked about the position shown;
        None where none was, or nothing is known yet."""
        state, shares = self._expected
        return shares if self.on and state is self._session.shown else None

    # -- the bot ------------------------------------------------------------------------

    def consult(self) -> None:
        """Ask about the position shown, if something is wanted and no bot at the table thinks."""
        session, state = self._session, self._session.shown
        if self._hint_for is not state or session.match.over:
            self._hint_for = self._hint_cell = None
        if session.asked and self.analyst is not None:
            self.analyst.rest()
        if not self.possible or session.asked or not (self._estimating or self.hinting):
            return
        if self.analyst is None:
            self.analyst = self._start()
        self.analyst.ask(state)
        if self.analyst.verdict is not None:
            self._show(self.analyst.verdict, final=True)

    def answered(self, serial: int, thought: Thought, *, final: bool) -> None:
        """The bot's answer so far; ignored when another question was asked since."""
        analyst = self.analyst
        if analyst is None or serial != analyst.serial:
            return
        if final:
            analyst.verdict = thought
        if self._session.shown is analyst.state:
            if thought.value is not None:
                self._expected = analyst.state, [float(share) for share in thought.value]
            self._show(thought, final=final)

    def failed(self) -> None:
        """The bot broke down; another one is started when something is wanted again."""
        self.close()
        self._text_changed()

    def close(self) -> None:
        """End the bot's process, and want nothing of it."""
        if self.analyst is not None:
            self.analyst.close()
            self.analyst = None
        self._estimating, self._hint_for = False, None

    def _show(self, thought: Thought, *, final: bool) -> None:
        state = self._session.shown
        if thought.owner is not None:
            self.show_estimate(state, thought.owner)
        if final and self._hint_for is state:
            self._board.propose(thought.move)
            self._hint_cell = self._board.cursor
            self._text_changed()
            self._board.refresh_bindings()

    def show_estimate(self, state: Any, owner: NDArray[np.float32]) -> None:
        """Tint the board by `owner` (cells, seats), shares of ownership in `state`, if estimates
        are wanted and the state is shown."""
        game = self._session.game
        if not self._estimating or self._session.shown is not state or not self.possible:
            return
        seats = sorted(range(game.seats), key=lambda seat: game.colour(state, seat))
        self._board.canvas.set_estimate(owner[:, seats])

    # -- commands -----------------------------------------------------------------------

    def allowed(self) -> bool:
        """Whether analysis is on; the player is told how to turn it on when it is off."""
        if not self.on:
            self._say("Analysis is off. Press A to turn it on.")
        return self.on

    def _say(self, text: str) -> None:
        """Say something until the position changes, in the place of a hint."""
        self._note = self._session.shown, text
        self._text_changed()

    def switch_estimate(self) -> None:
        """Show estimates, or show them no longer."""
        if self._estimating:
            self._estimating = False
            self._board.canvas.set_estimate(None)
            self._say("The estimate is off.")
        elif self.allowed():
            self._estimating = True
            self._say("The tint shows who will own each point, as a bot expects it.")
            self.consult()

    def hint(self) -> None:
        """Show what a bot would play; the second time, take it up."""
        session = self._session
        if not self.allowed():
            return
        if self._hint_for is session.shown:
            self._take_hint()
            return
        self._hint_for = session.shown
        self.consult()
        self._text_changed()

    def _take_hint(self) -> None:
        """Pick the stones of the hint on the board, or play what has none."""
        thought = None if self.analyst is None else self.analyst.verdict
        if thought is None or not self._session.can_play:
            return
        self._hint_cell = None
        if not self._board.take_up(thought.move):
            self._play(thought.move)
        self._text_changed()

    def _can_take_hint(self) -> bool:
        """Whether Enter is for the hint: nothing was done on the board since it was shown."""
        waits = self.hinting and self._hint_cell == self._board.cursor
        at_board = self._board.has_focus and not self._board.hand.entry.picks
        return waits and at_board and self._session.can_play

    def _state(self) -> bool | None:
        if self._session.game.to_act(self._session.shown) == OVER:
            return False
        return True if self.possible else None

    def _hint_state(self) -> bool | None:
        return None if self._state() and self._session.asked else self._state()
