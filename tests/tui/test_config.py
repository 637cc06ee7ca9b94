"""The user's settings: what is read, how faults are told, how a line is changed, and what is
remembered; and themes of the player's own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import paths
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.tui import config, keymap, own_themes, preferences, state_file, theme_names, themes
from termgames.tui.app_themes import read_own
from termgames.tui.config import Config
from termgames.tui.preferences import SETTINGS, as_toml
from termgames.tui.themes import looks
from tests.cases import cases
from tests.tui.screens.support import match_of, playing, settings_of, table

PLACE = Path("/home/ann/settings.toml")


def read(text: str) -> Config:
    return config.read(text.encode(), PLACE)


def test_every_setting_is_told_and_has_values_and_boards_are_those_there_are() -> None:
    assert tuple(look.name for look in themes.LOOKS) == preferences.BOARDS
    for setting in SETTINGS:
        assert setting.about.endswith(".")
        if setting.usual not in (None, ""):
            assert setting.read(setting.usual) == setting.usual
            assert setting.typed(as_toml(setting.usual).strip('"')) == setting.usual
    text = re.sub(r"^# (\S+ = |\[)", r"\1", config.template(), flags=re.MULTILINE)
    assert config.read(text.encode(), PLACE).faults == ()


def test_each_source_outranks_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the screen remembers, the file, the environment, the command line."""
    place = paths.user_config() / config.NAME
    place.parent.mkdir(parents=True, exist_ok=True)
    sources = []
    for name, set_up in {
        "chosen on the screen": lambda: state_file.keep(cores=1, ponder=False),
        "settings.toml, line 1": lambda: place.write_text("cores = 2\nponder = true\n") and None,
        "environment, TERMGAMES_CORES": lambda: monkeypatch.setenv("TERMGAMES_CORES", "3"),
    }.items():
        set_up()
        sources.append(name)
        told = config.told()
        assert (told.values["cores"], told.sources["cores"]) == (len(sources), name)
    monkeypatch.setenv("TERMGAMES_NO_PONDER", "1")
    assert not config.told().preferences.ponder
    assert config.told().over({"cores": 4}, "command line").preferences.bots().cores == 4


def test_values_lines_games_and_keys_are_read() -> None:
    told = read(
        """# mine
theme = "nord"
ascii = true  # yes
time-scale = 2
[games.plurality]
size = 9
pie = true
white = "bot:3"
[keys]
preset = "vim"
"table.hint" = "h"
board.left = "a,left"
"""
    )
    assert told.faults == ()
    assert told.values == {"theme": "nord", "ascii": True, "time_scale": 2}
    assert told.lines == {"keys.preset": 10, "keys.table.hint": 11, "keys.board.left": 12}
    lines = {"theme": 2, "ascii": 3, "time_scale": 4}
    assert told.sources == {name: f"settings.toml, line {line}" for name, line in lines.items()}
    assert told.games == {"plurality": {"size": "9", "pie": "yes", "white": "bot:3"}}
    assert told.keys == {"preset": "vim", "table.hint": "h", "board.left": "a,left"}
    told = read('asci = 1\ntheme = "nord"\n[games.plurality]\nsize = 999\nkomi = 3\n')
    assert len(told.faults) == 2, "what is right holds beside what is wrong"
    assert (told.values, told.games) == ({"theme": "nord"}, {"plurality": {"komi": "3"}})


@pytest.mark.parametrize(
    ("text", "line", "words"),
    cases("""
    asci = true | 1 | did you mean ascii?
    NL NL asci = true | 3 | did you mean ascii?
    ascii = "yes" | 1 | ascii is true or false, not 'yes'
    theme = "no such" | 1 | choose one of
    boards = "never" | 1 | "always", "changed" or "asked"
    time = 0 | 1 | above 0
    clock = "soon" | 1 | a clock is written as 10m, 10m+5s
    cores = 2.5 | 1 | whole number from 1 to 64
    time = [1] | 1 | not a list
    keys = 3 | 1 | write [keys]
    [games.pluralty] NL size = 9 | 1 | did you mean plurality?
    [games.plurality] NL sizes = 9 | 2 | did you mean size?
    [games.plurality] NL size = 999 | 2 | out of range
    [games.plurality] NL white = "nobody" | 2 | unknown player
    a = [ NL  b | 2 | not TOML
    ascii = true NL ascii = true |  | not TOML
    """),
)
def test_a_fault_is_one_line_with_file_line_and_remedy(text: str, line: str, words: str) -> None:
    (fault,) = read(re.sub(" ?NL ", "\n", text)).faults
    assert "\n" not in fault
    assert fault.startswith(f"{PLACE}, line {line}: " if line else str(PLACE))
    assert words in fault


@given(st.binary(max_size=300))
def test_any_bytes_cost_one_line_at_most_where_they_are_no_toml(data: bytes) -> None:
    told = config.read(data, PLACE)
    assert all("\n" not in fault and fault.isprintable() for fault in told.faults)
    try:
        files.parsed_toml(files.decoded(data))
    except ValueError:
        assert len(told.faults) == 1


def test_what_is_no_file_of_text_is_a_fault() -> None:
    place = paths.user_config() / config.NAME
    place.parent.mkdir(parents=True, exist_ok=True)
    for data in (b"#" * (config.MOST_BYTES + 1), b"\xff\x00\xfe", None):
        place.unlink() if data is None else place.write_bytes(data)
        place.mkdir() if data is None else None
        (fault,) = config.load().faults
        assert str(place) in fault


LINES = {
    "": "ascii = true\n",
    "# mine\n": "# mine\nascii = true\n",
    "ascii = false": "ascii = true",
    "# a\r\nascii = false\r\n\r\n": "# a\r\nascii = true\r\n\r\n",
    "  ascii=false # no\ntime = 2\n": "ascii = true # no\ntime = 2\n",
    "time = 2\n\n[keys]\nascii = false\n": None,
    '[keys]\npreset = "vim"\n': 'ascii = true\n\n[keys]\npreset = "vim"\n',
    "time = 2\n[games.plurality]\nsize = 9\n": None,
}


@pytest.mark.parametrize("before", LINES)
def test_one_line_changes_and_every_other_stays(before: str) -> None:
    changed = config.with_line(before, "ascii", True)
    assert LINES[before] in (None, changed)
    assert files.parsed_toml(changed) == {**files.parsed_toml(before), "ascii": True}
    kept = [line for line in before.split("\n") if line and "ascii" not in line]
    assert [line for line in changed.split("\n") if line in kept and line] == kept
    assert config.with_line("\ufeff" + before, "ascii", True) == "\ufeff" + changed


values: dict[str, Any] = {
    "time": st.floats(0.001, 80000),
    "time-scale": st.floats(0.001, 9999),
    "cores": st.integers(1, 64),
    "clock": st.sampled_from(("10m", "5m+10s", "1h+3x30s", "20s")),
}


@given(st.data())
def test_a_value_that_is_written_is_read_again(data: st.DataObject) -> None:
    text = "# top\n[keys]\n"
    wanted = {}
    for setting in data.draw(st.lists(st.sampled_from(SETTINGS), max_size=8)):
        offered = (True, False) if setting.flag else setting.offered or ("",)
        value = data.draw(values.get(setting.name, st.sampled_from(offered)))
        text = config.with_line(text, setting.name, value)
        wanted[setting.parameter] = value
    told = read(text)
    assert (told.faults, told.values) == ((), wanted)


def test_values_are_kept_one_by_one() -> None:
    """Also beside those that an older version has kept, whose file goes then."""
    assert state_file.load() == {}
    old = state_file.path().with_name("settings.json")
    old.parent.mkdir()
    old.write_text('{"theme": "", "look": "slate", "ascii": true, "forms": {"go": {}}}')
    assert state_file.load() == {"look": "slate", "ascii": True}
    state_file.keep(stamp=True, ascii=False)
    state_file.keep(theme="termgames-light", zoom=2)
    assert state_file.load() == {"theme": "termgames-light", "look": "slate", "stamp": True}
    assert '"forms"' in state_file.path().read_text()
    assert [file.name for file in state_file.path().parent.iterdir()] == ["state.json"]


DAMAGED = [b"", b"{", b"[1, 2]", b"null", b"[" * 9000, b"\xff\xfe\x00"]
DAMAGED += [b'{"stamp": 1, "theme": null, "of another version": []}']
DAMAGED += [b" " * 2_000_000 + b'{"stamp": true}', b'{"stamp": "yes", "ascii": true}']


def test_a_damaged_file_gives_defaults_and_can_be_replaced() -> None:
    """A folder in its place is told."""
    place = state_file.path()
    place.parent.mkdir()
    for data in DAMAGED:
        place.write_bytes(data)
        expected = {"ascii": True} if b"ascii" in data else {}
        assert state_file.load() == expected
        state_file.keep(stamp=True)
        assert state_file.load() == {**expected, "stamp": True}
    place.unlink()
    place.mkdir()
    assert state_file.load() == {}
    with pytest.raises(StorageError):
        state_file.keep(stamp=True)


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
        (('["#000000", "#ffffff"]', '["#000000"]'), "two to six colours"),
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
    async with playing(match_of("plurality"), settings=settings_of(theme="harbour")) as pilot:
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
    state_file.keep(theme="harbour")
    async with playing(match_of("plurality")) as pilot:
        assert told() == 1


def test_keys_that_commands_had_under_older_names_are_those_of_today() -> None:
    keys = {"menu.resume": "f6", "menu.replay": "f7,f8"}
    assert keymap.read(keys) == {"menu.games": ("f6", "f7", "f8")}
    lines = {"keys.menu.replay": 3}
    moved, faults = keymap.of(Config(keys={**keys, "menu.replay": "q"}, lines=lines))
    assert moved == {}
    assert ["line 3" in fault for fault in faults] == [False, True]
