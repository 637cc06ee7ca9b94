"""Games of bots of mixed strength, and their positions as a diagram gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames.core.arrays import Rng
from termgames.core.errors import OptionError
from termgames.core.game import CHANCE, OVER, AnyGame, Editable
from termgames.workbench.problems.grading import Grader

_RANDOM = 10
"""One random move at the beginning for so many cells, at most, where nothing else is said."""
_LONGEST = 400
_SIDE_LINES, _SIDE_MOVES = 6, 5
"""Side lines of random moves from a position, and moves of each."""


@dataclass(frozen=True)
class GamePosition:
    """A position of a game as it is read from a diagram."""

    ply: int
    state: Any
    board: tuple[str, ...]
    texts: dict[str, str]
    played: Any
    """What the bot of the game moves there; None in a side line."""
    aside: int = 0
    """How many random moves it lies beside the game."""


def positions(
    game: AnyGame, grader: Grader, rng: Rng, levels: Sequence[int], opening: int | None = None
) -> Iterator[GamePosition]:
    """The positions of one game in their order, those that a diagram gives whole, after some random
    moves, `opening` at most. One of `levels` is drawn for each other move; level 0 moves at random,
    but fills no point that only its own stones surround."""
    if opening is None:
        opening = 1 + game.topology.cells // _RANDOM
    state, drawn = game.start(), int(rng.integers(0, 1 + opening))
    for ply in range(_LONGEST):
        seat = game.to_act(state)
        if seat in (OVER, CHANCE):
            return
        moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
        if ply < drawn and moves:
            move = moves[int(rng.integers(len(moves)))]
        else:
            level = int(rng.choice(levels))
            move = grader.answer(level, state) if level else _rough(game, state, moves, rng)
            found = _read(game, ply, state, move)
            if found is not None:
                yield found
        state = game.apply(state, move)


def _rough(game: AnyGame, state: Any, moves: Sequence[Any], rng: Rng) -> Any:
    """One of some moves with stones that fills no eye; where there is none, one without a stone."""
    stones, own = game.stones(state), 1 + game.colour(state, game.to_act(state))
    adjacent = game.topology.adjacent
    open_moves = [
        move
        for move in moves
        if any(stones[near] != own for cell in game.cells_of(move) for near in adjacent[cell])
    ]
    idle = [move for move in game.legal_moves(state) if not game.cells_of(move)]
    open_moves = open_moves or idle or list(moves)
    return open_moves[int(rng.integers(len(open_moves)))]


def side_lines(game: AnyGame, found: GamePosition, rng: Rng) -> Iterator[GamePosition]:
    """Positions that random moves lead to from one of a game: many ends from one slow game."""
    for _ in range(_SIDE_LINES):
        state = found.state
        for aside in range(1, 1 + _SIDE_MOVES):
            moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
            if not moves:
                break
            state = game.apply(state, moves[int(rng.integers(len(moves)))])
            if game.to_act(state) in (OVER, CHANCE):
                break
            beside = _read(game, found.ply, state, None)
            if beside is not None:
                yield replace(beside, aside=aside)


def _read(game: AnyGame, ply: int, state: Any, played: Any) -> GamePosition | None:
    """The position read from its own diagram; None where that is another position."""
    assert isinstance(game, Editable), "the maker has seen to it"
    marks = "." + game.marks
    board = tuple(game.topology.rows([marks[stone] for stone in game.stones(state)]))
    texts = dict(game.position_text(state))
    try:
        there = game.position(board, texts)
    except OptionError:
        return None
    same = game.to_act(there) == game.to_act(state) and game.stones(there) == game.stones(state)
    moves = [{game.format(m) for m in game.legal_moves(each)} for each in (state, there)]
    return GamePosition(ply, there, board, texts, played) if same and moves[0] == moves[1] else None


def generator(seed: int, *numbers: int) -> Rng:
    """What all luck of a game follows from, or of the side lines of one of its positions."""
    return np.random.Generator(np.random.SFC64([seed, *numbers]))
