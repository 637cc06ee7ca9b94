"""Themes of the player's own: files that are read, refused in one line, and used."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.core.errors import OptionError
from termgames.tui import own_themes, preferences, theme_names
from termgames.tui.app_themes import read_own
from termgames.tui.themes import looks
from tests.tui.screens.support import Settings, match_of, playing, table

HARBOUR = """
dark = true
background = "#101820"
foreground = "#e8e6e3"
primary = "#e0a458"

[board]
board = "#3c6478"
line = "#0a141a"
label = "#f4f8fa"
accent = "#ffd479"
warn = "#7a1020"
neutral = "#c8d4da"
players = ["#000000", "#ffffff"]
named = "bw"
"""


@pytest.fixture
def folder(own_data_folder: Path) -> Path:
    """The folder of themes."""
    found = own_data_folder / "themes"
    found.mkdir(parents=True)
    return found


def test_the_example_in_the_help_is_a_theme(folder: Path) -> None:
    page = (Path(__file__).parents[2] / "assets" / "help" / "themes.md").read_text("utf-8")
    example = page.split("```toml\n")[1].split("```")[0]
    (folder / "harbour.toml").write_text(example)
    own = own_themes.load("harbour")
    assert own.board is not None
    assert own.dark
    assert looks(2, "bw", own.board)[0] is own.board
    assert own.board not in looks(3, "abg", own.board)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("dark = true", "dark = 1"), "dark is neither true nor false"),
        (('"#101820"', '"navy"'), "background is 'navy': write a colour as #rrggbb"),
        (("primary", "primry"), "primary missing"),
        (("[board]", "paper = 3\n[board]"), "'paper' is unknown"),
        (('warn = "#7a1020"', ""), "warn missing"),
        (('["#000000", "#ffffff"]', '["#000000"]'), "two to five colours"),
        (('["#000000", "#ffffff"]', '["#000000", 7]'), "players, number 2 is 7"),
        (('named = "bw"', 'named = "bwr"'), "named is no text"),
        (("[board]", "[board"), "it is not TOML"),
        (('"#101820"', "1" * 5000), "it is not TOML: a number in it is too large"),
        (("[board]", f"a = {'[' * 5000}"), "it is not TOML: it is nested too deeply"),
        (("[board]", "#" * 20_000), "it is larger than 20000 bytes"),
    ],
)
def test_a_broken_one_costs_one_line(folder: Path, change: tuple[str, str], told: str) -> None:
    (folder / "harbour.toml").write_text(HARBOUR.replace(*change))
    themes, (fault,) = read_own()
    assert (themes, "\n" in fault) == ([], False)
    assert fault.startswith(f"the theme {folder / 'harbour.toml'} is left out: ")
    assert told in fault
    with pytest.raises(OptionError, match="is left out"):
        theme_names.checked("harbour")


async def test_a_theme_brings_its_board_and_light_ones_lighten_it(folder: Path) -> None:
    (folder / "harbour.toml").write_text(HARBOUR.replace("dark = true", "dark = false"))
    async with playing(match_of("plurality"), settings=Settings(theme="harbour")) as pilot:
        canvas = table(pilot).board.canvas
        assert (canvas.look.name, canvas.look.board) == ("harbour", "#3c6478")
        assert not pilot.app.current_theme.dark
        for theme, look in ((theme_names.LIGHT, "kaya-light"), (theme_names.DARK, "kaya")):
            pilot.app.theme = theme
            await pilot.pause()
            assert canvas.look.name == look


async def test_broken_themes_are_told_to_who_chooses_among_them_once(folder: Path) -> None:
    (folder / "harbour.toml").write_bytes(b"\xff\xfe\x00")
    (folder / "quay.toml").write_text(HARBOUR)
    with pytest.raises(OptionError, match=r"choose one of .*nord.*, quay$"):
        theme_names.checked("foo")

    def told() -> int:
        return sum("harbour.toml" in each.message for each in pilot.app._notifications)

    (folder / "nord.toml").write_text(HARBOUR)
    assert "nord is taken" in read_own()[1][-1]
    (folder / "nord.toml").unlink()
    async with playing(match_of("plurality")) as pilot:
        assert not told()
        for _ in range(2):
            pilot.app.action_change_theme()
            await pilot.pause()
            assert told() == 1
            await pilot.press("escape")
    preferences.keep(theme="harbour")
    async with playing(match_of("plurality")) as pilot:
        assert told() == 1
