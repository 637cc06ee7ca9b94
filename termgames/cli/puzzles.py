"""`termgames problems`: solves problems of a game, lists them, or replays all of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from termgames import games
from termgames.cli import common, terminal
from termgames.cli.guard import FAILED, FINE
from termgames.core.errors import OptionError
from termgames.core.text import counted

if TYPE_CHECKING:
    from termgames.study.problems.problem import Problem
    from termgames.study.problems.ready import ProblemSet


def _games() -> list[str]:
    from termgames.study.problems import shelf

    return list(shelf.shipped())


@click.command("puzzles", short_help="Solve problems, from easy to hard.")
@click.argument("game", metavar="[GAME]", type=common.Named("game", _games), required=False)
@click.option("--list", "listing", is_flag=True, help="List the problems, or those of one game.")
@click.option("--check", is_flag=True, help="Play every listed move of every problem.")
@click.option(
    "--json", "as_json", is_flag=True, help="With --list: a line of JSON for each problem."
)
@click.option(
    "--problem",
    type=click.IntRange(1, 10_000),
    metavar="N",
    help="Begin with problem N (default: the one that suits your rating).",
)
@click.option("--name", default="", metavar="NAME", help="Whose progress is kept (as human:NAME).")
def puzzles(
    game: str | None,
    listing: bool,
    check: bool,
    as_json: bool,
    problem: int | None,
    name: str,
    plain: bool,
    ascii: bool,
    theme: str | None,
) -> int:
    """Solve problems of a game on its board; without GAME, list the games that have some.

    In each, one move is far better than all others, or alone captures or saves some stones. A
    wrong try is answered on the board. Your rating moves with the first try, and the next problem
    suits it. termgames lab problems GAME makes new problems.

    \b
    Examples:
      termgames problems plurality
      termgames problems --list --json
      termgames problems --check
    """
    from termgames.play.bots.players import named_human

    name = named_human(name)
    if as_json and not listing:
        raise OptionError("--json goes with --list: add it")
    if check:
        return _check(game)
    if listing:
        _list(game, as_json)
        return FINE
    if game is None and problem is not None:
        raise OptionError(f"--problem {problem} goes with a game: name one")
    if game is None:
        _overview(name)
        return FINE
    from termgames.study.problems import progress, ready

    opened = ready.of_game(game)
    if problem is not None and problem > len(opened.steps):
        raise OptionError(f"--problem {problem}: there are {len(opened.steps)} of {game}")
    at = progress.following(name, opened.problems) if problem is None else problem - 1
    if not terminal.draws(plain):
        _by_lines(opened, name, at)
        return FINE
    terminal.prepare_screen()
    from termgames.tui.app import run_problems

    return run_problems(opened, name, at, terminal.settings(ascii=ascii, theme=theme))


puzzles.params += [terminal.PLAIN, terminal.ASCII, terminal.THEME]


def _by_lines(opened: ProblemSet, name: str, at: int) -> None:
    from termgames.cli.table import line_reader
    from termgames.study.drills.lines import DrillLines
    from termgames.study.drills.problems import Problems

    row = Problems(opened.game_id, name)
    DrillLines(row, ask=line_reader(), say=terminal.say, play=bool).run(at)


def _wanted(game: str | None) -> list[Problem]:
    """The problems of one game, or of all."""
    from termgames.study.problems import shelf

    names = shelf.shipped() if game is None else (game,)
    return [problem for name in names for problem in shelf.of_game(name)]


def _overview(name: str) -> None:
    """How far the player is, a line for each game."""
    from termgames.study.problems import progress, shelf

    for game in shelf.shipped():
        problems, now = shelf.of_game(game), progress.of(name, game)
        solved = sum(problem.id in now.solved for problem in problems)
        rating = f", rating {now.strength.elo:.0f}" if now.strength.tried else ""
        click.echo(f"{game:<11} {solved} of {counted(len(problems), 'problem')} solved{rating}")
    click.echo("Begin with: termgames problems GAME")


def _list(game: str | None, as_json: bool) -> None:
    numbers: dict[str, int] = {}
    for problem in _wanted(game):
        if as_json or problem.goal:
            from termgames.study.problems import listing, ready  # the rules: the win needs none
        if as_json:
            click.echo(json.dumps(listing.as_json(problem)))
            continue
        if problem.goal:
            ready.goal_of(problem, ready.match_of(problem))  # a fault is told
        numbers[problem.game] = number = numbers.get(problem.game, 0) + 1
        options = _options(problem)
        click.echo(
            f"{problem.game:<11} {number:>3}  level {problem.level}  {options:<18}  {problem.ask}"
        )


def _options(problem: Problem) -> str:
    """The options of a problem as elsewhere, `size 5, order thue-morse`."""
    info = games.info(problem.game)
    others = dict.fromkeys(option.name for option in info.options)
    return info.chosen_line({**others, **problem.options})


def _check(game: str | None) -> int:
    """Replay all; the exit code is 1 where one has a fault."""
    from termgames.study.problems.listing import faults

    problems = _wanted(game)
    found = list(faults(problems))
    for fault in found:
        click.echo(fault, err=True)
    click.echo(f"{counted(len(problems), 'problem')} replayed, {counted(len(found), 'fault')}")
    return FAILED if found else FINE
