"""What is shown and can be done when a game is over, and what is said on the way there."""

from __future__ import annotations

import gc
import re
import weakref
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from textual.pilot import Pilot
from textual.widgets import Input

from termgames import games
from termgames.play import store
from termgames.play.history import ended as ended_games
from termgames.play.history.ended import EndedGame
from termgames.play.match import Match, Terms
from termgames.tui.screens.dialogs import LineDialog
from termgames.tui.screens.game import GameScreen
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.widgets.graph import Lead, scale
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import Figures, PlayerRow, PlayersPanel
from termgames.tui.widgets.prompt import PromptPanel

from .support import game, new_match, opened, playing, prompt_text, table, until


def happened(pilot: Pilot[None]) -> str:
    return str(table(pilot).query_one("#happened").render())


async def ended(pilot: Pilot[None]) -> Any:
    """The end of a game in which the second player has passed, too."""
    screen = game(pilot)
    for move in ("c4,c5,d5", "pass", "pass"):
        assert (
            screen.sitting.play(
                screen.sitting.shown.game.parse(screen.sitting.shown.position, move)
            )
            is None
        )
    await pilot.pause()
    return screen


async def test_a_pass_is_told_and_what_another_would_do() -> None:
    async with playing(new_match()) as pilot:
        screen = game(pilot)
        screen.sitting.play(screen.sitting.shown.game.parse(screen.sitting.shown.position, "pass"))
        await pilot.pause()
        assert happened(pilot) == "Black passed. If you pass too, the game ends."


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
async def test_the_end_names_winner_margin_and_what_can_be_done(size: tuple[int, int]) -> None:
    async with playing(new_match("human:Ann", "human"), size=size) as pilot:
        screen = await ended(pilot)
        assert "Black (Ann) wins by 16.5, 22 to 5.5 (both passed)." in prompt_text(pilot)
        for words in ("V review", "N rematch", "E export", "M menu", "n new game", "u take back"):
            (line,) = [line for line in prompt_text(pilot).splitlines() if words in line]
            assert len(line) <= screen.query_one(PromptPanel).size.width, "no key without its word"
        heading = str(screen.query_one(PlayersPanel).render())
        assert "if it ended now" not in heading
        shown = screen.query_one(KeyLine).render().plain
        assert shown.count("Board") <= 1, "of two keys that lead there one is shown"


async def test_no_key_at_the_end_stands_apart_from_its_word_beside_a_large_board() -> None:
    """Which leaves the panels less room than usual."""
    async with playing(new_match("human:Ann", "human", size=13), size=(60, 24)) as pilot:
        screen = await ended(pilot)
        room = screen.query_one(PromptPanel).size.width
        keys = prompt_text(pilot).splitlines()[1:]
        assert len(keys) > 3
        assert max(map(len, keys)) <= room


async def test_the_keys_at_the_end_take_the_room_of_a_terminal_of_another_size() -> None:
    texts = []
    for before in ((40, 12), (120, 40)):
        async with playing(new_match("human:Ann", "human"), size=before) as pilot:
            await ended(pilot)
            await pilot.resize_terminal(120, 40)
            await pilot.pause()
            texts.append(prompt_text(pilot))
    assert texts[0] == texts[1]


async def test_the_game_is_reviewed_and_left_as_it_was() -> None:
    async with playing(new_match()) as pilot:
        await ended(pilot)
        await pilot.press("V")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await pilot.press("right", "enter")
        review = table(pilot)
        assert review.sitting.shown.ply == 1
        assert "Black played c4,c5,d5." in review.query_one(MoveList).texts
        await pilot.press("q")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game(pilot).sitting.shown.match.over


async def test_a_rematch_changes_sides() -> None:
    async with playing(new_match("human:Ann", "human:Bob")) as pilot:
        screen = await ended(pilot)
        await pilot.press("N")
        await until(pilot, lambda: pilot.app.screen is not screen and game(pilot) is not screen)
        match = game(pilot).sitting.shown.match
        assert match.players == ("human:Bob", "human:Ann")
        assert match.ply == 0
        assert match.game.options == screen.sitting.shown.game.options


async def test_a_rated_rematch_is_against_the_level_that_is_even_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played = [
        EndedGame(
            Path(f"{n}"), 1.0, "plurality", {}, ("human", "bot:4"), 60, (n % 2,), ordinary=True
        )
        for n in range(20)
    ]
    monkeypatch.setattr(ended_games, "ended_games", lambda: played)
    match = Match(games.create("plurality", {}), ("human", "bot:1,rover"), terms=Terms(rated=True))
    match.resign(0)
    async with playing(match) as pilot:
        closed: list[Any] = []
        game(pilot).ending._desk.close = closed.append  # type: ignore[method-assign]
        game(pilot).ending._rematch()
    (new,) = closed
    assert new.players == ("bot:4,rover", "human")
    assert new.rated


async def test_the_record_is_exported(tmp_path: Path) -> None:
    async with playing(new_match()) as pilot:
        await ended(pilot)
        await pilot.press("E")
        await until(pilot, lambda: list(pilot.app.screen.query(Input)))
        dialog = pilot.app.screen
        assert isinstance(dialog, LineDialog)
        dialog.query_one(Input).value = str(tmp_path / "x.gif")
        await pilot.press("enter")
        assert "--as gif -o x.gif" in str(dialog.query_one("#fault").render())
        file = tmp_path / "mine.tgr"
        dialog.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, file.exists)
        assert store.read(file).ply == 3
        assert not (tmp_path / "x.gif").exists()


async def test_the_menu_is_reached_from_a_game_begun_without_one() -> None:
    async with playing(new_match()) as pilot:
        await ended(pilot)
        await pilot.press("M")
        await until(pilot, lambda: isinstance(pilot.app.screen, MenuScreen))


async def test_a_running_game_has_none_of_these_keys() -> None:
    async with playing(new_match()) as pilot:
        screen = game(pilot)
        assert not any(screen.commands.state(name) for name in ("review", "rematch", "menu"))
        await pilot.press("V", "N", "E", "M")
        assert pilot.app.screen is screen


@pytest.mark.usefixtures("counted_at_once")
async def test_that_analysis_is_off_stands_where_figures_would() -> None:
    async with playing(new_match()) as pilot:
        panel = table(pilot).query_one(PlayersPanel)
        title, *_ = str(panel.render()).splitlines()
        assert re.fullmatch(r"Plurality(  size \d+, komi [\d.]+)? +now", title)
        await pilot.press("A")
        await pilot.pause()
        title, *players = str(panel.render()).splitlines()
        assert title.endswith(" analysis off: A")
        assert [line.split()[-1] for line in players] == ["1", "2"], "players, and no figures"


@pytest.mark.usefixtures("counted_at_once")
@pytest.mark.parametrize("name", games.GAMES)
async def test_title_and_figures_keep_their_form_in_every_width(name: str) -> None:
    rules = games.create(name, {})
    match = Match(rules, ("human",) * rules.seats, 1)
    async with playing(match, size=(60, 24)) as pilot:
        table = game(pilot).table
        panel, display = table.column.players, table.shown.display
        standings = [
            display.player_line(match.state, seat).partition(" (")[0] for seat in range(rules.seats)
        ]
        for width in (60, 64, 72, 80):
            await pilot.resize_terminal(width, 24)
            for on in (True, False):
                table.analysis.turn(on)
                table.show()
                await pilot.pause()
                said = str(panel.render())
                assert ("analysis off: A" in said) == (not on)
                assert max(map(len, said.splitlines())) <= panel.size.width
                assert "pla " not in said, "no word is cut"
                if not panel.compact:
                    assert all((text in said) == on for text in standings if len(text) > 3)


def test_leaps_of_the_opening_do_not_set_the_scale_of_the_graph() -> None:
    leads = [Lead(160.0)] * 4 + [Lead(3.0)] * 5 + [Lead(7.0, up=False)]
    assert scale(leads, None) == 10, "one of a few values"
    assert scale(leads, 5.0) == 5, "no more can come about"
    assert scale(leads, 0.0) == 1
    assert scale([], None) == 1


async def test_figures_for_which_there_is_no_room_are_left_out_the_last_first() -> None:
    async with playing(new_match()) as pilot:
        panel = table(pilot).query_one(PlayersPanel)
        row = PlayerRow(Text(" o "), "black", "you", to_act=True, leads=True)
        figures = [
            Figures("to win", "win", ["62%"]),
            Figures("at the end", "end", ["14.5"]),
            Figures("now", "now", ["3 directions, 119 lines"]),
        ]
        widths = set()
        for columns, captions in {70: "to win at the end now", 34: "win end"}.items():
            panel.styles.width = columns
            await pilot.pause()
            panel.show([row], figures, titles=["A game", "G"])
            title, line = str(panel.render()).splitlines()
            assert " ".join(title.split()) in (f"A game {captions}", f"G {captions}")
            assert "Black  you" in line
            assert len(line) == panel.size.width
            widths.add(len(line))
        assert len(widths) == 2


async def test_at_the_end_the_count_has_the_room_of_what_a_bot_thought() -> None:
    match = new_match("human", "bot:1")
    async with playing(match) as pilot:
        screen = game(pilot)
        for _ in range(3):
            await until(pilot, lambda: screen.sitting.can_play or match.over)
            if not match.over:
                screen.sitting.play(match.game.parse(match.state, "pass"))
        assert match.over
        await pilot.pause()
        assert not screen.query_one("#thinking").display
        assert screen.table.tabs.size.height > 2


async def test_at_the_end_of_a_replay_another_game_is_begun() -> None:
    match = new_match()
    for move in ("c4,c5,d5", "pass", "pass"):
        match.submit(match.game.parse(match.state, move))
    async with opened(lambda opener: opener.open_replay(match, Path("old.tgr"))) as pilot:
        await pilot.press("n")
        assert isinstance(pilot.app.screen, ReplayScreen), "there are moves to come"
        await pilot.press("end", "n")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("escape", "end")
        await until(pilot, lambda: "n new game" in prompt_text(pilot))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, SetupScreen))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert game(pilot).sitting.shown.game.options["size"] == 5


async def test_nothing_is_left_of_a_game_that_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "freeze", lambda: None)  # which keeps the first game to the end
    async with playing(new_match()) as pilot:
        screen = await ended(pilot)
        left = [weakref.ref(each) for each in (screen, screen.sitting, screen.board)]
        del screen
        await pilot.press("N")
        await until(pilot, lambda: not game(pilot).sitting.shown.match.over)

        def gone() -> bool:
            gc.collect()
            return [each() for each in left] == [None, None, None]

        # A timer that was stopped is forgotten when its time has come.
        await until(pilot, gone)


async def test_a_record_that_is_looked_through_is_exported_by_the_same_key(tmp_path: Path) -> None:
    match, file = new_match(), tmp_path / "mine.tgr"
    async with opened(lambda opener: opener.open_replay(match, tmp_path / "game.tgr")) as pilot:
        await pilot.press("E")
        await until(pilot, lambda: list(pilot.app.screen.query(Input)))
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, file.exists)


async def test_a_turn_that_is_cut_says_so_beside_the_bar_that_scrolls() -> None:
    match = new_match(size=13)
    for move in ("b2,b3,b4", "m12,m11,m10", *(f"{x}7,{x}8,{x}9" for x in "bdfhkm")):
        match.submit(match.game.parse(match.state, move))
    async with playing(match, size=(60, 24)) as pilot:
        moves = table(pilot).query_one(MoveList)
        await pilot.pause()
        room = moves.scrollable_content_region.width
        assert moves.show_vertical_scrollbar
        assert room < moves.size.width
        assert {moves.render_line(y).cell_length for y in range(moves.size.height)} == {room}
