"""`termgames replay FILE`: look through a record."""

import json
from typing import Any

import click

from termgames.cli import common, settings_options, terminal
from termgames.cli.saved import echo_games, readable, record_file
from termgames.core.text import escaped_lines


@click.command("replay")
@click.argument("which", required=False, metavar="[N|FILE]")
@click.option("--list", "listing", is_flag=True, help="List all saved games with their results.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One line of JSON: options, moves, scores, board, winners, comments, variations.",
)
def replay(which: str | None, listing: bool, as_json: bool, plain: bool, **_: Any) -> int:
    """Look through the record in FILE, or number N of the list: on the screen, in a pipe as
    text, or as JSON.

    Text and JSON show everything in the record, hidden hands and draws too; `termgames export FILE`
    writes what spectators saw.

    \b
    Examples:
      termgames replay game.tgr
      termgames replay --list
      termgames replay 2
      termgames replay game.tgr --json
      termgames replay game.tgr | tail -3
    """
    from termgames.play import record, store
    from termgames.play.text import report, words

    if listing:
        return _list()
    if which is None:
        raise click.UsageError("name a record or its number: see termgames replay --list")
    file = record_file(which)
    match = store.read(file, draws=False)
    on_screen = terminal.draws(plain or as_json)
    for line in () if on_screen else record.warnings(match):
        common.note(line)
    if as_json:
        click.echo(json.dumps(report.whole_game(match)))
        return 0
    if not on_screen:
        click.echo(escaped_lines(words.record_text(match)))
        return 0
    terminal.prepare_screen()
    from termgames.tui.app import run_replay

    return run_replay(match, terminal.settings(), file=file)


def _list() -> int:
    """Print all saved games that can be read with their numbers, results among them."""
    games = readable()
    echo_games(games)
    if not games:
        click.echo("no saved game", err=True)
    return 0


replay.params += settings_options.of_settings(*settings_options.LOOK)
