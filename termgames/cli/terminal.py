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
from click.core import ParameterSource

from termgames.core.text import escaped_lines

if TYPE_CHECKING:
    from termgames.core.game import AnyGame
    from termgames.tui.config import Settings

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


def settings(allowed: Set[str] = frozenset(), window: tuple[int, int] | None = None) -> Settings:
    """All that is set for this command, and what its options say last. `allowed` are the programs
    that may be started without a question. Faults of the user's file are told, a line each. For a
    window nothing but the options counts."""
    from termgames.tui import config
    from termgames.tui.config import Settings
    from termgames.tui.preferences import SETTINGS

    context = click.get_current_context()
    told = context.find_root().obj if window is None else config.NOTHING
    if not isinstance(told, config.Config):  # a command that is called by itself
        told = config.told()
    for fault in told.faults:
        click.echo(f"settings: {fault}", err=True)
    typed = {
        setting.parameter: context.params[setting.parameter]
        for setting in SETTINGS
        if context.get_parameter_source(setting.parameter) in TYPED and setting.kind != "clock"
    }
    return Settings(told.over(typed, "command line"), frozenset(allowed), window)


TYPED = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)


def analyst(game: AnyGame) -> Callable[[Any], Any]:
    """Who answers questions about a game, see `study.worker`; loaded when he is asked first."""

    @cache
    def think() -> Callable[[Any], Any]:
        from termgames.study.worker import AnalysisWorker  # brings the whole search with it

        return AnalysisWorker(game).think

    return lambda question: think()(question)
