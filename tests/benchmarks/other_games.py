"""Games without a packed form, a kernel or anything hand-made: how well is the search that plays
them from their rules alone?

    python tests/benchmarks/other_games.py gomoku --games 20 --time 0.3
    python tests/benchmarks/other_games.py reversi --first mcts:playouts=300

Plays matches between two players, at equal time a move or by playouts, by turns with either side,
each pair from two random moves, and prints the share of the first with its 95 % interval. The games
are of different kinds: Gomoku (a line of five on 9x9, order hardly matters), Breakthrough on 6x6
(pieces that move, a race), and Reversi on 6x6 (points, passes).
"""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import click
import numpy as np

from termgames.core.errors import IllegalMove, Refusal, UnreadableMove
from termgames.core.game import OVER, Game, Score
from termgames.core.topology import Cell, square
from termgames.core.two_player import COLOURS, TwoPlayer
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.workbench.ratings import wilson
from tests.search.gomoku import Gomoku

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class State:
    """A position."""

    stones: bytes
    turn: int = 0
    ending: str | None = None


class Small(TwoPlayer[State]):
    """What the three have in common: a move is a tuple of cells, empty for a pass."""

    def __init__(self) -> None:
        self.options: Mapping[str, Any] = {}
        self.topology = square(6)

    @property
    @abstractmethod
    def id(self) -> str:
        """The game's name."""

    @abstractmethod
    def start(self) -> State:
        """The first position."""

    @abstractmethod
    def legal_moves(self, s: State) -> Sequence[tuple[Cell, ...]]:
        """All of them."""

    @abstractmethod
    def played(self, s: State, m: tuple[Cell, ...]) -> State:
        """The state after a legal move."""

    def at(self, x: int, y: int) -> Cell | None:
        """The cell at these coordinates, None off the board."""
        size = self.topology.size
        return y * size + x if 0 <= x < size and 0 <= y < size else None

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        """From a diagram, Black to move."""
        return State(self.topology.read(rows))

    def refuse(self, s: State, m: tuple[Cell, ...]) -> Refusal | None:
        """Whether it is among the legal moves."""
        return None if m in self.legal_moves(s) else Refusal("illegal", "that is not legal")

    def apply(self, s: State, m: tuple[Cell, ...]) -> State:
        """The state after a move."""
        if s.ending is not None or (len(m) == 1 and s.stones[m[0]]):
            raise IllegalMove(Refusal("illegal", "that is not legal"))
        return self.played(s, m)

    def score(self, s: State) -> Score:
        """A point for who made the last move of a game that is won."""
        if s.ending is None or s.ending == "draw":
            return Score((0.0, 0.0), (), (0, 1))
        winner = 1 - s.turn
        return Score((float(winner == 0), float(winner == 1)), (), (winner,))

    def parse(self, s: State, text: str) -> tuple[Cell, ...]:
        """Names of cells."""
        try:
            return tuple(self.topology.by_name[name] for name in text.split("-") if name != "pass")
        except KeyError:
            raise UnreadableMove(f"{text} is no move") from None

    def format(self, m: tuple[Cell, ...]) -> str:
        """Names of cells."""
        return "-".join(self.topology.names[cell] for cell in m) or "pass"

    def cells_of(self, m: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Where the stone comes to lie."""
        return m[-1:]

    def report_fields(self, s: State) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def prompt(self, s: State) -> str:
        """What is asked."""
        return f"{COLOURS[s.turn]} is to move"


class Breakthrough(Small):
    """Pawns that move forward, straight or slanting, and capture slanting; who reaches the other
    side has won."""

    id = "breakthrough"

    def start(self) -> State:
        return State(bytes([1] * 12 + [0] * 12 + [2] * 12))

    @cached_property
    def steps(self) -> list[list[list[tuple[Cell, bool]]]]:
        """By colour and cell: where a pawn may go, and whether that is straight ahead."""
        result: list[list[list[tuple[Cell, bool]]]] = []
        for forward in (1, -1):
            of_colour = []
            for cell in range(36):
                y, x = divmod(cell, 6)
                goals = ((self.at(x + dx, y + forward), dx == 0) for dx in (-1, 0, 1))
                of_colour.append([(goal, ahead) for goal, ahead in goals if goal is not None])
            result.append(of_colour)
        return result

    def legal_moves(self, s: State) -> Sequence[tuple[Cell, ...]]:
        if s.ending is not None:
            return ()
        own, steps, stones = s.turn + 1, self.steps[s.turn], s.stones
        return [
            (cell, goal)
            for cell, stone in enumerate(stones)
            if stone == own
            for goal, ahead in steps[cell]
            if (not stones[goal] if ahead else stones[goal] != own)
        ]

    def played(self, s: State, m: tuple[Cell, ...]) -> State:
        stones = bytearray(s.stones)
        stones[m[1]], stones[m[0]] = stones[m[0]], 0
        through = m[1] // 6 == (5 if s.turn == 0 else 0)
        after = State(bytes(stones), 1 - s.turn, "through" if through else None)
        if not through and not self.legal_moves(after):
            return State(after.stones, after.turn, "no move is left")
        return after


class Reversi(Small):
    """Stones between the one laid and another of one's own turn over; most stones win."""

    id = "reversi"

    def start(self) -> State:
        stones = bytearray(36)
        stones[14] = stones[21] = 2
        stones[15] = stones[20] = 1
        return State(bytes(stones))

    @cached_property
    def rays(self) -> list[list[list[Cell]]]:
        """By cell: the cells in each of the eight directions, the nearest first."""
        result = []
        for cell in range(36):
            y, x = divmod(cell, 6)
            of_cell = []
            for dx, dy in (*WAYS, *((-dx, -dy) for dx, dy in WAYS)):
                places = (self.at(x + n * dx, y + n * dy) for n in range(1, 6))
                of_cell.append([place for place in places if place is not None])
            result.append(of_cell)
        return result

    def turned(self, stones: bytes, cell: Cell, colour: int) -> list[Cell]:
        """The cells that change hands when a colour takes one."""
        own, result = colour + 1, []
        for ray in self.rays[cell]:
            for count, at in enumerate(ray):
                if stones[at] == own:
                    result += ray[:count]
                    break
                if not stones[at]:
                    break
        return result

    def moves_of(self, stones: bytes, colour: int) -> list[tuple[Cell, ...]]:
        """The cells a colour may take."""
        empty = (cell for cell, stone in enumerate(stones) if not stone)
        return [(cell,) for cell in empty if self.turned(stones, cell, colour)]

    def legal_moves(self, s: State) -> Sequence[tuple[Cell, ...]]:
        return () if s.ending is not None else self.moves_of(s.stones, s.turn) or [()]

    def played(self, s: State, m: tuple[Cell, ...]) -> State:
        stones = bytearray(s.stones)
        for cell in (*m, *(self.turned(s.stones, m[0], s.turn) if m else ())):
            stones[cell] = s.turn + 1
        after = bytes(stones)
        stuck = not any(self.moves_of(after, colour) for colour in (0, 1))
        return State(after, 1 - s.turn, "nobody can move" if stuck else None)

    def score(self, s: State) -> Score:
        return Score.of([float(s.stones.count(1)), float(s.stones.count(2))], ())


GAMES: dict[str, Callable[[], Any]] = {
    "gomoku": lambda: Gomoku(9),
    "breakthrough": Breakthrough,
    "reversi": Reversi,
}


def play(
    game: Game[Any, Any], specs: Sequence[str], seconds: float | None, seed: int
) -> tuple[float, float]:
    """The win shares of one game that begins with two random moves."""
    bots = [
        make_bot(parse_player(spec), game, seed=seed + at, options=BotOptions(seconds))
        for at, spec in enumerate(specs)
    ]
    rng, state = np.random.default_rng(seed // 2), game.start()
    for _ in range(2):
        moves = game.legal_moves(state)
        state = game.apply(state, moves[int(rng.integers(len(moves)))])
    while (seat := game.to_act(state)) != OVER:
        state = game.apply(state, bots[seat].think(state).move)
    first, second = game.utilities(state).tolist()
    return first, second


@click.command(help=__doc__)
@click.argument("name", type=click.Choice(list(GAMES)))
@click.option("--first", default="bot:5", show_default=True)
@click.option("--second", default="uct", show_default=True)
@click.option("--games", "count", default=20, show_default=True)
@click.option("--time", "seconds", type=float, help="Seconds a move, else by the names.")
@click.option("--seed", default=1, show_default=True)
def main(name: str, first: str, second: str, count: int, seconds: float | None, seed: int) -> None:
    """The match."""
    won, began = 0.0, time.monotonic()
    for number in range(count):
        swapped = number % 2 == 1
        specs = (second, first) if swapped else (first, second)
        shares = play(GAMES[name](), specs, seconds, 2 * seed * count + number // 2 * 2)
        won += shares[swapped]
    low, high = wilson(won / count, count)
    spent = time.monotonic() - began
    print(f"{name}: {first} {won:g} of {count} against {second} ", end="")
    print(f"({low:.0%} to {high:.0%}), {spent:.0f} s in all")


if __name__ == "__main__":
    main()
