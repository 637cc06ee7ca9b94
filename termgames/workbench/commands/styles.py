"""`termgames lab styles GAME`: how the characters differ from the plain bot."""

import json
from typing import Any

import click

from termgames.cli import common, settings_options
from termgames.cli.gameoptions import of_each_game
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import nearest, quoted
from termgames.search import characters
from termgames.search.levels import DEFAULT_LEVEL, LEVELS
from termgames.workbench.commands import many_games


def _styles(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.workbench import styles
    from termgames.workbench.arena import Contest
    from termgames.workbench.standings import Standings

    known = characters.names(cards=info.cards(info.settle(chosen)))
    for name in options["characters"]:
        if name not in known:
            raise OptionError(f"--character {quoted(name)}: {nearest(name, known)}")
    seed, plain = common.seed_or_random(options["seed"]), f"bot:{options['level']}"
    about, scale = (info.id, tuple(chosen.items())), options["time_scale"]
    found = [
        styles.Style(Standings(Contest(*about, (f"{plain},{name}", plain), seed, time_scale=scale)))
        for name in dict.fromkeys(options["characters"] or known)
    ]
    number = options["games"]
    with many_games.working(options) as progress:
        progress.begin(len(found) * number)
        for style in styles.measured(found, number, progress.workers):
            progress.counted(f"{style.player}: {style.standings.games} of {number} games")
    if options["as_json"]:
        click.echo(json.dumps(styles.summary(found)))
    else:
        click.echo("\n".join(styles.table(found)))
    return progress.code


styles = of_each_game(
    "styles",
    _styles,
    [
        common.whole(
            "--level", default=DEFAULT_LEVEL, most=max(LEVELS), help="The level of all bots."
        ),
        click.Option(
            ["--character", "characters"],
            multiple=True,
            metavar="NAME",
            help="A character to measure; may be given several times (default: all that the "
            "game has).",
        ),
        common.whole("--games", default=200, low=2, help="Games of each against the plain bot."),
        *settings_options.of_settings("time-scale"),
        *many_games.WORK,
        common.as_json(),
    ],
    title="How characters play {title}.",
    about="Let each character play {title} against the plain bot of its level, and tell how it "
    "differs from it in the same games.\n\n"
    "The table has its share of the wins and its Elo above the plain bot with a 95 % interval; "
    "then for each figure its average, and in brackets the difference from the plain bot with "
    "its standard error. By stone: contact, how many stones of others it touches; support, how "
    "many own ones; spread, its steps from the nearest own one; ground, the part of the cells "
    "around it that is empty; captures, stones it takes. Region is the average size of a "
    "connected part of stones and territory at the end, cards how many a player holds.",
    examples=("lab styles {id} --level 3 --games 100",),
    help="Measure how the characters of bots differ, and whether they are as strong as plain ones.",
)
