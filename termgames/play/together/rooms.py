"""Where open tables are found: a socket a table, in a folder of the running system.

All tables are those of one user: nobody else can open their folder, and no key is sent to a socket
at which somebody else listens. Beside the saved games lie the host's key of each table, what is to
outlive its process (the file of its match and the keys), and the keys of the user's own seats.
"""

import contextlib
import errno
import json
import os
import socket
import stat
import struct
import tempfile
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.files import Rights
from termgames.core.game import Seat
from termgames.core.text import escaped, quotable, quoted
from termgames.play import data_files
from termgames.play.together import wire
from termgames.play.together.seating import Seating

SUFFIX = ".table"
_HOST_SUFFIX = ".host"
_SEATS, _OLD_KEYS = "seats.json", "tables/keys"
"""The seats of this user by table, and the keys that older versions kept of them."""
_MOST_TABLES = 200
"""Tables whose seats are remembered, the latest."""
_LONGEST_KEY = 60
_LONGEST_NAME = 24
_MOST_BYTES = 100_000
_LONGEST_PATH = 100
"""Characters of a socket's path; systems take some 104 to 108."""
_PATIENCE = 3
"""Seconds until a table has to take a connection."""


class Silent(StorageError):
    """A table is there, and does not answer."""

    def __init__(self, table: str) -> None:
        super().__init__(f"the table {table} does not answer")


def folder() -> Path:
    """The folder of this user's open tables; made where it is missing. StorageError."""
    return _private(_own_place())


def _own_place() -> Path:
    chosen = os.environ.get("TERMGAMES_RUNTIME")
    if chosen:
        try:
            return Path(chosen).expanduser()
        except RuntimeError as error:  # nobody has that name
            raise StorageError(f"TERMGAMES_RUNTIME: {error}") from None
    from platformdirs import user_runtime_path  # only tables need it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the system names no such folder
        place = user_runtime_path("termgames", appauthor=False)
    if os.access(place.parent, os.W_OK):
        return place
    return Path(tempfile.gettempdir()) / f"termgames-{os.getuid()}"


def _made(place: Path) -> Path:
    try:
        paths.make_private(place)
    except OSError as error:
        raise StorageError(f"cannot make the folder {place}: {error.strerror}") from None
    return place


def _private(place: Path) -> Path:
    found = os.lstat(_made(place))
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
    """The sockets of this user's tables. The folder is not made. StorageError where it is open to
    others."""
    place = _own_place()
    if place.exists():
        yield from sorted(_private(place).glob(f"*{SUFFIX}"))


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
    """A connection to a table; Silent where nobody takes it, StorageError where nobody is there, or
    another user is."""
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        # How long a connection waits where too many do already.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", _PATIENCE, 0))
        link.connect(str(path))
        link.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 0, 0))
        _refuse_strangers(link)
    except BlockingIOError:
        link.close()
        raise Silent(path.stem) from None
    except OSError as error:
        link.close()
        raise StorageError(
            f"the table {path.stem} does not answer ({error.strerror}): where it was ended by "
            "force, termgames host --resume sets up its game again"
        ) from None
    return link


def _refuse_strangers(link: socket.socket) -> None:
    """PermissionError where somebody else listens at a socket. Where the system does not tell, the
    folder of the socket is the user's alone."""
    if hasattr(socket, "SO_PEERCRED"):
        told = link.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        if struct.unpack("3i", told)[1] != os.getuid():
            raise PermissionError(errno.EPERM, "it is another user's")


def listen(path: Path) -> socket.socket:
    """A socket for a new table; OptionError where one of that name is open already, or silent."""
    if path.exists():
        try:
            connect(path).close()
        except Silent:
            pass
        except StorageError:
            path.unlink()  # of a table that was killed
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        link.bind(str(path))
    except OSError as error:
        link.close()
        if error.errno == errno.EADDRINUSE:
            raise OptionError(
                f"there is a table {path.stem} already: choose another --name"
            ) from None
        raise StorageError(f"cannot open {path}: {error.strerror}") from None
    finally:
        os.umask(before)
    link.listen(128)
    link.setblocking(False)
    return link


def host_key(name: str) -> str:
    """The host's key of an open table; empty where it is not kept here. Tables of version 0.15
    have it beside the socket."""
    for place in (_host_key_path(name), find(name).with_suffix(_HOST_SUFFIX)):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return files.content(place, _LONGEST_KEY, own=True).decode().strip()
    return ""


def keep_host_key(name: str, key: str) -> None:
    """Keep the host's key of an open table; StorageError."""
    _write(_host_key_path(name), f"{key}\n", "the host's key")


def remove(path: Path) -> None:
    """Remove the socket of a table that has ended, and the host's key."""
    for each in (path, _host_key_path(path.stem)):
        with contextlib.suppress(OSError, StorageError):
            each.unlink()


def _host_key_path(name: str) -> Path:
    return _kept_folder() / f"{name}{_HOST_SUFFIX}"


# -- what outlives the process of a table -----------------------------------------------------


@dataclass(frozen=True)
class OwnSeat:
    """A seat that this user has taken at a table."""

    seat: Seat
    key: str
    name: str
    """How he called himself."""
    host: bool
    """Whether it is the host's."""


def remember_seat(table: str, own: OwnSeat) -> None:
    """Remember a seat of this user; where nothing can be written, he has to remember its key. One
    that is too long to be a key is not remembered."""
    if len(own.key) > _LONGEST_KEY:
        return
    with contextlib.suppress(StorageError), data_files.changing(_SEATS):
        seats = [each for each in own_seats(table) if each.seat != own.seat]
        tables = data_files.load(_SEATS, own=True)
        tables.pop(table, None)
        tables[table] = [astuple(each) for each in (*seats, own)]
        data_files.keep(_SEATS, dict(list(tables.items())[-_MOST_TABLES:]))


def own_seats(table: str, names: Sequence[str] = ()) -> list[OwnSeat]:
    """The seats of this user at a table, the latest last. Older versions kept one key a table,
    which begins like one of the `names` of seats."""
    found: Any = data_files.load(_SEATS, own=True).get(table)
    old = data_files.load(_OLD_KEYS, own=True).get(table)
    with contextlib.suppress(TypeError, ValueError):
        return [OwnSeat(at, str(key), str(name), host is True) for at, key, name, host in found]
    at = next((at for at, seat in enumerate(names) if str(old).startswith(seat[:8])), None)
    return [] if at is None else [OwnSeat(at, str(old), "", "://" not in table)]


@dataclass
class Kept:
    """A table as it is set up again."""

    name: str
    file: Path
    seating: Seating

    def save(self) -> None:
        """Write it; StorageError."""
        value = {"name": self.name, "file": str(self.file), **self.seating.to_json()}
        _write(_kept(self.file), json.dumps(value), f"the seats of {self.name}")


def kept_with(file: Path) -> Kept | None:
    """The table that last played the match in a file, None where none did. Older versions kept one
    by its name."""
    for path in (_kept(file), *sorted(_kept_folder().glob("*.json"))):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            value = files.json_value(path, _MOST_BYTES, own=True)
            if Path(value["file"]) == file:
                return Kept(value.get("name", path.stem), file, Seating.from_json(value))
    return None


def _kept(file: Path) -> Path:
    """Where a table is kept: by the file of its match, and the folder of that."""
    return _kept_folder() / f"{file.stem}-{zlib.crc32(os.fsencode(file)):08x}.json"


def _write(path: Path, text: str, what: str) -> None:
    try:
        files.write(path, text.encode(), Rights.PRIVATE)
    except OSError as error:
        raise StorageError(f"cannot keep {what}: {error.strerror}") from None


def _kept_folder() -> Path:
    return _made(paths.user_data() / "tables")


def seat_names(about: wire.About) -> list[str]:
    """The names of the seats of a table, in their order."""
    return list(games.info(about.game).seats[: len(about.seats)])


def table_line(about: wire.About) -> str:
    """An open table in a line: who sits there, whose move it is, and whether that is yours."""
    names = seat_names(about)
    seats = ", ".join(
        f"{name.capitalize()} {_who(each)}" for name, each in zip(names, about.seats, strict=False)
    )
    own = [each.seat for each in own_seats(about.table, names)]
    wanted = about.acting is not None and about.acting in own
    mine = "; your move is wanted" if wanted else "; you have a seat" if own else ""
    return f"{about.table}: {games.info(about.game).title}, {seats}; {_state(about, names)}{mine}"


def _who(seated: wire.Seated) -> str:
    if seated.kind == "free":
        return "free"
    away = "" if seated.present else " (away)"
    return f"{escaped(quotable(seated.name))}{away}"


def _state(about: wire.About, names: list[str]) -> str:
    if about.over:
        return "the game is over"
    if not about.begun or about.acting is None:
        return "not begun"
    return f"{names[about.acting].capitalize()} is to move, {about.ply} moves"
