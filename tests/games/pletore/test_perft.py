"""Numbers of move sequences, against a second generator written from the rule text.

`brute.py` made the table. A wrong number is broken down by first moves, so that the
faulty one can be followed further.
"""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from tests import diagrams
from tests.games.pletore import brute
from tests.perft import breakdown, perft

TABLE: list[tuple[int, str, str, str, tuple[int, ...]]] = [
    # Size, position ("" is empty), side to move, button, sequences of 1, 2, … moves.
    (3, "", "black", "none", (9, 72, 504, 2_640, 12_024)),
    (3, "", "black", "free", (10, 90, 720, 4_584, 25_632)),
    (4, "", "black", "none", (16, 224, 3_136, 37_648)),
    (4, "", "black", "free", (17, 256, 3_840)),
    (5, "", "black", "free", (26, 650, 15_600)),
    (6, "", "black", "none", (36, 1_224)),
    (8, "", "black", "free", (65, 4_096)),
    (13, "", "black", "free", (170, 28_730)),
    (13, "", "black", "none", (169, 28_392)),
    (19, "", "black", "none", (361,)),
    (25, "", "black", "none", (625,)),
    # Positions with replacements, from which many lines come to passes and the button.
    (4, "bw.. .b.. bw.. b.ww", "black", "none", (5, 32, 154, 729, 2_993)),
    (4, ".bb. .ww. ..w. bwbb", "white", "free", (7, 40, 240, 927, 4_538)),
    (5, "b.wbw bwwbw ...b. www.b bb.bb", "white", "none", (6, 34, 178, 784, 3_564)),
    (5, "bbbbw .wwbw bwbbw b.w.. bwwbw", "black", "free", (5, 24, 87, 275, 806)),
    (6, "wbww.w bbb.b. bwwbwb bbbbb. ww.wb. www.bw", "white", "free", (6, 77, 398, 4_477)),
    (7, "w.wb.wb w.bbb.b bwbbw.w ww..ww. .wbww.w bw.wbb. bwbw.bb", "black", "none", (8, 100, 693)),
    (
        8,
        ".bbw.b.b .b..b.b. b.bw.b.b ....bwww bb.w..ww .b.w.ww. bb.wwwww bb..wbw.",
        "white",
        "none",
        (10, 197, 1_839),
    ),
]
every_line = pytest.mark.parametrize(("size", "rows", "to_move", "button", "numbers"), TABLE)


def set_up(size: int, rows: str, to_move: str, button: str) -> tuple[Any, Any]:
    """The game and the position of a line of the table."""
    # Komi of the size's own parity brings the button into play.
    game = games.create("pletore", {"size": size, "komi": size + (button == "none")})
    if not rows:
        return game, game.start()
    text = rows.replace(" ", "\n")
    return game, diagrams.position(game, text, to_move=to_move, button=button)


def brute_position(size: int, rows: str, to_move: str, button: str) -> brute.Game:
    if not rows:
        return brute.Game(size, button=button)
    return brute.read(rows.split(), mover=to_move[0], button=button)


@every_line
def test_the_table(
    size: int, rows: str, to_move: str, button: str, numbers: tuple[int, ...]
) -> None:
    game, state = set_up(size, rows, to_move, button)
    for depth, expected in enumerate(numbers, 1):
        found = perft(game, state, depth)
        plain = brute_position(size, rows, to_move, button)
        assert found == expected, breakdown(game, state, depth, brute.perft(plain, depth))


@every_line
def test_the_second_generator_gives_the_table(
    size: int, rows: str, to_move: str, button: str, numbers: tuple[int, ...]
) -> None:
    """As far as it goes quickly, so that table and generator stay together."""
    plain = brute_position(size, rows, to_move, button)
    for depth, expected in enumerate(numbers, 1):
        if expected < 5_000:
            assert sum(brute.perft(plain, depth).values()) == expected
