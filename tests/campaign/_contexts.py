"""A plugin of pytest that lets coverage tell which test ran a line, also in processes it starts."""

from __future__ import annotations

import os
from collections.abc import Generator

import coverage
import pytest

_NAME = "TERMGAMES_TEST"


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Say so before each test: to this process, and to those that begin meanwhile."""
    os.environ[_NAME] = item.nodeid
    if measured := coverage.Coverage.current():
        measured.switch_context(item.nodeid)
    return (yield)
