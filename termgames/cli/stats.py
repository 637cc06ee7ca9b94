"""`termgames results`: what the saved games say of who played them."""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, pages
from termgames.core.errors import OptionError
from termgames.core.text import quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from termgames.play.history.figures import PersonFigures, WinCount


@click.command("stats")
@click.argument("game", required=False, type=pages.GAME)
@click.option(
    "--player", metavar="NAME", help="Only this person's results; 'you' for whoever gave no name."
)
def stats(game: str | None, player: str | None, as_json: bool) -> int:
    """Show your results by game, board, opponent and seat, and your rating among the bots' levels.

    A game counts for the rating if it was a whole game against bots of measured levels, without
    handicap, set-up position or teaching bot. If several people share the keyboard, games count
    for those who gave a name (such as --black human:Ann).

    \b
    Examples:
      termgames results
      termgames results plurality
      termgames results --player Ann
      termgames results --json
    """
    from termgames.play.history import ended, figures
    from termgames.play.text import statistics

    found = ended.ended_games(_progress)
    people = figures.people(found)
    if player is not None:
        named = {statistics.name_of(person).casefold(): person for person in people}
        if player.casefold() not in named:
            known = ", ".join(map(statistics.name_of, people)) or "nobody yet"
            raise OptionError(f"--player {quoted(player)} has no finished game here: {known} has")
        people = [named[player.casefold()]]
    if game is not None:
        found = [one for one in found if one.game_id == game]
    all_figures = [figures.of(person, found) for person in people]
    all_figures = [one for one in all_figures if one.total.games]
    if as_json:
        click.echo(json.dumps({"people": [_fields(one) for one in all_figures]}))
    elif not all_figures:
        click.echo(statistics.NOTHING)
    else:
        _show(all_figures)
    return 0


stats.params.append(common.as_json())


def _show(all_figures: Sequence[PersonFigures]) -> None:
    """The figures of the first person, and where those of the others are."""
    from termgames.play.text import statistics

    first, *others = all_figures
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    click.echo(f"{statistics.name_of(first.person)}: {statistics.summary(first)}")
    for section in statistics.sections(first, width):
        click.echo(f"\n{section.heading}")
        for line in section.lines:
            click.echo(line)
    if others:
        names = ", ".join(f"{statistics.name_of(o.person)} ({o.total.games})" for o in others)
        click.echo(f"\nOthers: {names}: see termgames results --player NAME")


def _progress(done: int, of: int) -> None:
    """Tell that it takes a while, where somebody looks."""
    if done % 100 == 0 and of > 100 and sys.stderr.isatty():
        click.echo(f"reading saved games, {done} of {of}", err=True)


def _fields(figures: PersonFigures) -> dict[str, Any]:
    return {
        "player": figures.person,
        **_count(figures.total),
        "streak": figures.streak,
        "longest": figures.longest,
        "ratings": {
            game: {**asdict(strength.rating), "even": strength.even, "reach": strength.reach}
            for game, strength in figures.strengths.items()
        },
        "parts": [{**asdict(part), **_count(count)} for part, count in figures.parts.items()],
    }


def _count(count: WinCount) -> dict[str, Any]:
    return {"lost": count.lost, **asdict(count)}
