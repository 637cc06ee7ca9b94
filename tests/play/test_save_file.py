"""Two windows on one save: one writes, nothing is replaced that was not read, nothing is left."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import StorageError
from termgames.play import locks, profiles, store
from termgames.play.events import Event, Notice, NotSaved
from termgames.play.locks import FileLock, InUse
from termgames.play.match import Match
from termgames.play.profiles import Profile
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A saved game of one move."""
    path = tmp_path / "games" / "game.tgr"
    path.parent.mkdir()
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    match.submit(match.game.parse(match.state, "pass"))
    store.save(match, path)
    return path


@pytest.fixture(autouse=True)
def swept_again() -> None:
    """Folders are swept once a run; each test is a run."""
    locks.sweep.cache_clear()


class Window:
    """A sitting that resumed a save, and what it was told."""

    def __init__(self, path: Path, **how: Any) -> None:
        self.told: list[Event] = []
        self.file = SaveFile(path)
        match = self.file.resume(**how)
        self.sitting = Live(match, file=self.file, listen=self.told.append)
        self.sitting.advance()

    def play(self, text: str) -> None:
        match = self.sitting.shown.match
        assert self.sitting.play(match.game.parse(match.state, text)) is None

    @property
    def notes(self) -> list[str]:
        return [event.text for event in self.told if isinstance(event, Notice)]


def elsewhere(*lines: str) -> subprocess.Popen[str]:
    """Another process that does this and waits."""
    program = "\n".join(
        (
            "import sys, time, os, signal",
            "from pathlib import Path",
            "from termgames.core import files",
            "from termgames.play.save_file import SaveFile",
            *lines,
            "print('ready', flush=True)",
            "time.sleep(60)",
        )
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.fixture
def other(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that plays the game."""
    process = elsewhere(f"file = SaveFile(Path({str(path)!r}))", "file.resume()")
    yield process
    process.kill()
    process.communicate()


# -- one writer -----------------------------------------------------------------------------


def test_the_second_window_hears_who_plays_and_saves_elsewhere(path: Path) -> None:
    first = Window(path)
    assert first.file.in_use is None
    second = Window(path)
    assert second.file.in_use is not None
    assert f"{path} is open in another window (process {os.getpid()}, since " in str(
        second.file.in_use
    )
    first.play("c4,c5,d5")
    second.play("a1,b1,c1")
    copy = path.with_name("game-2.tgr")
    assert second.file.path == copy
    assert "this game goes on in" in second.notes[0]
    for window, where, text in ((first, path, "c4,c5,d5"), (second, copy, "a1,b1,c1")):
        saved = store.read(where)
        assert saved.moves == window.sitting.shown.match.moves
        assert saved.game.format(saved.moves[1]) == text


def test_another_process_holds_the_lock_until_it_ends(
    path: Path, other: subprocess.Popen[str]
) -> None:
    file = SaveFile(path)
    with pytest.raises(InUse, match=f"process {other.pid}, since"):
        file.open()
    assert file.owner is not None
    assert file.owner.pid == other.pid
    other.kill()
    other.wait()
    assert file.owner is None
    window = Window(path)
    assert window.file.in_use is None
    (note,) = window.notes
    assert note.startswith(
        f"game.tgr was left open by a window that has ended (process {other.pid}"
    )
    window.sitting.close()
    assert [each.name for each in path.parent.iterdir()] == ["game.tgr"]
    assert Window(path).notes == []


def test_a_stopped_window_still_plays(path: Path, other: subprocess.Popen[str]) -> None:
    os.kill(other.pid, signal.SIGSTOP)
    with pytest.raises(InUse):
        SaveFile(path).open()


def test_a_window_whose_lock_was_taken_away_does_not_write_over_the_next(path: Path) -> None:
    """Somebody deletes the lock's file, and another window resumes the game."""
    first = Window(path)
    path.with_name(".game.tgr.lock").unlink()
    second = Window(path)
    assert second.file.in_use is None
    first.play("c4,c5,d5")
    second.play("a1,b1,c1")
    assert first.file.path.name == "game-2.tgr"
    assert store.read(path).moves == second.sitting.shown.match.moves
    assert store.read(first.file.path).moves == first.sitting.shown.match.moves


def test_two_names_of_one_file_have_one_lock(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.tgr"
    link.symlink_to(path)
    first = Window(link)
    assert Window(path).file.in_use is not None
    first.play("c4,c5,d5")
    assert link.is_symlink()
    assert store.read(path).ply == 2
    first.sitting.close()
    assert Window(path).file.in_use is None


def test_an_export_does_not_replace_a_game_that_is_played(path: Path) -> None:
    window = Window(path)
    with pytest.raises(InUse, match="is open in another window"):
        store.export(window.sitting.shown.match, path)
    window.sitting.close()
    store.export(window.sitting.shown.match, path)


def test_a_game_without_moves_leaves_nothing(tmp_path: Path) -> None:
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    sitting = Live(match, file=SaveFile(tmp_path / "game.tgr"))
    sitting.close()
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_cannot_be_resumed_is_not_locked(path: Path) -> None:
    path.write_text("nonsense")
    for name in (path, path.with_name("nothing.tgr")):
        file = SaveFile(name)
        with pytest.raises(Exception, match=r"not a record|No such file"):
            file.resume()
    assert [each.name for each in path.parent.iterdir()] == ["game.tgr"]


@pytest.mark.parametrize("fault", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_without_locks_nothing_is_replaced_either(
    path: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    """As on some network file systems: the contents alone tell."""

    def flock(*_: Any) -> None:
        raise OSError(fault, os.strerror(fault))

    monkeypatch.setattr(locks.fcntl, "flock", flock)
    first, second = Window(path), Window(path)
    assert second.file.in_use is None
    first.play("c4,c5,d5")
    second.play("a1,b1,c1")
    assert store.read(path).moves == first.sitting.shown.match.moves
    assert store.read(second.file.path).moves == second.sitting.shown.match.moves
    assert sorted(each.name for each in path.parent.iterdir()) == ["game-2.tgr", "game.tgr"]


def test_a_lock_of_another_kind_does_no_harm(path: Path) -> None:
    """Names that are links, folders or pipes instead of the lock's file."""
    lock = path.with_name(".game.tgr.lock")
    letter = path.with_name("letter")
    letter.write_text("Dear Alice")
    for make in (lambda: lock.symlink_to(letter), lock.mkdir, lambda: os.mkfifo(lock)):
        make()
        window = Window(path)
        window.sitting.keeper.save()
        window.sitting.close()
        assert store.read(path).ply == 1
        if lock.is_dir():
            lock.rmdir()
        else:
            lock.unlink(missing_ok=True)
    assert letter.read_text() == "Dear Alice"


# -- nothing is replaced that was not read ------------------------------------------------------


def test_a_file_that_changed_stays_and_the_game_goes_on_in_a_copy(path: Path) -> None:
    """In size or not, by another inode or the same, with its times set back or not."""
    window = Window(path)
    for number, change in enumerate((edit_in_place, replace_by_another), 2):
        before = window.file.path
        found = change(before)
        window.play("pass" if number == 2 else "c4,c5,d5")
        window.sitting.undo()
        assert before.read_bytes() == found
        assert window.file.path != before
        assert store.read(window.file.path).moves == window.sitting.shown.match.moves
        assert "was changed by somebody else" in window.notes[-1]
    assert not any(isinstance(event, NotSaved) for event in window.told)


def edit_in_place(path: Path) -> bytes:
    """Another game of the same size, with the same times and inode."""
    times, found = path.stat(), path.read_bytes().replace(b"human", b"bot:4", 1)
    with open(path, "r+b") as file:
        file.write(found)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    return found


def replace_by_another(path: Path) -> bytes:
    fresh = path.with_name("other")
    fresh.write_bytes(path.read_bytes() + b"# a comment\n")
    fresh.replace(path)
    return path.read_bytes()


def test_a_file_that_was_only_touched_is_no_other(path: Path) -> None:
    window = Window(path)
    shutil.copy(path, path.with_name("x"))
    path.with_name("x").replace(path)
    os.utime(path, (1, 1))
    window.play("c4,c5,d5")
    assert window.file.path == path
    assert store.read(path).ply == 2


def test_a_save_that_is_deleted_or_renamed_is_written_again(path: Path) -> None:
    window = Window(path)
    path.rename(path.with_name("mine.tgr"))
    window.play("c4,c5,d5")
    assert store.read(path).ply == 2
    assert store.read(path.with_name("mine.tgr")).ply == 1
    path.unlink()
    window.sitting.undo()
    assert store.read(path).ply == 1


def test_a_folder_that_was_made_again_by_others_is_looked_at_first(path: Path) -> None:
    window = Window(path)
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    path.write_text("somebody else's")
    window.play("c4,c5,d5")
    assert path.read_text() == "somebody else's"
    assert store.read(window.file.path).ply == 2


def test_a_folder_that_has_gone_is_made_again(path: Path) -> None:
    window = Window(path)
    shutil.rmtree(path.parent)
    window.play("c4,c5,d5")
    assert window.notes == [f"the folder {path.parent} had gone and was made again"]
    assert store.read(path).ply == 2


def test_what_takes_the_place_of_a_save_stays(path: Path) -> None:
    window = Window(path)
    path.unlink()
    os.mkfifo(path)
    window.play("c4,c5,d5")
    assert path.is_fifo()
    assert store.read(window.file.path).ply == 2


def test_copies_do_not_meet(path: Path) -> None:
    first = Window(path)
    copies = [Window(path, copy=True) for _ in range(3)]
    names = [window.file.path.name for window in copies]
    assert names == ["game-2.tgr", "game-3.tgr", "game-4.tgr"]
    for window in (first, *copies):
        window.play("c4,c5,d5")
        assert window.notes == []
    assert all(store.read(window.file.path).ply == 2 for window in (first, *copies))


def test_a_copy_of_a_file_in_a_folder_that_is_only_read_is_among_the_saved_games(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda place, _: Path(place) != path.parent)
    window = Window(path, copy=True)
    assert window.file.path == store.folder() / "game-2.tgr"
    window.play("c4,c5,d5")
    assert store.read(window.file.path).ply == 2


def test_saving_in_another_place_stays_there(path: Path, tmp_path: Path) -> None:
    window = Window(path)
    with pytest.raises(StorageError, match="exists: choose another name"):
        window.sitting.keeper.save_in(path)
    with pytest.raises(StorageError, match="cannot write"):
        window.sitting.keeper.save_in(tmp_path / "none" / "game.tgr")
    assert window.file.path == path
    window.sitting.keeper.save_in(tmp_path)
    window.play("c4,c5,d5")
    assert store.read(tmp_path / "game.tgr").ply == 2
    assert store.read(path).ply == 1
    assert Window(path).file.in_use is None
    assert Window(tmp_path / "game.tgr").file.in_use is not None


# -- watching ---------------------------------------------------------------------------------


def test_a_window_that_watches_follows_every_change(path: Path) -> None:
    first = Window(path)
    file = SaveFile(path)
    watching = Study(file.read(draws=False))
    watching.shown.look(1)
    assert file.news() is None
    steps = (
        lambda: first.play("c4,c5,d5"),
        lambda: first.play("a1,b1,c1"),
        first.sitting.undo,
        lambda: first.play("pass"),
        first.sitting.resign,
        first.sitting.undo,
    )
    for step in steps:
        step()
        news = file.news()
        assert news is not None
        watching.follow(news)
        mine, theirs = watching.shown.match, first.sitting.shown.match
        assert (mine.moves, mine.loss, mine.players) == (
            (theirs.moves, theirs.loss, theirs.players)
        )
        assert watching.shown.ply == mine.ply
        assert watching.shown.position == theirs.state
        assert not watching.can_play
    watching.shown.look(1)
    first.sitting.undo()
    first.play("a1,b1,c1")
    news = file.news()
    assert news is not None
    watching.follow(news)
    assert watching.shown.ply == 1
    store.save(Match(games.create("plurality", {"size": 7}), ("human", "human")), path)
    news = file.news()
    assert news is not None
    with pytest.raises(StorageError, match="another game"):
        watching.follow(news)


def test_two_windows_count_their_games_one_after_the_other(
    own_data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one is between reading the profiles and writing them, the other waits."""
    mine, write = os.getpid(), profiles._write

    def slow(kept: Any) -> None:
        if os.getpid() != mine:
            (own_data_folder / "read").touch()
            time.sleep(0.3)
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


# -- nothing is left ----------------------------------------------------------------------------


def test_what_killed_windows_left_is_removed_at_the_next_start(
    path: Path, own_data_folder: Path
) -> None:
    """A process is killed with a half-written file and a lock, another one lives."""
    half = "files._unfinished_name(Path({!r})).touch()".format
    own_data_folder.mkdir()
    lines = (
        f"file = SaveFile(Path({str(path)!r}).with_name('x.tgr'))",
        "file.open()",
        half(str(path.parent)),
        half(str(path.parent)),
        half(str(own_data_folder)),
    )
    dead = elsewhere(*lines)
    lives = elsewhere(half(str(path.parent)))
    dead.kill()
    dead.communicate()
    path.with_name(".notes.12.new").touch()
    assert len(list(path.parent.iterdir())) == 6
    Window(path).sitting.close()
    left = sorted(each.name for each in path.parent.iterdir())
    assert [left[0], left[2]] == [".notes.12.new", "game.tgr"]
    assert left[1].startswith(f".termgames-{lives.pid}-")
    assert list(own_data_folder.iterdir()) == []
    lives.kill()
    lives.communicate()


def test_a_lock_is_tried_more_than_once(path: Path) -> None:
    """Somebody who only asks whether it is free does not keep others out."""
    window, deadline = Window(path), time.monotonic() + 20
    for _ in range(20):
        assert FileLock(path).owner() is not None
        assert time.monotonic() < deadline
    window.sitting.close()
    assert FileLock(path).owner() is None


def test_a_file_in_place_of_the_folder_is_told_and_saving_is_tried_again(path: Path) -> None:
    window = Window(path)
    gone = path.parent.with_name("gone")
    path.parent.rename(gone)
    path.parent.write_text("a file")
    window.play("c4,c5,d5")
    (told,) = (event for event in window.told if isinstance(event, NotSaved))
    assert told.text.endswith("a file is in its place: move that away")
    assert path.parent.read_text() == "a file"
    path.parent.unlink()
    gone.rename(path.parent)
    window.sitting.advance()
    assert store.read(path).ply == 2
    assert window.notes[-1] == f"the game is saved again, in {path}"


def test_a_link_in_place_of_a_save_is_somebody_elses(path: Path, tmp_path: Path) -> None:
    window = Window(path)
    victim = tmp_path / "victim"
    path.rename(victim)
    path.symlink_to(victim)
    window.play("c4,c5,d5")
    assert path.is_symlink()
    assert store.read(victim).ply == 1
    assert store.read(window.file.path).ply == 2


def test_a_copy_takes_the_first_name_that_is_free(path: Path) -> None:
    path.with_name("game-2.tgr").write_text("a letter")
    path.with_name("game-3.tgr").symlink_to("nowhere")
    other = FileLock(path.with_name("game-4.tgr"))
    other.take()
    file = SaveFile(path)
    file.resume(copy=True)
    assert file.path == path.with_name("game-5.tgr")
    assert path.with_name("game-2.tgr").read_text() == "a letter"
    file.close()
    other.release()
