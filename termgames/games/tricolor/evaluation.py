"""How bots answer questions beside the board: which stones are dead, and whether to resign.

A group counts as dead when random play from the position seldom leaves its points to its owner.
What the third player will do is uncertain, so only clear cases are called dead. A bot declines a
proposal of dead stones when its share of the win would be larger with the stones that it takes for
dead itself. Otherwise it agrees; but if it has lost by the proposal, it declines when a search
expects enough of playing on.
"""

import zlib
from collections.abc import Sequence
from itertools import islice

import numpy as np

from termgames.core import regions
from termgames.core.arrays import Flags, Floats, Ints, Rng
from termgames.core.game import Seat
from termgames.core.options import AGREE as ASK
from termgames.core.topology import Cell
from termgames.games.tricolor import scoring
from termgames.games.tricolor.kernel import CountedPlayouts, TriColorKernel
from termgames.games.tricolor.state import Move, Propose, State
from termgames.go import heuristics
from termgames.go.dead_stones import AGREE, DECLINE, Dead
from termgames.go.superko import NOBODY

_LANES = 192
"""Playouts from one position."""
_SETTLED = 0.4
"""No stone is expected to be dead while a larger part of the board than this is empty."""
_HOPELESS = 0.02
"""The share of the win below which a player resigns, if another does with him."""
_LONG = 1.5
"""A game is long after this many turns for each point of the board. By then most of the board was
decided once."""
_HOPELESS_LONG = 0.1
"""The same in long games. In 33 games two players had less for the first time; neither of them won
any."""
_SURE = 0.9
"""A point is decided when one player owns it in at least this part of the playouts."""
_ENOUGH_DECIDED = 0.5
"""A bot resigns only when at least this part of the board is decided."""
_PLAYS_ON = 0.1
"""A bot that has lost by the dead stones proposed declines them when a search expects at least
this share of the win from playing on."""
_AGAIN = 30
"""After any table talk a bot proposes nothing for this many plies."""


class TriColorJudge:
    """Judges positions of one set-up game."""

    def __init__(self, kernel: TriColorKernel) -> None:
        self.game, self.kernel = kernel.game, kernel
        self._kept_points: dict[tuple[bytes, int], Floats] = {}

    # -- dead stones ------------------------------------------------------------------------

    def dead(self, state: State) -> tuple[Cell, ...]:
        """The stones of the groups that are dead, ascending. Always the same for the same board
        and turn, so that all bots agree about them."""
        return heuristics.dead(self.game.topology, state.stones, self._kept(state))

    def _kept(self, state: State) -> Floats:
        """(cells, 3): in what part of the playouts each seat owns each point at the end. Always
        the same for the same board and turn."""
        asked = state.stones, state.turn
        if asked not in self._kept_points:
            if len(self._kept_points) > 64:
                self._kept_points.clear()
            owner = self._playouts(state, np.random.default_rng(zlib.crc32(state.stones))).owner
            self._kept_points[asked] = np.stack(
                [(owner == seat).mean(axis=0) for seat in range(self.game.seats)], axis=1
            )
        return self._kept_points[asked]

    def _playouts(self, state: State, rng: Rng) -> CountedPlayouts:
        """Counted playouts from the position, as if nobody had passed yet."""
        board = np.frombuffer(state.stones, np.uint8)[None]
        return self.kernel.run(board, np.array([state.turn]), None, _LANES, rng)

    def expected(self, state: State) -> Flags:
        """(cells,): the stones that players will agree are dead if all pass from now on; none where
        they will not be asked or the game is over, or while there is much to play for."""
        marked = np.zeros(self.game.topology.cells, bool)
        asks = self.game.options["dead-stones"] == ASK and not state.resumed
        asks &= state.ending is None
        if asks and state.stones.count(0) <= _SETTLED * len(state.stones):
            marked[list(self.dead(state))] = True
        return marked

    def share(self, state: State, dead: Sequence[Cell], seat: Seat) -> float:
        """The seat's share of the win when the game ends now without those stones."""
        board = np.frombuffer(state.stones, np.uint8)[None].copy()
        board[0, list(dead)] = 0
        points = scoring.points(regions.around(self.game.topology, board), self.game.shared)
        return float(scoring.shares(points)[0, seat])

    # -- answers ----------------------------------------------------------------------------

    def answer(self, state: State) -> Move | None:
        """The proposal of dead stones by the seat asked, or its answer to a proposal; None where
        a search decides, and where a turn is open."""
        seat = self.game.to_act(state)
        if state.agreement is not None:
            dead = self.dead(state)
            proposed = state.agreement.dead
            if proposed is None:
                return Dead(dead)
            agreed = self.share(state, proposed, seat)
            if agreed < self.share(state, dead, seat):
                return DECLINE
            return AGREE if agreed > 0 else None
        return DECLINE if state.asking and not self.decided(state) else None

    def agrees(self, state: State, value: Sequence[float]) -> Move:
        """The answer to a proposal of dead stones by which the seat asked has lost. `value` are
        the shares of the win, by seat, that a search expects if play goes on."""
        return DECLINE if value[self.game.to_act(state)] >= _PLAYS_ON else AGREE

    def resigns(self, state: State, value: Sequence[float]) -> Move:
        """The answer to a proposal to resign together: agrees when both players have lost.
        `value` are the shares of the win, by seat, that a search expects."""
        both = (self.game.mover(state), self.game.to_act(state))
        return AGREE if all(self._lost(state, seat, value) for seat in both) else DECLINE

    def proposal(self, state: State, value: Sequence[float]) -> Move | None:
        """The proposal of the seat to act to resign together with another player; None unless both
        have lost and the board is decided, and None soon after table talk. `value` as in
        `resigns`."""
        seat, least = self.game.to_act(state), _resigns_below(state)
        hopeless = {other for other in range(len(value)) if value[other] < least}
        asked = hopeless - {seat, *state.proposed}
        recent = islice(state.history.backwards(), _AGAIN)
        talked = any(position.maker == NOBODY and position.plies for position in recent)
        if seat not in hopeless or not asked or talked or not self._lost(state, seat, value):
            return None
        for other in sorted(asked):
            if self._lost(state, other, value):
                return Propose(other) if self.decided(state) else None
        return None

    def _lost(self, state: State, seat: Seat, value: Sequence[float]) -> bool:
        """Whether a seat has lost. Three things must hold: its share by `value` is hopeless; it
        would not win by the board as it stands; and whoever gets the undecided points, it has the
        most points, the least, or none. The third is there because searches misjudge a middle
        score that others can still change, and others make mistakes. In a long game the first two
        are enough: undecided points may be fought for without end."""
        if value[seat] >= _resigns_below(state):
            return False
        if self.share(state, (), seat) > 0:
            return False
        if _long(state):
            return True
        points, undecided = self._decided_points(state)
        mine, others = int(points[seat]), np.delete(points, seat)
        most, least = mine > others.max() + undecided, mine + undecided < others.min()
        return bool(most or least or mine + undecided == 0)

    def decided(self, state: State) -> bool:
        """Whether at least half of the board is decided: random play leaves those points to one
        player nearly always. The same for the same board and turn."""
        return bool(self._decided_points(state)[0].sum() >= _ENOUGH_DECIDED * len(state.stones))

    def _decided_points(self, state: State) -> tuple[Ints, int]:
        """(3,): how many points are decided for each seat; and the number of all other points."""
        points: Ints = (self._kept(state) >= _SURE).sum(axis=0)
        return points, len(state.stones) - int(points.sum())


def _long(state: State) -> bool:
    return state.turn >= _LONG * len(state.stones)


def _resigns_below(state: State) -> float:
    """The share of the win below which a player resigns."""
    return _HOPELESS_LONG if _long(state) else _HOPELESS
