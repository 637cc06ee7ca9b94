"""Everything that is written on the screens can be read: contrast is computed from the colours
that are drawn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

import pytest
from textual.color import Color
from textual.pilot import Pilot
from textual.widgets import Button, DataTable, Input, Select

from termgames.play import store
from termgames.tui import contrast
from termgames.tui.app import Settings
from termgames.tui.board import BoardView
from termgames.tui.screens.dialogs import Choice, ChoiceDialog, LineDialog
from termgames.tui.screens.files import FilesScreen
from termgames.tui.theme_names import DARK, LIGHT

from .support import enter, game, new_match, opened, playing, table, until


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
            assert style is not None
            colours = [each and each.triplet for each in (style.color, style.bgcolor)]
            assert all(colours), (text, style)
            ink, ground = (Color(*each) for each in colours if each is not None)
            yield text.strip(), *((ground, ink) if style.reverse else (ink, ground))


def faint(pilot: Pilot[None]) -> set[tuple[str, str, str, float]]:
    """What is drawn with too little contrast. Lines and bars need less than letters do."""
    found = set()
    for text, ink, ground in drawn(pilot):
        letters = any(char.isalnum() for char in text)
        least = contrast.TEXT if letters else contrast.GRAPHICS
        measured = contrast.contrast(ink, ground)
        if measured < least - 0.01:
            found.add((text, ink.hex, ground.hex, round(measured, 2)))
    return found


Show = Callable[[Pilot[None]], Awaitable[object]]


def notes(pilot: Pilot[None]) -> None:
    for severity in ("information", "warning", "error"):
        pilot.app.notify("What it says", title="Title", severity=severity)


async def hinted(pilot: Pilot[None]) -> None:
    await pilot.press("i")
    await until(pilot, lambda: "Hint:" in str(table(pilot).query_one("#thinking").render()))


TABLE: dict[str, Show] = {
    "the bot's move": lambda pilot: pilot.pause(),
    "a hint": hinted,
    "a typed move": lambda pilot: pilot.press("m", "z"),
    "a refused move": lambda pilot: pilot.press("escape", "enter"),
    "the score": lambda pilot: pilot.press("escape", "v", "down"),
    "looking back": lambda pilot: pilot.press("escape", "comma"),
    "the rules": lambda pilot: pilot.press("question_mark"),
    "the keys": lambda pilot: pilot.press("k", "pagedown"),
    "the figures": lambda pilot: pilot.press("f"),
    "the palette": lambda pilot: pilot.press("escape", "ctrl+p"),
    "the palette's second line": lambda pilot: pilot.press("down"),
    "a question": lambda pilot: pilot.press("escape", "q"),
    "another answer": lambda pilot: pilot.press("down"),
}


@pytest.mark.parametrize("theme", [DARK, LIGHT])
async def test_everything_beside_the_board_has_contrast(theme: str) -> None:
    match = new_match("human", "random")
    async with playing(match, size=(120, 40), settings=Settings(theme=theme)) as pilot:
        await enter(pilot, "a1,b1,c1")
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply > 1)
        assert not faint(pilot)
        for name, show in TABLE.items():
            await show(pilot)
            await pilot.pause()
            await pilot.pause()
            assert not faint(pilot), name
        await pilot.press("escape", "escape")
        notes(pilot)
        await pilot.pause()
        assert not faint(pilot), "messages"


@pytest.mark.parametrize("theme", [DARK, LIGHT])
async def test_menu_form_and_lists_have_contrast(theme: str) -> None:
    async with opened(lambda o: o.open_menu(), (80, 24), Settings(theme=theme)) as pilot:
        assert not faint(pilot)
        await pilot.press("o")
        await pilot.pause()
        await pilot.press("ctrl+o")
        seen: set[type] = set()
        for _ in range(14):
            await pilot.pause()
            assert not faint(pilot), pilot.app.focused
            seen.add(type(pilot.app.focused))
            await pilot.press("tab")
        assert {Input, Select, Button} <= {base for kind in seen for base in kind.__mro__}


@pytest.mark.parametrize("theme", [DARK, LIGHT])
async def test_dialogs_and_lists_have_contrast(theme: str) -> None:
    store.save(new_match(), store.new_file("plurality"))
    broken = store.new_file("pletore")
    broken.write_text("no record", "utf-8")
    async with playing(new_match(), settings=Settings(theme=theme)) as pilot:
        choices = [Choice("stay", "stay"), Choice("leave", "leave")]
        for screen in (
            ChoiceDialog("Title", "What is asked", choices, safe=True),
            LineDialog("Title", "/a/path", lambda path: "There is no such folder."),
            FilesScreen("replay"),
        ):
            pilot.app.push_screen(screen)
            await pilot.pause()
            if isinstance(screen, FilesScreen):
                await until(pilot, lambda: pilot.app.screen.query_one(DataTable).row_count == 2)
                for _ in range(2):
                    assert not faint(pilot), screen
                    await pilot.press("down")
                    await pilot.pause()
            else:
                await pilot.press("end", "enter")
            await pilot.pause()
            assert not faint(pilot), screen
            if pilot.app.screen is screen:
                await pilot.press("escape")
                await pilot.pause()


async def test_what_is_too_faint_beside_the_board_is_found() -> None:
    async with playing(new_match()) as pilot:
        table(pilot).query_one("#prompt").styles.color = "#404248"
        await pilot.pause()
        assert {ground for _, _, ground, _ in faint(pilot)} == {"#16181D"}
