"""A record that plays by itself: a turn after the other, until somebody looks elsewhere."""

from collections.abc import Mapping

from textual.timer import Timer

from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk

COMMANDS = (
    Command(
        "play_itself", "asterisk", "Play", "Let the game play by itself, or hold it",
        "Play by itself", shown=False,
    ),
    Command("faster", "plus", "Faster", "Play faster", shown=False, priority=True),
    Command("slower", "minus", "Slower", "Play slower", shown=False, priority=True),
)  # fmt: skip
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds a turn."""
_KEEPS = frozenset({*(command.name for command in COMMANDS), "overlay", "zoom", "colours"})
"""Commands during which it plays on."""


class ByItself:
    """Shows the next turn again and again. Any command that is not of its own, and any other
    position that is chosen, holds it."""

    SECONDS = 1.0
    """Of a turn, at first."""

    def __init__(self, shown: Shown, turns: Turns, desk: Desk) -> None:
        self._shown, self._turns, self._desk = shown, turns, desk
        self._seconds = self.SECONDS
        self._timer: Timer | None = None
        self._at = 0
        """The position that it showed last."""

    @property
    def running(self) -> bool:
        """Whether it plays."""
        return self._timer is not None

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "play_itself": Action(self._switch, lambda: self._shown.match.ply > 0),
            "faster": Action(lambda: self._change(-1), lambda: self.running),
            "slower": Action(lambda: self._change(1), lambda: self.running),
        }

    def key_names(self) -> Mapping[str, str]:
        """What its command is called just now."""
        return {"play_itself": "Hold"} if self.running else {}

    def before(self, command: str) -> None:
        """Hold it before any other command than its own."""
        if command not in _KEEPS:
            self.hold()

    def hold(self) -> None:
        """Play no more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _switch(self) -> None:
        if self.running:
            self.hold()
            self._desk.notify("Held.", timeout=2)
            return
        if self._shown.ply == self._shown.match.ply:
            self._shown.look(0)
        self._at = self._shown.ply
        self._wait()
        self._desk.notify("* holds it, + and - change the speed.", timeout=3)

    def _change(self, by: int) -> None:
        at = SPEEDS.index(self._seconds) + by
        self._seconds = SPEEDS[max(0, min(at, len(SPEEDS) - 1))]
        self.hold()
        self._wait()
        self._desk.notify(f"{self._seconds:g} s a turn", timeout=1)

    def _wait(self) -> None:
        self._timer = self._desk.after(self._seconds, self._next)

    def _next(self) -> None:
        """Show the next turn, unless the player has chosen a position himself meanwhile."""
        self._timer = None
        shown = self._shown
        if self._desk.closed or shown.ply != self._at or shown.ply == shown.match.ply:
            return
        shown.look(self._turns.around(shown.ply, 1))
        self._at = shown.ply
        if shown.ply < shown.match.ply:
            self._wait()
