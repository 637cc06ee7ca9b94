"""`termgames lab arena GAME`: bots against bots."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, settings_options
from termgames.cli.gameoptions import of_each_game
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.files import Rights
from termgames.core.options import GameInfo
from termgames.core.text import quoted
from termgames.play.bots.players import FORMS, USUAL, parse_player
from termgames.workbench.commands import many_games
from termgames.workbench.lineups import LETTERS, refuse_one_sided

if TYPE_CHECKING:
    from termgames.workbench.arena import Contest, GameResult

_USUAL = {"a": USUAL, "b": "random"}
_TESTED = 4000
"""The most games of a sequential test that has no number of games."""
_LONGEST_OPENING = 100
"""The most random placements at the beginning of a game."""


def _hypotheses(text: str) -> tuple[float, float]:
    """Two Elo differences, the lower one first; OptionError when they are none."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not -1000 <= low < high <= 1000:
        raise OptionError(f"--sprt takes two Elo differences, as 0,30, not {quoted(text)}")
    return low, high


def _options(info: GameInfo) -> Iterator[click.Option]:
    """Who plays, how, and what is kept."""
    for letter in LETTERS:
        more = "" if letter in _USUAL else ", if there is one"
        help = f"Player {letter}{more}."
        yield common.bot(f"--{letter}", help, programs=True, default=_USUAL.get(letter))
    seats = len(info.seated(info.settle({})))
    yield click.Option(
        ["--lineup"],
        default="",
        metavar="LETTERS",
        help=f"Who sits where in the first game of a round, as {'aab' if seats > 2 else 'ba'} "
        "(default: all players, the last one on the seats that are left; with more players than "
        "seats each meets each).",
    )
    whole_rounds = f"a multiple of {seats} gives whole rounds"
    yield common.whole("--games", default=20, help=f"Number of games; {whole_rounds}.")
    yield click.Option(
        ["--sprt"],
        type=_hypotheses,
        metavar="ELO0,ELO1",
        help="Stop when a is shown to be ELO1 stronger than b, or only ELO0: a "
        f"sequential test of pairs, {_TESTED} games at most without --games.",
    )
    yield click.Option(
        ["--random-plies"],
        type=click.IntRange(0, _LONGEST_OPENING),
        metavar="N",
        help="Random placements at the beginning of each game (default: 2 to 4, and none where "
        "dice make games differ). They take the worth of the first move away: 0 tells how the "
        "seats stand in games as they are played.",
    )
    yield from (*settings_options.of_settings("time", "time-scale"), common.SEED)
    yield common.whole(
        "--cores",
        default=1,
        most=64,
        help="Processes in which a bot that is limited by time alone searches, the moves of a "
        "game being one after the other; --jobs plays more games.",
    )
    yield common.jobs("Games played at the same time, each in a process.", "--processes")
    yield many_games.CLUSTER
    yield common.folder("--save", help="Keep the records of all games in this folder.")
    yield common.file(
        "--resume", help="Keep the results in this file, and go on from those it holds."
    )
    yield common.as_json(
        "Print the JSON line only; in long runs lines with an `event` come before it, and tell "
        "how it stands."
    )


def _arena(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.workbench.arena import play_games
    from termgames.workbench.results import Results
    from termgames.workbench.standings import Standings, error_bar, progress_line, summary_text

    test, total = options["sprt"], _total(options)
    contest = _contest(info, chosen, options)
    folder = _prepared(options["save"])
    results = Results(options["resume"])
    contest = results.begin(contest, seeded=options["seed"] is not None)
    standings = Standings(contest, results.rows())
    start = time.monotonic()

    def decided() -> bool:
        return test is not None and standings.test(*test).accepted != "open"

    with many_games.working(options, results, lambda: error_bar(standings)) as progress:
        progress.begin(total, standings.games)
        numbers = range(0 if decided() else total)
        tasks = ((contest, number) for number in numbers if not standings.has(number))
        for _, game in play_games(tasks, progress.workers):
            if folder is not None:
                _keep(game, contest, folder)
            results.add(game)
            standings.add(game)
            progress.counted(progress_line(game, standings, total))
            if decided():
                break
    summary = standings.summary(time.monotonic() - start, test)
    if not options["as_json"]:
        click.echo(summary_text(standings, test))
    click.echo(json.dumps(summary))
    return progress.code


def _contest(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> Contest:
    """The contest that the options ask for; OptionError where it cannot be played, NetError where
    weights cannot be read. Commands of programs were typed by the user, and are noted as such."""
    from termgames.play import consent
    from termgames.play.bots import factory, gtp_bot
    from termgames.workbench import arena as playing

    players = _players_of(options)
    programs = consent.commands(players)
    contest = playing.Contest(
        info.id,
        tuple(chosen.items()),
        players,
        common.seed_or_random(options["seed"]),
        options["time"],
        options["time_scale"],
        options["lineup"].lower(),
        options["cores"],
        frozenset(programs),
        options["random_plies"],
    )
    game = playing.game_of(contest)
    refuse_one_sided(len(contest.players), contest.seated(0))
    gtp_bot.refuse(game, programs, here=options["cluster"] is None)
    for player in players:
        factory.refuse(parse_player(player), game)
    consent.remember_typed(programs)
    if options["sprt"] is not None and (len(contest.players) != 2 or game.seats != 2):
        raise OptionError("--sprt compares two players of a game for two")
    return contest


def _players_of(options: dict[str, Any]) -> tuple[str, ...]:
    """The players; OptionError when a letter is left out."""
    given = [letter for letter in LETTERS if options[letter] is not None]
    if given != list(LETTERS[: len(given)]):
        left_out = next(letter for letter in LETTERS if letter not in given)
        raise OptionError(f"--{given[-1]} without --{left_out}: name players in their order")
    return tuple(options[letter] for letter in given)


def _total(options: dict[str, Any]) -> int:
    """How many games are to be played at the most."""
    source = click.get_current_context().get_parameter_source("games")
    if options["sprt"] is not None and source is click.core.ParameterSource.DEFAULT:
        return _TESTED
    games: int = options["games"]
    return games


def _prepared(folder: Path | None) -> Path | None:
    """The folder for records, made before the first game; StorageError when it cannot be."""
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            files.try_writing(folder)
        except OSError as error:
            raise StorageError(
                f"cannot write in {folder}: {error.strerror}; choose another --save folder"
            ) from None
    return folder


def _keep(game: GameResult, contest: Contest, folder: Path) -> None:
    from termgames.play import store

    name = f"{contest.game_id}-{contest.seed}-{game.number + 1:04}{store.SUFFIX}"
    store.write_text(folder / name, game.record, Rights.SHARED)


arena = of_each_game(
    "arena",
    _arena,
    _options,
    title="Bots play {title}.",
    about="Let bots play {title} and tell how much stronger one is.\n\n"
    "Games come in rounds: each player on every seat once, with the same random opening, or "
    "the same dice. The last line of the output is JSON; elo_diff is [low, estimate, high] of "
    "a above b with a 95 % interval (Wilson's, on the rounds' spread); an end without limit is "
    "given as 2000 or -2000. A share of the wins is to be held against its par, what equals "
    "would have. Progress goes to standard error; ctrl-C, or SIGTERM, ends with what was "
    "played.\n\n"
    f"Players: {FORMS.removeprefix('human, human:NAME, ')}.",
    examples=(
        "lab arena {id} --a bot:3 --b random --games 20",
        "lab arena {id} --a bot:5 --b bot:4 --games 200 --jobs 2 --save games",
        "lab arena {id} --a greedy --b random --json | tail -1",
    ),
    help="Let bots play against each other, with error bars.",
)
