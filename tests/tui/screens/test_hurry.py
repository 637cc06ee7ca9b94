"""Keys that arrive faster than screens open and close."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from termgames import games
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.opener import Opener
from termgames.tui.screens.dialogs import Choice, ChoiceDialog

from .support import acted, at_once, press_at_once, saved, stage, until

LOTS = "pagedown escape enter enter enter escape escape escape q enter q enter q enter escape"
HURRIED = f"""
    play plurality + a1,b1,c1 | ctrl+p pagedown escape ctrl+p pageup x escape ctrl+p pagedown
    play plurality + a1,b1,c1 | q enter q enter q enter q enter q enter
    play plurality + a1,b1,c1 | question_mark k pagedown down r escape question_mark escape
    play plurality + a1,b1,c1 | n tab down enter ctrl+s escape n ctrl+s ctrl+s
    play plurality + a1,b1,c1 | m a 1 enter escape m q d 1 d 2 v v v pagedown
    menu | p {LOTS}
    menu | u {LOTS}"""


@pytest.mark.parametrize("row", HURRIED.strip().splitlines())
async def test_keys_come_in_a_hurry(row: str) -> None:
    start, _, keys = row.partition(" | ")
    saved("plurality")
    async with stage(start) as pilot:
        for _ in range(2):
            at_once(pilot, *keys.split())
            await pilot.pause()
    assert pilot.app.fault is None


WRITING = "w&t&w&o&enter&l&i&n&e&s&ctrl+s&greater_than_sign&w&e&n&d&ctrl+s"
test_scenes = acted(
    f"""
    == nothing pressed after leaving is done | play plurality
    ctrl+q&p&p&enter&ctrl+p&q | exit
    == a hurry does not pile up dialogs | play plurality + a1,b1,c1
    n&q&n&q&n | screen = SetupScreen ; stack = 3
    == a move and its enter in one piece | play plurality
    m c&4&comma&c&5&comma&d&5&enter | plies = 1
    == keys wait for the screen that they are meant for | play plurality
    ctrl+p&h&i&n&t | screen = Palette ; line = hint
    == palettes open and go | play plurality
    ctrl+p&escape&ctrl+p&escape&ctrl+p&escape | screen = GameScreen
    == text stands in the dialog that its first key opens | replay kept plurality + a1,b1,c1
    {WRITING} | notes = | two / | lines / | end
    T&m&p&a&s&s&enter&w&T&w&ctrl+s&comma&P | screen = SetupScreen
                                           | notes = | two / | lines / | end / |1. pass / | Tw
    == a path typed at once with the key that asks for it | play plurality + pass
    resign: path:TMP/copy.tgr | screen = SetupScreen ; told: TMP/copy.tgr
    """,
    {"line": lambda pilot: pilot.app.screen.query_one("CommandInput").value},
    {"path": lambda pilot, to: press_at_once(pilot, "E", "end", "ctrl+u", *to, "enter", "n")},
)


async def test_a_screen_is_dismissed_once_and_only_itself() -> None:
    answers: list[Any] = []
    async with stage("menu") as pilot:
        first, second = (ChoiceDialog(name, "", [Choice("yes", "yes")]) for name in "12")
        for each in (first, second):
            pilot.app.push_screen(each, answers.append)
        await pilot.pause()
        for each, other in ((first, second), (second, pilot.app.screen_stack[0])):
            each.dismiss(each is first)
            each.dismiss("again")
            await pilot.pause()
            assert pilot.app.screen is other or each is second
        assert sorted(answers) == [False, True]


async def test_no_text_is_selected_with_the_mouse() -> None:
    """Textual keeps what was selected, and fails when its widget goes."""
    async with stage("menu") as pilot:
        widest = max(pilot.app.screen.query("*"), key=lambda widget: widget.size.width)
        await pilot.mouse_down(widest, offset=(2, 2))
        await pilot.hover(widest, offset=(20, 4))
        assert not pilot.app.screen.selections


async def test_no_screen_lies_behind_one_that_lies_behind_it() -> None:
    """Asking what is drawn on a covered screen made Textual put the one above behind it."""
    async with stage("menu") as pilot:
        screens = [ChoiceDialog(f"{number}?", "", [Choice("yes", "yes")]) for number in range(3)]
        for each in screens:
            await pilot.app.push_screen(each)
        for each in screens * 2:
            each.refresh()  # forgets what it looked like
            each.get_style_at(0, 0)
            behind, stack = each._render()._renderable.screen, pilot.app.screen_stack
            assert stack.index(behind) == stack.index(each) - 1
    assert pilot.app.fault is None


async def test_keys_before_the_first_screen_is_there() -> None:
    def begin(opener: Opener) -> None:
        for _ in range(3):
            at_once(SimpleNamespace(app=app), "down")
        opener.open_menu()

    app = TermgamesApp(Settings(), begin)
    async with app.run_test(size=(60, 24)) as pilot:
        wanted = f"game-{list(games.infos())[3].id}"
        await until(pilot, lambda: app.focused is not None and app.focused.id == wanted)
        app.exit()
