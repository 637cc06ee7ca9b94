"""When exercises come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.study.exercises.schedule import Memory, after_answer

DAY = 86_400.0
NOW = 1_800_000_000.0


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 400)), min_size=1, max_size=12))
def test_an_exercise_never_comes_back_the_same_day_and_its_numbers_stay_bounded(
    answers: list[tuple[bool, float]],
) -> None:
    memory, now = Memory(NOW), NOW
    for right, days in answers:
        now += days * DAY
        memory = after_answer(memory, right, now)
        assert memory.answered == now
        assert memory.due == pytest.approx(max(memory.due, now + DAY), abs=1e-3)
        assert 0.001 <= memory.stability <= 1e5
        assert 1 <= memory.difficulty <= 10


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
