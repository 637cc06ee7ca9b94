"""Stacks on the screen: the heights on the cells, and lines of sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from termgames_stacks.rules import Move, Stacks, State

from termgames.core.display import Display
from termgames.core.topology import Cell


class StacksDisplay(Display[State, Move]):
    def labels(self, s: State) -> Mapping[Cell, str]:
        return {cell: str(height) for cell, height in enumerate(s.heights) if height}

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        return [("stacks", str(sum(map(bool, s.heights))))]


def display(game: Stacks) -> Display[Any, Any]:
    return StacksDisplay(game)
