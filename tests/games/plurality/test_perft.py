"""Numbers of move sequences, against a second generator written from the rule text.

`brute.py` made the table. A wrong number is broken down by first moves, so that the
faulty one can be followed further.
"""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from tests import diagrams
from tests.games.plurality import brute
from tests.perft import breakdown, perft

TABLE: list[tuple[str, str, str, tuple[int, ...]]] = [
    # Board, position ("" is empty), side to move, sequences of 1, 2, … moves.
    ("size 5", "", "black", (283, 47_473)),
    ("size 6", "", "black", (445, 141_433)),
    ("size 7", "", "black", (643,)),
    ("size 13", "", "black", (2_587,)),
    ("size 19", "", "black", (5_827,)),
    ("hex 3", "", "black", (334, 45_109)),
    ("hex 4", "", "black", (802,)),
    ("hex 7", "", "black", (3_394,)),
    # Positions from which many lines reach an end: both pass, or nothing can be placed.
    ("size 5", "..... ww.b. b..wb ..... .....", "black", (70, 1_615, 17_778)),
    ("size 5", "bw... w.... ..... .b.bb .bw.w", "white", (67, 814, 1_908, 1_989, 1_242)),
    ("size 6", "...bbw ...... .wb... .w.... .bwbb. .w..w.", "black", (70, 2_443, 19_092)),
    (
        "size 8",
        ".bbwbb.. b.w..... w.b.wb.. wbw..w.. ....w.ww bbwbw.b. w.b.b... ...ww...",
        "black",
        (67, 2_419, 26_754),
    ),
    (
        "size 13",
        "....bw....... bwwb.b.wwb.bb ...w..w..wb.w .w.w.wb..b... .bbwb.bw..bw. "
        ".w..w..b.w.b. ....b.wwbbwb. ....bw..b..b. .....w..b..w. .....b.bwbww. "
        "......bw...w. ...........w. ...........b.",
        "black",
        (490, 184_993),
    ),
    ("hex 3", "b.w b.w. w..b. .... ...", "black", (70, 379, 618, 309, 0)),
    ("hex 3", "... .... .wb.. .b.. ...", "white", (70, 1_633, 14_232)),
]


def set_up(board: str, rows: str, to_move: str) -> tuple[Any, Any]:
    """The game and the position of a line of the table."""
    option, number = board.split()
    game = games.create("plurality", {option: int(number)})
    if not rows:
        return game, game.start()
    return game, diagrams.position(game, rows, to_move=to_move)


def brute_board(board: str) -> brute.Board:
    option, number = board.split()
    return brute.hexhex(int(number)) if option == "hex" else brute.square(int(number))


@pytest.mark.parametrize(("board", "rows", "to_move", "numbers"), TABLE)
def test_the_table(board: str, rows: str, to_move: str, numbers: tuple[int, ...]) -> None:
    game, state = set_up(board, rows, to_move)
    plain = brute_board(board)
    stones = brute.read(plain, rows.split()) if rows else {}
    for depth, expected in enumerate(numbers, 1):
        found = perft(game, state, depth)
        assert found == expected, breakdown(
            game, state, depth, brute.perft(plain, depth, stones, to_move[0])
        )


@pytest.mark.parametrize(("board", "rows", "to_move", "numbers"), TABLE)
def test_the_second_generator_gives_the_table(
    board: str, rows: str, to_move: str, numbers: tuple[int, ...]
) -> None:
    """As far as it goes quickly, so that table and generator stay together."""
    plain = brute_board(board)
    stones = brute.read(plain, rows.split()) if rows else {}
    for depth, expected in enumerate(numbers, 1):
        if expected < 5_000:
            assert sum(brute.perft(plain, depth, stones, to_move[0]).values()) == expected
