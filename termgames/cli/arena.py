"""`termgames arena GAME`: bots against bots."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import GameGroup, game_options, taken_apart
from termgames.cli.guard import FINE, INTERRUPTED
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo
from termgames.core.text import quoted
from termgames.lab.lineups import LETTERS
from termgames.play.bots.players import FORMS, USUAL, parse_player

if TYPE_CHECKING:
    from termgames.lab.arena import Contest, GameResult

_PLAYER = common.PlayerText(humans=False, programs=True)
_USUAL = {"a": USUAL, "b": "random"}
_TESTED = 4000
"""The most games of a sequential test that has no number of games."""


class _Hypotheses(click.ParamType[tuple[float, float]]):
    """Two Elo differences, the lower one first."""

    name = "hypotheses"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Both numbers; OptionError when they are none or in the wrong order."""
        try:
            low, high = (float(part) for part in str(value).split(","))
        except ValueError:
            low = high = 0.0
        if not -1000 <= low < high <= 1000:
            raise OptionError(
                f"--sprt takes two Elo differences, as 0,30, not {quoted(str(value))}"
            )
        return low, high


def _players() -> list[click.Option]:
    """One option for each letter."""
    return [
        click.Option(
            [f"--{letter}"],
            type=_PLAYER,
            default=_USUAL.get(letter),
            show_default=letter in _USUAL,
            metavar="PLAYER",
            help=f"Player {letter}." if letter in _USUAL else f"Player {letter}, if there is one.",
        )
        for letter in LETTERS
    ]


def _contest(info: GameInfo) -> list[click.Option]:
    """Who sits where, and how many games they play."""
    seats = len(info.seated(info.settle({})))
    example = "aab" if seats > 2 else "ba"
    return [
        click.Option(
            ["--lineup"],
            default="",
            metavar="LETTERS",
            help=f"Who sits where in the first game of a round, as {example} (default: "
            "everybody, the last player on the seats that are left; with more players than "
            "seats everybody meets everybody).",
        ),
        common.whole(
            "--games",
            default=20,
            help=f"Number of games; a multiple of {seats} gives whole rounds.",
        ),
        click.Option(
            ["--sprt"],
            type=_Hypotheses(),
            metavar="ELO0,ELO1",
            help="Stop when a is shown to be ELO1 stronger than b, or only ELO0: a "
            f"sequential test of pairs, {_TESTED} games at most without --games.",
        ),
    ]


_KEPT = (
    common.whole(
        "--cores",
        default=1,
        most=64,
        help="Processes in which a bot that is limited by time alone searches, the moves of a "
        "game being one after the other; --jobs plays more games.",
    ),
    common.jobs("Games played at the same time, each in a process.", "--processes", "processes"),
    click.Option(
        ["--save"],
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Keep the records of all games in this folder.",
    ),
    click.Option(
        ["--resume"],
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Keep the results in this file, and go on from those it holds.",
    ),
    common.as_json("Print the JSON line only."),
)
"""How games are played and what is kept of them."""


def _build(info: GameInfo) -> click.Command:
    """The command that lets bots play one game."""
    return click.Command(
        info.id,
        params=[
            *game_options(info),
            *_players(),
            *_contest(info),
            common.TIME,
            common.TIME_SCALE,
            common.SEED,
            *_KEPT,
        ],
        callback=click.pass_context(_arena),
        short_help=f"Bots play {info.title}.",
        help=f"Let bots play {info.title} and tell how much stronger one is.\n\n"
        "Games come in rounds: everybody on every seat once, with the same random opening, or "
        "the same dice. The last line of the output is JSON; elo_diff is [low, estimate, high] "
        "of a above b with a 95 % interval (Wilson's, on the rounds' spread); an end without "
        "limit is given as 2000 or -2000. A share of the wins is to be held against its par, "
        "what equals would have. Progress goes to standard error; ctrl-C, or SIGTERM, ends with "
        f"what was played.\n\nPlayers: {FORMS.removeprefix('human, human:NAME, ')}.",
        epilog="\b\nExamples:\n"
        f"  termgames arena {info.id} --a bot:3 --b random --games 20\n"
        f"  termgames arena {info.id} --a bot:5 --b bot:4 --games 200 --jobs 2 --save games\n"
        f"  termgames arena {info.id} --a greedy --b random --json | tail -1\n",
    )


def _arena(ctx: click.Context, /, **params: Any) -> int:
    info, chosen, options = taken_apart(ctx, params)
    from termgames.lab import arena as playing
    from termgames.lab.results import Results
    from termgames.lab.standings import Standings, progress, words
    from termgames.play import consent
    from termgames.play.bots import factory, gtp_bot

    seed, test = options["seed"], options["sprt"]
    named = _named(options)
    programs = consent.commands(named)
    contest = playing.Contest(
        info.id,
        tuple(chosen.items()),
        named,
        common.drawn(seed),
        options["time"],
        options["time_scale"],
        options["lineup"].lower(),
        options["cores"],
        frozenset(programs),
    )
    contest.seated(0)  # refuses a line-up that does not fit
    gtp_bot.refuse(playing.game_of(contest), programs)
    for player in named:
        factory.refuse(parse_player(player), playing.game_of(contest))
    consent.remember_typed(programs)
    if test is not None and (len(contest.players) != 2 or playing.game_of(contest).seats != 2):
        raise OptionError("--sprt compares two players of a game for two")
    folder = _prepared(options["save"])
    results = None if options["resume"] is None else Results(options["resume"])
    before: list[GameResult] = []
    if results is not None:
        contest, before = results.load(contest, seeded=seed is not None)
    standings = Standings(contest)
    for game in before:
        standings.add(game)
    total = _total(ctx, options)
    missing = [number for number in range(total) if number not in standings.played]
    begun = time.monotonic()
    code = FINE
    try:
        for game in playing.play_games(contest, missing, options["processes"]):
            standings.add(game)
            _keep(game, contest, folder)
            if results is not None:
                results.add(game)
            click.echo(progress(game, standings, total), err=True)
            if test is not None and standings.test(*test).accepted != "open":
                break
    except KeyboardInterrupt:
        click.echo(f"interrupted after {len(standings.played)} games", err=True)
        code = INTERRUPTED
    summary = standings.summary(time.monotonic() - begun, test)
    if not options["as_json"]:
        click.echo(words(standings, test))
    click.echo(json.dumps(summary))
    return code


def _named(options: dict[str, Any]) -> tuple[str, ...]:
    """The players; OptionError when a letter is left out."""
    given = [letter for letter in LETTERS if options[letter] is not None]
    if given != list(LETTERS[: len(given)]):
        left_out = next(letter for letter in LETTERS if letter not in given)
        raise OptionError(f"--{given[-1]} without --{left_out}: name players in their order")
    return tuple(options[letter] for letter in given)


def _total(ctx: click.Context, options: dict[str, Any]) -> int:
    """How many games are to be played at the most."""
    source = ctx.get_parameter_source("games")
    if options["sprt"] is not None and source is click.core.ParameterSource.DEFAULT:
        return _TESTED
    games: int = options["games"]
    return games


def _prepared(folder: Path | None) -> Path | None:
    """The folder for records, made before the first game; StorageError when it cannot be."""
    if folder is not None:
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


def _keep(game: GameResult, contest: Contest, folder: Path | None) -> None:
    if folder is not None:
        from termgames.play import store

        name = f"{contest.game_id}-{contest.seed}-{game.number + 1:04}{store.SUFFIX}"
        store.write_text(folder / name, game.record)


arena = GameGroup(
    "arena",
    build=_build,
    help="Let bots play against each other, with error bars.",
    short_help="Let bots play against each other.",
    epilog="\b\nExample:\n  termgames arena plurality --a bot:3 --b random --games 20\n",
)
