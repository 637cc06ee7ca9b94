"""Starting a table as a process of its own, which outlives the window, and ending one."""

import contextlib
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from termgames.core import files
from termgames.core.errors import StorageError
from termgames.core.text import quotable
from termgames.play.children import interpreter
from termgames.play.together import rooms, wire
from termgames.play.together.address import Address
from termgames.play.together.link import PATIENCE, Link

_LONGEST = 100_000


@dataclass(frozen=True)
class Opened:
    """A table that was started."""

    name: str
    host_key: str


def start(arguments: Sequence[str]) -> Opened:
    """Run `termgames host ...` with these arguments as a process of its own, and wait until its
    table is open; StorageError with what it says where it is not."""
    served = (*arguments, "--headless", "--json", "--detached")
    process = subprocess.Popen(
        interpreter.command("termgames.cli", *served),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        line = process.stdout.readline(_LONGEST)
        try:
            told = files.parsed(line)
            return Opened(str(told["table"]), str(told["host"]))
        except (ValueError, KeyError, TypeError):
            said = process.stderr.read(_LONGEST).decode("utf-8", "replace").strip()
            text = said.removeprefix("error: ") or "it ended without a word"
            raise StorageError(f"the table could not be opened: {quotable(text, 2000)}") from None


def end(name: str) -> None:
    """End a table of this user; StorageError where that cannot be done."""
    key = rooms.host_key(name)
    if not key:
        raise StorageError(f"the host's key of the table {name} is not kept here: end it there")
    with contextlib.closing(Link(Address(name))) as link:
        link.send(wire.Join(wire.VERSION, key=key, watch=True))
        link.send(wire.Order("end"))
        while link.wait(PATIENCE):
            for message in link.receive():
                if isinstance(message, wire.Refused):
                    raise StorageError(f"the table {name} was not ended: {quotable(message.text)}")
                if isinstance(message, wire.Closed):
                    return
        raise rooms.Silent(name)
