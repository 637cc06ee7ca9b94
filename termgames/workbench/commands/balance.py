"""`termgames lab balance GAME`: what komi is fair."""

import json
import statistics
from typing import Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.core.options import GameInfo, number_text
from termgames.workbench.commands import many_games


def _balance(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.workbench import balance as measuring

    seed, number, leads = options["seed"], options["games"], list[float]()
    measurement = measuring.Measurement(
        info.id, tuple(chosen.items()), options["player"], common.seed_or_random(seed)
    )
    journal = measuring.Leads(options["resume"])
    with many_games.working(options, journal, lambda: measuring.error_bar(leads)) as progress:
        progress.begin(number)

        def on_lead(played: list[float]) -> None:
            leads[:] = played
            progress.done = len(played) - 1
            lead, median = number_text(played[-1]), number_text(statistics.median(played))
            progress.counted(f"game {len(played)}/{number}: lead {lead}, median {median}")

        balance = measuring.measure(
            measurement,
            number,
            progress=on_lead,
            workers=progress.workers,
            journal=journal,
            seeded=seed is not None,
        )
        click.echo(json.dumps(balance.to_json()) if options["as_json"] else balance.report())
    return progress.code


balance = of_each_game(
    "balance",
    _balance,
    [
        common.bot("--player", default="mcts:playouts=1000", help="The bot that plays both sides."),
        common.whole("--games", default=40, low=2, help="Number of games."),
        *many_games.WORK,
        common.file("--resume", help="Keep the leads in this file, and go on from those it holds."),
        common.as_json(),
    ],
    title="The fair komi of {title}.",
    about="Measure the fair komi of {title} by self-play.\n\n"
    "A bot plays itself from the start at a komi that follows the result; the median lead of "
    "the first player, without komi, is the komi at which both sides win equally often. It is "
    "printed with its 95 % interval. Progress goes to standard error; ctrl-C ends the games.",
    examples=(
        "lab balance {id} --size 9 --games 100",
        "lab balance {id} --player bot:5 --json",
    ),
    help="Measure by self-play what komi makes both sides worth the same.",
)
