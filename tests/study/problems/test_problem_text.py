"""The text of problems in files."""

import pytest

from termgames import games
from termgames.core.errors import LessonError
from termgames.study.problems.problem import Answer, Problem, head, read, text
from tests.cases import cases

PROBLEM = Problem(
    id="3fa9c1",
    game="plurality",
    options={"size": 5, "komi": 0.5},
    texts={"to move": "white"},
    board=(".....", ".....", ".....", ".....", "bwb.."),
    ask="White to play and win.",
    level=3,
    answers=(Answer(("a2,a3,b3",), "White wins by 2½."),),
    refutations=(
        Answer(("pass", "a2,a3,b3"), "Black wins by 1½."),
        Answer(("b2,c2,c3", "pass"), "Black wins by ½."),
    ),
    sure="solver",
    made="--seed 5, game 2, after move 1",
)


def _file(*problems: Problem) -> str:
    return head(games.info("plurality")) + "\n".join(map(text, problems))


def test_what_is_written_is_read() -> None:
    assert read(_file(PROBLEM), "here") == [PROBLEM]


def test_a_position_may_be_given_by_its_moves() -> None:
    moved = Problem(**{**vars(PROBLEM), "board": (), "texts": {}, "moves": ("a1,b1,c1", "pass")})
    assert read(_file(moved), "here") == [moved]


FAULTS = """
# what stands in the file, / ends a line | what stands there instead | what is said
termgames problems 1 | termgames lessons 1 | not a file of problems
game: plurality | game: chess | line 3: unknown game 'chess'
level: 3 | level: 10 | line 16: the level is a number from 1 to 9
size: 5 | size: three | line 6:
    answer: a2,a3,b3/    White wins by 2½. | answer: a2,a3,b3 | line 17: write the move beside
sure: solver/ | | the problem has no 'sure: …'
level: 3 | goal:/level: 3 | line 16: write what is asked for beside 'goal:'
level: 3 | level: 3/then: pass | line 17: 'then:' stands once, below an answer
ask: White | ask: W/ask: White | ask is given twice
"""


@pytest.mark.parametrize(("before", "after", "complaint"), cases(FAULTS))
def test_a_fault_is_told_with_its_line(before: str, after: str, complaint: str) -> None:
    before, after = before.replace("/", "\n"), after.replace("/", "\n")
    written = _file(PROBLEM)
    assert before in written
    with pytest.raises(LessonError, match="here: ") as caught:
        read(written.replace(before, after), "here")
    assert complaint in str(caught.value)
