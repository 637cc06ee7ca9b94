"""The form for games of two to five: seats, names, profiles, maps."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from rich.color import Color
from rich.style import Style
from textual.pilot import Pilot
from textual.widgets import Select

from termgames import games
from termgames.core import maps
from termgames.play import profiles
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevel, CalibratedLevels
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.profiles import Profile
from termgames.search.characters import names
from termgames.search.levels import LEVELS
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.mapview import _POINT, _START, preview
from termgames.tui.widgets.seatform import SeatForm

from .support import act, match_of, opened, text_of


@asynccontextmanager
async def form(before: NewGame) -> AsyncIterator[Pilot[None]]:
    """The form, filled in with a game before."""
    async with opened(lambda opener: opener.open_form(before)) as pilot:
        assert isinstance(pilot.app.screen, SetupScreen)
        yield pilot


def prompts(pilot: Pilot[None], selector: str) -> str:
    """What can be chosen."""
    return " / ".join(
        str(text) for text, _ in pilot.app.screen.query_one(selector, Select)._options
    )


OWN = {
    "seats": lambda pilot: sum(row.display for row in pilot.app.screen.query(SeatForm)),
    "fault": lambda pilot: " ".join(row.fault for row in pilot.app.screen.query(FormRow)),
    "?": lambda asked: asked[0].app.screen.query_one(f"#{asked[1][1:]}").display,
    "~": lambda asked: prompts(asked[0], f"#{asked[1][1:]}"),
    "$": lambda asked: asked[0].app.screen.query_one(f"#{asked[1][1:]}").value,
    "seat0": lambda pilot: text_of(pilot, "#seat-0 .help"),
    "seat1": lambda pilot: text_of(pilot, "#seat-1 .help"),
    "title": lambda pilot: pilot.app.screen.query_one("Vertical").border_title,
}
"""`?id` is whether it is there, `~id` what can be chosen, `$id` its value."""
ANN = ("human:Ann", "bot:1")
FORMS: dict[str, tuple[NewGame, str]] = {
    "three seats with a human and two bots": (
        NewGame("tricolor"),
        """
                                     | seats = 3
        fill:#option-size=5 ctrl+s   | players = human bot:5 bot:5 ; options: 'agree'""",
    ),
    "the number of players decides how many rows there are": (
        NewGame("mitropia"),
        """
                                                    | seats = 3
        fill:#option-players=5                      | seats = 5
        fill:#option-players=2                      | seats = 2
        fill:#player-1=random ctrl+s                | players = human random ; options: 9x9-cut""",
    ),
    "names are kept and refused where they cannot be": (
        NewGame("mitropia", {"players": 2}, ("human:Ann", "human")),
        """
                                 | $name-0 = Ann
        fill:#name-1=B,b         | fault: name
        fill:#name-1=Bob         | fault =
        ctrl+s                   | players = human:Ann human:Bob""",
    ),
    "nobody is asked for games played that count for nothing": (
        NewGame("mitropia", {"players": 2}, ANN),
        """
                                      | !?profile-0 ; !?profile-1
        fill:#option-handicap=profile | ?profile-0 ; ?profile-1""",
    ),
    "keys go on at the game after another is chosen": (
        NewGame("plurality"),
        "focus:#game enter down down down enter | title: Tri-Color ; focus = game",
    ),
}


@pytest.mark.parametrize("name", FORMS)
async def test_form(name: str) -> None:
    before, rows = FORMS[name]
    async with form(before) as pilot:
        await act(pilot, rows, OWN)


async def test_profiles_are_shown_put_right_and_give_the_handicap() -> None:
    profiles.keep("human:Ann", Profile(2, 1))
    async with form(NewGame("mitropia", {"players": 2}, ANN)) as pilot:
        await act(pilot, """
                                       | $profile-0 = 2/1
            fill:#profile-0=1/2        | fault: games played and won
            fill:#profile-0=3/1 fill:#option-handicap=profile ctrl+s | options: '-4,0'
            """, OWN)  # fmt: skip
        assert profiles.of("human:Ann") == Profile(3, 1)


async def test_every_option_is_reached_in_a_small_terminal_with_all_that_is_said_of_it() -> None:
    async with form(NewGame("mitropia", {"players": 5})) as pilot:
        await pilot.press("ctrl+o")
        screen = pilot.app.screen
        last = screen.query("VerticalScroll .row").last()
        while screen.focused is None or last not in screen.focused.ancestors:
            await pilot.press("tab")
        await act(pilot, "| #about = The same seed, the same luck.")
        assert last.region.bottom <= screen.query_one("#foot").region.y
        assert screen.find_widget(screen.focused).visible_region == screen.focused.region


async def test_a_map_is_chosen_and_seen() -> None:
    name = next(n for n in maps.shipped() if 4 in maps.find(n).starts and "x" not in n)
    async with form(NewGame("mitropia", {"players": 4})) as pilot:
        usual = text_of(pilot, "#picture")
        assert len(usual.splitlines()) == 10, "19 rows, two a line"
        await act(pilot, f"fill:#option-map={name} |")
        assert text_of(pilot, "#picture") != usual
        await act(pilot, f"ctrl+s | options: 'map': '{name}'")


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


HUMAN = ("human", "human")
LEVEL = ("human", "bot:4")
LEVEL_FORMS: dict[str, tuple[tuple[str, str], str]] = {
    "levels are told with their Elo and time": (
        LEVEL,
        """
                    | ~player-1: bot 9, strongest +800 ; #levels: 300 games
                    | seat1 = 300 Elo above level 1, 0.5 s a move
        fill:#player-1=bot:7 | seat1: 600 Elo above level 1
        ctrl+s      | players = human bot:7""",
    ),
    "who moves first is told beside his level": (
        HUMAN,
        """
                             | seat0 = moves first
        fill:#player-0=bot:4 | seat0 = moves first; 300 Elo above level 1, 0.5 s a move""",
    ),
    "levels of another board are told as such": (
        LEVEL,
        """
        fill:#option-size=9 | ~player-1: bot 9, strongest ~800 ; $player-1 = bot:4
                            | seat1: about 300 Elo ; #levels: This board may differ.""",
    ),
    "nothing is told of levels when no bot plays": (
        HUMAN,
        """
                             | !?levels
        fill:#player-1=bot:1 | ?levels""",
    ),
    "a character is chosen beside a level": (
        LEVEL,
        f"""
                      | ?character-1 ; !?character-0
                      | ~character-1 = plain / {" / ".join(names(cards=False))}
        fill:#character-1=raider | seat1: raider fights: it goes where the enemy's stones are
        fill:#player-1=greedy    | !?character-1
        fill:#player-1=bot:7 ctrl+s | players = human bot:7,raider""",
    ),
}


@pytest.mark.parametrize("name", LEVEL_FORMS)
async def test_levels(name: str, measured: None) -> None:
    players, rows = LEVEL_FORMS[name]
    async with form(NewGame("plurality", {}, players)) as pilot:
        await act(pilot, rows, OWN)


async def test_in_a_position_who_is_to_move_moves_first(measured: None) -> None:
    match: Any = match_of("pletore size=3 komi=1 seats=human,bot:1 + b2")
    before = NewGame("pletore", {"size": 3, "komi": 1}, match.players, opening=match)
    async with form(before) as pilot:
        await act(pilot, "| seat0 = ; seat1: moves first;", OWN)


async def test_who_leans_to_cards_is_offered_where_there_are_some() -> None:
    before = NewGame("mitropia", {"players": 3}, ("human", "bot:2,gambler", "bot:2"))
    async with form(before) as pilot:
        await act(pilot, "  | $character-1 = gambler\nfill:#option-no-cards=yes |", OWN)
        plain = " / ".join(("plain", *names(cards=False)))
        await act(pilot, f"| $character-1 = ; ~character-1 = {plain}", OWN)
