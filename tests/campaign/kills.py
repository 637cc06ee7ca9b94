"""Kills at any moment, on a real terminal: what stood on the screen is what `resume` shows.

A game is played by bots and a scripted human, on the screen or line by line, until a signal
ends the program. Then `termgames resume` is started, and its list of moves is compared with
the one that stood there: at most the move in hand is missing. A bot may have moved on. After
SIGTERM and SIGHUP the terminal is restored and the exit code right; no process is left.

Half of the games go through a storm before: the program is stopped and continued, and the size of
its terminal changes, at any moment. It goes on afterwards, with as many threads as before, and has
asked the terminal again for all that it needs.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pexpect

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.play import store
from termgames.play.match import Match
from tests.campaign.monkey import SMALL
from tests.campaign.report import Report, repeated
from tests.processes import gone
from tests.terminal import Terminal, children

SIZE = (120, 60)
"""Columns and rows: all moves of a short game are in sight."""
SIGNALS = (signal.SIGKILL,) * 6 + (signal.SIGTERM, signal.SIGHUP)
PATIENCE = 90.0
"""Seconds for a program to come up on a busy machine."""
AT_ONCE = 3
"""Games that run beside each other."""
SCROLLBAR = "▁▂▃▄▅▆▇█"
MOST_THREADS = 12
"""One of them reads the terminal, and a few wait for bots; each further take-over would add one."""
IN_HAND = 4
"""A move is shorter: words in the column."""
LONGEST = 5.0
"""The most seconds that are played before the kill."""
STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT, signal.SIGWINCH)
"""What a storm is made of."""


@dataclass
class Plan:
    """One game and its end."""

    game_id: str
    players: tuple[str, ...]
    plain: bool
    number: signal.Signals
    after: float
    """Seconds from the first picture to the signal."""
    storm: bool

    @property
    def arguments(self) -> list[str]:
        """The command that plays it."""
        options = SMALL[self.game_id]
        info = games.info(self.game_id)
        seats = zip(info.seated(info.settle(options)), self.players, strict=True)
        return [
            *("play", self.game_id, "--cores=1"),
            *(f"--{name}={value}" for name, value in options.items()),
            *(f"--{seat}={player}" for seat, player in seats),
            *(["--plain"] if self.plain else []),
        ]


def plan(seed: int, kill: int) -> Plan:
    """The game of this number."""
    rng = random.Random(f"{seed}/{kill}")
    game_id = sorted(SMALL)[kill % len(SMALL)]
    info = games.info(game_id)
    seats = len(info.seated(info.settle(SMALL[game_id])))
    players = [rng.choice(("random", "greedy")) for _ in range(seats)]
    plain = rng.random() < 0.3
    if plain or rng.random() < 0.6:
        players[rng.randrange(seats)] = "human"
    number, after = rng.choice(SIGNALS), rng.uniform(0, LONGEST)
    return Plan(game_id, tuple(players), plain, number, after, rng.random() < 0.5)


def moves_on_screen(terminal: Terminal) -> list[str]:
    """The words of the list of moves in the column, each with the number of its turn. The first
    turns may have been scrolled out of sight."""
    rows = terminal.shown.split("\n")
    title = next((y for y, row in enumerate(rows) if "─Moves─" in row), None)
    if title is None:
        return []
    left = rows[title].index("─Moves─")
    told: list[str] = []
    number = ""
    for row in rows[title + 1 :]:
        line = re.match(r" {0,3}(\d+|-|  ) {2,}(?=\S)(.*)| *$", row[left:])
        if line is None:  # the graphs below, or the footer
            break
        text = (line[2] or "").rstrip()
        # A sentence, until it is painted over; a move that is too long ends in two dots.
        if text.endswith(".") and not text.endswith(".."):
            continue
        if line[1]:
            number = line[1].strip() or number
        told += [f"{number}: {word}" for word in text.rstrip(SCROLLBAR).split()]
    return told


def moves_in_lines(terminal: Terminal) -> list[str]:
    """The points of the moves that were printed, in their order. While a game is played each
    answer has a line of its own; the list of moves has one a turn."""
    text = terminal.written.decode("utf-8", "replace").replace("\r", "")
    rows = re.findall(r"^\d+\. (\w+ [^>\n]+)\n", text, re.M)
    moves = [row for row in rows if not row.endswith(".")]  # others are told in a sentence
    return re.findall(r"\b[a-z]\d+", " ".join(moves))


def missing(before: list[str], after: list[str], *, gaps: bool = False) -> int | None:
    """How much of one list is not in the other; None where they differ otherwise. The last of
    what was seen may have been written in part; with `gaps` not all of it need have been seen."""
    if gaps:
        rest = iter(after)
        return sum(1 for word in before if word not in rest)
    if after and after[0] in before:
        before = before[before.index(after[0]) :]
    if any(not came.startswith(seen) for seen, came in zip(before, after, strict=False)):
        return None
    return max(0, len(before) - len(after))


def saved(data: Path) -> Match | None:
    """The game in the data folder, as far as it was saved."""
    for path in data.glob(f"games/*{store.SUFFIX}"):
        try:
            return store.read(path)
        except TermgamesError:
            return None
    return None


def type_a_move(terminal: Terminal, told: Plan, data: Path, rng: random.Random) -> None:
    """If a human is to move, type a legal move of his."""
    match = saved(data)
    if match is None:
        match = Match(games.create(told.game_id, SMALL[told.game_id]), told.players, 1)
    prompt = match.prompt()
    if prompt is None or told.players[prompt.seat] != "human":
        return
    game = match.game
    legal = [move for move in game.legal_moves(prompt.state) if not game.refuse(prompt.state, move)]
    text = game.format(rng.choice(legal[:50])).encode()
    if told.plain:
        terminal.send(text + b"\r")
        return
    for part in (b"m", text, b"\r"):
        terminal.send(part)
        terminal.watch(0.05)


def storm(terminal: Terminal, rng: random.Random) -> None:
    """Some signals, some of them at once, and other sizes."""
    for _ in range(rng.randint(1, 12)):
        terminal.child.kill(rng.choice(STOPS))
        if rng.random() < 0.3:
            terminal.resize(rng.randint(1, 200), rng.randint(1, 70))
        if not terminal.watch(rng.choice((0, 0, 0.001, 0.02, 0.1))):
            return


def calm(terminal: Terminal, told: Plan) -> str:
    """Let the program go on in its own size; what is wrong with how it does, or nothing."""
    terminal.resize(*SIZE)
    before, end = len(terminal.written), time.monotonic() + PATIENCE
    for turn in range(10_000):
        terminal.child.kill(signal.SIGCONT)
        if not told.plain:
            terminal.resize(SIZE[0] - turn % 2, SIZE[1])
        elif turn % 10 == 0:
            terminal.send(b"where a1\r")
        if not terminal.watch(0.1):
            # In lines a game that is over ends.
            return "" if told.plain else "it has ended"
        if len(terminal.written) > before + 20 and turn > 3:
            break
        if time.monotonic() > end:
            return "it does not answer"
    terminal.resize(*SIZE)
    end = time.monotonic() + PATIENCE
    while wrong := _not_ready(terminal, told):
        terminal.child.kill(signal.SIGCONT)
        if not terminal.watch(0.1) or time.monotonic() > end:
            return wrong
    return ""


def _not_ready(terminal: Terminal, told: Plan) -> str:
    if told.plain:
        return ""
    # Whichever tab is seen: a game may be over, and a key may have turned to another.
    if not re.search("─[A-Z][a-z]+─{4}", terminal.shown):
        shown = [line.strip() for line in terminal.shown.split("\n") if line.strip()]
        return f"the board is not there, but {shown[:3]} to {shown[-3:]}"
    if "best from" in terminal.shown:
        return "its own size is not seen"
    last = dict(re.findall(rb"\x1b\[\?(\d+)([hl])", terminal.written))
    off = [mode for mode in (b"1000", b"1003", b"1006", b"1049", b"2004") if last.get(mode) != b"h"]
    if off or not terminal.raw:
        return f"the terminal is not taken over: {off}"
    threads = len(list(Path(f"/proc/{terminal.pid}/task").glob("*")))
    return f"{threads} threads run" if threads > MOST_THREADS else ""


def kill(seed: int, number: int, report: Report) -> None:
    """Play, kill, resume, compare."""
    told, rng = plan(seed, number), random.Random(number)
    sight = moves_in_lines if told.plain else moves_on_screen
    where = f"--seed {seed}, kill {number}: {told}"
    with tempfile.TemporaryDirectory(prefix="termgames-kills-") as place:
        data = Path(place)
        environment = {"TERMGAMES_DATA": place}
        with Terminal(*told.arguments, size=SIZE, nice=True, **environment) as terminal:
            _up(terminal, told)
            end = time.monotonic() + told.after
            while time.monotonic() < end and terminal.watch(rng.uniform(0.02, 0.4)):
                type_a_move(terminal, told, data, rng)
                if told.storm:
                    storm(terminal, rng)
            if told.storm and (wrong := calm(terminal, told)):
                report.fault(f"{where}: after the storm {wrong}")
                return
            report.counts["kills after a storm"] += told.storm
            family = children(terminal.pid)
            terminal.child.kill(told.number)
            before = sight(terminal)
            try:
                code = terminal.end()
            except pexpect.TIMEOUT:
                report.fault(f"{where}: does not end")
                return
            before = sight(terminal) if told.plain else before
            if told.number is not signal.SIGKILL:
                wrong = [] if told.plain else terminal.left_behind
                if code not in (128 + told.number, 0, 130) or wrong:
                    report.fault(f"{where}: code {code}, {wrong}")
            if left := [pid for pid in family if not gone(pid)]:
                report.fault(f"{where}: processes are left: {left}")
        report.counts[f"kills: {told.number.name}, {'line' if told.plain else 'screen'}"] += 1
        report.counts[f"kills: {told.game_id}"] += 1
        match = saved(data)
        if match is None or match.over:
            report.counts["kills before the first move, or after the last"] += 1
            # The first rolls are nobody's moves, in a line of their own: they are not saved.
            if match is None and len(before) > IN_HAND and not before[0].startswith("-"):
                report.fault(f"{where}: nothing is saved of {before!r}")
            return
        _compare(told, before, environment, sight, f"{where}", report)


def _up(terminal: Terminal, told: Plan) -> None:
    """Wait for the first picture, or the first prompt."""
    end = time.monotonic() + PATIENCE
    sign = "Type a move" if told.plain else "─Moves─"
    while sign not in terminal.shown and time.monotonic() < end:
        if not terminal.watch(0.02):
            return


def _compare(
    told: Plan,
    before: list[str],
    environment: dict[str, str],
    sight: Callable[[Terminal], list[str]],
    where: str,
    report: Report,
) -> None:
    arguments = ["resume", *(["--plain"] if told.plain else [])]
    with Terminal(*arguments, size=SIZE, nice=True, **environment) as terminal:
        _up(terminal, told)
        if told.plain:
            terminal.send(b"moves\r")
        # A list that is drawn in parts is whole after a while.
        end = time.monotonic() + PATIENCE
        after = sight(terminal)
        lost = missing(before, after, gaps=told.plain)
        while lost != 0 and time.monotonic() < end and terminal.watch(0.1):
            after = sight(terminal)
            lost = missing(before, after, gaps=told.plain)
            if after and lost in range(1, IN_HAND):
                break
    report.counts["moves compared"] += len(before)
    if lost is None or lost >= IN_HAND:
        report.fault(f"{where}: {before} was seen, {after} came back")
    elif lost:
        report.counts["the move in hand was missing"] += 1


def run(minutes: float, seed: int, *, most: int = 500) -> Report:
    """So many kills, or as many as there is time for."""
    return repeated(kill, minutes, seed, most, AT_ONCE)
