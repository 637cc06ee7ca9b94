"""`termgames resume`: go on with a saved game."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, terminal
from termgames.core.errors import OptionError, StorageError

if TYPE_CHECKING:
    from termgames.play.store import Saved
    from termgames.play.text.printer import Boards


@click.command("resume", short_help="Go on with a saved game.")
@click.argument("which", required=False, metavar="[N|FILE]")
@click.option("--list", "listing", is_flag=True, help="List the games that can go on.")
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
    copy: bool,
    allow_program: tuple[str, ...],
    plain: bool,
    boards: Boards,
    **options: Any,
) -> int:
    """Go on with the last unfinished game, with number N of the list, or with a FILE.

    \b
    Examples:
      termgames resume
      termgames resume --list
      termgames resume 2 --plain
      termgames resume ./game.tgr
      termgames resume ./game.tgr --copy
      termgames resume ./game.tgr --allow-program 'gnugo --mode gtp'
    """
    if listing:
        return _list()
    from termgames.cli.table import seat_players
    from termgames.play import consent
    from termgames.play.save_file import SaveFile

    path = _number(int(which or "1")) if which is None or is_number(which) else named(which)
    file = SaveFile(path)
    match = file.resume(copy=copy)
    allowed = consent.remembered().union(allow_program)
    settings = terminal.settings(allowed, **options)
    return seat_players(match, file, settings, plain=plain, boards=boards)


resume.params += [
    common.TIME,
    common.TIME_SCALE,
    common.CORES,
    common.NO_PONDER,
    terminal.PLAIN,
    terminal.BOARDS,
    terminal.ASCII,
    terminal.THEME,
    terminal.NO_ANALYSIS,
]


_NUMBERS = 5
"""Columns of the numbers before a list of games."""


def is_number(text: str) -> bool:
    """Whether an argument is a place in a list, not a file."""
    return text.isascii() and text.isdigit() and len(text) < 10


def named(text: str) -> Path:
    """The file that an argument names; OptionError where it names none."""
    if not text:
        raise OptionError("an empty text names no record: give its file, or its number in the list")
    return Path(text)


def _number(number: int) -> Path:
    """The file of the unfinished game with that number, from 1, the latest first."""
    from termgames.play import store

    there = 0
    for there, saved in enumerate(store.unfinished(), 1):
        if there == number:
            return saved.path
    if not there:
        raise StorageError("no unfinished game is saved: begin one with termgames play")
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


def echo_games(games: Sequence[Saved]) -> None:
    """Print saved games with their numbers, as wide as the terminal; in a pipe whole, or as wide
    as COLUMNS says."""
    from termgames.play.text import listing

    if not games:
        return
    limited = sys.stdout.isatty() or is_number(os.environ.get("COLUMNS", ""))
    room = shutil.get_terminal_size().columns - _NUMBERS if limited else None
    head, *rest = listing.lines(listing.table(games, room))
    click.echo(f"{'':{_NUMBERS}}{head}")
    for number, line in enumerate(rest, 1):
        click.echo(f"{number:>3}  {line}")
