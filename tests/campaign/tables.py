"""Tables for several terminals under signals: table, screens, line clients and programs on the wire
are ended, killed and held at any moment, and come back. What any of them was told or showed of the
game is there afterwards, all see the same, and nobody moves for another.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import pexpect

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.play import store
from termgames.play.match import AnyMatch
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from tests.campaign.kills import missing, moves_on_screen
from tests.campaign.report import Report, repeated
from tests.processes import gone
from tests.terminal import Terminal, children

TABLES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("mitropia", {"players": 3, "map": "9x9"}, 0),
    ("tricolor", {"size": 6}, 1),
    ("mitropia", {"players": 5}, 0),
    ("plurality", {"size": 7}, 0),
    ("mitropia", {"players": 3}, 1),
    ("tricolor", {"size": 5}, 0),
)
"""What is played: game, options, and how many of its seats, the last ones, are bots'."""
CLIENTS = 5
"""Guests at a table: those without a seat watch."""
SIZE = (120, 60)
PATIENCE = 120.0
"""Seconds for a program to come up, or for something to be told, on a busy machine."""
ROUNDS = 8
"""Kills of one table."""
AT_ONCE = 2
ENDS = (signal.SIGKILL,) * 4 + (signal.SIGTERM, signal.SIGHUP, signal.SIGSTOP)
_PIECE = 65_536
_DRAWN = 0.3
"""Seconds in which a screen is drawn."""


class Fault(Exception):
    """Something is wrong; the text says what."""


class Client(Protocol):
    """A guest's program. `seat` is the number of his seat, None where he watches."""

    seat: int | None
    pid: int
    name: str

    def pump(self) -> None:
        """Take what has come."""

    def move(self, text: str, asked: wire.Asked) -> None:
        """Answer a question."""

    def lost(self, match: AnyMatch) -> str:
        """What it was told of the game that is not in a match, in words; empty where all is."""

    def ended(self) -> int | None:
        """The exit code, None while it runs; a signal's number is negative."""

    def wrong(self) -> str:
        """What is wrong with how it ended."""

    def close(self) -> None:
        """End it at once."""


class WireClient:
    """`termgames join --json`: every line of the wire is heard."""

    def __init__(self, arguments: list[str], seat: int | None, environment: dict[str, str]) -> None:
        command = ["nice", "-n", "10", sys.executable, "-m", "termgames", "join", *arguments]
        self._process = subprocess.Popen(
            [*command, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
        )
        self.seat, self.pid, self.name = seat, self._process.pid, "wire"
        self.mirror = Mirror()
        self.refused = ""
        self._cutter = wire.LineCutter()

    def pump(self) -> None:
        assert self._process.stdout is not None
        while select.select([self._process.stdout], [], [], 0)[0]:
            data = os.read(self._process.stdout.fileno(), _PIECE)
            if not data:
                return
            for line in self._cutter.take(data):
                message = wire.from_table(line)
                if isinstance(message, wire.Refused):
                    self.refused = message.rule
                self.mirror.take(message)

    def move(self, text: str, asked: wire.Asked) -> None:
        self.say(wire.MakeMove(asked.serial, text))

    def say(self, message: wire.FromGuest) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write(wire.line(message))
            self._process.stdin.flush()

    def lost(self, match: AnyMatch) -> str:
        if self.mirror.match is None:
            return ""
        told = self.mirror.match.texts()
        kept = [
            match.game.format(match.move_seen(ply, self.seat))
            for ply in range(min(match.ply, len(told)))
        ]
        if match.over != self.mirror.match.over:  # then moves are told otherwise
            return "" if len(told) <= match.ply else f"{len(told)} moves, kept {match.ply}"
        return "" if list(told) == kept else f"told {told[-5:]} ({len(told)}), kept {kept[-5:]}"

    def ended(self) -> int | None:
        return self._process.poll()

    def wrong(self) -> str:
        assert self._process.stderr is not None
        said = self._process.stderr.read().decode()
        return said if "Traceback" in said else ""

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            with contextlib.suppress(OSError):
                stream.close()


class TerminalClient:
    """`termgames join` on a pseudo-terminal: the screen, or line by line (`plain`)."""

    def __init__(
        self, arguments: list[str], seat: int | None, environment: dict[str, str], *, plain: bool
    ) -> None:
        how = ["--plain", "--boards=asked"] if plain else []
        self.terminal = Terminal(
            "join", *arguments, *how, size=SIZE, nice=True, drawn=not plain, **environment
        )
        self.seat, self.pid = seat, self.terminal.pid
        self.name, self._plain = "lines" if plain else "screen", plain
        self._told: list[str] = []

    def pump(self) -> None:
        self.terminal.watch(0)

    def move(self, text: str, asked: wire.Asked) -> None:
        for part in [text.encode() + b"\r"] if self._plain else [b"m", text.encode(), b"\r"]:
            self.terminal.send(part)
            self.terminal.watch(0.05)

    @property
    def moves(self) -> list[str]:
        """The moves that stand on the screen, or were printed."""
        if not self._plain:
            return moves_on_screen(self.terminal)
        return re.findall(r"\b[a-z]{1,2}\d+\b", self._lines())

    def _lines(self) -> str:
        text = self.terminal.written.decode("utf-8", "replace").replace("\r", "")
        rows = re.findall(r"^\d+\. (\w+ [^>\n]+)\n", text, re.M)
        return "\n".join(row for row in rows if not row.endswith("."))

    def lost(self, match: AnyMatch) -> str:
        """Of a screen it is compared with what it shows later, see `Table.compare_screens`."""
        if not self._plain:
            return ""
        points = re.findall(r"\b[a-z]{1,2}\d+\b", " ".join(match.texts()))
        rest = iter(points)
        gone = [point for point in self.moves if point not in rest]
        return f"printed {gone}, which is not kept" if gone else ""

    def ended(self) -> int | None:
        if self.terminal.watch(0):
            return None
        try:
            return self.terminal.end(5)
        except pexpect.TIMEOUT:
            return None

    def wrong(self) -> str:
        if b"Traceback" in self.terminal.written:
            return "a traceback was written"
        if self._plain and self.ended():
            return self.terminal.written[-300:].decode("utf-8", "replace")
        return "" if self._plain else ", ".join(self.terminal.left_behind)

    def close(self) -> None:
        self.terminal.close()


@dataclass
class Table:
    """A table, its guests, and what its host knows."""

    place: Path
    game_id: str
    options: dict[str, Any]
    bots: int
    rng: random.Random
    report: Report
    clients: dict[int, Client] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    watch: str = ""
    saved: Path | None = None
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Where the table and its host keep their things."""
        return {
            "TERMGAMES_DATA": str(self.place / "host"),
            "TERMGAMES_RUNTIME": str(self.place / "run"),
        }

    @property
    def socket(self) -> Path:
        """The table's door."""
        return self.place / "run" / "friday.table"

    # -- the table ------------------------------------------------------------------------

    def open(self) -> None:
        """Open it, or set it up again."""
        seats = games.info(self.game_id).seated(games.info(self.game_id).settle(self.options))
        command = ["host", self.game_id, "--name=friday", "--cores=1"]
        command += [f"--{name}={value}" for name, value in self.options.items()]
        command += [f"--{seat}=random" for seat in seats[len(seats) - self.bots :]]
        if self.saved is not None:
            command = ["host", "--resume", str(self.saved), "--cores=1"]
        nice = ["nice", "-n", "10", sys.executable, "-m", "termgames"]
        self.process = subprocess.Popen(
            [*nice, *command, "--headless", "--json"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.environment},
        )
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        if not line:
            raise Fault(f"the table does not open: {self.process.stderr.read().decode()}")
        first = json.loads(line)
        keys = [seat["key"] for seat in first["seats"]]
        if self.keys and keys != self.keys:
            raise Fault("the table set up again has other keys")
        self.keys, self.watch = keys, first["watch"]
        self.seats = [seat["number"] for seat in first["seats"]]
        (self.saved,) = (self.place / "host" / "games").glob(f"*{store.SUFFIX}")
        os.set_blocking(self.process.stdout.fileno(), False)

    @property
    def match(self) -> AnyMatch:
        """The game as it is saved."""
        assert self.saved is not None
        return store.read(self.saved)

    def pump(self) -> None:
        """Take what everybody says."""
        assert self.process is not None
        assert self.process.stdout is not None
        with contextlib.suppress(OSError):
            os.read(self.process.stdout.fileno(), _PIECE)
        for client in self.clients.values():
            client.pump()

    # -- guests ---------------------------------------------------------------------------

    def seat_client(self, number: int, *, again: bool = False) -> None:
        """Start the program of a guest, by his key, or as one who was there before."""
        seat = self.seats[number] if number < len(self.seats) else None
        environment = {
            "TERMGAMES_DATA": str(self.place / f"guest{number}"),
            "TERMGAMES_RUNTIME": str(self.place / "run"),
        }
        arguments = ["friday"]
        kind = number % 3 if number < CLIENTS - 1 else 0
        # A seat's key is remembered, but not for programs.
        if not again or seat is None or kind == 0 or self.rng.random() < 0.5:
            arguments += ["--key", self.watch if seat is None else self.keys[number]]
        self.clients[number] = (
            WireClient(arguments, seat, environment)
            if kind == 0
            else TerminalClient(arguments, seat, environment, plain=kind == 1)
        )

    @property
    def witness(self) -> WireClient:
        """Who watches on the wire."""
        witness = self.clients[CLIENTS - 1]
        assert isinstance(witness, WireClient)
        return witness

    # -- playing --------------------------------------------------------------------------

    def wait(self, what: str, done: Any, patience: float = PATIENCE) -> None:
        """Until something holds; Fault."""
        end = time.monotonic() + patience
        while not done():
            if time.monotonic() > end:
                raise Fault(f"{what} takes too long: {self.witness.mirror.asked}")
            self.pump()
            time.sleep(0.02)

    def told(self, match: AnyMatch) -> bool:
        """Whether all programs on the wire know of every move."""
        wires = [each.mirror for each in self.clients.values() if isinstance(each, WireClient)]
        return all(mirror.match is not None and mirror.match.ply == match.ply for mirror in wires)

    def play(self, seconds: float) -> None:
        """Play for so long, and leave off at any moment."""
        end, answered = time.monotonic() + seconds, -1
        while time.monotonic() < end:
            self.pump()
            asked = self.witness.mirror.asked
            if asked is None or asked.serial == answered or asked.seat not in self.seats:
                time.sleep(0.01)
                continue
            match = self.match
            prompt = match.prompt()
            client = self.clients.get(self.seats.index(asked.seat))
            current = prompt is not None and prompt.seat == asked.seat and match.ply == asked.ply
            if prompt is None or client is None or not current:
                time.sleep(0.01)
                continue
            text = self._move(match, prompt.state)
            client.move(text, asked)
            answered = asked.serial
            self.report.counts["moves typed"] += 1

    def _move(self, match: AnyMatch, state: Any) -> str:
        """A legal move that goes on with the game."""
        game = match.game
        moves = list(game.legal_moves(state))
        self.rng.shuffle(moves)
        texts = [game.format(move) for move in moves[:40] if not game.refuse(state, move)]
        lively = [text for text in texts if text not in ("pass", "surrender")]
        return (lively or texts)[0]

    def intrude(self) -> None:
        """Somebody answers for another: that is refused."""
        match, asked = self.match, self.witness.mirror.asked
        prompt = match.prompt()
        others = [
            client
            for client in self.clients.values()
            if isinstance(client, WireClient) and asked is not None and client.seat != asked.seat
        ]
        if asked is None or prompt is None or asked.seat not in self.seats:
            return
        client = self.rng.choice(others)
        client.refused = ""
        client.say(wire.MakeMove(asked.serial, self._move(match, prompt.state)))
        self.wait("a refusal", lambda: client.refused)
        if client.refused not in ("turn", "seat"):
            raise Fault(f"a move for another: {client.refused}, {self.match.ply} moves")
        self.report.counts["moves for another refused"] += 1

    # -- kills ----------------------------------------------------------------------------

    def quiet(self) -> AnyMatch:
        """Wait until nobody but a human is asked and everybody was told; the game as saved."""

        def done() -> bool:
            match = self.match
            return match.over or (match.to_act in self.seats and self.told(match))

        self.wait("quiet", done)
        time.sleep(0.1)
        self.pump()
        return self.match

    def compare(self, before: AnyMatch) -> AnyMatch:
        """Fault where a move of `before` is lost, or somebody knows another game."""
        now = self.quiet()
        if now.texts()[: before.ply] != before.texts():
            raise Fault(f"moves are lost: {before.texts()} was saved, now {now.texts()}")
        for client in self.clients.values():
            if wrong := client.lost(now):
                raise Fault(f"{client.name} of seat {client.seat}: {wrong}")
        self.report.counts["games compared"] += len(self.clients)
        return now

    def compare_screens(self, before: dict[int, list[str]]) -> None:
        """Fault where a screen lacks what it showed, or two show different games."""
        screens = {
            number: client
            for number, client in self.clients.items()
            if isinstance(client, TerminalClient) and client.name == "screen"
        }
        open_cards = self.game_id != "mitropia"

        def shown() -> dict[int, list[str]]:
            return {number: screen.moves for number, screen in screens.items()}

        def whole() -> bool:
            now = shown()
            kept = all(_kept(before.get(number, []), now[number]) for number in now)
            alike = len({tuple(moves) for moves in now.values()}) < 2
            return all(now.values()) and kept and (alike or not open_cards)

        try:
            self.wait("a screen", whole, 30)
        except Fault:
            raise Fault(f"screens showed {before} and show {shown()}") from None
        self.report.counts["screens compared"] += len(screens)

    def screens(self) -> dict[int, list[str]]:
        """What stands on the screens, once nothing on them is half drawn."""
        shown: dict[int, list[str]] | None = None
        while True:
            self.pump()
            now = {
                number: client.moves
                for number, client in self.clients.items()
                if isinstance(client, TerminalClient) and client.name == "screen"
            }
            if now == shown:
                return now
            shown = now
            time.sleep(_DRAWN)

    def kill_guest(self, number: int, what: signal.Signals) -> None:
        """End a guest's program or hold it for a while, and let him come back."""
        client = self.clients[number]
        if (code := client.ended()) is not None:
            self._refuse_end(client, code)
            return
        self.report.counts[f"kills: {client.name}, {what.name}"] += 1
        with contextlib.suppress(ProcessLookupError):
            os.kill(client.pid, what)
        if what is signal.SIGSTOP:
            self.play(self.rng.uniform(0, 1))
            with contextlib.suppress(ProcessLookupError):
                os.kill(client.pid, signal.SIGCONT)
            return
        self.wait(f"the end of {client.name}", lambda: client.ended() is not None)
        code = client.ended()
        right = (-what,) if what is signal.SIGKILL else (128 + what, 0)
        if code not in right:
            raise Fault(f"{client.name}: {what.name} ended it with code {code}")
        if what is not signal.SIGKILL and (wrong := client.wrong()):
            raise Fault(f"{client.name}: {what.name}: {wrong}")
        client.close()
        if number != CLIENTS - 1:
            del self.clients[number]
            self.play(self.rng.uniform(0, 0.5) * self.rng.randrange(2))
        self.seat_client(number, again=True)

    def _refuse_end(self, client: Client, code: int | None) -> None:
        """Fault for a program that has ended by itself, but not with the game."""
        end = time.monotonic() + 5
        while not self.match.over:
            if time.monotonic() > end:
                raise Fault(f"{client.name} of seat {client.seat} ended by itself with code {code}")
            time.sleep(0.1)

    def kill_table(self, what: signal.Signals) -> None:
        """End the table or hold it for a while, and set it up again."""
        process = self.process
        assert process is not None
        self.report.counts[f"kills: table, {what.name}"] += 1
        family = children(process.pid)
        process.send_signal(what)
        if what is signal.SIGSTOP:
            time.sleep(self.rng.uniform(0, 1))
            process.send_signal(signal.SIGCONT)
            return
        code = process.wait(PATIENCE)
        assert process.stderr is not None
        said = process.stderr.read().decode()
        if code != (-what if what is signal.SIGKILL else 128 + what) or "Traceback" in said:
            raise Fault(f"table: {what.name} ended it with code {code}: {said}")
        if left := [pid for pid in family if not gone(pid)]:
            raise Fault(f"table: {what.name} left processes: {left}")
        if what is not signal.SIGKILL and self.socket.exists():
            raise Fault(f"table: {what.name} left the socket")
        self.close_table()
        self.open()
        for number, client in list(self.clients.items()):
            # A program on the wire ends with its connection; a screen or a line client that was
            # told of the end stays, or goes, and one that was not comes back by itself.
            if client.name == "wire" or what is not signal.SIGKILL:
                client.close()
                self.seat_client(number, again=True)

    # -- the end --------------------------------------------------------------------------

    def close_table(self) -> None:
        """The table's process and its pipes are no more."""
        process = self.process
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()

    def finish(self) -> None:
        """The host ends the table: everybody is told, nothing is left."""
        assert self.process is not None
        family = [self.process.pid, *children(self.process.pid)]
        run = subprocess.run(
            [sys.executable, "-m", "termgames", "tables", "--end", "friday"],
            env={**os.environ, **self.environment},
            capture_output=True,
            timeout=PATIENCE,
        )
        if self.process.wait(PATIENCE) != 0 or run.returncode not in (0, 1):
            raise Fault(f"the end of the table: {self.process.returncode}, {run.stderr.decode()}")
        for client in self.clients.values():
            if client.name == "screen":
                continue
            self.wait(f"the end of {client.name}", lambda client=client: client.ended() is not None)
            if client.ended() != 0 or client.wrong():
                raise Fault(f"{client.name} ended with {client.ended()}: {client.wrong()}")
        if self.socket.exists() or (left := [pid for pid in family if not gone(pid)]):
            raise Fault(f"left behind: {self.socket if self.socket.exists() else left}")

    def close(self) -> None:
        """End everything at once."""
        for client in self.clients.values():
            client.close()
        self.close_table()


def _kept(before: list[str], now: list[str]) -> bool:
    """Whether a screen shows what it showed; either may begin later, where rows went out of
    sight."""
    if before and before[0] in now:
        now = now[now.index(before[0]) :]
    return missing(before, now) == 0


@contextlib.contextmanager
def tables(seed: int, number: int, report: Report) -> Iterator[Table]:
    """The table of that number, with everybody at it."""
    game_id, options, bots = TABLES[number % len(TABLES)]
    rng = random.Random(f"{seed}/{number}")
    with tempfile.TemporaryDirectory(prefix="tgt-") as place:
        table = Table(Path(place), game_id, dict(options), bots, rng, report)
        try:
            table.open()
            for client in range(CLIENTS):
                table.seat_client(client)
            table.wait("the beginning", lambda: table.witness.mirror.begun)
            yield table
        finally:
            table.close()


def kill(seed: int, number: int, report: Report, *, rounds: int = ROUNDS) -> None:
    """One table, and so many kills."""
    done: list[str] = []
    try:
        with tables(seed, number, report) as table:
            for _ in range(rounds):
                table.play(table.rng.uniform(0.2, 3))
                before, shown = table.match, table.screens()
                if before.over:
                    break
                what = table.rng.choice(ENDS)
                victim = table.rng.randrange(-2, CLIENTS)
                done.append(f"{what.name} to {'the table' if victim < 0 else f'guest {victim}'}")
                if victim < 0:
                    table.kill_table(what)
                else:
                    table.kill_guest(victim, what)
                report.counts["kills of tables and guests"] += 1
                after = table.compare(before)
                if after.over:
                    break
                table.compare_screens(shown)
                table.intrude()
            report.counts[f"tables: {table.game_id}, {len(table.seats)} guests"] += 1
            report.counts["moves played"] += table.match.ply
            if not table.match.over:
                table.finish()
    except (Fault, TermgamesError, subprocess.TimeoutExpired) as fault:
        report.fault(f"--seed {seed}, table {number} after {done}: {fault}")


def run(minutes: float, seed: int, *, most: int = 25) -> Report:
    """So many tables with `ROUNDS` kills each, or as many as there is time for."""
    return repeated(kill, minutes, seed, most, AT_ONCE)
