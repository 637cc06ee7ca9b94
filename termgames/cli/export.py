"""`termgames export FILE`: a record for others."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("export", short_help="Write a record for others.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--redacted", is_flag=True, help="Leave out what spectators did not see.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="The file to write; another record of that name is replaced (default: standard output).",
)
def export(file: Path, redacted: bool, output: Path | None) -> int:
    """Write the record in FILE anew, as it is or as spectators saw it.

    Records of games with hidden hands hold everything. A redacted one has neither the cards
    that were drawn and not shown nor the seed, and replays to what spectators saw.

    \b
    Examples:
      termgames export game.tgr --redacted -o shown.tgr
      termgames export game.tgr --redacted | less
    """
    from termgames.play import record, store

    match = store.read(file, draws=False)
    shown = record.redacted(match) if redacted else match
    if output is None:
        click.echo(record.write(shown), nl=False)
    else:
        store.export(shown, output)
    return 0
