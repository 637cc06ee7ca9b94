"""A bot in its own process: answers, stopping, every way to end, arrays in shared memory, and that
nothing is run that lies in the current folder."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import termgames
from termgames import games
from termgames.core.game import Game
from termgames.play.bots.factory import HelperRole
from termgames.play.bots.helper_process import HelperProcess
from termgames.play.bots.players import parse_player
from termgames.play.bots.processes import BotRole
from termgames.play.children import child, interpreter
from termgames.play.children.child import Child
from termgames.play.children.shared_room import SharedRoom
from termgames.play.events import Answer, Failed, Progress, Reply
from termgames.workbench.cluster import cluster as dask
from termgames.workbench.workers import here, worked
from tests.processes import alive, gone, needs_proc


@pytest.fixture
def game() -> Game[Any, Any]:
    return games.create("plurality", {"size": 7})


@pytest.fixture
def started(game: Game[Any, Any]) -> Iterator[Any]:
    running: list[Child] = []

    def start(spec: str, on: Game[Any, Any] = game, **more: Any) -> Child:
        bot = Child(BotRole(on.id, dict(on.options), spec, 1), **more)
        running.append(bot)
        return bot

    yield start
    for bot in running:
        bot.close()
        while bot.read() is not None:
            pass


def next_answer(bot: Child) -> Reply | None:
    while isinstance(message := bot.read(), Progress):
        pass
    return message


def decided(bot: Child, serial: int) -> Answer:
    message = next_answer(bot)
    assert isinstance(message, Answer)
    assert message.serial == serial
    return message


def failed(bot: Child) -> Failed:
    """What it tells in one line, and nothing after it."""
    message = next_answer(bot)
    assert isinstance(message, Failed)
    assert "\n" not in message.text
    assert bot.read() is None
    return message


def test_answers_carry_the_serial(started: Any, game: Game[Any, Any]) -> None:
    bot, state = started("mcts:playouts=200"), game.start()
    for serial in (4, 9):
        bot.ask(serial, state)
        state = game.apply(state, decided(bot, serial).thought.move)
    bot.close()
    assert bot.read() is None
    bot.close()


def test_a_new_question_replaces_the_old_one_and_stop_ends_it(started: Any, game: Any) -> None:
    bot = started("mcts:time=60")
    bot.ask(1, game.start())
    first = bot.read()
    assert isinstance(first, Progress)
    assert first.serial == 1
    assert game.refuse(game.start(), first.thought.move) is None
    bot.ask(2, game.start())
    answers = []
    while (message := bot.read()) is not None and message.serial == 1:
        answers += [message] if isinstance(message, Answer) else []
    assert len(answers) < 2
    assert isinstance(message, Progress)
    bot.stop()
    assert decided(bot, 2).thought.note == "stopped"


def test_a_killed_child_is_one_failure(started: Any, game: Game[Any, Any]) -> None:
    bot = started("mcts:time=60")
    bot.ask(3, game.start())
    assert isinstance(bot.read(), Progress)
    os.kill(bot.pid, signal.SIGKILL)
    assert failed(bot).serial == 3
    bot.ask(4, game.start())
    bot.stop()


def test_an_error_in_the_child_is_one_line(started: Any, tmp_path: Path) -> None:
    assert "1 to 9" in failed(started("bot:77", log=tmp_path / "bot.log")).text
    assert "Traceback" in (tmp_path / "bot.log").read_text()


PONDERER = """
import os, sys, time
from termgames.play.bots.processes import BotRole
from termgames.play.children import child
from termgames.search.limits import Thought

class Bot:
    pondered = []

    def ponder(self, state, should_stop):
        os.write(int(sys.argv[1]), b"p")
        while not should_stop():
            time.sleep(0.001)
        self.pondered.append(state)

    def think(self, state, *, on_progress=None, should_stop=None):
        return Thought(state, note=repr(self.pondered))

BotRole.worker = lambda role: Bot()
child.main()
"""
"""A child whose bot ponders until it is told to stop, tells that it has begun, and answers
what it has pondered about."""


@pytest.mark.skipif(os.name != "posix", reason="hands a pipe on to the child")
def test_a_question_ends_the_pondering_that_has_begun(started: Any, monkeypatch: Any) -> None:
    begun, begins = os.pipe()

    def start(module: str, *_: Any) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", PONDERER, str(begins)]
        stream = subprocess.PIPE
        return subprocess.Popen(command, stdin=stream, stdout=stream, pass_fds=[begins])

    monkeypatch.setattr(child.pipes, "start", start)
    bot = started("mcts:time=60")
    os.close(begins)
    for serial, state in enumerate(("first", "second"), 1):
        bot.ponder(state)
        assert os.read(begun, 1) == b"p"
        bot.ask(serial, f"after the {state}")
        answer = decided(bot, serial)
        assert answer.thought.move == f"after the {state}"
    assert answer.thought.note == "['first', 'second']"
    bot.ponder("third")
    assert os.read(begun, 1) == b"p"
    bot.rest()
    bot.ask(3, "rested")
    assert decided(bot, 3).thought.note == "['first', 'second', 'third']"
    os.close(begun)


PARENT = """
import sys, time
from termgames import games
from termgames.play.bots.processes import BotRole
from termgames.play.children.child import Child
game = games.create("plurality", {"size": 7})
bot = Child(BotRole(game.id, dict(game.options), "mcts:time=60", 1))
bot.ask(1, game.start())
bot.read()
print(bot.pid, flush=True)
time.sleep(60)
"""


@needs_proc
def test_killing_the_parent_ends_the_child() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    assert alive(child)
    parent.kill()
    parent.communicate()
    assert gone(child)


def arrays(*sizes: int) -> list[np.ndarray]:
    return [np.arange(size, dtype=np.float32) + size for size in sizes]


def test_each_message_arrives_whole_and_stays_as_it_was() -> None:
    one = SharedRoom.create()
    other = SharedRoom(os.dup(one.file))
    kept = []
    for sizes in ((), (3,), (0, 5), (400_000, 1), (7, 8, 9), (2_000_000,)):
        message = {"arrays": arrays(*sizes), "text": str(sizes)}
        said = other.take(one.put(message))
        assert said["text"] == str(sizes)
        kept.append((sizes, said["arrays"]))
    for sizes, found in kept:
        for array, wanted in zip(found, arrays(*sizes), strict=True):
            np.testing.assert_array_equal(array, wanted)
            array += 1  # They belong to who took them.
    for room in (one, other):
        room.close()
        room.close()


GAME = ("majorities", {"size": 3})
ROOT = Path(termgames.__file__).parent.parent


def lay(folder: Path, names: Iterable[str]) -> None:
    """Put files into a folder that say so when they are run."""
    for name in names:
        text = f"open({str(folder / 'RAN')!r}, 'a').write({name!r} + ' ')\n"
        (folder / f"{name}.py").write_text(text)


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which has a file for every module that a child might look for."""
    lay(tmp_path, sys.stdlib_module_names | {"numpy", "click", "rich", "textual", "distributed"})
    lay(tmp_path, ("dask", "tornado", "platformdirs", "sitecustomize", "usercustomize"))
    package = tmp_path / "termgames"
    package.mkdir()
    lay(package, ("__init__",))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bot() -> bool:
    with closing(Child(BotRole(*GAME, "mcts:playouts=16"))) as process:
        process.ask(1, games.create(*GAME).start())
        while isinstance(reply := process.read(), Progress):
            pass
        return isinstance(reply, Answer)


def helper() -> bool:
    with closing(HelperProcess(HelperRole(*GAME, parse_player("mcts:time=1"), 1))) as process:
        answer = process.hear(60)
        return answer is not None and not process.child.ended


def pool() -> bool:
    with here(2) as workers:
        return {result for _, result in worked(json.dumps, [1, 2], workers)} == {"1", "2"}


def cluster() -> bool:
    with dask("local:1") as workers:
        return [result for _, result in worked(os.getenv, ["PYTHONSAFEPATH"], workers)] == [None]


CHILDREN = [bot, helper, pool, cluster]
"""One of each kind of process: advisers, teachers and reviewers are started as bots are."""


@pytest.mark.parametrize("child", CHILDREN, ids=lambda child: child.__name__)
def test_no_child_runs_what_lies_about(hostile: Path, child: Any, monkeypatch: Any) -> None:
    # The cluster sets it in this process; it is put back at the end.
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    assert child()
    assert not (hostile / "RAN").exists()


@pytest.mark.parametrize("entry", ["", ".", "./", "nowhere/.."])
def test_the_current_folder_is_none_of_a_child(
    monkeypatch: Any, tmp_path: Path, entry: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry, "/lib", "x.pyz", "it's"])
    expected = ["/lib", str(tmp_path / "x.pyz"), str(tmp_path / "it's")]
    assert f"sys.path[:] = {expected!r};" in interpreter.command("json.tool")[-1]
    # Unless it is where this package was found.
    monkeypatch.chdir(ROOT)
    assert f"sys.path[:] = [{str(ROOT)!r}, '/lib'," in interpreter.command("json.tool")[-1]
