"""Bots against bots: rounds of games with everybody on every seat.

A round is as many games as the game has seats, of one line-up shifted by one seat each
time (see `lineups`). All games of a round begin with the same 2 to 4 random placements, or
have the same dice and decks, so that neither opening, luck nor the first move favours a
player. Everything follows from the seed, but for what bots that watch the clock make of it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.core.game import CHANCE, Game, Score, Seat
from termgames.core.options import Value
from termgames.lab.lineups import LETTERS, lineups, rotated
from termgames.play import record
from termgames.play.bots import cputime
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import Forfeit, GtpBot, inform
from termgames.play.bots.players import Bot, parse_player
from termgames.play.match import Match, Prompt
from termgames.play.text import report

_SHORTEST, _LONGEST = 2, 4
"""Random placements at the beginning of a game."""


class ArenaError(TermgamesError):
    """The games cannot go on."""


@dataclass(frozen=True)
class Contest:
    """Who plays what. Players are called a, b, ... in their order."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    players: tuple[str, ...]
    seed: int
    time: float | None = None
    time_scale: float = 1.0
    lineup: str = ""
    """The letters by seat in the first game of a round; empty: by `lineups`."""
    cores: int = 1
    """Processes of a bot that is limited by time alone."""
    allowed: frozenset[str] = frozenset()
    """Commands of other programs that may be started. It is no part of the results: a file
    of results allows nothing."""

    @property
    def letters(self) -> str:
        """What the players are called."""
        return LETTERS[: len(self.players)]

    def player(self, letter: str) -> str:
        """The player of that letter."""
        return self.players[LETTERS.index(letter)]

    def seated(self, number: int) -> str:
        """The letters by seat in game `number`, from 0; OptionError when the line-up does
        not fit the game."""
        seats = game_of(self).seats
        round_, by = divmod(number, seats)
        tables = lineups(len(self.players), seats, self.lineup)
        return rotated(tables[round_ % len(tables)], by)


@dataclass(frozen=True)
class Played:
    """One finished game."""

    number: int
    """From 0."""
    lineup: str
    """The letters of the players by seat."""
    seats: tuple[str, ...]
    """The names of the seats at the end; sides may have been chosen during the game."""
    shares: tuple[float, ...]
    """Of the win by seat: 1, 0, or a part of a draw; all 0 when nobody won."""
    scores: tuple[float, ...]
    moves: int
    seconds: float
    record: str = ""
    cpu: tuple[float, ...] = ()
    """CPU seconds by seat that thinking took; nothing where nobody measured."""
    asked: tuple[int, ...] = ()
    """Moves by seat that the players thought about; the others are the opening's."""
    forfeit: str = ""
    """How a program lost by something else than the rules; else empty."""
    ending: str = ""
    """How the game ended by the rules, in words."""

    def points(self, letter: str) -> float:
        """The player's part of the win, on all his seats."""
        mine = (x for x, other in zip(self.shares, self.lineup, strict=True) if other == letter)
        return sum(mine)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the seats that won."""
        return tuple(seat for seat, x in zip(self.seats, self.shares, strict=True) if x)

    @property
    def won_by(self) -> str:
        """The letter of the player who alone won, on one seat or more; else empty."""
        letters = {other for x, other in zip(self.shares, self.lineup, strict=True) if x}
        return letters.pop() if len(letters) == 1 else ""


def play_game(contest: Contest, number: int) -> Played:
    """Play game `number` of the contest."""
    game, lineup = game_of(contest), contest.seated(number)
    names = tuple(map(contest.player, lineup))
    bots = [
        make_bot(
            parse_player(name),
            game,
            seed=_number_from(contest.seed, number, seat),
            time=contest.time,
            time_scale=contest.time_scale,
            cores=contest.cores,
            allowed=contest.allowed,
        )
        for seat, name in enumerate(names)
    ]
    try:
        return _played(contest, number, names, bots)
    finally:
        for bot in bots:
            if isinstance(bot, GtpBot):
                bot.close()


def _played(contest: Contest, number: int, names: tuple[str, ...], bots: Sequence[Bot]) -> Played:
    begun = time.monotonic()
    game, lineup = game_of(contest), contest.seated(number)
    round_ = number // game.seats
    by_chance = game.to_act(game.start()) == CHANCE
    match = Match(game, names, _number_from(contest.seed, round_) if by_chance else contest.seed)
    # Dice make games different enough.
    opening = 0 if by_chance else _opening_length(contest.seed, round_)
    rng = np.random.default_rng([contest.seed, round_])
    table = _Table(match, bots)
    while not table.forfeit and (prompt := match.prompt()) is not None:
        move = _random_placement(match, rng) if opening else None
        if move is None:
            table.ask(prompt)
        else:
            opening -= 1
            match.submit(move)
    winners, score = table.outcome()
    result = match.result()
    won = [seat in winners for seat in range(game.seats)]
    return Played(
        number,
        lineup,
        tuple(report.seat_names(match)),
        tuple(one / max(1, sum(won)) for one in won),
        score.totals,
        match.ply,
        time.monotonic() - begun,
        record.write(match) + (f"# {table.forfeit}\n" if table.forfeit else ""),
        table.cpu(),
        tuple(table.asked),
        table.forfeit,
        "" if result is None else result.reason,
    )


class _Table:
    """The bots at a match, what they have used, and who has lost out of turn."""

    def __init__(self, match: Match, bots: Sequence[Bot]) -> None:
        self.match, self.bots = match, bots
        self.asked = [0] * len(bots)
        self.forfeit = ""
        self._used = [0.0] * len(bots)
        self._loser: Seat | None = None

    def ask(self, prompt: Prompt) -> None:
        """Let the bot of that seat move, or lose the game."""
        seat = prompt.seat
        bot = self.bots[seat]
        begun = cputime.own()
        try:
            inform(bot, self.match)
            move = bot.think(prompt.state).move
        except Forfeit as error:
            self.forfeit, self._loser = str(error), seat
            if self.match.game.resigns:
                self.match.resign(seat)
            return
        self._used[seat] += cputime.own() - begun
        self.asked[seat] += 1
        self.match.submit(move)

    def outcome(self) -> tuple[Sequence[Seat], Score]:
        """Who has won, and the score."""
        result = self.match.result()
        if result is not None:
            return result.winners, result.score
        assert self._loser is not None, "nobody is asked any more"
        others = [seat for seat in range(len(self.bots)) if seat != self._loser]
        return others, self.match.game.score(self.match.state)

    def cpu(self) -> tuple[float, ...]:
        """CPU seconds by seat."""
        return tuple(
            round(bot.spent if isinstance(bot, GtpBot) else used, 6)
            for bot, used in zip(self.bots, self._used, strict=True)
        )


def play_games(contest: Contest, numbers: Iterable[int], processes: int = 1) -> Iterator[Played]:
    """Play games, several at once with more `processes`, and hand each out when it ends.

    Closing the iterator, or an interrupt, ends the processes.
    """
    if processes == 1:
        for number in numbers:
            yield play_game(contest, number)
        return
    numbers = list(numbers)
    pool = ProcessPoolExecutor(
        max(1, min(processes, len(numbers))),
        multiprocessing.get_context("spawn"),
        initializer=_prepare_worker,
    )
    try:
        waiting = [pool.submit(play_game, contest, number) for number in numbers]
        for done in as_completed(waiting):
            yield done.result()
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in multiprocessing.active_children():
            worker.terminate()
        if isinstance(error, BrokenProcessPool):
            raise ArenaError("a process that played games died: try --jobs 1") from None
        raise
    pool.shutdown()


@lru_cache(maxsize=4)
def game_of(contest: Contest) -> Game[Any, Any]:
    """The game that is played."""
    return games.create(contest.game_id, dict(contest.options))


def _number_from(*parts: int) -> int:
    """A seed that depends on all of the parts."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0])


def _opening_length(seed: int, round_: int) -> int:
    return _SHORTEST + _number_from(seed, round_) % (_LONGEST - _SHORTEST + 1)


def _random_placement(match: Match, rng: np.random.Generator) -> Any:
    """A random move that puts a stone down and leaves the game open; None without one.

    Offers before play (komi, sides) put no stone down: they are the bots' to make.
    """
    game, state = match.game, match.state
    moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
    if not moves:
        return None
    move = moves[int(rng.integers(len(moves)))]
    return move if game.to_act(game.apply(state, move)) >= 0 else None


def _prepare_worker() -> None:
    """In a worker: ctrl-C is for the process that collects the games; and when that has
    gone, however it went, nobody waits for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has been started by somebody"
    parent.join()
    os._exit(1)
