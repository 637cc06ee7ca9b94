"""Comments and variations beside a game: the tree, its lines in a record, and the file of a record
that is looked through."""

import stat
from pathlib import Path

import pytest

from termgames.core.errors import StorageError
from termgames.play import note_lines, notes, record, store
from termgames.play.locks import FileLock
from termgames.play.note_file import NoteFile
from termgames.play.notes import LONGEST_COMMENT, Notes, NotesFull
from tests.play.support import NOTED, facts, match, play

HEAD = NOTED.partition("\n\n")[0] + "\n\n"
BODY = NOTED.partition("\n\n")[2]


def as_dict(found: Notes, at: notes.Place) -> dict[str, object]:
    return {node.move: (node.comment, as_dict(found, node)) for node in found.children(at)}


def body(of: object) -> str:
    return record.write(of).partition("\n\n")[2]


def test_notes_are_read_and_written_as_they_were() -> None:
    of = record.load(NOTED)
    found = of.notes
    assert record.warnings(of) == [record.UNCHECKED]
    assert found.comment(0) == "Black is in a hurry."
    assert found.comment(1) == "A good beginning:\n\n  two stones of one's own."
    assert as_dict(found, 0) == {"pass": ("", {"pass": ("", {})})}
    corner = {"a1,a2,b1": ("1. in the corner", {"pass": ("", {})}), "pass": ("", {})}
    assert as_dict(found, 1) == corner
    assert as_dict(found, 2) == {"a1,a2,b1": ("", {})}
    assert (found.count, [node.ply for node in found.nodes()]) == (6, [0, 1, 1, 2, 1, 2])
    assert body(of) == body(of.copy()) == BODY
    bare = "".join(line for line in record.write(of).splitlines(True) if line[0] != "|")
    assert not record.load(bare).unchecked, "the checksum is that of the game alone"
    cut = NOTED.replace("pass\n|1. a1,a2,b1\n", "| so far\n")[: -len("\n")] + "\nx"
    assert record.mended(cut).notes.comment(1).endswith("own.")


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("|1. c4,c5,d5", "line 11: 'c4,c5,d5': c4, c5 and d5 are occupied"),
        ("|2. pass", "line 11: 'pass': the move before it, move 1 of the variation, is"),
        ("|1. \x1b[2J", r"line 11: '\x1b[2J': "),
        (f"|1. {'x' * 5000}", "line 11: 'xxx"),
    ],
)
def test_a_damaged_line_becomes_a_comment_and_is_named(line: str, fault: str) -> None:
    text = NOTED.replace("| A good beginning:\n", f"| A good beginning:\n{line}\n|2. pass\n")
    of = record.load(text)
    [_, warning] = record.warnings(of)
    assert "not fit the game and can be read as comments only; line " in warning
    assert fault in warning
    assert "\x1b" not in warning
    kept = of.notes.comment(1).split("\n")
    assert kept[:2] == ["A good beginning:", line[1:].replace("\x1b", r"\x1b")]
    again = record.load(record.write(of))
    assert (facts(again), record.warnings(again)) == (facts(of), [])


def test_what_follows_a_damaged_move_follows_no_other() -> None:
    text = f"{HEAD}|1. pass\n|1. x\n|2. pass\n|3. pass\n|1. a1,a2,b1\n|2. pass\npass\npass\n"
    of = record.load(text)
    rest = {"a1,a2,b1": ("", {"pass": ("", {})})}
    assert as_dict(of.notes, 0) == {"pass": ("1. x\n2. pass\n3. pass", {})} | rest
    assert record.warnings(of)[1].startswith("3 lines of variations do not fit")


def test_comments_are_escaped_and_all_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Notes()
    found.say(0, "\r\n red \x1b[31m\u2028\r\n\ttab ")
    assert found.comment(0) == " red \\x1b[31m\\u2028\n tab"
    node = found.add(3, "pass")
    found.say(node, "x" * LONGEST_COMMENT)
    before = found.size
    with pytest.raises(NotesFull, match="at most 4000"):
        found.say(node, "x" * (LONGEST_COMMENT + 1))
    with pytest.raises(NotesFull, match="more than 4000"):
        found.add(node, "x" * 4001)
    assert (found.size, len(node.comment)) == (before, LONGEST_COMMENT)
    assert notes.MOST_NODES * len("|2000. \n") + 4 * notes.MOST_TEXT < store._MOST_BYTES
    monkeypatch.setattr(notes, "MOST_TEXT", 100)
    found = Notes()
    found.say(0, "x" * 60)
    found.say(1, "x" * 40)
    for add in (lambda: found.say(2, "x"), lambda: found.add(0, "pass")):
        with pytest.raises(NotesFull, match=r"(at most|more than) 100"):
            add()
    of = match()
    of.notes.add(0, "pass\npass")
    with pytest.raises(StorageError, match="one line"):
        record.write(of)


def test_there_is_room_for_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    found, at = Notes(), 0
    while found.count < notes.MOST_NODES:
        at = found.add(at, "pass")
    assert list(note_lines.lines(found.copy(), 0))[-1] == f"|{notes.MOST_NODES}. pass"
    monkeypatch.setattr(notes, "MOST_NODES", 4)
    of = record.load(NOTED)
    assert of.notes.count == 4
    assert "line 16" in record.warnings(of)[1]
    assert body(of) == BODY.replace("|1. pass\npass\n|1.", "| 1. pass\npass\n| 1."), "all is kept"
    first, *_, last = of.notes.nodes()
    with pytest.raises(NotesFull, match="delete some"):
        of.notes.add(last, "pass")
    assert of.notes.add(0, "pass") is first
    of.notes.remove(last)
    assert of.notes.count == 3


def test_notes_go_with_the_moves_they_are_on() -> None:
    of = record.load(NOTED)
    of.undo()
    of.redo()
    assert (of.notes.comment(1) != "", len(of.notes.children(2))) == (True, 1)
    of.undo(1)
    assert "|1. a1,a2,b1\n" not in record.write(of).partition("\npass")[2]
    play(of, "a1,a2,b1")
    assert (len(of.notes.children(1)), of.notes.children(2)) == (2, ())
    of.undo(0)
    play(of, "pass")
    assert (of.notes.comment(0) != "", of.notes.comment(1)) == (True, "")


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
    link = file.with_name("link.tgr")
    link.symlink_to(file)
    of = store.read(link)
    kept = NoteFile(link, of)
    of.notes.say(1, "Good.\nVery good.")
    of.notes.remove(of.notes.children(2)[0])
    of.notes.add(0, "pass")
    wanted = TEXT.replace("note,\n", "note,\n|1. pass\n").replace("PASS\n|1. pass\n", "PASS\n")
    wanted = wanted.replace("d5\n", "d5\n| Good.\n| Very good.\n")
    for _ in range(2):
        kept.save_notes(of.notes)
        assert file.read_bytes() == wanted.replace("\n", end).encode()
    assert link.is_symlink()
    assert record.write(store.read(file)) == record.write(of)
    assert stat.S_IMODE(file.stat().st_mode) & 0o400
    assert sorted(file.parent.iterdir()) == [file, link]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("old", "new", "were changed elsewhere"),
        ("PASS", "a1,a2,b1", "holds another game now"),
        ("size: 5", "size: 6", "holds another game now"),
        ("resigned: 1\n", "", "holds another game now"),
        ("PASS", "x", "line 11: move 2, 'x': "),
        (TEXT, "", "cannot read"),
    ],
)
def test_what_somebody_else_wrote_is_left_alone(file: Path, old: str, new: str, says: str) -> None:
    kept = NoteFile(file, of := store.read(file))
    of.notes.say(0, "Mine.")
    other = TEXT.replace(old, new)
    file.write_text(other) if other else file.unlink()
    with pytest.raises(StorageError, match=says):
        kept.save_notes(of.notes)
    assert file.read_text() == other if other else not file.exists()


def test_nothing_is_written_while_somebody_plays(file: Path) -> None:
    kept, lock = NoteFile(file, of := store.read(file)), FileLock(file)
    lock.take()
    with pytest.raises(StorageError):
        kept.save_notes(of.notes)
    lock.release()
    kept.save_notes(of.notes)
    assert ([*file.parent.iterdir()], file.read_text()) == ([file], TEXT)
