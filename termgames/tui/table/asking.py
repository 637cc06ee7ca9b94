"""When humans are asked about moves of others, in games in which everybody may answer them."""

from __future__ import annotations

from termgames.play.sitting.auto_answer import When
from termgames.play.sitting.live import Live
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk

COMMANDS = (
    Command("auto_answer", "y", "When to ask", "Choose when you are asked about moves of others"),
)


class Asking:
    """Lets the player choose, and says what he has chosen."""

    def __init__(self, live: Live, desk: Desk) -> None:
        self._live, self._desk = live, desk

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {"auto_answer": Action(self._change, self._state)}

    def _change(self) -> None:
        """Be asked about moves of others only with a choice, then never, then always again.
        Where others look on, "only with a choice" would tell them what one holds."""
        view, answers = self._live.shown.view, self._live.shown.auto_answers
        if view.seat is None:
            return
        when: When | None = "all"
        text = "You accept all moves of others without being asked."
        match answers.when(view.seat):
            case None if not view.watched:
                when = "idle"
                text = "You are asked about moves of others only when you have a choice."
            case "all":
                when = None
                always = "while you hold a card" if view.watched else "always"
                text = f"You are asked about moves of others {always}."
        self._live.accept_for(view.seat, when)
        self._desk.notify(f"{text} Press y to change that.")

    def _state(self) -> bool:
        shown = self._live.shown
        able = shown.display.reactive and not shown.match.over
        return able and shown.view.seat is not None
