"""The screen of results, and the level that is proposed for the next game."""

from __future__ import annotations

import pytest

from termgames import games
from termgames.play import store
from termgames.play.match import Match
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.screens.statistics import StatisticsScreen
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.seatform import SeatForm

from .support import opened, until


def saved(*players: str, resigned: int = 1) -> None:
    match = Match(games.create("plurality", {"size": 13}), players, 1)
    match.resign(resigned)
    store.save(match, store.new_file("plurality"))


def text(screen: StatisticsScreen, name: str) -> str:
    return str(screen.query_one(f"#{name}", Static).render())


@pytest.mark.parametrize("size", [(60, 24), (120, 40)])
async def test_results_of_each_person(size: tuple[int, int]) -> None:
    saved("human", "bot:3"), saved("human", "bot:3", resigned=0), saved("human:Ann", "bot:1")
    async with opened(lambda opener: opener.open_menu(), size=size) as pilot:
        await pilot.press("t")
        screen = pilot.app.screen
        assert isinstance(screen, StatisticsScreen)
        await until(pilot, lambda: "2 games" in text(screen, "summary"))
        assert text(screen, "person") == "you  (1 of 2)"
        assert "Plurality, size 13" in text(screen, "figures")
        await pilot.press("tab")
        assert text(screen, "person") == "Ann  (2 of 2)"
        assert "1 game: 1 won" in text(screen, "summary")
        await pilot.press("tab")
        assert text(screen, "person") == "you  (1 of 2)"
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_without_games_the_screen_says_what_will_count() -> None:
    async with opened(lambda opener: opener.open_statistics()) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, StatisticsScreen)
        await until(pilot, lambda: "No game is over yet" in text(screen, "summary"))
        assert screen.check_action("turn", (1,)) is False


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
