"""Reviews: planted blunders are found, by what their player knew, and the same ones again; what
costs most in many games."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import RecordError
from termgames.play import record
from termgames.play.events import Answer, Failed, Progress
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import reasons, review
from termgames.study.judge import Comparison, Expectation, Judge
from termgames.study.review_file import ReviewFile
from termgames.study.roles import Found, reviewer
from termgames.study.tally import PASSED, PHASES, Losses, ReviewedGame, kind, tally
from tests.study.exercises import examples

LIMIT = Limit(playouts=400)
GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")
"""White's second move gives the game away, which b5,c5,a5 would have held."""
BLUNDER = 3


@pytest.fixture(scope="module")
def match() -> Match[Any, Any]:
    game = games.create("plurality", {"size": 5})
    played = Match(game, ("human", "greedy"), 1)
    for text in GAME:
        played.submit(game.parse(played.state, text))
    return played


@pytest.fixture(scope="module")
def found(match: Match[Any, Any]) -> list[review.Finding]:
    plies = review.decisions(match, (0, 1))
    return [each for each in review.findings(match, plies, LIMIT) if each is not None]


def test_the_move_that_gives_the_game_away_is_the_costliest(
    match: Match[Any, Any], found: list[review.Finding]
) -> None:
    reviewed = review.review(match, found)
    worst = next(each for each in reviewed.costliest if each.ply == BLUNDER)
    assert worst.size == "blunder"
    assert (worst.best, worst.line[0]) == ("b5,c5,a5", "b5,c5,a5")
    assert worst.share_lost > 0.7
    assert worst.points_lost > 0
    assert reviewed.turning_point in {each.ply for each in reviewed.costliest}


def test_a_review_in_two_parts_finds_the_same(
    match: Match[Any, Any], found: list[review.Finding]
) -> None:
    parts = ((4,), (1, 0))
    again = [each for plies in parts for each in review.findings(match, plies, LIMIT)]
    in_order = sorted((each for each in again if each), key=lambda each: each.ply)
    assert in_order == [each for each in found if each.ply in (0, 1, 4)]


def test_losses_within_the_noise_are_no_mistakes(found: list[review.Finding]) -> None:
    even = replace(found[BLUNDER], share=0.5, losses=(0.09, 0.09))
    assert even.size == ""
    assert replace(even, losses=(0.12, 0.12)).size == "slip"
    assert replace(even, losses=(0.24, 0.0)).size == ""
    assert replace(even, losses=(0.9, 0.9), best=even.move).size == ""


def test_who_is_reviewed(match: Match[Any, Any]) -> None:
    assert review.seats_to_review(match) == [0]
    assert review.seats_to_review(match, ("White", "black")) == [0, 1]
    bots = replace(match, players=("greedy", "random"))
    assert review.seats_to_review(bots) == [0, 1]
    with pytest.raises(RecordError, match="no seat 'red': there is black, white"):
        review.seats_to_review(match, ("red",))


def dice(plies: int, **chosen: Any) -> tuple[Any, Match[Any, Any]]:
    """A game with hidden hands that goes on, or one with other options."""
    game = games.create("mitropia", {"players": 2, "map": "9x9-cut", **chosen})
    match = Match(game, ("greedy", "greedy"), 7)
    while match.ply < plies:
        match.submit(game.legal_moves(match.state)[0])
    return game, match


def test_hidden_hands_are_judged_by_what_the_player_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    game, match = dice(20)
    judged: list[int] = []

    def looked_at(judge: Judge, state: Any, played: Any, limit: Limit) -> None:
        seat = game.to_act(state)
        assert state == game.view(state, seat)
        judged.append(seat)

    monkeypatch.setattr(Judge, "compare", looked_at)
    plies = review.decisions(match, (0, 1))
    assert list(review.findings(match, plies, LIMIT)) == [None] * len(plies)
    assert set(judged) == {0, 1}
    with pytest.raises(RecordError, match="when it is over"):
        review.refuse(match)
    with pytest.raises(RecordError, match="left out"):
        review.refuse(record.redacted(match))
    review.refuse(dice(0, **{"no-cards": True})[1])


def test_luck_is_what_chance_gave(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is judged from before the first of the rolls and cards that led to the decision."""
    _, match = dice(30)
    judged: list[Any] = []
    monkeypatch.setattr(Judge, "compare", lambda *_: None)
    monkeypatch.setattr(Judge, "luck", lambda _, *about: judged.append(about) or 0.125)
    decided = [ply for ply in range(12, 30) if not match.by_chance(ply)]
    rolled = next(ply for ply in decided if match.by_chance(ply - 1))
    first = next(ply for ply in range(rolled, 0, -1) if not match.by_chance(ply - 1))
    still = next(ply for ply in decided if not match.by_chance(ply - 1))
    assert [review._luck(match, Judge(match.game), ply, 1) for ply in (rolled, still)] == [0.125, 0]
    assert judged == [(match.state_at(first), match.state_at(rolled), 1)]


def test_findings_are_kept_for_the_same_game_and_limit_alone(
    match: Match[Any, Any], found: list[review.Finding], tmp_path: Path
) -> None:
    path = tmp_path / "game.tgr"
    review_file = ReviewFile(path, match, LIMIT)
    for finding in found:
        review_file.add(finding.ply, finding)
    review_file.add(4, None)
    rows = json.loads(review_file.path.read_text("utf-8"))["reviews"][0]["findings"]
    assert all(row is None or row["after_best"] for row in rows.values())
    kept = {each.ply: each for each in found} | {4: None}
    assert ReviewFile(path, match, LIMIT).findings == kept
    assert not ReviewFile(path, match, Limit(playouts=401)).findings
    shorter = match.copy()
    shorter.undo(2)
    assert not ReviewFile(path, shorter, LIMIT).findings
    whole = review_file.path.read_text("utf-8")
    wrong = [
        whole.replace('"losses": [', '"losses": [NaN, '),
        whole.replace('"losses": [', '"losses": [], "other": ['),
        whole.replace('"share": ', '"share": "x", "other": '),
        whole.replace('{"3": ', '{"300": ').replace(' "3": ', ' "300": '),
    ]
    assert whole not in wrong
    for damaged in ("", "[]", "{", whole[:-20], *wrong, "\xff"):
        review_file.path.write_text(damaged, "latin-1")
        assert not ReviewFile(path, match, LIMIT).findings


def test_what_seems_lost_is_looked_at_again_and_longer(
    match: Match[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    better = match.game.parse(match.state_at(2), "c1,d2,c2")
    looks: list[float | None] = []

    def compare(judge: Judge, state: Any, played: Any, limit: Limit) -> Comparison:
        looks.append(limit.seconds)
        best, worse = 0.6, 0.6 - losses[len(looks) - 1]
        ends = [(Expectation((share, 0.4), (0.0, 0.0)),) * 2 for share in (best, worse)]
        return Comparison(better, (better,), *ends)

    monkeypatch.setattr(Judge, "compare", compare)
    for losses, plies, most in (
        ([0.03], [2], [10.0]),
        ([0.2, 0.02], [2], [10.0, 12.0]),
        ([0.2, 0.2], [2], [10.0, 12.0]),  # the first one is wanted soon
        ([0.0, 0.2, 0.2, 0.1], [0, 2], [10.0, 10.0, 12.0, 25.0]),
    ):
        looks.clear()
        *_, finding = review.findings(match, plies, Limit(10.0))
        assert (finding.share_lost, looks) == (pytest.approx(losses[-1]), most)


def test_it_finds_what_is_found_without_it() -> None:
    game = games.create("majorities", {"size": 3})
    match, limit = Match(game, ("human", "human"), 1), Limit(playouts=60)
    while match.ply < 4:
        match.submit(next(iter(game.legal_moves(match.state))))
    plies = review.decisions(match, range(2))
    process = reviewer(match, plies, limit)
    said = [process.read() for _ in plies]
    assert process.read() == Answer(0, None)
    process.close()
    assert process.read() is None
    assert said == [
        Progress(0, Found(ply, finding))
        for ply, finding in zip(plies, review.findings(match, plies, limit), strict=True)
    ]
    assert any(isinstance(each, Progress) and each.thought.finding for each in said)


def test_one_that_breaks_down_says_so_once() -> None:
    process = reviewer(examples.played(), [0, 99], Limit(playouts=20))
    assert isinstance(process.read(), Progress)
    failed = process.read()
    assert isinstance(failed, Failed)
    assert "\n" not in failed.text
    assert process.read() is None


def test_games_are_counted_by_kind_and_by_phase() -> None:
    match = examples.played("human", "human")
    found = (
        replace(examples.finding(0, 0.2), reason="Captures 2 stones of white."),
        examples.finding(1, 0.0),
        replace(examples.finding(3, 0.5), reason="Takes the centre (about 9 points)."),
        replace(examples.finding(4, 0.3, "a1,a2,b1"), reason="Captures 3 stones of white."),
    )
    told = tally([ReviewedGame("one", match, found), ReviewedGame("two", match, found[:1])])
    assert told.total == Losses(5, 4, pytest.approx(1.2))
    assert told.kinds == {
        "captures": Losses(3, 3, pytest.approx(0.7)),
        "ground to take": Losses(1, 1, 0.5),
    }
    assert list(told.phases) == list(PHASES)
    assert [part.mistakes for part in told.phases.values()] == [2, 1, 1]
    assert [part.decisions for part in told.phases.values()] == [3, 1, 1]
    worst = told.reviewed[0].worst
    assert worst.ply == 3


def test_who_passed_where_stones_were_to_be_laid_is_told_so() -> None:
    match = examples.played()
    assert kind(match, replace(examples.finding(), move="pass")) == PASSED
    assert kind(match, replace(examples.finding(), best="nonsense")) == reasons.OTHER
    assert tally([]).total == Losses()


@pytest.mark.parametrize("verb", [*reasons.KINDS])
def test_a_kind_is_told_by_the_verb_of_the_reason(verb: str) -> None:
    assert reasons.kind(f"{verb.capitalize()} something, and takes more.") == reasons.KINDS[verb]
    assert reasons.kind("White's best reply is c4.") == reasons.OTHER
