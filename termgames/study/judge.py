"""What is to be expected after each of some moves, by searches that know what the mover knew.

Each move is looked at by two searches with different seeds, in trees of their own: so no move
profits from having been the favourite of a search, and how far the two differ tells how far
they can be trusted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Floats
from termgames.core.evaluation import Reward
from termgames.core.game import CHANCE, OVER, AnyGame, Hidden, Seat, after_chance
from termgames.core.packed import complete_move
from termgames.play.bots.factory import searcher
from termgames.play.bots.players import parse_player
from termgames.search import preset_answers
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit, Thought
from termgames.search.mcts.search import Mcts

Search = Mcts[Any, Any] | Ismcts[Any, Any]

SEARCH = "mcts:playouts=1"
"""The bot whose search judges; how long it thinks is the judge's."""
FIRST_LOOK = 0.3
"""Part of the time that is spent on finding the best moves, the rest on comparing them."""
_EVEN = 0.01
"""Of moves that differ by no more of the win than this, the one with the most points is best."""
_STATES, _LANES = 24, 16
"""States that are sampled to measure luck, and playouts from each."""
LUCK_PLAYOUTS = _STATES * _LANES
"""Playouts before chance fell, and as many after it: how well luck is known."""


@dataclass(frozen=True)
class Expectation:
    """What one search expects by the end of the game, by seat."""

    shares: tuple[float, ...]
    """Shares of the win, 0 to 1."""
    score: tuple[float, ...]
    """Final totals."""
    line: tuple[Any, ...] = ()
    """The moves expected, from the one that was looked at."""
    owner: Floats | None = field(default=None, compare=False, repr=False)
    """(cells, seats): how often each seat owned each cell at the end; None where nothing was played
    out."""
    playouts: int = 0

    def lead(self, seat: Seat) -> float:
        """Points by which a seat is ahead of the best other one."""
        others = [points for at, points in enumerate(self.score) if at != seat]
        return self.score[seat] - max(others)


@dataclass(frozen=True)
class Comparison:
    """The move that was played and the best one, as each of the searches values them."""

    best: Any
    line: tuple[Any, ...]
    """How play would go on with the best move, that move first."""
    after_best: tuple[Expectation, ...]
    """What each of the searches expects after the best move."""
    after_played: tuple[Expectation, ...]
    """What each of them expects after the move that was played; the same objects where that was the
    best one."""

    @property
    def refutation(self) -> tuple[Any, ...]:
        """How play would go on with the move that was played, that move first."""
        return max((each.line for each in self.after_played), key=len)

    def losses(self, seat: Seat) -> tuple[float, ...]:
        """How much less of the win a seat can expect after the move that was played, by each of
        the searches."""
        pairs = zip(self.after_best, self.after_played, strict=True)
        return tuple(best.shares[seat] - other.shares[seat] for best, other in pairs)

    def points(self, seat: Seat) -> tuple[float, ...]:
        """How many points a seat can expect to be less ahead after the move that was played, by
        each of the searches."""
        pairs = zip(self.after_best, self.after_played, strict=True)
        return tuple(best.lead(seat) - other.lead(seat) for best, other in pairs)


class Judge:
    """Judges decisions in one game. Not to be used by several threads.

    With limits of playouts alone the same question gets the same answer after `turn_to`.
    """

    def __init__(self, game: AnyGame, *, seed: int = 0, searches: int = 2) -> None:
        self.game, self._seed = game, seed
        spec = parse_player(SEARCH)
        self._searches = [searcher(spec, game, seed=None) for _ in range(searches)]
        self.by_points = games.display(game).most_wins
        """Whether the most points win."""
        self.searches = len(self._searches)
        """How many searches look at each decision."""
        self.turn_to(0)

    def points_lost(self, compared: Comparison, seat: Seat) -> float:
        """How many points a seat can expect to be less ahead after the move that was played, on
        average over the searches; 0 in a game that the most points do not win."""
        return float(np.mean(compared.points(seat))) if self.by_points else 0.0

    def turn_to(self, number: int) -> None:
        """From now on all that is drawn by lot follows from the seed and this number, whatever
        was judged before."""
        self._rng, *others = (
            np.random.Generator(np.random.SFC64([self._seed, number, at]))
            for at in range(1 + self.searches)
        )
        for search, rng in zip(self._searches, others, strict=True):
            search.rng.bit_generator.state = rng.bit_generator.state

    def view_of(self, state: Any, seat: Seat) -> Any:
        """A position as a seat knew it."""
        return self.game.view(state, seat) if isinstance(self.game, Hidden) else state

    def chooses(self, state: Any) -> bool:
        """Whether the question open in `state`, as its player knows it, is one that searches
        answer, and not a formality."""
        return self.prepared(state) is None

    def prepared(self, state: Any) -> Any | None:
        """The answer to a question that searches do not answer; None for one that they do."""
        search = self._searches[0]
        if isinstance(search, Mcts):
            return preset_answers.answer(search.game, state)
        return search.form.preset_answer(state)

    def proposal(self, state: Any, value: tuple[float, ...] | None) -> Any | None:
        """What the player to act says before he moves, when he expects these win shares by seat;
        None for nothing."""
        search = self._searches[0]
        if not isinstance(search, Mcts):
            return None
        return preset_answers.proposal(search.game, state, value)

    def compare(self, state: Any, played: Any, limit: Limit) -> Comparison | None:
        """The move that was played in `state`, as its player knew it, beside the best one that is
        found within `limit`, which is for all searches together. None where the move that was
        played was the only one, or the only one that does not lose."""
        thoughts = self.look(state, limit.scaled(FIRST_LOOK))
        lines = {
            (played if self._same(state, thought.move, played) else thought.move): thought.line
            or (thought.move,)
            for thought in thoughts
        }
        if list(lines) == [played]:
            if any(thought.note == "only move" for thought in thoughts):
                return None
            expected = tuple(self._of(thought, state) for thought in thoughts)
            return Comparison(played, lines[played], expected, expected)
        lines.setdefault(played, (played,))
        share = limit.scaled((1 - FIRST_LOOK) / len(lines))
        expected_after = {move: self.expect(state, move, share) for move in lines}
        best = self.best(expected_after, self.game.to_act(state))
        line = max((lines[best], *(each.line for each in expected_after[best])), key=len)
        return Comparison(best, line, expected_after[best], expected_after[played])

    def between(self, state: Any, best: Any, other: Any, limit: Limit) -> Comparison:
        """Two moves, the better one first; `limit` is for all searches together."""
        after = [self.expect(state, move, limit.scaled(0.5)) for move in (best, other)]
        return Comparison(best, max((each.line for each in after[0]), key=len), *after)

    def look(self, state: Any, limit: Limit, *, candidates: int = 0) -> list[Thought]:
        """What each of the searches would play, with at most `candidates` of the best moves that it
        saw. `limit` is for all searches together."""
        share, thoughts = limit.scaled(1 / len(self._searches)), []
        for search in self._searches:
            search.candidates = candidates
            thoughts.append(self._think(search, state, share))
            search.candidates = 0
        return thoughts

    def expect(self, state: Any, move: Any, limit: Limit) -> tuple[Expectation, ...]:
        """What each of the searches expects after a move, which is legal. `limit` is for all
        searches together."""
        share = limit.scaled(1 / len(self._searches))
        return tuple(self._after(search, state, move, share) for search in self._searches)

    def best(self, expected: Mapping[Any, Sequence[Expectation]], seat: Seat) -> Any:
        """The best of some moves, each with what the searches expect after it: the one with the
        greatest share of the win; where shares are even, the one with the most points."""
        shares = {
            move: float(np.mean([each.shares[seat] for each in after]))
            for move, after in expected.items()
        }
        most = max(shares.values())
        if not self.by_points:
            return max(shares, key=lambda move: shares[move])
        even = [move for move, share in shares.items() if share >= most - _EVEN]
        return max(even, key=lambda move: np.mean([each.lead(seat) for each in expected[move]]))

    def idle_move(self, state: Any) -> Any | None:
        """A move that lets the turn go by and after which the game goes on; None where there is
        none."""
        search = self._searches[0]
        if isinstance(search, Mcts):
            row = search.game.pack([state])[0]
            actions = search.game.passes(row).tolist()
            moves = [complete_move(search.game, row, [action]) for action in actions]
        else:
            moves = list(search.form.passes(state))
        for move in moves:
            if move is not None and self.game.refuse(state, move) is None:
                return None if self.game.to_act(self.game.apply(state, move)) == OVER else move
        return None

    def luck(self, before: Any, after: Any, seat: Seat) -> float:
        """How much more of the win a seat had, by playouts, after chance fell as it did between
        two positions than on average over how it might have fallen. Only for games with chance.
        """
        fell = self._played_out(after, seat)
        might_fall = self._played_out(before, seat)
        return fell - might_fall

    # -- how it is found ---------------------------------------------------------------------

    @staticmethod
    def _think(search: Search, state: Any, limit: Limit) -> Thought:
        """What a search thinks of a position, in a tree of its own."""
        if isinstance(search, Mcts):
            search.plant(None)
        return search.think(state, limit)

    def _same(self, state: Any, one: Any, other: Any) -> bool:
        """Whether two moves lead to the same position. Where something is hidden, different moves
        are taken to lead to different positions."""
        if one == other or isinstance(self.game, Hidden):
            return bool(one == other)
        return bool(self.game.apply(state, one) == self.game.apply(state, other))

    def _after(self, search: Search, state: Any, move: Any, limit: Limit) -> Expectation:
        """What a search expects after a move."""
        if isinstance(search, Ismcts):
            return self._of(search.expect(state, move, limit), state)
        after, line = self.game.apply(state, move), [move]
        # An offer is followed by its usual answer: questions beside the board are not searched.
        while self.game.to_act(after) != OVER:
            answer = preset_answers.answer(search.game, after)
            if answer is None:
                return self._of(self._think(search, after, limit), after, line)
            after = self.game.apply(after, answer)
            line.append(answer)
        return self._final_expectation(after)

    def _of(self, thought: Thought, state: Any, before: Sequence[Any] = ()) -> Expectation:
        assert thought.value is not None, "searches have expectations"
        # Where all is proven there were no playouts: then the count as it stands.
        score = thought.score or self.game.score(state).totals
        line = (*before, *thought.line)
        return Expectation(thought.value, score, line, thought.owner, thought.playouts)

    def _final_expectation(self, state: Any) -> Expectation:
        shares = tuple(self.game.utilities(state).tolist())
        return Expectation(shares, tuple(self.game.score(state).totals))

    def _played_out(self, state: Any, seat: Seat) -> float:
        """A seat's share of the win by playouts from states that look like `state` to it, once
        chance has fallen."""
        search = self._searches[0]
        assert isinstance(search, Ismcts), "games with chance are searched so"
        view, form, rng = self.view_of(state, seat), search.form, self._rng
        judgement = form.judge(view)
        starts = [self._sampled_state(search, view, seat, judgement) for _ in range(_STATES)]
        going = [s for s in starts if self.game.to_act(s) != OVER]
        ended = [s for s in starts if self.game.to_act(s) == OVER]
        shares = [float(self.game.utilities(s)[seat]) for s in ended]
        if going:
            result = form.evaluate(going, _LANES, rng, Reward(), judgement)
            shares += result.share[:, seat].tolist()
        return float(np.mean(shares))

    def _sampled_state(
        self, search: Ismcts[Any, Any], view: Any, seat: Seat, judgement: Any
    ) -> Any:
        """A state that looks like the view, after chance and the usual answers."""
        s = search.imagine(view, seat, self._rng)
        while (to_act := self.game.to_act(s)) != OVER:
            if to_act == CHANCE:
                s = after_chance(self.game, s, self._rng)
                continue
            move = search.form.usual_answer(s, judgement)
            if move is None:
                break
            s = self.game.apply(s, move)
        return s


def expected_owner(looks: Sequence[Expectation]) -> Floats | None:
    """(cells, seats): how often each seat is expected to own each cell, on average over some looks;
    None where none of them knows."""
    owners = [each.owner for each in looks if each.owner is not None]
    return np.mean(owners, axis=0, dtype=np.float32) if owners else None
