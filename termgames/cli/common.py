"""Options that several commands share, and parameters they take."""

from __future__ import annotations

from typing import Any

import click

from termgames.core.errors import OptionError
from termgames.play.players import parse_player

THEME = click.Option(
    ["--theme"], envvar="TERMGAMES_THEME", metavar="NAME", help="Colour theme of the screen."
)
ASCII = click.Option(
    ["--ascii"], is_flag=True, envvar="TERMGAMES_ASCII", help="Draw with ASCII characters only."
)
PLAIN = click.Option(
    ["--plain"],
    is_flag=True,
    envvar="TERMGAMES_PLAIN",
    help="Line by line as text: for pipes, screen readers, dumb terminals (by itself there).",
)
NO_ANALYSIS = click.Option(
    ["--no-analysis"], is_flag=True, help="No score, overlays or estimates on the screen."
)


class Seconds(click.ParamType[float]):
    """A positive, finite number of seconds, at most a day."""

    name = "seconds"
    most = 86_400.0

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; OptionError naming the option."""
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not 0 < number <= self.most:
            option = param.opts[0] if param is not None else "the time"
            raise OptionError(
                f"{option} takes seconds above 0, as 0.5 or 10 (up to {self.most:g}), not {value!r}"
            )
        return number


class PlayerText(click.ParamType[str]):
    """Who plays: human, or a bot. The text is checked and kept as it is."""

    name = "player"

    def __init__(self, *, humans: bool) -> None:
        self.humans = humans

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text in its canonical form; OptionError naming option and remedy."""
        option = param.opts[0] if param is not None else "player"
        try:
            spec = parse_player(str(value))
        except OptionError as error:
            raise OptionError(f"{option}: {error}") from None
        if not self.humans and spec.human:
            raise OptionError(
                f"{option} {value!r}: nobody is at the keyboard, choose a bot, as bot:4"
            )
        return str(spec)


class Seed(click.ParamType[int]):
    """A whole number from 0, of any use as a seed."""

    name = "seed"
    most = 2**63 - 1

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; OptionError when it is none."""
        text = str(value).strip()
        if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= self.most):
            raise OptionError(f"--seed takes a whole number from 0 to {self.most}, not {value!r}")
        return int(text)
