"""Agreement on dead stones: who is asked, what may be answered, how it is written."""

from typing import Any

import pytest

from termgames.core.errors import UnreadableMove
from termgames.core.topology import square
from termgames.go import dead_stones
from termgames.go.dead_stones import AGREE, DECLINE, NONE_DEAD, Agreement, Answer, Dead
from tests.cases import cases

BOARD = square(5)
STONES = BOARD.read(["aa..b", ".ag.b", "..gg.", "a....", "....."], ".abg")


def cells(names: str) -> tuple[int, ...]:
    return tuple(BOARD.cell(name) for name in names.split())


def asked(state: Agreement, answer: Answer) -> Agreement:
    assert state.refuse(BOARD, STONES, answer) is None
    return state.answered(BOARD, STONES, answer)


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
    state = Agreement((0, 1)).answered(BOARD, STONES, Dead(cells("c3")), (0, 1, 0))
    assert state.dead == cells("c3 d3 b4 c4 a5 b5")


def test_only_stones_are_dead() -> None:
    refusal = Agreement((0, 1)).refuse(BOARD, STONES, Dead(cells("a5 c5 e1")))
    assert refusal.code == "empty"
    assert refusal.cells == cells("e1 c5")
    assert "e1 and c5 are empty" in refusal.text
    for cell in (-1, BOARD.cells):
        refusal = Agreement((0, 1)).refuse(BOARD, STONES, Dead((cell,)))
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
    answer = dead_stones.read(BOARD, STONES, f" {text}")
    assert dead_stones.write(BOARD, answer) == written
    assert dead_stones.read(BOARD, STONES, written) == answer
    named = written.removeprefix("dead ").replace(",", " ").replace("none", "")
    known = {"agree": AGREE, "decline": DECLINE}
    assert answer == (known.get(written) or Dead(cells(named)))
    for faulty in ("dead", "dead c4,f7"):
        with pytest.raises(UnreadableMove):
            dead_stones.read(BOARD, STONES, faulty)


def test_what_is_asked_names_the_first_stones() -> None:
    begun = Agreement((0, 1))
    assert begun.prompt(BOARD, "White").startswith("All have passed: mark the dead groups")
    proposed = asked(begun, Dead(cells("a5")))
    assert proposed.prompt(BOARD, "white") == "White proposes as dead: b4, a5 and b5. Agree?"
    alive = asked(begun, NONE_DEAD).prompt(BOARD, "White")
    assert alive == "White proposes that all stones are alive. Agree?"
