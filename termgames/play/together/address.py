"""Where a table is, as it is typed.

`ssh://USER@HOST/TABLE` starts `ssh USER@HOST termgames relay TABLE`, as git does: whatever ssh is
configured to do works here. Nothing is encrypted or asked for by this program. Where the other
computer's shell finds no `termgames`, another command may stand for it.
"""

from __future__ import annotations

import os
import re
import selectors
import shlex
from dataclasses import dataclass

from termgames.core.errors import OptionError
from termgames.core.text import quoted
from termgames.play.together import rooms

_REMOTE = re.compile(
    r"ssh://(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?([^/@:]+)(?::([0-9]{1,5}))?/([^/]*)"
)
_HOST = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*|\[[0-9A-Fa-f:.]+\]")


@dataclass(frozen=True)
class Address:
    """Where a table is: its `name`, and the `host` it is on, empty for this computer."""

    name: str
    host: str = ""
    user: str = ""
    port: str = ""
    remote: str = "termgames"
    """The command that is this program at the other computer, as its shell reads it."""

    @staticmethod
    def read(text: str, remote: str | None = None) -> Address:
        """The address in a text, `TABLE` or `ssh://USER@HOST/TABLE`; OptionError."""
        if "://" not in text:
            rooms.refuse_name(text)
            return Address(text)
        parts = _REMOTE.fullmatch(text)
        # A host that begins with a dash would be an option of ssh.
        if parts is None or not _HOST.fullmatch(parts[2]):
            raise OptionError(f"{quoted(text)} is no address: write ssh://USER@HOST/TABLE")
        rooms.refuse_name(parts[4])
        host = parts[2].strip("[]")
        return Address(parts[4], host, parts[1] or "", parts[3] or "", remote or Address.remote)

    def __str__(self) -> str:
        """As it is typed."""
        user, port = self.user and f"{self.user}@", self.port and f":{self.port}"
        return f"ssh://{user}{self.host}{port}/{self.name}" if self.host else self.name

    def command(self) -> list[str]:
        """The command that reaches the table over ssh; TERMGAMES_SSH may name another program, or
        options, as `ssh -F FILE`. OptionError where its quotes are not closed."""
        try:
            program = shlex.split(os.environ.get("TERMGAMES_SSH", "")) or ["ssh"]
        except ValueError:
            raise OptionError("TERMGAMES_SSH: a quote is not closed") from None
        port = ["-p", self.port] if self.port else []
        user = ["-l", self.user] if self.user else []
        return [*program, "-T", *port, *user, "--", self.host, f"{self.remote} relay {self.name}"]


_PIECE = 65_536


def relay(name: str) -> int:
    """Connect the standard streams to the table of that name, for guests who come by ssh, until
    either end closes; returns the exit code. StorageError where there is no such table."""
    with rooms.connect(rooms.find(name)) as link:
        hand_on(link.fileno(), link.fileno())
    return 0


def hand_on(source: int, target: int, *, stays: bool = False) -> None:
    """Hand on what comes in by standard input to the file `target`, and by the file `source` to
    standard output, until either ends; with `stays`, until `source` does."""
    ways = {0: target, source: 1}
    # The usual selector takes no files, as /dev/null.
    with selectors.SelectSelector() as selector:
        for each in ways:
            selector.register(each, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                data = read(key.fd)
                if data and written(ways[key.fd], data):
                    continue
                if not stays or data or key.fd == source:
                    return
                selector.unregister(key.fd)


def read(source: int) -> bytes:
    """The bytes that have come from a file, none at its end; waits where nothing has come."""
    try:
        return os.read(source, _PIECE)
    except OSError:
        return b""


def written(target: int, data: bytes) -> bool:
    """Write bytes to a file; whether it takes them all."""
    left = memoryview(data)
    try:
        while left:
            left = left[os.write(target, left) :]
    except OSError:
        return False
    return True
