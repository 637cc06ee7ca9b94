"""What a table and its guests say to each other: one JSON object a line, see WIRE.md.

Nothing that comes over a wire is trusted: a line has bounded length and depth, and becomes a value
of one of the classes below or a `WireError`. Texts are escaped before anybody is shown them.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, TypeAlias, get_args

from termgames.core import files
from termgames.core.errors import TermgamesError
from termgames.core.shapes import of_json
from termgames.core.text import quoted

VERSION = 1
"""The version of the wire that is spoken here; a table refuses guests of another one."""
MOST_BYTES = 65_536
"""The longest line of a table, its end included."""
MOST_FROM_GUEST = 8_192
"""The longest line of a guest."""
MOST_TALK = 200
"""Characters of a line of talk."""
MOST_NAME = 16
"""Characters of a guest's name."""
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_MOST_PARTS = 2_000
"""Commas and brackets in a line of a guest: what it takes to read one grows with them."""
_PIECE = 48_000
"""About how many bytes of moves one line carries."""


class WireError(TermgamesError):
    """A line that says nothing in these words; the text tells why."""


# -- from a guest -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Look:
    """Asks what table this is, before or in place of `Join`; the answer is `About`."""


@dataclass(frozen=True)
class Join:
    """The first line of a guest: who he is, and the seat that he wants. With a `key` he takes the
    seat, or the place to watch from, that it stands for; without one a free seat, `seat` where it
    is not None, or a place to watch from."""

    wire: int
    name: str = ""
    key: str = ""
    seat: int | None = None
    watch: bool = False
    host: str = ""
    """The host's key, of a host who has a seat as well."""
    lenient: bool = False
    """Whether a free seat will do where the key opens nothing, as one of an earlier table."""


@dataclass(frozen=True)
class Ready:
    """Whether the game may begin, as far as this guest goes."""

    ready: bool = True


@dataclass(frozen=True)
class MakeMove:
    """The answer to the question `serial`, in the game's notation."""

    serial: int
    move: str


@dataclass(frozen=True)
class Resign:
    """The guest's seat gives the game up."""


@dataclass(frozen=True)
class Wish:
    """The guest wants a move taken back (`undo`) or another game (`new`)."""

    what: str


@dataclass(frozen=True)
class Vote:
    """The answer to the proposal of that number."""

    number: int
    yes: bool


@dataclass(frozen=True)
class Always:
    """Whether moves of others are accepted for the guest from now on, without asking him."""

    accept: bool


@dataclass(frozen=True)
class Talk:
    """A line of talk for the others."""

    text: str


@dataclass(frozen=True)
class Order:
    """What only the host may want: `start`, `end`, `bot` (`value` is the player) for a seat, `pass`
    for a seat until its guest is back, `free` a seat for whoever comes, `talk` (`value` is yes or
    no)."""

    what: str
    seat: int | None = None
    value: str = ""


FromGuest: TypeAlias = Look | Join | Ready | MakeMove | Resign | Wish | Vote | Always | Talk | Order

# -- from a table -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Welcome:
    """The answer to `Join`. `seat` is None for who watches; `key` takes the seat again later.
    `seen` is how many moves had been played when the seat's guest left last, None if he is new."""

    table: str
    version: str
    seat: int | None
    key: str
    host: bool
    seen: int | None = None


@dataclass(frozen=True)
class Setting:
    """A game begins, or is told anew: the lines of its record without any move. Where it says
    `redacted: yes`, the moves that follow hide what the guest may not know."""

    number: int
    record: tuple[str, ...]
    analysis: bool = True
    """Whether guests with a seat may ask bots for advice before the end."""


@dataclass(frozen=True)
class Seated:
    """Who has a seat. `player` is as in records; `kind` one of `guest`, `bot`, `free`."""

    seat: int
    name: str
    player: str
    kind: str
    present: bool
    ready: bool


@dataclass(frozen=True)
class About:
    """What everybody may know who asks for a table: the `game` by its name, its seats, the one that
    is to act (None before the game and after it), and how many moves were played."""

    table: str
    wire: int
    game: str
    seats: tuple[Seated, ...]
    begun: bool
    over: bool
    acting: int | None
    ply: int


@dataclass(frozen=True)
class Seats:
    """Who sits where, whether the game has begun, and how many watch."""

    seats: tuple[Seated, ...]
    begun: bool
    watching: int = 0
    talk: bool = True


@dataclass(frozen=True)
class KeyOf:
    """The key of a seat that guests can take."""

    seat: int
    key: str


@dataclass(frozen=True)
class Keys:
    """For the host alone: the keys of the seats, and of the place to watch from."""

    seats: tuple[KeyOf, ...]
    watch: str


@dataclass(frozen=True)
class Moves:
    """The moves from `ply` on, as the guest may know them; what he had from there is void. `more`:
    others follow at once."""

    ply: int
    moves: tuple[str, ...]
    more: bool = False


@dataclass(frozen=True)
class Asked:
    """The seat that is to act, and the serial for its answer. `ply` is the number of moves."""

    serial: int
    ply: int
    seat: int


@dataclass(frozen=True)
class SeatClock:
    """What a seat has left: hundredths of a second, periods that can still begin, and moves to be
    made in the period that runs, 0 in main time."""

    seat: int
    left: int
    periods: int = 0
    moves: int = 0


@dataclass(frozen=True)
class Clocks:
    """The clocks, where there are any, at `ply` moves, and the seat whose clock runs, None where
    all stand. Guests count down from when they hear it."""

    ply: int
    seats: tuple[SeatClock, ...]
    runs: int | None = None


@dataclass(frozen=True)
class GameOver:
    """The game is over. `resigned` is the seat that gave it up, `flagged` the one whose time was
    over."""

    result: str
    winners: tuple[int, ...]
    resigned: int | None = None
    flagged: int | None = None


@dataclass(frozen=True)
class Refused:
    """Why something was not done: `what` names the kind of message, `rule` the rule."""

    what: str
    rule: str
    text: str


@dataclass(frozen=True)
class Proposed:
    """Somebody proposes something, and who has not answered yet; none where it is settled, then
    `agreed` says how."""

    number: int
    what: str
    by: int
    waiting: tuple[int, ...]
    agreed: bool = False


@dataclass(frozen=True)
class Said:
    """A line of talk; `seat` is None for who watches."""

    seat: int | None
    name: str
    text: str


@dataclass(frozen=True)
class Note:
    """What everybody should know about the table."""

    text: str


@dataclass(frozen=True)
class Closed:
    """Nothing more comes: why."""

    text: str


FromTable: TypeAlias = (
    About
    | Welcome
    | Setting
    | Seats
    | Keys
    | Moves
    | Asked
    | Clocks
    | GameOver
    | Refused
    | Proposed
    | Said
    | Note
    | Closed
)

# -- lines ------------------------------------------------------------------------------------


def line(message: FromGuest | FromTable) -> bytes:
    """The line of a message, its end included."""
    return (json.dumps(named(message), ensure_ascii=True) + "\n").encode("ascii")


def named(message: FromGuest | FromTable) -> dict[str, Any]:
    """A message as a JSON object: its kind as `type`, then its fields."""
    return {"type": name_of(type(message)), **_plain(message)}


def name_of(kind: type) -> str:
    """What the messages of a class are called in a line: `make-move` for `MakeMove`."""
    return _CAPITAL.sub("-", kind.__name__).lower()


def _plain(value: Any) -> Any:
    """A value of JSON. Dataclasses are objects, tuples arrays."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def from_guest(data: bytes) -> FromGuest:
    """The message of a guest in a line; WireError."""
    if sum(map(data.count, (b",", b"[", b"{"))) > _MOST_PARTS:
        raise WireError("a line of too many parts")
    message: FromGuest = _read(data, FromGuest)
    return message


def from_table(data: bytes) -> FromTable:
    """The message of a table in a line; WireError."""
    message: FromTable = _read(data, FromTable)
    return message


def _read(data: bytes, kinds: Any) -> Any:
    try:
        value = files.parsed(data)
    except (ValueError, UnicodeDecodeError) as error:
        raise WireError(f"a line that is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise WireError("a line that is no JSON object")
    kind = value.get("type")
    known = _by_name(kinds)
    if not isinstance(kind, str) or kind not in known:
        raise WireError(f"unknown type {quoted(str(kind), 40)}: there is {', '.join(known)}")
    try:
        return of_json(known[kind], value, kind)
    except ValueError as error:
        raise WireError(str(error)) from None


@cache
def _by_name(kinds: Any) -> dict[str, Any]:
    return {name_of(kind): kind for kind in get_args(kinds)}


def moves(ply: int, texts: Sequence[str]) -> Iterator[Moves]:
    """The messages with the moves from `ply` on: one, or as many as lines have room for."""
    begin, size = 0, 0
    for at, text in enumerate(texts):
        size += len(text.encode()) + 8
        if size > _PIECE:
            yield Moves(ply + begin, tuple(texts[begin:at]), more=True)
            begin, size = at, 0
    yield Moves(ply + begin, tuple(texts[begin:]))


class LineCutter:
    """Cuts what comes from a table into lines."""

    def __init__(self) -> None:
        self._rest = b""

    def take(self, data: bytes) -> Iterator[bytes]:
        """Bytes have come: the lines that are whole now, without their ends, empty ones left out;
        WireError for one that is too long."""
        self._rest += data
        while True:
            line, end, rest = self._rest.partition(b"\n")
            if len(line) >= MOST_BYTES:
                raise WireError(f"a line of more than {MOST_BYTES} bytes")
            if not end:
                return
            self._rest = rest
            if line.strip():
                yield line
