"""The help screen: rules pages as they are read beside a game."""

from __future__ import annotations

import pytest
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownFence

from termgames import games
from termgames.tui.app import TermgamesApp
from termgames.tui.screens.help import HelpScreen

from .support import opened


@pytest.mark.parametrize("game_id", games.GAMES)
async def test_diagrams_and_records_fit_on_a_narrow_terminal(game_id: str) -> None:
    def begin(app: TermgamesApp) -> None:
        app.push_screen(HelpScreen((game_id,)))

    async with opened(begin, size=(60, 30)) as pilot:
        await pilot.pause()
        blocks = list(pilot.app.screen.query(MarkdownFence))
        assert blocks
        for block in blocks:
            assert block.size.width > 0
            assert block.max_scroll_x == 0, f"wider than the screen:\n{block.code}"


async def test_a_page_is_laid_out_when_its_tab_is_opened() -> None:
    def begin(app: TermgamesApp) -> None:
        app.push_screen(HelpScreen(("pletore", "majorities")))

    async with opened(begin) as pilot:
        await pilot.pause()
        first, second = pilot.app.screen.query(Markdown)
        assert (first.source, second.source) == (games.rules_text("pletore"), "")
        await pilot.press("right")
        await pilot.pause()
        assert second.source == games.rules_text("majorities")
        await pilot.press("left")
        assert first.source == games.rules_text("pletore")
