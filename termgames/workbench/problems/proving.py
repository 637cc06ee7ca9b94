"""What is right and what is wrong in a position: proved by the solver, or by an exact search of the
end of the game, or seen by deep searches that agree. And local problems: groups that one move
captures or saves, or ground that it makes sure of, whatever the others do; each move proved right
or wrong by an exact search."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import log2
from typing import Any

import numpy as np

from termgames.core.exact import Solver, Worth
from termgames.core.game import OVER, AnyGame, Seat, has_captures
from termgames.core.options import AGREE
from termgames.core.topology import Cell, Topology
from termgames.go import pass_alive
from termgames.go.board import group, groups
from termgames.search.forced import Forced, unhurried
from termgames.search.limits import Limit
from termgames.study.judge import Expectation, Judge
from termgames.study.problems.goal import CAPTURE, HOLD, SAVE, LocalGoal
from termgames.study.problems.problem import ENDED, HARDEST, SOLVED
from termgames.workbench.problems.seeking import GamePosition

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

    def judgement(self, state: Any, times: int = 1) -> AnswerProof | None:
        """All right and all wrong answers, however much thought; None where the position is no
        problem."""
        seat, seats = self.game.to_act(state), self.game.seats
        solved = self.solver.solve(state)
        best = solved.worth.shares(seats)[seat]
        good = sum(each.worth.shares(seats)[seat] == best for each in solved.outcomes)
        legal = self.game.legal_moves(state)
        most = _most(len(legal))
        # A solver that has found a win at once may list nothing else.
        all_good = len(solved.outcomes) > 1 and good == len(solved.outcomes)
        if not best or all_good or good > most:
            return None
        looks = {move: self._look(state, move, seat) for move in legal}
        first = {solved.line[0]: looks[solved.line[0]]}
        right = {move: look for move, look in (first | looks).items() if look.share == best}
        wrong = {move: look for move, look in looks.items() if look.share < best}
        return None if len(right) > most or not wrong else AnswerProof(right, wrong, SOLVED)

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
        seats = set(range(game.seats))
        self._searches = {
            seat: (
                Forced(game, {seat}, partial(self._ends, seat, True)),
                Forced(game, seats - {seat}, partial(self._ends, seat, False)),
            )
            for seat in seats
        }

    def reaches(self, state: Any) -> bool:
        """Whether few cells are empty, and there will be no talk about dead stones."""
        game = self.game
        stones = max((len(game.cells_of(move)) for move in game.legal_moves(state)), default=0)
        few = game.stones(state).count(0) <= ENDS * max(1, stones)
        return few and game.options.get("dead-stones") != AGREE

    def judgement(self, state: Any, times: int = 1) -> AnswerProof | None:
        """All right and all wrong answers, by `times` the usual thought; None where the position is
        no problem, or not all is proved."""
        game, seat = self.game, self.game.to_act(state)
        mine, theirs = self._searches[seat]
        if not mine.proves(state, times * _FIRST_LOOKS):
            return None
        legal = len(game.legal_moves(state))
        most = min(_most(legal), legal / _MOST_OF_FEW)
        proved = _all_proved(game, state, mine, theirs, times * _LOOKS, most)
        return AnswerProof(*proved, ENDED) if proved and proved[0] else None

    def _ends(self, seat: Seat, wins: bool, end: Any) -> bool:
        return bool((self.game.utilities(end)[seat] == 1) == wins)


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


def _most(legal: int) -> float:
    """How many of so many legal moves may be right answers of a problem."""
    return max(_FEW, _PART * legal)


def _all_proved(
    game: AnyGame, state: Any, mine: Forced, theirs: Forced, looks: int, most: float
) -> tuple[dict[Any, Prospect], dict[Any, Prospect]] | None:
    """The legal moves after which one search proves its end, and those after which the other does,
    in so many looks each; None where neither does, and where more than `most` are right."""
    right, wrong = dict[Any, Prospect](), dict[Any, Prospect]()
    for move in game.legal_moves(state):
        after = game.apply(state, move)
        if mine.proves(after, looks):
            right[move] = Prospect(1.0, (move, *mine.line(after)), forced=True)
        elif theirs.proves(after, looks):
            wrong[move] = Prospect(0.0, (move, *theirs.line(after)), forced=True)
        else:
            return None
        if len(right) > most:
            return None
    return right, wrong


# -- fights ----------------------------------------------------------------------------------

_FIGHT_FIRST, _FIGHT_LOOKS = 150, 400
"""Positions whose moves a search looks at to find whether the first move matters, and for each
answer."""
_FEWEST = 2
"""Stones of a group that is worth a problem, or points of ground, at least."""
_BACK = 5
"""Positions before the one in which the fate of a group was decided that are looked at."""
_RIGHT = 2
"""Right answers of a problem, at most."""
_LONGEST = 24
"""Moves of a line, at most: who solves a problem sees it to its end."""
_EASY = 24
"""Positions that the proof of the easiest problems looks at, at most; four times as many make a
problem a level harder."""


class _Fate:
    """What becomes of what a goal asks for, read from positions of a game."""

    def __init__(self, game: AnyGame, goal: LocalGoal) -> None:
        self._game, self._goal = game, goal
        self._known: dict[bytes, bool | None] = {}

    def reached(self, wanted: bool, state: Any) -> bool | None:
        """Whether it is decided that the goal is reached (or, where `wanted` is false, missed), or
        that it never will be; None while that is open. At the end of the game it is decided.

        `state` comes after no position in which the group was captured."""
        stones = self._game.stones(state)
        if self._game.to_act(state) == OVER:
            return self._goal.reached(self._game.topology, [stones]) == wanted
        if stones not in self._known:
            held = self._goal.word == HOLD
            self._known[stones] = self._ground(stones) if held else self._group(stones)
        known = self._known[stones]
        return None if known is None else known == wanted

    def end(self, wanted: bool, state: Any) -> bool:
        """The same at the end."""
        return bool(self.reached(wanted, state))

    def _group(self, stones: bytes) -> bool | None:
        cell, colour = self._goal.cells[0], self._goal.colour
        if stones[cell] != 1 + colour:
            return self._goal.word == CAPTURE
        living = pass_alive.alive(self._game.topology, stones, colour)
        return self._goal.word == SAVE if cell in living else None

    def _ground(self, stones: bytes) -> bool | None:
        own, others = set[Cell](), set[Cell]()
        for colour, cells in lasting_ground(self._game.topology, stones):
            (own if colour == self._goal.colour else others).update(cells)
        if not others.isdisjoint(self._goal.cells):
            return False
        return True if own.issuperset(self._goal.cells) else None


class FightProver:
    """Proves what captures or saves a group, and that nothing else does."""

    def __init__(self, game: AnyGame, late: Callable[[], bool] = unhurried) -> None:
        """Once `late` says true nothing more is looked at or proved."""
        assert has_captures(game), "the search of problems has seen to it"
        self.game, self._late = game, late

    def fights(self, found: Sequence[GamePosition]) -> Iterator[tuple[GamePosition, LocalGoal]]:
        """The positions of a game in which something may be asked of the seat to act, each with a
        group of others to capture, an own one to save, or ground to hold: those just before the
        group was captured or lived for good, or the ground was held for good."""
        seen = set()
        for at, (position, after) in enumerate(pairwise(found)):
            if self._late():
                return
            if after.ply != position.ply + 1:
                continue
            for earlier in reversed(found[max(0, at + 1 - _BACK) : at + 1]):
                for goal in self._goals(position.state, after.state, earlier.state):
                    if self._late():
                        return
                    if (earlier.ply, goal) not in seen:
                        seen.add((earlier.ply, goal))
                        yield earlier, goal

    def _goals(self, before: Any, after: Any, state: Any) -> Iterator[LocalGoal]:
        """What may be asked in a state of the game that comes not after `before`, because a move
        decides it there."""
        topology, stones = self.game.topology, self.game.stones
        own, now, then, later = self._own_colour(state), *map(stones, (state, before, after))
        settled = _living(topology, later) - _living(topology, then)
        for each in groups(topology, then):
            cell, colour = each.cells[0], then[each.cells[0]] - 1
            is_settled = later[cell] != then[cell] or cell in settled
            if is_settled and now[cell] == then[cell]:
                cells = group(topology, now, cell).cells
                if len(cells) >= _FEWEST:
                    yield LocalGoal(SAVE if colour == own else CAPTURE, cells, colour)
        sure = {
            cell
            for each in (before, state)
            for colour, cells in lasting_ground(topology, stones(each))
            if colour == own
            for cell in cells
        }
        for stone, region in pass_alive.ground(topology, later):
            if stone == 1 + own and len(region) >= _FEWEST and sure.isdisjoint(region):
                yield LocalGoal(HOLD, tuple(sorted(region)), own)

    def judgement(
        self, state: Any, goal: LocalGoal, times: int = 1, lowest: int = 1
    ) -> tuple[AnswerProof, int] | None:
        """All right and all wrong answers, by `times` the usual thought, and the level: None where
        the position is no problem, or not all is proved, or it is seen at once that the level is
        below the `lowest`."""
        game = self.game
        if lowest > 1 and goal.word == CAPTURE:
            stones = group(game.topology, game.stones(state), goal.cells[0])
            if len(stones.liberties) == 1:
                return None
        mine, theirs = self.searches(state, goal)
        legal = game.legal_moves(state)
        idle = [move for move in legal if not game.cells_of(move)]
        asks: list[tuple[Forced, Any]] = [(theirs, game.apply(state, move)) for move in idle[:1]]
        asks.append((mine, state))
        if goal.word == CAPTURE:  # to attack is settled sooner than to live
            asks.reverse()
        if not all(search.proves(each, times * _FIGHT_FIRST) for search, each in asks):
            return None
        proved = _all_proved(game, state, mine, theirs, times * _FIGHT_LOOKS, _RIGHT)
        if proved is None:
            return None
        right, wrong = proved
        longest = max(len(look.line) for look in (*right.values(), *wrong.values()))
        if not right or len(wrong) < _RIGHT or longest > _LONGEST:
            return None
        first = min(right, key=lambda move: len(right[move].line))
        right = {first: right[first], **right}
        looked = mine.looked_at + theirs.looked_at
        at_once = goal.word == CAPTURE and len(right[first].line) == 1
        level = 1 if at_once else _level(self._own(state, right[first]), looked)
        return AnswerProof(right, wrong, ENDED), min(level, guessed(len(right), len(legal)))

    def alone(self, state: Any, goal: LocalGoal, moves: Sequence[Any]) -> dict[Any, Prospect]:
        """Wrong answers that one of the others can punish without the rest, each with his line;
        none with two players, and none where the proof is out of reach or the line too long."""
        game, seat, found = self.game, self.game.to_act(state), dict[Any, Prospect]()
        for other in range(game.seats) if game.seats > 2 else ():
            search = self.prevention(goal, {other})
            for move in moves if other != seat else ():
                after = game.apply(state, move)
                if move not in found and search.proves(after, _FIGHT_LOOKS):
                    line = (move, *search.line(after))
                    if len(line) <= _LONGEST:
                        found[move] = Prospect(0.0, line, forced=True, alone=other)
        return found

    def searches(self, state: Any, goal: LocalGoal) -> tuple[Forced, Forced]:
        """What proves that the seat to act in `state` reaches a goal, and what proves that the
        others prevent it."""
        game, seat, fate = self.game, self.game.to_act(state), _Fate(self.game, goal)
        reaching, reached = partial(fate.end, True), partial(fate.reached, True)
        return (
            Forced(game, {seat}, reaching, reached, self._late),
            self.prevention(goal, set(range(game.seats)) - {seat}),
        )

    def prevention(self, goal: LocalGoal, seats: set[Seat]) -> Forced:
        """What proves that some seats prevent a goal, whatever all others do."""
        fate = _Fate(self.game, goal)
        missing, missed = partial(fate.end, False), partial(fate.reached, False)
        return Forced(self.game, seats, missing, missed, self._late)

    def _own_colour(self, state: Any) -> int:
        return self.game.colour(state, self.game.to_act(state))

    def _own(self, state: Any, look: Prospect) -> int:
        """How many moves of a line the seat to act makes."""
        seat, own = self.game.to_act(state), 0
        for move in look.line:
            own += self.game.to_act(state) == seat
            state = self.game.apply(state, move)
        return own


def lasting_ground(topology: Topology, stones: bytes) -> Iterator[tuple[int, set[Cell]]]:
    """The ground that colours, from 0, hold for good, and their stones that are alive for good."""
    yield from ((colour - 1, cells) for colour, cells in pass_alive.ground(topology, stones))
    for colour in range(max(stones)):
        yield colour, pass_alive.alive(topology, stones, colour)


def _living(topology: Topology, stones: bytes) -> set[Cell]:
    """The stones of all colours that are alive for good."""
    return set().union(*(pass_alive.alive(topology, stones, each) for each in range(max(stones))))


def guessed(right: int, legal: int) -> int:
    """The highest level of a problem in which so many of the legal moves are right: where that is a
    great part of them, it is soon guessed."""
    return 2 if 3 * right >= legal else 3 if 5 * right > legal else HARDEST


def _level(own_moves: int, looked: int) -> int:
    """How hard a problem is, by how often the one who solves it has to move in it, and by the
    positions that its proof looked at."""
    return min(HARDEST, own_moves + max(0, int(log2(looked / _EASY) / 2)))
