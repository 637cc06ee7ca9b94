"""The bots at the table: their pace, what they think, and what to do when one breaks down."""

import time
from collections.abc import Awaitable

from rich.text import Text
from textual.message import Message
from textual.timer import Timer

from termgames.core.game import Seat
from termgames.play.bots.processes import BotProcesses
from termgames.play.events import Reply
from termgames.play.sitting.live import Live
from termgames.play.text import prompts
from termgames.tui.screens.dialogs import Choice
from termgames.tui.styled import styled
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk

COMMANDS = (
    Command(
        "stop",
        "s",
        "Stop",
        "Have the bot play its best move so far, or stop looking at yours",
    ),
    Command("pause", "w", "Pause", "Hold the bots, or let them go on"),
    Command("ponder", "", "Pondering", "Let bots think while you think, or not", "Pondering"),
)
GLANCE = 1.0
"""Seconds between two looks whether the bot to move still says anything."""
PACE = 0.4
"""Seconds between the moves of bots that play among themselves."""


_REMEDIES = (Choice("start it again", "retry"), Choice("play on in its place", "take"))


class Bots:
    """Lets bots move and think at the right time, and asks what to do about one that fails."""

    class Replied(Message):
        """The bot of a seat said something, see `Thinkers.hear`."""

        def __init__(self, seat: Seat, reply: Reply) -> None:
            super().__init__()
            self.seat, self.reply = seat, reply

    def __init__(
        self,
        live: Live,
        processes: BotProcesses,
        desk: Desk,
    ) -> None:
        self._live, self._shown = live, live.shown
        self.processes, self._desk = processes, desk
        self._next_move: Timer | None = None
        self._question: int | None = None
        """The question whose bot is waited for."""
        self._last_report = 0.0
        """When it was asked, or said something, or the player chose to wait."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "stop": Action(self._stop, self._stop_state),
            "pause": Action(self._pause, self._pause_state),
            "ponder": Action(self._switch_pondering),
        }

    def follow(self) -> None:
        """Do what follows from the position: bots among themselves move at a pace that can be
        followed, and bots think while a human does."""
        live = self._live
        if self._next_move is not None:
            self._next_move.stop()
            self._next_move = None
        if not (live.humans or live.awaits_bot):
            self._next_move = self._desk.after(self._pace(), live.advance)
        if self._desk.preferences.ponder and live.seat in live.humans:
            self.processes.ponder(self._shown.bots)
        else:
            self.processes.rest()

    def thinking_text(self, *, brief: bool, analysis_shown: bool) -> Text:
        """What the bot to move thinks; else what a bot thought of the last move, unless the text
        is to be `brief` or analysis is off (`analysis_shown` is False)."""
        live, shown, thought = self._live, self._shown, self._live.thinkers.thinking
        seat = live.seat
        if live.awaits_bot and seat is not None and shown.present:
            if live.reaction:
                # How long it thinks, and how much, would tell which cards it has.
                return Text(
                    f"{prompts.bot_name(self._shown, seat)} decides whether to accept", "bold"
                )
            return styled(
                prompts.thinking(shown, seat, thought if analysis_shown else None, now=True)
            )
        # At the end there is more to say than room to say it.
        asked_no_more = not shown.present or shown.match.over
        if brief or not analysis_shown or asked_no_more or thought is None or not shown.ply:
            return Text()
        mover = shown.match.actor(shown.ply - 1)
        if mover in shown.bots and (thought.playouts or thought.note):
            return styled(prompts.thinking(shown, mover, thought, now=False))
        return Text()

    def bot_reported(self, question: int | None) -> None:
        """The bot that was asked this question reported something; None where the report belongs to
        no question."""
        if question == self._question:
            self._last_report = time.monotonic()

    def look_for_silence(self) -> None:
        """Ask the player what to do, if a bot has been silent for too long."""
        thinkers, seat = self._live.thinkers, self._live.seat
        now = time.monotonic()
        if thinkers.question != self._question:
            self._question, self._last_report = thinkers.question, now
        if self._question is None or seat is None or self._desk.dialogs.open:
            return
        if now - self._last_report > self.processes.patience(seat):
            self._desk.run(self._ask_about_silence, seat)

    async def _ask_about_silence(self, seat: int) -> None:
        question = self._question
        choices = (Choice("wait", "wait"), *_REMEDIES)
        text = f"It has been silent for {time.monotonic() - self._last_report:.0f} seconds."
        name = prompts.bot_name(self._shown, seat)
        answer = await self._desk.dialogs.choose(
            f"{name} does not answer", text, choices, safe=True
        )
        self._last_report = time.monotonic()
        # Meanwhile it may have answered.
        if self._live.thinkers.question == question:
            self._mend(seat, answer)

    def _mend(self, seat: int, answer: str) -> None:
        match answer:
            case "retry":
                self._live.retry(seat, self.processes.restart(seat))
            case "take":
                self.processes.end(seat)
                self._live.take_over(seat)
            case "leave":
                self._desk.close()

    def failed(self, seat: int, fault: str) -> None:
        """The bot of `seat` broke down, as `fault` says: ask what to do."""
        self._desk.run(self._ask_about, seat, fault)

    async def _ask_about(self, seat: int, fault: str) -> None:
        choices = (*_REMEDIES, Choice("leave the game", "leave"))
        title = f"{prompts.bot_name(self._shown, seat)} stopped working"
        self._mend(seat, await self._desk.dialogs.choose(title, fault, choices, safe=True))

    def _pace(self) -> float:
        """Seconds until the next move: answers out of turn take a time of their own, and moves
        without a stone are soon seen."""
        match = self._shown.match
        if self._live.reaction:
            return 0.01
        last = match.move_seen(match.ply - 1, None) if match.ply else None
        stoneless = last is not None and not match.game.cells_of(last)
        return PACE / 2 if stoneless else PACE

    # -- commands -----------------------------------------------------------------------

    def _stop(self) -> Awaitable[None] | None:
        """The bot plays now; about one that broke down the player is asked again."""
        live, seat = self._live, self._live.seat
        if live.standstill == "broken" and seat is not None:
            return self._ask_about(seat, live.thinkers.broken[seat])
        live.hurry()
        return None

    def _stop_state(self) -> bool:
        # In a rated game bots take the time of their level.
        thinks = self._live.awaits_bot and not self._shown.match.terms.rated
        return thinks or self._live.standstill in ("teacher", "broken")

    def _pause(self) -> None:
        self._live.pause(not self._live.paused)

    def _pause_state(self) -> bool:
        return not self._live.humans and not self._shown.match.over

    def _switch_pondering(self) -> None:
        ponder = not self._desk.preferences.ponder
        self._desk.change(ponder=ponder)
        self._desk.notify(
            "Only bots with a time limit think while you do."
            if ponder
            else "Bots think only when it is their turn."
        )
        self.follow()
