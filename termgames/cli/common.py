"""Options that several commands share, and the types of their values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.text import quoted
from termgames.play.bots.players import SOLVER, parse_player
from termgames.play.seeds import MOST_SEED, seed_in
from termgames.search import characters
from termgames.search.levels import LEVELS
from termgames.tui.preferences import BY_NAME

if TYPE_CHECKING:
    from termgames.play.clock import TimeControl


def note(text: str) -> None:
    """Say something beside the output, in one line of standard error."""
    click.echo(f"note: {text}", err=True)


def seed_or_random(seed: int | None) -> int:
    """The seed that was given, else one drawn by lot."""
    from secrets import randbits  # slow to import, and help needs none of it

    return randbits(32) if seed is None else seed


def setting(name: str) -> object:
    """The value of a setting; None where it has none."""
    told = click.get_current_context().find_root().obj
    return None if told is None else told.values.get(name)


class Positive(click.ParamType[float]):
    """A number above 0, at most `most`; `what` names in the message what the number counts."""

    name = "number"

    def __init__(self, what: str, most: float) -> None:
        self.what = what
        self.most = most

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; OptionError naming the option."""
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not 0 < number <= self.most:
            option = param.opts[0] if param is not None else "it"
            raise OptionError(
                f"{option} takes {self.what} above 0, as 0.5 or 10, up to {self.most:g}, "
                f"not {quoted(str(value))}"
            )
        return number


class PlayerText(click.ParamType[str]):
    """Who plays: a bot, a human where `humans`, another program where `programs` may play. The
    text is checked and kept as it is."""

    name = "player"

    def __init__(self, *, humans: bool, programs: bool = False) -> None:
        self.humans, self.programs = humans, programs

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text in its canonical form; OptionError naming option and remedy."""
        option = param.opts[0] if param is not None else "player"
        try:
            spec = parse_player(str(value))
        except OptionError as error:
            raise OptionError(f"{option}: {error}") from None
        if not self.humans and spec.human:
            raise OptionError(
                f"{option} {quoted(str(value))}: nobody is at the keyboard, choose a bot, as bot:4"
            )
        if not self.programs and spec.command:
            raise OptionError(
                f"{option} {quoted(str(value))}: another program plays only in `play` and in "
                f"the arena, "
                "choose a bot, as bot:4"
            )
        return str(spec)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Names of players, those among them that the command's game knows alone."""
        game, begun = str(ctx.info_name), incomplete.lower()
        info = games.info(game) if game in games.names() else None
        names = [*(["human"] if self.humans else []), "random", "greedy", SOLVER]
        names += [f"bot:{level}" for level in LEVELS]
        if "," in begun:
            known = characters.names(cards=info is None or info.cards(info.settle({})))
            names = [f"bot:{level},{name}" for level in LEVELS for name in known]
        names += ["mcts:playouts=", "mcts:time=", "mcts:policy=", "uct:playouts=", "uct:time="]
        names += [f"mcts:aim={aim}" for aim in (info.aims if info else ())]
        names += ["gtp:"] if self.programs else []
        return [CompletionItem(name) for name in names if name.startswith(begun)]


class ProgramCommand(click.ParamType[str]):
    """What starts another program, as it stands in a record after `gtp:`."""

    name = "command"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The command as records have it; OptionError for a text that is no command."""
        text = str(value).strip()
        return parse_player(text if text.lower().startswith("gtp:") else f"gtp:{text}").command


class Seed(click.ParamType[int]):
    """A whole number from 0, of any use as a seed."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; OptionError for any other text."""
        seed = seed_in(str(value).strip())
        if seed is None:
            raise OptionError(
                f"--seed takes a whole number from 0 to {MOST_SEED}, not {quoted(str(value))}"
            )
        return seed


def whole(
    *names: str, default: int, help: str, low: int = 1, most: int = 1_000_000
) -> click.Option:
    """An option that is a whole number, `low` to `most`, and has a default."""
    return click.Option(
        names,
        type=click.IntRange(low, most),
        default=default,
        show_default=True,
        metavar="N",
        help=help,
    )


def jobs(help: str, *more: str) -> click.Option:
    """How many processes share the work; `more` are other names of the option."""
    return whole("--jobs", *more, default=1, most=256, help=help)


class NamedPath(click.Path):
    """A file or folder that has a name: an empty one would be the current folder."""

    def __init__(self, *, file_okay: bool = True, dir_okay: bool = True) -> None:
        super().__init__(file_okay=file_okay, dir_okay=dir_okay, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; refused where the name is empty."""
        if value == "":
            self.fail("the name is empty", param, ctx)
        return super().convert(value, param, ctx)


def file(*names: str, help: str) -> click.Option:
    """An option that names a file, which need not exist; a name without hyphens is the
    parameter's."""
    return click.Option(names, type=NamedPath(dir_okay=False), metavar="FILE", help=help)


def folder(*names: str, help: str, required: bool = False, multiple: bool = False) -> click.Option:
    """An option that names a folder, which need not exist, or several of them; names as `file` has
    them."""
    kind = NamedPath(file_okay=False)
    return click.Option(
        names, type=kind, required=required, multiple=multiple, metavar="DIR", help=help
    )


def flag(*names: str, help: str) -> click.Option:
    """An option that is given or not; names as `file` has them."""
    return click.Option(names, is_flag=True, help=help)


def as_json(help: str = "One line of JSON.") -> click.Option:
    """The option `--json`; its parameter is called `as_json`."""
    return flag("--json", "as_json", help=help)


def bot(name: str, help: str, *, programs: bool = False, **more: Any) -> click.Option:
    """An option that names a player who is no human, and a program only where `programs`; `more` as
    click has it."""
    kind = PlayerText(humans=False, programs=programs)
    return click.Option([name], type=kind, metavar="PLAYER", help=help, show_default=True, **more)


def clocks(texts: Iterable[str], seats: Sequence[str]) -> tuple[TimeControl | None, ...]:
    """The clocks by seat that `--clock` gives; OptionError for a text that is none."""
    from termgames.play import clock

    try:
        return clock.read_all(tuple(texts), seats)
    except OptionError as error:
        raise OptionError(f"--clock: {error}") from None


OWN_TIME = (
    "in a rated game bots take the time of their level: leave out --time and --time-scale (or time "
    "in your settings)"
)
"""Why a rated game is not begun, or gone on with."""
CLOCK = click.Option(
    ["--clock"],
    multiple=True,
    envvar=BY_NAME["clock"].variable,
    metavar="CLOCK",
    help="How much time each player has: 10m for the game, 10m+5s with five seconds more for each "
    "move, 10m+3x30s with three periods of thirty seconds afterwards, 20s for each move. "
    "--clock black=5m is for one seat, --clock black=none for none; can be given several times.",
)
SEED = click.Option(
    ["--seed"],
    type=Seed(),
    metavar="N",
    help="Seed of everything random (default: a new one).",
)
