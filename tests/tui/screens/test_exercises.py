"""Exercises on the screen: collected, asked, weighed, dropped; and games played out and rated."""

from __future__ import annotations

import queue
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from termgames.play import store
from termgames.play.history import ended, ladder
from termgames.play.match import Terms
from termgames.search.limits import Limit
from termgames.study.drills import mistakes
from termgames.study.drills.mistakes import Mistakes
from termgames.study.exercises import shelf
from termgames.study.exercises.looks import DeeperLook, Weighed
from termgames.study.exercises.making import of_finding
from termgames.study.review_file import ReviewFile
from tests.study.exercises.examples import BETTER, BLUNDER, GAME, exercise, finding, played

from .support import act, acted, match_of, opened, playing, stage, table


class Searches:
    """Say of answers and exercises what a test lets them."""

    made: ClassVar[list[Searches]] = []

    def __init__(self, _: object) -> None:
        self.asked: list[str] = []
        self.weighed: queue.SimpleQueue[Weighed | None] = queue.SimpleQueue()
        self.checked: queue.SimpleQueue[DeeperLook | None] = queue.SimpleQueue()
        self.made.append(self)
        self.check = self.checked.get

    def weigh(self, move: str) -> Weighed | None:
        self.asked.append(move)
        return self.weighed.get()

    def close(self) -> None:
        self.weighed.put(None)
        self.checked.put(None)


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Searches, "made", [])
    monkeypatch.setattr(mistakes, "Examiner", Searches)


def practising(opening: str, _: object = None) -> Any:
    """So many exercises are collected, and asked."""
    other = of_finding(played("human", "human"), finding(2, 0.3, "a1,a2,b1"))
    shelf.add([exercise(), other, replace(other, record="none")][: int(opening)])
    return opened(lambda opener: opener.open_row(Mistakes(shelf.load().today("")), 0))


def answer(pilot: Any, move: str) -> None:
    """`better`, the mistake `again`, or a move."""
    game, said = pilot.app.screen.board.game, {"better": BETTER, "again": GAME[BLUNDER]}
    asked = game.parse(pilot.app.screen.sitting.asked, said.get(move, move))
    pilot.app.screen.answers.play(asked)


def weighed(_: Any, move: str) -> None:
    """The first search has found how good that is, or broke down."""
    Searches.made[0].weighed.put(Weighed(move, "", 0.01, (move,)) if move else None)


def checked(_: Any, reason: str) -> None:
    """A deeper look holds it, or not."""
    held = replace(exercise(), reason="Takes the corner.", checked=True)
    Searches.made[0].checked.put(DeeperLook(None, reason.replace("_", " ")) if reason else
                                 DeeperLook(held))  # fmt: skip


def kept() -> Any:
    """The first exercise that is kept."""
    return shelf.load().of("")[0]


OWN = {
    "said": lambda pilot: (
        f"{pilot.app.screen.query_one('#lesson').render()} {table(pilot).table.column.prompt.text}"
    ),
    "open": lambda pilot: pilot.app.screen.attempt.open,
    "asked": lambda _: Searches.made[0].asked,
    "kept": lambda _: [each.played for each in shelf.load().of("")],
    "today": lambda _: len(shelf.load().today("")),
    "days": lambda _: round((kept().memory.due - time.time()) / 86_400, 1),
    "as_good": lambda _: kept().as_good,
    "checked": lambda _: kept().checked,
    "taken_over": lambda pilot: table(pilot).sitting.shown.match.terms.taken_over,
}
LOST = "White played b1,b2,c1 here, a blunder that gave away 90% of the win."
test_scenes = acted(
    f"""
    == a mistake is asked and refuted and comes back tomorrow | 1
                  | said: 1 of 1 Plurality: Your own mistake ; said: {LOST}
                  | said: Find a better move for white.
    answer:again  | said: Not yet. That is what was played then ; last = {BETTER}
    backspace     | plies = {BLUNDER}
    answer:better | said: Right. ; days = 1.0 ; asked = []
    enter         | exit ; told: 0 of 1 exercise right at the first try.
    == another answer is weighed beside the screen | 1
    answer:pass   | said: Looking at your answer. ; asked = ['pass']
    weighed:pass  | said: Right. As good as b5,c5,a5. ; as_good = ('pass',)
    == an answer is taken back where the search breaks down | 1
    answer:pass weighed: | told: try another one ; open ; today = 1
    == one that does not hold is dropped and the next is asked | 2
                  | said: 1 of 2
    checked:a_deeper_look_prefers_a1 | told: This exercise is dropped: a deeper look prefers a1.
                  | said: 2 of 2 ; kept = ['{GAME[2]}']
    delete        | kept = []
    == one that holds is kept with what the look knows | 1
    checked:      | checked
    answer:better | said: Right. Takes the corner.
    == one that is put off stays due and what cannot be set up is told and passed over | 3
    pagedown      | said: 2 of 3
    pagedown      | told: cannot be set up: ; exit ; today = 3
    """,
    OWN,
    {"answer": answer, "weighed": weighed, "checked": checked},
    practising,
)


async def test_the_menu_offers_what_is_due_and_asks_whose() -> None:
    async with stage("menu") as pilot:
        await act(pilot, "work: | #entry-practise!: 2")
        shelf.add([exercise(), exercise("greedy", "human:Ann")])
        pilot.app.screen.look_for_unfinished()
        await act(pilot, """
            work: | #entry-practise: 2
            m     | screen = ChoiceDialog
            2     | screen = MistakeScreen ; $drill.task.exercise.player = Ann
            q     | screen = MenuScreen""")  # fmt: skip


def reviewed(tmp_path: Path, *players: str) -> Any:
    """A game that is looked through with its review."""
    match, path = played(*players), tmp_path / "game.tgr"
    store.save(match, path)
    kept = ReviewFile(path, match, Limit(1.0))
    for ply in range(match.ply):
        kept.add(ply, finding() if ply == BLUNDER else finding(ply, 0.0, GAME[ply]))
    return opened(lambda opener: opener.open_replay(store.read(path), path))


async def test_a_key_in_the_review_takes_a_mistake(tmp_path: Path) -> None:
    async with reviewed(tmp_path, "greedy", "human") as pilot:
        await act(pilot, f"""
            x F | told: 1 mistake more to practise ; kept = ['{GAME[BLUNDER]}']
            F   | told: Nothing new""", OWN)  # fmt: skip


@pytest.mark.parametrize(("keys", "ply"), [("greater_than_sign", BLUNDER), ("home full_stop", 1)])
async def test_a_game_is_played_out_from_its_turning_point_or_from_where_one_is(
    tmp_path: Path, keys: str, ply: int
) -> None:
    async with reviewed(tmp_path, "random", "human") as pilot:
        said = f"screen = GameScreen ; players = random human ; moves: {' '.join(GAME[:ply])}"
        await act(pilot, f"{keys} O | {said} ; taken_over = {ply}", OWN)
    async with playing(played("random", "human")) as pilot:
        await act(pilot, "O | told: No turning point is known yet ; screen = GameScreen")


async def test_a_rated_game_has_no_help_and_tells_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended, "ended_games", lambda *_: [])
    monkeypatch.setattr(ladder, "effect", lambda *_: "Your rating: 100 Elo (+7).")
    match = match_of("plurality seats=human,bot:1")
    match.terms = Terms(rated=True)
    async with playing(match, tmp_path / "game.tgr") as pilot:
        await act(pilot, """
            i a A   | told: This game is rated: no help before it ends. ; !analysis
                    | keys!: u Undo
            resign: | told: Your rating: 100 Elo (+7).""")  # fmt: skip
