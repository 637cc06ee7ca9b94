"""Mitropia for a search through worlds; see `core.worlds`.

A search decides where stones go, which card is played, and whether another player's
stones are rejected; `habits` answers the rest. Points that a search looks at are in reach,
no suicide and no own eye. Playouts know the dice's reach and prisoners, and neither cards
nor surrender.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import Playouts
from termgames.core.gorows import GoRows, View
from termgames.core.packed import Evaluation, Reward
from termgames.games.mitropia import alliance, cards, habits, placing, plays, tally, turns
from termgames.games.mitropia.answers import Numbers
from termgames.games.mitropia.distance import within
from termgames.games.mitropia.moves import (
    DONE,
    FORFEIT,
    LET,
    PASS,
    PASS_AND_DRAW,
    ROLL,
    Move,
    Play,
)
from termgames.games.mitropia.rollout import MitropiaKernel
from termgames.games.mitropia.rules import QUESTIONS, Mitropia
from termgames.games.mitropia.state import Act, Reaction, ReplaceAt, Settle, State, Stones, Turn

_JUDGING = 96
"""Playouts of one judgement of the board."""
_SHIFTED = 8
"""Stones at the most that a search thinks of lifting."""
_PRICE = 0.02
"""Reward that a card is worth in the hand: what it does has to be worth more."""
_TAKES = 0.05
"""Reward added to the guess for a stone that captures."""
_TAIL = 0.05
"""Playouts are counted as they stand when no greater part of them is still going on."""
_SURE = 0.93
"""A seat's part of the playouts from which on a point is settled."""


class MitropiaWorlds:
    """One set-up game; implements `core.worlds.Worlds`."""

    tuning: ClassVar = {
        "reward": Reward(0.3, 12.0),
        "lanes": 8,
        "lanes_late": 8,
        "leaves": 64,
        "patience": 3,
    }

    def __init__(self, game: Mitropia) -> None:
        self.game, self.table = game, game.table
        self.seats, self.cells = game.seats, game.topology.cells
        self.numbers = Numbers(game.topology, self.seats)
        self.actions = self.numbers.actions
        self.features = self.seats * self.cells
        """AMAF: who was the first to put a stone on a cell."""
        self.kernel = MitropiaKernel(game)
        self.rows = GoRows(game.topology)
        self._seen: tuple[State, View] | None = None
        self._judged: tuple[Any, NDArray[np.float32], NDArray[np.float32]] | None = None
        self._settled = np.zeros(self.cells, bool)
        """(cells,): points that nobody has to look at, as the board was judged last."""

    # -- answers ----------------------------------------------------------------------------

    def candidates(self, s: State) -> NDArray[np.int32]:
        """(k,): answers by number; all legal ones where there are no stones to put."""
        match s.question:
            case Turn(seat):
                return self._choices(s, seat)
            case Act(seat):
                return self._acts(s, seat, FORFEIT)
            case Stones() as q:
                return self._stones(s, q)
            case ReplaceAt(cells=cells):
                return np.array(cells, np.int32)
        assert s.question is not None
        answers, _ = QUESTIONS[type(s.question)]
        found = list(answers(self.table, s, s.question))
        if isinstance(s.question, Settle):
            return np.zeros(0, np.int32)
        return self.numbers.numbers(found)

    def _choices(self, s: State, seat: int) -> NDArray[np.int32]:
        """How a turn begins. Whoever has rolled may still do nothing; so a pass, like coming
        under another player and leaving him, is a habit where there are dice."""
        if self.table.dice:
            return self.numbers.numbers([ROLL])
        return self._acts(s, seat, PASS_AND_DRAW if turns.may_draw(self.table, s) else PASS)

    def _acts(self, s: State, seat: int, idle: Move) -> NDArray[np.int32]:
        reach = self.table.reach(s)
        points = np.flatnonzero(self._sensible(s, seat, reach))
        hand = s.cards.hands[seat]
        played = [] if not hand else [m for m in self._cards(s, seat) if m.card in _USEFUL]
        return np.concatenate([points, self.numbers.numbers([*played, idle])]).astype(np.int32)

    def _cards(self, s: State, seat: int) -> Sequence[Play]:
        return list(plays.playable(self.table, s, seat))

    def _stones(self, s: State, q: Stones) -> NDArray[np.int32]:
        """The steps of a card."""
        reach = None if q.card == cards.MOVE_ANYWHERE else self.table.reach(s)
        done = [self.numbers.number(DONE)] if q.put else []
        if q.card in plays.MOVES:
            found = self._shifts(s, q)
        elif q.card == cards.PAIR_PLACE:
            found = self._pairs(s, q.seat, reach)
        elif q.card == cards.REPLACE_ANY:
            blocs = np.array([-1, *alliance.blocs(s.occupiers)])
            side = blocs[np.frombuffer(s.stones, np.uint8)]
            found = np.flatnonzero((side >= 0) & (side != blocs[1 + q.seat]))
        else:
            found = np.flatnonzero(self._sensible(s, q.seat, reach))
        return np.concatenate([found, done]).astype(np.int32)

    def _pairs(self, s: State, seat: int, reach: int | None) -> NDArray[np.intp]:
        view = self._view(s, seat)
        first, second = self.numbers.edges.T
        near = self._near(s, seat, reach)
        eyes = view.eye[first] & view.eye[second]
        good = view.empty[first] & view.empty[second] & (near[first] | near[second]) & ~eyes
        return self.numbers.pairs + np.flatnonzero(good)

    def _shifts(self, s: State, q: Stones) -> NDArray[np.intp]:
        """Lifting the stones with the least room, to points that are sensible now."""
        view = self._view(s, q.seat)
        stones = np.frombuffer(s.stones, np.uint8)
        own = np.flatnonzero(stones == q.seat + 1)
        own = own[~np.isin(own, q.put)]
        if not own.size:
            return own
        worst = own[np.argsort(view.rooms[own], kind="stable")][:_SHIFTED]
        targets = np.flatnonzero(self._sensible(s, q.seat, self.table.reach(s)))
        grid = self.numbers.shifts + worst[:, None] * self.cells + targets
        found: NDArray[np.intp] = grid.ravel()
        return found

    def move(self, s: State, action: int) -> Move:
        """The answer of that number; what does nothing gets rid of a card if it can."""
        move = self.numbers.move(action)
        if move == FORFEIT and isinstance(s.question, Act):
            return habits.idle(s, s.question.seat)
        return move

    # -- the board as a seat finds it -----------------------------------------------------------

    def _view(self, s: State, seat: int) -> View:
        if self._seen is not None and self._seen[0] is s:
            return self._seen[1]
        side = np.array([0, *(1 + bloc for bloc in alliance.blocs(s.occupiers))], np.uint8)
        sides = side[np.frombuffer(s.stones, np.uint8)]
        groups = self.rows.groups(sides[None])[0]
        view = self.rows.view(sides, groups, int(side[1 + seat]))
        self._seen = s, view
        return view

    def _near(self, s: State, seat: int, reach: int | None) -> NDArray[np.bool_]:
        return within(self.game.topology, placing.origins(s, s.stones, seat), reach)

    def _sensible(self, s: State, seat: int, reach: int | None) -> NDArray[np.bool_]:
        """(cells,): points in reach that are neither suicide nor own eyes nor in ground
        that is settled."""
        view = self._view(s, seat)
        fit = view.playable & ~view.eye & ~self._settled
        return np.asarray(fit & self._near(s, seat, reach))

    # -- what guides a search -----------------------------------------------------------------

    def traits(self, s: State, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """(k,): the seat's stone on the cell, of a pair on its first."""
        target = self.numbers.target(actions)
        seat = self.game.to_act(s)
        return np.where(target < 0, -1, seat * self.cells + target).astype(np.int32)

    def prior(self, s: State, actions: NDArray[np.int32]) -> NDArray[np.float32]:
        """(k,): stones that capture are worth a look, and a card has its price."""
        found = np.zeros(len(actions), np.float32)
        target = self.numbers.target(actions)
        stones = target >= 0
        if stones.any():
            view = self._view(s, self.game.to_act(s))
            cells = target[stones]
            found[stones] = _TAKES * (view.takes[cells] > 0)
        for index in np.flatnonzero(~stones).tolist():
            move = self.numbers.move(int(actions[index]))
            if isinstance(move, Play):
                found[index] = -_PRICE
        return found

    def quiet(self, s: State) -> Move | None:
        """The usual answer where no playout can begin."""
        return habits.usual(self.table, s)

    # -- worth ------------------------------------------------------------------------------

    def evaluate(
        self, states: Sequence[State], lanes: int, rng: np.random.Generator, reward: Reward
    ) -> Evaluation:
        """Playouts from each state, whoever has a stone to put beginning."""
        done = self._played(states, lanes, rng)
        points, won = self._worth(states, done.owner, lanes)
        count = len(states)
        gained = reward.of(won, points).reshape(count, lanes, self.seats)
        share = reward.shares(won, points).reshape(count, lanes, self.seats)
        played = done.played.reshape(count, lanes, self.seats, self.cells).astype(np.float32)
        rewards = np.einsum("plsc,pls->psc", played, gained, optimize=True)
        owner = [(done.owner == seat).sum(axis=0) for seat in range(self.seats)]
        return Evaluation(
            reward=gained.mean(axis=1),
            share=share.mean(axis=1),
            owner=np.stack(owner, axis=1).astype(np.float32),
            amaf_count=played.sum(axis=1).reshape(count, self.features),
            amaf_reward=rewards.reshape(count, self.features).astype(np.float32),
        )

    def _played(self, states: Sequence[State], lanes: int, rng: np.random.Generator) -> Playouts:
        return self.kernel.playouts(states, lanes, rng, cap=self.kernel.short, tail=_TAIL)

    def _worth(
        self, states: Sequence[State], owner: NDArray[np.int8], lanes: int
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What playouts promise: totals and win shares (L, seats), from who owns what
        (L, cells) at their ends.

        Random play fills its own ground, which costs those who have much of it most. What
        people do is told by the area: when all put equally many stones from now on, the
        territory of each is his area, less the stones he has put so far.
        """
        seats = range(self.seats)
        area = np.stack([np.count_nonzero(owner == seat, axis=1) for seat in seats], axis=1)
        put = np.zeros((len(states), self.seats), np.float32)
        cards_ = np.zeros_like(put)
        for row, state in enumerate(states):
            cards_[row] = [cards.points(state.cards, seat) for seat in seats]
            if not (self.table.area or state.resumed):
                lost = np.array(state.board.prisoners).sum(axis=0)
                put[row] = lost + [state.stones.count(seat + 1) for seat in seats]
        heads = np.repeat(np.array([alliance.blocs(s.occupiers) for s in states]), lanes, axis=0)
        totals = np.repeat(cards_, lanes, axis=0)
        own = area - np.repeat(put, lanes, axis=0)
        np.add.at(totals, (np.arange(len(totals))[:, None], heads), own)
        return totals, tally.shares(totals, heads)

    def final(self, s: State, reward: Reward) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rewards and win shares (seats,), by the rules' own count."""
        score = np.array([self.game.score(s).totals], np.float32)
        share = self.game.utilities(s)[None]
        return reward.of(share, score)[0], reward.shares(share, score)[0]

    def outlook(self, s: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Win shares (seats,) and ownership (cells, seats) by playouts; the same for the
        same board, so that those who are asked one after the other see the same."""
        key = s.stones, s.occupiers, s.turn, s.board.prisoners
        if self._judged is None or self._judged[0] != key:
            rng = np.random.default_rng(len(s.stones) + sum(s.stones[::7]))
            at_turn = replace(s, question=Turn(s.turn), dice=None, ending=None)
            done = self._played([at_turn], _JUDGING, rng)
            _, won = self._worth([at_turn], done.owner, _JUDGING)
            owner = np.stack([(done.owner == seat).mean(axis=0) for seat in range(self.seats)], 1)
            self._judged = key, won.mean(axis=0), owner.astype(np.float32)
        return self._judged[1], self._judged[2]

    def book(self, s: State, rng: np.random.Generator) -> Move | None:
        """What habit answers; a turn that is to be searched is judged here first."""
        question = s.question
        if isinstance(question, Settle):
            return habits.agree(self.table, s, self.outlook, self.game.utilities)
        if isinstance(question, Reaction) and not self._may_react(s, question.asked):
            return LET
        if isinstance(question, Turn | Act | Stones) and s.stones.count(0) < self.cells:
            self._settled = self._settle(s)
        if isinstance(question, Turn):
            return habits.first_choice(self.table, s, self.outlook)
        searched = Act | Stones | Reaction | ReplaceAt
        return None if isinstance(question, searched) else habits.usual(self.table, s)

    def _settle(self, s: State) -> NDArray[np.bool_]:
        """(cells,): empty points whose owner is certain: a stone there costs a point and
        brings none. Where dead stones have to be captured, points beside them are open."""
        _, owner = self.outlook(s)
        stones = np.frombuffer(s.stones, np.uint8)
        sure = (stones == 0) & (owner.max(axis=1) >= _SURE)
        if not self.table.agree or s.resumed:
            held = owner[np.arange(self.cells), np.maximum(stones, 1) - 1]
            lost = np.append((stones > 0) & (held < habits.ALIVE), False)
            sure &= ~lost[self.game.topology.neighbours[: self.cells]].any(axis=1)
        return np.asarray(sure)

    def _may_react(self, s: State, seat: int) -> bool:
        return any(kind in s.cards.hands[seat] for kind in cards.REACTIONS)


_USEFUL = frozenset(plays.STEPS) | frozenset(cards.TRADES)
"""The cards a search thinks of playing; the others are laid down by habit."""


def worlds(game: Mitropia) -> MitropiaWorlds:
    """The game for a search through worlds."""
    return MitropiaWorlds(game)
