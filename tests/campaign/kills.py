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
from dataclasses import dataclass
from pathlib import Path

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.play import store
from termgames.play.match import AnyMatch
from tests.campaign._programs import PATIENCE, SIZE, Program, missing
from tests.campaign._shared import SMALL, begun, check, judged, legal
from tests.campaign.report import Report, repeated
from tests.terminal import children

SIGNALS = (signal.SIGKILL,) * 6 + (signal.SIGTERM, signal.SIGHUP)
STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT, signal.SIGWINCH)
"""What a storm is made of."""
MODES = (b"1000", b"1003", b"1006", b"1049", b"2004")
"""What the screen asks of the terminal."""
MOST_THREADS = 12
"""One of them reads the terminal, and a few wait for bots; each further take-over would add one."""
IN_HAND = 4
"""A move is shorter: words in the column."""
LONGEST = 5.0
"""The most seconds that are played before the kill."""


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
        options, info = SMALL[self.game_id], games.info(self.game_id)
        seats = zip(info.seated(info.settle(options)), self.players, strict=True)
        told = [*options.items(), *seats]
        return ["play", self.game_id, "--cores=1", *(f"--{name}={value}" for name, value in told)]


def plan(seed: int, number: int) -> Plan:
    """The game of this number."""
    rng, game_id = random.Random(f"{seed}/{number}"), sorted(SMALL)[number % len(SMALL)]
    info, plain = games.info(game_id), rng.random() < 0.3
    seats = len(info.seated(info.settle(SMALL[game_id])))
    players = [rng.choice(("random", "greedy")) for _ in range(seats)]
    if plain or rng.random() < 0.6:
        players[rng.randrange(seats)] = "human"
    ends, after = rng.choice(SIGNALS), rng.uniform(0, LONGEST)
    return Plan(game_id, tuple(players), plain, ends, after, rng.random() < 0.5)


def saved(data: Path) -> AnyMatch | None:
    """The game in the data folder, as far as it was saved."""
    for path in data.glob(f"games/*{store.SUFFIX}"):
        try:
            return store.read(path)
        except TermgamesError:
            return None
    return None


def type_a_move(program: Program, told: Plan, data: Path, rng: random.Random) -> None:
    """If a human is to move, type a legal move of his."""
    match = saved(data) or begun(told.game_id, *told.players)
    moves, prompt = legal(match, 50), match.prompt()
    if prompt is not None and told.players[prompt.seat] == "human":
        program.move(match.game.format(rng.choice(moves)))


def storm(program: Program, rng: random.Random) -> None:
    """Some signals, some of them at once, and other sizes."""
    for _ in range(rng.randint(1, 12)):
        program.child.kill(rng.choice(STOPS))
        if rng.random() < 0.3:
            program.resize(rng.randint(1, 200), rng.randint(1, 70))
        if not program.watch(rng.choice((0, 0, 0.001, 0.02, 0.1))):
            return


def calm(program: Program) -> None:
    """Let the program go on in its own size; Broken where it does not as it should."""
    before, turn, wrong = len(program.written), 0, ""

    def answers() -> bool:
        nonlocal turn
        turn += 1
        program.child.kill(signal.SIGCONT)
        program.resize(SIZE[0] - turn % 2 * (not program.plain), SIZE[1])
        if program.plain and turn % 10 == 0:
            program.send(b"where a1\r")
        return turn > 4 and len(program.written) > before + 20

    def ready() -> bool:
        nonlocal wrong
        program.child.kill(signal.SIGCONT)
        wrong = "" if program.plain else not_ready(program)
        return not wrong

    answered = program.until(answers)
    program.resize(*SIZE)
    # In lines a game that is over ends.
    alive = program.child.isalive()
    check(answered or (program.plain and not alive), "after the storm it does not answer")
    check(not alive or program.until(ready), f"after the storm {wrong}")


def not_ready(program: Program) -> str:
    """What is wrong with a screen."""
    # Whichever tab is seen: a game may be over, and a key may have turned to another.
    if not re.search("─[A-Z][a-z]+─{4}", program.shown):
        shown = [line.strip() for line in program.shown.split("\n") if line.strip()]
        return f"the board is not there, but {shown[:3]} to {shown[-3:]}"
    if "best from" in program.shown:
        return "its own size is not seen"
    last = dict(re.findall(rb"\x1b\[\?(\d+)([hl])", program.written))
    off = [mode for mode in MODES if last.get(mode) != b"h"]
    if off or not program.raw:
        return f"the terminal is not taken over: {off}"
    threads = len(list(Path(f"/proc/{program.pid}/task").glob("*")))
    return f"{threads} threads run" if threads > MOST_THREADS else ""


def kill(seed: int, number: int, report: Report) -> None:
    """Play, kill, resume, compare."""
    told, rng = plan(seed, number), random.Random(number)
    with (
        tempfile.TemporaryDirectory(prefix="termgames-kills-") as place,
        judged(report, lambda: f"--seed {seed}, kill {number}: {told}"),
    ):
        data, environment = Path(place), {"TERMGAMES_DATA": place}
        with Program(*told.arguments, plain=told.plain, **environment) as program:
            program.up()
            end = time.monotonic() + told.after
            while time.monotonic() < end and program.watch(rng.uniform(0.02, 0.4)):
                type_a_move(program, told, data, rng)
                if told.storm:
                    storm(program, rng)
            if told.storm:
                calm(program)
            family = children(program.pid)
            program.child.kill(told.number)
            before = program.moves
            killed = told.number is signal.SIGKILL
            codes = (-told.number,) if killed else (128 + told.number, 130)
            wrong = program.wrong_end(family, 0, *codes)
            check(not wrong, wrong)
            before = program.moves if told.plain else before
        report.counts[f"kills: {told.number.name}, {'line' if told.plain else 'screen'}"] += 1
        match = saved(data)
        if match is None or match.over:
            report.counts["kills before the first move, or after the last"] += 1
            # The first rolls are nobody's moves, in a line of their own: they are not saved.
            few = match or len(before) <= IN_HAND or before[0].startswith("-")
            check(few, f"nothing is saved of {before!r}")
            return
        compare(told.plain, before, environment)
        report.counts["moves compared"] += len(before)


def compare(plain: bool, before: list[str], environment: dict[str, str]) -> None:
    """Broken where more than the move in hand has not come back."""
    with Program("resume", plain=plain, **environment) as program:
        program.up()
        if plain:
            program.send(b"moves\r")
        after: list[str] = []
        lost: int | None = None

        def back(most: int) -> bool:
            nonlocal after, lost
            after = program.moves
            lost = missing(before, after, gaps=plain)
            return lost is not None and lost <= most and bool(after or not before)

        # A list that is drawn in parts is whole after a while.
        if not program.until(lambda: back(0), 5):
            program.until(lambda: back(IN_HAND - 1), PATIENCE)
    check(lost is not None and lost < IN_HAND, f"{before} was seen, {after} came back")


def run(minutes: float, seed: int, *, most: int = 500) -> Report:
    """So many kills, or as many as there is time for."""
    return repeated(kill, minutes, seed, most, lanes=3)
