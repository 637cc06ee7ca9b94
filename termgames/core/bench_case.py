"""What a game offers to be measured: its playouts from some positions, and a yardstick.

A game's folder may hold `bench.py` with `bench_cases() -> list[BenchCase]`; `lab.bench` times
them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class BenchCase:
    """One board and one kind of start."""

    board: str
    """As a reader would name it: `13x13`, `hexhex 7`."""
    start: str
    """`empty`, `mid-game`."""
    play: Callable[[int, np.random.Generator], int]
    """Plays that many playouts in one call of the kernel; answers the moves played."""
    reference: Callable[[random.Random], int]
    """One playout in plain Python from one of the same positions; answers its moves."""
