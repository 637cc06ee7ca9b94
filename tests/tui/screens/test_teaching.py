"""A teaching game on the screen: what is said of a move, and what can be done about it."""

from __future__ import annotations

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from termgames import games
from termgames.play import store
from termgames.play.match import Match, Terms
from termgames.play.new_game import NewGame
from termgames.play.sitting.live import Live
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.search.limits import Thought
from termgames.tui import preferences
from termgames.tui.analyst import Analyst
from termgames.tui.table import teaching as teaching_part

from .support import act, enter, game, playing, table, until

MOVES = ("d3,d4,d5", "b4,b5,a5")
PLANTED, BETTER = "b1,b2,b3", ("b2,c2,a2", "c1,d1,e1")


class Reader:
    """Stands in for a teacher's process: it hears what it is asked and says nothing by itself."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.serial, self.state, self.verdict = 0, None, None

    def ask(self, to_judge: Any) -> None:
        self.serial += 1
        self.asked.append(to_judge)

    def close(self) -> None:
        """There is nothing to end."""


def begun(**more: Any) -> Match[Any, Any]:
    game = games.create("plurality", {"size": 5, "komi": 0.5})
    match = Match(game, ("human", "random"), 1, terms=Terms(teaching=True), **more)
    for text in MOVES:
        match.submit(game.parse(match.state, text))
    return match


def seat_teacher(pilot: Any) -> Reader:
    """The next moves are looked at by it."""
    reader: Any = Reader()
    teaching = game(pilot).teaching
    teaching.close()
    teaching._start = lambda: reader
    return reader


def say(pilot: Any, reader: Any, lesson: Lesson) -> None:
    """The teacher says this of the move it was asked about last."""
    game(pilot).on_analyst_reported(Analyst.Reported(reader, reader.serial, lesson, final=True))


def blunder(match: Match[Any, Any]) -> Lesson:
    state, line = match.state_at(2), []
    for text in BETTER:
        line.append(match.game.parse(state, text))
        state = match.game.apply(state, line[-1])
    return Lesson(
        line[0], (0.9, 0.1), line=tuple(line), size="blunder", share_lost=0.8, points_lost=7.6
    )


OWN = {
    "lesson": lambda pilot: table(pilot).sitting.lesson,
    "ghosts": lambda pilot: ",".join(
        table(pilot).board.game.topology.names[pick.cell]
        for pick in table(pilot).board.input.highlights.proposed
    ),
}
TOLD = "that was a blunder"


async def test_a_blunder_is_told_explained_and_taken_back() -> None:
    match = begun()
    async with playing(match, size=(80, 30)) as pilot:
        reader = seat_teacher(pilot)
        await act(pilot, f"type:{PLANTED} | plies = 3 ; prompt: Random looks at your move")
        (to_judge,) = reader.asked
        assert (to_judge.ply, to_judge.bots) == (2, ("random",))
        assert match.game.format(to_judge.move) == PLANTED
        say(pilot, reader, blunder(match))
        lost = "gives away 80% of the win, about 8 points"
        await act(pilot, f"""
              | prompt: {TOLD} ; prompt: {lost} ; plies = 3
            3 | ply = 2 ; ghosts = {",".join(BETTER)} ; hint: Better: b2,c2,a2 ; prompt: {TOLD}
            1 | plies = 2 ; can_play ; !lesson ; prompt: Place a tromino ; ghosts =
            """, OWN)  # fmt: skip


async def test_digits_are_the_answers_while_a_move_is_spoken_of() -> None:
    match = begun()
    async with playing(match, size=(80, 30)) as pilot:
        reader = seat_teacher(pilot)
        analysis = table(pilot).table.analysis
        thought = Thought(match.game.parse(match.state, PLANTED), (0.5, 0.5))
        adviser: Any = SimpleNamespace(latest=thought, verdict=thought, state=None, rest=int)
        adviser.ask = lambda state: setattr(adviser, "state", state)
        analysis._start = lambda: adviser
        await pilot.press("a")
        await until(pilot, lambda: len(analysis.candidates) == 1)
        await enter(pilot, PLANTED)
        say(pilot, reader, blunder(match))
        await pilot.press("3")
        await pilot.pause()
        adviser.state = table(pilot).sitting.shown.position
        assert not analysis.candidates
        await pilot.press("2")
        await until(pilot, lambda: match.ply == 4)
        adviser.close = int


@pytest.mark.parametrize("way", ["answer", "key", "nothing said", "late"])
async def test_the_game_goes_on_when_the_player_wants_or_nothing_is_said(way: str) -> None:
    match = begun()
    async with playing(match) as pilot:
        reader = seat_teacher(pilot)
        await enter(pilot, PLANTED)
        to_judge = table(pilot).sitting.taught.move
        assert to_judge is not None
        if way == "answer":
            say(pilot, reader, blunder(match))
            await pilot.pause()
            await pilot.press("2")
        elif way == "key":
            await pilot.press("s")
        elif way == "late":
            table(pilot).sitting.taught.take(to_judge, None)
        else:
            say(pilot, reader, Lesson(to_judge.move))
        await until(pilot, lambda: match.ply > 3)
        say(pilot, reader, blunder(match))
        await pilot.pause()
        assert table(pilot).sitting.lesson is None, "it is too late to say anything"


async def test_a_pass_that_ends_the_game_can_be_taken_back() -> None:
    match = begun()
    for text in ("a1,a2,b1", "pass"):
        match.submit(match.game.parse(match.state, text))
    async with playing(match) as pilot:
        reader = seat_teacher(pilot)
        await act(pilot, "type:pass | over")
        assert [match.game.format(to_judge.move) for to_judge in reader.asked] == ["pass"]
        say(pilot, reader, blunder(match))
        await act(pilot, f"  | prompt: {TOLD}\n1 | plies = 4 ; !over ; can_play")


@pytest.mark.parametrize("answered", [False, True])
async def test_a_move_that_was_left_before_it_was_answered_is_looked_at_again(
    answered: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path, reader = begun(), tmp_path / "game.tgr", Reader()
    for text in (PLANTED, "e1,e2,d1")[: 1 + answered]:
        match.submit(match.game.parse(match.state, text))
    store.save(match, path)
    monkeypatch.setattr(teaching_part, "Analyst", lambda *_: reader)
    async with playing(store.read(path), path) as pilot:
        asked = [match.game.format(to_judge.move) for to_judge in reader.asked]
        assert asked == [PLANTED][answered:]
        if not answered:
            await act(pilot, "| plies = 3")
            say(pilot, reader, blunder(match))
            await act(pilot, f"  | prompt: {TOLD}\n1 | plies = 2")


async def test_the_palette_switches_teaching_and_the_save_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    teach = {"teach": lambda pilot, _: table(pilot).action_run("teach")}
    async with playing(begun(), path) as pilot:
        seat_teacher(pilot)
        await act(pilot, "  | #players: Teaching\nteach: | #players!: Teaching", {}, teach)
        assert not store.read(path).terms.teaching
        await act(pilot, "teach: | #players: Teaching", {}, teach)
        assert store.read(path).terms.teaching


def test_the_form_remembers_teaching() -> None:
    info = games.info("plurality")
    preferences.remember(info, NewGame("plurality", {}, ("human", "bot:1"), teach=True))
    new = preferences.remembered(info)
    assert new is not None
    assert new.teach


def test_the_teacher_is_told_what_the_player_knew() -> None:
    game = games.create("mitropia", {"players": 2, "map": "9x9-cut"})
    match = Match(game, ("human", "bot:1"), 5, terms=Terms(teaching=True))
    bot: Any = SimpleNamespace(ask=lambda *asked: None, stop=lambda: None)
    sitting, to_teacher = Live(match, bots={1: bot}), list[MoveToJudge]()
    rng, secret = random.Random(2), 0
    while len(to_teacher) < 60 and not match.over:
        prompt = match.prompt()
        assert prompt is not None
        moves = game.legal_moves(prompt.state)
        lively = [m for m in moves if game.format(m) not in ("pass", "done", "let", "pass draw")]
        move = rng.choice(lively or list(moves))
        if prompt.seat == 0 and sitting.can_play:
            whole = match.state
            assert sitting.play(move) is None
            to_judge = sitting.taught.move
            if to_judge is not None:
                to_teacher.append(to_judge)
                assert game.view(to_judge.position, 0) == to_judge.position, (
                    "no hand but the player's own"
                )
                secret += to_judge.position != whole
                sitting.taught.go_on()
        else:
            match.submit(move)
            sitting.thinkers.cancel()
    assert len(to_teacher) > 20
    assert secret
