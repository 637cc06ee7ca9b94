"""A disk that fails once, at one of the calls that open, write, flush and rename files, make
folders and take locks: what is written then, and that nothing of it is lost."""

from __future__ import annotations

import errno
import fcntl
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

from termgames.core import files
from termgames.core.errors import StorageError
from termgames.play import consent, locks, profiles, store
from termgames.play.match import AnyMatch
from termgames.play.note_file import NoteFile
from termgames.play.profiles import Profile
from termgames.play.save_file import SaveFile
from termgames.play.text.line_game import LineGame
from termgames.study.lessons import shelf
from termgames.tui import state_file
from termgames.workbench import journal
from termgames.workbench.arena import Contest, GameResult, play_game
from termgames.workbench.results import Results
from tests.campaign._shared import SMALL, begun, folder, legal, played_on
from tests.campaign.report import Try, check

MOVES = 6  # of a game
KINDS = ("ENOSPC", "EIO", "short", "torn")
"""How a call fails: with an error of the system; after a part with no error, which is no failure;
after a part with one."""
CONTEST = Contest("plurality", (("size", 5),), ("random", "greedy"), 1)
_MKDIR = os.mkdir


class Disk:
    """Stands in for `os` and `fcntl` in the modules that read, write and lock files: counts the
    calls that change what is on the disk, and lets call `fails`, from 0, fail."""

    def __init__(self, fails: int = -1, kind: str = "EIO") -> None:
        self.calls, self._fails, self._kind = 0, fails, kind
        self.hit = self.failed = ""
        """The call that was to fail, once it came; the same, where somebody is to be told."""
        self._torn = False

    def __getattr__(self, name: str) -> Any:
        return getattr(os if hasattr(os, name) else fcntl, name)

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
        self.failed = name if told else ""
        number = getattr(errno, self._kind, errno.EIO)
        raise OSError(number, os.strerror(number))

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        """Opening for reading does not count; a file that cannot be locked is not locked."""
        if flags & (os.O_WRONLY | os.O_RDWR):
            lock = str(path).endswith(".lock")
            self.step("open of a lock" if lock else "open", told=not lock)
        return os.open(path, flags, mode)

    def flock(self, file: int, how: int) -> None:
        self.step("lock", told=False)
        fcntl.flock(file, how)

    def mkdir(self, path: Any, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        self.step("mkdir")
        _MKDIR(path, mode, dir_fd=dir_fd)

    def replace(self, old: Any, new: Any) -> None:
        self.step("rename")
        os.replace(old, new)

    def fsync(self, number: int) -> None:
        """Counts only: the disk is slow, and this one does not lose its power."""
        self.step("fsync")

    def fdopen(self, number: int, mode: str, buffering: int = -1) -> Any:
        """Files whose writes count."""
        if mode == "rb":
            return os.fdopen(number, mode)
        raw = _File(self, number, mode.replace("b", ""))
        return io.BufferedWriter(raw) if buffering else raw


class _File(io.FileIO):
    def __init__(self, disk: Disk, number: int, mode: str) -> None:
        super().__init__(number, mode)
        self._disk = disk

    def write(self, data: Any, /) -> int:
        whole = memoryview(data)
        return super().write(whole[: max(1, len(whole) // 2)] if self._disk.step("write") else data)


@contextmanager
def _on(disk: Disk) -> Iterator[None]:
    before = files.os, locks.os, locks.fcntl, os.mkdir, journal._SYNCED_EVERY
    files.os = locks.os = locks.fcntl = disk
    os.mkdir, journal._SYNCED_EVERY = disk.mkdir, -1.0
    try:
        yield
    finally:
        files.os, locks.os, locks.fcntl, os.mkdir, journal._SYNCED_EVERY = before


Step = tuple[Path, Callable[[], Any]]
"""A file, and what writes it: StorageError or OSError where that fails."""
Steps = Callable[[Path], Iterator[Step]]


def _played_in(path: Path) -> AnyMatch:
    if not path.exists():
        with _on(Disk()):
            store.save(played_on(begun("plurality"), 1), path)
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


def settings(place: Path) -> Iterator[Step]:
    """What is kept in the data folder beside the games."""
    yield state_file.path(), lambda: state_file.keep(stamp=True)
    yield state_file.path(), lambda: state_file.keep(theme="nord")
    yield profiles.path(), lambda: profiles.keep("human:Anna", Profile(3, 1))
    yield shelf.path(), lambda: shelf.mark("Anna", "plurality", "Your first tromino")
    yield consent.path(), lambda: consent.remember(["gnugo --mode gtp"])


def results(place: Path) -> Iterator[Step]:
    """The games of a contest."""
    path = place / "results"
    file = Results(path)
    yield path, lambda: file.begin(CONTEST, seeded=True)
    for game in _games():
        yield path, lambda game=game: file.add(game)
    check(len(list(file.rows())) == len(_games()), "a game is missing, or there twice")
    file.close()


@cache
def _games() -> tuple[GameResult, ...]:
    played = (play_game(CONTEST, number) for number in range(3))
    return tuple(replace(game, seconds=0.5, cpu=(), asked=()) for game in played)


def _no_litter(place: Path) -> None:
    left = [path.name for path in place.rglob(".*.new")]
    check(not left, f"left: {left}")


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


@cache
def _clean_file(steps: Steps, number: int) -> bytes | None:
    """What is in the file after a step, on a sound disk."""
    with _on(Disk()), folder() as place:
        done = [(path, act()) for path, act in islice(steps(place), number + 1)]
        return _bytes(done[-1][0])


def in_steps(steps: Steps, place: Path, disk: Disk, this: Try) -> None:
    """Do them. One that fails is told, leaves the old file, and is done again."""
    for number, (path, act) in enumerate(steps(place)):
        before, failed, told = _bytes(path), disk.failed, False
        try:
            act()
        except (StorageError, OSError):
            told = True
        hit = disk.failed if disk.failed != failed else ""
        check(told or not hit, f"step {number}: {hit} failed, and nobody is told")
        check(hit or not told, f"step {number}: refused, and nothing failed")
        if told:
            check(_bytes(path) == before, f"step {number}: {path.name} is not the old one")
            _no_litter(place)
            act()
        wanted = _clean_file(steps, number)
        check(_bytes(path) == wanted, f"step {number}: {path.name} is not the new one")
        _no_litter(place)


def in_game(game_id: str, place: Path, disk: Disk, this: Try) -> None:
    """A short game line by line. At most the move in hand is missing from its save, which is told,
    and the next move saves it too."""
    match, path = begun(game_id, seed=this.number), place / "games" / "game.tgr"
    told, asked = list[str](), [0]

    def missing() -> int:
        moves = store.read(path, draws=False).moves if path.exists() else ()
        check(moves == match.moves[: len(moves)], "another game is saved")
        _no_litter(path.parent)
        return match.ply - len(moves)

    def ask(_: object) -> str:
        lost = missing()
        if len(asked) > 1:
            check(match.ply - lost >= asked[-2], "more than the move in hand is missing")
            known = any("not saved" in line for line in told)
            check(not lost or known, f"{lost} moves are missing, and nobody is told")
        asked.append(match.ply)
        moves = legal(match, 50) if len(asked) <= MOVES + 1 else []
        return str(match.game.format(moves[this.number % len(moves)])) if moves else "quit"

    file = SaveFile(path)
    play = LineGame(match, bots={}, ask=ask, say=told.append, warn=told.append, file=file)
    play.run()
    check(not play.unsaved and not missing(), "at the end it is not saved")


WORKS: dict[str, Callable[[Path, Disk, Try], None]] = {
    **{f"lines of {game_id}": partial(in_game, game_id) for game_id in sorted(SMALL)},
    **{steps.__name__: partial(in_steps, steps) for steps in (notes, settings, results)},
}


def failure(this: Try) -> None:
    """Do a work on a sound disk, then let one of its calls fail; which one and how by lot."""
    name, kind = list(WORKS)[this.number % len(WORKS)], this.rng.choice(KINDS)
    disk = Disk()
    for fails in (-1, this.rng.randrange(2**20)):
        disk = Disk(fails % disk.calls if disk.calls else -1, kind)
        this.done.append(f"{name}: call {fails} fails by {kind}")
        with folder() as place, _on(disk):
            WORKS[name](place, disk, this)
    this.counts[name] += 1
    this.counts[f"{kind}, {disk.hit}"] += 1
