"""A review on the screen: it is begun and stopped, marks the mistakes, and is kept."""

from __future__ import annotations

import queue
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from termgames.play import store
from termgames.play.advice import Estimate
from termgames.play.events import Answer, Failed, Progress, Reply
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import review_file
from termgames.study.review import Finding
from termgames.study.roles import Found
from termgames.study.told_shares import ToldShares
from termgames.tui.table import review_texts, reviewing
from termgames.tui.widgets.findings import FindingList
from termgames.tui.widgets.moves import MoveList

from .support import GAME, act, match_of, opened, playing, prompt_text, table, until


def finding(ply: int, lost: float, best: str = "") -> Finding:
    losses, line = (lost, lost), (best, "a5,b5,b4") if best else (GAME[ply],)
    seat, name = ply % 2, ("black", "white")[ply % 2]
    return Finding(ply, seat, name, GAME[ply], best or GAME[ply], line, 0.6, losses, 2.5)


FINDINGS = [
    finding(0, 0.0),
    finding(1, 0.12, "a1,a2,b1"),
    finding(2, 0.02, "a1,a2,b1"),
    finding(3, 0.9, "b5,c5,a5"),
    None,
]


class Process:
    """What a review's process would say, as soon as a test lets it."""

    made: ClassVar[list[Process]] = []

    def __init__(
        self, match: Match[Any, Any], plies: list[int], limit: Limit, *, deeper: bool
    ) -> None:
        self.plies, self.limit, self.deeper, self.closed = plies, limit, deeper, False
        self.said: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        self.made.append(self)

    def read(self) -> Reply | None:
        return self.said.get()

    def close(self) -> None:
        self.closed = True
        self.said.put(None)


@pytest.fixture(autouse=True)
def processes(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(Process, "made", [])
    monkeypatch.setattr(reviewing, "reviewer", Process)
    return Process.made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    store.save(match_of(f"plurality + {' '.join(GAME)}"), path)
    return path


def kept(file: Path, found: Any = (), seconds: float = 1.0) -> Path:
    """The game with a review that is kept: all of it, or these findings by ply."""
    saved = review_file.ReviewFile(file, store.read(file), Limit(seconds))
    for ply, each in dict(found or enumerate(FINDINGS)).items():
        saved.add(ply, each)
    return file


def replaying(file: Path, size: tuple[int, int] = (100, 34)) -> Any:
    return opened(lambda opener: opener.open_replay(store.read(file), file), size)


def say(process: Any, *found: tuple[int, Any], end: Any = ()) -> None:
    """What a process has found, and how it ends."""
    for ply, each in found:
        process.said.put(Progress(0, Found(ply, each)))
    if end != ():
        process.said.put(end)


OWN = {
    "marks": lambda pilot: pilot.app.screen.query_one(MoveList)._marks,
    "line": lambda pilot: pilot.app.screen.query_one(FindingList).has_focus,
    "points": lambda pilot: prompt_text(pilot).count("Turning point"),
}


async def test_a_review_comes_in_as_it_is_found_and_is_kept(file: Path, processes: Any) -> None:
    async with replaying(file) as pilot:
        await pilot.press("R")
        (process,) = processes
        assert (list(process.plies), process.limit) == ([0, 1, 2, 3, 4], Limit(1.0))
        say(process, *enumerate(FINDINGS[:2]))
        await act(pilot, "| hint: 2 of 5\nR | hint!: of 5")
        assert process.closed, "the second time it stops"
        slip = "A slip: White's a3,b3,a4 gave away 12% of the win (give or take 3%) and 2.5 points"
        await act(pilot, f"x | ply = 2 ; prompt: {slip} ; prompt: Better: a1,a2,b1.")
        await act(pilot, "| hints = a1 b1 a2\nT R | trying")
        assert len(processes) == 1, "while moves are tried it has no key"
        await pilot.press("T", "R")
        assert list(processes[1].plies) == [2, 3, 4], "it goes on where it was"
        say(processes[1], *list(enumerate(FINDINGS))[2:], end=Answer(0, None))
        await act(pilot, "| hint!: of 5 ; marks = {1: '?!*', 3: '??*<>'}", OWN)
        assert processes[1].closed, "it has nothing more to do"
        shown = table(pilot).sitting.shown
        shares, before = shown.estimates, shown.match.state_at(2)
        told = ToldShares.on(shown.game).told(shown.game, before, (0.4, 0.6))
        assert shares[1].shares == pytest.approx(told), "before White's slip"
        assert shares[4].shares[1] == 0.0, "and has thrown all away after its blunder"
        await act(pilot, """
            x     | ply = 4
            X     | ply = 2
            y     | ply = 2 ; moves = d3,c4,d4 a1,a2,b1 a5,b5,b4 ; marks = {} ; prompt!: A slip
            right | ply = 3 ; moves: a1,a2,b1 a5,b5,b4
            G     | ply = 1 ; plies = 5
            right | prompt: A slip
            end   | points = 1
            home  | prompt: mistakes in""", OWN)  # fmt: skip
        better = "Better than a3,b3,a4, a slip that gave away 12% of the win."
        assert f"|1. a1,a2,b1\n| {better}\n" in file.read_text()
        said = "The whole game has been reviewed: 2 mistakes. x goes to the next"
        await act(pilot, f"look:3 | prompt: as good as any ; keys!: R Review\nR | told: {said}")
        assert len(processes) == 2, "all of it is known"


async def test_a_kept_review_opens_at_once(file: Path, processes: Any) -> None:
    async with replaying(kept(file, seconds=5.0)) as pilot:
        assert processes == []
        await act(pilot, "v | line ; ply = 4", OWN)
        prompts = [str(option.prompt) for option in pilot.app.screen.query_one(FindingList).options]
        legend = "?! slip, ? mistake, ?? blunder, * among the costliest"
        assert [prompts[0], prompts[1], len(prompts)] == [legend, "The costliest", 4]
        assert prompts[2].startswith("  4 White b1,b2,c1?? -90%")
        await act(pilot, "down | ply = 2\nescape question_mark f | screen = HelpScreen")
        explained = set(dict(pilot.app.screen._tables["figures"][0].rows))
        assert {*review_texts.MARKS.values(), review_texts.TURN, review_texts.COSTLY} <= explained


async def test_a_review_in_part_says_so_and_goes_on(file: Path, processes: Any) -> None:
    odd = replace(FINDINGS[1], best="zz9", losses=(0.9, 0.9))
    async with replaying(kept(file, {1: odd}, 2.5)) as pilot:
        await act(pilot, "end | prompt: 1 of 5 were looked at; R goes on ; points = 0", OWN)
        await act(pilot, "X | ply = 2\nR |")
        (process,) = processes
        assert (list(process.plies), process.limit) == ([0, 2, 3, 4], Limit(2.5))
        await pilot.press("q")
        await until(pilot, lambda: process.closed)


async def test_from_the_end_of_a_game_and_back(tmp_path: Path, processes: Any) -> None:
    path = tmp_path / "game.tgr"
    point = (
        "Turning point: Black's d3,c4,d4 in turn 1, a blunder: -30% of the win. Better: a1,a2,b1."
    )
    async with playing(match_of("plurality"), path) as pilot:
        await act(pilot, f"play:{GAME[0]} play:{GAME[1]} resign: |")
        for ply, share in ((0, 0.1), (1, 0.9)):
            table(pilot).sitting.shown.estimate(ply, Estimate((share, 1 - share)))
        await pilot.press("V")
        await until(pilot, lambda: processes)
        found = (0, finding(0, 0.3, "a1,a2,b1")), (1, None)
        say(processes[0], *found, end=Failed(0, "it fell over"))
        await act(pilot, f"""
                | screen = ReplayScreen ; prompt: {point} ; told: The review has stopped
            q   | screen = GameScreen ; prompt: {point} ; points = 1
            u resign: | prompt: after it White was winning""", OWN)  # fmt: skip
    assert path.with_name(path.name + reviewing.review_file.SUFFIX).exists()


STORY = Path(__file__).parents[2] / "study" / "records" / "tricolor.tgr"
"""A game of three bots."""


async def test_a_game_of_three_is_looked_at_deeper_where_advice_lost_it(
    tmp_path: Path, processes: Any
) -> None:
    match, file = store.read(STORY), tmp_path / "three.tgr"
    match.players = ("bot:2", "human", "bot:2")
    store.save(match, file)

    def found(ply: int, share: float) -> Any:
        text = match.game.format(match.move_at(ply))
        return Finding(ply, 1, "beta", text, text, (text,), share, (0.0,), 0.0, seats=3)

    async with replaying(file, (120, 40)) as pilot:
        await pilot.press("R")
        first = processes[0]
        assert not first.deeper
        shares = [0.6, *[0.04] * (len(first.plies) - 1)]
        pairs = zip(first.plies, shares, strict=True)
        say(first, *((ply, found(ply, share)) for ply, share in pairs), end=None)
        await until(pilot, lambda: len(processes) == 2)
        second, best = processes[1], found(first.plies[0], 0.6)
        assert (second.plies, second.deeper) == ([best.ply], True)
        await act(pilot, "| hint: Deeper look")
        looked = replace(best, best="a1", losses=(0.4,), deeper=True)
        say(second, (best.ply, looked), end=None)
        await act(pilot, "| hint!: Deeper look")
        assert len(processes) == 2, "there is nothing more to look at"
        table(pilot).table.open_tab("story")
        told = "as was advised; a deeper look prefers a1, by 40% of the win."
        await act(pilot, f"| #told: {told}")
        last: Any = review_file.load_last(file, match)
        assert last.findings[best.ply] == looked
