"""How Pletore is shown: control, stones that can be replaced, the button, refusals."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from termgames.core.display import Pick, Token
from termgames.core.game import NEUTRAL, NOBODY
from termgames.games.pletore.display import PletoreDisplay
from termgames.games.pletore.rules import BUTTON, Place, Pletore, Replace, State
from tests import diagrams

BLACK, WHITE = 0, 1
ROWS = "..b.. ..... b.w.. ..... ....w"
"""Black controls a5 and can take c3; White controls c1 and e3."""


def set_up(
    rows: str = "", to_move: str = "black", **options: Any
) -> tuple[Pletore, PletoreDisplay, State]:
    game = games.create("pletore", {"size": 5, "komi": 5, **options})
    assert isinstance(game, Pletore)
    state = game.start()
    if rows:
        state = diagrams.position(game, rows.replace(" ", "\n"), to_move=to_move)
    return game, PletoreDisplay(game), state


def cell(game: Pletore, name: str) -> int:
    return game.topology.cell(name)


def test_overlays_show_both_sides_then_either() -> None:
    game, display, state = set_up(ROWS)
    both, black, white = display.overlays(state)
    assert [o.name for o in (both, black, white)] == [
        "control",
        "black's control",
        "white's control",
    ]
    assert both.legend == "control: black 1, white 2, nobody 18; marked stones can be replaced"
    assert black.legend == "black controls 1 point and can replace 1 stone"
    assert white.legend == "white controls 2 points"
    a5, c3 = cell(game, "a5"), cell(game, "c3")
    assert (both.owner[a5], both.owner[c3], both.owner[0]) == (0, NOBODY, NEUTRAL)
    assert both.marked == black.marked == (c3,)
    assert white.marked == ()
    assert (black.owner[a5], black.owner[0]) == (0, NOBODY)
    assert [game.topology.names[c] for c in range(25) if white.owner[c] == 1] == ["c1", "e3"]
    assert set(white.owner) == {1, NOBODY}


def test_a_point_is_a_whole_move() -> None:
    game, display, state = set_up(ROWS)
    empty = display.draft(state, ())
    assert (empty.status, empty.next_colour) == ("incomplete", BLACK)
    assert empty.follow == {
        move.cell for move in game.legal_moves(state) if isinstance(move, Place | Replace)
    }
    taking = display.draft(state, (Pick(cell(game, "c3"), BLACK),))
    assert (taking.status, taking.move) == ("complete", Replace(12))
    assert taking.prompt == "Ready: replace the stone on c3."
    assert display.brief(state, Replace(12)) == "c3 replaced"
    placing = display.draft(state, (Pick(cell(game, "a5"), BLACK),))
    assert placing.move == Place(20)


@pytest.mark.parametrize(
    ("to_move", "picks", "code", "cells"),
    [
        ("white", [("a5", WHITE)], "controlled", "a3 c5"),
        ("white", [("a3", WHITE)], "unpinched", "a3"),
        ("white", [("c3", WHITE)], "occupied", "c3"),
        ("black", [("d3", WHITE)], "colour", ""),
        ("black", [("d3", BLACK), ("d2", BLACK)], "one", ""),
    ],
)
def test_refusals_name_the_stones_at_fault(
    to_move: str, picks: list[tuple[str, int]], code: str, cells: str
) -> None:
    game, display, state = set_up(ROWS, to_move)
    draft = display.draft(state, [Pick(cell(game, name), colour) for name, colour in picks])
    assert draft.status == "refused"
    assert draft.refusal is not None
    assert draft.refusal.code == code
    assert draft.refusal.cells == tuple(cell(game, name) for name in cells.split())
    first_word = draft.prompt.split()[0]
    assert first_word[0].isupper() or first_word in game.topology.names


def test_the_button_lies_beside_the_board_until_it_is_taken() -> None:
    game, display, state = set_up()
    assert display.tokens(state) == (Token("button", None),)
    assert display.buttons(state) == [("button", BUTTON)]
    after = game.apply(state, BUTTON)
    assert display.tokens(after) == (Token("button", 0),)
    assert display.buttons(after) == []
    assert "button 0.5" in display.player_line(game.apply(after, Place(3)), 0) or (
        display.player_line(after, 0) == "0.5"
    )
    assert set_up(komi=4)[1].tokens(set_up(komi=4)[2]) == ()


def test_a_players_line_adds_up() -> None:
    _, display, state = set_up(ROWS)
    assert display.player_line(state, BLACK) == "3 (2 + 1)"
    assert display.player_line(state, WHITE) == "9 (2 + 2 + komi 5)"
