"""What it costs to have games played elsewhere: workers that wait, the head, the scheduler.

    python -m tests.benchmarks.cluster_overhead

Tasks stand for games. They sleep, so that workers do not share the processor. The overhead of a
game is what a worker's time is longer than its games, divided by their number. What head and
scheduler spend is their CPU time a game, with results of the size of an arena's. How the
scheduler's choice of a worker grows with their number is measured on its own, with many workers
that do nothing in one process. From these follows the model, which is a model: nobody ran ten
thousand workers.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import psutil
from distributed import LocalCluster

from termgames.workbench.arena import Contest, GameResult, play_game
from termgames.workbench.cluster import Cluster
from termgames.workbench.matches import impossible
from termgames.workbench.results import Results
from termgames.workbench.standings import Standings
from termgames.workbench.workers import Embedded, Workers, worked

LENGTHS = ((0.001, 100), (0.1, 20), (10.0, 2))
"""Seconds a game, and games for each worker."""
EMPTY = 500
"""Empty tasks in a measurement of head and scheduler."""
_REST = 10.0
MANY = (8, 32, 96)
WORKERS = (10, 30, 100, 300, 1000, 3000, 10_000)
CONTEST = Contest("plurality", (("size", 13),), ("mcts:playouts=64", "greedy"), seed=1)


def game(task: tuple[float, GameResult | None]) -> GameResult | None:
    """A game of so many seconds."""
    seconds, result = task
    time.sleep(seconds)
    return result


def overhead(workers: Workers, count: int, seconds: float, each: int) -> float:
    """Seconds of a worker's time a game beyond the game."""
    # The first games wait for processes to start, the last ones leave workers idle.
    first, last = count, 2 * count
    results = worked(game, ((seconds, None) for _ in range(first + each * count + last)), workers)
    for _ in range(first):
        next(results)
    begun = time.perf_counter()
    for _ in range(each * count):
        next(results)
    spent = time.perf_counter() - begun
    results.close()  # type: ignore[attr-defined]
    return spent / each - seconds


@dataclass
class Costs:
    """CPU seconds a result."""

    head: float
    scheduler: float = 0.0
    wall: float = 0.0


def empty(workers: Workers, scheduler: psutil.Process | None = None) -> Costs:
    """What empty tasks with an arena's result cost."""
    one = play_game(CONTEST, 0)
    results = worked(game, ((0.0, one) for _ in range(EMPTY + 100)), workers)
    for _ in range(50):
        next(results)

    def clocks() -> tuple[float, float, float]:
        there = sum(scheduler.cpu_times()[:2]) if scheduler else 0.0
        return time.process_time(), there, time.perf_counter()

    before = clocks()
    for _ in range(EMPTY):
        next(results)
    after = clocks()
    results.close()  # type: ignore[attr-defined]
    head, there, wall = (now - then for now, then in zip(after, before, strict=True))
    # Both do things now and then that have nothing to do with the tasks.
    before = clocks()
    time.sleep(_REST)
    after = clocks()
    idle = [(now - then) / _REST for now, then in zip(after, before, strict=True)]
    return Costs((head - idle[0] * wall) / EMPTY, (there - idle[1] * wall) / EMPTY, wall / EMPTY)


def kept() -> tuple[float, float, float]:
    """What the head spends on a result that has come: replaying it, writing it to the disk and
    counting it; and the seconds that the disk takes."""
    one = play_game(CONTEST, 0)
    begun = time.process_time()
    for _ in range(100):
        assert not impossible((CONTEST, 0), one)
    replayed = (time.process_time() - begun) / 100
    with tempfile.TemporaryDirectory() as folder:
        results, standings = Results(Path(folder) / "results"), Standings(CONTEST)
        results.open_for(CONTEST, seeded=True)
        begun, wall = time.process_time(), time.perf_counter()
        for number in range(EMPTY):
            found = replace(one, number=number, lineup=CONTEST.seated(number))
            results.add(found)
            standings.add(found)
        written = (time.process_time() - begun) / EMPTY
        waited = (time.perf_counter() - wall) / EMPTY
        results.close()
    return replayed, written, waited


def choosing(count: int) -> float:
    """Seconds in which a scheduler chooses among so many workers that fit."""
    with LocalCluster(
        n_workers=count, threads_per_worker=1, processes=False, dashboard_address=None
    ) as local:
        scheduler: Any = local.scheduler
        for address in scheduler.workers:
            scheduler.add_resources(address, {"fits": 1})
        task = SimpleNamespace(
            worker_restrictions=None,
            host_restrictions=None,
            resource_restrictions={"fits": 1},
            dependencies=(),
            actor=False,
            loose_restrictions=False,
        )
        begun = time.thread_time()
        for _ in range(200):
            scheduler.decide_worker_non_rootish(task)
        return (time.thread_time() - begun) / 200


@contextlib.contextmanager
def by_hand(count: int) -> Iterator[tuple[str, psutil.Process]]:
    """A scheduler and workers, each a process of its own: the scheduler's file and process."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        dask = [sys.executable, "-m", "dask"]
        at = ["--scheduler-file", str(file), "--no-dashboard"]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started = [subprocess.Popen([*dask, "scheduler", "--port", "0", *at], **quiet)]
        try:
            while not file.exists():
                time.sleep(0.1)
            for _ in range(count):
                one = [*dask, "worker", "--nthreads", "1", "--no-nanny", *at]
                started.append(subprocess.Popen(one, cwd=Path.cwd(), **quiet))
            yield str(file), psutil.Process(started[0].pid)
        finally:
            for process in reversed(started):
                process.terminate()
                process.wait()


def model(waits: float, head: float, replayed: float, scheduler: float, each: float) -> None:
    """What so many workers would do with games of 10 s.

    A worker `waits` so long a game. Head and scheduler are one process each and do no more than
    they have time for: the head spends `head` a result and replays games only while it keeps up;
    the scheduler spends `scheduler`, and `each` for each worker that it looks at.
    """
    click.echo("| workers | games a second | time in games | scheduler | head, with replays |")
    click.echo("|---|---|---|---|---|")
    for count in WORKERS:
        busy = scheduler + each * count
        rate = min(count / (10.0 + waits), 1 / head, 1 / busy)
        click.echo(
            f"| {count:,} | {rate:,.1f} | {rate * 10 / count:.1%} | {rate * busy:.0%} | "
            f"{rate * head:.0%}, {rate * (head + replayed):.0%} |"
        )


@click.command()
def main() -> None:
    """Measure, and print the tables."""
    click.echo("| workers | 1 ms | 100 ms | 10 s |\n|---|---|---|---|")

    def row(name: str, workers: Workers, count: int) -> float:
        times = [1000 * overhead(workers, count, *each) for each in LENGTHS]
        click.echo(f"| {name} | " + " | ".join(f"{each:.1f} ms" for each in times) + " |")
        return times[-1] / 1000

    for jobs in (1, 2):
        row(f"{jobs} embedded", Embedded(jobs), jobs)
    click.echo(f"2 embedded: {empty(Embedded(2))}")
    costs, waits = Costs(0), 0.0
    for count in (1, 2, 4):
        with by_hand(count) as (file, scheduler), Cluster(file, lambda text: None) as cluster:
            # All have come, and are asked whether they fit, before anything is measured.
            wait = worked(game, ((0.01, None) for _ in range(10**6)), cluster)
            while cluster.count < count:
                next(wait)
            wait.close()  # type: ignore[attr-defined]
            waits = row(f"{count} on Dask", cluster, count)
            costs = empty(cluster, scheduler)
            click.echo(f"{count} on Dask: {costs}")
    replayed, written, waited = kept()
    click.echo(f"replayed {replayed:.6f}, written {written:.6f}, with the disk {waited:.6f}")
    times = [choosing(count) for count in MANY]
    each = (times[-1] - times[0]) / (MANY[-1] - MANY[0])
    click.echo(f"choosing among {MANY}: {times}, {each:.2e} a worker")
    model(waits, costs.head + written, replayed, costs.scheduler - 4 * each, each)


if __name__ == "__main__":
    main()
