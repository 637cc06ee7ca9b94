"""A plugin of pytest: tests are collected once, and run again and again in forks of the process,
each time with a change of one module of the package.

A line of JSON asks (see `Asked`), a line answers: which tests failed, and whether all ran. In a
fork the functions of the module get the code of the changed file. Where more than code within
functions is changed, all modules of the package and of the tests are forgotten there, and pytest
begins anew.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

READS, WRITES = "MUTANTS_ASKED", "MUTANTS_ANSWERED"
"""The variables of the environment that name the two ends of pipes."""
_ENDS = [int(os.environ.pop(name, "-1")) for name in (READS, WRITES)]
"""Looked up at once: tests are told nothing of the environment."""
FORGOTTEN = ("termgames", "tests")


Asked = dict[str, Any]
"""path: of the changed module, below the current folder; before: its text as it was collected
tests, most: which run in this order, until so many test functions have failed
seconds, hanging: for all; for one, which then counts as failed, and ends the others
"""


class Watch:
    """Runs chosen tests, and tells each result at once; of a function that has failed no more."""

    def __init__(self, asked: Asked, out: int) -> None:
        self._place = {name: at for at, name in enumerate(asked["tests"])}
        self._asked, self._out = asked, out
        self._failed: set[str] = set()

    def run(self, items: list[pytest.Item]) -> None:
        """Run those that were chosen."""
        chosen = [item for item in items if item.nodeid in self._place]
        chosen.sort(key=lambda item: self._place[item.nodeid])
        for at, item in enumerate(chosen):
            if function(item.nodeid) in self._failed:
                continue
            signal.signal(signal.SIGALRM, lambda *_, name=item.nodeid: self._hangs(name))
            signal.setitimer(signal.ITIMER_REAL, self._asked["hanging"])
            after = chosen[at + 1] if at + 1 < len(chosen) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if len(self._failed) >= self._asked["most"]:
                break
        self._tell("all", "")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Where pytest begins anew."""
        self.run(session.items)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember what fails."""
        if report.failed and function(report.nodeid) not in self._failed:
            self._failed.add(function(report.nodeid))
            self._tell("failed", report.nodeid)

    def _hangs(self, name: str) -> None:
        self._tell("failed", name)
        os._exit(1)

    def _tell(self, what: str, name: str) -> None:
        os.write(self._out, f"{what} {name}\n".encode())


def function(test: str) -> str:
    """The test without its parameters."""
    return test.partition("[")[0]


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Say that all are collected, then answer line after line."""
    with os.fdopen(_ENDS[0]) as asked, os.fdopen(_ENDS[1], "w") as answers:
        living = _living()
        gc.freeze()
        print("{}", file=answers, flush=True)
        for line in asked:
            print(json.dumps(_tried(json.loads(line), session, living)), file=answers, flush=True)
    return True


def _living() -> dict[str, list[FunctionType]]:
    """All functions of the package, by file."""
    found: dict[str, list[FunctionType]] = {}
    here = os.getcwd() + os.sep
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(here):
            found.setdefault(each.__code__.co_filename, []).append(each)
    return found


def _tried(
    asked: Asked, session: pytest.Session, living: dict[str, list[FunctionType]]
) -> dict[str, Any]:
    """In a fork, with what it has started; none of it is left."""
    told = os.memfd_create("tests")
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            _try(asked, session, living, told)
        finally:
            os._exit(0)
    ends = os.pidfd_open(child)
    select.select([ends], [], [], max(0.0, asked["seconds"]))
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(ends)
    os.lseek(told, 0, os.SEEK_SET)
    with os.fdopen(told, encoding="utf-8") as file:
        lines = [line.rstrip("\n").partition(" ") for line in file]
    failed = [name for what, _, name in lines if what == "failed"]
    return {"failed": failed, "all": ("all", " ", "") in lines}


def _try(
    asked: Asked, session: pytest.Session, living: dict[str, list[FunctionType]], out: int
) -> None:
    watch, file = Watch(asked, out), Path(asked["path"]).resolve()
    if _exchanged(living.get(str(file), []), asked["before"], file.read_text("utf-8")):
        session.config.pluginmanager.register(watch)
        watch.run(session.items)
        return
    for name in [name for name in sys.modules if name.partition(".")[0] in FORGOTTEN]:
        del sys.modules[name]
    files = sorted({test.partition("::")[0] for test in asked["tests"]})
    pytest.main(["-p", "no:cacheprovider", "-n", "0", *files], plugins=[watch])


def _exchanged(living: list[FunctionType], before: str, after: str) -> bool:
    """Give the functions of a module the code of its changed text, if nothing else is changed."""
    file = living[0].__code__.co_filename if living else ""
    old, new = (compile(text, file, "exec", dont_inherit=True) for text in (before, after))
    if _outside(old) != _outside(new):
        return False
    functions = {(each.__code__.co_qualname, each.__code__.co_firstlineno): each for each in living}
    for one, other in zip(_inside(old), _inside(new), strict=True):
        if one == other:
            continue
        found = functions.get((one.co_qualname, one.co_firstlineno))
        if found is None or found.__code__.co_freevars != other.co_freevars:
            return False
        found.__code__ = other
    return True


def _outside(code: CodeType) -> object:
    """What runs as the module is imported: all but the code of functions."""
    constants = [
        repr(each)
        if not isinstance(each, CodeType)
        else each.co_name
        if each.co_flags & CO_OPTIMIZED
        else _outside(each)
        for each in code.co_consts
    ]
    return code.co_code, code.co_names, constants


def _inside(code: CodeType) -> Iterator[CodeType]:
    """The code of functions that are not within a function, in their order."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_flags & CO_OPTIMIZED:
                yield each
            else:
                yield from _inside(each)
