"""Notes are written into a record, and nothing else of it changes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from termgames.core.errors import StorageError
from termgames.play import record, store
from termgames.play.locks import FileLock
from termgames.play.note_file import NoteFile

TEXT = """\
termgames record 1
# Mine.
game: plurality
size: 5
resigned: 1

| An old note,
c4,c5,d5
# between the moves

  PASS
|1. pass
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    path.write_bytes(TEXT.encode())
    return path


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_only_lines_of_notes_change(file: Path, end: str) -> None:
    file.write_bytes(TEXT.replace("\n", end).encode())
    file.chmod(0o640)
    match = store.read(file)
    kept = NoteFile(file, match)
    match.notes.say(1, "Good.\nVery good.")
    match.notes.remove(match.notes.children(2)[0])
    match.notes.add(0, "pass")
    for _ in range(2):
        kept.save_notes(match.notes)
        wanted = (
            TEXT.replace("note,\n", "note,\n|1. pass\n")
            .replace("d5\n", "d5\n| Good.\n| Very good.\n")
            .replace("PASS\n|1. pass\n", "PASS\n")
        )
        assert file.read_bytes() == wanted.replace("\n", end).encode()
    assert record.write(store.read(file)) == record.write(match)
    assert stat.S_IMODE(file.stat().st_mode) & 0o400
    assert list(file.parent.iterdir()) == [file]


def test_what_somebody_else_wrote_is_left_alone(file: Path) -> None:
    match = store.read(file)
    kept = NoteFile(file, match)
    match.notes.say(0, "Mine.")
    for other, says in (
        (TEXT.replace("old", "new"), "were changed by somebody else"),
        (TEXT.replace("PASS", "a1,a2,b1"), "holds another game now"),
        (TEXT.replace("size: 5", "size: 6"), "holds another game now"),
        (TEXT.replace("resigned: 1\n", ""), "holds another game now"),
        (TEXT.replace("PASS", "x"), "line 11: move 2, 'x': "),
    ):
        file.write_text(other)
        with pytest.raises(StorageError, match=says):
            kept.save_notes(match.notes)
        assert file.read_text() == other
    file.unlink()
    with pytest.raises(StorageError, match="cannot read"):
        kept.save_notes(match.notes)
    assert not file.exists()


def test_nothing_is_written_while_somebody_plays(file: Path) -> None:
    match = store.read(file)
    lock = FileLock(file)
    lock.take()
    with pytest.raises(StorageError):
        NoteFile(file, match).save_notes(match.notes)
    lock.release()
    NoteFile(file, match).save_notes(match.notes)
    assert file.read_text() == TEXT


def test_what_killed_saves_of_notes_left_is_removed(file: Path) -> None:
    """Nobody need play in the folder for that."""
    match = store.read(file)
    kept = NoteFile(file, match)
    child = os.fork()
    if child == 0:
        os.replace = lambda *_: os._exit(9)  # type: ignore[assignment]
        kept.save_notes(match.notes)
        os._exit(0)
    os.waitpid(child, 0)
    assert len(list(file.parent.iterdir())) == 3, "the record, its lock and the unfinished file"
    kept.save_notes(match.notes)
    assert list(file.parent.iterdir()) == [file]


def test_notes_through_a_link_are_written_into_the_record(file: Path) -> None:
    link = file.with_name("link.tgr")
    link.symlink_to(file)
    match = store.read(link)
    kept = NoteFile(link, match)
    match.notes.say(1, "Good.")
    kept.save_notes(match.notes)
    assert link.is_symlink()
    assert store.read(file).notes.comment(1) == "Good."
