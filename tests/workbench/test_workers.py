"""Work shared out among processes: all of it done once, nothing left behind."""

from __future__ import annotations

import errno
import multiprocessing.synchronize
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from typing import Any

import pytest

from termgames.workbench import workers
from termgames.workbench.workers import (
    Embedded,
    GivenUp,
    Needs,
    ProcessPool,
    TaskAnswer,
    WorkerDied,
    perform,
    worked,
)
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
    return [result for _, result in worked(work, tasks, Embedded(jobs))]


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

    squares = worked(square, tasks(), Embedded(jobs))
    next(squares)
    assert taken == list(range(jobs))
    squares.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("jobs", [1, 2])
def test_errors_come_back(jobs: int) -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        results(square, [-1], jobs)


def test_deaths_are_told() -> None:
    with pytest.raises(WorkerDied, match="try --jobs 1"):
        results(end, [3], 2)


class Unsendable(Exception):
    def __reduce__(self) -> Any:
        raise TypeError("it stays here")


def failing(error: BaseException) -> None:
    raise error


def unsendable(_: int) -> None:
    raise Unsendable("oh")


class Unreadable:
    """An order that the other process cannot make anything of."""

    def __reduce__(self) -> Any:
        return int, ("no number",)


@pytest.mark.parametrize("task", [SystemExit(3), KeyboardInterrupt(), Unreadable()])
def test_nobody_waits_for_a_process_that_has_ended(task: Any) -> None:
    with pytest.raises(WorkerDied):
        list(worked(failing, [task], Embedded(2)))


def test_an_error_that_cannot_be_sent_is_still_one() -> None:
    with pytest.raises(TypeError, match="it stays here"):
        list(worked(unsendable, [1], Embedded(2)))


def test_too_many_files_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(workers, "Pipe", none_left)
    with pytest.raises(WorkerDied, match=r"Too many open files; choose a smaller --jobs$"):
        list(worked(square, [1], Embedded(2)))


def test_closing_ends_the_processes() -> None:
    pids = worked(pid_then_wait, [0, 1, 1], Embedded(2))
    _, pid = next(pids)
    pids.close()  # type: ignore[attr-defined]
    assert gone(pid)


def test_processes_end_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    pool = ProcessPool(1)
    with pool:
        assert pool.submit(square, 3).result() == 9
    assert [process.returncode for process in pool._processes] == [0]
    assert capfd.readouterr().err == ""


# -- workers that may fail ----------------------------------------------------------------------


class Others:
    """Workers by name, each with a fault of its own; they work when they are asked."""

    tries = 3
    dashboard = ""

    def __init__(self, **faults: Any) -> None:
        self.faults = faults
        self.blamed: frozenset[str] = frozenset()

    @property
    def count(self) -> int:
        return len(self.faults)

    def working(self, needs: Needs) -> Any:
        return nullcontext()

    def capacity(self) -> int:
        return 2 * self.count

    def submit(self, work: Any, task: Any, shunned: frozenset[str]) -> Future[TaskAnswer]:
        who = sorted(set(self.faults) - shunned or self.faults)[0]
        future: Future[TaskAnswer] = Future()
        fault = self.faults[who]
        if fault == "lost":
            self.faults[who] = None
            future.cancel()
            future.set_running_or_notify_cancel()
        elif isinstance(fault, Exception):
            future.set_exception(fault)
        elif fault is not None:
            future.set_result(TaskAnswer(who, fault))
        else:
            future.set_result(perform(who, work, task))
        return future

    def blame(self, who: frozenset[str]) -> None:
        self.blamed |= who


def refused(task: int, result: int, hurried: bool) -> str:
    return "" if result == task * task else f"{result} is no square of {task}"


def test_a_result_that_cannot_be_is_tried_elsewhere() -> None:
    others = Others(a=7, b=None)
    found = list(worked(square, [4, 5], others, fault=refused))
    assert sorted(found) == [(4, 16), (5, 25)]
    assert others.blamed == {"a"}


def test_what_nobody_can_do_is_reported_and_the_rest_goes_on() -> None:
    told: list[tuple[int, str]] = []
    others = Others(a=None, b=None, c=None)
    found = list(
        worked(
            square,
            [-1, 2, -3, 4],
            others,
            report=lambda task, error: told.append((task, str(error))),
        )
    )
    assert sorted(found) == [(2, 4), (4, 16)]
    assert sorted(task for task, _ in told) == [-3, -1]
    assert all(f"{who}: ValueError" in why for _, why in told for who in "abc")
    assert not others.blamed, "the tasks were at fault"


def test_when_all_fails_the_work_ends() -> None:
    told: list[int] = []
    with pytest.raises(GivenUp, match="9 is no square"):
        list(
            worked(
                square,
                range(1, 1000),
                Others(a=9),
                fault=lambda *_: "9 is no square",
                report=lambda task, _: told.append(task),
            )
        )
    assert len(told) == 2


def test_a_task_that_was_lost_is_submitted_again() -> None:
    assert list(worked(square, [3], Others(a="lost"))) == [(3, 9)]


def test_who_died_with_a_task_does_not_end_the_work() -> None:
    others = Others(a=OSError("gone"))
    told: list[str] = []
    assert not list(worked(square, [3], others, report=lambda _, error: told.append(str(error))))
    assert told == ["OSError: gone"]


def test_what_is_in_hand_is_bounded() -> None:
    others = Others(a=None, b=None)
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for number in range(1_000_000):
            taken += 1
            yield number

    squares = worked(square, tasks(), others)
    for _ in range(50):
        next(squares)
    assert taken <= 50 + others.capacity()
