"""Locks where the system fails or others are quick; see test_save_file for windows and saves."""

import errno
import os
import runpy
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from termgames.play import locks, profiles
from termgames.play.locks import FileLock, InUse, Owner
from termgames.play.profiles import Profile


def test_where_the_system_knows_no_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    elsewhere = runpy.run_path(locks.__file__)
    first, second = (elsewhere["FileLock"](tmp_path / "game.tgr") for _ in range(2))
    assert first.take() is second.take() is None
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".game.tgr.lock").touch()
    assert second.owner() is None
    monkeypatch.undo()

    def without(*_: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(locks.fcntl, "flock", without)
    assert locks.litter(tmp_path) == [tmp_path / ".game.tgr.lock"]
    assert FileLock(tmp_path / "game.tgr").owner() is None
    assert str(Owner()) == "another process", "of whom nothing is known"


def test_a_lock_whose_file_goes_is_taken_anew(tmp_path: Path, monkeypatch: Any) -> None:
    """Its holder gave it up, and removed the file, between two steps of ours."""
    lock, flock, gone = FileLock(tmp_path / "game.tgr"), locks.fcntl.flock, list[int]()

    def removed_meanwhile(file: int, how: int) -> None:
        if not gone:
            (tmp_path / ".game.tgr.lock").unlink()
        gone.append(file)
        flock(file, how)

    monkeypatch.setattr(locks.fcntl, "flock", removed_meanwhile)
    assert lock.take() is None
    assert (lock.held, len(gone)) == (True, 2)
    with pytest.raises(InUse):
        FileLock(tmp_path / "game.tgr").take()
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_whose_turn_does_not_come_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    other = FileLock(tmp_path / "profiles.json")
    other.take()
    with locks.changing(tmp_path / "profiles.json"):
        assert sum(waited) == pytest.approx(2)
    assert other.held, "it is the other's all the time"
    other.release()


def test_two_windows_change_one_after_the_other(own_data_folder: Path, monkeypatch: Any) -> None:
    """While one is between reading the profiles and writing them, the other waits."""
    mine, write = os.getpid(), profiles._write

    def slow(kept: Any) -> None:
        if os.getpid() != mine:
            (own_data_folder / "read").touch()
            time.sleep(0.05)
        write(kept)

    monkeypatch.setattr(profiles, "_write", slow)
    other = os.fork()
    if other == 0:
        profiles.keep("human:Anna", Profile(3, 1))
        os._exit(0)
    while not (own_data_folder / "read").exists():
        time.sleep(0.01)
    profiles.keep("human:Otto", Profile(5, 2))
    os.waitpid(other, 0)
    assert (profiles.of("human:Anna"), profiles.of("human:Otto")) == (Profile(3, 1), Profile(5, 2))
    assert sorted(each.name for each in own_data_folder.iterdir()) == ["profiles.json", "read"]
