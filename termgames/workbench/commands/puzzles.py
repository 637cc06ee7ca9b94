"""`termgames lab problems GAME`: makes problems from games of bots."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import counted, listed
from termgames.workbench.commands import many_games

if TYPE_CHECKING:
    from termgames.study.problems.problem import Problem
    from termgames.workbench.problems.making import ProblemSearch

_OLDER = {"bots": "1-4", "opening": None, "proved": False, "fights": False}
"""What journals mean that do not say it."""


def _make(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.workbench.problems.making import ProblemSearch

    out = options["out"]
    if out is None:
        raise OptionError("--out: name the file of problems to write")
    if options["recheck"]:
        return _recheck(out, options)
    lowest, highest = many_games.levels("--levels", options["levels"], 9)
    wanted = ProblemSearch(
        info.id,
        tuple(chosen.items()),
        common.seed_or_random(options["seed"]),
        lowest,
        highest,
        options["proved"],
        many_games.levels("--bots", options["bots"], 8, least=0),
        options["opening"],
        options["fights"],
    )
    wanted.game()  # an option that does not fit is told before anything begins
    return _find(wanted, out, options)


def _find(wanted: ProblemSearch, out: Path, options: dict[str, Any]) -> int:
    """Look for problems on the board, beside those of the file, which is written after each game
    that gave some."""
    from termgames.workbench.problems import making
    from termgames.workbench.workers import worked

    there = _read(out)
    if strange := {problem.game for problem in there} - {wanted.game_id}:
        raise OptionError(
            f"--out {out} has problems of {listed(sorted(strange))}: name another file"
        )
    found = making.Collection(options["count"], options["share"])
    for problem in there:
        if tuple(problem.options.items()) == wanted.options:
            found.add(problem)
    journal = making.GamesProblems(options["resume"])
    header = {
        "problems": wanted.game_id,
        "options": dict(wanted.options),
        **{name: options[name] for name in ("levels", "bots", "opening", "proved", "fights")},
        "seed": wanted.seed,
    }
    seed = journal.open_for(header, older=_OLDER, seeded=options["seed"] is not None)
    wanted, before = replace(wanted, seed=seed), len(found.problems)
    played = set()
    for row in journal.rows():
        played.add(row.game)
        found.take(row.problems)
    if missing := found.problems[before:]:
        _write(out, wanted.game_id, [*there, *missing])
    ends = math.inf if options["time"] is None else time.monotonic() + 60 * options["time"]

    def tasks() -> Iterator[tuple[ProblemSearch, int]]:
        for number in count():
            if found.full or time.monotonic() > ends:
                return
            if number not in played:
                yield replace(wanted, seconds=max(0.0, ends - time.monotonic())), number

    with many_games.working(options, journal) as progress:
        progress.begin(options["count"], len(found.problems))
        for (_, number), problems in worked(making.problems_of_game, tasks(), progress.workers):
            # A game that its time may have cut short is looked at again on going on.
            if time.monotonic() < ends:
                journal.add(making.GameProblems(number, tuple(problems)))
            new = found.take(problems)
            for problem in new:
                told = f"level {problem.level}, {problem.sure}: {problem.ask}"
                progress.counted(f"game {number}: {told}")
            if new:
                _write(out, wanted.game_id, [*_read(out), *new])
        levels = sorted(Counter(problem.level for problem in found.problems).items())
        grades = ", ".join(f"{number} of level {level}" for level, number in levels)
        click.echo(f"{counted(len(found.problems), 'problem')} on this board in {out}: {grades}")
    return progress.code


def _recheck(out: Path, options: dict[str, Any]) -> int:
    from termgames.workbench.problems import making
    from termgames.workbench.workers import worked

    problems, seed = _read(out), common.seed_or_random(options["seed"])
    tasks = ((problem, options["recheck"], seed) for problem in problems)
    dropped: dict[str, str] = {}
    with many_games.working({"jobs": options["jobs"]}) as progress:
        progress.begin(len(problems))
        for (problem, *_), why in worked(making.why_dropped, tasks, progress.workers):
            dropped[problem.id] = why
            progress.counted(f"{problem.id}: {f'dropped: {why}' if why else 'holds'}")
        kept = [problem for problem in problems if not dropped[problem.id]]
        if len(kept) < len(problems) and kept:
            _write(out, problems[0].game, kept)
        elif problems and not kept:
            common.note(f"a file has one problem at least: {out} stays as it is")
        click.echo(f"{len(kept)} of {counted(len(problems), 'problem')} hold")
    return progress.code


def _read(file: Path) -> list[Problem]:
    """The problems in a file; none where it is not there."""
    from termgames.study.problems import shelf

    return shelf.load(file) if file.exists() else []


def _write(file: Path, game_id: str, problems: list[Problem]) -> None:
    from termgames.play import store
    from termgames.study.problems import shelf

    ordered = sorted(problems, key=lambda problem: (problem.level, problem.id))
    store.write_text(file, shelf.written(game_id, ordered))


make = of_each_game(
    "make",
    _make,
    [
        common.file("--out", help="The file of problems; those that it holds stay in it."),
        common.whole("--count", default=20, help="Problems to find on this board."),
        click.Option(
            ["--levels"],
            default="1-9",
            metavar="A-B",
            show_default=True,
            help="The grades that are wanted.",
        ),
        click.Option(
            ["--bots"],
            default="1-4",
            metavar="A-B",
            show_default=True,
            help="Levels of the bots whose games are looked at; 0 moves at random, but fills "
            "no own eyes.",
        ),
        click.Option(
            ["--opening"],
            type=click.IntRange(min=0),
            metavar="MOVES",
            help="Random moves at the beginning of a game, at most.  [default: one to 10 cells]",
        ),
        common.flag("--proved", help="Only what exact play proves."),
        common.flag(
            "--fights",
            help="Stones to capture or to save, or ground to hold, in the place of the win; "
            "for Tri-Color and Mitropia.",
        ),
        common.whole("--share", default=40, most=100, help="Percent of one grade, at most."),
        click.Option(
            ["--time"],
            type=click.FloatRange(min=0, min_open=True),
            metavar="MINUTES",
            help="Stop after so long.",
        ),
        common.file(
            "--resume", help="Keep what each game gave in this file, and go on from there."
        ),
        common.whole(
            "--recheck",
            default=0,
            low=0,
            help="Make none: look at those in --out again with N times the thought, and drop "
            "those that do not hold.",
        ),
        common.jobs("Processes that look."),
        common.SEED,
    ],
    title="Make problems of {title}.",
    about="Make problems of {title} from games of bots.\n\n"
    "Positions where one move is far better than all others are kept: proved by the solver "
    "where it reaches them, else by three deep searches that agree, each with 50 times the "
    "playouts of the strongest level that fails. The grade is the lowest level that finds the "
    "answer in 9 of 10 tries. No two are alike up to symmetry and a few stones.\n\n"
    "With --fights a problem asks for a group to capture or to save, or for ground to hold, "
    "where one or two moves alone do it. An exact search proves each legal move right or wrong "
    "against all others together. The grade is the number of own moves until all is decided, "
    "more where the proof had to look at much, and less where the answer is soon guessed.",
    examples=("lab problems {id} --size 7 --count 20 --out {id}.problems",),
    help="Make problems from games of bots.",
)
