"""The help screen, the settings, and a position set up by hand on the board."""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from textual.app import App
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock, MarkdownFence

from termgames import games, paths
from termgames.play import store
from termgames.tui import config, preferences, state_file
from termgames.tui.opener import Opener
from termgames.tui.screens.help import HelpScreen, keys_of
from termgames.tui.user_files import UserFiles
from tests.tui.board.support import place_of

from .support import act, acted, opened, settings_of, stage, table


def listed(pilot: Any) -> str:
    """The list of settings."""
    table = pilot.app.screen.query_one("DataTable")
    return "; ".join(", ".join(map(str, table.get_row_at(at))) for at in range(table.row_count))


def to(pilot: Any, name: str) -> None:
    """Put the cursor on a setting."""
    names = [setting.name for setting in preferences.SETTINGS]
    pilot.app.screen.query_one("DataTable").move_cursor(row=names.index(name))


def place() -> Path:
    path = paths.user_config() / config.NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


async def click(pilot: Any, button: str) -> None:
    """A click on a1."""
    board = pilot.app.screen.board
    await pilot.click(board, offset=place_of(board, 0), button=int(button))


def put(pilot: Any, name: str) -> None:
    """The cursor comes to that point."""
    board = pilot.app.screen.board
    board.input.point(board.game.topology.cell(name))


OWN = {
    "listed": listed,
    "theme": lambda pilot: pilot.app.theme,
    "input": lambda pilot: pilot.app.screen.query_one("Input").value,
    "written": lambda _: place().read_text() if place().exists() else "",
    "remembered": lambda _: state_file.load().get("stamp"),
    "groups": lambda pilot: [group.title for group in keys_of(pilot.app.screen)],
    "texts": lambda pilot: pilot.app.screen.editor.texts,
    "laid": lambda pilot: [stone for stone in pilot.app.screen.editor.stones if stone],
    "line": lambda pilot: pilot.app.screen.query_one("Input").placeholder,
    "diagram": lambda pilot: "/".join(table(pilot).sitting.shown.match.start.diagram),
    "kept": lambda pilot: (
        store.read((sitting := table(pilot).sitting).keeper.path).state == sitting.shown.match.state
    ),
}
VERBS = {"to": to, "mouse": click, "put": put}
FACTS = "m writes what the stones do not show, such as to move: white; you can also set passes"
HELPED = "f1 | screen = HelpScreen\n    escape | screen = {0}"
BOTH = HELPED + "\n    question_mark | screen = HelpScreen\n    escape | screen = {0}"
test_scenes = acted(
    f"""
    == every screen tells its keys | menu
    {BOTH.format("MenuScreen")}
    y             | screen = FilesScreen
    {BOTH.format("FilesScreen")}
    escape o focus:#kind | screen = SetupScreen
    {BOTH.format("SetupScreen")}
    focus:#name-0 |
    {HELPED.format("SetupScreen")}
    == a dialog tells its keys | play plurality + a1,b1,c1 a3,b3,c3 a5,b5,c5
    o v           | groups: In lists and fields
    q             | screen = ChoiceDialog
    {HELPED.format("ChoiceDialog")}
    == a flag is changed and remembered and written when asked | menu
    f2             | screen = SettingsScreen ; listed: Whole moves, off, default
    to:stamp enter | remembered ; listed: Whole moves, on, chosen ; !written
    w              | written = stamp = true ; listed: Whole moves, on, settings.toml, line 1
    to:time enter fill:Line= x enter | #fault: up to 86400
    backspace 3 enter    | screen = SettingsScreen ; listed: Thinking time, 3, chosen
    backspace            | listed: Thinking time, usual, default
    w                    | told: You have not set ; written = stamp = true
    to:theme enter 2     | theme = termgames-light ; listed: Colour theme, termgames-light, chosen
    backspace            | theme = termgames-dark ; listed: Colour theme, termgames-dark, default
    slash write:prints_the_board | count = 1 ; listed: Printed boards
    escape                 | input = ; count = {len(preferences.SETTINGS)}
    escape                 | screen = MenuScreen
    == facts of a position are written | replay kept plurality + d3,c4,d4
    full_stop S | screen = EditScreen ; #facts: {FACTS}
    m           | line = name: value ; keys: Write ; keys!: ⏎ Play
    p a s s e s colon space 1 enter | texts: 'passes': '1'
    == stones are put by the mouse | replay plurality + d3,c4,d4
    S       | screen = EditScreen
    mouse:1 | laid = [1]
    mouse:1 | laid = []
    mouse:3 | laid = []
    mouse:1 | laid = [2]
    ctrl+x  | laid = []
    escape  | screen = ReplayScreen
    == a position is not thrown away by one key | replay plurality + d3,c4,d4
    S put:c3 1 | laid = [1]
    escape     | screen = ChoiceDialog
    1          | screen = EditScreen ; laid = [1]
    escape 2   | screen = ReplayScreen
    == a position is set up and played on | replay kept plurality + d3,c4,d4
    full_stop S      | #prompt: White is to move
    put:a1 1 P       | #prompt: Stones come in threes
    put:a2 enter put:b1 2 put:b3 enter put:b3 enter t | #prompt: Black is to move
                     | #prompt!: stones
    m write:passes:_7 enter        | texts = {{'to move': 'black'}}
    escape m write:passes:_1 enter | texts = {{'to move': 'black', 'passes': '1'}}
    P      | screen = SetupScreen
    ctrl+s | screen = GameScreen ; plies = 0 ; diagram = ...../..bw./...b./b..../bw...
    type:pass | over ; kept ; notes =
    == a position of mitropia is set up from the menu | menu
    focus:#game-mitropia S | screen = EditScreen ; $editor.game.id = mitropia
    P              | screen = SetupScreen
    """,
    OWN,
    VERBS,
)


async def test_rules_fit_on_a_narrow_terminal_and_are_laid_out_when_opened() -> None:
    async with opened(lambda opener: None, size=(60, 30)) as pilot:
        await pilot.app.push_screen(HelpScreen(("pletore", "mitropia")))
        await act(pilot, "work: |")
        first, second = pilot.app.screen.query(Markdown)
        assert (first.source, second.source) == (games.rules_text("pletore"), "")
        await act(pilot, "right work: |")
        assert second.source == games.rules_text("mitropia")
        shown = [str(block.render()) for block in second.query(MarkdownBlock)]
        assert any(text.startswith("Go for several players on maps.") for text in shown)
        blocks = list(second.query(MarkdownFence))
        assert all(block.size.width > 0 and block.max_scroll_x == 0 for block in blocks)
        room = min(block.query_one("Label").content_region.width for block in blocks)
    for game_id in games.GAMES.keys() - {"mitropia"}:
        fences = re.findall(r"^```.*?^```", games.rules_text(game_id), re.MULTILINE | re.DOTALL)
        assert max(len(line) for fence in fences for line in fence.splitlines()) <= room, game_id


async def test_every_key_is_told_once_and_the_palette_tells_keys() -> None:
    async with stage("play plurality 60x24 + a1,b1,c1") as pilot:
        found = [keys for group in keys_of(pilot.app.screen) for keys, _ in group.rows]
        shown = " ".join(found).split()
        assert len(shown) == len(set(shown))
        commands = pilot.app.get_system_commands(pilot.app.screen)
        about = {each.title: each.help for each in commands}
        assert ("(key o)" in about["Overlay"], "(key" in about["Pondering"]) == (True, False)


# -- settings -----------------------------------------------------------------------------------


async def test_what_the_file_says_holds_and_a_change_is_of_this_run() -> None:
    said = '# mine\ntheme = "nord"\nanalysis = false\n'
    place().write_text(said)
    async with opened(Opener.open_menu, settings=settings_of()) as pilot:
        assert (pilot.app.theme, pilot.app.preferences.analysis) == ("nord", False)
        await act(pilot, """
            f2      | listed: Colour theme, nord, settings.toml, line 2
            enter   | screen = ValueDialog
            up      | theme = monokai
            escape  | theme = nord ; listed: Colour theme, nord, settings.toml, line 2
            enter up&enter | theme = monokai ; listed: Colour theme, monokai, this run only
            down enter down&down&enter | listed: Board, granite, chosen""", OWN)  # fmt: skip
        assert pilot.app.theme != "nord"
    assert (state_file.load(), place().read_text()) == ({"look": "granite"}, said)
    place().write_text("asci = 1\ntime = 0\n")
    async with opened(Opener.open_menu, settings=settings_of()) as pilot:
        (note,) = pilot.app._notifications
        assert re.search("did you mean ascii.*1 more", note.message, re.DOTALL)


def test_two_windows_that_write_at_a_time_lose_nothing() -> None:
    files = UserFiles(App(), config.NOTHING)

    def write(name: str) -> list[int]:
        """The values that were lost."""
        kept = lambda value: f"{name} = {value}\n" in place().read_text()  # noqa: E731
        return [each for each in range(1, 41) if files.write(name, each) or not kept(each)]

    with ThreadPoolExecutor() as windows:
        assert [*windows.map(write, ("cores", "time"))] == [[], []]


async def test_a_theme_of_ones_own_is_read_again_when_its_file_changes() -> None:
    file = paths.user_themes() / "mine.toml"
    file.parent.mkdir(parents=True)
    red = 'background = "#101010"\nforeground = "#e0e0e0"\nprimary = "#ff0000"\n'
    file.write_text(red)
    async with opened(Opener.open_menu, settings=settings_of(theme="mine")) as pilot:
        app = pilot.app
        assert app.current_theme.primary == "#ff0000"
        app.user_files.watch()
        for at, text in enumerate((red.replace("#ff0000", "#00ff00"), "nonsense"), 1):
            file.write_text(text)
            os.utime(file, (at, at))
            app.user_files.watch()
            assert app.current_theme.primary == "#00ff00"
        own = {"css": lambda _: app.get_css_variables()["primary"].lower()}
        await act(pilot, "| css = #00ff00 ; told: mine.toml", own)
