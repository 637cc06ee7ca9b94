"""Hints, estimates, candidates and openings at the table, and switching all analysis off; the
position for others, and screenshots."""

from __future__ import annotations

import os
import queue
import re
import signal
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from termgames import paths
from termgames.core.two_player import PASS
from termgames.play import store
from termgames.play.advice import Advice, Estimate, Glance
from termgames.play.events import Answer
from termgames.play.match import Match, Terms
from termgames.play.openings.found import Openings
from termgames.play.sitting.live import Live
from termgames.search.limits import Thought
from termgames.tui import analyst as analyst_module
from termgames.tui.analyst import Analyst
from termgames.tui.preferences import Preferences
from termgames.tui.table.analysis import Analysis
from termgames.tui.widgets.candidates import CandidateList
from tests.play.openings.support import board, tree
from tests.tui.scenes import scenes

from .support import LINES, act, acted, stage, table, until

RECORD = Path(__file__).parents[2] / "golden" / "mitropia.tgr"
FIRST, SECOND = (",".join(line) for line in LINES)


def rated(pilot: Any, _: str) -> None:
    """From now on nobody is helped."""
    pilot.app.opener.open_game(Match(board(), ("human", "human"), 1, terms=Terms(rated=True)), None)


OWN = {
    "asked": lambda pilot: table(pilot).table.analysis.analyst,
    "clip": lambda pilot: pilot.app.clipboard,
    "list": lambda pilot: table(pilot).query_one(CandidateList).render().plain,
    "estimate": lambda pilot: table(pilot).board.canvas._estimate is not None,
    "marks": lambda pilot: len(table(pilot).board.input.highlights.hints),
    "opened": lambda pilot: table(pilot).table.tabs.query_one("#opened").content,
    "comment": lambda pilot: table(pilot).query_one("#comment").render(),
}
HINTED = """
    == a hint is shown and taken up | play plurality
    t i   | hint: Looking for a hint
          | hint: Hint: ; plies = 0 ; hint: to win
    i     | draft = complete ; hint!: takes it up ; keys!: Take the hint
    enter | plies = 1 ; hint!: Hint:
"""
WALKED = """
    == candidates are numbered and their lines walked through at {0} | play plurality {0}
    advise: 1 | !~table.analysis.line_number ; tab = moves
    a     | tab = candidates ; labels = b3 2 50% +4.0 / c3 1 60% +4.0
          | #candidates: 1 c3,c4,d4 60% +4.0 ; #candidates: 2 b3,b4,b5 50%
    2     | ghosts = {1} ; labels: d4 2 ; hint: Line 2: b3,b4,b5
    2     | !ghosts ; labels: c3 1
    1     | ghosts: c3,c4,d4
    enter | screen = ReplayScreen ; plies = 3 ; ply = 1 ; comment: 60%
    full_stop q | screen = GameScreen ; plies = 0
    escape      | !~table.analysis.line_number
    a           | labels = ; tab = moves ; prompt: Place a tromino
"""
test_scenes = acted(
    HINTED
    + "".join(WALKED.format(size, SECOND) for size in ("60x24", "120x40"))
    + """
    == analysis off hides score and overlay and estimate and gives no hint | play plurality off
    type:a1,b1,c1 o a | !overlay ; !analysis
    v i               | tab = moves ; !asked
    A o               | overlay ; analysis
    p p               | over
    i                 | !asked
    == the diagram is copied | play plurality + d3,c4,d4 a3,b3,a4
    Y | clip: after move 2: 2. white a3,b3,a4 ; clip: a b c d e
    == both keys work in a record too | replay plurality
    Y | clip: the beginning
    I | told: The picture is in
    == candidates tell what they lose | play plurality 120x40
    advise: a | list: 60% ; list: wins
    W Y       | list: against 1 ; list: +0% ; list: -10% ; clip: 1 c3,c4,d4 +0%
    W         | list: 50%
    a Y       | clip!: %
    == an estimate is marked on the board | play plurality + a1,b1,c1
    advise: a | estimate
    a         | !estimate
    == a territory is | play plurality + a1,b1,c1 a3,b3,c3 a5,b5,c5
    v      | tab = moves
    o v    | tab = score ; marks != 0
    escape | marks = 0
    == a click on a candidate shows its line | play plurality 120x40 + c3,c4,d4
    play:a3,b3,a4 less_than_sign advise: a | tab = candidates ; ply = 0
    second:           | ~table.analysis.line_number = 2
    == a line is walked through as the table is shown | play plurality
    C B advise: a 1 enter | screen = ReplayScreen ; ~table.analysis_shown
                          | ~table.appearance.ascii ; ~table.appearance.look.name != plain
    == the tab of openings follows the game and numbers moves on the board | play majorities 110x40
    percent_sign | tab = openings
                 | opened: Black to move, 100 games: wins 52%, +0.1 points
                 | opened: 1 a2 60 55% +0.3 a3,b3; d4,e2
                 | labels: a2 1 ; labels: c1 2 ; labels: a1 3
    type:b1      | opened: White to move, 45 games
    percent_sign | tab = moves ; !labels
    type:a1,a3 percent_sign |
                 | opened = No game of the tree went on from here; it is of 100 games.
    rated: percent_sign | tab = moves ; !opened ; !labels
    == without a tree it says so | play majorities size=4 110x40
    percent_sign | opened: There are no openings for this board ; tabs!: openings
    == nobody is helped where analysis is off | play majorities off 110x40
    percent_sign   | tab = moves
    A percent_sign | tab = openings
    advise:a1 a    | labels: a1 1
    A              | tab = moves ; !labels
    """,
    OWN,
    {
        "rated": rated,
        "second": lambda pilot, _: pilot.click("#candidates", offset=(3, 2)),
    },
)


def known(pilot: Any) -> str:
    """The plies of which it is known who wins."""
    return " ".join(map(str, sorted(table(pilot).sitting.shown.estimates)))


@pytest.mark.parametrize(
    ("opening", "rows"),
    scenes("""
    == all positions are analysed unasked and what is taken back is forgotten \
      | play plurality seats=human,human size=6
                  | known = 0
    type:d3,c3,e3 | known = 0 1
    u             | known = 0 ; plies = 0
    a             | list: c ; known = 0
    == so is the rest of a record | replay plurality size=6 + d3,c3,e3 b4,b5,a4
                  | known = 0 1 2
    == a bot that thinks goes first | play plurality size=6 seats=human,bot:9
                  | known = 0
    type:d3,c3,e3 | known = 0
    == nothing is analysed where analysis is off | play plurality off size=6
                  | known =
    """),
)
async def test_who_wins_is_known(opening: str, rows: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analysis, "unasked", True)
    async with stage(opening) as pilot:
        await act(pilot, rows, OWN | {"known": known})


@pytest.fixture(autouse=True)
def _small_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest board of Majorities has a tree."""
    known = lambda game: Openings(game, tree()) if game.options == board().options else None  # noqa: E731
    monkeypatch.setattr("termgames.play.openings.found.of_game", known)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
async def test_an_analyst_that_dies_or_hangs_is_told_and_replaced_when_wanted(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyst_module, "PATIENCE", 0.5)
    async with stage("play plurality size=13") as pilot:
        await act(pilot, "i | asked", OWN)
        os.kill(OWN["asked"](pilot)._child.pid, number)
        own = {"titles": lambda pilot: [each.title for each in pilot.app._notifications]}
        await act(pilot, "| !asked ; hint = ; titles: No analysis", OWN | own)
        monkeypatch.setattr(analyst_module, "PATIENCE", 60.0)
        await act(pilot, "i | hint: Hint:")


def test_the_analyst_is_told_what_the_player_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game of three with hidden hands, looked at backwards."""
    sent, asked = list[Any](), 0
    child = SimpleNamespace(
        ask=lambda serial, state: sent.append(state), stop=int, read=lambda: None
    )
    nowhere = SimpleNamespace(set_timer=lambda *_: None, post_message=lambda *_: None)
    desk: Any = SimpleNamespace(
        preferences=Preferences(),
        screen=nowhere,
        post=nowhere.post_message,
        app=SimpleNamespace(is_web=False),
    )
    monkeypatch.setattr(Analysis, "_start", lambda self: Analyst(child, nowhere))
    monkeypatch.setattr(Analysis, "unasked", True)
    match = store.read(RECORD, draws=False)
    states = [(ply, match.actor(ply), match.state_at(ply)) for ply in range(match.ply)]
    view = match.game.view
    hidden = [ply for ply, seat, state in states if seat >= 0 and view(state, seat) != state]
    for at in hidden[::-12]:
        match.undo(at)
        for humans in ((0,), (1, 2), (0, 1, 2)):
            bots: Any = {seat: SimpleNamespace() for seat in {0, 1, 2}.difference(humans)}
            sitting = Live(match, bots=bots)
            analysis = Analysis(sitting, SimpleNamespace(), desk)
            analysis.running = True
            for ply in (at, at // 2, 0):
                sitting.shown.look(ply)
                sent.clear()
                analysis.analyst = None
                analysis.consult()
                assert len(sent) <= 1
                for question in sent:
                    glance = isinstance(question, Glance)
                    to_act = match.actor(question.ply if glance else ply)
                    state = question.view if glance else question
                    assert to_act in humans, "nothing about another's turn"
                    assert view(state, to_act) == state, "no hand but its own"
                    asked += 1
    assert asked > 10


async def picture(pilot: Any, keys: str) -> str:
    """What is saved by these keys."""
    before = {*paths.user_pictures().glob("*.svg")}
    await act(pilot, keys)
    await until(pilot, lambda: {*paths.user_pictures().glob("*.svg")} - before)
    (file,) = {*paths.user_pictures().glob("*.svg")} - before
    await act(pilot, f"| told: The picture is in {file}.")
    return file.read_text()


async def test_the_picture_is_saved_with_what_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """As SVG where the packages for others are missing; never over an old file."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    async with stage("play plurality + d3,c4,d4 a3,b3,a4") as pilot:
        bare, owned = await picture(pilot, "I"), await picture(pilot, "o I")
        assert ElementTree.fromstring(bare) is not None
        assert len(re.findall('<rect x="-(3.2|6.4)"', bare)) < len(re.findall('rect x="-', owned))
    async with stage("play plurality 120x40") as pilot:
        await act(pilot, "advise: a | list: 60%\nW | list: +0%", OWN)
        best = await picture(pilot, "I")
        assert best.count('r="13.5"') == 2
        assert ">+0%<" in best


async def test_a_screenshot_finds_a_folder_or_says_why_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "none"
    async with stage("play plurality 100x40") as pilot:
        for folder, place in ((tmp_path, tmp_path), (gone, paths.user_data() / "screenshots")):
            monkeypatch.setenv("XDG_DOWNLOAD_DIR", str(folder))
            path = Path(pilot.app.deliver_screenshot())
            await act(pilot, f"| told: {path}")
            assert (path.parent, path.read_text("utf-8")[:4]) == (place, "<svg")
        await act(pilot, f"| told: Cannot write to {gone}: No such file or directory.")
        monkeypatch.setenv("TERMGAMES_DATA", "~nobody-of-that-name")
        pilot.app.clear_notifications()
        assert pilot.app.deliver_screenshot() is None
        await act(pilot, f"| told: {gone}: No such file or directory.")
        (note,) = pilot.app._notifications
        assert (note.severity, note.message.count("\n")) == ("error", 1)


async def test_a_hint_is_not_asked_about() -> None:
    """White's pass ends the game, which he does not win: it is asked about, but not as a hint."""
    async with stage("play plurality size=5 komi=-5.5") as pilot:
        await act(pilot, "p enter | plies = 1")
        await act(pilot, "p | screen = ChoiceDialog\n escape | plies = 1")
        table(pilot).table.analysis.hint.lay(Thought(PASS))
        await act(pilot, "p | plies = 2 ; screen = GameScreen")


async def test_advice_leaves_what_is_known_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    estimate = Estimate((1.0, 0.0), known="Black wins in 3 turns")
    async with stage("play plurality") as pilot:
        shown, analysis = table(pilot).sitting.shown, table(pilot).table.analysis
        advice = Advice(None, (1.0, 0.0), score=(9.0, 3.0), estimate=estimate, settled=True)
        state = shown.position
        analysis.analyst = SimpleNamespace(asked=state, answered=int, rest=int, close=int)
        reported = Analyst.Reported(analysis.analyst, state, advice, final=True)
        monkeypatch.setattr(analysis, "_question", lambda: None)
        assert analysis.on_report(reported)
        assert shown.estimates == {0: estimate}


def test_what_the_bot_says_of_a_question_that_is_open_no_more_is_dropped() -> None:
    said: queue.Queue[Any] = queue.Queue()
    posted: queue.Queue[Any] = queue.Queue()
    asked: list[int] = []
    reads = threading.Semaphore(0)

    def read() -> Any:
        reads.release()
        return said.get()

    child = SimpleNamespace(
        ask=lambda number, question: asked.append(number), read=read, stop=lambda: None
    )
    target = SimpleNamespace(set_timer=lambda *_: None, post_message=posted.put)
    analyst = Analyst(child, target)  # type: ignore[arg-type]
    analyst.ask("first")
    analyst.rest()
    said.put(Answer(asked[-1], "late"))
    for _ in range(2):  # the second time the late answer has been looked at
        assert reads.acquire(timeout=10)
    assert posted.empty()
    analyst.ask("second")
    said.put(Answer(asked[-1], "in time"))
    said.put(None)
    reported = posted.get(timeout=10)
    assert (reported.question, reported.answer) == ("second", "in time")
