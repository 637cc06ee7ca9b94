"""Where open tables are found: a socket a table, in a folder of the running system.

A table that is open to a group lies in a folder that the group shares. Beside the saved games
stands, for each table, what is to outlive its process: the file of its match and the keys.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import tempfile
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.files import Rights
from termgames.core.text import quoted
from termgames.play.together.seating import Seating

SUFFIX = ".table"
_HOST_SUFFIX = ".host"
_MOST_KEYS = 200
"""Keys that are remembered, the latest."""
_LONGEST_KEY = 60
_LONGEST_NAME = 24
_MOST_BYTES = 100_000
_LONGEST_PATH = 100
"""Characters of a socket's path; systems take some 104 to 108."""


def folder() -> Path:
    """The folder of this user's open tables; made where it is missing. StorageError."""
    return _private(_own_place())


def _own_place() -> Path:
    chosen = os.environ.get("TERMGAMES_RUNTIME")
    if chosen:
        return Path(chosen)
    from platformdirs import user_runtime_path  # only tables need it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the system names no such folder
        place = user_runtime_path("termgames", appauthor=False)
    if os.access(place.parent, os.W_OK):
        return place
    return Path(tempfile.gettempdir()) / f"termgames-{os.getuid()}"


def group_folder(group: int) -> Path:
    """The folder of the tables that are open to a group, by its number; made where it is missing.
    StorageError."""
    place = Path(tempfile.gettempdir()) / f"termgames-group-{group}"
    with contextlib.suppress(FileExistsError):
        try:
            place.mkdir(0o770)
            os.chown(place, -1, group)
            place.chmod(0o3770)
        except PermissionError as error:
            raise StorageError(f"cannot make the folder {place}: {error.strerror}") from None
    found = os.lstat(place)
    # Without the sticky bit any of the group could put a socket in another's place.
    closed = found.st_mode & 0o1007 == 0o1000
    if not stat.S_ISDIR(found.st_mode) or found.st_gid != group or not closed:
        raise StorageError(f"{place} is not the group's own folder: remove it")
    return place


def _private(place: Path) -> Path:
    try:
        paths.make_private(place)
    except OSError as error:
        raise StorageError(f"cannot make the folder {place}: {error.strerror}") from None
    found = os.lstat(place)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StorageError(f"{place} is not yours alone: remove it, or set TERMGAMES_RUNTIME")
    return place


def refuse_name(name: str) -> None:
    """OptionError for a text that cannot name a table."""
    plain = name.replace("-", "").replace("_", "")
    if not (0 < len(name) <= _LONGEST_NAME and plain.isascii() and plain.isalnum()):
        raise OptionError(
            f"{quoted(name, 40)} names no table: 1 to {_LONGEST_NAME} letters, digits, - and _"
        )


def fresh_name(game_id: str) -> str:
    """A name for a new table."""
    from secrets import token_hex  # slow to import

    return f"{game_id[:12]}-{token_hex(3)}"


def socket_path(place: Path, name: str) -> Path:
    """The socket of a table in a folder; StorageError where systems could not open it."""
    path = place / f"{name}{SUFFIX}"
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise StorageError(f"{path} is too long for a socket: set TERMGAMES_RUNTIME to a shorter")
    return path


def sockets() -> Iterator[Path]:
    """The sockets of all tables that this user may find, those of his groups too. No folder is
    made. StorageError where his own is open to others."""
    own = _own_place()
    places = [_private(own)] if own.exists() else []
    for group in sorted({os.getgid(), *os.getgroups()}):
        shared = Path(tempfile.gettempdir()) / f"termgames-group-{group}"
        with contextlib.suppress(OSError, StorageError):
            if shared.exists():
                places.append(group_folder(group))
    for place in places:
        with contextlib.suppress(OSError):
            yield from sorted(place.glob(f"*{SUFFIX}"))


def find(name: str) -> Path:
    """The socket of the table of that name; StorageError where there is none."""
    refuse_name(name)
    for path in sockets():
        if path.name == f"{name}{SUFFIX}":
            return path
    raise StorageError(
        f"there is no table {name} here: termgames join --list shows those there are"
    )


def connect(path: Path) -> socket.socket:
    """A connection to a table; StorageError where nobody answers."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        link.connect(str(path))
    except OSError as error:
        link.close()
        raise StorageError(f"the table {path.stem} does not answer: {error.strerror}") from None
    return link


def listen(path: Path, mode: int, group: int | None) -> socket.socket:
    """A socket for a new table; StorageError where one of that name is open already."""
    if path.exists():
        with contextlib.suppress(StorageError):
            connect(path).close()
            raise OptionError(f"there is a table {path.stem} already: choose another --name")
        remove(path)  # of a table that was killed
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        link.bind(str(path))
        if group is not None:
            os.chown(path, -1, group)
        path.chmod(mode)
    except OSError as error:
        link.close()
        raise StorageError(f"cannot open {path}: {error.strerror}") from None
    finally:
        os.umask(before)
    link.listen(128)
    link.setblocking(False)
    return link


def host_key(path: Path) -> str:
    """The host's key of the table with that socket; StorageError where it is not the user's."""
    try:
        return files.text(path.with_suffix(_HOST_SUFFIX), _MOST_BYTES).strip()
    except (OSError, UnicodeDecodeError):
        raise StorageError(f"the table {path.stem} is not yours") from None


def own_host_key(name: str) -> str:
    """The host's key of a table of this user, empty where it is not his."""
    try:
        return host_key(find(name))
    except StorageError:
        return ""


def keep_host_key(path: Path, key: str) -> None:
    """Write the host's key beside a socket, for its user alone; StorageError."""
    try:
        files.write(path.with_suffix(_HOST_SUFFIX), f"{key}\n".encode(), Rights.PRIVATE)
    except OSError as error:
        raise StorageError(f"cannot keep the host's key: {error.strerror}") from None


def remove(path: Path) -> None:
    """Remove the socket of a table that has ended, and the host's key."""
    for each in (path, path.with_suffix(_HOST_SUFFIX)):
        with contextlib.suppress(OSError):
            each.unlink()


# -- what outlives the process of a table -----------------------------------------------------


def remember_key(table: str, key: str) -> None:
    """Remember the key of a seat of this user; where nothing can be written, he has to. One that
    is too long to be a key is not remembered."""
    if len(key) > _LONGEST_KEY:
        return
    keys = {**_keys(), table: key}
    with contextlib.suppress(OSError, StorageError):
        latest = dict(list(keys.items())[-_MOST_KEYS:])
        files.write(_keys_path(), json.dumps(latest).encode(), Rights.PRIVATE)


def own_key(table: str) -> str:
    """The key of this user's seat at a table, empty where none is remembered."""
    return _keys().get(table, "")


def _keys() -> dict[str, str]:
    try:
        value = files.json_value(_keys_path(), _MOST_BYTES, own=True)
    except (OSError, ValueError, StorageError):
        return {}
    entries = value.items() if isinstance(value, dict) else ()
    return {name: key for name, key in entries if isinstance(key, str)}


def _keys_path() -> Path:
    return _kept_folder() / "keys"


@dataclass
class Kept:
    """A table as it is set up again."""

    name: str
    file: Path
    seating: Seating

    def save(self) -> None:
        """Write it; StorageError."""
        value: dict[str, Any] = {"file": str(self.file), **self.seating.to_json()}
        try:
            files.write(_kept(self.name), json.dumps(value).encode(), Rights.PRIVATE)
        except OSError as error:
            raise StorageError(f"cannot keep the seats of {self.name}: {error.strerror}") from None

    def forget(self) -> None:
        """Remove it."""
        with contextlib.suppress(OSError):
            _kept(self.name).unlink()


def kept_with(file: Path) -> Kept | None:
    """The table that last played the match in a file, None where none did."""
    place = _kept_folder()
    for path in sorted(place.glob("*.json")):
        with contextlib.suppress(OSError, ValueError, KeyError):
            value = files.json_value(path, _MOST_BYTES, own=True)
            if Path(value["file"]) == file:
                return Kept(path.stem, file, Seating.from_json(value))
    return None


def _kept(name: str) -> Path:
    return _kept_folder() / f"{name}.json"


def _kept_folder() -> Path:
    place = paths.user_data() / "tables"
    try:
        paths.make_private(place)
    except OSError as error:
        raise StorageError(f"cannot make the folder {place}: {error.strerror}") from None
    return place
