"""`termgames lab calibrate GAME`: how strong the levels are, and how strong they should be."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.cli.guard import FINE
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import quoted
from termgames.play.bots import calibrated_levels
from termgames.search.levels import LEVELS
from termgames.workbench.commands import many_games

if TYPE_CHECKING:
    from termgames.play.bots.calibrated_levels import CalibratedLevels
    from termgames.workbench.arena import GameResult
    from termgames.workbench.standings import Standings

_WEAKEST = LEVELS[1].playouts or 1
"""Playouts of level 1 that `--choose` begins with."""
_HERE_ALONE = ("--resume", "--out", "--jobs", "--cluster")
"""Options that say where files lie and who plays: they change no result."""


def _searches(option: str, without: str = "") -> Callable[[str], tuple[str, ...]]:
    """What reads searches, given by `option`, as their playouts, each with a temperature where one
    follows a colon: their names as players, ending with `without`. OptionError for a text that
    gives none."""

    def searches(text: str) -> tuple[str, ...]:
        from termgames.play.bots.players import parse_player

        players = []
        for item in text.split(","):
            playouts, colon, temperature = item.strip().partition(":")
            cooled = f",temperature={temperature}" if colon else ""
            try:
                search = f"mcts:playouts={playouts}{cooled}{without}"
                players.append(str(parse_player(search)))
            except OptionError:
                raise OptionError(
                    f"{option} takes playouts, as 100,300,1000, each with a temperature where "
                    f"there is one, as 150:0.15; not {quoted(item)}"
                ) from None
        if len(set(players)) < len(players):
            raise OptionError(f"{option} names a search twice")
        return tuple(players)

    return searches


_HOW = (
    click.Option(
        ["--curve"],
        type=_searches("--curve"),
        metavar="N,N,…",
        help="Compare searches with these playouts, the weakest first; 150:0.15 is one "
        "of 150 at temperature 0.15.",
    ),
    click.Option(
        ["--unguided"],
        type=_searches("--unguided", ",policy=off"),
        metavar="N,N,…",
        help="Compare searches with these playouts, written in the same way, that do "
        "without the net that the game has learnt; with --choose they are the first "
        "levels, whether they were played now or before. The weakest but for --beside.",
    ),
    click.Option(["--levels"], metavar="A-B", help="Compare these levels."),
    common.bot(
        "--beside",
        multiple=True,
        help="Compare this player as well, as the weakest; can be given several times.",
    ),
    common.flag(
        "--choose",
        help="Choose the playouts of the levels anew, as even steps on the curve; without "
        "results as even doublings.",
    ),
    common.whole(
        "--weakest",
        default=_WEAKEST,
        help="The fewest playouts of levels that are chosen, those of level 1.",
    ),
    common.whole(
        "--games",
        default=40,
        help="Games between neighbours in strength; players two apart play half as many.",
    ),
    click.Option(
        ["--budget"],
        type=common.Positive("seconds", 1e6),
        metavar="S",
        help="End a contest of two after S seconds of processor time.",
    ),
    *many_games.WORK,
    common.folder("--resume", help="Keep results in this folder, and take in those it holds."),
    common.file("--out", help="Write the levels into this file."),
    common.as_json("The ladder as JSON only."),
)


def _calibrate(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    import tempfile  # slow to import, and help needs none of it

    from termgames.workbench import calibration
    from termgames.workbench.results import Neighbours, ResultsFolder

    levels = calibrated_levels.levels_on(info.id, info.settle(chosen))
    players, out, resume = _compared(options, levels), options["out"], options["resume"]
    if out is not None:
        calibration.read(out)  # refuses before anything is played
    has_results = bool(players) or resume is not None
    if not (has_results or options["choose"]):
        if out is not None:
            raise OptionError("there are no results: give --resume with a folder of them")
        _print(levels, as_json=options["as_json"])
        return FINE
    seed = common.seed_or_random(options["seed"])
    with tempfile.TemporaryDirectory() as dropped, many_games.working(options) as progress:
        folder = ResultsFolder(resume or Path(dropped))
        asked = (tuple(chosen.items()), players, seed, options["games"], options["budget"])
        comparison = Neighbours(info.id, *asked)
        progress.begin(*folder.extent(comparison))
        for standings, game, wanted in folder.play(comparison, progress.workers):
            progress.counted(_progress_line(standings, game, wanted))
        curve, played = folder.fit(info.id, chosen)
        if has_results and not played[""]:
            raise OptionError(
                f"{folder.path} holds no results of this board: let two players meet, as with "
                "--curve 64:0.15,300"
            )
        longest = calibration.longest_playouts(info.id, chosen, seed=seed)
        weakest = options["weakest"]
        if options["choose"] and has_results:
            first = options["unguided"] or ()
            levels = calibration.choose_levels(curve, longest, weakest, first)
        elif options["choose"]:
            levels = calibration.levels_without_results(longest, weakest)
        takes = calibration.seconds_a_move(info.id, chosen, levels, seed=seed)
        levels = calibration.with_seconds(levels, takes)
        if has_results:
            levels = calibration.with_ratings(levels, curve, longest, played)
            if not options["as_json"]:
                for player in filter(None, played):
                    click.echo(f"{curve.elo(player):+6.0f}  {player}, {played[player]} games")
                click.echo(f"level {max(LEVELS)} makes about {longest} playouts a move")
        _print(levels, as_json=options["as_json"])
        if out is not None:
            how = "chosen" if options["choose"] else "rated"
            details = {"longest": longest, how: _command(sys.argv[1:])}
            calibration.write(out, levels, info.id, chosen, details)
    return progress.code


def _compared(options: dict[str, Any], levels: CalibratedLevels) -> tuple[str, ...]:
    """The players to compare, the weakest first, each once. OptionError where they are too few,
    or too many to choose levels above them."""
    from termgames.workbench import calibration

    unguided = options["unguided"] or ()
    if options["choose"] and len(unguided) >= len(LEVELS):
        raise OptionError(
            f"--unguided: fewer than {len(LEVELS)} levels can be given, as the last one is limited "
            "by time alone"
        )
    players = [*options["beside"], *unguided, *(options["curve"] or ())]
    if options["levels"] is not None:
        first, last = many_games.levels("--levels", options["levels"], max(LEVELS))
        limited = {
            number: calibrated
            for number, calibrated in levels.by_number.items()
            if calibrated.level.playouts is not None
        }
        players += [
            calibration.search_of(calibrated, 0)
            for number, calibrated in limited.items()
            if first <= number <= last
        ]
        if len(set(players)) < 2:
            raise OptionError(
                "--levels needs two levels that are limited by playouts, or one and --beside; "
                f"those are {', '.join(map(str, limited))}"
            )
    return tuple(dict.fromkeys(players))


def _print(levels: CalibratedLevels, *, as_json: bool) -> None:
    from termgames.workbench import calibration

    if as_json:
        click.echo(json.dumps(calibration.to_json(levels)))
        return
    click.echo("\n".join(calibration.report(levels)))
    if basis := calibrated_levels.basis(levels):
        click.echo(basis)


def _progress_line(standings: Standings, game: GameResult, wanted: int) -> str:
    """`mcts:playouts=100 - mcts:playouts=300, game 3/40: won by ... in 1.2 s`."""
    contest = standings.contest
    winner = contest.player(game.won_by) if game.won_by else "nobody alone"
    return (
        f"{' against '.join(contest.players)}, game {standings.games}/{wanted}: {winner} wins "
        f"in {game.moves} moves, {game.seconds:.1f} s"
    )


def _command(arguments: Sequence[str]) -> str:
    """The command as the user typed it, without options that change no result."""
    words, given = [], iter(arguments)
    for word in given:
        if word in _HERE_ALONE:
            next(given, "")  # its value
        elif word.partition("=")[0] not in _HERE_ALONE:
            words.append(word)
    return shlex.join(["termgames", *words])


calibrate = of_each_game(
    "calibrate",
    _calibrate,
    _HOW,
    title="Calibrate the levels of {title}.",
    about="Measure how strong the levels of {title} are.\n\n"
    "Each player meets his neighbour in the row and the next but one, on every seat, after the "
    "random placements of the arena. A curve of strength over playouts is fitted to all "
    "results; it rates the levels, also those whose games would take too long. Without "
    "--curve, --unguided, --levels and --beside nothing is played: the ladder is told as it "
    "stands, or as the results in --resume make it. Progress goes to standard error; ctrl-C "
    "ends the games, and --resume goes on from there.",
    examples=(
        "lab calibrate {id}",
        "lab calibrate {id} --curve 64:0.15,300,1000,3000 --resume games",
        "lab calibrate {id} --choose --resume games --out levels.json",
        "lab calibrate {id} --unguided 64:0.15 --choose --resume games",
        "lab calibrate {id} --levels 1-7 --games 100 --resume games",
    ),
    help="Measure how strong the levels of a game are, and choose them anew.",
)
