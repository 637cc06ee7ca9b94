"""All long work is done through this module: tasks go in, results come out when they are ready.

Tasks are submitted to a `concurrent.futures.Executor`: one that works at once and in this process,
a pool of processes of this computer, or the one that Dask has for a cluster (see `cluster`, which
alone imports Dask). What is in hand is bounded, however many tasks there are, and
nothing is kept of a task whose result has been handed on.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, Pipe
from typing import Any, Generic, Protocol, TypeVar

from termgames.core.errors import TermgamesError
from termgames.play.children import interpreter
from termgames.workbench.pinned_weights import Weights

T = TypeVar("T")
R = TypeVar("R")

_GLANCE = 0.5
"""Seconds to wait for a result before looking how many workers there are now."""
_HURRIED = 64
"""Results that may wait while the head is busy; with more it checks each less thoroughly."""
_IN_A_ROW = 3
"""Tasks that fail one after the other before the work ends: the fault is not theirs."""


class WorkerDied(TermgamesError):
    """A process that worked has ended by itself, as when memory runs out."""


@dataclass(frozen=True)
class Needs:
    """What a worker must have to do the work, beside this program."""

    weights: tuple[Weights, ...] = ()
    programs: tuple[str, ...] = ()
    """Commands that start other programs."""


@dataclass(frozen=True)
class TaskAnswer:
    """The result of one task, or the error that it ended with."""

    by: str
    """Who worked on it; empty on this computer, whose processes are all alike."""
    result: Any = None
    error: Exception | None = None


def perform(by: str, work: Callable[[Any], Any], task: Any) -> TaskAnswer:
    """Do one task and say who did; whatever goes wrong is part of the answer."""
    try:
        return TaskAnswer(by, work(task))
    except Exception as error:  # raised or reported where the work was asked for
        return TaskAnswer(by, error=error)


class Workers(Protocol):
    """Who does the work."""

    tries: int
    """How often a task is tried at the most. With 1 its error is raised, with more it is tried
    elsewhere and then reported."""

    @property
    def count(self) -> int:
        """How many can work now."""

    @property
    def dashboard(self) -> str:
        """The address of pages about the work; empty where there are none."""

    def working(self, needs: Needs) -> AbstractContextManager[object]:
        """Meanwhile tasks can be submitted. At the end those that are not done are dropped."""

    def capacity(self) -> int:
        """How many tasks to have in hand now; 0 while there are no workers."""

    def submit(
        self, work: Callable[[Any], Any], task: Any, shunned: frozenset[str]
    ) -> Future[TaskAnswer]:
        """Hand a task to a worker, if possible to none of the `shunned`. A future that ends
        cancelled means that the task was lost and has to be submitted again."""

    def blame(self, who: frozenset[str]) -> None:
        """Record that `who` failed at a task which another worker completed."""


@dataclass(eq=False)
class _Attempt(Generic[T]):
    """A task on its way."""

    task: T
    shunned: frozenset[str] = frozenset()
    faults: list[str] = field(default_factory=list)
    """What went wrong so far, and with whom."""


class GivenUp(TermgamesError):
    """A task was tried several times, and never well."""


def worked(
    work: Callable[[T], R],
    tasks: Iterable[T],
    workers: Workers,
    *,
    needs: Needs | None = None,
    fault: Callable[[T, R, bool], str] | None = None,
    report: Callable[[T, GivenUp], None] | None = None,
) -> Iterator[tuple[T, R]]:
    """Call `work`, a function of a module, with each of the tasks, and yield the tasks with
    their results as they come. A task is taken when a worker has time for it.

    `fault` says why a result cannot be right, empty where it can; its last argument says whether to
    hurry. Such a task, and one that raised an error, is tried elsewhere where the workers say so;
    `report` gets a task that never succeeds, and the rest goes on. When several fail one after the
    other, or where nothing is tried twice, the error is raised.
    """
    hand = _Hand(work, iter(tasks), workers)
    failed_in_a_row = 0
    with workers.working(needs or Needs()):
        while hand.fill():
            attempt, answer = hand.next_answer()
            if attempt is None:
                continue
            why = "" if answer.error is None else _brief(answer.error)
            if answer.error is None and fault is not None:
                why = fault(attempt.task, answer.result, hand.hurried)
            if not why:
                failed_in_a_row = 0
                workers.blame(attempt.shunned)
                yield attempt.task, answer.result
                continue
            attempt.faults.append(f"{answer.by}: {why}" if answer.by else why)
            attempt.shunned |= {answer.by} - {""}
            if len(attempt.faults) < workers.tries:
                hand.again.append(attempt)
                continue
            if workers.tries == 1 and answer.error is not None:
                raise answer.error
            given_up = GivenUp("; ".join(dict.fromkeys(attempt.faults)))
            failed_in_a_row += 1
            if report is None or workers.tries == 1 or failed_in_a_row == _IN_A_ROW:
                raise given_up
            report(attempt.task, given_up)


class _Hand(Generic[T]):
    """The tasks that are being worked on, never more than the workers have a use for."""

    def __init__(self, work: Callable[[T], Any], tasks: Iterator[T], workers: Workers) -> None:
        self.work, self.tasks, self.workers = work, tasks, workers
        self.again: deque[_Attempt[T]] = deque()
        """Tasks that have to be submitted another time."""
        self._attempts: dict[Future[TaskAnswer], _Attempt[T]] = {}
        self._done: queue.SimpleQueue[Future[TaskAnswer]] = queue.SimpleQueue()
        self._has_more = True

    @property
    def hurried(self) -> bool:
        """Whether many results are waiting to be looked at."""
        return self._done.qsize() > _HURRIED

    def fill(self) -> bool:
        """Submit as many tasks as the workers have a use for. Returns whether anything is left to
        do."""
        while (self.again or self._has_more) and len(self._attempts) < self.workers.capacity():
            if self.again:
                attempt = self.again.popleft()
            else:
                try:
                    attempt = _Attempt(next(self.tasks))
                except StopIteration:
                    self._has_more = False
                    break
            future = self.workers.submit(self.work, attempt.task, attempt.shunned)
            self._attempts[future] = attempt
            future.add_done_callback(self._done.put)
        return bool(self.again or self._has_more or self._attempts)

    def next_answer(self) -> tuple[_Attempt[T] | None, TaskAnswer]:
        """The next task that is done; None when none is within a moment, or it was lost."""
        try:
            future = self._done.get(timeout=_GLANCE)
        except queue.Empty:
            return None, TaskAnswer("")
        attempt = self._attempts.pop(future)
        try:
            return attempt, future.result()
        except CancelledError:
            self.again.append(attempt)
            return None, TaskAnswer("")
        except Exception as error:  # the worker that had it died, or it could not be sent
            return attempt, TaskAnswer("", error=error)


def _brief(error: Exception) -> str:
    if isinstance(error, TermgamesError):
        return str(error)
    return f"{type(error).__name__}: {error}"


# -- on this computer -----------------------------------------------------------------------


class Embedded:
    """This computer: this process for one job, a process each for more."""

    tries = 1
    dashboard = ""

    def __init__(self, jobs: int = 1) -> None:
        self.count = jobs
        self._executor: Executor | None = None

    @contextlib.contextmanager
    def working(self, needs: Needs) -> Iterator[None]:
        """The processes start when there is work for them, and end here."""
        executor = self._executor = ProcessPool(self.count) if self.count > 1 else AtOnce()
        try:
            yield
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        else:
            executor.shutdown()
        finally:
            self._executor = None

    def capacity(self) -> int:
        """As many tasks as can be worked on."""
        return self.count

    def submit(
        self, work: Callable[[Any], Any], task: Any, shunned: frozenset[str]
    ) -> Future[TaskAnswer]:
        assert self._executor is not None, "tasks are submitted while `working`"
        return self._executor.submit(perform, "", work, task)

    def blame(self, who: frozenset[str]) -> None:
        """Nothing is tried twice here."""


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


class ProcessPool(Executor):
    """An executor with processes of its own: fresh interpreters that are told through pipes what
    to do, each by a thread here. Python's own pool has queues with locks between processes, which
    would leave semaphores behind in the system when all are killed."""

    def __init__(self, processes: int) -> None:
        self._threads = ThreadPoolExecutor(processes, "work")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._closed = False
        self._processes: list[subprocess.Popen[bytes]] = []
        self._connections: list[Connection] = []
        """The pipe to each of the processes."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """WorkerDied is the error of a process that ended."""
        return self._threads.submit(self._ordered, (fn, args, kwargs))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Without `wait` the processes are killed in the middle of their work.
        None runs any more afterwards."""
        if wait:
            self._threads.shutdown(cancel_futures=cancel_futures)
        with self._lock:
            self._closed = True
        if wait:
            for connection in self._connections:
                connection.close()
        else:
            for process in self._processes:
                process.terminate()
        # Their threads find the pipes closed.
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            process.wait()
            assert process.stdin is not None, "it was asked for"
            process.stdin.close()

    def _ordered(self, order: Any) -> Any:
        """In a thread: let its process do something."""
        connection = self._connection()
        try:
            connection.send(order)
            result, error = connection.recv()
        except (EOFError, OSError):
            raise WorkerDied("a process that did a part of the work died: try --jobs 1") from None
        if error is not None:
            raise error
        return result

    def _connection(self) -> Connection:
        """This thread's pipe, with a process that is started for its first order. WorkerDied when
        the system gives no more pipes, or nothing is done here any more."""
        if not hasattr(self._local, "connection"):
            with self._lock:
                if self._closed:
                    raise WorkerDied("the work has ended")
                self._local.connection = self._start()
        connection: Connection = self._local.connection
        return connection

    def _start(self) -> Connection:
        """Start a process; the pipe to it."""
        try:
            mine, theirs = Pipe()
            process = subprocess.Popen(
                interpreter.command(__name__, str(theirs.fileno())),
                stdin=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
            )
        except OSError as error:
            raise WorkerDied(
                f"cannot start a process: {error.strerror}; choose a smaller --jobs"
            ) from None
        self._processes.append(process)
        self._connections.append(mine)
        theirs.close()
        return mine


def main() -> None:
    """Run a process of a pool: do what is asked through its pipe, the file of which is its
    argument, until that is closed. Ctrl-C is left to the process that collects the results, and
    this one ends when that one has ended, however it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # However it ends, the pipe is closed, so that the one who asked does not wait for ever.
    with Connection(int(sys.argv[1])) as orders:
        while True:
            try:
                work, args, kwargs = orders.recv()
            except (EOFError, OSError):
                return
            try:
                orders.send((work(*args, **kwargs), None))
            except Exception as error:  # whatever it is, it is raised where the work was asked for
                orders.send((None, error))


def _end_with_parent() -> None:
    # Nothing is written there: reading ends when the process that holds the other end does. Not by
    # way of sys.stdin: whoever waits in it holds its lock, without which no interpreter ends well.
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)
