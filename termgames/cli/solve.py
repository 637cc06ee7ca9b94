"""`termgames solve GAME`: who wins under best play."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from termgames import games
from termgames.cli import common
from termgames.cli.gameoptions import GameGroup, game_options, taken_apart
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo


def _build(info: GameInfo) -> click.Command:
    """The command that solves one game."""
    return click.Command(
        info.id,
        params=[
            *game_options(info),
            common.as_json(),
        ],
        callback=click.pass_context(_solve),
        short_help=f"Solve {info.title}.",
        help=f"Say who wins {info.title} under best play, after each first move, with a "
        "shortest game. Every position is looked at, by the real rules.",
        epilog=f"\b\nExample:\n  termgames solve {info.id}\n",
    )


def _solve(ctx: click.Context, /, **params: Any) -> int:
    from termgames.search.exact import MOST

    info, chosen, options = taken_apart(ctx, params)
    game = games.create(info.id, chosen)
    solver = games.solver(game)
    if solver is None:
        raise OptionError(f"{info.title} with these options cannot be solved")
    start = game.start()
    effort = solver.effort(start)
    if effort > MOST:
        raise OptionError(
            f"{info.title} with these options is out of reach: "
            f"{effort:.2g} positions, {MOST:.0e} at most: choose a smaller board"
        )
    began = time.perf_counter()
    solved = solver.solve(start)
    seconds = time.perf_counter() - began

    def name(seat: int) -> str:
        return game.seat_name(start, seat)

    if options["as_json"]:
        fields = {
            "winner": name(solved.winner),
            "turns": solved.turns,
            "openings": {game.format(o.move): name(o.winner) for o in solved.outcomes},
            "line": [game.format(move) for move in solved.line],
            "states": solved.states,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(fields))
        return 0
    click.echo(f"{name(solved.winner)} wins in {solved.turns} turns")
    for seat in range(game.seats):
        moves = [game.format(o.move) for o in solved.outcomes if o.winner == seat]
        if moves:
            click.echo(f"openings that {name(seat)} wins: {' '.join(moves)}")
    click.echo("a shortest game: " + "  ".join(game.format(move) for move in solved.line))
    click.echo(f"{solved.states:,} positions in {seconds:.2f} seconds")
    return 0


solve = GameGroup(
    "solve",
    build=_build,
    help="Say who wins a small game under best play.",
    short_help="Say who wins a small game.",
    epilog="\b\nExample:\n  termgames solve majorities --size 3\n",
)
