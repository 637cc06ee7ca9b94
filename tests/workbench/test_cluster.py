"""Work on a Dask cluster: the same games as here, whoever comes and goes."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from distributed import LocalCluster, versions

from termgames.workbench.arena import Contest, play_game, play_games
from termgames.workbench.cluster import ClusterError, cluster
from termgames.workbench.workers import worked
from tests.cli.support import Cli
from tests.terminal import children

SMALL = Contest("plurality", (("size", 5),), ("mcts:playouts=16", "greedy"), seed=11)


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    """Two workers, daemonic processes below nannies, which the whole module shares."""
    with LocalCluster(
        n_workers=2,
        threads_per_worker=2,
        dashboard_address=None,
        memory_limit=None,
        silence_logs=50,
    ) as found:
        yield found


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    return Cli(monkeypatch, capsys)


def tasks(contest: Contest, games: int) -> list[tuple[Contest, int]]:
    return [(contest, number) for number in range(games)]


def test_a_cluster_plays_the_games_that_are_played_here(local: LocalCluster) -> None:
    here = {game.number: game.record for _, game in play_games(tasks(SMALL, 6))}
    with cluster(local.scheduler_address) as workers:
        there = {game.number: game.record for _, game in play_games(tasks(SMALL, 6), workers)}
        assert workers.count() == 2
    assert there == here


def test_workers_that_differ_are_refused_by_name(
    local: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(versions, "_version_cached", lambda package: "0.0.1")
    refused = pytest.raises(ClusterError, match=r"tcp.* has (numpy|termgames) .*install the same")
    with refused, cluster(local.scheduler_address):
        raise AssertionError("it was let in")


# -- the command --------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_cluster_of_this_computer_listens_to_nobody_else() -> None:
    before = listening()
    with cluster("local:1") as found:
        assert list(worked(abs, [-1], found)) == [(-1, 1)]
        assert found.dashboard == ""
        addresses = [each for each in listening() if each not in before]
    assert len(addresses) == 3, "a scheduler, a worker and who starts it; no pages for browsers"
    assert {address.partition(":")[0] for address in addresses} == {"0100007F"}  # 127.0.0.1


def listening() -> list[str]:
    """Where this process and those below it wait for connections, as /proc has it."""
    links = set()
    for pid in (os.getpid(), *children(os.getpid())):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                links.add(os.readlink(file))
    lines = [
        line.split()
        for kind in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]
    ]
    return [line[1] for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in links]


@pytest.mark.parametrize("broken", [None, ModuleType("distributed")])
def test_without_dask_the_remedy_is_told(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, broken: ModuleType | None
) -> None:
    monkeypatch.delitem(sys.modules, "termgames.workbench.cluster")
    monkeypatch.setitem(sys.modules, "distributed", broken)
    done = cli("arena", "plurality", "--size", "5", "--games", "1", "--cluster", "local:2")
    assert done.code == 2
    assert "--cluster needs Dask" in done.error
    assert "pip install 'termgames[cluster]'" in done.error


def test_dask_is_imported_behind_the_option_alone(tmp_path: Path) -> None:
    code = textwrap.dedent("""
        import pkgutil, sys
        from importlib import import_module
        from termgames import cli, workbench
        from termgames.cli import main
        for package in (workbench, cli):
            for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
                if module.name != "termgames.workbench.cluster":
                    import_module(module.name)
        assert main("arena plurality --size 5 --a random --b random --games 1".split()) == 0
        assert not {"dask", "distributed", "tornado"} & set(sys.modules)
    """)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr


# -- workers and heads that are killed ----------------------------------------------------------


def wait_for(what: Callable[[], Any], patience: float = 120.0) -> None:
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


@pytest.mark.long
def test_a_killed_worker_and_a_killed_head_cost_the_games_in_hand(
    local: LocalCluster, tmp_path: Path
) -> None:
    """And no game is counted twice; the records are those of the games played here."""
    file, records = tmp_path / "file", tmp_path / "records"
    number = 12
    ask = [sys.executable, "-m", "termgames", "arena", "plurality", "--size", "5"]
    ask += ["--a", "mcts:playouts=600", "--b", "greedy", "--games", str(number), "--seed", "11"]
    ask += ["--cluster", local.scheduler_address, "--resume", str(file), "--save", str(records)]

    def lines() -> list[str]:
        return file.read_text().splitlines()[1:] if file.exists() else []

    head = subprocess.Popen(ask, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: len(lines()) >= 2)
        victim = next(iter(local.workers.values()))
        os.kill(victim.pid, signal.SIGKILL)
        so_far = len(lines())
        wait_for(lambda: len(lines()) >= min(so_far + 3, number - 2))
    finally:
        head.kill()
        head.wait()
    assert len(lines()) < number, "the head was killed in the middle"
    with file.open("a") as cut:
        cut.write('{"number": 11, "lineup"')
    done = subprocess.run(ask, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    numbers = [json.loads(line)["number"] for line in lines()]
    assert sorted(numbers) == list(range(number))
    asked = ("mcts:playouts=600", "greedy")
    contest = Contest("plurality", (("size", 5),), asked, seed=11)
    for game in (0, number // 2, number - 1):
        text = (records / f"plurality-11-{game + 1:04}.tgr").read_text()
        assert text == play_game(contest, game).record
