"""Whether processes run, for tests of what ends with what."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PROC = Path("/proc/self/stat").exists()
needs_proc = pytest.mark.skipif(not PROC, reason="looks into /proc")


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended does not, though nobody has asked how."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not PROC or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def there(pid: int) -> bool:
    """Whether the process is in the table, be it as a zombie."""
    return Path(f"/proc/{pid}").exists()


def gone(pid: int, present: Callable[[int], bool] = alive, patience: float = 30.0) -> bool:
    """Whether it is no longer present, after at most so many seconds."""
    end = time.monotonic() + patience
    while present(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not present(pid)
