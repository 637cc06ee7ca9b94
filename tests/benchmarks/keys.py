"""Key to repaint on a real pseudo-terminal while the bot thinks.

    python tests/benchmarks/keys.py [--size 19] [--keys 200] [--idle] [--terminal 200x60]

Starts `termgames play plurality` with a thinking bot in a pseudo-terminal, presses arrow
keys at human speed and measures the time from a key to the *last* byte of the repaint it
causes (a pause in the output ends a repaint). Prints median, p95 and bytes a key. Not a
test: machines differ; compare runs on one machine, with `--idle` as the yardstick.
"""

from __future__ import annotations

import argparse
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from fcntl import ioctl

QUIET = 0.012
"""Seconds without output that end a repaint."""


def read_until_quiet(fd: int, patience: float) -> tuple[float | None, int]:
    """When the last byte of one burst came (None: no output within `patience`), its size."""
    last, size, wait = None, 0, patience
    while select.select([fd], [], [], wait)[0]:
        size += len(os.read(fd, 65536))
        last, wait = time.perf_counter(), QUIET
    return last, size


def start(argv: list[str], columns: int, rows: int) -> int:
    """The program in a pseudo-terminal of that size; answers its master side."""
    pid, fd = pty.fork()
    if pid == 0:
        os.environ.update(
            TERM="xterm-256color", COLORTERM="truecolor", TERMGAMES_DATA=tempfile.mkdtemp()
        )
        os.execv(argv[0], argv)
    ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    return fd


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser()
    options.add_argument("--size", type=int, default=19)
    options.add_argument("--keys", type=int, default=200)
    options.add_argument("--idle", action="store_true", help="the bot does not think")
    options.add_argument("--terminal", default="120x40", help="columns and rows")
    options.add_argument("--before", default="", help="keys pressed first, as ZZ for a zoom")
    chosen = options.parse_args()

    size = tuple(map(int, chosen.terminal.split("x")))
    seats = ["--black", "human", "--white", "human"] if chosen.idle else ["--black", "bot:9"]
    game = ["play", "plurality", "--size", str(chosen.size), "--time", "600", "--white", "human"]
    fd = start([sys.executable, "-m", "termgames", *game, *seats], *size)
    time.sleep(4)
    read_until_quiet(fd, 1.0)
    for key in chosen.before:
        os.write(fd, key.encode())
        read_until_quiet(fd, 1.0)
    # A walk that meets the rim never would measure keys that change nothing.
    walk = [b"\x1b[C"] * 5 + [b"\x1b[A"] * 5 + [b"\x1b[D"] * 5 + [b"\x1b[B"] * 5
    delays, sizes = [], []
    for number in range(chosen.keys):
        read_until_quiet(fd, 0.03)
        pressed = time.perf_counter()
        os.write(fd, walk[number % len(walk)])
        last, size = read_until_quiet(fd, 0.5)
        if last is not None:
            delays.append(1000 * (last - pressed))
            sizes.append(size)
        time.sleep(0.03)
    os.write(fd, b"\x11")
    delays.sort()
    print(
        f"{len(delays)} of {chosen.keys} keys repainted on {chosen.size}x{chosen.size}, "
        f"{'idle' if chosen.idle else 'bot thinking'}: median {statistics.median(delays):.1f} ms, "
        f"p95 {delays[int(0.95 * len(delays))]:.1f} ms, "
        f"{statistics.median(sizes):.0f} bytes a key"
    )


if __name__ == "__main__":
    main()
