"""The menu: a card a game, the unfinished game first, in every size, by keys and by mouse; and the
screen of results."""

from __future__ import annotations

import re
from typing import Any

import pytest

from termgames import games
from termgames.core import plugins
from termgames.play import store
from termgames.tui.widgets.card import Card
from termgames.tui.widgets.seatform import SeatForm

from .support import act, game, match_of, opened, saved, stage, until

LEFT = "plurality seats=human,bot:3 + a1,b1,c1"
"""A game that is not finished."""


def card(pilot: Any, name: str) -> Card:
    return pilot.app.screen.query_one(f"#{name}", Card)


def marked(pilot: Any) -> str:
    """The cards that are seen to have the keys without colours."""
    cards = [each for each in pilot.app.screen.query(Card) if each.display]
    assert all(each.render().plain.isascii() for each in cards)
    under = [each for each in cards if re.search("> | <$", each.render().plain, re.MULTILINE)]
    return " ".join(each.id for each in under)


def shown_whole(pilot: Any) -> bool:
    """The cursor is in view."""
    screen = pilot.app.screen
    return bool(screen.find_widget(screen.focused).visible_region)


def offered(pilot: Any, kind: str) -> None:
    if kind == "later":
        saved(LEFT)
        pilot.app.screen.offer(next(store.unfinished()))
    elif kind == "again":
        saved(LEFT)
        pilot.app.screen.look_for_unfinished()
    else:
        pilot.app.screen.offer_entries({"practise", "join"})


OWN = {
    "continue": lambda pilot: card(pilot, "continue").display,
    "kept": lambda pilot: game(pilot).sitting.keeper.file.path,
    "marked": marked,
    "seen": shown_whole,
    "beside": lambda pilot: next(
        info.id
        for info in games.infos()
        if str(card(pilot, f"game-{info.id}").picture)
        == str(pilot.app.screen.query_one("#picture").render())
    ),
    "turn": lambda pilot: pilot.app.screen.check_action("turn", (1,)),
    "seats": lambda pilot: [row.player for row in pilot.app.screen.query(SeatForm)],
    "about": lambda pilot: pilot.app.screen.query(SeatForm)[1].about,
}


async def scene(rows: str, opening: str = "menu") -> None:
    """The menu, when the saved games were looked through."""
    async with stage(opening) as pilot:
        await act(pilot, f"work: |\n{rows}", OWN, {"offered": offered})


async def test_the_first_game_is_on_a_small_board_against_the_weakest_bot() -> None:
    async with stage("menu") as pilot:
        await act(pilot, """
            work:         | focus = game-plurality ; keys!: Continue
            enter         | screen = GameScreen ; players = human bot:1 ; options: 'size': 7
            type:a1,b1,c1 | plies""", OWN)  # fmt: skip
        path = OWN["kept"](pilot)
        await act(pilot, f"""
            q 1 work: | screen = MenuScreen ; continue
            c         | screen = GameScreen ; kept = {path}""", OWN)  # fmt: skip


async def test_the_unfinished_game_comes_first_and_is_named() -> None:
    path = saved(LEFT)
    named = "; ".join(f"#continue: {part} " for part in ("size 5", "human v bot 3", "turn 1"))
    await scene(f"""
              | focus = continue ; #continue: Plurality ; {named} ; beside = plurality
              | keys: Continue ; keys!: Options
        o l S | told: Choose a game first: o ; told: first: l ; told: first: S ; screen = MenuScreen
        enter | screen = GameScreen ; kept = {path}""")


async def test_the_unfinished_game_that_turns_up_later_takes_no_cursor() -> None:
    saved("majorities + e1")
    await scene("| beside = majorities\noffered:again | beside = plurality")
    for path in store.folder().iterdir():
        path.unlink()
    await scene("down | focus = game-pletore\noffered:later | focus = game-pletore")


async def test_games_that_are_over_or_broken_are_not_offered() -> None:
    saved("plurality + pass pass")
    (store.folder() / f"broken{store.SUFFIX}").write_text("termgames record 9\n")
    await scene("  | !continue\nc | screen = MenuScreen")
    header = "termgames record 1\ngame: plurality\nsize: 5\nplies: 1\nover: no\n\n"
    (store.folder() / f"odd{store.SUFFIX}").write_text(f"{header}z9,b1,c1\n")
    await scene("enter | screen = MenuScreen ; told: line")


@pytest.mark.parametrize("size", ["60x24", "120x40"], ids=["rows", "cards"])
async def test_arrows_reach_everything(size: str) -> None:
    saved(LEFT)
    async with stage(f"menu {size}") as pilot:
        await act(pilot, "work: |")
        offered(pilot, "entries")
        await pilot.pause()
        screen = pilot.app.screen
        reached, waiting = {screen.focused}, [screen.focused]
        while waiting:
            here = waiting.pop()
            for key in ("up", "down", "left", "right"):
                here.focus()
                await pilot.press(key)
                if screen.focused not in reached:
                    reached.add(screen.focused)
                    waiting.append(screen.focused)
        assert reached == set(screen.query(Card))


async def test_by_mouse_and_in_any_size() -> None:
    """A click takes a card, another plays; the keys that concern it can be clicked."""
    await scene("""
        click:#game-majorities | focus = game-majorities
        size:40x12 size:100x30 | focus = game-majorities ; seen
        size:20x30 size:300x100 size:100x30 | focus = game-majorities ; seen
        key:Options            | screen = SetupScreen ; text: Majorities ; #back
        click:#back            | screen = MenuScreen
        click:#game-majorities | screen = GameScreen ; options: 'size': 3""")
    await scene("key:Quit | exit")


async def test_the_card_with_the_keys_is_seen_without_colours_and_in_ascii() -> None:
    saved(LEFT)
    rows = "| marked = continue\nsize:120x40 | marked = continue\ndown | marked != continue"
    await scene(rows, "menu ascii 60x24")


async def test_games_that_cannot_be_used_cost_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [plugins.Plugin(f"broken{n}", "nowhere.at.all" + "x" * 90, "dist") for n in (1, 2)]
    monkeypatch.setattr(plugins, "announced", lambda group: broken)
    async with stage("menu 40x12") as pilot:
        for size in ("40x12", "120x40"):
            await act(pilot, f"work: size:{size} |")
            lines: list[Any] = list(pilot.app.screen.query(".fault"))
            assert [line.size.height for line in lines] == [1, 1]
            assert "broken1" in str(lines[0].render())
            assert len(pilot.app.screen.query("#games Card")) == len(games.GAMES)


# -- results ------------------------------------------------------------------------------------


def over(*players: str, resigned: int = 1) -> None:
    match = match_of("plurality size=13")
    match.players = players
    match.resign(resigned)
    store.save(match, store.new_file("plurality"))


async def test_results_of_each_person() -> None:
    await scene("""
        t | screen = StatisticsScreen ; #summary: No game is over yet ; turn = False""")
    over("human", "bot:3"), over("human", "bot:3", resigned=0), over("human:Ann", "bot:1")
    await scene("""
        t      | #summary: 2 games ; #person: you (1 of 2) ; #figures: Plurality, size 13
        tab    | #person: Ann (2 of 2) ; #summary: 1 game: 1 won
        tab    | #person: you (1 of 2)
        escape | screen = MenuScreen""")


async def test_the_next_game_begins_against_the_level_that_is_even() -> None:
    for number in range(6):
        over("human", "bot:4", resigned=number % 2)
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await until(pilot, lambda: pilot.app.screen._even)
        even = "seats = ['human', 'bot:4'] ; about: an even game for you"
        await act(pilot, f"o | screen = SetupScreen ; {even}", OWN)
