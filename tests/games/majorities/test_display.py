"""How Majorities is shown: the rim, the record, turns in the making."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames import games
from termgames.core.display import Pick
from termgames.core.game import NEUTRAL
from tests import diagrams

TEXT = """
    b b .
   . - . w
  . . - - .
   . - . .
    . . b
"""


def shown(text: str = TEXT, **options: Any) -> tuple[Any, Any, Any]:
    rules = games.create("majorities", {"size": 3, **options})
    state = rules.position(diagrams.rows(text), {"to move": "black"})
    return rules, games.display(rules), state


def test_every_line_has_its_mark_on_the_rim() -> None:
    """Won lines have their winner, open ones who is nearest and how many stones it takes."""
    _, display, state = shown()
    drawing = [[" "] * 13 for _ in range(7)]
    for mark in display.edge_marks(state):
        sign = "=bw"[mark.owner + 1] if mark.count is None else str(mark.count)
        drawing[mark.y + 1][mark.x + 2] = sign
        if mark.count is not None and mark.owner >= 0:
            drawing[mark.y + 1][mark.x + 3] = "bw"[mark.owner]
    assert ["".join(row).rstrip() for row in drawing] == [
        "   b 1b1w",
        "  2       b",
        " 2         1w",
        "            2",
        " 1b        2",
        "  1b      1b",
        "   2 1w1b",
    ]


def test_the_record_by_direction() -> None:
    rules, display, state = shown()
    assert display.status(state) == [
        ("horizontal", "1 to 0, 4 open"),
        ("NE/SW", "0 to 0, 5 open"),
        ("NW/SE", "1 to 0, 4 open"),
    ]
    assert display.player_line(state, 0) == "0 directions, 2 lines"
    over = rules.position(["bbw", "w-wb", "bb--w", "w-wb", "bwb"], {})
    assert display.status(over)[1] == ("NE/SW", "3 to 2, black's")
    assert display.player_line(over, 1) == "0 directions, 6 lines"


def test_the_overlay_tells_who_is_nearer() -> None:
    rules, display, state = shown()
    overlay = display.overlays(state)[0]
    owner = {rules.topology.names[cell]: who for cell, who in enumerate(overlay.owner)}
    assert owner["b3"] == 1  # white in one open line; black's line is won already
    assert owner["d3"] == NEUTRAL  # black in one line, white in another
    assert overlay.legend.startswith("nearer to the open lines: black")


def test_two_stones_are_entered_one_after_the_other() -> None:
    rules, display, state = shown()
    cell = rules.topology.cell
    first = display.draft(state, [Pick(cell("e3"), 0)])
    assert (first.status, first.missing) == ("incomplete", "stones 1/2")
    assert first.prompt == "Place the second of your two stones."
    assert cell("e3") not in first.follow
    assert not first.cleared
    whole = display.draft(state, [Pick(cell("e3"), 0), Pick(cell("a1"), 0)])
    assert whole.status == "complete"
    assert rules.format(whole.move) == "a1,e3"
    assert whole.prompt == "Ready: a1,e3."
    foreign = display.draft(state, [Pick(cell("e3"), 1)])
    assert foreign.refusal.code == "colours"


def test_with_capture_the_order_of_entry_is_kept_and_cleared_cells_are_offered() -> None:
    text = TEXT.replace("b b .", "b w .")
    rules, display, state = shown(text, capture=True)
    cell = rules.topology.cell
    first = display.draft(state, [Pick(cell("e3"), 0)])
    assert first.cleared == {cell("e1"), cell("e2")}
    assert first.follow >= {cell("e1"), cell("e2"), cell("e3")}
    whole = display.draft(state, [Pick(cell("e3"), 0), Pick(cell("a1"), 0)])
    assert rules.format(whole.move) == "e3,a1"
    again = display.draft(state, [Pick(cell("e3"), 0), Pick(cell("e3"), 0)])
    assert rules.format(again.move) == "e3,e3"


def test_directions_that_are_decided_keep_their_names() -> None:
    rules = games.create("majorities", {"size": 3})
    display, rng, said = games.display(rules), np.random.default_rng(1), set()
    for _ in range(12):
        state = rules.start()
        while rules.to_act(state) >= 0:
            moves = rules.legal_moves(state)
            after = rules.apply(state, move := moves[rng.integers(len(moves))])
            said.add(display.happened(state, move, after).partition(". ")[2])
            state = after
    assert {"Horizontal is decided.", "NE/SW is decided.", "NW/SE is decided."} < said
    assert any(text.endswith(" and NW/SE are decided.") for text in said)
    assert not [text for text in said if " and " in text and " is " in text]
