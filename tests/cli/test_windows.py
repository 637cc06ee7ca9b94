"""A saved game that another window plays, line by line; and games that cannot be saved."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from termgames.play import locks, record, store
from tests.cli.support import Cli


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    path.write_text("termgames record 1\ngame: plurality\nsize: 5\nplayer 2: human\n\nc4,c5,d5\n")
    return path


@pytest.fixture
def window(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another window that plays the game, line by line."""
    process = subprocess.Popen(
        [sys.executable, "-m", "termgames", "resume", str(path), "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if "Type a move" in line:
            break
    yield process
    process.kill()
    process.communicate()


def test_the_second_window_names_the_first_and_the_remedies(
    cli: Cli, path: Path, window: subprocess.Popen[str]
) -> None:
    before = path.read_text()
    done = cli("resume", str(path), "--plain", stdin="pass\n")
    assert done.code == 1
    assert re.fullmatch(
        rf"{path} is open in another window \(process {window.pid}, since [0-9: -]+\): leave the "
        rf"game there, look at it with termgames replay {path}, or go on in a copy with "
        rf"termgames resume {path} --copy",
        done.error,
    )
    assert cli("replay", str(path), "--json").code == 0
    done = cli("resume", str(path), "--plain", "--copy", stdin="pass\n")
    assert done.code == 0
    copy = path.with_name("game-2.tgr")
    assert f"termgames resume {copy}" in done.out
    assert store.read(copy).ply == 2
    assert path.read_text() == before
    window.kill()
    window.wait()
    locks.sweep.cache_clear()
    done = cli("resume", str(path), "--plain", stdin="pass\n")
    assert done.code == 0
    (note,) = [line for line in done.out.splitlines() if "window that has ended" in line]
    assert f"process {window.pid}" in note
    assert store.read(path).ply == 2
    assert sorted(os.listdir(path.parent)) == ["game-2.tgr", "game.tgr"]


def test_a_game_that_cannot_be_saved_is_printed_and_the_code_is_1(
    cli: Cli, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = cli("resume", str(path), "--plain", stdin=f"pass\nsave {tmp_path / 'other.tgr'}\n")
    assert done.code == 1
    assert "write save FILE to keep the game elsewhere" in done.err
    assert "Not saved: cannot write" in done.out
    assert record.load(done.out.partition("goes on with it:\n\n")[2]).ply == 2
    assert store.read(path).ply == 1


def test_a_game_is_saved_elsewhere_and_goes_on_there(
    cli: Cli, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder goes, and something else takes its place."""
    folder, other = tmp_path / "games", tmp_path / "other.tgr"
    folder.mkdir()
    path = Path(shutil.copy(path, folder))
    save = store.save

    def gone(*arguments: object) -> str:
        if folder.is_dir():
            shutil.rmtree(folder)
            folder.touch()
        return save(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "save", gone)
    done = cli("resume", str(path), "--plain", stdin=f"pass\nsave {other}\nc1,d1,e1\n")
    assert done.code == 0
    assert f"Saved in {other}, where the game goes on." in done.out
    assert f"termgames resume {other}" in done.out
    assert store.read(other).ply == 3


def test_an_interrupt_prints_a_game_that_is_lost(
    cli: Cli, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = iter(("pass",))

    def ask(_: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr("termgames.cli.table._reader_of", lambda stream: ask)
    done = cli("resume", str(path), "--plain")
    assert done.code == 130
    assert record.load(done.out.partition("goes on with it:\n\n")[2]).ply == 2
