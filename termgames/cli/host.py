"""`termgames host`, `termgames join --list` and `termgames relay`: tables for people at several
terminals."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from termgames import games
from termgames.cli import common, settings_options
from termgames.cli.gameoptions import GameGroup, game_command
from termgames.cli.guard import FAILED, FINE
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo
from termgames.play.bots.players import parse_player

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch
    from termgames.play.save_file import SaveFile
    from termgames.play.together.process import TableProcess
    from termgames.play.together.seating import Seating


class _StandIn(common.PlayerText):
    """A bot, or the word `pass`."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The bot's name as it is written in records, or `pass`; OptionError."""
        return "pass" if value == "pass" else super().convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names of bots, and `pass`."""
        passing = [CompletionItem("pass")] if "pass".startswith(incomplete) else []
        return [*passing, *super().shell_complete(ctx, param, incomplete)]


def _refuse_group(ctx: click.Context, param: click.Parameter, group: str | None) -> None:
    if group is not None:
        raise OptionError(
            "--group: tables are their user's alone now; others join over ssh as that user: "
            "ssh -t YOU@HOST termgames join NAME, or termgames join ssh://YOU@HOST/NAME"
        )


_PLAYER = common.PlayerText(humans=True)
_MOST_PATIENCE = 30 * 86_400.0

_MANNERS: list[click.Parameter] = [
    click.Option(
        ["--name"], metavar="NAME", help="What the table is called (default: the game, a number)."
    ),
    click.Option(
        ["--group"],
        hidden=True,
        expose_value=False,
        callback=_refuse_group,
        help="Refused: tables are their user's alone.",
    ),
    click.Option(["--as", "called"], default="", metavar="NAME", help="What the others call you."),
    click.Option(
        ["--analysis/--no-analysis", "advice"],
        default=False,
        help="Guests may ask bots for advice while the game goes on (default: not with two or "
        "more people).",
    ),
    click.Option(["--talk/--no-talk"], default=True, help="Guests may talk (default: yes)."),
    click.Option(
        ["--stand-in"],
        type=_StandIn(humans=False),
        metavar="BOT|pass",
        help="What plays for a guest who stays away: a bot, as bot:3, or pass, which passes until "
        "he is back (default: the others wait).",
    ),
    click.Option(
        ["--patience"],
        type=common.Positive("seconds", _MOST_PATIENCE),
        default=300.0,
        show_default=True,
        metavar="SECONDS",
        help="How long a guest may be away before the stand-in plays.",
    ),
    *settings_options.of_settings(*settings_options.THINKING, "openings"),
    click.Option(["--no-save"], is_flag=True, help="Do not save the game."),
    click.Option(["--headless"], is_flag=True, help="Open no screen: only serve the table."),
    click.Option(["--json"], is_flag=True, help="With --headless: print a line of JSON an event."),
    click.Option(["--detached"], is_flag=True, hidden=True, help="For the host's own screen."),
    *settings_options.of_settings(*settings_options.LOOK),
]


def _build(info: GameInfo) -> click.Command:
    """The command that opens a table for one game."""
    players = [
        click.Option(
            [f"--{seat}"],
            type=_PLAYER,
            default="human",
            show_default=True,
            metavar="PLAYER",
            help=f"Who plays {seat}: human for a guest, or a bot.",
        )
        for seat in info.seats
    ]
    return game_command(
        info,
        _host,
        [*players, common.CLOCK, common.SEED, *_MANNERS],
        short_help=info.summary,
        help=f"Open a table for {info.title}, at which people at several terminals play.\n\n"
        "The table is a process of its own: your screen is a guest like every other, and may be "
        "closed and opened again with termgames join. It ends with termgames join --end NAME.",
        epilog="\b\nExamples:\n"
        f"  termgames host {info.id}\n"
        f"  termgames host {info.id} --{info.seats[-1]} bot:3 --name friday\n"
        f"  termgames host {info.id} --clock 10m+5s\n"
        f"  termgames host {info.id} --headless --json\n",
    )


def _host(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.play import store
    from termgames.play.match import Match
    from termgames.play.match_time import MatchTime
    from termgames.play.save_file import SaveFile
    from termgames.play.seeds import fresh_seed

    if not options["headless"]:
        return _open_screen(options)
    seats = info.seated(info.settle(chosen))
    players = tuple(options[seat] for seat in seats)
    if all(parse_player(player).human is False for player in players):
        raise OptionError("no seat is left for a guest: name human for one")
    if any(parse_player(player).human for player in players):
        chosen = info.played(chosen)
    seed = options["seed"]
    match = Match(
        games.create(info.id, chosen),
        players,
        fresh_seed() if seed is None else seed,
        time=MatchTime(common.clocks(options["clock"], seats)),
    )
    file = None if options["no_save"] else SaveFile(store.new_file(info.id))
    return _serve(match, file, options)


def _serve(match: AnyMatch, file: SaveFile | None, options: dict[str, Any]) -> int:
    """Serve a table until it ends; returns the exit code."""
    from termgames.play.bots.options import BotOptions, usual_cores
    from termgames.play.together import rooms
    from termgames.play.together.attendance import Manners
    from termgames.play.together.process import TableProcess
    from termgames.play.together.seating import Seating

    kept = None if file is None else rooms.kept_with(file.path)
    name = options["name"] or (kept.name if kept else rooms.fresh_name(match.game.id))
    rooms.refuse_name(name)
    seating = kept.seating if kept else Seating.of([])
    for seat, player in enumerate(match.players):
        if parse_player(player).human and seat not in seating.places:
            seating.add(seat, match.seat_name(seat))
    door = rooms.listen(rooms.socket_path(rooms.folder(), name))
    report = _Report(as_json=options["json"], detached=options["detached"])
    process = TableProcess(
        name,
        door,
        match,
        seating,
        file=file,
        rules=Manners(
            options["advice"], options["talk"], options["stand_in"] or "", options["patience"]
        ),
        options=BotOptions(
            options["time"],
            options["time_scale"],
            options["cores"] or usual_cores(),
            openings=options["openings"],
        ),
        report=report.tell,
        until_over=options["headless"] and not options["detached"],
    )
    report.begin(process, seating, match)
    return FINE if process.run() else FAILED


class _Report:
    """What a headless table prints: lines of JSON, or of words. A reader that has gone is no
    reason to end."""

    def __init__(self, *, as_json: bool, detached: bool) -> None:
        self._as_json, self._detached = as_json, detached
        self._quiet = False
        self._early: list[dict[str, Any]] | None = []
        """What happened before the table was open."""

    def begin(self, process: TableProcess, seating: Seating, match: AnyMatch) -> None:
        """Say where the table is and how its seats are taken."""
        name, socket = process.name, process.socket
        seats = [
            {"seat": match.seat_name(seat), "number": seat, "key": place.key}
            for seat, place in seating.places.items()
        ]
        first = {
            "table": name,
            "socket": socket,
            "seats": seats,
            "watch": seating.watch.key,
            "host": seating.host_key,
        }
        if self._as_json:
            self._print(json.dumps(first))
        else:
            self._print(f"The table {name} is open at {socket}.")
            for seat in seats:
                self._print(f"{seat['seat']}: termgames join {name} --key {seat['key']}")
            self._print(f"to watch: termgames join {name} --key {seating.watch.key}")
        early, self._early = self._early or [], None
        for event in early:
            self.tell(event)
        if self._detached:
            self._quiet = True
            nowhere = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(nowhere, descriptor)

    def tell(self, event: dict[str, Any]) -> None:
        """Print an event, once the table is open."""
        if self._early is not None:
            self._early.append(event)
        elif self._as_json:
            self._print(json.dumps(event))
        else:
            what = ", ".join(f"{name} {value}" for name, value in event.items() if name != "event")
            self._print(f"{event['event']}: {what}" if what else event["event"])

    def _print(self, text: str) -> None:
        if not self._quiet:
            try:
                print(text, flush=True)
            except (OSError, UnicodeError):
                self._quiet = True


def _open_screen(options: dict[str, Any]) -> int:
    """Start the table as a process of its own, and sit down at it."""
    from termgames.cli.join import sit_down
    from termgames.play.together import starting

    opened = starting.start(sys.argv[1:])
    with contextlib.suppress(OSError):
        click.echo(f"The table {opened.name} is open: termgames join {opened.name}", err=True)
    return sit_down(opened.name, host=opened.host_key, name=options["called"], **_looks(options))


def _looks(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a command that are about the host's own screen."""
    return {name: options[name] for name in ("plain", "ascii", "theme")}


def _resume(path: Path, options: dict[str, Any]) -> int:
    from termgames.play.save_file import SaveFile

    if not options["headless"]:
        return _open_screen(options)
    file = SaveFile(path.expanduser().absolute())
    match = file.resume()
    if file.in_use is not None:
        raise StorageError(f"{file.in_use}: end that table or leave that window first")
    try:
        return _serve(match, file, options)
    finally:
        file.close()


class _HostGroup(GameGroup):
    """As `GameGroup`; with `--resume` no game is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's: whether a game is missing is known once the options are."""
        return click.Group.parse_args(self, ctx, args)


@click.pass_context
def _without_game(ctx: click.Context, /, **options: Any) -> int:
    path = options.pop("resume")
    if ctx.invoked_subcommand is not None:
        if path is not None:
            raise OptionError("--resume takes the game from its file: name no game beside it")
        return 0
    if path is None:
        raise OptionError(f"{ctx.command_path} needs a game: {', '.join(games.names())}")
    return _resume(path, options)


host = _HostGroup(
    "host",
    build=_build,
    callback=_without_game,
    invoke_without_command=True,
    params=[
        click.Option(
            ["--resume"],
            type=common.NamedPath(),
            metavar="FILE",
            help="Set the table of a saved game up again, with the keys it had.",
        ),
        *_MANNERS,
    ],
    help="Open a table at which people at several terminals play.\n\nNothing listens on the "
    "network: others come by ssh to this computer, as you. See termgames help together.",
    epilog="\b\nExamples:\n  termgames host mitropia --players 3\n  termgames join\n",
)


@click.command("tables")
@click.option("--end", metavar="NAME", help="End this table; its game stays saved.")
@click.pass_context
def tables(ctx: click.Context, /, end: str | None) -> int:
    """The older name of join --list and join --end.

    \b
    Example:
      termgames join --list
    """
    from termgames.cli.join import join

    code: int = ctx.invoke(join, listing=True, end=end)
    return code


@click.command("relay")
@click.argument("table")
def relay(table: str) -> int:
    """Hand on what comes in to a table of this computer, and what it answers.

    termgames join ssh://USER@HOST/TABLE starts this on the other computer.

    \b
    Example:
      ssh HOST termgames relay friday
    """
    from termgames.play.together import address

    return address.relay(table)
