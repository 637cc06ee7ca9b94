"""`termgames balance GAME`: what komi is fair."""

from __future__ import annotations

import json
from typing import Any

import click

from termgames import games
from termgames.cli import common
from termgames.cli.gameoptions import GameGroup, chosen_options, game_options, without_game_options
from termgames.core.options import GameInfo


def _build(info: GameInfo) -> click.Command:
    """The command that measures one game."""
    return click.Command(
        info.id,
        params=[
            *game_options(info),
            click.Option(
                ["--player"],
                type=common.PlayerText(humans=False),
                default="mcts:playouts=1000",
                show_default=True,
                metavar="PLAYER",
                help="The bot that plays both sides.",
            ),
            common.whole("--games", default=40, low=2, help="Number of games."),
            common.SEED,
            common.as_json(),
        ],
        callback=click.pass_context(_balance),
        short_help=f"The fair komi of {info.title}.",
        help=f"Measure the fair komi of {info.title} by self-play.\n\n"
        "A bot plays itself at a komi that follows the result; the median lead of the first "
        "player, without komi, is the komi at which both sides win equally often. It is printed "
        "with a 95 % interval from resampled games. Progress goes to standard error.",
        epilog="\b\nExamples:\n"
        f"  termgames balance {info.id} --size 9 --games 100\n"
        f"  termgames balance {info.id} --player bot:5 --json\n",
    )


def _balance(ctx: click.Context, /, **params: Any) -> int:
    info = games.info(str(ctx.info_name).lower())
    chosen = chosen_options(info, ctx)
    options = without_game_options(info, params)
    from termgames.lab import balance as measuring

    seed = common.drawn(options["seed"])
    balance = measuring.measure(
        info.id,
        chosen,
        player=options["player"],
        number=options["games"],
        seed=seed,
        progress=lambda text: click.echo(text, err=True),
    )
    click.echo(json.dumps(balance.to_json()) if options["as_json"] else balance.report())
    return 0


balance = GameGroup(
    "balance",
    build=_build,
    help="Measure by self-play what komi makes both sides worth the same.",
    short_help="Measure a game's fair komi.",
    epilog="\b\nExample:\n  termgames balance pletore --size 9 --games 100\n",
)
