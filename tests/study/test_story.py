"""The story of a game: made-up values, and a whole game of bots of each Go game."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.play import store
from termgames.play.advice import Estimate
from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from termgames.study import review, story
from termgames.study.review import Finding
from termgames.study.story import Change, Luck, Story

RECORDS = Path(__file__).parent / "records"
SEVERAL = Story(
    turns=168,
    leads=(Change(2, 31), Change(1, 77), Change(0, 140)),
)


def shown(name: str) -> Shown:
    return Shown(store.read(RECORDS / f"{name}.tgr", draws=False))


def tale(table: Shown, findings: tuple[Finding, ...] = ()) -> Story:
    turns = Turns(table)
    turns.update()
    return story.tell(table, turns, findings)


def last(table: Shown, **more: Any) -> str:
    return story.sentences(table, replace(SEVERAL, **more))[-1]


def finding(table: Shown, ply: int, **more: Any) -> Finding:
    """A finding on a move that was the best one; no mistake unless told otherwise."""
    match = table.match
    text = match.game.format(match.move_at(ply))
    found = Finding(
        *(ply, match.actor(ply), match.actor_name(ply), text, text, (text,), 0.5, (0.0, 0.0), 0.0),
        seats=match.game.seats,
    )
    return replace(found, **more)


def decisions(table: Shown, seat: int) -> list[int]:
    """The plies at which a seat put a stone."""
    match = table.match
    plies = review.decisions(match, [seat])
    return [ply for ply in plies if match.game.cells_of(match.move_at(ply))]


TOLD = {
    "mitropia": """
        The game took 192 turns.
        The largest capture: Red took 5 stones in turn 136.""",
    "tricolor": """
        The game took 137 turns.
        The largest capture: Beta took 12 stones in turn 92.""",
}


@pytest.mark.parametrize("name", TOLD)
def test_a_game_told_from_its_record(name: str) -> None:
    table = shown(name)
    lines = [line.strip() for line in TOLD[name].strip().splitlines()]
    assert story.sentences(table, tale(table)) == lines


def test_luck_is_told_with_how_far_the_review_may_be_wrong() -> None:
    table = shown("mitropia")
    plies = [decisions(table, seat)[:3] for seat in range(3)]
    given = ((0.01, 0.15, 0.02), (-0.06,) * 3, (0.0,) * 3)
    findings = tuple(
        finding(table, ply, luck=luck)
        for seat in range(3)
        for ply, luck in zip(plies[seat], given[seat], strict=True)
    )
    lucks = tale(table, findings).lucks
    assert [(luck.seat, round(luck.gained, 2)) for luck in lucks] == [(0, 0.18), (1, -0.18)]
    assert lucks[0].noise == pytest.approx(0.0625, abs=0.001)
    turn = lucks[0].turn
    assert turn == tale(table, (finding(table, plies[0][1], luck=0.2),)).lucks[0].turn
    assert lucks[1].turn is None, "no turn of white's stands out"
    lines = story.sentences(table, replace(SEVERAL, lucks=lucks))
    assert lines[-2:] == [
        f"Dice and cards gave Black 18% of the win (give or take 6%), above all in turn {turn}.",
        "Dice and cards cost White 18% of the win (give or take 6%).",
    ]
    assert last(table, lucks=(Luck(0, 0.05, 0.06), Luck(2, -0.02, 0.06))) == (
        "Dice and cards neither gave nor cost Black or Red more than the review may be wrong by."
    )


def test_who_was_ahead_and_which_turn_decided_the_game() -> None:
    """By the analysis, or by a review where there is one; the same on panel and page."""
    table = Shown(store.read(RECORDS.parents[1] / "golden" / "plurality.tgr"))
    told = tale(table)
    assert (told.turning_ply, told.leads, told.turning) == (None, (), "")
    for ply in range(table.match.ply):
        assert ply < 10 or tale(table).turning_ply is None or ply > 13, "too little is known"
        table.estimate(ply, Estimate((0.3, 0.7) if ply < 10 else (0.9, 0.1)))
    assert tale(table).turning_ply == 9
    assert story.sentences(table, tale(table), story.BRIEF) == [
        "Turning point: White's g7,h7,j7 in turn 10; before it White was ahead 70%, after it Black "
        "was winning 90%.",
        "White was ahead from turn 1 and then Black from turn 10.",
    ]
    told = tale(table, (finding(table, 11, losses=(0.3, 0.3), best="a1,a2,b1"),))
    assert told.turning_ply == 11
    assert told.turning.endswith("a blunder: -30% of the win. Better: a1,a2,b1.")
    assert tale(table, (finding(table, 11),)).turning == ""


def test_each_players_costliest_decision_is_told() -> None:
    """But for the one that decided the game, which has a sentence of its own."""
    table = shown("tricolor")
    first, second, other = *decisions(table, 1)[5:7], decisions(table, 2)[6]
    losses = ((first, 0.3, "a1"), (second, 0.4, "b2"), (other, 0.2, "c3"))
    findings = tuple(finding(table, at, losses=(lost,) * 2, best=best) for at, lost, best in losses)
    told = tale(table, findings)
    assert [(each.seat, each.better, each.lost) for each in told.costliest] == [
        (1, "a1", 0.3),
        (2, "c3", 0.2),
    ]
    assert told.turning.endswith("a blunder: -40% of the win. Better: b2.")
    beta = told.costliest[0]
    assert story.sentences(table, told)[-2] == (
        f"Beta's costliest decision was {beta.move} in turn {beta.turn}: it gave away 30% of the "
        "win. Better: a1."
    )


def test_a_mistake_from_which_another_player_gains_helped_him() -> None:
    table = shown("tricolor")
    at, later = decisions(table, 1)[5:7]
    shares = {"after_best": (0.2, 0.5, 0.3), "after_played": (0.45, 0.2, 0.35)}
    helping = finding(table, at, losses=(0.3, 0.3), best="a1", **shares)
    (helped,) = tale(table, (helping,)).helps
    assert (helped.seat, helped.helped, round(helped.gained, 2)) == (1, 0, 0.25)
    assert last(table, helps=(helped,)) == (
        f"Beta helped Alpha most with {helped.move} in turn {helped.turn}: it cost 30% of the win "
        "and gave Alpha 25%."
    )
    spread = replace(helping, ply=later, after_played=(0.33, 0.2, 0.43))
    assert not tale(table, (spread,)).helps, "what it cost went to both"
    assert not tale(table, (replace(helping, best=helping.move),)).helps, "it was no mistake"
