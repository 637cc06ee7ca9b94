"""Exercises on the screen: collected, asked, weighed, dropped; and games played out and rated."""

from __future__ import annotations

import queue
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from textual.pilot import Pilot

from termgames import games
from termgames.play import store
from termgames.play.history import ended, ladder
from termgames.play.match import Match, Terms
from termgames.play.new_game import NewGame
from termgames.search.limits import Limit
from termgames.study.exercises import shelf
from termgames.study.exercises.looks import DeeperLook, Weighed
from termgames.study.exercises.making import of_finding
from termgames.study.review_file import ReviewFile
from termgames.tui.screens import exercise as exercise_screen
from termgames.tui.screens.exercise import ExerciseScreen
from termgames.tui.screens.menu import MenuScreen
from termgames.tui.screens.setup import SetupScreen
from termgames.tui.settings import Settings
from tests.study.exercises.examples import BETTER, BLUNDER, GAME, exercise, finding, played

from .support import act, opened, playing, stage, table, told, until


class Searches:
    """Say of answers and exercises what a test lets them."""

    made: ClassVar[list[Searches]] = []

    def __init__(self, _: object) -> None:
        self.asked: list[str] = []
        self.weighed: queue.SimpleQueue[Weighed | None] = queue.SimpleQueue()
        self.checked: queue.SimpleQueue[DeeperLook | None] = queue.SimpleQueue()
        self.made.append(self)

    def weigh(self, move: str) -> None:
        self.asked.append(move)

    def read_weighed(self) -> Weighed | None:
        return self.weighed.get()

    def read_checked(self) -> DeeperLook | None:
        return self.checked.get()

    def close(self) -> None:
        self.weighed.put(None)
        self.checked.put(None)


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> list[Searches]:
    monkeypatch.setattr(Searches, "made", [])
    monkeypatch.setattr(exercise_screen, "Examiner", Searches)
    return Searches.made


def practising(size: tuple[int, int] = (80, 24)) -> Any:
    return opened(lambda opener: opener.open_exercises(shelf.load().today("")), size)


def screen(pilot: Pilot[None]) -> ExerciseScreen:
    front = pilot.app.screen
    assert isinstance(front, ExerciseScreen)
    return front


def text(pilot: Pilot[None]) -> str:
    said = str(screen(pilot).query_one("#lesson").render())
    return f"{said}\n{screen(pilot).table.column.prompt.text}"


def answer(pilot: Pilot[None], move: str) -> None:
    """`better`, the mistake `again`, or a move."""
    game, said = screen(pilot).board.game, {"better": BETTER, "again": GAME[BLUNDER]}
    screen(pilot).answers.play(game.parse(screen(pilot).sitting.asked, said.get(move, move)))


OWN = {"said": text, "open": lambda pilot: screen(pilot).attempt.open}


async def go(pilot: Pilot[None], rows: str) -> None:
    await act(pilot, rows, OWN, {"answer": answer})


async def test_a_mistake_is_asked_refuted_and_comes_back_tomorrow(
    searches: list[Searches],
) -> None:
    shelf.add([exercise()])
    async with practising() as pilot:
        lost = "White played b1,b2,c1 here, a blunder that gave away 90% of the win."
        await go(pilot, f"""
                          | said: 1 of 1 Plurality: Your own mistake ; said: {lost}
                          | said: Find a better move for white.
            answer:again  | said: Not yet. That is what was played then ; last = {BETTER}
            backspace     | plies = {BLUNDER}
            answer:better | said: Right.""")  # fmt: skip
        (kept,) = shelf.load().of("")
        assert 0.9 < (kept.memory.due - time.time()) / 86_400 < 1.1, "its first answer counts"
        await act(pilot, "enter | exit ; told: 0 of 1 exercise right at the first try.")
    assert searches[0].asked == []


async def test_another_answer_is_weighed_beside_the_screen(searches: list[Searches]) -> None:
    shelf.add([exercise()])
    async with practising() as pilot:
        await go(pilot, "answer:pass | said: Your answer is looked at.")
        assert searches[0].asked == ["pass"]
        searches[0].weighed.put(Weighed("pass", "", 0.01, ("pass",)))
        await go(pilot, "| said: Right. As good as b5,c5,a5.")
        (kept,) = shelf.load().of("")
        assert kept.as_good == ("pass",)
        assert kept.memory.stability > 1


async def test_an_answer_is_taken_back_where_the_search_breaks_down(
    searches: list[Searches],
) -> None:
    shelf.add([exercise()])
    async with practising() as pilot:
        answer(pilot, "pass")
        searches[0].weighed.put(None)
        await go(pilot, "| told: try another one ; open")
        assert shelf.load().today("") != []


async def test_one_that_does_not_hold_is_dropped_and_the_next_is_asked(
    searches: list[Searches],
) -> None:
    match = played("human", "human")
    shelf.add([exercise(), of_finding(match, finding(2, 0.3, "a1,a2,b1"))])
    async with practising() as pilot:
        await go(pilot, "| said: 1 of 2")
        searches[0].checked.put(DeeperLook(None, "a deeper look prefers a1 to b1"))
        await until(pilot, lambda: len(searches) == 2)
        dropped = "This exercise is dropped: a deeper look prefers a1 to b1."
        await go(pilot, f"| told: {dropped} ; said: 2 of 2")
        (left,) = shelf.load().of("")
        assert left.played == GAME[2]
        await act(pilot, "delete |")
        assert shelf.load().exercises == {}


async def test_one_that_holds_is_kept_with_what_the_look_knows(searches: list[Searches]) -> None:
    shelf.add([exercise()])
    async with practising() as pilot:
        held = replace(exercise(), reason="Takes the corner.", checked=True)
        searches[0].checked.put(DeeperLook(held))
        await until(pilot, lambda: shelf.load().of("")[0].checked)
        await go(pilot, "answer:better | said: Right. Takes the corner.")


async def test_one_that_is_put_off_stays_due() -> None:
    shelf.add([exercise()])
    async with practising() as pilot:
        await act(pilot, "pagedown | exit")
        assert len(shelf.load().today("")) == 1


async def test_the_menu_offers_what_is_due_and_asks_whose() -> None:
    async with stage("menu") as pilot:
        own = {"due": lambda pilot: pilot.app.screen.query_one("#entry-practise").display}
        await act(pilot, "work: | !due", own)
        shelf.add([exercise(), exercise("greedy", "human:Ann")])
        assert isinstance(pilot.app.screen, MenuScreen)
        pilot.app.screen.look_for_unfinished()
        await act(pilot, "work: | due\nm | screen = ChoiceDialog\n2 | screen = ExerciseScreen", own)
        assert screen(pilot)._posed.exercise.player == "Ann"
        await act(pilot, "q | screen = MenuScreen")


def reviewed(tmp_path: Path, *players: str) -> Path:
    match = played(*players)
    path = tmp_path / "game.tgr"
    store.save(match, path)
    kept = ReviewFile(path, match, Limit(1.0))
    for ply in range(match.ply):
        kept.add(ply, finding() if ply == BLUNDER else finding(ply, 0.0, GAME[ply]))
    return path


def looking(file: Path) -> Any:
    return opened(lambda opener: opener.open_replay(store.read(file), file))


async def test_a_key_in_the_review_takes_a_mistake(tmp_path: Path) -> None:
    async with looking(reviewed(tmp_path, "greedy", "human")) as pilot:
        await act(pilot, "x F | told: 1 mistake more to practise")
        assert [each.played for each in shelf.load().of("")] == [GAME[BLUNDER]]
        await act(pilot, "F | told: Nothing new")


@pytest.mark.parametrize("collects", [False, True])
async def test_mistakes_are_collected_where_the_settings_say_so(
    tmp_path: Path, collects: bool
) -> None:
    store.save(played("greedy", "human"), file := tmp_path / "game.tgr")
    async with looking(file) as pilot:
        front = table(pilot)
        front.desk.preferences = front.desk.preferences.changed(collect_mistakes=collects)
        front.reviewing._prepare()
        front.reviewing._take(BLUNDER, finding())
        assert len(shelf.load().exercises) == collects


@pytest.mark.parametrize(
    ("keys", "ply"), [("greater_than_sign O", BLUNDER), ("home full_stop O", 1)]
)
async def test_a_game_is_played_out_from_its_turning_point_or_from_where_one_is(
    tmp_path: Path, keys: str, ply: int
) -> None:
    async with looking(reviewed(tmp_path, "random", "human")) as pilot:
        moves = " ".join(GAME[:ply])
        await act(pilot, f"{keys} | screen = GameScreen ; players = random human ; moves: {moves}")
        assert table(pilot).sitting.shown.match.terms.taken_over == ply


async def test_where_nobody_knows_the_turning_point_the_key_says_so() -> None:
    async with playing(played("random", "human")) as pilot:
        said = "Nobody knows where this game turned"
        await act(pilot, f"O | told: {said} ; screen = GameScreen")


async def test_a_rated_game_has_no_help_and_tells_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ended, "ended_games", lambda *_: [])
    monkeypatch.setattr(ladder, "effect", lambda *_: "Your rating: 100 Elo (+7).")
    rules = games.create("plurality", {"size": 5})
    match = Match(rules, ("human", "bot:1"), 1, terms=Terms(rated=True))
    async with playing(match, tmp_path / "game.tgr") as pilot:
        await act(pilot, """
                    | !analysis
            i a A   | told: This game is rated: nobody is helped before its end. ; !analysis
                    | keys!: u Undo
            resign: | told: Your rating: 100 Elo (+7).""")  # fmt: skip
        assert told(pilot)


async def test_the_form_seats_the_even_level_for_a_rated_game() -> None:
    before = NewGame("plurality", {}, ("human", "greedy"))
    async with opened(lambda opener: opener.open_form(before), (120, 40), Settings()) as pilot:
        await pilot.app.workers.wait_for_complete()
        form = pilot.app.screen
        assert isinstance(form, SetupScreen)
        form._manner.control.value = "rated"
        await pilot.pause()
        assert [row.player for row in form._seat_rows] == ["human", "bot:1"]
        assert not form._manner.fault
        form._seat_rows[1].seat("greedy")
        form._check()
        assert "one human against bots of measured levels" in form._manner.fault
        form._seat_rows[1].seat("bot:3")
        results: list[Any] = []
        form.dismiss = results.append  # type: ignore[method-assign]
        form.action_begin()
        assert results[0].rated
        assert results[0].players == ("human", "bot:3")
