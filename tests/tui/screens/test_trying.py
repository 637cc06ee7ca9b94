"""Other moves tried in a game that is looked through: variations, comments, playing on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import TextArea

from termgames import games
from termgames.play import record, store
from termgames.play.locks import FileLock
from termgames.play.match import Match
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.table.comment import CommentDialog
from termgames.tui.widgets.comment_panel import CommentPanel
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.variations import VariationList

from .support import act, enter, game, match_of, opened, playing, table, told, until

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    store.save(match_of(f"plurality + {' '.join(GAME)}"), path)
    return path


def looking(file: Path, size: tuple[int, int] = (80, 24)) -> Any:
    match = store.read(file, draws=False)
    return opened(lambda opener: opener.open_replay(match, file), size)


def notes_in(file: Path) -> str:
    """The lines that are not the game's own."""
    return " / ".join(line for line in file.read_text().splitlines() if line.startswith("|"))


def listed(pilot: Pilot[None]) -> str:
    options = table(pilot).query_one(VariationList).options
    return " / ".join(str(option.prompt) for option in options)


SCENES = {
    "a move that differs opens a variation and is kept": """
    full_stop T place:a1,a2,b1 | ply = 2 ; notes = |1. a1,a2,b1
    type:pass                  | notes = |1. a1,a2,b1 / |2. pass ; !over
                               | moves = d3,c4,d4 a1,a2,b1 pass
    comma comma                | ply = 1
    type:a3,b3,a4              | plies = 5
    escape                     | !trying
    down                       | plies = 3
    right left up              | ply = 2 ; plies = 5
                               | notes = |1. a1,a2,b1 / |2. pass""",
    "a variation is deleted when that is confirmed": """
    T type:pass type:a1,a2,b1 comma delete 1 | notes = |1. pass / |2. a1,a2,b1
    delete 2                                 | notes = ; ply = 0 ; count = 0""",
    "a comment is written and shown": """
    full_stop w                           | screen = CommentDialog
    [ b ] x enter y T ctrl+s              | notes = | [b]x / | yT ; comment = [b]x yT
    comma                                 | comment = None
    w                                     | screen = CommentDialog
    long: ctrl+s                          | screen = CommentDialog
    escape                                | notes = | [b]x / | yT""",
}


@pytest.mark.parametrize("scene", SCENES)
async def test_scene(file: Path, scene: str) -> None:
    own = {
        "notes": lambda _: notes_in(file),
        "count": lambda pilot: table(pilot).sitting.tree.notes.count,
        "comment": lambda pilot: (
            panel.text if (panel := table(pilot).query_one(CommentPanel)).display else None
        ),
    }
    too_long = {"long": lambda pilot, _: pilot.app.screen._text.load_text("x" * 4001)}
    before = file.read_text()
    async with looking(file) as pilot:
        await act(pilot, SCENES[scene], own, too_long)
    bare = [line for line in file.read_text().splitlines() if not line.startswith("|")]
    assert bare == before.splitlines()


async def test_the_list_of_variations_leads_to_each(file: Path) -> None:
    notes = "| Hm.\n|1. pass\n|2. pass\n|1. a1,a2,b1\n"
    file.write_text(file.read_text().replace(f"{GAME[0]}\n", f"{GAME[0]}\n{notes}"))
    async with looking(file) as pilot:
        shown = f'1 {GAME[0]}  "Hm." / 2 {GAME[1]} /   pass pass /   a1,a2,b1'
        assert listed(pilot) == shown
        await act(pilot, """
            v        |
            down     | ply = 1 ; plies = 5
            down     | ply = 2 ; plies = 5
            down     | ply = 2 ; plies = 3
            down     | ply = 2 ; plies = 2 ; aside
            escape G | ply = 1 ; !aside""")  # fmt: skip


async def test_enter_on_a_list_gives_the_keys_back_to_the_board(file: Path) -> None:
    file.write_text(file.read_text().replace(f"{GAME[0]}\n", f"{GAME[0]}\n|1. pass\n"))
    async with looking(file) as pilot:
        await act(pilot, """
            v     | focus = variations ; keys: Board
            enter | focus = board ; tab = moves
            T v   | focus = variations ; keys: Board
            enter | focus = board ; tab = moves
            less_than_sign place:a1,a2,b1 |""")  # fmt: skip
        assert "|1. a1,a2,b1" in notes_in(file)


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
async def test_a_long_comment_says_how_to_read_on(file: Path, size: tuple[int, int]) -> None:
    words = [f"word{number}" for number in range(60)]
    file.write_text(file.read_text().replace("\n\n", "\n\n| " + " ".join(words) + "\n", 1))
    async with looking(file, size) as pilot:
        comment = table(pilot).query_one(CommentPanel)
        *lines, last = str(comment.render()).splitlines()
        assert 1 <= len(lines) + 1 == comment.size.height <= 5
        assert " ".join(lines).split() == words[: len(" ".join(lines).split())]
        assert last.endswith("more lines: w shows all)")
        await pilot.press("w")
        await until(pilot, lambda: isinstance(pilot.app.screen, CommentDialog))
        assert pilot.app.screen.query_one(TextArea).text == " ".join(words)


async def test_what_cannot_be_kept_is_said_once(file: Path) -> None:
    lock = FileLock(file)
    async with looking(file) as pilot:
        lock.take()
        await act(pilot, "T type:pass type:pass | told: What you add here is not")
        assert told(pilot).count("What you add here is not") == 1
        lock.release()
        await act(pilot, "comma type:a1,a2,b1 |")
        assert notes_in(file).count("/") == 2


async def test_a_game_goes_on_from_a_variation_and_the_record_stays(file: Path) -> None:
    async with looking(file) as pilot:
        await act(pilot, "full_stop T type:a1,a2,b1 |")
        before = file.read_text()
        await act(pilot, "P | screen = SetupScreen ; !#picture")
        assert pilot.app.screen._seat_rows[1].player == "human", "who goes on wants to play"
        rows = [row for row in pilot.app.screen.query(OptionRow) if row.display]
        assert [row.option.name for row in rows] == ["manner"], "the game itself is settled"
        await act(pilot, "ctrl+s | screen = GameScreen ; moves = d3,c4,d4 a1,a2,b1")
        await act(pilot, "type:pass | plies = 3")
        saved = game(pilot).sitting.keeper.file
        assert saved is not None
        assert store.read(saved.path).moves == game(pilot).sitting.shown.match.moves
    assert file.read_text() == before
    assert saved.path != file


async def test_moves_are_tried_when_the_game_has_ended(tmp_path: Path) -> None:
    path, match = tmp_path / "game.tgr", match_of(f"plurality + {' '.join(GAME[:4])}")
    async with playing(match, path) as pilot:
        await act(pilot, "type:b5,c5,a5 | over")
        await act(pilot, "T | screen = ReplayScreen")
        await act(pilot, "comma | trying")
        await act(pilot, "type:pass | aside")
        assert notes_in(path) == "|1. pass"
        await act(pilot, "q | screen = GameScreen")
        await act(pilot, "u |")
        assert record.write(match) == record.write(store.read(path))


async def test_nothing_is_tried_while_hands_are_hidden() -> None:
    match = Match(games.create("mitropia", {"players": 2, "map": "9x9-cut"}), ("human",) * 2, 3)
    async with opened(lambda opener: opener.open_replay(match, Path("none.tgr"))) as pilot:
        await act(pilot, "T | !trying")
        assert not match.notes


async def test_in_a_finished_game_with_dice_they_fall(tmp_path: Path) -> None:
    file = tmp_path / "game.tgr"
    file.write_bytes((Path(__file__).parents[2] / "golden" / "mitropia.tgr").read_bytes())
    match = store.read(file, draws=False)
    rolls = [ply for ply in range(match.ply) if match.game.format(match.move_at(ply)) == "roll"]
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        shown = table(pilot).sitting.shown
        shown.look(rolls[3])
        await pilot.press("T")
        await enter(pilot, "pass")
        assert notes_in(file) == "|1. pass"
        assert shown.match.to_act >= 0
        await pilot.press("r")
        assert notes_in(file).startswith("|1. pass / |2. roll / |3.")
        assert shown.display.rolled(shown.position)


async def test_nothing_is_tried_in_a_game_played_elsewhere(file: Path) -> None:
    async with looking(file) as pilot:
        screen = table(pilot)
        assert isinstance(screen, ReplayScreen)
        screen.trying._allowed = False
        await act(pilot, "T w | !trying ; screen = ReplayScreen ; prompt")
