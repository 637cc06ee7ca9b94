"""Proof files: bounds on positions of a game of points, each of which follows from others.

A file is text, packed by gzip where its name ends in `.gz`. Its first lines are `termgames proof
1`, `game ID`, `options {…}` as JSON and the number of lines that follow. Each of these has four
parts, with tabs between them: the rows of the board from the top, the texts beside it, and two
bounds on Black's points less White's under best play, at least and at most; `-` is no bound. A
line that begins with `?` is given without a proof. Of positions that are turned or mirrored alike
only one is written.

A proof holds, for either bound of the start and of all its moves: one answer to every move of the
other side. `proof_check` checks such files and shares no code with what is here.
"""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

from termgames.core import files
from termgames.core.arrays import Rng
from termgames.core.exact import PointSolver, Watch, unwatched
from termgames.core.game import OVER
from termgames.core.options import number_text
from termgames.core.topology import symmetries

MAGIC = "termgames proof 1"
MOST_MOVES = 60
"""The most moves of a position that is drawn by lot: each of them becomes a line of the file."""
_IN_VAIN = 2000
"""Games in a row without a new position after which no more are drawn."""
_LOW, _HIGH = 0, 1
_WATCHED = 1000

Claims = dict[Any, list[float]]
"""By position, the first of its images: its value is at least the one, and at most the other."""


class Proof:
    """The bounds that a solver finds, by position."""

    def __init__(self, game: Any, solver: PointSolver[Any, Any]) -> None:
        """The solver has solved the start of the game."""
        self.game, self.solver = game, solver
        self.bounds: Claims = {}
        """Those that follow from others."""
        self.given: Claims = {}
        """Those that are written without a proof."""
        places = [
            sorted(range(game.topology.cells), key=turn.__getitem__)
            for turn in symmetries(game.topology).tolist()
        ]
        self._images = [itemgetter(*place) for place in places]

    def prove(self, watch: Watch = unwatched) -> None:
        """Find the bounds that prove the value of the start and of all its moves."""
        start = self.game.start()
        for bound in (_LOW, _HIGH):
            open_claims = [self._claim(start, bound, self.solver.worth(start).value)]
            for after in self._after(start):
                open_claims.append(self._claim(after, bound, self.solver.worth(after).value))
            done = 0
            while open_claims:
                s = open_claims.pop()
                if s is not None:
                    open_claims += self._supports(s, bound)
                    done += 1
                if not done % _WATCHED:
                    watch(len(self.bounds), len(self.bounds) + len(open_claims))

    def draw(self, count: int, rng: Rng) -> None:
        """Draw positions from random games, with their values as both bounds; those of the
        positions after them are given. Fewer than `count` where no others turn up any more."""
        in_vain = 0
        while len(self.bounds) < count and in_vain < _IN_VAIN:
            s, path = self.game.start(), []
            while self.game.to_act(s) != OVER:
                moves = self.game.legal_moves(s)
                if len(moves) <= MOST_MOVES:
                    path.append(s)
                s = self.game.apply(s, moves[int(rng.integers(len(moves)))])
            in_vain += 1
            if path:
                position = self._first(path[int(rng.integers(len(path)))])
                if position in self.bounds:
                    continue
                in_vain = 0
                self.bounds[position] = [self.solver.worth(position).value] * 2
                for after in map(self._first, self._after(position)):
                    if self.game.to_act(after) != OVER:
                        self.given[after] = [self.solver.worth(after).value] * 2

    def _supports(self, s: Any, bound: int) -> Iterator[Any]:
        """The claims that a claim rests on, as far as they are new: of one move where the side
        moves in whose favour the bound is, else of all."""
        value = self.bounds[s][bound]
        if s.turn != bound:  # White moves and Black claims at least so much, or the other way
            yield from (self._claim(after, bound, value) for after in self._after(s))
            return
        going_on = []
        for after in self._after(s):
            over = self.game.to_act(after) == OVER
            claimed = self.solver.worth(after).value if over else self._claimed_value(after, bound)
            if self._as_good(claimed, value, bound):
                return
            if not over:
                going_on.append(after)
        # The fewer moves the other side has, the fewer positions follow.
        for after in sorted(going_on, key=lambda after: len(self.game.legal_moves(after))):
            if self._as_good(self.solver.worth(after).value, value, bound):
                yield self._claim(after, bound, value)
                return

    def _claim(self, s: Any, bound: int, value: float) -> Any:
        """Note a bound; the position, or None where nothing new is claimed."""
        if self.game.to_act(s) == OVER or self._as_good(
            self._claimed_value(s, bound), value, bound
        ):
            return None
        first = self._first(s)
        self.bounds.setdefault(first, [-math.inf, math.inf])[bound] = value
        return first

    def _claimed_value(self, s: Any, bound: int) -> float:
        return self.bounds.get(self._first(s), (-math.inf, math.inf))[bound]

    @staticmethod
    def _as_good(value: float, wanted: float, bound: int) -> bool:
        return value >= wanted if bound == _LOW else value <= wanted

    def _after(self, s: Any) -> Iterator[Any]:
        return (self.game.apply(s, move) for move in self.game.legal_moves(s))

    def _first(self, s: Any) -> Any:
        """The image of a position that comes first."""
        return replace(s, stones=min(bytes(image(s.stones)) for image in self._images))

    def write(self, path: Path) -> None:
        """Write the file; OSError, and what was there is as before."""
        lines = (line.encode() for line in self._lines())
        with files.replacing(path) as file:
            if path.suffix != ".gz":
                file.writelines(lines)
                return
            # Without name and time, so that the same proof is the same file.
            with gzip.GzipFile("", "wb", 9, file, 0) as packed:
                packed.writelines(lines)

    def _lines(self) -> Iterator[str]:
        given = {s: both for s, both in self.given.items() if s not in self.bounds}
        yield f"{MAGIC}\ngame {self.game.id}\noptions {json.dumps(dict(self.game.options))}\n"
        yield f"{len(self.bounds) + len(given)}\n"
        for mark, bounds in (("", self.bounds), ("?", given)):
            for s, (low, high) in bounds.items():
                stones = [("." + self.game.marks)[stone] for stone in s.stones]
                rows = "/".join(self.game.topology.rows(stones))
                beside = ", ".join(f"{n}: {t}" for n, t in self.game.position_text(s).items())
                numbers = (
                    "-" if math.isinf(bound) else number_text(bound) for bound in (low, high)
                )
                yield "\t".join((mark + rows, beside, *numbers)) + "\n"
