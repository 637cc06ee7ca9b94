"""The arena: bots play each other in rounds, each on every seat.

A round has as many games as the game has seats; in each the players sit one seat further (see
`lineups`). All games of a round begin with the same 2 to 4 random placements or, in games of
chance, have the same dice and decks, so that neither opening, luck nor the first move favours
a player. Everything follows from the seed, unless bots have a time limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Rng
from termgames.core.game import CHANCE, AnyGame, Score, Seat
from termgames.core.options import Value
from termgames.play import record
from termgames.play.bots.bot import Bot, Forfeit, inform
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import GtpBot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.children import cputime
from termgames.play.match import AnyMatch, Match, Prompt
from termgames.play.text import words
from termgames.workbench.lineups import LETTERS, lineups, rotated
from termgames.workbench.workers import Workers, worked

_SHORTEST, _LONGEST = 2, 4
"""The fewest and the most random placements at the beginning of a game."""


@dataclass(frozen=True)
class Contest:
    """Which players play which game. The players are called a, b, ... in their order."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    players: tuple[str, ...]
    seed: int
    time: float | None = None
    time_scale: float = 1.0
    lineup: str = ""
    """The letters by seat in the first game of a round; if empty `lineups` chooses them."""
    cores: int = 1
    """Processes for a bot that is limited by time alone."""
    allowed: frozenset[str] = frozenset()
    """Commands of other programs that may be started. It is not kept in files of results, so
    that reading one never allows a program to start."""

    @property
    def letters(self) -> str:
        """The letters that the players are called by."""
        return LETTERS[: len(self.players)]

    def player(self, letter: str) -> str:
        """The player called by that letter, as a command line names him."""
        return self.players[LETTERS.index(letter)]

    def seated(self, number: int) -> str:
        """The letters by seat in game `number`, from 0; OptionError when the line-up does
        not fit the game."""
        seats = game_of(self).seats
        round_, by = divmod(number, seats)
        tables = lineups(len(self.players), seats, self.lineup)
        return rotated(tables[round_ % len(tables)], by)


@dataclass(frozen=True)
class GameResult:
    """One finished game."""

    number: int
    """From 0."""
    lineup: str
    """The letters of the players by seat."""
    seats: tuple[str, ...]
    """The seats' names at the end; sides may have been chosen during the game."""
    shares: tuple[float, ...]
    """By seat, the share of the win: 1, 0, or a part of a draw; all 0 when no seat won."""
    scores: tuple[float, ...]
    """By seat, the final points."""
    moves: int
    seconds: float
    record: str = ""
    cpu: tuple[float, ...] = ()
    """CPU seconds by seat that thinking took; empty in results of older versions."""
    asked: tuple[int, ...] = ()
    """By seat, the moves that the player chose; random placements do not count."""
    forfeit: str = ""
    """Why a program lost without regard to the rules, for example by ending; else empty."""
    ending: str = ""
    """How the game ended by the rules, in words."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the seats that won."""
        return tuple(seat for seat, x in zip(self.seats, self.shares, strict=True) if x)

    @property
    def won_by(self) -> str:
        """The letter of the only player who won, on one seat or more; else empty."""
        return won_by(self.lineup, self.shares)


def won_by(lineup: str, shares: Sequence[float]) -> str:
    """The letter of the only player who won, on one seat or more; else empty."""
    letters = {letter for letter, share in zip(lineup, shares, strict=True) if share}
    return letters.pop() if len(letters) == 1 else ""


Task = tuple[Contest, int]
"""A contest and the number of a game."""


def play_games(
    tasks: Iterable[Task], workers: Workers | None = None
) -> Iterator[tuple[Task, GameResult]]:
    """Play the games and yield each when it has ended; see `worked`. The result of a task is the
    same wherever it is played as long as playouts limit the players, not time."""
    return worked(_play, tasks, workers)


def _play(task: Task) -> GameResult:
    return play_game(*task)


def play_game(contest: Contest, number: int) -> GameResult:
    """Play game `number` of the contest."""
    names = tuple(map(contest.player, contest.seated(number)))
    bots = [_bot(contest, number, seat, name) for seat, name in enumerate(names)]
    try:
        return _played(contest, number, names, bots)
    finally:
        for bot in bots:
            if isinstance(bot, GtpBot):
                bot.close()


def _bot(contest: Contest, number: int, seat: Seat, name: str) -> Bot:
    return make_bot(
        parse_player(name),
        game_of(contest),
        seed=_number_from(contest.seed, number, seat),
        options=BotOptions(contest.time, contest.time_scale, contest.cores, contest.allowed),
    )


def _played(
    contest: Contest, number: int, names: tuple[str, ...], bots: Sequence[Bot]
) -> GameResult:
    started_at = time.monotonic()
    game, lineup = game_of(contest), contest.seated(number)
    round_ = number // game.seats
    by_chance = game.to_act(game.start()) == CHANCE
    match = Match(game, names, _number_from(contest.seed, round_) if by_chance else contest.seed)
    # Dice make games different enough.
    opening = 0 if by_chance else _opening_length(contest.seed, round_)
    rng = np.random.default_rng([contest.seed, round_])
    seated = _SeatedBots(match, bots)
    while not seated.forfeit and (prompt := match.prompt()) is not None:
        move = _random_placement(match, rng) if opening else None
        if move is None:
            seated.ask(prompt)
        else:
            opening -= 1
            match.submit(move)
    winners, score = seated.outcome()
    result = match.result()
    won = [seat in winners for seat in range(game.seats)]
    return GameResult(
        number,
        lineup,
        tuple(words.seat_names(match)),
        tuple(one / max(1, sum(won)) for one in won),
        score.totals,
        match.ply,
        time.monotonic() - started_at,
        record.write(match) + (f"# {seated.forfeit}\n" if seated.forfeit else ""),
        seated.cpu(),
        tuple(seated.asked),
        seated.forfeit,
        "" if result is None else result.reason,
    )


class _SeatedBots:
    """The bots that play a match, the CPU time they used, and who forfeited it."""

    def __init__(self, match: AnyMatch, bots: Sequence[Bot]) -> None:
        self.match, self.bots = match, bots
        self.asked = [0] * len(bots)
        self.forfeit = ""
        self._used = [0.0] * len(bots)
        self._loser: Seat | None = None

    def ask(self, prompt: Prompt[Any]) -> None:
        """Let the bot of the seat that is asked move; it loses the game if it cannot."""
        seat = prompt.seat
        bot = self.bots[seat]
        started_at = cputime.own()
        try:
            inform(bot, self.match)
            move = bot.think(prompt.state).move
        except Forfeit as error:
            self.forfeit, self._loser = str(error), seat
            if self.match.game.resigns:
                self.match.resign(seat)
            return
        self._used[seat] += cputime.own() - started_at
        self.asked[seat] += 1
        self.match.submit(move)

    def outcome(self) -> tuple[Sequence[Seat], Score]:
        """The seats that have won, and the score."""
        result = self.match.result()
        if result is not None:
            return result.winners, result.score
        assert self._loser is not None, "a game ends by the rules or by forfeit"
        others = [seat for seat in range(len(self.bots)) if seat != self._loser]
        return others, self.match.game.score(self.match.state)

    def cpu(self) -> tuple[float, ...]:
        """CPU seconds by seat."""
        return tuple(
            round(bot.spent if isinstance(bot, GtpBot) else used, 6)
            for bot, used in zip(self.bots, self._used, strict=True)
        )


@lru_cache(maxsize=4)
def game_of(contest: Contest) -> AnyGame:
    """The game that is played."""
    return games.create(contest.game_id, dict(contest.options))


def _number_from(*parts: int) -> int:
    """A seed that depends on all of the parts."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0])


def _opening_length(seed: int, round_: int) -> int:
    return _SHORTEST + _number_from(seed, round_) % (_LONGEST - _SHORTEST + 1)


def _random_placement(match: AnyMatch, rng: Rng) -> Any:
    """A random move with a stone on the board, after which the game goes on; None when there is
    none. Offers before play (komi, sides) have no stones: the bots make them.
    """
    game, state = match.game, match.state
    moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
    if not moves:
        return None
    move = moves[int(rng.integers(len(moves)))]
    return move if game.to_act(game.apply(state, move)) >= 0 else None
