"""Saved games: one file a game in the user's data folder, rewritten whole at every move.

A file is replaced in one step and flushed to the disk first, so that a kill at any moment
leaves the last completed move.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shlex
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from termgames import paths
from termgames.core import files
from termgames.core.errors import OptionError, RecordError, StorageError, TermgamesError
from termgames.core.files import Rights
from termgames.core.text import quoted
from termgames.play import record_header
from termgames.play.bots.players import parse_player
from termgames.play.locks import FileLock
from termgames.play.record_header import Summary

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch

SUFFIX = ".tgr"
_MOST_BYTES = 4_000_000
"""Bytes of a file, at most: no record comes near, and a larger file is not read at all."""
_MOST_COPIES = 1000
_NAMED = {f".{kind}": kind for kind in ("svg", "png", "gif", "html", "sgf")}
"""The kinds of files that names promise."""
_ELSEWHERE = "set TERMGAMES_DATA to a folder you can write in, or play with --no-save"


def folder() -> Path:
    """Where saved games lie; made when it is missing. StorageError when it cannot be.

    Saved games hold hands, decks and seeds, so nobody else may look into the folder. The
    folder above it is left as it is where the user has chosen it: it may be meant for more
    than this program.
    """
    try:
        place = paths.user_data() / "games"
    except RuntimeError as error:  # a `~` that stands for no folder
        raise StorageError(f"cannot tell the data folder: {error}; {_ELSEWHERE}") from None
    try:
        paths.make_private(place.parent, tighten="TERMGAMES_DATA" not in os.environ)
        paths.make_private(place, tighten=True)
    except OSError as error:
        raise StorageError(f"{cannot('make the folder', place, error)}; {_ELSEWHERE}") from None
    return place


def new_file(game_id: str) -> Path:
    """A fresh name for a game begun now, tried for writing; StorageError when it fails."""
    place = folder()
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path = place / f"{stamp}-{secrets.token_hex(4)}-{game_id}{SUFFIX}"
    try:
        files.try_writing(place)
    except OSError as error:
        raise StorageError(f"{cannot('write in', place, error)}; {_ELSEWHERE}") from None
    return path


def day_of(path: Path) -> str:
    """The day on which the game of a saved file began, as `2026-09-11`, by the file's name; empty
    where another name was given."""
    stamp = re.match(r"(\d{4})(\d\d)(\d\d)-\d{6}-[0-9a-f]{8}-", path.name)
    return "-".join(stamp.groups()) if stamp else ""


def copies(path: Path) -> Iterator[Path]:
    """The names of copies of a file, `game-2.tgr`, `game-3.tgr` and so on: whoever needs one takes
    the first that is free. StorageError after a thousand."""
    for number in range(2, _MOST_COPIES):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")
    raise StorageError(f"there are too many copies of {path}: delete some")


def resuming(path: Path) -> str:
    """The command that goes on with the game in `path`, when it is the one saved last."""
    place = path.resolve()
    with contextlib.suppress(StorageError):
        if place.parent == folder().resolve():
            return "termgames resume"
    return f"termgames resume {shlex.quote(str(place))}"


def save(match: AnyMatch, path: Path) -> str:
    """Write the match's record to `path`, atomically, and return it; StorageError when that
    fails. What stands there is replaced: `SaveFile` takes care of what others wrote."""
    from termgames.play import record

    text = record.write(match, tells_over=True)
    write_text(path, text, Rights.PRIVATE)
    return text


def last_resort(match: AnyMatch, fault: str) -> str:
    """The text to print when a game that was played is saved nowhere: its record."""
    from termgames.play import record

    return (
        f"The game could not be saved: {fault}. This is its record; in a file of its own, "
        f"termgames resume FILE goes on with it:\n\n{record.write(match)}".removesuffix("\n")
    )


def free_picture(name: str, ending: str) -> Path:
    """A file in the folder for pictures, which is made where it is missing, that nobody has yet:
    by a name, the day and an ending. StorageError when it cannot be made."""
    try:
        place = paths.user_pictures()
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise StorageError(f"cannot make the folder for pictures: {error}") from None
    path = place / f"{name}-{time.strftime('%Y-%m-%d')}.{ending}"
    return next(each for each in chain([path], copies(path)) if not os.path.lexists(each))


def promised(path: Path) -> str:
    """The kind of file that a name promises, `record` where it is none of the others."""
    return _NAMED.get(path.suffix.lower(), "record")


def refuse_name(path: Path, kind: str = "record") -> None:
    """StorageError for a name that promises another kind of file, by which others would open it."""
    named = promised(path)
    if named not in ("record", kind):
        raise StorageError(
            f"{path.name} would hold a file of another kind ({kind}): choose another name, or "
            f"write it by termgames export RECORD --as {named} -o {shlex.quote(path.name)}"
        )


def export(match: AnyMatch, path: Path) -> None:
    """Write the match's record to a file of the user's choice.

    Only a record is overwritten that no window plays, and none of a whole game by one that lacks
    the hidden hands; StorageError for anything else that is there.
    """
    from termgames.play import record

    path = expanded(path)
    refuse_name(path)
    if os.path.isdir(path):
        raise StorageError(f"{path} exists and is no record: choose another name")
    lock = FileLock(real(path))
    lock.take()
    try:
        if os.path.lexists(path):
            _refuse_to_replace(path, match)
        text = record.write(match, tells_over=not match.redacted)
        secret = record.holds_secrets(match)
        write_text(path, text, Rights.PRIVATE if secret else Rights.SHARED)
    finally:
        lock.release()


def _refuse_to_replace(path: Path, match: AnyMatch) -> None:
    """StorageError where the file is no record, or holds a whole game while the match has only what
    spectators saw; also where a record cannot be read to find that out."""
    from termgames.play import record

    try:
        text = files.text(path, _MOST_BYTES)
    except (OSError, UnicodeDecodeError):
        text = ""
    if not record_header.is_record(text):
        raise StorageError(f"{path} exists and is no record: choose another name")
    if not match.redacted or record_header.is_redacted(text):
        return
    try:
        whole = record.holds_secrets(record.load(text, draws=False))
    except TermgamesError:
        raise StorageError(
            f"{path} holds a record that cannot be read, perhaps of a whole game: choose another "
            "name"
        ) from None
    if whole:
        raise StorageError(
            f"{path} holds the whole game, and this record lacks what spectators did not see: "
            "choose another name"
        )


def give(data: bytes, path: Path, rights: Rights = Rights.SHARED) -> None:
    """Write a file of another kind where the user chose. Nothing is replaced, for what is there may
    be somebody's work; StorageError."""
    path = expanded(path)
    lock = FileLock(real(path))
    lock.take()
    try:
        if os.path.lexists(path):
            raise StorageError(f"{path} exists: remove it, or choose another name")
        files.write(path, data, rights)
    except OSError as error:
        raise StorageError(cannot("write", path, error)) from None
    finally:
        lock.release()


def write_text(path: Path, text: str, rights: Rights = Rights.KEPT) -> None:
    """Replace `path` by `text` in one step, see `files.replacing`; StorageError when that fails."""
    try:
        files.write(path, text.encode(), rights)
    except (OSError, UnicodeEncodeError) as error:
        raise StorageError(cannot("write", path, error)) from None


def read(path: Path, *, expect: str | None = None, draws: bool = True) -> AnyMatch:
    """The match recorded in `path`, see `record.load`; StorageError, or RecordError naming
    file and line."""
    return parse(contents(path), path, expect=expect, draws=draws)


def contents(path: Path) -> bytes:
    """What a file holds that may be a record; StorageError, or RecordError where it cannot be
    one."""
    path = expanded(path)
    try:
        return files.content(path, _MOST_BYTES)
    except files.TooLarge:
        raise RecordError(f"{path}: not a record: it is too large") from None
    except OSError as error:
        raise StorageError(cannot("read", path, error)) from None


def parse(data: bytes, path: Path, *, expect: str | None = None, draws: bool = True) -> AnyMatch:
    """The match recorded in `data`, which was read from `path`; RecordError as in `read`."""
    from termgames.play import record

    try:
        return record.load(text_of(data), expect=expect, draws=draws)
    except RecordError as error:
        raise RecordError(f"{expanded(path)}: {error}") from None


def text_of(data: bytes) -> str:
    """The text of a file, with the line ends of any system; RecordError where it is none."""
    try:
        return files.decoded(data)
    except UnicodeDecodeError:
        raise RecordError("not a record: it is not text") from None


def refuse_to_resume(match: AnyMatch, path: Path) -> None:
    """RecordError when the record in `path` cannot be played on from."""
    look = f"look at it with termgames replay {shlex.quote(str(path))}"
    if match.over:
        from termgames.play.text import words

        raise RecordError(f"{path}: the game is over: {look}; {words.result_line(match)}")
    if match.redacted:
        raise RecordError(
            f"{path}: it holds what spectators saw, nobody can play on from there: {look}"
        )
    for name in match.players:
        try:
            parse_player(name)
        except OptionError as error:
            raise RecordError(f"{path}: {error}; put such a player in its header") from None


@dataclass(frozen=True)
class Saved:
    """A saved game in the folder."""

    path: Path
    when: float
    """Seconds since the epoch of the last change."""
    summary: Summary | None
    """None when the file cannot be read as a record; `fault` says why."""
    over: bool = False
    fault: str = ""


def files_by_age() -> list[tuple[float, int, Path]]:
    """The files of saved games, the last changed first: when that was, in seconds since the epoch,
    how many bytes they have, and the file. StorageError where the folder cannot be looked into."""
    place, found = folder(), []
    if not os.access(place, os.R_OK | os.X_OK):
        command = f"chmod 700 {shlex.quote(str(place))}"
        raise StorageError(f"you may not look into the folder {place}: allow it by {command}")
    for path in place.glob(f"*{SUFFIX}"):
        # A file that has gone since it was listed is no saved game any more.
        with contextlib.suppress(OSError):
            status = path.stat()
            found.append((status.st_mtime, status.st_size, path))
    return sorted(found, reverse=True)


def saved_games() -> Iterator[Saved]:
    """All saved games, the last changed first; files whose header cannot be read with their
    fault. That the moves are legal shows when a game is opened.

    Each file is read when its turn comes: whoever looks for one game stops there. StorageError
    as in `files_by_age`."""
    return (_saved_game(path, when) for when, _, path in files_by_age())


def _saved_game(path: Path, when: float) -> Saved:
    try:
        data = contents(path)
    except (RecordError, StorageError) as error:
        return Saved(path, when, None, fault=str(error))
    try:
        text = text_of(data)
        summary = record_header.summary(text)
        over = summary.over
        if over is None:
            # Written by hand, by the arena or by an older version: only the moves can tell.
            from termgames.play import record

            over = record.load(text, draws=False).over
    except RecordError as error:
        return Saved(path, when, None, fault=f"{path}: {error}")
    return Saved(path, when, summary, over)


def unfinished() -> Iterator[Saved]:
    """The saved games that can go on, the last changed first."""
    return (saved for saved in saved_games() if saved.summary is not None and not saved.over)


def last_unfinished() -> Saved | None:
    """The game that was left last; None where there is none but those read from elsewhere, in which
    nobody has moved here yet."""
    own = (saved for saved in unfinished() if saved.summary and not saved.summary.elsewhere)
    return next(own, None)


def expanded(path: Path) -> Path:
    """The path with `~` spelt out; as it is where that cannot be done. StorageError for what
    can name no file."""
    try:
        is_name = "\0" not in str(path) and bool(os.fsencode(path))
    except UnicodeEncodeError:
        is_name = False
    if not is_name:
        raise StorageError(f"cannot write or read {quoted(str(path))}: that is no name of a file")
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def real(path: Path) -> Path:
    """The file itself where the path is a link to it."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # the working folder has gone; no name of a file
        return path


def followed(path: Path) -> Path:
    """The file that a link leads to, where `path` is one: whoever goes on with what he has read
    there writes that file, for nothing is written through a link."""
    return real(path) if os.path.islink(path) else path


def cannot(deed: str, path: Path, error: OSError | UnicodeError) -> str:
    """The text of a StorageError: what could not be done, and why."""
    return f"cannot {deed} {path}: {getattr(error, 'strerror', None) or error}"
