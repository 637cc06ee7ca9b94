"""Games of contests as tasks for workers, whose results are checked when they come in.

A task is a contest and the number of a game. It gives the same result wherever it is played as
long as playouts limit the players, not time. So a game that was lost, or that cannot have been
played like that, is played again by another worker.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from termgames.core.errors import RecordError
from termgames.play import consent, record
from termgames.play.text import words
from termgames.workbench import arena
from termgames.workbench.arena import Contest, GameResult, game_of
from termgames.workbench.pinned_weights import Weights
from termgames.workbench.workers import Embedded, GivenUp, Needs, Workers, worked

Task = tuple[Contest, int]

_ROUNDING = 1e-9


def play_games(
    tasks: Iterable[Task],
    workers: Workers | None = None,
    *,
    contests: Iterable[Contest] = (),
    report: Callable[[Task, GivenUp], None] | None = None,
) -> Iterator[tuple[Task, GameResult]]:
    """Play the games and yield each when it has ended. `contests` are all that tasks may be of; one
    whose players name weights has to be `weighed`. `report` gets the games that cannot be played,
    see `worked`.

    Closing the iterator, or an interrupt, ends the processes.
    """
    workers = workers or Embedded()
    # Our own processes run this very program; workers elsewhere may have another one, or other
    # data.
    checked = impossible if workers.tries > 1 else None
    yield from worked(_play, tasks, workers, needs=_needs(contests), fault=checked, report=report)


def _play(task: Task) -> GameResult:
    return arena.play_game(*task)


def _needs(contests: Iterable[Contest]) -> Needs:
    weights: dict[Weights, None] = {}
    programs: dict[str, None] = {}
    for contest in contests:
        weights |= dict.fromkeys(contest.weights)
        programs |= dict.fromkeys(consent.commands(contest.players))
    return Needs(tuple(weights), tuple(programs))


def impossible(task: Task, game: GameResult, hurried: bool = False) -> str:
    """Why a result cannot be that of the task, empty where it can. The record is replayed by
    the rules, unless the caller is `hurried`: that takes longer than all the rest."""
    contest, number = task
    if not isinstance(game, GameResult):
        return f"a game was asked for, not {type(game).__name__}"
    lineup = contest.seated(number)
    if (game.number, game.lineup) != (number, lineup):
        return (
            f"game {number + 1} as {lineup} was asked for, not {game.number + 1} as {game.lineup}"
        )
    if not all(len(row) == len(lineup) for row in (game.seats, game.shares, game.scores)):
        return "it has another number of seats"
    whole = sum(game.shares)
    if min(game.shares) < 0 or not math.isfinite(whole):
        return f"shares of the win {game.shares}"
    if min(abs(whole), abs(whole - 1)) > _ROUNDING:
        return f"shares of the win that sum to {whole:g}"
    return "" if hurried else _contradiction(contest, game)


def _contradiction(contest: Contest, game: GameResult) -> str:
    """What in a result contradicts its record; empty where nothing does."""
    try:
        match = record.load(game.record, expect=contest.game_id)
    except RecordError as error:
        return f"its record cannot be: {error}"
    players = tuple(contest.player(letter) for letter in game.lineup)
    if match.players != players or match.game.options != game_of(contest).options:
        return "its record is of another contest"
    if match.ply != game.moves or tuple(words.seat_names(match)) != game.seats:
        return "its record is of another game"
    result = match.result()
    if result is None:
        return "" if game.forfeit else "its record ends before the game does"
    if result.score.totals != game.scores or result.reason != game.ending:
        return "its record has another score"
    won = {seat for seat, share in enumerate(game.shares) if share}
    return "" if won == set(result.winners) else "its record has other winners"
