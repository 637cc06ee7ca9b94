"""`termgames lab maps`: the maps there are, and one of them drawn, or a file checked."""

import json
from typing import Any

import click

from termgames import paths
from termgames.cli import settings_options, terminal
from termgames.core import maps as all_maps
from termgames.core.errors import MapError
from termgames.core.maps import Map
from termgames.core.maptext import FEWEST_PLAYERS, MOST_PLAYERS, SQUARES
from termgames.core.text import listed

_MAP = settings_options.Named("map", lambda: [*all_maps.shipped(), *all_maps.own()], files=True)
"""A map's name, the path of a file, or a map in one line."""


@click.command("maps")
@click.argument(
    "map",
    type=_MAP,
    required=False,
)
@click.option(
    "--players",
    type=click.IntRange(FEWEST_PLAYERS, MOST_PLAYERS),
    metavar="N",
    help="Mark the start points for N players (default: for the most that there are).",
)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def maps(map: str | None, players: int | None, as_json: bool, ascii: bool) -> None:
    """List the maps; or draw MAP, a name or the path of a file, with its start points.

    Numbers mark the start points in clockwise order. A file that is no good map is
    reported with line and column, and the exit code is 1. The page assets/maps/README.md
    describes the files.

    \b
    Examples:
      termgames lab maps
      termgames lab maps ring --players 3
      termgames lab maps ./bay.map
    """
    if map is None:
        _list(as_json)
        return
    chosen = all_maps.find(map)
    points = chosen.start_points(players) if players is not None else _most(chosen)
    if as_json:
        click.echo(json.dumps(_facts(chosen)))
        return
    click.echo(_heading(chosen))
    for line in _drawing(chosen, points, ascii=ascii or not terminal.has_screen()):
        click.echo(line)
    for count, starts in chosen.starts.items():
        marked = "  (marked)" if starts == points else ""
        click.echo(f"{count} players: {' '.join(starts)}{marked}")
    if _islands(chosen) > 1:
        click.echo("no path joins the islands: no range leads from one to another")
    if not chosen.starts:
        click.echo("no start points: add a line such as 'players 2: …' to play Mitropia on it")


def _list(as_json: bool) -> None:
    """Every map a line; the user's own after the shipped ones, faulty ones with the fault."""
    loaded: list[Map] = [all_maps.find(name) for name in all_maps.shipped()]
    faults: dict[str, str] = {}
    names = list(all_maps.shipped())
    for name in all_maps.own():
        try:
            loaded.append(all_maps.load(paths.user_maps() / f"{name}.map"))
            names.append(name)
        except MapError as error:
            faults[name] = str(error)
    if as_json:
        click.echo(json.dumps([_facts(a_map) for a_map in loaded]))
        return
    width = max(map(len, [*names, *faults]))
    for name, a_map in zip(names, loaded, strict=True):
        players = _listed(a_map)
        columns, rows = a_map.size
        click.echo(f"{name:<{width}}  {columns:>2}x{rows:<2} {a_map.points:>4} points  {players}")
    for fault in faults.values():
        click.echo(f"faulty: {fault}")
    click.echo(f"Your own maps: {paths.user_maps()}")


def _listed(a_map: Map) -> str:
    counts = [str(count) for count in a_map.starts]
    players = f"{listed(counts, 'or')} players" if counts else "no start points"
    return players if a_map.cells == SQUARES else f"{players}, {a_map.cells}"


def _most(a_map: Map) -> tuple[str, ...]:
    return a_map.starts[max(a_map.starts)] if a_map.starts else ()


def _facts(a_map: Map) -> dict[str, Any]:
    columns, rows = a_map.size
    return {
        "map": a_map.name,
        "columns": columns,
        "rows": rows,
        "points": a_map.points,
        "cells": a_map.cells,
        "islands": _islands(a_map),
        "starts": {str(count): list(points) for count, points in a_map.starts.items()},
        "board": list(a_map.rows),
        "code": a_map.code,
    }


def _heading(a_map: Map) -> str:
    columns, rows = a_map.size
    islands = _islands(a_map)
    parts = f"{columns}x{rows}", f"{a_map.points} points", f"{islands} islands", _listed(a_map)
    return f"{a_map.name}: {', '.join(part for part in parts if part != '1 islands')}"


def _islands(a_map: Map) -> int:
    """How many parts the map has that no path joins."""
    from termgames.core.steps import NO_WAY, distances

    return len({(row == NO_WAY).tobytes() for row in distances(a_map.topology)})


def _drawing(a_map: Map, points: tuple[str, ...], *, ascii: bool) -> list[str]:
    from termgames.tui.board.layout import sketch  # the drawing needs numpy and rich
    from termgames.tui.themes import ASCII, UNICODE

    topology = a_map.topology
    signs = {topology.cell(name): str(number) for number, name in enumerate(points, 1)}
    return sketch(topology, ASCII if ascii else UNICODE, signs)


maps.params += settings_options.of_settings("ascii", help="ASCII characters only.")
