"""Locks on files: who writes a file, across all windows of a computer.

The lock on `game.tgr` is held on a file `.game.tgr.lock` beside it, because the game's own file
is another one after each save. The system gives the lock up when the process that holds it ends,
however it ends. The text of the file says who holds it, for messages to people; it decides
nothing. Where a file system knows no locks, or the lock's file cannot be made, nothing is locked;
nor is the root folder, which has no name.
"""

import contextlib
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from termgames.core import files
from termgames.core.errors import StorageError

try:
    import fcntl
except ImportError:  # no such system call here: nothing is locked
    fcntl = None  # type: ignore[assignment]

_ATTEMPTS = 5
"""How often taking a lock is tried: another process may remove the lock's file meanwhile, or hold
the lock for a moment to test it."""
_TURNS = 40
"""How often a process that waits for its turn tries to take the lock: for two seconds in all."""
_MOST_BYTES = 500
_LOCK = re.compile(r"\..+\.(?:tgr|json|results|toml)\.lock")
_OWNER = re.compile(r"([0-9]{1,9}) ([0-9]{1,12}) (\S+)")


@dataclass(frozen=True)
class Owner:
    """The process that holds a lock, as far as the lock's file tells."""

    pid: int | None = None
    since: float = 0.0
    host: str = ""

    def __str__(self) -> str:
        if self.pid is None:
            return "another process"
        today = time.localtime(self.since)[:3] == time.localtime()[:3]
        since = time.strftime(
            "%H:%M:%S" if today else "%Y-%m-%d %H:%M:%S", time.localtime(self.since)
        )
        where = "" if self.host in ("", _host()) else f" on {self.host}"
        return f"process {self.pid}{where}, since {since}"


class InUse(StorageError):
    """Another window has the lock."""

    def __init__(self, path: Path, owner: Owner) -> None:
        super().__init__(f"{path} is open in another window ({owner})")
        self.path, self.owner = path, owner


class FileLock:
    """The lock on one file, which need not be there."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self._beside = target.parent / f".{target.name}.lock"
        self._file: int | None = None

    @property
    def held(self) -> bool:
        """Whether the lock is ours, and its file still the one that others find."""
        return self._file is not None and _same(self._file, self._beside)

    def take(self) -> Owner | None:
        """Take the lock, unless we hold it. InUse where another process, or another lock of
        this one, holds it. The answer is who held it and ended without giving it up, or None."""
        if self.held or fcntl is None or not self.target.name:
            return None
        self.release()
        owner = Owner()
        for _ in range(_ATTEMPTS):
            try:
                flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
                file = os.open(self._beside, flags, 0o600)
            except OSError:
                return None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                owner = _read(file)
                os.close(file)
                time.sleep(0.01)
                continue
            except OSError:  # no locks on this file system
                os.close(file)
                with contextlib.suppress(OSError):
                    self._beside.unlink()
                return None
            if not _same(file, self._beside):
                os.close(file)
                continue
            self._file = file
            return self._enter()
        raise InUse(self.target, owner)

    def release(self) -> None:
        """Give the lock up; nothing happens when it is not ours."""
        if self._file is None:
            return
        if self.held:
            with contextlib.suppress(OSError):
                self._beside.unlink()
        os.close(self._file)
        self._file = None

    def owner(self) -> Owner | None:
        """The process that holds the lock now, or None."""
        try:
            return _holder(self._beside)
        except OSError:
            return None

    def _enter(self) -> Owner | None:
        """Write into the lock's file that we hold it; returns the owner that stood there before."""
        assert self._file is not None
        before = _read(self._file)
        # A full disk: the lock holds all the same.
        with contextlib.suppress(OSError):
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()} {int(time.time())} {_host()}\n".encode(), 0)
        return None if before.pid is None else before


@contextlib.contextmanager
def changing(target: Path) -> Iterator[None]:
    """Meanwhile no other window changes the file: each waits for its turn, though not for long."""
    lock = FileLock(target)
    for _ in range(_TURNS):
        with contextlib.suppress(InUse):
            lock.take()
            break
    try:
        yield
    finally:
        lock.release()


@lru_cache(maxsize=256)
def sweep(folder: Path) -> None:
    """Remove what processes that were killed have left in a folder, once a run."""
    files.remove(litter(folder))


def litter(folder: Path) -> list[Path]:
    """What processes that were killed have left in a folder: files that were not written to
    their end, and locks that nobody holds."""
    leftovers = files.unfinished(folder)
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if _LOCK.fullmatch(entry.name) and not _holder(Path(entry.path)):
                    leftovers.append(Path(entry.path))
    return leftovers


def _holder(lock: Path) -> Owner | None:
    """The process that holds the lock of that file, or None; OSError when it is not there."""
    if fcntl is None:
        return None
    file = os.open(lock, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        return None if _free(file) else _read(file)
    finally:
        os.close(file)


def _free(file: int) -> bool:
    """Whether the lock of the open file is free. Several may ask at the same time."""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def _read(file: int) -> Owner:
    """What the text of a lock's file tells."""
    try:
        parts = _OWNER.fullmatch(os.pread(file, _MOST_BYTES, 0).decode("utf-8", "replace").strip())
    except OSError:
        return Owner()
    return Owner() if parts is None else Owner(int(parts[1]), float(parts[2]), parts[3])


def _same(file: int, path: Path) -> bool:
    """Whether the open file is the one of that name."""
    try:
        opened, at_path = os.fstat(file), os.stat(path, follow_symlinks=False)
    except OSError:
        return False
    return (opened.st_dev, opened.st_ino) == (at_path.st_dev, at_path.st_ino)


def _host() -> str:
    from socket import gethostname  # slow to import, and much is done without a lock

    return re.sub(r"\s", "-", gethostname()) or "localhost"
