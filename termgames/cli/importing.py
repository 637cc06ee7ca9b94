"""`termgames import FILE`: games of other programs as records of this one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from termgames.cli import common
from termgames.core.text import quotable

if TYPE_CHECKING:
    from termgames.play.foreign.imported import Imported

_MOST_UNASKED = 200
"""Games that are saved without having been asked for by `--all`."""


@click.command("import")
@click.argument("sources", nargs=-1, required=True, metavar="FILE...", type=common.NamedPath())
@click.option(
    "-o",
    "--output",
    type=common.NamedPath(dir_okay=False),
    metavar="OUT",
    help="The record to write, for one game; it replaces a record of that name (default: each "
    "game is saved among yours).",
)
@click.option(
    "--game",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Of a file with several games, only number N.",
)
@click.option("--all", "all_games", is_flag=True, help=f"Read more than {_MOST_UNASKED} games.")
@click.option(
    "--charset",
    metavar="NAME",
    help="The character set of the files, such as Shift_JIS or GBK (default: the one they name, "
    "else UTF-8, else the likeliest one, and you are told which).",
)
@click.option(
    "--until-fault",
    is_flag=True,
    help="If a move is illegal, read the game up to there instead of refusing it.",
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each game.")
def import_games(
    sources: tuple[Path, ...],
    output: Path | None,
    number: int | None,
    all_games: bool,
    charset: str | None,
    until_fault: bool,
    as_json: bool,
) -> int:
    """Read games from the records of other programs: Go from SGF files, as Mitropia for two players
    without dice, cards and range; Plurality, Pletore and Majorities from the JSON of AbstractPlay.
    The kind of file is recognized from its contents.

    Every move is checked against the rules here; if one is refused, you are told which and why.
    Comments and variations are kept. Who played, when, and how the rules differ is written at the
    top of the comment on the game. A saved game is as old as its date says.

    \b
    Examples:
      termgames import game.sgf
      termgames import game.sgf -o game.tgr && termgames review game.tgr
      termgames import collection.sgf --game 3
      termgames import old.sgf --charset Big5
      termgames import record.json --json
    """
    from termgames.core.errors import OptionError, RecordError, StorageError
    from termgames.play.foreign import formats

    found, failed = [], False
    for source in sources:
        try:
            found.append((source, *formats.read(source, charset)))
        except (RecordError, StorageError) as error:
            if len(sources) == 1:
                raise
            failed = True
            click.echo(f"error: {error}", err=True)
    many = sum(len(games) for _, _, games, _ in found)
    if number is not None and len(sources) > 1:
        raise OptionError("--game is for one file, and several are named: name one")
    if number is not None and number > many:
        raise OptionError(f"--game {number}: {sources[0]} holds games 1 to {many}")
    if output is not None and number is None and many > 1:
        raise OptionError(f"-o is for one game, and here are {many}: choose one by --game N")
    if number is None and many > _MOST_UNASKED and not all_games:
        raise OptionError(f"here are {many} games: choose one by --game N, or save them by --all")
    for source, form, games, guessed in found:
        if guessed:
            common.note(f"{quotable(str(source), 400)}: read as {guessed}; --charset names another")
        for at, game in enumerate(games, 1):
            if number not in (None, at):
                continue
            which = quotable(f"{source}, game {at}" if len(games) > 1 else str(source), 400)
            try:
                read = form.imported(game, until_fault=until_fault)
            except RecordError as error:
                if many == 1 or number is not None:
                    raise RecordError(f"{which}: {error}") from None
                click.echo(f"error: {which}: {error}", err=True)
                failed = True
                continue
            _tell(which, read, formats.keep(read, source, output), as_json=as_json)
    return int(failed)


def _tell(which: str, game: Imported, path: Path, *, as_json: bool) -> None:
    """Say what was read, where it is saved, and what differs."""
    from termgames.core.text import counted
    from termgames.play.text import words

    match = game.match
    if as_json:
        told = {"from": which, "file": str(path), "game": match.game.id, "plies": match.ply}
        more = {"over": match.over, "result": words.result_line(match)}
        click.echo(json.dumps({**told, **more, "told": game.told, "differs": game.differs}))
        return
    for line in game.differs:
        common.note(f"{which}: {line}")
    moves = counted(match.ply, "move")
    click.echo(f"{path}: {match.game.id}, {moves}, {words.result_line(match)}")
