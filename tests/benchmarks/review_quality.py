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


SHARES = ("planted and costly, marked", "other moves, marked", "marked moves that are cheap")


def told(name: str, part: int, whole: int) -> str:
    """A share with its interval."""
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
            legal = list(filter(game.cells_of, game.legal_moves(prompt.state)))
            if len(legal) > 3:
                move = legal[int(rng.integers(len(legal)))]
                planted.add(match.ply)
        match.submit(move)
    return match, planted


def found(match: Match[Any, Any], plies: list[int], limit: Limit, **how: Any) -> dict[int, Finding]:
    """What a review finds on these plies."""
    looked = review.findings(match, plies, limit, **how)
    return {each.ply: each for each in looked if each is not None}


def judge(match: Match[Any, Any], planted: set[int], limit: Limit) -> list[tuple[int, int]]:
    """Review one game: of each of the three shares the part and the whole."""
    plies = review.decisions(match, range(match.game.seats))
    begun = time.monotonic()
    looked = found(match, plies, limit, seed=0)
    click.echo(f"  {(time.monotonic() - begun) / len(plies):.2f} s a move")
    marked = {ply for ply, finding in looked.items() if finding.size}
    again = sorted(marked | (planted & looked.keys()))
    deep = found(match, again, limit.scaled(DEEPER), seed=1, passes=(1.0,))
    certain = {ply for ply, each in deep.items() if each.share_lost - each.noise > COSTLY}
    costly = certain & planted
    cheap = {ply for ply in marked if ply not in deep or deep[ply].share_lost < CHEAP}
    others = looked.keys() - planted
    for ply in sorted(costly - marked | cheap & deep.keys()):
        finding, deeper = looked[ply], deep[ply]
        click.echo(
            f"  move {ply + 1}, {finding.size or 'unmarked'}: lost {finding.share_lost:.3f} "
            f"+- {finding.noise:.3f}, with more thought {deeper.share_lost:.3f} "
            f"+- {deeper.noise:.3f}"
        )
    pairs = ((costly & marked, costly), (others & marked, others), (cheap, marked))
    return [(len(part), len(whole)) for part, whole in pairs]


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--option", "chosen", multiple=True, help="An option of the game, as size=7.")
@click.option("--games", "count", default=5, help="How many games.  [default: 5]")
@click.option("--seed", default=1, help="What games and reviews follow from.  [default: 1]")
@click.option("--time", "seconds", type=float, help="Seconds a move.")
@click.option("--playouts", type=int, help="Playouts a move, instead of a time.")
def main(game_id: str, chosen: tuple[str, ...], count: int, seed: int, **asked: Any) -> None:
    """Measure the review in GAME."""
    seconds, playouts = asked["seconds"], asked["playouts"]
    limit = Limit(seconds if playouts or seconds else 1.0, playouts)
    named = {option.name: option for option in games.info(game_id).options}
    pairs = (each.partition("=") for each in chosen)
    options: dict[str, Any] = {name: named[name].read(value) for name, _, value in pairs}
    counts = np.zeros((3, 2), int)
    for number in range(count):
        counts += judge(*play(game_id, options, seed + number), limit)
        rows = (told(name, *row) for name, row in zip(SHARES, counts.tolist(), strict=True))
        click.echo(f"{number + 1} games: {'; '.join(rows)}")


if __name__ == "__main__":
    main()
