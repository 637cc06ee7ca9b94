"""Two windows on one save: one writes, nothing is replaced that was not read, nothing is left; and
games that go on from a position of another."""

import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from termgames.core.errors import RecordError, StorageError
from termgames.play import locks, playing_out, profiles, record, store
from termgames.play.events import NotSaved
from termgames.play.history import ended
from termgames.play.locks import InUse
from termgames.play.match import Terms
from termgames.play.profiles import Profile
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from tests.cases import cases
from tests.play.support import BOARD, GAME, KINDS, Table, facts, match

MINE, THEIRS = "c4,c5,d5", "a1,b1,c1"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A saved game of one move."""
    path = tmp_path / "games" / "game.tgr"
    path.parent.mkdir()
    store.save(match(BOARD, "pass"), path)
    return path


class Window(Table):
    """A sitting that resumed a save, and what it was told."""

    def __init__(self, path: Path, **how: Any) -> None:
        self.file = SaveFile(path)
        super().__init__(self.file.resume(**how), self.file)

    @property
    def place(self) -> Path:
        return self.file.path

    def kept(self) -> bool:
        """Whether its file holds its game."""
        return store.read(self.place).moves == self.match.moves


def names(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


def elsewhere(*lines: str) -> subprocess.Popen[str]:
    """Another process that does this and waits."""
    head = "import time; from pathlib import Path; from termgames.play.save_file import SaveFile"
    program = "\n".join((head, *lines, "print('ready', flush=True)", "time.sleep(60)"))
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("kind", KINDS)
def test_a_save_of_any_kind_is_resumed_or_refused(kind: str, path: Path) -> None:
    of = KINDS[kind]()
    store.save(of, path)
    if of.over or of.redacted:
        with pytest.raises(RecordError, match=r"the game is over|nobody can play on from there"):
            SaveFile(path).resume()
        assert names(path) == ["game.tgr"], "it is not locked"
        return
    file = SaveFile(path)
    assert facts(file.resume()) == facts(of)
    file.close()
    copy = SaveFile(path).resume(copy=True)
    assert (copy.texts(), copy.terms.rated) == (of.texts(), False)


def both(path: Path, *windows: Window) -> None:
    """Two windows play, the second in a copy; nothing is lost."""
    for window, move in zip(windows, (MINE, THEIRS), strict=True):
        window.play(move)
    assert [window.place for window in windows] == [path, path.with_name("game-2.tgr")]
    assert all(window.kept() for window in windows)


def test_the_second_window_hears_who_plays_and_saves_elsewhere(path: Path) -> None:
    both(path, first := Window(path), second := Window(path))
    assert first.file.in_use is None
    told = f"{path} is open in another window (process {os.getpid()}, since "
    assert told in str(second.file.in_use)
    assert "this game goes on in" in second.notices[0]
    with pytest.raises(InUse, match="is open in another window"):
        store.export(first.match, path)
    first.live.close()
    store.export(first.match, path)


@pytest.mark.parametrize("known", [True, False])
def test_nothing_is_replaced_without_locks(path: Path, monkeypatch: Any, known: bool) -> None:
    """As on some network file systems and systems: the contents alone tell."""
    fails = Mock(side_effect=OSError(errno.ENOLCK, "No locks available"))
    monkeypatch.setattr(*((locks.fcntl, "flock", fails) if known else (locks, "fcntl", None)))
    both(path, Window(path), second := Window(path))
    assert second.file.in_use is None
    assert names(path) == ["game-2.tgr", "game.tgr"]


def test_a_window_whose_lock_was_taken_away_does_not_write_over_the_next(path: Path) -> None:
    """Somebody deletes the lock's file, and another window resumes the game. A link to the file has
    the same lock."""
    link = path.parent.with_name("link.tgr")
    link.symlink_to(path)
    first = Window(link)
    assert Window(path).file.in_use is not None
    path.with_name(".game.tgr.lock").unlink()
    both(path, second := Window(path), first)
    assert (second.file.in_use, link.is_symlink()) == (None, True)


def test_another_process_holds_the_lock_until_it_ends(path: Path) -> None:
    other, file = (
        elsewhere(f"file = SaveFile(Path({str(path)!r}))", "file.resume()"),
        SaveFile(path),
    )
    os.kill(other.pid, signal.SIGSTOP)  # a stopped window still plays
    with pytest.raises(InUse, match=f"process {other.pid}, since"):
        file.open()
    assert file.owner.pid == other.pid
    other.kill()
    other.communicate()
    assert file.owner is None
    window = Window(path)
    (note,) = window.notices
    assert f"left open by a window that has ended (process {other.pid}" in note
    window.live.close()
    assert names(path) == ["game.tgr"]
    assert Window(path).notices == []


def test_a_lock_of_another_kind_does_no_harm(path: Path) -> None:
    """Names that are links, folders or pipes instead of the lock's file."""
    lock, letter = path.with_name(".game.tgr.lock"), path.with_name("letter")
    letter.write_text("Dear Alice")
    for make in (lambda: lock.symlink_to(letter), lambda: os.mkfifo(lock), lock.mkdir):
        make()
        window = Window(path)
        window.live.keeper.save()
        window.live.close()
        assert store.read(path).ply == 1
        if not lock.is_dir():
            lock.unlink(missing_ok=True)
    assert letter.read_text() == "Dear Alice"


def edit(path: Path) -> None:
    """Another game of the same size, with the same times and inode."""
    times, found = path.stat(), path.read_bytes().replace(b"human", b"bot:4", 1)
    path.write_bytes(found)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def make_the_folder_again(path: Path) -> None:
    shutil.rmtree(path.parent)
    path.parent.mkdir()
    path.write_text("somebody else's")


def link(path: Path) -> None:
    path.rename(path.parent.with_name("victim"))
    path.symlink_to(path.parent.with_name("victim"))


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("change", [edit, make_the_folder_again, link, pipe])
def test_what_others_did_with_a_file_stays(path: Path, change: Callable[[Path], None]) -> None:
    window = Window(path)
    change(path)
    found = None if path.is_fifo() else path.read_bytes()
    linked = path.is_symlink()
    window.play(MINE)
    assert window.place != path
    assert window.kept()
    assert "was changed by another program" in window.notices[-1]
    assert path.is_fifo() if found is None else path.read_bytes() == found
    assert path.is_symlink() == linked
    assert not any(isinstance(event, NotSaved) for event in window.events)


def test_a_file_that_was_touched_deleted_or_renamed_is_written_again(path: Path) -> None:
    window = Window(path)
    shutil.copy(path, path.with_name("x"))
    path.with_name("x").replace(path)
    os.utime(path, (1, 1))
    window.play(MINE)
    path.rename(path.with_name("mine.tgr"))
    window.play(THEIRS)
    assert (window.place, store.read(path).ply) == (path, 3)
    assert store.read(path.with_name("mine.tgr")).ply == 2
    path.unlink()
    window.live.undo()
    assert store.read(path).ply == 2
    shutil.rmtree(path.parent)
    window.play(THEIRS)
    assert window.notices == [f"the folder {path.parent} had gone and was made again"]
    assert store.read(path).ply == 3


def test_copies_take_the_first_free_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.with_name("game-2.tgr").write_text("a letter")
    path.with_name("game-3.tgr").symlink_to("nowhere")
    windows = [Window(path), *(Window(path, copy=True) for _ in range(2))]
    assert [each.place.name for each in windows] == ["game.tgr", "game-4.tgr", "game-5.tgr"]
    for window in windows:
        assert window.play(MINE).notices == []
    assert all(window.kept() for window in windows)
    assert path.with_name("game-2.tgr").read_text() == "a letter"
    # A copy of a file in a folder that is only read is among the saved games.
    monkeypatch.setattr(os, "access", lambda place, _: Path(place) != path.parent)
    window = Window(path, copy=True)
    assert window.place == store.folder() / "game-2.tgr"
    window.play(THEIRS)
    assert window.kept()


def test_saving_in_another_place_stays_there(path: Path, tmp_path: Path) -> None:
    window = Window(path)
    keeper = window.live.keeper
    for place, says in ((path, "exists: choose another"), (tmp_path / "none/x.tgr", "cannot")):
        with pytest.raises(StorageError, match=says):
            keeper.save_in(place)
    assert window.place == path
    keeper.save_in(tmp_path)
    window.play(MINE)
    assert (store.read(tmp_path / "game.tgr").ply, store.read(path).ply) == (2, 1)
    assert Window(path).file.in_use is None
    assert Window(tmp_path / "game.tgr").file.in_use is not None


def test_a_file_in_place_of_the_folder_is_told_and_saving_is_tried_again(path: Path) -> None:
    window, gone = Window(path), path.parent.with_name("gone")
    path.parent.rename(gone)
    path.parent.write_text("a file")
    window.play(MINE)
    (told,) = (event for event in window.events if isinstance(event, NotSaved))
    assert told.text.endswith("a file is in its place: move that away")
    assert path.parent.read_text() == "a file"
    path.parent.unlink()
    gone.rename(path.parent)
    window.live.advance()
    assert store.read(path).ply == 2
    assert window.notices[-1] == f"the game is saved again, in {path}"


def test_a_window_that_watches_follows_every_change(path: Path) -> None:
    first, file = Window(path), SaveFile(path)
    watching = Study(file.read(draws=False))
    watching.shown.look(1)
    assert file.news() is None

    def follow() -> None:
        watching.follow(file.news())

    live = first.live
    for step in (MINE, THEIRS, live.undo, "pass", live.resign, live.undo):
        step() if callable(step) else first.play(step)
        follow()
        mine, theirs = watching.shown.match, first.match
        assert (mine.moves, mine.loss, mine.players) == (theirs.moves, theirs.loss, theirs.players)
        assert (watching.shown.ply, watching.shown.position) == (mine.ply, theirs.state)
        assert not watching.can_play
    watching.shown.look(1)
    first.play(THEIRS)
    follow()
    assert watching.shown.ply == 1
    store.save(match("plurality size=7"), path)
    with pytest.raises(StorageError, match="another game"):
        follow()


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


RATED = Terms(rated=True)


@pytest.mark.parametrize(
    ("players", "ply", "even", "seated"),
    cases("""
    bot:7 human:Ann | 3 | 2 | bot:7 human:Ann
    human human:Ann | 3 | 2 | bot:2 human:Ann
    human human:Ann | 2 | | human bot:5
    bot:7 greedy | 3 | | bot:7 human
    bot:99 human | 3 | | bot:5 human
    superbot:9 bot:1 | 0 | | human bot:1
    """),
)
def test_who_plays_on_against_whom(players: str, ply: str, even: str, seated: str) -> None:
    of = match(BOARD, *GAME, players=players)
    new = playing_out.played_out(of, int(ply), int(even) if even else None)
    assert " ".join(new.players) == seated
    going_on = new.match()
    assert (going_on.texts(), going_on.terms.taken_over) == (GAME[: int(ply)], int(ply))


def test_what_spectators_saw_is_not_played_out() -> None:
    of = match("mitropia players=3")
    with pytest.raises(RecordError, match="played out when it is over"):
        playing_out.refuse(of)
    with pytest.raises(RecordError, match="hands are left out"):
        playing_out.refuse(record.redacted(of))


def test_a_game_that_goes_on_from_another_counts_for_no_rating() -> None:
    path = store.new_file("plurality")
    of = match(BOARD, *GAME, players="human bot:3")
    for taken_over in (None, 2):
        of.terms = replace(of.terms, taken_over=taken_over)
        store.save(of, path)
        assert [game.ordinary for game in ended.ended_games()] == [taken_over is None]


def test_in_a_rated_game_nothing_is_taken_back(tmp_path: Path) -> None:
    for terms in (Terms(), RATED):
        live = Live(of := match(BOARD, *GAME, terms=terms))
        assert (live.undo_target is None) == terms.rated
        assert live.undo() != terms.rated
        assert of.ply == len(GAME) - (not terms.rated)
    rated = match(BOARD, *GAME[:4], players="human bot:3", terms=RATED)
    Live(rated).taught.teach(True)
    assert rated.terms == RATED
    store.save(rated, tmp_path / "game.tgr")
    assert SaveFile(tmp_path / "game.tgr").resume(copy=True).terms == Terms(taken_over=4)
