"""`termgames lab estimates GAME`: make the shares of the analysis true."""

import datetime
import json
import shlex
import sys
from typing import Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.core.options import GameInfo
from termgames.workbench.commands import many_games


def _estimates(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from dataclasses import asdict, replace

    from termgames.workbench import calibration
    from termgames.workbench import estimates as measuring

    seed, number = options["seed"], options["games"]
    measurement = measuring.Measurement(
        info.id,
        tuple(chosen.items()),
        options["player"],
        options["playouts"],
        common.seed_or_random(seed),
    )
    journal = measuring.AnalysedGames(options["resume"])
    rows = []
    with many_games.working(options, journal) as progress:
        progress.begin(number)
        seed = journal.open_for(measurement.header(), seeded=seed is not None)
        measurement = replace(measurement, seed=seed)
        for row in measuring.measured(measurement, number, journal, progress.workers):
            rows.append(row)
            progress.counted()
    if progress.code:
        return progress.code
    looks = measuring.Looks.of(rows)
    *colours, mover, sharp = (round(float(each), 3) for each in looks.fit())
    kept_back = looks.kept_back()
    if helps := looks.surprise(kept_back) < looks.surprise(looks.shares):
        told = kept_back
    else:  # so few games tell nothing
        told, colours, mover, sharp = looks.shares, [], 0.0, 1.0
    before, after = looks.truth(looks.shares), looks.truth(told)
    found = {
        "playouts": measurement.playouts,
        "sharp": sharp,
        "colours": colours,
        "mover": mover,
        "player": measurement.player,
        "games": len(rows),
        "positions": len(looks.game),
        "errors": [round(before[1], 5), round(after[1], 5)],
        "true_bins": [sum(each.true for each in after[0]), len(after[0])],
        "seed": seed,
        "command": shlex.join(["termgames", *sys.argv[1:]]),
        "date": f"{datetime.date.today()}",
    }
    if options["out"] is not None:
        calibration.put(options["out"], info.id, chosen, found)
    if options["as_json"]:
        click.echo(json.dumps({**found, "bins": list(map(asdict, after[0]))}))
    else:
        lines = measuring.report("as searched", *before)
        lines += measuring.report("as told, of games kept back", *after) if helps else []
        click.echo("\n".join([*lines, f"sharp {sharp}, colours {colours}, to move {mover}"]))
    return progress.code


estimates = of_each_game(
    "estimates",
    _estimates,
    [
        common.bot("--player", default="bot:4", help="The bot on all seats."),
        common.whole("--games", default=200, low=20, help="Number of games."),
        common.whole("--playouts", default=4_000, low=1, help="The thought of an analysis."),
        *many_games.WORK,
        common.file("--resume", help="Keep the games in this file, and go on from those it holds."),
        common.file("--out", help="Put what was found into this table."),
        common.as_json(),
    ],
    title="How true the analysis of {title} is.",
    about="Make the shares that the analysis of {title} tells probabilities.\n\n"
    "Equal bots play from the empty board, and some positions of each game are analysed. How "
    "sharp shares are told, and a factor for each colour and for the side to move, which fades "
    "as the board fills, are fitted to how the games ended. What was told and what was won is "
    "printed by bins with 95 % intervals, before and, for games kept back, after.",
    examples=("lab estimates {id} --games 300 --resume looks.jsonl",),
    help="Measure how true the shares of the analysis are, and how they are to be told.",
)
