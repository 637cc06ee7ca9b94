"""What rules pages show is so: diagrams, records, and how they look on a narrow screen."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable

import pytest
from rich.console import Console
from rich.markdown import Markdown

from termgames import games
from termgames.play import record
from termgames.play.text import report
from tests import page_diagrams
from tests.contract.support import GAMES, every_game
from tests.page_diagrams import Diagram

NARROWEST = 60
"""Columns of a terminal on which every page can be read."""

_BOARD_ROW = re.compile(
    r"(?m)^ *[a-z]*\d+(?: +\*?[^\s\d_])+ +[a-z]*\d+(?= |$).*$|^(?:    | *\d+) *\.(?: +[^\s_]){2,}$"
)
"""A row of a board, with its labels or without."""


def _records(game_id: str) -> list[str]:
    """The records on the rules page of a game: its code blocks that begin as records do."""
    page = games.rules_text(game_id)
    blocks = re.findall(r"(?m)^    termgames record \d+\n(?:    .*\n)+", page)
    return [textwrap.dedent(block) + "\n" for block in blocks]


def _record(game_id: str) -> str:
    (text,) = _records(game_id)
    return text


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


def _check(text: str) -> None:
    page_diagrams.check("pletore", Diagram(1, "--size 5 --komi 3", text))


def _swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_swap("legal: c4", "legal: c3"), "c3 is refused"),
        (_swap("c3 (controlled)", "c4 (controlled)"), "c4 is allowed"),
        (_swap("c3 (controlled)", "c3 (mirror)"), "refused as controlled"),
        (_swap("c3 (controlled)", "c3"), "the code of the refusal"),
        (_swap("to black: c3", "to black: c4"), "c4 does not belong"),
        (_swap("black 4, white 3", "black 4, white 4"), "score"),
        (_swap("black 4, white 3", "black 4"), "score"),
        (_swap("ahead: black", "ahead: white"), "ahead"),
        (_swap("to move: white\nb", "to move: black\nb"), "to move"),
        (_swap("button: black", "button: white"), "button"),
        (_swap("control: black 2", "control: black 2, white 1"), "control"),
        (_swap("control:", "controls:"), "is no claim"),
        (_swap("control black: 2", "control black: 1"), "control black"),
        (_swap("control white", "control green"), "is no claim"),
        (_swap("5 . . B W .", "5 . . B . W"), "the board is"),
        (_swap("4 . . . . . 4", "6 . . . . . 4"), "the board is"),
        (_swap("a b c d e\n5 . . B W", "a b c d f\n5 . . B W"), "the board is"),
        (_swap("3 B . x", "3 B x ."), "no line speaks of them"),
        (_swap("ahead: black", "winner: black"), "not over"),
        (_swap("after: d5; button\n", ""), "part of a board"),
        (_swap("legal: c4; d5", "legal c4"), "part of a board"),
    ],
)
def test_a_false_diagram_fails(change: Callable[[str], str], complaint: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        _check(change(_GOOD))
