"""Everything around a game: menu, saved games, records, small terminals, themes, graphs."""

from __future__ import annotations

from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.widgets import ContentSwitcher, DataTable

from termgames.play import store
from termgames.play.advice import Estimate
from termgames.tui import theme_names
from termgames.tui.app import TermgamesApp, small_notice
from termgames.tui.config import Settings
from termgames.tui.opener import Opener

from .support import act, acted, keys, match_of, playing, saved, stage, table


def rows_of(pilot: Any) -> list[str]:
    """The lines of a list of files."""
    listed = pilot.app.screen.query_one(DataTable)
    return [" ".join(map(str, listed.get_row_at(row))) for row in range(listed.row_count)]


def on_file(pilot: Any, broken: str) -> None:
    """The cursor comes to the broken file, or to the other one."""
    row = next(at for at, text in enumerate(rows_of(pilot)) if ("broken" in text) == (broken != ""))
    pilot.app.screen.query_one(DataTable).move_cursor(row=row)


def path_fits(pilot: Any) -> bool:
    """The path and what is said of it lie above the line of keys."""
    regions = [pilot.app.screen.query_one(name).region for name in ("Input", "#note")]
    return all(each.height and each.bottom < pilot.app.size.height for each in regions)


def board_fits(pilot: Any) -> bool:
    canvas = table(pilot).board.canvas
    room, needed = canvas.size, canvas.board_size()
    return room.width >= needed[0] and room.height >= needed[1]


def known(pilot: Any, share: str) -> None:
    """The analysis of the position shown."""
    shown = table(pilot).sitting.shown
    shown.estimate(shown.ply, Estimate((int(share) / 100, 1 - int(share) / 100)))
    table(pilot).show()


OWN = {
    "saved": lambda pilot: table(pilot).sitting.keeper.file.path.exists(),
    "fits": lambda pilot: len(keys(pilot)) <= pilot.app.size.width,
    "whole": board_fits,
    "rows": rows_of,
    "room": path_fits,
}
test_scenes = acted(
    """
    == the menu begins a game and comes back | menu
    o                                        | screen = SetupScreen
    fill:#option-size=5 ctrl+s type:a1,b1,c1 | saved
    q 1                                      | screen = MenuScreen
    u                                        | screen = HelpScreen
    escape                                   | screen = MenuScreen
    q                                        | exit
    == a record is stepped through | replay plurality 120x40 + a1,b1,c1 a3,b3,c3 pass pass
                     | screen = ReplayScreen ; ply = 0 ; keys!: Back
    right full_stop  | keys: Back ; keys: < Start ; ply = 2 ; prompt: After turn 2 of 4 ; !picks
    end              | ply = 4
    left home        | ply = 0
    o v down escape enter | plies = 4
    q                | exit
    == what the menu opens stands any width | menu
    p size:1x24 size:80x24 q | screen = MenuScreen
    r size:1x24 size:80x24 q | screen = MenuScreen
    size:1x2 ctrl+q               | exit
    == ctrl c tells how to leave | play plurality
    ctrl+c | told = To leave, press Ctrl+Q. ; !exit
    == in a narrow terminal tabs take turns | play majorities size=7 50x20
        | @#board
    o v | !@#board ; tab = moves
    v   | !@#board ; tab = score
    v   | @#board
    == a click on a key does what the key does | play plurality
                       | keys!: Undo
    key:Pass           | plies = 1
    key:Undo           | plies = 0
    size:40x24         | keys: Help ; keys: Leave ; fits
    size:60x24         | keys: Help ; keys: Leave ; fits
    key:More           | screen = Palette
    escape size:200x24 | keys!: More ; keys: Help ; keys: Leave ; fits
    == a terminal below the good size is told and played in | play plurality size=13 60x24
    type:a1,b1,c1            | plies = 1 ; !@#least
    size:59x23               | @#least ; #least: 60x24
    type:a3,b3,c3 size:80x20 | plies = 2 ; @#least
    type:a5,b5,c5            | plies = 3
    == the palette waits below the small notice | play plurality
    ctrl+p size:20x10 escape ctrl+p size:80x24 | screen = Palette
    escape                                     | screen = GameScreen
    == the whole board is seen | play plurality size=13 80x24
                | whole ; !narrow ; +#graph
    size:60x24  | whole ; !narrow ; +#graph
    size:120x40 | whole ; !narrow ; +#graph
    == the whole large board is seen | play plurality size=19 60x24
                | whole ; narrow ; !+#graph
    size:80x24  | whole ; !narrow ; +#graph
    == who is ahead is told in words and points where the analysis runs | play plurality 120x40
              | panel!: % ; panel!: even
    known:62  | panel: Black is ahead 62% ; panel!: points ; #graph: Black
    advise: a | panel: Black is ahead 60% ; panel: points ; panel: 14.0
    a A       | panel!: % ; panel!: even ; !+#graph
    A o       | panel: 60% ; panel!: now
    type:a1,b1,c1 type:a3,b3,c3 type:a5,b5,c5 | panel!: % ; panel: now
    u u u     | panel: 60% ; panel!: now
    """,
    OWN,
    {"known": known},
)


async def test_lists_of_files() -> None:
    played = saved("plurality seats=human,random + a1,b1,c1")
    saved("plurality + a1,b1,c1 pass pass")
    (store.folder() / f"broken{store.SUFFIX}").write_text("termgames record 9\n")
    async with stage("files") as pilot:
        await act(pilot, """
                      | count = 3
            on:broken | #note: version
            enter     | screen = FilesScreen
            on: enter | screen = ReplayScreen""", OWN, {"on": on_file})  # fmt: skip
    async with stage("files") as pilot:
        verbs = {"on": on_file}
        await act(
            pilot, "| count = 3\non: down enter | screen = GameScreen ; plies = 2", OWN, verbs
        )
    for _ in range(12):
        saved("plurality + a1,b1,c1")
    async with stage("files") as pilot:
        await act(pilot, "| count = 15", OWN)
        for size in ("80x24", "40x12", "120x40"):
            await act(pilot, f"""
                size:{size} | keys: ⏎ Open ; keys: tab List/path
                tab x enter | focus: Input ; #note: cannot read ; room
                tab         | focus: Games""", OWN)  # fmt: skip
        await act(pilot, f"""
            focus:Input fill:Input=/nowhere/game.tgr enter | #note: /nowhere
            fill:Input={played} enter                      | screen = ReplayScreen""")  # fmt: skip


async def test_a_small_terminal_gets_a_notice_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [(20, 10), (39, 30), (80, 11), (6, 24), (2, 2), (1, 1)]
    notices, written = [small_notice(Size(*size)) for size in sizes], list[str]()
    monkeypatch.setattr(
        HeadlessDriver, "write", lambda _, text: written.extend([text] * (text in notices))
    )
    async with playing(match_of("plurality"), size=sizes[0]) as pilot:
        for size, notice in zip(sizes, notices, strict=True):
            assert size[0] < 10 or f"{size[0]}x{size[1]}" in notice
            if size != sizes[0]:
                await pilot.resize_terminal(*size)
                await pilot.pause()
            assert written == [notice]
            written.clear()
            await act(pilot, "p size:80x24 | plies = 0")
            assert written == []
        await act(pilot, "size:60x24 type:a1,b1,c1 | plies = 1")


def test_themes_are_known_by_name() -> None:
    app = TermgamesApp(Settings(), Opener.open_menu)
    assert set(theme_names.NAMES) == set(app.available_themes)


async def test_clicks_on_the_title_of_a_tab_and_on_the_graph() -> None:
    async with stage("play plurality 120x40 + a1,b1,c1 a3,b3,c3 e1,e2,e3") as pilot:
        await pilot.press("o")
        await pilot.click(ContentSwitcher, offset=(2, 0))
        await act(pilot, "| tab = score")
        await pilot.click("#graph", offset=(6 + table(pilot).query_one("#graph")._place(1), 3))
        await act(pilot, "| ply = 1")
