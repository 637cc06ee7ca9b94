"""Rows and playouts of the games of black and white in which seats may change sides.

The packed twin of `core.komi_offer.TwoSided`: boards, turns and kernels know colours, searches
know seats, and `black_seat` turns one into the other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.game import OVER
from termgames.core.packed import Positions, Reward


class TwoPlayerRows(ABC):
    """The part of `core.packed.PackedGame` that is the same in all of them. Rows have the
    fields `turn` (a colour), `over` and `black_seat`."""

    seats = 2

    @abstractmethod
    def points(self, positions: Positions) -> NDArray[np.float32]:
        """(n, 2): Black's and White's points as they stand, with all bonuses."""

    def same(self, one: Any, other: Any) -> bool:
        """Equal rows."""
        return bool(one == other)

    def to_act(self, positions: Positions) -> NDArray[np.int8]:
        """(n,): the seat to act, or OVER."""
        seat = positions["turn"] ^ positions["black_seat"]
        return np.where(positions["over"], np.int8(OVER), seat)

    def standing(self, positions: Positions) -> NDArray[np.float32]:
        """(n, 2): points by seat as they stand, with all bonuses."""
        return by_seat(self.points(positions), positions["black_seat"])

    def final(
        self, positions: Positions, reward: Reward
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Rewards and win shares (n, 2) by seat, exact."""
        points = self.standing(positions)
        share = np.sign(points - points[:, ::-1]) / 2 + np.float32(0.5)
        return reward.of(share, points), share


def by_seat(by_colour: NDArray[Any], black_seat: NDArray[Any]) -> NDArray[Any]:
    """(n, 2, ...) with the columns black, white as seat 0, seat 1; `black_seat` (n,)."""
    swapped = (black_seat == 1).reshape(-1, *[1] * (by_colour.ndim - 1))
    return np.where(swapped, by_colour[:, ::-1], by_colour)


def owned_by_seat(owner: NDArray[np.int8], black_seat: NDArray[Any]) -> NDArray[np.int8]:
    """(n, cells) with colours as owners turned into seats; whoever is neither stays."""
    swaps = (black_seat == 1)[:, None] & (owner >= 0)
    return np.where(swaps, np.int8(1) - owner, owner)
