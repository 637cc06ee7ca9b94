"""Everything around a game: menu, saved games, records, small terminals, themes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.command import CommandPalette
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.widgets import ContentSwitcher, DataTable, Input, OptionList

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import Value
from termgames.play import store
from termgames.play.match import Match
from termgames.play.new_game import chosen_of
from termgames.play.text import words
from termgames.search.limits import Thought
from termgames.tui import theme_names
from termgames.tui.app import Settings, TermgamesApp, small_notice
from termgames.tui.board import BoardView
from termgames.tui.screens.files import FilesScreen
from termgames.tui.screens.help import HelpScreen
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.graph import UNKNOWN, Graph, change, latest, share_stack
from termgames.tui.widgets.keys import KeyLine

from .support import enter, game, new_match, opened, playing, prompt_text, table, until


def played(*moves: str, players: tuple[str, ...] = ("human", "human")) -> Path:
    """A saved game with these moves."""
    match = new_match(*players)
    for move in moves:
        match.submit(match.game.parse(match.state, move))
    path = store.new_file("plurality")
    store.save(match, path)
    return path


async def test_the_menu_begins_a_game_and_comes_back() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await pilot.press("o")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        form.query_one("#option-size", Input).value = "5"
        await pilot.press("ctrl+s")
        await pilot.pause()
        await enter(pilot, "a1,b1,c1")
        file = game(pilot).sitting.keeper.file
        assert file is not None
        assert file.path.exists()
        await pilot.press("q", "1")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen)
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_the_menu_shows_the_rules() -> None:
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await pilot.press("u")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_resume_lists_unfinished_games_and_broken_files() -> None:
    played("a1,b1,c1", players=("human", "random"))
    over = played("a1,b1,c1", "pass", "pass")
    broken = store.folder() / f"broken{store.SUFFIX}"
    broken.write_text("termgames record 9\n")
    async with opened(lambda opener: opener.open_files("resume")) as pilot:
        rows = pilot.app.screen.query_one(DataTable)
        await until(pilot, lambda: rows.row_count)
        assert rows.row_count == 2
        texts = [" ".join(str(cell) for cell in rows.get_row_at(row)) for row in range(2)]
        assert not any(over.name in text for text in texts)
        row = next(row for row, text in enumerate(texts) if "broken" in text)
        rows.move_cursor(row=row)
        await pilot.pause()
        assert "version" in str(pilot.app.screen.query_one("#note").render())
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, FilesScreen)
        rows.move_cursor(row=1 - row)
        await pilot.press("enter")
        await pilot.pause()
        match = game(pilot).sitting.shown.match
        await until(pilot, lambda: match.ply == 2)


async def test_a_record_is_stepped_through() -> None:
    path = played("a1,b1,c1", "a3,b3,c3", "pass", "pass")
    match = store.read(path)
    async with opened(lambda opener: opener.open_replay(match, path), (120, 40)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.sitting.shown.ply == 0
        keys = str(screen.query_one(KeyLine).render())
        assert "Back" not in keys, "there is nothing before the start"
        await pilot.press("right", "full_stop")
        await pilot.pause()
        keys = str(screen.query_one(KeyLine).render())
        assert keys.index("Back") < keys.index("On") < keys.index("Start")
        assert screen.sitting.shown.ply == 2
        assert "After turn 2 of 4" in prompt_text(pilot)
        assert screen.board.draft.picks == ()
        await pilot.press("end")
        assert screen.sitting.shown.ply == 4
        await pilot.press("left", "home")
        assert screen.sitting.shown.ply == 0
        await pilot.press("o", "v", "down", "escape")
        await pilot.press("enter")
        assert match.ply == 4
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_any_file_can_be_replayed_and_a_wrong_path_is_told() -> None:
    path = played("a1,b1,c1")
    async with opened(lambda opener: opener.open_files("replay")) as pilot:
        line = pilot.app.screen.query_one(Input)
        line.focus()
        line.value = "/nowhere/game.tgr"
        await pilot.press("enter")
        await pilot.pause()
        assert "/nowhere" in str(pilot.app.screen.query_one("#note").render())
        line.value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ReplayScreen)


async def test_below_a_long_list_there_is_room_for_a_path_and_for_what_is_wrong_with_it() -> None:
    for _ in range(30):
        played("a1,b1,c1")
    async with opened(lambda opener: opener.open_files("replay")) as pilot:
        screen = pilot.app.screen
        rows, line = screen.query_one(DataTable), screen.query_one(Input)
        note = screen.query_one("#note")
        await until(pilot, lambda: rows.row_count == 30)
        for size in ((80, 24), (40, 12), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            keys = str(screen.query_one(KeyLine).render())
            assert "⏎ Open" in keys
            assert "tab List/path" in keys
            await pilot.press("tab", "x", "enter")
            await pilot.pause()
            assert line.has_focus
            assert "cannot read" in str(note.render())
            for each in (line, note):
                assert each.region.height > 0
                assert each.region.bottom < size[1], "above the line of keys"
            await pilot.press("tab")
            assert rows.has_focus


async def test_a_small_terminal_gets_a_notice_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = [(20, 10), (39, 30), (80, 11), (6, 24), (4, 4), (2, 2), (1, 1)]
    notices = [small_notice(Size(*size)) for size in sizes]
    written: list[str] = []

    def write(driver: HeadlessDriver, text: str) -> None:
        if text in notices:
            written.append(text)

    monkeypatch.setattr(HeadlessDriver, "write", write)
    async with playing(new_match(), size=sizes[0]) as pilot:
        for size, notice in zip(sizes, notices, strict=True):
            assert size[0] < 10 or f"{size[0]}x{size[1]}" in notice
            if size != sizes[0]:
                await pilot.resize_terminal(*size)
                await pilot.pause()
            assert written == [notice]
            written.clear()
            await pilot.press("p")
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            assert written == []
            assert game(pilot).sitting.shown.match.ply == 0
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        await enter(pilot, "a1,b1,c1")
        assert game(pilot).sitting.shown.match.ply == 1


async def test_the_menu_and_what_it_opens_stand_any_width() -> None:
    async with opened(lambda opener: opener.open_menu(), (1, 24)) as pilot:
        for key in ("p", "u", "r", "y"):
            await pilot.resize_terminal(80, 24)
            await pilot.press(key)
            await pilot.resize_terminal(1, 24)
            await pilot.pause()
            await pilot.resize_terminal(80, 24)
            await pilot.press("escape")
        await pilot.resize_terminal(1, 2)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not pilot.app.is_running


async def test_facts_stand_side_by_side_wherever_there_is_room() -> None:
    """From the first picture on, and again when the terminal becomes another one."""
    facts = ["points still open 49", "decided 3"]
    async with playing(new_match(size=7)) as pilot:
        column = table(pilot).table.column
        column.show_status([("points still open", "49"), ("decided", "3")], "")
        for size, between in {(80, 24): "  ", (50, 24): "\n", (120, 40): "  "}.items():
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert str(column.status.render()) == between.join(facts)


async def test_standings_keep_their_form_in_a_terminal_of_another_size() -> None:
    match = Match(games.create("majorities", {"size": 3}), ("human", "bot:1"))
    async with playing(match, size=(80, 24)) as pilot:
        players = table(pilot).table.column.players
        for size in ((80, 24), (60, 24), (80, 24)):
            await pilot.resize_terminal(40, 12)
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = [players.render_line(row).text for row in range(players.size.height)]
            assert sum("0 directions, 0 lines" in line for line in shown) == 2


async def test_ctrl_c_tells_how_to_leave() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("ctrl+c")
        assert [note.message for note in pilot.app._notifications] == ["To leave, press Ctrl+Q."]
        assert pilot.app.is_running


@pytest.mark.parametrize(
    ("edge", "sizes"),
    [
        (13, {(80, 24): (False, False), (60, 24): (False, False), (120, 40): (False, True)}),
        (19, {(60, 24): (True, False), (80, 24): (False, False)}),
    ],
)
async def test_the_whole_board_is_seen(
    edge: int, sizes: dict[tuple[int, int], tuple[bool, bool]]
) -> None:
    async with playing(new_match(size=edge)) as pilot:
        screen = table(pilot)
        board = screen.query_one(BoardView)
        for size, (narrow, graph) in sizes.items():
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert screen.table.narrow == narrow
            assert board.canvas.size.width >= board.canvas.board_size()[0]
            assert board.canvas.size.height >= board.canvas.board_size()[1]
            assert screen.query_one("#graphs").display == graph


async def test_in_a_narrow_terminal_tabs_take_turns() -> None:
    async with playing(new_match(size=19), size=(50, 20)) as pilot:
        screen = table(pilot)
        board = screen.query_one(BoardView)
        assert board.display
        await pilot.press("v")
        await pilot.pause()
        assert not board.display
        assert screen.query_one("#moves").display
        await pilot.press("v")
        await pilot.pause()
        assert screen.query_one("#score").display
        await pilot.press("v")
        await pilot.pause()
        assert board.display


def test_a_theme_that_there_is_not_is_refused() -> None:
    for name in ("nonsense", "", "[/x]"):
        with pytest.raises(OptionError, match=r"choose one of .*termgames-dark"):
            TermgamesApp(Settings(theme=name), lambda opener: opener.open_menu())


def test_every_theme_is_known_by_name() -> None:
    app = TermgamesApp(Settings(), lambda opener: opener.open_menu())
    assert set(theme_names.NAMES) == set(app.available_themes)


async def test_dark_and_light() -> None:
    async with playing(new_match()) as pilot:
        assert pilot.app.current_theme.dark
        await pilot.press("D")
        assert not pilot.app.current_theme.dark


async def test_ascii_draws_nothing_else() -> None:
    async with playing(new_match(), settings=Settings(ascii=True)) as pilot:
        await enter(pilot, "a1,b1,c1")
        await pilot.pause()
        lines = [
            "".join(segment.text for segment in strip)
            for strip in pilot.app.screen._compositor.render_strips()
        ]
        board = table(pilot).query_one(BoardView)
        width = board.canvas.board_size()[0]
        assert all(line[:width].isascii() for line in lines[:5])


async def test_a_click_on_a_key_does_what_the_key_does() -> None:
    match = new_match()
    async with playing(match) as pilot:
        line = table(pilot).query_one(KeyLine)
        text = str(line.render())
        assert "Undo" not in text, "there is nothing to take back"
        await pilot.click(KeyLine, offset=(text.index("Pass"), 0))
        await pilot.pause()
        assert match.ply == 1
        text = str(line.render())
        await pilot.click(KeyLine, offset=(text.index("Undo"), 0))
        await pilot.pause()
        assert match.ply == 0


async def test_a_game_without_passes_shows_no_key_for_them() -> None:
    match = Match(games.create("majorities", {"size": 3}), ("human", "human"), 1)
    async with playing(match) as pilot:
        assert "Pass" not in str(table(pilot).query_one(KeyLine).render())
        await pilot.press("p")
        assert match.ply == 0


async def test_help_and_leave_are_always_among_the_keys() -> None:
    async with playing(new_match()) as pilot:
        for width in (40, 60, 80, 200):
            await pilot.resize_terminal(width, 24)
            await pilot.pause()
            text = str(table(pilot).query_one(KeyLine).render())
            assert "Help" in text
            assert "Leave" in text
            assert len(text) <= width


async def test_the_palette_offers_what_the_table_can_do() -> None:
    async with playing(new_match()) as pilot:
        app = pilot.app
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert {"Overlay", "New game", "Dark or light", "Quit"} <= set(titles)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert pilot.app.screen.query(OptionList)


@pytest.mark.parametrize(
    "options", [{}, {"size": 19}, {"hex": 5}, {"pie": True, "size": 7}, {"komi": 3.0}]
)
def test_the_fewest_options_set_up_the_same_game(options: dict[str, Value]) -> None:
    assert chosen_of(games.create("plurality", options)) == options


async def test_keys_that_do_not_fit_are_a_click_away() -> None:
    async with playing(new_match(), size=(60, 24)) as pilot:
        line = table(pilot).query_one(KeyLine)
        text = str(line.render())
        await pilot.click(KeyLine, offset=(text.index("More"), 0))
        await pilot.pause()
        assert isinstance(pilot.app.screen, CommandPalette)
        await pilot.press("escape")
        await pilot.resize_terminal(200, 24)
        await pilot.pause()
        assert "More" not in str(table(pilot).query_one(KeyLine).render())


async def test_a_terminal_below_the_good_size_is_told_and_played_in() -> None:
    match = new_match(size=13)
    sizes = {(60, 24): False, (59, 23): True, (80, 20): True}
    async with playing(match, size=(60, 24)) as pilot:
        least = table(pilot).query_one("#least")
        for ply, (size, told) in enumerate(sizes.items()):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert least.display == told
            assert "60x24" in str(least.render())
            await enter(pilot, f"a{2 * ply + 1},b{2 * ply + 1},c{2 * ply + 1}")
            assert match.ply == ply + 1


async def test_clicks_on_the_title_of_a_tab_and_on_the_graph() -> None:
    match = new_match()
    async with playing(match, size=(120, 40)) as pilot:
        for move in ("a1,b1,c1", "a3,b3,c3", "e1,e2,e3"):
            await enter(pilot, move)
        screen = table(pilot)
        await pilot.click(ContentSwitcher, offset=(2, 0))
        await pilot.pause()
        assert screen.query_one(ContentSwitcher).current == "score"
        graph = screen.query_one("#graph", Graph)
        await pilot.click("#graph", offset=(6 + graph._wide, 3))
        await pilot.pause()
        assert screen.sitting.shown.ply in (0, 1), graph.render()


async def test_the_palette_waits_below_the_small_notice() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("ctrl+p")
        await pilot.resize_terminal(20, 10)
        await pilot.pause()
        await pilot.press("escape", "ctrl+p")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert isinstance(pilot.app.screen, CommandPalette)
        await pilot.press("escape")
        await pilot.pause()
        assert table(pilot).is_current


async def test_win_shares_join_the_score_where_a_bot_told_them() -> None:
    match = new_match("human", "bot:1")
    async with playing(match, size=(120, 40)) as pilot:
        won = table(pilot).query_one("#shares", Graph)
        assert not won.display
        await enter(pilot, "a1,b1,c1")
        await until(pilot, lambda: match.ply == 2)
        await pilot.pause()
        assert won.display
        assert "50%" in str(won.render())
        title = str(won.border_title)
        assert title.startswith("Chance to win")


def test_win_shares_are_carried_on_and_point_to_who_is_ahead() -> None:
    found = latest({1: (0.7, 0.3), 3: (0.2, 0.8)}, range(4))
    assert found == [None, (0.7, 0.3), (0.7, 0.3), (0.2, 0.8)]
    assert latest({1: (0.7, 0.3)}, range(4))[2:] == [None, None], "nobody has looked there"
    first, _, last = [share_stack(shares, (0, 1)) for shares in found[1:]]
    assert first == ((0.7, 0), (1.0, 1)), "the first colour below"
    assert change(first, last) == pytest.approx(0.5)
    assert change(first, UNKNOWN) == pytest.approx(1.0)
    assert share_stack((0.2, 0.5, 0.3), (1, 0, 2)) == ((0.5, 0), (0.7, 1), (1.0, 2))


async def test_first_figures_move_no_list_before_the_next_move() -> None:
    """At 30 to 35 rows a graph with nothing to draw leaves most of its rows to the list."""
    async with playing(new_match(), size=(100, 32)) as pilot:
        at_table = table(pilot).table
        before = at_table.tabs.region
        shown, graphs = at_table.shown, at_table.column.graphs
        for value in (0.5, 0.6):
            graphs.show(shown, {0: Thought(None, (value, 1 - value), score=(12.0, 13.0))})
            await pilot.pause()
            assert at_table.tabs.region == before
            assert not graphs.query_one("#graph", Graph).blank
        assert table(pilot).sitting.play(shown.game.parse(shown.position, "c4,c5,d5")) is None
        graphs.show(shown, {0: Thought(None, (0.5, 0.5), score=(12.0, 13.0))})
        await pilot.pause()
        assert at_table.tabs.region.height < before.height


async def test_the_legend_of_a_graph_has_the_colours_of_who_took_them() -> None:
    match = Match(games.create("pletore", {"size": 4, "komi": "offer"}), ("human", "human"), 1)
    for text in ("komi 3", "black"):
        match.submit(match.game.parse(match.state, text))
    assert words.seat_names(match) == ["white", "black"]
    async with playing(match, size=(120, 40)) as pilot:
        graph = table(pilot).query_one("#graph", Graph)
        pieces = graph.legend(words.seat_names(match), [1, 0])
        assert str(graph.border_title).endswith(pieces.markup)
        ply = table(pilot).sitting.shown.ply
        assert graph.blank
        await pilot.click("#graph", offset=(8, 2))
        await pilot.pause()
        assert table(pilot).sitting.shown.ply == ply, "there is no column to click"
        assert table(pilot).sitting.shown.present
