"""Bots against bots: rounds of games from random openings, with seats swapped.

A round is a pair of games, or as many as the game has seats: player a takes each seat
once, player b the others. All games of a round begin with the same 2 to 4 random
placements, so that neither the opening nor the first move favours a player. Everything
follows from the seed, but for what bots that watch the clock make of it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.core.game import Game
from termgames.core.options import Value
from termgames.play import ratings, record, report
from termgames.play.match import Match
from termgames.play.players import make_bot, parse_player

_SHORTEST, _LONGEST = 2, 4
"""Random placements at the beginning of a game."""


class ArenaError(TermgamesError):
    """The games cannot go on."""


@dataclass(frozen=True)
class Contest:
    """Who plays what. Player a has the first seat in games 0, 2, ... of two seats."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    a: str
    b: str
    seed: int
    time: float | None = None
    time_scale: float = 1.0


@dataclass(frozen=True)
class Played:
    """One finished game."""

    number: int
    """From 0."""
    a_points: float
    """1, 0, or a share in a draw: ½ of two."""
    a_seat: str
    """The name of a's seat at the end, `black`."""
    winners: tuple[str, ...]
    scores: tuple[float, ...]
    moves: int
    seconds: float
    record: str


def play_game(contest: Contest, number: int) -> Played:
    """Play game `number` of the contest."""
    begun = time.monotonic()
    game = _game(contest)
    round_, a_at = divmod(number, game.seats)
    names = tuple(contest.a if seat == a_at else contest.b for seat in range(game.seats))
    bots = [
        make_bot(
            parse_player(name),
            game,
            seed=_number_from(contest.seed, number, seat),
            time=contest.time,
            time_scale=contest.time_scale,
        )
        for seat, name in enumerate(names)
    ]
    match = Match(game, names, contest.seed)
    opening = _opening_length(contest.seed, round_)
    rng = np.random.default_rng([contest.seed, round_])
    while (prompt := match.prompt()) is not None:
        move = _random_placement(match, rng) if opening else None
        if move is None:
            move = bots[prompt.seat].think(prompt.state).move
        else:
            opening -= 1
        match.submit(move)
    result = match.result()
    assert result is not None, "nobody is asked any more"
    points = 1 / len(result.winners) if a_at in result.winners else 0.0
    return Played(
        number,
        points,
        report.seat_name(match, a_at),
        tuple(report.winners(match, result)),
        result.score.totals,
        match.ply,
        time.monotonic() - begun,
        record.write(match),
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
            raise ArenaError("a process that played games died: try --processes 1") from None
        raise
    pool.shutdown()


@dataclass
class Tally:
    """The results so far."""

    contest: Contest
    played: dict[int, Played] = field(default_factory=dict)

    def add(self, game: Played) -> None:
        """Count a game."""
        self.played[game.number] = game

    def score(self) -> tuple[int, int, int]:
        """Wins of a, wins of b, draws."""
        points = [game.a_points for game in self.played.values()]
        a, b = points.count(1.0), points.count(0.0)
        return a, b, len(points) - a - b

    def elo_diff(self) -> tuple[float, float, float]:
        """Low, estimate, high of a above b; see `ratings`."""
        seats = _game(self.contest).seats
        rounds: dict[int, list[float]] = {}
        for number in sorted(self.played):
            rounds.setdefault(number // seats, []).append(self.played[number].a_points)
        return ratings.elo_difference(list(rounds.values()), seats)

    def by_seat(self) -> dict[str, dict[str, int]]:
        """Games won from each seat by a and by b."""
        seats = {seat: {"a": 0, "b": 0} for seat in games.info(self.contest.game_id).seats}
        for game in self.played.values():
            if len(game.winners) == 1:
                seats[game.winners[0]]["a" if game.a_points else "b"] += 1
        return seats

    def summary(self, seconds: float) -> dict[str, Any]:
        """The outcome as a JSON value; all numbers are finite."""
        a, b, draws = self.score()
        return {
            "game": self.contest.game_id,
            "options": dict(_game(self.contest).options),
            "games": len(self.played),
            "a": {"player": self.contest.a, "wins": a},
            "b": {"player": self.contest.b, "wins": b},
            "draws": draws,
            "by_seat": self.by_seat(),
            "elo_diff": [round(x, 1) for x in self.elo_diff()],
            "moves": sum(game.moves for game in self.played.values()),
            "seconds": round(seconds, 2),
            "seed": self.contest.seed,
        }


@lru_cache(maxsize=4)
def _game(contest: Contest) -> Game[Any, Any]:
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
