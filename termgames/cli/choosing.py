"""The open tables of this computer and their seats: listed, and chosen from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from termgames.cli import terminal
from termgames.core.errors import OptionError, StorageError

if TYPE_CHECKING:
    from termgames.core.game import Seat
    from termgames.play.together import wire
    from termgames.play.together.rooms import OwnSeat


def table() -> str:
    """The name of the one table that is open, or the one that the player picks at a terminal;
    OptionError where there are more and nobody can be asked, StorageError where there is none."""
    from termgames.play.together import link, rooms

    silent: list[str] = []
    open_tables = list(link.tables(silent.append))
    names = [about.table for about in open_tables]
    if len(names) == 1:
        return names[0]
    if not names:
        none = "no table is open here: open one with termgames host GAME"
        raise StorageError("; ".join(silent) or none)
    if not terminal.attended():
        raise OptionError(f"name one of the open tables: {', '.join(names)}")
    for number, about in enumerate(open_tables, 1):
        click.echo(f"{number}  {rooms.table_line(about)}")
    return names[_picked("table", len(names)) - 1]


def seat(about: wire.About, own: Sequence[OwnSeat], name: str, *, asks: bool) -> Seat | None:
    """The seat that a player takes who calls himself so; None leaves it to the table. He picks it
    at a terminal where he has more than one of his `own` to come back to, and with `asks` where
    more than one is free."""
    from termgames.play.together import rooms, visit

    seats = visit.seats_for(about, own, name)
    mine = {each.seat for each in own}.issuperset(seats)
    if len(seats) > 1 and (asks or mine) and terminal.attended():
        for number, each in enumerate(seats, 1):
            click.echo(f"{number}  {rooms.seat_names(about)[each]}")
        return seats[_picked("seat", len(seats)) - 1]
    return seats[-1] if seats and mine else None


def _picked(what: str, most: int) -> int:
    """The number that the player types, 1 to `most`."""
    return int(click.prompt(f"Which {what}?", type=click.IntRange(1, most), default=1))


def echo_tables(*, as_json: bool = False) -> int:
    """Print the open tables, a line each."""
    from termgames.play.together import link, rooms, wire

    silent: list[str] = []
    found = list(link.tables(silent.append))
    for about in found:
        click.echo(json.dumps(wire.named(about)) if as_json else rooms.table_line(about))
    if not (found or silent or as_json):
        silent = ["no table is open"]
    for text in silent:
        click.echo(text, err=True)
    return 0


def seat_number(about: wire.About, seat: str) -> int:
    """The number of a seat by its name at a table; OptionError where it has none of that name."""
    from termgames.play.together import rooms

    names = rooms.seat_names(about)
    if seat.lower() not in names:
        raise OptionError(f"--seat: there is no {seat!r} at this table, but {', '.join(names)}")
    return names.index(seat.lower())
