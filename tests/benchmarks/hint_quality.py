"""How often `termgames review` calls a hint a mistake.

Positions are drawn from games between bots of levels 3 and 6; the hint for each is taken, and
reviewed at the time that a review usually has:

    python -m tests.benchmarks.hint_quality plurality --option size=9 --positions 50

At most 2 % of hints should be marked. `--bot mcts:playouts=30000` takes the moves of a bot instead.
Results are in measured/hints.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import click
import numpy as np

from termgames import games
from termgames.core.game import Game
from termgames.play.advice import LOOK
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.search.limits import Limit, Thought
from termgames.study import review
from termgames.study.advice import Adviser
from termgames.study.review import Finding
from termgames.workbench.ratings import wilson

LEVELS = ("bot:3", "bot:6")
EACH = 5
"""Positions from one game."""
Think = Callable[[Any], Thought]


def play(game: Game[Any, Any], level: str, seed: int) -> Match[Any, Any]:
    """A game between bots of one level."""
    match = Match(game, ["human"] * game.seats, seed)
    bots = [make_bot(parse_player(level), game, seed=seed + at) for at in range(game.seats)]
    while (prompt := match.prompt()) is not None:
        match.submit(bots[prompt.seat].think(prompt.state).move)
    return match


def positions(
    game: Game[Any, Any], seed: int, levels: tuple[str, ...] = LEVELS
) -> Iterator[Match[Any, Any]]:
    """Games of bots, each taken back to one of the decisions in it."""
    number = seed
    while True:
        match = play(game, levels[number % len(levels)], number)
        rng = np.random.default_rng(number)
        plies = [ply for ply in range(match.ply) if not match.by_chance(ply)]
        for ply in sorted(rng.choice(plies, min(EACH, len(plies)), replace=False).tolist()):
            copy = match.copy()
            copy.undo(ply)
            yield copy
        number += 1


def reviewed(match: Match[Any, Any], think: Think, limit: Limit, seed: int = 1) -> Finding | None:
    """What a review finds of the move that is advised; None where there is nothing to decide."""
    prompt, ply = match.prompt(), match.ply
    assert prompt is not None
    match.submit(think(prompt.state).move)
    # The last pass is left out for the first decision of a review.
    passes = (*review.PASSES, 1.0)
    return next(review.findings(match, [ply], limit, seed=seed, passes=passes))


@click.command()
@click.argument("game_id", metavar="GAME")
@click.option("--option", "chosen", multiple=True, help="An option of the game, as size=7.")
@click.option("--positions", "count", default=50, show_default=True, help="How many positions.")
@click.option("--seed", default=1, show_default=True, help="What games and reviews follow from.")
@click.option("--bot", help="Take the moves of this bot instead of hints.")
def main(game_id: str, chosen: tuple[str, ...], count: int, seed: int, bot: str | None) -> None:
    """Review hints in GAME."""
    named = {option.name: option for option in games.info(game_id).options}
    pairs = (each.partition("=") for each in chosen)
    game = games.create(game_id, {name: named[name].read(value) for name, _, value in pairs})
    adviser = make_bot(parse_player(bot), game, seed=seed) if bot else Adviser(game)
    sizes, lost = Counter[str](), list[float]()
    for match in positions(game, seed):
        finding = reviewed(match, adviser.think, LOOK)
        if finding is None:
            continue
        sizes[finding.size] += 1
        lost.append(finding.share_lost)
        if finding.size:
            click.echo(
                f"  {finding.size}, ply {finding.ply}: {finding.move}, better {finding.best}: "
                f"{finding.share_lost:.0%} lost, give or take {finding.noise:.0%}"
            )
        if len(lost) == count:
            break
    marked = count - sizes[""]
    low, high = wilson(marked / count, count)
    click.echo(
        f"{game_id}, {bot or 'hints'}: {marked} of {count} marked ({low:.0%} to {high:.0%}), "
        f"{np.mean(lost):.1%} of the win lost on average"
    )


if __name__ == "__main__":
    main()
