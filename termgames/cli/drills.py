"""`termgames learn`, `problems` and `mistakes`: lists lessons, problems and one's own mistakes,
checks them, and has them answered one after the other."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from termgames import games, paths
from termgames.cli import common, settings_options, terminal
from termgames.cli.guard import FAILED, FINE
from termgames.core.errors import LessonError, OptionError, RecordError, TermgamesError
from termgames.core.text import columns, counted
from termgames.play.bots.players import named_human
from termgames.study.exercises import shelf as mistakes
from termgames.study.lessons import shelf
from termgames.study.lessons import shelf as courses
from termgames.study.problems import progress as solving
from termgames.study.problems import shelf as problems

if TYPE_CHECKING:
    from termgames.play.new_game import NewGame
    from termgames.study.drills.drill import Row
    from termgames.study.exercises.exercise import Exercise
    from termgames.study.problems.problem import Problem

NAME = click.Option(
    ["--name"], default="", metavar="NAME", help="Whose progress is kept (as human:NAME)."
)


def _answer(row: Row, at: int, *, plain: bool, **_: Any) -> int:
    """Have the drills of a row answered, from number `at`, counted from 0."""
    if not terminal.draws(plain):
        from termgames.cli.table import line_reader
        from termgames.study.drills.lines import DrillLines

        DrillLines(row, ask=line_reader(), say=terminal.say, play=_play).run(at)
        return FINE
    terminal.prepare_screen()
    from termgames.tui.app import run_row

    return run_row(row, at, terminal.settings())


def _play(new: NewGame) -> bool:
    """Play the small game line by line; whether it came to its end."""
    from termgames.cli.table import seat_players
    from termgames.play import store
    from termgames.play.save_file import SaveFile

    match = new.match()
    seat_players(match, SaveFile(store.new_file(new.game_id)), terminal.settings(), plain=True)
    return match.over


def _number(row: Row, number: int | None, many: str) -> int:
    """Which drill to begin with, from 0, of a `number` that is typed, with what is said of a row
    that has fewer."""
    if number is not None and number > row.count:
        raise OptionError(many)
    return row.first if number is None else number - 1


# -- lessons -------------------------------------------------------------------------------------


def _courses() -> list[str]:
    return [*courses.shipped(), *courses.own()]


COURSE = settings_options.Named("course", _courses, files=True)


@click.command("learn")
@click.argument("course", metavar="[GAME|FILE]", type=COURSE, required=False)
@click.option(
    "--list", "listing", is_flag=True, help="List the courses, or one, with your progress."
)
@click.option("--check", is_flag=True, help="Play every task with every listed answer.")
@click.option("--json", "as_json", is_flag=True, help="With --list and --check: a line of JSON.")
@click.option(
    "--task",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Begin with lesson N (default: the next).",
)
def learn(
    course: str | None,
    listing: bool,
    check: bool,
    as_json: bool,
    task: int | None,
    name: str,
    **look: Any,
) -> int:
    """Learn a game by tasks on its board; without GAME, list the courses and your progress.

    The last lesson is a small game against the weakest bot. FILE is a course of your own:
    assets/lessons/README.md tells how to write one.

    \b
    Examples:
      termgames learn plurality
      termgames learn --list --json
      termgames learn mine.lesson --check
    """
    name = named_human(name)
    if check:
        return _check_courses(course, as_json)
    if course is None or listing:
        _list_courses(course, name, as_json)
        return FINE
    if as_json:
        raise OptionError("--json goes with --list and --check: add one of them")
    from termgames.study.drills.lessons import Lessons

    row = Lessons(courses.course(course), name)
    at = _number(row, task, f"--task {task}: the course has {row.count} lessons")
    return _answer(row, at, **look)


def _list_courses(only: str | None, name: str, as_json: bool) -> None:
    """Every course a line, or the one that is asked for; of several, faulty ones of the player's
    own with the fault."""
    rows: list[dict[str, Any]] = []
    faults: dict[str, str] = {}
    for wanted in _courses() if only is None else [only]:
        try:
            course, outline = courses.find(wanted)
        except LessonError as error:
            if only is not None:
                raise
            faults[wanted] = str(error)
            continue
        done = shelf.done(name, course)
        steps = [
            {"title": step.title, "kind": step.kind, "done": step.title in done}
            for step in outline.steps
        ]
        rows.append(
            {
                "course": course,
                "title": outline.title,
                "game": outline.game_id,
                "tasks": len(outline.tasks),
                "lessons": len(steps),
                "done": sum(step["done"] for step in steps),
                "steps": steps,
            }
        )
    if as_json:
        for wanted, fault in faults.items():
            common.note(f"{wanted}: {fault}")
        click.echo(json.dumps(rows))
        return
    width = max((len(row["course"]) for row in rows), default=0)
    for row in rows:
        click.echo(
            f"{row['course']:<{width}}  {row['title']}: "
            f"{row['done']} of {row['lessons']} lessons done"
        )
    for fault in faults.values():
        click.echo(f"faulty: {fault}")
    click.echo("Begin with: termgames learn GAME")
    click.echo(f"Your own courses: {paths.user_lessons()}")


def _check_courses(wanted: str | None, as_json: bool) -> int:
    """Examine one course, or all that come with the program and all of the player's own."""
    from termgames.study.lessons.examine import examine

    reports = []
    for name in _courses() if wanted is None else [wanted]:
        report = examine(courses.course(name))
        reports.append(report)
        if as_json:
            continue
        for task in report.tasks:
            listed = counted(len(task["answers"]), "listed answer")
            word = "good" if task["ok"] else "faulty"
            click.echo(f"{report.course.name}  {task['task']}: {listed}, {word}")
        for fault in report.faults:
            click.echo(f"{report.course.outline.source}: {fault}", err=True)
    if as_json:
        rows = [report.as_json() for report in reports]
        click.echo(json.dumps(rows if wanted is None else rows[0]))
    return FAILED if any(report.faults for report in reports) else FINE


# -- problems ------------------------------------------------------------------------------------


GAME = settings_options.Named("game", problems.shipped)


@click.command("puzzles")
@click.argument("game", metavar="[GAME]", type=GAME, required=False)
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
def puzzles(
    game: str | None,
    listing: bool,
    check: bool,
    as_json: bool,
    problem: int | None,
    name: str,
    **look: Any,
) -> int:
    """Solve problems of a game on its board; without GAME, list the games that have some.

    In each, one move is far better than all others, or is the only one that captures or saves
    certain stones. A wrong try is answered on the board. Your first try at each changes your
    rating, and the next problem suits it. termgames lab problems GAME makes new problems.

    \b
    Examples:
      termgames problems plurality
      termgames problems --list --json
      termgames problems --check
    """
    name = named_human(name)
    if as_json and not listing:
        raise OptionError("--json goes with --list: add it")
    if check:
        return _check_problems(game)
    if listing:
        _list_problems(game, as_json)
        return FINE
    if game is None and problem is not None:
        raise OptionError(f"--problem {problem} goes with a game: name one")
    if game is None:
        _overview(name)
        return FINE
    from termgames.study.drills.problems import Problems

    row = Problems(game, name)
    at = _number(row, problem, f"--problem {problem}: there are {row.count} of {game}")
    return _answer(row, at, **look)


def _wanted(game: str | None) -> list[Problem]:
    """The problems of one game, or of all."""
    names = problems.shipped() if game is None else (game,)
    return [problem for name in names for problem in problems.of_game(name)]


def _overview(name: str) -> None:
    """How far the player is, a line for each game."""
    for game in problems.shipped():
        known, now = problems.of_game(game), solving.of(name, game)
        solved = sum(problem.id in now.solved for problem in known)
        rating = f", rating {now.strength.elo:.0f}" if now.strength.tried else ""
        click.echo(f"{game:<11} {solved} of {counted(len(known), 'problem')} solved{rating}")
    click.echo("Begin with: termgames problems GAME")


def _list_problems(game: str | None, as_json: bool) -> None:
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


def _check_problems(game: str | None) -> int:
    """Replay all; the exit code is 1 where one has a fault."""
    from termgames.study.problems.listing import faults

    known = _wanted(game)
    found = list(faults(known))
    for fault in found:
        click.echo(fault, err=True)
    click.echo(f"{counted(len(known), 'problem')} replayed, {counted(len(found), 'fault')}")
    return FAILED if found else FINE


# -- mistakes ------------------------------------------------------------------------------------


@click.command("practise")
@click.option("--name", metavar="NAME", help="Whose mistakes (default: the only player's).")
@click.option("--list", "listing", is_flag=True, help="List all mistakes.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each mistake.")
@click.option(
    "--add",
    multiple=True,
    metavar="N|FILE",
    help="Take the mistakes that a review has found in a record; can be given several times.",
)
@click.option(
    "--drop", multiple=True, metavar="ID", help="Remove a mistake; can be given several times."
)
def practise(
    name: str | None,
    listing: bool,
    as_json: bool,
    add: tuple[str, ...],
    drop: tuple[str, ...],
    **look: Any,
) -> int:
    """Find better moves where you went wrong: mistakes that reviews and teaching bots found come
    back, less and less often as you remember them.

    F in a review, or "practise it later" in a teaching game, keeps a mistake; `termgames review
    FOLDER --exercises` keeps those of all games in a folder, and collect-mistakes in your settings
    keeps every one that is found. An answer is right if it is the best move, or no worse as far as
    a search can tell. A deeper look checks each mistake once: one that proves to be none is
    dropped.

    \b
    Examples:
      termgames mistakes
      termgames mistakes --add 1
      termgames mistakes --list
      termgames mistakes --json --name Ann
      termgames mistakes --drop 1f2e3d4c
    """
    for which in add:
        _add(which)
    for wanted in drop:
        mistakes.drop(wanted)
        click.echo(f"dropped {wanted}")
    if (add or drop) and not (listing or as_json):
        return FINE
    found = mistakes.load()
    for fault in found.faults:
        common.note(fault)
    player = found.player(name)
    if as_json:
        for each in found.of(player):
            _echo_json(each)
        return FINE
    if listing:
        _list_mistakes(found.of(player))
        return FINE
    today = found.today(player)
    if not today:
        click.echo(_nothing_due(found.of(player)))
        return FINE
    from termgames.study.drills.mistakes import Mistakes

    return _answer(Mistakes(today), 0, **look)


def _add(which: str) -> None:
    """Take the mistakes that a review of a record has found."""
    from termgames.cli.saved import record_file
    from termgames.play import store
    from termgames.study import review_file
    from termgames.study.exercises import making

    file = record_file(which)
    match = store.read(file, draws=False)
    kept = review_file.load_last(file, match)
    if kept is None:
        raise OptionError(f"--add {which}: it was not reviewed yet: termgames review {which}")
    own = making.of_humans(match, kept.findings.values())
    fresh = mistakes.add(own)
    click.echo(f"{file}: {counted(len(own), 'mistake')}, {fresh} of them new here")


def _list_mistakes(exercises: Sequence[Exercise]) -> None:
    """A line an exercise, those that come back first before the others."""
    rows = [("id", "game", "played", "better", "lost", "due", "remembered")]
    for each in exercises:
        try:
            game = each.begin().game.id
        except TermgamesError as error:
            common.note(f"mistake {each.id} cannot be set up: {error}")
            game = "?"
        days = f"{each.memory.stability:.0f} days" if not each.memory.new else "new"
        lost = f"{each.lost:.0%}"
        rows.append((each.id, game, each.played, each.best, lost, _day(each.memory.due), days))
    if not exercises:
        click.echo("no mistakes", err=True)
        return
    for line in columns(rows, left=len(rows[0])):
        click.echo(line)


def _nothing_due(exercises: Sequence[Exercise]) -> str:
    if not exercises:
        return "No mistakes yet: F in a review, or termgames review FILE --exercises, keeps some."
    return f"No mistakes are due today; the next one comes back on {_day(exercises[0].memory.due)}."


def _day(seconds: float) -> str:
    return time.strftime("%d %b %Y", time.localtime(seconds))


def _echo_json(exercise: Exercise) -> None:
    try:
        match = exercise.begin()
    except RecordError as error:
        common.note(f"mistake {exercise.id} cannot be set up: {error}")
        return
    from termgames.play.text import boards

    kept = exercise.fields()
    memory, size = kept.pop("memory"), kept.pop("size")
    del kept["record"], memory["answered"]
    told = {
        "id": exercise.id,
        "player": exercise.player,
        "game": match.game.id,
        "options": dict(match.game.options),
        "to_move": match.actor_name(match.ply),
        "position": boards.rows(match.game, match.seen(match.to_act)),
        **kept,
        "lost": round(exercise.lost, 4),
        "mistake": size,
        **memory,
    }
    click.echo(json.dumps(told))


learn.params += [NAME, *settings_options.of_settings(*settings_options.LOOK)]
puzzles.params += [NAME, *settings_options.of_settings(*settings_options.LOOK)]
practise.params += settings_options.of_settings(*settings_options.LOOK)
