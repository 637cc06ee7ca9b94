"""Checks a proof file by the readable rules alone; what it means is told in `proof`.

A bound holds where it follows in one move: if Black is to move, the value is at least so much
where one of his moves leads to a position that is worth at least so much, and at most so much
where all of them do; for White it is the other way round. A position in which the game is over is
worth what its count says. Games are finite, so bounds that all follow like this are true.
"""

from __future__ import annotations

import gzip
import json
import math
import random
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from termgames.core.errors import OptionError, TermgamesError
from termgames.core.game import OVER
from termgames.core.text import quotable, quoted

_LONGEST = 2000
"""Characters of a line."""
_MOST = 20_000_000
"""Lines of a file."""

Key = tuple[str, str]


class ProofError(TermgamesError):
    """A file that proves nothing; the text names file and line."""


@dataclass(frozen=True)
class Line:
    """What one line says."""

    number: int
    state: Any
    low: float
    high: float
    given: bool


@dataclass(frozen=True)
class Checked:
    """What a file proves."""

    positions: int
    """Lines that were checked."""
    given: int
    """Lines that were taken on trust."""
    value: float | None
    """Black's points less White's from the start, where both bounds say the same."""
    openings: int
    """Moves from the start whose values are proved too."""


def header(path: Path) -> tuple[str, dict[str, Any]]:
    """The game's id and its options; ProofError."""
    with _opened(path) as file:
        return _header(path, file)[:2]


def check(
    path: Path, game: Any, drawn: int | None = None, watch: Callable[[int, int], None] | None = None
) -> Checked:
    """Check all lines, or so many of them `drawn` by lot; ProofError names the first at fault.
    `game` is the one the file tells of."""
    lines: list[Line] = []
    known: dict[Key, tuple[float, float]] = {}
    with _opened(path) as file:
        count = _header(path, file)[2]
        for number in range(5, 5 + count):
            line = _line(path, number, _text(path, number, file), game)
            lines.append(line)
            known[_key(game, line.state)] = line.low, line.high
        if file.readline(1):
            raise ProofError(f"{quotable(str(path))} has more lines than it says")
    to_check = [line for line in lines if not line.given]
    if drawn is not None and drawn < len(to_check):
        to_check = random.Random(0).sample(to_check, drawn)
    for done, line in enumerate(to_check):
        if watch is not None and not done % 100:
            watch(done, len(to_check))
        fault = _fault(game, line, known)
        if fault is not None:
            raise ProofError(f"{quotable(str(path))}, line {line.number}: {fault}")
    start = game.start()
    after = [game.apply(start, move) for move in game.legal_moves(start)]
    exact = [_same(_bounds(game, s, known)) for s in (start, *after)]
    openings = sum(value is not None for value in exact[1:])
    given = len(lines) - sum(not line.given for line in lines)
    return Checked(len(to_check), given, None if given else exact[0], 0 if given else openings)


def _fault(game: Any, line: Line, known: dict[Key, tuple[float, float]]) -> str | None:
    """Why a line does not follow from others, or None."""
    s = line.state
    after = [_bounds(game, game.apply(s, move), known) for move in game.legal_moves(s)]
    choose = max if s.turn == 0 else min
    low, high = choose(bounds[0] for bounds in after), choose(bounds[1] for bounds in after)
    if low < line.low:
        return f"at least {line.low:g} does not follow: its moves give {low:g}"
    if high > line.high:
        return f"at most {line.high:g} does not follow: its moves give {high:g}"
    return None


def _bounds(game: Any, s: Any, known: dict[Key, tuple[float, float]]) -> tuple[float, float]:
    """What is known of a position: its count if the game is over, else what the file says."""
    if game.to_act(s) == OVER:
        totals, black = game.score(s).totals, game.black_seat(s)
        value = totals[black] - totals[1 - black]
        return value, value
    return known.get(_key(game, s), (-math.inf, math.inf))


def _same(bounds: tuple[float, float]) -> float | None:
    return bounds[0] if bounds[0] == bounds[1] else None


def _key(game: Any, s: Any) -> Key:
    """The same for positions that are turned or mirrored alike, on square boards; elsewhere for
    equal ones alone."""
    rows = game.topology.rows(["." if not stone else "bw"[stone - 1] for stone in s.stones])
    beside = ", ".join(f"{name}: {text}" for name, text in game.position_text(s).items())
    if game.topology.kind != "square":
        return "/".join(rows), beside
    turned = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        turned += ["/".join(rows), "/".join(rows[::-1])]
    return min(turned), beside


# -- reading ---------------------------------------------------------------------------------


def _opened(path: Path) -> IO[str]:
    try:
        if not path.is_file():
            raise ProofError(f"{quotable(str(path))} is no file")
        if path.suffix == ".gz":
            return gzip.open(path, "rt", encoding="utf-8")
        return path.open(encoding="utf-8")
    except OSError as error:
        reason = error.strerror or error
        raise ProofError(f"cannot read {quotable(str(path))}: {reason}") from None


def _text(path: Path, number: int, file: IO[str]) -> str:
    try:
        text = file.readline(_LONGEST)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error):
        text = ""
    if not text.endswith("\n"):
        raise ProofError(f"{quotable(str(path))}, line {number}: cut off, or no line of text")
    return text[:-1]


def _header(path: Path, file: IO[str]) -> tuple[str, dict[str, Any], int]:
    magic, game, options, count = (_text(path, number, file) for number in range(1, 5))
    try:
        chosen = json.loads(options.removeprefix("options "))
    except (ValueError, RecursionError):
        chosen = None
    known = magic == "termgames proof 1" and game.startswith("game ") and isinstance(chosen, dict)
    if not known or not (count.isascii() and count.isdecimal() and len(count) < 9):
        raise ProofError(f"{quotable(str(path))} is no proof that this version can read")
    if int(count) > _MOST:
        raise ProofError(f"{quotable(str(path))} has more than {_MOST:,} lines")
    return game.removeprefix("game "), chosen, int(count)


def _line(path: Path, number: int, text: str, game: Any) -> Line:
    def no(reason: str) -> ProofError:
        return ProofError(f"{quotable(str(path))}, line {number}: {reason}")

    parts = text.split("\t")
    if len(parts) != 4:
        raise no("four parts with tabs between them are needed")
    given, rows = parts[0].startswith("?"), parts[0].removeprefix("?").split("/")
    beside = dict(_pairs(parts[1]))
    try:
        state = game.position(rows, beside)
        low, high = (float(part) if part != "-" else None for part in parts[2:])
    except OptionError as error:
        raise no(str(error)) from None
    except ValueError:
        raise no(f"{quoted(' '.join(parts[2:]))} are no bounds") from None
    if game.to_act(state) == OVER:
        raise no("the game is over in this position")
    return Line(
        number,
        state,
        -math.inf if low is None or math.isnan(low) else low,
        math.inf if high is None or math.isnan(high) else high,
        given,
    )


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for item in text.split(", "):
        name, _, value = item.partition(": ")
        yield name, value
