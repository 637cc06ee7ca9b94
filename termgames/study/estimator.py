"""The program's one analysis of positions: who wins, how likely, and by which moves.

A position is searched with a fixed number of playouts, in a tree of its own, by lots that follow
from what may be seen of it: so it has the same figures wherever and whenever it is asked about. A
board that a solver knows needs no search. Questions beside the board are answered as usual before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Unpack

import numpy as np

from termgames import games
from termgames.core.game import CHANCE, OVER, AnyGame, Seat
from termgames.core.text import sentence
from termgames.play.advice import CANDIDATES
from termgames.play.bots.factory import searcher
from termgames.play.bots.players import parse_player
from termgames.play.estimate import Estimate
from termgames.play.match import Result
from termgames.play.text import words
from termgames.search import exact, preset_answers
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Candidate, Limit, Listeners, Thought
from termgames.search.mcts.search import Mcts
from termgames.study.told_shares import ToldShares

SEARCH = "mcts:playouts=1"
"""The bot whose search analyses; how long it thinks is ours."""
_CERTAIN = ("proven", "looked at to the end")
"""The notes of thoughts that know who wins."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


@dataclass(frozen=True, eq=False)
class Analysed:
    """What the analysis says of a position."""

    estimate: Estimate
    thought: Thought
    """With the best moves as `candidates`, the best one first, each with its share as it is told;
    none where the game is over."""


class Estimator:
    """Analyses positions of one game. Not to be used by several threads."""

    def __init__(self, game: AnyGame, told: ToldShares | None = None) -> None:
        """`told` replaces how shares are told on this board."""
        self._game, self._told = game, told or ToldShares.on(game)
        self.limit = Limit(playouts=self._told.playouts)
        """The thought behind an estimate."""
        self._search = searcher(parse_player(SEARCH), game, seed=None, solves=False)
        self._search.candidates = CANDIDATES
        self._solver = games.solver(game)
        whole = self._solver is not None and self._solver.effort(game.start()) <= exact.WHOLE
        self._solved = exact.WHOLE if whole else exact.MOST
        """The most positions that the solver may look at: all of a board that is solved whole."""

    def estimate(self, view: Any) -> Estimate:
        """Who wins a position, as the seat to act knows it."""
        return self.analysed(view).estimate

    def analysed(self, view: Any, **around: Unpack[Listeners]) -> Analysed:
        """The same with the best moves. ValueError where chance is next; Stopped where
        `should_stop` said so."""
        state, given = self._searched(view)
        if self._game.to_act(state) == OVER:
            return Analysed(self._final(state), Thought(None))
        thought = self._thought(state, given, **around)
        if thought.note == "stopped":
            raise Stopped
        assert thought.value is not None, "searches have expectations"
        estimate = self._estimate(state, thought)
        return Analysed(estimate, self._as_told(thought, estimate, self._game.to_act(state)))

    def _searched(self, state: Any) -> tuple[Any, Any]:
        """The position after all answers to which there is no alternative or which follow a usual
        one; and where what follows is hidden the first of these, which is still to be given."""
        game, search = self._game, self._search
        while (to_act := game.to_act(state)) != OVER:
            if to_act == CHANCE:
                raise ValueError("chance is next: nobody is to act in this position")
            if isinstance(search, Mcts):
                answer = preset_answers.answer(search.game, state)
            else:
                answer = search.form.preset_answer(state)
            legal = game.legal_moves(state) if answer is None else [answer]
            if len(legal) > 1:
                break
            if isinstance(search, Ismcts):
                return state, legal[0]
            state = game.apply(state, legal[0])
        return state, None

    def _thought(self, state: Any, given: Any, **around: Unpack[Listeners]) -> Thought:
        """What the solver or else the search thinks of a position."""
        solver, search = self._solver, self._search
        if solver is not None and solver.effort(state) <= self._solved:
            should_stop = around.get("should_stop")

            def watch(done: int, total: int) -> None:
                if should_stop is not None and should_stop():
                    raise Stopped

            return exact.thought(solver.solve(state, watch), self._game.seats, 0.0, CANDIDATES)
        search.rng.bit_generator.state = _lots(self._game, state).bit_generator.state
        if isinstance(search, Mcts):
            search.plant(None)
        elif given is not None:
            return search.expect(state, given, self.limit)
        return search.think(state, self.limit, **around)

    def _estimate(self, state: Any, thought: Thought) -> Estimate:
        shares = thought.value
        assert shares is not None
        if thought.proof:
            end = state
            for move in thought.line:
                end = self._game.apply(end, move)
            return replace(self._final(end), known=thought.proof)
        if thought.note in _CERTAIN and max(shares) == 1:
            known = f"{sentence(self._game.seat_name(state, shares.index(1)))} wins"
            return Estimate(shares, thought.score, known, thought.playouts)
        told = self._told.told(self._game, state, shares)
        return Estimate(told, thought.score, None, thought.playouts)

    def _final(self, state: Any) -> Estimate:
        """How a game that is over ended."""
        game, score = self._game, self._game.score(state)
        shares = tuple(map(float, game.utilities(state)))
        winners = tuple(seat for seat, share in enumerate(shares) if share)
        who = words.verdict([game.seat_name(state, seat) for seat in winners], game.seats)
        by = words.margin(game, Result(winners, "", score))
        return Estimate(shares, tuple(score.totals), sentence(f"{who}{by}"))

    @staticmethod
    def _as_told(thought: Thought, estimate: Estimate, seat: Seat) -> Thought:
        """The thought with its shares as they are told: the best move has those of the position,
        and the others as much less as the search found, one that was too little looked at to be
        trusted no more. The best ones come first."""
        shares, first = estimate.shares, thought.best_moves[0]
        told = [_scaled(each, first, shares, seat) for each in thought.best_moves]
        told.sort(key=lambda each: -_share(each, seat))
        return replace(thought, value=shares, candidates=tuple(told))


def _scaled(
    candidate: Candidate, best: Candidate, shares: tuple[float, ...], seat: Seat
) -> Candidate:
    """A candidate with shares in proportion to those of the best one, which get `shares`, and no
    greater one of the seat to act."""
    own, base = np.array(candidate.shares or shares), np.array(best.shares or shares)
    odds = own * np.array(shares) / np.maximum(base, 1e-9)
    scaled = odds / odds.sum() if odds.sum() > 0 else own
    return replace(
        candidate, shares=shares if scaled[seat] >= shares[seat] else tuple(scaled.tolist())
    )


def _share(candidate: Candidate, seat: Seat) -> float:
    return candidate.shares[seat] if candidate.shares else 0.0


def _lots(game: AnyGame, view: Any) -> np.random.Generator:
    """Lots that follow from a game and what may be seen of its position."""
    text = repr((game.id, sorted(game.options.items(), key=str), view))
    return np.random.Generator(np.random.SFC64(list(sha256(text.encode()).digest())))
