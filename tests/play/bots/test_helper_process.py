"""Helpers in processes of their own: what they answer, and every way to end."""

import os
import queue
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.chance import draw
from termgames.core.game import CHANCE, Game
from termgames.play.bots import factory
from termgames.play.bots.factory import HelperRole, make_bot, searcher
from termgames.play.bots.helper_process import HelperProcess
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.children import cputime, pipes
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.parallel import GONE, Batch, Helpers, Played, Question
from tests.processes import alive, gone, needs_proc, there

SPEC = parse_player("mcts:time=60")


@pytest.fixture
def game() -> Game[Any, Any]:
    return games.create("plurality", {"size": 7})


@pytest.fixture
def helper(game: Game[Any, Any]) -> Iterator[HelperProcess]:
    made = HelperProcess(HelperRole(game.id, dict(game.options), SPEC, 3))
    yield made
    made.close()


def answer(helper: HelperProcess) -> Played:
    """Its next answer; a helper that is stuck would end the test's time."""
    told = helper.hear(60)
    assert told is not None, "it says nothing"
    return told


def rows(game: Game[Any, Any], count: int) -> Any:
    """The start of the game, packed, so many times."""
    return searched(game).game.pack([game.start()] * count)


def searched(game: Game[Any, Any]) -> Mcts[Any, Any]:
    search = searcher(SPEC, game, seed=1)
    assert isinstance(search, Mcts)
    return search


def test_leaves_are_played_out_as_at_home(helper: HelperProcess, game: Game[Any, Any]) -> None:
    assert answer(helper).results is None, "it listens"
    helper.send(Batch(rows(game, 3), 400, Question(None)))
    told = answer(helper)
    assert told.results is not None
    assert told.seconds > 0
    ours = searched(game).evaluator.evaluate(rows(game, 3), 400)
    theirs = told.results
    for name in ("reward", "share", "score", "owner", "amaf_count", "amaf_reward"):
        assert getattr(theirs, name).shape == getattr(ours, name).shape
    np.testing.assert_allclose(theirs.reward.mean(axis=0), ours.reward.mean(axis=0), atol=0.06)
    assert theirs.amaf_count.sum() == pytest.approx(ours.amaf_count.sum(), rel=0.02)
    assert not np.array_equal(theirs.owner, ours.owner), "its seed is another"
    assert helper.hear() is None


def test_a_search_through_worlds_is_told_what_is_known_of_the_board() -> None:
    game: Any = games.create("mitropia", {"map": "9x9", "players": 2})
    form, rng, state = games.determinized(game), np.random.default_rng(4), game.start()
    assert form is not None
    while game.to_act(state) == CHANCE or form.usual_answer(state, form.judge(state)) is not None:
        chance = game.to_act(state) == CHANCE
        moves = game.chances(state) if chance else game.legal_moves(state)
        state = game.apply(state, draw(moves, rng) if chance else moves[0])
    made = HelperProcess(HelperRole(game.id, dict(game.options), SPEC, 3))
    assert answer(made).results is None
    made.send(Batch([state, state], 4, Question(form.judge(state))))
    told = answer(made).results
    assert told is not None
    np.testing.assert_allclose(told.share.sum(axis=1), 1, rtol=1e-5)
    made.close()


def test_each_helper_has_a_seed_of_its_own(
    game: Game[Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[HelperRole] = []
    monkeypatch.setattr(factory, "HelperProcess", made.append)
    make_bot(SPEC, game, seed=5, options=BotOptions(cores=4))
    assert len({5, *(role.seed for role in made)}) == 4


def test_what_it_cannot_do_ends_a_helper(helper: HelperProcess) -> None:
    answer(helper)
    helper.send(Batch("no position", 4))
    assert answer(helper) is GONE
    helper.send(Batch("nobody hears this", 4))
    assert answer(helper) is GONE
    assert not there(helper.child.pid)


def helped(bot: Any) -> Callable[[], bool]:
    """Whether the bot's helper has played leaves out."""
    (member,) = bot.search.helpers._members
    return lambda: member.pace > 0


@needs_proc
def test_a_bot_with_two_cores_uses_its_helper(game: Game[Any, Any]) -> None:
    bot: Any = make_bot(parse_player("mcts:time=60"), game, seed=1, options=BotOptions(cores=2))
    (helper,) = bot.search.helpers.helpers
    thought = bot.think(game.start(), should_stop=helped(bot))
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
    made = [HelperProcess(HelperRole(game.id, dict(game.options), SPEC, seed)) for seed in (2, 3)]
    search = searched(game)
    search.helpers = Helpers(made)
    there_are(search.helpers, 3)
    state, leaves = game.start(), rows(game, 64)
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
    search.helpers.close()
    assert not any(there(helper.child.pid) for helper in made)
    search.helpers.close()
    assert game.refuse(state, search.think(state, Limit(playouts=200)).move) is None


@needs_proc
def test_a_helper_that_stands_still_holds_nobody_up(game: Game[Any, Any]) -> None:
    bot: Any = make_bot(parse_player("mcts:time=0.3"), game, seed=1, options=BotOptions(cores=2))
    (helper,) = bot.search.helpers.helpers
    there_are(bot.search.helpers, 2)
    os.kill(helper.child.pid, signal.SIGSTOP)
    state, began = game.start(), time.monotonic()
    for _ in range(3):
        thought = bot.think(state)
        assert thought.playouts > 0
        state = game.apply(state, thought.move)
    assert time.monotonic() - began < 20
    helper.close()
    assert not there(helper.child.pid)


def test_limited_playouts_stay_in_one_process(game: Game[Any, Any]) -> None:
    for player in ("mcts:playouts=300", "bot:3", "mcts:playouts=300,time=5"):
        bot: Any = make_bot(parse_player(player), game, seed=1, options=BotOptions(cores=4))
        assert not bot.search.helpers.helpers
    one, two = (
        make_bot(
            parse_player("mcts:playouts=300"), game, seed=1, options=BotOptions(cores=cores)
        ).think(game.start())
        for cores in (1, 2)
    )
    assert (one.move, one.value) == (two.move, two.value)


@needs_proc
def test_what_helpers_use_counts(game: Game[Any, Any]) -> None:
    bot: Any = make_bot(parse_player("mcts:time=60"), game, seed=1, options=BotOptions(cores=2))
    alone, all_ = time.process_time(), cputime.own()
    bot.think(game.start(), should_stop=helped(bot))
    assert cputime.own() - all_ > time.process_time() - alone


def test_what_cannot_be_sent_ends_a_helper(helper: HelperProcess) -> None:
    """As states of a game of another package may be."""
    answer(helper)
    helper.send(Batch([lambda: None], 1))
    assert answer(helper) is GONE


def test_an_ended_helper_writes_into_no_other_file(game: Game[Any, Any], tmp_path: Path) -> None:
    made = HelperProcess(HelperRole(game.id, dict(game.options), SPEC, 2))
    channel, room = made.child._channel, made.child._room
    assert room is not None
    numbers = {channel._to.fileno(), channel._from.fileno(), room.file}
    made.close()
    files = [(tmp_path / str(number)).open("wb", buffering=0) for number in range(4)]
    assert numbers & {file.fileno() for file in files}, "a number is used again"
    made.send(Batch(rows(game, 1), 1))
    assert made.hear() is GONE
    for file in files:
        assert file.tell() == 0
        file.close()


@needs_proc
def test_nothing_stays_open_when_helpers_have_ended(game: Game[Any, Any]) -> None:
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        made = HelperProcess(HelperRole(game.id, dict(game.options), SPEC, 2))
        made.send(Batch(rows(game, 1), 1))
        made.close()
        assert made.hear() is GONE
    assert len(os.listdir("/proc/self/fd")) == before


PARENT = """
import sys, time
from termgames import games
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
game = games.create("plurality", {"size": 7})
bot = make_bot(parse_player("mcts:time=60"), game, seed=1, options=BotOptions(cores=2))
print(bot.search.helpers.helpers[0].child.pid, flush=True)
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


# -- the streams of a child ---------------------------------------------------------------------


def talking(program: str) -> tuple[subprocess.Popen[bytes], pipes.Channel]:
    child = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    return child, pipes.Channel(child)


ECHO = """
from termgames.play.children import pipes
incoming, outgoing = pipes.parent()
while (message := pipes.receive(incoming)) is not None:
    pipes.write(outgoing, message)
    pipes.write(outgoing, len(message))
"""


def test_messages_of_any_length_come_whole_and_in_order() -> None:
    child, channel = talking(ECHO)
    try:
        for length in (0, 1, 70_000, 5_000_000):
            message = os.urandom(length)
            channel.send(message, 60)
            assert channel.receive(60) == message
            assert channel.receive(60) == length
        began = time.monotonic()
        assert channel.receive(0.05) is None
        assert time.monotonic() - began >= 0.05
        child.kill()
        with pytest.raises(EOFError):
            channel.receive(60)
        child.wait()
        with pytest.raises(OSError, match=r"."):
            channel.send(b"more", 1)
    finally:
        child.kill()
        child.communicate()


def test_who_waits_for_a_message_hears_that_the_streams_were_closed() -> None:
    """The child is there still: its end tells nobody."""
    child, channel = talking("import time; time.sleep(600)")
    heard: queue.SimpleQueue[object] = queue.SimpleQueue()

    def wait() -> None:
        try:
            heard.put(channel.receive())
        except ValueError as error:
            heard.put(error)

    try:
        threading.Thread(target=wait, daemon=True).start()
        with pytest.raises(queue.Empty):
            heard.get(timeout=0.1)
        channel.close()
        channel.close()
        assert isinstance(heard.get(timeout=60), ValueError)
        with pytest.raises(ValueError, match="closed"):
            channel.send(b"more")
    finally:
        child.kill()
        child.wait()


def test_it_works_with_many_files_open() -> None:
    many = [os.dup(0) for _ in range(1100)] if _room_for(1200) else []
    child, channel = talking(ECHO)
    try:
        channel.send(b"abc", 60)
        assert channel.receive(60) == b"abc"
        assert channel.receive(60) == 3
        assert channel.receive(0.01) is None
    finally:
        child.kill()
        child.communicate()
        for file in many:
            os.close(file)


def _room_for(files: int) -> bool:
    most, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < files <= hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    return files <= hard


def test_a_child_that_does_not_read_is_not_waited_for() -> None:
    child, channel = talking("import time; print('x', flush=True); time.sleep(600)")
    try:
        with pytest.raises(TimeoutError):
            channel.send(bytes(20_000_000), 0.1)
    finally:
        child.kill()
        child.communicate()
