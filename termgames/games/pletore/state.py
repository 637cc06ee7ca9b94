"""Moves and positions of Pletore, as values."""

from __future__ import annotations

from dataclasses import dataclass

from termgames.core.game import Seat
from termgames.core.komi_offer import NameKomi, PickSide, Stage
from termgames.core.topology import Cell
from termgames.core.two_player import Pass

NO_BUTTON, FREE = -2, -1
"""Where the button is, beside the colours that may hold it."""


@dataclass(frozen=True)
class Place:
    """A stone of the mover on an empty point."""

    cell: Cell


@dataclass(frozen=True)
class Replace:
    """A stone of the mover instead of the enemy's."""

    cell: Cell


@dataclass(frozen=True)
class Button:
    """Taking the button, the whole turn."""


Move = Place | Replace | Button | Pass | NameKomi | PickSide
BUTTON = Button()


@dataclass(frozen=True)
class State:
    """A position. `stones` is (cells,): 0 empty, 1 black, 2 white; `turn` a colour."""

    stones: bytes
    turn: int
    komi: int
    button: int = NO_BUTTON
    """NO_BUTTON, FREE, or the colour that took it."""
    passes: int = 0
    black_seat: Seat = 0
    stage: Stage = "play"
    ending: str | None = None
