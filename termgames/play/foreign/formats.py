"""The formats of other programs by name, and which one a file is in."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from termgames.core import files
from termgames.core.errors import RecordError, StorageError
from termgames.play import record_header, store
from termgames.play.foreign import abstractplay, charsets, sgf_reading, sgf_text, sgf_writing
from termgames.play.foreign.imported import Imported, day
from termgames.play.match import AnyMatch

_MOST_BYTES = 32_000_000
"""Bytes of a file, at most; collections hold thousands of games."""


@dataclass(frozen=True)
class Format:
    """One way to write games."""

    name: str
    title: str
    recognised: Callable[[str], bool]
    """Whether a text may be in it."""
    games: Callable[[str], Sequence[Any]]
    """The games in a text, to be read one by one; RecordError."""
    imported: Callable[..., Imported]
    """One of these games; RecordError, unless `until_fault`."""
    exported: Callable[[AnyMatch, str], tuple[str, list[str]]]
    """The text of a match of a day (`1846-09-11`, or empty), and what is lost in it, a line each;
    RecordError."""


FORMATS = (
    Format(
        "abstractplay",
        "AbstractPlay",
        abstractplay.recognised,
        abstractplay.read,
        abstractplay.imported,
        abstractplay.exported,
    ),
    Format(
        "sgf", "SGF", sgf_text.begins, sgf_text.read, sgf_reading.imported, sgf_writing.exported
    ),
)
"""In the order in which a text is tried: any text may hold a bracket and a semicolon."""


def named(name: str) -> Format:
    """The format of that name."""
    return next(form for form in FORMATS if form.name == name)


def read(path: Path, charset: str | None = None) -> tuple[Format, Sequence[Any], str]:
    """The format of a file, the games in it for `imported`, and its charset where that was guessed;
    see `charsets`. StorageError, or RecordError naming the file."""
    path = store.expanded(path)
    try:
        data = files.content(path, _MOST_BYTES)
    except files.TooLarge:
        raise RecordError(f"{path}: it is too large for records of games") from None
    except OSError as error:
        raise StorageError(store.cannot("read", path, error)) from None
    text, guessed = charsets.decoded(data, charset)
    if record_header.is_record(text):
        raise RecordError(f"{path}: it is a record of this program: open it by termgames replay")
    form = next((form for form in FORMATS if form.recognised(text)), None)
    if form is None:
        titles = " and ".join(form.title for form in FORMATS)
        raise RecordError(f"{path}: it is no record of a format that is read here: {titles}")
    try:
        return form, form.games(text), guessed
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def keep(game: Imported, source: Path, path: Path | None = None) -> Path:
    """Save a game as a record in a file, or else among the saved games under a new name; where.
    There it is as old as the game, so that it comes after those played here since. StorageError."""
    if path is not None:
        store.export(game.match, path)
        return store.expanded(path)
    path = store.new_file(game.match.game.id)
    store.save(game.match, path)
    with contextlib.suppress(OSError):
        os.utime(path, (source.stat().st_mtime,) * 2)
    with contextlib.suppress(OSError, OverflowError, ValueError):
        when = datetime.fromisoformat(day(game.told)).timestamp()
        os.utime(path, (when, when))
    return path
