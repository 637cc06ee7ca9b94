"""Helpers in processes of their own: what they answer, and every way to end."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import Game
from termgames.play.bots import factory
from termgames.play.bots.factory import HelperRole, make_bot, searcher
from termgames.play.bots.helper_process import HelperProcess
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.children import cputime
from termgames.search.limits import Limit
from termgames.search.parallel import GONE, Batch, Helpers, Played, Question
from tests.processes import gone, needs_proc, there

SPEC = parse_player("mcts:time=60")


@pytest.fixture
def game() -> Game[Any, Any]:
    return games.create("plurality", {"size": 7})


def helping(game: Game[Any, Any], seed: int = 3) -> HelperProcess:
    return HelperProcess(HelperRole(game.id, dict(game.options), SPEC, seed))


@pytest.fixture
def helper(game: Game[Any, Any]) -> Iterator[HelperProcess]:
    made = helping(game)
    yield made
    made.close()


def answer(helper: HelperProcess) -> Played:
    """Its next answer; a helper that is stuck would end the test's time."""
    told = helper.hear(60)
    assert told is not None, "it says nothing"
    return told


def searched(game: Game[Any, Any]) -> Any:
    return searcher(SPEC, game, seed=1)


def rows(game: Game[Any, Any], count: int) -> Any:
    """The start of the game, packed, so many times."""
    return searched(game).game.pack([game.start()] * count)


def bot_of(game: Game[Any, Any], player: str = "mcts:time=60", cores: int = 2) -> Any:
    return make_bot(parse_player(player), game, seed=1, options=BotOptions(cores=cores))


def test_leaves_are_played_out_as_at_home(helper: HelperProcess, game: Game[Any, Any]) -> None:
    assert answer(helper).results is None, "it listens"
    helper.send(Batch(rows(game, 3), 400, Question(None)))
    told = answer(helper)
    assert told.seconds > 0
    ours, theirs = searched(game).evaluator.evaluate(rows(game, 3), 400), told.results
    for name in ("reward", "share", "score", "owner", "amaf_count", "amaf_reward"):
        assert getattr(theirs, name).shape == getattr(ours, name).shape
    np.testing.assert_allclose(theirs.reward.mean(axis=0), ours.reward.mean(axis=0), atol=0.06)
    assert theirs.amaf_count.sum() == pytest.approx(ours.amaf_count.sum(), rel=0.02)
    assert not np.array_equal(theirs.owner, ours.owner), "its seed is another"
    assert helper.hear() is None


def test_who_gets_helpers(game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Limited playouts stay in one process; each helper has a seed of its own."""
    made: list[HelperRole] = []
    monkeypatch.setattr(factory, "HelperProcess", made.append)
    for player in ("mcts:playouts=300", "bot:3", "mcts:playouts=300,time=5"):
        bot_of(game, player, cores=4)
    assert made == []
    bot_of(game, cores=4)
    assert len({1, *(role.seed for role in made)}) == 4


def test_what_it_cannot_do_ends_a_helper(helper: HelperProcess) -> None:
    answer(helper)
    for batch in (Batch([lambda: None], 1), Batch("nobody hears this", 4)):
        helper.send(batch)
        assert answer(helper) is GONE
    assert not there(helper.child.pid)


def helped(bot: Any) -> Callable[[], bool]:
    """Whether the bot's helper has played leaves out."""
    (member,) = bot.search.helpers._members
    return lambda: member.pace > 0


@needs_proc
def test_a_bot_with_two_cores_uses_its_helper(game: Game[Any, Any]) -> None:
    bot = bot_of(game)
    (helper,) = bot.search.helpers.helpers
    alone, all_ = time.process_time(), cputime.own()
    thought = bot.think(game.start(), should_stop=helped(bot))
    assert cputime.own() - all_ > time.process_time() - alone, "what helpers use counts"
    assert thought.note == "stopped"
    assert thought.playouts == bot.search.tree.visits[0] > 0
    assert game.refuse(game.start(), thought.move) is None
    assert os.getpriority(os.PRIO_PROCESS, helper.child.pid) >= 5
    pid = helper.child.pid
    # Nobody closes bots: they end when they are forgotten.
    del bot, helper
    assert gone(pid, there)


def there_are(helpers: Helpers, processes: int) -> None:
    """Wait until so many can play leaves out."""
    deadline = time.monotonic() + 60
    while helpers.processes != processes:
        assert time.monotonic() < deadline
        time.sleep(0.01)


@needs_proc
def test_a_killed_helper_is_done_without(game: Game[Any, Any]) -> None:
    made, search = [helping(game, seed) for seed in (2, 3)], searched(game)
    search.helpers = Helpers(made)
    there_are(search.helpers, 3)
    leaves = rows(game, 64)
    for killed in (False, True, False):
        if killed:
            os.kill(made[0].child.pid, signal.SIGKILL)
        for _ in range(4):
            parts = list(search.helpers.evaluate(leaves, 32, search.evaluator.evaluate))
            assert [part.start for part, _ in parts[1:]] == [part.stop for part, _ in parts[:-1]]
            assert parts[-1][0].stop == 64
            assert all(len(told.reward) == part.stop - part.start for part, told in parts)
    # The other one may be late on a busy computer.
    there_are(search.helpers, 2)
    assert answer(made[0]) is GONE
    os.kill(made[1].child.pid, signal.SIGSTOP)  # who stands still holds nobody up
    assert search.think(game.start(), Limit(0.2)).playouts > 0
    for _ in range(2):
        search.helpers.close()
        assert not any(there(helper.child.pid) for helper in made)
    thought = search.think(game.start(), Limit(playouts=200))
    assert game.refuse(game.start(), thought.move) is None
