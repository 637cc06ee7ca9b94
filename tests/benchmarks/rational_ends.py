"""How a game without luck ends when everybody plays for his own share of the win: max^n through the
rules (Luckhardt & Irani 1986), for ends with few moves left.

A seat leaves out answers to which another one is as good or better whatever is uncertain. Who gains
and loses nothing by anything passes. Where several answers remain all their results are kept, so
that what is said of a move does not hang on how others choose between equals. Nobody puts
stones on ground that only his own stones touch, nobody draws cards, and only the
seat that is asked first surrenders.

Positions that are reached in several ways, the latest moves of which were the same, are looked at
once: which older boards are forbidden as repetitions is taken from the first of these ways.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from termgames.core.game import OVER, AnyGame, Editable
from termgames.core.topology import Topology
from termgames.games.mitropia.stones.alliance import blocs

_LATEST = 6
"""Boards before a position by which it is told from others: those of two rounds."""

Shares = tuple[float, ...]
"""By seat."""
Results = frozenset[Shares]
"""The shares of the win with which a position may end."""


class TooLarge(Exception):
    """There are more positions than were allowed."""


class RationalEnds:
    """The ends of one set-up game without luck, secrets, and agreements on dead stones."""

    def __init__(self, game: AnyGame, most: int, *, settled: bool = False) -> None:
        """`most`: how many positions may be looked at, over all questions. `settled`: whether
        nobody throws stones into the ground of others, unless they capture."""
        self.settled = settled
        assert isinstance(game, Editable), "positions have diagrams"
        self.game: Any = game
        self.left = most
        self._asked: int | None = None
        self._known: dict[Any, Results] = {}

    def after_each(self, state: Any) -> dict[str, Results]:
        """By answer of the seat to act, how the game may end after it."""
        self._asked = self.game.to_act(state)
        self._known.clear()
        return self._after(state)

    def _after(self, state: Any) -> dict[str, Results]:
        moves, game = self._moves(state), self.game
        return {game.format(move): self._results(game.apply(state, move)) for move in moves}

    def _moves(self, state: Any) -> list[Any]:
        game, seat = self.game, self.game.to_act(state)
        heads = blocs(state.occupiers) if hasattr(state, "occupiers") else tuple(range(game.seats))
        stones = game.stones(state)
        sides = [0, *(1 + head for head in heads)]
        own, others = ground(game.topology, [sides[stone] for stone in stones], sides[1 + seat])
        left_out = {"pass draw"} if seat == self._asked else {"pass draw", "surrender"}

        def vain(move: Any) -> bool:
            cells = set(game.cells_of(move))
            if not cells or not cells <= own | (others if self.settled else set()):
                return game.format(move).partition(" to ")[0] in left_out
            after = game.stones(game.apply(state, move))
            return not any(stone and not now for stone, now in zip(stones, after, strict=True))

        legal = game.legal_moves(state)
        return [move for move in legal if not vain(move)] or list(legal)

    def _results(self, state: Any) -> Results:
        game = self.game
        seat = game.to_act(state)
        if seat == OVER:
            return frozenset([tuple(map(float, game.utilities(state)))])
        # How many turns were played makes no difference, and which boards are forbidden as
        # repetitions, next to none but for the latest ones.
        texts = {**game.position_text(state), "turn": ""}
        history = state.history if hasattr(state, "history") else state.board.history
        latest = tuple(islice((position.key for position in history.backwards()), _LATEST))
        key = (game.stones(state), seat, *texts.values(), game.prompt(state), latest)
        if key not in self._known:
            if self.left <= 0:
                raise TooLarge
            self.left -= 1
            self._known[key] = frozenset().union(*kept(self._after(state), seat).values())
        return self._known[key]


def ground(topology: Topology, sides: Sequence[int], own: int) -> tuple[set[int], set[int]]:
    """The empty points of the regions that only side `own` touches, and of those that only one
    other side does. `sides` (cells,): 0 for an empty point."""
    mine, others = set[int](), set[int]()
    seen = set[int]()
    for cell, side in enumerate(sides):
        if side or cell in seen:
            continue
        region, touched, waiting = {cell}, set[int](), [cell]
        while waiting:
            for near in topology.adjacent[waiting.pop()]:
                if sides[near]:
                    touched.add(sides[near])
                elif near not in region:
                    region.add(near)
                    waiting.append(near)
        seen |= region
        if len(touched) == 1:
            (mine if touched == {own} else others).update(region)
    return mine, others


def kept(after: Mapping[str, Results], seat: int) -> dict[str, Results]:
    """The answers that a seat may give, by what may follow each."""
    bounds = {text: _bounds(results, seat) for text, results in after.items()}

    def dominated(*own: float) -> bool:
        return any(other[0] >= own[1] and other != own for other in bounds.values())

    good = {text for text, (low, high) in bounds.items() if not dominated(low, high)}
    alike = len({bounds[text] for text in good}) == 1 and len(set(bounds[next(iter(good))])) == 1
    if alike and "pass" in good:
        good = {"pass"}
    return {text: after[text] for text in good}


def _bounds(results: Collection[Shares], seat: int) -> tuple[float, float]:
    shares = [shares[seat] for shares in results]
    return min(shares), max(shares)
