"""The screen of all settings, and settings that the user's file has made."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import DataTable

from termgames import paths
from termgames.tui import config, preferences, user_files
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.user_files import UserFiles

from .support import act, opened, stage, told, until

THEME = 'background = "#101010"\nforeground = "#e0e0e0"\nprimary = "{}"\n'


def place() -> Path:
    path = paths.user_config() / config.NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def row(name: str) -> Any:
    """A line of the list."""

    def of(pilot: Pilot[None]) -> str:
        table = pilot.app.screen.query_one(DataTable)
        rows = [[str(cell) for cell in table.get_row_at(at)] for at in range(table.row_count)]
        return next(", ".join(cells[1:]) for cells in rows if cells[0] == name)

    return of


def to(pilot: Pilot[None], name: str) -> None:
    """Put the cursor on a setting."""
    names = [setting.name for setting in config.SETTINGS]
    pilot.app.screen.query_one(DataTable).move_cursor(row=names.index(name))


OWN = {
    **{name: row(name) for name in ("stamp", "theme", "cores")},
    "listed": lambda pilot: pilot.app.screen.query_one(DataTable).row_count,
    "first": lambda pilot: pilot.app.screen.query_one(DataTable).get_row_at(0)[0],
    "line": lambda pilot: pilot.app.screen.query_one("Input").value,
    "written": lambda _: place().read_text() if place().exists() else "",
    "kept": lambda _: preferences.load().stamp,
}


async def go(pilot: Pilot[None], rows: str) -> None:
    await act(pilot, rows, OWN, {"to": to})


async def test_a_flag_is_changed_remembered_and_written_when_asked() -> None:
    async with stage("menu") as pilot:
        await go(pilot, """
            f2             | screen = SettingsScreen ; stamp = false, default
            to:stamp enter | kept ; stamp = true, chosen ; !written
            w              | written = stamp = true ; stamp = true, settings.toml, line 1
            escape         | screen = MenuScreen""")  # fmt: skip


async def test_what_the_file_says_holds_and_a_change_is_of_this_run() -> None:
    said = '# mine\ntheme = "nord"\nanalysis = false\n'
    place().write_text(said)
    settings = Settings(config=config.load())
    async with opened(lambda opener: opener.open_menu(), settings=settings) as pilot:
        app = pilot.app
        assert isinstance(app, TermgamesApp)
        assert (app.theme, app.preferences.analysis) == ("nord", False)
        await go(pilot, """
            f2    | theme = nord, settings.toml, line 2
            enter | theme: this run alone""")  # fmt: skip
        assert app.theme != "nord"
        assert preferences.load().theme == ""
        assert place().read_text() == said


async def test_a_number_is_asked_for_and_refused_with_a_reason() -> None:
    async with stage("menu") as pilot:
        await go(pilot, """
            f2 to:cores enter x enter | #fault: whole number from 1 to 64
            backspace 3 enter         | screen = SettingsScreen ; written = cores = 3
                                      | cores = 3, settings.toml, line 1""")  # fmt: skip


def test_two_windows_that_write_at_a_time_lose_nothing() -> None:
    files, lost = UserFiles(App(), config.NOTHING), []

    def write(name: str) -> None:
        for value in range(1, 41):
            fault = files.write(name, value)
            if fault or f"{name} = {value}\n" not in place().read_text():
                lost.append((name, value, fault))

    writers = [threading.Thread(target=write, args=[name]) for name in ("cores", "time")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert lost == []


async def test_the_search_leaves_what_holds_its_words() -> None:
    async with stage("menu") as pilot:
        await go(pilot, f"""
            f2 slash write:board_line | listed = 1 ; first = boards
            escape                    | line = ; listed = {len(config.SETTINGS)}""")  # fmt: skip


async def test_faults_are_told_once() -> None:
    place().write_text("asci = 1\ntime = 0\n")
    settings = Settings(config=config.load())
    async with opened(lambda opener: opener.open_menu(), settings=settings) as pilot:
        assert len(pilot.app._notifications) == 1
        assert "did you mean ascii?" in told(pilot)
        assert "1 more" in told(pilot)


async def test_a_theme_of_ones_own_is_read_again_when_its_file_changes() -> None:
    folder = paths.user_themes()
    folder.mkdir(parents=True)
    file = folder / "mine.toml"
    file.write_text(THEME.format("#ff0000"))
    async with opened(lambda opener: opener.open_menu(), settings=Settings(theme="mine")) as pilot:
        app = pilot.app
        assert isinstance(app, TermgamesApp)
        assert app.user_files is not None
        assert app.current_theme.primary == "#ff0000"
        app.user_files.watch()
        file.write_text(THEME.format("#00ff00"))
        os.utime(file, (1, 1))
        app.user_files.watch()
        assert app.current_theme.primary == "#00ff00"
        await until(pilot, lambda: app.get_css_variables()["primary"].lower() == "#00ff00")
        file.write_text("nonsense")
        os.utime(file, (2, 2))
        app.user_files.watch()
        assert app.current_theme.primary == "#00ff00"
        await until(pilot, lambda: any("mine.toml" in n.message for n in app._notifications))
        assert user_files.LOOK_EVERY >= 0.5
