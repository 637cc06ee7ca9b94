"""Long work on a cluster of computers, by Dask.

Dask unpickles what it is sent, at the scheduler's clients and at its workers: whoever reaches the
scheduler can run what he likes on all of them. Only open its port to people whom you trust, or
use TLS as Dask has it (`tls://HOST:8786`, certificates in Dask's configuration).

Scheduler, queues, protocol, tries and the moving of data are Dask's: a task that fails, or whose
worker dies, is tried again. Whoever works when the work begins must have the versions of this
program, Python and numpy that are here; files that players name must lie at the same place.

Programs of other people (`gtp:COMMAND`) are started on workers if the user typed the command at
the head: the tasks carry his consent, and nothing is remembered there.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

from distributed import Client, KilledWorker, LocalCluster, Security
from distributed.comm import connect

from termgames.core import files
from termgames.core.errors import TermgamesError
from termgames.core.text import quotable
from termgames.workbench.workers import Workers

_PATIENCE = 15.0
"""Seconds within which a scheduler and a first worker have to answer at the beginning."""
_TRIES_AGAIN = 2
_MOST_LOCAL = 256
_LARGEST = 1_000_000
"""Bytes of a scheduler file; a larger one is none."""
_SAME = ("python", "numpy", "termgames")
"""What has to have one version everywhere."""
_SAFE_PATH = "PYTHONSAFEPATH"
"""The variable that keeps an interpreter from looking for modules in the current folder."""


class ClusterError(TermgamesError):
    """A cluster cannot be reached, or has no worker that can do the work."""


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """The workers that Dask knows. `address` is that of a scheduler, the path of a scheduler file,
    or `local:N` for N processes here, which end at the end. ClusterError when no scheduler or
    worker answers, a worker has another version, or work is lost however often it is tried."""
    with _quiet(), contextlib.ExitStack() as held:
        if address.startswith("local:"):
            own = held.enter_context(_local(address.removeprefix("local:")))
            client = held.enter_context(Client(own, set_as_default=False))
        else:
            client = held.enter_context(_found(address))
        _refuse_others(client, address)
        workers = Workers(
            client.get_executor(pure=False, retries=_TRIES_AGAIN),
            lambda: len(client.scheduler_info(n_workers=-1)["workers"]),
            "" if address.startswith("local:") else str(client.dashboard_link),
            ahead=2,
        )
        try:
            yield workers
        except (KilledWorker, CancelledError) as error:
            raise ClusterError(
                f"{quotable(address)} has lost a part of the work: {quotable(str(error))}"
            ) from None


def _found(address: str) -> Client:
    """A client of the scheduler; ClusterError when there is none."""
    scheduler = address if "://" in address else _in_file(Path(address))
    try:
        # A client that was made in vain fails again, half a minute later, at the exit.
        asyncio.run(_reach(scheduler))
        return Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError, KeyError, ImportError, RuntimeError) as error:
        raise ClusterError(
            f"cannot reach a scheduler at {quotable(address)} "
            f"({quotable(str(error)) or type(error).__name__}): start one with "
            "dask scheduler, or try --cluster local:2"
        ) from None


async def _reach(address: str) -> None:
    """Connect once; whatever Dask raises where nothing answers."""
    how = Security().get_connection_args("client")
    await (await connect(address, timeout=_PATIENCE, **how)).close()


def _refuse_others(client: Client, address: str) -> None:
    """ClusterError unless there are workers, all with the versions that are here."""
    with contextlib.suppress(TimeoutError):
        client.wait_for_workers(1, timeout=_PATIENCE)
    versions = client.get_versions(packages=["termgames"])
    if not versions["workers"]:
        raise ClusterError(
            f"no workers at {quotable(address)}: start some with dask worker "
            f"{client.scheduler.address} --nworkers auto --nthreads 1"
        )
    here = versions["client"]["packages"]
    for name, there in versions["workers"].items():
        for package in _SAME:
            if there["packages"][package] != here[package]:
                raise ClusterError(
                    f"worker {name} has {package} {quotable(str(there['packages'][package]))}, "
                    f"not {here[package]}: install the same there"
                )


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


def _local(number: str) -> LocalCluster:
    """A cluster of this computer, which listens to nobody else."""
    if not (number.isascii() and number.isdigit() and 0 < int(number) <= _MOST_LOCAL):
        raise ClusterError(f"--cluster local:N takes a number from 1 to {_MOST_LOCAL}")
    if sys.flags.ignore_environment and not sys.flags.safe_path:
        raise ClusterError(f"--cluster local:{number} needs python -P or -I beside -E")
    # Dask starts its workers in its own way, again where one dies: they are not to find modules in
    # the current folder before they are told where their parent does.
    if not os.environ.get(_SAFE_PATH):
        os.environ[_SAFE_PATH] = __name__
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


def dask_setup(worker: Any) -> None:
    """Dask calls this in workers that were started for `local:N`: they have no pages for browsers,
    ctrl-C is left to the head, and other programs are started in the environment that the user
    has."""
    worker.http_server.stop()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if os.environ.get(_SAFE_PATH) == __name__:
        del os.environ[_SAFE_PATH]
