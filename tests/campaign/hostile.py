"""A table among hostile clients: random bytes, huge and half lines, floods of each kind of message,
wrong keys, crowds, windows without end, readers who do not read. Two players play on beside them:
how long their moves take, and what the table takes of memory, is measured.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import multiprocessing
import os
import random
import select
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from termgames.core.errors import StorageError
from termgames.play.together import wire
from termgames.play.together.address import Address
from termgames.play.together.link import Link
from termgames.play.together.mirror import Mirror
from tests.campaign.report import Report, repeated
from tests.terminal import memory

SECONDS = 6.0
"""How long each attack lasts."""
MOST_MEMORY = 200.0
"""Megabytes."""
MOST_WAIT = 0.030
"""Seconds from a move to its echo, for 95 of 100; on a machine that does nothing else."""
PATIENCE = 20.0
Attack = Callable[["Target", random.Random], Iterator[None]]


@dataclass(frozen=True)
class Target:
    """What an attacker knows: the door, and the keys of one seat and of the spectators."""

    path: str
    key: str
    watch: str

    def door(self) -> socket.socket:
        """A connection, as raw as it gets."""
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(1)
        link.connect(self.path)
        return link

    def seated(self, key: str = "") -> socket.socket:
        """A connection that has joined."""
        link = self.door()
        link.sendall(wire.line(wire.Join(wire.VERSION, key=key or self.key)))
        return link


def _again(connect: Callable[[], socket.socket], lines: Iterator[bytes]) -> Iterator[None]:
    """Say one line after the other, and connect again whenever that is over."""
    link: socket.socket | None = None
    for line in lines:
        try:
            link = link or connect()
            link.sendall(line)
        except OSError:
            if link is not None:
                link.close()
            link = None
        yield


def _random(target: Target, rng: random.Random) -> Iterator[None]:
    return _again(target.door, (rng.randbytes(rng.randrange(1, 3000)) for _ in itertools.count()))


def _huge(target: Target, rng: random.Random) -> Iterator[None]:
    return _again(target.door, itertools.repeat(b"x" * 60_000))


def _ends(target: Target, rng: random.Random) -> Iterator[None]:
    return _again(target.seated, itertools.repeat(b"\n" * 60_000))


def _deep(target: Target, rng: random.Random) -> Iterator[None]:
    texts = [b"[" * 60_000, b'{"a":' * 10_000, b"[" + b"[]," * 20_000 + b"1]", b"[" * 49 + b"1,"]
    return _again(target.seated, (rng.choice(texts)[: wire.MOST_FROM_GUEST - 2] + b"\n"
                                  for _ in itertools.count()))  # fmt: skip


def _flood(*messages: wire.FromGuest) -> Attack:
    def attack(target: Target, rng: random.Random) -> Iterator[None]:
        return _again(target.seated, (wire.line(each) for each in itertools.cycle(messages)))

    return attack


def _move(text: str) -> wire.MakeMove:
    return wire.MakeMove(0, text)


def _half_open(target: Target, rng: random.Random) -> Iterator[None]:
    """A thousand connections that say half a word, or nothing."""
    links: list[socket.socket] = []
    for at in itertools.count():
        with contextlib.suppress(OSError):
            links.append(target.door())
            if at % 2:
                links[-1].sendall(b'{"type": "jo')
        if len(links) >= 1000:
            links.pop(0).close()
        yield


def _churn(target: Target, rng: random.Random) -> Iterator[None]:
    while True:
        with contextlib.suppress(OSError):
            target.door().close()
        yield


def _wrong_keys(target: Target, rng: random.Random) -> Iterator[None]:
    for at in itertools.count():
        with contextlib.suppress(OSError), target.door() as link:
            link.sendall(wire.line(wire.Join(wire.VERSION, key=f"black-{at}")))
        yield


def _windows(target: Target, rng: random.Random) -> Iterator[None]:
    """A seat, and the place to watch from, in windows without end, none of which is read."""
    links: list[socket.socket] = []
    for at in itertools.count():
        with contextlib.suppress(OSError):
            links.append(target.seated(target.watch if at % 2 else target.key))
        if len(links) >= 500:
            links.pop(0).close()
        yield


def _drip(target: Target, rng: random.Random) -> Iterator[None]:
    return _again(target.seated, (b"x" for _ in itertools.count()))


ATTACKS: dict[str, Attack] = {
    "random bytes": _random,
    "huge lines": _huge,
    "empty lines": _ends,
    "deep and wide JSON": _deep,
    "one byte at a time": _drip,
    "a thousand half-open connections": _half_open,
    "connections that go at once": _churn,
    "wrong keys": _wrong_keys,
    "windows without end": _windows,
    "look": _flood(wire.Look()),
    "wish and vote": _flood(wire.Wish("undo"), wire.Vote(1, yes=False), wire.Wish("new")),
    "talk": _flood(wire.Talk("‮\x1b]0;x\x07​" * 40)),
    "ready and always": _flood(wire.Ready(ready=False), wire.Always(accept=True), wire.Ready()),
    "orders": _flood(wire.Order("end"), wire.Order("free", 0), wire.Order("bot", 0, "gtp:rm")),
    "moves": _flood(*(_move(t) for t in ("a1," * 1300, "x" * 7000, "pass", "c3,c4,d4,"))),
}


def _attack(name: str, target: Target, seed: int) -> None:
    """In a process of its own, until it is ended."""
    os.nice(5)
    for _ in ATTACKS[name](target, random.Random(seed)):
        pass


class Blocked(Exception):
    """The attacker leaves nobody into his own seat, not even himself."""


class Player:
    """Somebody who plays on, whatever the others do."""

    def __init__(self, key: str) -> None:
        self.key, self.mirror, self.closed = key, Mirror(), ""
        self.link = Link(Address("friday"))
        self.link.send(wire.Join(wire.VERSION, key=key))

    def hear(self) -> None:
        """Take over what has come."""
        for message in self.link.receive():
            if isinstance(message, wire.Closed):
                self.closed = message.text
                return
            self.mirror.take(message)

    @property
    def ply(self) -> int:
        """How many moves he knows of."""
        return -1 if self.mirror.match is None else self.mirror.match.ply


class Scene:
    """A table of three: two players, and the attacker, in whose seat somebody plays as well."""

    def __init__(self, place: Path, seed: int) -> None:
        os.environ["TERMGAMES_RUNTIME"] = str(place / "run")
        os.environ["TERMGAMES_DATA"] = str(place / "data")
        command = ["host", "tricolor", "--size=9", "--name=friday", "--headless", "--detached"]
        self.errors, self._rng = place / "errors", random.Random(seed)
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "termgames", *command, "--json"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        assert self.process.stdout is not None
        first = json.loads(self.process.stdout.readline())
        keys = [seat["key"] for seat in first["seats"]]
        self.target = Target(first["socket"], keys[2], first["watch"])
        self.players = [Player(key) for key in keys]
        self._wait(lambda: all(player.mirror.asked for player in self.players))

    def _wait(self, done: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > end:
                raise StorageError("the table says nothing")
            self._hear()

    def _hear(self) -> None:
        """Take over what comes within a moment."""
        there = [player for player in self.players if not player.closed]
        ready = select.select([player.link for player in there], [], [], 0.2)[0]
        for player in there:
            if player.link in ready:
                try:
                    player.hear()
                except StorageError as error:
                    if player is not self.players[2]:
                        raise
                    player.closed = str(error)

    def turn(self) -> float | None:
        """The seconds until a move has come back to both players; None where the attacker's seat
        was to move."""
        one = self.players[0].mirror
        asked, match = one.asked, one.match
        assert asked is not None
        assert match is not None
        moves = list(match.game.legal_moves(match.state))
        text = match.game.format(self._rng.choice(moves[:-1] or moves))
        if asked.seat == 2:
            self._attacked_seat(match.ply, text)
            return None
        begin, ply = time.perf_counter(), match.ply
        self.players[asked.seat].link.send(wire.MakeMove(asked.serial, text))
        self._wait(lambda: min(player.ply for player in self.players[:2]) > ply)
        took = time.perf_counter() - begin
        self._wait(lambda: self.players[0].mirror.asked is not None)
        return took

    def _attacked_seat(self, ply: int, text: str) -> None:
        """Move in the attacker's seat, from a window that he may take away at any time."""
        end, answered = time.monotonic() + PATIENCE, None
        while self.players[0].ply <= ply:
            player = self.players[2]
            if player.closed:
                player.link.close()
                player = self.players[2] = Player(player.key)
            asked = player.mirror.asked
            if asked is not None and asked.ply == ply and answered != (player, asked.serial):
                player.link.send(wire.MakeMove(asked.serial, text))
                answered = player, asked.serial
            self._hear()
            if time.monotonic() > end:
                raise Blocked
        self._wait(lambda: self.players[0].mirror.asked is not None)

    def close(self) -> None:
        """End everything."""
        for player in self.players:
            player.link.close()
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def attack(name: str, seed: int, report: Report, *, seconds: float = SECONDS) -> None:
    """Play on while a table is attacked in one way; `-` is none."""
    with tempfile.TemporaryDirectory(prefix="tgt-") as place, contextlib.ExitStack() as stack:
        scene = Scene(Path(place), seed)
        stack.callback(scene.close)
        attacker = multiprocessing.Process(target=_attack, args=(name, scene.target, seed))
        if name != "-":
            attacker.start()
            stack.callback(attacker.join)
            stack.callback(attacker.kill)
        waits: list[float] = []
        most, end = 0.0, time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                took = scene.turn()
                waits += [] if took is None else [took]
                most = max(most, memory(scene.process.pid))
                time.sleep(0.01)
        except Blocked:
            report.counts[f"the attacker kept himself from moving: {name}"] += 1
        except (StorageError, OSError) as error:
            report.fault(f"{name} --seed {seed}: {error}")
            return
        if not waits:
            return
        p95 = sorted(waits)[int(0.95 * len(waits))]
        figures = f"{len(waits)} moves, p95 {1000 * p95:.0f} ms, {most:.0f} MB"
        print(f"{name}: {figures}", flush=True)
        said = scene.errors.read_text()
        if scene.process.poll() is not None or said or any(p.closed for p in scene.players[:2]):
            report.fault(f"{name} --seed {seed}: {scene.process.poll()} {said}")
        if most > MOST_MEMORY:
            report.fault(f"{name} --seed {seed}: {figures}")
        if p95 > MOST_WAIT:
            report.counts[f"slow: {name}, {1000 * p95:.0f} ms"] += 1
        report.counts["moves beside attacks"] += len(waits)


def run(minutes: float, seed: int, *, most: int = len(ATTACKS) + 1) -> Report:
    """Each attack in turn, after a while without any, or as many as there is time for."""
    names = ["-", *ATTACKS]

    def one(seed: int, number: int, report: Report) -> None:
        attack(names[number % len(names)], seed + number, report)

    return repeated(one, minutes, seed, most)
