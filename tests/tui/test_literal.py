"""Text from outside is shown as it is: nothing is read as markup. And all that is written can be
read: one walk over all screens, and at each stop contrast, computed from the colours that are
drawn, and what lies outside."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.app import App, ComposeResult
from textual.color import Color
from textual.content import Content
from textual.pilot import Pilot
from textual.widgets import Input
from textual.widgets.option_list import Option

import termgames.tui
from termgames.play import store
from termgames.tui import contrast
from termgames.tui.board import BoardView
from termgames.tui.opener import Opener
from termgames.tui.theme_names import DARK, LIGHT
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Button, Label, OptionList, Select, Static

from .scenes import press
from .screens.support import (
    VERBS,
    act,
    match_of,
    opened,
    playing,
    saved,
    settings_of,
    stage,
    table,
)

ODD = ["[/x]", "x[/x]", "a[=b]", "[red", "[@click=app.quit]x[/]", "[b]bold[/b]", "\\[b]", "[$x]"]
"""Texts that markup would make an error, a style, a button or nothing of. The widgets are shown
each of them."""

ROOM = Path(termgames.tui.__file__).parent
FILES = sorted(ROOM.rglob("*.py"))
PARSING = {"Static", "Label", "OptionList", "Button", "Select", "RadioButton", "Checkbox"} | {
    *("SelectionList", "Collapsible", "Header", "Footer", "RichLog", "Tree", "Toast", "Link"),
    *("RadioSet", "ListItem", "Welcome", "Placeholder", "Tab", "KeyPanel", "Log"),
}
"""Widgets of Textual's that read strings as markup, or might."""
TITLES = {"border_title", "border_subtitle", "tooltip", "label"}


@pytest.fixture(autouse=True)
def nothing_odd_is_parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever reads one of these texts as markup is told of, even where no error comes of
    it."""
    parsed: list[str] = []
    for kind in (Content, Text):
        original = kind.from_markup.__func__  # type: ignore[attr-defined]

        def watched(cls: Any, text: Any, *args: Any, _real: Any = original, **kw: Any) -> Any:
            if isinstance(text, str) and any(odd in text for odd in ODD):
                parsed.append(text)
            return _real(cls, text, *args, **kw)

        monkeypatch.setattr(kind, "from_markup", classmethod(watched))
    yield
    assert parsed == []


def on_screen(pilot: Pilot[Any]) -> str:
    """Everything that is to be read on the terminal, without spaces: lines are wrapped."""
    strips = pilot.app.screen._compositor.render_strips()
    text = "".join("".join(segment.text for segment in strip) for strip in strips)
    return re.sub(r"[\s│─╭╮╰╯▌▐█▕▏┃]", "", text)


def of(node: ast.expr) -> str:
    """The name of what is called."""
    if isinstance(node, ast.Call):
        node = node.func
        return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return ""


def fixed(node: ast.expr) -> bool:
    """Whether it stands in the source, or is a `Content` or a `Text`."""
    return isinstance(node, ast.Constant) or of(node) in ("Content", "Text", "assemble")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOM)))
def test_no_widget_that_parses_strings_is_used(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        where = f"{path.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual"):
            names = {alias.name for alias in node.names}
            inside = path.name == "literal.py" and node.module == "textual"
            assert inside or not names & PARSING, f"{where}: take those of widgets.literal"
        for target in node.targets if isinstance(node, ast.Assign) else ():
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for one, value in pairs:
                if isinstance(one, ast.Attribute) and one.attr in TITLES:
                    assert fixed(value), f"{where}: make the title a Content"
        if isinstance(node, ast.Call):
            name = of(node)
            assert name not in ("from_markup", "render_str"), f"{where} reads markup"
            if name in ("TabPane", "add_column", "add_columns"):
                known = [*node.args[:1]] if name == "TabPane" else node.args
                assert all(fixed(x) or isinstance(x, ast.Starred) for x in known), where
            for keyword in node.keywords:
                if keyword.arg in ("tooltip", "prompt") and name not in ("Binding", "Draft"):
                    told = isinstance(keyword.value, ast.JoinedStr)
                    assert not told or "{" not in ast.unparse(keyword.value), where
                on = isinstance(keyword.value, ast.Constant) and keyword.value.value is True
                assert not (keyword.arg == "markup" and on), f"{where} asks for markup"


class Everything(App[None]):
    """One of each widget, with the same text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        yield Static(self.text)
        yield Static(id="later")
        yield Label(self.text)
        yield Button(self.text)
        yield OptionList(Option(self.text))
        yield Select([(self.text, 1)], value=1, id="one", allow_blank=False)
        yield Select([("-", 1)], value=1, id="two", allow_blank=False)

    def on_mount(self) -> None:
        self.query_one("#later", Static).update(self.text)
        two = self.query_one("#two", Select)
        two.set_options([(self.text, 2)])
        two.value = 2


@pytest.mark.parametrize("text", ODD)
async def test_widgets_show_strings_as_they_are(text: str) -> None:
    async with Everything(text).run_test(size=(60, 30)) as pilot:
        await pilot.pause()
        assert on_screen(pilot).count(re.sub(r"\s", "", text)) >= 7
        pilot.app.query_one("#one", Select).focus()
        await pilot.press("enter")
        await pilot.pause()


async def test_damaged_records_in_odd_files() -> None:
    place, text = store.folder(), "a[=b][$x]"
    head = "termgames record 1\ngame: plurality\nsize: 5\n"
    (place / f"{text}.tgr").write_text(f"{head}\n{text}\n")
    (place / "a.tgr").write_text(f"{head}{text}: {text}\n\n")
    (place / "b.tgr").write_text(f"termgames record 1\ngame: {text}\n\n")
    (place / "c.tgr").write_text(f"{head}over: yes\nresult: {text}\n\n")
    (place / "d.tgr").write_text(f"{head}player 1: human:{text}\n\n")
    (place / "e.tgr").write_text(f"{head}\nx[/x]\n")
    async with stage("files 120x40") as pilot:
        await act(pilot, "| count = 6")
        table: Any = pilot.app.screen.query_one("DataTable")
        for row in range(6):
            if pilot.app.screen.query("DataTable"):
                table.move_cursor(row=row)
                await act(pilot, "enter |")
        assert pilot.app.is_running


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
    """What is drawn with too little contrast. Lines and bars need less than letters do,
    and pixels and stones as the plate has them are no characters."""
    found = set()
    for text, ink, ground in drawn(pilot):
        if not text.strip("▀▄● "):
            continue
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


MENU = """y down down escape t escape l enter escape q
    focus:#game-majorities p i escape q o ctrl+o tab tab tab tab focus:#begin
    escape ctrl+p down escape"""
TABLE = """size:120x40 advise: a 1 escape i i escape a type:a1,b1,c1 v down escape comma
    greater_than_sign enter m z escape question_mark k pagedown f escape q down escape
    I n escape note: size:60x24 v v v resign: E escape down
    T escape"""


@pytest.mark.parametrize("theme", [DARK, LIGHT])
async def test_a_walk_over_all_screens(theme: str) -> None:
    saved("plurality + GAME")
    store.new_file("pletore").write_text("no record", "utf-8")

    def note(pilot: Pilot[None], _: str) -> None:
        for severity in ("information", "warning", "error"):
            pilot.app.notify("What it says", title="Title", severity=severity)

    async with opened(Opener.open_menu, settings=settings_of(theme=theme, ponder=False)) as pilot:
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
    assert seen >= {"MenuScreen", "FilesScreen", "LessonScreen", "SetupScreen"}
    assert seen >= {"GameScreen", "HelpScreen", "ReplayScreen", "StatisticsScreen"}
    assert {Input, Select, Button, "ChoiceDialog", "LineDialog", "Palette"} <= seen


async def test_what_is_too_faint_beside_the_board_is_found() -> None:
    async with playing(match_of("plurality")) as pilot:
        table(pilot).query_one("#prompt").styles.color = "#404248"
        await pilot.pause()
        assert {ground for _, _, ground, _ in faint(pilot)} == {"#16181D"}
