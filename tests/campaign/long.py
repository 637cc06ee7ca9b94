"""Records as long as any may be, through the commands that read them.

A game of Go for several colours goes on as long as somebody wants it to: nobody passes while there
is another move. Each command says what it has to say within bounds that no other input may reach.
"""

from __future__ import annotations

import random
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

from termgames import games
from termgames.play import match as matches
from termgames.play import record
from termgames.play.match import Match
from tests.campaign._kinds import call
from tests.campaign.report import Report

GAMES: dict[str, dict[str, Any]] = {"tricolor": {"size": 9}}
COMMANDS = (
    ("replay long.tgr --json", ""),
    ("replay long.tgr", ""),
    ("export long.tgr -o out.tgr", ""),
    ("doctor long.tgr", ""),
    ("resume long.tgr --plain", "undo\nmoves\nscore\nquit\n"),
)
SECONDS = 60.0
"""Of the processor, for each of them."""
MEGABYTES = 1000


def played(game_id: str, rng: random.Random, most: int, end: float) -> Match[Any, Any]:
    """A game of at most so many moves, in which one passes only where nothing else is left."""
    game = games.create(game_id, GAMES[game_id])
    match: Match[Any, Any] = Match(game, ("human",) * game.seats, 1)
    while match.ply < most and time.monotonic() < end and (prompt := match.prompt()) is not None:
        legal = list(game.legal_moves(prompt.state))
        rng.shuffle(legal)
        legal.sort(key=lambda move: not tuple(game.cells_of(move)))
        match.submit(next(move for move in legal if not game.refuse(prompt.state, move)))
    return match


def run(minutes: float, seed: int, *, most: int = matches.MOST_PLIES) -> Report:
    """A long game of each kind, again and again until the time is over."""
    report, end, number = Report(), time.monotonic() + 60 * minutes, 0
    while time.monotonic() < end:
        for game_id in GAMES:
            rng = random.Random(f"{seed}/{number}/{game_id}")
            _try(played(game_id, rng, most, end), f"--seed {seed}, {number}, {game_id}", report)
        number += 1
        if most < matches.MOST_PLIES:
            break
    return report


def _try(match: Match[Any, Any], where: str, report: Report) -> None:
    report.counts[f"moves of the longest game of {match.game.id}"] = max(
        match.ply, report.counts[f"moves of the longest game of {match.game.id}"]
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.tgr"
        path.write_text(record.write(match))
        for command, stdin in COMMANDS:
            before, memory = time.process_time(), _megabytes()
            code, _, err = call(
                command.replace("long.tgr", str(path)).replace("out", f"{folder}/out"), stdin
            )
            took = time.process_time() - before
            report.counts["commands"] += 1
            report.counts["most milliseconds"] = max(
                report.counts["most milliseconds"], round(1000 * took)
            )
            told = f"{where}, {match.ply} moves, `{command}`"
            if code not in (0, 1) or "fault, please" in err:
                report.fault(f"{told}: code {code}, {err[-500:]}")
            if took > SECONDS or _megabytes() - memory > MEGABYTES:
                report.fault(f"{told}: took {took:.1f} s, {_megabytes() - memory:.0f} MB")


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
