"""What searches through worlds tell each other, and what a team of them decides."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.determinized import draw
from termgames.core.game import CHANCE
from termgames.play.bots.factory import searcher
from termgames.play.bots.players import parse_player
from termgames.search.ismcts.search import Ismcts
from termgames.search.ismcts.sync import IsmctsReport
from termgames.search.limits import Limit
from termgames.search.parallel import HelperMessage, Team
from termgames.search.sync import News

GAME: Any = games.create("mitropia", {"map": "9x9", "players": 2})


def search(seed: int) -> Ismcts:
    made = searcher(parse_player("mcts:time=60"), GAME, seed=seed)
    assert isinstance(made, Ismcts)
    return made


@pytest.fixture(scope="module")
def state() -> Any:
    """Somebody is to put stones, with dice rolled and cards in hand."""
    rng, s = np.random.default_rng(4), GAME.start()
    form = games.determinized(GAME)
    assert form is not None
    while True:
        seat = GAME.to_act(s)
        if seat != CHANCE and len(form.candidates(s, form.judge(s))) > 20:
            return GAME.view(s, seat)
        move = draw(GAME.chances(s), rng) if seat == CHANCE else GAME.legal_moves(s)[0]
        s = GAME.apply(s, move)


def told(report: IsmctsReport) -> IsmctsReport:
    """As another process gets it."""
    copy = pickle.loads(pickle.dumps(report))
    assert isinstance(copy, IsmctsReport)
    return copy


def by_answer(of: Ismcts) -> dict[tuple[int, int], np.ndarray]:
    return {
        key: np.array([child.visits, *child.reward, *child.share])
        for key, child in of.root.children.items()
        if child.visits
    }


def test_sums_are_those_of_both(state: Any) -> None:
    one, two = search(1), search(2)
    for each in (one, two):
        each.think(state, Limit(playouts=600))
    before, other = by_answer(one), by_answer(two)
    assert set(other) - set(before), "the trees do not look alike"
    visits, playouts = one.root.visits + two.root.visits, one.playouts + two.playouts
    owner = one.ends.owner + two.ends.owner
    assert one.root.table is not None
    assert two.root.table is not None
    counts = one.root.table.count + two.root.table.count
    one.hear(told(two.report()))
    nothing = np.zeros(5)
    after = by_answer(one)
    assert set(after) == set(before) | set(other)
    for key, row in after.items():
        both = before.get(key, nothing) + other.get(key, nothing)
        np.testing.assert_allclose(row, both, rtol=1e-5)
    assert (one.root.visits, one.playouts) == (visits, playouts)
    np.testing.assert_allclose(one.root.table.count, counts, rtol=1e-5)
    np.testing.assert_allclose(one.ends.owner, owner, rtol=1e-5)


def test_nothing_is_told_twice_nor_told_back(state: Any) -> None:
    one, two = search(1), search(2)
    for each in (one, two):
        each.think(state, Limit(playouts=400))
    first = two.report()
    assert sum(len(path) == 1 for path in first.news.paths) > 3
    assert any(len(path) > 1 for path in first.news.paths)
    one.report()
    one.hear(first)
    for each in (one, two):
        again = each.report()
        assert again.news.paths == ()
        assert again.news.totals.playouts == again.news.totals.ends.playouts == 0
        assert again.news.totals.amaf_lanes == 0
        assert np.abs(again.news.totals.amaf).max() < 1e-2
        assert not again.news.totals.ends.owner.any()


def test_what_hangs_in_the_air_is_passed_over(state: Any) -> None:
    """Reports may get lost: one may speak of what follows an answer never heard of."""
    one, two = search(1), search(2)
    two.think(state, Limit(playouts=600))
    one.think(state, Limit(playouts=8))
    before = by_answer(one)
    report = two.report()
    deep = [number for number, path in enumerate(report.news.paths) if len(path) == 2]
    orphans = [number for number in deep if report.news.paths[number][0] not in before]
    news = News(
        tuple(report.news.paths[number] for number in orphans),
        report.news.sums[orphans],
        report.news.totals,
    )
    one.hear(IsmctsReport(news, tuple(report.answers[number] for number in orphans)))
    assert orphans
    assert by_answer(one).keys() == before.keys()


class Whispering:
    """A helper that tells at once what another search found."""

    def __init__(self, report: Any) -> None:
        self.report, self.task = report, 0
        self.heard: list[HelperMessage] = []

    def begin(self, task: Any) -> None:
        self.task = task.number

    def tell(self, told: HelperMessage) -> None:
        self.heard.append(told)

    def stop(self) -> None:
        pass

    def hear(self, seconds: float = 0.0) -> HelperMessage | None:
        return HelperMessage(self.task, self.report, final=True)

    def close(self) -> None:
        pass


def test_the_leader_decides_on_the_sums_of_all(state: Any) -> None:
    other = search(2)
    other.think(state, Limit(playouts=4000))
    report = other.report()
    lead = search(1)
    now = iter(np.arange(0.0, 1000.0, 0.02).tolist())
    lead.clock = lambda: next(now)
    team = Team(lead, [Whispering(report)], lead.clock)
    thought = team.think(state, Limit(seconds=0.2))
    assert thought.playouts == lead.root.visits > report.news.totals.playouts > 3000
    theirs = {
        child.move: float(child.visits) for child in other.root.children.values() if child.visits
    }
    assert thought.visits >= theirs[thought.move] >= max(theirs.values()) / 3
