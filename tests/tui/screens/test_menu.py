"""The menu: a card a game, the unfinished game first, in every size, by keys and by mouse."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from termgames import games
from termgames.core import plugins
from termgames.play import store
from termgames.play.match import Match
from termgames.tui.app import Settings
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.menu import ENTRIES, MenuScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.card import Card
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static

from .support import enter, game, new_match, opened, until

SIZES = [(60, 24), (80, 24), (120, 40), (200, 60)]


def menu(pilot: Pilot[None]) -> MenuScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MenuScreen)
    return screen


def card(pilot: Pilot[None], name: str) -> Card:
    return menu(pilot).query_one(f"#{name}", Card)


def under_cursor(pilot: Pilot[None]) -> str:
    return menu(pilot).focused.id or ""  # type: ignore[union-attr]


def keys(pilot: Pilot[None]) -> str:
    return str(pilot.app.screen.query_one(KeyLine).render())


def saved(*moves: str, players: tuple[str, ...] = ("human", "bot:3")) -> Path:
    match = new_match(*players)
    for move in moves:
        match.submit(match.game.parse(match.state, move))
    path = store.new_file("plurality")
    store.save(match, path)
    return path


def path_of(pilot: Pilot[None]) -> Path:
    """Where the game on the table is saved."""
    file = game(pilot).sitting.keeper.file
    assert file is not None
    return file.path


async def resized(pilot: Pilot[None], *sizes: tuple[int, int]) -> AsyncIterator[tuple[int, int]]:
    """The same menu in one size after the other."""
    for size in sizes:
        await pilot.resize_terminal(*size)
        await pilot.pause()
        yield size


async def found(pilot: Pilot[None]) -> None:
    """Wait until the saved games were looked through."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def test_every_game_has_a_card_that_is_seen_whole() -> None:
    saved("a1,b1,c1")
    async with opened(lambda opener: opener.open_menu(), SIZES[0]) as pilot:
        await found(pilot)
        menu(pilot).offer_entries({"practise", "join"})
        async for size in resized(pilot, *SIZES):
            cards = [each for each in menu(pilot).query(Card) if each.display]
            assert len(cards) == 1 + len(games.GAMES) + len(ENTRIES)
            for each in cards:
                assert each.region.bottom < size[1], "above the line of keys"
                assert menu(pilot).find_widget(each).visible_region == each.region
            for info in games.infos():
                text = card(pilot, f"game-{info.id}").render().plain
                assert info.title in text
                assert info.goal in text
                assert f"{info.presets[0].minutes} min" in text
                assert "…" not in text
            assert not any(
                row.region.overlaps(other.region)
                for row in cards
                for other in cards
                if row is not other
            )


async def test_enter_plays_at_once_on_a_small_board_against_the_weakest_bot() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        assert under_cursor(pilot) == "game-plurality"
        assert "Continue" not in keys(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        match = game(pilot).sitting.shown.match
        assert (match.game.id, match.game.options["size"]) == ("plurality", 7)
        assert match.players == ("human", "bot:1")
        await enter(pilot, "a1,b1,c1")
        path = path_of(pilot)
        await pilot.press("q", "1")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await found(pilot)
        assert card(pilot, "continue").display, "the game that was left goes on"
        await pilot.press("c")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert path_of(pilot) == path


async def test_every_game_can_be_begun_with_its_options_first() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        for info in games.infos():
            card(pilot, f"game-{info.id}").focus()
            await pilot.press("o")
            await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
            assert info.title in str(pilot.app.screen.query_one("Vertical").border_title)
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))


async def test_the_unfinished_game_comes_first_and_is_named() -> None:
    path = saved("a1,b1,c1")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        assert under_cursor(pilot) == "continue"
        text = card(pilot, "continue").render().plain
        for part in ("Plurality", "size 5", "human v bot 3", "turn 1"):
            assert part in text
        assert "Continue" in keys(pilot)
        assert "Options" not in keys(pilot), "they belong to a new game"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert path_of(pilot) == path


async def test_beside_the_unfinished_game_stands_the_picture_of_its_game() -> None:
    match = Match(games.create("majorities", {"size": 3}), ("human", "human"))
    match.submit(match.game.parse(match.state, "e1"))
    store.save(match, store.new_file("majorities"))
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        assert under_cursor(pilot) == "continue"

        def beside() -> str:
            return str(menu(pilot).query_one("#picture", Static).render())

        assert beside() == str(card(pilot, "game-majorities").picture)
        saved("a1,b1,c1")
        menu(pilot).look_for_unfinished()
        await until(pilot, lambda: beside() == str(card(pilot, "game-plurality").picture))


async def test_a_finished_game_is_not_offered_and_a_broken_one_is_passed_over() -> None:
    saved("pass", "pass", players=("human", "human"))
    (store.folder() / f"broken{store.SUFFIX}").write_text("termgames record 9\n")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        assert not card(pilot, "continue").display
        await pilot.press("c")
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_a_game_whose_moves_cannot_be_read_is_told_and_the_menu_stays() -> None:
    header = "termgames record 1\ngame: plurality\nsize: 5\nplies: 1\nover: no\n\n"
    (store.folder() / f"odd{store.SUFFIX}").write_text(f"{header}z9,b1,c1\n")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        assert any("line" in note.message for note in pilot.app._notifications)


async def test_the_cursor_that_was_moved_stays_when_an_unfinished_game_turns_up() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        await pilot.press("down")
        assert under_cursor(pilot) == "game-pletore"
        saved("a1,b1,c1")
        menu(pilot).offer(next(store.unfinished()))
        await pilot.pause()
        assert under_cursor(pilot) == "game-pletore"


@pytest.mark.parametrize("size", [(60, 24), (120, 40)], ids=["rows", "cards"])
async def test_arrows_reach_everything(size: tuple[int, int]) -> None:
    saved("a1,b1,c1")
    async with opened(lambda opener: opener.open_menu(), size) as pilot:
        await found(pilot)
        menu(pilot).offer_entries({"practise", "join"})
        await pilot.pause()
        everything = {each.id for each in menu(pilot).query(Card)}
        reached, waiting = {under_cursor(pilot)}, [under_cursor(pilot)]
        while waiting:
            here = waiting.pop()
            for key in ("up", "down", "left", "right"):
                menu(pilot).query_one(f"#{here}").focus()
                await pilot.press(key)
                if under_cursor(pilot) not in reached:
                    reached.add(under_cursor(pilot))
                    waiting.append(under_cursor(pilot))
        assert reached == everything


async def test_by_mouse_alone() -> None:
    """A click takes a card, another plays; the keys that concern it can be clicked."""
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        await pilot.click("#game-majorities")
        assert under_cursor(pilot) == "game-majorities"
        await pilot.click(KeyLine, offset=(keys(pilot).index("Options"), 0))
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await until(pilot, lambda: pilot.app.screen.query_one("#back").region.width)
        await pilot.pause()
        await pilot.click("#back")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))
        await pilot.click("#game-majorities")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game(pilot).sitting.shown.match.game.id == "majorities"
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        await pilot.click(KeyLine, offset=(keys(pilot).index("Quit"), 0))
    assert pilot.app.return_code == 0


async def test_the_card_with_the_keys_is_seen_without_colours_and_in_ascii() -> None:
    async with opened(lambda opener: opener.open_menu(), settings=Settings(ascii=True)) as pilot:
        await found(pilot)
        async for _ in resized(pilot, (60, 24), (120, 40)):
            marked = [
                each.id
                for each in menu(pilot).query(Card)
                if re.search("> | <$", each.render().plain, re.MULTILINE)
            ]
            assert marked == [under_cursor(pilot)]
            for each in menu(pilot).query(Card):
                assert not each.display or each.render().plain.isascii()


async def test_games_that_cannot_be_used_cost_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [plugins.Plugin(f"broken{n}", "nowhere.at.all" + "x" * 90, "dist") for n in (1, 2)]
    monkeypatch.setattr(plugins, "announced", lambda group: broken)
    async with opened(lambda opener: opener.open_menu(), (40, 12)) as pilot:
        await found(pilot)
        async for _ in resized(pilot, (40, 12), (60, 24), (120, 40)):
            lines: list[Any] = list(menu(pilot).query(".fault"))
            assert [line.size.height for line in lines] == [1, 1]
            assert "broken1" in str(lines[0].render())
            assert len(menu(pilot).query("#games Card")) == len(games.GAMES)


async def test_any_size_is_survived_with_the_cursor_in_view() -> None:
    async with opened(lambda opener: opener.open_menu(), (80, 24)) as pilot:
        await found(pilot)
        await pilot.press("down", "down", "down", "down")
        async for _ in resized(pilot, (40, 12), (20, 30), (200, 12), (60, 24), (300, 100)):
            await pilot.resize_terminal(100, 30)
            await pilot.pause()
            assert under_cursor(pilot) == "game-mitropia"
            assert menu(pilot).find_widget(card(pilot, "game-mitropia")).visible_region


@pytest.mark.parametrize("key", ["o", "l", "S"])
async def test_keys_that_belong_to_a_game_say_so_on_an_unfinished_one(key: str) -> None:
    saved("a1,b1,c1")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await found(pilot)
        assert under_cursor(pilot) == "continue"
        await pilot.press(key)
        await pilot.pause()
        notes = [note.message for note in pilot.app._notifications]
        assert len(notes) == 1
        assert notes[0].startswith(f"Choose a game first: {key} ")
        assert isinstance(pilot.app.screen, MenuScreen)
