"""When humans are asked: about moves of others, and for their own turns while they rest."""

from collections.abc import Mapping

from termgames.core.text import sentence
from termgames.play.sitting.auto_answer import REVEALS_HAND, When
from termgames.play.sitting.live import Live
from termgames.play.sitting.resting import UNTIL
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk

COMMANDS = (
    Command(
        "auto_answer", "y", "When to ask", "Choose when you are asked about other players' moves"
    ),
    Command(
        "rest", "z", "Rest", "Pass until your turn matters; again, or your next move, ends that"
    ),
)


class Asking:
    """Lets the player choose, and says what he has chosen."""

    def __init__(self, live: Live, desk: Desk) -> None:
        self._live, self._desk = live, desk

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "auto_answer": Action(self._change, self._state),
            "rest": Action(self._rest, self._rest_state),
        }

    def key_names(self) -> Mapping[str, str]:
        """What the command is called while a player rests."""
        return {"rest": "Stop resting"} if self._live.resting.seats else {}

    def _rest(self) -> None:
        live = self._live
        live.resting.switch()
        if live.resting.seats:
            self._desk.notify(f"You pass {UNTIL}. Press {self._desk.key('rest', 'z')} to end that.")

    def _rest_state(self) -> bool:
        live = self._live
        able = live.shown.present and live.resting.has_passes and live.resting.possible
        return bool(live.resting.seats) or able

    def _change(self) -> None:
        """Be asked about moves of others only with a choice, then never, then always again."""
        view, answers = self._live.shown.view, self._live.shown.auto_answers
        if view.seat is None:
            return
        following: dict[When | None, When | None] = {"idle": "all", "all": None, None: "idle"}
        if view.apart:
            following[None] = "all"
        when = following[answers.when(view.seat)]
        match when:
            case "all":
                text = "You accept all moves of others without being asked."
            case "idle":
                text = "You are asked about moves of others only when you have a choice."
                text += f" {sentence(REVEALS_HAND)}." if view.shared else ""
            case None:
                always = "while you hold a card" if view.watched else "always"
                text = f"You are asked about moves of others {always}."
        self._live.accept_for(view.seat, when)
        self._desk.notify(f"{text} Press {self._desk.key('auto-answer', 'y')} to change that.")

    def _state(self) -> bool:
        shown = self._live.shown
        able = shown.display.reactive and not shown.match.over
        return able and shown.view.seat is not None
