"""Files are read with measure, and written under a name that nobody can foresee."""

import contextlib
import errno
import io
import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames.core import files
from termgames.core.files import Rights
from termgames.core.text import lines_in

MOST = 1000


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- reading ---------------------------------------------------------------------------------


def pipe(place: Path) -> Path:
    os.mkfifo(place / "pipe")
    return place / "pipe"


def device(place: Path) -> Path:
    (place / "link").symlink_to("/dev/zero")
    return place / "link"


@pytest.mark.parametrize("make", [pipe, device, lambda place: place])
@pytest.mark.parametrize("read", [files.text, files.json_value, files.toml_table])
def test_only_regular_files_are_opened(tmp_path: Path, make: Any, read: Any) -> None:
    """A pipe or a device would never end."""
    with pytest.raises(OSError, match="it is no file"):
        read(make(tmp_path), MOST)


def test_a_file_has_a_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * MOST)
    assert len(files.content(path, MOST)) == MOST
    with pytest.raises(files.TooLarge, match="too large"):
        files.content(path, MOST - 1)


def test_a_file_that_holds_more_than_it_says_is_none_of_ours() -> None:
    with pytest.raises(OSError, match="more than it says"):
        files.content(Path("/proc/self/maps"), MOST)


def test_what_others_can_write_is_not_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.write(path, b"x")
    assert files.content(path, MOST, own=True) == b"x"
    path.chmod(0o666)
    with pytest.raises(OSError, match="others can write to it"):
        files.content(path, MOST, own=True)


def test_where_bytes_are_no_text_is_told() -> None:
    with pytest.raises(UnicodeDecodeError) as error:
        files.decoded(b"\xef\xbb\xbfab\ncd\xff")
    assert files.place(error.value) == (2, 3)


def test_only_three_characters_end_a_line() -> None:
    assert lines_in("a\nb\r\nc\rd\n") == ["a", "b", "c", "d"]
    one = "a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g"
    assert lines_in(one) == [one]
    assert (lines_in(""), lines_in("\n"), lines_in("\n\na")) == ([], [""], ["", "", "a"])


@pytest.mark.parametrize("number", ["9" * 20, "-" + "9" * 5000, "1e308", "1e999", "NaN"])
def test_numbers_have_a_measure(number: str) -> None:
    text = f'{{"a": [1, {number}], "b": 2}}'
    with pytest.raises(ValueError, match="a number in it is too large"):
        files.parsed(text)
    assert files.parsed(text, forgiving=True) == {"a": [1, None], "b": 2}
    assert files.parsed(number, forgiving=True) is None


@pytest.mark.parametrize("depth", [100, 5000, 200_000])
@pytest.mark.parametrize("forgiving", [False, True])
def test_nesting_has_a_measure(depth: int, forgiving: bool) -> None:
    with pytest.raises(ValueError, match="it is nested too deeply"):
        files.parsed("[" * depth + "]" * depth, forgiving=forgiving)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *((f"a = {number}", "too large") for number in ("1" * 5000, "1e308", "nan", "1e400")),
        (f"a = 0x{'f' * 9000}", "too large"),
        (f"a = {'[' * 4000}{']' * 4000}", "nested too deeply"),
        (f"{'.'.join('a' * 100)} = 1", "nested too deeply"),
        ("a = ", "Invalid value"),
    ],
)
def test_toml_has_the_same_measures(tmp_path: Path, text: str, told: str) -> None:
    (path := tmp_path / "file").write_text(text)
    with pytest.raises(ValueError, match=told):
        files.toml_table(path, 10_000)


# -- writing ---------------------------------------------------------------------------------


def test_a_file_is_replaced_and_nothing_is_left(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for content in (b"one", b"two"):
        files.write(path, content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def victim(tmp_path: Path) -> Iterator[Path]:
    """A file that nothing may write to."""
    (path := tmp_path / "victim").write_text("precious")
    yield path
    assert path.read_text() == "precious"


@pytest.mark.parametrize("to", ["victim", "nothing"])
def test_a_link_is_refused(victim: Path, to: str) -> None:
    (link := victim.with_name("link")).symlink_to(to)
    for write in (lambda: files.write(link, b"x"), lambda: files.appended(link)):
        with pytest.raises(OSError, match="it is a link: remove it, or name the file it leads to"):
            write()
    assert link.is_symlink()
    assert sorted(path.name for path in victim.parent.iterdir()) == ["link", "victim"]


def test_a_link_made_meanwhile_is_refused_too(victim: Path) -> None:
    path = victim.with_name("file")
    with contextlib.ExitStack() as writing:
        writing.enter_context(pytest.raises(OSError, match="it is a link"))
        writing.enter_context(files.replacing(path)).write(b"x")
        path.symlink_to("victim")
    assert len(list(victim.parent.iterdir())) == 2


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    for path in (pipe(tmp_path), tmp_path, Path("/dev/null")):
        with pytest.raises(OSError, match="what is there is no file"):
            files.write(path, b"x")
        with pytest.raises(OSError, match="what is there is no file"):
            files.appended(path)
    assert not Path("/dev/null").is_file()


def test_nobody_can_foresee_the_name_of_an_unfinished_file(tmp_path: Path) -> None:
    names = set()
    for _ in range(20):
        with files.replacing(tmp_path / "file") as file:
            (fresh,) = [path for path in tmp_path.iterdir() if path.name != "file"]
            names.add(fresh.name)
            assert rights(fresh) == 0o600
            file.write(b"x")
    assert len(names) == 20


def test_an_unfinished_name_that_is_taken_is_left_alone(victim: Path, monkeypatch: Any) -> None:
    """Even a guess that comes true writes through no link, and removes nothing."""
    guessed = files._unfinished_name(victim.parent)
    guessed.symlink_to("victim")
    monkeypatch.setattr(files, "_unfinished_name", lambda _: guessed)
    with pytest.raises(FileExistsError):
        files.write(victim.with_name("file"), b"x")
    assert guessed.is_symlink()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077, 0o777])
def test_rights_follow_from_what_a_file_is(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        for of, fresh, again in (
            (Rights.PRIVATE, 0o600, 0o600),
            (Rights.KEPT, 0o600, 0o640),
            (Rights.SHARED, 0o666 & ~umask, 0o640),
        ):
            path = tmp_path / of.name
            files.write(path, b"x", of)
            assert rights(path) == fresh
            path.chmod(0o640)
            files.write(path, b"x", of)
            assert rights(path) == again
        files.appended(tmp_path / "added").close()
        assert rights(tmp_path / "added") == 0o600
    finally:
        os.umask(before)


def test_what_is_added_is_added_whole_or_not_at_all(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "file"
    with files.appended(path) as file:
        files.add(file, b"one\n", sync=True)
        files.add(file, b"two\n")
    assert path.read_bytes() == b"one\ntwo\n"

    class Full(io.FileIO):
        def write(self, data: Any, /) -> int:
            if len(data) < 4:
                raise OSError(errno.ENOSPC, "No space left on device")
            return super().write(data[:2])

    monkeypatch.setattr(os, "fdopen", lambda number, *_, **__: Full(number, "a+"))
    with files.appended(path) as file, pytest.raises(OSError, match="No space"):
        files.add(file, b"three\n")
    assert path.read_bytes() == b"one\ntwo\n"


def test_what_killed_processes_left_is_removed(tmp_path: Path) -> None:
    """Whatever was written: a child is ended while it writes."""
    code = "import os, pathlib; from termgames.core import files\n"
    code += "with files.replacing(pathlib.Path('letter')): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=False).returncode == 9
    (left,) = files.unfinished(tmp_path)
    with files.replacing(tmp_path / "other"):
        assert not left.exists()
        assert files.unfinished(tmp_path) == [], "what is being written stays"
        assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(
    "name",
    [".termgames-999999999-00c0ffee-0123456789abcdef.new", ".game.tgr.999999999.new"],
)
def test_what_others_may_be_writing_is_left_for_a_day(tmp_path: Path, name: str) -> None:
    """A folder may be shared by computers, and a process here says nothing of one there; older
    versions used other names."""
    path = tmp_path / name
    path.touch()
    hour, now = 3600, time.time()
    os.utime(path, (now, now - 23 * hour))
    assert files.unfinished(tmp_path) == []
    os.utime(path, (now, now - 25 * hour))
    assert files.unfinished(tmp_path) == [path]


def test_a_name_that_leads_elsewhere_between_two_looks(tmp_path: Path, monkeypatch: Any) -> None:
    """What was a file when it was looked at is a pipe when it is opened."""
    (letter := tmp_path / "letter").touch()
    os.mkfifo(pipe := tmp_path / "pipe")
    status = os.stat(letter)
    before = len(list(Path("/dev/fd").iterdir()))
    monkeypatch.setattr(os, "stat", lambda path: status)
    monkeypatch.setattr(files, "refuse", lambda path: status)
    for use in (files.opened, files.appended):
        with pytest.raises(OSError, match="it is no file"):
            use(pipe)
    assert len(list(Path("/dev/fd").iterdir())) == before, "nothing stays open"
