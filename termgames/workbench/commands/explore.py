"""`termgames lab openings GAME`: makes a tree of openings by self-play."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import counted
from termgames.workbench.commands import many_games


def _make(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.play import store
    from termgames.workbench.openings import Growth, OpeningSearch, Positions, search
    from termgames.workbench.workers import worked

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
    journal, least, count = Positions(options["resume"]), options["least"], options["count"]
    header = {**asdict(wanted), "options": dict(wanted.options)}
    seed = journal.open_for(header, seeded=options["seed"] is not None)
    found = {row.key: row for row in journal.rows()}
    made = _command(info, chosen, options, seed)
    growth = Growth(replace(wanted, seed=seed))
    with many_games.working(options, journal) as progress:
        progress.begin(count)
        while growth.count(least) < count and not growth.exhausted:
            tasks = growth.round()
            missing = [task for task in tasks if task.key not in found]
            for task, result in worked(search, missing, progress.workers):
                found[task.key] = result
                journal.add(result)
            growth.take(found[task.key] for task in tasks)
            progress.done = growth.count(least) - 1
            progress.counted()
            store.write_text(out, growth.tree(least, made).written())
        tree = growth.tree(least, made)
        click.echo(f"{counted(len(tree.positions), 'position')} from {tree.games:,} games in {out}")
    return progress.code


def _command(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any], seed: int) -> str:
    """The command that makes the same tree."""
    names = ("count", "least", "playouts", "ends", "player")
    words = [f"--{name} {options[name]}" for name in names]
    typed = ["termgames lab openings", info.id, info.as_typed(chosen), *words, f"--seed {seed}"]
    return " ".join(filter(None, typed))


make = of_each_game(
    "make",
    _make,
    [
        common.file("--out", help="The file of the tree, written anew after every round."),
        common.whole("--count", default=2000, most=20_000, help="Positions of the tree."),
        common.whole("--least", default=1, help="Games that came to each of them, at least."),
        common.whole("--playouts", default=20_000, help="Playouts of the search a position."),
        common.whole(
            "--ends", default=10, low=0, most=100, help="Percent played on to their ends."
        ),
        common.bot("--player", default="mcts:playouts=100", help="The bot that plays on."),
        common.file(
            "--resume", help="Keep what is found in this file, and go on from what it holds."
        ),
        *many_games.WORK,
    ],
    title="Make openings of {title}.",
    about="Make a tree of openings of {title} by self-play.\n\n"
    "Each game follows moves that are among the best and ends at the first position that no "
    "other came to. That is searched: its expectation is the game's result. From some of these "
    "positions bots play on to the end, by which all shares are put right.",
    examples=("lab openings {id} --count 500 --out {id}.openings",),
    help="Make a tree of openings by self-play.",
)
