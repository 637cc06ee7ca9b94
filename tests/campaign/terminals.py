"""Programs in terminals: started in many ways, sent keys, moves and signals at any moment, ended or
killed, and started again. SITUATIONS and `_tables.ROUNDS` tell what is done and what must hold.
"""

from __future__ import annotations

import random
import re
import signal
import tempfile
from functools import partial
from pathlib import Path

from termgames import games
from termgames.core.errors import TermgamesError
from termgames.play import store
from termgames.play.match import AnyMatch
from tests.campaign import _keys, _tables
from tests.campaign._programs import PATIENCE, SIZE, Program, missing
from tests.campaign._shared import SMALL, begun, legal, played
from tests.campaign.report import Row, Try, check
from tests.terminal import MODES, TERMGAMES, children, memory

DEEDS = {"kills": 25, "monkey": 600}
"""So much is done at most before the end, of all that a session does."""
PULSE = 150  # deeds after which the program is asked whether it lives
STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT, signal.SIGWINCH)
"""What a storm is made of."""
MOST_THREADS, MOST_CHILDREN, MOST_MEMORY = 12, 24, 400.0
"""One thread reads the terminal, and a few wait for bots; each further take-over would add one. A
usual session takes 70 to 110 MB."""
IN_HAND = {"plurality": 3, "mitropia": 3}
"""Points of a move, 2 elsewhere."""
SIZES = ["80x24", "100x30", "120x40", "60x24", "40x12", "200x60"]
ODD_SIZES = ["1x1", "2x2", "4x4", "6x3", "1x60", "300x1", "39x11", "8x30", "20x5"]
STUCK = """
import sys, time
from textual.driver import Driver
before = Driver.process_message
def process(self, message):
    if getattr(message, 'key', '') == '0': self._loop.call_soon_threadsafe(time.sleep, 600)
    before(self, message)
Driver.process_message = process
from termgames.cli import main
sys.exit(main())
"""
"""A program that answers no more once 0 was typed."""
SITUATIONS = """
# of what  | started                      | done by lot     | ended by          | must hold
kills  4   | a game                       | move            | KILL 3, TERM, HUP | end, back
kills  3   | a game                       | move 3, storm 2 | KILL 3, TERM, HUP | lives, end, back
kills  3   | a game, line by line         | move 4, storm 1 | KILL 3, TERM, INT | lives, end, back
kills  1   | a game that is stuck after 0 | move            | TERM, HUP         | end, back
monkey 2   | the menu                     | KEYS            | Q 3, TERM, HUP    | lives, end
monkey 3   | a game                       | KEYS            | Q 3, TERM, HUP    | lives, end
monkey 1   | the last game                | KEYS            | Q 3, TERM, HUP    | lives, end
monkey 1   | a record                     | KEYS            | Q 3, TERM, HUP    | lives, end
"""
"""How often each is drawn and done is a number behind it. What must hold:

lives   after a pause it draws in its own size, and has asked the terminal for all it needs again;
        few threads, processes and megabytes
end     the exit code is right; terminal, processes and fault log are as they should be
back    `resume` shows the moves that stood there, but at most the one in hand
"""
KEYS = "short 35, letter 20, key 5, way 4, mouse 17, paste 2, size 3, broken 3"


def drawn(text: str, rng: random.Random) -> str:
    """One of these, `a 3, b`, as often as its number says; 1 where there is none."""
    found = re.findall(r"(\w+)(?: (\d+))?", text)
    return rng.choices([name for name, _ in found], [int(often or 1) for _, often in found])[0]


class Session:
    """A program in a situation, in a data folder of its own."""

    def __init__(self, campaign: str, this: Try, row: list[str], data: Path) -> None:
        self.this, self.rng, self.data = this, this.rng, data
        self.started, self.deeds, self.ends, self.holds = row
        self.plain, self.drawn = "line by line" in self.started, campaign == "kills"
        self.game_id = self.rng.choice(sorted(SMALL))
        self.left = DEEDS[campaign]
        self.columns, self.rows = SIZE
        if not self.drawn:
            self.columns, self.rows = map(int, self.rng.choice(SIZES).split("x"))

    def arguments(self) -> list[str]:
        """The command of the situation; records lie in the folder where there is no new game."""
        if "a game" in self.started:
            info, options = games.info(self.game_id), SMALL[self.game_id]
            seats = info.seated(info.settle(options))
            kinds = ("random", "greedy") if self.drawn else ("human", "random", "greedy", "bot:1")
            self.players = [self.rng.choice(kinds) for _ in seats]
            if self.plain or self.rng.random() < 0.6:
                self.players[self.rng.randrange(len(seats))] = "human"
            told = [*options.items(), *zip(seats, self.players, strict=True)]
            named = [f"--{name}={value}" for name, value in told]
            return ["play", self.game_id, "--cores=1", *named]
        for at, game_id in enumerate(SMALL):
            for moves in (9, 400):
                path = self.data / "games" / f"2026010{at}-{moves}-{game_id}{store.SUFFIX}"
                path.parent.mkdir(exist_ok=True)
                store.save(played(game_id, moves), path)
        (self.data / "games" / f"broken{store.SUFFIX}").write_text("no record")
        record = self.rng.choice(sorted((self.data / "games").glob(f"*0*{store.SUFFIX}")))
        ways = {"the last game": ["resume"], "a record": ["replay", str(record)]}
        return ways.get(self.started, [])

    def program(self, *arguments: str) -> Program:
        """One that is made to write where it is, if it does not answer."""
        return Program(
            *arguments,
            plain=self.plain,
            size=(self.columns, self.rows),
            drawn=self.drawn and not self.plain,
            flows=not self.drawn,
            program=("-c", STUCK) if "stuck" in self.started else TERMGAMES,
            TERMGAMES_DATA=str(self.data),
            PYTHONFAULTHANDLER="1",
        )

    def run(self) -> None:
        """Start it, again where it has ended by itself in the middle, do all that is to be done,
        end it, and see what must hold."""
        arguments = self.arguments()
        while self.left > 0:
            with self.program(*arguments) as self.at:
                self.play()
            log, arguments = self.data / "faults.log", []
            check(not log.exists(), log.read_text(errors="replace") if log.exists() else "")
            self.this.counts["starts"] += 1
            if self.drawn:
                break
        if "back" in self.holds:
            self.back()

    def play(self) -> None:
        """From the start of the program to its end."""
        self.family: set[int] = set()
        alive, most = self.at.up(), self.left
        if self.drawn:
            most = self.left = self.rng.randint(0, self.left)
        while alive and self.left > 0:
            self.left -= 1
            deed = drawn(self.deeds.replace("KEYS", KEYS), self.rng)
            if deed in _keys.TYPED:
                self.send(_keys.TYPED[deed](self.rng, self.columns, self.rows))
            else:
                getattr(self, deed)()
            self.this.counts[deed] += 1
            alive = self.at.watch(0 if self.drawn else self.rng.uniform(0.002, 0.02))
            if not self.drawn and self.left % 25 == 0:
                self.at.wake()
            if alive and (most - self.left) % PULSE == 0:
                alive = self.lives()
        if alive and "lives" in self.holds:
            alive = self.lives()
        self.end(drawn(self.ends, self.rng) if alive else "")
        self.left -= most == self.left  # it has ended at once

    def saved(self) -> AnyMatch | None:
        """The game in the data folder, as far as it was saved."""
        for path in self.data.glob(f"games/*{store.SUFFIX}"):
            try:
                return store.read(path)
            except TermgamesError:
                return None
        return None

    def move(self) -> None:
        """If a human is to move, type a legal move of his."""
        match = self.saved() or begun(self.game_id, *self.players)
        moves, prompt = legal(match, 50), match.prompt()
        if prompt is not None and self.players[prompt.seat] == "human":
            self.at.move(match.game.format(self.rng.choice(moves)))
        self.at.watch(self.rng.uniform(0.02, 0.4))

    def storm(self) -> None:
        """Some signals, some of them at once, and other sizes."""
        for _ in range(self.rng.randint(1, 12)):
            self.at.child.kill(self.rng.choice(STOPS))
            if self.rng.random() < 0.3:
                self.at.resize(self.rng.randint(1, 200), self.rng.randint(1, 70))
            if not self.at.watch(self.rng.choice((0, 0, 0.001, 0.02, 0.1))):
                return

    def send(self, text: str) -> None:
        self.at.send(text.encode("latin-1"))

    def size(self) -> None:
        """Another size, seldom a very small or narrow one for a moment."""
        sizes = [self.rng.choice(SIZES)]
        if self.rng.random() < 0.25:
            sizes.insert(0, self.rng.choice(ODD_SIZES))
        for self.columns, self.rows in (map(int, each.split("x")) for each in sizes):
            self.at.resize(self.columns, self.rows)
            self.send(_keys.typed("3*SHORT", self.rng))

    def lives(self) -> bool:
        """Whether the program still runs; Broken where it does, and not as it should."""
        at, before, turn, wrong = self.at, len(self.at.written), 0, ""

        def answers() -> bool:
            nonlocal turn
            turn += 1
            at.child.kill(signal.SIGCONT)
            at.resize(SIZE[0] - turn % 2 * (not self.plain), SIZE[1])
            if self.plain and turn % 10 == 0:
                at.send(b"where a1\r")
            return turn > 4 and len(at.written) > before + 20

        def ready() -> bool:
            nonlocal wrong
            at.child.kill(signal.SIGCONT)
            wrong = self.not_ready() if self.drawn and not self.plain else ""
            return not wrong

        answered = at.until(answers)
        at.resize(*SIZE)
        if not at.child.isalive():
            return False
        self.answered("draw", answered)
        check(at.until(ready) or not at.child.isalive(), f"after the storm {wrong}")
        below, megabytes = set(children(at.pid)), memory(at.pid)
        self.family |= below
        check(megabytes < MOST_MEMORY, f"takes {megabytes:.0f} MB")
        check(len(below) <= MOST_CHILDREN, f"has {len(below)} processes below it")
        return True

    def not_ready(self) -> str:
        """What is wrong with a screen."""
        # Whichever tab is seen: a game may be over, and a key may have turned to another.
        if not re.search("─[A-Z][a-z]+─{4}", self.at.shown):
            return f"the board is not there, but {' '.join(self.at.shown.split())[:300]}"
        if "best from" in self.at.shown:
            return "its own size is not seen"
        last = dict(re.findall(r"\x1b\[\?(\d+)([hl])", self.at.written.decode("latin-1")))
        off = [mode for mode in MODES if mode not in ("25", "1004") and last.get(mode) != "h"]
        if off or not self.at.raw:
            return f"the terminal is not taken over: {off}"
        threads = len(list(Path(f"/proc/{self.at.pid}/task").glob("*")))
        return f"{threads} threads run" if threads > MOST_THREADS else ""

    def answered(self, what: str, done: bool) -> None:
        """Broken, with the place where the program is, unless it has done that."""
        if not done:
            written = len(self.at.written)
            self.at.child.kill(signal.SIGABRT)
            self.at.wrong_end((), 0, patience=5.0)
            said = self.at.written[written:].decode("utf-8", "replace")
            check(False, f"does not {what}: {said}")

    def end(self, how: str) -> None:
        """End it, unless it has ended by itself; Broken where that is not as it should be."""
        at, codes = self.at, [0]
        self.this.done.append(how or "nothing")
        self.this.counts[f"ends: {how or 'by itself'}"] += 1
        self.family |= set(children(at.pid))
        if "stuck" in self.started:
            at.send(b"0")
            at.watch(0.3)
        if how == "Q":
            # What comes before may be part of a paste.
            left = at.until(lambda: not at.send(b"\x11") or at.wake())
            self.answered("quit", left or not at.child.isalive())
        elif how:
            number = signal.Signals[f"SIG{how}"]
            at.wake()
            at.child.kill(number)
            codes += [-number] if how == "KILL" else [128 + number, 130]
        self.before = at.moves if self.drawn else []
        if at.after and not self.drawn:
            # A ctrl+c that came after the program had left its screen ends what is left of it.
            codes += [130, -signal.SIGINT]
        wrong = at.wrong_end(self.family, *codes)
        check(not wrong, wrong)
        self.before = at.moves if self.plain else self.before

    def back(self) -> None:
        """Broken where more than the move in hand does not come back. A bot may have moved on."""
        match, before, most = self.saved(), self.before, IN_HAND.get(self.game_id, 2)
        if match is None or match.over:
            check(match or len(before) <= most, f"nothing is saved of {before!r}")
            return
        with self.program("resume") as again:
            again.up()
            if self.plain:
                again.send(b"moves\r")
            # A list that is drawn in parts is whole after a while.
            if not again.until(lambda: not missing(before, again.moves), 5):
                again.until(lambda: missing(before, again.moves) <= most, PATIENCE)
            after = again.moves
        check(missing(before, after) <= most, f"{before} was seen, {after} came back")
        self.this.counts["moves compared"] += len(before)


def session(campaign: str, this: Try) -> None:
    """One session in a situation of that campaign."""
    lines = [line for line in SITUATIONS.splitlines() if line.startswith(campaign)]
    often = [int(line.split()[1]) for line in lines]
    row = [part.strip() for part in this.rng.choices(lines, often)[0].split("|")[1:]]
    this.done.append(", ".join(row))
    with tempfile.TemporaryDirectory(prefix="termgames-terminals-") as place:
        Session(campaign, this, row, Path(place)).run()


ROWS = {
    "kills": Row(partial(session, "kills"), "games are ended by signals, and resumed", 3),
    "monkey": Row(partial(session, "monkey"), "keys, mouse, sizes, broken bytes at 2 to 20 ms", 2),
    "tables": Row(_tables.kills, "tables and their guests are killed and held", 2),
}
