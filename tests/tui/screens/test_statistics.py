"""The screen of results, and the level that is proposed for the next game."""

from __future__ import annotations

import pytest

from termgames import games
from termgames.play import store
from termgames.play.match import Match
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.seatform import SeatForm

from .support import act, opened, stage, until


def saved(*players: str, resigned: int = 1) -> None:
    match = Match(games.create("plurality", {"size": 13}), players, 1)
    match.resign(resigned)
    store.save(match, store.new_file("plurality"))


@pytest.mark.parametrize("size", ["60x24", "120x40"])
async def test_results_of_each_person(size: str) -> None:
    saved("human", "bot:3"), saved("human", "bot:3", resigned=0), saved("human:Ann", "bot:1")
    async with stage(f"menu {size}") as pilot:
        await act(pilot, """
            t      | #summary: 2 games ; #person: you (1 of 2) ; #figures: Plurality, size 13
            tab    | #person: Ann (2 of 2) ; #summary: 1 game: 1 won
            tab    | #person: you (1 of 2)
            escape | screen = MenuScreen""")  # fmt: skip


async def test_without_games_the_screen_says_what_will_count() -> None:
    async with stage("menu") as pilot:
        await act(pilot, "t | screen = StatisticsScreen ; #summary: No game is over yet")
        assert pilot.app.screen.check_action("turn", (1,)) is False


async def test_the_next_game_begins_against_the_level_that_is_even() -> None:
    for number in range(6):
        saved("human", "bot:4", resigned=number % 2)
    async with opened(lambda opener: opener.open_menu()) as pilot:
        menu = pilot.app.screen
        assert isinstance(menu, MenuScreen)
        await until(pilot, lambda: menu._even)
        await pilot.press("o")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        form = pilot.app.screen
        assert [row.player for row in form.query(SeatForm)] == ["human", "bot:4"]
        await until(pilot, lambda: "an even game for you" in form.query(SeatForm)[1].about)
