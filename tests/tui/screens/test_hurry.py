"""Keys that arrive faster than screens open and close; and what a key costs, in counted calls."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual import screen

from termgames import games
from termgames.play import store
from termgames.play.sitting.shown import _SCORES_KEPT
from termgames.tui import styled
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.board.canvas import Canvas
from termgames.tui.opener import Opener
from termgames.tui.screens.dialogs import Choice, ChoiceDialog
from termgames.tui.widgets.moves import MoveList

from .support import acted, at_once, opened, press_at_once, saved, stage, table, until

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
    ctrl+p&escape&ctrl+p&h&i&n&t | screen = Palette ; line = hint
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


RECORD = Path(__file__).parents[2] / "golden" / "mitropia.tgr"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Counts calls: `calls(owner, "method", …)` begins to, and is the counter, by names."""
    counts = Counter[str]()

    def watch(owner: Any, *names: str) -> Counter[str]:
        for name in names:
            method = getattr(owner, name)

            def call(*given: Any, m: Any = method, n: str = name, **more: Any) -> Any:
                counts[n] += 1
                return m(*given, **more)

            monkeypatch.setattr(owner, name, call)
        return counts

    return watch


async def test_a_step_in_a_long_record_counts_little_and_draws_what_changed(calls: Any) -> None:
    """After a few steps every panel has the room it needs; from then on none moves. Moving the
    cursor asks the rules nothing."""
    match = store.read(RECORD, draws=False)
    async with opened(lambda opener: opener.open_replay(match, RECORD), (120, 40)) as pilot:
        shown = table(pilot).sitting.shown
        shown.look(match.ply // 2)
        await pilot.pause()
        counts = calls(type(shown.game), "score", "apply", "to_act", "view")
        await pilot.press("up", "down", "down")
        assert counts == {}
        calls(type(shown.display), "brief", "walkthrough")
        calls(styled, "turn_lines")
        for key in ("comma", "full_stop", "left_parenthesis", "pageup", "pagedown", *["comma"] * 9):
            counts.clear()
            await pilot.press(key)
            assert counts["score"] <= 1, key
            assert counts["brief"] == counts["turn_lines"] == 0, key
            assert counts["apply"] == 0, "positions are not played again"
            assert counts["walkthrough"] == 0, "nobody sees the count"
        rows = table(pilot).query_one(MoveList).size.height
        calls(screen.Screen, "_refresh_layout")
        calls(MoveList, "render_line")
        calls(Canvas, "_repaint")
        counts.clear()
        steps = 2 * rows
        for _ in range(steps):
            await pilot.press("comma")
        # A panel may still need more room than ever before.
        assert counts["_refresh_layout"] <= steps // 3
        assert counts["_repaint"] <= steps
        # Two lines a step, and all of them whenever the list moves on by half of its height.
        assert counts["render_line"] <= 2 * steps + rows * (2 + steps // (rows // 2))
        for ply in range(shown.match.ply):
            shown.score(ply)
        assert len(shown._scores) == _SCORES_KEPT
