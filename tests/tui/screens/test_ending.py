"""What is shown and can be done when a game is over, and what is said on the way there."""

from __future__ import annotations

import gc
import re
import weakref
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from termgames import games
from termgames.play import store
from termgames.play.history import ended as ended_games
from termgames.play.history.ended import EndedGame
from termgames.play.match import Match, Terms
from termgames.tui.widgets.graph import Lead, scale
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import Figures, PlayerRow, PlayersPanel
from termgames.tui.widgets.prompt import PromptPanel

from .support import act, acted, game, match_of, playing, prompt_text, stage, table, until

ENDED = "play plurality seats=human:Ann,human:Bob + c4,c5,d5 pass pass"
test_scenes = acted(
    """
    == a pass is told and what another would do | play plurality
    play:pass | #happened = Black passed. If you pass too, the game ends.
    == the game is reviewed and left as it was | play plurality + c4,c5,d5 pass
    play:pass   | over
    V           | screen = ReplayScreen
    right enter | ply = 1 ; listed: Black played c4,c5,d5.
    q           | screen = GameScreen ; over
    == a rematch changes sides | play plurality seats=human:Ann,human:Bob + c4,c5,d5 pass
    play:pass | over
    N         | players = human:Bob human:Ann ; plies = 0 ; options: 'size': 5
    == the menu is reached from a game begun without one | play plurality + c4,c5,d5 pass
    play:pass M | screen = MenuScreen
    == a running game has none of these keys | play plurality
            | none
    V N E M | screen = GameScreen ; stack = 2
    == at the end of a replay another game is begun | replay plurality + c4,c5,d5 pass pass
    n          | screen = ReplayScreen
    end n      | screen = SetupScreen
    escape end | prompt: n new game
    n          | screen = SetupScreen
    ctrl+s     | screen = GameScreen ; options: 'size': 5
    """,
    {
        "listed": lambda pilot: table(pilot).query_one(MoveList).texts,
        "none": lambda pilot: (
            not any(map(table(pilot).commands.state, ("review", "rematch", "menu")))
        ),
    },
)


@pytest.mark.parametrize("size", ["60x24", "80x24", "120x40"])
async def test_the_end_names_winner_margin_and_what_can_be_done(size: str) -> None:
    async with stage(ENDED.replace(" +", f" {size} +")) as pilot:
        screen = game(pilot)
        assert "Black (Ann) wins by 16.5, 22 to 5.5 (both passed)." in prompt_text(pilot)
        for words in ("V review", "N rematch", "E export", "M menu", "n new game", "u take back"):
            (line,) = [line for line in prompt_text(pilot).splitlines() if words in line]
            assert len(line) <= screen.query_one(PromptPanel).size.width, "no key without its word"
        assert "if it ended now" not in str(screen.query_one(PlayersPanel).render())


async def test_no_key_at_the_end_stands_apart_from_its_word_beside_a_large_board() -> None:
    """Which leaves the panels less room than usual."""
    async with stage("play plurality size=13 60x24 + c4,c5,d5 pass pass") as pilot:
        keys = prompt_text(pilot).splitlines()[1:]
        assert len(keys) > 3
        assert max(map(len, keys)) <= game(pilot).query_one(PromptPanel).size.width


async def test_the_keys_at_the_end_take_the_room_of_a_terminal_of_another_size() -> None:
    texts = []
    for before in ("40x12", "120x40"):
        async with stage(ENDED.replace(" +", f" {before} +")) as pilot:
            await act(pilot, "size:120x40 |")
            texts.append(prompt_text(pilot))
    assert texts[0] == texts[1]


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
    file, picture = tmp_path / "mine.tgr", tmp_path / "x.gif"
    async with stage(ENDED) as pilot:
        await act(pilot, f"""
            E                         | screen = LineDialog
            fill:Input={picture} enter | #fault: --as gif -o x.gif
            fill:Input={file} enter   | screen = GameScreen""")  # fmt: skip
        await until(pilot, file.exists)
        assert store.read(file).ply == 3
        assert not picture.exists()


async def test_a_record_that_is_looked_through_is_exported_by_the_same_key(tmp_path: Path) -> None:
    file = tmp_path / "mine.tgr"
    async with stage("replay plurality") as pilot:
        await act(pilot, f"E | screen = LineDialog\nfill:Input={file} enter |")
        await until(pilot, file.exists)


@pytest.mark.usefixtures("counted_at_once")
async def test_that_analysis_is_off_stands_where_figures_would() -> None:
    async with stage("play plurality") as pilot:
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
    async with stage("play plurality") as pilot:
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
    match = match_of("plurality seats=human,bot:1")
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


async def test_nothing_is_left_of_a_game_that_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "freeze", lambda: None)  # which keeps the first game to the end
    async with stage(ENDED) as pilot:
        screen = game(pilot)
        left = [weakref.ref(each) for each in (screen, screen.sitting, screen.board)]
        del screen
        await act(pilot, "N | !over")

        def gone() -> bool:
            gc.collect()
            return [each() for each in left] == [None, None, None]

        # A timer that was stopped is forgotten when its time has come.
        await until(pilot, gone)


async def test_a_turn_that_is_cut_says_so_beside_the_bar_that_scrolls() -> None:
    moves = " ".join(("b2,b3,b4", "m12,m11,m10", *(f"{x}7,{x}8,{x}9" for x in "bdfhkm")))
    async with stage(f"play plurality size=13 60x24 + {moves}") as pilot:
        moves_list = table(pilot).query_one(MoveList)
        room = moves_list.scrollable_content_region.width
        assert moves_list.show_vertical_scrollbar
        assert room < moves_list.size.width
        lines = [moves_list.render_line(y) for y in range(moves_list.size.height)]
        assert {line.cell_length for line in lines} == {room}
