"""Results of long work in a file, so that it can be continued.

The file has lines of JSON: first what the work is, then each result when it comes, before anything
else is done. A result is a dataclass, whose first field tells it from all others. When the last
line is incomplete, as after a power failure, it is dropped, and its work is done again. Nothing
here holds all of a file.
"""

import contextlib
import hashlib
import json
import math
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from termgames.core import files, net_files
from termgames.core.errors import OptionError, StorageError
from termgames.core.nets import NetError
from termgames.core.shapes import hints, of_json
from termgames.core.text import quotable
from termgames.play.bots.players import OFF, parse_player
from termgames.play.locks import FileLock
from termgames.play.seeds import seed_in
from termgames.play.store import cannot

_LONGEST = 4_000_000
"""Bytes of a line, at most: a result comes nowhere near."""
_SYNCED_EVERY = 1.0
"""Seconds between two waits for the disk: where many results come a second, waiting for each would
take longer than all the rest, and a power failure costs those of a second."""

R = TypeVar("R")


class Journal(Generic[R]):
    """One file, which one run at a time goes on with: it is locked from `open_for` until `close`,
    or until the process ends. StorageError when it cannot be read or written, or holds something
    else. Without a path nothing is kept."""

    what, one = "results", "result"
    """What the file holds, and each of its lines, in words."""
    kind: Any
    """The dataclass of the results."""
    left_out: tuple[str, ...] = ()
    """Its fields that are not kept."""

    def __init__(self, path: Path | None) -> None:
        self.kept, self.path = path is not None, path or Path()
        self._lock = FileLock(self.path.absolute())
        self._file: BinaryIO | None = None
        self._synced = -math.inf

    def close(self) -> None:
        """Let others go on with the file."""
        if self._file is not None:
            with contextlib.suppress(OSError):  # its lines are in the file all the same
                os.fsync(self._file.fileno())
            self._file.close()
            self._file = None
        self._lock.release()

    def open_for(
        self, header: Mapping[str, Any], *, older: Mapping[str, object] = {}, seeded: bool
    ) -> int:
        """The seed of the file, which is ours from now on. A file that does not exist or is empty
        gets the header that is given.

        OptionError when the file is about something else. Fields that are missing in older files
        stand in `older`; unless the caller chose a seed (`seeded`) the file's holds.
        """
        if not self.kept:
            return int(header["seed"])
        self._lock.take()
        try:
            return self._open_header(header, older, seeded)
        except BaseException:
            self._lock.release()
            raise

    def _open_header(
        self, header: Mapping[str, Any], older: Mapping[str, object], seeded: bool
    ) -> int:
        first, wanted = self._first_line(), files.parsed(json.dumps(dict(header)))
        if first:
            there = {**older, **self.header()}
            if not seeded:
                wanted["seed"] = there["seed"]
            for name, value in wanted.items():
                if there.get(name) != value:
                    raise OptionError(
                        f"{self.path} is about something else: its {name} is "
                        f"{quotable(str(there.get(name)))}, not {value}"
                    )
        if first.endswith(b"\n"):
            self._cut_off()
        else:
            begun = files.parsed(first) if first else wanted
            with self._told("write"):
                files.write(self.path, json.dumps(begun).encode() + b"\n")
        return int(wanted["seed"])

    def header(self) -> dict[str, Any]:
        """The first line of the file."""
        try:
            header = files.parsed(self._first_line())
            seed = seed_in(str(header["seed"]))
        except (ValueError, TypeError, KeyError):
            seed = None
        if seed is None:
            raise self.damaged()
        return {**header, "seed": seed}

    def rows(self) -> Iterator[R]:
        """The results in the file, one after the other, each once: of those found twice, by runs
        on two computers, the first counts. StorageError for a line that is none."""
        seen, key = set[Any](), next(iter(hints(self.kind)))
        for line in self._lines() if self.kept else ():
            try:
                row: R = of_json(self.kind, line, exact=True)
                self.refuse(row)
            except ValueError:
                raise self.damaged(f"a line that is no {self.one}") from None
            if getattr(row, key) not in seen:
                seen.add(getattr(row, key))
                yield row

    def refuse(self, row: R) -> None:
        """ValueError or StorageError for a result that cannot be."""

    def _lines(self) -> Iterator[Any]:
        """The lines below the first, numbers that cannot be as None; a last one that does not end
        is left out."""
        try:
            with self._told("read"), files.opened(self.path) as file:
                file.readline(_LONGEST)
                while (line := file.readline(_LONGEST)).endswith(b"\n"):
                    yield files.parsed(line, forgiving=True)
                if len(line) == _LONGEST:
                    raise ValueError("a line without an end")
        except ValueError:
            raise self.damaged("a line that is no result") from None

    def add(self, row: R) -> None:
        """Append a result: in the file at once, whatever becomes of this process, and on the
        disk as well unless that was waited for within the last second."""
        if not self.kept:
            return
        whole: Any = row
        line = {name: part for name, part in asdict(whole).items() if name not in self.left_out}
        with self._told("write"):
            if self._file is None:
                self._file = files.appended(self.path)
            now = time.monotonic()
            sync = now - self._synced > _SYNCED_EVERY
            files.add(self._file, json.dumps(line).encode() + b"\n", sync=sync)
            self._synced = now if sync else self._synced

    def damaged(self, content: str = "") -> StorageError:
        """The error of a file that holds something wrong, which is closed."""
        self.close()
        return StorageError(f"{self.path} holds {content or f'no {self.what}'}")

    def _first_line(self) -> bytes:
        """The first line of the file; empty when there is none."""
        missing = contextlib.suppress(FileNotFoundError)
        with self._told("read"), missing, files.opened(self.path) as file:
            return file.readline(_LONGEST)
        return b""

    def _cut_off(self) -> None:
        """Leave out a last line that does not end: its game is played again."""
        with self._told("write"), files.appended(self.path) as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(0, end - _LONGEST))
            tail = file.read()
            file.truncate(end - len(tail) + tail.rfind(b"\n") + 1)

    @contextlib.contextmanager
    def _told(self, deed: str) -> Iterator[None]:
        """Meanwhile an error of reading or writing the file becomes a StorageError."""
        try:
            yield
        except OSError as error:
            raise StorageError(cannot(deed, self.path, error)) from None


def digests(players: Iterable[str]) -> dict[str, str]:
    """The digests of the files of weights that players name, by their paths; NetError."""
    policies = (parse_player(player).policy for player in players)
    return {path: digest(path) for path in policies if path not in ("", OFF)}


def digest(path: Path | str) -> str:
    """The SHA-256 of a file of weights, in hexadecimal; NetError when it cannot be read."""
    try:
        content = net_files.content(Path(path).expanduser())
    except OSError as error:
        name = quotable(str(path))
        raise NetError(f"cannot read weights from {name}: {error.strerror or error}") from None
    return hashlib.sha256(content).hexdigest()
