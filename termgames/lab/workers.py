"""Work shared out among processes.

They are fresh interpreters, told what to do through pipes. Nothing else is shared: queues and
locks between processes would leave semaphores behind in the system when all are killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar, cast

from termgames.core.errors import TermgamesError

T = TypeVar("T")
R = TypeVar("R")


class WorkerDied(TermgamesError):
    """A process that worked has ended by itself, as when memory runs out."""


def worked(work: Callable[[T], R], tasks: Iterable[T], processes: int) -> Iterator[R]:
    """Call `work`, a function of a module, with each of the tasks, in as many processes at once,
    and yield the results as they come. A task is asked for when a process has time for it.

    An error of `work` is raised here. Then, and when the iterator is closed, the processes end.
    """
    context = multiprocessing.get_context("spawn")
    waiting = iter(tasks)
    workers: list[SpawnProcess] = []
    busy: list[Connection] = []
    try:
        for task in waiting:
            mine, theirs = context.Pipe()
            workers.append(context.Process(target=_serve, args=(theirs,), daemon=True))
            workers[-1].start()
            theirs.close()
            mine.send((work, task))
            busy.append(mine)
            if len(busy) == processes:
                break
        while busy:
            for free in cast("list[Connection]", wait(busy)):
                yield _result(free)
                for task in waiting:
                    free.send((work, task))
                    break
                else:
                    free.close()
                    busy.remove(free)
    finally:
        for connection in busy:
            connection.close()
        for worker in workers:
            if busy:
                worker.terminate()
            worker.join()


def _result(worker: Connection) -> Any:
    try:
        result, error = worker.recv()
    except (EOFError, OSError):
        raise WorkerDied("a process that did a part of the work died: try --jobs 1") from None
    if error is not None:
        raise error
    return result


def _serve(orders: Connection) -> None:
    """In a worker: do what is asked until nobody asks any more. Ctrl-C is left to the process
    that collects the results, and the worker ends when that one has ended, however it did."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            work, task = orders.recv()
        except (EOFError, OSError):
            return
        try:
            orders.send((work(task), None))
        except Exception as error:  # whatever it is, it is raised where the work was asked for
            orders.send((None, error))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has been started by somebody"
    parent.join()
    os._exit(1)
