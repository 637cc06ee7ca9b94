"""Numbers of move sequences (perft), and where they go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def perft(game: Any, state: Any, depth: int) -> int:
    """Sequences of `depth` moves, from 1, that are legal from a state on."""
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(perft(game, game.apply(state, move), depth - 1) for move in moves)


def breakdown(game: Any, state: Any, depth: int, expected: Mapping[str, int]) -> str:
    """First moves whose numbers of sequences differ from those expected, by their texts."""
    found = {
        game.format(move): perft(game, game.apply(state, move), depth - 1) if depth > 1 else 1
        for move in game.legal_moves(state)
    }
    lines = [
        f"{move}: {found.get(move, 'missing')}, expected {expected.get(move, 'no such move')}"
        for move in sorted(found.keys() | expected.keys())
        if found.get(move) != expected.get(move)
    ]
    return "\n".join([f"{len(lines)} first moves differ", *lines[:20]])
