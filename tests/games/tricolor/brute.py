"""Tri-Color written a second time, slowly, from the text of its rules alone.

Shares no code with the game. Points are their names, a board is a frozenset of (point,
mark) pairs; a move is a point or "pass". Dead stones and talk are left out: every stone is
alive at the first end.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MARKS = "abg"
LETTERS = "abcdefghjklmnopqrstuvwxyz"

Stones = frozenset[tuple[str, str]]
Near = dict[str, list[str]]


def square(rows: list[str]) -> Near:
    """Neighbours on a board of squares from rows with `-` for gaps."""
    there = {
        (x, len(rows) - y): f"{LETTERS[x]}{len(rows) - y}"
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "-"
    }
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {
        name: [there[x + dx, y + dy] for dx, dy in ways if (x + dx, y + dy) in there]
        for (x, y), name in there.items()
    }


def hexagons(rows: list[str]) -> Near:
    """Neighbours on a map of hexagons, whose rows 2, 4 and so on lie half a cell to the right:
    those at distance 1, measured from middle to middle."""
    there = {
        f"{LETTERS[x]}{len(rows) - y}": (x + (len(rows) - y + 1) % 2 / 2, y * 3**0.5 / 2)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
        if mark != "-"
    }
    return {
        name: [other for other, far in there.items() if 0.9 < math.dist(at, far) < 1.1]
        for name, at in there.items()
    }


def hexhex(edge: int) -> Near:
    """Neighbours on a hexagonal board: those at distance 1 in cube coordinates."""
    places = {}
    for row in range(2 * edge - 1):
        z = row - (edge - 1)
        xs = [x for x in range(-edge + 1, edge) if abs(x + z) < edge]
        # Up a row the left end moves: x counts from the left in every row.
        for number, x in enumerate(xs, 1):
            places[x, z] = f"{'abcdefghijklmnopqrstuvwxyz'[row]}{number}"
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    return {
        name: [places[x + dx, z + dz] for dx, dz in ways if (x + dx, z + dz) in places]
        for (x, z), name in places.items()
    }


@dataclass(frozen=True)
class Position:
    near: dict[str, list[str]]
    thue_morse: bool = False
    stones: Stones = frozenset()
    turn: int = 0
    past: tuple[tuple[str, Stones, str], ...] = ()
    """Who moved, what stood afterwards, and his move."""

    @property
    def mover(self) -> str:
        digits = self.turn
        if self.thue_morse:
            digits = sum(int(digit) for digit in base_3(self.turn))
        return MARKS[digits % 3]


def base_3(number: int) -> str:
    return (base_3(number // 3) if number > 2 else "") + str(number % 3)


def over(position: Position) -> bool:
    passing: set[str] = set()
    for who, _, move in reversed(position.past):
        if move != "pass":
            break
        passing.add(who)
    return passing == set(MARKS)


def flood(near: Near, stones: dict[str, str], start: str) -> tuple[set[str], set[str]]:
    """The points connected with `start` that hold the same, and what they touch besides."""
    same, beside = {start}, set()
    todo = [start]
    while todo:
        for point in near[todo.pop()]:
            if stones.get(point) != stones.get(start):
                beside.add(point)
            elif point not in same:
                same.add(point)
                todo.append(point)
    return same, beside


def alive(near: Near, stones: dict[str, str], point: str) -> bool:
    return any(beside not in stones for beside in flood(near, stones, point)[1])


def placed(position: Position, point: str) -> Stones | None:
    """The board after a stone of the mover, or None when that is no move."""
    near, mover = position.near, position.mover
    stones = dict(position.stones)
    if point in stones:
        return None
    stones[point] = mover
    dead = {p for p, mark in stones.items() if mark != mover and not alive(near, stones, p)}
    stones = {p: mark for p, mark in stones.items() if p not in dead}
    if not alive(near, stones, point):
        return None
    after = frozenset(stones.items())
    if any(who == mover and stood == after for who, stood, _ in position.past):
        return None
    return after


def moves(position: Position) -> list[str]:
    if over(position):
        return []
    return [p for p in position.near if placed(position, p) is not None] + ["pass"]


def play(position: Position, move: str) -> Position:
    after = position.stones if move == "pass" else placed(position, move)
    assert after is not None, f"{move} is no move"
    past = (*position.past, (position.mover, after, move))
    return Position(position.near, position.thue_morse, after, position.turn + 1, past)


def score(position: Position, shared: str | None = None) -> dict[str, int]:
    """Each player's area: his stones and the empty points from which only his are met; if shared
    points are for `all`, those from which his are met."""
    stones = dict(position.stones)
    area = dict.fromkeys(MARKS, 0)
    for point in position.near:
        if point in stones:
            area[stones[point]] += 1
            continue
        met = {stones[p] for p in flood(position.near, stones, point)[1]}
        for who in met if len(met) == 1 or shared == "all" else ():
            area[who] += 1
    return area


def winners(area: dict[str, int]) -> list[str]:
    with_points = [who for who in MARKS if area[who] > 0]
    if len(with_points) < 2:
        return with_points
    lower = {who: sum(other < area[who] for other in area.values()) for who in MARKS}
    higher = {who: sum(other > area[who] for other in area.values()) for who in MARKS}
    return [who for who in MARKS if lower[who] < 2 and higher[who] < 2]


def perft(position: Position, depth: int) -> dict[str, int]:
    """Sequences of `depth` moves from a position, by the first move."""
    return {move: count(play(position, move), depth - 1) for move in moves(position)}


def count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    options = moves(position)
    if depth == 1:
        return len(options)
    return sum(count(play(position, move), depth - 1) for move in options)


def read(near: Near, rows: list[str], turn: int = 0, *, thue_morse: bool = False) -> Position:
    """The position of a diagram of a board of squares, rows from the top (none:
    empty, of any board); what came before is nobody's."""
    if not rows:
        return Position(near, thue_morse, frozenset(), turn)
    names = iter(sorted(near, key=lambda name: (int(name[1:]), LETTERS.index(name[0]))))
    stones = set()
    for row in reversed(rows):
        for mark in row:
            if mark != "-":
                name = next(names)
                if mark in MARKS:
                    stones.add((name, mark))
    return Position(near, thue_morse, frozenset(stones), turn)


def begun(options: Mapping[str, Any], rows: list[str], facts: Mapping[str, str]) -> Position:
    """The game of such options, in the position of a diagram."""
    if options["hex"]:
        near = hexhex(options["hex"])
    else:
        size = options["size"]
        near = square(
            ["." * size] * size if size else options["map"].split("|")[-1].strip().split("/")
        )
    turn = int(facts.get("turn", "0"))
    return read(near, rows, turn, thue_morse=options["order"] == "thue-morse")


first_moves = perft
