"""The bots of one match, each in its own process, and their replies as messages.

A thread for each bot waits for its replies and posts them; everything else happens in the
thread of the screen.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import partial

from textual.message import Message
from textual.widget import Widget

from termgames.core.game import Chancy, Hidden, Seat
from termgames.play.bots.allowance import patience
from termgames.play.bots.gtp_bot import move_texts
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.bots.role import BotRole
from termgames.play.children.child import Child
from termgames.play.events import Reply, Thinker
from termgames.play.match import AnyMatch
from termgames.play.seeds import seed_for_bot


class BotProcesses:
    """Starts the bots of a match at once; `attach` names the widget that gets their replies."""

    class Replied(Message):
        """The bot of a seat said something, see `Thinkers.hear`."""

        def __init__(self, seat: Seat, reply: Reply) -> None:
            super().__init__()
            self.seat, self.reply = seat, reply

    def __init__(self, match: AnyMatch, options: BotOptions) -> None:
        self._match, self.options = match, options
        self._target: Widget | None = None
        self._processes: dict[Seat, Child] = {}
        for seat, name in enumerate(match.players):
            if not parse_player(name).human:
                self._start(seat)

    @property
    def thinkers(self) -> dict[Seat, Thinker]:
        """The bots by seat."""
        return dict(self._processes)

    def attach(self, target: Widget) -> None:
        """From now on `target` gets the replies of all bots."""
        self._target = target
        for seat, process in self._processes.items():
            self._read(seat, process)

    def restart(self, seat: Seat) -> Thinker:
        """A fresh bot for a seat whose bot broke down."""
        self._processes[seat].close()
        process = self._start(seat)
        self._read(seat, process)
        return process

    def end(self, seat: Seat) -> None:
        """End the bot of a seat that somebody else takes."""
        self._processes[seat].close()

    def patience(self, seat: Seat) -> float:
        """Seconds without a word after which the bot of a seat may be taken to hang."""
        match = self._match
        spec = parse_player(match.players[seat])
        return patience(spec, match.game, self.options)

    def ponder(self, seats: Iterable[Seat]) -> None:
        """The bots of these seats think while a human does, as far as it makes sense. In
        games of chance or with hidden hands they do not: little of it could be used."""
        if isinstance(self._match.game, Hidden | Chancy):
            return
        for seat in seats:
            self._processes[seat].ponder(self._match.state)

    def rest(self) -> None:
        """Bots stop thinking, except one that is asked for a move."""
        for process in self._processes.values():
            process.rest()

    def close(self) -> None:
        """End all bots."""
        self._target = None
        for process in self._processes.values():
            process.close()

    def _start(self, seat: Seat) -> Child:
        match, name = self._match, self._match.players[seat]
        outside = parse_player(name).kind == "gtp"
        seed = seed_for_bot(match.seed, seat)
        role = BotRole(match.game.id, dict(match.game.options), name, seed, self.options)
        told = partial(move_texts, match) if outside else tuple
        process = self._processes[seat] = Child(role, played=told)
        return process

    def _read(self, seat: Seat, process: Child) -> None:
        name = f"bot of seat {seat}"
        threading.Thread(target=self._pump, args=(seat, process), name=name, daemon=True).start()

    def _pump(self, seat: Seat, process: Child) -> None:
        """In a thread of its own: post every reply until the process has ended."""
        while (reply := process.read()) is not None:
            target = self._target
            if target is None:
                return
            target.post_message(self.Replied(seat, reply))
