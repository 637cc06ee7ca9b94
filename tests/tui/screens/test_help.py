"""The help screen: rules pages as they are read beside a game."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from textual.widgets import Markdown, Static
from textual.widgets.markdown import MarkdownFence

from termgames import games
from termgames.tui.screens.help import HelpScreen, keys_of

from .support import act, enter, new_match, opened, playing, stage


@pytest.mark.parametrize("game_id", games.GAMES)
async def test_diagrams_and_records_fit_on_a_narrow_terminal(game_id: str) -> None:
    async with opened(lambda opener: None, size=(60, 30)) as pilot:
        await pilot.app.push_screen(HelpScreen((game_id,)))
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        blocks = list(pilot.app.screen.query(MarkdownFence))
        assert blocks
        for block in blocks:
            assert block.size.width > 0
            assert block.max_scroll_x == 0, f"wider than the screen:\n{block.code}"


async def test_a_page_is_laid_out_when_its_tab_is_opened() -> None:
    async with opened(lambda opener: None) as pilot:
        await pilot.app.push_screen(HelpScreen(("pletore", "majorities")))
        await pilot.app.workers.wait_for_complete()
        first, second = pilot.app.screen.query(Markdown)
        assert (first.source, second.source) == (games.rules_text("pletore"), "")
        await pilot.press("right")
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()
        assert second.source == games.rules_text("majorities")
        await pilot.press("left")
        assert first.source == games.rules_text("pletore")


async def test_other_tabs_do_not_wait_for_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    update = Markdown.update

    async def reads_for_ever(page: Markdown, text: str) -> None:
        await (asyncio.Event().wait() if text else update(page, text))

    monkeypatch.setattr(Markdown, "update", reads_for_ever)
    async with stage("play plurality") as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        await pilot.press("f")
        await pilot.pause()
        drawn = pilot.app.screen._compositor.render_strips()
        assert any("It counts as if the game ended now" in line.text for line in drawn)


def groups(screen: Any) -> dict[str, tuple[tuple[str, str], ...]]:
    return {group.title: group.rows for group in keys_of(screen)}


async def test_six_essentials_come_first_and_lists_last() -> None:
    async with stage("play plurality") as pilot:
        await enter(pilot, "a1,b1,c1")
        found = groups(pilot.app.screen)
        first = dict(found["First of all"])
        assert next(iter(found)) == "First of all"
        assert len(first) == 6
        texts = " ".join(first.values())
        for word in ("cursor", "Choose", "Take back", "bot would play", "Rules", "Leave"):
            assert word in texts
        shown = [key for rows in found.values() for keys, _ in rows for key in keys.split()]
        assert len(shown) == len(set(shown)), "every key once"
        await pilot.press("v")
        await pilot.pause()
        assert list(groups(pilot.app.screen))[-1] == "In lists and fields"


def helped(keys: str, below: str) -> str:
    """Each of the keys opens the help, and Escape leads back."""
    return "".join(f"{key} | screen = HelpScreen ; tab\nescape | screen = {below}\n"
                   for key in keys.split())  # fmt: skip


async def test_every_screen_tells_its_keys() -> None:
    """F1 in lists, in dialogs, and where a line of text has the keys; the question mark in all
    but the last."""
    own = {"tab": lambda pilot: pilot.app.screen.query_one("#keys").display}
    both = "f1 question_mark"
    async with stage("menu") as pilot:
        rows = [helped(both, "MenuScreen"), "r |\n", helped(both, "FilesScreen")]
        rows += ["escape o focus:#kind |\n", helped(both, "SetupScreen")]
        rows += ["focus:#name-0 |\n", helped("f1", "SetupScreen")]
        await act(pilot, "".join(rows), own)
    async with stage("play plurality + a1,b1,c1") as pilot:
        await act(pilot, "q |\n" + helped("f1", "ChoiceDialog"), own)


async def test_no_line_of_keys_breaks_a_word_at_sixty_columns() -> None:
    async with playing(new_match(), size=(60, 24)) as pilot:
        await pilot.press("question_mark", "k")
        await pilot.pause()
        page = pilot.app.screen.query_one("#keys Static", Static)
        groups = pilot.app.screen._tables["keys"]  # type: ignore[attr-defined]
        texts = [text for group in groups for row in ((group.title,), *group.rows) for text in row]
        known = {word for text in texts for word in text.split()}
        drawn = [page.render_line(y).text for y in range(page.size.height)]
        assert drawn
        assert {word for line in drawn for word in line.split()} <= known


async def test_the_palette_tells_keys() -> None:
    async with stage("play plurality") as pilot:
        offered = pilot.app.get_system_commands(pilot.app.screen)
        commands = {each.title: each.help for each in offered}
        assert "(key o)" in commands["Overlay"]
        assert "(key n)" in commands["New game"]
        assert "(key" not in commands["Pondering"], "it has none"
