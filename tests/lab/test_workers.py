"""Work shared out among processes: all of it done once, nothing left behind."""

from __future__ import annotations

import multiprocessing.synchronize
import os
import time

import pytest

from termgames.lab.workers import WorkerDied, worked
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


def test_every_task_is_done_once_and_no_semaphore_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A semaphore has a name in the system, which stays when all processes are killed."""

    def made(*_: object, **__: object) -> None:
        raise AssertionError("a semaphore was made")

    monkeypatch.setattr(multiprocessing.synchronize.SemLock, "__init__", made)
    assert sorted(worked(square, range(7), 2)) == [0, 1, 4, 9, 16, 25, 36]
    assert list(worked(square, [], 2)) == []


def test_a_task_is_taken_when_there_is_time_for_it() -> None:
    taken = []

    def tasks() -> object:
        for number in range(10):
            taken.append(number)
            yield number

    results = worked(square, tasks(), 1)  # type: ignore[arg-type]
    assert next(results) == 0
    assert taken == [0]
    results.close()  # type: ignore[attr-defined]


def test_errors_come_back_and_deaths_are_told() -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        list(worked(square, [-1], 1))
    with pytest.raises(WorkerDied, match="try --jobs 1"):
        list(worked(end, [3], 1))


def test_closing_ends_the_processes() -> None:
    results = worked(pid_then_wait, [0, 1], 1)
    pid = next(results)
    results.close()  # type: ignore[attr-defined]
    assert gone(pid)
