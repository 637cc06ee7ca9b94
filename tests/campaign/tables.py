"""Tables for several terminals under signals: table, screens, line clients and programs on the wire
are ended, killed and held at any moment, and come back. What any of them was told or showed of the
game is there afterwards, all see the same, and nobody moves for another.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from termgames import games
from termgames.play import store
from termgames.play.match import AnyMatch
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror
from tests.campaign._programs import Program, missing, points
from tests.campaign._shared import check, judged
from tests.campaign.report import Report, repeated
from tests.processes import gone
from tests.terminal import children

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
PATIENCE = 120.0
"""Seconds for a program to come up, or for something to be told, on a busy machine."""
ROUNDS = 8
"""Kills of one table."""
ENDS = (signal.SIGKILL,) * 4 + (signal.SIGTERM, signal.SIGHUP, signal.SIGSTOP)
NICE = ("nice", "-n", "10", sys.executable, "-m", "termgames")


class Wire:
    """`termgames join --json`: every line of the wire is heard. `seat` is the number of the seat,
    None where somebody watches."""

    name = "wire"

    def __init__(self, arguments: list[str], seat: int | None, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [*NICE, "join", *arguments, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **environment},
        )
        self.seat, self.pid, self.refused = seat, self.process.pid, ""
        self.mirror, self._cutter = Mirror(), wire.LineCutter()

    def pump(self) -> None:
        """Take what has come."""
        while select.select([self.process.stdout], [], [], 0)[0]:
            if not (data := os.read(self.process.stdout.fileno(), 65_536)):
                return
            for message in map(wire.from_table, self._cutter.take(data)):
                if isinstance(message, wire.Refused):
                    self.refused = message.rule
                self.mirror.take(message)

    def answer(self, text: str, asked: wire.Asked) -> None:
        """Say a move."""
        with contextlib.suppress(OSError):
            self.process.stdin.write(wire.line(wire.MakeMove(asked.serial, text)))
            self.process.stdin.flush()

    def lost(self, match: AnyMatch) -> str:
        """What it was told of the game that is not in a match, in words."""
        if self.mirror.match is None:
            return ""
        told = list(self.mirror.match.texts())
        if len(told) > match.ply:
            return f"{len(told)} moves, kept {match.ply}"
        if match.over != self.mirror.match.over:  # then moves are told otherwise
            return ""
        seen = (match.move_seen(ply, self.seat) for ply in range(len(told)))
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
        self.process.kill()
        with contextlib.suppress(OSError):
            self.process.communicate()


class Guest(Program):
    """`termgames join` in a terminal."""

    def __init__(
        self, arguments: list[str], seat: int | None, environment: dict[str, str], *, plain: bool
    ) -> None:
        how = ["--boards=asked"] if plain else []
        super().__init__("join", *arguments, *how, plain=plain, **environment)
        self.seat, self.name = seat, "lines" if plain else "screen"

    def pump(self) -> None:
        self.watch(0)

    def answer(self, text: str, asked: wire.Asked) -> None:
        self.move(text)

    def lost(self, match: AnyMatch) -> str:
        """A screen is compared with what it shows later, see `Table.compare_screens`."""
        if not self.plain or not missing(self.moves, points(" ".join(match.texts())), gaps=True):
            return ""
        return f"printed {self.moves}, which is not kept"

    def ended(self) -> int | None:
        return None if self.watch(0) else self.end(5)

    def wrong(self, *codes: int) -> str:
        return self.wrong_end((), *codes)


class Table:
    """A table, its guests, and what its host knows."""

    def __init__(
        self,
        place: Path,
        game_id: str,
        options: dict[str, Any],
        bots: int,
        rng: random.Random,
        report: Report,
    ) -> None:
        self.place, self.rng, self.report = place, rng, report
        seats = games.info(game_id).seated(games.info(game_id).settle(options))
        told = [*options.items(), *((seat, "random") for seat in seats[len(seats) - bots :])]
        self._command = [game_id, "--name=friday", *(f"--{name}={value}" for name, value in told)]
        self.open_cards = game_id != "mitropia"
        self.clients: dict[int, Any] = {}
        self.keys: list[str] = []
        self.socket = place / "run" / "friday.table"
        self.environment = {
            "TERMGAMES_DATA": str(place / "host"),
            "TERMGAMES_RUNTIME": str(place / "run"),
        }

    # -- the table ------------------------------------------------------------------------

    def open(self) -> None:
        """Open it, or set it up again."""
        self.process = subprocess.Popen(
            [*NICE, "host", *self._command, "--cores=1", "--headless", "--json"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **self.environment},
        )
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

    def seat_client(self, number: int, *, kind: str = "wire", again: bool = False) -> None:
        """Start the program of a guest, by his key, or as one who was there before."""
        seat = self.seats[number] if number < len(self.seats) else None
        environment = {**self.environment, "TERMGAMES_DATA": str(self.place / f"guest{number}")}
        arguments = ["friday"]
        # A seat's key is remembered, but not for programs.
        if not again or seat is None or kind == "wire" or self.rng.random() < 0.5:
            arguments += ["--key", self.watch if seat is None else self.keys[number]]
        if kind == "wire":
            self.clients[number] = Wire(arguments, seat, environment)
        else:
            self.clients[number] = Guest(arguments, seat, environment, plain=kind == "lines")

    @property
    def witness(self) -> Wire:
        """Who is on the wire all the time: the last who watches, or the first at the table."""
        return self.clients.get(CLIENTS - 1) or self.clients[0]

    # -- playing --------------------------------------------------------------------------

    def wait(self, what: str, done: Callable[[], Any], patience: float = PATIENCE) -> None:
        """Until something holds; Broken."""
        end = time.monotonic() + patience
        while not done():
            asked = self.witness.mirror.asked
            check(time.monotonic() < end, f"{what} takes too long: {asked}")
            self.pump()
            time.sleep(0.02)

    def told(self, match: AnyMatch) -> bool:
        """Whether all programs on the wire know of every move."""
        wires = [each.mirror for each in self.clients.values() if each.name == "wire"]
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
            prompt, client = match.prompt(), self.clients.get(self.seats.index(asked.seat))
            if prompt is None or (prompt.seat, match.ply) != (asked.seat, asked.ply) or not client:
                time.sleep(0.01)
                continue
            client.answer(self._move(match, prompt.state), asked)
            answered = asked.serial
            self.report.counts["moves typed"] += 1

    def _move(self, match: AnyMatch, state: Any) -> str:
        """A legal move that goes on with the game."""
        game, moves = match.game, list(match.game.legal_moves(state))
        self.rng.shuffle(moves)
        texts = [game.format(move) for move in moves[:40] if not game.refuse(state, move)]
        return next((text for text in texts if text not in ("pass", "surrender")), texts[0])

    def intrude(self) -> None:
        """Somebody answers for another: that is refused."""
        match, asked = self.match, self.witness.mirror.asked
        prompt, wires = (
            match.prompt(),
            [each for each in self.clients.values() if each.name == "wire"],
        )
        if asked is None or prompt is None or asked.seat not in self.seats:
            return
        client = self.rng.choice([each for each in wires if each.seat != asked.seat])
        client.refused = ""
        client.answer(self._move(match, prompt.state), asked)
        self.wait("a refusal", lambda: client.refused)
        check(client.refused in ("turn", "seat"), f"a move for another: {client.refused}")
        self.report.counts["moves for another refused"] += 1

    # -- what must hold -------------------------------------------------------------------

    def compare(self, before: AnyMatch) -> AnyMatch:
        """Broken where a move of `before` is lost, or somebody knows another game. Nobody but a
        human is asked then, and everybody was told."""

        def quiet() -> bool:
            match = self.match
            return match.over or (match.to_act in self.seats and self.told(match))

        self.wait("quiet", quiet)
        time.sleep(0.1)
        self.pump()
        now = self.match
        kept = now.texts()[: before.ply] == before.texts()
        check(kept, f"moves are lost: {before.texts()} was saved, now {now.texts()}")
        for client in self.clients.values():
            wrong = client.lost(now)
            check(not wrong, f"{client.name} of seat {client.seat}: {wrong}")
        self.report.counts["games compared"] += len(self.clients)
        return now

    def shown(self) -> dict[int, list[str]]:
        """What stands on the screens."""
        screens = {at: each for at, each in self.clients.items() if each.name == "screen"}
        return {at: screen.moves for at, screen in screens.items()}

    def screens(self) -> dict[int, list[str]]:
        """The same, once nothing on them is half drawn."""
        shown: dict[int, list[str]] | None = None
        while shown != (now := self.shown()):
            shown = now
            time.sleep(0.3)
            self.pump()
        return shown

    def compare_screens(self, before: dict[int, list[str]]) -> None:
        """Broken where a screen lacks what it showed, or two show different games."""

        def whole() -> bool:
            now = self.shown()
            kept = all(missing(before.get(at, []), now[at]) == 0 for at in now)
            alike = len({tuple(moves) for moves in now.values()}) < 2
            return all(now.values()) and kept and (alike or not self.open_cards)

        end = time.monotonic() + 30
        while not whole():
            check(time.monotonic() < end, f"screens showed {before} and show {self.shown()}")
            self.pump()
            time.sleep(0.02)
        self.report.counts["screens compared"] += len(before)

    # -- kills ----------------------------------------------------------------------------

    def kill_guest(self, number: int, what: signal.Signals) -> None:
        """End a guest's program or hold it for a while, and let him come back."""
        client = self.clients[number]
        if (code := client.ended()) is not None:
            self.wait(
                f"{client.name} ended by itself with {code}: the end", lambda: self.match.over, 5
            )
            return
        self.report.counts[f"kills: {client.name}, {what.name}"] += 1
        os.kill(client.pid, what)
        if what is signal.SIGSTOP:
            self.play(self.rng.uniform(0, 1))
            os.kill(client.pid, signal.SIGCONT)
            return
        self.wait(f"the end of {client.name}", lambda: client.ended() is not None)
        codes = (-what,) if what is signal.SIGKILL else (128 + what, 0)
        wrong = client.wrong(*codes)
        check(not wrong, f"{client.name}, {what.name}: {wrong}")
        client.close()
        if number != CLIENTS - 1:
            del self.clients[number]
            self.play(self.rng.uniform(0, 0.5) * self.rng.randrange(2))
        self.seat_client(number, kind=client.name, again=True)

    def kill_table(self, what: signal.Signals) -> None:
        """End the table or hold it for a while, and set it up again."""
        self.report.counts[f"kills: table, {what.name}"] += 1
        family = children(self.process.pid)
        self.process.send_signal(what)
        if what is signal.SIGSTOP:
            time.sleep(self.rng.uniform(0, 1))
            self.process.send_signal(signal.SIGCONT)
            return
        killed = what is signal.SIGKILL
        self.wrong_end(family, -what if killed else 128 + what, swept=not killed)
        self.open()
        for number, client in list(self.clients.items()):
            # A program on the wire ends with its connection; a screen or a line client that was
            # told of the end stays, or goes, and one that was not comes back by itself.
            if client.name == "wire" or not killed:
                client.close()
                self.seat_client(number, kind=client.name, again=True)

    def wrong_end(self, family: list[int], code: int, *, swept: bool = True) -> None:
        """Broken unless the table, which is to end, ends so, and leaves nothing."""
        came, said = self.process.wait(PATIENCE), self.process.stderr.read().decode()
        check(came == code and "Traceback" not in said, f"the table ended: {came}, {said}")
        left = [pid for pid in family if not gone(pid)]
        check(not left, f"the table left processes: {left}")
        check(not swept or not self.socket.exists(), "the table left the socket")
        self.close_table()

    # -- the end --------------------------------------------------------------------------

    def close_table(self) -> None:
        """The table's process and its pipes are no more."""
        self.process.kill()
        with contextlib.suppress(ValueError, OSError):
            self.process.communicate()

    def finish(self) -> None:
        """The host ends the table: everybody is told, nothing is left."""
        family = children(self.process.pid)
        run = subprocess.run(
            [sys.executable, "-m", "termgames", "tables", "--end", "friday"],
            env={**os.environ, **self.environment},
            capture_output=True,
            timeout=PATIENCE,
        )
        check(run.returncode in (0, 1), f"the end of the table: {run.stderr.decode()}")
        self.wrong_end(family, 0)
        for client in self.clients.values():
            if client.name != "screen":
                self.wait(f"the end of {client.name}", lambda c=client: c.ended() is not None)
                wrong = client.wrong(0)
                check(not wrong, f"{client.name} ended: {wrong}")


@contextlib.contextmanager
def tables(
    rng: random.Random,
    report: Report,
    game_id: str,
    options: dict[str, Any],
    bots: int = 0,
    *,
    wires: int = 0,
) -> Iterator[Table]:
    """A table with everybody at it: so many programs on the wire, or guests of all kinds."""
    kinds = ["wire"] * wires or ["wire", "lines", "screen", "wire", "wire"]
    with tempfile.TemporaryDirectory(prefix="tgt-") as place:
        table = Table(Path(place), game_id, options, bots, rng, report)
        table.open()
        try:
            for number, kind in enumerate(kinds):
                table.seat_client(number, kind=kind)
            table.wait("the beginning", lambda: table.witness.mirror.begun)
            yield table
        finally:
            for client in table.clients.values():
                client.close()
            table.close_table()


def kill(seed: int, number: int, report: Report, *, rounds: int = ROUNDS) -> None:
    """One table, and so many kills."""
    done: list[str] = []
    rng, setting = random.Random(f"{seed}/{number}"), TABLES[number % len(TABLES)]
    with (
        judged(report, lambda: f"--seed {seed}, table {number} after {done}"),
        tables(rng, report, *setting) as table,
    ):
        for _ in range(rounds):
            table.play(rng.uniform(0.2, 3))
            before, shown = table.match, table.screens()
            if before.over:
                break
            what, victim = rng.choice(ENDS), rng.randrange(-2, CLIENTS)
            done.append(f"{what.name} to {'the table' if victim < 0 else f'guest {victim}'}")
            if victim < 0:
                table.kill_table(what)
            else:
                table.kill_guest(victim, what)
            if table.compare(before).over:
                break
            table.compare_screens(shown)
            table.intrude()
        report.counts["moves played"] += table.match.ply
        if not table.match.over:
            table.finish()


def run(minutes: float, seed: int, *, most: int = 25) -> Report:
    """So many tables with `ROUNDS` kills each, or as many as there is time for."""
    return repeated(kill, minutes, seed, most, lanes=2)
