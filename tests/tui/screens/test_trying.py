"""Other moves tried in a game that is looked through: variations, comments, playing on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from termgames.play import store
from termgames.play.locks import FileLock
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.variations import VariationList

from .support import GAME, act, acted, opened, stage, table, told

A, B = GAME[:2]
GOLDEN = Path(__file__).parents[2] / "golden"


def comment(pilot: Any) -> str:
    panel = table(pilot).query_one("#comment")
    return str(panel.render()) if panel.display else ""


def noted(pilot: Any, notes: str) -> None:
    """The record says this after its first move, and is opened anew."""
    lines = notes.replace("_", " ").replace("/", "\n")
    pilot.file.write_text(pilot.file.read_text().replace(f"{A}\n", f"{A}\n{lines}\n"))
    pilot.app.opener.open_replay(store.read(pilot.file, draws=False), pilot.file)


OWN = {
    "listed": lambda pilot: " / ".join(
        str(option.prompt) for option in table(pilot).query_one(VariationList).options
    ),
    "comment": comment,
    "bare": lambda pilot: " ".join(
        line for line in pilot.file.read_text().splitlines()[-6:] if line[0] != "|"
    ),
    "saved": lambda pilot: (
        " ".join(store.read(table(pilot).sitting.keeper.file.path).texts())
        if table(pilot).sitting.keeper.file.path != pilot.file
        else "the record itself"
    ),
    "human": lambda pilot: pilot.app.screen._seat_rows[1].player,
    "rows": lambda pilot: [
        row.option.name for row in pilot.app.screen.query(OptionRow) if row.display
    ],
}
VERBS = {
    "noted": noted,
    "long": lambda pilot, _: pilot.app.screen._text.load_text("x" * 4001),
    "elsewhere": lambda pilot, _: setattr(table(pilot).trying, "_allowed", False),
}
test_scenes = acted(
    f"""
    == a move that differs opens a variation and is kept | replay kept plurality + GAME
    full_stop T place:a1,a2,b1 | ply = 2 ; notes = |1. a1,a2,b1
    type:pass                  | notes = |1. a1,a2,b1 / |2. pass ; !over
                               | moves = {A} a1,a2,b1 pass
    comma comma                | ply = 1
    type:{B}                   | plies = 5
    escape                     | !trying
    down                       | plies = 3
    right left up              | ply = 2 ; plies = 5 ; notes = |1. a1,a2,b1 / |2. pass
    == a variation is deleted when that is confirmed | replay kept plurality + GAME
    T type:pass type:a1,a2,b1 comma delete 1 | notes = |1. pass / |2. a1,a2,b1
    delete 2                   | notes = ; ply = 0 ; ~sitting.tree.notes.count = 0
    == a comment is written and shown | replay kept plurality + GAME
    full_stop w                | screen = CommentDialog
    [ b ] x enter y T ctrl+s   | notes = | [b]x / | yT ; comment = [b]x yT
    comma                      | comment =
    w long: ctrl+s             | screen = CommentDialog
    escape                     | notes = | [b]x / | yT
    == the list of variations leads to each | replay kept plurality + GAME
    noted:|_Hm./|1._pass/|2._pass/|1._a1,a2,b1 | listed = 1 {A} "Hm." / 2 {B} / pass pass / a1,a2,b1
    v        |
    down     | ply = 1 ; plies = 5
    down     | ply = 2 ; plies = 5
    down     | ply = 2 ; plies = 3
    down     | ply = 2 ; plies = 2 ; aside
    escape G | ply = 1 ; !aside
    == a game goes on from a variation and the record stays | replay kept plurality + GAME
    full_stop T type:a1,a2,b1 P | screen = SetupScreen ; !#picture ; human = human
                                | rows = ['manner']
    ctrl+s    | screen = GameScreen ; moves = {A} a1,a2,b1
    type:pass | saved = {A} a1,a2,b1 pass ; notes = |1. a1,a2,b1 ; bare = {" ".join(GAME)}
    == nothing is tried while hands are hidden | replay mitropia map=9x9-cut
    T | !trying ; ~sitting.tree.notes.count = 0
    == nothing is tried in a game played elsewhere | replay kept plurality + GAME
    elsewhere: T w | !trying ; screen = ReplayScreen
    == moves are tried when the game has ended | play kept plurality + {" ".join(GAME[:4])}
    type:{GAME[4]} | over
    T         | screen = ReplayScreen
    comma     | trying
    type:pass | aside ; notes = |1. pass
    q         | screen = GameScreen
    u         | ~sitting.shown.match.ply = 4 ; notes = |1. pass
    """,
    OWN,
    VERBS,
)


async def test_a_long_comment_says_how_to_read_on() -> None:
    words = [f"word{number}" for number in range(60)]
    async with stage("replay plurality + GAME") as pilot:
        table(pilot).sitting.shown.match.notes.read_comment(0, " ".join(words))
        for size in ("60x24", "120x40"):
            await act(pilot, f"size:{size} full_stop comma |")
            shown = table(pilot).query_one("#comment")
            *lines, last = str(shown.render()).splitlines()
            assert 1 <= len(lines) + 1 == shown.size.height <= 5
            assert " ".join(lines).split() == words[: len(" ".join(lines).split())]
            assert last.endswith("more lines: w shows all)")
        await act(pilot, f"w | $_text.text = {' '.join(words)}")


async def test_what_cannot_be_kept_is_said_once(tmp_path: Path) -> None:
    async with stage("replay kept plurality + GAME", tmp_path / "game.tgr") as pilot:
        pilot.file = tmp_path / "game.tgr"
        lock = FileLock(pilot.file)
        lock.take()
        await act(pilot, "T type:pass type:pass | told: What you add here is not")
        assert told(pilot).count("What you add here is not") == 1
        lock.release()
        await act(pilot, "comma type:a1,a2,b1 | notes = |1. pass / |2. pass / |2. a1,a2,b1")


async def test_in_a_finished_game_with_dice_they_fall(tmp_path: Path) -> None:
    file = tmp_path / "game.tgr"
    file.write_bytes((GOLDEN / "mitropia.tgr").read_bytes())
    match = store.read(file, draws=False)
    rolls = [ply for ply in range(match.ply) if match.game.format(match.move_at(ply)) == "roll"]
    async with opened(lambda opener: opener.open_replay(match, file)) as pilot:
        pilot.file = file
        await act(pilot, f"""
            look:{rolls[3]} T type:pass | notes = |1. pass
            r                           | notes: |1. pass / |2. roll / |3.""")  # fmt: skip
        shown = table(pilot).sitting.shown
        assert shown.display.rolled(shown.position)
