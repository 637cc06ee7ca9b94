"""Work shared out among processes: all of it done once, nothing left behind."""

import multiprocessing.synchronize
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from termgames.workbench.workers import WorkerDied, Workers, here, worked
from tests.processes import gone


def square(number: int) -> int:
    if number < 0:
        raise ValueError(f"{number} is negative")
    return number * number


def end(number: int) -> None:
    os._exit(number)


def pid_then_wait(number: int) -> int:
    time.sleep(60 * number)
    return os.getpid()


def results(work: Any, tasks: Iterable[int], jobs: int) -> list[Any]:
    with here(jobs) as workers:
        return [result for _, result in worked(work, tasks, workers)]


def test_every_task_is_done_once_and_no_semaphore_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A semaphore has a name in the system, which stays when all processes are killed."""

    def made(*_: object, **__: object) -> None:
        raise AssertionError("a semaphore was made")

    monkeypatch.setattr(multiprocessing.synchronize.SemLock, "__init__", made)
    assert sorted(results(square, range(7), 2)) == [0, 1, 4, 9, 16, 25, 36]
    assert results(square, [], 2) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_task_is_taken_when_there_is_time_for_it(jobs: int) -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(10):
            taken.append(number)
            yield number

    with here(jobs) as workers:
        next(worked(square, tasks(), workers))
    assert taken == list(range(jobs))


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_come_back(jobs: int) -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        results(square, [-1], jobs)


def test_deaths_are_told() -> None:
    with pytest.raises(WorkerDied, match="try --jobs 1"):
        results(end, [3], 2)


def test_the_processes_end_with_the_work() -> None:
    with here(2) as workers:
        _, pid = next(worked(pid_then_wait, [0, 1, 1], workers))
    assert gone(pid)


def slowly(number: int) -> int:
    time.sleep(number / 200)
    return square(number)


def test_workers_may_go() -> None:
    """What they had in hand is waited for; the others get no more than they have time for."""
    there = [1, 4]
    with ThreadPoolExecutor(9) as pool:
        workers = Workers(pool, lambda: there.pop() if there[1:] else there[0], ahead=2)
        done = [result for _, result in worked(slowly, range(9), workers)]
    assert sorted(done) == [number**2 for number in range(9)]
