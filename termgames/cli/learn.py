"""`termgames learn`: lists the courses of lessons, teaches one, or checks whether a course is in
order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, terminal
from termgames.cli.guard import FAILED, FINE
from termgames.core.errors import LessonError, OptionError
from termgames.core.text import counted

if TYPE_CHECKING:
    from termgames.play.new_game import NewGame
    from termgames.study.lessons.course import Course


def _courses() -> list[str]:
    from termgames.study.lessons import shelf

    return [*shelf.shipped(), *shelf.own()]


@click.command("learn", short_help="Learn a game by its lessons.")
@click.argument(
    "course",
    metavar="[GAME|FILE]",
    type=common.Named("course", _courses, files=True),
    required=False,
)
@click.option(
    "--list", "listing", is_flag=True, help="List the courses, or one, with your progress."
)
@click.option(
    "--check",
    is_flag=True,
    help="Play every task with every listed answer.",
)
@click.option("--json", "as_json", is_flag=True, help="With --list and --check: a line of JSON.")
@click.option(
    "--task",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Begin with lesson N (default: the next).",
)
@click.option("--name", default="", metavar="NAME", help="Whose progress is kept (as human:NAME).")
def learn(
    course: str | None,
    listing: bool,
    check: bool,
    as_json: bool,
    task: int | None,
    name: str,
    plain: bool,
    ascii: bool,
    theme: str | None,
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
    from termgames.play.bots.players import named_human

    name = named_human(name)
    if check:
        return _check(course, as_json)
    if course is None or listing:
        _list(course, name, as_json)
        return FINE
    if as_json:
        raise OptionError("--json goes with --list and --check: add one of them")
    from termgames.study.lessons import progress, shelf

    opened = shelf.course(course)
    if task is not None and task > len(opened.steps):
        raise OptionError(f"--task {task}: the course has {len(opened.steps)} lessons")
    titles = [step.title for step in opened.steps]
    at = progress.following(name, opened.name, titles) if task is None else task - 1
    if not terminal.draws(plain):
        _by_lines(opened, name, at)
        return FINE
    terminal.prepare_screen()
    from termgames.tui.app import run_course

    return run_course(opened, name, at, terminal.settings(ascii=ascii, theme=theme))


learn.params += [terminal.PLAIN, terminal.ASCII, terminal.THEME]


def _by_lines(course: Course, name: str, at: int) -> None:
    from termgames.cli.table import line_reader
    from termgames.study.drills.lessons import Lessons
    from termgames.study.drills.lines import DrillLines

    DrillLines(Lessons(course, name), ask=line_reader(), say=terminal.say, play=_play).run(at)


def _play(new: NewGame) -> bool:
    """Play the small game line by line; whether it came to its end."""
    from termgames import games
    from termgames.cli.table import seat_players
    from termgames.play import store
    from termgames.play.match import Match
    from termgames.play.save_file import SaveFile
    from termgames.play.seeds import fresh_seed

    match = Match(games.create(new.game_id, new.chosen), new.players, fresh_seed())
    seat_players(match, SaveFile(store.new_file(new.game_id)), terminal.settings(), plain=True)
    return match.over


def _list(only: str | None, name: str, as_json: bool) -> None:
    """Every course a line, or the one that is asked for; of several, faulty ones of the player's
    own with the fault."""
    from termgames import paths
    from termgames.study.lessons import progress, shelf

    rows: list[dict[str, Any]] = []
    faults: dict[str, str] = {}
    for wanted in _wanted(only):
        try:
            course, outline = shelf.find(wanted)
        except LessonError as error:
            if only is not None:
                raise
            faults[wanted] = str(error)
            continue
        done, of = progress.count(name, course, outline)
        titles = progress.done(name, course)
        rows.append(
            {
                "course": course,
                "title": outline.title,
                "game": outline.game_id,
                "tasks": len(outline.tasks),
                "lessons": of,
                "done": done,
                "steps": [
                    {"title": step.title, "kind": step.kind, "done": step.title in titles}
                    for step in outline.steps
                ],
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


def _wanted(only: str | None) -> tuple[str, ...]:
    """The course that is asked for, or all that come with the program and the player's own."""
    from termgames.study.lessons import shelf

    return (*shelf.shipped(), *shelf.own()) if only is None else (only,)


def _check(wanted: str | None, as_json: bool) -> int:
    """Examine one course, or all that come with the program and all of the player's own."""
    from termgames.study.lessons import shelf
    from termgames.study.lessons.examine import examine

    reports = []
    for name in _wanted(wanted):
        report = examine(shelf.course(name))
        reports.append(report)
        if as_json:
            continue
        for task in report.tasks:
            listed = counted(len(task.answers), "listed answer")
            word = "faulty" if task.faults else "good"
            click.echo(f"{report.course.name}  {task.title}: {listed}, {word}")
        for fault in report.faults:
            click.echo(f"{report.course.outline.source}: {fault}", err=True)
    if as_json:
        rows = [report.as_json() for report in reports]
        click.echo(json.dumps(rows if wanted is None else rows[0]))
    return FAILED if any(report.faults for report in reports) else FINE
