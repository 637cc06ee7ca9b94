"""Saved games: whole or not at all, listed, and never over somebody's letter."""

import errno
import os
import re
import stat
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core import files
from termgames.core.errors import RecordError, StorageError
from termgames.play import checkup, record, record_header, store
from termgames.play.match import Match
from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from tests.cases import cases
from tests.play.support import BOARD, KINDS, facts, match
from tests.toy_card_game.rules import Lots

HEAD = "termgames record 1\ngame: plurality\nsize: 5\n\n"


def saved(of: Match[Any, Any]) -> Path:
    path = store.new_file(of.game.id)
    store.save(of, path)
    return path


def listed() -> store.Saved:
    (found,) = store.saved_games()
    return found


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def dealt(lots: Lots) -> Match[Any, Any]:
    """A match with secrets; its hands are not shown to spectators."""
    return Match(lots, ("human", "random", "random"), 7, draws=False)


def fails(monkeypatch: Any, owner: object, name: str, code: int) -> None:
    def failing(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(owner, name, failing)


@pytest.mark.parametrize("kind", KINDS)
def test_saved_listed_and_read_again(kind: str, monkeypatch: Any, tmp_path: Path) -> None:
    of = KINDS[kind]()
    path = saved(match())
    store.save(of, path)
    assert facts(store.read(path)) == facts(of)
    assert list(path.parent.iterdir()) == [path], "nothing is left beside it"
    store.export(of, tmp_path / "game.tgr")
    text = record.write(of, tells_over=not of.redacted)
    assert (tmp_path / "game.tgr").read_text() == text
    assert (rights(tmp_path / "game.tgr") == 0o600) == record.holds_secrets(of)
    fails(monkeypatch, record, "load", 0)  # lists replay nothing
    entry = listed()
    assert (entry.over, len(list(store.unfinished()))) == (of.over, not of.over)
    assert entry.summary.options == of.game.options
    assert (entry.summary.players, bool(entry.summary.result)) == (of.players, of.over)


@pytest.mark.parametrize("game_id", games.names())
def test_a_list_counts_turns_as_the_table_does(game_id: str) -> None:
    file = Path(__file__).parents[1] / "readme_games" / f"{game_id}.tgr"
    turns = Turns(Shown(of := store.read(file, draws=False)))
    turns.update()
    _, count = turns.number(of.ply)
    assert count < of.ply or game_id != "mitropia", "there turns are more than a move"
    path = saved(of)
    assert listed().summary.turns == count
    plain = re.sub(r"\n(checksum|turns).*", "", path.read_text())
    for turns in ("many", "-1", "99999", ""):
        path.write_text(plain.replace("\nplies", f"\nturns: {turns}\nplies"))
        assert listed().summary.turns == of.ply, "what does not fit is as good as none"


def test_nobody_else_reads_saved_games(own_data_folder: Path, monkeypatch: Any) -> None:
    """They hold hands and seeds; what an older version left open is closed. A folder that the user
    chose keeps its rights."""
    own_data_folder.mkdir(mode=0o755)
    own_data_folder.chmod(0o755)
    path = saved(match())
    assert [rights(each) for each in (own_data_folder, path.parent, path)] == [0o755, 0o700, 0o600]
    path.chmod(0o644)
    for mode in (0o750, 0o701):
        path.parent.chmod(mode)
        assert any("chmod 700" in line for line in checkup.look({}).wrong)
    store.new_file("plurality")
    store.save(match(), path)
    assert (rights(path.parent), rights(path)) == (0o700, 0o600)
    (own_data_folder / "maps").mkdir(mode=0o755)
    assert checkup.look({}).wrong == [], "maps are no secret"
    # Its games have not gone. The superuser may look into all folders.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StorageError, match=r"you may not look into .*games: allow it by chmod 700"):
        store.saved_games()


def test_a_game_that_is_saved_nowhere_can_go_on_from_what_is_printed() -> None:
    """Also where all moves were taken back: an empty line ends the header."""
    for of in (match(BOARD, "c4,c5,d5"), match()):
        told, _, printed = store.last_resort(of, "the disk is full").partition("\n\n")
        assert told.startswith("The game could not be saved: the disk is full. ")
        assert record.load(printed + "\n").ply == of.ply


def test_an_interrupted_save_leaves_the_last_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A child is ended at the moment when the new text lies beside the old one."""
    path = saved(match(BOARD, "c4,c5,d5"))
    before = path.read_text()
    with monkeypatch.context() as full:
        fails(full, os, "fsync", errno.ENOSPC)
        with pytest.raises(StorageError, match=r"cannot write .*: No space left on device"):
            store.save(match(), path)
    assert (path.read_text(), list(path.parent.iterdir())) == (before, [path])
    child = os.fork()
    if child == 0:
        os.replace = lambda *_: os._exit(9)
        store.save(match(), path)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert (path.read_text(), listed().path) == (before, path)


def test_an_editor_of_another_system_and_the_largest_record(tmp_path: Path) -> None:
    path, of = tmp_path / "game.tgr", match(BOARD, "pass")
    path.write_text("\ufeff" + record.write(of), encoding="utf-8", newline="\r\n")
    assert path.read_bytes().startswith(b"\xef\xbb\xbftermgames record 2\r\n")
    assert store.read(path).moves == of.moves
    store.export(of, path)
    assert path.read_bytes().startswith(b"termgames record 2\n")
    title, _, rest = path.read_text().partition("\n")
    room = 4_000_000 - len(title) - len(rest) - 3
    path.write_text(f"{title}\n#{'x' * room}\n{rest}")
    assert (path.stat().st_size, store.read(path).ply) == (4_000_000, 1)
    path.write_text(f"{title}\n#{'x' * (room + 1)}\n{rest}")
    with pytest.raises(RecordError, match="too large"):
        store.read(path)


def test_what_is_listed_and_in_which_order() -> None:
    paths = [saved(match(BOARD, *["pass"] * plies)) for plies in (0, 2, 1)]
    for age, path in zip((30, 20, 10), paths, strict=True):
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
    broken = store.folder() / "broken.tgr"
    broken.write_bytes(b"\xff\xfe")
    (store.folder() / "note.txt").write_text("not ours")
    assert [each.path for each in store.saved_games()] == [broken, *reversed(paths)]
    assert "not text" in next(store.saved_games()).fault
    assert [each.path for each in store.unfinished()] == [paths[2], paths[0]]
    assert len({*paths, *(store.new_file("plurality") for _ in range(20))}) == 23
    broken.unlink()
    broken.mkdir()
    assert "it is no file" in next(each.fault for each in store.saved_games() if each.fault)


def test_what_a_list_tells_of_records_by_hand_and_of_faulty_headers() -> None:
    """Those that do not say whether they are over are replayed."""
    path = store.new_file("plurality")
    for moves, over in (("", False), ("pass\n", False), ("pass\npass\n", True)):
        path.write_text(HEAD + moves)
        assert (listed().over, listed().fault) == (over, "")
    path.write_text(HEAD + "nonsense\n")
    assert "move 1, 'nonsense'" in listed().fault
    for was, now, fault in cases("""
        plies: 1 | plies: 2 | it is cut off
        over: no | over: perhaps | over is yes or no, not 'perhaps'
        size: 5 | size: 99 | --size 99 is out of range
        game: plurality | game: chess | unknown game 'chess'
    """):
        store.save(match(BOARD, "pass"), path)
        path.write_text(path.read_text().replace(was, now))
        assert listed().summary is None
        assert f"{path}: line " in listed().fault
        assert fault in listed().fault


def test_export_overwrites_records_only_and_through_no_link(tmp_path: Path) -> None:
    path, link, letter = (tmp_path / name for name in ("game.tgr", "link.tgr", "letter"))
    store.export(match(), path)
    store.export(match(BOARD, "pass"), path)
    assert store.read(path).ply == 1
    letter.write_text("Dear Alice")
    for other in (letter, tmp_path, Path("/dev/null"), Path("/"), Path()):
        with pytest.raises(StorageError, match="exists and is no record"):
            store.export(match(), other)
    assert letter.read_text() == "Dear Alice"
    assert not Path("/dev/null").is_file()
    link.symlink_to(path)
    for write in (store.save, store.export):
        with pytest.raises(StorageError, match=r"cannot write .*link\.tgr: it is a link: remove"):
            write(match(), link)
    assert link.is_symlink()
    assert store.read(path).ply == 1
    names = store.copies(path)
    with pytest.raises(StorageError, match="there are too many copies of "):
        assert len(set(names)) > 900


def test_what_spectators_saw_never_replaces_a_whole_record(tmp_path: Path, lots: Lots) -> None:
    full, path, other = dealt(lots), tmp_path / "game.tgr", tmp_path / "other.tgr"
    shown = record.redacted(full)
    store.export(full, path)
    whole = path.read_text()
    with pytest.raises(StorageError, match=r"game\.tgr holds the whole game"):
        store.export(shown, path)
    assert path.read_text() == whole
    store.export(match(), other)
    store.export(shown, other)
    assert store.read(other).redacted, "there was no secret"
    seen = other.read_text()
    # Of damaged records those that say so lack hands.
    other.write_text(seen + "nonsense\n")
    store.export(shown, other)
    assert other.read_text() == seen
    store.export(full, other)
    assert other.read_text() == whole
    other.write_text(whole + "nonsense\n")
    with pytest.raises(StorageError, match="cannot be read, perhaps of a whole game"):
        store.export(shown, other)


def test_headers_with_faults_tell_all_the_same_that_hands_are_left_out() -> None:
    yes = ["redacted: yes", "Redacted : YES", "x\nredacted: yes"]
    for says in (*yes, "redacted: no", "# redacted: yes", "\nredacted: yes"):
        text = f"termgames record 2\ngame: once\n{says}\nno header line\n\nmoves\n"
        assert record_header.is_redacted(text) == (says in yes), says


def test_what_cannot_be_read_or_written(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("letter").write_text("Dear Alice")
    for place, says in (
        ("nothing", "No such file"),
        (".", "it is no file"),
        ("pipe", "it is no file"),
        ("/dev/null/x", "cannot read"),
        ("x" * 300, "cannot read"),
        ("a\0b", "cannot write or read"),
        ("~nobody-of-that-name/game.tgr", "~nobody-of-that-name"),
        ("letter", "letter: line 1: not a record"),
    ):
        with pytest.raises((StorageError, RecordError), match=says):
            store.read(Path(place))
    for name in ("x" * 300, "a\0b", "none/game.tgr", "b\ud800"):
        with pytest.raises(StorageError, match="cannot write"):
            store.export(match(), tmp_path / name)
    with pytest.raises(StorageError, match=r"cannot write .*x\.tgr: .*surrogates not allowed"):
        store.write_text(tmp_path / "x.tgr", "a \udcff")
    assert sorted(os.listdir(tmp_path)) == ["letter", "pipe"]
    (gone := tmp_path / "gone").mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(StorageError, match="cannot write"):
        store.export(match(), Path("game.tgr"))


@pytest.mark.parametrize("place", ["/dev/null/x", "/proc/x", "~nobody-of-that-name/games"])
def test_a_folder_that_cannot_be(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", place)
    for attempt in (lambda: store.new_file("plurality"), store.saved_games):
        with pytest.raises(StorageError, match="set TERMGAMES_DATA to a folder you can write in"):
            attempt()


def test_a_folder_that_takes_no_file_or_is_a_file_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    place = store.folder()
    fails(monkeypatch, files, "try_writing", errno.ENOSPC)
    with pytest.raises(StorageError, match="games: No space left on device; set TERMGAMES_DATA"):
        store.new_file("plurality")
    place.rmdir()
    place.write_text("")
    told = next(each for each in checkup.look({}).folders if each.name == "games")
    assert "this is no folder" in told.fault
