"""What rules pages show is so: diagrams, records, and how they look on a narrow screen."""

import re
import textwrap

import pytest
from rich.console import Console
from rich.markdown import Markdown

from termgames import games
from termgames.play import record
from termgames.play.text import report
from tests import page_diagrams
from tests.cases import cases
from tests.contract.support import GAMES, every_game
from tests.page_diagrams import Diagram

NARROWEST = 60
"""Columns of a terminal on which every page can be read."""

_BOARD_ROW = re.compile(
    r"(?m)^ *[a-z]*\d+(?: +\*?[^\s\d_])+ +[a-z]*\d+(?= |$).*$|^(?:    | *\d+) *\.(?: +[^\s_]){2,}$"
)
"""A row of a board, with its labels or without."""


def _record(game_id: str) -> str:
    """The record on the rules page of a game: its code block that begins as records do."""
    page = games.rules_text(game_id)
    (block,) = re.findall(r"(?m)^    termgames record \d+\n(?:    .*\n)+", page)
    return textwrap.dedent(block) + "\n"


@pytest.mark.parametrize(
    ("game_id", "diagram"),
    [
        pytest.param(game_id, diagram, id=f"{game_id}-{diagram}")
        for game_id in GAMES
        for diagram in page_diagrams.diagrams(games.rules_text(game_id))
    ],
)
def test_a_diagram_is_true(game_id: str, diagram: Diagram) -> None:
    page_diagrams.check(game_id, diagram)


@every_game
def test_no_board_stands_outside_a_diagram(game_id: str) -> None:
    """Where nobody checks it."""
    rest = page_diagrams.without_diagrams(games.rules_text(game_id))
    assert [found[0] for found in _BOARD_ROW.finditer(rest)] == []


@every_game
def test_no_line_of_a_diagram_is_wrapped_on_a_narrow_terminal(game_id: str) -> None:
    page = games.rules_text(game_id)
    console = Console(width=NARROWEST, color_system=None)
    with console.capture() as capture:
        console.print(Markdown(page))
    shown = {line.rstrip().removeprefix(" ") for line in capture.get().splitlines()}
    for diagram in page_diagrams.diagrams(page):
        for line in diagram.text.splitlines():
            assert line.rstrip() in shown, f"{diagram}: {line!r} is wrapped"


def test_a_position_of_mitropia() -> None:
    match = record.load(_record("mitropia"))
    told = report.position(match)
    assert (told["to_move"], told["order"]) == ("red", ["white", "black", "red"])
    assert told["prisoners"]["black"] == {"black": 0, "white": 2, "red": 1}
    assert told["occupiers"]["red"] == "black"
    assert told["laid"]["black"] == ["5 points"]
    count = report.count(match.game, match.state)
    # The top left is black's, the top right, where black and red meet, goes to the head of
    # their bloc; white's three prisoners fill some of that. The lower left touches white, too.
    # White has no territory, and red is of black's bloc: black keeps his three prisoners.
    assert count["territory_left"] == {"black": 16 + 16 - 3, "white": 0, "red": 16}
    assert count["prisoners_left"] == {"black": 3, "white": 0, "red": 0}
    assert count["card_points"] == {"black": 8, "white": 0, "red": 0}


# -- the reader of diagrams ---------------------------------------------------------------

_GOOD = """\
to move: white

  a b c d e
5 . . B . . 5
4 . . . . . 4
3 B . x . . 3
2 . . . . . 2
1 . . . . . 1
  a b c d e
refused: c3 (controlled)
legal: c4; d5
belongs to black: c3, a5
score: black 4, white 3
ahead: black

after: d5; button

  a b c d e
5 . . B W . 5
4 . . . . . 4
3 B . . . . 3
2 . . . . . 2
1 . . . . . 1
  a b c d e
to move: white
button: black
control: black 2
control black: 2
control white: 0
"""


FALSE = """
# what stands in it | what stands there instead, / ends a line | what is said
legal: c4 | legal: c3 | c3 is refused
c3 (controlled) | c4 (controlled) | c4 is allowed
c3 (controlled) | c3 (mirror) | refused as controlled
c3 (controlled) | c3 | the code of the refusal
to black: c3 | to black: c4 | c4 does not belong
black 4, white 3 | black 4, white 4 | score
black 4, white 3 | black 4 | score
ahead: black | ahead: white | ahead
to move: white/b | to move: black/b | to move
button: black | button: white | button
control: black 2 | control: black 2, white 1 | control
control: | controls: | is no claim
control black: 2 | control black: 1 | control black
control white | control green | is no claim
5 . . B W . | 5 . . B . W | the board is
4 . . . . . 4 | 6 . . . . . 4 | the board is
a b c d e/5 . . B W | a b c d f/5 . . B W | the board is
3 B . x | 3 B x . | no line speaks of them
ahead: black | winner: black | not over
after: d5; button/ | | part of a board
legal: c4; d5 | legal c4 | part of a board
"""


@pytest.mark.parametrize(("old", "new", "complaint"), cases(FALSE))
def test_a_false_diagram_fails(old: str, new: str, complaint: str) -> None:
    old, new = old.replace("/", "\n"), new.replace("/", "\n")
    assert old in _GOOD
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        page_diagrams.check("pletore", Diagram(1, "--size 5 --komi 3", _GOOD.replace(old, new, 1)))
