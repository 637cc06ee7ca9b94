"""`termgames export FILE`: a record for others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, pictures, settings_options
from termgames.cli.saved import record_file

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch

RECORDS = ("sgf", "abstractplay")


@click.command("export")
@click.argument("which", metavar="N|FILE")
@click.option("--full", is_flag=True, help="Leave in what spectators did not see.")
@click.option(
    "--redacted", is_flag=True, help="Leave out what spectators did not see (the default)."
)
@click.option(
    "--as",
    "form",
    type=settings_options.Named("format", lambda: (*RECORDS, *pictures.KINDS)),
    metavar="FORMAT",
    help="A picture of a position: svg, png or text; a film of the game: gif; "
    "html, a page to step through it; a record for another program: sgf for Mitropia that is "
    "Go, abstractplay for Plurality, Pletore and Majorities (default: a record of this program).",
)
@click.option(
    "-o",
    "--output",
    type=common.NamedPath(),
    metavar="OUT",
    help="The file to write (default: standard output). A record may replace another record; "
    "no other file is ever replaced.",
)
def export(
    which: str,
    full: bool,
    redacted: bool,
    form: str | None,
    output: Path | None,
    **wanted: Any,
) -> int:
    """Write the record in FILE, or number N of `termgames replay --list`, to give away: as
    spectators saw the game.

    The record of a game with hidden hands holds everything. The copy has neither the seed nor
    cards that were drawn and never shown; --full leaves them in. Its variations and its result are
    left out as well. A game without hidden hands is copied as it is saved, with its comments and
    variations, but without the seed of its dice and cards.

    With --as you get a picture, a film, a page for browsers, or a record for another program; if
    that program lacks a rule of the game, the rule is named and nothing is written.

    \b
    Examples:
      termgames export game.tgr -o shown.tgr
      termgames export 1 --full | less
      termgames export game.tgr --as sgf -o game.sgf
      termgames export game.tgr --as png --ply 20 --numbers -o game.png
      termgames export game.tgr --as html -o game.html
    """
    from termgames.cli import common
    from termgames.core.errors import OptionError
    from termgames.core.text import nearest, quoted
    from termgames.play import record, store

    if full and redacted:
        raise OptionError("--full and --redacted exclude each other: choose one")

    if form == "cast":
        raise OptionError("films for terminals are no longer written: choose gif")
    if form not in (None, *RECORDS, *pictures.KINDS):
        names = (*RECORDS, *pictures.KINDS)
        raise OptionError(f"there is no format {quoted(form)}: {nearest(form, names)}")
    wish = pictures.Wanted(**wanted)
    wish.refuse(form)
    file = record_file(which)
    match = store.read(file, draws=False)
    for line in record.warnings(match):
        common.note(line)
    if form in RECORDS:
        _write_as(form, match, output, "" if match.elsewhere else store.day_of(file))
        return 0
    exported = match if full else record.redacted(match)
    if form is not None:
        whole = record.holds_secrets(exported)
        pictures.write(exported, form, wish, output, file, whole=whole)
        return 0
    if output is None:
        click.echo(record.write(exported, tells_over=not exported.redacted), nl=False)
    else:
        store.export(exported, output)
    return 0


def _write_as(name: str, match: AnyMatch, output: Path | None, day: str) -> None:
    """Write a match of a day in the format of another program."""
    from termgames.play import store
    from termgames.play.foreign import formats

    form = formats.named(name)
    text, lost = form.exported(match, day)
    if output is None:
        click.echo(text, nl=False)
    else:
        store.give(text.encode(), output)
    for line in lost:
        common.note(line)


export.params += pictures.OPTIONS
