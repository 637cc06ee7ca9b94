"""Locks where the system fails or others are quick; see test_save_file for windows and saves."""

import os
import time
from pathlib import Path
from typing import Any

import pytest

from termgames.play import locks, profiles
from termgames.play.locks import FileLock
from termgames.play.profiles import Profile


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
