"""Whether bots answer in time over the Go Text Protocol.

    python -m tests.benchmarks.gtp_clock --seconds 1 --moves 20 --busy 2

plays all games over GTP, each move with so many seconds of its own, meanwhile keeps some cores busy
with loops, and prints for each game and board how many replies came in time and the largest. The
time of a reply is what the controller sees: from sending the command to reading the answer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field

BOARDS = (
    "plurality",
    "plurality --size 7",
    "pletore",
    "tricolor",
    "majorities",
    "mitropia",
    "mitropia --pro --players 2 --map 9x9",
    "mitropia --pro --players 2 --map 19x19",
)


@dataclass
class Line:
    """A program that speaks GTP."""

    process: subprocess.Popen[str]

    def ask(self, command: str) -> str:
        """The answer to a command; RuntimeError where it is refused."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        lines = []
        while line := self.process.stdout.readline().strip():
            lines.append(line)
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"{command}: {lines}")
        return "\n".join(lines)[1:].strip()


@dataclass
class Replies:
    """How long replies took, in seconds."""

    seconds: list[float] = field(default_factory=list)

    def told(self, allowed: float) -> str:
        """One line about them."""
        late = sum(one > allowed for one in self.seconds)
        inside, most = len(self.seconds) - late, max(self.seconds)
        mean = sum(self.seconds) / len(self.seconds)
        return f"{inside:4} of {len(self.seconds):4} in time, mean {mean:.2f} s, largest {most:.2f}"


def replies(board: str, arguments: list[str], allowed: float, moves: int) -> Replies:
    """The replies of so many searched moves, of several games if one ends; answers that need no
    search, as prepared ones, do not count."""
    command = [sys.executable, "-m", "termgames", "gtp", *board.split(), *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    found, line = Replies(), Line(process)
    line.ask(f"time_settings 0 {allowed:g} 1")
    try:
        played = 0
        while len(found.seconds) < moves:
            state = json.loads(line.ask("termgames-state"))
            if state["over"] or played >= 400:
                line.ask("clear_board")
                played = 0
                continue
            if state["to_move"] == "chance":
                line.ask("termgames-chance")
                continue
            began = time.monotonic()
            line.ask(f"genmove {state['to_move']}")
            seconds = time.monotonic() - began
            played += 1
            if seconds > allowed / 20:
                found.seconds.append(seconds)
    finally:
        process.kill()
        process.communicate()
    return found


def main() -> None:
    """Play, and print a line for each board."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move")
    parser.add_argument("--moves", type=int, default=100, help="to measure, for each board")
    parser.add_argument("--busy", type=int, default=0, help="loops that run meanwhile")
    parser.add_argument("--cores", type=int, default=1, help="processes of the bot")
    parser.add_argument("--level", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="boards whose line begins like this")
    asked = parser.parse_args()
    loops = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(asked.busy)
    ]
    arguments = ["--level", str(asked.level), "--seed", str(asked.seed)]
    arguments += ["--cores", str(asked.cores)]
    try:
        for board in BOARDS:
            if board.startswith(asked.only):
                found = replies(board, arguments, asked.seconds, asked.moves)
                print(f"{board:42} {asked.seconds:g} s: {found.told(asked.seconds)}", flush=True)
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    main()
