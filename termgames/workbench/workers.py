"""All long work is done through this module: tasks go in, results come out when they are ready.

Tasks are submitted to a `concurrent.futures.Executor`: one that works at once and in this process,
processes of this computer, or the one that Dask has for a cluster (see `cluster`, which alone
imports Dask).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from termgames.core.errors import TermgamesError
from termgames.play.children.child import Child
from termgames.play.events import Answer

T = TypeVar("T")
R = TypeVar("R")


class WorkerDied(TermgamesError):
    """A process that worked has ended by itself, as when memory runs out."""


@dataclass(frozen=True)
class Workers:
    """Those who do the work."""

    executor: Executor
    count: Callable[[], int]
    """How many can work now."""
    dashboard: str = ""
    """The address of pages about the work; empty where there are none."""
    ahead: int = 1
    """Tasks to have in hand for each of them."""


def worked(
    work: Callable[[T], R], tasks: Iterable[T], workers: Workers | None = None
) -> Iterator[tuple[T, R]]:
    """Call `work`, a function of a module, with each of the tasks, and yield the tasks with
    their results as they come. A task is taken when a worker has time for it; without `workers` it
    is done here. An error of the work is raised; what was not done by then is dropped."""
    workers, left = workers or AT_ONCE, iter(tasks)
    in_hand: dict[Future[R], T] = {}
    try:
        while True:
            wanted = max(1, workers.count() * workers.ahead)  # fewer where workers have gone
            for task in islice(left, max(0, wanted - len(in_hand))):
                in_hand[workers.executor.submit(work, task)] = task
            if not in_hand:
                return
            for future in wait(in_hand, return_when=FIRST_COMPLETED).done:
                yield in_hand.pop(future), future.result()
    finally:
        for future in in_hand:
            future.cancel()


@contextlib.contextmanager
def here(jobs: int) -> Iterator[Workers]:
    """This computer: this process for one job, a process each for more, which end here, whatever
    they are doing."""
    if jobs == 1:
        yield AT_ONCE
        return
    executor = Processes(jobs)
    try:
        yield Workers(executor, lambda: jobs)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


class AtOnce(Executor):
    """An executor that does what is submitted at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future is done. What is no error, as an interrupt, is raised here."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


AT_ONCE = Workers(AtOnce(), lambda: 1)


class Processes(ThreadPoolExecutor):
    """Threads, each of which lets a process of its own do what it is given. Python's own pool of
    processes would look for modules in the current folder, and leave semaphores and processes
    behind when it is killed."""

    def __init__(self, number: int) -> None:
        super().__init__(number, "work")
        self._of_thread = threading.local()
        self._children: list[Child] = []
        self._closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """WorkerDied is the error of a process that ended."""
        return super().submit(self._asked, fn, args, kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without `wait` the processes are killed in the middle of their work."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._closed = True
        for child in self._children:
            child.close()

    def _asked(self, *order: Any) -> Any:
        """In a thread: let its process do something."""
        try:
            if not hasattr(self._of_thread, "child"):
                self._of_thread.child = Child(Worker())
                self._children.append(self._of_thread.child)
                if self._closed:  # meanwhile
                    self._of_thread.child.close()
        except OSError as error:
            raise WorkerDied(
                f"cannot start a process: {error.strerror}; choose a smaller --jobs"
            ) from None
        self._of_thread.child.ask(0, order)
        answer = self._of_thread.child.read()
        if not isinstance(answer, Answer):
            raise WorkerDied(
                "a process that did a part of the work died: try --jobs 1; with --resume the same "
                "command goes on"
            )
        result, failure = answer.thought
        if failure is not None:
            raise failure
        return result


@dataclass(frozen=True)
class Worker:
    """The role of such a process; see `Child`."""

    def worker(self) -> Worker:
        """Nothing is loaded before there is work."""
        return self

    def think(self, order: Any, **_: object) -> tuple[Any, Exception | None]:
        """Do what was ordered: its result, or the error that it ended with."""
        work, args, kwargs = order
        try:
            return work(*args, **kwargs), None
        except Exception as error:  # raised where the work was asked for
            return None, error
