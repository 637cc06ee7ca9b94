"""Work on a Dask cluster: the same games as here, whoever comes and goes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from termgames.core.errors import OptionError
from termgames.workbench import cluster, fingerprint, matches, pinned_weights
from termgames.workbench.arena import Contest, GameResult, play_game
from termgames.workbench.cluster import Cluster, ClusterError
from termgames.workbench.comparison import Neighbours, ResultsFolder
from termgames.workbench.matches import impossible, play_games
from termgames.workbench.pinned_weights import Weights
from termgames.workbench.train import campaign
from termgames.workbench.train.plan import Plan
from termgames.workbench.workers import Needs, worked
from tests.cli.support import Cli
from tests.terminal import children
from tests.workbench.train.training_data import trained

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
def told() -> list[str]:
    return []


@pytest.fixture
def workers(local: LocalCluster, told: list[str]) -> Iterator[Cluster]:
    with Cluster(local.scheduler_address, told.append) as found:
        yield found


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Cli:
    monkeypatch.chdir(tmp_path)
    return Cli(monkeypatch, capsys)


def tasks(contest: Contest, games: int) -> list[tuple[Contest, int]]:
    return [(contest, number) for number in range(games)]


def test_a_cluster_plays_the_games_that_are_played_here(workers: Cluster, told: list[str]) -> None:
    here = {game.number: game.record for _, game in play_games(tasks(SMALL, 6))}
    there = {game.number: game.record for _, game in play_games(tasks(SMALL, 6), workers)}
    assert there == here
    assert workers.count == 2
    assert any("one game at a time" in line for line in told)


def running_at_once(task: int) -> float:
    """How many other calls run in this process while this one does."""
    running_at_once.now = getattr(running_at_once, "now", 0) + 1  # type: ignore[attr-defined]
    time.sleep(0.02)
    running_at_once.now -= 1  # type: ignore[attr-defined]
    return running_at_once.now  # type: ignore[attr-defined,no-any-return]


def test_a_worker_plays_one_game_at_a_time_whatever_its_threads(workers: Cluster) -> None:
    assert {busy for _, busy in worked(running_at_once, range(12), workers)} == {0}


def test_what_is_in_hand_is_bounded(workers: Cluster) -> None:
    taken = 0

    def many() -> Iterator[int]:
        nonlocal taken
        for number in range(1_000_000):
            taken += 1
            yield number

    results = worked(abs, many(), workers)
    for _ in range(10):
        next(results)
    assert taken <= 10 + 2 * 2
    results.close()  # type: ignore[attr-defined]


# -- results that cannot be ---------------------------------------------------------------------


def broken(game: GameResult, how: str) -> GameResult:
    lines = game.record.splitlines(keepends=True)
    illegal = "".join(line for line in lines if not line.startswith(("checksum", "plies")))
    return {
        "number": lambda: replace(game, number=game.number + 2),
        "shares above 1": lambda: replace(game, shares=(1.5, -0.5)),
        "shares that are too many": lambda: replace(game, shares=(1.0, 1.0)),
        "no number": lambda: replace(game, shares=(float("nan"), 1.0)),
        "winner": lambda: replace(game, shares=game.shares[::-1]),
        "scores": lambda: replace(game, scores=(99.0, 0.0)),
        "seats": lambda: replace(game, seats=("black",)),
        "damaged": lambda: replace(game, record="".join(lines[:-2])),
        "illegal move": lambda: replace(game, record=illegal + lines[-1]),
        "unfinished": lambda: replace(
            game,
            record="".join(illegal.splitlines(keepends=True)[:-1]),
            moves=game.moves - 1,
        ),
        "other players": lambda: replace(game, record=game.record.replace("greedy", "random")),
    }[how]()


HOW = (
    *("number", "shares above 1", "shares that are too many", "no number", "winner", "scores"),
    *("seats", "damaged", "illegal move", "unfinished", "other players"),
)


@pytest.mark.parametrize("how", HOW)
def test_a_result_that_cannot_be_is_noticed(how: str) -> None:
    game = play_game(SMALL, 1)
    assert impossible((SMALL, 1), game) == ""
    assert impossible((SMALL, 1), broken(game, how)) != ""


def test_results_that_can_be_are_taken(lots: Any) -> None:
    """Games of chance and of several seats as well."""
    contest = Contest("lots", (), ("random", "random"), seed=5)
    assert impossible((contest, 2), play_game(contest, 2)) == ""


def wrong_at_one(task: tuple[Contest, int]) -> GameResult:
    """The first worker's games cannot be."""
    from distributed import get_worker

    game = play_game(*task)
    return broken(game, "scores") if get_worker().name == 0 else game


def test_games_that_cannot_be_are_played_elsewhere(
    workers: Cluster, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "_play", wrong_at_one)
    here = {number: play_game(SMALL, number).record for number in range(10)}
    there = {game.number: game.record for _, game in play_games(tasks(SMALL, 10), workers)}
    assert there == here
    assert any("is refused: it failed at 3 tasks" in line for line in told)


# -- who may take part --------------------------------------------------------------------------


def test_workers_that_differ_are_refused_by_name() -> None:
    own = fingerprint.own()
    assert own.refusal(own) == ""
    other = replace(own, version="0.0.1")
    assert "termgames 0.0.1" in own.refusal(other)
    assert "install the same version" in own.refusal(other)
    major = str(int(own.numpy.split(".")[0]) - 1)
    assert f"numpy {major}.26" in own.refusal(replace(own, numpy=f"{major}.26.4"))
    minor = own.numpy.split(".")[0] + ".99"
    assert own.refusal(replace(own, numpy=minor)) == ""
    assets = {**dict(own.assets), "pletore.npz": "0"}
    assert "weights pletore.npz" in own.refusal(replace(own, assets=tuple(assets.items())))
    more = replace(own, assets=(*own.assets, ("chess.npz", "0")))
    assert "weights chess.npz" in own.refusal(more)
    assert "weights chess.npz" in more.refusal(own)
    assert "other code" in own.refusal(replace(own, code="0"))


def test_when_all_are_refused_the_work_ends_with_their_names(
    local: LocalCluster, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprint, "own", lambda: replace(real, version="9.9.9"))
    monkeypatch.setattr(cluster, "_GRACE", 0.0)
    with (
        Cluster(local.scheduler_address, told.append) as found,
        pytest.raises(ClusterError, match="no worker at") as caught,
    ):
        list(worked(abs, [1], found))
    for address in (worker.worker_address for worker in local.workers.values()):
        assert f"{address}: it has termgames" in str(caught.value)


real = fingerprint.own()


def test_one_that_is_refused_leaves_the_work_to_the_others(
    local: LocalCluster, told: list[str], tmp_path: Path
) -> None:
    """A worker that has an old termgames joins a cluster of two that have this one."""
    (tmp_path / "termgames").mkdir()
    (tmp_path / "termgames" / "__init__.py").write_text('__version__ = "0.1.0"\n')
    ask = [sys.executable, "-m", "dask", "worker", local.scheduler_address, "--no-nanny"]
    old = subprocess.Popen(
        [*ask, "--nthreads", "1", "--no-dashboard"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: len(local.scheduler.workers) == 3)
        with Cluster(local.scheduler_address, told.append) as found:
            assert sorted(worked(abs, range(8), found)) == [(n, n) for n in range(8)]
            assert found.count == 2
    finally:
        old.kill()
        old.wait()
    (line,) = (line for line in told if "is refused" in line)
    assert line.startswith("tcp://")
    assert "it has no termgames" in line
    assert "install it there" in line


def test_programs_that_are_missing_there_are_told(
    workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_GRACE", 0.0)
    with pytest.raises(ClusterError, match="no program 'nothing-of"):
        list(worked(abs, [1], workers, needs=Needs(programs=("nothing-of-the-kind --gtp",))))


# -- weights ------------------------------------------------------------------------------------


def length_of(known: Weights) -> int:
    return len(known.file().read_bytes())


def test_weights_go_to_those_who_lack_them(
    workers: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "some.npz"
    path.write_bytes(os.urandom(5000))
    known = pinned_weights.of_file(path)
    elsewhere = replace(known, path="/nowhere/some.npz")
    monkeypatch.setitem(pinned_weights._sent, known.digest, path)
    sizes = worked(length_of, [elsewhere] * 4, workers, needs=Needs((elsewhere,)))
    assert [size for _, size in sizes] == [5000] * 4


def test_weights_that_changed_are_others(tmp_path: Path) -> None:
    path = tmp_path / "some.npz"
    path.write_bytes(b"one")
    known = pinned_weights.of_file(path)
    assert pinned_weights.lacking([known]) == []
    path.write_bytes(b"two")
    assert pinned_weights.lacking([known]) == [known.digest]
    pinned_weights.keep(b"one", tmp_path)
    assert known.content() == b"one"
    del pinned_weights._sent[known.digest]


@pytest.mark.long
def test_training_is_the_same_on_a_cluster(
    workers: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign, "_LEAST_STEPS", 2)
    monkeypatch.setattr(campaign, "_MOST_STEPS", 2)
    plan = Plan(
        "pletore", {"size": 5}, seed=1, playouts=16, games=2, generations=2, bundle=1, channels=4
    )
    nets = [
        trained(plan, tmp_path / name, workers=whoever).read_bytes()
        for name, whoever in (("here", None), ("there", workers))
    ]
    assert nets[0] == nets[1]


# -- the command --------------------------------------------------------------------------------


def test_the_command_with_another_program_and_helpers(
    local: LocalCluster, cli: Cli, tmp_path: Path
) -> None:
    """A daemonic worker may have no children of multiprocessing; programs and helpers are
    others."""
    program = f"gtp:{sys.executable} -m termgames gtp majorities --size 3 --bot random --seed 1"
    ask = ["arena", "majorities", "--size", "3", "--games", "2", "--seed", "1", "--json"]
    players = ["--a", program, "--b", "mcts:time=0.01", "--cores", "2"]
    done = cli(*ask, *players, "--cluster", local.scheduler_address, "--resume", "file")
    assert done.code == 0, done.err
    events = [json.loads(line) for line in done.out.splitlines()]
    assert events[0]["event"] == "cluster"
    assert events[-1]["games"] == 2
    lines = Path("file").read_text().splitlines()
    assert sorted(json.loads(line)["number"] for line in lines[1:]) == [0, 1]


def test_komi_is_the_same_on_a_cluster(local: LocalCluster, cli: Cli) -> None:
    ask = ["balance", "pletore", "--size", "5", "--player", "greedy", "--games", "6", "--json"]
    here = json.loads(cli(*ask, "--seed", "1").out)
    done = cli(*ask, "--seed", "1", "--cluster", local.scheduler_address)
    assert json.loads(done.out.splitlines()[-1]) == here


def test_contests_of_a_calibration_are_played_at_once(workers: Cluster, tmp_path: Path) -> None:
    players = ("random", "greedy", "mcts:playouts=8")
    field = Neighbours("majorities", (("size", 3),), players, games=4)
    played = list(ResultsFolder(tmp_path).play(field, workers))
    assert len(played) == 4 + 4 + 2
    assert len(list(tmp_path.glob("*.results"))) == 3
    assert not list(ResultsFolder(tmp_path).play(field, workers))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_cluster_of_this_computer_listens_to_nobody_else(told: list[str]) -> None:
    before = listening()
    with Cluster("local:1", told.append) as found:
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


def test_wrong_addresses_are_refused(cli: Cli) -> None:
    ask = ["arena", "plurality", "--size", "5", "--a", "random", "--games", "1"]
    done = cli(*ask, "--cluster", "local:none")
    assert (done.code, "local:N takes a number" in done.error) == (1, True)
    done = cli(*ask, "--cluster", "nonsense://here:1")
    assert done.code == 1
    assert "start one with dask scheduler" in done.error
    done = cli(*ask, "--cluster", "local:2", "--jobs", "2")
    assert done.code == 2
    assert "exclude each other" in done.error


def test_without_dask_the_remedy_is_told(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "termgames.workbench.cluster")
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = cli("arena", "plurality", "--size", "5", "--games", "1", "--cluster", "local:2")
    assert done.code == 2
    assert "termgames[cluster]" in done.error


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


def test_a_results_file_has_one_head(tmp_path: Path) -> None:
    from termgames.core.errors import StorageError
    from termgames.workbench.results import Results

    first, second = Results(tmp_path / "file"), Results(tmp_path / "file")
    first.open_for(SMALL, seeded=True)
    with pytest.raises(StorageError, match="is open in another window"):
        second.open_for(SMALL, seeded=True)
    first.close()
    assert second.open_for(SMALL, seeded=True) == SMALL
    second.close()


def test_games_with_other_weights_are_another_contest(tmp_path: Path) -> None:
    from termgames.workbench.results import Results

    def weighed(digest: str) -> Contest:
        return replace(SMALL, weights=(Weights("some.npz", digest),))

    results = Results(tmp_path / "file")
    results.open_for(weighed("one"), seeded=True)
    with pytest.raises(OptionError, match="its weights is"):
        results.open_for(weighed("two"), seeded=True)
    results.close()


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("nofile.json", "cannot read the scheduler file nofile.json"),
        ("", "cannot read the scheduler file"),
        ("notes.txt", "notes.txt is no scheduler file"),
        ("list.json", "list.json is no scheduler file"),
        ("tcp://", "cannot reach a scheduler at tcp://"),
        ("http://x", "unknown address scheme"),
        ("tls://127.0.0.1:1", "TLS"),
    ],
)
def test_addresses_that_cannot_be_are_refused_in_words(
    address: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("notes.txt").write_text("tcp://127.0.0.1:1")
    Path("list.json").write_text("[1]")
    with pytest.raises(ClusterError) as caught:
        Cluster(address, lambda text: None)
    assert told in str(caught.value)


@pytest.mark.long
def test_a_cluster_without_workers_is_told_how_to_get_some(told: list[str]) -> None:
    answers: list[tuple[int, int]] = []
    with (
        LocalCluster(
            n_workers=0, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as empty,
        Cluster(empty.scheduler_address, told.append) as found,
    ):
        thread = threading.Thread(target=lambda: answers.extend(worked(abs, [-1], found)))
        thread.start()
        wait_for(lambda: told)
        address = empty.scheduler_address
        empty.scale(1)
        thread.join()
    assert answers == [(-1, 1)]
    assert told[0].startswith(f"no workers at {address}: start some with dask worker {address} ")
    assert sum("no workers" in line for line in told) == 1
