"""Numbers of move sequences, against a second generator written from the rule text.

`brute.py` made the table. A wrong number is broken down by first moves, so that the
faulty one can be followed further.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests import diagrams
from tests.games.tricolor import brute
from tests.games.tricolor.support import tricolor
from tests.perft import breakdown, perft

TABLE: list[tuple[str, str, str, int, tuple[int, ...]]] = [
    # Board, order, position ("" is empty), turns taken, sequences of 1, 2, … moves.
    ("size 5", "cyclic", "", 0, (26, 651, 15_668)),
    ("size 6", "cyclic", "", 0, (37, 1_333)),
    ("size 13", "cyclic", "", 0, (170, 28_731)),
    ("size 25", "cyclic", "", 0, (626,)),
    ("hex 3", "cyclic", "", 0, (20, 381, 6_898)),
    ("hex 4", "cyclic", "", 0, (38, 1_407)),
    ("hex 10", "cyclic", "", 0, (272,)),
    # Tiny boards, where captures and repetitions begin after a few moves.
    ("map ...", "cyclic", "", 0, (4, 11, 24, 43, 74, 137, 236, 404, 670)),
    ("map ...", "thue-morse", "", 0, (4, 11, 24, 47, 97, 177, 288, 586, 1_072)),
    ("map ../..", "cyclic", "", 0, (5, 21, 65, 180, 400, 892, 2_016, 4_708, 11_012)),
    ("map ../..", "thue-morse", "", 0, (5, 21, 65, 180, 432, 956, 2_204, 5_260, 11_988)),
    ("map .../-.-", "cyclic", "", 0, (5, 18, 52, 123, 245, 424, 642, 981, 1_743)),
    ("map .../-.-", "thue-morse", "", 0, (5, 18, 52, 132, 294, 492, 903, 1_629, 2_817)),
    ("map .../...", "cyclic", "", 0, (7, 43, 221, 982, 3_568)),
    ("map .../...", "thue-morse", "", 0, (7, 43, 221, 982, 3_636)),
    # Positions with kos, captures of two colours at once, and suicides.
    ("map .../-.-/...", "cyclic", "a.b -g- b.a", 1, (3, 9, 25, 66, 196, 508, 1_378)),
    ("map .../-.-/...", "thue-morse", "a.b -g- b.a", 1, (3, 9, 21, 67, 177, 548, 1_468)),
    ("size 5", "cyclic", ".ab.. a.ab. .ab.. ..... .....", 1, (18, 308, 5_312)),
    ("size 5", "thue-morse", ".ab.. a.ab. .ab.. ..... .....", 1, (18, 308, 5_004)),
    ("size 5", "cyclic", "..baa ..bg. ...a. gg..b .ga.b", 1, (13, 171, 1_982)),
    ("size 5", "thue-morse", "..baa ..bg. ...a. gg..b .ga.b", 1, (13, 171, 1_992)),
    ("size 5", "cyclic", "aabbb a.bab aab.b ggbbb .g.gg", 2, (5, 16, 102, 703)),
    ("size 5", "thue-morse", "aabbb a.bab aab.b ggbbb .g.gg", 2, (5, 24, 152, 837)),
    ("size 6", "cyclic", "bbb.aa bbaaa. bbbbg. b.aabg aaa..b g.aaaa", 0, (8, 54, 240, 1_920)),
    (
        "size 9",
        "thue-morse",
        "aabbbbaa. .a.bbaaaa aaabbb.aa gggbbbga. .gggbb.aa gggggbbba bgggbbbbb .gga.bbbb ggggbbbbb",
        135,
        (8, 39, 222, 1_240),
    ),
]
every_line = pytest.mark.parametrize(("board", "order", "rows", "turn", "numbers"), TABLE)


def set_up(board: str, order: str, rows: str, turn: int) -> tuple[Any, Any]:
    """The game and the position of a line of the table."""
    kind, value = board.split()
    chosen: Any = f"tiny | {value}" if kind == "map" else int(value)
    game = tricolor(**{kind: chosen, "order": order})
    return game, diagrams.position(game, rows, turn=str(turn)) if rows else game.start()


def brute_position(board: str, order: str, rows: str, turn: int) -> brute.Position:
    kind, value = board.split()
    if kind == "hex":
        near = brute.hexhex(int(value))
    else:
        size = int(value) if kind == "size" else 0
        near = brute.square(["." * size] * size if size else value.split("/"))
    return brute.read(near, rows.split(), turn, thue_morse=order == "thue-morse")


@every_line
def test_the_table(board: str, order: str, rows: str, turn: int, numbers: tuple[int, ...]) -> None:
    game, state = set_up(board, order, rows, turn)
    plain = brute_position(board, order, rows, turn)
    for depth, expected in enumerate(numbers, 1):
        found = perft(game, state, depth)
        assert found == expected, breakdown(game, state, depth, brute.perft(plain, depth))


@every_line
def test_the_second_generator_gives_the_table(
    board: str, order: str, rows: str, turn: int, numbers: tuple[int, ...]
) -> None:
    """As far as it goes quickly, so that table and generator stay together."""
    plain = brute_position(board, order, rows, turn)
    for depth, expected in enumerate(numbers, 1):
        if expected < 1_000:
            assert sum(brute.perft(plain, depth).values()) == expected
