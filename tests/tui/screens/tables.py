"""Tables of three at the toy game: bots that live in the test's own process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from termgames import games
from termgames.play.bots.options import BotOptions
from termgames.play.events import Answer
from termgames.play.match import Match
from termgames.play.save_file import SaveFile
from termgames.search.limits import Thought

from .support import opened

Choose = Callable[[Any, Any], Any]
"""Game and view to move."""


class Local:
    """A bot that answers at once, in this process; `asked` counts its questions."""

    def __init__(self, seat: int, room: LocalRoom) -> None:
        self.seat, self.room, self.asked = seat, room, 0

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        self.asked += 1
        move = self.room.choose(self.room.match.game, state)
        thought = Thought(move, value=(0.5,) * self.room.match.game.seats, playouts=7, line=(move,))
        if self.room.hear is not None:
            self.room.hear(self.seat, Answer(serial, thought))

    def stop(self) -> None:
        """Nothing: it never thinks."""


class LocalRoom:
    """Stands in for a `BotProcesses`."""

    def __init__(self, match: Match, choose: Choose) -> None:
        self.match, self.choose = match, choose
        self.pondering: set[int] = set()
        """The seats whose bots may think while others do."""
        self.hear: Any = None
        self.options = BotOptions()
        bots = [seat for seat, name in enumerate(match.players) if not name.startswith("human")]
        self.thinkers = {seat: Local(seat, self) for seat in bots}

    def attach(self, hear: Any) -> None:
        self.hear = hear

    def restart(self, seat: int) -> Local:
        return self.thinkers[seat]

    def patience(self, seat: int) -> float:
        return 60.0

    def ponder(self, seats: Any) -> None:
        self.pondering = set(seats)

    def rest(self) -> None:
        self.pondering = set()

    def close(self) -> None:
        self.hear = None


def quiet(game: Any, state: Any) -> Any:
    """Lets everything stand, says no, and passes."""
    words = {move.word: move for move in game.legal_moves(state)}
    return words.get("let") or words.get("no") or words["pass"]


def red_first(*players: str) -> Match:
    """A match of the toy game in which the first player begins."""
    for seed in range(99):
        match = Match(games.create("lots", {"players": len(players)}), players, seed)
        if match.state.mover == 0:
            return match
    raise AssertionError


@asynccontextmanager
async def seated(
    match: Match,
    choose: Choose = quiet,
    *,
    path: Path | None = None,
    size: tuple[int, int] = (80, 24),
) -> AsyncIterator[Pilot[None]]:
    """A match on the screen, with bots of this process."""
    room: Any = LocalRoom(match, choose)
    async with opened(
        lambda opener: opener.open_game(match, path and SaveFile(path), room), size
    ) as pilot:
        yield pilot
