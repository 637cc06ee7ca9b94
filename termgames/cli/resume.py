"""`termgames resume`: go on with a saved game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, settings_options, terminal
from termgames.cli.saved import echo_games, is_number, named
from termgames.core.errors import OptionError, StorageError

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch
    from termgames.play.text.printer import Boards


@click.command("resume")
@click.argument("which", required=False, metavar="[N|FILE]")
@click.option("--list", "listing", is_flag=True, help="List the games that can go on.")
@click.option(
    "--play-out",
    is_flag=True,
    help="Begin a new game from a position of this one: from its turning point, which a review has "
    "found, against who won it.",
)
@click.option(
    "--turn",
    type=click.IntRange(1, 100_000),
    metavar="T",
    help="With --play-out: from the position before turn T.",
)
@click.option("--copy", is_flag=True, help="Go on in a copy; the file stays as it is.")
@click.option(
    "--allow-program",
    type=common.ProgramCommand(),
    multiple=True,
    allow_from_autoenv=False,
    metavar="COMMAND",
    help="Start this program, in this run, where the record names it as a player; can be given "
    "several times. Programs that you never typed yourself are otherwise asked about, or, where "
    "nobody can be asked, not started.",
)
def resume(
    which: str | None,
    listing: bool,
    play_out: bool,
    turn: int | None,
    copy: bool,
    allow_program: tuple[str, ...],
    plain: bool,
    boards: Boards,
    **options: Any,
) -> int:
    """Go on with the last unfinished game, with number N of the list, or with a FILE. With
    --play-out, N is a number of `termgames replay --list`, and that game is not changed.

    \b
    Examples:
      termgames resume
      termgames resume --list
      termgames resume 2 --plain
      termgames resume ./game.tgr
      termgames resume ./game.tgr --copy
      termgames resume 1 --play-out --turn 12
      termgames resume ./game.tgr --allow-program 'gnugo --mode gtp'
    """
    if listing:
        return _list()
    from termgames.cli.table import seat_players
    from termgames.play import consent
    from termgames.play.save_file import SaveFile

    if turn is not None and not play_out:
        raise OptionError("--turn goes with --play-out: add it")
    if play_out:
        return _play_out(which or "1", turn, allow_program, plain, boards)
    numbered = which is None or is_number(which)
    path = _number(int(which) if which else None) if numbered else named(which or "")
    file = SaveFile(path)
    match = file.resume(copy=copy)
    if match.terms.rated and (options["time"] is not None or options["time_scale"] != 1):
        file.close()
        raise OptionError(common.OWN_TIME)
    allowed = consent.remembered().union(allow_program)
    settings = terminal.settings(allowed)
    return seat_players(match, file, settings, plain=plain, boards=boards)


resume.params += settings_options.of_settings(*settings_options.THINKING, *settings_options.PLAYING)


def _play_out(
    which: str,
    turn: int | None,
    allow_program: tuple[str, ...],
    plain: bool,
    boards: Boards,
) -> int:
    """Play a game out, from a turn or from its turning point."""
    from termgames.cli.saved import record_file
    from termgames.cli.table import seat_players
    from termgames.play import consent, playing_out, store
    from termgames.play.history import ended, figures
    from termgames.play.save_file import SaveFile

    file = record_file(which)
    match = store.read(file, draws=False)
    playing_out.refuse(match)
    ply = _turning_ply(file, match) if turn is None else _ply_of(match, turn)
    person = playing_out.person(match, ply)
    known = figures.even_levels(person, ended.ended_games()).get(match.game.id)
    new = playing_out.played_out(match, ply, None if known is None else known.even).match()
    allowed = consent.remembered().union(allow_program)
    settings = terminal.settings(allowed)
    saved = SaveFile(store.new_file(match.game.id))
    return seat_players(new, saved, settings, plain=plain, boards=boards)


def _turning_ply(file: Path, match: AnyMatch) -> int:
    """Where a review that is kept beside a record says that the game turned."""
    from termgames.study import review, review_file

    kept = review_file.load_last(file, match)
    found = [each for each in kept.findings.values() if each is not None] if kept else []
    ply = review.review(match, sorted(found, key=lambda each: each.ply)).turning_point
    if ply is None:
        raise OptionError(
            f"{file}: no review has found where this game turned: name the turn by --turn, or let "
            "termgames review look for it"
        )
    return ply


def _ply_of(match: AnyMatch, turn: int) -> int:
    """The ply at which a turn begins, numbered as on the screen."""
    from termgames.play.sitting.shown import Shown
    from termgames.play.text.turns import Turns

    turns = Turns(Shown(match))
    turns.update()
    plies = (ply for ply in range(match.ply) if turns.number_of(ply) == turn)
    ply = next(plies, None)
    if ply is None:
        last = turns.number_of(match.ply - 1) if match.ply else 0
        raise OptionError(f"--turn {turn}: the game has {last} turns")
    return ply


def _number(number: int | None) -> Path:
    """The file of the unfinished game with that number, from 1, the latest first; without one that
    of the game that was left last, which is none that was imported."""
    from termgames.play import store

    if number is None and (last := store.last_unfinished()):
        return last.path
    there = 0
    for there, saved in enumerate(store.unfinished(), 1):
        if there == number:
            return saved.path
    if number is None or not there:
        raise StorageError(
            "no unfinished game is saved: begin one with termgames play, or name an imported one "
            "by its number in termgames resume --list"
        )
    raise StorageError(
        f"there is no saved game {number}, only 1 to {there}: see termgames resume --list"
    )


def _list() -> int:
    """Print the unfinished games with their numbers, and files that cannot be read."""
    from termgames.play import store

    saved = list(store.saved_games())
    open_games = [game for game in saved if game.summary is not None and not game.over]
    echo_games(open_games)
    if not open_games:
        click.echo("no unfinished game", err=True)
    for game in saved:
        if game.fault:
            click.echo(f"unreadable: {game.fault}", err=True)
    return 0
