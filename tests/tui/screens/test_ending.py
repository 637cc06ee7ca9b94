"""What is shown and can be done when a game is over; leaving, keeping, and what goes wrong on the
way."""

import asyncio
import gc
import shutil
import weakref
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from termgames import games
from termgames.play import record, store
from termgames.play.history import ended as ended_games
from termgames.play.history.ended import EndedGame
from termgames.play.match import Match, Terms
from termgames.play.new_game import NewGame
from termgames.play.save_file import SaveFile
from termgames.tui import state_file
from termgames.tui.app import Settings, TermgamesApp, run_game
from termgames.tui.themes import looks
from termgames.tui.widgets.moves import MoveList

from .support import (
    act,
    acted,
    match_of,
    opened,
    playing,
    prompt_text,
    settings_of,
    stage,
    table,
    until,
)


def words_whole(pilot: Any) -> bool:
    """No key at the end stands apart from its word."""
    width = table(pilot).query_one("#prompt").size.width
    return max(map(len, prompt_text(pilot).splitlines()[1:])) <= width


OWN = {
    "enters": lambda pilot: pilot.app.screen.query_one(OptionList).highlighted,
    "listed": lambda pilot: table(pilot).query_one(MoveList).texts,
    "whole": words_whole,
    "titles": lambda pilot: " / ".join(note.title for note in pilot.app._notifications),
    "file": lambda pilot: store.read(pilot.file).ply,
}
ENDED = "play plurality seats=human:Ann,human:Bob + c4,c5,d5 pass pass"
WINS = "prompt: Black (Ann) wins by 16.5 points: 22 to 5.5 (both passed). ; whole"
KEYS = " ; ".join(
    f"prompt: {key}"
    for key in ("V review", "N rematch", "E export", "M menu", "n new game", "u take back")
)
test_scenes = acted(
    f"""
    == the end names winner and margin and what can be done | {ENDED}
                | {WINS} ; {KEYS}
    size:60x24  | {WINS} ; {KEYS}
    size:120x40 | {WINS} ; {KEYS}
    E                         | screen = LineDialog
    fill:Input=TMP/x.sgf enter | #fault: --as sgf -o x.sgf
    fill:Input=TMP/a.tgr enter | screen = GameScreen ; told: The record is in TMP/a.tgr.
    E fill:Input=TMP/a.svg enter | told: The picture is in TMP/a.svg.
    E fill:Input=TMP/a.svg enter | #fault: a.svg exists
    escape E z full_stop s v g enter | told: The picture is in ; told: pictures/z.svg.
    E fill:Input=TMP/a.html enter | told: The page is in TMP/a.html.
    V           | screen = ReplayScreen
    right enter | ply = 1 ; listed: Black played c4,c5,d5.
    E           | screen = LineDialog
    fill:Input=TMP/b.tgr enter | screen = ReplayScreen ; told: b.tgr
    q           | screen = GameScreen ; over
    N           | players = human:Bob human:Ann ; plies = 0 ; options: 'size': 5
    == no key stands apart from its word beside a large board | play plurality size=13 60x24
    p p         | over ; whole
    M           | screen = MenuScreen
    == a running game has none of these keys | play plurality + c4,c5,d5
            | !?review ; !?rematch ; !?menu
    V N E M | screen = GameScreen ; stack = 2
    p       | #happened = White passed. If you pass too, the game ends. ; !over
    == at the end of a replay another game is begun | replay plurality + c4,c5,d5 pass pass
    n          | screen = ReplayScreen
    end        | prompt: n new game
    n ctrl+s   | screen = GameScreen ; options: 'size': 5
    == leaving asks and resigning ends and undo takes it back | play plurality seats=human,random
    type:a1,b1,c1 | plies = 2
    q             | screen = ChoiceDialog
    escape        | !over
    q 3           | over ; prompt: resigned ; ~sitting.shown.match.loss: seat=0
    u             | !over
    q 1           | exit
    == enter leaves a game that is kept | play kept plurality + a1,b1,c1
    q     | keys: 1 leave 2 stay ; enters = 0
    enter | exit
    == ctrl q leaves at once with the game saved | play kept plurality
    type:a1,b1,c1 q&q | screen = ChoiceDialog ; stack = 3
    ctrl+q            | exit ; file = 1
    == a new game replaces the one on the table | play plurality + a1,b1,c1
    n fill:#option-size=99 ctrl+s | screen = SetupScreen
    fill:#option-size=7 ctrl+s | screen = GameScreen ; plies = 0 ; options: 'size': 7 ; stack = 2
    """,
    OWN,
)


async def test_a_rated_rematch_is_against_the_level_that_is_even_by_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = "plurality", {}, ("human", "bot:4"), 60
    played = [EndedGame(Path(f"{n}"), 1.0, *known, (n % 2,), ordinary=True) for n in range(20)]
    monkeypatch.setattr(ended_games, "ended_games", lambda: played)
    match = Match(games.create("plurality", {}), ("human", "bot:1,rover"), terms=Terms(rated=True))
    match.resign(0)
    async with playing(match) as pilot:
        closed: list[Any] = []
        table(pilot).ending._desk.close = closed.append
        table(pilot).ending._rematch()
    assert (closed[0].players, closed[0].rated) == (("bot:4,rover", "human"), True)


async def test_nothing_is_left_of_a_game_that_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "freeze", lambda: None)  # which keeps the first game to the end
    async with stage(ENDED) as pilot:
        screen = table(pilot)
        left = [weakref.ref(each) for each in (screen, screen.sitting, screen.board)]
        del screen
        await act(pilot, "N | !over")

        def gone() -> bool:
            gc.collect()
            return [each() for each in left] == [None, None, None]

        # A timer that was stopped is forgotten when its time has come.
        await until(pilot, gone)


async def test_an_unexpected_error_ends_without_a_traceback_on_the_screen(capsys: Any) -> None:
    async def broken(pilot: Any) -> None:
        table(pilot).call_later(lambda: 1 / 0)
        await pilot.pause()
        assert (pilot.app.return_code, type(pilot.app.fault)) == (1, ZeroDivisionError)

    with pytest.raises(ZeroDivisionError):
        async with stage("play plurality") as pilot:
            await broken(pilot)
    assert "Traceback" not in capsys.readouterr().err


async def test_what_is_liked_outlasts_the_game_and_the_run() -> None:
    """But what the command line says does not."""
    settings = settings_of(ascii=True, analysis=False, theme="termgames-light")
    async with playing(match_of("plurality"), settings=settings) as pilot:
        await act(pilot, "t | !analysis ; stamping\nt |")
    assert state_file.load() == {}
    async with stage("play plurality") as pilot:
        await act(pilot, "t B D C A |")
    look = looks(2, "bw")[1]
    chosen = {"theme": "termgames-light", "look": look.name, "ascii": True, "analysis": False}
    assert state_file.load() == {**chosen, "stamp": True}
    async with playing(match_of("plurality"), settings=settings_of()) as pilot:
        canvas = table(pilot).board.canvas
        await act(pilot, "| !dark ; stamping ; !analysis")
        assert (canvas.look, canvas.glyphs.name) == (look.light, "ascii")
        await act(pilot, "t A n ctrl+s | screen = GameScreen ; !stamping ; analysis")


# -- where nothing can be saved -----------------------------------------------------------------


def nothing_can_be_saved_in(folder: Path) -> None:
    """The folder goes, and there is something in its place."""
    shutil.rmtree(folder)
    folder.touch()


async def test_a_game_goes_on_and_is_asked_about_where_nothing_can_be_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/below")
    begin = NewGame("plurality", {"size": 5}, ("human", "human"))
    async with opened(lambda opener: opener.begin_game(begin)) as pilot:
        await act(pilot, "t t t | stamping", OWN)
        assert OWN["titles"](pilot).count("not saved") == 1
        await act(pilot, "t type:a1,b1,c1 | #players: NOT SAVED\nq | text: another place")
        await pilot.press("escape", "ctrl+q")
    assert [sitting.shown.match.ply for sitting in pilot.app.opener.lost()] == [1]


async def test_a_game_that_cannot_be_saved_is_told_once_and_has_another_place(
    tmp_path: Path,
) -> None:
    (folder := tmp_path / "games").mkdir()
    async with playing(match_of("plurality"), folder / "game.tgr") as pilot:
        await act(pilot, "type:a1,b1,c1 | #players!: NOT SAVED")
        nothing_can_be_saved_in(folder)
        await act(pilot, "type:a3,b3,c3 p | #players: NOT SAVED")
        assert OWN["titles"](pilot).count("not saved") == 1
        folder.unlink()
        await act(pilot, "u | #players!: NOT SAVED")
        assert store.read(folder / "game.tgr").ply == 2
        nothing_can_be_saved_in(folder)
        await act(pilot, f"""
            p q                                  | text: This game is not saved: cannot
            1 fill:Input={folder}/game.tgr enter | #fault: cannot write
            fill:Input={tmp_path} enter          | screen = ChoiceDialog""")  # fmt: skip
        assert store.read(tmp_path / "game.tgr").ply == 3
        await act(pilot, "1 | exit")
    assert pilot.app.opener.lost() == []


@pytest.mark.parametrize("keys", ["q 2", "ctrl+q"])
def test_a_game_that_is_lost_is_printed_after_the_end(
    tmp_path: Path, keys: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Whatever way it was left, the moves are printed and the exit code is 1."""
    (folder := tmp_path / "games").mkdir()

    async def play(app: TermgamesApp) -> None:
        async with app.run_test() as pilot:
            await act(pilot, "type:a1,b1,c1 |")
            nothing_can_be_saved_in(folder)
            await act(pilot, f"type:a3,b3,c3 {keys} |")

    monkeypatch.setattr(TermgamesApp, "run", lambda app, size: asyncio.run(play(app)))
    file = SaveFile(folder / "game.tgr")
    assert run_game(match_of("plurality"), Settings(), file=file) == 1
    told = capsys.readouterr().out
    assert told.startswith("The game could not be saved: cannot make the folder")
    assert record.load(told.partition("\n\n")[2]).ply == 2
