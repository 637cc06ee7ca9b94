"""Games of black and white: what their rules, their packed rows and their playouts share.

Boards, turns and kernels know colours; players, records and searches know seats. Where players
may change sides the two differ, and `black_seat` turns one into the other.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Flags, Floats, Indices, Ints, SmallInts
from termgames.core.evaluation import Evaluation, Points, Reward
from termgames.core.game import OVER, BoardRules, BoardState, Seat
from termgames.core.packed import Positions

BLACK, WHITE = 0, 1
COLOURS = ("black", "white")


@dataclass(frozen=True)
class Pass:
    """The move that does nothing this turn."""


PASS = Pass()


class TwoPlayerState(BoardState, Protocol):
    """The fields of the states of such a game."""

    @property
    def turn(self) -> int:
        """The colour to move."""


S = TypeVar("S", bound=TwoPlayerState)


class TwoPlayer(BoardRules[S]):
    """The part of `core.game.Game` that is the same in games of black and white: who is who,
    who is to act, who shares the win."""

    seats = 2
    marks = "bw"
    resigns = True

    def black_seat(self, s: S) -> Seat:
        """The seat that plays Black: the first player, unless the game lets players swap."""
        return 0

    def to_act(self, s: S) -> int:
        """The seat to act, or OVER."""
        if s.ending is not None:
            return OVER
        return self.black_seat(s) if s.turn == BLACK else 1 - self.black_seat(s)

    def colour(self, s: S, seat: Seat) -> int:
        """BLACK or WHITE."""
        return BLACK if seat == self.black_seat(s) else WHITE

    def seat_name(self, s: S, seat: Seat) -> str:
        """`black` or `white`."""
        return COLOURS[self.colour(s, seat)]


class TwoPlayerRows(ABC):
    """The part of `core.packed.PackedGame` that is the same in games of black and white.

    Rows have the fields `turn` (the colour to act) and `over`, and `black_seat` where the
    players may swap colours; elsewhere seat 0 plays Black.
    """

    cells: int
    seats = 2
    owners = 1
    """See `core.net_game.NetGame`."""

    @abstractmethod
    def points(self, positions: Positions) -> Points:
        """(n, 2): Black's and White's points as they stand, with all bonuses."""

    def sides(self, position: Any) -> tuple[Flags, Flags]:
        """See `search.leaning.Leaned`."""
        stones, own = position["stones"][: self.cells], position["turn"] + 1
        return stones == own, stones == 3 - own

    def put(self, position: Any, actions: Ints) -> Ints:
        """See `search.leaning.Leaned`. Actions from `cells` on put no stone."""
        return np.minimum(actions, np.int32(self.cells))[:, None]

    def same(self, one: Any, other: Any) -> bool:
        """Equal rows."""
        return bool(one.tobytes() == other.tobytes())

    def to_act(self, positions: Positions) -> SmallInts:
        """(n,): the seat to act, or OVER."""
        seat = positions["turn"] ^ black_seat(positions)
        return np.where(positions["over"], np.int8(OVER), seat)

    def predicted_seats(self, positions: Positions) -> Indices:
        """(n, 1): the seat to act."""
        return self.to_act(positions).astype(np.intp)[:, None]

    def standing(self, positions: Positions) -> Points:
        """(n, 2): points by seat as they stand, with all bonuses."""
        return by_seat(self.points(positions), black_seat(positions))

    def final(self, positions: Positions, reward: Reward) -> tuple[Floats, Floats]:
        """Rewards and win shares (n, 2) by seat, exact."""
        points = self.standing(positions)
        share = np.sign(points - points[:, ::-1]) / 2 + np.float32(0.5)
        return reward.of(share, points), share

    @staticmethod
    def averaged(
        positions: Positions,
        reward: Floats,
        share: Floats,
        score: Points,
        owner: NDArray[np.integer],
        amaf: tuple[Floats, Floats],
    ) -> Evaluation:
        """The evaluation of n positions that all have the same `black_seat`, from a kernel's
        results by colour: `reward`, `share` and `score` (n * lanes, 2), position-major, and
        `owner` (2, cells), in how many playouts each colour owned each cell. `amaf` are the
        counts and the summed rewards (n, features)."""
        black = black_seat(positions)
        gained, shares, scores = (
            by_seat(by_lane.reshape(len(positions), -1, 2).mean(axis=1), black)
            for by_lane in (reward, share, score)
        )
        owned = owner[[1, 0] if black[0] == 1 else [0, 1]].T
        return Evaluation(gained, shares, scores, owned.astype(np.float32), *amaf)


def black_seat(positions: Positions) -> SmallInts:
    """(n,): the seat that plays Black."""
    if "black_seat" in (positions.dtype.names or ()):
        return np.asarray(positions["black_seat"])
    return np.zeros(len(positions), np.int8)


def by_seat(by_colour: NDArray[Any], black_seat: NDArray[Any]) -> NDArray[Any]:
    """(n, 2, ...) with the columns Black, White turned into seat 0, seat 1; `black_seat` (n,)."""
    swapped = (black_seat == 1).reshape(-1, *[1] * (by_colour.ndim - 1))
    return np.where(swapped, by_colour[:, ::-1], by_colour)
