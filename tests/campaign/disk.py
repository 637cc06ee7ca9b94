"""A disk that fails once, at its n-th call: nothing is lost but what was in hand, and it is told.

Each work writes files as the program does: a whole short game of each kind line by line and by keys
on the screen, notes, a review, settings and progress, results, arrays. It is done once on
a sound disk, which counts the calls that open, write, flush and rename files, make folders and take
locks. Then it is done again for each call and each way in which that can fail. What must hold,
whichever it was:

- a file is the old one or the new one, whole, and nothing unfinished is left beside it;
- who asked for it was told, and to do it again is enough;
- of a game at most the move in hand is missing from the save, and the next move saves it too.

Short writes, of which the system wrote a part without a word, are no failures: nothing is told. A
file that cannot be locked is not locked, and nothing is told either.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import io
import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from termgames.core import array_files, files
from termgames.core.errors import StorageError
from termgames.play import consent, locks, profiles, store
from termgames.play.match import AnyMatch
from termgames.play.note_file import NoteFile
from termgames.play.profiles import Profile
from termgames.play.save_file import SaveFile
from termgames.play.text.line_game import LineGame
from termgames.search.limits import Limit
from termgames.study.lessons import progress
from termgames.study.review import Finding
from termgames.study.review_file import ReviewFile
from termgames.tui import preferences
from termgames.workbench import journal
from termgames.workbench.arena import Contest, GameResult, play_game
from termgames.workbench.results import Results
from tests.campaign._shared import SMALL, begun, check, folder, judged, legal, played_on
from tests.campaign.report import Report, repeated
from tests.tui.screens.support import enter, opened

MOVES = 6
"""Moves of a game."""
KINDS = ("ENOSPC", "EIO", "EINTR", "short", "torn")
"""How a call fails: with an error of the system, after a part with no error, after a part with
one."""
CONTEST = Contest("plurality", (("size", 5),), ("random", "greedy"), 1)


class Disk:
    """Stands in for `os` in the modules that read, write and lock files: counts the calls that
    change what is on the disk, and lets call `fails`, from 0, fail."""

    def __init__(self, fails: int = -1, kind: str = "EIO") -> None:
        self.calls, self._fails, self._kind = 0, fails, kind
        self.hit = ""
        """The call that was to fail, once it came."""
        self.failed = ""
        """The same, where somebody is to be told of it."""
        self.interrupted = self._torn = False

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def step(self, name: str, *, told: bool = True) -> bool:
        """Count a call; OSError where it fails, of which nobody is to be told unless `told`. True
        for a write of a part only."""
        if self._torn:
            self._torn = False
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.calls += 1
        if self.calls - 1 != self._fails:
            return False
        self.hit = name
        if self._kind in ("short", "torn") and name == "write":
            self._torn = self._kind == "torn"
            self.failed = name if self._torn else ""
            return True
        # Buffers write again what was interrupted, and then nothing has failed.
        self.interrupted = self._kind == "EINTR" and name == "write"
        self.failed = name if told and not self.interrupted else ""
        number = getattr(errno, self._kind, errno.EIO)
        raise OSError(number, os.strerror(number))

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        """As `os.open`; opening for reading does not count."""
        if flags & (os.O_WRONLY | os.O_RDWR):
            locks = str(path).endswith(".lock")
            self.step("open of a lock" if locks else "open", told=not locks)
        return os.open(path, flags, mode)

    def flock(self, file: int, how: int) -> None:
        """As `fcntl.flock`."""
        self.step("lock", told=False)
        fcntl.flock(file, how)

    def mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        """As `os.mkdir`."""
        self.step("mkdir")
        _MKDIR(path, mode, dir_fd=dir_fd)

    def replace(self, old: Any, new: Any) -> None:
        """As `os.replace`."""
        self.step("rename")
        os.replace(old, new)

    def fsync(self, number: int) -> None:
        """Counts only: the disk is slow, and this one does not lose its power."""
        self.step("fsync")

    def fdopen(self, number: int, mode: str, buffering: int = -1) -> Any:
        """As `os.fdopen`, for files whose writes count."""
        if mode == "rb":
            return os.fdopen(number, mode)
        raw = _File(self, number, mode.replace("b", ""))
        return io.BufferedWriter(raw) if buffering else raw


_MKDIR = os.mkdir


class _Locks:
    """Stands in for `fcntl`."""

    def __init__(self, disk: Disk) -> None:
        self.flock = disk.flock

    def __getattr__(self, name: str) -> Any:
        return getattr(fcntl, name)


class _File(io.FileIO):
    def __init__(self, disk: Disk, number: int, mode: str) -> None:
        super().__init__(number, mode)
        self._disk = disk

    def write(self, data: Any, /) -> int:
        whole = memoryview(data)
        return super().write(whole[: max(1, len(whole) // 2)] if self._disk.step("write") else data)


Step = tuple[Path, Callable[[], Any]]
"""A file, and what writes it: StorageError or OSError where that fails."""
Work = Callable[[Path, Disk, int], None]


def in_steps(steps: Callable[[Path], Iterator[Step]]) -> Work:
    """A work of several steps. One that fails is done again, and changes nothing before."""

    def work(place: Path, disk: Disk, seed: int) -> None:
        for number, (path, act) in enumerate(steps(place)):
            before, failed, told = _bytes(path), disk.failed, False
            try:
                act()
            except (StorageError, OSError):
                told = True
            step, hit = f"step {number}: ", disk.failed if disk.failed != failed else ""
            check(told or not hit, f"{step}{hit} failed, and nobody is told")
            check(hit or disk.interrupted or not told, f"{step}refused, and nothing failed")
            if told:
                check(_bytes(path) == before, f"{step}{path.name} is not the old one")
                _no_litter(place)
                act()
            wanted = _clean_file(steps, number)
            check(_bytes(path) == wanted, f"{step}{path.name} is not the new one")
            _no_litter(place)

    work.__name__ = steps.__name__
    return work


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _no_litter(place: Path) -> None:
    left = [path.name for path in place.rglob(".*.new")]
    check(not left, f"left: {left}")


@cache
def _clean_file(steps: Callable[[Path], Iterator[Step]], number: int) -> bytes | None:
    """What is in the file after a step, on a sound disk."""
    with _on(Disk()), folder() as place:
        done = [(path, act()) for path, act in islice(steps(place), number + 1)]
        return _bytes(done[-1][0])


# -- what is written -------------------------------------------------------------------------


def _match() -> AnyMatch:
    return played_on(begun("plurality"), 1)


def _played_in(path: Path) -> AnyMatch:
    if not path.exists():
        with _on(Disk()):
            store.save(_match(), path)
    return store.read(path)


def notes(place: Path) -> Iterator[Step]:
    """Comments and a variation in the record of a game."""
    path = place / "game.tgr"
    match = _played_in(path)
    file = NoteFile(path, match)
    for text in ("Good.", "Very good.", ""):
        match.notes.say(1, text)
        yield path, lambda: file.save_notes(match.notes)
    match.notes.add(0, "pass")
    yield path, lambda: file.save_notes(match.notes)


def exports(place: Path) -> Iterator[Step]:
    """Records of a game, one over the other."""
    path, match = place / "game.tgr", _match()
    yield path, lambda: store.export(match, path)
    match.submit(match.game.parse(match.state, "pass"))
    yield path, lambda: store.export(match, path)


def reviews(place: Path) -> Iterator[Step]:
    """Findings beside a record, one after the other."""
    path = place / "game.tgr"
    match = _played_in(path)
    file = ReviewFile(path, match, Limit(None, 100))
    finding = Finding(0, 0, "black", "c4,c5,d5", "pass", ("pass",), 0.5, (0.25,), 1.0, None, 2)
    for share in (0.5, 0.75):
        found = replace(finding, share=share)
        yield file.path, lambda found=found: file.add(0, found)


def settings(place: Path) -> Iterator[Step]:
    """What is kept in the data folder beside the games."""
    yield preferences.path(), lambda: preferences.keep(stamp=True)
    yield preferences.path(), lambda: preferences.keep(theme="nord")
    yield profiles.path(), lambda: profiles.keep("human:Anna", Profile(3, 1))
    yield profiles.path(), lambda: profiles.keep("human:Otto", Profile(5, 2))
    yield progress.path(), lambda: progress.mark("Anna", "plurality", "Your first tromino")
    yield progress.path(), lambda: progress.mark("Anna", "plurality", "Capture")
    yield consent.path(), lambda: consent.remember(["gnugo --mode gtp"])


def results(place: Path) -> Iterator[Step]:
    """The games of a contest."""
    path = place / "results"
    file = Results(path)
    yield path, lambda: file.open_for(CONTEST, seeded=True)
    for game in _games():
        yield path, lambda game=game: file.add(game)
    check(len(list(file.games())) == len(_games()), "a game is missing, or there twice")
    file.close()


@cache
def _games() -> tuple[GameResult, ...]:
    played = (play_game(CONTEST, number) for number in range(3))
    return tuple(replace(game, seconds=0.5, cpu=(), asked=()) for game in played)


def arrays(place: Path) -> Iterator[Step]:
    """Solutions and weights of nets."""
    path = place / "board.npz"
    for length in (5, 500):
        yield path, lambda length=length: array_files.save(path, numbers=np.arange(length))


class _Save:
    """A short game of a kind with humans on all seats, and its save while it is played."""

    def __init__(self, game_id: str, place: Path, disk: Disk, seed: int) -> None:
        self._rng = random.Random(f"{game_id} {seed}")
        self.match = begun(game_id, seed=self._rng.getrandbits(32))
        self.path, self._disk = place / "games" / "game.tgr", disk
        self.told: list[str] = []
        self._asked = [0]
        """How many moves there were whenever somebody was asked."""

    def missing(self) -> int:
        """How many moves the save lacks; it must be the beginning of the game."""
        moves = store.read(self.path, draws=False).moves if self.path.exists() else ()
        check(moves == self.match.moves[: len(moves)], "another game is saved")
        _no_litter(self.path.parent)
        return self.match.ply - len(moves)

    def next_move(self) -> str | None:
        """What is typed next, after a look at the save; None when that is enough."""
        match, lost = self.match, self.missing()
        if len(self._asked) > 1:
            check(match.ply - lost >= self._asked[-2], "more than the move in hand is missing")
            check(not lost or self.is_told, f"{lost} moves are missing, and nobody is told")
        self._asked.append(match.ply)
        moves = legal(match, 50) if len(self._asked) <= MOVES + 1 else []
        return str(match.game.format(self._rng.choice(moves))) if moves else None

    def look_at_the_end(self) -> None:
        """Once everybody has left."""
        check(not self.missing(), "at the end moves are missing")

    @property
    def is_told(self) -> bool:
        return any("not saved" in line for line in self.told)


def _by_lines(save: _Save) -> None:
    """Play line by line, and leave."""
    play = LineGame(
        save.match,
        bots={},
        ask=lambda _: save.next_move() or "quit",
        say=save.told.append,
        warn=save.told.append,
        file=SaveFile(save.path),
    )
    play.run()
    check(not play.unsaved, "at the end it is not saved")


async def _by_keys(save: _Save) -> None:
    """Play until nobody is asked any more, and leave."""
    async with opened(lambda opener: opener.open_game(save.match, SaveFile(save.path))) as pilot:

        def listen(message: str, **more: Any) -> None:
            save.told.append(f"{more.get('title', '')} {message}")
            shown(message, **more)

        shown, pilot.app.notify = pilot.app.notify, listen
        while text := save.next_move():
            before = save.match.ply
            await enter(pilot, text)
            check(save.match.ply > before, f"{text} is not played")
        for _ in range(3):
            await pilot.press("q")
            await pilot.pause()
            if not pilot.app.is_running:
                break
            await pilot.press("home", "enter")
            await pilot.pause()
        check(not pilot.app.is_running, "nobody can leave")


def in_game(game_id: str, how: str) -> Work:
    """A short game of that kind, by keys on the `screen` or by `lines`."""

    def work(place: Path, disk: Disk, seed: int) -> None:
        save = _Save(game_id, place, disk, seed)
        asyncio.run(_by_keys(save)) if how == "screen" else _by_lines(save)
        save.look_at_the_end()

    work.__name__ = f"{how} of {game_id}"
    return work


WORKS: dict[str, Work] = {
    work.__name__: work
    for work in (
        *(in_game(game_id, how) for how in ("lines", "screen") for game_id in sorted(SMALL)),
        *map(in_steps, (notes, exports, reviews, settings, results, arrays)),
    )
}


# -- trying ------------------------------------------------------------------------------------


@contextmanager
def _on(disk: Disk) -> Iterator[None]:
    before = files.os, locks.os, locks.fcntl, os.mkdir, journal._SYNCED_EVERY
    files.os, locks.os, locks.fcntl, os.mkdir, journal._SYNCED_EVERY = (
        *(disk, disk, _Locks(disk), disk.mkdir, -1.0),
    )
    try:
        yield
    finally:
        files.os, locks.os, locks.fcntl, os.mkdir, journal._SYNCED_EVERY = before


def tried(work: Work, seed: int, fails: int = -1, kind: str = "EIO") -> Disk:
    """Do a work on a disk that fails so, in a folder of its own; Broken where something that must
    hold does not."""
    disk = Disk(fails, kind)
    with folder() as place, _on(disk):
        work(place, disk, seed)
    return disk


_calls = cache(lambda name, seed: tried(WORKS[name], seed).calls)


_BY_TURNS = [name for turn in range(8) for name in WORKS if not turn or "screen" not in name]
"""The quick ones more often."""


def run(
    minutes: float, seed: int, *, most: int = 1_000_000, works: Sequence[str] = _BY_TURNS
) -> Report:
    """Let a call of each of these works in turn fail, so many times or as long as there is time,
    which one and how by lot."""

    def one(seed: int, number: int, report: Report) -> None:
        name, rng = works[number % len(works)], random.Random(f"{seed}/{number}")
        games = seed + number // (100 * len(works))  # others after a while
        calls, kind = _calls(name, games), rng.choice(KINDS)
        fails = rng.randrange(calls)
        where = f"--seed {seed}: {name} of seed {games}, call {fails} of {calls} fails by {kind}"
        with judged(report, lambda: where):
            disk = tried(WORKS[name], games, fails, kind)
            report.counts[f"failures: {kind}, {disk.hit}"] += 1
            report.counts[f"failures: {name}"] += 1

    return repeated(one, minutes, seed, most)
