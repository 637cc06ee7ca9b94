"""The gate: whether the search with a new net beats the search without one at equal time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames.core.options import Value
from termgames.play.bots.players import OFF
from termgames.workbench.arena import Contest, game_of, play_games
from termgames.workbench.standings import Standings
from termgames.workbench.workers import Workers

HYPOTHESES = (0.0, 50.0)
"""Elo differences that the sequential test of a gate tells apart."""


@dataclass(frozen=True)
class Gate:
    """The match that a net has to pass."""

    games: int
    """Games at the most; 0 for no match."""
    seconds: float
    """Time a move."""
    seed: int


def match(
    gate: Gate,
    game_id: str,
    options: Iterable[tuple[str, Value]],
    net: Path,
    progress: Callable[[str], None],
    workers: Workers | None = None,
) -> dict[str, Any]:
    """Play the match with the net in the file `net`; its result as a JSON value.

    In a game for two the match ends as soon as the sequential test decides, and the net passes
    when it accepts the higher difference. It also passes, in any game, when the lower end of the
    interval of its share of the wins lies above par.
    """
    players = tuple(f"mcts:time={gate.seconds:g},policy={policy}" for policy in (net, OFF))
    contest = Contest(game_id, tuple(options), players, gate.seed)
    standings = Standings(contest)
    duel = game_of(contest).seats == 2
    tasks = ((contest, number) for number in range(gate.games))
    for _, game in play_games(tasks, workers):
        standings.add(game)
        low, share, high = standings.share("a")
        progress(f"gate: {standings.games} games, share {share:.3f} ({low:.3f} to {high:.3f})")
        if duel and standings.test(*HYPOTHESES).accepted != "open":
            break
    low, share, high = standings.share("a")
    passed = low > standings.par("a")
    if duel:
        passed = standings.test(*HYPOTHESES).accepted == "elo1" or passed
    return {
        "games": standings.games,
        "seconds_a_move": gate.seconds,
        "share": [round(number, 4) for number in (low, share, high)],
        "par": standings.par("a"),
        "passed": passed,
    }
