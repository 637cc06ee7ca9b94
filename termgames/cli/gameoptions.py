"""The options of a game, declared in its `options.py`, as options of the command line; groups of
one command a game."""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from termgames import games
from termgames.cli.lazy import SuggestingGroup
from termgames.core import maps
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Option, Value

_METAVAR = {
    "int": "N",
    "float": "X",
    "map": "MAP",
    "numbers": "N,N,…",
    "sheet": "FILE",
    "colours": "COLOUR,…",
}


class GameValue(click.ParamType[Value]):
    """Text read by the game's own `Option`, with its own words when it is wrong."""

    name = "value"

    def __init__(self, option: Option) -> None:
        self.option = option

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Value:
        """The option's value; OptionError in the option's words."""
        # Click converts what is converted already a second time.
        plain: Value = value
        return self.option.read(value) if isinstance(value, str) else plain

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The choices, or the values a menu would offer."""
        values = [*self.option.choices, *(self.option.write(x) for x in self.option.offered)]
        if self.option.kind == "map":
            values += [*maps.shipped(), *maps.own()]
        return [CompletionItem(text) for text in values if text.startswith(incomplete.lower())]


def game_options(info: GameInfo) -> list[click.Parameter]:
    """The options of a game for a command."""
    return [_rendered(option) for option in info.options]


def parameter(option: Option) -> str:
    """The name under which click keeps an option among a command's parameters."""
    return option.name.replace("-", "_")


def chosen_options(info: GameInfo, ctx: click.Context) -> dict[str, Value]:
    """The game's options that were given, checked to go together.

    None alone means that an option was not given: 0 and "no" are values like others. Options on the
    command line outrank those of the environment: one from the environment that does not go with
    them is left out, the others count. Raises OptionError.
    """
    given = {
        option.name: value
        for option in info.options
        if (value := ctx.params[parameter(option)]) is not None
    }
    typed = {
        name: value
        for name, value in given.items()
        if ctx.get_parameter_source(parameter(info.option(name)))
        is click.core.ParameterSource.COMMANDLINE
    }
    try:
        info.settle(given)
    except OptionError:
        if typed == given or not typed:
            raise
    else:
        return given
    info.settle(typed)
    accepted = typed
    for name, value in given.items():
        with contextlib.suppress(OptionError):
            info.settle({**accepted, name: value})
            accepted = {**accepted, name: value}
    return accepted


def game_command(
    info: GameInfo,
    run: Callable[[GameInfo, dict[str, Value], dict[str, Any]], int],
    params: Iterable[click.Parameter],
    **texts: Any,
) -> click.Command:
    """The command for one game, with the game's options before its own `params`. `run` gets the
    game, its options that were chosen, and the command's own; `texts` are help texts as click has
    them."""
    names = {parameter(option) for option in info.options}

    def callback(**given: Any) -> int:
        own = {name: value for name, value in given.items() if name not in names}
        return run(info, chosen_options(info, click.get_current_context()), own)

    return click.Command(info.id, params=[*game_options(info), *params], callback=callback, **texts)


def _rendered(option: Option) -> click.Option:
    flag = f"--{option.name}"
    if option.kind == "flag":
        # A flag that may be on by itself needs a way to switch it off.
        names = f"{flag}/--no-{option.name}" if option.default or option.played else flag
        return click.Option([names], is_flag=True, default=None, help=option.help)
    if option.bare is not None:
        return click.Option(
            [flag],
            type=GameValue(option),
            is_flag=False,
            flag_value=option.write(option.bare),
            metavar=f"[{_METAVAR.get(option.kind, '')}]",
            help=option.help,
        )
    metavar = "|".join([_METAVAR.get(option.kind, ""), *option.choices]).strip("|")
    return click.Option([flag], type=GameValue(option), metavar=metavar, help=option.help)


class GameGroup(SuggestingGroup):
    """One command a game, made by `build` from the game's `GameInfo`."""

    kind = "game"

    def __init__(
        self, *args: Any, build: Callable[[GameInfo], click.Command], **kwargs: Any
    ) -> None:
        kwargs.setdefault("subcommand_metavar", "GAME [OPTIONS]")
        kwargs.setdefault("no_args_is_help", False)
        super().__init__(*args, **kwargs)
        self._build = build

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but without a game the error names the games."""
        rest = super().parse_args(ctx, args)
        if not args and not ctx.resilient_parsing:
            raise OptionError(f"{ctx.command_path} needs a game: {', '.join(games.names())}")
        return rest

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The games that can be used."""
        return [info.id for info in games.infos()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command for a game, whatever the case of its name."""
        name = cmd_name.lower()
        return self._build(games.info(name)) if name in games.names() else None


def of_each_game(
    name: str,
    run: Callable[[GameInfo, dict[str, Value], dict[str, Any]], int],
    params: Iterable[click.Parameter] | Callable[[GameInfo], Iterable[click.Parameter]],
    *,
    title: str,
    about: str,
    examples: Sequence[str],
    **texts: Any,
) -> GameGroup:
    """A group whose commands differ by their game alone: `title` is the short help of each, `about`
    its help, `examples` what is typed after `termgames`, with {title} and {id} for those of the
    game. `params` and `run` are as `game_command` has them, `texts` the group's own."""

    def said(game: str, some: Sequence[str]) -> str:
        lines = (f"  termgames {example.format(id=game)}\n" for example in some)
        return f"\b\nExample{'s' if some[1:] else ''}:\n{''.join(lines)}"

    def build(info: GameInfo) -> click.Command:
        return game_command(
            info,
            run,
            params(info) if callable(params) else params,
            short_help=title.format(title=info.title),
            help=about.format(title=info.title),
            epilog=said(info.id, examples),
        )

    return GameGroup(name, build=build, epilog=said("plurality", examples[:1]), **texts)
