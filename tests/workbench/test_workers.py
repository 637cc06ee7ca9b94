"""Work shared out among processes: all of it done once, nothing left behind."""

from __future__ import annotations

import errno
import multiprocessing.synchronize
import os
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from typing import Any

import pytest

from termgames.core import gathered
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


_BARRIERS: dict[int, threading.Barrier] = {}


def meeting(number: int) -> tuple[int, int]:
    """Waits until `number` tasks of this process have come here; the process, and the gathering
    by its address, 0 for none."""
    _BARRIERS.setdefault(number, threading.Barrier(number)).wait(60)
    gathering = gathered.current()
    return os.getpid(), 0 if gathering is None else id(gathering)


@pytest.mark.parametrize(("jobs", "abreast"), [(1, 3), (2, 2), (2, 1)])
def test_tasks_abreast_are_members_of_one_gathering(jobs: int, abreast: int) -> None:
    wanted = [abreast] * (jobs * abreast)
    found = [found for _, found in worked(meeting, wanted, Embedded(jobs, abreast))]
    assert len(found) == jobs * abreast
    pids = {pid for pid, _ in found}
    assert os.getpid() not in pids
    assert len(pids) == jobs
    assert len(set(found)) == jobs
    assert {gathering != 0 for _, gathering in found} == {abreast > 1}


def test_processes_are_started_before_one_has_two_tasks() -> None:
    pids = [pid for _, (pid, _) in worked(meeting, [1, 1], Embedded(2, 2))]
    assert len(set(pids)) == 2


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


@pytest.mark.parametrize("abreast", [1, 2])
@pytest.mark.parametrize("task", [SystemExit(3), KeyboardInterrupt(), Unreadable()])
def test_nobody_waits_for_a_thread_that_has_ended(abreast: int, task: Any) -> None:
    with pytest.raises(WorkerDied):
        list(worked(failing, [task], Embedded(3 - abreast, abreast)))


@pytest.mark.parametrize("abreast", [1, 2])
def test_an_error_that_cannot_be_sent_is_still_one(abreast: int) -> None:
    with pytest.raises(TypeError, match="it stays here"):
        list(worked(unsendable, [1], Embedded(3 - abreast, abreast)))


def test_too_many_files_are_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(workers, "Pipe", none_left)
    with pytest.raises(WorkerDied, match="Too many open files; choose a smaller --abreast or"):
        list(worked(square, [1], Embedded(1, 40)))
    with pytest.raises(WorkerDied, match=r"choose a smaller --jobs$"):
        list(worked(square, [1], Embedded(2)))


def test_closing_ends_the_processes_of_tasks_abreast() -> None:
    pids = worked(pid_then_wait, [0, 1, 1], Embedded(1, 3))
    _, pid = next(pids)
    pids.close()  # type: ignore[attr-defined]
    assert gone(pid)


@pytest.mark.parametrize("abreast", [1, 2])
def test_errors_and_deaths_abreast_are_told(abreast: int) -> None:
    with pytest.raises(ValueError, match="-1 is negative"):
        list(worked(square, [2, -1], Embedded(1, abreast)))
    if abreast > 1:
        with pytest.raises(WorkerDied, match="try a smaller --abreast"):
            list(worked(end, [3, 3], Embedded(1, abreast)))


def test_closing_ends_the_processes() -> None:
    pids = worked(pid_then_wait, [0, 1, 1], Embedded(2))
    _, pid = next(pids)
    pids.close()  # type: ignore[attr-defined]
    assert gone(pid)


@pytest.mark.parametrize("abreast", [1, 2])
def test_processes_end_without_a_word(abreast: int, capfd: pytest.CaptureFixture[str]) -> None:
    pool = ProcessPool(1, abreast)
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
