"""`termgames openings GAME`: what a tree of openings has of a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from termgames import games
from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.cli.guard import FINE
from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.options import GameInfo
from termgames.core.text import quoted

if TYPE_CHECKING:
    from pathlib import Path

    from termgames.core.game import AnyGame
    from termgames.play.openings.found import FoundPosition, Openings


def _explore(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.play.text import openings as texts
    from termgames.play.text.boards import draw

    game = games.create(info.id, chosen)
    opened = _opened(info, game, options["tree"])
    state, line = _after(game, options["line"])
    found, at_start = opened.at(state), not line
    if options["as_json"]:
        click.echo(json.dumps(_as_json(opened, found, line)))
        return FINE
    display = games.display(game)
    click.echo(info.title_line(game.options))
    if line:
        click.echo(f"after {'; '.join(line)}")
    click.echo(draw(game, state, labels=texts.labels(game, found.moves if found else ())))
    if found is None:
        click.echo(texts.outside(display, state, opened.tree))
        return FINE
    head = [texts.heading(game, state, found), *texts.of_other_komi(opened)]
    click.echo("\n".join([*head, *texts.table(display, state, found)]))
    if at_start:
        click.echo("\n".join(texts.sides(display, state, opened.tree, found)))
    return FINE


def _opened(info: GameInfo, game: AnyGame, file: Path | None) -> Openings:
    """The tree of the game; OptionError where there is none of its board and rules."""
    from termgames.play.openings import found as trees
    from termgames.play.openings.found import Openings

    if file is not None:
        tree = trees.load(file)
        if not trees.fits(tree, game):
            raise OptionError(f"--tree {file} is of {trees.command(tree)}: leave other options out")
        return Openings(game, tree)
    found = trees.of_game(game)
    if found is None:
        there = "; ".join(trees.commands()) or "none ships"
        raise OptionError(
            f"there are no openings of {info.id} with these options, only: {there}. termgames "
            "lab openings makes a tree for --tree FILE, of any board for two without dice and cards"
        )
    return found


def _after(game: AnyGame, line: str) -> tuple[Any, list[str]]:
    """The position after the moves of a line, and their texts; OptionError naming the first that
    cannot be played."""
    state, played = game.start(), []
    for number, text in enumerate(filter(None, map(str.strip, line.split(";"))), 1):
        try:
            move = game.parse(state, text)
            state = game.apply(state, move)
        except (UnreadableMove, IllegalMove) as error:
            raise OptionError(f"--line, move {number}, {quoted(text)}: {error}") from None
        played.append(game.format(move))
    return state, played


def _as_json(opened: Openings, found: FoundPosition | None, line: list[str]) -> dict[str, Any]:
    game, tree = opened.game, opened.tree
    value: dict[str, Any] = {
        "game": game.id,
        "options": dict(tree.options),
        "playouts": tree.playouts,
        "ends": vars(tree.ends),
        "other_komi": opened.other_komi or None,
        "line": line,
        "games": 0,
        "moves": [],
    }
    if found is None:
        return value
    moves = [
        {
            "move": game.format(each.move),
            "games": each.games,
            "share": each.share,
            "points": each.points,
            "goes_on": [game.format(move) for move in each.goes_on],
        }
        for each in found.moves
    ]
    mean = {"share": round(found.share, 3), "points": round(found.points, 1)}
    return {**value, "games": found.games, **mean, "moves": moves}


explore = of_each_game(
    "explore",
    _explore,
    [
        click.Option(
            ["--line"],
            default="",
            metavar="MOVES",
            help="Look after these moves, with semicolons between them, as e1; d1,i5.",
        ),
        common.file("--tree", help="A tree that lab openings made (default: what ships)."),
        common.as_json(),
    ],
    title="Openings of {title}.",
    about="Show what is played in a position of {title}, how often, how much of the win and how "
    "many points it leads to, and how play goes on. Lines that lead to the same position, up to "
    "the symmetries of the board, are taken together. At the start it is told which komi and sides "
    "are fair. termgames lab openings makes a tree of any board.",
    examples=(
        "openings {id}",
        "openings {id} --json",
    ),
    help="Explore the openings of a game: what is played, and what it leads to.",
)
