"""What a tree of openings has of a position, in the moves of the game that is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from termgames import games
from termgames.core.errors import UnreadableMove
from termgames.core.game import AnyGame
from termgames.core.options import number_text
from termgames.play.openings.images import BoardImages
from termgames.play.openings.tree import OpeningMove, OpeningPosition, OpeningTree

_FURTHER = 3
"""Moves of the most played continuation, at most."""


@dataclass(frozen=True)
class FoundMove:
    """A move from a position, see `tree.OpeningMove`."""

    move: Any
    games: int
    share: float
    points: float
    goes_on: tuple[Any, ...]
    """What was played most after it, move by move."""


@dataclass(frozen=True)
class FoundPosition:
    """A position in a tree, and the moves from it, the most played first."""

    moves: tuple[FoundMove, ...]

    @property
    def games(self) -> int:
        """How many games went on from here."""
        return sum(each.games for each in self.moves)

    @property
    def share(self) -> float:
        """Of the win, for the player to move; from the games that went on."""
        return self._mean([each.share for each in self.moves])

    @property
    def points(self) -> float:
        """By which that player is ahead at the end."""
        return self._mean([each.points for each in self.moves])

    def _mean(self, values: list[float]) -> float:
        weighed = zip(values, self.moves, strict=True)
        return sum(value * each.games for value, each in weighed) / self.games


class Openings:
    """A tree and a game on its board."""

    def __init__(self, game: AnyGame, tree: OpeningTree) -> None:
        self.game, self.tree = game, tree
        self._images = BoardImages(game)

    @property
    def other_komi(self) -> str:
        """The komi of the tree, as a text, where that is another one than the game's; else empty.
        Its shares and points are of that komi."""
        komi = games.info(self.tree.game).settle(self.tree.options).get("komi")
        same = komi is None or komi == self.game.options.get("komi")
        return "" if same else number_text(float(str(komi)))

    def at(self, state: Any, *, image: int = 0) -> FoundPosition | None:
        """What the tree has of a position; None where no game of it went on from there. Where the
        position is symmetric, `image` chooses among the images of the moves."""
        moves = tuple(
            FoundMove(move, each.games, each.share, each.points, self._further(after))
            for each, move, after in self._moves(state, image)
        )
        return FoundPosition(moves) if moves else None

    def _moves(self, state: Any, image: int = 0) -> Iterator[tuple[OpeningMove, Any, Any]]:
        """The moves of the tree from a position, as the tree has them and as the game does, and the
        position after each. What is no move of the game is left out."""
        key, ways = self._images.of(state)
        found = self.tree.positions.get(key)
        if found is None or found.way >= self._images.ways or self.game.to_act(state) < 0:
            return
        way = ways[image % len(ways)]
        for each in found.moves:
            move = self._move(state, each, found, way)
            if move is not None:
                yield each, move, self.game.apply(state, move)

    def _move(self, state: Any, of: OpeningMove, found: OpeningPosition, way: int) -> Any | None:
        text = self._images.carried(of.text, found.way, way)
        try:
            move = self.game.parse(state, text)
        except UnreadableMove:
            return None
        return None if self.game.refuse(state, move) else move

    def _further(self, state: Any) -> tuple[Any, ...]:
        line: list[Any] = []
        while len(line) < _FURTHER:
            following = next(self._moves(state), None)
            if following is None:
                break
            _, move, state = following
            line.append(move)
        return tuple(line)
