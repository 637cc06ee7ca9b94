"""How well `termgames review` tells mistakes from other moves.

A strong bot plays games with itself in which some moves are replaced by random ones; the review
judges all of them, and ten times the thought judges again those that were planted or marked:

    python tests/benchmarks/review_quality.py plurality --option size=7 --games 5 --time 1

Three shares matter: of the planted moves that cost more than 10 points of share beyond the noise
those that are marked (at least 80 %), of all other moves those that are marked (at most 10 %), and
of the marked moves those that cost less than 5 points (at most 15 %).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import click
import numpy as np

from termgames import games
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import review
from termgames.study.review import Finding
from termgames.workbench.ratings import wilson

STRONG = "mcts:playouts=20000"
PLANTED = 0.2
"""Part of the moves that are random ones."""
DEEPER = 10
COSTLY, CHEAP = 0.10, 0.05
"""What a mistake costs at least, and what a move costs that is none."""


@dataclass
class Tally:
    """Counts over all games."""

    costly: int = 0
    costly_marked: int = 0
    others: int = 0
    others_marked: int = 0
    marked: int = 0
    marked_cheap: int = 0

    def lines(self) -> list[str]:
        """The three shares with their intervals."""
        return [
            _share("planted and costly, marked", self.costly_marked, self.costly),
            _share("other moves, marked", self.others_marked, self.others),
            _share("marked moves that are cheap", self.marked_cheap, self.marked),
        ]


def _share(name: str, part: int, whole: int) -> str:
    low, high = wilson(part / whole, whole) if whole else (0.0, 1.0)
    return f"{name}: {part} of {whole} ({low:.0%} to {high:.0%})"


def play(game_id: str, options: dict[str, Any], seed: int) -> tuple[Match[Any, Any], set[int]]:
    """A game, and the plies of its planted moves."""
    game = games.create(game_id, options)
    match = Match(game, ["human"] * game.seats, seed)
    bots = [make_bot(parse_player(STRONG), game, seed=seed + at) for at in range(game.seats)]
    rng, planted = np.random.default_rng(seed), set()
    while (prompt := match.prompt()) is not None:
        move = bots[prompt.seat].think(prompt.state).move
        if rng.random() < PLANTED:
            legal = [
                each
                for each in game.legal_moves(prompt.state)
                if game.cells_of(each) and game.refuse(prompt.state, each) is None
            ]
            if len(legal) > 3:
                move = legal[int(rng.integers(len(legal)))]
                planted.add(match.ply)
        match.submit(move)
    return match, planted


def found(
    match: Match[Any, Any],
    plies: list[int],
    limit: Limit,
    seed: int,
    passes: Sequence[float] = review.PASSES,
) -> list[Finding]:
    """What a review finds on these plies."""
    looked = review.findings(match, plies, limit, seed=seed, passes=passes)
    return [each for each in looked if each is not None]


def judge(match: Match[Any, Any], planted: set[int], limit: Limit, tally: Tally) -> None:
    """Review one game, and add to the tally what came of it."""
    plies = review.decisions(match, range(match.game.seats))
    begun = time.monotonic()
    looked = {each.ply: each for each in found(match, plies, limit, 0)}
    click.echo(f"  {(time.monotonic() - begun) / len(plies):.2f} s a move")
    marked = {ply for ply, finding in looked.items() if finding.size}
    again = sorted(marked | (planted & looked.keys()))
    deep = {each.ply: each for each in found(match, again, limit.scaled(DEEPER), 1, (1.0,))}
    costly = {
        ply
        for ply, finding in deep.items()
        if ply in planted and finding.share_lost - finding.noise > COSTLY
    }
    cheap = {ply for ply in marked if ply not in deep or deep[ply].share_lost < CHEAP}
    others = looked.keys() - planted
    for ply in sorted(costly - marked | cheap & deep.keys()):
        finding, deeper = looked[ply], deep[ply]
        click.echo(
            f"  move {ply + 1}, {finding.size or 'unmarked'}: lost {finding.share_lost:.3f} "
            f"+- {finding.noise:.3f}, with more thought {deeper.share_lost:.3f} "
            f"+- {deeper.noise:.3f}"
        )
    tally.costly += len(costly)
    tally.costly_marked += len(costly & marked)
    tally.others += len(others)
    tally.others_marked += len(others & marked)
    tally.marked += len(marked)
    tally.marked_cheap += len(cheap)


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--option", "chosen", multiple=True, help="An option of the game, as size=7.")
@click.option("--games", "count", default=5, help="How many games.  [default: 5]")
@click.option("--seed", default=1, help="What games and reviews follow from.  [default: 1]")
@click.option("--time", "seconds", type=float, help="Seconds a move.")
@click.option("--playouts", type=int, help="Playouts a move, instead of a time.")
def main(
    game_id: str,
    chosen: tuple[str, ...],
    count: int,
    seed: int,
    seconds: float | None,
    playouts: int | None,
) -> None:
    """Measure the review in GAME."""
    limit = Limit(seconds if playouts or seconds else 1.0, playouts)
    named = {option.name: option for option in games.info(game_id).options}
    pairs = (each.partition("=") for each in chosen)
    options: dict[str, Any] = {name: named[name].read(value) for name, _, value in pairs}
    tally = Tally()
    for number in range(count):
        match, planted = play(game_id, options, seed + number)
        judge(match, planted, limit, tally)
        click.echo(f"{number + 1} games: {'; '.join(tally.lines())}")


if __name__ == "__main__":
    main()
