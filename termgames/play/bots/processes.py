"""The bots of one match, each in its own process.

A thread for each bot waits for its replies and hands them on; everything else happens in the
thread of whoever plays the match.
"""

import threading
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from termgames.core.game import Chancy, Hidden, Seat
from termgames.play.bots.allowance import patience
from termgames.play.bots.bot import Bot
from termgames.play.bots.gtp_bot import move_texts
from termgames.play.bots.options import USUAL, BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.children.child import Child
from termgames.play.events import Reply, Thinker
from termgames.play.match import AnyMatch
from termgames.play.seeds import seed_for_bot


@dataclass(frozen=True)
class BotRole:
    """What a child needs to be a bot: the game as `games.create` takes it, the player's name, and
    the rest as `factory.make_bot` takes it."""

    game_id: str
    options: dict[str, Any]
    player: str
    seed: int | None = None
    bot_options: BotOptions = USUAL

    def worker(self) -> Bot:
        """The bot."""
        from termgames import games  # the parent needs none of these
        from termgames.play.bots.factory import make_bot
        from termgames.play.bots.players import parse_player

        game = games.create(self.game_id, self.options)
        return make_bot(parse_player(self.player), game, seed=self.seed, options=self.bot_options)


class BotProcesses:
    """Starts the bots of a match at once; `attach` says who gets their replies."""

    def __init__(
        self, match: AnyMatch, options: BotOptions, seats: Collection[Seat] | None = None
    ) -> None:
        """`seats` are those whose bots are started here; None: all that are not humans'."""
        self._match, self.options = match, options.in_game(rated=match.terms.rated)
        self._hear: Callable[[Seat, Reply], None] | None = None
        self._processes: dict[Seat, Child] = {}
        for seat, name in enumerate(match.players):
            here = not parse_player(name).human if seats is None else seat in seats
            if here:
                self._start(seat)

    @property
    def thinkers(self) -> dict[Seat, Thinker]:
        """The bots by seat."""
        return dict(self._processes)

    def attach(self, hear: Callable[[Seat, Reply], None]) -> None:
        """From now on `hear` is called with the replies of all bots, each from a thread of its own;
        they are for `Thinkers.hear`."""
        self._hear = hear
        for seat, process in self._processes.items():
            self._read(seat, process)

    def restart(self, seat: Seat) -> Thinker:
        """A fresh bot for a seat, as the match names it now; the one before, if any, is ended."""
        if seat in self._processes:
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
        for seat in self._processes.keys() & set(seats):
            self._processes[seat].ponder(self._match.state)

    def rest(self) -> None:
        """Bots stop thinking, except one that is asked for a move."""
        for process in self._processes.values():
            process.rest()

    def close(self) -> None:
        """End all bots."""
        self._hear = None
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
        """In a thread of its own: hand every reply on until the process has ended."""
        while (reply := process.read()) is not None:
            hear = self._hear
            if hear is None:
                return
            hear(seat, reply)
