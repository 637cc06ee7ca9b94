"""Comments are typed on the screen, on a real terminal, until a signal ends the program.

Whatever the moment: the record can be read, its game is the same, each comment that was kept
before is there, and the one in hand is there as a whole or not at all. After signals that let the
program end by itself the terminal is as before.
"""

from __future__ import annotations

import random
import signal
import tempfile
import time
from pathlib import Path

import pexpect

from termgames import games
from termgames.play import store
from termgames.play.match import Match
from tests.campaign.kills import repeated
from tests.campaign.monkey import SMALL
from tests.campaign.report import Report
from tests.processes import gone
from tests.terminal import Terminal, children

SIGNALS = (*(signal.SIGKILL,) * 3, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
AT_ONCE = 2
MOVES = 12
LONGEST = 4.0
"""The most seconds of typing before the kill."""
PATIENCE = 90.0
DIALOG = "Comment on"
"""What stands above the text that is typed."""


def _game(seed: int, number: int) -> Match:
    rng = random.Random(f"{seed}/{number}")
    game_id = sorted(SMALL)[number % len(SMALL)]
    game = games.create(game_id, SMALL[game_id])
    match: Match = Match(game, ("human",) * game.seats, number)
    while match.ply < MOVES and (prompt := match.prompt()) is not None:
        legal = list(game.legal_moves(prompt.state))[:200]
        match.submit(rng.choice([move for move in legal if not game.refuse(prompt.state, move)]))
    return match


def text(number: int) -> str:
    """What is said on a position: nobody else says it."""
    return f"Remark {number}: " + "quite so, " * (number % 3) + f"end of {number}."


def _wait(terminal: Terminal, text: str, end: float, *, dialog: bool) -> bool:
    """Whether the text is shown in time, in the dialog or without it."""
    while text not in terminal.shown or (DIALOG in terminal.shown) != dialog:
        if time.monotonic() > end or not terminal.watch(0.02):
            return False
    return True


def type_comments(terminal: Terminal, rng: random.Random, end: float, most: int) -> tuple[int, int]:
    """Write one after the other, `most` of them, until the time is over; how many were kept, and
    how many begun."""
    kept = begun = 0
    while kept < most:
        terminal.send(b".w")
        if not _wait(terminal, DIALOG, end, dialog=True):
            return kept, begun
        begun += 1
        for part in text(begun).split(" "):
            terminal.send(f"{part} ".encode())
            if time.monotonic() > end or not terminal.watch(rng.choice((0, 0.005, 0.02))):
                return kept, begun
        terminal.send(b"\x13")
        # The comment is shown beside the board once it is kept.
        if not _wait(terminal, f"Remark {begun}:", end, dialog=False):
            return kept, begun
        kept += 1
    return kept, begun


def kill(seed: int, number: int, report: Report) -> None:
    """Write comments, kill, read the record."""
    rng = random.Random(f"{seed}/{number}")
    what, after = rng.choice(SIGNALS), rng.uniform(0.2, LONGEST)
    where = f"--seed {seed}, kill {number}: {what.name} after {after:.2f} s"
    match = _game(seed, number)
    with tempfile.TemporaryDirectory(prefix="termgames-comments-") as place:
        file = Path(place) / "game.tgr"
        store.save(match, file)
        # A ctrl+s that is typed as the program leaves would stop its terminal.
        around = {"nice": True, "flows": True, "TERMGAMES_DATA": place}
        with Terminal("replay", str(file), size=(120, 40), **around) as shown:
            end = time.monotonic() + PATIENCE
            while "─Moves─" not in shown.shown and time.monotonic() < end and shown.watch(0.02):
                pass
            kept, begun = type_comments(shown, rng, time.monotonic() + after, match.ply)
            family = children(shown.pid)
            shown.child.kill(what)
            try:
                code = shown.end()
            except pexpect.TIMEOUT:
                report.fault(f"{where}: does not end")
                return
            if what is not signal.SIGKILL and (code != 128 + what or shown.left_behind):
                report.fault(f"{where}: code {code}, {shown.left_behind}")
            if left := [pid for pid in family if not gone(pid)]:
                report.fault(f"{where}: processes are left: {left}")
        again = store.read(file, draws=False)
        told = [again.notes.comment(ply) for ply in range(again.ply + 1)]
        said = {each.strip() for each in told if each}
        wanted = {text(each + 1) for each in range(kept)}
        if again.moves != match.moves:
            report.fault(f"{where}: another game")
        if not wanted <= said or not said <= wanted | {text(begun)}:
            report.fault(f"{where}: {kept} were kept, {begun} begun, there are {sorted(said)}")
        report.counts[f"kills: {what.name}"] += 1
        report.counts["comments kept"] += kept
        report.counts["kills with a comment in hand"] += kept < begun
        report.counts["comments in hand that were kept"] += len(said) - kept


def run(minutes: float, seed: int, *, most: int = 500) -> Report:
    """So many kills, or as many as there is time for."""
    return repeated(kill, minutes, seed, most=most, at_once=AT_ONCE)
