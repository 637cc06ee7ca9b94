"""A small tree, which follows from nothing but its moves."""

from typing import Any

from termgames import games
from termgames.core.game import AnyGame
from termgames.play.openings.found import BoardImages
from termgames.play.openings.tree import OpeningMove, OpeningPosition, OpeningTree, PlayedEnds

BOARD = {"size": 3}

# The moves of each line; games, share and points of the last one.
LINES = (
    ("a2", 60, 0.55, 0.3),
    ("c1", 30, 0.54, 0.1),
    ("a1", 10, 0.3, -1.0),
    ("a2; a3,b3", 40, 0.6, 0.5),
    ("a2; a3,b3; d4,e2", 12, 0.4, -0.5),
    ("a2; c1,c5", 5, 0.2, -2.0),
)


def board() -> AnyGame:
    return games.create("majorities", BOARD)


def after(game: AnyGame, line: str) -> Any:
    """The position after the moves of a line."""
    state = game.start()
    for text in filter(None, map(str.strip, line.split(";"))):
        state = game.apply(state, game.parse(state, text))
    return state


def tree(lines: Any = LINES, playouts: int = 100_000) -> OpeningTree:
    """The tree of these lines on the smallest board of Majorities."""
    game = board()
    images = BoardImages(game)
    moves: dict[str, list[OpeningMove]] = {}
    ways: dict[str, int] = {}
    start, (way, *_) = images.of(game.start())
    ways[start] = way
    for line, count, share, points in lines:
        before, _, last = line.rpartition(";")
        at, _ = images.of(after(game, before))
        to, (way, *_) = images.of(after(game, line))
        ways[to] = way
        moves.setdefault(at, []).append(OpeningMove(last.strip(), count, share, points, to))
    return OpeningTree(
        game="majorities",
        options=BOARD,
        playouts=playouts,
        games=100,
        ends=PlayedEnds(40, 0.525, 0.4),
        made="by hand",
        start=start,
        positions={key: OpeningPosition(ways[key], tuple(moves.get(key, ()))) for key in ways},
    )
