"""Saved games as commands name them: by number or file; and their list."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from termgames.core.errors import OptionError, StorageError
from termgames.core.text import columns

if TYPE_CHECKING:
    from termgames.play.store import Saved

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


def record_file(which: str) -> Path:
    """The file that is meant by a path, or by a number of the list of saved games."""
    return _number(int(which)) if is_number(which) else named(which)


def readable() -> list[Saved]:
    """The saved games that can be read, the last changed first."""
    from termgames.play import store

    return [game for game in store.saved_games() if game.summary is not None]


def _number(number: int) -> Path:
    """The file of the saved game with that number, from 1, the latest first."""
    games = readable()
    if 0 < number <= len(games):
        return games[number - 1].path
    there = f"only 1 to {len(games)}: see termgames replay --list" if games else "none is saved"
    raise StorageError(f"there is no saved game {number}, {there}")


def echo_games(games: Sequence[Saved]) -> None:
    """Print saved games with their numbers, as wide as the terminal; in a pipe whole, or as wide
    as COLUMNS says."""
    from termgames.play.text import listing

    if not games:
        return
    limited = sys.stdout.isatty() or is_number(os.environ.get("COLUMNS", ""))
    room = shutil.get_terminal_size().columns - _NUMBERS if limited else None
    head, *rest = columns(listing.table(games, room), right=("turns",))
    click.echo(f"{'':{_NUMBERS}}{head}")
    for number, line in enumerate(rest, 1):
        click.echo(f"{number:>3}  {line}")
