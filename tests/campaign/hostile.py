"""A table among hostile clients: random bytes, huge and half lines, floods of each kind of message,
wrong keys, crowds, windows without end, readers who do not read. Two players play on beside them,
in bounded time; the table says nothing of it, and takes bounded memory.
"""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import random
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from termgames.play.together import wire
from tests.campaign._shared import check, judged
from tests.campaign.report import Report, repeated
from tests.campaign.tables import tables
from tests.terminal import memory

SECONDS = 6.0
"""How long each attack lasts."""
MOST_MEMORY = 200.0
"""Megabytes."""
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

    def other(self, at: int) -> str:
        """The key of the seat, or of the place to watch from."""
        return self.watch if at % 2 else self.key

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


def _said(*lines: bytes, seated: bool = True) -> Attack:
    """One of these again and again; random bytes where there is none."""

    def attack(target: Target, rng: random.Random) -> Iterator[None]:
        said = (
            rng.choice(lines)[: wire.MOST_FROM_GUEST - 2] if lines else rng.randbytes(2000)
            for _ in itertools.count()
        )
        return _again(target.seated if seated else target.door, said)

    return attack


def _flood(*messages: wire.FromGuest) -> Attack:
    return _said(*map(wire.line, messages))


def _crowd(most: int, connect: Callable[[Target, int], socket.socket]) -> Attack:
    """So many connections at a time; the oldest goes when another comes."""

    def attack(target: Target, rng: random.Random) -> Iterator[None]:
        links: list[socket.socket] = []
        for at in itertools.count():
            with contextlib.suppress(OSError):
                links.append(connect(target, at))
            while len(links) > most:
                links.pop(0).close()
            yield

    return attack


def _half_open(target: Target, at: int) -> socket.socket:
    link = target.door()
    if at % 2:
        link.sendall(b'{"type": "jo')
    return link


_DEEP = (b"[" * 6000, b'{"a":' * 1500, b"[" + b"[]," * 2000 + b"1]", b"[" * 49 + b"1,")
ATTACKS: dict[str, Attack] = {
    "nothing": lambda target, rng: iter(()),
    "random bytes": _said(seated=False),
    "huge lines": _said(b"x" * 60_000, seated=False),
    "empty lines": _said(b"\n" * 60_000),
    "deep and wide JSON": _said(*(text + b"\n" for text in _DEEP)),
    "one byte at a time": _said(b"x"),
    "a thousand half-open connections": _crowd(1000, _half_open),
    "connections that go at once": _crowd(0, lambda target, at: target.door()),
    "wrong keys": _crowd(0, lambda target, at: target.seated(f"black-{at}")),
    "windows without end": _crowd(500, lambda target, at: target.seated(target.other(at))),
    "look": _flood(wire.Look()),
    "wish and vote": _flood(wire.Wish("undo"), wire.Vote(1, yes=False), wire.Wish("new")),
    "talk": _flood(wire.Talk("‮\x1b]0;x\x07​" * 40)),
    "ready and always": _flood(wire.Ready(ready=False), wire.Always(accept=True), wire.Ready()),
    "orders": _flood(wire.Order("end"), wire.Order("free", 0), wire.Order("bot", 0, "gtp:rm")),
    "moves": _flood(*(wire.MakeMove(0, text) for text in ("a1," * 1300, "x" * 7000, "pass"))),
}


def _attack(name: str, target: Target, seed: int) -> None:
    """In a process of its own, until it is ended."""
    os.nice(5)
    for _ in ATTACKS[name](target, random.Random(seed)):
        pass


def attack(name: str, seed: int, report: Report, *, seconds: float = SECONDS) -> None:
    """Play on while a table is attacked in one way. The attacker has the key of the
    third seat, from which he may drive away whoever plays there for him."""
    with (
        judged(report, lambda: f"{name} --seed {seed}"),
        tables(random.Random(seed), report, "tricolor", {"size": 9}, wires=3) as table,
        contextlib.ExitStack() as stack,
    ):
        target = Target(str(table.socket), table.keys[2], table.watch)
        attacker = multiprocessing.Process(target=_attack, args=(name, target, seed))
        attacker.start()
        stack.callback(attacker.join)
        stack.callback(attacker.kill)
        end, most = time.monotonic() + seconds, 0.0
        before, others = table.match.ply, (table.clients[0], table.clients[1])
        while time.monotonic() < end:
            table.play(0.2)
            if table.clients[2].ended() is not None:
                table.clients[2].close()
                table.seat_client(2)
            most = max(most, memory(table.process.pid))
        check(most < MOST_MEMORY, f"the table takes {most:.0f} MB")
        check(all(client.ended() is None for client in others), "the others are driven away")
        attacker.kill()
        table.clients.pop(2).close()
        table.wait("a move", lambda: table.told(table.match))
        report.counts["moves beside attacks"] += table.match.ply - before
        table.finish()


def run(minutes: float, seed: int, *, most: int = len(ATTACKS)) -> Report:
    """Each attack in turn, or as many as there is time for."""
    names = list(ATTACKS)

    def one(seed: int, number: int, report: Report) -> None:
        attack(names[number % len(names)], seed + number, report)

    return repeated(one, minutes, seed, most)
