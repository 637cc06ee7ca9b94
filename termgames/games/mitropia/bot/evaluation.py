"""What a board is worth, by playouts, and which points they show to be settled.

Playouts are counted by area. Random play fills its own ground, so the territory at the end of a
playout says little; whoever has much ground loses most. Area says what people would have: if
all put equally many stones from now on, the territory of each is his area less the stones that
he has put so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core import regions
from termgames.core.arrays import Bytes, Flags, Floats, Indices, Rng, SmallInts
from termgames.core.evaluation import Evaluation, Reward, evaluated
from termgames.games.mitropia import cards, rollout
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.questions import Settle, Turn
from termgames.games.mitropia.rollout import MitropiaKernel
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones import alliance
from termgames.go.heuristics import ALIVE
from termgames.go.playouts import gathered

_JUDGING = 64
"""Playouts of one judgement of the board."""
_REMEMBERED = 32
"""Judgements that are kept."""
_TAIL = 0.05
"""Playouts are counted as they stand when no greater part of them is still going on."""
_TURNS = 60
"""Playouts go on for so many turns and half as many as there are points. With five players
on 19x19 leads vary a third less then from playout to playout, between positions of the
middle game as much as in whole ones, and a playout takes half the time."""
_SURE = 0.93
"""A seat's part of the playouts from which on a point is settled."""
_ENCLOSED = 0.7
"""The same for a point of an empty region that one side alone touches: random play
invades such ground more often than anybody gains by it."""

_LONG = 1.5
"""A game is long when so many times as many stones were put as the board has points."""

HELD = {
    cards.EXTRA_MOVE: 3.0,
    cards.REJECT_AND_REPLACE: 4.0,
    cards.REJECT: 2.0,
    cards.REPLACE_ANY: 3.0,
    cards.PAIR_PLACE: 2.0,
    cards.MOVE_ANYWHERE: 1.5,
    cards.MOVE_THREE: 1.5,
    cards.MOVE_TWO: 1.0,
    cards.TRADE_1_2: 0.3,
    cards.TRADE_2_5: 0.6,
    cards.TRADE_3_8: 0.9,
}
"""Points that a card in the hand is worth while the board is open: what playing it brings
has to be worth more."""


@dataclass(frozen=True, eq=False)
class FinishedBoards:
    """The boards with which L playouts ended."""

    owner: SmallInts
    """(L, cells): whose each point is, stones included, or NEUTRAL."""
    first: Bytes
    """(L, cells): 1 + the seat that first put a stone on the point, 0 where nobody did."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """What playouts say of one board before it is searched."""

    settled: Flags
    """(cells,): empty points whose owner is certain. A stone there costs a point and gains
    none."""
    owner: Floats
    """(cells, seats): in what part of the playouts each seat owned each point."""
    openness: float = 1.0
    """From 0 to 1: how much of the board is still open. The more is settled, the less is a
    card in the hand worth."""
    fills_up: bool = False
    """Whether the game has lasted so long that players put stones wherever they can, as
    playouts do, to bring it to an end."""


class BoardEvaluator:
    """Playouts of one set-up game without cards, surrender and prisoners."""

    def __init__(self, game: Mitropia) -> None:
        self.game, self.table, self.seats = game, game.table, game.seats
        self.cells = game.topology.cells
        self.kernel = MitropiaKernel(game, keep_prisoners=False)
        self._outlooks: dict[Any, tuple[Floats, Floats]] = {}
        """What `outlook` answered, by all that it depends on."""

    def ends(self, states: Sequence[State], lanes: int, rng: Rng) -> FinishedBoards:
        """`lanes` playouts from each state in which a stone may be put; where the players
        agree about dead stones, as if they played on."""
        begun = [
            replace(s, question=Turn(s.turn), passes=0) if isinstance(s.question, Settle) else s
            for s in states
        ]
        # Later stones fill up what is settled: they cost time, and tell less.
        most = min(self.cells, _TURNS + self.cells // 2)
        done = self.kernel.boards(begun, lanes, rng, cap=most, tail=_TAIL)
        heads = np.repeat(self._heads(states), lanes, axis=0)
        return FinishedBoards(
            regions.owners(self.game.topology, done.stones, heads),
            done.first,
        )

    @staticmethod
    def _heads(states: Sequence[State]) -> Indices:
        return np.array([alliance.blocs(s.occupiers) for s in states], np.intp)

    def worth(
        self, states: Sequence[State], owner: SmallInts, lanes: int, openness: float
    ) -> tuple[Floats, Floats]:
        """Totals and win shares (L, seats) from who owns what (L, cells) at the ends of
        `lanes` playouts of each state, where the board is as open as `openness` says.

        Prisoners go back into what ground their colours will have, as at the end.
        """
        shape = (len(states), self.seats)
        area = np.stack([(owner == seat).sum(axis=1) for seat in range(self.seats)], axis=1)
        held = np.zeros((*shape, self.seats), np.int32)
        laid, points = np.zeros(shape, np.intp), np.zeros(shape, np.float32)
        for row, s in enumerate(states):
            points[row] = [self._points(s, seat, openness) for seat in range(self.seats)]
            if not self.table.by_area(s):
                laid[row] = [s.stones.count(seat + 1) for seat in range(self.seats)]
                held[row] = s.board.prisoners
        heads = np.repeat(self._heads(states), lanes, axis=0)
        own = area - np.repeat(laid, lanes, axis=0)
        # Who has less than nothing of his own is no burden to his occupier.
        own = np.where(heads == np.arange(self.seats), own, np.maximum(own, 0))
        if held.any():
            order = np.repeat(np.array([s.order for s in states], np.uint8), lanes, axis=0)
            prisoners = np.repeat(held, lanes, axis=0)
            back = rollout.put_back(prisoners, heads, order, np.maximum(own, 0))
            own = own - back.sum(axis=1) + (prisoners - back).sum(axis=2)
        totals = np.repeat(points, lanes, axis=0)
        np.add.at(totals, (np.arange(len(totals))[:, None], heads), own.astype(np.float32))
        return totals, rollout.shares(totals, heads)

    @staticmethod
    def _points(s: State, seat: int, openness: float) -> float:
        """What a seat's cards are worth."""
        held = sum(HELD.get(kind, 0.0) for kind in s.cards.hands[seat] if kind is not None)
        return cards.points(s.cards, seat) + held * openness

    def evaluation(
        self, states: Sequence[State], lanes: int, rng: Rng, reward: Reward, openness: float
    ) -> Evaluation:
        """Playouts from each state, as a search takes them."""
        ends = self.ends(states, lanes, rng)
        points, won = self.worth(states, ends.owner, lanes, openness)
        return evaluated(
            reward.of(won, points),
            reward.shares(won, points),
            points,
            ends.owner,
            ends.first,
            lanes,
        )

    # -- one board --------------------------------------------------------------------------

    def outlook(self, s: State) -> tuple[Floats, Floats]:
        """Win shares (seats,) and ownership (cells, seats) by playouts; the same for the
        same board, so that those who are asked one after the other see the same. Hands
        are left out of it: nobody sees them all."""
        bare = replace(s.cards, hands=((),) * self.seats)
        points = tuple(cards.points(bare, seat) for seat in range(self.seats))
        lasting = s.starts, s.order, s.resumed, points
        key = s.stones, s.occupiers, s.turn, s.board.prisoners, lasting
        cached = self._outlooks.get(key)
        if cached is None:
            rng = np.random.default_rng(len(s.stones) + sum(s.stones[::7]))
            at_turn = replace(
                s, question=Turn(s.turn), dice=None, ending=None, passes=0, cards=bare
            )
            with gathered.alone():
                ends = self.ends([at_turn], _JUDGING, rng)
            _, won = self.worth([at_turn], ends.owner, _JUDGING, 0.0)
            owner = [(ends.owner == seat).mean(axis=0) for seat in range(self.seats)]
            cached = won.mean(axis=0), np.stack(owner, 1).astype(np.float32)
            while len(self._outlooks) >= _REMEMBERED:
                self._outlooks.pop(next(iter(self._outlooks)))
            self._outlooks[key] = cached
        return cached

    def judge(self, s: State) -> Judgement:
        """What is settled, and how open the board is. Where dead stones have to be captured,
        the points beside them are open."""
        fills_up = len(s.board.history.keys) > _LONG * self.cells
        none = np.zeros(self.cells, bool)
        if heuristics.opening(s):
            even = np.full((self.cells, self.seats), 0.5, np.float32)
            return Judgement(none, even, fills_up=fills_up)
        stones = np.frombuffer(s.stones, np.uint8)
        _, owner = self.outlook(s)
        ground = regions.territory(self.game.topology, stones[None], self._heads([s]))[0]
        kept = owner[np.arange(self.cells), np.maximum(ground, 0)]
        certain = (owner.max(axis=1) >= _SURE) | ((ground >= 0) & (kept >= _ENCLOSED))
        openness = min(1.0, 2 * float((~certain).mean()))
        if fills_up:
            return Judgement(none, owner, openness, fills_up)
        settled = (stones == 0) & certain
        if not self.table.will_agree(s):
            held = owner[np.arange(self.cells), np.maximum(stones, 1) - 1]
            lost = np.append((stones > 0) & (held < ALIVE), False)
            settled &= ~lost[self.game.topology.neighbours[: self.cells]].any(axis=1)
        return Judgement(np.asarray(settled), owner, openness)
