"""Numbers of sequences of answers, and whole games, against a second engine (`brute.py`).

Without dice and cards; with range, alliances, surrender and gaps. `brute.py` made the
table. A wrong number is broken down by first answers.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from termgames.games.mitropia.rules import Mitropia
from tests.games.mitropia import brute
from tests.games.mitropia.play import at, go, legal, make
from tests.perft import breakdown, perft

Line = tuple[int, str, str, dict[str, str], tuple[int, ...]]

TABLE: list[Line] = [
    # Players, range, position, texts beside it, sequences of 1, 2, … answers.
    (2, "none", "... ... ...", {}, (10, 91, 738)),
    (2, "1", "... ... ...", {}, (4, 15, 55, 188, 684)),
    (2, "3", ".bw. b.bw .bw. ....", {}, (10, 79, 632)),
    (3, "none", ".-. ... .-.", {}, (8, 53, 288, 1_403)),
    (3, "2", "..b.. .wbr. ..wr. .r... .....", {}, (15, 159, 2_090)),
    (3, "2", "..b.. .wbr. ..wr. .r... .....", {"occupiers": "black: white"}, (15, 159, 2_209)),
    (
        4,
        "1",
        ".bu. w-br ..-u r..w",
        {"occupiers": "white: red; red: blue"},
        (5, 19, 86, 327, 1_195),
    ),
    (3, "none", "b.w .b. rw.", {"occupiers": "red: black", "to move": "red"}, (7, 34, 124, 474)),
]
every_line = pytest.mark.parametrize("line", TABLE)


def corners(rows: list[str], players: int) -> list[str]:
    """Start points clockwise from the lower left, on the rim."""
    top, right = len(rows), brute.COLUMNS[len(rows[0]) - 1]
    return ["a1", f"a{top}", f"{right}{top}", f"{right}1"][:players]


def game_of(line: Line) -> Mitropia:
    players, reach, text, _, _ = line
    rows = ["".join("-" if mark == "-" else "." for mark in row) for row in text.split()]
    starts = " ".join(corners(rows, players))
    return make(
        players,
        {"range": reach, "no-cards": True},
        board=f"m | {players}: {starts} | {'/'.join(rows)}",
    )


def set_up(line: Line) -> tuple[Mitropia, Any]:
    game = game_of(line)
    position_text = {name.replace(" ", "_"): value for name, value in line[3].items()}
    return game, at(game, line[2], **position_text)


def plain(line: Line) -> brute.Game:
    """The same for the second engine."""
    players, reach, text, position_text, _ = line
    rows = text.split()
    shape = ["".join("-" if mark == "-" else "." for mark in row) for row in rows]
    board = {
        (x, y): "bwrug".index(mark)
        for y, row in enumerate(reversed(rows))
        for x, mark in enumerate(row)
        if mark in "bwrug"
    }
    found = brute.Game(
        shape,
        corners(shape, players),
        None if reach == "none" else int(reach),
        board=board,
        turn=brute.COLOURS.index(position_text.get("to move", "black")),
    )
    for clause in filter(None, position_text.get("occupiers", "").split("; ")):
        below, above = clause.split(": ")
        found.above[brute.COLOURS.index(below)] = brute.COLOURS.index(above)
    return found


@every_line
def test_the_table(line: Line) -> None:
    game, state = set_up(line)
    for depth, expected in enumerate(line[4], 1):
        found = perft(game, state, depth)
        assert found == expected, breakdown(game, state, depth, brute.perft(plain(line), depth))


@every_line
def test_the_second_engine_gives_the_table(line: Line) -> None:
    """As far as it goes quickly, so that table and engine stay together."""
    for depth, expected in enumerate(line[4], 1):
        if expected < 1_000:
            assert sum(brute.perft(plain(line), depth).values()) == expected


@every_line
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_are_the_same(line: Line, seed: int) -> None:
    """Random games to their end: answers, boards, prisoners and occupiers at every ply."""
    game, state = set_up(line)
    other, rng = plain(line), random.Random(seed)
    for _ in range(120):
        texts = sorted(legal(game, state))
        assert set(texts) == other.legal()
        if not texts:
            break
        stones = {
            brute.spot(game.topology.names[cell]): stone - 1
            for cell, stone in enumerate(state.stones)
            if stone
        }
        assert stones == other.board
        assert [list(held) for held in state.board.prisoners] == other.prisoners
        assert {s: a for s, a in enumerate(state.occupiers) if a is not None} == other.above
        lively = [text for text in texts if text not in ("pass", "decline")]
        text = rng.choice(lively if lively and rng.random() < 0.9 else texts)
        state = go(game, state, text)
        other.play(text)
