"""The bots of one match, each in its own process, and what they report as messages.

A reader thread a bot waits for its reports and posts them; everything else happens in the
thread of the screen, which judges by the serial number whether a report is still wanted.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import partial

from textual.message import Message
from textual.widget import Widget

from termgames.core.game import Chancy, Hidden, Seat
from termgames.play.bots.gtp_bot import played
from termgames.play.bots.players import parse_player
from termgames.play.bots.process import Answer, BotProcess, Failed, Progress
from termgames.play.events import Thinker
from termgames.play.match import Match
from termgames.search.limits import Thought


class BotProcesses:
    """Starts the bots of a match at once; `attach` says who hears of them. Of other programs
    only those are started whose commands are `allowed`."""

    class Reported(Message):
        """A bot thought on, decided (`final`), or broke down (`fault` says how)."""

        def __init__(
            self,
            seat: Seat,
            serial: int = 0,
            thought: Thought | None = None,
            *,
            final: bool = False,
            fault: str = "",
        ) -> None:
            super().__init__()
            self.seat, self.serial, self.thought = seat, serial, thought
            self.final, self.fault = final, fault

    def __init__(
        self,
        match: Match,
        *,
        time: float | None = None,
        time_scale: float = 1.0,
        cores: int = 1,
        allowed: frozenset[str] = frozenset(),
    ) -> None:
        self._match = match
        self._time, self._time_scale, self._cores = time, time_scale, cores
        self._allowed = allowed
        self._target: Widget | None = None
        self._processes: dict[Seat, BotProcess] = {}
        for seat, name in enumerate(match.players):
            if not parse_player(name).human:
                self._start(seat)

    @property
    def thinkers(self) -> dict[Seat, Thinker]:
        """The bots by seat."""
        return dict(self._processes)

    def attach(self, target: Widget) -> None:
        """From now on `target` gets what the bots report."""
        self._target = target
        for seat, process in self._processes.items():
            self._read(seat, process)

    def restart(self, seat: Seat) -> Thinker:
        """A fresh bot for a seat whose bot broke down."""
        self._processes[seat].close()
        process = self._start(seat)
        self._read(seat, process)
        return process

    def ponder(self, seats: Iterable[Seat]) -> None:
        """The bots of these seats think while a human does, as far as it makes sense; not
        in games of chance or with hidden hands, where little of that could be kept."""
        if isinstance(self._match.game, Hidden | Chancy):
            return
        for seat in seats:
            self._processes[seat].ponder(self._match.state)

    def rest(self) -> None:
        """No bot thinks any more but who is asked."""
        for process in self._processes.values():
            process.rest()

    def close(self) -> None:
        """End all bots."""
        self._target = None
        for process in self._processes.values():
            process.close()

    def _start(self, seat: Seat) -> BotProcess:
        match = self._match
        outside = parse_player(match.players[seat]).kind == "gtp"
        process = self._processes[seat] = BotProcess(
            match.game.id,
            match.game.options,
            match.players[seat],
            None if match.seed is None else match.seed + seat,
            time=self._time,
            time_scale=self._time_scale,
            cores=self._cores,
            allowed=self._allowed,
            played=partial(played, match) if outside else tuple,
        )
        process.start()
        return process

    def _read(self, seat: Seat, process: BotProcess) -> None:
        name = f"bot of seat {seat}"
        threading.Thread(target=self._pump, args=(seat, process), name=name, daemon=True).start()

    def _pump(self, seat: Seat, process: BotProcess) -> None:
        """In a thread of its own: post every report until the process has ended."""
        while (said := process.read()) is not None:
            match said:
                case Progress(serial, thought):
                    message = self.Reported(seat, serial, thought)
                case Answer(serial, thought):
                    message = self.Reported(seat, serial, thought, final=True)
                case Failed(_, text):
                    message = self.Reported(seat, fault=text)
            target = self._target
            if target is None:
                return
            target.post_message(message)
