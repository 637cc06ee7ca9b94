"""Pletore on the screen: one key a stone, the button, control, offers of komi."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from termgames import games
from termgames.games.pletore.rules import BUTTON, Place, Replace
from termgames.play.match import Match
from termgames.tui.app import Settings
from termgames.tui.board import BoardView
from termgames.tui.widgets.players import PlayersPanel

from .support import game, playing, prompt_text, table, walk


def new_match(*moves: str, **options: Any) -> Match:
    rules = games.create("pletore", {"size": 5, "komi": 5, **options})
    match = Match(rules, ("human", "human"), 1)
    for text in moves:
        match.submit(rules.parse(match.state, text))
    return match


def beside(pilot: Pilot[None]) -> str:
    """What the panel of the players says."""
    return table(pilot).query_one(PlayersPanel).render().plain


async def test_one_key_places_a_stone_and_replaces_one() -> None:
    match = new_match("c5", "c3", "a3", "e1")
    async with playing(match) as pilot:
        await walk(pilot, "c3")
        await pilot.press("enter")
        assert match.moves[-1] == Replace(12)
        await walk(pilot, "e5")
        await pilot.press("enter")
        assert match.moves[-1] == Place(24)


async def test_the_button_lies_beside_the_board_and_b_takes_it() -> None:
    match = new_match("c3")
    async with playing(match) as pilot:
        assert beside(pilot).splitlines()[-1].strip() == "◉  button"
        assert "take the button" in prompt_text(pilot)
        await pilot.press("b")
        assert match.moves[-1] == BUTTON
        await pilot.pause()
        lines = beside(pilot).splitlines()[1:]
        assert len(lines) == 2
        assert "◉" in lines[1]
        assert game(pilot).commands.state("take") is False
        await pilot.press("u")
        await pilot.pause()
        assert "button" in beside(pilot)


async def test_without_a_button_there_is_no_key_for_it() -> None:
    async with playing(new_match(komi=4)) as pilot:
        assert game(pilot).commands.state("take") is False
        await pilot.press("b")
        assert not game(pilot).sitting.shown.match.ply


async def test_why_a_point_is_refused_is_marked() -> None:
    match = new_match("c5", "e1", "a3")
    async with playing(match) as pilot:
        await walk(pilot, "c3")
        await pilot.press("enter")
        assert match.ply == 3
        assert "black controls c3: it is pinched from a3 and c5" in prompt_text(pilot)


async def test_a_pass_that_is_refused_says_why() -> None:
    match = new_match(komi=4)
    async with playing(match) as pilot:
        await pilot.press("p")
        await pilot.pause()
        assert match.ply == 0
        assert "neither controls a1, b1" in prompt_text(pilot)


async def test_overlays_go_round_through_both_sides_and_either() -> None:
    async with playing(new_match("c5", "c3", "a3")) as pilot:
        board = table(pilot).query_one(BoardView)
        found = []
        for _ in range(4):
            await pilot.press("o")
            found.append(
                board.canvas.overlay and (board.canvas.overlay.name, board.canvas.overlay.marked)
            )
        assert found == [
            ("control", (12,)),
            ("black's control", (12,)),
            ("white's control", ()),
            None,
        ]


@pytest.mark.parametrize("ascii", [False, True])
async def test_stones_that_can_be_replaced_stand_out(ascii: bool) -> None:
    async with playing(new_match("c5", "c3", "a3"), settings=Settings(ascii=ascii)) as pilot:
        board = table(pilot).query_one(BoardView)
        layout = board.canvas.board_layout
        row = layout.places[12][1] + layout.middle[1]
        before = board.canvas._base[row]
        await pilot.press("o")
        assert board.canvas._base[row] != before
        if ascii:
            assert "O''O" in "".join(char for char, _ in board.canvas._base[row])


async def test_an_offer_of_komi_is_answered_beside_the_board() -> None:
    match = new_match(komi="offer")
    async with playing(match) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1
        await pilot.press("1")
        await pilot.pause()
        assert match.ply == 2
        assert match.state.stage == "play"


async def test_the_key_of_the_button_says_why_there_is_nothing_to_take() -> None:
    async with playing(new_match(komi=4)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        notes = [note.message for note in pilot.app._notifications]
        assert notes == ["Nothing lies beside the board to be taken."]
