"""Lines of the protocol: reading commands, writing answers. Knows no game.

A command is `[id] name [arguments]` on one line; control characters are dropped, tabs are
blanks, and what follows `#` is a comment. An answer is `=[id] text` or `?[id] text`,
ended by an empty line.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from termgames.core.text import lines_in

_LONGEST_LINE = 2**16
"""Bytes; commands are shorter by far."""
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_COMMAND = re.compile(r"(?:([0-9]+)(?:\s+|$))?(\S*)\s*(.*)", re.ASCII)


class CommandError(Exception):
    """A command cannot be carried out; the text becomes the answer."""


@dataclass(frozen=True)
class GtpCommand:
    """One command. `id` is empty when the line has none."""

    id: str
    name: str
    arguments: str


def read_command(line: str) -> GtpCommand | None:
    """The command on a line, None when the line holds none."""
    plain = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].strip()
    if not plain:
        return None
    parts = _COMMAND.fullmatch(plain)
    assert parts is not None, "every text without line ends matches"
    return GtpCommand(parts[1] or "", parts[2], parts[3])


def answer_text(id: str, text: str, *, good: bool) -> str:
    """The answer as it goes over the line. Empty lines within `text` are left out: an
    empty line ends the answer."""
    body = "\n".join(line for line in lines_in(text) if line.strip())
    return f"{'=' if good else '?'}{id} {body}\n\n"


class Answering(Protocol):
    """An engine that answers the lines of a controller."""

    @property
    def running(self) -> bool:
        """False once it was told to quit."""

    def answer(self, line: str) -> str | None:
        """The whole answer to a line, None when the line asks nothing."""


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, each as soon as it is there. Of a line that is too long to be a
    command the beginning counts, and the rest is dropped: no line fills the memory. A byte order
    mark before the first line is left out, as editors of some systems write it."""
    mark = codecs.BOM_UTF8
    while line := stream.readline(_LONGEST_LINE):
        rest = line
        while len(rest) == _LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(_LONGEST_LINE)
        yield line.removeprefix(mark)
        mark = b""


def serve(engine: Answering, lines: Iterable[bytes], out: BinaryIO) -> None:
    """Answer line by line until the lines end or the engine has quit.

    Lines need not be text: what cannot be decoded is replaced.
    """
    for line in lines:
        answer = engine.answer(line.decode("utf-8", "replace"))
        if answer is not None:
            out.write(answer.encode("utf-8", "replace"))
            out.flush()
        if not engine.running:
            return
