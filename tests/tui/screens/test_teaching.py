"""A teaching game on the screen: what is said of a move, and what can be done about it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from termgames.play import store
from termgames.play.advice import Lesson
from termgames.play.match import Terms
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.tui.analyst import Analyst
from termgames.tui.table.analysis import Analysis

from .support import LocalRoom, acted, match_of, opened, table

RECORD = Path(__file__).parents[2] / "golden" / "mitropia.tgr"
PLANTED, BETTER = "b1,b2,b3", ("b2,c2,a2", "c1,d1,e1")


class Reader:
    """Stands in for the process of the analysis: it hears what it is asked and says nothing by
    itself."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.close, self.rest, self.answered = int, int, int

    def ask(self, question: Any) -> None:
        if question is not self.asked:
            self.heard.append(question)

    @property
    def asked(self) -> Any:
        return self.heard[-1] if self.heard else None


def first(rules: Any, state: Any) -> Any:
    return rules.legal_moves(state)[0]


@asynccontextmanager
async def stage(opening: str, path: Any = None) -> AsyncIterator[Any]:
    """A teaching game with a bot, and what is played in it; `pilot.reader` is the teacher."""
    moves = opening.replace("kept", "").replace("left", "").replace("new", "")
    match = match_of(f"plurality komi=0.5 seats=human,random + d3,d4,d5 b4,b5,a5 {moves}")
    match.terms, reader = Terms(teaching=True), Reader()
    if "left" in opening:
        store.save(match, path)
        match = store.read(path)
    with mock.patch.object(Analysis, "_start", return_value=reader):
        file, room = path and SaveFile(path), LocalRoom(match, first)
        async with opened(lambda opener: opener.open_game(match, file, room), (80, 30)) as pilot:
            pilot.reader = reader
            yield pilot


def say(pilot: Any, what: str) -> None:
    """The teacher says this of the move it was asked about last: a `blunder`, or nothing."""
    match, reader = table(pilot).sitting.shown.match, pilot.reader
    state, line = match.state_at(2), []
    for text in BETTER:
        line.append(match.game.parse(state, text))
        state = match.game.apply(state, line[-1])
    lesson = Lesson(reader.asked.move)
    if what == "blunder":
        told = {"size": "blunder", "share_lost": 0.8, "points_lost": 7.6}
        lesson = Lesson(line[0], (0.9, 0.1), line=tuple(line), **told)
    table(pilot).post_message(Analyst.Reported(reader, reader.asked, lesson, final=True))


OWN = {
    "asked": lambda pilot: " ".join(
        f"{each.ply} {each.bots[0]} {table(pilot).board.game.format(each.move)}"
        for each in pilot.reader.heard
    ),
    "file": lambda pilot: store.read(pilot.file).terms.teaching,
}
VERBS = {
    "say": say,
    "late": lambda pilot, _: table(pilot).sitting.taught.take(
        table(pilot).sitting.taught.move, None
    ),
    "teach": lambda pilot, _: table(pilot).action_run("teach"),
}
TOLD = "prompt: that was a blunder"
test_scenes = acted(
    f"""
    == a blunder is told and explained and taken back | new
    type:{PLANTED} | plies = 3 ; prompt: Random looks at your move
                | asked = 2 random {PLANTED}
    say:blunder | {TOLD} ; prompt: gives away 80% of the win, about 8 points ; plies = 3
    3           | ply = 2 ; ghosts = b2,c2,a2,c1,d1,e1 ; hint: Better: b2,c2,a2 ; {TOLD}
    1           | plies = 2 ; can_play ; !~sitting.lesson ; prompt: Place a tromino ; !ghosts
    == the game goes on when the player answers | new
    type:{PLANTED} say:blunder 3 2 | plies = 4
    say:blunder                    | !~sitting.lesson
    == the game goes on by a key | new
    type:{PLANTED} s | plies = 4
    say:blunder      | !~sitting.lesson
    == the game goes on when nothing is said or too late | new
    type:{PLANTED} say:nothing | plies = 4 ; !~sitting.lesson
    u type:{PLANTED} late:     | plies = 4
    == a pass that ends the game can be taken back | a1,a2,b1 pass
    type:pass   | over ; asked = 4 random pass
    say:blunder | {TOLD}
    1           | plies = 4 ; !over ; can_play
    == a move that was left before it was answered is looked at again | kept left {PLANTED}
                | asked = 2 random {PLANTED} ; plies = 3
    say:blunder | {TOLD}
    1           | plies = 2
    == a move that was answered is not | kept left {PLANTED} e1,e2,d1
      | asked = ; plies = 4
    == the palette switches teaching and the save keeps it | kept
           | #players: Teaching
    teach: | #players!: Teaching ; !file
    teach: | #players: Teaching ; file
    """,
    OWN,
    VERBS,
    stage,
)


def test_the_teacher_is_told_what_the_player_knew() -> None:
    """A record with hidden hands is played again; no hand but the player's own is told."""
    match = store.read(RECORD)
    match.undo(0)
    match.players, match.terms = ("human", "bot:1", "bot:1"), Terms(teaching=True)
    bot: Any = SimpleNamespace(ask=lambda *asked: None, stop=lambda: None)
    sitting, told, secret = Live(match, bots={1: bot, 2: bot}), 0, 0
    while match.undone:
        move = match.undone[-1]
        if match.to_act == 0 and sitting.can_play:
            whole = match.state
            assert sitting.play(move) is None
            if (to_judge := sitting.taught.move) is not None:
                assert match.game.view(to_judge.position, 0) == to_judge.position
                told, secret = told + 1, secret + (to_judge.position != whole)
                sitting.taught.go_on()
        else:
            match.submit(move)
            sitting.thinkers.cancel()
    assert told > 20
    assert secret
