"""A disk that fails once, at its n-th call: nothing is lost but what was in hand, and it is told.

Each work writes files as the program does: a whole short game of each kind line by line, notes, a
review, settings and progress, results, a proof, arrays. It is done once on a sound disk, which
counts the calls that open, write, flush and rename files. Then it is done again for each call and
each way in which that can fail. What must hold, whichever it was:

- a file is the old one or the new one, whole, and nothing unfinished is left beside it;
- who asked for it was told, and to do it again is enough;
- of a game at most the move in hand is missing from the save, and the next move saves it too.

Short writes, of which the system wrote a part without a word, are no failures: nothing is told.
"""

from __future__ import annotations

import errno
import io
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core import array_files, files
from termgames.core.errors import StorageError
from termgames.play import consent, profiles, store
from termgames.play.match import Match
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
from termgames.workbench.proof import Proof
from termgames.workbench.results import Results
from tests.campaign.games import check
from tests.campaign.monkey import SMALL
from tests.campaign.report import Report

MOVES = 6
"""Moves of a game line by line."""
KINDS = ("ENOSPC", "EIO", "EINTR", "short", "torn")
"""How a call fails: with an error of the system, after a part with no error, after a part with
one."""
MOST_FAULTS = 20
CONTEST = Contest("plurality", (("size", 5),), ("random", "greedy"), 1)


class Disk:
    """Stands in for `os` in the module that reads and writes files: counts the calls that change
    what is on the disk, and lets call `fails`, from 0, fail."""

    def __init__(self, fails: int = -1, kind: str = "EIO") -> None:
        self.calls, self._fails, self._kind = 0, fails, kind
        self.failed = ""
        """The call that failed, once one did."""
        self.interrupted = self._torn = False

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def step(self, name: str) -> bool:
        """Count a call; OSError where it fails. True for a write of a part only."""
        if self._torn:
            self._torn = False
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.calls += 1
        if self.calls - 1 != self._fails:
            return False
        if self._kind in ("short", "torn") and name == "write":
            self._torn = self._kind == "torn"
            self.failed = name if self._torn else ""
            return True
        # Buffers write again what was interrupted, and then nothing has failed.
        self.interrupted = self._kind == "EINTR" and name == "write"
        self.failed = "" if self.interrupted else name
        number = getattr(errno, self._kind, errno.EIO)
        raise OSError(number, os.strerror(number))

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        """As `os.open`; opening for reading does not count."""
        if flags & (os.O_WRONLY | os.O_RDWR):
            self.step("open")
        return os.open(path, flags, mode)

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
            before, failed = _bytes(path), disk.failed
            try:
                act()
                told = False
            except (StorageError, OSError):
                told = True
            hit = disk.failed if disk.failed != failed else ""
            check(told or not hit, f"step {number}: {hit} failed, and nobody is told")
            check(
                hit or disk.interrupted or not told, f"step {number}: refused, and nothing failed"
            )
            if told:
                check(_bytes(path) == before, f"step {number}: {path.name} is not the old one")
                _no_litter(place)
                act()
            wanted = _clean_file(steps, number)
            check(_bytes(path) == wanted, f"step {number}: {path.name} is not the new one")
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
    with tempfile.TemporaryDirectory() as folder, _data_in(Path(folder)), _sound_disk():
        for at, (path, act) in enumerate(steps(Path(folder))):
            act()
            if at == number:
                return _bytes(path)
    raise AssertionError("there is no such step")


# -- what is written -------------------------------------------------------------------------


def _match() -> Match[Any, Any]:
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"), 1)
    match.submit(match.game.parse(match.state, "c4,c5,d5"))
    return match


def _played_in(path: Path) -> Match[Any, Any]:
    if not path.exists():
        with _sound_disk():
            store.save(_match(), path)
    return store.read(path)


def notes(place: Path) -> Iterator[Step]:
    """Comments and a variation in the record of a game."""
    path = place / "game.tgr"
    match = _played_in(path)
    file = NoteFile(path, match)
    for text in ("Good.", "Very good.", ""):
        match.notes.say(1, text)
        yield path, lambda: file.save(match.notes)
    match.notes.add(0, "pass")
    yield path, lambda: file.save(match.notes)


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


@cache
def _proof() -> Proof:
    game = games.create("pletore", {"size": 3, "komi": 2})
    solver = games.solver(game)
    assert solver is not None
    solver.solve(game.start())
    proof = Proof(game, solver)  # type: ignore[arg-type]
    proof.draw(20, np.random.default_rng(1))
    return proof


def proofs(place: Path) -> Iterator[Step]:
    """A proof, plain and packed, over an older one."""
    for name in ("proof.txt", "proof.gz", "proof.txt"):
        path = place / name
        yield path, lambda path=path: _proof().write(path)


def arrays(place: Path) -> Iterator[Step]:
    """Solutions and weights of nets."""
    path = place / "board.npz"
    for length in (5, 500):
        yield path, lambda length=length: array_files.save(path, numbers=np.arange(length))


def line_game(game_id: str) -> Work:
    """A whole short game of that kind, line by line, with humans on all seats."""

    def work(place: Path, disk: Disk, seed: int) -> None:
        path = place / "games" / "game.tgr"
        rng = random.Random(f"{game_id} {seed}")
        game = games.create(game_id, SMALL[game_id])
        match = Match(game, ("human",) * game.seats, rng.getrandbits(32))
        told: list[str] = []
        asked = [0]

        def missing() -> int:
            """How many moves the save lacks; it must be the beginning of the game."""
            moves = store.read(path, draws=False).moves if path.exists() else ()
            check(moves == match.moves[: len(moves)], "another game is saved")
            return match.ply - len(moves)

        def ask(prompt: str) -> str:
            lost = missing()
            if len(asked) > 1:
                check(match.ply - lost >= asked[-2], "more than the move in hand is missing")
                check(not lost or _is_told(told), f"{lost} moves are missing, and nobody is told")
            _no_litter(place)
            question = match.prompt()
            asked.append(match.ply)
            if question is None or len(asked) > MOVES + 1:
                return "quit"
            legal = list(game.legal_moves(question.state))[:50]
            return str(game.format(rng.choice(legal)))

        play = LineGame(
            match, bots={}, ask=ask, say=told.append, warn=told.append, file=SaveFile(path)
        )
        play.run()
        check(missing() == 0 and not play.unsaved, "at the end moves are missing")
        check(bool(disk.failed) <= (_is_told(told) or not missing()), "nobody is told")
        _no_litter(place)

    work.__name__ = f"line_game of {game_id}"
    return work


def _is_told(lines: list[str]) -> bool:
    return any("not saved" in line for line in lines)


WORKS: dict[str, Work] = {
    work.__name__: work
    for work in (
        *map(line_game, sorted(SMALL)),
        *map(in_steps, (notes, exports, reviews, settings, results, proofs, arrays)),
    )
}


# -- trying ------------------------------------------------------------------------------------


@contextmanager
def _data_in(folder: Path) -> Iterator[None]:
    before = os.environ.get("TERMGAMES_DATA")
    os.environ["TERMGAMES_DATA"] = str(folder)
    try:
        yield
    finally:
        del os.environ["TERMGAMES_DATA"]
        if before is not None:
            os.environ["TERMGAMES_DATA"] = before


@contextmanager
def _on(disk: Disk) -> Iterator[None]:
    before, synced = files.os, journal._SYNCED_EVERY
    files.os, journal._SYNCED_EVERY = disk, -1.0  # type: ignore[assignment]
    try:
        yield
    finally:
        files.os, journal._SYNCED_EVERY = before, synced


@contextmanager
def _sound_disk() -> Iterator[None]:
    with _on(Disk()):
        yield


def tried(work: Work, seed: int, fails: int = -1, kind: str = "EIO") -> Disk:
    """Do a work on a disk that fails so, in a folder of its own; Broken where something that must
    hold does not."""
    disk = Disk(fails, kind)
    memory = Path("/dev/shm")
    where = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder, _data_in(Path(folder)), _on(disk):
        work(Path(folder), disk, seed)
    return disk


def run(minutes: float, seed: int, *, most: int | None = None) -> Report:
    """Let calls fail until time is up, in an order that follows from the seed; at most so many of
    each work, all of them by default, and then with other games."""
    report, end, number = Report(), time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end and len(report.faults) < MOST_FAULTS:
        for name, work in WORKS.items():
            _try_all(name, work, seed + number, most, end, report)
        number += 1
        if most is not None:
            break
    return report


def _try_all(
    name: str, work: Work, seed: int, most: int | None, end: float, report: Report
) -> None:
    calls = tried(work, seed).calls
    failures = [(fails, kind) for fails in range(calls) for kind in KINDS]
    random.Random(seed).shuffle(failures)
    for fails, kind in failures[:most]:
        if time.monotonic() >= end:
            return
        try:
            disk = tried(work, seed, fails, kind)
        except Exception as error:  # whatever goes wrong is what a campaign looks for
            report.fault(
                f"--seed {seed}: {name}, call {fails} of {calls} fails by {kind}: "
                f"{type(error).__name__}: {error}"
            )
            continue
        report.counts[f"failures: {kind}, {disk.failed or 'nothing'}"] += 1
        report.counts[f"failures: {name}"] += 1
