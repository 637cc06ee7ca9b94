"""Results of long work in a file, so that it can be continued.

The file has lines of JSON: first what the work is, then each result when it comes, before anything
else is done. When the last line is incomplete, as after a power failure, it is
dropped, and its work is done again. Nothing here holds all of a file.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import quotable
from termgames.play.locks import FileLock
from termgames.play.seeds import seed_in

_BLOCK = 65_536
"""Bytes that are read at once to find the end of the last whole line."""
_LONGEST = 4_000_000
"""Bytes of a line, at most: a result comes nowhere near."""
_SYNCED_EVERY = 1.0
"""Seconds between two waits for the disk: where many results come a second, waiting for each would
take longer than all the rest, and a power failure costs those of a second."""


class Journal:
    """One file, which one run at a time goes on with: it is locked from `open_for` until `close`,
    or until the process ends. StorageError when it cannot be read or written, or holds something
    else than `what`."""

    def __init__(self, path: Path, what: str) -> None:
        self.path, self.what = path, what
        self._lock = FileLock(path.absolute())
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
        self, header: Mapping[str, object], *, older: Mapping[str, object], seeded: bool
    ) -> dict[str, Any]:
        """The header of the file, which is ours from now on. A file that does not exist or is
        empty gets the one given.

        OptionError when the file is about something else. Fields that are missing in older files
        stand in `older`; unless the caller chose a seed (`seeded`) the file's holds.
        """
        self._lock.take()
        try:
            return self._open_header(header, older, seeded)
        except BaseException:
            self._lock.release()
            raise

    def _open_header(
        self, header: Mapping[str, object], older: Mapping[str, object], seeded: bool
    ) -> dict[str, Any]:
        first = self._first_line()
        wanted: dict[str, Any] = files.parsed(json.dumps(dict(header)))
        if not first:
            self._begin(wanted)
            return wanted
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
            self._begin(files.parsed(first))
        return wanted

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

    def lines(self) -> Iterator[Any]:
        """The results in the file, one after the other, numbers that cannot be as None; a last line
        that does not end is left out."""
        try:
            with files.opened(self.path) as file:
                file.readline(_LONGEST)
                while (line := file.readline(_LONGEST)).endswith(b"\n"):
                    yield files.parsed(line, forgiving=True)
                if len(line) == _LONGEST:
                    raise ValueError("a line without an end")
        except OSError as error:
            raise StorageError(f"cannot read {self.path}: {error.strerror or error}") from None
        except ValueError:
            raise self.damaged("a line that is no result") from None

    def add(self, value: Mapping[str, object]) -> None:
        """Append a result: in the file at once, whatever becomes of this process, and on the
        disk as well unless that was waited for within the last second."""
        line = json.dumps(value).encode() + b"\n"
        with self._writing():
            if self._file is None:
                self._file = files.appended(self.path)
            now = time.monotonic()
            sync = now - self._synced > _SYNCED_EVERY
            files.add(self._file, line, sync=sync)
            self._synced = now if sync else self._synced

    def damaged(self, content: str = "") -> StorageError:
        """The error of a file that holds something wrong, which is closed."""
        self.close()
        return StorageError(f"{self.path} holds {content or f'no {self.what}'}")

    def _first_line(self) -> bytes:
        """The first line of the file; empty when there is none."""
        try:
            with files.opened(self.path) as file:
                return file.readline(_LONGEST)
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise StorageError(f"cannot read {self.path}: {error.strerror or error}") from None

    def _cut_off(self) -> None:
        """Leave out a last line that does not end: its game is played again."""
        with self._writing(), files.appended(self.path) as file:
            end = file.seek(0, os.SEEK_END)
            tail = b""
            while end and not tail.endswith(b"\n"):
                start = max(0, end - _BLOCK)
                file.seek(start)
                block = file.read(end - start)
                length = block.rfind(b"\n") + 1
                tail, end = block[:length], start + length
            file.truncate(end)

    def _begin(self, header: Mapping[str, object]) -> None:
        """Begin the file with its first line."""
        with self._writing():
            files.write(self.path, json.dumps(header).encode() + b"\n")

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Meanwhile an error of writing the file becomes a StorageError."""
        try:
            yield
        except OSError as error:
            reason = error.strerror or error
            raise StorageError(f"cannot write {self.path}: {reason}") from None
