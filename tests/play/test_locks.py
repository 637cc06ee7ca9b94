"""Locks where the system fails or others are quick; see test_save_file for windows and saves."""

from __future__ import annotations

import errno
import os
import runpy
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from termgames.play import locks
from termgames.play.locks import FileLock, InUse, Owner


def test_nothing_is_locked_where_the_system_knows_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    elsewhere = runpy.run_path(locks.__file__)
    first, second = (elsewhere["FileLock"](tmp_path / "game.tgr") for _ in range(2))
    assert first.take() is None
    assert second.take() is None
    assert list(tmp_path.iterdir()) == []
    (tmp_path / ".game.tgr.lock").touch()
    assert second.owner() is None


def test_a_lock_whose_file_goes_before_it_is_taken_is_taken_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its holder gave it up, and removed the file, between two steps of ours."""
    lock, flock = FileLock(tmp_path / "game.tgr"), locks.fcntl.flock
    beside = tmp_path / ".game.tgr.lock"
    gone: list[int] = []

    def removed_meanwhile(file: int, how: int) -> None:
        if not gone:
            beside.unlink()
        gone.append(file)
        flock(file, how)

    monkeypatch.setattr(locks.fcntl, "flock", removed_meanwhile)
    assert lock.take() is None
    assert lock.held
    assert len(gone) == 2
    with pytest.raises(InUse):
        FileLock(tmp_path / "game.tgr").take()
    lock.release()
    assert list(tmp_path.iterdir()) == []


def test_locks_that_the_system_cannot_test_are_held_by_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(*_: Any) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    (left := tmp_path / ".game.tgr.lock").touch()
    monkeypatch.setattr(locks.fcntl, "flock", without)
    assert locks.litter(tmp_path) == [left]
    assert FileLock(tmp_path / "game.tgr").owner() is None


def test_whose_turn_does_not_come_changes_the_file_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    other = FileLock(tmp_path / "profiles.json")
    other.take()
    with locks.changing(tmp_path / "profiles.json"):
        assert sum(waited) == pytest.approx(2)
    assert other.held, "it is the other's all the time"
    other.release()


def test_an_owner_of_whom_nothing_is_known() -> None:
    assert str(Owner()) == "another process"
