"""Playing on the screen with the keys a player uses: Plurality, Pletore, Tri-Color; moves typed and
pasted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets._toast import Toast

from termgames.play import store
from termgames.tui.board import BoardView
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList
from tests.tui.board.support import place_of

from .support import WORDS, act, acted, match_of, playing, seated, stage, table


async def click(pilot: Any, said: str) -> None:
    """Clicks on points, with the right button `3:c3`."""
    board = table(pilot).board
    for name in said.split(","):
        button, _, name = name.rpartition(":")
        spot = place_of(board, board.game.topology.cell(name))
        await pilot.click(BoardView, offset=spot, button=int(button or 1))


def paste(pilot: Any, text: str) -> None:
    """A text at once; `long` is a very long one."""
    pilot.app.post_message(events.Paste("x" * 10_000 if text == "long" else f"{text}\nrubbish\n"))


def coloured(pilot: Any) -> str:
    names = table(pilot).board.game.topology.names
    proposed = table(pilot).board.input.highlights.proposed
    return " ".join(sorted(names[pick.cell] + "*" * pick.colour for pick in proposed))


OWN = {
    "mark": lambda pilot: table(pilot).board.canvas._scene.cursor,
    "marked": lambda pilot: table(pilot).query_one("ScoreList").highlighted,
    "scrolled": lambda pilot: pilot.app.screen.query("#rules-0 VerticalScroll").first().scroll_y,
    "control": lambda pilot: (
        f"{shown.name} {shown.marked}" if (shown := table(pilot).board.canvas.overlay) else ""
    ),
    "question": lambda pilot: table(pilot).query("QuestionBox"),
    "coloured": coloured,
    "value": lambda pilot: table(pilot).query_one("#entry Input").value,
    "answering": lambda pilot: table(pilot).query_one("QuestionBox Input").has_focus,
}
VERBS = {
    "put": lambda pilot, name: act(pilot, f"walk:{name} enter |"),
    "move": lambda pilot, _: pilot.click(MoveList, offset=(3, 0)),
    "mouse": click,
    "scroll": lambda pilot, _: [pilot.app.screen.action_scroll(1) for _ in range(5)] and None,
    "paste": paste,
}
THREE = "tricolor dead-stones=agree +"
test_scenes = acted(
    f"""
    == a refusal is forgotten | play plurality + a1,b1,c1
    walk:a1 enter           | faults ; prompt: occupied
    left                    | !faults ; prompt!: occupied
    walk:a1 enter backspace | !faults
    walk:a1 enter t         | !faults
    t walk:a1 enter escape  | !faults
    == a pass that would lose is asked twice | play plurality komi=-9.5 + c4,c5,d5 a1,b1,c1 pass
    p | screen = ChoiceDialog ; !over
    2 | over
    == looking back and on and clicking a move | play plurality + a1,b1,c1 a3,b3,c3
    comma             | ply = 1 ; prompt: After turn 1 of 2
    enter             | plies = 2
    less_than_sign    | ply = 0
    move:             | ply = 1
    greater_than_sign | present
    == help shows rules and keys | play plurality
    question_mark     | screen = HelpScreen
    scroll:           | scrolled = 5.0
    k escape          | screen = GameScreen
    == a ghost on stones is not complained of before a key | play plurality size=9
    t enter | plies = 1 ; prompt!: occupied ; draft = refused
    r       | prompt: occupied
    u       | prompt: Enter plays it ; prompt!: Backspace
    == undo from the end gives the board back | play plurality + a1,b1,c1
    p p p | over ; overlay ; marked = None ; tab = score
    down  | marked = 1
    u     | !over ; focus = board ; !overlay ; tab = moves
    == the cursor is seen where something can be picked | play plurality + a1,b1,c1
                      | mark != None
    comma             | mark = None
    greater_than_sign | mark != None
    resign:           | mark = None
    == a right click changes the next stone and then the odd one | play plurality
    x enter           | prompt: own 0/2, enemy 1/1 ; prompt: next ● own stone
    escape            |
    mouse:3:a1        | prompt: enemy stone
    type:a1,b1,c1 mouse:a5,b5,c5 | picks = a5 b5 c5
    mouse:3:c5        | draft = complete
    == a typed move is judged at every key | play plurality
    m a 1 comma a 3 comma c 1 | #entry_Static: do not connect
    enter                     | plies = 0 ; @#entry
    escape                    | !@#entry ; focus = board
    type:nonsense             | plies = 0 ; #entry_Static: is no move
    == typed stones are shown each in its colour | play plurality
    m a 1 comma b 1 comma c 1 | coloured = a1 b1 c1*
    backspace                 | coloured =
    escape                    | hints =
    == a move typed without a pause is not lost | play plurality
    m&a&1&comma&b&1&comma&c&1 | value = a1,b1,c1
    enter                     | plies = 1
    == a pasted move opens the line | play plurality
    paste:a1,b1,c1 enter    | plies = 1
    paste:long enter escape | plies = 1 ; focus = board
    == the komi is named and the side is picked beside the board | play plurality pie=yes
                             | answering
    escape t enter tab       | !picks ; text!: ◍
    fill:QuestionBox_Input=7 enter | moves = komi 7
    2                        | moves = komi 7 white ; !question ; focus = board
    == one key places a stone and replaces one | play pletore komi=5 + c5 c3 a3 e1
    put:c3 | moves: c3 ; plies = 5 ; stones = 4
    put:e5 | last = e5 ; stones = 5
    == the button lies beside the board and b takes it | play pletore komi=5 + c3
      | panel: ◉ button ; prompt: take the button ; ?take
    b | last = button ; panel!: button ; panel: ◉ ; !?take
    u | panel: button
    == without a button there is no key for it | play pletore komi=4
    b | plies = 0 ; told = This game has nothing to take beside the board. ; !?take
    p | plies = 0 ; prompt: neither controls a1, b1
    == why a point is refused is marked | play pletore komi=5 + c5 e1 a3
    put:c3 | plies = 3 ; prompt: black controls c3: it is pinched from a3 and c5
    == overlays go round through both sides and either | play pletore komi=5 + c5 c3 a3
    o | control = control (12,)
    o | control = black's control (12,)
    o | control = white's control ()
    o | control =
    == who declines lets the game go on | play {THREE} c3 c4 c5 pass pass pass
    d 1 | moves: dead none decline ; !question ; ~table.position.may_place
    == three at a keyboard agree on dead stones | play kept {THREE} c3 c4 a1 c2 e5
    put:e1 p p p | ~answers.marking
    p      | told = Stones are being marked as dead: d proposes those that you have marked.
           | prompt: d proposes no stone dead ; keys: Mark ; keys: d Propose ; keys!: Place
    put:b2 | prompt: empty
    put:c2 | prompt: 2 stones dead. Then alpha 0, beta
    put:c3 | prompt: d proposes no stone dead
    put:e5 | plies = 9
    d      | last = dead e5 ; ~board.canvas.overlay.marked = (24,) ; panel: Beta
    2      | prompt: beta agreed
    2      | over ; prompt: agree ; prompt: Alpha ; prompt: Gamma ; tab = story
    u      | !over ; question
    """,
    OWN,
    VERBS,
)


async def test_bots_take_part_in_the_agreement() -> None:
    match = match_of("tricolor dead-stones=agree seats=human,bot:1,bot:1 + c3 c4 c5")
    async with seated(match) as pilot:
        await act(pilot, "p | can_play ; plies = 6\nd | over ; moves: dead none agree agree")


async def by_mouse(pilot: Any, move: Any) -> None:
    board = table(pilot).board
    cells = board.game.cells_of(move)
    for cell in (*cells, cells[-1]):
        await pilot.click(BoardView, offset=place_of(board, cell))


async def by_stamp(pilot: Any, move: Any) -> None:
    board = table(pilot).board
    if not board.stamping:
        await pilot.press("t")
    board.take_up(move)
    await pilot.press("r", "R", "e", "e", "e", "enter")


@pytest.mark.parametrize(
    ("way", "options"), [(by_mouse, ""), (by_mouse, "hex=3"), (by_stamp, ""), (by_stamp, "hex=3")]
)
async def test_a_whole_game(way: Any, options: str, tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    async with playing(match_of(f"plurality {options}"), path) as pilot:
        match = table(pilot).sitting.shown.match
        while not match.over:
            ply, move = match.ply, match.game.legal_moves(match.state)[-2]
            await way(pilot, move)
            await pilot.pause()
            assert match.ply == ply + 1, WORDS["prompt"](pilot)
            assert match.game.format(match.moves[-1]) == match.game.format(move)
        assert "wins" in WORDS["prompt"](pilot)
    assert store.read(path).texts() == match.texts()


@pytest.mark.parametrize("opening", ["size=5 60x24", "size=19 80x24"])
async def test_messages_cover_nothing(opening: str) -> None:
    """In a narrow terminal; beside a board they move nothing, and lie over the lists."""
    async with stage(f"play plurality {opening}") as pilot:
        before = table(pilot).board.canvas.region
        for text in ("short", "long " * 30):
            pilot.app.notify(text, severity="warning")
        await pilot.pause()
        at_table = table(pilot).table
        column, toasts = at_table.column, [each.region for each in pilot.app.screen.query(Toast)]
        lists = () if at_table.narrow else (column.tabs, column.graph)
        beside = [panel for panel in column.children if panel not in lists]
        after = table(pilot).board.canvas.region
        assert (after, len(toasts)) == (before, 2)
        for toast in toasts:
            assert pilot.app.screen.region.contains_region(toast)
            for panel in (at_table.board, *beside, table(pilot).query_one(KeyLine)):
                assert not panel.display or not toast.overlaps(panel.region), panel
