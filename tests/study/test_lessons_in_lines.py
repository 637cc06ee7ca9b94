"""A course line by line: what is typed is answered, and every step leads to the right one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from termgames.play.new_game import NewGame
from termgames.study.lessons import progress
from termgames.study.lessons.course import Course, ready
from termgames.study.lessons.examine import FEWEST
from termgames.study.lessons.line_lesson import LessonLines
from termgames.study.lessons.reading import outline
from tests.study.test_lessons import written


@pytest.fixture(scope="module")
def course() -> Course:
    return ready("mine", outline("\n".join(written()), "mine.lesson"))


def told(course: Course, *typed: str, at: int = 0, ends: bool = True) -> str:
    """What is said when these lines are typed; the small game is played to its end if `ends`."""
    said: list[str] = []
    lines: Iterator[str] = iter(typed)

    def ask(prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    def play(new: NewGame) -> bool:
        said.append(f"(a game of {', '.join(new.players)})")
        return ends

    LessonLines(course, "", ask=ask, say=said.append, play=play).run(at)
    return "\n".join(said)


def test_a_move_is_judged_and_the_next_task_follows(course: Course) -> None:
    text = told(course, "c1,c2,c3", "quit")
    assert "Right. Closed with c1,c2,c3." in text
    assert f"2 of {FEWEST + 1}: Corner 1" in text
    assert course.tasks[0].title in progress.done("", "mine")


def test_a_wrong_answer_is_taken_back(course: Course) -> None:
    text = told(course, "a1,a2,b1", "hint", "c1,c2,c3", "quit")
    assert text.index("Not yet. Use c1, c2 and c3.") < text.index("try again")
    assert text.index("Try first") < text.index("Right. Closed")


def test_after_the_game_the_course_is_over(course: Course) -> None:
    text = told(course, "play", "play", at=FEWEST)
    assert text.count("(a game of ") == 1
    assert "That was the last lesson. Not done yet: 1 Corner 0, " in text
    assert course.steps[-1].title in progress.done("", "mine")
