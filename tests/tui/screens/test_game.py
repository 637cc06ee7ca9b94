"""Playing on the screen, with the keys a player uses."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from textual import events
from textual.widgets import ContentSwitcher, Input, OptionList

from termgames.play import store
from termgames.tui import preferences
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.board import BoardView
from termgames.tui.preferences import Preferences
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.screens.help import HelpScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.themes import looks
from termgames.tui.widgets.entry import MoveEntry
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.question import QuestionBox
from termgames.tui.widgets.scores import ScoreList

from .support import enter, game, new_match, place, playing, prompt_text, table, until

FIRST, SECOND = "a1,b1,c1", "a3,b3,c3"


async def test_a_whole_game_by_keys_ends_with_its_score(tmp_path: Path) -> None:
    match = new_match()
    path = tmp_path / "game.tgr"
    async with playing(match, path) as pilot:
        while not match.over:
            rules = match.game
            move = rules.format(rules.legal_moves(match.state)[0])
            ply = match.ply
            await place(pilot, move)
            assert match.ply == ply + 1, prompt_text(pilot)
            assert store.read(path).ply == match.ply
        screen = table(pilot)
        assert "wins" in prompt_text(pilot)
        assert screen.query_one(ContentSwitcher).current == "score"
        scores = screen.query_one(ScoreList)
        assert scores.has_focus
        await pilot.press("down")
        assert scores.highlighted is not None
        await pilot.press("q")
        await pilot.pause()
        assert pilot.app.return_code == 0


async def test_the_prompt_tells_what_is_missing_and_what_is_refused() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("enter")
        assert "own 1/2, enemy 0/1" in prompt_text(pilot)
        await pilot.press("right", "enter", "right", "enter")
        assert "Enter plays it" in prompt_text(pilot)
        await pilot.press("enter")
        await pilot.press("enter")
        assert "occupied" in prompt_text(pilot)


@pytest.mark.parametrize("bot", ["random", "bot:1"])
async def test_a_bot_answers_and_undo_goes_back_to_my_turn(bot: str) -> None:
    match = new_match("human", bot)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await until(pilot, lambda: match.ply == 2)
        await pilot.press("u")
        assert match.ply == 0
        await pilot.press("U")
        await pilot.pause()
        assert match.ply == 2
        assert game(pilot).session.can_play


async def test_undo_while_the_bot_thinks_and_stop() -> None:
    match = new_match("human", "mcts:time=60", size=9)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await until(pilot, lambda: game(pilot).session.thinking is not None)
        await pilot.press("u")
        assert match.ply == 0
        await enter(pilot, FIRST)
        await until(pilot, lambda: game(pilot).session.thinking is not None)
        await pilot.press("s")
        await until(pilot, lambda: match.ply == 2)


async def test_bots_among_themselves_can_be_held_and_stepped() -> None:
    match = new_match("random", "random", size=13)
    async with playing(match) as pilot:
        await until(pilot, lambda: match.ply >= 2)
        await pilot.press("w")
        ply = match.ply
        await pilot.pause(0.6)
        assert match.ply == ply
        await pilot.press("full_stop")
        await until(pilot, lambda: match.ply == ply + 1)
        await pilot.pause(0.6)
        assert match.ply == ply + 1
        await pilot.press("w")
        await until(pilot, lambda: match.ply > ply + 1)


async def test_a_typed_move_is_judged_at_every_key() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await pilot.press("m", "a", "1", "comma", "a", "3", "comma", "c", "1")
        entry = table(pilot).query_one(MoveEntry)
        verdict = entry.query_one("Static")
        assert "do not connect" in str(verdict.render())
        await pilot.press("enter")
        assert match.ply == 0
        assert entry.is_open
        await pilot.press("escape")
        assert not entry.is_open
        assert table(pilot).query_one(BoardView).has_focus
        await enter(pilot, "nonsense")
        assert match.ply == 0
        assert "is no move" in str(verdict.render())


async def test_leaving_asks_resigning_ends_and_undo_takes_it_back() -> None:
    match = new_match("human", "random")
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await until(pilot, lambda: match.ply == 2)
        await pilot.press("q")
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("escape")
        assert not match.over
        await pilot.press("q", "r")
        await pilot.pause()
        assert match.resigned == 0
        assert "resigned" in prompt_text(pilot)
        await pilot.press("u")
        assert not match.over
        await pilot.press("q", "l")
        await pilot.pause()
    assert pilot.app.return_code == 0


async def test_ctrl_q_leaves_at_once_with_the_game_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    async with playing(new_match(), path) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("enter", "ctrl+q")
    assert pilot.app.return_code == 0
    assert store.read(path).ply == 1


async def test_ctrl_q_leaves_from_a_dialog_and_a_double_key_opens_one() -> None:
    async with playing(new_match()) as pilot:
        await enter(pilot, FIRST)
        screen = game(pilot)
        screen.action_leave()
        screen.action_leave()
        await pilot.pause()
        assert len([s for s in pilot.app.screen_stack if isinstance(s, ChoiceDialog)]) == 1
        await pilot.press("ctrl+q")
    assert pilot.app.return_code == 0


async def test_a_pass_that_would_lose_is_asked_twice() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("p")
        await pilot.pause()
        assert match.ply == 2, "a pass that ends nothing is played at once"
        await enter(pilot, SECOND)
        await pilot.press("p")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        if not match.over:
            assert isinstance(pilot.app.screen, ChoiceDialog)
            await pilot.press("p")
            await pilot.pause()
        assert match.over


async def test_looking_back_and_on_and_clicking_a_move() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await enter(pilot, SECOND)
        session = game(pilot).session
        await pilot.press("comma")
        assert session.ply == 1
        assert "Move 1 of 2" in prompt_text(pilot)
        await pilot.press("enter")
        assert match.ply == 2, "the past cannot be played in"
        await pilot.press("less_than_sign")
        assert session.ply == 0
        await pilot.click(MoveList, offset=(3, 0))
        assert session.ply == 1
        await pilot.press("greater_than_sign")
        assert session.live


async def test_the_komi_is_named_and_the_side_is_picked_beside_the_board() -> None:
    match = new_match(pie=True)
    async with playing(match) as pilot:
        box = table(pilot).query_one(QuestionBox)
        line = box.query_one(Input)
        assert line.has_focus
        line.value = "7"
        await pilot.press("enter")
        await pilot.pause()
        assert match.game.format(match.moves[0]) == "komi 7"
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert match.game.format(match.moves[1]) == "white"
        assert not table(pilot).query(QuestionBox)
        assert table(pilot).query_one(BoardView).has_focus


async def test_a_bot_answers_the_komi_offer() -> None:
    match = new_match("human", "bot:1", pie=True)
    async with playing(match) as pilot:
        await pilot.press("enter")
        await until(pilot, lambda: match.ply >= 2)
        assert match.game.format(match.moves[1]) in ("black", "white")


async def test_analysis_off_hides_score_overlay_and_estimate() -> None:
    async with playing(new_match(), settings=Settings(analysis=False)) as pilot:
        await enter(pilot, FIRST)
        screen = table(pilot)
        assert not screen.judged
        await pilot.press("o", "a")
        assert screen.board.overlay is None
        await pilot.press("v")
        assert screen.query_one(ContentSwitcher).current == "moves"
        await pilot.press("A", "o")
        assert screen.board.overlay is not None


async def test_an_estimate_tints_the_board_until_it_is_switched_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tints: list[object] = []
    tint = BoardView.set_estimate
    monkeypatch.setattr(
        BoardView, "set_estimate", lambda board, owner: (tints.append(owner), tint(board, owner))
    )
    async with playing(new_match()) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: tints)
        assert tints[-1].shape == (25, 2)
        await pilot.press("a")
        assert tints[-1] is None


async def test_help_shows_rules_and_keys() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(pilot.app.screen, HelpScreen)
        await pilot.press("k")
        await pilot.press("escape")
        await pilot.pause()
        assert not isinstance(pilot.app.screen, HelpScreen)


async def test_a_new_game_replaces_the_one_on_the_table() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("n")
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        assert form.query_one("#option-size", Input).value == "5"
        form.query_one("#option-size", Input).value = "99"
        await pilot.pause()
        assert "out of range" in str(form.query_one("#fault").render())
        await pilot.press("ctrl+s")
        assert pilot.app.screen is form
        form.query_one("#option-size", Input).value = "7"
        await pilot.press("ctrl+s")
        await pilot.pause()
        session = game(pilot).session
        assert session.match is not match
        assert session.game.options["size"] == 7
        assert len(pilot.app.screen_stack) == 2


async def test_a_bot_that_dies_is_replaced_on_request() -> None:
    match = new_match("human", "mcts:time=60", size=9)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        room = game(pilot).room
        await until(pilot, lambda: game(pilot).session.thinking is not None)
        os.kill(room.thinkers[1].pid, signal.SIGKILL)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("r")
        await until(pilot, lambda: game(pilot).session.thinking is not None)
        os.kill(room.thinkers[1].pid, signal.SIGKILL)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("t")
        await pilot.pause()
        assert match.players == ("human", "human")
        await enter(pilot, SECOND)
        assert match.ply == 2


async def test_an_unexpected_error_ends_without_a_traceback_on_the_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken() -> None:
        raise RuntimeError("a fault in the program")

    apps: list[TermgamesApp] = []

    async def run() -> None:
        async with playing(new_match()) as pilot:
            apps.append(pilot.app)
            table(pilot).call_later(broken)
            await pilot.pause()

    with pytest.raises(RuntimeError):
        await run()
    (app,) = apps
    assert isinstance(app.fault, RuntimeError)
    assert app.return_code == 1
    assert "Traceback" not in capsys.readouterr().err


async def test_highlighting_a_territory_marks_its_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[tuple[int, ...]] = []
    monkeypatch.setattr(BoardView, "set_marks", lambda board, cells, kind: marks.append(cells))
    async with playing(new_match()) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("v")
        await pilot.pause()
        assert table(pilot).query_one(OptionList).has_focus
        assert len(marks[-1]) == 22
        await pilot.press("escape")
        await pilot.pause()
        assert marks[-1] == ()


async def test_a_ghost_on_stones_is_not_complained_of_before_a_key() -> None:
    async with playing(new_match(size=9)) as pilot:
        await pilot.press("t", "enter")
        await pilot.pause()
        assert game(pilot).session.match.ply == 1
        assert "occupied" not in prompt_text(pilot)
        assert table(pilot).board.draft.status == "refused"
        await pilot.press("r")
        assert "occupied" in prompt_text(pilot)
        await pilot.press("u")
        await pilot.pause()
        assert "Enter plays it" in prompt_text(pilot)
        assert "Backspace" not in prompt_text(pilot)


async def test_the_prompt_says_whose_stone_comes_next() -> None:
    async with playing(new_match()) as pilot:
        assert "own stone" in prompt_text(pilot)
        await pilot.press("x")
        assert "next  ○  enemy stone" in prompt_text(pilot)
        await pilot.press("enter")
        assert "own 0/2, enemy 1/1" in prompt_text(pilot)
        assert "next  ●  own stone" in prompt_text(pilot)


@pytest.mark.parametrize("stamp", [False, True])
async def test_a_hint_is_shown_and_taken_up(stamp: bool) -> None:
    match = new_match()
    async with playing(match) as pilot:
        screen = table(pilot)
        if stamp:
            await pilot.press("t")
        await pilot.press("i")
        line = screen.query_one("#thinking")
        assert "Looking for a hint" in str(line.render())
        await until(pilot, lambda: "Hint:" in str(line.render()))
        assert match.ply == 0
        assert "win share" in str(line.render())
        await pilot.press("i")
        await pilot.pause()
        assert screen.board.stamping == stamp
        draft = screen.board.draft
        assert draft.status == "complete"
        assert match.game.format(draft.move) in str(line.render())
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1
        assert "Hint:" not in str(line.render())


async def test_no_hint_with_analysis_off_and_none_after_the_end() -> None:
    match = new_match()
    async with playing(match, settings=Settings(analysis=False)) as pilot:
        await pilot.press("i")
        assert table(pilot)._analyst is None
        await pilot.press("A", "p", "p")
        await pilot.pause()
        await pilot.press("p")
        await pilot.pause()
        assert match.over
        await pilot.press("i")
        assert table(pilot)._analyst is None


async def test_an_analyst_that_dies_is_told_and_replaced_when_wanted() -> None:
    async with playing(new_match(size=13)) as pilot:
        screen = table(pilot)
        await pilot.press("i")
        analyst = screen._analyst
        assert analyst is not None
        os.kill(analyst._process.pid, signal.SIGKILL)
        await until(pilot, lambda: screen._analyst is None)
        assert any(note.title == "No analysis" for note in pilot.app._notifications)
        assert not str(screen.query_one("#thinking").render())
        await pilot.press("i")
        await until(pilot, lambda: "Hint:" in str(screen.query_one("#thinking").render()))


async def test_what_is_liked_outlasts_the_game_and_the_run() -> None:
    async with playing(new_match()) as pilot:
        await pilot.press("t", "B", "D", "C", "A")
        await pilot.pause()
    kept = preferences.load()
    look = looks(2, "bw")[1].name
    assert kept == Preferences("termgames-light", look, ascii=True, analysis=False, stamp=True)
    async with playing(new_match()) as pilot:
        screen = game(pilot)
        assert not pilot.app.current_theme.dark
        assert screen.board.stamping
        assert screen.board.look.name == look
        assert screen.board.glyphs.name == "ascii"
        assert not screen.analysis
        await pilot.press("t", "A")
        await pilot.press("n", "ctrl+s")
        await pilot.pause()
        assert game(pilot) is not screen
        assert not game(pilot).board.stamping
        assert game(pilot).analysis


async def test_the_command_line_outweighs_what_is_kept_and_is_not_kept() -> None:
    settings = Settings(ascii=True, analysis=False, theme="termgames-light")
    async with playing(new_match(), settings=settings) as pilot:
        assert not game(pilot).analysis
        await pilot.press("t")
        await pilot.pause()
    assert preferences.load() == Preferences(stamp=True)


async def test_a_game_goes_on_where_nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/below")
    async with playing(new_match()) as pilot:
        await pilot.press("t", "t", "t")
        await pilot.pause()
        told = [note for note in pilot.app._notifications if "not kept" in note.title]
        assert len(told) == 1
        assert game(pilot).board.stamping


async def test_undo_from_the_end_gives_the_board_back() -> None:
    match = new_match()
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        await pilot.press("p", "p")
        await pilot.pause()
        if not match.over:
            await pilot.press("p")
            await pilot.pause()
        screen = table(pilot)
        assert match.over
        assert screen.board.overlay is not None
        assert screen.query_one(ScoreList).highlighted is None
        await pilot.press("u")
        await pilot.pause()
        assert not match.over
        assert screen.board.has_focus
        assert screen.board.overlay is None
        assert screen.query_one(ContentSwitcher).current == "moves"


async def test_a_move_typed_without_a_pause_is_not_lost() -> None:
    match = new_match()
    async with playing(match) as pilot:
        app = pilot.app
        for char in "ma1,b1,c1":
            app.post_message(events.Key({",": "comma"}.get(char, char), char))
        await pilot.pause()
        line = table(pilot).query_one(MoveEntry).query_one(Input)
        await until(pilot, lambda: line.value == "a1,b1,c1")
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1


async def test_a_pasted_move_opens_the_line() -> None:
    match = new_match()
    async with playing(match) as pilot:
        pilot.app.post_message(events.Paste("a1,b1,c1\nrubbish\n"))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert match.ply == 1
        pilot.app.post_message(events.Paste("x" * 10_000))
        await pilot.pause()
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert match.ply == 1
        assert table(pilot).board.has_focus


async def test_no_stones_are_laid_while_the_komi_is_asked_for() -> None:
    async with playing(new_match(pie=True)) as pilot:
        await pilot.press("escape", "t", "enter")
        await pilot.pause()
        board = table(pilot).board
        assert not board.draft.picks
        assert all(board.render_line(y).text.count("◍") == 0 for y in range(5))


async def test_a_broken_bot_may_wait_while_the_player_looks_around() -> None:
    match = new_match("human", "mcts:time=60", size=9)
    async with playing(match) as pilot:
        await enter(pilot, FIRST)
        room = game(pilot).room
        await until(pilot, lambda: game(pilot).session.thinking is not None)
        os.kill(room.thinkers[1].pid, signal.SIGKILL)
        await until(pilot, lambda: isinstance(pilot.app.screen, ChoiceDialog))
        await pilot.press("escape")
        await pilot.pause()
        assert match.players[1] == "mcts:time=60"
        assert "stopped working" in prompt_text(pilot)
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("t")
        await pilot.pause()
        assert game(pilot).session.can_play


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_a_whole_game_by_mouse(options: dict[str, int]) -> None:
    match = new_match(**options)
    async with playing(match) as pilot:
        board = table(pilot).board
        while not match.over:
            move = match.game.legal_moves(match.state)[-2]
            cells, ply = match.game.cells_of(move), match.ply
            for cell in (*cells, cells[-1]):
                column, row = board.place_of(cell)
                await pilot.click(BoardView, offset=(column, row))
            await pilot.pause()
            assert match.ply == ply + 1, prompt_text(pilot)
        assert "wins" in prompt_text(pilot)


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_a_whole_game_by_the_stamp(options: dict[str, int]) -> None:
    match = new_match(**options)
    async with playing(match) as pilot:
        await pilot.press("t")
        board = table(pilot).board
        while not match.over:
            ply, move = match.ply, match.game.legal_moves(match.state)[-2]
            board.take_up(move)
            await pilot.press("r", "R", "e", "e", "e", "enter")
            await pilot.pause()
            assert match.ply == ply + 1, prompt_text(pilot)
            assert match.moves[-1] == move


async def test_a_right_click_changes_the_next_stone_and_then_the_odd_one() -> None:
    async with playing(new_match()) as pilot:
        board = table(pilot).board
        place = board.place_of(0)
        await pilot.click(BoardView, offset=place, button=3)
        assert "enemy stone" in prompt_text(pilot)
        await enter(pilot, FIRST)
        await pilot.press("t", "t")
        for cell in (20, 21, 22):
            await pilot.click(BoardView, offset=board.place_of(cell))
        before = board.draft.picks
        await pilot.click(BoardView, offset=board.place_of(22), button=3)
        await pilot.pause()
        assert board.draft.status == "complete"
        assert board.draft.picks != before


async def test_a_folder_that_goes_away_is_told_once_and_stays_in_sight(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    async with playing(new_match(), folder / "game.tgr") as pilot:
        title = table(pilot).query_one("#title")
        await enter(pilot, FIRST)
        assert "NOT SAVED" not in str(title.render())
        (folder / "game.tgr").unlink()
        folder.rmdir()
        await enter(pilot, SECOND)
        await pilot.press("p")
        await pilot.pause()
        assert "NOT SAVED" in str(title.render())
        told = [note for note in pilot.app._notifications if "not saved" in note.title]
        assert len(told) == 1
        folder.mkdir()
        await pilot.press("u")
        await pilot.pause()
        assert "NOT SAVED" not in str(title.render())
        assert store.read(folder / "game.tgr").ply == 2
