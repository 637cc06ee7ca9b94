"""`termgames lab openings GAME`: makes a tree of openings by self-play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import GameGroup, game_command
from termgames.cli.guard import FINE, INTERRUPTED
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo
from termgames.core.text import counted
from termgames.workbench.commands import many_games

if TYPE_CHECKING:
    from termgames.play.openings.tree import OpeningTree
    from termgames.workbench.journal import Journal
    from termgames.workbench.openings.growing import Growth
    from termgames.workbench.openings.searching import SearchedPosition
    from termgames.workbench.workers import Workers


def _build(info: GameInfo) -> click.Command:
    """The command that makes the tree of one game."""
    return game_command(
        info,
        _make,
        [
            common.file("--out", help="The file of the tree, written anew after every round."),
            common.whole("--count", default=2000, most=20_000, help="Positions of the tree."),
            common.whole("--least", default=1, help="Games that came to each of them, at least."),
            common.whole("--playouts", default=20_000, help="Playouts of the search a position."),
            common.whole(
                "--ends", default=10, low=0, most=100, help="Percent played on to their ends."
            ),
            click.Option(
                ["--player"],
                type=common.PlayerText(humans=False),
                default="mcts:playouts=100",
                show_default=True,
                metavar="PLAYER",
                help="The bot that plays on.",
            ),
            common.file(
                "--resume", help="Keep what is found in this file, and go on from what it holds."
            ),
            common.jobs("Processes that search."),
            many_games.CLUSTER,
            common.SEED,
        ],
        short_help=f"Make openings of {info.title}.",
        help=f"Make a tree of openings of {info.title} by self-play.\n\n"
        "Each game follows moves that are among the best and ends at the first position that no "
        "other came to. That is searched: its expectation is the game's result. From some of these "
        "positions bots play on to the end, by which all shares are put right.",
        epilog="\b\nExample:\n"
        f"  termgames lab openings {info.id} --count 500 --out {info.id}.openings\n",
    )


def _make(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.workbench.journal import Journal
    from termgames.workbench.openings.growing import Growth
    from termgames.workbench.openings.searching import OpeningSearch

    out: Path | None = options["out"]
    if out is None:
        raise OptionError("--out: name the file of the tree to write")
    wanted = OpeningSearch(
        info.id,
        tuple(chosen.items()),
        options["playouts"],
        options["ends"],
        options["player"],
        common.seed_or_random(options["seed"]),
    )
    wanted.game()  # an option that does not fit is told before anything begins
    progress = many_games.GamesProgress()
    journal = None if options["resume"] is None else Journal(options["resume"], "positions")
    found: dict[str, SearchedPosition] = {}
    try:
        if journal is not None:
            header = {**asdict(wanted), "options": dict(wanted.options)}
            header = journal.open_for(header, older={}, seeded=options["seed"] is not None)
            wanted = replace(wanted, seed=header["seed"])
            found = dict(_kept(journal))
        made = _command(info, chosen, options, wanted.seed)
        growth = Growth(wanted)
        progress.begin(options["count"])
        with many_games.workers(progress, options["jobs"], options["cluster"]) as workers:
            while growth.count(options["least"]) < options["count"] and not growth.exhausted:
                _round(growth, found, journal, workers)
                progress.done = growth.count(options["least"]) - 1
                progress.counted()
                _write(out, growth.tree(options["least"], made))
    except KeyboardInterrupt:
        progress.line("interrupted: --resume goes on from what it holds")
        return INTERRUPTED
    finally:
        progress.end()
        if journal is not None:
            journal.close()
    tree = growth.tree(options["least"], made)
    click.echo(f"{counted(len(tree.positions), 'position')} from {tree.games:,} games in {out}")
    return FINE


def _command(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any], seed: int) -> str:
    """The command that makes the same tree."""
    names = ("count", "least", "playouts", "ends", "player")
    words = [f"--{name} {options[name]}" for name in names]
    typed = ["termgames lab openings", info.id, info.as_typed(chosen), *words, f"--seed {seed}"]
    return " ".join(filter(None, typed))


def _round(
    growth: Growth, found: dict[str, SearchedPosition], journal: Journal | None, workers: Workers
) -> None:
    """Let the tree grow by a round; what is `found` already, by the key of the position, is not
    searched again."""
    from termgames.workbench.openings.searching import search
    from termgames.workbench.workers import worked

    tasks = growth.round()
    missing = [task for task in tasks if task.key not in found]
    for task, result in worked(search, missing, workers):
        found[task.key] = result
        if journal is not None:
            journal.add({"key": task.key, **asdict(result)})
    growth.take({task.key: found[task.key] for task in tasks})


def _kept(journal: Journal) -> Iterator[tuple[str, SearchedPosition]]:
    """What a journal holds, by the key of the position."""
    from termgames.workbench.openings.searching import kept

    try:
        for line in journal.lines():
            yield kept(line)
    except (TypeError, LookupError, ValueError):
        raise journal.damaged("a line that is no position") from None


def _write(file: Path, tree: OpeningTree) -> None:
    try:
        files.write(file, tree.written().encode())
    except OSError as error:
        raise StorageError(f"cannot write {file}: {error.strerror or error}") from None


make = GameGroup(
    "make",
    build=_build,
    help="Make a tree of openings by self-play.",
    short_help="Make a tree of openings by self-play.",
    epilog="\b\nExample:\n"
    "  termgames lab openings majorities --size 3 --count 500 --out mine.openings\n",
)
