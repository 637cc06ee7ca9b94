"""Parses and checks the text of maps; every error names its line and column.

A map has at most 25 rows and columns, a point in its first column and in its last row, and
start points that are different points of the map. It may lie in several parts. Whether start
points go round clockwise is not checked: on maps with arms and bends that is not well defined.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from termgames.core.errors import MapError
from termgames.core.text import point_name, quoted

MOST = 25
"""Rows and columns, at the most."""
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
POINT, GAP, BAR = ".", "-", "|"
_LONGEST_NAME = 40
SQUARES, HEXAGONS = "squares", "hexagons"

Written = tuple[str, tuple[str, ...], dict[int, tuple[str, ...]], str]
"""Name, rows and start points of a map, and what its cells are."""


@dataclass(frozen=True)
class _Piece:
    """A part of the text, and the line and column where it begins, from 1."""

    text: str
    line: int
    column: int

    def words(self) -> list[_Piece]:
        """Its words, each with its own line and column."""
        words, at = [], 0
        for word in self.text.split():
            at = self.text.index(word, at)
            words.append(_Piece(word, self.line, self.column + at))
            at += len(word)
        return words


class _Fault(Exception):
    """What is wrong, and where."""

    def __init__(self, at: _Piece, text: str) -> None:
        super().__init__(text)
        self.at, self.text = at, text


@dataclass
class _Draft:
    """A map as it was written, not checked yet."""

    name: _Piece | None = None
    cells: _Piece | None = None
    players: list[tuple[_Piece, _Piece]] = field(default_factory=list)
    rows: list[_Piece] = field(default_factory=list)


def read(text: str, source: str) -> Written:
    """The parts of a map file, checked; `source` is its name in messages. Raises MapError
    with source, line, column and remedy."""
    try:
        return _checked(_split(text))
    except _Fault as fault:
        raise _error(source, fault) from None


def read_line(text: str) -> Written:
    """The parts of a map in one line, checked; MapError with the column."""
    try:
        return _checked(_split_line(text))
    except _Fault as fault:
        raise _error("map in one line", fault) from None


def _error(source: str, fault: _Fault) -> MapError:
    return MapError(f"{source}: line {fault.at.line}, column {fault.at.column}: {fault.text}")


def _split(text: str) -> _Draft:
    written = _Draft()
    lines = text.split("\n")
    at = 0
    while at < len(lines) and lines[at].strip():
        line = lines[at].removesuffix("\r")
        at += 1
        if not line.lstrip().startswith("#"):
            _header_line(written, line, at)
    while at < len(lines) and not lines[at].strip():
        at += 1
    rows = [line.removesuffix("\r") for line in lines[at:]]
    while rows and not rows[-1].strip():
        rows.pop()
    written.rows = [_Piece(row, at + 1 + index, 1) for index, row in enumerate(rows)]
    if not rows:
        raise _Fault(
            _Piece("", len(lines), 1),
            "the map has no rows: after an empty line, write them from the top, "
            "'.' an intersection and '-' a gap",
        )
    return written


def _header_line(written: _Draft, line: str, number: int) -> None:
    key, colon, value = line.partition(":")
    words = key.lower().split()
    here = _Piece(line.strip(), number, 1 + len(line) - len(line.lstrip()))
    rest = _Piece(value, number, len(key) + 2)
    if colon and words in (["name"], ["cells"]):
        if getattr(written, words[0]) is not None:
            raise _Fault(here, f"a map has one {words[0]} line: remove this one")
        shift = len(value) - len(value.lstrip()) if value.strip() else 0
        setattr(written, words[0], _Piece(value.strip(), number, len(key) + 2 + shift))
    elif colon and words[:1] == ["players"] and len(words) == 2:
        written.players.append((_Piece(key, number, 1).words()[1], rest))
    else:
        raise _Fault(
            here,
            f"{here.text[:30]!r} is neither 'name: …', 'cells: …' nor 'players N: …': "
            "correct it, or leave an empty line before the rows",
        )


def _split_line(text: str) -> _Draft:
    pieces, column = [], 1
    for part in text.split(BAR):
        shift = len(part) - len(part.lstrip())
        pieces.append(_Piece(part.strip(), 1, column + shift))
        column += len(part) + 1
    name, *players, rows = pieces
    written = _Draft(name)
    for piece in players:
        count, colon, points = piece.text.partition(":")
        if count == "cells" and written.cells is None:
            at = piece.column + len(piece.text) - len(points.lstrip())
            written.cells = _Piece(points.strip(), 1, at)
            continue
        if not colon:
            raise _Fault(
                piece, f"{quoted(piece.text)} is no list of start points such as '2: c3 g7'"
            )
        rest = _Piece(points, 1, piece.column + len(count) + 1)
        written.players.append((_Piece(count.strip(), 1, piece.column), rest))
    column = rows.column
    for row in rows.text.split("/"):
        written.rows.append(_Piece(row, 1, column))
        column += len(row) + 1
    return written


# -- checking -----------------------------------------------------------------------------


def _checked(written: _Draft) -> Written:
    if written.name is None:
        raise _Fault(_Piece("", 1, 1), "the map has no name: begin with 'name: …'")
    name = written.name.text
    if not (name and name.isprintable() and BAR not in name and len(name) <= _LONGEST_NAME):
        raise _Fault(
            written.name,
            f"{name[:_LONGEST_NAME]!r} is no name for a map: use 1 to {_LONGEST_NAME} "
            f"characters without {BAR!r}",
        )
    cells = written.cells or _Piece(SQUARES, 1, 1)
    if cells.text.lower() not in (SQUARES, HEXAGONS):
        raise _Fault(cells, f"{quoted(cells.text)} are no cells: write {HEXAGONS} or {SQUARES}")
    rows = _rows(written.rows)
    starts: dict[int, tuple[str, ...]] = {}
    for count, listed in written.players:
        players = _number(count, starts)
        starts[players] = _start_points(players, listed, rows)
    return name, rows, dict(sorted(starts.items())), cells.text.lower()


def _rows(written: Sequence[_Piece]) -> tuple[str, ...]:
    """The checked rows of a map: equally long, blanks as gaps, no empty row on top."""
    rows = []
    for piece in written:
        line = piece.text.rstrip()
        for column, mark in enumerate(line):
            if mark not in (POINT, GAP, " "):
                raise _Fault(
                    _Piece(mark, piece.line, piece.column + column),
                    f"{mark!r} is neither an intersection '.' nor a gap '-' or blank",
                )
        rows.append(line.replace(" ", GAP).rstrip(GAP))
    first = written[0]
    if not any(rows):
        raise _Fault(first, "the map has no intersection: write '.' where stones may stand")
    if not rows[-1]:
        raise _Fault(written[-1], "the last row is empty, and row 1 is counted there: remove it")
    while not rows[0]:
        del rows[0]
    if all(row[:1] != POINT for row in rows):
        raise _Fault(
            first, "the first column is empty, and column a is counted there: move the rows left"
        )
    skipped = len(written) - len(rows)
    for index, row in enumerate(rows):
        if len(row) > MOST:
            piece = written[skipped + index]
            raise _Fault(
                _Piece(row, piece.line, piece.column + MOST),
                f"the row has {len(row)} columns: a map has up to {MOST}",
            )
    if len(rows) > MOST:
        raise _Fault(
            written[skipped + MOST], f"the map has {len(rows)} rows: it may have up to {MOST}"
        )
    width = max(map(len, rows))
    return tuple(row.ljust(width, GAP) for row in rows)


def _number(count: _Piece, others: Mapping[int, object]) -> int:
    plain = count.text.isascii() and count.text.isdigit() and len(count.text) < 3
    players = int(count.text) if plain else 0
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise _Fault(
            count, f"{quoted(count.text)} players: there may be {FEWEST_PLAYERS} to {MOST_PLAYERS}"
        )
    if players in others:
        raise _Fault(count, f"start points for {players} players are given twice: remove one")
    return players


def _start_points(players: int, listed: _Piece, rows: tuple[str, ...]) -> tuple[str, ...]:
    """The checked names of the start points, in lower case."""
    places = {
        point_name(column, len(rows) - 1 - index)
        for index, row in enumerate(rows)
        for column, mark in enumerate(row)
        if mark == POINT
    }
    points: list[str] = []
    for word in listed.words():
        name = word.text.lower()
        if name not in places:
            raise _Fault(
                word,
                f"there is no intersection {quoted(word.text)} on the map: columns are "
                "lettered from "
                "the left without i, rows numbered from the bottom, gaps counted",
            )
        if name in points:
            raise _Fault(word, f"{name} is a start point already: choose another")
        points.append(name)
    if len(points) != players:
        raise _Fault(
            listed, f"{players} players need {players} start points, and here are {len(points)}"
        )
    return tuple(points)
