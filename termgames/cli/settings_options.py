"""Options that are made from the table of settings, and the type of texts for which the shell
offers words. The root of the command line has some: nothing heavy is imported."""

import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import click
from click.shell_completion import CompletionItem

from termgames.tui.preferences import BY_NAME, Setting

THINKING = ("time", "time-scale", "cores")
"""Settings of bots that all commands have in which bots play."""
LOOK = ("plain", "ascii", "theme")
"""Settings of the screen that all commands have which draw on it."""
PLAYING = ("ponder", "openings", *LOOK, "boards", "analysis")
"""Settings of commands with which one plays at one's own table."""


class Named(click.ParamType[Any]):
    """A text for which the shell offers names, and files where `files`. Without `read` it is taken
    as it is: what is wrong with a course or a map is not wrong usage."""

    def __init__(
        self,
        name: str,
        offered: Callable[[], Iterable[str]],
        *,
        read: Callable[[str], Any] = str,
        files: bool = False,
    ) -> None:
        self.name = name
        self._offered, self._read, self._files = offered, read, files

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """What `read` makes of the text."""
        return self._read(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names, and files."""
        names = [name for name in self._offered() if name.startswith(incomplete)]
        files = [CompletionItem(incomplete, type="file")] if self._files else []
        return [*map(CompletionItem, names), *files]


def _typed(setting: Setting, value: Any) -> Any:
    """The value of an option, as it is typed or as it comes from elsewhere; OptionError with the
    option and what it takes."""
    if setting.name == "theme" and value == "list":
        click.echo("\n".join(setting.offered))
        raise click.exceptions.Exit(0)
    if not isinstance(value, str):
        return value
    outside = os.environ.get(setting.variable) == value
    return setting.typed(value, setting.variable if outside else f"--{setting.name}")


def of_settings(*names: str, **more: Any) -> list[click.Option]:
    """Options for these settings, which the environment has for all commands; `more` as click has
    it."""
    return [_option(BY_NAME[name], **more) for name in names]


def _option(setting: Setting, **more: Any) -> click.Option:
    name = f"--{setting.name}"
    metavar = "|".join(setting.choices) or ("N" if setting.kind == "whole" else "X")
    about = f"{setting.about} --theme list shows them." if name == "--theme" else setting.about
    told = {"envvar": setting.variable, "default": setting.usual, "help": about, **more}
    if setting.flag:
        return click.Option([f"{name}/--no-{setting.name}"], **told)
    kind = Named(setting.name, lambda: setting.offered, read=partial(_typed, setting))
    shows = bool(setting.choices)
    return click.Option([name], type=kind, metavar=metavar, show_default=shows, **told)
