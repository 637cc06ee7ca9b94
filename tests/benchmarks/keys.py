"""Key to repaint on a real pseudo-terminal while the bot thinks, steps in a replay, and launch.

    python tests/benchmarks/keys.py [--size 19] [--keys 200] [--idle | --guest] [--terminal 200x60]
    python tests/benchmarks/keys.py --replay FILE [--keys 200] [--terminal 80x24]
    python tests/benchmarks/keys.py --launch [--turns 15] [--size 13]

Without more, starts `termgames play plurality` with a thinking bot in a pseudo-terminal, presses
arrow keys at human speed and measures the time from a key to the *last* byte of the repaint it
causes (a pause in the output ends a repaint). Prints median, p95 and bytes a key. With
`--replay` it looks back and on in a record instead, with `--guest` the game is that of a table
elsewhere, whose screen compares with that of an `--idle` game. With `--launch` it starts the
program and `python -c 'import textual.app, textual.widgets, numpy'` in turns and compares the times
to the first line of the board and to the end of the imports. CPU times are those of the process at
the screen; the bot has its own. Not a test: machines differ; compare runs on one machine, with
`--idle` as the yardstick.
"""

from __future__ import annotations

import argparse
import atexit
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Iterable
from fcntl import ioctl
from itertools import cycle, islice
from pathlib import Path

# A walk that meets the rim would measure keys that change nothing.
WALK = [b"\x1b[C"] * 5 + [b"\x1b[A"] * 5 + [b"\x1b[D"] * 5 + [b"\x1b[B"] * 5
QUIET = 0.012
"""Seconds without output that end a repaint."""


def read_until_quiet(fd: int, patience: float) -> tuple[float | None, int]:
    """When the last byte of one burst came (None: no output within `patience`), its size."""
    last, size, wait = None, 0, patience
    while select.select([fd], [], [], wait)[0]:
        size += len(os.read(fd, 65536))
        last, wait = time.perf_counter(), QUIET
    return last, size


def start(argv: list[str], columns: int, rows: int) -> tuple[int, int]:
    """The program in a pseudo-terminal of that size: its process number and its master side."""
    pid, fd = pty.fork()
    if pid == 0:
        ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        # Installed programs are compiled once, and not at every start.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ.update(
            TERM="xterm-256color", COLORTERM="truecolor", TERMGAMES_DATA=tempfile.mkdtemp()
        )
        os.execv(argv[0], argv)
    return pid, fd


def cpu(pid: int) -> float:
    """Milliseconds for which all threads of a process have run (Linux)."""
    used = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        used += int((task / "schedstat").read_text().split()[0])
    return used / 1e6


def told(values: list[float], unit: str) -> str:
    """Median and quartiles."""
    low, middle, high = statistics.quantiles(values, n=4)
    return f"{middle:.1f}{unit} [{low:.1f} to {high:.1f}]"


def launched(argv: list[str], sign: bytes) -> tuple[float, float]:
    """Seconds and CPU milliseconds until a program writes `sign`; it is ended then."""
    begun = time.perf_counter()
    pid, fd = start(argv, 80, 24)
    seen = b""
    while sign not in seen:
        seen = seen[-8:] + os.read(fd, 65536)
    took, used = time.perf_counter() - begun, cpu(pid)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(fd)
    return took, used


def launch(size: int, turns: int) -> None:
    """Compare the launch with the imports that nobody can do without."""
    imports = "import textual.app, textual.widgets, numpy; print('~', flush=True)"
    bare = [sys.executable, "-c", f"{imports}; import time; time.sleep(60)"]
    game = [sys.executable, "-m", "termgames", "play", "plurality", "--size", str(size)]
    launched(game, "┼".encode())
    pairs = [(launched(game, "┼".encode()), launched(bare, b"~")) for _ in range(turns)]
    for number, unit, scale in ((0, " ms", 1000), (1, " ms of CPU", 1)):
        both = zip(*pairs, strict=True)
        ours, theirs = ([scale * side[number] for side in sides] for sides in both)
        ratios = [one / other for one, other in zip(ours, theirs, strict=True)]
        print(f"{told(ours, unit)} to the board, {told(theirs, unit)} to import: ", end="")
        print(f"ratio {told(ratios, '')}")


def pressed(pid: int, fd: int, keys: Iterable[bytes]) -> tuple[list[float], ...]:
    """Milliseconds to the last byte, CPU milliseconds and bytes of each key that repaints."""
    delays, used, sizes = [], [], []
    for key in keys:
        read_until_quiet(fd, 0.03)
        before, begun = cpu(pid), time.perf_counter()
        os.write(fd, key)
        last, size = read_until_quiet(fd, 0.5)
        if last is not None:
            delays.append(1000 * (last - begun))
            used.append(cpu(pid) - before)
            sizes.append(float(size))
        time.sleep(0.03)
    return delays, used, sizes


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    for name, default in (("size", 0), ("keys", 200), ("turns", 15)):
        options.add_argument(f"--{name}", type=int, default=default)
    for name in ("idle", "guest", "launch"):
        options.add_argument(f"--{name}", action="store_true")
    options.add_argument("--terminal", default="120x40", help="columns and rows")
    options.add_argument("--before", default="", help="keys pressed first, as ZZ for a zoom")
    options.add_argument("--replay", metavar="FILE")
    chosen = options.parse_args()
    if chosen.launch:
        launch(chosen.size or 13, chosen.turns)
        return

    size, walk = chosen.size or 19, WALK
    about = "idle" if chosen.idle else "a guest" if chosen.guest else "bot thinking"
    if chosen.replay:
        command, about = ["replay", chosen.replay], f"in {chosen.replay}"
        # Turn by turn, then event by event.
        walk = [b","] * 6 + [b"."] * 3 + [b"("] * 4 + [b")"] * 2
    elif chosen.guest:
        os.environ["TERMGAMES_RUNTIME"] = tempfile.mkdtemp()
        game = f"host plurality --size {size} --no-save --headless --white greedy --name keys"
        opened = [sys.executable, "-m", "termgames", *game.split()]
        served = subprocess.Popen(opened, stdout=subprocess.PIPE)
        assert served.stdout is not None
        served.stdout.readline()
        atexit.register(served.kill)
        command = ["join", "keys", "--seat", "black"]
    else:
        black = "human" if chosen.idle else "bot:9"
        game = f"play plurality --size {size} --time 600 --white human --black {black}"
        command = game.split()
    columns, rows = map(int, chosen.terminal.split("x"))
    pid, fd = start([sys.executable, "-m", "termgames", *command], columns, rows)
    time.sleep(4)
    read_until_quiet(fd, 1.0)
    for key in chosen.before or (">" if chosen.replay else ""):
        os.write(fd, key.encode())
        read_until_quiet(fd, 1.0)
    delays, used, sizes = pressed(pid, fd, islice(cycle(walk), chosen.keys))
    os.write(fd, b"\x11")
    p95 = sorted(delays)[int(0.95 * len(delays))]
    print(
        f"{len(delays)} of {chosen.keys} keys repainted, {about}: {told(delays, ' ms')}, ", end=""
    )
    print(
        f"p95 {p95:.1f} ms, {told(used, ' ms of CPU')}, {statistics.median(sizes):.0f} bytes a key"
    )


if __name__ == "__main__":
    main()
