"""Pletore on the screen: one key a stone, the button, control, offers of komi."""

from __future__ import annotations

from typing import Any

import pytest

from termgames.tui.widgets.players import PlayersPanel

from .support import acted, stage, table, walk


async def put(pilot: Any, name: str) -> None:
    await walk(pilot, name)
    await pilot.press("enter")


def overlay(pilot: Any) -> str:
    shown = table(pilot).board.canvas.overlay
    return f"{shown.name} {shown.marked}" if shown else ""


test_scenes = acted(
    """
    == one key places a stone and replaces one | play pletore komi=5 + c5 c3 a3 e1
    put:c3 | moves: c3 ; plies = 5 ; stones = 4
    put:e5 | last = e5 ; stones = 5
    == the button lies beside the board and b takes it | play pletore komi=5 + c3
      | beside: ◉ button ; prompt: take the button ; take
    b | last = button ; beside!: button ; beside: ◉ ; !take
    u | beside: button
    == without a button there is no key for it | play pletore komi=4
      | !take
    b | plies = 0 ; told = Nothing lies beside the board to be taken.
    == why a point is refused is marked | play pletore komi=5 + c5 e1 a3
    put:c3 | plies = 3 ; prompt: black controls c3: it is pinched from a3 and c5
    == a pass that is refused says why | play pletore komi=4
    p | plies = 0 ; prompt: neither controls a1, b1
    == overlays go round through both sides and either | play pletore komi=5 + c5 c3 a3
    o | overlay = control (12,)
    o | overlay = black's control (12,)
    o | overlay = white's control ()
    o | overlay =
    == an offer of komi is answered beside the board | play pletore komi=offer
    enter | plies = 1
    1     | plies = 2 ; stage = play
    """,
    {
        "beside": lambda pilot: table(pilot).query_one(PlayersPanel).render().plain,
        "take": lambda pilot: table(pilot).commands.state("take"),
        "stage": lambda pilot: table(pilot).sitting.shown.match.state.stage,
        "overlay": overlay,
    },
    {"put": put},
)


@pytest.mark.parametrize("ascii", ["", "ascii"])
async def test_stones_that_can_be_replaced_stand_out(ascii: str) -> None:
    async with stage(f"play pletore komi=5 {ascii} + c5 c3 a3") as pilot:
        canvas = table(pilot).board.canvas
        row = canvas.board_layout.places[12][1] + canvas.board_layout.middle[1]
        before = canvas._base[row]
        await pilot.press("o")
        assert canvas._base[row] != before
        assert not ascii or "O''O" in "".join(char for char, _ in canvas._base[row])
