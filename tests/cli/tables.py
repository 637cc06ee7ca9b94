"""Tables as processes, their guests on sockets, and what only looks like a table."""

import contextlib
import json
import random
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from termgames.play.together import rooms, wire
from termgames.play.together.address import Address
from termgames.play.together.link import Link
from termgames.play.together.mirror import Mirror

PATIENCE = 60.0
PROGRAM = ("-m", "termgames")


class Host:
    """A headless table, and the line in which it says where it is."""

    def __init__(self, *arguments: str, program: Sequence[str] = PROGRAM, **named: Any) -> None:
        command = [sys.executable, *program, "host", *arguments, "--headless", "--json"]
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, stdin=nothing, **named)
        line = self.process.stdout.readline()
        assert line, self.process.stderr and self.process.stderr.read()
        self.first: dict[str, Any] = json.loads(line)
        self.name: str = self.first["table"]
        self.keys = [seat["key"] for seat in self.first["seats"]]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.kill()
        self.process.communicate()


TABLE = ("plurality", "--size", "5")
Open = Callable[..., Host]
"""Opens a table, which ends with the test."""


class Sitting:
    """A guest on the socket who plays by lot."""

    def __init__(self, table: str, **wanted: Any) -> None:
        self.mirror, self.link = Mirror(), Link(Address.read(table))
        self.closed = ""
        self.notes: list[str] = []
        self.answered: tuple[int, int] | None = None
        self.link.send(wire.Join(wire.VERSION, **wanted))

    def hear(self, seconds: float = PATIENCE) -> None:
        """Take over what has come."""
        assert self.link.wait(seconds), "nothing comes"
        for message in self.link.receive():
            if isinstance(message, wire.Closed):
                self.closed = message.text
                return
            if isinstance(message, wire.Note | wire.Refused):
                self.notes.append(message.text)
            self.mirror.take(message)

    def hear_until(self, done: Callable[[Mirror], Any] = lambda mirror: False) -> None:
        """Until something holds, or the table closes."""
        while not (done(self.mirror) or self.closed):
            self.hear()

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the game that it knows of."""
        return self.mirror.match.texts() if self.mirror.match else ()

    def move(self, rng: random.Random) -> None:
        """Answer the question that is open for this seat, once."""
        asked, match = self.mirror.asked, self.mirror.match
        if asked is None or match is None or asked.seat != self.mirror.seat:
            return
        if self.answered != (asked.serial, asked.ply):
            self.answered = asked.serial, asked.ply
            moves = list(match.game.legal_moves(match.state))
            self.link.send(wire.MakeMove(asked.serial, match.game.format(rng.choice(moves))))


def play_on(guests: list[Sitting], until: Callable[[], bool] = lambda: False) -> None:
    """All guests answer by lot until something holds, or the table closes."""
    rng = random.Random(1)
    while not until():
        for guest in guests:
            guest.move(rng)
        waiting = [guest.link for guest in guests if not guest.closed]
        if not waiting:
            return
        ready = select.select(waiting, [], [], PATIENCE)[0]
        assert ready, "the table says nothing"
        for guest in guests:
            if guest.link in ready:
                guest.hear()


class FalseTable:
    """What listens where a table should, and says the same to everybody: something to the first
    line, the rest to the next one."""

    def __init__(self, name: str, *said: bytes, after: float = 0.0) -> None:
        self._door, self._said, self._after = socket.socket(socket.AF_UNIX), said, after
        self._door.bind(str(rooms.socket_path(rooms.folder(), name)))
        self._door.listen(8)
        self.visits = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self._door.accept()
                self.visits += 1
                with link, contextlib.suppress(OSError):
                    link.settimeout(PATIENCE)
                    for said in (self._said[:1], self._said[1:]):
                        if link.recv(4096):
                            time.sleep(self._after)
                            link.sendall(b"".join(said))
                    while link.recv(4096):
                        pass

    def close(self) -> None:
        self._door.close()
