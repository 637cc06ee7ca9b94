"""The arena: bots play each other in rounds, each on every seat.

A round has as many games as the game has seats; in each the players sit one seat further (see
`lineups`). All games of a round begin with the same 2 to 4 random placements or, in games of
chance, have the same dice and decks, so that neither opening, luck nor the first move favours
a player. Random placements take the first move's worth away: how seats stand at the beginning is
measured without them. Everything follows from the seed, unless bots have a time limit.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Rng
from termgames.core.game import CHANCE, AnyGame
from termgames.core.options import Value
from termgames.core.text import counted
from termgames.play import record
from termgames.play.bots.bot import Bot, Forfeit, inform
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import GtpBot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.children import cputime
from termgames.play.match import AnyMatch, Match
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
    random_plies: int | None = None
    """Random placements at the beginning of each game; None for 2 to 4, and for none where dice
    make games different enough."""

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
    options = BotOptions(contest.time, contest.time_scale, contest.cores, contest.allowed)
    bots = [
        make_bot(
            parse_player(name),
            game_of(contest),
            seed=_number_from(contest.seed, number, seat),
            options=options,
        )
        for seat, name in enumerate(names)
    ]
    try:
        return _played(contest, number, names, bots)
    finally:
        for bot in bots:
            if isinstance(bot, GtpBot):
                bot.close()


def _played(
    contest: Contest, number: int, names: tuple[str, ...], bots: Sequence[Bot]
) -> GameResult:
    started_at = time.monotonic()
    game, lineup = game_of(contest), contest.seated(number)
    round_ = number // game.seats
    by_chance = game.to_act(game.start()) == CHANCE
    match = Match(game, names, _number_from(contest.seed, round_) if by_chance else contest.seed)
    fewest, most = openings(contest)
    opening = fewest + _number_from(contest.seed, round_) % (most - fewest + 1)
    rng = np.random.default_rng([contest.seed, round_])
    used, asked, forfeit, won = [0.0] * game.seats, [0] * game.seats, "", [True] * game.seats
    while (prompt := match.prompt()) is not None:
        move = _random_placement(match, rng) if opening else None
        if move is None:
            seat, began = prompt.seat, cputime.own()
            try:
                inform(bots[seat], match)
                move = bots[seat].think(prompt.state).move
            except Forfeit as error:
                forfeit, won[seat] = str(error), False
                if game.resigns:
                    match.resign(seat)
                break
            used[seat] += cputime.own() - began
            asked[seat] += 1
        else:
            opening -= 1
        match.submit(move)
    result = match.result()
    if result is not None:
        won = [seat in result.winners for seat in range(game.seats)]
    score = game.score(match.state) if result is None else result.score
    spent = (
        bot.spent if isinstance(bot, GtpBot) else own for bot, own in zip(bots, used, strict=True)
    )
    return GameResult(
        number,
        lineup,
        tuple(words.seat_names(match)),
        tuple(one / max(1, sum(won)) for one in won),
        score.totals,
        match.ply,
        time.monotonic() - started_at,
        record.write(match) + (f"# {forfeit}\n" if forfeit else ""),
        tuple(round(seconds, 6) for seconds in spent),
        tuple(asked),
        forfeit,
        "" if result is None else result.reason,
    )


@lru_cache(maxsize=4)
def game_of(contest: Contest) -> AnyGame:
    """The game that is played."""
    return games.create(contest.game_id, dict(contest.options))


def _number_from(*parts: int) -> int:
    """A seed that depends on all of the parts."""
    return int(np.random.SeedSequence(parts).generate_state(1)[0])


def openings(contest: Contest) -> tuple[int, int]:
    """The fewest and the most random placements at the beginning of a game."""
    if contest.random_plies is not None:
        return contest.random_plies, contest.random_plies
    game = game_of(contest)
    return (0, 0) if game.to_act(game.start()) == CHANCE else (_SHORTEST, _LONGEST)


def begun(contest: Contest) -> str:
    """Where the players of a contest take over, in words."""
    fewest, most = openings(contest)
    fewer = f"{fewest} to " if fewest < most else ""
    return f"after {fewer}{counted(most, 'random placement')}" if most else "from the start"


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
