"""Keys, mouse, pastes, sizes and broken bytes at 2 to 20 ms, on a real terminal.

A session starts the program in one of many ways, sends it inputs, and leaves. Faults are: the
program ended by itself with another code than 0, wrote a traceback or a fault report, did not
answer any more, left the terminal changed or processes running, or took too much memory.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pexpect

from termgames import games
from termgames.play import store
from termgames.play.match import Match
from tests.campaign.report import Report, repeated
from tests.processes import gone
from tests.terminal import Terminal, children, memory

SMALL = {
    "plurality": {"size": 5},
    "majorities": {"size": 3},
    "tricolor": {"size": 5},
    "pletore": {"size": 4},
    "mitropia": {"players": 2},
}
"""Options of games that are soon over."""
AT_ONCE = 2
"""Sessions that run beside each other."""
INPUTS = 600
"""Inputs of a session."""
PULSE = 150
"""Inputs after which the program is asked whether it lives."""
PATIENCE = 90.0
"""Seconds within which a living program draws something."""
MOST_MEMORY = 400.0
"""Megabytes; a usual session takes 70 to 110."""
MOST_CHILDREN = 24

Input = tuple[str, str, int]
"""Kind, what is sent (Latin-1: a letter a byte; sizes as `80x24`), and milliseconds after it."""


@dataclass
class Session:
    """How the program is started, and what it is sent."""

    arguments: tuple[str, ...]
    size: tuple[int, int]
    inputs: list[Input]


@dataclass
class Outcome:
    """How a session went."""

    fault: str = ""
    trace: str = ""
    """The fault report that the program wrote."""
    sent: int = 0
    starts: int = 1
    memory: float = 0.0
    children: int = 0
    seen: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """Faults of one kind have one cause, as a rule."""
        lines = [line.strip() for line in self.trace.splitlines() if line.strip()]
        places = [line for line in lines if line.startswith("File")]
        return " / ".join([self.fault.partition(" after ")[0], *places[-2:], *lines[-1:]])


# -- inputs ----------------------------------------------------------------------------------

_KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "page up": "\x1b[5~",
    "page down": "\x1b[6~",
    "insert": "\x1b[2~",
    "delete": "\x1b[3~",
    "shift+tab": "\x1b[Z",
    "F1": "\x1bOP",
    "F10": "\x1b[21~",
    "shift+up": "\x1b[1;2A",
    "ctrl+left": "\x1b[1;5D",
    "escape": "\x1b",
    "enter": "\r",
    "tab": "\t",
    "backspace": "\x7f",
    "space": " ",
    **{f"ctrl+{letter}": chr(ord(letter) - 96) for letter in "abcdefhklnoprstuvwxyz"},
}
_LETTERS = "abcdefghijklmnopqrstuvwxyzADUZ0123456789?,.<>+-*/;:'\"[](){}!@#$%&=_|~^`"
_SIGNALS = dict.fromkeys((3, 17, 28))
"""ctrl+c, ctrl+q and ctrl+\\: they end a program that is stopped, or one that is not."""
_SIZES = [(80, 24), (100, 30), (120, 40), (60, 24), (40, 12), (200, 60)]
_ODD_SIZES = [(1, 1), (2, 2), (4, 4), (6, 3), (1, 60), (300, 1), (39, 11), (8, 30), (20, 5)]
_WORDS = (
    "a1,b1,c1",
    "pass",
    "e4",
    "b2",
    "roll",
    "resign",
    "7",
    "undo",
    "[/x]",
    "\x00",
    "é漢".encode().decode("latin-1"),
)
_TEXTS = ("to move: white", "passes: 1", "prisoners: black 3", "turn: 9", "hands: ", ":", "x")
"""What is typed beside a position that is set up."""
_STONES = ("space", "1", "2", "3", "x", "t", "delete", "right", "down", "left", "up", "ctrl+x")
_SHORT = ("F1", "escape", "enter", "up", "down", "left", "right", "tab", "page down", "space")


def _keys(*names: str) -> Iterator[tuple[str, str]]:
    for name in names:
        yield "key", _KEYS.get(name, name)


def _mouse(rng: random.Random, size: tuple[int, int]) -> str:
    button = rng.choice((0, 0, 0, 2, 32, 35, 35, 64, 65))
    x, y = (rng.randint(1, side + (3 if rng.random() < 0.1 else 0)) for side in size)
    if button == 0:
        return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"
    return f"\x1b[<{button};{x};{y}M"


def _broken(rng: random.Random) -> str:
    parts = ["\xff", "\x9b", "\xc3", "\x1b[M\xff\xff\xff", "\x1b[1114112u", "\x1b[<0;99999999", "M"]
    parts += ["\x1b[200~", "\x1b]0;x", "\x07", "\x1bP", "\x1b[201~", "\x1b[?1;2c", "\x1b[8;1;1t"]
    if rng.random() < 0.5:
        return "".join(rng.choices(parts, k=rng.randint(1, 3)))
    return rng.randbytes(rng.randint(1, 40)).decode("latin-1").translate(_SIGNALS)


def _inputs(rng: random.Random, size: tuple[int, int]) -> Iterator[tuple[str, str]]:
    """Endless: single inputs, and sequences that lead somewhere."""
    sequences: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
        lambda: _keys("ctrl+p", "page down"),
        lambda: _keys("ctrl+p", *rng.choice(("hint", "theme", "new", "view", "q", "x")), "enter"),
        lambda: _keys("?", *rng.choices(("k", "r", "page down", "down", "left"), k=3), "escape"),
        lambda: _keys("q", "enter"),
        lambda: _keys("p", "ctrl+s"),
        lambda: _keys("n", *["tab"] * rng.randint(0, 6), "down", "enter", "ctrl+s"),
        lambda: _keys("p", "tab", "enter", "down", "enter", "ctrl+s"),
        lambda: _keys("r", "down", "enter"),
        lambda: _keys("y", *["down"] * rng.randint(0, 5), "enter"),
        lambda: _keys("y", *["right"] * 3, "home", "end", "page up", "q"),
        lambda: _keys("u", "right", "page down", "right", "escape"),
        lambda: _keys("m", *rng.choice(_WORDS), "enter", "escape"),
        lambda: _keys("d", str(rng.randint(1, 4))),
        lambda: _keys("c", "down", "enter"),
        lambda: _keys("h", "i", "enter", "enter"),
        lambda: _keys("A", "A", "v", "v", "down", "v"),
        lambda: _keys("e", "o", "o", "u", "U"),
        lambda: _keys("w", *rng.choice(_WORDS), "ctrl+s"),
        lambda: _keys("S", *rng.choices(_STONES, k=5), "m", *rng.choice(_TEXTS), "enter"),
        lambda: _keys(*rng.choices(_STONES, k=6), "m", *rng.choice(_TEXTS), "enter", "P"),
        lambda: _keys("escape", "escape", "escape"),
        lambda: iter([("key", "\r".join("q" * 5) + "\r")]),
        lambda: iter([("key", "".join(rng.choices("\r\x1bq?nvpr123 ", k=rng.randint(2, 12))))]),
    )
    while True:
        roll = rng.random()
        if roll < 0.35:
            yield from _keys(rng.choice(_SHORT))
        elif roll < 0.55:
            yield from _keys(rng.choice(_LETTERS))
        elif roll < 0.60:
            yield from _keys(rng.choice(list(_KEYS)))
        elif roll < 0.75:
            yield from rng.choice(sequences)()
        elif roll < 0.92:
            yield "mouse", _mouse(rng, size)
        elif roll < 0.94:
            word = "".join(rng.choices(_WORDS, k=rng.choice((1, 1, 1, 2000))))
            yield "paste", f"\x1b[200~{word}\x1b[201~"
        elif roll < 0.97:
            size = rng.choice(_SIZES if rng.random() < 0.75 else _ODD_SIZES)
            yield "size", f"{size[0]}x{size[1]}"
            if size in _ODD_SIZES and rng.random() < 0.8:
                yield from _keys(*rng.choices(_SHORT, k=3))
                size = rng.choice(_SIZES)
                yield "size", f"{size[0]}x{size[1]}"
        else:
            yield "bytes", _broken(rng)


def session(seed: int, number: int, records: Sequence[str]) -> Session:
    """The session of this number."""
    rng = random.Random(f"{seed}/{number}")
    game_id = rng.choice(sorted(SMALL))
    info = games.info(game_id)
    options = [f"--{name}={value}" for name, value in SMALL[game_id].items()]
    if rng.random() < 0.2:
        options = []
    seats = info.seated(info.settle(SMALL[game_id] if options else {}))
    names = [rng.choice(("human", "human", "random", "random", "greedy", "bot:1")) for _ in seats]
    players = [f"--{seat}={name}" for seat, name in zip(seats, names, strict=True)]
    play = ("play", game_id, *options, *players, "--cores=1")
    arguments: tuple[str, ...] = rng.choice(
        ((), (), play, play, play, ("resume",), ("replay", rng.choice(records)))
    )
    size = rng.choice(_SIZES if rng.random() < 0.9 else _ODD_SIZES)
    stream = _inputs(rng, size)
    inputs = [(*next(stream), rng.randint(2, 20)) for _ in range(INPUTS)]
    return Session(arguments, size, inputs)


# -- running ---------------------------------------------------------------------------------

_SIGHTS = {
    "menu": b"t e r m g a m e s",
    "form": b"New game of",
    "files": b"last played",
    "help": b"Esc",
    "palette": b"Search for commands",
    "dialog: leave": b"The game is not over",
    "dialog: cards": b"The cards of",
    "dialog: handover": b"Pass the keyboard to",
    "dialog: pass": b"If you pass now",
    "bot stopped": b"stopped working",
    "hint": b"Looking for a hint",
    "replay": b"Move ",
    "editor of positions": b"set up a position",
    "comment": b"Comment on",
    "too small": b"needs at",
    "screenshot": b"Saved as",
}
"""What tells on the terminal that a screen was there."""


def prepare(place: Path) -> list[str]:
    """Records to resume and to replay, in a data folder; answers their paths."""
    folder = place / "games"
    folder.mkdir(parents=True)
    records = []
    for number, (game_id, options) in enumerate(SMALL.items()):
        for moves in (9, 400):
            match = Match(games.create(game_id, options), _humans(game_id, options), number)
            rng = random.Random(number)
            while (prompt := match.prompt()) is not None and match.ply < moves:
                legal = [
                    move
                    for move in match.game.legal_moves(prompt.state)
                    if match.game.refuse(prompt.state, move) is None
                ]
                match.submit(rng.choice(legal[:200]))
            records.append(str(folder / f"2026010{number}-{moves}-{game_id}{store.SUFFIX}"))
            store.save(match, Path(records[-1]))
    (folder / f"broken{store.SUFFIX}").write_text("no record")
    return records


def _humans(game_id: str, options: dict[str, int]) -> tuple[str, ...]:
    info = games.info(game_id)
    return tuple("human" for _ in info.seated(info.settle(options)))


def play(told: Session, template: Path) -> Outcome:
    """Run one session in a data folder of its own. After a clean end in the middle the program
    is started again."""
    outcome = Outcome(starts=0)
    with tempfile.TemporaryDirectory(prefix="termgames-monkey-") as place:
        data = Path(place, "data")
        shutil.copytree(template, data)
        arguments = tuple(text.replace(str(template), str(data)) for text in told.arguments)
        # A program that does not answer is made to write where it is.
        environment = {"TERMGAMES_DATA": str(data), "PYTHONFAULTHANDLER": "1"}
        inputs = list(told.inputs)
        while inputs and not outcome.fault:
            outcome.starts += 1
            with Terminal(
                *arguments, size=told.size, drawn=False, nice=True, flows=True, **environment
            ) as terminal:
                _play_once(terminal, inputs, outcome)
            _look_for_reports(data, outcome)
            for name, sign in _SIGHTS.items():
                if sign in terminal.written:
                    outcome.seen.add(name)
            arguments = ()
    return outcome


def _play_once(terminal: Terminal, inputs: list[Input], outcome: Outcome) -> None:
    """Send inputs, and take them off the list, until the program has ended."""
    family: set[int] = set()
    alive = _drawn(terminal)
    count = 0
    while alive and inputs and not outcome.fault:
        kind, text, pause = inputs.pop(0)
        outcome.sent += 1
        count += 1
        if kind == "size":
            columns, _, rows = text.partition("x")
            terminal.resize(int(columns), int(rows))
        else:
            alive = terminal.send(text.encode("latin-1"))
        alive = alive and terminal.watch(pause / 1000)
        if count % 25 == 0:
            _wake(terminal.pid)
        if alive and count % PULSE == 0:
            alive = _pulse(terminal, outcome, family)
    if alive and not outcome.fault:
        alive = _pulse(terminal, outcome, family)
    if alive and not outcome.fault:
        _quit(terminal, outcome)
    if not outcome.fault:
        _judge_end(terminal, outcome, family)


def _wake(pid: int) -> None:
    """Let a program go on that ctrl+z has stopped."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "T":
            os.kill(pid, signal.SIGCONT)
    except OSError:
        return


def _drawn(terminal: Terminal) -> bool:
    """Wait for the first picture."""
    end = time.monotonic() + PATIENCE
    while b"\x1b[?1049h" not in terminal.written and time.monotonic() < end:
        if not terminal.watch(0.01):
            return False
    return True


def _pulse(terminal: Terminal, outcome: Outcome, family: set[int]) -> bool:
    """Whether the program still runs; that it draws in a new size shows that it lives."""
    before, end = len(terminal.written), time.monotonic() + PATIENCE
    sizes = ((81, 25), (80, 24))
    for turn in range(10_000):
        _wake(terminal.pid)
        terminal.resize(*sizes[turn % 2])
        if not terminal.watch(0.05):
            return False
        if len(terminal.written) > before:
            break
        if time.monotonic() > end:
            _stuck(terminal, outcome, "answer")
            return True
    terminal.resize(*sizes[1])
    now = set(children(terminal.pid))
    family |= now
    outcome.memory = max(outcome.memory, memory(terminal.pid))
    outcome.children = max(outcome.children, len(now))
    if outcome.memory > MOST_MEMORY:
        outcome.fault = f"takes {outcome.memory:.0f} MB after {outcome.sent} inputs"
    if len(now) > MOST_CHILDREN:
        outcome.fault = f"has {len(now)} processes below it after {outcome.sent} inputs"
    return True


def _quit(terminal: Terminal, outcome: Outcome) -> None:
    """Leave by ctrl+q, again and again: what comes before it may be part of a paste."""
    end = time.monotonic() + PATIENCE
    while terminal.send(b"\x11") and terminal.watch(0.5):
        _wake(terminal.pid)
        if time.monotonic() > end:
            _stuck(terminal, outcome, "quit")
            return


def _judge_end(terminal: Terminal, outcome: Outcome, family: set[int]) -> None:
    """What is left of a program that has ended."""
    code = terminal.end()
    left = [pid for pid in family if not gone(pid, patience=10.0)]
    # A ctrl+c that came after the program had left its screen ends what is left of it.
    interrupted = code in (130, -signal.SIGINT) and terminal.after
    if code != 0 and not interrupted:
        outcome.fault = f"ended with code {code} after {outcome.sent} inputs"
        outcome.trace = terminal.after.decode("utf-8", "replace").replace("\r", "")
    elif wrong := terminal.left_behind:
        outcome.fault = f"{', '.join(wrong)} after {outcome.sent} inputs"
    elif left:
        outcome.fault = f"processes outlive it after {outcome.sent} inputs: {left}"


def _stuck(terminal: Terminal, outcome: Outcome, what: str) -> None:
    """Note a fault, and where the program is."""
    outcome.fault = f"does not {what} after {outcome.sent} inputs"
    written = len(terminal.written)
    terminal.child.kill(signal.SIGABRT)
    with contextlib.suppress(pexpect.TIMEOUT):
        terminal.end(5.0)
    outcome.trace = terminal.written[written:].decode("utf-8", "replace").replace("\r", "")


def _look_for_reports(data: Path, outcome: Outcome) -> None:
    log = data / "faults.log"
    if log.exists():
        outcome.trace = log.read_text(errors="replace")
        outcome.fault = outcome.fault or f"wrote a fault report after {outcome.sent} inputs"


# -- the campaign ----------------------------------------------------------------------------


def run(minutes: float, seed: int, *, most: int = 10_000) -> Report:
    """So many sessions, or as many as there is time for."""
    with tempfile.TemporaryDirectory(prefix="termgames-records-") as place:
        template = Path(place, "data")
        records = prepare(template)

        def walk(seed: int, number: int, report: Report) -> None:
            outcome = play(session(seed, number, records), template)
            _count(report, outcome)
            if outcome.fault:
                report.counts[f"deaths: {outcome.kind}"] += 1
                report.fault(f"--seed {seed}, session {number}: {outcome.fault}\n{outcome.trace}")

        return repeated(walk, minutes, seed, most, AT_ONCE)


def _count(report: Report, outcome: Outcome) -> None:
    report.counts["inputs"] += outcome.sent
    report.counts["starts"] += outcome.starts
    report.counts["sessions"] += 1
    for name in outcome.seen:
        report.counts[f"sessions that saw: {name}"] += 1
    for name, number in (("megabytes", outcome.memory), ("children", outcome.children)):
        most = f"most {name}"
        report.counts[most] = max(report.counts[most], round(number))
    if outcome.fault:
        report.counts["sessions that failed"] += 1
