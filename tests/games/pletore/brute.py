"""Pletore written a second time, slowly, from the text of its rules alone.

Shares no code with the game: points are (column, row) from the bottom left, a board is a
dict from occupied points to "b" or "w". A move is a point (place or replace: the board
tells which), "button" or "pass".
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Point = tuple[int, int]
LETTERS = "abcdefghjklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Game:
    """A position; `button` is "none", "free", "b" or "w"; `history` all moves so far."""

    size: int
    stones: dict[Point, str] = field(default_factory=dict)
    mover: str = "b"
    button: str = "none"
    history: tuple[Any, ...] = ()


def points(size: int) -> list[Point]:
    return [(x, y) for y in range(size) for x in range(size)]


def looks(game: Game, p: Point) -> Iterator[tuple[str, Point, str]]:
    """The stones seen from a point, as (line, point, colour)."""
    for line, dx, dy in (("row", -1, 0), ("row", 1, 0), ("column", 0, -1), ("column", 0, 1)):
        x, y = p[0] + dx, p[1] + dy
        while 0 <= x < game.size and 0 <= y < game.size:
            if (x, y) in game.stones:
                yield line, (x, y), game.stones[x, y]
                break
            x, y = x + dx, y + dy


def pinches(game: Game, p: Point, colour: str) -> bool:
    return {line for line, _, seen in looks(game, p) if seen == colour} == {"row", "column"}


def controller(game: Game, p: Point) -> str | None:
    black, white = pinches(game, p, "b"), pinches(game, p, "w")
    return None if black == white else "b" if black else "w"


def other(colour: str) -> str:
    return "w" if colour == "b" else "b"


def over(game: Game) -> bool:
    return game.history[-2:] == ("pass", "pass")


def mirrors(game: Game, p: Point) -> bool:
    """Whether White's first stone on `p` would mirror Black's first (even boards)."""
    if game.size % 2 or len(game.history) != 1 or game.history[0] == "button":
        return False
    x, y = game.history[0]
    return p == (game.size - 1 - x, game.size - 1 - y)


def moves(game: Game) -> list[Any]:
    if over(game):
        return []
    found: list[Any] = []
    may_pass = game.button != "free"
    for p in points(game.size):
        who = controller(game, p)
        if p not in game.stones:
            may_pass = may_pass and who is not None
            if who != other(game.mover) and not mirrors(game, p):
                found.append(p)
        elif game.stones[p] != game.mover and who == game.mover:
            found.append(p)
    if game.button == "free":
        found.append("button")
    if may_pass:
        found.append("pass")
    return found


def play(game: Game, move: Any) -> Game:
    stones = game.stones if isinstance(move, str) else {**game.stones, move: game.mover}
    button = game.mover if move == "button" else game.button
    return Game(game.size, stones, other(game.mover), button, (*game.history, move))


def perft(game: Game, depth: int) -> dict[str, int]:
    """Sequences of `depth` moves from a position, by the text of the first move."""
    return {text(game, move): count(play(game, move), depth - 1) for move in moves(game)}


def count(game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    options = moves(game)
    return len(options) if depth == 1 else sum(count(play(game, m), depth - 1) for m in options)


def text(game: Game, move: Any) -> str:
    if isinstance(move, str):
        return move
    return f"{LETTERS[move[0]]}{move[1] + 1}" + ("x" if move in game.stones else "")


def read(rows: list[str], **position_text: Any) -> Game:
    """The position of a diagram, rows from the top; its history is taken to be long."""
    size = len(rows)
    stones = {
        (x, size - 1 - y): mark
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "."
    }
    return Game(size, stones, history=("button", "button"), **position_text)


def score(game: Game, komi: int) -> tuple[float, float]:
    """Black's and White's points."""
    total = {"b": 0.0, "w": float(komi)}
    for p in points(game.size):
        owner = game.stones.get(p) or controller(game, p)
        if owner:
            total[owner] += 1
    if game.button in total:
        total[game.button] += 0.5
    return total["b"], total["w"]


def unlike_pairs(game: Game) -> int:
    """Pairs of stones of different colours that see each other."""
    sights = sum(
        seen != colour for p, colour in game.stones.items() for _, _, seen in looks(game, p)
    )
    return sights // 2


def begun(options: Mapping[str, Any], rows: list[str], facts: Mapping[str, str]) -> Game:
    """The game of such options, in the position of a diagram."""
    button = "none" if (options["size"] - options["komi"]) % 2 else "free"
    if not rows:
        return Game(options["size"], button=button)
    return read(rows, mover=facts["to move"][0], button=button)


first_moves = perft
