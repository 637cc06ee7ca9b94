"""Every kind of file that the program reads or writes, and what is typed into GTP: the same changed
as by accident, or links, pipes, devices, folders in its place. The commands by which a user has it
read or written are run, in this process, in a folder with a sound file of each kind."""

from __future__ import annotations

import contextlib
import fnmatch
import io
import json
import os
import random
import resource
import signal
import socket
import stat
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from termgames import paths
from termgames.cli import main
from termgames.core import maps
from termgames.core.errors import TermgamesError
from termgames.play import record, record_header, signals, store
from termgames.play.position_editor import PositionEditor
from tests.campaign._shared import SMALL, folder, played
from tests.campaign.report import Try, check

LESSONS, README = paths.assets() / "lessons", (Path(__file__).parents[2] / "README.md").read_bytes()
LONGEST_LINE, LONGEST_ERROR = 2000, 1000
SECONDS, MEGABYTES, LATE = 10.0, 1000, 120.0
LARGE = 1_000_000
"""Of files with more bytes only the size is compared."""
OUR_FAULTS = ("Traceback", "unexpected fault", "fault in the game")
Seeds = Callable[[], Sequence[bytes]]
"""Sound files."""
Put = Callable[[Path], object]
"""Makes what is in the place of a file."""


@dataclass(frozen=True)
class Kind:
    """One kind of file."""

    path: str
    """Where it lies, in the data folder, which is the working folder, too."""
    seeds: Seeds
    """What sound ones hold."""
    commands: list[tuple[str, str]]
    """Words, and what is typed meanwhile, or `@`: the file itself."""
    writes: list[str]
    """Patterns of the files that the commands may write."""
    then: Callable[[bytes], object] | None = None
    """What else is tried with its content; it raises nothing but TermgamesError."""


class Hang(BaseException):
    """It takes too long; no `except Exception` on the way may keep it."""


def holding(*values: object) -> Seeds:
    """Of a file with a line of JSON for each."""
    return lambda: ["\n".join(map(json.dumps, values)).encode()]


def _noted() -> list[bytes]:
    match = record.load(record.write(played("plurality", 4)))
    match.notes.say(1, "Good.\nVery good.")
    match.notes.say(match.notes.add(0, "pass"), "Or so.")
    return [record.write(match).encode()]


def _positions() -> list[bytes]:
    """Records that begin with a position."""
    texts = []
    for game_id in sorted(SMALL):
        for moves in (0, 7, 16):
            before = played(game_id, moves)
            with contextlib.suppress(TermgamesError):
                match = PositionEditor(before.game, before.state).match(before.players)
                texts.append(record.write(match).encode())
    return texts


def _saves() -> list[bytes]:
    return [record.write(played(game_id), tells_over=True).encode() for game_id in SMALL]


def _typed() -> list[bytes]:
    """All commands of the protocol, and games of all kinds by it."""
    texts = ["\n".join(GTP.replace("\n", "").split(";"))]
    for match in map(played, SMALL):
        moves = enumerate(match.texts())
        texts.append("\n".join(f"play {match.actor_name(ply)} {text}" for ply, text in moves))
    return [f"{text}\n".encode() for text in texts]


def _short() -> list[bytes]:
    return [record.write(played("plurality", 1)).encode()]


def _made(path: str, command: str) -> Seeds:
    """The content of a file that a command makes."""

    def content() -> list[bytes]:
        with folder() as place:
            (place / "game.tgr").write_bytes(_short()[0])
            said = call(command, "")
            assert said[0] == 0, (command, said)
            return [(place / path).read_bytes()]

    return content


def _written_again(data: bytes) -> None:
    """A record is another's, or the same game when it is written again; a checksum tells every
    accident."""
    match = store.parse(data, Path("any.tgr"), draws=False)
    again = record.load(record.write(match), draws=False)
    check(again.moves == match.moves, "a record that was written is another game")
    lines = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    summary = record_header.summary(lines)
    check(summary.turns <= match.ply, "the list of games tells of more moves")
    if summary.checked:
        sound = {record.write(record.load(text.decode())) for text in _saves()}
        check(record.write(record.load(lines)) in sound, "an accident was not noticed")


_WORDS = {
    "PLAY": "play plurality --size 5 --black human --white human --plain --no-save",
    "MITROPIA": "play mitropia --players 2 --seed 1 --plain",
    "ARENA": "arena plurality --size 5 --a random --b greedy --games 2 --seed 1 --json --resume",
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
settings  | state.json         | state.json    | PLAY < quit; doctor
profiles  | profiles.json      | games/* profiles.json | MITROPIA --map 9x9-cut \
--handicap profile --black human:Ann --white human:Otto < quit
results   | kept.results       | kept.*      | ARENA kept.results
maps      | maps/mine.map      |             | maps; maps mine; \
MITROPIA --map mine --black human --white human --no-save < quit
weights   | net.npz            |             | NET --no-save < pass quit
positions | position.tgr       | position.tgr | replay position.tgr --json; replay position.tgr; \
export position.tgr; resume position.tgr --plain < what score quit
typed     | typed.gtp          |             | gtp plurality --size 5 < @; gtp tricolor < @; \
gtp mitropia --players 2 --map 9x9-cut < @
saves     | SAVE | games/* | resume --list; resume --plain < quit; doctor; replay 1
"""
"""Name, where it lies, patterns of what the commands may write, the commands; after `<` what is
typed, a word a line."""
_DONE = ["Your first tromino", "Capture", "Whose corner?"]
_SEEDS: dict[str, Seeds] = {
    "themes": lambda: [README.partition(b"```toml\n")[2].partition(b"```")[0]],
    "notes": _noted,
    "saves": _saves,
    "typed": _typed,
    "lessons": lambda: [(LESSONS / f"{name}.lesson").read_bytes() for name in SMALL],
    "maps": lambda: [maps.find(name).text.encode() for name in ("ring", "islands", "9x9-cut")],
    "positions": _positions,
    "weights": lambda: [(paths.assets() / "weights" / "pletore.npz").read_bytes()],
    "progress": holding({"": {"plurality": _DONE}, "Ann": {"mine": _DONE}}),
    "settings": holding({"theme": "nord", "ascii": True, "zoom": 2, "version": 1}),
    "profiles": holding(
        {"players": {"Ann": [3, 1], "Otto": [1, 0]}, "games": {"x": {"Ann": 1, "Otto": 0}}}
    ),
}
"""Others are made by their command."""
_THEN = {"saves": _written_again}
GTP = """protocol_version;1 name;known_command play;list_commands;boardsize 5;clear_board;komi 5.5;
play black c3;play b pass;genmove w;undo;showboard;final_score;time_settings 60 5 1;
time_left b 10 3;list_stones black;termgames-legal_moves;termgames-state;termgames-chance;
termgames-chance 3,5;termgames-load /nonexistent;termgames-count;play chance 1,2;quit"""
_ANYTIME = (".*.lock", "*/.*.lock")


def _kind(row: str) -> tuple[str, Kind]:
    for word, meant in _WORDS.items():
        row = row.replace(word, meant)
    name, path, writes, told = (part.strip() for part in row.split("|"))
    parts = [each.partition("<") for each in told.split(";")]
    commands = [(line.strip(), "\n".join([*typed.split(), ""])) for line, _, typed in parts]
    seeds = cache(_SEEDS.get(name) or _made(path, commands[0][0]))
    return name, Kind(path, seeds, commands, writes.split(), _THEN.get(name))


KINDS = dict(map(_kind, _TABLE.strip().split("\n")))


def call(command: str, stdin: str) -> tuple[int, str, str]:
    """Run a command in this process: its exit code, and what it wrote."""
    before, err = sys.stdin, io.StringIO()
    sys.stdin, out = (io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (stdin.encode(), b""))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(command.split())
    finally:
        sys.stdin = before
    out.flush()
    return code, out.buffer.getvalue().decode(), err.getvalue()


def commanded(kind: Kind, put: Put) -> None:
    """Run the commands of a kind, `put` having made what is in the place of its file; Broken."""
    with folder() as place:
        sound = {each.path: each.seeds for each in KINDS.values()}
        sound["game.tgr"] = _short
        for name, seeds in sound.items():
            (place / name).parent.mkdir(exist_ok=True)
            if name != kind.path:
                _lay(place / name, seeds()[0])
        put(place / kind.path)
        before = _seen(place)
        try:
            for command, stdin in kind.commands:
                if stdin == "@\n":
                    stdin = _held(place / kind.path).decode("utf-8", "replace")
                _judge(command, *call(command, stdin))
                _compare(command, kind, before, _seen(place))
            if kind.then is not None:
                kind.then(_held(place / kind.path))
        finally:
            for path in place.rglob("*"):
                if path.is_dir() and not path.is_symlink():
                    path.chmod(0o700)


def _held(path: Path) -> bytes:
    """What is in a file, nothing where it is none, or large."""
    regular = path.is_file() and not path.is_symlink() and path.stat().st_size < LARGE
    return path.read_bytes() if regular else b""


def _lay(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    path.chmod(0o600)


def _judge(command: str, code: int, out: str, err: str) -> None:
    """It says something, waits for nothing, and ends with one of our exit codes."""
    said = f"`{command}` (code {code}): {err[-500:]!r}"
    check(code != signals.exit_code(signal.SIGALRM), f"hangs: {said}")
    check(code in (0, 1, 2), f"another exit code: {said}")
    check(not any(fault in out + err for fault in OUR_FAULTS), f"a fault: {said}")
    for line in err.splitlines():
        fine = line.isprintable() and len(line) <= LONGEST_LINE
        check(fine, f"an error that is no line: {said}")
    check(not code or out or err, f"says nothing: {said}")
    check(not code or f"\n{err}".count("\nerror: ") <= 1, f"several errors: {said}")


Seen = dict[str, tuple[int, object]]


def _seen(place: Path) -> Seen:
    """What is in a folder: the type of each file, and what it holds."""
    found: Seen = {}
    for path in place.rglob("*"):
        status = path.lstat()
        content = os.readlink(path) if path.is_symlink() else _held(path) or status.st_size
        folder = stat.S_ISDIR(status.st_mode)
        found[str(path.relative_to(place))] = stat.S_IFMT(status.st_mode), folder or content
    return found


def _compare(command: str, kind: Kind, before: Seen, after: Seen) -> None:
    """Other files stay; what is no regular file is replaced by nobody, whoever may write there."""
    for name in before.keys() | after.keys():
        old, new = before.get(name), after.get(name)
        if old == new or name in ("games", "lessons", "themes", "maps", "solved"):
            continue
        odd = old is not None and old[0] != stat.S_IFREG
        patterns = (*kind.writes, *_ANYTIME)
        free = not odd and any(fnmatch.fnmatch(name, pattern) for pattern in patterns)
        what = "is new" if old is None else "has gone" if new is None else "has changed"
        check(free, f"`{command}`: {name} {what}")


def _text(path: Path) -> Path:
    """Somebody's text."""
    path.write_text("precious")
    return path


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))


LINKS = ["/", "/dev/zero", "/dev/full", "/dev/tty", "/proc/self/mem", "nothing"]
ODD: dict[str, Put] = {
    **{f"a link to {to}": lambda path, to=to: path.symlink_to(to) for to in LINKS},
    "a link to a text": lambda path: path.symlink_to(_text(path.with_name("elsewhere")).name),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a folder": lambda path: path.mkdir(),
    "a folder with a file": lambda path: path.mkdir() or _text(path / "precious"),
    "a forbidden folder": lambda path: path.mkdir(0),
    "a second name": lambda path: os.link(_text(path.with_name("elsewhere")), path),
    "a forbidden file": lambda path: _text(path).chmod(0),
    "nothing": lambda path: None,
    "an empty file": lambda path: path.write_bytes(b""),
    "eight gigabytes": lambda path: path.touch() or os.truncate(path, 2**33),
}


def attempt(run: Callable[[], object]) -> None:
    """Broken unless this gives a result or one of the documented errors, in one printable line of
    bounded length, within SECONDS of the processor and MEGABYTES. After LATE seconds by the clock
    it hangs; a command, which handles signals, ends then with that of SIGALRM."""

    def hang(number: int, frame: object) -> None:
        raise Hang

    before, memory = time.process_time(), _peak()
    previous = signal.signal(signal.SIGALRM, hang)
    signal.setitimer(signal.ITIMER_REAL, LATE)
    try:
        run()
    except TermgamesError as error:
        text = str(error)
        fine = text and text.isprintable() and len(text) <= LONGEST_ERROR
        check(fine, f"an error of {len(text)} characters: {text[:100]!r}")
    except (Hang, SystemExit, KeyboardInterrupt) as error:
        check(False, f"it ends by {error!r}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
    took, more = time.process_time() - before, _peak() - memory
    check(took <= SECONDS, f"took {took:.1f} s")
    check(more <= MEGABYTES, f"took {more:.0f} MB")


def _peak() -> float:
    """Megabytes that the process has had at the most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


_WORDS = b"""
0 -1 1e308 nan inf 999999999999999999999 1_0 0x10 5.5 '' : , | / # - -- = ~ . { } [ ] null true "
game: size: komi: plies: seed: board: player_1: checksum: resigned: over: redacted: record 1 2 3
pass c4 c4,c5,d5 gtp: mcts: uct: policy= time= human: black white yes no
"""
_ODD = "\n;\n\n;\r\n;\0;\t;\x1b[2J;\x85;\xa0;\u202e;\ufeff;\u0663;\xb2;\u2167;\u2028;\U0001f4a5"
TOKENS = (*_WORDS.split(), *_ODD.encode().split(b";"), b" ", b"\xff", b"\xc3", b"\xed\xa0\x80")


def mutated(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """A sound input after one to four accidents."""
    data = rng.choice(seeds)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(data))
        until = min(len(data), at + rng.choice((0, 1, 1, 2, 4, 16, 64)))
        begin, cut, rest, other = data[:at], data[at:until], data[until:], rng.choice(seeds)
        lines = data.split(b"\n")
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
        flipped = bytes(each ^ (1 << rng.randrange(8)) for each in cut[:1])
        changed = [begin + flipped + data[at + 1 :], begin, begin + rest, b"\n".join(lines)]
        changed += [
            begin + rng.choice(TOKENS) + rest,
            begin + cut * rng.choice((2, 11, 1000)) + rest,
        ]
        data = rng.choice([*changed, begin + other[rng.randint(0, len(other)) :], changed[4]])
    return data[:100_000]


def one(this: Try) -> None:
    """The kind that is due, and in its place a changed file or an odd thing in turn."""
    name, turn = list(KINDS)[this.number % len(KINDS)], this.number // len(KINDS)
    what, data = list(ODD)[turn // 2 % len(ODD)], mutated(KINDS[name].seeds(), this.rng)
    put = ODD[what] if turn % 2 else partial(_lay, content=data)
    this.done.append(f"{name}: {what if turn % 2 else repr(data[:2000])}")
    this.counts[name] += 1
    attempt(lambda: commanded(KINDS[name], put))
