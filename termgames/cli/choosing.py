"""The open tables of this computer and their seats: listed, and chosen from."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from termgames.core.errors import OptionError, StorageError

if TYPE_CHECKING:
    from termgames.play.together.address import Address


def table() -> str:
    """The name of the one table that is open, or the one that the player picks at a terminal;
    OptionError where there are more and nobody can be asked, StorageError where there is none."""
    from termgames.play.together import link, listing

    open_tables = list(link.tables())
    names = [about.table for about in open_tables]
    if len(names) == 1:
        return names[0]
    if not names:
        raise StorageError("no table is open here: open one with termgames host GAME")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise OptionError(f"name one of the open tables: {', '.join(names)}")
    for number, about in enumerate(open_tables, 1):
        click.echo(f"{number}  {listing.table_line(about)}")
    return names[_picked("table", len(names)) - 1]


def seat(table: str) -> str | None:
    """The seat that the player picks at a terminal, where he has none yet and more than one is
    free; None leaves it to the table."""
    from termgames.play.together import link, listing, rooms
    from termgames.play.together.address import Address

    address = Address.read(table)
    if address.host or rooms.own_key(table) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    about = link.about(address)
    free = [name for _, name in listing.free_seats(about)]
    if len(free) < 2:
        return None
    for number, name in enumerate(free, 1):
        click.echo(f"{number}  {name}")
    return free[_picked("seat", len(free)) - 1]


def _picked(what: str, most: int) -> int:
    """The number that the player types, 1 to `most`."""
    return int(click.prompt(f"Which {what}?", type=click.IntRange(1, most), default=1))


def echo_tables(*, as_json: bool = False) -> int:
    """Print the open tables, a line each."""
    from termgames.play.together import link, listing, wire

    there = False
    for about in link.tables():
        there = True
        click.echo(json.dumps(wire.named(about)) if as_json else listing.table_line(about))
    if not there and not as_json:
        click.echo("no table is open", err=True)
    return 0


def seat_number(address: Address, seat: str) -> int:
    """The number of a seat by its name at the table of an address; OptionError where it has none of
    that name."""
    from termgames.play.together import link, listing

    about = link.about(address)
    names = listing.seat_names(about)
    if seat.lower() not in names:
        raise OptionError(f"--seat: there is no {seat!r} at this table, but {', '.join(names)}")
    return names.index(seat.lower())
