"""Majorities written a second time, slowly, from the text of its rules alone.

Shares no code with the game: points are cube coordinates (x, y, z) with x + y + z == 0,
a board is a dict from occupied points to "b" or "w". Lines are the points that share one
coordinate. A turn is a tuple of one or two points, in their order of placement.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

Point = tuple[int, int, int]
Line = tuple[int, int]
"""Which coordinate (0 to 2) has which value."""

DIAGRAMS = {
    3: """
    . . .
   . - . .
  . . - - .
   . - . .
    . . .
""",
    5: """
    . . . . .
   . - . . . .
  . . . . . . .
 . . . - . . . .
. . . . . - . - .
 . . . - . . . .
  . . . . . . .
   . - . . . .
    . . . . .
""",
    7: """
      . . . . . . .
     . - . . . . . .
    . . . . . . . . .
   . . . - . . . . . .
  . . . . . . . . . . .
 . . . . . - . . . . . .
. . . . . . - - . - . - .
 . . . . . - . . . . . .
  . . . . . . . . . . .
   . . . - . . . . . .
    . . . . . . . . .
     . - . . . . . .
      . . . . . . .
""",
}
"""The source's boards, character for character but for blanks at the ends of rows."""


class Board:
    """The points of a diagram, by name, and its lines."""

    def __init__(self, diagram: str) -> None:
        rows = [line.split() for line in diagram.strip("\n").splitlines()]
        edge = len(rows[0])
        self.edge = edge
        self.point: dict[str, Point] = {}
        for up, row in enumerate(reversed(rows)):
            z = edge - 1 - up
            left = max(-(edge - 1), -(edge - 1) - z)
            for place, mark in enumerate(row):
                if mark != "-":
                    x = left + place
                    self.point[f"{'abcdefghijklmnopq'[up]}{place + 1}"] = (x, -x - z, z)
        self.name = {point: name for name, point in self.point.items()}
        self.line: dict[Line, list[Point]] = {}
        for point in self.name:
            for axis in range(3):
                self.line.setdefault((axis, point[axis]), []).append(point)


@dataclass
class Game:
    """A position and the rules it is played by; `play` changes it."""

    board: Board
    capture: bool = False
    play_out: bool = False
    stones: dict[Point, str] = field(default_factory=dict)
    won: dict[Line, str] = field(default_factory=dict)
    mover: str = "b"
    first: bool = True

    def copy(self) -> Game:
        return Game(
            self.board,
            self.capture,
            self.play_out,
            dict(self.stones),
            dict(self.won),
            self.mover,
            self.first,
        )

    def directions(self) -> dict[int, str]:
        held = {}
        for axis in range(3):
            for colour in "bw":
                own = [line for line in self.won if line[0] == axis and self.won[line] == colour]
                if len(own) >= self.board.edge:
                    held[axis] = colour
        return held

    def winner(self) -> str | None:
        holders = list(self.directions().values())
        return next((colour for colour in "bw" if holders.count(colour) >= 2), None)

    def over(self) -> bool:
        full = len(self.stones) == len(self.board.name)
        return full or (self.winner() is not None and not self.play_out)

    def empty(self) -> list[Point]:
        return [point for point in self.board.name if point not in self.stones]

    def put(self, point: Point) -> None:
        self.stones[point] = self.mover
        fresh = []
        for axis in range(3):
            line = (axis, point[axis])
            cells = self.board.line[line]
            own = sum(self.stones.get(p) == self.mover for p in cells)
            if line not in self.won and 2 * own >= len(cells):
                fresh.append(line)
        for line in fresh:
            self.won[line] = self.mover
            if self.capture:
                for p in self.board.line[line]:
                    self.stones.pop(p, None)

    def turns(self) -> list[tuple[Point, ...]]:
        if self.over():
            return []
        empty = self.empty()
        if self.first or len(empty) == 1:
            return [(point,) for point in empty]
        if not self.capture:
            return list(combinations(empty, 2))
        found: list[tuple[Point, ...]] = []
        for point in empty:
            then = self.copy()
            then.put(point)
            found += [(point, other) for other in then.empty()]
        return found

    def play(self, turn: tuple[Point, ...]) -> Game:
        for point in turn:
            self.put(point)
        self.mover = "bw"[self.mover == "b"]
        self.first = False
        return self

    def text(self, turn: tuple[Point, ...]) -> str:
        return ",".join(self.board.name[point] for point in turn)


def full(diagram: str) -> str:
    """The diagram without its voids."""
    return diagram.replace("-", ".")


def perft(game: Game, depth: int) -> int:
    """Sequences of `depth` turns."""
    turns = game.turns()
    if depth == 1:
        return len(turns)
    return sum(perft(game.copy().play(turn), depth - 1) for turn in turns)


def begun(options: Mapping[str, Any], rows: list[str], facts: Mapping[str, str]) -> Game:
    """The game of such options, in the position of a diagram; lines with more than half of their
    stones of one colour are won."""
    diagram = DIAGRAMS[options["size"]]
    board = Board(full(diagram) if options["no-voids"] else diagram)
    game = Game(board, options["capture"], options["play-out"])
    if rows:
        marks = [mark for row in reversed(rows) for mark in row if mark != "-"]
        game.stones = {p: m for p, m in zip(board.name, marks, strict=True) if m != "."}
        game.first, game.mover = False, facts["to move"][0]
        for line, cells in board.line.items():
            for colour in "bw":
                if 2 * sum(game.stones.get(p) == colour for p in cells) >= len(cells):
                    game.won[line] = colour
    return game


def first_moves(game: Game, depth: int) -> dict[str, int]:
    """Sequences of `depth` turns, by the text of the first."""
    return {
        game.text(turn): perft(game.copy().play(turn), depth - 1) if depth > 1 else 1
        for turn in game.turns()
    }
