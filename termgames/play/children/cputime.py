"""CPU time that a process and those it started have used.

Only Linux gives the time of other processes; elsewhere the answer for them is None.
"""

import os
import time
from pathlib import Path


def own() -> float:
    """CPU seconds of this process and of the processes it started that share its session
    (programs driven over a protocol have sessions of their own)."""
    session = os.getsid(0)
    started = (child for child in _children(os.getpid()) if _session(child) == session)
    ended = os.times()
    waited = ended.children_user + ended.children_system
    return time.process_time() + waited + sum(of(child) or 0.0 for child in started)


def of(pid: int) -> float | None:
    """CPU seconds of another process and of those it started; None where the system does not tell.

    Processes that it started and that have ended count only if it waited for them.
    """
    try:
        # The CPU clock of a process by its number, as clock_getcpuclockid(3) answers it.
        used = time.clock_gettime((~pid << 3) | 2)
        ended = sum(map(int, _fields(pid)[13:15])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):
        return None
    return used + ended + sum(of(child) or 0.0 for child in _children(pid))


def _children(pid: int) -> list[int]:
    children: list[int] = []
    try:
        for thread in Path(f"/proc/{pid}/task").iterdir():
            children += map(int, (thread / "children").read_text().split())
    except (OSError, ValueError):
        return []
    return children


def _session(pid: int) -> int | None:
    try:
        return os.getsid(pid)
    except OSError:
        return None


def _fields(pid: int) -> list[str]:
    """The words of a process's line in proc(5) from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
