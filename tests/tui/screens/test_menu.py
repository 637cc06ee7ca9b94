"""The menu: a card a game, the unfinished game first, in every size, by keys and by mouse; and the
screen of results."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from termgames import games
from termgames.core import plugins
from termgames.play import store
from termgames.tui.widgets.card import Card
from termgames.tui.widgets.seatform import SeatForm

from . import support
from .support import act, acted, match_of, saved

LEFT = "plurality seats=human,bot:3 + a1,b1,c1"
"""A game that is not finished."""
ODD = "termgames record 1\ngame: plurality\nsize: 5\nplies: 1\nover: no\n\nz9,b1,c1\n"


def keep(text: str) -> None:
    """A game among the player's own: `left`, a match, `broken`, one with an `odd` move, or one
    that is over: `2 human bot:3`, given up by the second."""
    number, *players = text.split()
    if text in ("broken", "odd"):
        kept = ODD if text == "odd" else "termgames record 9\n"
        (store.folder() / f"{text}{store.SUFFIX}").write_text(kept)
    elif number in "12":
        match = match_of("plurality size=13")
        match.players = tuple(players)
        match.resign(int(number) - 1)
        store.save(match, store.new_file("plurality"))
    else:
        saved(LEFT if text == "left" else text)


@asynccontextmanager
async def stage(opening: str, _: object = None) -> AsyncIterator[Any]:
    """`60x24 / left / …`: the menu, when these games were looked through."""
    how, *files = opening.split(" / ")
    for each in files:
        keep(each)
    async with support.stage(f"menu {how.replace('any', '')}") as pilot:
        await act(pilot, "work: |")
        yield pilot


def card(pilot: Any, name: str) -> Card:
    return pilot.app.screen.query_one(f"#{name}", Card)


def marked(pilot: Any) -> str:
    """The cards that are seen to have the keys without colours."""
    cards = [each for each in pilot.app.screen.query(Card) if each.display]
    assert all(each.render().plain.isascii() for each in cards)
    under = [each for each in cards if re.search("> | <$", each.render().plain, re.MULTILINE)]
    return " ".join(each.id for each in under)


def beside(pilot: Any) -> str:
    """The card whose picture is seen."""
    seen = str(pilot.app.screen.query_one("#picture").render())
    cards = pilot.app.screen.query("#games Card")
    return " ".join(each.id for each in cards if str(each.picture) == seen)


def turn_up(pilot: Any, how: str) -> None:
    saved(LEFT)
    if how == "later":
        pilot.app.screen.offer(next(store.unfinished()))
    else:
        pilot.app.screen.look_for_unfinished()


async def round_about(pilot: Any, _: str) -> None:
    """Arrows reach everything."""
    screen = pilot.app.screen
    reached, waiting = {screen.focused}, [screen.focused]
    while waiting:
        here = waiting.pop()
        for key in ("up", "down", "left", "right"):
            here.focus()
            await pilot.press(key)
            waiting += {screen.focused} - reached
            reached.add(screen.focused)
    assert reached == set(screen.query(Card))


OWN = {
    "continue": lambda pilot: card(pilot, "continue").display,
    "files": lambda _: len(list(store.folder().glob(f"*{store.SUFFIX}"))),
    "marked": marked,
    "seen": lambda pilot: pilot.app.screen.find_widget(pilot.app.screen.focused).visible_region,
    "beside": beside,
    "turn": lambda pilot: pilot.app.screen.check_action("turn", (1,)),
    "even": lambda pilot: pilot.app.screen._even,
    "seats": lambda pilot: " ".join(row.player for row in pilot.app.screen.query(SeatForm)),
    "about": lambda pilot: pilot.app.screen.query(SeatForm)[1].about,
}
EVEN = " / 1 human bot:4 / 2 human bot:4" * 3
test_scenes = acted(
    f"""
    == the first game is on a small board against the weakest bot | any
                  | focus = game-plurality ; keys!: Continue
    enter         | screen = GameScreen ; players = human bot:1 ; options: 'size': 7
    type:a1,b1,c1 | plies
    q 1 work:     | screen = MenuScreen ; continue
    c             | screen = GameScreen ; plies ; files = 1
    == the unfinished game comes first and is named | any / left
          | focus = continue ; #continue: Plurality ; #continue: size 5 ; #continue: human v bot 3
          | #continue: turn 1 ; beside = continue ; keys: Continue ; keys!: Options
    o l   | told: Choose a game first: o ; told: first: l ; screen = MenuScreen
    enter | screen = GameScreen ; moves: a1,b1,c1 ; files = 1
    == another unfinished game turns up | any / majorities + e1
                | #continue: Majorities
    up:again    | #continue: Plurality ; beside = continue
    == a game of three is drawn in the colours of all | any / mitropia players=3 pro=yes + *4
                | #continue: players 3 ; beside = continue
    == a game that turns up later takes no cursor | any
    down        | focus = game-pletore
    up:later    | focus = game-pletore ; continue
    == games that are over or broken are not offered | any / plurality + pass pass / broken
                | !continue
    c           | screen = MenuScreen
    == a game whose moves cannot be read is told | any / odd
    enter       | screen = MenuScreen ; told: line
    == arrows reach every card | 120x40 / left
    round:      |
    == by mouse and in any size | any
    click:#game-majorities | focus = game-majorities
    size:40x12 size:100x30 | focus = game-majorities ; seen
    size:78x24             | !@#picture
    size:79x24             | @#picture
    size:20x30 size:300x100 size:100x30 | focus = game-majorities ; seen
    key:Options            | screen = SetupScreen ; text: Majorities ; #back
    click:#back            | screen = MenuScreen
    key:Quit               | exit
    == a second click plays | any
    click:#game-majorities click:#game-majorities | screen = GameScreen ; options: 'size': 4
    == the card with the keys is seen without colours | ascii 60x24 / left
                | marked = continue
    size:120x40 | marked = continue
    down        | marked != continue
    == without games the screen of results says what will count | any
    t           | screen = StatisticsScreen ; #summary: not finished a game yet ; turn = False
    == results of each person | any / 2 human bot:3 / 1 human bot:3 / 2 human:Ann bot:1
    t      | #summary: 2 games ; #person: you (1 of 2) ; #figures: Plurality, size 13
    tab    | #person: Ann (2 of 2) ; #summary: 1 game: 1 won
    tab    | #person: you (1 of 2)
    escape | screen = MenuScreen
    == the next game begins against the level that is even | any{EVEN}
      | even
    o | screen = SetupScreen ; seats = human bot:4 ; about: an even game for you
    """,
    OWN,
    {"up": turn_up, "round": round_about},
    stage,
)


async def test_games_that_cannot_be_used_cost_a_line_each(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [plugins.Plugin(f"broken{n}", "nowhere.at.all" + "x" * 90, "dist") for n in (1, 2)]
    monkeypatch.setattr(plugins, "announced", lambda group: broken)
    async with stage("40x12") as pilot:
        for size in ("40x12", "120x40"):
            await act(pilot, f"size:{size} |")
            lines: list[Any] = list(pilot.app.screen.query(".fault"))
            assert [line.size.height for line in lines] == [1, 1]
            assert "broken1" in str(lines[0].render())
            assert len(pilot.app.screen.query("#games .-game")) == len(games.GAMES)
