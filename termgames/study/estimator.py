"""The program's one analysis of positions: who wins, how likely, and by which moves.

A position is searched with a fixed number of playouts, in a tree of its own, by lots that follow
from what may be seen of it: so it has the same figures wherever and whenever it is asked about. A
board that a solver knows needs no search. Questions beside the board are answered as usual before.
"""

from collections.abc import Sequence
from dataclasses import fields, replace
from hashlib import sha256
from typing import Any, Unpack

import numpy as np

from termgames import games
from termgames.core.game import CHANCE, OVER, AnyGame, Hidden, Seat
from termgames.core.text import sentence
from termgames.play.advice import CANDIDATES, Advice, Estimate
from termgames.play.bots.factory import searcher
from termgames.play.bots.players import parse_player
from termgames.play.match import Result
from termgames.play.text import words
from termgames.search import exact, preset_answers
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Candidate, Limit, Listeners, Thought
from termgames.search.mcts.search import Mcts
from termgames.study.told_shares import ToldShares

SEARCH = "mcts:playouts=1"
"""The bot whose search analyses; how long it thinks is ours."""
PREPARED = "prepared answer"
"""The note of a thought about a position that is not searched itself."""
_PROVEN = "proven"
_CERTAIN = (_PROVEN, "looked at to the end")
"""The notes of thoughts that know who wins."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


class Estimator:
    """Analyses positions of one game. Not to be used by several threads."""

    def __init__(self, game: AnyGame, told: ToldShares | None = None) -> None:
        """`told` replaces how shares are told on this board."""
        self._game, self._told = game, told or ToldShares.on(game)
        self.limit = Limit(playouts=self._told.playouts)
        """The thought behind an estimate."""
        self._search = searcher(parse_player(SEARCH), game, seed=None, solves=False)
        self._search.candidates = CANDIDATES
        self._by_points = games.display(game).most_wins
        self._solver = games.solver(game)
        whole = self._solver is not None and self._solver.effort(game.start()) <= exact.WHOLE
        self._solved = exact.WHOLE if whole else exact.MOST
        """The most positions that the solver may look at: all of a board that is solved whole."""

    def estimate(self, view: Any) -> Estimate:
        """Who wins a position, as the seat to act knows it."""
        estimate = self.advice(view).estimate
        assert estimate is not None, "all positions have one"
        return estimate

    def advice(self, view: Any, **around: Unpack[Listeners]) -> Advice:
        """The same with the best moves, as far as one search can tell. ValueError where chance is
        next; Stopped where `should_stop` said so."""
        game = self._game
        if isinstance(game, Hidden) and game.to_act(view) >= 0:
            view = game.view(view, game.to_act(view))
        state, given = self._searched(view)
        if game.to_act(state) == OVER:
            move = given[0] if given else None
            return Advice(move, line=given, note=PREPARED, estimate=self._final(state))
        thought = self._thought(state, given, **around)
        if thought.note == "stopped":
            raise Stopped
        estimate = self._estimate(state, thought)
        if given:
            line = (*given, *(thought.line if state is not view else ()))
            shares = estimate.shares
            return Advice(given[0], shares, line=line, note=PREPARED, estimate=estimate)
        known = {each.name: getattr(thought, each.name) for each in fields(Thought)}
        known["value"] = estimate.shares
        known["candidates"] = self.as_told(thought.best_moves, estimate, game.to_act(state))
        return Advice(**known, estimate=estimate)

    def _searched(self, state: Any) -> tuple[Any, tuple[Any, ...]]:
        """The position in which there is something to find out, and the answers that lead there:
        such as are usual, or without an alternative. Where something is hidden the first of them is
        still to be given."""
        game, search, given = self._game, self._search, list[Any]()
        while (to_act := game.to_act(state)) != OVER:
            if to_act == CHANCE:
                raise ValueError("chance is next: nobody is to act in this position")
            if isinstance(search, Mcts):
                answer = preset_answers.answer(search.game, state)
            else:
                answer = search.form.preset_answer(state)
            answers = game.legal_moves(state) if answer is None else [answer]
            if len(answers) > 1:
                break
            given += answers
            if isinstance(search, Ismcts):
                break
            state = game.apply(state, answers[0])
        return state, tuple(given)

    def _thought(self, state: Any, given: tuple[Any, ...], **around: Unpack[Listeners]) -> Thought:
        """What the solver or else the search thinks of a position."""
        solver, search = self._solver, self._search
        should_stop, on_progress = around.get("should_stop"), around.get("on_progress")
        if solver is not None and solver.effort(state) <= self._solved:

            def watch(done: int, total: int) -> None:
                if should_stop is not None and should_stop():
                    raise Stopped
                if on_progress is not None:  # it may take seconds
                    on_progress(Thought(None, note="solving the board"))

            return exact.thought(solver.solve(state, watch), self._game.seats, 0.0, CANDIDATES)
        search.rng.bit_generator.state = _lots(self._game, state).bit_generator.state
        if isinstance(search, Mcts):
            search.plant(None)
        elif given:
            return search.expect(state, given[0], self.limit)
        return search.think(state, self.limit, **around)

    def _estimate(self, state: Any, thought: Thought) -> Estimate:
        shares = thought.value
        assert shares is not None, "searches have expectations"
        if thought.proof:
            end = state
            for move in thought.line:
                end = self._game.apply(end, move)
            return replace(self._final(end), known=thought.proof)
        if thought.note not in _CERTAIN:
            shares, points = self._told.told(self._game, state, shares), thought.score
            if points and self._by_points and np.argmax(points) != np.argmax(shares):
                points = None  # playouts favour a colour so much that the totals tell nothing
            return Estimate(shares, points, None, thought.playouts)
        # What others choose between equals may be open, but not whom they let win for certain.
        sure = max(shares) == 1 or thought.note == _PROVEN
        known = self._verdict(state, shares) if sure else None
        return Estimate(shares, thought.score, known and sentence(known), thought.playouts)

    def _final(self, state: Any) -> Estimate:
        """How a game that is over ended."""
        game, score = self._game, self._game.score(state)
        shares = tuple(map(float, game.utilities(state)))
        winners = tuple(seat for seat, share in enumerate(shares) if share)
        known = self._verdict(state, shares) + words.margin(game, Result(winners, "", score))
        return Estimate(shares, tuple(score.totals), sentence(known))

    def _verdict(self, state: Any, shares: tuple[float, ...]) -> str:
        """Who wins where these shares are certain."""
        game = self._game
        names = [game.seat_name(state, seat) for seat, share in enumerate(shares) if share]
        return words.verdict(names, game.seats)

    def as_told(
        self, candidates: Sequence[Candidate], estimate: Estimate, seat: Seat
    ) -> tuple[Candidate, ...]:
        """Candidates with their shares as they are told, the best one first: the first one, which
        is thought best, has those of the position, and the others as much less as was found of
        them; one of which more was found was only looked at too little, or draws level."""
        best = np.maximum(candidates[0].shares or estimate.shares, 1e-9)

        def told(candidate: Candidate) -> Candidate:
            shares = np.array(candidate.shares or best) / best
            odds = shares**self._told.sharp * estimate.shares
            shares = odds / max(odds.sum(), 1e-9)
            lost = odds.sum() > 0 and shares[seat] < estimate.shares[seat] - 1e-9
            score = None if estimate.points is None else candidate.score
            told = tuple(shares.tolist()) if lost else estimate.shares
            return replace(candidate, shares=told, score=score)

        return tuple(sorted(map(told, candidates), key=lambda each: -(each.shares or ())[seat]))


def _lots(game: AnyGame, view: Any) -> np.random.Generator:
    """Lots that follow from a game and what may be seen of its position."""
    text = repr((game.id, sorted(game.options.items(), key=str), view))
    return np.random.Generator(np.random.SFC64(list(sha256(text.encode()).digest())))
