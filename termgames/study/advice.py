"""What to play in a position, for hints and for the candidates of an analysis.

Two searches look for the best moves; these are then compared with each other, round by round the
better half of them, by the judge of reviews: in trees of their own, so that a move does not win
by having been the favourite of one search. What is reported before that is what the first search
would play.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Unpack

import numpy as np

from termgames import games
from termgames.core.arrays import Floats
from termgames.core.game import OVER, AnyGame, Seat
from termgames.play.advice import CANDIDATES, HINT_LOOKS, LOOK, Advice
from termgames.search.limits import Candidate, Limit, Listeners, Thought
from termgames.study.judge import Expectation, Judge, expected_owner
from termgames.study.reasons import Outlook, reason
from termgames.study.review import noise_of

_COMPARED, _REMAINING, _LEAST = 8, 4, 2
"""How many moves are compared at first, and how many remain for the second and for
the last round. `_LEAST` are compared even where there is no time for them."""
_FIRST_LOOK = 0.3
_REASON = 0.1
"""Parts of the time: for finding moves, and for finding out what the best one does. The rest is for
comparing them."""
_BESIDE = 0.1
"""Beyond that time, for each of the moves beside the board that no search looks at."""
_MOST_BESIDE = 6
"""How many of these are looked at."""


class Adviser:
    """Advises in one game. Not to be used by several threads.

    With a limit of playouts alone the same position gets the same advice.
    """

    def __init__(self, game: AnyGame, limit: Limit | None = None, *, seed: int = 0) -> None:
        """`limit` is for each position."""
        self._game, self._display = game, games.display(game)
        self._judge = Judge(game, seed=seed)
        self._limit = limit or LOOK.scaled(HINT_LOOKS)

    def think(self, state: Any, **around: Unpack[Listeners]) -> Advice:
        """What the seat to act in `state`, which is its own view, should play."""
        began = time.monotonic()
        advice = self._advice(state, began, **around)
        return replace(advice, seconds=time.monotonic() - began)

    def _is_late(self, began: float, part: float) -> bool:
        """Whether more than a part of the time is used up: some games' searches hardly begin in
        the time that is meant for a look."""
        seconds = self._limit.seconds
        return seconds is not None and time.monotonic() - began > part * seconds

    def _advice(self, state: Any, began: float, **around: Unpack[Listeners]) -> Advice:
        judge, limit = self._judge, self._limit
        prepared = judge.prepared(state)
        judge.turn_to(0)
        if prepared is not None:
            return self._prepared(state, prepared, **around)
        on_progress, should_stop = around.get("on_progress"), around.get("should_stop")
        first = None if on_progress is None else lambda thought: on_progress(_of(thought))
        thoughts = judge.look(
            state,
            limit.scaled(_FIRST_LOOK),
            candidates=CANDIDATES,
            on_progress=first,
            should_stop=should_stop,
        )
        sure = next((each for each in thoughts if each.note == "only move" or each.proof), None)
        if sure is not None:
            return _of(sure, settled=True, reason=self._reason(state, sure.line, None))
        comparing = _Comparing(judge, state, thoughts)
        if not comparing.ranked:
            stopped = should_stop is not None and should_stop()
            return _of(thoughts[0], settled=not stopped)
        parts = np.linspace(_FIRST_LOOK, 1 - _REASON, len(comparing.rounds) + 1)
        for number, count in enumerate(comparing.rounds):
            if number and self._is_late(began, parts[-1]):
                break
            share = limit.scaled((parts[number + 1] - parts[number]) / count)
            looked = 0
            for move in comparing.ranked[:count]:
                if should_stop is not None and should_stop():
                    return comparing.advice() if comparing.expected else _of(thoughts[0])
                if looked >= _LEAST and self._is_late(began, parts[number + 1]):
                    break
                comparing.look(move, share)
                looked += 1
            comparing.rank(looked)
            if on_progress is not None:
                on_progress(comparing.advice())
        beside = [move for move in self._beside(state) if move not in comparing.ranked]
        for move in beside:
            comparing.add(move, limit.scaled(_BESIDE))
        advice = replace(comparing.advice(), settled=True)
        proposal = judge.proposal(state, advice.value)
        if proposal is not None:
            return replace(advice, move=proposal, line=(proposal,), as_good=())
        outlook = self._outlook(state, comparing, limit.scaled(_REASON))
        return replace(advice, reason=self._reason(state, advice.line, outlook))

    def _prepared(self, state: Any, answer: Any, **around: Unpack[Listeners]) -> Advice:
        """The answer to a question that is not searched. Where a turn begins it stands among all
        that can be done beside the board, with what is expected of each."""
        advice = Advice(answer, note="prepared answer", settled=True)
        beside = self._beside(state)
        if len(beside) < 2 or answer not in beside:
            return advice
        on_progress, should_stop = around.get("on_progress"), around.get("should_stop")
        if on_progress is not None:
            on_progress(advice)
        comparing = _Comparing(self._judge, state, ())
        for move in (answer, *(move for move in beside if move != answer)):
            if should_stop is not None and should_stop():
                return advice
            comparing.add(move, self._limit.scaled(_BESIDE))
        compared = comparing.advice()
        return replace(compared, note=advice.note, settled=True, as_good=())

    def _beside(self, state: Any) -> list[Any]:
        """What can be done instead of a stone where one may pass: passing, rolling, drawing,
        surrender, but no cards. Empty where nobody may pass."""
        display, game = self._display, self._game
        legal = [move for move in game.legal_moves(state) if not game.cells_of(move)]
        if "pass" not in map(game.format, legal):
            return []
        hand = display.hand(state, game.to_act(state))
        cards = () if hand is None or isinstance(hand, int) else hand
        held = [move for card in cards for _, move in card.plays]
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
            rest = [comparing.expected[move] for move in others if move in comparing.expected]
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

    def _reason(self, state: Any, line: Sequence[Any], outlook: Outlook | None) -> str:
        return reason(self._display, state, line, outlook)


class _Comparing:
    """Moves of one position, compared."""

    def __init__(self, judge: Judge, state: Any, thoughts: Sequence[Thought]) -> None:
        self._judge, self._state, self._thoughts = judge, state, thoughts
        self._seat: Seat = judge.game.to_act(state)
        found = dict[Any, int]()
        for thought in thoughts:
            for place, each in enumerate(thought.candidates):
                found[each.move] = min(found.get(each.move, place), place)
        self.ranked = sorted(found, key=lambda move: found[move])[:_COMPARED]
        """The moves, the best first; only those in `expected` were looked at."""
        self._lines = {each.move: each.line for thought in thoughts for each in thought.candidates}
        self.expected = dict[Any, tuple[Expectation, ...]]()
        """What was expected of each move, by all looks at it."""
        self.playouts = sum(thought.playouts for thought in thoughts)
        """Playouts of all looks."""
        many = len(self.ranked)
        self.rounds = [
            min(count, many)
            for count in (_COMPARED, _REMAINING, _LEAST)
            if count < 2 * many or count == _LEAST
        ]
        """How many of the moves are looked at in each round."""

    def add(self, move: Any, limit: Limit) -> None:
        """Look at one more move, and put it behind the others."""
        self._lines.setdefault(move, (move,))
        self.ranked.append(move)
        self.look(move, limit)

    def look(self, move: Any, limit: Limit) -> None:
        """Look at a move once more, with both searches."""
        expected = self._judge.expect(self._state, move, limit)
        self.expected[move] = (*self.expected.get(move, ()), *expected)
        self.playouts += sum(each.playouts for each in expected)

    def _latest(self, move: Any) -> tuple[Expectation, ...]:
        """What each search expected of a move in the longest look at it. Short looks think too
        much of the player who is to answer."""
        return self.expected[move][-self._judge.searches :]

    def rank(self, count: int) -> None:
        """Put the first `count` moves in order."""
        left, order = {move: self._latest(move) for move in self.ranked[:count]}, list[Any]()
        while left:
            order.append(self._judge.best(left, self._seat))
            del left[order[-1]]
        self.ranked[:count] = order

    def advice(self) -> Advice:
        """The advice as it stands."""
        known = [move for move in self.ranked if move in self.expected]
        candidates = tuple(map(self._candidate, known))
        best, looks = candidates[0], self._latest(known[0])
        assert best.shares is not None
        share, shares = best.shares[self._seat], [each.shares[self._seat] for each in looks]
        apart = [each - share for each in shares]
        owners = [each.owner for each in self._thoughts if each.owner is not None]
        return Advice(
            best.move,
            value=best.shares,
            visits=best.visits,
            owner=np.mean(owners, axis=0, dtype=np.float32) if owners else None,
            score=best.score,
            line=best.line,
            playouts=self.playouts,
            candidates=candidates,
            noise=noise_of(apart, share) / math.sqrt(2),  # that of a loss is of two shares
            as_good=tuple(filter(self._is_as_good, known[1:_REMAINING])),
        )

    def _candidate(self, move: Any) -> Candidate:
        looks = self._latest(move)
        line = max((self._lines[move], *(each.line for each in looks)), key=len)
        shares = np.clip(np.mean([each.shares for each in looks], axis=0), 0, 1)
        return Candidate(
            move,
            line,
            tuple(shares.tolist()),
            tuple(np.mean([each.score for each in looks], axis=0).tolist()),
            sum(each.playouts for each in looks),
        )

    def _is_as_good(self, move: Any) -> bool:
        """Whether a move loses nothing beyond the noise in the rounds in which it was compared with
        the best one."""
        best = self.expected[self.ranked[0]]
        pairs = list(zip(best, self.expected[move], strict=False))
        losses = [first.shares[self._seat] - other.shares[self._seat] for first, other in pairs]
        share = float(np.mean([first.shares[self._seat] for first, _ in pairs]))
        return float(np.mean(losses)) <= noise_of(losses, share)


def _of(thought: Thought, *, settled: bool = False, reason: str = "") -> Advice:
    """A thought of one search as advice."""
    known = {each.name: getattr(thought, each.name) for each in fields(Thought)}
    return Advice(**known, settled=settled, reason=reason)
