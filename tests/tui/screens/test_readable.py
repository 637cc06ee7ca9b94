"""Everything that is written on the screens can be read: one walk over them, and at each stop
contrast, computed from the colours that are drawn, and what lies outside."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Button, Input, Select

from termgames.play import store
from termgames.tui import contrast
from termgames.tui.app import Settings
from termgames.tui.board import BoardView
from termgames.tui.opener import Opener
from termgames.tui.theme_names import DARK, LIGHT
from termgames.tui.widgets.keys import KeyLine
from tests.tui.scenes import press

from .support import VERBS, match_of, opened, playing, saved, table

measured = cache(contrast.contrast)
colour = cache(Color)


def drawn(pilot: Pilot[None]) -> Iterator[tuple[str, Color, Color]]:
    """Everything on the screen but the board, whose colours are tested with it: characters, their
    colour and their ground."""
    screen = pilot.app.screen
    boards = [view.region for view in screen.query(BoardView)]
    # What lies under a dialog is pale because no key goes there.
    own = [child.region for child in screen.children] if screen.is_modal else [screen.region]
    for y, strip in enumerate(screen._compositor.render_strips()):
        x = 0
        for text, style, _ in strip:
            x, at = x + len(text), x
            inside = at + len(text) - len(text.lstrip()), y
            if not text.strip() or any(board.contains(*inside) for board in boards):
                continue
            if not any(region.contains(*inside) for region in own):
                continue
            ink, ground = (colour(*each.triplet) for each in (style.color, style.bgcolor))
            yield text.strip(), *((ground, ink) if style.reverse else (ink, ground))


def faint(pilot: Pilot[None]) -> set[tuple[str, str, str, float]]:
    """What is drawn with too little contrast. Lines and bars need less than letters do."""
    found = set()
    for text, ink, ground in drawn(pilot):
        letters = any(char.isalnum() for char in text)
        least = contrast.TEXT if letters else contrast.GRAPHICS
        if (seen := measured(ink, ground)) < least - 0.01:
            found.add((text, ink.hex, ground.hex, round(seen, 2)))
    return found


def wide(pilot: Pilot[None]) -> list[str]:
    """Lines of keys that have no room, and what begins outside."""
    width = pilot.app.size.width
    lines = [str(line.render()) for line in pilot.app.screen.query(KeyLine)]
    return [line for line in lines if len(line) > width]


MENU = """r down down escape t escape l enter escape q
    focus:#game-majorities p i escape q o ctrl+o tab tab tab tab focus:#begin
    escape ctrl+p down escape"""
TABLE = """size:120x40 advise: a 1 escape i i escape a type:a1,b1,c1 v down escape comma
    greater_than_sign enter m z escape question_mark k pagedown f escape q down escape
    I fill:Input=/nowhere/x enter escape n escape note: size:60x24 v v v resign: down T escape"""


@pytest.mark.parametrize("theme", [DARK, LIGHT])
async def test_a_walk_over_all_screens(theme: str) -> None:
    saved("plurality + GAME")
    store.new_file("pletore").write_text("no record", "utf-8")

    def note(pilot: Pilot[None], _: str) -> None:
        for severity in ("information", "warning", "error"):
            pilot.app.notify("What it says", title="Title", severity=severity)

    async with opened(Opener.open_menu, settings=Settings(theme=theme, ponder=False)) as pilot:
        seen = set()
        for walk in (MENU, TABLE):
            if walk == TABLE:
                match = match_of("plurality seats=human:Ann,human:Bob")
                pilot.app.opener.open_game(match, None)
            for stop in ["", *walk.split()]:
                await press(pilot, stop, {**VERBS, "note": note})
                await pilot.pause()
                where = f"{stop} in {pilot.app.screen}"
                assert not faint(pilot), where
                assert not wide(pilot), where
                seen |= {type(pilot.app.screen).__name__, *type(pilot.app.focused).__mro__}
    assert seen >= {"MenuScreen", "FilesScreen", "LessonScreen", "PuzzleScreen", "SetupScreen"}
    assert seen >= {"GameScreen", "HelpScreen", "ReplayScreen", "StatisticsScreen"}
    assert {Input, Select, Button, "ChoiceDialog", "LineDialog", "Palette"} <= seen


async def test_what_is_too_faint_beside_the_board_is_found() -> None:
    async with playing(match_of("plurality")) as pilot:
        table(pilot).query_one("#prompt").styles.color = "#404248"
        await pilot.pause()
        assert {ground for _, _, ground, _ in faint(pilot)} == {"#16181D"}
