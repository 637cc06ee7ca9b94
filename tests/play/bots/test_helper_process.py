"""Helpers in processes of their own: with a leader, and every way to end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from termgames import games
from termgames.core.game import Game
from termgames.play.bots import cputime
from termgames.play.bots.factory import make_bot, searcher
from termgames.play.bots.helper_process import HelperProcess, Helping
from termgames.play.bots.players import parse_player
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.parallel import GONE, HelperMessage, Task, Team
from tests.processes import alive, gone, needs_proc, there

SPEC = parse_player("mcts:time=60")
SPEC_LIMIT = Limit(seconds=60)


@pytest.fixture
def game() -> Game[Any, Any]:
    return games.create("plurality", {"size": 7})


@pytest.fixture
def helper(game: Game[Any, Any]) -> Iterator[HelperProcess]:
    made = HelperProcess(Helping(game.id, dict(game.options), SPEC, 3))
    yield made
    made.close()


def task(number: int, state: Any, seconds: float = 60.0) -> Task:
    return Task(number, state, time.monotonic() + seconds, 0.05)


def answer(helper: HelperProcess, wanted: Callable[[HelperMessage], bool]) -> HelperMessage:
    """The next report of that kind; a helper that is stuck would end the test's time."""
    while True:
        told = helper.hear(60)
        assert told is not None, "it says nothing"
        if wanted(told):
            return told
        assert told is not GONE


def test_reports_are_of_the_position_asked_about(
    helper: HelperProcess, game: Game[Any, Any]
) -> None:
    state = game.start()
    helper.begin(task(1, state))
    first = answer(helper, lambda told: told.report is not None)
    assert (first.task, first.final) == (1, False)
    lead = searcher(SPEC, game, seed=1)
    assert isinstance(lead, Mcts)
    lead._move_to(state)
    lead._open(SPEC_LIMIT)
    before = lead.playouts
    lead.hear(first.report)
    assert lead.playouts == before + first.report.news.totals.playouts > before
    helper.stop()
    assert answer(helper, lambda told: told.final).task == 1


def test_a_new_task_ends_the_one_before(helper: HelperProcess, game: Game[Any, Any]) -> None:
    state = game.start()
    helper.begin(task(1, state))
    answer(helper, lambda told: told.report is not None)
    helper.begin(task(2, game.apply(state, game.legal_moves(state)[0])))
    assert answer(helper, lambda told: told.final).task == 1
    assert answer(helper, lambda told: True).task == 2


def test_a_task_whose_time_is_over_ends_at_once(
    helper: HelperProcess, game: Game[Any, Any]
) -> None:
    helper.begin(task(5, game.start(), -1))
    last = answer(helper, lambda told: told.final)
    assert (last.task, last.report) == (5, None)


def listened_to(lead: Mcts) -> list[int]:
    """The playouts of every report it hears from now on."""
    heard: list[int] = []

    def hear(report: Any) -> None:
        heard.append(report.news.totals.playouts)
        Mcts.hear(lead, report)

    lead.hear = hear  # type: ignore[method-assign]
    return heard


@needs_proc
def test_a_bot_with_two_cores_hears_its_helper(game: Game[Any, Any]) -> None:
    bot: Any = make_bot(parse_player("mcts:time=60"), game, seed=1, cores=2)
    (helper,) = bot.search.helpers
    heard = listened_to(bot.search.search)
    thought = bot.think(game.start(), should_stop=lambda: sum(heard) > 2000)
    assert thought.note == "stopped"
    assert thought.playouts > sum(heard) > 2000
    assert game.refuse(game.start(), thought.move) is None
    assert os.getpriority(os.PRIO_PROCESS, helper.pid) >= 5
    pid = helper.pid
    # Nobody closes bots: they end when they are forgotten.
    del bot, helper
    assert gone(pid, there)


@needs_proc
def test_a_killed_helper_is_done_without(game: Game[Any, Any]) -> None:
    helpers = [HelperProcess(Helping(game.id, dict(game.options), SPEC, seed)) for seed in (2, 3)]
    lead = searcher(SPEC, game, seed=1)
    assert isinstance(lead, Mcts)
    team = Team(lead, helpers)
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        if asked == 5:
            os.kill(helpers[0].pid, signal.SIGKILL)
        return asked > 15

    state = game.start()
    thought = team.think(state, SPEC_LIMIT, should_stop=stop)
    asked = 6
    after = team.think(game.apply(state, thought.move), SPEC_LIMIT, should_stop=stop)
    assert after.playouts > 0
    assert answer(helpers[0], lambda told: told is GONE) is GONE
    team.close()
    assert not any(there(helper.pid) for helper in helpers)
    team.close()


@needs_proc
def test_a_helper_that_stands_still_holds_nobody_up(game: Game[Any, Any]) -> None:
    bot: Any = make_bot(parse_player("mcts:time=0.3"), game, seed=1, cores=2)
    (helper,) = bot.search.helpers
    os.kill(helper.pid, signal.SIGSTOP)
    state = game.start()
    for _ in range(3):
        thought = bot.think(state)
        assert thought.playouts > 0
        state = game.apply(state, thought.move)
    helper.close()
    assert not there(helper.pid)


def test_limited_playouts_stay_in_one_process(game: Game[Any, Any]) -> None:
    for player in ("mcts:playouts=300", "bot:3", "uct:time=1", "mcts:playouts=300,time=5"):
        bot: Any = make_bot(parse_player(player), game, seed=1, cores=4)
        assert not isinstance(bot.search, Team)
    one, two = (
        make_bot(parse_player("mcts:playouts=300"), game, seed=1, cores=cores).think(game.start())
        for cores in (1, 2)
    )
    assert (one.move, one.value) == (two.move, two.value)


@needs_proc
def test_what_helpers_use_counts(game: Game[Any, Any]) -> None:
    bot: Any = make_bot(parse_player("mcts:time=60"), game, seed=1, cores=2)
    heard, alone, all_ = listened_to(bot.search.search), time.process_time(), cputime.own()
    bot.think(game.start(), should_stop=lambda: sum(heard) > 2000)
    assert cputime.own() - all_ > time.process_time() - alone


PARENT = """
import sys, time
from termgames import games
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
game = games.create("plurality", {"size": 7})
bot = make_bot(parse_player("mcts:time=60"), game, seed=1, cores=2)
print(bot.search.helpers[0].pid, flush=True)
bot.think(game.start())
"""


@needs_proc
def test_killing_the_leader_ends_its_helpers() -> None:
    leader = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    assert leader.stdout is not None
    helper = int(leader.stdout.readline())
    assert alive(helper)
    leader.kill()
    leader.communicate()
    assert gone(helper)
