"""Numbers of turn sequences, against a second generator written from the rule text.

`brute.py` made the table.
"""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from tests.games.majorities import brute
from tests.perft import breakdown, perft

TABLE: list[tuple[str, str, str, tuple[int, ...]]] = [
    # Options, position ("" is empty), side to move, sequences of 1, 2, … turns.
    ("3", "", "black", (15, 1_365, 90_090)),
    ("5", "", "black", (55, 78_705)),
    ("7", "", "black", (117,)),
    ("3 no-voids", "", "black", (19, 2_907)),
    ("3 capture", "", "black", (15, 2_730)),
    ("5 no-voids capture", "", "black", (61, 215_940)),
    # Positions from which many lines reach an end.
    ("3", "b.w b-wb .w--b w-b. ...", "white", (15, 90, 66, 0)),
    ("3", "bw. b-wb .w--b w-b. w.b", "black", (6, 0)),
    ("3 play-out", "bw. b-wb .w--b w-b. w.b", "black", (6, 6, 0)),
    ("3 capture", "bw. b-wb .w--. w-b. ...", "black", (54, 4_436)),
    ("3 capture", "bw. b-wb .w--b w-b. w.b", "white", (26, 1_433, 60_780)),
    ("3 no-voids", "bw. bw.b .wb.b w.b. w.w", "black", (21, 110, 330)),
    ("3 no-voids capture", "bw. b..b .w..b w.b. w.w", "white", (93, 12_940)),
    (
        "5",
        ".bw.b b-wwb. bw.wbbw wbb-.wbw bwbwb-w-b wwb-b.bw bwwb.bw w-bwbb b.wbw",
        "white",
        (28, 420, 1_890),
    ),
]


def set_up(options: str, rows: str, to_move: str) -> tuple[Any, Any]:
    """The game and the position of a line of the table."""
    size, *flags = options.split()
    game = games.create("majorities", {"size": int(size), **dict.fromkeys(flags, True)})
    if not rows:
        return game, game.start()
    return game, game.position(rows.split(), {"to move": to_move})


def plain(options: str, rows: str, to_move: str) -> brute.Game:
    size, *flags = options.split()
    diagram = brute.DIAGRAMS[int(size)]
    board = brute.Board(brute.full(diagram) if "no-voids" in flags else diagram)
    game = brute.Game(board, "capture" in flags, "play-out" in flags)
    if rows:
        marks = [mark for row in reversed(rows.split()) for mark in row if mark != "-"]
        game.stones = {p: m for p, m in zip(board.name, marks, strict=True) if m != "."}
        game.first, game.mover = False, to_move[0]
        for line, cells in board.line.items():
            for colour in "bw":
                if 2 * sum(game.stones.get(p) == colour for p in cells) >= len(cells):
                    game.won[line] = colour
    return game


def by_first_turn(other: brute.Game, depth: int) -> dict[str, int]:
    """The second generator's numbers, by the texts of the first turns."""
    return {
        other.text(turn): brute.perft(other.copy().play(turn), depth - 1) if depth > 1 else 1
        for turn in other.turns()
    }


@pytest.mark.parametrize(("options", "rows", "to_move", "numbers"), TABLE)
def test_the_table(options: str, rows: str, to_move: str, numbers: tuple[int, ...]) -> None:
    game, state = set_up(options, rows, to_move)
    for depth, expected in enumerate(numbers, 1):
        found = perft(game, state, depth)
        assert found == expected, breakdown(
            game, state, depth, by_first_turn(plain(options, rows, to_move), depth)
        )


@pytest.mark.parametrize(("options", "rows", "to_move", "numbers"), TABLE)
def test_the_second_generator_gives_the_table(
    options: str, rows: str, to_move: str, numbers: tuple[int, ...]
) -> None:
    """As far as it goes quickly, so that table and generator stay together."""
    for depth, expected in enumerate(numbers, 1):
        if expected < 20_000:
            assert brute.perft(plain(options, rows, to_move), depth) == expected
