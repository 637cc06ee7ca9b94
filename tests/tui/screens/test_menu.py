"""The menu: a card a game, the unfinished game first, in every size, by keys and by mouse."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from textual.pilot import Pilot

from termgames import games
from termgames.core import plugins
from termgames.play import store
from termgames.tui.screens.menu import ENTRIES, MenuScreen
from termgames.tui.widgets.card import Card
from termgames.tui.widgets.literal import Static

from .support import act, game, saved, stage, until

SIZES = [(60, 24), (80, 24), (120, 40), (200, 60)]
LEFT = "plurality seats=human,bot:3 + a1,b1,c1"
"""A game that is not finished."""


def menu(pilot: Pilot[None]) -> MenuScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MenuScreen)
    return screen


def card(pilot: Pilot[None], name: str) -> Card:
    return menu(pilot).query_one(f"#{name}", Card)


def under_cursor(pilot: Pilot[None]) -> str:
    return menu(pilot).focused.id or ""  # type: ignore[union-attr]


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


OWN = {
    "under": under_cursor,
    "continue": lambda pilot: card(pilot, "continue").display,
    "kept": lambda pilot: game(pilot).sitting.keeper.file.path,
}


async def scene(rows: str, opening: str = "menu") -> None:
    """The menu, when the saved games were looked through."""
    async with stage(opening) as pilot:
        await found(pilot)
        await act(pilot, rows, OWN)


async def test_every_game_has_a_card_that_is_seen_whole() -> None:
    saved(LEFT)
    async with stage("menu 60x24") as pilot:
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
    async with stage("menu") as pilot:
        await act(pilot, """
            work:         | under = game-plurality ; keys!: Continue
            enter         | screen = GameScreen ; players = human bot:1 ; options: 'size': 7
            type:a1,b1,c1 | plies""", OWN)  # fmt: skip
        path = OWN["kept"](pilot)
        await act(pilot, f"""
            q 1 work: | screen = MenuScreen ; continue
            c         | screen = GameScreen ; kept = {path}""", OWN)  # fmt: skip


async def test_every_game_can_be_begun_with_its_options_first() -> None:
    async with stage("menu") as pilot:
        await found(pilot)
        for info in games.infos():
            await act(pilot, f"focus:#game-{info.id} o | screen = SetupScreen")
            assert info.title in str(pilot.app.screen.query_one("Vertical").border_title)
            await act(pilot, "escape | screen = MenuScreen")


async def test_the_unfinished_game_comes_first_and_is_named() -> None:
    path = saved(LEFT)
    named = "; ".join(f"#continue: {part} " for part in ("size 5", "human v bot 3", "turn 1"))
    await scene(f"""
              | under = continue ; #continue: Plurality ; {named}
              | keys: Continue ; keys!: Options
        o     | told: Choose a game first: o ; screen = MenuScreen
        l     | told: Choose a game first: l ; screen = MenuScreen
        S     | told: Choose a game first: S ; screen = MenuScreen
        enter | screen = GameScreen ; kept = {path}""")


async def test_beside_the_unfinished_game_stands_the_picture_of_its_game() -> None:
    saved("majorities + e1")
    async with stage("menu") as pilot:
        await act(pilot, "work: | under = continue", OWN)

        def beside() -> str:
            return str(menu(pilot).query_one("#picture", Static).render())

        assert beside() == str(card(pilot, "game-majorities").picture)
        saved(LEFT)
        menu(pilot).look_for_unfinished()
        await until(pilot, lambda: beside() == str(card(pilot, "game-plurality").picture))


async def test_a_finished_game_is_not_offered_and_a_broken_one_is_passed_over() -> None:
    saved("plurality + pass pass")
    (store.folder() / f"broken{store.SUFFIX}").write_text("termgames record 9\n")
    await scene("  | !continue\nc | screen = MenuScreen")


async def test_a_game_whose_moves_cannot_be_read_is_told_and_the_menu_stays() -> None:
    header = "termgames record 1\ngame: plurality\nsize: 5\nplies: 1\nover: no\n\n"
    (store.folder() / f"odd{store.SUFFIX}").write_text(f"{header}z9,b1,c1\n")
    await scene("enter | screen = MenuScreen ; told: line")


async def test_the_cursor_that_was_moved_stays_when_an_unfinished_game_turns_up() -> None:
    async with stage("menu") as pilot:
        await act(pilot, "work: down | under = game-pletore", OWN)
        saved(LEFT)
        menu(pilot).offer(next(store.unfinished()))
        await act(pilot, "| under = game-pletore", OWN)


@pytest.mark.parametrize("size", ["60x24", "120x40"], ids=["rows", "cards"])
async def test_arrows_reach_everything(size: str) -> None:
    saved(LEFT)
    async with stage(f"menu {size}") as pilot:
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
    await scene("""
        click:#game-majorities | under = game-majorities
        key:Options            | screen = SetupScreen ; #back
        click:#back            | screen = MenuScreen
        click:#game-majorities | screen = GameScreen ; options: 'size': 3""")
    await scene("key:Quit | exit")


async def test_the_card_with_the_keys_is_seen_without_colours_and_in_ascii() -> None:
    async with stage("menu ascii") as pilot:
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
    async with stage("menu 40x12") as pilot:
        await found(pilot)
        async for _ in resized(pilot, (40, 12), (60, 24), (120, 40)):
            lines: list[Any] = list(menu(pilot).query(".fault"))
            assert [line.size.height for line in lines] == [1, 1]
            assert "broken1" in str(lines[0].render())
            assert len(menu(pilot).query("#games Card")) == len(games.GAMES)


async def test_any_size_is_survived_with_the_cursor_in_view() -> None:
    async with stage("menu") as pilot:
        await found(pilot)
        await pilot.press("down", "down", "down", "down")
        async for _ in resized(pilot, (40, 12), (20, 30), (200, 12), (60, 24), (300, 100)):
            await pilot.resize_terminal(100, 30)
            await pilot.pause()
            assert under_cursor(pilot) == "game-mitropia"
            assert menu(pilot).find_widget(card(pilot, "game-mitropia")).visible_region
