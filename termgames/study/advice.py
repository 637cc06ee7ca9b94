"""What to play in a position, for hints and for the candidates of an analysis.

The best moves that the analysis finds are compared with each other, round by round the better half
of them, by the judge of reviews: in trees of their own, so that a move does not win by having been
the favourite of one search. Who wins, and how likely, is what the analysis says, however long
the moves are compared: the best one has the shares of the position.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from termgames import games
from termgames.core.arrays import Floats
from termgames.core.game import OVER, AnyGame, Seat
from termgames.play.advice import Advice
from termgames.search.limits import Candidate, Limit, Listeners
from termgames.study.estimator import PREPARED, Estimator, Stopped
from termgames.study.judge import Expectation, Judge, expected_owner
from termgames.study.reasons import Outlook, reason

_COMPARED, _REMAINING, _LEAST = 8, 4, 2
"""How many moves are compared at first, and how many remain for the second and for the last
round."""
_THOUGHT = 6
"""The thought behind a comparison, in estimates."""
_REASON, _BESIDE = 0.15, 0.1
"""Beyond it, parts for finding out what the best move does, and for each of the moves beside the
board that no search looks at."""
_EVEN = 0.02
"""A move that is told so much less of the win than the best one is said to be as good."""
_MOST_BESIDE = 6
"""How many of these are looked at."""


class Adviser:
    """Advises in one game; the same position gets the same advice. Not to be used by several
    threads."""

    def __init__(
        self,
        game: AnyGame,
        estimator: Estimator | None = None,
        judge: Judge | None = None,
        limit: Limit | None = None,
    ) -> None:
        """`limit` is for comparing moves."""
        self._game, self._display = game, games.display(game)
        self._judge, self._estimator = judge or Judge(game), estimator or Estimator(game)
        self._limit = limit or self._estimator.limit.scaled(_THOUGHT)

    def think(self, view: Any, **around: Unpack[Listeners]) -> Advice:
        """What the seat to act should play in a position, as it knows it. Stopped where
        `should_stop` said so."""
        judge, limit = self._judge, self._limit
        on_progress = around.get("on_progress") or (lambda thought: None)
        judge.turn_to(0)
        advice = first = self._estimator.advice(view, **around)
        beside = self._beside(view)
        if first.note == PREPARED and len(beside) > 1 and first.move in beside:
            # Where a turn begins the usual answer stands among all others.
            on_progress(replace(advice, settled=True))
            comparing = _Comparing(judge, view, first, **around)
            for move in (first.move, *beside):
                comparing.add(move, limit.scaled(_BESIDE))
            return replace(
                comparing.advice(self._estimator), note=PREPARED, settled=True, as_good=()
            )
        if first.sure or len(first.candidates) < 2:
            return replace(
                first, settled=True, reason=reason(self._display, view, first.line, None)
            )
        comparing = _Comparing(judge, view, first, **around)
        comparing.ranked = [each.move for each in first.candidates[:_COMPARED]]
        for count in (_COMPARED, _REMAINING, _LEAST):
            on_progress(advice)
            comparing.round(count, limit.scaled(1 / 3))
            advice = comparing.advice(self._estimator)
        for move in beside:
            comparing.add(move, limit.scaled(_BESIDE))
        advice = replace(comparing.advice(self._estimator), settled=True)
        proposal = judge.proposal(view, first.after or first.value)
        if proposal is not None:
            return replace(advice, move=proposal, line=(proposal,), as_good=())
        outlook = self._outlook(view, comparing, limit.scaled(_REASON))
        return replace(advice, reason=reason(self._display, view, advice.line, outlook))

    def _beside(self, state: Any) -> list[Any]:
        """What can be done instead of a stone where one may pass: passing, rolling, drawing,
        surrender, but no cards. Empty where nobody may pass."""
        display, game = self._display, self._game
        if game.to_act(state) == OVER:
            return []
        legal = [move for move in game.legal_moves(state) if not game.cells_of(move)]
        if "pass" not in map(game.format, legal):
            return []
        held = display.from_hand(state, game.to_act(state))
        return [move for move in legal if move not in held][:_MOST_BESIDE]

    def _outlook(self, state: Any, comparing: _Comparing, limit: Limit) -> Outlook | None:
        """What is expected with the best move, without it, and with one more."""
        best, *others = comparing.ranked
        after = expected_owner(comparing.expected[best])
        idle = self._judge.idle_move(state)
        if after is None or idle == best:
            return None
        if idle is None:
            # What another move would do: rather one that is not as good.
            rest = [comparing.expected[move] for move in others]
            owner = expected_owner([look for looks in rest[len(rest) // 2 :] for look in looks])
            return None if owner is None else Outlook(after, owner)
        without = expected_owner(self._judge.expect(state, idle, limit.scaled(0.5)))
        if without is None:
            return None
        return Outlook(after, without, self._twice(state, best, limit.scaled(0.5)))

    def _twice(self, state: Any, move: Any, limit: Limit) -> Floats | None:
        """(cells, seats): who is expected to own each cell if the only opponent does not answer a
        move; None where more than two play, or he has to answer."""
        game, seat = self._game, self._game.to_act(state)
        after = game.apply(state, move)
        if game.seats > 2 or game.to_act(after) in (OVER, seat) or game.to_act(after) < 0:
            return None
        idle = self._judge.idle_move(after)
        return None if idle is None else expected_owner(self._judge.expect(after, idle, limit))


class _Comparing:
    """Moves of one position, compared."""

    def __init__(
        self, judge: Judge, state: Any, first: Advice, **around: Unpack[Listeners]
    ) -> None:
        self._judge, self._state, self._first = judge, state, first
        self._should_stop = around.get("should_stop")
        self._seat: Seat = judge.game.to_act(state)
        self.ranked = list[Any]()
        """The moves, the best first."""
        self._lines = {each.move: each.line for each in first.candidates}
        self.expected = dict[Any, tuple[Expectation, ...]]()
        """What was expected of each move, by all looks at it."""

    def add(self, move: Any, limit: Limit) -> None:
        """Look at one more move, if it is a new one, and put it behind the others."""
        if move not in self.ranked:
            self.ranked.append(move)
            self._look(move, limit)

    def round(self, count: int, limit: Limit) -> None:
        """Look at the first `count` moves once more, and put them in order."""
        moves = self.ranked[:count]
        for move in moves:
            self._look(move, limit.scaled(1 / len(moves)))
        left, order = {move: self._latest(move) for move in moves}, list[Any]()
        while left:
            order.append(self._judge.best(left, self._seat))
            del left[order[-1]]
        self.ranked[:count] = order

    def _look(self, move: Any, limit: Limit) -> None:
        if self._should_stop is not None and self._should_stop():
            raise Stopped
        expected = self._judge.expect(self._state, move, limit)
        self.expected[move] = (*self.expected.get(move, ()), *expected)

    def _latest(self, move: Any) -> tuple[Expectation, ...]:
        """What each search expected of a move in the longest look at it. Short looks think too
        much of the player who is to answer."""
        return self.expected[move][-self._judge.searches :]

    def advice(self, estimator: Estimator) -> Advice:
        """The advice as it stands."""
        first, candidates = self._first, tuple(map(self._candidate, self.ranked))
        assert first.estimate is not None
        told = estimator.as_told(candidates, first.estimate, self._seat)
        least = first.estimate.shares[self._seat] - _EVEN
        good = (each for each in told[1:_REMAINING] if (each.shares or ())[self._seat] >= least)
        return replace(
            first,
            move=told[0].move,
            visits=told[0].visits,
            line=told[0].line,
            playouts=first.playouts + sum(each.visits for each in told),
            candidates=told,
            as_good=tuple(each.move for each in good),
        )

    def _candidate(self, move: Any) -> Candidate:
        looks = self._latest(move)
        lines = self._lines.get(move, (move,)), *(each.line for each in looks)
        shares = np.clip(np.mean([each.shares for each in looks], axis=0), 0, 1)
        return Candidate(
            move,
            max(lines, key=len),
            tuple(shares.tolist()),
            tuple(np.mean([each.score for each in looks], axis=0).tolist()),
            sum(each.playouts for each in self.expected[move]),
        )
