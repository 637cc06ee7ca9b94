"""`termgames replay FILE`: look through a record."""

from __future__ import annotations

import json
from pathlib import Path

import click

from termgames.cli import common
from termgames.cli.terminal import has_screen


@click.command("replay", short_help="Look through a record.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="One line of JSON: options, moves, scores, board, winners.",
)
def replay(file: Path, as_json: bool, plain: bool, ascii: bool, theme: str | None) -> int:
    """Look through the record in FILE: on the screen, in a pipe as text, or as JSON.

    \b
    Examples:
      termgames replay game.tgr
      termgames replay game.tgr --json
      termgames replay game.tgr | tail -3
    """
    from termgames.play import record, store
    from termgames.play.text import report, words

    match = store.read(file, draws=False)
    on_screen = has_screen() and not (plain or as_json)
    if match.unchecked and not on_screen:
        common.note(record.UNCHECKED)
    if as_json:
        click.echo(json.dumps(report.whole_game(match)))
        return 0
    if not on_screen:
        click.echo(words.record_text(match))
        return 0
    from termgames.tui.app import run_replay

    return run_replay(match, title=file.name, ascii=ascii, theme=theme)


replay.params += [common.PLAIN, common.ASCII, common.THEME]
