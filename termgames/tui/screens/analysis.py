"""A table at which a bot that plays no seat may be asked: hints and estimates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.screen import Screen

from termgames.core.game import OVER
from termgames.play.new_game import NewGame
from termgames.play.session import GameSession
from termgames.tui import words
from termgames.tui.analyst import Analyst
from termgames.tui.board import BoardView
from termgames.tui.widgets.literal import Static

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from termgames.search.limits import Thought


class AdvisedScreen(Screen[NewGame | None]):
    """A screen with a board and a line of thoughts, whose player may ask for advice.

    The analyst is told what the player may know, and no more; it is asked about positions
    in which somebody is to act, and where hands are hidden about the player's own turn.
    """

    def __init__(self, session: GameSession, *, analysis: bool) -> None:
        super().__init__()
        self.session = session
        self.analysis = analysis
        self._analyst: Analyst | None = None
        self._estimating = False
        self._hinted: Any = None
        """The position that a hint is wanted for."""

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    @property
    def advisable(self) -> bool:
        """Whether there is something to be said of the position shown."""
        session = self.session
        to_act = session.game.to_act(session.shown)
        return to_act >= 0 and (not session.view.secret or to_act == session.view.seat)

    def consult(self) -> None:
        """Ask the analyst about the position shown, where an opinion is wanted and nobody
        else thinks."""
        session, state = self.session, self.session.shown
        if self._hinted is not state:
            self._hinted = None
        if session.asked and self._analyst is not None:
            self._analyst.rest()
        wanted = self._estimating or self._hinted is not None
        if not self.advisable or session.asked or not wanted:
            return
        if self._analyst is None:
            self._analyst = Analyst(session.game, self)
        self._analyst.ask(state)
        if self._analyst.verdict is not None:
            self._hear(self._analyst.verdict, final=True)

    def on_analyst_said(self, message: Analyst.Said) -> None:
        """An opinion came; out of date when another question was asked since."""
        analyst = self._analyst
        if analyst is None or message.serial != analyst.serial:
            return
        if message.final:
            analyst.verdict = message.thought
        if self.session.shown is analyst.state:
            self._hear(message.thought, final=message.final)

    def on_analyst_gone(self, message: Analyst.Gone) -> None:
        """No more opinions until one is wanted again."""
        self.dismiss_analyst()
        self._estimating, self._hinted = False, None
        self.show_thinking()
        self.notify(message.fault, title="No analysis", severity="warning")

    def _hear(self, thought: Thought, *, final: bool) -> None:
        """An opinion on the position shown."""
        state = self.session.shown
        if thought.owner is not None:
            self.tint(state, thought.owner)
        if final and self._hinted is state:
            self.board.propose(thought.move)
            self.show_thinking()

    def tint(self, state: Any, owner: NDArray[np.float32]) -> None:
        """Lay shares of ownership by seat under the board of `state`, if they are wanted."""
        game = self.session.game
        if not self._estimating or self.session.shown is not state or not self.advisable:
            return
        seats = sorted(range(game.seats), key=lambda seat: game.colour(state, seat))
        self.board.set_estimate(owner[:, seats])

    def show_thinking(self) -> None:
        """What bots think."""
        text, line = self.thinking_text(), self.query_one("#thinking", Static)
        line.update(text)
        line.set_class(not text, "-empty")
        line.set_class(self._hinted is not None, "-hint")

    def thinking_text(self) -> Text:
        """The hint of the position shown, or that one is being looked for."""
        if self._hinted is None or self._analyst is None:
            return Text()
        verdict = self._analyst.verdict
        if verdict is None:
            return Text("Looking for a hint", "dim")
        return words.hint_text(self.session, verdict, can_play=self.session.can_play)

    def dismiss_analyst(self) -> None:
        """End the analyst's process; another one starts when one is wanted."""
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def may_analyse(self) -> bool:
        """Whether analysis is on; says how to get it when it is off."""
        if not self.analysis:
            self.notify("Analysis is off: A turns it on.")
        return self.analysis

    def action_estimate(self) -> None:
        """Estimates on or off."""
        if self._estimating:
            self._estimating = False
            self.board.set_estimate(None)
            self.notify("The estimate is off.")
        elif self.may_analyse():
            self._estimating = True
            self.notify("The tint shows what a bot expects everybody to own.")
            self.consult()

    def action_hint(self) -> None:
        """Show what a bot would play here; the second time, make it the move in the making."""
        session = self.session
        if not self.may_analyse():
            return
        if not self.advisable or session.asked:
            return
        if self._hinted is session.shown:
            analyst = self._analyst
            if analyst is not None and analyst.verdict is not None and session.can_play:
                self.board.take_up(analyst.verdict.move)
            return
        self._hinted = session.shown
        self.consult()
        self.show_thinking()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is thought about a game that is over."""
        if action in ("hint", "estimate"):
            if self.session.game.to_act(self.session.shown) == OVER:
                return False
            waits = not self.advisable or (action == "hint" and self.session.asked)
            return None if waits else True
        return True
