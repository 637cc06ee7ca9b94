"""Random playouts that learn from one another which moves go well, in any game by its rules alone.

A move is worth what those playouts brought its maker in which he made it (the history heuristic:
Schaeffer 1983; as a guide of playouts: Finnsson & Björnsson 2008). Of a few moves drawn at random
the one with the best history is made. Moves are the same wherever they are equal.
"""

import zlib
from collections.abc import Hashable, Sequence
from typing import Any, Generic

import numpy as np

from termgames.core.arrays import Floats, Rng
from termgames.core.game import CHANCE, OVER, Game, M, S, after_chance

PLIES = 2_000
"""Where a random playout is cut and counted as it stands; real games end long before."""
CHOICES = 3
"""Moves drawn in each position of a playout."""
SLOTS = 1024
"""Places in the statistics of a seat; moves beyond that share them."""
_UNKNOWN = 1.0
"""The worth of a move that was never made: each is tried soon."""
_LATEST = 0.02
"""The least weight of the latest playout in a move's worth, since positions change in the course of
a search."""
_POOL = 1024
"""Random numbers drawn at once."""

SeatMoves = list[tuple[int, Any]]
"""Seats with the moves they made, in order; without those of chance."""


class MoveHistory(Generic[S, M]):
    """How well the moves of one game went in playouts so far."""

    def __init__(self, game: Game[S, M], choices: int = CHOICES) -> None:
        """Playouts choose each move from `choices` random ones; 1 makes them uniformly random."""
        self.game, self._choices = game, choices
        self._hashable = True
        self.forget()

    def forget(self) -> None:
        """Forget the worth of all moves."""
        self._worth: list[dict[Hashable, float]] = [{} for _ in range(self.game.seats)]
        self._count: list[dict[Hashable, int]] = [{} for _ in range(self.game.seats)]
        self._slots: dict[Hashable, int] = {}

    def key(self, move: M) -> Hashable:
        """The key under which the worth of a move is kept."""
        if self._hashable:
            try:
                hash(move)
            except TypeError:
                self._hashable = False
        return move if self._hashable else self.game.format(move)

    def slot(self, seat: int, move: M) -> int:
        """The place of a seat's move in statistics, the same in every process."""
        key = self.key(move)
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = zlib.crc32(self.game.format(move).encode()) % SLOTS
        return seat * SLOTS + slot

    def playout(self, state: S, rng: Rng) -> tuple[S, SeatMoves]:
        """The state after moves by their histories, and chance by its weights, to the end or after
        very many; and the moves."""
        game = self.game
        moves: SeatMoves = []
        pool: list[float] = []
        for _ in range(PLIES):
            seat = game.to_act(state)
            if seat == OVER:
                break
            if seat == CHANCE:
                state = after_chance(game, state, rng)
                continue
            if len(pool) < self._choices:
                pool = rng.random(_POOL).tolist()
            move = self._chosen(game.legal_moves(state), self._worth[seat], pool)
            moves.append((seat, move))
            state = game.apply(state, move)
        return state, moves

    def _chosen(self, moves: Sequence[M], worth: dict[Hashable, float], pool: list[float]) -> M:
        count = len(moves)
        best = moves[int(pool.pop() * count)]
        if count == 1:
            return best
        key = self.key
        most = worth.get(key(best), _UNKNOWN)
        for _ in range(self._choices - 1):
            other = moves[int(pool.pop() * count)]
            value = worth.get(key(other), _UNKNOWN)
            if value > most:
                best, most = other, value
        return best

    def learn(self, moves: SeatMoves, gained: Floats) -> None:
        """Remember a playout that brought the seats (seats,) these rewards."""
        rewards = gained.tolist()
        for seat, move in moves:
            key, worth, count = self.key(move), self._worth[seat], self._count[seat]
            count[key] = number = count.get(key, 0) + 1
            before = worth.get(key, 0.0)
            worth[key] = before + (rewards[seat] - before) * max(1 / number, _LATEST)

    def features(self, moves: SeatMoves) -> list[int]:
        """The places in the statistics of the moves that were made, each once."""
        return list({self.slot(seat, move) for seat, move in moves})


def random_playout(game: Game[S, Any], state: S, rng: Rng) -> S:
    """The state after uniformly random moves, and chance by its weights, to the end or after very
    many."""
    for _ in range(PLIES):
        if game.to_act(state) == OVER:
            break
        if game.to_act(state) == CHANCE:
            state = after_chance(game, state, rng)
        else:
            moves = game.legal_moves(state)
            state = game.apply(state, moves[int(rng.integers(len(moves)))])
    return state


def shares(game: Game[S, Any], state: S) -> Floats:
    """(seats,): win shares of a state that is over, or was cut: then as it stands."""
    if game.to_act(state) == OVER:
        return game.utilities(state)
    result = np.zeros(game.seats, np.float32)
    winners = list(game.score(state).winners)
    result[winners] = 1 / max(1, len(winners))
    return result
