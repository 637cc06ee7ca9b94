"""`termgames lab gtp GAME`."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, settings_options, terminal
from termgames.cli.gameoptions import GameGroup, game_command
from termgames.core.options import GameInfo
from termgames.play.bots.players import USUAL

if TYPE_CHECKING:
    from termgames.core.game import AnyGame
    from termgames.play.bots.bot import Bot


def _build(info: GameInfo) -> click.Command:
    """The command that speaks GTP for one game."""
    return game_command(
        info,
        _gtp,
        [
            click.Option(
                ["--bot"],
                type=common.PlayerText(humans=False),
                default=USUAL,
                show_default=True,
                metavar="PLAYER",
                help="What genmove asks for its moves.",
            ),
            click.Option(
                ["--level"],
                type=click.IntRange(1, 9),
                metavar="N",
                help="The same as --bot bot:N.",
            ),
            *settings_options.of_settings(*settings_options.THINKING),
            common.SEED,
        ],
        short_help=f"GTP for {info.title}.",
        help=f"Speak the Go Text Protocol, version 2, for {info.title} on standard input and "
        "output. Moves are written as everywhere in termgames. termgames-load FILE goes on from "
        "a record, which may begin from a position: `termgames rules mitropia` shows such a file "
        "at its end.",
        epilog="\b\nExamples:\n"
        f"  termgames lab gtp {info.id}\n"
        f"  printf 'genmove {info.seats[0]}\\nshowboard\\nquit\\n' | "
        f"termgames lab gtp {info.id} --bot greedy\n",
    )


def _gtp(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    level = options["level"]
    from termgames.play.bots.players import parse_player
    from termgames.play.gtp.engine import Engine
    from termgames.play.gtp.protocol import lines_of, serve

    spec = parse_player(options["bot"] if level is None else f"bot:{level}")

    # Levels are measured without trees of openings.
    thinking = replace(terminal.settings().bots, openings=False)

    def make(game: AnyGame, seed: int | None) -> Bot:
        # Bots bring the whole search with them, and many sessions never ask for a move.
        from termgames.play.bots.factory import make_bot

        return make_bot(spec, game, seed=seed, options=thinking)

    seed, analyst = options["seed"], terminal.analyst
    engine = Engine(info.id, chosen, make_bot=make, analyst=analyst, seed=seed, note=common.note)
    if spec.policy or spec.aim is not None:
        from termgames.play.bots import factory

        factory.refuse(spec, engine.match.game)
    serve(engine, lines_of(sys.stdin.buffer), sys.stdout.buffer)
    return 0


gtp = GameGroup(
    "gtp",
    build=_build,
    help="Let other programs play: the Go Text Protocol on standard input and output.",
    epilog="\b\nExample:\n  printf 'list_commands\\nquit\\n' | termgames lab gtp plurality\n",
)
