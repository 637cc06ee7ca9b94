"""Every kind of file that the program reads or writes, and the commands by which a user has it do
so, for campaigns that put something else in its place.

`commanded` runs the commands of one kind in this process, in a folder with a sound file of each
kind, and answers what is wrong: a fault of the program, an error that is no line, or another file
that has changed.
"""

from __future__ import annotations

import contextlib
import fnmatch
import io
import json
import os
import random
import signal
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from termgames import games, paths
from termgames.cli import main
from termgames.core import maps
from termgames.core.errors import TermgamesError
from termgames.play import record, signals, store
from termgames.play.match import Match
from termgames.play.note_file import NoteFile
from termgames.play.position_editor import PositionEditor
from termgames.study import review_file
from termgames.study.exercises.making import of_finding
from termgames.study.exercises.schedule import after_answer
from termgames.study.exercises.shelf import FORMAT
from termgames.study.review import Finding
from termgames.tui import app_themes, preferences
from tests.campaign import fuzz
from tests.campaign.monkey import SMALL

LONGEST_LINE = 2000
LATE = 60.0
"""Seconds by the clock after which a command hangs, on a machine that is busy."""
LARGE = 1_000_000
"""Of files with more bytes only the size is compared."""
OUR_FAULTS = ("Traceback", "unexpected fault", "fault in the game")
Command = tuple[str, str]
"""The words of a command, and what is typed while it runs."""


@dataclass(frozen=True)
class Kind:
    """One kind of file."""

    path: str
    """Where it lies, in the data folder, which is the working folder, too."""
    seeds: Callable[[], Sequence[bytes]]
    """What sound ones hold."""
    commands: Sequence[Command]
    writes: Sequence[str] = ()
    """Patterns of the files that the commands may write."""
    then: Callable[[], object] | None = None
    """What only the screen does with it; raises nothing but what is documented."""


_HUMANS = "play plurality --size 5 --black human --white human --plain --no-save"
_ANYTIME = (".*.lock", "*/.*.lock", "solved/*")
_GAMES = ("games/*", "profiles.json")


# -- sound files -----------------------------------------------------------------------------


def _played(game_id: str, moves: int) -> Match[Any, Any]:
    rng = random.Random(1)
    game = games.create(game_id, SMALL[game_id])
    match: Match[Any, Any] = Match(game, ("human",) * game.seats, 1)
    while match.ply < moves and (prompt := match.prompt()) is not None:
        legal = list(match.game.legal_moves(prompt.state))
        match.submit(rng.choice([move for move in legal if not game.refuse(prompt.state, move)]))
    return match


def _themes() -> list[bytes]:
    readme = Path(__file__).parents[2] / "README.md"
    whole = readme.read_text().partition("```toml\n")[2].partition("```")[0]
    return [whole.encode(), whole.partition("[board]")[0].encode()]


def _settings() -> list[bytes]:
    kept = {"theme": "nord", "ascii": True, "analysis": False, "zoom": 2, "version": 1}
    return [json.dumps(kept).encode()]


def _profiles() -> list[bytes]:
    kept = {"players": {"Ann": [3, 1], "Otto": [1, 0]}, "games": {"x": {"Ann": 1, "Otto": 0}}}
    return [json.dumps(kept).encode()]


def _programs() -> list[bytes]:
    return [json.dumps({"allowed": ["no-such-program --gtp", "cat"]}).encode()]


def _progress() -> list[bytes]:
    done = ["Your first tromino", "Capture", "Whose corner?"]
    return [json.dumps({"": {"plurality": done}, "Ann": {"mine": done}}).encode()]


def _exercises() -> list[bytes]:
    """One made of a move that was as good as any other, and one that was answered."""
    match = _played("plurality", 6)
    text = match.texts()[4]
    found = Finding(4, 0, "black", "pass", text, (text,), 0.9, (0.9, 0.9), 0.0)
    fresh = of_finding(match, found)
    met = replace(fresh, player="Ann", memory=after_answer(fresh.memory, True, 1.8e9))
    rows = [{"format": FORMAT}, fresh.fields(), met.fields()]
    return ["".join(f"{json.dumps(row)}\n" for row in rows).encode()]


def _lessons() -> list[bytes]:
    folder = paths.assets() / "lessons"
    shipped = [(folder / f"{name}.lesson").read_bytes() for name in sorted(SMALL)]
    guide = (folder / "README.md").read_text().partition("## The file\n")[2].partition("\n- ")[0]
    return [*shipped, "\n".join(line[4:] for line in guide.split("\n")).strip().encode()]


def _maps() -> list[bytes]:
    return [maps.find(name).text.encode() for name in ("ring", "islands", "9x9-cut")]


@cache
def _noted() -> tuple[bytes, ...]:
    match = _played("plurality", 4)
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
            before = _played(game_id, moves)
            with contextlib.suppress(TermgamesError):
                match = PositionEditor(before.game, before.state).match(before.players)
                texts.append(record.write(match).encode())
    return tuple(texts)


@cache
def _short() -> tuple[bytes, ...]:
    return (record.write(_played("plurality", 1)).encode(),)


def _programmed() -> list[bytes]:
    text = record.write(_played("pletore", 2)).replace(": human", ": gtp:no-such-program --gtp", 1)
    return [text.encode()]


def _made(path: str, command: str) -> Callable[[], Sequence[bytes]]:
    """The content of a file that a command makes."""

    @cache
    def content() -> tuple[bytes, ...]:
        with _folder() as place:
            (place / "game.tgr").write_bytes(_short()[0])
            code, out, err = call(command, "")
            assert code == 0, (command, out, err)
            return ((place / path).read_bytes(),)

    return content


_ARENA = "arena plurality --size 5 --a random --b greedy --games 2 --seed 1 --json --resume"
_BALANCE = "balance pletore --size 3 --player random --games 2 --seed 1 --json --resume"
_SOLVE = "solve pletore --size 3 --komi 2 --state board.npz"


# -- what the screen does --------------------------------------------------------------------


def _read_themes() -> None:
    app_themes.read_own()


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


KINDS = {
    "themes": Kind(
        "themes/mine.toml", _themes, [(f"{_HUMANS} --theme mine", "quit\n")], then=_read_themes
    ),
    "reviews": Kind(
        "game.tgr.review",
        _made("game.tgr.review", "review game.tgr --playouts 200 --json"),
        [("review game.tgr --playouts 200 --json", "")],
        ["game.tgr.review"],
        then=_open_review,
    ),
    "notes": Kind(
        "noted.tgr",
        _noted,
        [("replay noted.tgr --json", ""), ("export noted.tgr", "")],
        ["noted.tgr"],
        then=_say_something,
    ),
    "lessons": Kind(
        "lessons/mine.lesson",
        _lessons,
        [("learn", ""), ("learn mine --list", ""), ("learn mine --check", "")],
    ),
    "progress": Kind(
        "lessons.json",
        _progress,
        [("learn", ""), ("learn plurality --list --json", ""), ("learn mine --plain", "quit\n")],
        ["lessons.json"],
    ),
    "exercises": Kind(
        "exercises.jsonl",
        _exercises,
        [
            ("practise --list --name Ann", ""),
            ("practise --json", ""),
            ("practise --plain", "text\ndrop\n"),
        ],
        ["exercises.jsonl"],
    ),
    "settings": Kind(
        "settings.json",
        _settings,
        [(_HUMANS, "quit\n"), ("doctor", "")],
        ["settings.json"],
        then=lambda: preferences.keep(theme="nord"),
    ),
    "profiles": Kind(
        "profiles.json",
        _profiles,
        [
            (
                "play mitropia --map 9x9-cut --players 2 --handicap profile --black human:Ann "
                "--white human:Otto --seed 1 --plain",
                "quit\n",
            )
        ],
        _GAMES,
    ),
    "programs": Kind(
        "programs.json", _programs, [("resume programmed.tgr --plain", "no\nquit\n")], _GAMES
    ),
    "results": Kind(
        "kept.results",
        _made("kept.results", f"{_ARENA} kept.results"),
        [(f"{_ARENA} kept.results", "")],
        ["kept.results"],
    ),
    "leads": Kind(
        "kept.leads",
        _made("kept.leads", f"{_BALANCE} kept.leads"),
        [(f"{_BALANCE} kept.leads", "")],
        ["kept.leads"],
    ),
    "solutions": Kind(
        "board.npz",
        _made("board.npz", _SOLVE),
        [(_SOLVE, "")],
        ["board.npz"],
    ),
    "maps": Kind(
        "maps/mine.map",
        _maps,
        [
            ("maps", ""),
            ("maps mine", ""),
            (
                "play mitropia --map mine --players 2 --black human --white human --plain "
                "--no-save",
                "quit\n",
            ),
        ],
    ),
    "positions": Kind(
        "position.tgr",
        _positions,
        [
            ("replay position.tgr --json", ""),
            ("replay position.tgr", ""),
            ("export position.tgr", ""),
            ("resume position.tgr --plain", "what\nscore\nquit\n"),
        ],
        ["position.tgr"],
        then=_play_on,
    ),
    "saves": Kind(
        "games/20260101-000000-plurality.tgr",
        _noted,
        [("resume --list", ""), ("resume --plain", "quit\n"), ("doctor", ""), ("replay 1", "")],
        ["games/*"],
    ),
}
"""By name."""
_OTHERS = {"game.tgr": _short, "programmed.tgr": _programmed}


# -- running ---------------------------------------------------------------------------------


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """A data folder of its own, which is the working folder meanwhile."""
    before, memory = Path.cwd(), Path("/dev/shm")
    data = {name: os.environ.get(name) for name in ("TERMGAMES_DATA", "TERMGAMES_CONFIG")}
    where = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="termgames-files-", dir=where) as folder:
        os.environ.update(dict.fromkeys(data, folder))
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(before)
            for name, value in data.items():
                os.environ.pop(name)
                if value is not None:
                    os.environ[name] = value


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


def commanded(kind: Kind, put: Callable[[Path], object]) -> None:
    """Run the commands of a kind, `put` having made what is in the place of its file;
    AssertionError that says what is wrong."""
    with _folder() as place:
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
    for folder, names, files in os.walk(place):
        for name in (*names, *files):
            path = Path(folder, name)
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
