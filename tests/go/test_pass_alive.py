"""Ground that is held for good, groups that are dead, and the agreement on dead stones."""

from typing import Any

import numpy as np
import pytest

from termgames.core.errors import UnreadableMove
from termgames.core.topology import Topology, square
from termgames.go import dead_stones, heuristics
from termgames.go.board import put_stones
from termgames.go.dead_stones import AGREE, DECLINE, NONE_DEAD, Agreement, Answer, Dead
from termgames.go.pass_alive import ground
from tests.cases import cases
from tests.go.playouts.support import BOARDS, middle_games

HELD = cases("""
# Two eyes live and one does not: the second is open to the east.
aaaaa.. .a..... | | a1a c1a
aaaaa.. .a.aa.. | a1a c1a |
# A stone of another has to be taken before its region is held.
aaaaa.. b.a.a.. | d1a | a1a b1a
# Two groups share two eyes, which none of them has alone.
aaa.... a.aa... aaa.a.. ..aaa.. | b3a d2a |
aaa.... a.ab... aaa.a.. ..aaa.. | | d2a
""")


@pytest.mark.parametrize(("lowest", "has", "lacks"), HELD)
def test_what_is_held(lowest: str, has: str, lacks: str) -> None:
    topology, rows = BOARDS["square"], lowest.split()
    regions = ground(topology, topology.read(["......."] * (7 - len(rows)) + rows, ".abc"))
    found = {f"{topology.names[at]}{'.abc'[who]}" for who, region in regions for at in region}
    assert set(has.split()) <= found
    assert not set(lacks.split()) & found


def attacked(topology: Topology, stones: bytes, owner: int, rng: np.random.Generator) -> bytes:
    """The board after all others have put stones wherever they can, the owner passing."""
    colours = [colour for colour in range(3) if colour != owner]
    for turn in range(4 * topology.cells):
        cell = int(rng.integers(topology.cells))
        if not stones[cell]:
            placement = put_stones(topology, stones, (cell,), colours[turn % 2])
            stones = stones if placement.suicide else placement.stones
    return stones


@pytest.mark.parametrize("board", BOARDS)
def test_no_attack_takes_it(board: str) -> None:
    """The stones around held points are still there, however often others play."""
    topology, rng = BOARDS[board], np.random.default_rng(3)
    seen = 0
    boards = [row for seed in range(5) for row in middle_games(topology, 3, seed).stones]
    for row in boards:
        stones = row.tobytes()
        regions = list(ground(topology, stones))
        for colour in {owner for owner, _ in regions}:
            after = attacked(topology, stones, colour - 1, rng)
            for cell in (at for owner, region in regions if owner == colour for at in region):
                seen += 1
                for near in topology.adjacent[cell]:
                    if stones[near] == colour:
                        assert after[near] == colour
    assert seen


BOARD = square(5)
ROWS = ("aa...", "aa...", ".....", "...bb", "c..bb")
STONES = bytes(".abc".index(mark) for row in reversed(ROWS) for mark in row)
"""Cells count from the lowest row."""


def owners(**parts: float) -> np.ndarray:
    """(cells, 3): the part of the playouts in which each colour's stones stay its own; what
    is missing goes to the next colour."""
    owner = np.zeros((BOARD.cells, 3))
    for cell, stone in enumerate(STONES):
        if stone:
            kept = parts["abc"[stone - 1]]
            owner[cell, stone - 1] = kept
            owner[cell, stone % 3] = 1 - kept
    return owner


def names(cells: tuple[int, ...]) -> str:
    return " ".join(sorted(BOARD.names[cell] for cell in cells))


def test_a_group_is_dead_that_is_seldom_kept_unless_an_ally_keeps_it() -> None:
    assert names(heuristics.dead(BOARD, STONES, owners(a=0.9, b=0.2, c=0.31))) == "d1 d2 e1 e2"
    found = heuristics.dead(BOARD, STONES, owners(a=0.1, b=0.5, c=0.29))
    assert names(found) == "a1 a4 a5 b4 b5"
    assert list(found) == sorted(found)
    owner = owners(a=0.9, b=0.2, c=0.9)  # what b loses goes to c
    assert heuristics.dead(BOARD, STONES, owner, blocs=(0, 1, 1)) == ()
    assert names(heuristics.dead(BOARD, STONES, owner, blocs=(0, 0, 2))) == "d1 d2 e1 e2"


LYING = BOARD.read(["aa..b", ".ag.b", "..gg.", "a....", "....."], ".abg")


def cells(names: str) -> tuple[int, ...]:
    return tuple(BOARD.cell(name) for name in names.split())


def asked(state: Agreement, answer: Answer) -> Agreement:
    assert state.refuse(BOARD, LYING, answer) is None
    return state.answered(BOARD, LYING, answer)


@pytest.mark.parametrize(
    ("order", "names", "answers", "outcome"),
    [
        ((2, 0, 1), "a5", [AGREE, AGREE], "agreed"),
        ((0, 1, 2), "", [DECLINE], "declined"),
        ((0, 1, 2), "", [AGREE, DECLINE], "declined"),
    ],
)
def test_all_must_agree(order: Any, names: str, answers: list[Answer], outcome: str) -> None:
    state = Agreement(order)
    for seat, answer in zip(order, [Dead(cells(names)), *answers], strict=False):
        assert (state.outcome, state.asked) == ("open", seat)
        state = asked(state, answer)
    assert state.outcome == outcome


def test_a_cell_names_its_whole_group() -> None:
    state = asked(Agreement((0, 1)), Dead(cells("c3 e5 d3")))
    assert state.dead == cells("c3 d3 c4 e4 e5")
    # Allies of one bloc die together.
    state = Agreement((0, 1)).answered(BOARD, LYING, Dead(cells("c3")), (0, 1, 0))
    assert state.dead == cells("c3 d3 b4 c4 a5 b5")


def test_only_stones_are_dead() -> None:
    refusal = Agreement((0, 1)).refuse(BOARD, LYING, Dead(cells("a5 c5 e1")))
    assert refusal.code == "empty"
    assert refusal.cells == cells("e1 c5")
    assert "e1 and c5 are empty" in refusal.text
    for cell in (-1, BOARD.cells):
        refusal = Agreement((0, 1)).refuse(BOARD, LYING, Dead((cell,)))
        assert refusal.code == "off-board"


ANSWERS = cases("""
dead e5 | dead e5
DEAD c3 , a5,,e5 | dead c3,a5,e5
Dead c3, a5 e5 | dead c3,a5,e5
dead a5,a5 | dead a5
dead   none | dead none
agree | agree
Accept | agree
decline | decline
""")


@pytest.mark.parametrize(("text", "written"), ANSWERS)
def test_answers_are_read_and_written(text: str, written: str) -> None:
    answer = dead_stones.read(BOARD, LYING, f" {text}")
    assert dead_stones.write(BOARD, answer) == written
    assert dead_stones.read(BOARD, LYING, written) == answer
    named = written.removeprefix("dead ").replace(",", " ").replace("none", "")
    known = {"agree": AGREE, "decline": DECLINE}
    assert answer == (known.get(written) or Dead(cells(named)))
    for faulty in ("dead", "dead c4,f7"):
        with pytest.raises(UnreadableMove):
            dead_stones.read(BOARD, LYING, faulty)


def test_what_is_asked_names_the_first_stones() -> None:
    begun = Agreement((0, 1))
    assert begun.prompt(BOARD, "White").startswith("All have passed: mark the dead groups")
    proposed = asked(begun, Dead(cells("a5")))
    assert proposed.prompt(BOARD, "white") == "White proposes as dead: b4, a5 and b5. Agree?"
    alive = asked(begun, NONE_DEAD).prompt(BOARD, "White")
    assert alive == "White proposes that all stones are alive. Agree?"
