"""Every kind of file that the program reads or writes, and what is in its place instead: the same
changed as by accident; links, pipes, devices, folders, forbidden files.

The commands by which a user has it read or written are run, in this process, in a folder with a
sound file of each kind. Whatever the file is, a command says something within ten seconds of the
processor and a gigabyte, waits for nothing, ends with one of our exit codes, and changes no other
file; what is no file of ours stays there, as does what a link leads to.
"""

from __future__ import annotations

import contextlib
import fnmatch
import io
import json
import os
import signal
import socket
import stat
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from termgames import paths
from termgames.cli import main
from termgames.core import maps
from termgames.core.errors import TermgamesError
from termgames.play import record, signals, store
from termgames.play.note_file import NoteFile
from termgames.play.position_editor import PositionEditor
from termgames.study import review_file
from termgames.study.exercises.making import of_finding
from termgames.study.exercises.schedule import after_answer
from termgames.study.exercises.shelf import FORMAT
from termgames.study.review import Finding
from termgames.tui import app_themes, preferences
from tests.campaign import fuzz
from tests.campaign._shared import SMALL, folder, played
from tests.campaign.report import Report

LONGEST_LINE = 2000
LATE = 60.0
"""Seconds by the clock after which a command hangs, on a machine that is busy."""
LARGE = 1_000_000
"""Of files with more bytes only the size is compared."""
OUR_FAULTS = ("Traceback", "unexpected fault", "fault in the game")
Command = tuple[str, str]
"""The words of a command, and what is typed while it runs."""
Seeds = Callable[[], Sequence[bytes]]
Put = Callable[[Path], object]
"""Makes what is in the place of a file."""


@dataclass(frozen=True)
class Kind:
    """One kind of file."""

    path: str
    """Where it lies, in the data folder, which is the working folder, too."""
    seeds: Seeds
    """What sound ones hold."""
    commands: Sequence[Command]
    writes: Sequence[str] = ()
    """Patterns of the files that the commands may write."""
    then: Callable[[], object] | None = None
    """What only the screen does with it; raises nothing but what is documented."""


_ANYTIME = (".*.lock", "*/.*.lock", "solved/*")


# -- sound files -----------------------------------------------------------------------------


def holding(*values: object) -> Seeds:
    """Of a file with a line of JSON for each."""
    return lambda: ["\n".join(map(json.dumps, values)).encode()]


def _themes() -> list[bytes]:
    readme = Path(__file__).parents[2] / "README.md"
    whole = readme.read_text().partition("```toml\n")[2].partition("```")[0]
    return [whole.encode(), whole.partition("[board]")[0].encode()]


_DONE = ["Your first tromino", "Capture", "Whose corner?"]


def _exercises() -> list[bytes]:
    """One made of a move that was as good as any other, and one that was answered."""
    match = played("plurality", 6)
    text = match.texts()[4]
    found = Finding(4, 0, "black", "pass", text, (text,), 0.9, (0.9, 0.9), 0.0)
    fresh = of_finding(match, found)
    met = replace(fresh, player="Ann", memory=after_answer(fresh.memory, True, 1.8e9))
    return [b"".join(holding({"format": FORMAT}, fresh.fields(), met.fields())()) + b"\n"]


def _lessons() -> list[bytes]:
    where = paths.assets() / "lessons"
    shipped = [(where / f"{name}.lesson").read_bytes() for name in sorted(SMALL)]
    guide = (where / "README.md").read_text().partition("## The file\n")[2].partition("\n- ")[0]
    return [*shipped, "\n".join(line[4:] for line in guide.split("\n")).strip().encode()]


def _maps() -> list[bytes]:
    return [maps.find(name).text.encode() for name in ("ring", "islands", "9x9-cut")]


@cache
def _noted() -> tuple[bytes, ...]:
    match = record.load(record.write(played("plurality", 4)))
    match.notes.say(1, "Good.\nVery good.")
    match.notes.say(match.notes.add(0, "pass"), "Or so.")
    match.notes.add(2, "pass")
    return (record.write(match).encode(),)


@cache
def _positions() -> tuple[bytes, ...]:
    """Records that begin with a position, some moves after it."""
    texts = []
    for game_id in sorted(SMALL):
        for moves in (0, 7, 16):
            before = played(game_id, moves)
            with contextlib.suppress(TermgamesError):
                match = PositionEditor(before.game, before.state).match(before.players)
                texts.append(record.write(match).encode())
    return tuple(texts)


def _short() -> list[bytes]:
    return [record.write(played("plurality", 1)).encode()]


def _programmed() -> list[bytes]:
    text = record.write(played("pletore", 2)).replace(": human", ": gtp:no-such-program --gtp", 1)
    return [text.encode()]


def _made(path: str, command: str) -> Seeds:
    """The content of a file that a command makes."""

    @cache
    def content() -> tuple[bytes, ...]:
        with folder() as place:
            (place / "game.tgr").write_bytes(_short()[0])
            code, out, err = call(command, "")
            assert code == 0, (command, out, err)
            return ((place / path).read_bytes(),)

    return content


# -- what the screen does --------------------------------------------------------------------


def _say_something() -> None:
    """A comment is written: the game and the other notes stay as they are."""
    path = Path("noted.tgr")
    match = store.read(path, draws=False)
    before = record.write(match)
    old = match.notes.comment(0)
    match.notes.say(0, "New.")
    wanted = record.write(match)
    NoteFile(path, match).save_notes(match.notes)
    again = store.read(path, draws=False)
    assert record.write(again) == wanted, "something else was changed"
    again.notes.say(0, old)
    assert record.write(again) == before, "what was read is not what was there"


def _open_review() -> None:
    path = Path("game.tgr")
    review_file.load_last(path, store.read(path, draws=False))


def _play_on() -> None:
    """A position is taken up by the editor, and read again."""
    match = store.read(Path("position.tgr"), draws=False)
    editor = PositionEditor(match.game, match.state_at(0))
    if editor.refuse() is None:
        again = record.load(record.write(editor.match(match.players)), draws=False)
        assert again.game.stones(again.state) == match.game.stones(match.state_at(0))


# -- the kinds -------------------------------------------------------------------------------

_WORDS = {
    "PLAY": "play plurality --size 5 --black human --white human --plain --no-save",
    "MITROPIA": "play mitropia --players 2 --seed 1 --plain",
    "ARENA": "arena plurality --size 5 --a random --b greedy --games 2 --seed 1 --json --resume",
    "BALANCE": "balance pletore --size 3 --player random --games 2 --seed 1 --json --resume",
    "REVIEW": "review game.tgr --playouts 200 --json",
    "SAVE": "games/20260101-000000-plurality.tgr",
    "NET": "play pletore --size 4 --black human --white mcts:playouts=2,policy=net.npz --plain",
}
_TABLE = """
themes    | themes/mine.toml   |             | PLAY --theme mine < quit
reviews   | game.tgr.review    | *.review    | REVIEW
notes     | noted.tgr          | noted.tgr   | replay noted.tgr --json; export noted.tgr
lessons   | lessons/mine.lesson |            | learn; learn mine --list; learn mine --check
progress  | lessons.json       | lessons.json | learn; learn plurality --list --json; \
learn mine --plain < quit
exercises | exercises.jsonl    | exercises.jsonl | practise --list --name Ann; practise --json; \
practise --plain < text drop
settings  | settings.json      | settings.json | PLAY < quit; doctor
profiles  | profiles.json      | games/* profiles.json | MITROPIA --map 9x9-cut \
--handicap profile --black human:Ann --white human:Otto < quit
programs  | programs.json      | games/* profiles.json | resume programmed.tgr --plain < no quit
results   | kept.results       | kept.*      | ARENA kept.results
leads     | kept.leads         | kept.*      | BALANCE kept.leads
solutions | board.npz          | board.npz   | solve pletore --size 3 --komi 2 --state board.npz
maps      | maps/mine.map      |             | maps; maps mine; \
MITROPIA --map mine --black human --white human --no-save < quit
weights   | net.npz            |             | NET --no-save < pass quit
positions | position.tgr       | position.tgr | replay position.tgr --json; replay position.tgr; \
export position.tgr; resume position.tgr --plain < what score quit
saves     | SAVE | games/* | resume --list; resume --plain < quit; doctor; replay 1
"""
"""Name, where it lies, patterns of what the commands may write, the commands; after `<` what is
typed, a word a line."""
_SEEDS: dict[str, Seeds] = {
    "themes": _themes,
    "notes": _noted,
    "saves": _noted,
    "lessons": _lessons,
    "exercises": _exercises,
    "maps": _maps,
    "positions": _positions,
    "weights": lambda: [(paths.assets() / "weights" / "pletore.npz").read_bytes()],
    "progress": holding({"": {"plurality": _DONE}, "Ann": {"mine": _DONE}}),
    "settings": holding(
        {"theme": "nord", "ascii": True, "analysis": False, "zoom": 2, "version": 1}
    ),
    "profiles": holding(
        {"players": {"Ann": [3, 1], "Otto": [1, 0]}, "games": {"x": {"Ann": 1, "Otto": 0}}}
    ),
    "programs": holding({"allowed": ["no-such-program --gtp", "cat"]}),
}
"""Others are made by their command."""
_THEN: dict[str, Callable[[], object]] = {
    "themes": app_themes.read_own,
    "reviews": _open_review,
    "notes": _say_something,
    "settings": lambda: preferences.keep(theme="nord"),
    "positions": _play_on,
}


def _kind(row: str) -> tuple[str, Kind]:
    for word, meant in _WORDS.items():
        row = row.replace(word, meant)
    name, path, writes, told = (part.strip() for part in row.split("|"))
    parts = [each.partition("<") for each in told.split(";")]
    commands = [(line.strip(), "\n".join([*typed.split(), ""])) for line, _, typed in parts]
    seeds = _SEEDS.get(name) or _made(path, commands[0][0])
    return name, Kind(path, seeds, commands, writes.split(), _THEN.get(name))


KINDS = dict(map(_kind, _TABLE.strip().split("\n")))
"""By name."""
_OTHERS = {"game.tgr": _short, "programmed.tgr": _programmed}


# -- running ---------------------------------------------------------------------------------


def call(command: str, stdin: str) -> tuple[int, str, str]:
    """Run a command in this process: its exit code, and what it wrote."""
    out, err, typed = io.StringIO(), io.StringIO(), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(command.split())
    finally:
        sys.stdin = typed
    return code, out.getvalue(), err.getvalue()


def commanded(kind: Kind, put: Put) -> None:
    """Run the commands of a kind, `put` having made what is in the place of its file;
    AssertionError that says what is wrong."""
    with folder() as place:
        for other in KINDS.values():
            if other.path != kind.path:
                _lay(place / other.path, other.seeds()[0])
        for name, seeds in _OTHERS.items():
            _lay(place / name, seeds()[0])
        path = place / kind.path
        path.parent.mkdir(exist_ok=True)
        put(path)
        before = _seen(place)
        try:
            for command, stdin in kind.commands:
                with fuzz.ended_after(LATE):
                    _judge(command, *call(command, stdin))
                _compare(command, kind, before, _seen(place))
            if kind.then is not None:
                with fuzz.ended_after(LATE), contextlib.suppress(TermgamesError):
                    kind.then()
                _compare("the screen", kind, before, _seen(place))
        finally:
            for path in place.rglob("*"):
                if path.is_dir() and not path.is_symlink():
                    path.chmod(0o700)


def _lay(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    path.chmod(0o600)


def _judge(command: str, code: int, out: str, err: str) -> None:
    said = f"`{command}` (code {code}): {err[-500:]!r}"
    assert code != signals.exit_code(signal.SIGALRM), f"hangs: {said}"
    assert code in (0, 1, 2), f"another exit code: {said}"
    assert not any(fault in out + err for fault in OUR_FAULTS), f"a fault: {said}"
    lines = err.splitlines()
    assert all(line.isprintable() and len(line) <= LONGEST_LINE for line in lines), (
        f"an error that is no line: {said}"
    )
    if code:
        assert out or err, f"says nothing: {said}"
        assert sum(line.startswith("error: ") for line in lines) <= 1, f"several errors: {said}"


Seen = dict[str, tuple[int, bytes]]


def _seen(place: Path) -> Seen:
    """What is in a folder: the type of each file, and what it holds."""
    found: Seen = {}
    for where, names, below in os.walk(place):
        for name in (*names, *below):
            path = Path(where, name)
            status = path.lstat()
            kind, content = stat.S_IFMT(status.st_mode), b""
            if kind == stat.S_IFLNK:
                content = os.fsencode(os.readlink(path))
            elif kind == stat.S_IFREG:
                large = status.st_size > LARGE
                content = b"%d bytes" % status.st_size if large else path.read_bytes()
            found[str(path.relative_to(place))] = kind, content
    return found


def _compare(command: str, kind: Kind, before: Seen, after: Seen) -> None:
    """What is no regular file is replaced by nobody, whoever may write there."""
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old == new or name in ("games", "lessons", "themes", "maps", "solved"):
            continue
        odd = old is not None and old[0] != stat.S_IFREG
        patterns = (*kind.writes, *_ANYTIME)
        free = not odd and any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
        what = "is new" if old is None else "has gone" if new is None else "has changed"
        assert free, f"`{command}`: {name} {what}"


# -- odd things ------------------------------------------------------------------------------

ELSEWHERE = "elsewhere"
"""What links lead to, beside the file."""


def _link_to_text(path: Path) -> None:
    path.with_name(ELSEWHERE).write_text("precious")
    path.symlink_to(ELSEWHERE)


def _second_name(path: Path) -> None:
    _link_to_text(path)
    path.unlink()
    os.link(path.with_name(ELSEWHERE), path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


def _full_folder(path: Path) -> None:
    path.mkdir()
    (path / "precious").write_text("precious")


def _forbidden(path: Path) -> None:
    path.write_text("precious")
    path.chmod(0)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**33)


ODD: dict[str, Put] = {
    "a link to a text": _link_to_text,
    "a link to nothing": lambda path: path.symlink_to("nothing"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to a folder": lambda path: path.symlink_to("/"),
    "a link to zeros": lambda path: path.symlink_to("/dev/zero"),
    "a link to a full disk": lambda path: path.symlink_to("/dev/full"),
    "a link to the terminal": lambda path: path.symlink_to("/dev/tty"),
    "a link to what the process knows": lambda path: path.symlink_to("/proc/self/mem"),
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a folder": lambda path: path.mkdir(),
    "a folder with a file": _full_folder,
    "a forbidden folder": lambda path: path.mkdir(0),
    "a second name": _second_name,
    "a forbidden file": _forbidden,
    "nothing": lambda path: None,
    "an empty file": lambda path: path.write_bytes(b""),
    "eight gigabytes": _huge,
}


# -- trying ----------------------------------------------------------------------------------


def _changed(kind: Kind, data: bytes) -> None:
    commanded(kind, lambda path: _lay(path, data))


def _target(seeds: Seeds, run: Callable[[bytes], object]) -> fuzz.Target:
    return fuzz.Target(seeds, run, 1, 10.0, 1000, 5 * LATE)


TARGETS = {name: _target(kind.seeds, partial(_changed, kind)) for name, kind in KINDS.items()}


def replaced(report: Report, names: Collection[str], odd: Collection[str], end: float) -> None:
    """Each of these in the place of each kind of file, until a time by the monotonic clock."""
    for name in names:
        for what in odd:
            if time.monotonic() > end:
                return
            target = _target(
                tuple, lambda _, name=name, what=what: commanded(KINDS[name], ODD[what])
            )
            report.counts[f"in its place: {what}"] += 1
            if fault := fuzz.attempt(target, b""):
                report.fault(f"{name}, {what}: {fault}")


def run(minutes: float, seed: int) -> Report:
    """Something odd in the place of each file once, for half of the time at most, and then changed
    files until it is over."""
    report, end = Report(), time.monotonic() + 60 * minutes
    replaced(report, KINDS, ODD, end - 30 * minutes)
    fuzz.try_some(report, seed, TARGETS, end=end)
    return report
