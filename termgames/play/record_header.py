"""The header of a record: writing and reading it, and what it tells of the game without its moves.

Loads no rules: a list of a thousand saved games is there at once. See `record`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING

from termgames import games
from termgames.core.errors import OptionError, RecordError
from termgames.core.options import GameInfo, Value, number_text
from termgames.core.text import escaped, lines_in, quoted
from termgames.play import clock
from termgames.play.clock import TimeControl

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch

VERSION = 6
"""The latest format: of games whose rules have changed, see `GameInfo.rules_since`. Earlier ones
are read as well."""
WITH_TURNS = 5
"""The format of games whose turns are more than a move."""
WITH_TERMS = 4
"""The format of rated games, and of those that go on from another game."""
WITH_CLOCKS = 3
"""The format of games with clocks."""
WITHOUT_CLOCKS = 2
"""The format of games without clocks, which programs that know no clocks can read."""
TITLE = "termgames record "
_CHECKSUM = "checksum"
LOSSES = ("resigned", "flagged")
"""The names under which stands who lost a game that the rules had not ended."""
_BESIDE = ("#", "|")
"""The first characters of lines that are no part of the game itself, see `record`."""
_MOST_DIGITS = 40
"""Digits of a number in the header, at most: seeds may be long, but a text of a million digits is
refused."""
_EVERYTHING = (
    "# This record holds everything, hidden hands and draws too; what spectators saw is made",
    "# of it by: termgames export FILE",
)


@dataclass(frozen=True)
class Checksum:
    """The checksum of a record, and the line it stands in, from 1."""

    line: int
    written: str

    def fits(self, lines: Sequence[str]) -> bool:
        """Whether it is that of the record with these lines."""
        return self.written.lower() == _checksum(lines)


@dataclass
class Header:
    """The entries above the moves, each value with its line. Reading a value takes it out: entries
    that are left at the end are unknown."""

    version: int = VERSION
    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    board_line: int = 0
    ends_in_board: bool = False
    """Whether nothing follows the rows, not even the empty line."""

    def take(self, name: str) -> str | None:
        """The value of that name, taken out."""
        entry = self.values.pop(name, None)
        return None if entry is None else entry[1]

    def line_of(self, name: str) -> int | None:
        """The line of that name, from 1."""
        entry = self.values.get(name)
        return None if entry is None else entry[0]

    def take_check(self) -> Checksum | None:
        """The checksum, taken out; None where there is none."""
        if self.version == 1 or _CHECKSUM not in self.values:
            return None
        return Checksum(*self.values.pop(_CHECKSUM))

    def number(self, name: str, low: int, high: int | None = None) -> int | None:
        """A whole number, taken out; RecordError when it is none from `low` to `high`."""
        if name not in self.values:
            return None
        line, text = self.values.pop(name)
        top = 10**_MOST_DIGITS if high is None else high
        plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not plain or not low <= int(text) <= top:
            raise RecordError(f"line {line}: {name} is {quoted(text)}, not a number that fits")
        return int(text)

    def seconds(self, name: str) -> float:
        """A number of seconds, taken out, 0 where there is none; RecordError for another text."""
        line, text = self.line_of(name), self.take(name)
        if text is None:
            return 0.0
        if clock.SECONDS.fullmatch(text) is None:
            raise RecordError(f"line {line}: {name} is {quoted(text)}, not a number of seconds")
        return float(text)

    def answer(self, name: str) -> bool | None:
        """A yes or no, taken out; RecordError for another word."""
        line = self.line_of(name)
        word = self.take(name)
        if word is None:
            return None
        if word.lower() not in ("yes", "no"):
            raise RecordError(f"line {line}: {name} is yes or no, not {quoted(word.lower())}")
        return word.lower() == "yes"


@dataclass(frozen=True)
class Summary:
    """The content of a record's header, read without replaying its moves. That they are legal is
    not checked."""

    info: GameInfo
    options: Mapping[str, Value]
    """All options of the game, those derived from others too."""
    players: tuple[str, ...]
    turns: int
    """How many turns were played; moves, where an older record does not say."""
    checked: bool
    """Whether the record has a checksum, which is right then."""
    over: bool | None
    """Whether the game is over; None where only its moves can tell, as in records that are
    written by hand."""
    result: str = ""
    """How it ended, in words; empty where the header does not say."""
    elsewhere: bool = False
    """Whether no move of it was made here, see `Match.elsewhere`."""


def header_lines(match: AnyMatch, result: str | None) -> list[str]:
    """The lines above the moves, but for the checksum. They say whether the game is over unless
    `result` is None, and how it ended (`result`)."""
    from termgames.core.game import has_secrets  # loads numpy, which lists do without
    from termgames.play import turn_starts

    game = match.game
    time, loss = match.time, match.loss
    version = WITHOUT_CLOCKS
    if time.controls or time.known or (loss is not None and loss.on_time):
        version = WITH_CLOCKS
    if match.terms.rated or match.terms.taken_over is not None:
        version = WITH_TERMS
    played = turn_starts.turns(match, games.display(game))
    if played != match.ply:
        version = WITH_TURNS
    if match.told is None or match.redacted:
        version = max(version, games.info(game.id).rules_since)
    lines = [f"{TITLE}{version}", f"game: {game.id}"]
    if match.redacted:
        lines.insert(1, "redacted: yes")
    elif has_secrets(game):
        lines[1:1] = _EVERYTHING
    options = games.info(game.id).options
    for option in options:
        value = game.options[option.name]
        if value is not None and not (option.kind == "flag" and value == option.default):
            lines.append(f"{option.name}: {option.write(value)}")
    lines += [f"player {seat + 1}: {name}" for seat, name in enumerate(match.players)]
    clocks = enumerate(time.controls, 1)
    lines += [f"clock {number}: {control}" for number, control in clocks if control is not None]
    # The seed would give away what was drawn.
    if match.seed is not None and not match.redacted:
        lines.append(f"seed: {match.seed}")
    if loss is not None:
        lines.append(f"{LOSSES[loss.on_time]}: {loss.seat + 1}")
    if time.in_hand:
        lines.append(f"thinking: {number_text(time.in_hand)}")
    if match.terms.teaching:
        lines.append("teach: yes")
    if match.terms.rated:
        lines.append("rated: yes")
    if match.terms.taken_over is not None:
        lines.append(f"taken over: {match.terms.taken_over}")
    lines.append(f"plies: {match.ply}")
    if played != match.ply:
        lines.append(f"turns: {played}")
    if result is not None:
        lines += [f"over: {'yes' if match.over else 'no'}", f"result: {result}"][: 1 + match.over]
    if match.start.diagram:
        lines += [f"{name}: {value}" for name, value in match.start.texts]
        lines.append("board:")
        lines += [f"    {row}" for row in match.start.diagram]
    return lines


def is_record(text: str) -> bool:
    """Whether a text begins as records do; `load` may still find fault with it."""
    return text.startswith(TITLE)


def is_redacted(text: str) -> bool:
    """Whether the header of a record says that hands are left out, even where it or a move has a
    fault for which `load` refuses the record."""
    entries = (line.partition(":") for _, line in _header_lines(lines_in(text)))
    return ("redacted", "yes") in (
        (_plain_name(name), value.strip().lower()) for name, _, value in entries
    )


def summary(text: str) -> Summary:
    """The summary of a record; RecordError, as for the whole record, for a faulty one and for a
    record that is cut off."""
    lines = lines_in(text)
    header, body = read_header(lines)
    check = header.take_check()
    line = header.line_of("game")
    info, chosen = take_game(header)
    try:
        settled = info.settle(chosen)
    except OptionError as error:
        raise RecordError(f"line {line}: {error}") from None
    players = take_players(header, len(info.seated(settled)))
    held = sum(is_move(line) for line in lines[body:])
    ended = header.answer("over")
    turns = header.take("turns") or ""
    check_whole(text, lines, header.number("plies", 0), held, check)
    lost = [header.take(name) for name in LOSSES]
    over = True if any(lost) else ended
    # It serves lists alone, so one that does not fit is as good as none.
    fits = turns.isascii() and turns.isdigit() and len(turns) <= len(str(held))
    listed = int(turns) if fits and int(turns) <= held else held
    result = header.take("result") or ""
    elsewhere = header.take("taken over") == str(held)
    return Summary(info, settled, players, listed, check is not None, over, result, elsewhere)


def read_header(lines: list[str]) -> tuple[Header, int]:
    """The header and the index of the first line after it."""
    if not lines or not lines[0].startswith(TITLE):
        raise RecordError(f"line 1: not a record: it does not begin with '{TITLE}{VERSION}'")
    version = lines[0][len(TITLE) :].strip()
    if version not in map(str, range(1, VERSION + 1)):
        raise RecordError(
            f"line 1: record version {quoted(version)} is unknown here (this is {VERSION}): "
            "a newer termgames may read it"
        )
    header = Header(int(version))
    at, in_board = 1, False
    for at, line in _header_lines(lines):
        in_board = in_board and ":" not in line
        if in_board:
            header.board.append(line.strip())
            continue
        if line.lstrip().startswith("#"):
            continue
        name, colon, value = line.partition(":")
        name = _plain_name(name)
        if not colon:
            raise RecordError(
                f"line {at}: {quoted(line.strip())} is no header line: write 'name: value'"
            )
        if name in header.values:
            raise RecordError(f"line {at}: {name} is given twice")
        if name == "board":
            header.board_line, in_board = at, True
            continue
        header.values[name] = (at, escaped(value.strip()))
    header.ends_in_board = in_board and at == len(lines)
    # A board that is cut off does not fit; any other line might be half of one.
    if at == len(lines) and not header.ends_in_board:
        raise RecordError(
            f"line {at}: the record is cut off in its header: an empty line ends the header"
        )
    return header, at


def _header_lines(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The lines between the first one of a record and the first empty one, with their numbers."""
    return takewhile(lambda numbered: numbered[1].strip(), enumerate(lines[1:], 2))


def _plain_name(name: str) -> str:
    """A header's name as it is looked up."""
    plain = " ".join(name.lower().replace("_", " ").replace("-", " ").split())
    return "to move" if plain == "side to move" else plain


def is_move(line: str) -> bool:
    """Whether a line below the header holds a move: it is not empty, no comment and no note."""
    return bool(line.strip()) and not line.lstrip().startswith(_BESIDE)


def check_whole(
    text: str, lines: list[str], plies: int | None, held: int, check: Checksum | None
) -> None:
    """RecordError when a record that should hold `plies` moves holds another number of them,
    ends within a line, or is not what its checksum was made of."""
    unless = f" and delete line {check.line}, its checksum" if check else ""
    mend = "or have it mended by: termgames lab doctor --mend FILE"
    if plies is not None and plies != held:
        fault = "it is cut off" if held < plies else "moves were added"
        raise RecordError(
            f"line {len(lines)}: the record should hold {plies} moves and holds {held}: "
            f"{fault}; to open it as it is, set 'plies: {held}' in its header{unless}, {mend}"
        )
    if plies is not None and not text.endswith("\n"):
        raise RecordError(
            f"line {len(lines)}: the record is cut off within its last line, {quoted(lines[-1])}: "
            f"end the line, or delete it and set 'plies' in the header{unless}, {mend}"
        )
    if check is not None and not check.fits(lines):
        raise RecordError(
            f"line {check.line}: the checksum is wrong: the header or a move was lost, moved or "
            "changed after the record was written; delete this line to open it as it is, "
            "unchecked"
        )


def checksum_line(lines: Sequence[str]) -> str:
    """The header's line with the checksum of a record that has none yet."""
    return f"{_CHECKSUM}: {_checksum(lines)}"


def _checksum(lines: Sequence[str]) -> str:
    """The CRC-32 of a record's header and moves. Comments and notes beside the game do not count,
    nor do the checksum's own line, blanks around lines, empty lines and the marks that end
    lines."""
    body = next((at for at, line in enumerate(lines) if not line.strip()), len(lines))
    header = (
        line.strip()
        for line in lines[:body]
        if not line.lstrip().startswith("#") and _plain_name(line.partition(":")[0]) != _CHECKSUM
    )
    moves = (line.strip() for line in lines[body:] if is_move(line))
    counted = "\n".join([*header, "", *moves])
    return f"{zlib.crc32(counted.encode('utf-8', 'surrogatepass')):08x}"


def take_players(header: Header, seats: int) -> tuple[str, ...]:
    """Who plays, humans where the header does not say."""
    return tuple(header.take(f"player {seat + 1}") or "human" for seat in range(seats))


def take_clocks(header: Header, seats: int) -> tuple[TimeControl | None, ...]:
    """The clocks by seat; empty where nobody has one. RecordError for a text that is none."""
    controls: list[TimeControl | None] = []
    for number in range(1, seats + 1):
        line, text = header.line_of(f"clock {number}"), header.take(f"clock {number}")
        try:
            controls.append(None if text is None else clock.read(text))
        except OptionError as error:
            raise RecordError(f"line {line}: {error}") from None
    return tuple(controls) if any(controls) else ()


def take_game(
    header: Header, expect: str | None = None, *, files_too: bool = True
) -> tuple[GameInfo, dict[str, Value]]:
    """The game of the header and the options that stand there, taken out of it; RecordError
    for another game than `expect`. `files_too` is of `maps.find`."""
    if "game" not in header.values:
        raise RecordError("line 1: the record names no game: add a line such as 'game: plurality'")
    game_line, name = header.values.pop("game")
    game_id = name.lower()
    if expect is not None and game_id != expect:
        raise RecordError(f"line {game_line}: this is a record of {game_id}, not of {expect}")
    try:
        info = games.info(game_id)
    except OptionError as error:
        raise RecordError(f"line {game_line}: {error}") from None
    chosen: dict[str, Value] = {}
    for option in info.options:
        entry = header.values.pop(_plain_name(option.name), None)
        if entry is not None:
            line, text = entry
            try:
                chosen[option.name] = option.read(text, files_too=files_too)
            except OptionError as error:
                raise RecordError(f"line {line}: {error}") from None
    return info, chosen
