"""Records: a game as text, a header and then one move a line.

    termgames record 1
    game: plurality
    size: 13
    komi: 5.5
    player 1: human
    player 2: bot:4
    seed: 7
    plies: 2

    c4,c5,d5
    pass

Header lines are `name: value`; options of the game stand under their own names. `plies`
guards against a cut-off file and may be left out. A game that begins from a position has,
last in its header, the position's facts (`to move: white`) and `board:`, followed by its
rows from the top. Blanks, dashes and underscores are alike in names. `resigned: 2` tells
that the second player resigned. Lines that begin with `#` are comments. What dice and cards
brought stands among the moves. Loading is replay: boards are never stored.

A record of a game with hidden hands holds everything, and says so in a comment. One for
others, made by `redacted`, has `redacted: yes` in its header, no seed, and only what
spectators saw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from termgames import games
from termgames.core.errors import IllegalMove, OptionError, RecordError, UnreadableMove
from termgames.core.game import Hidden, Redacting
from termgames.core.options import Value
from termgames.play.match import Match

VERSION = 1
_TITLE = "termgames record "
_EVERYTHING = (
    "# This record holds everything, hidden hands and draws too; what spectators saw is made",
    "# of it by: termgames export FILE --redacted",
)
_MOST_DIGITS = 40
"""Of a number in the header: seeds may be long, texts of a million digits are no numbers."""


@dataclass
class _Header:
    """What stands above the moves, each value with its line."""

    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    board_line: int = 0
    ends_in_board: bool = False
    """Whether nothing follows the rows, not even the empty line."""

    def take(self, name: str) -> str | None:
        found = self.values.pop(name, None)
        return None if found is None else found[1]

    def line_of(self, name: str) -> int | None:
        found = self.values.get(name)
        return None if found is None else found[0]

    def number(self, name: str, low: int, high: int | None = None) -> int | None:
        if name not in self.values:
            return None
        line, text = self.values.pop(name)
        top = 10**_MOST_DIGITS if high is None else high
        plain = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        if not plain or not low <= int(text) <= top:
            raise RecordError(f"line {line}: {name} is {text!r}, not a number that fits")
        return int(text)


def write(match: Match) -> str:
    """The record of a match, ending in a newline. Moves that were undone are not in it."""
    game = match.game
    lines = [f"{_TITLE}{VERSION}", f"game: {game.id}"]
    if match.redacted:
        lines.insert(1, "redacted: yes")
    elif isinstance(game, Hidden):
        lines[1:1] = _EVERYTHING
    known = games.info(game.id).options
    for option in known:
        value = game.options[option.name]
        if value is not None and not (option.kind == "flag" and value == option.default):
            lines.append(f"{option.name}: {option.write(value)}")
    lines += [f"player {seat + 1}: {name}" for seat, name in enumerate(match.players)]
    # The seed would give away what was drawn.
    if match.seed is not None and not match.redacted:
        lines.append(f"seed: {match.seed}")
    if match.resigned is not None:
        lines.append(f"resigned: {match.resigned + 1}")
    lines.append(f"plies: {match.ply}")
    if match.diagram:
        lines += [f"{name}: {value}" for name, value in match.facts]
        lines.append("board:")
        lines += [f"    {row}" for row in match.diagram]
    lines.append("")
    lines += [game.format(move) for move in match.moves]
    return "\n".join(lines) + "\n"


def is_record(text: str) -> bool:
    """Whether a text begins as records do; `load` may still find fault with it."""
    return text.startswith(_TITLE)


def redacted(match: Match) -> Match:
    """The match as spectators saw it; the same one where nothing is hidden.

    Its totals leave out what nobody saw, at the end too.
    """
    game = match.game
    if match.redacted or not isinstance(game, Redacting):
        return match
    first, facts = None, match.facts
    if match.diagram:
        facts = tuple(game.redact_extras(dict(match.facts)).items())
        first = game.position(match.diagram, dict(facts))
    shown = Match(game, match.players, 0, first, match.diagram, facts, draws=False, redacted=True)
    for ply, move in enumerate(match.moves):
        shown.submit(game.redact(match.state_at(ply), move, None))
    if match.resigned is not None:
        shown.resign(match.resigned)
    return shown


def load(text: str, *, expect: str | None = None, draws: bool = True) -> Match:
    """The match a record tells of, replayed move by move.

    With `draws`, chance that is next at the end of the record is drawn at once.

    Raises RecordError naming the line (from 1) for anything that is wrong: another kind
    of file, another game than `expect`, an unknown option, an illegal move, a cut-off file.
    """
    lines = text.splitlines()
    header, body = _read_header(lines)
    game = _set_up(header, expect)
    players = tuple(header.take(f"player {seat + 1}") or "human" for seat in range(game.seats))
    seed = header.number("seed", 0)
    resigned_line = header.line_of("resigned")
    resigned = header.number("resigned", 1, game.seats)
    plies = header.number("plies", 0)
    hides = _hides(header)
    start = _start(game, header)
    match = Match(game, players, seed, **start, draws=False, redacted=hides)
    _replay(match, lines, body)
    if plies is not None and plies != match.ply:
        fault = "it is cut off" if match.ply < plies else "moves were added"
        raise RecordError(
            f"line {len(lines)}: the record should hold {plies} moves and holds {match.ply}: "
            f"{fault}; set 'plies: {match.ply}' in its header to open it as it is"
        )
    if plies is not None and not text.endswith("\n"):
        raise RecordError(
            f"line {len(lines)}: the record is cut off within its last line, {lines[-1]!r}: "
            "end the line, or delete it and set 'plies' in the header"
        )
    if resigned is not None:
        if match.over:
            raise RecordError(f"line {resigned_line}: nobody resigns a game that its moves end")
        try:
            match.resign(resigned - 1)
        except IllegalMove as error:
            raise RecordError(f"line {resigned_line}: {error}") from None
    if draws and not hides:
        match.go_on()
    return match


def _read_header(lines: list[str]) -> tuple[_Header, int]:
    """The header and the index of the first line after it."""
    if not lines or not lines[0].startswith(_TITLE):
        raise RecordError(f"line 1: not a record: it does not begin with '{_TITLE}{VERSION}'")
    version = lines[0][len(_TITLE) :].strip()
    if version != str(VERSION):
        raise RecordError(
            f"line 1: record version {version!r} is unknown here (this is {VERSION}): "
            "a newer termgames may read it"
        )
    header = _Header()
    at = 1
    while at < len(lines) and lines[at].strip():
        line = lines[at]
        at += 1
        if line.lstrip().startswith("#"):
            continue
        name, colon, value = line.partition(":")
        name = _plain_name(name)
        if not colon:
            raise RecordError(f"line {at}: {line.strip()!r} is no header line: write 'name: value'")
        if name in header.values:
            raise RecordError(f"line {at}: {name} is given twice")
        if name == "board":
            header.board_line = at
            while at < len(lines) and lines[at].strip() and ":" not in lines[at]:
                header.board.append(lines[at].strip())
                at += 1
            header.ends_in_board = at == len(lines)
            continue
        header.values[name] = (at, value.strip())
    # A board that is cut off does not fit; any other line might be half of one.
    if at == len(lines) and not header.ends_in_board:
        raise RecordError(
            f"line {at}: the record is cut off in its header: an empty line ends the header"
        )
    return header, at


def _plain_name(name: str) -> str:
    """A header's name as it is looked up."""
    plain = " ".join(name.lower().replace("_", " ").replace("-", " ").split())
    return "to move" if plain == "side to move" else plain


def _set_up(header: _Header, expect: str | None) -> Any:
    """The game of the header with its options, which are taken out of it."""
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
        found = header.values.pop(_plain_name(option.name), None)
        if found is not None:
            line, text = found
            try:
                chosen[option.name] = option.read(text)
            except OptionError as error:
                raise RecordError(f"line {line}: {error}") from None
    try:
        return games.create(game_id, chosen)
    except OptionError as error:
        raise RecordError(f"line {game_line}: {error}") from None


def _hides(header: _Header) -> bool:
    line = header.line_of("redacted")
    said = (header.take("redacted") or "no").lower()
    if said not in ("yes", "no"):
        raise RecordError(f"line {line}: redacted is yes or no, not {said!r}")
    return said == "yes"


def _start(game: Any, header: _Header) -> Mapping[str, Any]:
    """The given position as arguments of Match, empty when there is none.

    What is left in the header by now is a fact of the position or unknown.
    """
    if not header.board_line:
        for name, (line, _) in header.values.items():
            raise RecordError(f"line {line}: {name!r} is unknown in a record of {game.id}")
        return {}
    facts = {name: value for name, (_, value) in header.values.items()}
    try:
        first = game.position(header.board, facts)
    except OptionError as error:
        raise RecordError(f"line {_line_at_fault(header, str(error))}: {error}") from None
    return {"first": first, "diagram": tuple(header.board), "facts": tuple(facts.items())}


def _line_at_fault(header: _Header, message: str) -> int:
    """The line of the fact that a message names, else that of the board."""
    for name, (line, _) in header.values.items():
        if message.startswith(f"{name}:") or f"no {name!r}" in message:
            return line
    return header.board_line


def _replay(match: Match, lines: list[str], body: int) -> None:
    for index in range(body, len(lines)):
        text = lines[index].strip()
        if not text or text.startswith("#"):
            continue
        try:
            match.submit(match.game.parse(match.state, text))
        except (UnreadableMove, IllegalMove) as error:
            raise RecordError(
                f"line {index + 1}: move {match.ply + 1}, {text!r}: {error}"
            ) from None
