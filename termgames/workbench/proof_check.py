"""Checks a proof file by the readable rules alone; `proof` describes the file.

A bound holds where it follows in one move: if Black is to move, the value is at least so much
where one of his moves leads to a position that is worth at least so much, and at most so much
where all of them do; for White it is the other way round. A position in which the game is over is
worth what its count says. Games are finite, so bounds that all follow like this are true.
"""

from __future__ import annotations

import gzip
import io
import math
import operator
import random
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import IO, Any

from termgames.core import files
from termgames.core.errors import OptionError, TermgamesError
from termgames.core.game import OVER
from termgames.core.text import quotable, quoted

_LONGEST = 2000
"""Characters of a line."""
_MOST = 20_000_000
"""Lines of a file."""

Bounds = tuple[float, float]
Key = tuple[bytes, str]
"""The first image of a board, and the texts beside it."""


class ProofError(TermgamesError):
    """A file that proves nothing; the text names file and line."""


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
    path: Path,
    game: Any,
    sample_size: int | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Checked:
    """Check all lines, or `sample_size` of them drawn by lot; ProofError names the first at fault.
    `game` is the one that the file names."""
    keys = _Keys(game)
    claims: dict[Key, Bounds] = {}
    to_check: list[tuple[int, str]] = []
    about: dict[str, str] = {}
    with _opened(path) as file:
        count = _header(path, file)[2]
        for number in range(5, 5 + count):
            text = _text(path, number, file)
            with _naming_line(path, number):
                rows, beside, bounds = _parts(text)
                if beside not in about:  # a position is read whole for each such text
                    about[beside] = beside
                    _state(game, keys, rows, beside)
                # The text that is there already is kept once for all positions.
                claims[keys.first(game.topology.read(rows)), about[beside]] = bounds
            if not text.startswith("?"):
                to_check.append((number, text))
        if _line(path, 5 + count, file):
            raise ProofError(f"{quotable(str(path))} has more lines than it says")
    given = count - len(to_check)
    if sample_size is not None and sample_size < len(to_check):
        to_check = sorted(random.SystemRandom().sample(to_check, sample_size))
    for done, (number, text) in enumerate(to_check):
        if watch is not None and not done % 100:
            watch(done, len(to_check))
        with _naming_line(path, number):
            rows, beside, bounds = _parts(text)
            _ask_to_follow(game, keys, _state(game, keys, rows, beside), bounds, claims)
    start = game.start()
    after = [game.apply(start, move) for move in game.legal_moves(start)]
    exact = [_same(_bounds(game, keys, s, claims)) for s in (start, *after)]
    openings = sum(value is not None for value in exact[1:])
    return Checked(len(to_check), given, None if given else exact[0], 0 if given else openings)


def _ask_to_follow(
    game: Any, keys: _Keys, s: Any, claimed: Bounds, claims: Mapping[Key, Bounds]
) -> None:
    """ProofError where bounds do not follow from others."""
    after = [game.apply(s, move) for move in game.legal_moves(s)]
    for bound, words, as_good in ((0, "at least", operator.ge), (1, "at most", operator.le)):
        if math.isinf(claimed[bound]):
            continue
        # For the side that the bound favours one move is enough, and it alone is looked at.
        enough = any if s.turn == bound else all
        if not enough(
            as_good(_bounds(game, keys, each, claims)[bound], claimed[bound]) for each in after
        ):
            choose = max if s.turn == 0 else min
            given = choose(_bounds(game, keys, each, claims)[bound] for each in after)
            raise ProofError(
                f"{words} {claimed[bound]:g} does not follow: its moves give {given:g}"
            )


def _bounds(game: Any, keys: _Keys, s: Any, claims: Mapping[Key, Bounds]) -> Bounds:
    """What is known of a position: its count if the game is over, else what the file says."""
    if game.to_act(s) == OVER:
        totals, black = game.score(s).totals, game.black_seat(s)
        value = totals[black] - totals[1 - black]
        return value, value
    return claims.get((keys.first(s.stones), keys.beside(s)), (-math.inf, math.inf))


def _same(bounds: Bounds) -> float | None:
    return bounds[0] if bounds[0] == bounds[1] else None


class _Keys:
    """Keys that are the same for positions turned or mirrored alike, on square boards; elsewhere
    for equal ones alone."""

    def __init__(self, game: Any) -> None:
        self.game = game
        rows = game.topology.in_rows
        images: list[tuple[int, ...]] = []
        if game.topology.kind == "square":
            for _ in range(4):
                rows = tuple(zip(*rows[::-1], strict=True))
                images += (sum(rows, ()), sum(rows[::-1], ()))
        self._images = [itemgetter(*image) for image in images]

    def first(self, stones: bytes) -> bytes:
        """Of the images of a board the one that comes first."""
        return min([bytes(image(stones)) for image in self._images], default=stones)

    def beside(self, s: Any) -> str:
        """The texts beside a board."""
        return ", ".join([f"{name}: {text}" for name, text in self.game.position_text(s).items()])


# -- reading ---------------------------------------------------------------------------------


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    try:
        file = files.opened(path)
    except OSError as error:
        reason = error.strerror or error
        raise ProofError(f"cannot read {quotable(str(path))}: {reason}") from None
    with file:
        packed = gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file
        yield io.TextIOWrapper(packed, encoding="utf-8-sig")


def _text(path: Path, number: int, file: IO[str]) -> str:
    """The text of a line that must be there."""
    text = _line(path, number, file)
    if not text.endswith("\n"):
        raise _cut_off(path, number)
    return text[:-1]


def _line(path: Path, number: int, file: IO[str]) -> str:
    """The next line, empty at the end of the file, which of a packed one is checked there."""
    try:
        return file.readline(_LONGEST)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error):
        raise _cut_off(path, number) from None


def _cut_off(path: Path, number: int) -> ProofError:
    return ProofError(f"{quotable(str(path))}, line {number}: cut off, or no line of text")


def _header(path: Path, file: IO[str]) -> tuple[str, dict[str, Any], int]:
    magic, game, options, count = (_text(path, number, file) for number in range(1, 5))
    try:
        chosen = files.parsed(options.removeprefix("options "))
    except ValueError:
        chosen = None
    fits = magic == "termgames proof 1" and game.startswith("game ") and isinstance(chosen, dict)
    if not fits or not (count.isascii() and count.isdecimal() and len(count) < 9):
        raise ProofError(f"{quotable(str(path))} is no proof that this version can read")
    if int(count) > _MOST:
        raise ProofError(f"{quotable(str(path))} has more than {_MOST:,} lines")
    return game.removeprefix("game "), chosen, int(count)


@contextmanager
def _naming_line(path: Path, number: int) -> Iterator[None]:
    """Faults name the line that they are in."""
    try:
        yield
    except (OptionError, ProofError) as error:
        raise ProofError(f"{quotable(str(path))}, line {number}: {error}") from None


def _parts(text: str) -> tuple[list[str], str, Bounds]:
    """The rows, the texts beside them and the bounds of a line."""
    parts = text.split("\t")
    if len(parts) != 4:
        raise ProofError("four parts with tabs between them are needed")
    try:
        bounds = _bound(parts[2], -math.inf), _bound(parts[3], math.inf)
    except ValueError:
        raise ProofError(f"{quoted(' '.join(parts[2:]))} are no bounds") from None
    return parts[0].removeprefix("?").split("/"), parts[1], bounds


def _bound(text: str, none: float) -> float:
    """The number in a text, `none` for "-". ValueError for anything else, a written infinity among
    it, which would claim more than anything."""
    number = none if text == "-" else float(text)
    if text != "-" and not math.isfinite(number):
        raise ValueError
    return number


def _state(game: Any, keys: _Keys, rows: list[str], beside: str) -> Any:
    """The position, which is known by just this text."""
    s = game.position(rows, dict(_pairs(beside)))
    if game.to_act(s) == OVER:
        raise ProofError("the game is over in this position")
    if keys.beside(s) != beside:
        raise ProofError(f"beside the board stands {quoted(beside)} for {quoted(keys.beside(s))}")
    return s


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for item in text.split(", "):
        name, _, value = item.partition(": ")
        yield name, value
