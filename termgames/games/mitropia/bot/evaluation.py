"""The value of boards by playouts, and which points are settled.

Playouts are counted by area. Random play fills its own territory, so the territory at the end of
a playout says little: who had the most has lost the most. The area says what careful players
would have: if all place equally many stones from now on, the territory of each is his area less
the stones that he has on the board now, and less a number that is the same for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core import regions
from termgames.core.arrays import Bytes, Flags, Floats, Indices, Rng, SmallInts
from termgames.core.evaluation import Evaluation, Reward, evaluated
from termgames.games.mitropia import cards, kernel
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.kernel import MitropiaKernel
from termgames.games.mitropia.questions import Settle, Turn
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.turns.reactions import play_on
from termgames.go.heuristics import ALIVE

_JUDGING = 64
"""Playouts of one outlook."""
_REMEMBERED = 32
"""How many outlooks are cached."""
_TAIL = 0.05
"""Playouts are stopped and counted as they stand when at most this part of them is still going
on."""
_TURNS = 60
"""A playout stops after this many turns plus half the number of points. With five players on
19x19 leads then vary a third less from playout to playout, but between positions of the middle
game as much as with whole playouts; and a playout takes half the time."""
_SURE = 0.93
"""A point is settled when one seat owns it in at least this part of the playouts."""
_ENCLOSED = 0.7
"""The same for a point of territory (an empty region that one side alone touches) and its owner:
random play invades territory more often than anybody gains by it."""

_LONG = 1.5
"""A game is long when it has had more than this many positions for each point of the board."""

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
"""The value in points of a card in the hand while the board is open. Playing the card must bring
more than that."""


@dataclass(frozen=True, eq=False)
class FinishedBoards:
    """The boards with which L playouts ended."""

    owner: SmallInts
    """(L, cells): the seat that owns each point, stones included, or NEUTRAL."""
    first: Bytes
    """(L, cells): 1 + the seat that first put a stone on the point, 0 if none."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """What playouts say about one board before it is searched."""

    settled: Flags
    """(cells,): empty points whose owner is certain. A stone there costs a point and gains
    none."""
    owner: Floats
    """(cells, seats): in what part of the playouts each seat owned each point."""
    openness: float = 1.0
    """From 0 to 1: how much of the board is still open. The less it is, the less a card in the
    hand is worth."""
    fills_up: bool = False
    """Whether the game has lasted so long that players put stones wherever they can, as
    playouts do, to bring it to an end."""


class BoardEvaluator:
    """Values positions of one set-up game. In its playouts nobody plays cards or surrenders, and no
    prisoners are kept."""

    def __init__(self, game: Mitropia) -> None:
        self.game, self.table, self.seats = game, game.table, game.seats
        self.cells = game.topology.cells
        self.kernel = MitropiaKernel(game, keep_prisoners=False)
        self._outlooks: dict[Any, tuple[Floats, Floats]] = {}
        """What `outlook` returned, by all that it depends on."""

    def ends(self, states: Sequence[State], lanes: int, rng: Rng) -> FinishedBoards:
        """`lanes` playouts from each state, which must be one from which a playout can begin
        (`kernel.on_the_way`). Where the players agree on dead stones, the next turn begins."""
        begun = [play_on(self.table, s) if isinstance(s.question, Settle) else s for s in states]
        # Later stones only fill settled points: they cost time and say little.
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
        """Totals (L, seats) and win shares (L, seats) from `owner` (L, cells), the owner of each
        point at the end of `lanes` playouts from each state. `openness` as in `Judgement`.

        Prisoners go back into the territory that their colours will have (rule 20).
        """
        shape = (len(states), self.seats)
        area = np.stack([(owner == seat).sum(axis=1) for seat in range(self.seats)], axis=1)
        held = np.zeros((*shape, self.seats), np.int32)
        laid, points = np.zeros(shape, np.intp), np.zeros(shape, np.float32)
        for row, s in enumerate(states):
            points[row] = [self._points(s, seat, openness) for seat in range(self.seats)]
            if not self.table.by_area:
                laid[row] = [s.stones.count(seat + 1) for seat in range(self.seats)]
                held[row] = s.board.prisoners
        heads = np.repeat(self._heads(states), lanes, axis=0)
        own = area - np.repeat(laid, lanes, axis=0)
        # An occupied player with less than no points takes none from his occupier.
        own = np.where(heads == np.arange(self.seats), own, np.maximum(own, 0))
        if held.any():
            order = np.repeat(np.array([s.order for s in states], np.uint8), lanes, axis=0)
            prisoners = np.repeat(held, lanes, axis=0)
            back = kernel.put_back(prisoners, heads, order, np.maximum(own, 0))
            own = own - back.sum(axis=1) + (prisoners - back).sum(axis=2)
        own = own + np.repeat(points, lanes, axis=0)
        totals = np.zeros(own.shape, np.float32)
        np.add.at(totals, (np.arange(len(totals))[:, None], heads), own.astype(np.float32))
        return totals, kernel.shares(totals, heads)

    @staticmethod
    def _points(s: State, seat: int, openness: float) -> float:
        """What a seat's known cards are worth, in points."""
        held = sum(HELD.get(kind, 0.0) for kind in s.cards.hands[seat] if kind is not None)
        return cards.points(s.cards, seat) + held * openness

    def evaluation(
        self, states: Sequence[State], lanes: int, rng: Rng, reward: Reward, openness: float
    ) -> Evaluation:
        """The results of `lanes` playouts from each state, as a search needs them. An occupied
        player plays for what he would win alone, and else for the points of his bloc."""
        ends = self.ends(states, lanes, rng)
        points, won = self.worth(states, ends.owner, lanes, openness)
        gained = reward.of(won, points)
        heads = np.repeat(self._heads(states), lanes, axis=0)
        for seat in range(self.seats):
            under = np.flatnonzero(heads[:, seat] != seat)
            if under.size:
                freed = [
                    replace(s, occupiers=alliance.independent(s.occupiers, seat)) for s in states
                ]
                _, alone = self.worth(freed, ends.owner, lanes, openness)
                left = loyal(gained, won, reward, heads[:, seat])
                gained[under, seat] = (left + (1 - reward.weight) * alone[:, seat])[under]
        return evaluated(
            gained,
            reward.shares(won, points),
            points,
            ends.owner,
            ends.first,
            lanes,
        )

    # -- one board --------------------------------------------------------------------------

    def outlook(self, s: State) -> tuple[Floats, Floats]:
        """Win shares (seats,) and the part of the playouts (cells, seats) in which each seat owned
        each point. The same for the same board, so that players who are asked one after the other
        judge it alike. Hands are ignored: nobody sees them all."""
        bare = replace(s.cards, hands=((),) * self.seats)
        points = tuple(cards.points(bare, seat) for seat in range(self.seats))
        key = s.stones, s.occupiers, s.turn, s.board.prisoners, s.starts, s.order, points
        cached = self._outlooks.get(key)
        if cached is None:
            rng = np.random.default_rng(len(s.stones) + sum(s.stones[::7]))
            at_turn = replace(
                s,
                board=replace(s.board, idle=0),
                question=Turn(s.turn),
                dice=None,
                ending=None,
                passes=0,
                cards=bare,
            )
            ends = self.ends([at_turn], _JUDGING, rng)
            _, won = self.worth([at_turn], ends.owner, _JUDGING, 0.0)
            owner = [(ends.owner == seat).mean(axis=0) for seat in range(self.seats)]
            cached = won.mean(axis=0), np.stack(owner, 1).astype(np.float32)
            while len(self._outlooks) >= _REMEMBERED:
                self._outlooks.pop(next(iter(self._outlooks)))
            self._outlooks[key] = cached
        return cached

    def judge(self, s: State) -> Judgement:
        """What is settled, and how open the board is. Unless the players will agree on dead
        stones, these must be captured: then no point next to a dead stone is settled."""
        fills_up = s.board.history.plies + 1 > _LONG * self.cells
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


def loyal(gained: Floats, share: Floats, reward: Reward, head: Indices) -> Floats:
    """(n,): what is left to an occupied player whose bloc has the heads `head` (n,), by the rewards
    `gained` (n, seats) and win shares `share` (n, seats): he cannot win, and is glad of the points
    of his bloc. Without this he would play against whoever has the most, his occupier too."""
    row = np.arange(len(head))
    return np.asarray(gained[row, head] - (1 - reward.weight) * share[row, head], np.float32)
