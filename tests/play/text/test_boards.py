"""Boards in plain characters: gaps, start points, stones."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from termgames.core.display import Origin
from termgames.core.topology import from_rows, square
from termgames.play.text import boards

COVE = from_rows(["...--", ".-...", "...-."])
GAME: Any = SimpleNamespace(
    topology=COVE, marks="bwrug", stones=lambda state: state, colour=lambda state, seat: 4 - seat
)
DISPLAY: Any = SimpleNamespace(
    origins=lambda state: [
        Origin(COVE.cell("a1"), 0),
        Origin(COVE.cell("e1"), None),
        Origin(COVE.cell("a3"), 3),
        Origin(COVE.cell("c3"), 2),
    ]
)


def lying(**stones: str) -> bytes:
    cells = bytearray(COVE.cells)
    for letter, name in stones.items():
        cells[COVE.cell(name)] = GAME.marks.index(letter) + 1
    return bytes(cells)


def test_gaps_are_blank_and_start_points_stand_until_a_stone_does() -> None:
    state = lying(u="d2", r="c3")
    starts = boards.origins(GAME, DISPLAY, state)
    assert boards.draw(GAME, state, [COVE.cell("d2")], starts).splitlines() == [
        "  a b c d e",
        "3 w . R     3",
        "2 .   .*U . 2",
        "1 g . .   + 1",
        "  a b c d e",
    ]
    assert boards.rows(GAME, state) == ["..r--", ".-.u.", "...-."]


def test_the_rows_are_read_back() -> None:
    state = lying(g="a1", b="e2")
    assert COVE.read(boards.rows(GAME, state), ".bwrug") == state
    assert square(2).read(["b.", ".w"]) == bytes([0, 2, 1, 0])
