"""The story of a game: made-up values, and a whole game of bots of each Go game."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.play import store
from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from termgames.study import review, story
from termgames.study.review import Finding
from termgames.study.story import Change, Luck, Story

RECORDS = Path(__file__).parent / "records"
SEVERAL = Story(
    turns=168,
    by_chances=False,
    leads=(Change(2, 31), Change(1, 77), Change(0, 140)),
    last=Change(1, 160),
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
        By the score on the board, Black led from turn 81, Red from turn 88, White from turn 104 \
and then Red from turn 181.
        White was last from turn 177.
        The largest capture: Red took 5 stones in turn 136.""",
    "tricolor": """
        The game took 137 turns.
        By the score on the board, Gamma would have won from turn 95, Alpha from turn 113, Gamma \
from turn 126 and then Alpha from turn 136. The lead changed 5 times in all.
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


def test_a_loss_that_came_little_by_little_is_told() -> None:
    table = shown("tricolor")
    plies = decisions(table, 1)[5:11]
    shares = (0.3, 0.5, 0.4, 0.3, 0.1, 0.3)
    falling = [finding(table, ply, share=share) for ply, share in zip(plies, shares, strict=True)]
    (slide,) = tale(table, tuple(falling)).slides
    assert (slide.seat, slide.share, slide.to_share) == (1, 0.5, 0.1)
    assert last(table, slides=(slide,)) == (
        f"Beta's chances fell from 50% in turn {slide.turn} to 10% in turn {slide.to_turn}."
    )
    won = tuple(replace(each, seat=0) for each in falling)
    assert not tale(table, won).slides, "whoever won lost nothing"
    assert not tale(table, tuple(falling[:1])).slides


def test_each_players_costliest_decision_is_told() -> None:
    table = shown("tricolor")
    first, second, other = *decisions(table, 0)[5:7], decisions(table, 2)[6]
    losses = ((first, 0.3, "a1"), (second, 0.4, "b2"), (other, 0.2, "c3"))
    findings = tuple(finding(table, at, losses=(lost,) * 2, best=best) for at, lost, best in losses)
    costliest = tale(table, findings).costliest
    told = [(each.seat, each.better, each.lost) for each in costliest]
    assert told == [(0, "b2", 0.4), (2, "c3", 0.2)]
    assert story.sentences(table, replace(SEVERAL, costliest=costliest))[-2] == (
        f"Alpha's costliest decision was {costliest[0].move} in turn {costliest[0].turn}: it gave "
        "away 40% of the win. Better: b2."
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
