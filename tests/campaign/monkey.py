"""Keys, mouse, pastes, sizes and broken bytes at 2 to 20 ms, on a real terminal.

A session starts the program in one of many ways, sends it inputs, and leaves. Faults are: the
program ended by itself with another code than 0, wrote a traceback or a fault report, did not
answer any more, left the terminal changed or processes running, or took too much memory.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from termgames import games
from termgames.play import store
from tests.campaign._programs import Program
from tests.campaign._shared import SMALL, begun, check, judged, played_on
from tests.campaign.report import Report, repeated
from tests.terminal import Terminal, children, memory

INPUTS = 600
"""Inputs of a session."""
PULSE = 150
"""Inputs after which the program is asked whether it lives."""
MOST_MEMORY = 400.0
"""Megabytes; a usual session takes 70 to 110."""
MOST_CHILDREN = 24
Input = tuple[str, str]
"""Kind, and what is sent (Latin-1: a letter a byte; sizes as `80x24`)."""


@dataclass
class Session:
    """How the program is started, and what it is sent."""

    arguments: tuple[str, ...]
    size: tuple[int, int]
    inputs: list[Input]


# -- inputs ----------------------------------------------------------------------------------

_ESCAPES = (
    "up:A down:B right:C left:D home:H end:F page-up:5~ page-down:6~ insert:2~ delete:3~ "
    "shift-tab:Z F10:21~ shift-up:1;2A ctrl-left:1;5D"
)
_KEYS = {name: f"\x1b[{code}" for name, code in re.findall(r"(\S+):(\S+)", _ESCAPES)}
_KEYS |= {"F1": "\x1bOP", "escape": "\x1b", "enter": "\r", "tab": "\t", "backspace": "\x7f"}
_KEYS |= {f"ctrl+{letter}": chr(ord(letter) - 96) for letter in "abcdefhklnoprstuvwxyz"}
_KEYS["space"] = " "
_LETTERS = "abcdefghijklmnopqrstuvwxyzADUZ0123456789?,.<>+-*/;:'\"[](){}!@#$%&=_|~^`"
_SIGNALS = dict.fromkeys((3, 17, 28))
"""ctrl+c, ctrl+q and ctrl+\\: they end a program that is stopped, or one that is not."""
_SIZES = ("80x24", "100x30", "120x40", "60x24", "40x12", "200x60")
_ODD_SIZES = ("1x1", "2x2", "4x4", "6x3", "1x60", "300x1", "39x11", "8x30", "20x5")
_CHOICES = {
    "WORD": f"a1,b1,c1|pass|e4|b2|roll|resign|7|undo|[/x]|\x00|{'é漢'.encode().decode('latin-1')}",
    "TEXT": "to move: white|passes: 1|prisoners: black 3|turn: 9|hands: |:|x",
    "STONE": "space|1|2|3|x|t|delete|right|down|left|up|ctrl+x",
    "SHORT": "F1|escape|enter|up|down|left|right|tab|page-down|space",
    "LETTER": "|".join(_LETTERS.replace("|", "")),
    "KEY": "|".join(_KEYS),
    "BURST": "\r|\x1b|q|?|n|v|p|r|1|2|3| ",
}
_SEQUENCES = """
ctrl+p page-down
ctrl+p hint|theme|new|view|q|x enter
? 3*k|r|page-down|down|left escape
q enter
p ctrl+s
n 4*tab down enter ctrl+s
p tab enter down enter ctrl+s
r down enter
y 3*down enter
y 3*right home end page-up q
u right page-down right escape
m WORD enter escape
d 1|2|3|4
c down enter
h i enter enter
A A v v down v
e o o u U
w WORD ctrl+s
S 5*STONE m TEXT enter
6*STONE m TEXT enter P
escape escape escape
5*q|enter
8*BURST
"""
"""One a line, of keys and words that are typed: one of several, so many times one of them."""


def _typed(sequence: str, rng: random.Random) -> Iterator[Input]:
    for part in sequence.split(" "):
        times, _, names = part.rpartition("*")
        for _ in range(int(times or 1)):
            word = rng.choice(_CHOICES.get(names, names).split("|"))
            for key in [_KEYS[word]] if word in _KEYS else word:
                yield "key", key


def _mouse(rng: random.Random, size: str) -> str:
    button = rng.choice((0, 0, 0, 2, 32, 35, 35, 64, 65))
    most = 3 if rng.random() < 0.1 else 0
    x, y = (rng.randint(1, int(side) + most) for side in size.split("x"))
    if button == 0:
        return f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"
    return f"\x1b[<{button};{x};{y}M"


def _broken(rng: random.Random) -> str:
    parts = ["\xff", "\x9b", "\xc3", "\x1b[M\xff\xff\xff", "\x1b[1114112u", "\x1b[<0;99999999", "M"]
    parts += ["\x1b[200~", "\x1b]0;x", "\x07", "\x1bP", "\x1b[201~", "\x1b[?1;2c", "\x1b[8;1;1t"]
    if rng.random() < 0.5:
        return "".join(rng.choices(parts, k=rng.randint(1, 3)))
    return rng.randbytes(rng.randint(1, 40)).decode("latin-1").translate(_SIGNALS)


def _inputs(rng: random.Random, size: str) -> Iterator[Input]:
    """Endless: single inputs, and sequences that lead somewhere."""
    sequences = _SEQUENCES.strip().split("\n")
    kinds = ["SHORT", "LETTER", "KEY", "sequence", "mouse", "paste", "size", "bytes"]
    while True:
        (kind,) = rng.choices(kinds, (35, 20, 5, 15, 17, 2, 3, 3))
        if kind == "mouse":
            yield kind, _mouse(rng, size)
        elif kind == "paste":
            words = _CHOICES["WORD"].split("|")
            word = "".join(rng.choices(words, k=rng.choice((1, 1, 1, 2000))))
            yield kind, f"\x1b[200~{word}\x1b[201~"
        elif kind == "size":
            if rng.random() < 0.25:
                yield kind, rng.choice(_ODD_SIZES)
                yield from _typed("3*SHORT", rng)
            yield kind, (size := rng.choice(_SIZES))
        elif kind == "bytes":
            yield kind, _broken(rng)
        else:
            yield from _typed(rng.choice(sequences) if kind == "sequence" else kind, rng)


def session(seed: int, number: int, records: Sequence[str]) -> Session:
    """The session of this number."""
    rng = random.Random(f"{seed}/{number}")
    game_id = rng.choice(sorted(SMALL))
    info, options = games.info(game_id), SMALL[game_id] if rng.random() < 0.8 else {}
    players = ("human", "human", "random", "random", "greedy", "bot:1")
    seats = {seat: rng.choice(players) for seat in info.seated(info.settle(options))}
    told = (f"--{name}={value}" for name, value in {**options, **seats}.items())
    play = ("play", game_id, *told, "--cores=1")
    ways = ((), (), play, play, play, ("resume",), ("replay", rng.choice(records)))
    arguments, size = rng.choice(ways), rng.choice(_SIZES if rng.random() < 0.9 else _ODD_SIZES)
    columns, rows = map(int, size.split("x"))
    return Session(arguments, (columns, rows), list(islice(_inputs(rng, size), INPUTS)))


# -- running ---------------------------------------------------------------------------------


def prepare(place: Path) -> list[str]:
    """Records to resume and to replay, in a data folder; answers their paths."""
    folder = place / "games"
    folder.mkdir(parents=True)
    records = []
    for number, game_id in enumerate(SMALL):
        for moves in (9, 400):
            records.append(str(folder / f"2026010{number}-{moves}-{game_id}{store.SUFFIX}"))
            match = played_on(begun(game_id, seed=number), moves, number)
            store.save(match, Path(records[-1]))
    (folder / f"broken{store.SUFFIX}").write_text("no record")
    return records


def walk(template: Path, records: Sequence[str], seed: int, number: int, report: Report) -> None:
    """One session in a data folder of its own. After a clean end in the middle the program is
    started again."""
    told, sent = session(seed, number, records), 0
    inputs, arguments = iter(told.inputs), told.arguments
    with (
        tempfile.TemporaryDirectory(prefix="termgames-monkey-") as place,
        judged(report, lambda: f"--seed {seed}, session {number}, {sent} inputs"),
    ):
        data = Path(place, "data")
        shutil.copytree(template, data)
        arguments = tuple(text.replace(str(template), str(data)) for text in arguments)
        # A program that does not answer is made to write where it is.
        environment = {"TERMGAMES_DATA": str(data), "PYTHONFAULTHANDLER": "1"}
        while sent < len(told.inputs):
            with Walked(*arguments, size=told.size, **environment) as program:
                sent += program.play(inputs)
            log = data / "faults.log"
            check(not log.exists(), log.read_text(errors="replace") if log.exists() else "")
            report.counts["starts"], arguments = report.counts["starts"] + 1, ()
        report.counts["inputs"] += sent


class Walked(Program):
    """The program that is sent all this."""

    def __init__(self, *arguments: str, size: tuple[int, int], **environment: str) -> None:
        Terminal.__init__(
            self, *arguments, size=size, drawn=False, nice=True, flows=True, **environment
        )
        self.plain = False
        self.family: set[int] = set()

    def play(self, inputs: Iterator[Input]) -> int:
        """Send inputs until the program has ended, or there are no more, and how many that were;
        Broken where something is wrong."""
        alive, sent = self.until(lambda: b"\x1b[?1049h" in self.written), 0
        while alive and (given := next(inputs, None)):
            kind, text = given
            sent += 1
            if kind == "size":
                columns, _, rows = text.partition("x")
                self.resize(int(columns), int(rows))
            alive = (kind == "size" or self.send(text.encode("latin-1"))) and self.watch(
                0.002 + sent * 7 % 19 / 1000
            )
            if sent % 25 == 0:
                self.wake()
            if alive and sent % PULSE == 0:
                alive = self.pulse()
        if alive and self.pulse():
            # What comes before may be part of a paste.
            left = self.until(lambda: not self.send(b"\x11") or self.wake())
            self.answered("quit", left or not self.child.isalive())
        interrupted = (130, -signal.SIGINT) if self.after else ()
        # A ctrl+c that came after the program had left its screen ends what is left of it.
        wrong = self.wrong_end(self.family, 0, *interrupted)
        check(not wrong, wrong)
        return sent

    def wake(self) -> None:
        """Let the program go on that ctrl+z has stopped."""
        try:
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "T":
                os.kill(self.pid, signal.SIGCONT)
        except OSError:
            return

    def pulse(self) -> bool:
        """Whether the program still runs; that it draws in a new size shows that it lives."""
        before, turn = len(self.written), 0

        def drawn() -> bool:
            nonlocal turn
            turn += 1
            self.wake()
            self.resize(80 + turn % 2, 24 + turn % 2)
            return len(self.written) > before

        drew = self.until(drawn)
        if not self.child.isalive():
            return False
        self.answered("draw", drew)
        self.resize(80, 24)
        below, megabytes = set(children(self.pid)), memory(self.pid)
        self.family |= below
        check(megabytes < MOST_MEMORY, f"takes {megabytes:.0f} MB")
        check(len(below) <= MOST_CHILDREN, f"has {len(below)} processes below it")
        return True

    def answered(self, what: str, done: bool) -> None:
        """Broken, with the place where the program is, unless it has done that."""
        if not done:
            written = len(self.written)
            self.child.kill(signal.SIGABRT)
            self.wrong_end((), 0, patience=5.0)
            check(False, f"does not {what}: {self.written[written:].decode('utf-8', 'replace')}")


def run(minutes: float, seed: int, *, most: int = 10_000) -> Report:
    """So many sessions, or as many as there is time for."""
    with tempfile.TemporaryDirectory(prefix="termgames-records-") as place:
        template = Path(place, "data")
        one = partial(walk, template, prepare(template))
        return repeated(one, minutes, seed, most, lanes=2)
