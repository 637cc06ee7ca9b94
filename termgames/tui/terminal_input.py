"""What a terminal sends, as messages of Textual: a lexer that never fails on any bytes.

The bytes are cut into tokens here: plain text, escape sequences (by the grammar of ECMA-48, and
the few forms that are older), pastes. Textual's parser then says what a single complete token
means. So a sequence that nobody understands is dropped whole, instead of being typed letter by
letter; an error of the parser costs one token; and whatever arrives, only a bounded part of it
is kept.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterator
from typing import Final

from textual import constants, events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

PASTE_END: Final = b"\x1b[201~"
MOST_PASTED: Final = 20_000
"""Bytes; a longer paste is dropped."""
PASTE_PATIENCE: Final = 3.0
"""Seconds within which a paste is complete. One without an end must not swallow every key."""
MOST_PENDING: Final = 4096
"""Bytes that an unfinished sequence may have."""
LONGEST_SEQUENCE: Final = 32
"""Characters; Textual's parser takes a longer one apart and types its letters."""
QUIET: Final = 0.05
"""Seconds without input after which a flood is over."""
TYPED: Final = 8
"""Bytes that may arrive at once when somebody presses a key; a flood comes in larger pieces."""

_LETTER = rb"(?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})"
"""A character of several bytes in UTF-8."""
_TOKEN = re.compile(
    rb"(?P<text>[^\x1b]+)"
    rb"|(?P<paste>\x1b\[200~)"
    # A mouse report of the oldest kind, which may hold any bytes. Better ones are asked for.
    rb"|(?P<dropped>\x1b\[M[\s\S]{3}"
    # Strings for programs: answers to questions that nobody asks here.
    rb"|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\))"
    rb"|(?P<sequence>\x1b(?:"
    rb"(?=\x1b)"  # the key Escape, before another sequence
    rb"|\[\[[A-E]"  # function keys of the Linux console
    rb"|\[\d{1,2}\$"  # keys of rxvt with Shift
    rb"|\[(?!M)[0-?]*[ -/]*[@-Z\\-~]"  # CSI
    rb"|O[\x20-\x7e]"  # SS3
    rb"|[^\x1b\[O\]P_^X\x80-\xff]|" + _LETTER + rb"))"  # a key with Alt
)
_UNFINISHED = re.compile(
    rb"\x1b(?:\[(?:[0-?]*[ -/]*|\[|M[\s\S]{0,2})|O|[\]P_^X][^\x07\x1b]*\x1b?"
    rb"|[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})?\Z"
)
_MALFORMED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|[\]P_^X][^\x07\x1b]*)?")
"""The part that is dropped of a sequence that breaks off in the middle."""

_UNWANTED = (events.Resize, messages.InBandWindowResize, events.CursorPosition)
"""Reports that nobody asked for. The size of the terminal is asked of the system."""


class InputReader:
    """Bytes in, messages out. Times are seconds of a clock that only runs forwards."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("ignore").decode
        self._plain = XTermParser()
        self._mouse = (0.0, 0.0)
        self._pending = b""
        """The beginning of a sequence, or of a paste, whose end has not arrived."""
        self._pasting = self._skipping = False
        self._due: float | None = None

    def wait(self, now: float, most: float) -> float:
        """How many seconds to wait for more bytes before `tick`, at most `most`."""
        return most if self._due is None else min(most, max(0.0, self._due - now))

    def feed(self, data: bytes, now: float) -> Iterator[Message]:
        """The messages of all tokens that are complete now. A caller that does not take all of them
        must call `skip`."""
        yield from self.tick(now)
        if self._skipping:
            data = self._after_flood(data, now)
        elif not self._pasting:
            self._due = None
        buffer, self._pending = self._pending + data, b""
        position = 0
        while position < len(buffer):
            if self._pasting:
                end = buffer.find(PASTE_END, position)
                if end < 0:
                    self._pending = buffer[position:]
                    if len(self._pending) > MOST_PASTED:
                        self.skip(now)
                    return
                self._pasting, self._due = False, None
                pasted = buffer[position:end]
                position = end + len(PASTE_END)
                if len(pasted) <= MOST_PASTED:
                    yield events.Paste(pasted.decode("utf-8", "ignore").replace("\0", ""))
                continue
            token = _TOKEN.match(buffer, position)
            if token is None:
                if _UNFINISHED.match(buffer, position):
                    self._hold(buffer[position:], now)
                    return
                broken = _MALFORMED.match(buffer, position)
                position = broken.end() if broken else position + 1
                continue
            position = token.end()
            match token.lastgroup:
                case "text":
                    # Of an Enter that was pressed before the application took over the
                    # terminal, the terminal made a line feed.
                    if text := self._decode(token[0]).replace("\n", "\r"):
                        yield from self._plain.feed(text)
                case "sequence":
                    yield from self._meaning(token[0].decode("utf-8", "ignore"))
                case "paste":
                    self._pasting, self._due = True, now + PASTE_PATIENCE

    def tick(self, now: float) -> Iterator[Message]:
        """Call when the time to `wait` is over: what is unfinished by now is a key, or
        nothing."""
        if self._due is None or now < self._due:
            return
        if self._pasting:
            self.skip(now)
            return
        pending, self._pending, self._due = self._pending, b"", None
        self._skipping = False
        if 0 < len(pending) <= 2:
            yield from self._meaning(pending.decode("ascii", "ignore"))

    def skip(self, now: float) -> None:
        """Too much has arrived: drop what is unfinished and what follows without a pause, up
        to the next escape sequence."""
        self._decode(b"", True)
        self._pending, self._pasting = b"", False
        self._skipping, self._due = True, now + QUIET

    def _after_flood(self, data: bytes, now: float) -> bytes:
        """The part of the bytes after a flood that is to be read."""
        start = 0 if len(data) <= TYPED else data.find(b"\x1b")
        if start < 0:
            self._due = now + QUIET
            return b""
        self._skipping, self._due = False, None
        return data[start:]

    def _hold(self, unfinished: bytes, now: float) -> None:
        if len(unfinished) > MOST_PENDING:
            self.skip(now)
        else:
            self._pending, self._due = unfinished, now + constants.ESCAPE_DELAY

    def _meaning(self, sequence: str) -> list[Message]:
        """What Textual's parser makes of one sequence; nothing where it fails."""
        if len(sequence) > LONGEST_SEQUENCE:
            return []
        if re.fullmatch(r"\x1b[0-9]", sequence):
            # Textual takes them for what Option and a digit type on a Mac.
            return [events.Key(f"alt+{sequence[1]}", None)]
        parser = XTermParser()
        parser.last_x, parser.last_y = self._mouse
        try:
            understood = list(parser.feed(sequence))
            if len(sequence) <= 2:
                # The parser waits for more; that nothing comes makes it Escape, or Alt and a key.
                understood += parser.feed("")
        except Exception:
            # Numbers beyond all bounds; which errors they raise is the parser's own affair.
            return []
        self._mouse = parser.last_x, parser.last_y
        return [message for message in understood if not isinstance(message, _UNWANTED)]
