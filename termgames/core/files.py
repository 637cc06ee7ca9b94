"""The user's files: the one way to read and to write them.

Only regular files are read, of a bounded size, and what JSON and TOML hold is bounded too: how deep
it is nested, how large its numbers are. A file is written under a name that nobody can foresee,
beside the one whose place it takes when all of it is on the disk: at any moment the old content or
the new is there, whole. Nothing is written through a link, nor over what is no regular file.

Standard library only.
"""

import contextlib
import errno
import json
import math
import os
import re
import secrets
import signal
import stat
import time
import zlib
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

MOST_NUMBER = 2**64
"""Numbers in JSON and TOML are not larger: seeds, the largest of ours, have 63 bits."""
_MOST_DIGITS = 20
_DEEPEST = 50
"""Lists and tables within each other, at most."""
_TOO_LARGE, _TOO_DEEP = "a number in it is too large", "it is nested too deeply"
_UNFINISHED = re.compile(
    r"\.termgames-([0-9]{1,9})-([0-9a-f]{8})-[0-9a-f]{16}\.new"
    r"|\.termgames-[0-9]{1,9}-[0-9a-f]{16}\.new|\..+\.(?:tgr|jsonl?|review)\.[0-9]{1,9}\.new"
)
"""A file that is being written, by which process of which computer; the second and the third form
are those of older versions."""
_ABANDONED = 24 * 3600.0
"""Seconds after which a file is no longer being written, if nobody here can ask by whom."""


class Rights(Enum):
    """Who may read a file that is written, and write to it."""

    PRIVATE = "its owner alone"
    KEPT = "whoever might before; of a new file its owner alone"
    SHARED = "whoever might before; of a new file whom the umask lets"


class TooLarge(OSError):
    """The file has more bytes than any of its kind."""


# -- reading ---------------------------------------------------------------------------------


def opened(path: Path, *, own: bool = False) -> BinaryIO:
    """A regular file to be read, however large; OSError for any other, which is not touched: a
    pipe or a device might never answer. `own`: also for a link."""
    _demand_regular(os.lstat(path) if own else os.stat(path))
    links = ("O_NOFOLLOW",) if own else ()
    file = os.fdopen(os.open(path, _flags("O_RDONLY", "O_NONBLOCK", *links)), "rb")
    try:
        _demand_regular(os.fstat(file.fileno()))
    except OSError:
        file.close()
        raise
    return file


def content(path: Path, most: int, *, own: bool = False) -> bytes:
    """The bytes of a regular file of at most `most` bytes; TooLarge, or another OSError. `own`:
    also for a link, and where somebody else might have written it."""
    with opened(path, own=own) as file:
        status = os.fstat(file.fileno())
        if own and _of_others(status):
            raise PermissionError(errno.EPERM, "others can write to it")
        if status.st_size > most:
            raise TooLarge(errno.EFBIG, "it is too large")
        data = file.read(status.st_size + 1)
    if len(data) > status.st_size:
        raise OSError(errno.EAGAIN, "it holds more than it says, or grows")
    return data


def text(path: Path, most: int) -> str:
    """The text of such a file, as `decoded`; OSError, UnicodeDecodeError."""
    return decoded(content(path, most))


def decoded(data: bytes) -> str:
    """The text in UTF-8, without a byte order mark, its lines ended as here; UnicodeDecodeError."""
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def place(error: UnicodeDecodeError) -> tuple[int, int]:
    """Line and column, from 1, where bytes are no text."""
    before = error.object[: error.start]
    return before.count(b"\n") + 1, len(before) - before.rfind(b"\n")


def json_value(path: Path, most: int, *, forgiving: bool = False, own: bool = False) -> Any:
    """The value in a file of JSON, see `content` and `parsed`; OSError, ValueError."""
    return parsed(content(path, most, own=own), forgiving=forgiving)


def parsed(data: bytes | str, *, forgiving: bool = False) -> Any:
    """The value of a text of JSON; ValueError for anything else. A number that is not finite or
    beyond MOST_NUMBER is no value either; with `forgiving` it is read as null."""
    written = decoded(data) if isinstance(data, bytes) else data
    try:
        value = json.loads(written, parse_int=_whole)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    return _bounded(value, forgiving)


def toml_table(path: Path, most: int) -> dict[str, Any]:
    """The table in a file of TOML, with numbers as in `parsed`; OSError, ValueError."""
    return parsed_toml(text(path, most))


def parsed_toml(written: str, *, forgiving: bool = False) -> dict[str, Any]:
    """The table of a text of TOML; ValueError for anything else, and for what `parsed` refuses.
    With `forgiving`, a number that is not finite or too large is None, as there."""
    import tomllib  # only those with files of TOML need it

    try:
        table = tomllib.loads(written)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of Python, for numbers of thousands of digits
        raise ValueError(_TOO_LARGE) from None
    _bounded(table, forgiving)
    return table


def _whole(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


def _bounded(value: Any, forgiving: bool) -> Any:
    """The value, once it is known to be nested and to count no further than anything of ours;
    ValueError. Recursion would end before some files do."""
    whole = [value]
    waiting: list[tuple[Any, int]] = [(whole, 0)]
    while waiting:
        holder, depth = waiting.pop()
        if depth > _DEEPEST:
            raise ValueError(_TOO_DEEP)
        for key, item in holder.items() if isinstance(holder, dict) else enumerate(holder):
            if isinstance(item, dict | list):
                waiting.append((item, depth + 1))
            # Written so that NaN is caught, too.
            elif isinstance(item, int | float) and not abs(item) <= MOST_NUMBER:
                if not forgiving:
                    raise ValueError(_TOO_LARGE)
                holder[key] = None
    return whole[0]


def _demand_regular(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no file")


def _of_others(status: os.stat_result) -> bool:
    """Whether another user owns a file or may write to it."""
    if not hasattr(os, "getuid"):
        return False
    return status.st_uid != os.getuid() or bool(status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _flags(*names: str) -> int:
    """Ways to open a file, as far as the system knows them."""
    return sum(getattr(os, name, 0) for name in (*names, "O_NOCTTY", "O_BINARY"))


def named(text: str) -> Path | None:
    """What a text is the path of, None where nothing is there, or a folder; it may be no file."""
    try:
        path = Path(text).expanduser()
        return path if text and path.exists() and not path.is_dir() else None
    except (OSError, RuntimeError, ValueError):
        return None


# -- writing ---------------------------------------------------------------------------------


def refuse(path: Path) -> os.stat_result | None:
    """The status of a file that may be replaced, None where there is none; OSError where something
    else has that name."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise OSError(errno.ELOOP, "it is a link: remove it, or name the file it leads to")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EEXIST, "what is there is no file: remove it, or choose another name")
    return status


def write(path: Path, data: bytes, rights: Rights = Rights.KEPT) -> None:
    """Replace the file by one with this content, see `replacing`; OSError."""
    with replacing(path, rights) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path, rights: Rights = Rights.KEPT) -> Iterator[BinaryIO]:
    """A new file, which takes the place of that one when the block ends. After an OSError, or any
    other exception, that one is as it was before."""
    before = refuse(path)
    sweep(path.parent)
    shared = rights is Rights.SHARED and before is None
    fresh = _unfinished_name(path.parent)
    descriptor = os.open(fresh, _NEW, 0o666 if shared else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if not shared:
                kept = before is not None and rights is not Rights.PRIVATE
                _set_mode(descriptor, before.st_mode & 0o777 if before and kept else 0o600)
            yield file
            file.flush()
            os.fsync(descriptor)
        refuse(path)
        os.replace(fresh, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(fresh)
        raise


def appended(path: Path) -> BinaryIO:
    """A file for `add`, which may be read as well; a new one is for its owner alone. OSError, see
    `refuse`."""
    refuse(path)
    flags = _flags("O_RDWR", "O_APPEND", "O_CREAT", "O_NOFOLLOW", "O_NONBLOCK")
    file = os.fdopen(os.open(path, flags, 0o600), "ab+", buffering=0)
    try:
        status = os.fstat(file.fileno())
        _demand_regular(status)
        if not status.st_size:
            _set_mode(file.fileno(), 0o600)
    except OSError:
        file.close()
        raise
    return file


def add(file: BinaryIO, data: bytes, *, sync: bool = False) -> None:
    """Write at the end of such a file, with `sync` on the disk at once: all of it, or nothing where
    that ends in an OSError."""
    end = os.fstat(file.fileno()).st_size
    try:
        while data:
            data = data[file.write(data) :]
        if sync:
            os.fsync(file.fileno())
    except OSError:
        with contextlib.suppress(OSError):
            os.ftruncate(file.fileno(), end)
        raise


def try_writing(folder: Path) -> None:
    """OSError where no file can be made in the folder."""
    fresh = _unfinished_name(folder)
    os.close(os.open(fresh, _NEW, 0o600))
    os.unlink(fresh)


_NEW = _flags("O_WRONLY", "O_CREAT", "O_EXCL", "O_NOFOLLOW")


def _unfinished_name(folder: Path) -> Path:
    return folder / f".termgames-{os.getpid()}-{_computer()}-{secrets.token_hex(8)}.new"


def _set_mode(descriptor: int, mode: int) -> None:
    """Whatever the umask; where a file system knows no rights, they stay as they are."""
    if hasattr(os, "fchmod") and stat.S_IMODE(os.fstat(descriptor).st_mode) != mode:
        with contextlib.suppress(PermissionError):
            os.fchmod(descriptor, mode)


# -- what is left --------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def sweep(folder: Path) -> None:
    """Remove the files that killed processes did not write to their end, once a run."""
    remove(unfinished(folder))


def remove(paths: Iterable[Path]) -> None:
    """Remove what can be removed of these files."""
    for path in paths:
        with contextlib.suppress(OSError):
            path.unlink()


def unfinished(folder: Path) -> list[Path]:
    """Files in a folder that were not written to their end, by processes of this computer that have
    ended; those of others, who may share the folder, after a day."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            name = _UNFINISHED.fullmatch(entry.name)
            if name and _given_up(entry, name[1], name[2]):
                found.append(Path(entry.path))
    return found


def _given_up(entry: os.DirEntry[str], pid: str, computer: str) -> bool:
    if computer == _computer():
        return not _alive(int(pid))
    try:
        return time.time() - entry.stat(follow_symlinks=False).st_mtime > _ABANDONED
    except OSError:  # its writer has just finished it
        return False


@lru_cache(maxsize=1)
def _computer() -> str:
    """Eight digits that are others on another computer."""
    name = os.uname().nodename if hasattr(os, "uname") else ""
    return f"{zlib.crc32(name.encode('utf-8', 'surrogateescape')):08x}"


def _alive(pid: int) -> bool:
    """Whether there is such a process; true as well where the system does not tell."""
    if hasattr(signal, "CTRL_C_EVENT"):
        return True  # on Windows the number 0 is ctrl+c
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # it is another user's
    return True
