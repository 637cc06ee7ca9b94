"""`termgames arena GAME`: bots against bots."""

from __future__ import annotations

import json
import secrets
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import game_options, taken_apart
from termgames.cli.guard import FINE, INTERRUPTED
from termgames.cli.lazy import GameGroup
from termgames.core.options import GameInfo
from termgames.play.players import FORMS

if TYPE_CHECKING:
    from termgames.play.arena import Contest, Played, Tally

_PLAYER = common.PlayerText(humans=False)


def _build(info: GameInfo) -> click.Command:
    """The command that lets bots play one game."""
    return click.Command(
        info.id,
        params=[
            *game_options(info),
            click.Option(
                ["--a"],
                type=_PLAYER,
                default="bot:4",
                show_default=True,
                metavar="PLAYER",
                help="The first player.",
            ),
            click.Option(
                ["--b"],
                type=_PLAYER,
                default="random",
                show_default=True,
                metavar="PLAYER",
                help="The second player.",
            ),
            click.Option(
                ["--games"],
                type=click.IntRange(1, 1_000_000),
                default=20,
                show_default="20",
                metavar="N",
                help="Number of games; an even number gives whole pairs.",
            ),
            common.TIME,
            common.TIME_SCALE,
            common.SEED,
            click.Option(
                ["--processes"],
                type=click.IntRange(1, 256),
                default=1,
                show_default="1",
                metavar="N",
                help="Games played at the same time.",
            ),
            click.Option(
                ["--save"],
                type=click.Path(path_type=Path),
                metavar="DIR",
                help="Keep the records of all games in this folder.",
            ),
            click.Option(["--json", "as_json"], is_flag=True, help="Print the JSON line only."),
        ],
        callback=click.pass_context(_arena),
        short_help=f"Bots play {info.title}.",
        help=f"Let two bots play {info.title} and tell how much stronger one is.\n\n"
        "Games come in pairs: the same random opening with the seats swapped. The last line "
        "of the output is JSON; elo_diff is [low, estimate, high] of a above b with a 95 % "
        "interval (Wilson's, on the pairs' spread); an end without limit is given as 2000 or "
        "-2000. Progress goes to standard error; ctrl-C, or SIGTERM, ends with what was played.\n\n"
        f"Players: {FORMS.removeprefix('human, ')}.",
        epilog="\b\nExamples:\n"
        f"  termgames arena {info.id} --a bot:3 --b random --games 20\n"
        f"  termgames arena {info.id} --a bot:5 --b bot:4 --games 200 --processes 2 --save games\n"
        f"  termgames arena {info.id} --a greedy --b random --json | tail -1\n",
    )


def _arena(ctx: click.Context, /, **params: Any) -> int:
    info, chosen, options = taken_apart(ctx, params)
    from termgames.play import arena as playing

    seed = options["seed"]
    contest = playing.Contest(
        info.id,
        tuple(chosen.items()),
        options["a"],
        options["b"],
        secrets.randbits(32) if seed is None else seed,
        options["time"],
        options["time_scale"],
    )
    folder = _prepared(options["save"])
    tally = playing.Tally(contest)
    begun = time.monotonic()
    code = FINE
    # Who ends the contest from outside gets what was played as well.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for game in playing.play_games(contest, range(options["games"]), options["processes"]):
            tally.add(game)
            _keep(game, contest, folder)
            click.echo(_progress(game, tally, options["games"]), err=True)
    except KeyboardInterrupt:
        click.echo(f"interrupted after {len(tally.played)} games", err=True)
        code = INTERRUPTED
    finally:
        signal.signal(signal.SIGTERM, before)
    summary = tally.summary(time.monotonic() - begun)
    if not options["as_json"]:
        click.echo(_words(tally))
    click.echo(json.dumps(summary))
    return code


def _prepared(folder: Path | None) -> Path | None:
    """The folder for records, made before the first game; StorageError when it cannot be."""
    if folder is not None:
        from termgames.core.errors import StorageError

        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / ".termgames.new"
            probe.touch()
            probe.unlink()
        except OSError as error:
            raise StorageError(
                f"cannot write in {folder}: {error.strerror}; choose another --save folder"
            ) from None
    return folder


def _keep(game: Played, contest: Contest, folder: Path | None) -> None:
    if folder is not None:
        from termgames.play import store

        name = f"{contest.game_id}-{contest.seed}-{game.number + 1:04}{store.SUFFIX}"
        store.write_text(folder / name, game.record)


def _progress(game: Played, tally: Tally, total: int) -> str:
    """`game 3/20: bot:3 as white wins 14.5:9 in 32 moves, 4.1 s; bot:3 2, random 1, draws 0`."""
    contest = tally.contest
    a, b, draws = tally.score()
    points = ":".join(f"{x:g}" for x in sorted(game.scores, reverse=True))
    if len(game.winners) > 1:
        verdict = f"draw {points}"
    else:
        winner = contest.a if game.a_points else contest.b
        verdict = f"{winner} as {game.winners[0]} wins {points}"
    return (
        f"game {len(tally.played)}/{total}: {verdict} in {game.moves} moves, "
        f"{game.seconds:.1f} s; {contest.a} {a}, {contest.b} {b}, draws {draws}"
    )


def _words(tally: Tally) -> str:
    a, b, draws = tally.score()
    low, estimate, high = tally.elo_diff()
    return (
        f"{tally.contest.a} {a}, {tally.contest.b} {b}, draws {draws}\n"
        f"Elo of {tally.contest.a} above {tally.contest.b}: "
        f"{estimate:+.0f} (95 %: {low:+.0f} to {high:+.0f})"
    )


arena = GameGroup(
    "arena",
    build=_build,
    help="Let bots play against each other, with error bars.",
    short_help="Let bots play against each other.",
    epilog="\b\nExample:\n  termgames arena plurality --a bot:3 --b random --games 20\n",
)
