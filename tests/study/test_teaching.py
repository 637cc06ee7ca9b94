"""Teaching: planted losing moves are spoken of, good ones and even ones are not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from termgames import games
from termgames.play.match import Match
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.study import teaching
from termgames.study.judge import Comparison, Expectation
from termgames.study.teaching import Teacher, least_loss
from tests.contract.support import MAP

LIMIT = "mcts:playouts=800"


def move_to_judge(match: Match[Any, Any], text: str, *bots: str) -> MoveToJudge:
    """A move that is to be looked at, at the table of these bots."""
    prompt = match.prompt()
    assert prompt is not None
    move = match.game.parse(prompt.state, text)
    return MoveToJudge(match.ply, prompt.seat, prompt.state, move, bots or ("bot:1",))


def after(game_id: str, options: dict[str, Any], moves: str) -> Match[Any, Any]:
    game = games.create(game_id, options)
    match = Match(game, ("human",) * game.seats, 5)
    for text in moves.split():
        match.submit(game.parse(match.state, text))
    return match


PLANTED = [
    ("plurality", {"size": 5, "komi": 0.5}, "d3,d4,d5 b4,b5,a5", "b1,b2,b3"),
    ("pletore", {"size": 7}, "e3 f1 b1 a7 b4 g5 c5 g7 g4 b2 d3 g2 g6 a1", "a3"),
    ("majorities", {"size": 3}, "d3 d1,d4 a2,b3", "a1,b1"),
    (
        "tricolor",
        {"size": 5},
        "d4 d1 d2 b4 a5 b5 b1 c1 c3 b2 e1 d3 c5 e3 a4 e4 a2 b5 e5 a1",
        "c4",
    ),
    (
        "mitropia",
        {"map": MAP, "players": 2, "pro": True},
        "a4 d3 a3 c3 a1 b1 a2 e5",
        "d2",
    ),
]
PLAYOUTS = {"majorities": 4000}
"""Where the endgame has to be seen to its end."""


@pytest.mark.parametrize(("game_id", "options", "moves", "planted"), PLANTED)
def test_a_planted_losing_move_is_spoken_of_and_what_was_better_is_not(
    game_id: str, options: dict[str, Any], moves: str, planted: str
) -> None:
    match = after(game_id, options, moves)
    teacher = Teacher(match.game, f"mcts:playouts={PLAYOUTS.get(game_id, 800)}")
    to_judge = move_to_judge(match, planted, "bot:9")
    lesson = teacher.think(to_judge)
    assert lesson.size
    assert lesson.share_lost > 0.1
    assert lesson.move != to_judge.move
    assert lesson.line[0] == lesson.move
    assert match.game.refuse(match.state, lesson.move) is None
    assert not teacher.think(replace(to_judge, move=lesson.move)).size


def test_beginners_hear_of_blunders_alone() -> None:
    assert least_loss(("bot:1",)) == least_loss(("bot:3", "bot:9")) == 0.25
    assert least_loss(("bot:5",)) == least_loss(("greedy",)) == 0.14
    assert least_loss(("bot:9", "random")) == 0.07


def compared(best: float, played: float, spread: float) -> Comparison:
    """Two searches that differ by so much about the move that white played."""

    def both(share: float, apart: float) -> tuple[Expectation, ...]:
        ends = (share - apart, share + apart)
        return tuple(Expectation((1 - each, each), (0.0, 0.0)) for each in ends)

    return Comparison("better", ("better",), both(best, 0.0), both(played, spread))


@pytest.mark.parametrize(
    ("played", "spread", "bots", "size"),
    [
        (0.2, 0.01, "bot:1", "blunder"),
        (0.4, 0.01, "bot:1", ""),
        (0.4, 0.01, "bot:5", "mistake"),
        (0.48, 0.01, "bot:9", "slip"),
        (0.48, 0.01, "bot:5", ""),
        (0.2, 0.6, "bot:1", ""),
    ],
)
def test_a_loss_within_the_noise_is_not_spoken_of(
    played: float, spread: float, bots: str, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = after("plurality", {"size": 5}, "d3,d4,d5")
    teacher = Teacher(match.game, LIMIT)
    looks: list[int] = []
    monkeypatch.setattr(teacher._judge, "turn_to", looks.append)
    monkeypatch.setattr(
        teacher._judge, "compare", lambda state, move, limit: compared(0.6, played, spread)
    )
    lesson = teacher.think(move_to_judge(match, "pass", bots))
    assert lesson.size == size
    assert len(looks) == len(set(looks)) == (2 if size else 1), "looked at again with other seeds"


def test_a_second_look_that_finds_no_loss_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    match = after("plurality", {"size": 5}, "d3,d4,d5")
    teacher = Teacher(match.game, LIMIT)
    found = iter([compared(0.6, 0.2, 0.0), compared(0.6, 0.58, 0.0)])
    monkeypatch.setattr(teacher._judge, "compare", lambda *asked: next(found))
    assert not teacher.think(move_to_judge(match, "pass")).size


def test_luck_is_no_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    """The teacher looks at what the player knew, and at nothing else."""
    match = after("plurality", {"size": 5}, "")
    teacher, states = Teacher(match.game, LIMIT), list[Any]()

    def compare(state: Any, move: Any, limit: Any) -> None:
        states.append(state)

    monkeypatch.setattr(teacher._judge, "compare", compare)
    to_judge = move_to_judge(match, "pass")
    assert isinstance(teacher.think(to_judge), Lesson)
    assert states == [to_judge.position]
    assert teaching.SIZES[0][1] == "blunder"
