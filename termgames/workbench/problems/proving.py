"""What is right and what is wrong in a position: proved by the solver, or by an exact search of the
end of the game, or seen by deep searches that agree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from termgames.core.exact import Solver, Worth
from termgames.core.game import OVER, AnyGame, Seat
from termgames.core.options import AGREE
from termgames.search.forced import Forced
from termgames.search.limits import Limit
from termgames.study.judge import Expectation, Judge
from termgames.study.problems.problem import ENDED, SOLVED

REACH = 3_000_000
"""Positions that the solver may look at for one problem."""
ENDS = 9
"""Moves that the empty cells have room for when an end of a game is searched exactly, at most."""
_LOOKS, _FIRST_LOOKS = 1_000, 200
"""Positions whose moves an exact search looks at to prove one answer, and before that to prove that
there is one: where that is hard, most answers are out of reach."""
SEARCHES = 3
"""Deep searches of different seeds that have to agree."""
_GAP = {2: 0.25}
_GAP_OF_MANY = 0.2
"""How much more of the win than with any wrong answer the right one promises, with two players and
with more."""
_EQUAL = 0.06
"""Answers that promise less than this below the best are right as well."""
_FEW, _PART = 2, 0.1
"""Right answers of a problem, or as a part of the legal moves, at most."""
_MOST_OF_FEW = 3
"""At the end few moves are legal: no more than one of so many is right."""
_CANDIDATES = 5


@dataclass(frozen=True)
class Prospect:
    """What a move leads to."""

    share: float
    """The mover's share of the win."""
    line: tuple[Any, ...]
    """How play goes on, from the move itself."""
    worth: Worth | None = None
    """By the solver; None where the move ends the game, and by searches."""
    expected: tuple[Expectation, ...] = ()
    """By searches."""
    forced: bool = False
    """By an exact search: the mover, or where the share is 0 the others together, can force it."""
    alone: Seat | None = None
    """Who of the others can force it without the rest; None where nobody is known to."""


@dataclass(frozen=True)
class AnswerProof:
    """The right answers of a position, the best first, and the wrong ones that were looked at."""

    right: Mapping[Any, Prospect]
    wrong: Mapping[Any, Prospect]
    sure: str


class SolverProver:
    """Proves by exact solutions."""

    def __init__(self, game: AnyGame, solver: Solver[Any, Any]) -> None:
        self.game, self.solver = game, solver

    def reaches(self, state: Any) -> bool:
        """Whether the position can be solved soon."""
        return self.solver.effort(state) <= REACH

    def judgement(self, state: Any) -> AnswerProof | None:
        """All right and all wrong answers; None where the position is no problem."""
        seat, seats = self.game.to_act(state), self.game.seats
        solved = self.solver.solve(state)
        best = solved.worth.shares(seats)[seat]
        good = sum(each.worth.shares(seats)[seat] == best for each in solved.outcomes)
        legal = self.game.legal_moves(state)
        # A solver that has found a win at once may list nothing else.
        all_good = len(solved.outcomes) > 1 and good == len(solved.outcomes)
        if not best or all_good or _many(good, len(legal)):
            return None
        looks = {move: self._look(state, move, seat) for move in legal}
        right = {move: look for move, look in looks.items() if look.share == best}
        if solved.line[0] in right:
            right = {solved.line[0]: right[solved.line[0]], **right}
        wrong = {move: look for move, look in looks.items() if look.share < best}
        return (
            None
            if _many(len(right), len(legal)) or not wrong
            else AnswerProof(right, wrong, SOLVED)
        )

    def _look(self, state: Any, move: Any, seat: Seat) -> Prospect:
        after = self.game.apply(state, move)
        if self.game.to_act(after) == OVER:
            return Prospect(float(self.game.utilities(after)[seat]), (move,))
        solved = self.solver.solve(after)
        share = solved.worth.shares(self.game.seats)[seat]
        return Prospect(share, (move, *solved.line), solved.worth)


class EndProver:
    """Proves by exact searches of the last empty cells: a right answer wins alone whatever the
    others do, and after a wrong one they can prevent that."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._mine: dict[Seat, Forced] = {}
        self._theirs: dict[Seat, Forced] = {}
        for seat in range(game.seats):
            others = set(range(game.seats)) - {seat}
            self._mine[seat] = Forced(game, {seat}, partial(self._wins, seat))
            self._theirs[seat] = Forced(game, others, partial(self._fails, seat))

    def reaches(self, state: Any) -> bool:
        """Whether few cells are empty, and there will be no talk about dead stones."""
        game = self.game
        stones = max((len(game.cells_of(move)) for move in game.legal_moves(state)), default=0)
        few = game.stones(state).count(0) <= ENDS * max(1, stones)
        return few and game.options.get("dead-stones") != AGREE

    def judgement(self, state: Any, times: int = 1) -> AnswerProof | None:
        """All right and all wrong answers, by `times` the usual thought; None where the position is
        no problem, or not all is proved."""
        game, seat, most = self.game, self.game.to_act(state), times * _LOOKS
        mine, theirs = self._mine[seat], self._theirs[seat]
        if not mine.proves(state, times * _FIRST_LOOKS):
            return None
        legal = game.legal_moves(state)
        right, wrong = {}, {}
        for move in legal:
            after = game.apply(state, move)
            if mine.proves(after, most):
                right[move] = Prospect(1.0, (move, *mine.line(after)), forced=True)
            elif theirs.proves(after, most):
                wrong[move] = Prospect(0.0, (move, *theirs.line(after)), forced=True)
            else:
                return None
            if _many(len(right), len(legal)) or len(right) * _MOST_OF_FEW > len(legal):
                return None
        return AnswerProof(right, wrong, ENDED) if right else None

    def _wins(self, seat: Seat, end: Any) -> bool:
        return bool(self.game.utilities(end)[seat] == 1)

    def _fails(self, seat: Seat, end: Any) -> bool:
        return not self._wins(seat, end)


class SearchProver:
    """Proves by searches."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.judge = Judge(game, seed=seed, searches=SEARCHES)
        self._quick = Judge(game, seed=seed + 1, searches=1)
        self.gap = _GAP.get(game.seats, _GAP_OF_MANY)

    def likely(self, state: Any, playouts: int) -> Any | None:
        """The move that a quick search finds far better than the others; None without one."""
        seat = self.game.to_act(state)
        thought, *_ = self._quick.look(state, Limit(playouts=playouts), candidates=_CANDIDATES)
        shares = [each.shares[seat] for each in thought.candidates if each.shares is not None]
        if len(shares) < 2 or shares[0] - max(shares[1:]) < self.gap / 2:
            return None
        return thought.move

    def judgement(
        self, state: Any, playouts: int, tried: Iterable[Any], number: int
    ) -> AnswerProof | None:
        """The right answers, and the wrong ones among those `tried` and those that the searches
        think of, with so many `playouts` a search; None where the searches do not agree or the
        right ones are not far better."""
        seat, judge = self.game.to_act(state), self.judge
        judge.turn_to(number)
        every = Limit(playouts=playouts * SEARCHES)
        thoughts = judge.look(state, every, candidates=_CANDIDATES)
        best = thoughts[0].move
        if any(thought.move != best for thought in thoughts):
            return None
        others = [each.move for thought in thoughts for each in thought.candidates]
        moves = dict.fromkeys((best, *others[:_CANDIDATES], *tried))
        looks = {move: self._look(state, move, every.scaled(1 / 3), seat) for move in moves}
        top = looks[best].share
        right = {move: look for move, look in looks.items() if look.share > top - _EQUAL}
        wrong = {move: look for move, look in looks.items() if move not in right}
        if not wrong or len(right) > _FEW or not self._far(right.values(), wrong.values(), seat):
            return None
        next_best = max(look.share for look in wrong.values())
        sure = (
            f"{SEARCHES} searches of {playouts:,} playouts: {top:.2f} of the win, {next_best:.2f} "
            "with the next best"
        )
        right = {best: looks[best], **right}
        return AnswerProof(right, wrong, sure)

    def _look(self, state: Any, move: Any, limit: Limit, seat: Seat) -> Prospect:
        expected = self.judge.expect(state, move, limit)
        share = float(np.mean([each.shares[seat] for each in expected]))
        line = max((each.line for each in expected), key=len)
        return Prospect(share, line or (move,), None, expected)

    def _far(self, right: Iterable[Prospect], wrong: Iterable[Prospect], seat: Seat) -> bool:
        """Whether all searches see the right answers far above the wrong ones, and the game hangs
        on it."""
        low = min(each.shares[seat] for look in right for each in look.expected)
        high = max(each.shares[seat] for look in wrong for each in look.expected)
        return low - high >= self.gap and low * self.game.seats >= 1 >= high * self.game.seats


def _many(good: int, legal: int) -> bool:
    """Whether so many right answers of so many legal moves are too many for a problem."""
    return good > max(_FEW, _PART * legal)
