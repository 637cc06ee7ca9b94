"""The terminal: whether there is a screen to draw on, the options of how it looks, and how lines
are printed without one."""

from __future__ import annotations

import gc
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Set
from functools import cache
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from termgames.core.text import escaped_lines
from termgames.tui import theme_names

if TYPE_CHECKING:
    from termgames.core.game import AnyGame
    from termgames.tui.config import Config
    from termgames.tui.settings import Settings

_WITHOUT_TERMINALS = (
    "note: the screen needs Linux, macOS or, on Windows, WSL; here games are played and replayed "
    "line by line, and list, rules and gtp work"
)
_UNDERSTOOD = {
    "TEXTUAL_COLOR_SYSTEM": "auto|standard|256|truecolor",
    "TEXTUAL_ANIMATIONS": "(?i:none|basic|full)",
    "TEXTUAL_DISABLE_KITTY_KEY": "[01]",
    "TEXTUAL_FPS": "[0-9]{1,3}",
    "ESCDELAY": "[0-9]{1,5}",
}
"""Variables of Textual that are about the terminal, and the values that they may have."""


def has_screen() -> bool:
    """Whether input and outputs are a terminal that can do more than print lines, and this system
    has what the screen needs.

    Standard error counts: the screen is drawn there.
    """
    able = os.environ.get("TERM", "") not in ("", "dumb", "unknown") and not lacks_terminals()
    return able and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


def attended() -> bool:
    """Whether somebody sits at a terminal, who can answer questions."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def lacks_terminals() -> bool:
    """Whether Python has no control of terminals here, as on Windows outside WSL."""
    try:
        import termios  # noqa: F401
    except ImportError:
        return True
    return False


def draws(plain: bool) -> bool:
    """Whether to draw on the screen: there is one, and the user has not asked for `plain` lines. On
    a system without control of terminals a line says what works there."""
    if not plain and lacks_terminals() and attended():
        click.echo(_WITHOUT_TERMINALS, err=True)
    return not plain and has_screen()


def say(text: str) -> None:
    """Print what line mode says. On a terminal a sentence too long for it is broken between words;
    a text of several lines, as a board or a record, stays as it is."""
    text = escaped_lines(text)
    if "\n" not in text and sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns
        text = textwrap.fill(text, columns, break_long_words=False, break_on_hyphens=False)
    print(text, flush=True)


def prepare_screen() -> None:
    """To be called before the application is imported. Turns garbage collection off: until the
    first picture, hardly any of the objects that are made is garbage. Takes variables out of the
    environment that the screen must not obey: sizes that do not follow the terminal, and Textual's
    own, which are for who develops with it and end a program that is given a value of no use."""
    gc.set_threshold(0)
    for name, value in list(os.environ.items()):
        understood = _UNDERSTOOD.get(name)
        if understood is None:
            unwanted = name.startswith("TEXTUAL") or name in ("COLUMNS", "LINES")
        else:
            unwanted = re.fullmatch(understood, value) is None
        if unwanted:
            del os.environ[name]


class ThemeName(click.ParamType[str]):
    """A theme of the screen, by its name."""

    name = "theme"
    variable = "TERMGAMES_THEME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; OptionError with the names there are."""
        if value == "list":
            click.echo("\n".join(theme_names.all_names()))
            raise click.exceptions.Exit(0)
        from_outside = os.environ.get(self.variable) == value
        return theme_names.checked(str(value), self.variable if from_outside else "--theme")

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names there are."""
        names = theme_names.all_names()
        return [CompletionItem(name) for name in names if name.startswith(incomplete.lower())]


def settings(
    allowed: Set[str] = frozenset(),
    *,
    time: float | None = None,
    time_scale: float = 1.0,
    cores: int | None = None,
    no_ponder: bool = False,
    ascii: bool = False,
    theme: str | None = None,
    no_analysis: bool = False,
    openings: bool = False,
    **_: Any,
) -> Settings:
    """What the options of a command say of bots and looks; others are passed over. `allowed` are
    the programs that may be started without a question."""
    from termgames.play.bots.options import BotOptions, usual_cores
    from termgames.tui.settings import Settings

    bots = BotOptions(time, time_scale, cores or usual_cores(), frozenset(allowed), openings)
    return Settings(ascii, not no_analysis, theme, not no_ponder, bots, _config())


def _config() -> Config:
    """What the user's file says, as the root has read it. Its faults are told, a line each."""
    from termgames.tui import config
    from termgames.tui.config import Config

    told = click.get_current_context().find_root().obj
    if not isinstance(told, Config):  # a command that is called by itself
        told = config.load()
    for fault in told.faults:
        click.echo(f"settings: {fault}", err=True)
    return told


def analyst(game: AnyGame) -> Callable[[Any], Any]:
    """Who answers questions about a game, see `study.worker`; loaded when he is asked first."""

    @cache
    def think() -> Callable[[Any], Any]:
        from termgames.study.worker import AnalysisWorker  # brings the whole search with it

        return AnalysisWorker(game).think

    return lambda question: think()(question)


THEME = click.Option(
    ["--theme"],
    type=ThemeName(),
    envvar=ThemeName.variable,
    metavar="NAME",
    help="Colour theme of the screen; --theme list shows the names.",
)
ASCII = click.Option(
    ["--ascii"], is_flag=True, envvar="TERMGAMES_ASCII", help="Draw with ASCII characters only."
)
PLAIN = click.Option(
    ["--plain"],
    is_flag=True,
    envvar="TERMGAMES_PLAIN",
    help="Play line by line as text: for pipes, screen readers and dumb terminals (the default "
    "there).",
)
BOARDS = click.Option(
    ["--boards"],
    type=click.Choice(["always", "changed", "asked"]),
    default="always",
    show_default=True,
    envvar="TERMGAMES_BOARDS",
    help="Line by line, when the board is printed: whenever it has changed, where more than one "
    "stone has, or when it is asked for.",
)
NO_ANALYSIS = click.Option(
    ["--no-analysis"], is_flag=True, help="No score, overlays or estimates on the screen."
)
