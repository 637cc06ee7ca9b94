"""Colours turned into seats where the players may have swapped."""

from __future__ import annotations

import numpy as np

from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.two_player import BLACK, WHITE
from tests.kernels import owned_by_seat


def test_owners_change_places_where_the_second_player_is_black() -> None:
    owner = np.array([[BLACK, WHITE, NEUTRAL, NOBODY]] * 2, np.int8)
    seats = owned_by_seat(owner, np.array([0, 1], np.int8))
    assert seats.tolist() == [[0, 1, NEUTRAL, NOBODY], [1, 0, NEUTRAL, NOBODY]]
