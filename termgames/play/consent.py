"""Which other programs the user agreed to start.

A player can be another program, `gtp:COMMAND`, and every record names its players. Records
come from strangers: nothing that stands in one starts a program. What does is

    a command that the user typed himself, in `play` or `arena`        remembered
    his yes to a question, on the screen or in a terminal              remembered
    `resume --allow-program COMMAND`                                   for this run

Commands are compared letter by letter, and remembered in `programs.json` in the user's data
folder, which nobody else can write to. All this only makes a set of commands: it is
`gtp.program.Program` that takes the set and starts nothing else, whoever asks it to. Where
consent is missing a human gets the seat.
"""

import contextlib
import shlex
from collections.abc import Iterable, Set
from pathlib import Path

from termgames.core.errors import StorageError
from termgames.core.text import quotable
from termgames.play import data_files
from termgames.play.bots import gtp_bot
from termgames.play.bots.players import HUMAN, parse_player
from termgames.play.gtp.program import missing
from termgames.play.match import AnyMatch

_FILE = "programs.json"
_KEY = "allowed"
"""The key under which the file lists the commands."""


def path() -> Path:
    """The file of remembered commands, which may not be there."""
    return data_files.path(_FILE)


def remembered() -> frozenset[str]:
    """The commands that the user has agreed to; none when the file makes no sense, or when
    others could have written it."""
    listed = data_files.load(_FILE, own=True).get(_KEY)
    if not isinstance(listed, list):
        return frozenset()
    return frozenset(command for command in listed if isinstance(command, str))


def remember(commands: Iterable[str]) -> None:
    """Add commands to those remembered; StorageError when the file cannot be written."""
    before = remembered()
    wanted = before | frozenset(commands)
    if wanted == before:
        return
    with data_files.changing(_FILE):
        data_files.keep(_FILE, {_KEY: sorted(remembered().union(wanted))})


def remember_typed(commands: Iterable[str]) -> None:
    """Remember what the user typed himself. Where nothing can be written it holds for this run
    alone, and he is asked another time."""
    with contextlib.suppress(StorageError):
        remember(commands)


def commands(players: Iterable[str]) -> tuple[str, ...]:
    """The commands of the programs among players, each once."""
    written = (parse_player(player).command for player in players)
    return tuple(dict.fromkeys(filter(None, written)))


def unanswered(match: AnyMatch, allowed: Set[str]) -> tuple[str, ...]:
    """The commands of a match that the user is to be asked about. Nobody is asked about a
    program that could not play the match anyway."""
    return tuple(
        command
        for command in commands(match.players)
        if command not in allowed and not _refusal(match, command)
    )


def question(match: AnyMatch, command: str) -> str:
    """What to ask before a command of a match is allowed."""
    seats = [
        match.seat_name(seat)
        for seat, player in enumerate(match.players)
        if parse_player(player).command == command
    ]
    return (
        f"The record names another program as {' and '.join(seats)}:\n\n"
        f"    {quotable(command)}\n\n"
        "It can do whatever you can do on this computer. Start it only if you know it."
    )


def seat_humans(match: AnyMatch, allowed: Set[str], *, hint: bool = False) -> list[str]:
    """Give the seats of programs that are not `allowed`, or cannot play the match, to humans;
    a line a seat says so, with `hint` also how to allow the program."""
    lines, players = [], list(match.players)
    for seat, player in enumerate(match.players):
        command = parse_player(player).command
        fault = _refusal(match, command) if command else ""
        if not command or (command in allowed and not fault):
            continue
        players[seat] = str(HUMAN)
        name = match.seat_name(seat)
        line = f"{name}: a human plays, the program {quotable(command)} was not started"
        if fault:
            line += f": {fault}"
        elif hint:
            line += f"; to allow it: --allow-program {quotable(shlex.quote(command))}"
        lines.append(line)
    match.players = tuple(players)
    return lines


def _refusal(match: AnyMatch, command: str) -> str:
    """Why a program cannot play a match, empty where it can."""
    return gtp_bot.refusal(match.game, diagram=bool(match.start.diagram)) or missing(command)
