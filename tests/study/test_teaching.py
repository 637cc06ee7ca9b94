"""Teaching: planted losing moves are spoken of, good ones and even ones are not."""

from dataclasses import replace
from typing import Any

import pytest

from termgames import games
from termgames.play.advice import Lesson, MoveToJudge
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import teaching
from termgames.study.judge import Comparison, Expectation
from termgames.study.teaching import Teacher
from tests.contract.support import MAP, setting_of

LIMIT = Limit(playouts=400)


def move_to_judge(match: Match[Any, Any], text: str, *bots: str) -> MoveToJudge:
    """A move that is to be looked at, at the table of these bots."""
    prompt = match.prompt()
    move = match.game.parse(prompt.state, text)
    return MoveToJudge(match.ply, prompt.seat, prompt.state, move, bots or ("bot:1",))


def after(game_id: str, options: dict[str, Any], moves: str) -> Match[Any, Any]:
    game = games.create(game_id, options)
    match = Match(game, ("human",) * game.seats, 5)
    for text in moves.split():
        match.submit(game.parse(match.state, text))
    return match


PLANTED = """
pletore size=7; e3 f1 b1 a7 b4 g5 c5 g7 g4 b2 d3 g2 g6 a1; a3
majorities size=3; d3 d1,d4 a2,b3; a1,b1
tricolor size=5; d4 d1 d2 b4 a5 b5 b1 c1 c3 b2 e1 d3 c5 e3 a4 e4 a2 b5 e5 a1; c2
mitropia players=2 pro; a4 d3 a3 c3 a1 b1 a2 e5; d2
"""
PLAYOUTS = {"majorities": 2000}
"""Where the endgame has to be seen to its end."""


@pytest.mark.parametrize("line", PLANTED.strip().splitlines())
def test_a_planted_losing_move_is_spoken_of_and_what_was_better_is_not(line: str) -> None:
    game, moves, planted = line.split("; ")
    game_id, chosen = setting_of(game)
    small = {"map": MAP} if game_id == "mitropia" else {}
    match = after(game_id, {**dict(chosen), **small}, moves)
    teacher = Teacher(match.game, Limit(playouts=PLAYOUTS.get(game_id, 400)))
    to_judge = move_to_judge(match, planted, "bot:9")
    lesson = teacher.think(to_judge)
    assert lesson.size
    assert lesson.share_lost > 0.1
    assert lesson.move != to_judge.move
    assert lesson.line[0] == lesson.move
    assert match.game.refuse(match.state, lesson.move) is None
    assert "best reply" not in lesson.reason
    assert not teacher.think(replace(to_judge, move=lesson.move)).size


def compared(best: float, played: float, spread: float, points: float = 0.0) -> Comparison:
    """Two searches that differ by so much about the move that White played, which also lost
    `points`."""

    def both(share: float, apart: float, lead: float) -> tuple[Expectation, ...]:
        ends = (share - apart, share + apart)
        return tuple(Expectation((1 - each, each), (0.0, lead)) for each in ends)

    return Comparison("better", ("better",), both(best, 0.0, points), both(played, spread, 0.0))


def lessons(monkeypatch: pytest.MonkeyPatch, bots: str, *comparisons: Comparison) -> list[Lesson]:
    """What a teacher says of one move of white after the other, each found to be so bad."""
    match = after("plurality", {"size": 5}, "d3,d4,d5")
    teacher = Teacher(match.game, LIMIT)
    to_judge = replace(move_to_judge(match, "pass", bots))
    said = []
    for number, found in enumerate(comparisons):
        monkeypatch.setattr(teacher._judge, "compare", lambda *_, found=found: found)
        monkeypatch.setattr(teaching, "reason_compared", lambda *_: "")
        said.append(teacher.think(replace(to_judge, ply=1 + 2 * number)))
    return said


def test_a_loss_within_the_noise_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    for played, spread, bots, size in (
        (0.2, 0.01, "bot:1", "blunder"),
        (0.48, 0.01, "bot:1", ""),
        (0.4, 0.01, "bot:5", "mistake"),
        (0.48, 0.01, "bot:9", "slip"),
        (0.2, 0.6, "bot:1", ""),
    ):
        (lesson,) = lessons(monkeypatch, bots, compared(0.6, played, spread))
        assert lesson.size == size, (played, bots)


@pytest.mark.parametrize("best", [0.01, 0.99])
def test_in_a_decided_game_points_that_are_lost_are_spoken_of(
    best: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = compared(best, best, 0.0, 1.5), compared(best, best, 0.0, 6.0)
    said = lessons(monkeypatch, "bot:1", few, many)
    assert [lesson.size for lesson in said] == ["", "blunder"]
    assert said[1].points_lost == 6
    even = lessons(monkeypatch, "bot:1", compared(0.5, 0.5, 0.0, 6.0))
    assert not even[0].size, "while both may win the win is what counts"
