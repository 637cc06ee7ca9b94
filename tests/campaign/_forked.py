"""Runs pytest again and again, each time in a fork of a process that has imported what tests need
of others: `python -P _forked.py`, in the tree to be tested.

A line of JSON asks: which arguments pytest gets, which tests run at most (null: all) in which
order, and how many seconds there are. A line answers: pytest's exit code, null where time was
over, and the test that failed or ran last.
"""

from __future__ import annotations

import importlib
import json
import os
import select
import signal
import sys
from contextlib import suppress

import pytest

WARM = (
    *("asyncio", "click", "hypothesis", "numpy", "platformdirs", "pytest_asyncio", "rich.console"),
    *("socket", "sqlite3", "subprocess", "textual.app", "textual.widgets", "textual.pilot"),
)


class Watch:
    """A plugin that runs the chosen tests alone, and writes the test that decides to a pipe."""

    def __init__(self, chosen: list[str] | None, out: int) -> None:
        self._place = None if chosen is None else {name: at for at, name in enumerate(chosen)}
        self._out, self._failed = out, False

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        place = self._place
        if place is not None:
            items[:] = [item for item in items if item.nodeid in place]
            items.sort(key=lambda item: place[item.nodeid])

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if not self._failed:
            self._tell(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._failed:
            self._failed = True
            self._tell(report.nodeid)

    def _tell(self, nodeid: str) -> None:
        os.pwrite(self._out, nodeid.encode().ljust(2000), 0)


def tested(
    arguments: list[str], chosen: list[str] | None, seconds: float
) -> tuple[int | None, str]:
    """Pytest in a fork: its exit code, None where it takes longer, and the test that decides."""
    told = os.memfd_create("test")
    child = os.fork()
    if child == 0:
        code = 3
        try:
            os.setsid()
            nowhere = os.open(os.devnull, os.O_RDWR)
            for number in range(3):
                os.dup2(nowhere, number)
            code = int(pytest.main(arguments, plugins=[Watch(chosen, told)]))
        finally:
            os._exit(code)
    ends = os.pidfd_open(child)
    try:
        in_time = bool(select.select([ends], [], [], seconds)[0])
        with suppress(ProcessLookupError):  # with what it has started
            os.killpg(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        test = os.pread(told, 2000, 0).decode().strip()
        return os.waitstatus_to_exitcode(status) if in_time else None, test
    finally:
        os.close(ends)
        os.close(told)


def main() -> None:
    """Answer line after line."""
    for name in WARM:
        with suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        print(json.dumps(tested(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
