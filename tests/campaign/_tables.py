"""A table for several terminals with its guests: screens, line clients and programs on the wire.
Each is ended, killed and held at any moment, and comes back."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from termgames.play import store
from termgames.play.match import AnyMatch
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from tests.campaign._programs import PATIENCE, Program, missing, points
from tests.campaign.report import Try, check
from tests.processes import gone
from tests.terminal import children, memory

TABLES = (
    "mitropia --players=3 --map=9x9",
    "tricolor --size=6 --gamma=random",
    "plurality --size=7",
    "mitropia --players=5 --white=random",
)
"""What is played."""
GUESTS = ("wire", "lines", "screen", "wire", "wire")
"""Guests at a table: those without a seat watch."""
ROUNDS = 8
"""Of one table. In each there are some moves, then a guest or the table gets a signal of ENDS by
lot, and is started again or goes on. What must hold then: every move that was saved, told or shown
is there; all see one game; exit codes, processes, socket and memory are as they should be.
"""
ENDS = (signal.SIGKILL,) * 4 + (signal.SIGTERM, signal.SIGHUP, signal.SIGSTOP)
MOST_MEMORY = 250.0
"""Megabytes of the table."""
NICE = ("nice", "-n", "10", sys.executable, "-m", "termgames")
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}


class Wire:
    """`termgames join --json`: every line of the wire is heard. `seat` is the number of the seat,
    None where somebody watches."""

    name = "wire"

    def __init__(self, arguments: list[str], seat: int | None, around: dict[str, str]) -> None:
        command, around = [*NICE, "join", *arguments, "--json"], {**os.environ, **around}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, env=around, **PIPES)
        self.seat, self.pid = seat, self.process.pid
        self.mirror, self._cutter = Mirror(), wire.LineCutter()

    def pump(self) -> None:
        """Take what has come."""
        while select.select([self.process.stdout], [], [], 0)[0]:
            if not (data := os.read(self.process.stdout.fileno(), 65_536)):
                return
            for message in map(wire.from_table, self._cutter.take(data)):
                self.mirror.take(message)

    def answer(self, text: str, asked: wire.Asked) -> None:
        """Say a move."""
        with contextlib.suppress(OSError):
            self.process.stdin.write(wire.line(wire.MakeMove(asked.serial, text)))
            self.process.stdin.flush()

    def lost(self, match: AnyMatch) -> str:
        """What it was told of the game that is not in a match, in words."""
        if self.mirror.match is None or match.over != self.mirror.match.over:
            return ""  # moves of a game that is over are told otherwise
        told = list(self.mirror.match.texts())
        seen = (match.move_seen(ply, self.seat) for ply in range(min(len(told), match.ply)))
        kept = list(map(match.game.format, seen))
        return "" if told == kept else f"told {told[-5:]} ({len(told)}), kept {kept[-5:]}"

    def ended(self) -> int | None:
        """The exit code, None while it runs; a signal's number is negative."""
        return self.process.poll()

    def wrong(self, *codes: int) -> str:
        """What is wrong with how it ended."""
        said, code = self.process.stderr.read().decode(), self.process.wait()
        return "" if code in codes and "Traceback" not in said else f"code {code}, {said}"

    def close(self) -> None:
        """End it at once."""
        close(self.process)


class Guest(Program):
    """`termgames join` in a terminal."""

    def __init__(
        self, arguments: list[str], seat: int | None, around: dict[str, str], *, plain: bool
    ) -> None:
        how = ["--boards=asked"] if plain else []
        super().__init__("join", *arguments, *how, plain=plain, **around)
        self.seat, self.name = seat, "lines" if plain else "screen"

    def pump(self) -> None:
        self.watch(0)

    def answer(self, text: str, asked: wire.Asked) -> None:
        self.move(text)

    def lost(self, match: AnyMatch) -> str:
        """A screen may be half drawn for a while."""
        kept = points(" ".join(match.texts()))
        return f"shows {self.moves}, which is not kept" if missing(self.moves, kept) else ""

    def ended(self) -> int | None:
        return None if self.watch(0) else self.end(5)

    def wrong(self, *codes: int) -> str:
        return self.wrong_end((), *codes)


class Table:
    """A table, its guests, and what its host knows."""

    def __init__(self, place: Path, this: Try) -> None:
        self.place, self.this, self.rng = place, this, this.rng
        self._command = [*TABLES[this.number % len(TABLES)].split(), "--name=friday"]
        self.clients: dict[int, Any] = {}
        self.keys: list[str] = []
        self.socket = place / "run" / "friday.table"
        runtime = str(place / "run")
        self.around = {"TERMGAMES_DATA": str(place / "host"), "TERMGAMES_RUNTIME": runtime}

    def open(self) -> None:
        """Open it, or set it up again."""
        command = [*NICE, "host", *self._command, "--cores=1", "--headless", "--json"]
        around = {**os.environ, **self.around}
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=around, **PIPES)
        if not (line := self.process.stdout.readline()):
            check(False, f"the table does not open: {self.process.stderr.read().decode()}")
        first = json.loads(line)
        keys = [seat["key"] for seat in first["seats"]]
        check(not self.keys or keys == self.keys, "the table set up again has other keys")
        self.keys, self.watch = keys, first["watch"]
        self.seats = [seat["number"] for seat in first["seats"]]
        (self.saved,) = (self.place / "host" / "games").glob(f"*{store.SUFFIX}")
        self._command = ["--resume", str(self.saved)]
        os.set_blocking(self.process.stdout.fileno(), False)

    @property
    def match(self) -> AnyMatch:
        """The game as it is saved."""
        return store.read(self.saved)

    def pump(self) -> None:
        """Take what everybody says."""
        with contextlib.suppress(OSError, ValueError):  # where it is closed there is no more
            os.read(self.process.stdout.fileno(), 65_536)
        for client in self.clients.values():
            client.pump()

    def seat_client(self, number: int, *, again: bool = False) -> None:
        """Start the program of a guest, by his key, or as one who was there before."""
        kind, arguments = GUESTS[number], ["friday"]
        seat = self.seats[number] if number < len(self.seats) else None
        around = {**self.around, "TERMGAMES_DATA": str(self.place / f"guest{number}")}
        # A seat's key is remembered, but not for programs.
        if not again or seat is None or kind == "wire" or self.rng.random() < 0.5:
            arguments += ["--key", self.watch if seat is None else self.keys[number]]
        if kind == "wire":
            self.clients[number] = Wire(arguments, seat, around)
        else:
            self.clients[number] = Guest(arguments, seat, around, plain=kind == "lines")

    @property
    def mirror(self) -> Mirror:
        """Of who is on the wire all the time: the last who watches, or the first at the table."""
        return (self.clients.get(len(GUESTS) - 1) or self.clients[0]).mirror

    def wait(self, what: str, done: Callable[[], Any], patience: float = PATIENCE) -> None:
        """Until something holds; Broken."""
        end = time.monotonic() + patience
        while not done():
            check(time.monotonic() < end, f"{what} takes too long: {self.mirror.asked}")
            self.pump()
            time.sleep(0.02)

    def play(self, seconds: float) -> None:
        """Play for so long, and leave off at any moment."""
        end, answered = time.monotonic() + seconds, -1
        while time.monotonic() < end:
            self.pump()
            time.sleep(0.01)
            asked = self.mirror.asked
            if asked is None or asked.serial == answered or asked.seat not in self.seats:
                continue
            match = self.match
            prompt, client = match.prompt(), self.clients.get(self.seats.index(asked.seat))
            if prompt is None or (prompt.seat, match.ply) != (asked.seat, asked.ply) or not client:
                continue
            moves = list(match.game.legal_moves(prompt.state))
            self.rng.shuffle(moves)
            texts = [match.game.format(move) for move in moves[:40]]
            lively = (text for text in texts if text not in ("pass", "surrender"))
            client.answer(next(lively, texts[0]), asked)
            answered = asked.serial
            self.this.counts["moves typed"] += 1

    def compare(self, before: AnyMatch) -> AnyMatch:
        """Broken where a move of `before` is lost, or somebody knows another game. Nobody but a
        human is asked then, and everybody was told."""

        def quiet() -> bool:
            match = self.match
            known = [each.mirror.match for each in self.clients.values() if each.name == "wire"]
            told = all(each is not None and each.ply == match.ply for each in known)
            return match.over or (match.to_act in self.seats and told)

        self.wait("quiet", quiet)
        time.sleep(0.1)
        self.pump()
        now = self.match
        kept = now.texts()[: before.ply] == before.texts()
        check(kept, f"moves are lost: {before.texts()} was saved, now {now.texts()}")
        for client in self.clients.values():
            what = f"{client.name} of seat {client.seat}: {client.lost(now)}"
            self.wait(what, lambda client=client: not client.lost(now), 30)
        check(memory(self.process.pid) < MOST_MEMORY, "the table takes much memory")
        self.this.counts["games compared"] += len(self.clients)
        return now

    def kill_guest(self, number: int, what: signal.Signals) -> None:
        """End a guest's program or hold it for a while, and let him come back."""
        client = self.clients[number]
        if (code := client.ended()) is not None:
            wrong = f"{client.name} ended by itself with {code}: the end"
            self.wait(wrong, lambda: self.match.over, 5)
            return
        os.kill(client.pid, what)
        if what is signal.SIGSTOP:
            self.play(self.rng.uniform(0, 1))
            os.kill(client.pid, signal.SIGCONT)
            return
        self.wait(f"the end of {client.name}", lambda: client.ended() is not None)
        wrong = client.wrong(*((-what,) if what is signal.SIGKILL else (128 + what, 0)))
        check(not wrong, f"{client.name}, {what.name}: {wrong}")
        client.close()
        if number != len(GUESTS) - 1:
            del self.clients[number]
            self.play(self.rng.uniform(0, 0.5) * self.rng.randrange(2))
        self.seat_client(number, again=True)

    def kill_table(self, what: signal.Signals) -> None:
        """End the table or hold it for a while, and set it up again."""
        family = children(self.process.pid)
        self.process.send_signal(what)
        if what is signal.SIGSTOP:
            time.sleep(self.rng.uniform(0, 1))
            self.process.send_signal(signal.SIGCONT)
            return
        killed = what is signal.SIGKILL
        came, said = self.process.wait(PATIENCE), self.process.stderr.read().decode()
        code = -what if killed else 128 + what
        check(came == code and "Traceback" not in said, f"the table ended: {came}, {said}")
        left = [pid for pid in family if not gone(pid)]
        check(not left, f"the table left processes: {left}")
        check(killed or not self.socket.exists(), "the table left the socket")
        close(self.process)
        self.open()
        for number, client in list(self.clients.items()):
            # A program on the wire ends with its connection; a screen or a line client that was
            # told of the end stays, or goes, and one that was not comes back by itself.
            if client.name == "wire" or not killed:
                client.close()
                self.seat_client(number, again=True)


def close(process: subprocess.Popen[bytes]) -> None:
    """The process and its pipes are no more."""
    process.kill()
    with contextlib.suppress(ValueError, OSError):
        process.communicate()


def kills(this: Try, rounds: int = ROUNDS) -> None:
    """One table, and so many rounds."""
    with tempfile.TemporaryDirectory(prefix="tgt-") as place:
        table = Table(Path(place), this)
        table.open()
        try:
            for number in range(len(GUESTS)):
                table.seat_client(number)
            table.wait("the beginning", lambda: table.mirror.begun)
            for _ in range(rounds):
                if not one_round(table, this):
                    break
        finally:
            for client in table.clients.values():
                client.close()
            close(table.process)


def one_round(table: Table, this: Try) -> bool:
    """Some moves, something that is done, and what must hold; False once the game is over."""
    table.play(this.rng.uniform(0.2, 3))
    if (before := table.match).over:
        return False
    what, number = this.rng.choice(ENDS), this.rng.randrange(-2, len(GUESTS))
    whom = "the table" if number < 0 else f"guest {number}, {GUESTS[number]}"
    this.done.append(f"{what.name} to {whom}")
    if number < 0:
        table.kill_table(what)
    else:
        table.kill_guest(number, what)
    this.counts[this.done[-1]] += 1
    return not table.compare(before).over
