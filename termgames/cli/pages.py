"""`termgames list` and `termgames rules GAME`: pages to read."""

from __future__ import annotations

import json

import click

from termgames import games
from termgames.cli import common, terminal


@click.command("list", short_help="List the games.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def list_games(as_json: bool) -> None:
    """List the games: name, number of players, what it is about.

    \b
    Examples:
      termgames list
      termgames list --json
    """
    infos = games.infos()
    for fault in games.faults():
        click.echo(fault, err=True)
    if as_json:
        click.echo(
            json.dumps(
                [
                    {
                        "game": info.id,
                        "title": info.title,
                        "author": info.author,
                        "players": info.players,
                        "summary": info.summary,
                        "options": [option.name for option in info.options],
                    }
                    for info in infos
                ]
            )
        )
        return
    width = max(len(info.id) for info in infos)
    for info in infos:
        click.echo(f"{info.id:<{width}}  {info.players} players  {info.title} by {info.author}")
        click.echo(f"{'':<{width}}  {info.summary}")


GAME = common.Named("game", games.names, read=lambda text: games.info(text.lower()).id)
"""A game's name in any case; the nearest is proposed when there is none."""
WIDEST = 90
"""Columns of a rules page, at the most."""


@click.command("rules", short_help="Read the rules of a game.")
@click.argument("game", type=GAME)
@click.option("--plain", is_flag=True, envvar=terminal.PLAIN.envvar, help="Text only, no pager.")
def rules(game: str, plain: bool) -> None:
    """Read the rules of GAME: in a pager on a terminal, else as Markdown text.

    \b
    Examples:
      termgames rules plurality
      termgames rules plurality | less
    """
    text = games.rules_text(game)
    if plain or not terminal.has_screen():
        click.echo(text.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    # Longer lines are hard to read; the help screen is as wide.
    console.width = min(console.width, WIDEST)
    page = Markdown(text)
    if len(console.render_lines(page)) < console.height:
        console.print(page)
        return
    # Not every pager understands colours; the page reads well without.
    with console.pager():
        console.print(page)
