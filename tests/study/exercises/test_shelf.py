"""The file of exercises, which holds what does no harm, and when exercises come back."""

import json
import time
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.errors import OptionError, StorageError
from termgames.core.files import parsed
from termgames.study.exercises import exercise as exercises
from termgames.study.exercises import shelf
from termgames.study.exercises.exercise import Memory, after_answer
from tests.study.exercises.examples import exercise

DAY = 86_400.0


def test_what_is_added_is_there_once_and_due_at_once() -> None:
    mine, other = exercise(), exercise("greedy", "human:Ann")
    assert mine.id != other.id, "the same position of two players"
    assert shelf.add([mine, other]) == 2
    assert shelf.add([mine]) == 0
    found = shelf.load()
    assert found.players == ["", "Ann"]
    (kept,) = found.of("Ann")
    assert replace(kept, memory=other.memory) == other
    assert found.today("Ann") == [kept]
    assert kept.begin().state == other.begin().state


def test_an_answer_says_when_it_comes_back() -> None:
    shelf.add([exercise()])
    (due,) = shelf.load().today("")
    shelf.answer(due.id, True)
    found = shelf.load()
    assert found.today("") == []
    assert found.today("", time.time() + 3 * DAY) == found.of("")
    with pytest.raises(OptionError, match="no exercise 'nothing'"):
        shelf.answer("nothing", True)


def test_of_those_never_met_the_costliest_come_first_and_only_some(monkeypatch: Any) -> None:
    monkeypatch.setattr(shelf, "NEW", 2)
    many = [replace(exercise(), record=f"{n}", lost=n / 10) for n in (1, 3, 2)]
    shelf.add(many)
    assert [each.lost for each in shelf.load().today("")] == [0.3, 0.2]
    met = shelf.load().of("")[0]
    shelf.change(met.id, lambda each: replace(each, memory=Memory(1.0, 2.0, 5.0, 1.0)))
    assert [each.lost for each in shelf.load().today("")] == [0.1, 0.3, 0.2]


def test_damaged_lines_are_told_passed_over_and_left_where_they_are() -> None:
    """Also a record that is no text; and the file is for its owner alone."""
    shelf.add([exercise()])
    odd = json.dumps({**exercise().fields(), "record": "\ud800"})
    with shelf.path().open("a") as file:
        file.write(f'{{"player": 3}}\nnonsense\n{odd}\n\n\n')
    found = shelf.load()
    assert len(found.exercises) == 1
    for number, fault in zip((3, 4, 5), found.faults, strict=True):
        assert f"line {number} is no exercise and is passed over" in fault
    shelf.add([exercise("greedy", "human:Ann")])
    assert "nonsense" in shelf.path().read_text()
    assert len(shelf.load().exercises) == 2
    assert shelf.path().stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("first", ["", '{"format": "termgames-exercises 9"}', "[1]", "text"])
def test_a_file_of_another_version_is_left_as_it_is(first: str) -> None:
    shelf.path().parent.mkdir(parents=True, exist_ok=True)
    shelf.path().write_text(f"{first}\n")
    with pytest.raises(StorageError, match="line 1: these are no exercises that this version"):
        shelf.add([exercise()])
    assert shelf.path().read_text() == f"{first}\n"


@given(
    st.dictionaries(
        st.sampled_from([*exercise().fields(), "more"]),
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text()),
        min_size=1,
    )
)
def test_no_value_of_a_field_is_trusted(changed: dict[str, object]) -> None:
    row = {**exercise().fields(), **changed}
    try:
        read = exercises.read(parsed(json.dumps(row), forgiving=True))
    except ValueError:
        return
    assert all(text.isprintable() for text in (read.player, read.best, *read.line, read.reason))
    assert 0 <= read.lost <= 1.001


def test_no_file_is_written_that_could_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.add([exercise()])
    other = exercise("greedy", "human:Ann")
    long = replace(exercise(), record="x" * (exercises.MOST_RECORD + 1))
    size = shelf.path().stat().st_size + 100
    for name, most, refused, said in (
        ("MOST", 1, other, "room for 1 exercise: drop some"),
        ("_MOST_BYTES", size, other, "no room for more"),
        ("_MOST_BYTES", 10**6, long, "too long"),
    ):
        with monkeypatch.context() as changed:
            changed.setattr(shelf, name, most)
            with pytest.raises(StorageError, match=said):
                shelf.add([refused])
    assert len(shelf.load().exercises) == 1


NOW = 1_800_000_000.0


@given(st.integers(0, 6), st.booleans())
def test_who_knows_it_waits_longer_than_who_does_not(right_before: int, late: bool) -> None:
    memory = after_answer(Memory(NOW), True, NOW)
    for _ in range(right_before):
        memory = after_answer(memory, True, memory.due + late * DAY)
    now = memory.due
    knew, forgot = (after_answer(memory, right, now) for right in (True, False))
    assert knew.due - now > memory.due - memory.answered, "the gap grows"
    assert forgot.due - now < knew.due - now
    assert forgot.stability < memory.stability < knew.stability
    assert forgot.difficulty > knew.difficulty
    assert after_answer(memory, True, now) == knew, "nothing is drawn by lot"


def test_the_gaps_are_those_that_fsrs_publishes() -> None:
    memory, now, gaps = Memory(NOW), NOW, []
    for _ in range(4):
        memory = after_answer(memory, True, now)
        gaps.append(round((memory.due - now) / DAY))
        now = memory.due
    # The weights of version 6 with a retention of 0.9, learning steps left out.
    assert gaps == [2, 11, 46, 163]
