"""`termgames join`: sit down at a table."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import choosing, settings_options, terminal
from termgames.core.errors import OptionError
from termgames.core.text import quoted

if TYPE_CHECKING:
    from termgames.play.text.printer import Boards
    from termgames.play.together import wire
    from termgames.play.together.link import Link
    from termgames.play.together.visit import Visit


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


@click.command("join")
@click.argument("table", required=False, metavar="[TABLE|ssh://USER@HOST/TABLE]")
@click.option("--key", metavar="KEY", help="Take the seat that this key stands for.")
@click.option("--seat", metavar="SEAT", help="Take this seat, as white, if it is free.")
@click.option("--name", default="", metavar="NAME", help="What the others call you.")
@click.option("--watch", is_flag=True, help="Watch; take no seat.")
@click.option(
    "--remote",
    metavar="COMMAND",
    envvar=["TERMGAMES_JOIN_REMOTE", "TERMGAMES_REMOTE"],
    help="With ssh://: the command that is termgames there, as ~/bin/termgames.",
)
@click.option("--list", "listing", is_flag=True, help="List the open tables of this computer.")
@click.option("--end", metavar="NAME", help="End this table of yours; its game stays saved.")
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
    remote: str | None,
    listing: bool,
    end: str | None,
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
      termgames join --list
      termgames join --end friday
    """
    if table and (listing or end is not None):
        raise OptionError(f"--list and --end take no other table: leave {quoted(table)} out")
    if end is not None:
        from termgames.play.together import starting

        starting.end(end)
        return 0
    if listing:
        return choosing.echo_tables(as_json=as_json)
    chosen = table or choosing.table()
    if window is not None:
        return _open_window(chosen, window)
    return sit_down(
        chosen,
        remote=remote,
        key=key or "",
        seat=seat,
        name=name,
        watch=watch,
        asks=table is None,
        as_json=as_json,
        **options,
    )


join.params += settings_options.of_settings(*settings_options.LOOK, "boards", "analysis")


def sit_down(
    table: str,
    *,
    name: str,
    remote: str | None = None,
    key: str = "",
    host: str = "",
    seat: str | None = None,
    watch: bool = False,
    asks: bool = False,
    as_json: bool = False,
    plain: bool = False,
    boards: Boards = "always",
    **_: Any,
) -> int:
    """Be a guest at a table until the player leaves; returns the exit code. `host` is the host's
    key; `asks`: the player is asked which of the free seats he wants."""
    from termgames.play.together import rooms, wire
    from termgames.play.together.address import Address
    from termgames.play.together.link import Link
    from termgames.play.together.mirror import Mirror
    from termgames.play.together.visit import Visit, taking

    address = Address.read(table, remote)
    link = Link(address)
    about = _about(link)
    number = None if seat is None else choosing.seat_number(about, seat)
    first = wire.Join(wire.VERSION, name, key, number, watch, host, lenient=not key)
    if not (key or watch):
        own = rooms.own_seats(str(address), rooms.seat_names(about))
        if seat is None:
            number = choosing.seat(about, own, name, asks=asks and not as_json)
        first = taking(about, own, number, first)
    if as_json:
        return _raw(link, first)
    visit = Visit(link, first)
    if not terminal.draws(plain):
        return _play_plain(visit, boards)
    # Before the screen is drawn, ssh may ask for a password.
    mirror = Mirror()
    mirror.wait_for_a_game(visit.receive)
    terminal.prepare_screen()
    from termgames.tui.app import run_guest

    return run_guest(visit, mirror, terminal.settings())


def _about(link: Link) -> wire.About:
    """What the table says of itself. Over ssh somebody may have to type a password first."""
    from termgames.play.together.link import LOGIN
    from termgames.play.together.rooms import Silent

    try:
        return link.about()
    except Silent as silent:
        if not (link.address.host and sys.stdin.isatty()):
            raise
        click.echo(f"note: {silent} yet; ctrl-C ends the waiting", err=True)
        return link.about(LOGIN)


def _open_window(table: str, size: tuple[int, int]) -> int:
    """Be what is shown in a window of a browser, for whoever has a key. From here on neither this
    process nor its bots can put anything into a file, whatever the player does."""
    import resource  # there is none where there are no terminals
    import tempfile

    from termgames.play.together.address import Address

    tempfile.gettempdir()  # found by writing there, once
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    terminal.prepare_screen()
    from termgames.tui.app import run_window

    return run_window(Address.read(table), terminal.settings(window=size))


def _play_plain(visit: Visit, boards: Boards) -> int:
    from termgames.play.together import line_guest

    line_guest.play(
        visit,
        say=terminal.say,
        warn=lambda text: print(text, file=sys.stderr, flush=True),
        boards=boards,
        advise=terminal.analyst,
    )
    return 0


def _raw(link: Link, first: wire.Join) -> int:
    """Lines of the wire between the standard streams and a table."""
    from termgames.play.together import address

    link.send(first)
    with contextlib.closing(link):
        address.hand_on(link.fileno(), link.target, stays=True)
    return 0
