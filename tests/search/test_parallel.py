"""A search that leads others: what is exchanged when, and what is done without."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from termgames import games
from termgames.games.plurality.packed import PackedPlurality
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.parallel import GONE, Following, HelperMessage, PonderingTeam, Task, Team

GAME = games.create("plurality", {"size": 7})


class Clock:
    """Time goes on by a step whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def search(seed: int, clock: Clock) -> Mcts:
    return Mcts(PackedPlurality(GAME), seed=seed, clock=clock)  # type: ignore[arg-type]


class Near:
    """A helper in the same thread: it searches a little whenever it is listened to."""

    def __init__(self, seed: int, *, slow: bool = False, dies: bool = False) -> None:
        self.search = search(seed, Clock(0.01))
        self.slow, self.dies = slow, dies
        self.task: Task | None = None
        self.told: list[HelperMessage] = []
        self.heard: list[HelperMessage] = []
        self.stopped = self.sent = 0
        self.waited = 0.0

    def begin(self, task: Task) -> None:
        self.task = task
        self.told.append(HelperMessage(task.number - 1, None, final=True))

    def tell(self, told: HelperMessage) -> None:
        self.heard.append(told)

    def stop(self) -> None:
        self.stopped += 1

    def hear(self, seconds: float = 0.0) -> HelperMessage | None:
        assert self.task is not None
        self.waited += seconds
        if self.dies:
            return GONE
        if self.told:
            return self.told.pop()
        if self.slow:
            return None
        if self.stopped or seconds:
            self.slow = True
            return HelperMessage(self.task.number, self._report(), final=True)
        self.told.append(HelperMessage(self.task.number, self._report()))
        return None

    def _report(self) -> Any:
        assert self.task is not None
        self.search.think(self.task.state, Limit(playouts=200))
        report = self.search.report()
        self.sent += report.news.totals.playouts
        return report

    def close(self) -> None:
        self.dies = True


def test_the_leader_decides_on_the_sums_of_all() -> None:
    lead, helper = search(1, Clock(0.01)), Near(2)
    team = Team(lead, [helper], lead.clock)
    thought = team.think(GAME.start(), Limit(seconds=1))
    assert thought.note in ("", "cannot be caught"), "as the helper's finds happen to come"
    assert thought.playouts == lead.tree.visits[0] > helper.sent > 0
    assert helper.stopped
    assert helper.heard, "the helper is told as well"
    assert helper.task is not None
    assert all(told.task == helper.task.number for told in helper.heard)


def test_what_helpers_find_reaches_the_others() -> None:
    lead, one, two = search(1, Clock(0.01)), Near(2), Near(3)
    Team(lead, [one, two], lead.clock).think(GAME.start(), Limit(seconds=1))
    for helper, other in ((one, two), (two, one)):
        fresh = search(4, Clock(0.01))
        fresh.think(GAME.start(), Limit(playouts=16))
        before = fresh.playouts
        for told in helper.heard:
            fresh.hear(told.report)
        # What the leader found itself, and what the other helper told.
        assert fresh.playouts - before > other.sent // 2 > 0


def test_a_helper_that_is_gone_is_done_without() -> None:
    lead, helper = search(1, Clock(0.02)), Near(2, dies=True)
    state = GAME.start()
    for _ in range(2):
        thought = Team(lead, [helper], lead.clock).think(state, Limit(seconds=1))
        assert thought.playouts > 0
        assert not helper.heard
        state = GAME.apply(state, thought.move)


def test_nobody_waits_long_for_a_silent_helper() -> None:
    lead, helper = search(1, Clock(0.02)), Near(2, slow=True)
    lead.temperature = 1.0  # Otherwise it may know early what it plays.
    Team(lead, [helper], lead.clock).think(GAME.start(), Limit(seconds=1))
    assert lead.clock.now < 1.3  # type: ignore[attr-defined]
    assert helper.waited > 0


def test_reports_of_another_task_are_passed_over() -> None:
    stray = search(3, Clock(0.01))
    stray.think(GAME.start(), Limit(playouts=1000))
    found = []
    for letters in ([], [HelperMessage(7, stray.report())]):
        lead, helper = search(1, Clock(0.01)), Near(2, slow=True)
        helper.told += letters
        found.append(Team(lead, [helper], lead.clock).think(GAME.start(), Limit(seconds=0.5)))
        assert not helper.told
    assert found[0].playouts == found[1].playouts == lead.tree.visits[0]
    assert found[0].value == found[1].value


def test_a_helper_tells_now_and_then_and_at_the_end() -> None:
    clock = Clock(0.02)
    helper = search(1, clock)
    other = search(2, Clock(0.01))
    other.think(GAME.start(), Limit(playouts=500))
    letters = [HelperMessage(5, other.report()), HelperMessage(4, None)]
    said: list[HelperMessage] = []

    def heard() -> list[HelperMessage]:
        found = letters.copy()
        letters.clear()
        return found

    task = Task(5, GAME.start(), 1.0, 0.2)
    peers = Following(helper, task, said.append, heard, clock)
    helper.think(GAME.start(), Limit(seconds=1), peers=peers)
    assert [told.final for told in said] == [False] * (len(said) - 1) + [True]
    assert len(said) >= 3
    own = sum(told.report.news.totals.playouts for told in said)
    assert own + 500 <= helper.playouts <= own + 500 + 64, "what it heard it does not tell"
    assert not letters


def test_pondering_leaves_a_tree_for_the_answer() -> None:
    lead, helper = search(1, Clock(0.004)), Near(2)
    team = PonderingTeam(lead, [helper], lead.clock)
    state = GAME.apply(GAME.start(), GAME.legal_moves(GAME.start())[0])
    ends = iter([False] * 60 + [True])
    team.ponder(state, 100.0, lambda: next(ends))
    assert lead.clock.now < 10  # type: ignore[attr-defined]
    expected = lead.choose(0)
    reply = lead.game.move(lead.tree.position(0), int(lead.tree.action[expected]))
    lead._move_to(GAME.apply(state, reply))
    assert lead.tree.visits[0] > 100


def test_a_full_tree_is_explored_but_does_not_grow() -> None:
    small = search(1, Clock(0.01))
    small.settings = replace(small.settings, most_bytes=600_000)
    small.plant(None)
    small.think(GAME.start(), Limit(playouts=20_000))
    nodes, tables, visits = small.tree.size, small.tree.tables, small.tree.visits[0]
    assert 500_000 < small.tree.bytes < 900_000
    thought = small.think(GAME.start(), Limit(playouts=20_000))
    assert small.tree.visits[0] >= visits + 10_000
    assert small.tree.size <= nodes + 8
    assert small.tree.tables == tables > 1
    assert GAME.refuse(GAME.start(), thought.move) is None
