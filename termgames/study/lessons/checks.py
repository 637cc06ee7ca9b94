"""What a task may demand of an answer: a few sentences that the rules decide.

A check looks at the position before a move, the move, and the position after it. `FORMS` are all
of them; `not` before a sentence turns it round.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from termgames import games
from termgames.core.errors import OptionError, UnreadableMove
from termgames.core.game import CHANCE, OVER, AnyGame
from termgames.core.text import quoted
from termgames.core.topology import Cell

_MISSING = object()
"""In place of a fact that a position does not have, such as one about an empty point."""
MOST_POSITIONS, MOST_REPLIES = 10_000, 150
"""Positions that are looked at for 'wins by force', and legal moves in one of them."""


@dataclass(frozen=True)
class PlayedMove:
    """A legal move between two positions."""

    game: AnyGame
    before: Any
    move: Any
    after: Any

    @staticmethod
    def of(game: AnyGame, before: Any, move: Any) -> PlayedMove:
        """The move with the position after it, which the rules make; chance that has no choice,
        as where hidden bids are shown, is part of it."""
        after = game.apply(before, move)
        while game.to_act(after) == CHANCE and len(forced := game.legal_moves(after)) == 1:
            after = game.apply(after, forced[0])
        return PlayedMove(game, before, move, after)

    @property
    def seat(self) -> int:
        """Who moves."""
        return self.game.to_act(self.before)

    @property
    def own(self) -> int:
        """The number that the mover's stones have on the board."""
        return 1 + self.game.colour(self.before, self.seat)

    @property
    def stones(self) -> list[tuple[int, int]]:
        """By cell: the stone before and after, 0 for none."""
        before, after = self.game.stones(self.before), self.game.stones(self.after)
        return list(zip(before, after, strict=True))


Test = Callable[[PlayedMove], bool]


@dataclass(frozen=True)
class Check:
    """One condition, as it is written, and its test."""

    text: str
    holds: Test


def read(game: AnyGame, state: Any, text: str) -> Check:
    """The check that a text means in a game. OptionError, which lists all forms, for a text that is
    no check."""
    plain = " ".join(text.lower().rstrip(".").split())
    negated = plain.startswith("not ")
    for pattern, make in _MAKERS:
        parts = re.fullmatch(pattern, plain.removeprefix("not "))
        if parts is not None:
            test = make(game, state, *parts.groups())
            return Check(text, _negation(test) if negated else test)
    raise OptionError(f"{quoted(text)} is no check: write one of: {'; '.join(FORMS)}")


def _negation(test: Test) -> Test:
    return lambda played: not test(played)


FORMS = (
    "any legal move",
    "places",
    "captures, captures at least N",
    "replaces",
    "a stone on POINT POINT …",
    "plays on one of POINT POINT …",
    "SEAT has at least N, SEAT has at most N",
    "nobody can play on POINT POINT …",
    "SEAT owns POINT POINT …",
    "SEAT is ahead",
    "the game ends",
    "fact NAME is VALUE, fact NAME is at least N",
    "no move scores more",
    "wins by force",
)
"""The sentences, as the page of lessons explains them."""


def _any(game: AnyGame, state: Any) -> Test:
    return lambda played: True


def _places(game: AnyGame, state: Any) -> Test:
    return lambda played: bool(game.cells_of(played.move))


def _closed(game: AnyGame, state: Any, points: str) -> Test:
    cells = set(_cells(game, points))
    return lambda played: all(
        cells.isdisjoint(game.cells_of(move)) for move in game.legal_moves(played.after)
    )


def _captures(game: AnyGame, state: Any, number: str | None) -> Test:
    least = int(number or 1)
    return lambda played: (
        least <= sum(before not in (0, played.own) and not after for before, after in played.stones)
    )


def _replaces(game: AnyGame, state: Any) -> Test:
    return lambda played: any(
        before not in (0, played.own) and after == played.own for before, after in played.stones
    )


def _stone_on(game: AnyGame, state: Any, points: str) -> Test:
    cells = _cells(game, points)
    return lambda played: all(game.stones(played.after)[cell] == played.own for cell in cells)


def _plays_on(game: AnyGame, state: Any, points: str) -> Test:
    cells = set(_cells(game, points))
    return lambda played: not cells.isdisjoint(game.cells_of(played.move))


def _has(game: AnyGame, state: Any, name: str, kind: str, number: str) -> Test:
    seat, bound = _seat(game, state, name), float(number)

    def test(played: PlayedMove) -> bool:
        total = game.score(played.after).totals[seat]
        return total >= bound if kind == "least" else total <= bound

    return test


def _owns(game: AnyGame, state: Any, name: str, points: str) -> Test:
    seat, cells, display = _seat(game, state, name), _cells(game, points), games.display(game)

    def test(played: PlayedMove) -> bool:
        overlays = display.overlays(played.after)
        return bool(overlays) and all(overlays[0].owner[cell] == seat for cell in cells)

    return test


def _ahead(game: AnyGame, state: Any, name: str) -> Test:
    seat = _seat(game, state, name)
    return lambda played: game.score(played.after).winners == (seat,)


def _ends(game: AnyGame, state: Any) -> Test:
    return lambda played: game.to_act(played.after) == OVER


def _fact(game: AnyGame, state: Any, path: str, kind: str | None, value: str) -> Test:
    first, *inner = path.split(".")

    def look(s: Any) -> Any:
        """The value at the path; _MISSING where a part of it is not there in this position."""
        fact: Any = game.report_fields(s)
        for name in (first, *inner):
            parts = dict(fact) if isinstance(fact, Mapping) else {}
            fact = next((parts[key] for key in parts if key.lower() == name), _MISSING)
        return fact

    there = [name.lower() for name in game.report_fields(state)]
    if first not in there:
        known = ", ".join(there) or "nothing"
        raise OptionError(f"there is no fact {quoted(path)}: at {first!r} there is {known}")
    if kind is None:
        return lambda played: str(look(played.after)).lower() == value
    try:
        least = float(value)
    except ValueError:
        raise OptionError(f"{quoted(value)} is no number") from None

    def test(played: PlayedMove) -> bool:
        number = look(played.after)
        if number is _MISSING:
            return False
        if not isinstance(number, int | float):
            raise OptionError(f"{path!r} is {str(number)!r}, which is no number")
        return number >= least

    return test


def _most(game: AnyGame, state: Any) -> Test:
    """Whether no other move leads to a larger lead over the best opponent."""

    def lead(s: Any, seat: int) -> float:
        totals = list(game.score(s).totals)
        return totals.pop(seat) - max(totals)

    def test(played: PlayedMove) -> bool:
        seat, before = played.seat, played.before
        best = max(lead(game.apply(before, m), seat) for m in game.legal_moves(before))
        return lead(played.after, seat) >= best

    return test


def _forced(game: AnyGame, state: Any) -> Test:
    """Whether the mover wins alone against every reply; OptionError where that takes too long."""

    def won(s: Any, seat: int, looked: Iterator[int], forced: dict[Any, bool]) -> bool:
        """Whether `seat` wins alone from `s` against every reply; `looked` counts the positions and
        `forced` keeps what was found. OptionError for too many."""
        actor, number = game.to_act(s), next(looked)
        if actor == OVER:
            return game.score(s).winners == (seat,)
        if s not in forced:
            moves = game.legal_moves(s)
            if number > MOST_POSITIONS or len(moves) > MOST_REPLIES:
                raise OptionError("too many positions for 'wins by force': begin nearer the end")
            forced[s] = False
            ways = (won(game.apply(s, m), seat, looked, forced) for m in moves)
            forced[s] = any(ways) if actor == seat else all(ways)
        return forced[s]

    return lambda played: won(played.after, played.seat, itertools.count(1), {})


_MAKERS: Sequence[tuple[str, Callable[..., Test]]] = (
    (r"any legal move", _any),
    (r"places", _places),
    (r"nobody can play on (.+)", _closed),
    (r"captures(?: at least (\d{1,3}))?", _captures),
    (r"replaces", _replaces),
    (r"a stone on (.+)", _stone_on),
    (r"plays on one of (.+)", _plays_on),
    (r"([a-z]+) has at (least|most) (-?\d{1,4}(?:\.5)?)", _has),
    (r"([a-z]+) owns (.+)", _owns),
    (r"([a-z]+) is ahead", _ahead),
    (r"the game ends", _ends),
    (r"fact (\S+) is (?:at (least) )?(.+)", _fact),
    (r"no move scores more", _most),
    (r"wins by force", _forced),
)


def _cells(game: AnyGame, points: str) -> list[Cell]:
    """The points of a list of names; OptionError where there is none of a name."""
    try:
        return [game.topology.cell(name) for name in points.replace(",", " ").split()]
    except UnreadableMove as error:
        raise OptionError(str(error)) from None


def _seat(game: AnyGame, state: Any, name: str) -> int:
    """The number of the player of a name; OptionError, with all there are, for none."""
    names = [game.seat_name(state, seat) for seat in range(game.seats)]
    if name not in names:
        raise OptionError(f"{quoted(name)} is no player: there is {', '.join(names)}")
    return names.index(name)
