"""`termgames rules [GAME]` and `termgames help TOPIC`: pages to read."""

import difflib
import json
from pathlib import Path

import click

from termgames import games, paths
from termgames.cli import settings_options, terminal
from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.text import lines_in
from termgames.tui import config


@click.command("list")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def list_games(as_json: bool) -> None:
    """List the games: name, number of players, what it is about.

    \b
    Examples:
      termgames list
      termgames list --json
    """
    infos = games.infos()
    for fault in games.faults() + games.flaws():
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


GAME = settings_options.Named("game", games.names, read=lambda text: games.info(text.lower()).id)
"""A game's name in any case; the nearest is proposed when there is none."""
LONGEST = 1 << 20
"""Bytes of a page, at the most."""
WIDEST = 90
"""Columns of a page, at the most."""


@click.command("rules")
@click.argument("game", type=GAME, required=False)
@click.pass_context
def rules(ctx: click.Context, /, game: str | None, plain: bool) -> None:
    """Read the rules of GAME: in a pager on a terminal, else as Markdown text. Without one, list
    the games.

    \b
    Examples:
      termgames rules plurality
      termgames rules plurality | less
    """
    if game is None:
        ctx.invoke(list_games)
    else:
        _show(games.rules_text(game), plain=plain)


def _show(text: str, *, plain: bool) -> None:
    """Show a page of Markdown: in a pager on a terminal if it is longer than that."""
    if plain or not terminal.has_screen():
        click.echo(_unfenced(text).rstrip())
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


def _unfenced(text: str) -> str:
    """The page with what stands in fences, as diagrams, indented instead."""
    inside, lines = False, []
    for line in lines_in(text):
        if line.startswith("```"):
            inside = not inside
        else:
            lines.append(f"    {line}".rstrip() if inside else line)
    return "\n".join(lines)


def topics() -> dict[str, str]:
    """The topics of the help by name, each with its heading."""
    pages = sorted(path for path in (paths.assets() / "help").glob("[a-z]*.md"))
    return {page.stem: _text(page).partition("\n")[0].strip("# ") for page in pages}


def _text(page: Path) -> str:
    return files.text(page, LONGEST)


def _topic(text: str) -> str:
    """The topic of that name, in any case; OptionError."""
    known, name = topics(), text.lower()
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        meant = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(known)}"
        raise OptionError(f"there is no topic {text!r}: {meant}")
    return name


TOPIC = settings_options.Named("topic", topics, read=_topic)
"""A topic's name in any case."""


def _refuse_man(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value is not None:
        needs = "" if value else " needs a folder, and is no more"
        raise OptionError(f"--man{needs}: click-man makes the pages: see termgames help commands")


@click.command("help")
@click.argument("topic", type=TOPIC, required=False)
@click.option(
    "--man",
    hidden=True,
    is_flag=False,
    flag_value="",
    expose_value=False,
    callback=_refuse_man,
    help="Refused.",
)
def help_page(topic: str | None, plain: bool) -> None:
    """Read about TOPIC: in a pager on a terminal, else as Markdown text. Without one, list the
    topics.

    \b
    Examples:
      termgames help
      termgames help keys
    """
    if topic is not None:
        text = _text(paths.assets() / "help" / f"{topic}.md")
        if topic == "settings":
            text += f"\n```toml\n{config.template()}```\n"
        _show(text, plain=plain)
        return
    known = topics()
    width = max(map(len, known))
    for name, heading in known.items():
        click.echo(f"{name:<{width}}  {heading}")
    click.echo("\nRead one with termgames help TOPIC; every command has its own --help.")


for command in (rules, help_page):
    command.params += settings_options.of_settings("plain", help="Text only, no pager.")
