"""Everything around a game: menu, saved games, records, small terminals, themes."""

from __future__ import annotations

from typing import Any

import pytest
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.widgets import ContentSwitcher, DataTable

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
from termgames.tui.widgets.graph import UNKNOWN, Graph, change, latest, share_stack

from .support import (
    act,
    acted,
    enter,
    game,
    keys,
    new_match,
    playing,
    saved,
    screen_text,
    stage,
    table,
    until,
)

OWN = {
    "saved": lambda pilot: game(pilot).sitting.keeper.file.path.exists(),
    "fits": lambda pilot: len(keys(pilot)) <= pilot.app.size.width,
    "ascii": lambda pilot: all(
        line[: table(pilot).board.canvas.board_size()[0]].isascii()
        for line in screen_text(pilot).splitlines()[:5]
    ),
}


test_scenes = acted(
    """
    == the menu begins a game and comes back | menu
    o                                        | screen = SetupScreen
    fill:#option-size=5 ctrl+s type:a1,b1,c1 | saved
    q 1                                      | screen = MenuScreen
    q                                        | exit
    == the menu shows the rules | menu
    u      | screen = HelpScreen
    escape | screen = MenuScreen
    q      | exit
    == a record is stepped through | replay plurality 120x40 + a1,b1,c1 a3,b3,c3 pass pass
                     | screen = ReplayScreen ; ply = 0 ; keys!: Back
    right full_stop  | keys: Back ; keys: < Start ; ply = 2 ; prompt: After turn 2 of 4 ; !picks
    end              | ply = 4
    left home        | ply = 0
    o v down escape enter | plies = 4
    q                | exit
    == any file can be replayed and a wrong path is told | files replay
    focus:Input fill:Input=/nowhere/game.tgr enter | #note: /nowhere
    == what the menu opens stands any width | menu
    p size:1x24 size:80x24 q | screen = MenuScreen
    u size:1x24 size:80x24 q | screen = MenuScreen
    r size:1x24 size:80x24 q | screen = MenuScreen
    y size:1x24 size:80x24 q | screen = MenuScreen
    size:1x2 ctrl+q               | exit
    == ctrl c tells how to leave | play plurality
    ctrl+c | told = To leave, press Ctrl+Q. ; !exit
    == in a narrow terminal tabs take turns | play plurality size=19 50x20
      | @#board
    v | !@#board ; tab = moves
    v | !@#board ; tab = score
    v | @#board
    == dark and light | play plurality
      | dark
    D | !dark
    == ascii draws nothing else | play plurality ascii
    type:a1,b1,c1 | plies = 1 ; ascii
    == a click on a key does what the key does | play plurality
             | keys!: Undo
    key:Pass | plies = 1
    key:Undo | plies = 0
    == a game without passes shows no key for them | play majorities
      | keys!: Pass
    p | plies = 0
    == help and leave are always among the keys | play plurality
    size:40x24  | keys: Help ; keys: Leave ; fits
    size:60x24  | keys: Help ; keys: Leave ; fits
    size:200x24 | keys: Help ; keys: Leave ; fits
    == keys that do not fit are a click away | play plurality 60x24
    key:More           | screen = Palette
    escape size:200x24 | keys!: More
    == a terminal below the good size is told and played in | play plurality size=13 60x24
    type:a1,b1,c1            | plies = 1 ; !@#least
    size:59x23               | @#least ; #least: 60x24
    type:a3,b3,c3 size:80x20 | plies = 2 ; @#least
    type:a5,b5,c5            | plies = 3
    == the palette waits below the small notice | play plurality
    ctrl+p size:20x10 escape ctrl+p size:80x24 | screen = Palette
    escape                                     | screen = GameScreen
    """,
    OWN,
)


async def test_a_path_that_is_typed_opens_its_record() -> None:
    path = saved("plurality + a1,b1,c1")
    async with stage("files replay") as pilot:
        await act(pilot, f"focus:Input fill:Input={path} enter | screen = ReplayScreen")


async def test_facts_stand_side_by_side_wherever_there_is_room() -> None:
    """From the first picture on, and again when the terminal becomes another one."""
    facts = ["points still open 49", "decided 3"]
    async with stage("play plurality size=7") as pilot:
        column = table(pilot).table.column
        column.show_status([("points still open", "49"), ("decided", "3")], "")
        for size, between in {"80x24": "  ", "50x24": "\n", "120x40": "  "}.items():
            await act(pilot, f"size:{size} |")
            assert str(column.status.render()) == between.join(facts)


def rows_of(pilot: Any) -> list[str]:
    """The lines of a list of files."""
    listed = pilot.app.screen.query_one(DataTable)
    return [" ".join(map(str, listed.get_row_at(row))) for row in range(listed.row_count)]


def on_file(pilot: Any, broken: str) -> None:
    """The cursor comes to the broken file, or to the other one."""
    row = next(at for at, text in enumerate(rows_of(pilot)) if ("broken" in text) == (broken != ""))
    pilot.app.screen.query_one(DataTable).move_cursor(row=row)


async def test_resume_lists_unfinished_games_and_broken_files() -> None:
    saved("plurality seats=human,random + a1,b1,c1")
    over = saved("plurality + a1,b1,c1 pass pass")
    (store.folder() / f"broken{store.SUFFIX}").write_text("termgames record 9\n")
    async with stage("files resume") as pilot:
        listed = {"count": lambda pilot: len(rows_of(pilot)), "rows": rows_of}
        await act(pilot, f"""
                      | count = 2 ; rows!: {over.name}
            on:broken | #note: version
            enter     | screen = FilesScreen
            on: enter | screen = GameScreen ; plies = 2""", listed, {"on": on_file})  # fmt: skip


async def test_below_a_long_list_there_is_room_for_a_path_and_for_what_is_wrong_with_it() -> None:
    for _ in range(30):
        saved("plurality + a1,b1,c1")

    def fits(pilot: Any) -> bool:
        """The path and what is said of it lie above the line of keys."""
        regions = [pilot.app.screen.query_one(name).region for name in ("Input", "#note")]
        return all(each.height and each.bottom < pilot.app.size.height for each in regions)

    kinds = lambda pilot: [kind.__name__ for kind in type(pilot.app.focused).__mro__]  # noqa: E731
    focus = {"fits": fits, "kind": kinds}
    async with stage("files replay") as pilot:
        await until(pilot, lambda: len(rows_of(pilot)) == 30)
        for size in ("80x24", "40x12", "120x40"):
            await act(pilot, f"""
                size:{size} | keys: ⏎ Open ; keys: tab List/path
                tab x enter | kind: 'Input' ; #note: cannot read ; fits
                tab         | kind: 'DataTable'""", focus)  # fmt: skip


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


def test_a_theme_that_there_is_not_is_refused() -> None:
    for name in ("nonsense", "", "[/x]"):
        with pytest.raises(OptionError, match=r"choose one of .*termgames-dark"):
            TermgamesApp(Settings(theme=name), lambda opener: opener.open_menu())


def test_every_theme_is_known_by_name() -> None:
    app = TermgamesApp(Settings(), lambda opener: opener.open_menu())
    assert set(theme_names.NAMES) == set(app.available_themes)


@pytest.mark.parametrize(
    "options", [{}, {"size": 19}, {"hex": 5}, {"pie": True, "size": 7}, {"komi": 3.0}]
)
def test_the_fewest_options_set_up_the_same_game(options: dict[str, Value]) -> None:
    assert chosen_of(games.create("plurality", options)) == options


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


async def test_the_palette_offers_what_the_table_can_do() -> None:
    async with playing(new_match()) as pilot:
        app = pilot.app
        titles = [command.title for command in app.get_system_commands(app.screen)]
        assert {"Overlay", "New game", "Dark or light", "Quit"} <= set(titles)
        await pilot.press("ctrl+p")
        await pilot.pause()
        assert pilot.app.screen.query("OptionList")
