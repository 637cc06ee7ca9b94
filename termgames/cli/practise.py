"""`termgames mistakes`: one's own mistakes as exercises."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, terminal
from termgames.cli.guard import FINE
from termgames.core.errors import OptionError, RecordError, TermgamesError
from termgames.core.text import columns, counted

if TYPE_CHECKING:
    from termgames.study.exercises.exercise import Exercise


@click.command("practise", short_help="Practise what you played badly.")
@click.option("--name", metavar="NAME", help="Whose exercises (default: the only player's).")
@click.option("--list", "listing", is_flag=True, help="List all exercises.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each exercise.")
@click.option(
    "--add",
    multiple=True,
    metavar="N|FILE",
    help="Take the mistakes that a review has found in a record; can be given several times.",
)
@click.option(
    "--drop", multiple=True, metavar="ID", help="Take an exercise away; can be given several times."
)
def practise(
    name: str | None,
    listing: bool,
    as_json: bool,
    add: tuple[str, ...],
    drop: tuple[str, ...],
    plain: bool,
    ascii: bool,
    theme: str | None,
) -> int:
    """Look for better moves where you played badly: what reviews and teaching bots have found comes
    back, spaced by what you remember.

    F in a review, or "practise it later" in a teaching game, makes an exercise of a mistake;
    `termgames review FOLDER --exercises` does so for all games of a folder, and collect-mistakes in
    your settings for all that is ever found. An answer is right if it is the best move, or no worse
    as far as a search can tell. A deeper look checks each exercise once: one that does not hold is
    dropped.

    \b
    Examples:
      termgames mistakes
      termgames mistakes --add 1
      termgames mistakes --list
      termgames mistakes --json --name Ann
      termgames mistakes --drop 1f2e3d4c
    """
    from termgames.study.exercises import shelf

    for which in add:
        _add(which)
    for wanted in drop:
        shelf.drop(wanted)
        click.echo(f"dropped {wanted}")
    if (add or drop) and not (listing or as_json):
        return FINE
    found = shelf.load()
    for fault in found.faults:
        common.note(fault)
    player = found.player(name)
    if as_json:
        for each in found.of(player):
            _echo_json(each)
        return FINE
    if listing:
        _list(found.of(player))
        return FINE
    today = found.today(player)
    if not today:
        click.echo(_nothing_due(found.of(player)))
        return FINE
    if not terminal.draws(plain):
        from termgames.cli.table import line_reader
        from termgames.study.drills.lines import DrillLines
        from termgames.study.drills.mistakes import Mistakes

        DrillLines(Mistakes(today), ask=line_reader(), say=terminal.say, play=bool).run(0)
        return FINE
    terminal.prepare_screen()
    from termgames.tui.app import run_exercises

    return run_exercises(today, terminal.settings(ascii=ascii, theme=theme))


practise.params += [terminal.PLAIN, terminal.ASCII, terminal.THEME]


def _add(which: str) -> None:
    """Take the mistakes that a review of a record has found."""
    from termgames.cli.saved import record_file
    from termgames.play import store
    from termgames.study import review_file
    from termgames.study.exercises import making, shelf

    file = record_file(which)
    match = store.read(file, draws=False)
    kept = review_file.load_last(file, match)
    if kept is None:
        raise OptionError(f"--add {which}: it was not reviewed yet: termgames review {which}")
    mistakes = [each for each in kept.findings.values() if each is not None and each.size]
    own = making.of_humans(match, mistakes)
    fresh = shelf.add(own)
    click.echo(f"{file}: {counted(len(own), 'mistake')}, {fresh} of them new here")


def _list(exercises: Sequence[Exercise]) -> None:
    """A line an exercise, those that come back first before the others."""
    rows = [("id", "game", "played", "better", "lost", "due", "remembered")]
    for each in exercises:
        try:
            game = each.begin().game.id
        except TermgamesError as error:
            common.note(f"exercise {each.id} cannot be set up: {error}")
            game = "?"
        days = f"{each.memory.stability:.0f} days" if not each.memory.new else "new"
        lost = f"{each.lost:.0%}"
        rows.append((each.id, game, each.played, each.best, lost, _day(each.memory.due), days))
    if not exercises:
        click.echo("no exercise", err=True)
        return
    for line in columns(rows, left=len(rows[0])):
        click.echo(line.rstrip())


def _nothing_due(exercises: Sequence[Exercise]) -> str:
    if not exercises:
        return "No exercise yet: F in a review, or termgames review FILE --exercises, makes some."
    return f"Nothing is due today; the next one comes back on {_day(exercises[0].memory.due)}."


def _day(seconds: float) -> str:
    return time.strftime("%d %b %Y", time.localtime(seconds))


def _echo_json(exercise: Exercise) -> None:
    try:
        told = _as_json(exercise)
    except RecordError as error:
        common.note(f"exercise {exercise.id} cannot be set up: {error}")
        return
    click.echo(json.dumps(told))


def _as_json(exercise: Exercise) -> dict[str, Any]:
    from termgames.play.text import boards

    match = exercise.begin()
    seen = match.seen(match.to_act)
    return {
        "id": exercise.id,
        "player": exercise.player,
        "game": match.game.id,
        "options": dict(match.game.options),
        "to_move": match.actor_name(match.ply),
        "position": boards.rows(match.game, seen),
        "played": exercise.played,
        "best": exercise.best,
        "as_good": list(exercise.as_good),
        "line": list(exercise.line),
        "refutation": list(exercise.refutation),
        "reason": exercise.reason,
        "lost": round(exercise.lost, 4),
        "mistake": exercise.size,
        "checked": exercise.checked,
        "due": exercise.memory.due,
        "stability": exercise.memory.stability,
        "difficulty": exercise.memory.difficulty,
    }
