"""A review in a process of its own finds what one beside it finds, and ends when it is told to."""

from termgames import games
from termgames.play.events import Answer, Failed, Progress
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import review
from termgames.study.roles import Found, reviewer

LIMIT = Limit(playouts=60)


def played() -> Match:
    match = Match(games.create("majorities", {"size": 3}), ("human", "human"), 1)
    while match.ply < 4:
        match.submit(next(iter(match.game.legal_moves(match.state))))
    return match


def test_it_finds_what_is_found_without_it() -> None:
    match = played()
    plies = review.decisions(match, range(2))
    process = reviewer(match, plies, LIMIT)
    said = [process.read() for _ in plies]
    assert process.read() == Answer(0, None)
    process.close()
    assert process.read() is None
    assert said == [
        Progress(0, Found(ply, finding))
        for ply, finding in zip(plies, review.findings(match, plies, LIMIT), strict=True)
    ]
    assert any(isinstance(each, Progress) and each.thought.finding for each in said)


def test_one_that_breaks_down_says_so_once() -> None:
    process = reviewer(played(), [0, 99], Limit(playouts=20))
    assert isinstance(process.read(), Progress)
    failed = process.read()
    assert isinstance(failed, Failed)
    assert "\n" not in failed.text
    assert process.read() is None
