"""A review on the screen: it is begun and stopped, marks the mistakes, and is kept."""

from __future__ import annotations

import queue
import random
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.pilot import Pilot

from termgames import games
from termgames.cli.review_texts import as_text
from termgames.play import store
from termgames.play.events import Answer, Failed, Progress, Reply
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import review, review_file
from termgames.study.review import Finding, Review
from termgames.study.roles import Found
from termgames.tui.screens.help import HelpScreen
from termgames.tui.screens.replay import ReplayScreen
from termgames.tui.table import review_texts, reviewing
from termgames.tui.widgets.findings import FindingList
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList

from .support import game, new_match, opened, playing, prompt_text, table, until

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")


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
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    monkeypatch.setattr(Process, "made", [])
    monkeypatch.setattr(reviewing, "reviewer", Process)
    return Process.made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"), 1)
    for text in GAME:
        match.submit(match.game.parse(match.state, text))
    path = tmp_path / "game.tgr"
    store.save(match, path)
    return path


def replaying(file: Path, size: tuple[int, int] = (100, 34)) -> Any:
    return opened(lambda opener: opener.open_replay(store.read(file), file), size)


def thinking(pilot: Pilot[None]) -> str:
    return str(table(pilot).query_one("#thinking").render())


def marks_shown(pilot: Pilot[None]) -> dict[int, str]:
    return dict(pilot.app.screen.query_one(MoveList)._marks)


async def test_a_review_comes_in_as_it_is_found_and_is_kept(
    file: Path, processes: list[Process]
) -> None:
    async with replaying(file) as pilot:
        await pilot.press("R")
        (process,) = processes
        assert (list(process.plies), process.limit) == ([0, 1, 2, 3, 4], Limit(1.0))
        process.said.put(Progress(0, Found(0, FINDINGS[0])))
        process.said.put(Progress(0, Found(1, FINDINGS[1])))
        await until(pilot, lambda: "2 of 5" in thinking(pilot))
        await pilot.press("R")
        assert process.closed, "the second time it stops"
        await until(pilot, lambda: "of 5" not in thinking(pilot))
        await pilot.press("x")
        assert table(pilot).sitting.shown.ply == 2
        text = prompt_text(pilot)
        assert (
            "A slip: White's a3,b3,a4 gave away 12% of the win (give or take 3%) and 2.5 points"
            in text
        )
        assert "Better: a1,a2,b1." in text
        hints = table(pilot).board.input.highlights.hints
        assert hints == frozenset(map(table(pilot).board.game.topology.cell, ("a1", "a2", "b1")))
        await pilot.press("R")
        assert list(processes[1].plies) == [2, 3, 4], "it goes on where it was"
        for ply in (2, 3, 4):
            processes[1].said.put(Progress(0, Found(ply, FINDINGS[ply])))
        processes[1].said.put(Answer(0, None))
        await until(pilot, lambda: "of 5" not in thinking(pilot))
        assert processes[1].closed, "it has nothing more to do"
        marks = pilot.app.screen.query_one(MoveList)._marks
        assert marks == {1: "?!*", 3: "??*<>"}
        shares = table(pilot).sitting.shown.expectations
        assert sorted(shares) == [0, 1, 2, 3, 4]
        assert shares[1] == pytest.approx((0.4, 0.6)), "white could expect 60 % before its slip"
        assert shares[4][1] == 0.0, "and has thrown all away after its blunder"
        await pilot.press("x")
        assert table(pilot).sitting.shown.ply == 4
        await pilot.press("X")
        assert table(pilot).sitting.shown.ply == 2
        await pilot.press("y")
        sitting = table(pilot).sitting
        assert [sitting.shown.game.format(move) for move in sitting.shown.match.moves] == [
            *(GAME[0], "a1,a2,b1"),
            "a5,b5,b4",
        ]
        assert (sitting.shown.ply, marks_shown(pilot)) == (2, {})
        better = "Better than a3,b3,a4, a slip that gave away 12% of the win."
        assert f"|1. a1,a2,b1\n| {better}\n" in file.read_text()
        await pilot.press("x")
        assert (sitting.shown.ply, sitting.shown.match.ply) == (4, len(GAME)), (
            "mistakes are those of the game"
        )
        await pilot.press("X", "right")
        assert "as good as any" in prompt_text(pilot)
        await pilot.press("end")
        await pilot.pause()
        await pilot.press("R")
        assert len(processes) == 2, "all of it is known"
        assert "The whole game has been reviewed: 2 mistakes." in notices(pilot)


async def test_a_kept_review_opens_at_once(file: Path, processes: list[Process]) -> None:
    match = store.read(file)
    saved = reviewing.review_file.ReviewFile(file, match, Limit(5.0))
    for ply, each in enumerate(FINDINGS):
        saved.add(ply, each)
    async with replaying(file) as pilot:
        assert processes == []
        await pilot.press("v")
        lines = pilot.app.screen.query_one(FindingList)
        assert lines.has_focus
        await until(pilot, lambda: table(pilot).sitting.shown.ply == 4)
        prompts = [str(option.prompt) for option in lines.options]
        assert prompts[:2] == [
            "?! slip, ? mistake, ?? blunder, * among the costliest",
            "The costliest",
        ]
        assert prompts[2].startswith("  4 white b1,b2,c1?? -90%")
        assert len(prompts) == 4, "all are among the costliest"
        await pilot.press("down")
        await until(pilot, lambda: table(pilot).sitting.shown.ply == 2)


@pytest.mark.parametrize("keys", [(), ("x",), ("x", "y")])
async def test_a_review_that_is_complete_is_not_offered_again_and_its_key_says_why(
    file: Path, processes: list[Process], keys: tuple[str, ...]
) -> None:
    whole = review_file.ReviewFile(file, store.read(file), Limit(1.0))
    for ply, each in enumerate(FINDINGS):
        whole.add(ply, each)
    async with replaying(file) as pilot:
        await until(pilot, lambda: marks_shown(pilot))
        await pilot.press(*keys)
        await pilot.pause()
        assert "R Review" not in str(table(pilot).query_one(KeyLine).render())
        await pilot.press("R")
        assert "The whole game has been reviewed: 2 mistakes. x goes to the next" in notices(pilot)
    assert not processes


async def test_the_turning_point_carries_a_mark_whoever_made_the_move(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Black's moves were reviewed, and White's second one gave him the game."""
    judged = Review((FINDINGS[0], FINDINGS[2]), 3)  # type: ignore[arg-type]
    monkeypatch.setattr(reviewing.review, "review", lambda *_: judged)
    whole = review_file.ReviewFile(file, store.read(file), Limit(1.0))
    for ply in range(5):
        whole.add(ply, FINDINGS[ply] if ply in (0, 2) else None)
    async with replaying(file) as pilot:
        await until(pilot, lambda: marks_shown(pilot))
        assert marks_shown(pilot) == {3: review_texts.TURN}
        table(pilot).sitting.shown.look(4)
        await pilot.pause()
        assert "Turning point: White's b1,b2,c1." in prompt_text(pilot)


async def test_the_marks_of_a_review_are_explained(file: Path) -> None:
    whole = review_file.ReviewFile(file, store.read(file), Limit(1.0))
    for ply, each in enumerate(FINDINGS):
        whole.add(ply, each)
    async with replaying(file) as pilot:
        await until(pilot, lambda: marks_shown(pilot))
        screen = table(pilot)
        signs = set(review_texts.MARKS.values())
        used = {
            mark.removesuffix(review_texts.TURN).rstrip(review_texts.COSTLY)
            for mark in marks_shown(pilot).values()
        }
        await pilot.press("question_mark", "f")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        explained = dict(pilot.app.screen._tables["figures"][0].rows)
        assert used <= signs <= explained.keys()
        assert review_texts.TURN in explained
        assert review_texts.COSTLY in explained
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
    match = store.read(file)
    bare = file.with_name("bare.tgr")
    store.save(match, bare)
    async with replaying(bare) as pilot:
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(pilot.app.screen, HelpScreen))
        explained = dict(pilot.app.screen._tables["figures"][0].rows)
        assert not signs & explained.keys(), "there are none"


async def test_what_was_better_is_walked_through(file: Path) -> None:
    match = store.read(file)
    saved = reviewing.review_file.ReviewFile(file, match, Limit(1.0))
    for ply, each in enumerate(FINDINGS):
        saved.add(ply, each)
    async with replaying(file) as pilot:
        await pilot.press("x", "y")
        sitting = table(pilot).sitting
        assert sitting.shown.ply == 2
        assert sitting.shown.match.game.format(sitting.shown.match.move_at(1)) == "a1,a2,b1"
        assert "A slip" not in prompt_text(pilot), "nothing is said of moves that were not made"
        await pilot.press("right")
        assert sitting.shown.match.game.format(sitting.shown.match.move_at(2)) == "a5,b5,b4"
        await pilot.press("G")
        assert (sitting.shown.ply, sitting.shown.match.ply) == (1, 5)
        await pilot.press("right")
        assert "A slip" in prompt_text(pilot)


async def test_from_the_end_of_a_game(tmp_path: Path, processes: list[Process]) -> None:
    path = tmp_path / "game.tgr"
    async with playing(new_match(), path) as pilot:
        screen = game(pilot)
        for move in ("c4,c5,d5", "pass", "pass"):
            screen.sitting.play(
                screen.sitting.shown.game.parse(screen.sitting.shown.position, move)
            )
        await pilot.pause()
        await pilot.press("V")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen))
        await until(pilot, lambda: processes)
        ply = processes[0].plies[0]
        processes[0].said.put(Progress(0, Found(ply, None)))
        processes[0].said.put(Failed(0, "it fell over"))
        await until(pilot, lambda: "The review has stopped" in notices(pilot))
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is game(pilot))
    assert path.with_name(path.name + reviewing.review_file.SUFFIX).exists()


def notices(pilot: Pilot[None]) -> str:
    return "\n".join(each.message for each in pilot.app._notifications)


async def test_leaving_ends_the_process(file: Path, processes: list[Process]) -> None:
    async with replaying(file) as pilot:
        await pilot.press("R")
        await pilot.press("q")
        await until(pilot, lambda: processes[0].closed)


async def test_the_board_has_no_key_of_the_review(file: Path, processes: list[Process]) -> None:
    async with replaying(file) as pilot:
        await pilot.press("R")
        assert processes, "in Plurality the board would turn the whole move"
        await pilot.press("R", "T", "t", "R")
        assert len(processes) == 1, "while moves are tried it does"


async def test_a_review_in_part_says_so(file: Path, processes: list[Process]) -> None:
    review_file.ReviewFile(file, store.read(file), Limit(1.0)).add(1, FINDINGS[1])
    async with replaying(file) as pilot:
        await pilot.press("end")
        await until(pilot, lambda: "1 of 5 were looked at; R goes on" in prompt_text(pilot))
        assert "Turning point" not in prompt_text(pilot)


async def test_what_was_found_in_all_stands_before_and_after_the_game(file: Path) -> None:
    whole = review_file.ReviewFile(file, store.read(file), Limit(1.0))
    for ply, each in enumerate(FINDINGS):
        whole.add(ply, each)
    async with replaying(file) as pilot:
        await pilot.press("home")
        await until(pilot, lambda: "mistakes in" in prompt_text(pilot))
        table(pilot).sitting.shown.values.update({1: (0.9, 0.1), 3: (0.1, 0.9)})
        await pilot.press("end")
        await until(pilot, lambda: "Turning point" in prompt_text(pilot))
        assert prompt_text(pilot).count("Turning point") == 1, "the review's word is the only one"
        await pilot.press("home", "x", "y", "end")
        await pilot.pause()
        assert "Turning point" not in prompt_text(pilot), "a variation is another game"


async def test_the_end_of_a_game_says_what_its_review_found(
    tmp_path: Path, processes: list[Process]
) -> None:
    async with playing(new_match(), tmp_path / "game.tgr") as pilot:
        sitting = game(pilot).sitting
        for move in GAME[:2]:
            sitting.play(sitting.shown.game.parse(sitting.shown.position, move))
        sitting.resign()
        sitting.shown.values.update({0: (0.1, 0.9), 1: (0.9, 0.1)})
        await pilot.pause()
        await pilot.press("V")
        await until(pilot, lambda: processes)
        processes[0].said.put(Progress(0, Found(0, finding(0, 0.3, "a1,a2,b1"))))
        processes[0].said.put(Progress(0, Found(1, None)))
        processes[0].said.put(Answer(0, None))
        point = "Turning point: Black's d3,c4,d4, a blunder."
        await until(pilot, lambda: point in prompt_text(pilot).replace("\n", " "))
        await pilot.press("q")
        await until(pilot, lambda: pilot.app.screen is game(pilot))
        await until(pilot, lambda: point in prompt_text(pilot).replace("\n", " "))
        assert prompt_text(pilot).count("Turning point") == 1
        await pilot.press("u")
        await pilot.pause()
        sitting.resign()
        await pilot.pause()
        assert "Turning point" not in prompt_text(pilot), "that is another game"


async def test_a_move_that_there_is_not_costs_nothing_else(file: Path) -> None:
    changed = replace(FINDINGS[1], best="zz9", losses=(0.9, 0.9))
    review_file.ReviewFile(file, store.read(file), Limit(1.0)).add(1, changed)
    async with replaying(file) as pilot:
        await pilot.press("x")
        await pilot.pause()
        assert table(pilot).sitting.shown.ply == 2


async def test_what_was_kept_is_read_once(
    file: Path, processes: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = Limit(2.5)
    before = review_file.ReviewFile(file, store.read(file), limit)
    before.add(1, FINDINGS[1])
    reads: list[Path] = []
    contents = review_file._contents
    monkeypatch.setattr(review_file, "_contents", lambda path: reads.append(path) or contents(path))
    async with replaying(file) as pilot:
        await pilot.press("x")
        assert table(pilot).sitting.shown.ply == 2
        await pilot.press("R")
        (process,) = processes
        assert (list(process.plies), process.limit) == ([0, 2, 3, 4], limit)
    assert len(reads) == 1


async def test_the_list_and_the_command_line_count_turns_as_the_screen_does() -> None:
    rng, game = random.Random(4), games.create("mitropia", {"players": 2, "map": "9x9-cut"})
    match = Match(game, ("human", "human"), 5)
    while match.ply < 40:
        match.submit(rng.choice(list(game.legal_moves(match.state))))
    played = [ply for ply in range(match.ply) if not match.by_chance(ply)]
    texts = {ply: game.format(match.move_at(ply)) for ply in played}
    found = [
        Finding(ply, match.actor(ply), match.actor_name(ply), text, "-", ("-",), 0.6, (0.5, 0.5), 1)
        for ply, text in texts.items()
    ]
    reviewed = review.review(match, found)
    rows = as_text(match, reviewed).splitlines()[1 : 1 + len(played)]
    async with opened(lambda opener: opener.open_replay(match, Path("none.tgr"))) as pilot:
        screen = table(pilot)
        assert isinstance(screen, ReplayScreen)
        turns = [screen.table.turns.number_of(ply) for ply in played]
        assert turns != [ply + 1 for ply in played]
        assert [int(row.split()[0]) for row in rows] == turns
        screen.reviewing.review = reviewed
        listed = [line.text.plain for line in screen.review_texts.lines() if line.ply is not None]
        assert [int(line.split()[0]) for line in listed[review.COSTLIEST :]] == turns


STORY = Path(__file__).parents[2] / "study" / "records" / "tricolor.tgr"
"""A game of three bots."""


async def test_a_game_of_three_is_looked_at_deeper_where_advice_lost_it(
    tmp_path: Path, processes: list[Process]
) -> None:
    match = store.read(STORY)
    match.players = ("bot:2", "human", "bot:2")
    file = tmp_path / "three.tgr"
    store.save(match, file)
    async with replaying(file, (120, 40)) as pilot:
        await pilot.press("R")
        first = processes[0]
        assert not first.deeper
        for number, ply in enumerate(first.plies):
            text = match.game.format(match.move_at(ply))
            share = 0.6 if number == 0 else 0.04
            each = Finding(ply, 1, "beta", text, text, (text,), share, (0.0,), 0.0, seats=3)
            first.said.put(Progress(0, Found(ply, each)))
        first.said.put(None)
        await until(pilot, lambda: len(processes) == 2)
        second, text = processes[1], match.game.format(match.move_at(first.plies[0]))
        best = Finding(first.plies[0], 1, "beta", text, text, (text,), 0.6, (0.0,), 0.0, seats=3)
        assert (second.plies, second.deeper) == ([best.ply], True)
        await until(pilot, lambda: "Deeper look" in thinking(pilot))
        looked = replace(best, best="a1", losses=(0.4,), deeper=True)
        second.said.put(Progress(0, Found(best.ply, looked)))
        second.said.put(None)
        await until(pilot, lambda: "Deeper look" not in thinking(pilot))
        assert len(processes) == 2, "there is nothing more to look at"
        table(pilot).table.open_tab("story")
        await pilot.pause()
        told = str(table(pilot).query_one("#told").render())
        assert "as was advised; a deeper look prefers a1, by 40% of the win." in told
        kept = review_file.load_last(file, match)
        assert kept is not None
        assert kept.findings[best.ply] == looked
