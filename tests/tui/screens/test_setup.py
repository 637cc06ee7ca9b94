"""The form for games of two to five: seats, names, profiles, maps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from rich.color import Color
from rich.style import Style
from textual.containers import Vertical
from textual.pilot import Pilot
from textual.widgets import Input, Select, Static

from termgames import games
from termgames.core import maps
from termgames.play import profiles
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevel, CalibratedLevels
from termgames.play.match import Match
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.profiles import Profile
from termgames.search.characters import names
from termgames.search.levels import LEVELS
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.mapview import _POINT, _START, preview
from termgames.tui.widgets.seatform import SeatForm

from .support import game, opened


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games that are set up here are known."""
    for name in ("tricolor", "mitropia"):
        monkeypatch.setitem(games.GAMES, name, f"termgames.games.{name}")


@asynccontextmanager
async def form(before: NewGame) -> AsyncIterator[tuple[Pilot[None], SetupScreen]]:
    """The form, filled in with a game before."""

    async with opened(lambda opener: opener.open_form(before)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, SetupScreen)
        await pilot.pause()
        yield pilot, screen


def shown(screen: SetupScreen) -> int:
    """The number of players whose rows are there."""
    return sum(row.display for row in screen.query(SeatForm))


def fault(screen: SetupScreen) -> str:
    return " ".join(row.fault for row in screen.query(FormRow)).strip()


def field(screen: SetupScreen, name: str) -> Input:
    return screen.query_one(f"#{name}", Input)


async def begin(pilot: Any) -> Any:
    """The match that the form leads to."""
    await pilot.press("ctrl+s")
    await pilot.pause()
    return game(pilot).sitting.shown.match


async def test_three_seats_with_a_human_and_two_bots() -> None:
    async with form(NewGame("tricolor")) as (pilot, screen):
        assert shown(screen) == 3
        field(screen, "option-size").value = "5"
        match = await begin(pilot)
        assert match.players == ("human", "bot:5", "bot:5")
        assert match.game.options["dead-stones"] == "agree", "a human takes part"


async def test_the_number_of_players_decides_how_many_rows_there_are() -> None:
    async with form(NewGame("mitropia")) as (pilot, screen):
        assert shown(screen) == 3
        screen.query_one("#option-players", Select).value = "5"
        await pilot.pause()
        assert shown(screen) == 5
        screen.query_one("#option-players", Select).value = "2"
        await pilot.pause()
        assert shown(screen) == 2
        screen.query_one("#player-1", Select).value = "random"
        await pilot.pause()
        match = await begin(pilot)
        assert match.players == ("human", "random")
        assert match.game.options["map"] == "9x9-cut"


async def test_names_are_kept_and_refused_where_they_cannot_be() -> None:
    async with form(NewGame("mitropia", {"players": 2}, ("human:Ann", "human"))) as (pilot, screen):
        assert field(screen, "name-0").value == "Ann"
        field(screen, "name-1").value = "B,b"
        await pilot.pause()
        assert "name" in fault(screen)
        field(screen, "name-1").value = "Bob"
        await pilot.pause()
        assert fault(screen) == ""
        match = await begin(pilot)
        assert match.players == ("human:Ann", "human:Bob")


async def test_profiles_are_shown_put_right_and_give_the_handicap() -> None:
    profiles.keep("human:Ann", Profile(2, 1))
    before = NewGame("mitropia", {"players": 2}, ("human:Ann", "bot:1"))
    async with form(before) as (pilot, screen):
        line = field(screen, "profile-0")
        assert line.value == "2/1"
        line.value = "1/2"
        await pilot.pause()
        assert "games played and won" in fault(screen)
        line.value = "3/1"
        field(screen, "option-handicap").value = "profile"
        await pilot.pause()
        match = await begin(pilot)
        assert profiles.of("human:Ann") == Profile(3, 1)
        assert match.game.options["handicap"] == "-4,0"


async def test_nobody_is_asked_for_games_played_that_count_for_nothing() -> None:
    async with form(NewGame("mitropia", {"players": 2}, ("human:Ann", "bot:1"))) as (pilot, screen):
        assert not any(field(screen, f"profile-{seat}").display for seat in (0, 1))
        field(screen, "option-handicap").value = "profile"
        await pilot.pause()
        assert all(field(screen, f"profile-{seat}").display for seat in (0, 1))


async def test_every_option_is_reached_in_a_small_terminal_with_all_that_is_said_of_it() -> None:
    async with form(NewGame("mitropia", {"players": 5})) as (pilot, screen):
        await pilot.press("ctrl+o")
        last = screen.query("VerticalScroll .row").last()
        while screen.focused is None or last not in screen.focused.ancestors:
            await pilot.press("tab")
        await pilot.pause()
        foot = screen.query_one("#foot").region
        assert last.region.bottom <= foot.y
        assert str(screen.query_one("#about", Static).render()) == "The same seed, the same luck."
        assert screen.find_widget(screen.focused).visible_region == screen.focused.region


async def test_keys_go_on_at_the_game_after_another_is_chosen() -> None:
    async with form(NewGame("plurality")) as (pilot, screen):
        screen.query_one("#game").focus()
        await pilot.press("enter", "down", "down", "down", "enter")
        await pilot.pause()
        await pilot.pause()
        assert "Tri-Color" in str(screen.query_one(Vertical).border_title)
        assert screen.focused is screen.query_one("#game")


async def test_a_map_is_chosen_and_seen() -> None:
    async with form(NewGame("mitropia", {"players": 4})) as (pilot, screen):
        usual = str(screen.query_one("#picture", Static).render())
        assert len(usual.splitlines()) == 10, "19 rows, two a line"
        name = next(
            name for name in maps.shipped() if 4 in maps.find(name).starts and "x" not in name
        )
        screen.query_one("#option-map", Select).value = name
        await pilot.pause()
        assert str(screen.query_one("#picture", Static).render()) != usual
        match = await begin(pilot)
        assert match.game.options["map"] == name


def test_a_preview_has_two_rows_a_line_and_a_row_a_line_in_ascii() -> None:
    board = maps.parse("name: ell\nplayers 2: a1 c3\n\n-..\n-..\n...", "a test")
    assert preview(board, 2, ascii=True).plain.splitlines() == [" .o", " ..", "o.."]
    assert preview(board, 3, ascii=True).plain.splitlines() == [" ..", " ..", "..."]
    drawn = preview(board, 2)
    lines = drawn.plain.splitlines()
    assert [len(line) for line in lines] == [3, 3]
    assert lines[0] == " █▀"
    both = next(span.style for span in drawn.spans if drawn.plain[span.start : span.end] == "▀")
    assert isinstance(both, Style)
    assert (both.color, both.bgcolor) == (Color.parse(_START), Color.parse(_POINT))


def test_what_depends_on_who_plays_is_told_to_the_next_game() -> None:
    rules = games.create("tricolor", {"size": 9, "dead-stones": "none"})
    assert chosen_of(rules) == {"size": 9, "dead-stones": "none"}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plurality was measured on its usual board: 100 Elo a level."""
    rungs = {
        n: CalibratedLevel(level, 100.0 * (n - 1), 40.0, 40.0, 10, 0.5)
        for n, level in LEVELS.items()
    }
    known = CalibratedLevels(rungs, {}, exact=True, games=300, cells=169)
    elsewhere = replace(known, exact=False)
    monkeypatch.setattr(
        calibrated_levels,
        "levels_on",
        lambda _, settled: known if settled["size"] == 13 else elsewhere,
    )


def prompts(screen: SetupScreen, seat: int) -> list[str]:
    """What can be chosen for a seat."""
    return [str(prompt) for prompt, _ in screen.query_one(f"#player-{seat}", Select)._options]


def said(screen: SetupScreen, selector: str) -> str:
    return " ".join(str(screen.query_one(selector, Static).render()).split())


async def test_levels_are_told_with_their_elo_and_time(measured: None) -> None:
    async with form(NewGame("plurality", {}, ("human", "bot:4"))) as (pilot, screen):
        assert "bot 9, strongest  +800" in prompts(screen, 1)
        assert said(screen, "#seat-1 .help") == "300 Elo above level 1, 0.5 s a move"
        assert "300 games" in said(screen, "#levels")
        screen.query_one("#player-1", Select).value = "bot:7"
        await pilot.pause()
        assert said(screen, "#seat-1 .help").startswith("600 Elo above level 1")
        match = await begin(pilot)
        assert match.players == ("human", "bot:7")


async def test_who_moves_first_is_told_beside_his_level(measured: None) -> None:
    async with form(NewGame("plurality", {}, ("human", "human"))) as (pilot, screen):
        assert said(screen, "#seat-0 .help") == "moves first"
        screen.query_one("#player-0", Select).value = "bot:4"
        await pilot.pause()
        assert said(screen, "#seat-0 .help") == ("moves first; 300 Elo above level 1, 0.5 s a move")


async def test_in_a_position_who_is_to_move_moves_first(measured: None) -> None:
    chosen = {"size": 3, "komi": 1}
    match = Match(games.create("pletore", chosen), ("human", "bot:1"))
    match.submit(match.game.parse(match.state, "b2"))
    before = NewGame("pletore", chosen, match.players, opening=match)
    async with form(before) as (_, screen):
        assert said(screen, "#seat-0 .help") == ""
        assert said(screen, "#seat-1 .help").startswith("moves first; ")


async def test_levels_of_another_board_are_told_as_such(measured: None) -> None:
    async with form(NewGame("plurality", {}, ("human", "bot:4"))) as (pilot, screen):
        field(screen, "option-size").value = "9"
        await pilot.pause()
        await pilot.pause()
        assert "bot 9, strongest  ~800" in prompts(screen, 1)
        assert screen.query_one("#player-1", Select).value == "bot:4"
        assert said(screen, "#seat-1 .help").startswith("about 300 Elo")
        assert said(screen, "#levels").endswith("This board may differ.")


async def test_nothing_is_told_of_levels_when_no_bot_plays(measured: None) -> None:
    async with form(NewGame("plurality", {}, ("human", "human"))) as (pilot, screen):
        assert not screen.query_one("#levels").display
        screen.query_one("#player-1", Select).value = "bot:1"
        await pilot.pause()
        assert screen.query_one("#levels").display


async def test_a_character_is_chosen_beside_a_level(measured: None) -> None:
    async with form(NewGame("plurality", {}, ("human", "bot:4"))) as (pilot, screen):
        character = screen.query_one("#character-1", Select)
        assert character.display
        assert not screen.query_one("#character-0", Select).display
        assert [str(prompt) for prompt, _ in character._options] == ["plain", *names(cards=False)]
        character.value = "raider"
        await pilot.pause()
        assert said(screen, "#seat-1 .help").endswith(
            "; raider fights: it goes where the enemy's stones are"
        )
        screen.query_one("#player-1", Select).value = "greedy"
        await pilot.pause()
        assert not character.display
        screen.query_one("#player-1", Select).value = "bot:7"
        await pilot.pause()
        match = await begin(pilot)
        assert match.players == ("human", "bot:7,raider")


async def test_who_leans_to_cards_is_offered_where_there_are_some() -> None:
    before = NewGame("mitropia", {"players": 3}, ("human", "bot:2,gambler", "bot:2"))
    async with form(before) as (pilot, screen):
        character = screen.query_one("#character-1", Select)
        assert character.value == "gambler"
        without = screen.query_one("#option-no-cards", Select)
        without.value = "yes"
        await pilot.pause()
        await pilot.pause()
        assert character.value == ""
        assert [value for _, value in character._options] == ["", *names(cards=False)]
