"""Saved games: whole or not at all, listed, and never over somebody's letter."""

from __future__ import annotations

import errno
import os
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
from tests.toy_card_game.rules import Lots


@pytest.fixture
def match() -> Match:
    return Match(games.create("plurality", {"size": 5}), ("human", "human"))


def move(to: Match, text: str) -> None:
    to.submit(to.game.parse(to.state, text))


def test_saved_and_read_again(match: Match) -> None:
    path = store.new_file("plurality")
    assert not path.exists()
    move(match, "c4,c5,d5")
    store.save(match, path)
    assert store.read(path).moves == match.moves
    move(match, "pass")
    store.save(match, path)
    assert store.read(path).moves == match.moves
    assert list(path.parent.iterdir()) == [path], "nothing is left beside it"


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_reads_saved_games(own_data_folder: Path, match: Match) -> None:
    """They hold hands and seeds; what an older version left open is closed."""
    path = store.new_file("plurality")
    store.save(match, path)
    assert [rights(place) for place in (own_data_folder, path.parent, path)] == [
        0o700,
        0o700,
        0o600,
    ]
    path.chmod(0o644)
    path.parent.chmod(0o755)
    store.save(match, store.new_file("plurality"))
    store.save(match, path)
    assert {rights(file) for file in path.parent.iterdir()} == {0o600}
    assert rights(path.parent) == 0o700


def test_a_folder_that_the_user_chose_keeps_its_rights(own_data_folder: Path) -> None:
    own_data_folder.mkdir(mode=0o755)
    own_data_folder.chmod(0o755)
    store.new_file("plurality")
    assert rights(own_data_folder) == 0o755
    assert rights(own_data_folder / "games") == 0o700


def test_only_exports_with_secrets_are_private(tmp_path: Path, lots: Lots, match: Match) -> None:
    dealt = Match(lots, ("human", "random", "random"), 7, draws=False)
    for name, exported in (("open", match), ("full", dealt), ("shown", record.redacted(dealt))):
        store.export(exported, tmp_path / name)
    assert rights(tmp_path / "full") == 0o600
    assert rights(tmp_path / "open") == rights(tmp_path / "shown") != 0o600


def test_what_spectators_saw_never_replaces_a_whole_record(tmp_path: Path, lots: Lots) -> None:
    dealt = Match(lots, ("human", "random", "random"), 7, draws=False)
    store.export(dealt, path := tmp_path / "game.tgr")
    whole = path.read_text()
    with pytest.raises(StorageError, match=r"game\.tgr holds the whole game"):
        store.export(record.redacted(dealt), path)
    assert path.read_text() == whole
    store.export(record.redacted(dealt), shown := tmp_path / "shown.tgr")
    store.export(record.redacted(dealt), shown)
    store.export(dealt, shown)
    assert shown.read_text() == whole


def test_of_damaged_records_those_that_say_so_lack_hands(tmp_path: Path, lots: Lots) -> None:
    dealt = Match(lots, ("human", "random", "random"), 7, draws=False)
    shown = record.redacted(dealt)
    store.export(shown, older := tmp_path / "older.tgr")
    whole = older.read_text()
    older.write_text(whole + "nonsense\n")
    store.export(shown, older)
    assert older.read_text() == whole
    store.export(dealt, lost := tmp_path / "lost.tgr")
    lost.write_text(lost.read_text() + "nonsense\n")
    with pytest.raises(StorageError, match="cannot be read, perhaps of a whole game"):
        store.export(shown, lost)
    for name in ("x" * 300, "b\ud800"):
        with pytest.raises(StorageError):
            store.export(shown, tmp_path / f"{name}.tgr")


def test_headers_with_faults_tell_all_the_same_that_hands_are_left_out() -> None:
    header = "termgames record 2\ngame: once\n{}\nno header line\n{}\nmoves\n"
    for text in ("redacted: yes", "Redacted : YES", "board:\n  ...\nredacted: yes"):
        assert record_header.is_redacted(header.format(text, ""))
    for text in ("redacted: no", "# redacted: yes", "redacted", "redacted: yes and no"):
        assert not record_header.is_redacted(header.format(text, ""))
    for end in ("", "  "):
        assert not record_header.is_redacted(header.format("x: y", f"{end}\nredacted: yes"))


def test_a_record_that_is_replaced_is_read_once(
    tmp_path: Path, lots: Lots, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealt = Match(lots, ("human", "random", "random"), 7, draws=False)
    store.export(dealt, path := tmp_path / "game.tgr")
    asked: list[Path] = []
    read = files.content

    def noted(place: Path, *about: Any) -> bytes:
        asked.append(place)
        return read(place, *about)

    monkeypatch.setattr(files, "content", noted)
    with pytest.raises(StorageError, match="holds the whole game"):
        store.export(record.redacted(dealt), path)
    assert asked == [path]


def test_what_no_file_can_hold_is_told(match: Match, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"cannot write .*x\.tgr: .*surrogates not allowed"):
        store.write_text(tmp_path / "x.tgr", "a \udcff")
    assert not list(tmp_path.iterdir())


def test_names_do_not_collide() -> None:
    assert len({store.new_file("plurality") for _ in range(20)}) == 20


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interrupted_save_leaves_the_last_one(
    match: Match, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = store.new_file("plurality")
    move(match, "c4,c5,d5")
    store.save(match, path)
    before = path.read_text()
    move(match, "pass")

    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(StorageError, match=r"cannot write .*: No space left on device"):
        store.save(match, path)
    assert path.read_text() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_kill_while_saving_leaves_the_last_one(match: Match, own_data_folder: Path) -> None:
    """A child is ended at the moment when the new text lies beside the old one."""
    path = store.new_file("plurality")
    move(match, "c4,c5,d5")
    store.save(match, path)
    before = path.read_text()
    child = os.fork()
    if child == 0:
        os.replace = lambda *_: os._exit(9)  # type: ignore[assignment]
        move(match, "pass")
        store.save(match, path)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert path.read_text() == before
    assert [saved.path for saved in store.saved_games()] == [path]


def test_listing(match: Match) -> None:
    names = []
    for age, plies in ((30, 0), (20, 2), (10, 1)):
        path = store.new_file("plurality")
        while match.ply < plies:
            move(match, "pass")
        match.undo(plies)
        store.save(match, path)
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
        names.append(path)
    broken = store.folder() / "broken.tgr"
    broken.write_bytes(b"\xff\xfe")
    (store.folder() / "note.txt").write_text("not ours")
    assert [saved.path for saved in store.saved_games()] == [broken, *reversed(names)]
    assert "not text" in next(store.saved_games()).fault
    assert [saved.path for saved in store.unfinished()] == [names[2], names[0]]


@pytest.fixture
def no_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on no record is replayed."""

    def fails(*_: object, **__: object) -> None:
        raise AssertionError("a record was replayed")

    monkeypatch.setattr(record, "load", fails)


@pytest.mark.parametrize("ending", [[], ["pass"], ["pass", "pass"]])
def test_a_list_reads_headers_only(
    match: Match, request: pytest.FixtureRequest, ending: list[str]
) -> None:
    for text in ending:
        move(match, text)
    store.save(match, store.new_file("plurality"))
    request.getfixturevalue("no_replay")
    (saved,) = store.saved_games()
    assert saved.over == match.over == (len(ending) == 2)
    assert len(list(store.unfinished())) == (not match.over)
    assert saved.summary is not None
    assert saved.summary.options == match.game.options
    assert (saved.summary.players, saved.summary.turns) == (match.players, match.ply)


@pytest.mark.parametrize("game_id", games.names())
def test_a_list_counts_turns_as_the_table_does(
    game_id: str, request: pytest.FixtureRequest
) -> None:
    file = Path(__file__).parents[1] / "readme_games" / f"{game_id}.tgr"
    match = store.read(file, draws=False)
    turns = Turns(Shown(match))
    turns.update()
    _, count = turns.number(match.ply)
    assert count < match.ply or game_id != "mitropia", "there turns are more than a move"
    store.save(match, store.new_file(game_id))
    request.getfixturevalue("no_replay")
    (saved,) = store.saved_games()
    assert saved.summary is not None
    assert saved.summary.turns == count


@pytest.mark.parametrize("turns", ["many", "-1", "3", "9" * 50, ""])
def test_turns_that_do_not_fit_are_as_good_as_none(match: Match, turns: str) -> None:
    move(match, "pass")
    file = store.new_file("plurality")
    store.save(match, file)
    lines = [line for line in file.read_text().splitlines() if not line.startswith("checksum")]
    at = next(number for number, line in enumerate(lines) if line.startswith("plies"))
    file.write_text("\n".join([*lines[:at], f"turns: {turns}", *lines[at:], ""]))
    (saved,) = store.saved_games()
    assert saved.summary is not None
    assert saved.summary.turns == match.ply
    assert store.read(file).ply == match.ply
    assert checkup.look({}).wrong == []


def test_a_resigned_game_is_over(match: Match) -> None:
    match.resign(0)
    store.save(match, store.new_file("plurality"))
    assert list(store.unfinished()) == []


def test_a_game_that_is_over_says_how_it_ended() -> None:
    played = Match(games.create("tricolor", {"size": 5}), ("human",) * 3, 1)
    for text in ("c3", "c4", "c5", "resign with beta", "agree"):
        move(played, text)
    store.save(played, path := store.new_file("tricolor"))
    (saved,) = store.saved_games()
    assert saved.summary is not None
    assert saved.summary.result == "gamma wins (alpha and beta resigned together)"
    assert store.read(path).moves == played.moves
    played.undo(3)
    store.save(played, path)
    (saved,) = store.saved_games()
    assert saved.summary is not None
    assert saved.summary.result == ""


def test_records_that_do_not_say_whether_they_are_over_are_replayed(match: Match) -> None:
    """Those of before, and those that people write."""
    for text, over in (("", False), ("pass\n", False), ("pass\npass\n", True)):
        path = store.new_file("plurality")
        path.write_text(f"termgames record 1\ngame: plurality\nsize: 5\n\n{text}")
        (saved,) = store.saved_games()
        assert saved.over == over
        path.unlink()
    path.write_text("termgames record 1\ngame: plurality\nsize: 5\n\nnonsense\n")
    assert "move 1, 'nonsense'" in next(store.saved_games()).fault


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ("plies: 1", "plies: 2", "it is cut off"),
        ("over: no", "over: perhaps", "over is yes or no, not 'perhaps'"),
        ("size: 5", "size: 99", "--size 99 is out of range"),
        ("game: plurality", "game: chess", "unknown game 'chess'"),
    ],
)
def test_a_fault_in_a_header_is_listed(match: Match, was: str, now: str, fault: str) -> None:
    path = store.new_file("plurality")
    move(match, "pass")
    store.save(match, path)
    path.write_text(path.read_text().replace(was, now))
    (saved,) = store.saved_games()
    assert saved.summary is None
    assert f"{path}: line " in saved.fault
    assert fault in saved.fault


def test_what_is_exported_is_a_plain_record(match: Match, tmp_path: Path) -> None:
    store.export(match, tmp_path / "game.tgr")
    assert (tmp_path / "game.tgr").read_text() == record.write(match, tells_over=True)


def test_reading_refuses(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        store.read(tmp_path / "nothing")
    with pytest.raises(StorageError, match="it is no file"):
        store.read(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageError, match="it is no file"):
        store.read(tmp_path / "pipe")
    with pytest.raises(StorageError, match="cannot read"):
        store.read(Path("/dev/null/x"))
    with pytest.raises(StorageError, match="cannot read"):
        store.read(tmp_path / ("x" * 300))
    with pytest.raises(StorageError, match="~nobody-of-that-name"):
        store.read(Path("~nobody-of-that-name/game.tgr"))
    letter = tmp_path / "letter"
    letter.write_text("Dear Alice")
    with pytest.raises(RecordError, match=f"{letter}: line 1: not a record"):
        store.read(letter)


def test_export_overwrites_records_only(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    store.export(match, path)
    move(match, "pass")
    store.export(match, path)
    assert store.read(path).ply == 1
    letter = tmp_path / "letter"
    letter.write_text("Dear Alice")
    for other in (letter, tmp_path, Path("/dev/null")):
        with pytest.raises(StorageError, match="exists and is no record"):
            store.export(match, other)
    assert letter.read_text() == "Dear Alice"
    assert not Path("/dev/null").is_file()


def test_nothing_is_written_through_a_link(match: Match, tmp_path: Path) -> None:
    real, link = tmp_path / "real.tgr", tmp_path / "link.tgr"
    store.save(match, real)
    link.symlink_to(real)
    move(match, "pass")
    for write in (store.save, store.export):
        with pytest.raises(StorageError, match=r"cannot write .*link\.tgr: it is a link: remove"):
            write(match, link)
    assert link.is_symlink()
    assert store.read(real).ply == 0


def test_a_folder_that_nobody_may_look_into_is_told(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its games have not gone. The superuser may look into all of them."""
    store.save(match, store.new_file("plurality"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StorageError, match=r"you may not look into .*games: allow it by chmod 700"):
        store.saved_games()


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "none/game.tgr"])
def test_export_to_a_name_that_cannot_be(match: Match, tmp_path: Path, name: str) -> None:
    with pytest.raises(StorageError, match="cannot write"):
        store.export(match, tmp_path / name)
    with pytest.raises(StorageError, match="cannot"):
        store.read(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("folder", ["/", "."])
def test_a_folder_is_no_record_to_replace(match: Match, folder: str) -> None:
    with pytest.raises(StorageError, match="exists and is no record"):
        store.export(match, Path(folder))


def test_a_full_disk_leaves_the_last_save(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.tgr"
    store.save(match, path)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    move(match, "pass")
    with pytest.raises(StorageError, match=r"cannot write .*: No space left on device"):
        store.save(match, path)
    assert store.read(path).ply == 0
    assert list(tmp_path.iterdir()) == [path]


def test_a_record_from_an_editor_of_another_system(match: Match, tmp_path: Path) -> None:
    move(match, "pass")
    path = tmp_path / "game.tgr"
    path.write_text("\ufeff" + record.write(match), encoding="utf-8", newline="\r\n")
    assert path.read_bytes().startswith(b"\xef\xbb\xbftermgames record 2\r\n")
    assert store.read(path).moves == match.moves
    store.export(match, path)
    assert path.read_bytes().startswith(b"termgames record 2\n")


def test_a_working_folder_that_has_gone(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(StorageError, match="cannot write"):
        store.export(match, Path("game.tgr"))


def test_a_home_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "~nobody-of-that-name/games")
    with pytest.raises(StorageError, match="set TERMGAMES_DATA to a folder you can write in"):
        store.folder()


@pytest.mark.parametrize("place", ["file", "/dev/null/x", "/proc/x"])
def test_a_folder_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TERMGAMES_DATA", str(tmp_path / place))
    with pytest.raises(StorageError, match="set TERMGAMES_DATA to a folder you can write in"):
        store.new_file("plurality")
    with pytest.raises(StorageError, match="TERMGAMES_DATA"):
        store.saved_games()


def test_a_record_may_be_as_large_as_the_limit_and_not_larger(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "large.tgr"
    store.save(match, path)
    title, _, rest = path.read_text().partition("\n")
    room = 4_000_000 - len(title) - len(rest) - 3
    path.write_text(f"{title}\n#{'x' * room}\n{rest}")
    assert path.stat().st_size == 4_000_000
    assert store.read(path).ply == 0
    path.write_text(f"{title}\n#{'x' * (room + 1)}\n{rest}")
    with pytest.raises(RecordError, match="too large"):
        store.read(path)


def test_a_folder_that_takes_no_file_is_told(
    monkeypatch: pytest.MonkeyPatch, own_data_folder: Path
) -> None:
    def full(*arguments: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "try_writing", full)
    with pytest.raises(StorageError, match="games: No space left on device; set TERMGAMES_DATA"):
        store.new_file("plurality")


def test_there_is_an_end_to_copies(tmp_path: Path) -> None:
    names = store.copies(tmp_path / "game.tgr")
    with pytest.raises(StorageError, match="there are too many copies of "):
        assert len(set(names)) > 900


def test_what_spectators_saw_replaces_a_record_without_secrets(
    tmp_path: Path, lots: Lots, match: Match
) -> None:
    shown = record.redacted(Match(lots, ("human", "random", "random"), 7, draws=False))
    store.export(match, path := tmp_path / "game.tgr")
    store.export(shown, path)
    assert store.read(path).redacted


def test_only_whole_games_that_go_on_are_resumed(tmp_path: Path, lots: Lots, match: Match) -> None:
    store.refuse_to_resume(match, tmp_path)
    match.resign(0)
    with pytest.raises(RecordError, match="the game is over: look at it with termgames replay"):
        store.refuse_to_resume(match, tmp_path)
    shown = record.redacted(Match(lots, ("human", "random", "random"), 7, draws=False))
    with pytest.raises(RecordError, match="nobody can play on from there"):
        store.refuse_to_resume(shown, tmp_path)


def test_a_game_that_is_saved_nowhere_can_go_on_from_what_is_printed(match: Match) -> None:
    """Also where all moves were taken back: an empty line ends the header."""
    move(match, "c4,c5,d5")
    for moves in (1, 0):
        told, _, printed = store.last_resort(match, "the disk is full").partition("\n\n")
        assert told.startswith("The game could not be saved: the disk is full. ")
        assert record.load(printed + "\n").ply == moves
        match.undo()


def test_what_cannot_be_read_is_listed_with_its_fault(match: Match) -> None:
    (store.folder() / "folder.tgr").mkdir()
    store.save(match, path := store.new_file("plurality"))
    faults = {game.path.name: game.fault for game in store.saved_games()}
    assert faults[path.name] == ""
    assert "it is no file" in faults["folder.tgr"]
