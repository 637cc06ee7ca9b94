"""The screen of all settings, and settings that the user's file has made."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.widgets import DataTable, Input

from termgames import paths
from termgames.tui import config, preferences, user_files
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.settings import SettingsScreen
from termgames.tui.user_files import UserFiles
from termgames.tui.widgets.literal import Static

from .support import opened, until

THEME = 'background = "#101010"\nforeground = "#e0e0e0"\nprimary = "{}"\n'


def place() -> Path:
    path = paths.user_config() / config.NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


async def settings_of(pilot: Pilot[None]) -> SettingsScreen:
    await pilot.press("f2")
    await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
    screen = pilot.app.screen
    assert isinstance(screen, SettingsScreen)
    return screen


def row(screen: SettingsScreen, name: str) -> list[str]:
    table = screen.query_one(DataTable)
    rows = [[str(cell) for cell in table.get_row_at(at)] for at in range(table.row_count)]
    return next(cells for cells in rows if cells[0] == name)


async def to(pilot: Pilot[None], name: str) -> None:
    """Put the cursor on a setting."""
    names = [setting.name for setting in config.SETTINGS]
    pilot.app.screen.query_one(DataTable).move_cursor(row=names.index(name))
    await pilot.pause()


async def test_a_flag_is_changed_remembered_and_written_when_asked() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        screen = await settings_of(pilot)
        assert row(screen, "stamp") == ["stamp", "false", "default"]
        await to(pilot, "stamp")
        await pilot.press("enter")
        await until(pilot, lambda: preferences.load().stamp)
        assert row(screen, "stamp") == ["stamp", "true", "chosen"]
        assert not place().exists()
        await pilot.press("w")
        assert place().read_text() == "stamp = true\n"
        assert row(screen, "stamp") == ["stamp", "true", "settings.toml, line 1"]
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, MenuScreen)


async def test_what_the_file_says_holds_and_a_change_is_of_this_run() -> None:
    place().write_text('# mine\ntheme = "nord"\nanalysis = false\n')
    async with opened(
        lambda opener: opener.open_menu(), settings=Settings(config=config.load())
    ) as pilot:
        app = pilot.app
        assert isinstance(app, TermgamesApp)
        assert (app.theme, app.preferences.analysis) == ("nord", False)
        screen = await settings_of(pilot)
        assert row(screen, "theme") == ["theme", "nord", "settings.toml, line 2"]
        await pilot.press("enter")
        await until(pilot, lambda: app.theme != "nord")
        assert row(screen, "theme")[2] == "this run alone"
        await pilot.pause()
        assert preferences.load().theme == ""
        assert place().read_text() == '# mine\ntheme = "nord"\nanalysis = false\n'


async def test_a_number_is_asked_for_and_refused_with_a_reason() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        screen = await settings_of(pilot)
        await to(pilot, "cores")
        await pilot.press("enter")
        await pilot.press("x", "enter")
        fault = pilot.app.screen.query_one("#fault", Static)
        assert "whole number from 1 to 64" in str(fault.render())
        await pilot.press("backspace", "3", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert place().read_text() == "cores = 3\n"
        assert row(screen, "cores") == ["cores", "3", "settings.toml, line 1"]


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
    async with opened(lambda opener: opener.open_menu()) as pilot:
        screen = await settings_of(pilot)
        await pilot.press("slash", *"board line")
        table = screen.query_one(DataTable)
        await until(pilot, lambda: table.row_count == 1)
        assert str(table.get_row_at(0)[0]) == "boards"
        await pilot.press("escape")
        assert screen.query_one(Input).value == ""
        await until(pilot, lambda: table.row_count == len(config.SETTINGS))


async def test_faults_are_told_once() -> None:
    place().write_text("asci = 1\ntime = 0\n")
    async with opened(
        lambda opener: opener.open_menu(), settings=Settings(config=config.load())
    ) as pilot:
        told = [notice.message for notice in pilot.app._notifications]
        assert len(told) == 1
        assert "did you mean ascii?" in told[0]
        assert "1 more" in told[0]


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
