"""Lines of play that a search expects: what of them can be shown, and walked through.

A line of a game with chance or hidden hands sums up many games that look alike to one player.
Only the beginning is followed that can be played in the position as he knows it: up to where
chance is next, or to a move of a player whose hand is not known.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from termgames.core.errors import IllegalMove
from termgames.core.game import AnyGame, has_secrets
from termgames.core.topology import Cell
from termgames.play.match import AnyMatch, Match
from termgames.play.played_moves import StartPosition


@dataclass(frozen=True)
class LineStep:
    """One move of a line, and the stones that it lays: cells with their colours. `colour` is that
    of the player who makes it."""

    move: Any
    stones: tuple[tuple[Cell, int], ...]
    colour: int


def steps(game: AnyGame, state: Any, line: Sequence[Any]) -> Iterator[LineStep]:
    """The moves of a line that can be played from a position as one player knows it."""
    for move in line:
        if game.to_act(state) < 0:
            return
        try:
            after = game.apply(state, move)
        except IllegalMove:
            return
        yield step(game, state, move, after)
        state = after


def step(game: AnyGame, before: Any, move: Any, after: Any) -> LineStep:
    """A move of a player that leads from one position to another."""
    stones = game.stones(after)
    laid = tuple((cell, stones[cell] - 1) for cell in game.cells_of(move) if stones[cell])
    return LineStep(move, laid, game.colour(before, game.to_act(before)))


def walk(match: AnyMatch, ply: int, seen: Any, line: Sequence[Any]) -> tuple[AnyMatch, int]:
    """Another match, in which a line was played after move `ply`, and the ply at which the line
    begins there. Where hands are hidden it begins with the position as one player knows it
    (`seen`), and holds nothing else."""
    game = match.game
    if has_secrets(game) and not match.over:
        other = Match(game, match.players, 0, StartPosition(seen), draws=False)
    else:
        other = match.copy()
        other.draws = False
        other.undo(ply)
    first = other.ply
    for step in steps(game, seen, line):
        other.submit(step.move)
    return other, first
