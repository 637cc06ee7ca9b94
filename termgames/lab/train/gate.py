"""Whether what was learnt is worth its time: the search with it against the search without."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames.core.options import Value
from termgames.lab.arena import Contest, game_of, play_games
from termgames.lab.standings import Standings
from termgames.play.bots.players import OFF

HYPOTHESES = (0.0, 50.0)
"""Elo differences that the sequential test of a gate tells apart."""


@dataclass(frozen=True)
class Gate:
    """A match at equal time that weights have to pass."""

    games: int
    """At the most; none where 0."""
    seconds: float
    """A move."""
    seed: int


def match(
    gate: Gate,
    game_id: str,
    options: Iterable[tuple[str, Value]],
    net: Path,
    progress: Callable[[str], None],
    jobs: int = 1,
) -> dict[str, Any]:
    """Play the gate; its result as JSON: games, score, elo, and whether it was passed.

    Two players of a game for two stop as soon as the test decides. Elsewhere the lower end
    of the interval of the share of wins has to lie above par.
    """
    players = tuple(f"mcts:time={gate.seconds:g},policy={policy}" for policy in (net, OFF))
    contest = Contest(game_id, tuple(options), players, gate.seed)
    standings = Standings(contest)
    duel = game_of(contest).seats == 2
    for game in play_games(contest, range(gate.games), jobs):
        standings.add(game)
        low, share, high = standings.share("a")
        progress(
            f"gate: {len(standings.played)} games, share {share:.3f} ({low:.3f} to {high:.3f})"
        )
        if duel and standings.test(*HYPOTHESES).accepted != "open":
            break
    low, share, high = standings.share("a")
    passed = low > standings.par("a")
    if duel:
        passed = standings.test(*HYPOTHESES).accepted == "elo1" or passed
    return {
        "games": len(standings.played),
        "seconds_a_move": gate.seconds,
        "share": [round(number, 4) for number in (low, share, high)],
        "par": standings.par("a"),
        "passed": passed,
    }
