"""Plurality written a second time, slowly, from the text of its rules alone.

Shares no code with the game: points are coordinates, a board is a dict from occupied
points to "b" or "w". Square boards use (column, row); hexhex boards use cube coordinates
(x, y, z) with x + y + z == 0. A move is ((own, own), enemy) or "pass"; two own points are
kept as a frozenset.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Any

Point = tuple[int, ...]
Stones = dict[Point, str]
Move = Any


class Board:
    """Points, who is next to whom, and the blocks that may not be full."""

    def __init__(
        self,
        points: dict[str, Point],
        near: Callable[[Point], list[Point]],
        is_block: Callable[[tuple[Point, ...]], bool],
    ) -> None:
        self.point = points
        """By name, in the order in which the notation sorts them."""
        self.name = {point: name for name, point in points.items()}
        here = set(points.values())
        self.near = {point: [p for p in near(point) if p in here] for point in here}
        self.trominoes = {
            frozenset((middle, one, two))
            for middle in here
            for one, two in combinations(self.near[middle], 2)
        }
        self.blocks_at: dict[Point, set[frozenset[Point]]] = {point: set() for point in here}
        for tromino in self.trominoes:
            for fourth in {p for point in tromino for p in self.near[point]} - tromino:
                four = tromino | {fourth}
                if is_block(tuple(four)):
                    for point in four:
                        self.blocks_at[point].add(four)


def square(size: int) -> Board:
    """Columns a, b, … without i; rows 1, 2, … from the bottom."""
    letters = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter != "i"]
    points = {f"{letters[x]}{y + 1}": (x, y) for y in range(size) for x in range(size)}

    def near(p: Point) -> list[Point]:
        x, y = p
        return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]

    def is_block(four: tuple[Point, ...]) -> bool:
        columns, lines = {x for x, _ in four}, {y for _, y in four}
        return len(columns) == len(lines) == 2 and max(columns) - min(columns) == 1

    return Board(points, near, is_block)


def hexhex(edge: int) -> Board:
    """Rows a, b, … from the bottom; cells of a row numbered from the left."""
    most = edge - 1
    points = {}
    for row in range(2 * edge - 1):
        z = most - row
        xs = [x for x in range(-most, most + 1) if abs(-x - z) <= most]
        for number, x in enumerate(xs, 1):
            points[f"{'abcdefghijklmnopqrstuvwxyz'[row]}{number}"] = (x, -x - z, z)

    def near(p: Point) -> list[Point]:
        x, y, z = p
        around = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]
        return [(x + a, y + b, z + c) for a, b, c in around]

    def is_block(four: tuple[Point, ...]) -> bool:
        # A diamond: of the six pairs only the ends of the long diagonal do not touch.
        return sum(one in near(two) for one, two in combinations(four, 2)) == 5

    return Board(points, near, is_block)


def placements(board: Board, stones: Stones) -> Iterator[frozenset[Point]]:
    """Trominoes of empty points that fill no block (rules 2, 3 and 8)."""
    for tromino in board.trominoes:
        if any(point in stones for point in tromino):
            continue
        blocks = {block for point in tromino for block in board.blocks_at[point]}
        if not any(all(p in stones or p in tromino for p in block) for block in blocks):
            yield tromino


def moves(board: Board, stones: Stones, passes: int) -> list[Move]:
    """All moves (rules 2 to 4); none when the game is over."""
    if passes == 2:
        return []
    found = [
        (tromino - {enemy}, enemy) for tromino in placements(board, stones) for enemy in tromino
    ]
    return [*found, "pass"] if found else []


def play(stones: Stones, mover: str, move: Move) -> Stones:
    """The stones after a placement by `mover`."""
    own, enemy = move
    return {**stones, **dict.fromkeys(own, mover), enemy: "bw"[mover == "b"]}


def perft(
    board: Board,
    depth: int,
    stones: Stones | None = None,
    mover: str = "b",
    passes: int = 0,
) -> dict[str, int]:
    """Sequences of `depth` moves from a position, by the text of the first move."""
    roots = {}
    for move in moves(board, stones or {}, passes):
        after = successor(stones or {}, mover, passes, move)
        roots[text(board, move)] = _count(board, depth - 1, *after)
    return roots


def successor(stones: Stones, mover: str, passes: int, move: Move) -> tuple[Stones, str, int]:
    """Stones, mover and passes in a row after a move."""
    other = "bw"[mover == "b"]
    return (stones, other, passes + 1) if move == "pass" else (play(stones, mover, move), other, 0)


def _count(board: Board, depth: int, stones: Stones, mover: str, passes: int) -> int:
    if depth == 0:
        return 1
    options = moves(board, stones, passes)
    if depth == 1:
        return len(options)
    return sum(
        _count(board, depth - 1, *successor(stones, mover, passes, move)) for move in options
    )


def text(board: Board, move: Move) -> str:
    """A move in the game's notation: own points in their order, then the enemy's."""
    if move == "pass":
        return "pass"
    own, enemy = move
    return ",".join(
        [*(name for name in board.point if board.point[name] in own), board.name[enemy]]
    )


def read(board: Board, rows: list[str]) -> Stones:
    """The stones of a diagram, rows from the top."""
    marks = "".join(reversed(rows))
    return {
        point: mark for point, mark in zip(board.point.values(), marks, strict=True) if mark != "."
    }


def territories(board: Board, stones: Stones) -> list[tuple[frozenset[Point], int, int]]:
    """Every region of empty points with its distinct black and white neighbours (rule 5)."""
    left = set(board.near) - set(stones)
    found = []
    while left:
        region, edge = set(), {min(left)}
        while edge:
            region |= edge
            edge = {q for p in edge for q in board.near[p] if q not in stones} - region
        left -= region
        around = {q for p in region for q in board.near[p]} & set(stones)
        black = sum(stones[q] == "b" for q in around)
        found.append((frozenset(region), black, len(around) - black))
    return found


def score(board: Board, stones: Stones, komi: float, parity: bool) -> tuple[float, float]:
    """Black's and White's points (rules 5 to 7)."""
    points = {"b": 0.0, "w": komi}
    for region, black, white in territories(board, stones):
        if black > white:
            points["b"] += len(region)
        elif white > black:
            points["w"] += len(region)
        elif parity and black:
            points["w" if len(region) % 2 else "b"] += len(region)
    return points["b"], points["w"]


def begun(
    options: Mapping[str, Any], rows: list[str], facts: Mapping[str, str]
) -> tuple[Board, Stones, str]:
    """The board of such options, the stones of a diagram on it, and who moves."""
    board = hexhex(options["hex"]) if options["hex"] else square(options["size"])
    return board, read(board, rows) if rows else {}, facts.get("to move", "black")[0]


def first_moves(begun: tuple[Board, Stones, str], depth: int) -> dict[str, int]:
    board, stones, mover = begun
    return perft(board, depth, stones, mover)
