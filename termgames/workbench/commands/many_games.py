"""What the commands that play many games share: who plays the games, and reports on their
progress."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common
from termgames.cli.guard import FINE, INTERRUPTED
from termgames.core.errors import OptionError
from termgames.core.extras import extra
from termgames.core.text import counted, quoted, span

if TYPE_CHECKING:
    from termgames.workbench.journal import Journal
    from termgames.workbench.workers import Workers

_EVERY, _EVERY_ALONE = 10.0, 60.0
"""Seconds between two lines on how the work stands, on a cluster and on this computer alone. On a
terminal the line is always there, at the bottom."""
_LIVE = 0.5
_REMEMBERED = 60
"""How many of the latest lines the rate is taken from: those of half a minute on a terminal, else
of ten minutes on a cluster, and of an hour on this computer alone."""

CLUSTER = click.Option(
    ["--cluster"],
    metavar="ADDRESS",
    help="Let the workers of a Dask cluster play: tcp://HOST:8786, a scheduler file, or local:N "
    "for N processes here. Nets that players name must lie at the same place on all computers. "
    "Whoever reaches the scheduler can run programs on all its computers and on this one. "
    "Needs the extra: pip install 'termgames[cluster]'.",
)

WORK = (common.jobs("Processes that do the work."), CLUSTER, common.SEED)
"""Options of all long work."""


def levels(option: str, text: str, most: int, least: int = 1) -> tuple[int, int]:
    """The first and the last level of a range such as 2-6, or of one level; OptionError."""
    low, dash, high = text.partition("-")
    known = [str(level) for level in range(least, most + 1)]
    ends = (low, high if dash else low)
    if not set(ends) <= set(known) or known.index(ends[0]) > known.index(ends[1]):
        raise OptionError(
            f"{option} takes levels from {least} to {most}, the lower one first, as 2-6, not "
            f"{quoted(text)}"
        )
    return int(ends[0]), int(ends[1])


Bar = Callable[[], tuple[dict[str, Any], str]]
"""How sure the result is by now: fields for programs, and words."""


@contextlib.contextmanager
def working(
    options: Mapping[str, Any],
    journal: Journal[Any] | None = None,
    bar: Bar = lambda: ({}, ""),
) -> Iterator[GamesProgress]:
    """Long work that a command with these options does. An interrupt ends it, which is told, and
    is the exit `code` then; at the end the journal is closed."""
    progress = GamesProgress(options, bar)
    try:
        with progress.held:
            yield progress
    except KeyboardInterrupt:
        after = f" after {counted(progress.done, 'game')}" if progress.total else ""
        how = ": with --resume they would be kept" if "resume" in options else ""
        if options.get("resume") or options.get("folder"):
            how = ": the same command goes on from here"
        progress.line(f"interrupted{after}{how}")
        progress.code = INTERRUPTED
    finally:
        progress.end()
        if journal is not None:
            journal.close()


class GamesProgress:
    """Who does the work, by the `options` `--jobs` and `--cluster`, and lines on standard error on
    how it stands; with `--json` lines of JSON on standard output as well, for programs."""

    def __init__(self, options: Mapping[str, Any], bar: Bar = lambda: ({}, "")) -> None:
        self.as_json, self.bar = options.get("as_json", False), bar
        self.held = contextlib.ExitStack()
        """What is let go when the work ends."""
        self._options = options
        self.every = _EVERY_ALONE
        self.total = 0
        self.done = 0
        self.code = FINE
        self._live = sys.stderr.isatty() and os.environ.get("TERM") not in (None, "", "dumb")
        self._times: deque[tuple[float, int]] = deque(maxlen=_REMEMBERED)
        self._bottom_line = ""

    @cached_property
    def workers(self) -> Workers:
        """Who does the work, from now on: processes here, or a cluster."""
        cluster, jobs = self._options.get("cluster"), self._options["jobs"]
        if cluster is None:
            from termgames.workbench.workers import here

            return self.held.enter_context(here(jobs))
        if jobs > 1:
            raise OptionError(
                "--cluster and --jobs exclude each other: its workers are as many games"
            )
        with extra("cluster", "--cluster needs Dask"):
            from termgames.workbench.cluster import cluster as found
        workers, self.every = self.held.enter_context(found(cluster)), _EVERY
        self.event("cluster", address=cluster, dashboard=workers.dashboard)
        pages = f", dashboard {workers.dashboard}" if workers.dashboard else ""
        self.line(f"cluster {cluster}: {counted(workers.count(), 'worker')}{pages}")
        return workers

    def begin(self, total: int, done: int = 0) -> None:
        """Set how many games are wanted, and how many were played before."""
        self.total, self.done = total, done

    def line(self, text: str) -> None:
        """Print a line."""
        before = self._bottom_line
        self._show("")
        click.echo(text, err=True)
        self._show(before)

    def event(self, name: str, **fields: Any) -> None:
        """Write an event for programs, as a line of JSON."""
        if self.as_json:
            click.echo(json.dumps({"event": name, **fields}))

    def counted(self, text: str = "") -> None:
        """Count one more finished game; `text` says how it went."""
        self.done += 1
        if text:
            self.line(text)
        now = time.monotonic()
        if not self._times:
            # The time until the first game was played tells nothing of the rate.
            self._times.append((now, self.done))
        if now - self._times[-1][0] >= (_LIVE if self._live else self.every):
            self._times.append((now, self.done))
            self._tell()

    def end(self) -> None:
        """Take the line at the bottom away."""
        self._show("")

    @property
    def rate(self) -> float:
        """Games a second, of late."""
        (start, before), (now, after) = self._times[0], self._times[-1]
        return (after - before) / (now - start) if now > start else 0.0

    def _tell(self) -> None:
        fields, words = self.bar()
        left = self.total - self.done
        eta = left / self.rate if self.rate else None
        self.event(
            "progress",
            games=self.done,
            wanted=self.total,
            rate=round(self.rate, 4),
            eta=None if eta is None else round(eta, 1),
            workers=self.workers.count(),
            dashboard=self.workers.dashboard,
            **fields,
        )
        parts = [
            f"{self.done:,} of {self.total:,} games, {self.rate * 60:.3g} a minute",
            "" if eta is None else f"{span(eta)} to go",
            words,
            counted(self.workers.count(), "worker"),
        ]
        text = "; ".join(filter(None, parts))
        if self._live:
            self._show(text)
        else:
            click.echo(text, err=True)

    def _show(self, text: str) -> None:
        """Put a text on the last line of the terminal, in place of what stands there."""
        if not self._live:
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        if text or self._bottom_line:
            sys.stderr.write(f"\r\x1b[2K{text}")
            sys.stderr.flush()
        self._bottom_line = text
