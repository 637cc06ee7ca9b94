"""Long work on a cluster of computers, by Dask.

Dask unpickles what it is sent, at the scheduler's clients and at its workers: whoever reaches the
scheduler can run what he likes on all of them. Only open its port to people whom you trust, or
use TLS as Dask has it (`tls://HOST:8786`, certificates in Dask's configuration).

Scheduler, queues, protocol and the moving of data are Dask's. What is decided here is who may
work and how much is in hand. A thread looks every now and then which workers there are; each new
one is asked for its fingerprint, and what is missing there is sent to it. If it fits it is given
one unit of a resource that is named by the work, and each task asks for one unit: so tasks go to
workers that fit alone, and a worker plays one game at a time, however many threads it has. A
worker may come, go or be killed at any time. Dask itself gives its tasks to others; when the
scheduler goes, what was in hand is submitted again as soon as there is one.

Programs of other people (`gtp:COMMAND`) are started on workers if the user typed the command at
the head: the tasks carry his consent, and nothing is remembered there.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import math
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster, Security, get_worker
from distributed.comm import connect

from termgames.core import files
from termgames.core.errors import TermgamesError
from termgames.core.text import counted, quotable
from termgames.play.gtp.program import missing
from termgames.workbench import fingerprint, pinned_weights
from termgames.workbench.fingerprint import Fingerprint
from termgames.workbench.workers import Needs, TaskAnswer, perform

_AHEAD = 2
"""Tasks in hand for each worker: one that it works on and one that waits for it there."""
_PATIENCE = 15.0
"""Seconds within which a scheduler has to answer at the beginning."""
_LOOK = 1.0
"""The least seconds between two looks at the workers; with over 1000 workers it is a thousandth for
each."""
_GRACE = 10.0
"""Seconds within which a worker that fits has to appear after others were refused."""
_SHUN = 3
"""How many tasks that others could do a worker may fail at before it gets no more."""
_FAREWELL = 3.0
"""Seconds to wait at the end for a scheduler that does not answer."""
_MOST_LOCAL = 256
_LARGEST = 1_000_000
"""Bytes of a scheduler file; a larger one is none."""
_SAFE_PATH = "PYTHONSAFEPATH"
"""The variable that keeps an interpreter from looking for modules in the current folder."""


class ClusterError(TermgamesError):
    """A cluster cannot be reached, or has no worker that can do the work."""


@dataclass(frozen=True)
class _WorkerFacts:
    """What a worker reported about itself."""

    fingerprint: Fingerprint
    missing: tuple[str, ...]
    """Why programs that are needed cannot be started there."""
    lacking: tuple[str, ...]
    """The hashes of weights that it does not have."""
    threads: int


class Cluster:
    """`Workers` that Dask knows. `tell` gets messages for the user, a line each, from any
    thread."""

    tries = 3

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        """`address` is that of a scheduler, the path of a scheduler file, or `local:N` for N
        processes here. ClusterError when no scheduler answers."""
        self.address, self.tell = address, tell
        self._own = fingerprint.own()
        self._local = _local(address)
        self._needs = Needs()
        self._executor: Executor | None = None
        self._resource = ""
        self._fit: frozenset[str] = frozenset()
        self._refused: dict[str, str] = {}
        self._faults: dict[str, int] = {}
        self._bound: dict[Future[TaskAnswer], frozenset[str]] = {}
        """The tasks that only some workers may do, and these workers."""
        self._in_hand: set[Future[TaskAnswer]] = set()
        """All tasks that are not done."""
        self._told_before: set[str] = set()
        self._refused_since = 0.0
        """When the first worker was refused while none fitted, 0 before; infinity once one did."""
        self._lock = threading.RLock()
        """Held by whoever changes the fields above, or the client."""
        self._closing = threading.Event()
        try:
            self._client = self._connect()
        except BaseException:
            if self._local is not None:
                self._local.close()
            raise
        self._watcher = threading.Thread(target=self._watch, name="watches workers", daemon=True)
        self._watcher.start()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def dashboard(self) -> str:
        """The address of Dask's pages about the cluster; empty where there are none."""
        return str(self._client.dashboard_link) if self._local is None else ""

    @property
    def count(self) -> int:
        """How many can work now."""
        return len(self._fit)

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        self._closing.set()
        self._watcher.join(_FAREWELL)
        with _quiet():
            self._client.close()
            if self._local is not None:
                self._local.close()

    # -- the work -----------------------------------------------------------------------------

    @contextlib.contextmanager
    def working(self, needs: Needs) -> Iterator[None]:
        """Where something else is needed than before, workers are asked anew."""
        digest = hashlib.sha256(repr((self._own, needs)).encode()).hexdigest()[:16]
        resource = f"termgames-{digest}"
        with self._lock:
            if resource != self._resource:
                self._needs, self._resource = needs, resource
                self._fit, self._refused = frozenset(), {}
                self._refused_since = 0.0
            self._start()
        try:
            yield
        finally:
            with self._lock, _quiet():
                executor, self._executor = self._executor, None
                assert executor is not None
                with contextlib.suppress(Exception):  # the scheduler may be gone
                    executor.shutdown(wait=False)

    def capacity(self) -> int:
        """ClusterError when all workers there are were refused."""
        with self._lock:
            waited = time.monotonic() - self._refused_since if self._refused_since else 0.0
            if self._refused and not self._fit and waited > _GRACE:
                raise ClusterError(
                    f"no worker at {self.address} can take part: "
                    f"{'; '.join(f'{who}: {why}' for who, why in self._refused.items())}"
                )
            return _AHEAD * len(self._fit)

    def submit(
        self, work: Callable[[Any], Any], task: Any, shunned: frozenset[str]
    ) -> Future[TaskAnswer]:
        """Hand a task out, to none of the `shunned` workers while there are others; returns the
        future of its answer, which is cancelled where the cluster was closed meanwhile."""
        with self._lock:
            assert self._executor is not None, "tasks are submitted while `working`"
            others = self._fit - shunned if shunned else frozenset()
            where = {"workers": sorted(others)} if others else {}
            try:
                future = self._executor.submit(_task, work, task, **where)
            except Exception:  # the client was closed meanwhile
                future = Future()
                future.cancel()
                future.set_running_or_notify_cancel()
            self._in_hand.add(future)
            future.add_done_callback(self._in_hand.discard)
            if others:
                self._bound[future] = others
                future.add_done_callback(self._bound.pop)
            return future

    def blame(self, who: frozenset[str]) -> None:
        """A worker that fails often gets no more work, unless it is the last one."""
        for one in who & self._fit:
            self._faults[one] = self._faults.get(one, 0) + 1
            if self._faults[one] >= _SHUN and len(self._fit) > 1:
                self._refuse(
                    one, f"it failed at {_SHUN} tasks that others could do, and gets no more"
                )
                with contextlib.suppress(Exception):  # it may have gone
                    self._client.run(_dismiss, self._resource, workers=[one], on_error="ignore")
                # Tasks that wait there would wait for ever: all in hand are cancelled, and
                # submitted again.
                for future in list(self._in_hand):
                    future.cancel()

    def _start(self) -> None:
        self._executor = self._client.get_executor(pure=False, resources={self._resource: 1})

    # -- who works ----------------------------------------------------------------------------

    def _connect(self) -> Client:
        """A client of the scheduler; ClusterError when there is none."""
        if self._local is not None:
            with _quiet():
                return Client(self._local, set_as_default=False)
        address = self.address if "://" in self.address else _in_file(Path(self.address))
        with _quiet():
            try:
                # Look first whether a scheduler answers: to end a client made in vain takes
                # long.
                asyncio.run(_reach(address))
                return Client(address, timeout=_PATIENCE, set_as_default=False)
            except (OSError, ValueError, TypeError, KeyError, ImportError, RuntimeError) as error:
                raise ClusterError(
                    f"cannot reach a scheduler at {quotable(self.address)} "
                    f"({quotable(str(error)) or type(error).__name__}): start one with "
                    "dask scheduler, or try --cluster local:2"
                ) from None

    def _watch(self) -> None:
        """In a thread: let in workers that are new, and find the scheduler again."""
        waited = 0.0
        while not self._closing.wait(max(_LOOK, len(self._fit) / 1000)):
            if self._executor is None:
                continue
            try:
                there = frozenset(self._client.nthreads())
                waited = 0.0
            except Exception:  # whatever Dask raises when the scheduler has gone
                self._fit = frozenset()
                waited = self._found_again(waited)
                continue
            try:
                self._look_at(there)
            except Exception as error:  # a worker may go at any moment; it is looked at again
                self._tell_once(f"cannot ask the workers: {type(error).__name__}: {error}")

    def _found_again(self, waited: float) -> float:
        """Look for the scheduler that has gone; returns for how many seconds that has been
        tried."""
        if not waited:
            self._say(f"the scheduler at {self.address} has gone: waiting for one there")
        if self._client.status == "closed":
            try:
                client = self._connect()
            except ClusterError:
                return waited + _PATIENCE
            with self._lock:
                self._client = client
                if self._executor is not None:
                    self._start()
        return waited + _LOOK

    def _look_at(self, there: frozenset[str]) -> None:
        """Ask those who are new, and let them work if they fit."""
        resource, needs, before = self._resource, self._needs, self._fit
        if not there:
            self._tell_once(
                f"no workers at {self.address}: start some with "
                f"dask worker {self._client.scheduler.address} --nthreads 1"
            )
        new = sorted(there - before - set(self._refused))
        refused: dict[str, str] = {}
        let_in: list[str] = []
        if new:
            replies = self._client.run(_examine, needs, workers=new, on_error="return")
            refused = {who: why for who in new if (why := self._refusal(who, replies.get(who)))}
            fit = [
                who
                for who in new
                if isinstance(replies.get(who), _WorkerFacts) and who not in refused
            ]
            self._provide(needs, {who: replies[who].lacking for who in fit})
            done = self._client.run(_admit, resource, workers=fit, on_error="ignore")
            let_in = [who for who in fit if who in done]
        with self._lock:
            if self._resource != resource:
                return  # meanwhile other work began
            self._refused = {who: why for who, why in self._refused.items() if who in there}
            for who, why in refused.items():
                self._refuse(who, why)
            self._fit = (before & there | set(let_in)) - set(self._refused)
            if self._fit:
                self._refused_since = math.inf
            elif refused and not self._refused_since:
                self._refused_since = time.monotonic()
            if let_in and not before & there and self._executor is not None:
                # Dask does not look again at tasks that no worker could take when they came.
                with contextlib.suppress(Exception):
                    self._executor.shutdown(wait=False)
                self._start()
        # Dask would wait for the workers that a task was given to, and never let others do it.
        for future, able in list(self._bound.items()):
            if not able & self._fit:
                future.cancel()
        if self._fit != before:
            self._say(f"{counted(len(self._fit), 'worker')} at {self.address}")

    def _refusal(self, who: str, reply: object) -> str:
        """Why a worker may not take part; empty where it may, and where it did not answer."""
        # Dask gives only the name of the error that kept it from reading the question.
        if any(name in repr(reply) for name in ("ModuleNotFoundError", "AttributeError")):
            return (
                f"it has no termgames {self._own.version} ({reply}): install it there, with the "
                "extra cluster"
            )
        if reply is None or isinstance(reply, OSError):
            return ""
        if not isinstance(reply, _WorkerFacts):
            return f"{type(reply).__name__}: {reply}"
        why = self._own.refusal(reply.fingerprint)
        if why or reply.missing:
            return why or f"{'; '.join(reply.missing)}: install it there"
        if reply.fingerprint.arithmetic != self._own.arithmetic:
            self._tell_once(
                f"{who} rounds differently: where nets guide the search, games may differ from "
                "those played here"
            )
        if reply.threads > 1:
            self._tell_once(
                f"{who} has {reply.threads} threads and plays one game at a time: to use all "
                "cores start workers with --nworkers auto --nthreads 1"
            )
        return ""

    def _provide(self, needs: Needs, lacking: dict[str, tuple[str, ...]]) -> None:
        """Send weights to the workers that lack them."""
        for wanted in needs.weights:
            to = [who for who, digests in lacking.items() if wanted.digest in digests]
            if to:
                self._client.run(_store_weights, wanted.content(), workers=to)

    def _refuse(self, who: str, why: str) -> None:
        with self._lock:
            self._refused[who] = why
            self._fit -= {who}
        self._say(f"{who} is refused: {why}")

    def _tell_once(self, text: str) -> None:
        if text not in self._told_before:
            self._told_before.add(text)
            self._say(text)

    def _say(self, text: str) -> None:
        if not self._closing.is_set():
            self.tell(quotable(text))


def _in_file(path: Path) -> str:
    """The address in a scheduler file; ClusterError unless it is one."""
    name = quotable(str(path))
    try:
        content = files.json_value(path, _LARGEST)
    except OSError as error:
        raise ClusterError(
            f"cannot read the scheduler file {name} ({error.strerror}): name one that dask "
            "scheduler --scheduler-file has written, or an address as tcp://HOST:8786"
        ) from None
    except ValueError:
        content = None
    address = content.get("address") if isinstance(content, dict) else None
    if not isinstance(address, str):
        raise ClusterError(
            f"{name} is no scheduler file: name one that dask scheduler --scheduler-file has "
            "written"
        )
    return address


async def _reach(address: str) -> None:
    """Connect once; OSError or what else Dask raises when nothing answers."""
    security = Security().get_connection_args("client")
    comm = await connect(address, timeout=_PATIENCE, **security)
    await comm.close()


def _local(address: str) -> LocalCluster | None:
    """A cluster of this computer, for `local:N`; else None."""
    kind, _, number = address.partition(":")
    if kind != "local":
        return None
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= _MOST_LOCAL):
        raise ClusterError(f"--cluster local:N takes a number from 1 to {_MOST_LOCAL}")
    if sys.flags.ignore_environment and not sys.flags.safe_path:
        raise ClusterError(f"--cluster local:{number} needs python -P or -I beside -E")
    # Dask starts its workers in its own way, again where one dies: they are not to find modules in
    # the current folder before they are told where their parent does.
    if not os.environ.get(_SAFE_PATH):
        os.environ[_SAFE_PATH] = __name__
    with _quiet():
        cluster = LocalCluster(
            n_workers=int(number),
            threads_per_worker=1,
            memory_limit=None,
            silence_logs=logging.CRITICAL,
            preload=[__name__],
            host="127.0.0.1",
            dashboard_address=None,
            worker_dashboard_address=None,
        )
    # Even so there are pages for browsers. Whoever wants them starts a scheduler, see README.
    cluster.loop.add_callback(cluster.scheduler.http_server.stop)
    return cluster


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Let Dask and its libraries log nothing below critical errors, and meanwhile show no warnings,
    as of a port that is taken: what matters is said in messages of our own."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


# -- on a worker ----------------------------------------------------------------------------


def dask_setup(worker: Any) -> None:
    """Dask calls this in workers that were started for `local:N`: they have no pages for browsers,
    ctrl-C is left to the head, and other programs are started in the environment that the user
    has."""
    worker.http_server.stop()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.environ.get(_SAFE_PATH) == __name__:
        del os.environ[_SAFE_PATH]


def _task(work: Callable[[Any], Any], task: Any) -> TaskAnswer:
    """One task."""
    return perform(get_worker().address, work, task)


def _examine(needs: Needs, dask_worker: Any) -> _WorkerFacts:
    """What the head wants to know of a worker."""
    faults = (missing(command) for command in needs.programs)
    return _WorkerFacts(
        fingerprint.own(),
        tuple(filter(None, faults)),
        tuple(pinned_weights.lacking(needs.weights)),
        dask_worker.state.nthreads,
    )


def _store_weights(content: bytes, dask_worker: Any) -> None:
    """Keep weights that were sent, as long as the worker lives."""
    pinned_weights.keep(content, Path(dask_worker.local_directory))


async def _admit(resource: str, dask_worker: Any) -> None:
    """Take one task at a time of the work that the resource stands for."""
    await dask_worker.set_resources(**{resource: 1})


async def _dismiss(resource: str, dask_worker: Any) -> None:
    """Take no more of it."""
    await dask_worker.set_resources(**{resource: 0})
