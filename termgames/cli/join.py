"""`termgames join`: sit down at a table."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import terminal
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import escaped, quotable, quoted

if TYPE_CHECKING:
    from termgames.core.game import AnyGame
    from termgames.play.text.printer import Boards
    from termgames.play.together import wire
    from termgames.play.together.link import Address, Link
    from termgames.play.together.visit import Visit
    from termgames.search.limits import Thought

_PIECE = 65_536


class _Size(click.ParamType[tuple[int, int]]):
    """Columns and rows, as 80x24."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """The two numbers; OptionError for another text."""
        columns, _, rows = str(value).partition("x")
        if not (columns.isdecimal() and rows.isdecimal()):
            raise OptionError(f"--window takes columns and rows as 80x24, not {quoted(str(value))}")
        return int(columns), int(rows)


@click.command("join", short_help="Sit down at an open table.")
@click.argument("table", required=False, metavar="[TABLE|ssh://USER@HOST/TABLE]")
@click.option("--key", metavar="KEY", help="Take the seat that this key stands for.")
@click.option("--seat", metavar="SEAT", help="Take this seat, as white, if it is free.")
@click.option("--name", default="", metavar="NAME", help="What the others call you.")
@click.option("--watch", is_flag=True, help="Watch; take no seat.")
@click.option("--list", "listing", is_flag=True, help="List the open tables of this computer.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Lines of the wire in and out; with --list, a line of JSON a table.",
)
@click.option("--window", type=_Size(), hidden=True, help="Columns and rows, of termgames serve.")
def join(
    table: str | None,
    key: str | None,
    seat: str | None,
    name: str,
    watch: bool,
    listing: bool,
    as_json: bool,
    window: tuple[int, int] | None,
    **options: Any,
) -> int:
    """Sit down at a table that somebody has opened with termgames host.

    Without TABLE, the open tables of this computer are shown. A seat that was yours is yours
    again. See termgames help together.

    \b
    Examples:
      termgames join
      termgames join friday --seat white --name ann
      termgames join friday --key white-7f3k-8mqa-u2ce-vvh4
      termgames join ssh://ann@games.example.org/friday
      termgames join friday --watch --plain
    """
    if listing:
        return echo_tables(as_json=as_json)
    chosen = table or _choose()
    if window is not None:
        return _open_window(chosen, window, options)
    if table is None and not (seat or key or watch or as_json):
        seat = _choose_seat(chosen)
    return sit_down(
        chosen,
        key=key or "",
        seat=seat,
        name=name,
        watch=watch,
        as_json=as_json,
        **options,
    )


join.params += [
    terminal.PLAIN,
    terminal.BOARDS,
    terminal.ASCII,
    terminal.THEME,
    terminal.NO_ANALYSIS,
]


def sit_down(
    table: str,
    *,
    key: str,
    name: str,
    seat: str | None = None,
    watch: bool = False,
    as_json: bool = False,
    plain: bool = False,
    boards: Boards = "always",
    **options: Any,
) -> int:
    """Be a guest at a table until the player leaves; returns the exit code."""
    from termgames.play.together import rooms, wire
    from termgames.play.together.link import Address, Link
    from termgames.play.together.mirror import Mirror
    from termgames.play.together.visit import Visit

    address = Address.read(table)
    number = None if seat is None else _seat_number(address, seat)
    own = "" if watch or seat is not None else rooms.own_key(table)
    host = "" if address.host else rooms.own_host_key(address.name)
    first = wire.Join(wire.VERSION, name, key or own, number, watch, host, lenient=not key)
    if as_json:
        return _raw(Link(address), first)
    visit = Visit(address, first)
    if not terminal.draws(plain):
        return _play_plain(visit, boards)
    # Before the screen is drawn, ssh may ask for a password.
    mirror = Mirror()
    mirror.wait_for_a_game(visit.receive)
    terminal.prepare_screen()
    from termgames.tui.app import run_guest

    return run_guest(visit, mirror, terminal.settings(**options))


def _open_window(table: str, size: tuple[int, int], options: Mapping[str, Any]) -> int:
    """Be what is shown in a window of a browser, for whoever has a key. From here on neither this
    process nor its bots can put anything into a file, whatever the player does."""
    import resource  # there is none where there are no terminals
    import tempfile

    from termgames.play.together.link import Address

    tempfile.gettempdir()  # found by writing there, once
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    terminal.prepare_screen()
    from termgames.tui.app import run_window

    return run_window(Address.read(table), replace(terminal.settings(**options), window=size))


def _play_plain(visit: Visit, boards: Boards) -> int:
    from termgames.play.together import line_guest

    def advise(game: AnyGame) -> Callable[[Any], Thought]:
        @cache
        def adviser() -> Callable[[Any], Thought]:
            from termgames.study.advice import Adviser  # brings the whole search with it

            return Adviser(game).think

        return lambda state: adviser()(state)

    line_guest.play(
        visit,
        say=terminal.say,
        warn=lambda text: print(text, file=sys.stderr, flush=True),
        boards=boards,
        advise=advise,
    )
    return 0


def _seat_number(address: Address, seat: str) -> int:
    """The number of a seat by its name at the table of an address; OptionError where it has none of
    that name."""
    from termgames.play.together import link

    about = link.about(address)
    names = seat_names(about)
    if seat.lower() not in names:
        raise OptionError(f"--seat: there is no {seat!r} at this table, but {', '.join(names)}")
    return names.index(seat.lower())


def seat_names(about: wire.About) -> list[str]:
    """The names of the seats of a table, in their order."""
    from termgames import games

    return list(games.info(about.game).seats[: len(about.seats)])


def _raw(link: Link, first: wire.Join) -> int:
    """Lines of the wire between the standard streams and a table."""
    link.send(first)
    with contextlib.closing(link), selectors.DefaultSelector() as selector:
        for source in (0, link.fileno()):
            selector.register(source, selectors.EVENT_READ)
        while True:
            for key, _ in selector.select():
                if key.fd == 0:
                    data = os.read(0, _PIECE)
                    if not data:
                        selector.unregister(0)
                    link.write(data)
                    continue
                data = link.read()
                if not data:
                    return 0
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()


def _choose() -> str:
    """The name of the one table that is open, or the one that the player picks at a terminal;
    OptionError where there are more and nobody can be asked, StorageError where there is none."""
    from termgames.play.together import link

    open_tables = list(link.tables())
    names = [about.table for about in open_tables]
    if len(names) == 1:
        return names[0]
    if not names:
        raise StorageError("no table is open here: open one with termgames host GAME")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise OptionError(f"name one of the open tables: {', '.join(names)}")
    for number, about in enumerate(open_tables, 1):
        click.echo(f"{number}  {_line(about)}")
    return names[_picked("table", len(names)) - 1]


def _choose_seat(table: str) -> str | None:
    """The seat that the player picks at a terminal, where he has none yet and more than one is
    free; None leaves it to the table."""
    from termgames.play.together import link, rooms
    from termgames.play.together.link import Address

    address = Address.read(table)
    if address.host or rooms.own_key(table) or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    about = link.about(address)
    names = seat_names(about)
    free = [names[each.seat] for each in about.seats if each.kind == "free"]
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
    from termgames.play.together import link, wire

    there = False
    for about in link.tables():
        there = True
        click.echo(json.dumps(wire.named(about)) if as_json else _line(about))
    if not there and not as_json:
        click.echo("no table is open", err=True)
    return 0


def _line(about: wire.About) -> str:
    """An open table in a line: who sits there, whose move it is, and whether that is yours."""
    from termgames.play.together import rooms

    names = seat_names(about)
    seats = ", ".join(
        f"{name} {_who(each)}" for name, each in zip(names, about.seats, strict=False)
    )
    key = rooms.own_key(about.table)
    # Keys begin with the name of their seat.
    own = key and about.acting is not None and key.partition("-")[0] == names[about.acting][:8]
    mine = "; your move is wanted" if own else "; you have a seat" if key else ""
    return f"{about.table}: {about.game}, {seats}; {_state(about, names)}{mine}"


def _who(seated: wire.Seated) -> str:
    if seated.kind == "free":
        return "free"
    away = "" if seated.present else " (away)"
    return f"{escaped(quotable(seated.name))}{away}"


def _state(about: wire.About, names: list[str]) -> str:
    if about.over:
        return "the game is over"
    if not about.begun or about.acting is None:
        return "not begun"
    return f"{names[about.acting]} is to move, {about.ply} moves"
