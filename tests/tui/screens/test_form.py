"""The form for a new game as a newcomer sees it: folded, in words, remembered, refusing at the
row that is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from textual.widgets import Button, Input, Select

from termgames import games
from termgames.core.options import GameInfo, with_defaults
from termgames.play import consent
from termgames.play.new_game import NewGame, first_game
from termgames.tui import preferences
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.optionrow import OptionRow

from .support import act, form, opened, stage

FORMS = [
    ("majorities", (80, 24)),
    ("plurality", (120, 40)),
    ("pletore", (200, 60)),
    ("tricolor", (60, 24)),
    ("mitropia", (60, 24)),
    ("mitropia", (200, 60)),
]
"""Every game and every size, and the game with the most options in the least and the most room."""


def first(game_id: str) -> NewGame:
    return first_game(games.info(game_id))


def row(screen: SetupScreen, name: str) -> OptionRow:
    return next(each for each in screen.query(OptionRow) if each.option.name == name)


def drawn(screen: SetupScreen) -> list[str]:
    """What the terminal shows."""
    strips = screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def test_every_game_has_its_form_looked_at() -> None:
    assert {game_id for game_id, _ in FORMS} == set(games.GAMES)


@pytest.mark.parametrize(("game_id", "size"), FORMS)
async def test_controls_and_explanations_stand_in_columns(
    game_id: str, size: tuple[int, int]
) -> None:
    """Also where a player has a name beside him, and in all options."""
    async with form(first(game_id), size) as (pilot, screen, _):
        await pilot.press("ctrl+o")
        await pilot.pause()
        for wanted in (".controls", ".help"):
            places = {each.region for each in screen.query(f"FormRow {wanted}")}
            assert len({(place.x, place.width) for place in places if place}) <= 1, wanted
        lines = [row.query_one(".controls") for row in screen.query(FormRow) if row.region]
        for line in lines:
            ends = {child.region.right for child in line.children if child.region}
            assert max(ends) == line.region.right


@pytest.mark.parametrize(("game_id", "size"), FORMS)
async def test_it_opens_folded_and_whole(game_id: str, size: tuple[int, int]) -> None:
    async with form(first(game_id), size) as (pilot, screen, _):
        seats = len(first(game_id).players)
        visible = [each for each in screen.query(FormRow) if each.region.height]
        assert len(visible) == 2 + seats, "game, kind, players"
        for widget in [*visible, *screen.query(Button)]:
            assert screen.find_widget(widget).visible_region == widget.region
        assert screen.query_one("#picture").display == (size[0] >= 104)
        await pilot.press("ctrl+o")
        await pilot.pause()
        rows = [each for each in screen.query(FormRow) if each.display]
        assert all(each.region.height for each in rows), "all options"
        for each in rows:
            label = each.query_one("Label")
            assert label.size.height == 1, "no name is broken"
        text = "\n".join(drawn(screen))
        assert "no-" not in text, "words instead of flags"
        if size[0] >= 120:
            for each in screen.query(OptionRow):
                about = each.query_one(".help")
                assert about.size.width > max(map(len, each.option.help.split()))


OWN = {
    "kind": lambda pilot: pilot.app.screen.query_one("#kind", Select).value,
    "size": lambda pilot: row(pilot.app.screen, "size").value,
    "pie": lambda pilot: row(pilot.app.screen, "pie").value,
    "hex": lambda pilot: row(pilot.app.screen, "hex").value,
    "komi": lambda pilot: row(pilot.app.screen, "komi").value,
    "disabled": lambda pilot: pilot.app.screen.query_one("#begin", Button).disabled,
    "unfolded": lambda pilot: pilot.app.screen.unfolded,
    "faults": lambda pilot: " ".join(each.fault for each in pilot.app.screen.query(FormRow)),
    "capture": lambda pilot: pilot.app.screen.query_one("#option-capture").region.height,
}
FILLED_IN = {
    "presets fill in the options and options make a kind of their own": (
        "plurality",
        """
                           | kind = 0 ; size = 7
        fill:#kind=2       | size = 19 ; pie = True
        fill:#option-size=9 | kind = own ; #label: size 9 ; #label: pie rule on
        fill:#kind=1       | size = None ; pie = False""",
        NewGame("plurality", {}, ("human", "bot:1")),
    ),
    "an option takes the place of those it excludes": (
        "plurality",
        """
        ctrl+o focus:#option-hex 6         | size = None ; hex = 6
        focus:#option-komi 4 focus:#option-pie fill:#option-pie=yes | komi = None ; pie = True
                                           | !disabled""",
        NewGame("plurality", {"hex": 6, "pie": True}, ("human", "bot:1")),
    ),
    "a refusal stands at its row and begin leads there": (
        "mitropia",
        """
        fill:#option-handicap=0,-9 fill:#time=soon | faults: handicap -9 is out of range
               | faults: seconds ; faults!: -- ; unfolded
        ctrl+s | focus = option-handicap ; !told""",
        None,
    ),
    "no program plays a game of dice": (
        "mitropia",
        "fill:#player-1=gtp fill:#name-1=gnugo | faults: dice ; disabled",
        None,
    ),
    "by mouse alone": (
        "majorities",
        """
        click:#more | capture
        click:#more |""",
        first("majorities"),
    ),
}


@pytest.mark.parametrize("name", FILLED_IN)
async def test_filled_in(name: str) -> None:
    game_id, rows, begun = FILLED_IN[name]
    async with form(first(game_id)) as (pilot, _, wanted):
        await act(pilot, rows, OWN)
        if begun is not None:
            await act(pilot, "click:#begin |")
        assert wanted == [begun] * (begun is not None)


@pytest.mark.parametrize("game_id", games.GAMES)
async def test_options_that_are_all_left_open_are_a_kind_of_game_too(game_id: str) -> None:
    async with form(first(game_id)) as (pilot, screen, wanted):
        for each in screen.query(OptionRow):
            each.put(None)
        screen._changed()
        await pilot.pause()
        # As it is while the rows of another game are not there yet.
        screen._kind.show(screen._info.settle({}), "")
        assert not [each.fault for each in screen.query(FormRow) if each.fault]
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert len(wanted) == 1


async def test_what_was_chosen_is_remembered_but_for_the_seed() -> None:
    info = games.info("plurality")
    before = NewGame("plurality", {"size": 9, "ties": "parity"}, ("human:Ann", "bot:3"), 2.5, 7)
    assert preferences.remembered(info) is None
    async with form(before) as (pilot, screen, wanted):
        assert (screen.query_one("#time", Input).value, screen.query_one("#seed", Input).value) == (
            "2.5",
            "7",
        )
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert wanted == [before]
    assert preferences.remembered(info) == NewGame(
        "plurality", before.chosen, before.players, 2.5, None
    )
    assert preferences.remembered(games.info("pletore")) is None
    preferences.keep(ascii=True)
    assert preferences.remembered(info) is not None, "other settings leave it alone"


SENSELESS = """3
{}
{"options": {"size": "900"}, "players": ["human", "bot:1"]}
{"options": {"nonsense": "1"}, "players": ["human", "bot:1"]}
{"options": {"size": 9}, "players": ["human", "bot:1"]}
{"options": {}, "players": ["human"]}
{"options": {}, "players": ["human", "nobody[/x]"]}
{"options": {}, "players": ["human", 3]}
{"options": {}, "players": ["human", "bot:1"], "time": "never"}
{"options": {}, "players": ["human", "bot:1"], "time": [1]}"""


@pytest.mark.parametrize("kept", [json.loads(each) for each in SENSELESS.splitlines()])
def test_what_makes_no_sense_is_not_remembered(kept: Any) -> None:
    preferences.keep(forms={"plurality": kept})
    assert preferences.remembered(games.info("plurality")) is None


async def test_time_and_seed_arrive() -> None:
    before = NewGame("plurality", {"size": 5}, ("human", "random"), 1.5, 11)
    begun: list[Any] = []
    async with opened(lambda opener: None) as pilot:
        app: Any = pilot.app
        app.opener.open_game = lambda match, file, **more: begun.append(
            (match, app.opener.settings.bots.time)
        )
        app.opener.begin_game(before)
    ((match, time),) = begun
    assert (match.seed, time) == (11, 1.5)


async def test_a_program_that_is_typed_in_the_form_needs_no_other_consent() -> None:
    before = NewGame("pletore", {"size": 5}, ("human", "gtp:known --by record"))
    async with form(before) as (pilot, screen, wanted):
        name = screen.query_one("#name-1", Input)
        assert name.value == "known --by record"
        screen.query_one("#player-0", Select).value = "gtp"
        await pilot.pause()
        assert "command" in screen.query_one("#seat-0", FormRow).fault
        screen.query_one("#name-0", Input).value = "mine --level 3"
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert wanted[0] is not None
        assert wanted[0].players == ("gtp:mine --level 3", "gtp:known --by record")
    assert consent.remembered() == {"mine --level 3"}, "the record's own was only shown"


async def test_a_game_that_tells_nothing_but_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """No options, presets, goal or picture, and no measured levels."""
    plain = GameInfo("plurality", "Plain", "x", "2", "A game.", (), with_defaults(()))
    known = games.info
    monkeypatch.setattr(games, "info", lambda name: plain if name == "plurality" else known(name))
    async with form(first("plurality")) as (pilot, _, wanted):
        await pilot.press("ctrl+o")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert wanted == [NewGame("plurality", {}, ("human", "bot:1"))]


async def test_a_komi_offer_says_what_may_be_named_and_refuses_below_its_line() -> None:
    async with stage("play plurality pie=yes") as pilot:
        await act(pilot, """
                                      | prompt: -25 to 25 ; prompt: 0 means 0.5 ; prompt: fair
            end backspace 7 . 5 enter | .refusal: whole number ; !told""")  # fmt: skip


@pytest.mark.parametrize("players", [2, 5])
async def test_all_options_of_the_largest_form_are_seen_at_once_in_a_small_terminal(
    players: int,
) -> None:
    before = NewGame("mitropia", {"players": players}, ("human", *["bot:1"] * (players - 1)))
    async with form(before, (60, 24)) as (pilot, screen, _):
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert screen._scroll.max_scroll_y == 0
        shown = "\n".join(drawn(screen))
        for each in (row.option.title or row.option.name for row in screen.query(OptionRow)):
            assert f" {each} " in shown
        assert "none, or 2, 3, 4, 5" in shown, "what is offered is not what is set"
        await pilot.press("ctrl+o")
        await pilot.pause()
        assert "kind" in "\n".join(drawn(screen))
