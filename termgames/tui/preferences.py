"""Everything that can be set, in one table: the fields of `Preferences`.

The user's file, variables of the environment, options of the command line, the list of settings on
the screen and the template of the file are all made from it. Every call of the program imports this
module: what few of them need is imported where it is needed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, TypeVar

from termgames.core.errors import OptionError
from termgames.core.text import listed, quoted
from termgames.play.bots.options import MOST_SECONDS, BotOptions, usual_cores
from termgames.tui import theme_names

Value = bool | int | float | str
T = TypeVar("T")

BOARDS: Final = ("kaya", "slate", "granite", "contrast", "night")
AT_ONCE, BOARD = "at once", "with the next board"
GAME, START = "from the next game on", "from the next start on"
"""When a change is seen."""
CHOSEN: Final = "chosen on the screen"
"""The source of values that the screen remembers."""


def _set(usual: T, words: str, about: str, *choices: str, when: str = BOARD, **more: Any) -> T:
    """A setting; see `Setting`."""
    told = {"words": words, "about": about, "choices": choices, "when": when, **more}
    made: T = field(default=usual, metadata=told)
    return made


@dataclass(frozen=True)
class Preferences:
    """How everything is shown, and what bots do; the defaults are what a new player gets."""

    # fmt: off
    theme: str = _set(
        theme_names.DARK, "Colour theme", "The colours of the screen.", kind="theme", when=AT_ONCE)
    look: str = _set(
        "", "Board", "The board's colours (by default the first that the game has).", *BOARDS)
    ascii: bool = _set(False, "ASCII only", "Draw with ASCII characters only.")
    animations: bool = _set(
        True, "Animations", "Stones land and fade, and territory fills up.", when=AT_ONCE)
    analysis: bool = _set(
        True, "Analysis", "Show score, overlays, estimates and hints during a game.")
    stamp: bool = _set(
        False, "Whole moves", "Place whole moves on the board instead of single stones.")
    notifications: str = _set(
        "bell", "Your turn",
        "How to tell you that it is your turn when a slow bot is done and you are in another "
        "window: with a bell, with a message (a bell where the terminal has none), or not at all.",
        "bell", "message", "off")
    title: bool = _set(
        True, "Window title", "Say in the window's title when it is your turn.")
    collect_mistakes: bool = _set(
        False, "Collect mistakes",
        "Keep every mistake that a review or a teaching bot finds, to practise later.")
    ponder: bool = _set(True, "Bots ponder", "Let bots think while you think.", when=GAME)
    clock: str = _set(
        "", "Clock", "Time for each player in a new game (by default there is no clock).",
        kind="clock", when=GAME)
    time: float | None = _set(
        None, "Thinking time", "Seconds a bot thinks about a move (by default its level's).",
        kind="seconds", most=MOST_SECONDS, when=GAME)
    time_scale: float = _set(
        1.0, "Time scale", "Multiplies every bot's thinking time and playouts.",
        most=10_000, when=GAME)
    cores: int | None = _set(
        None, "Cores", "Processor cores for a bot that is limited only by time (by default "
        "all, 4 at most).", kind="whole", most=64, when=GAME)
    openings: bool = _set(
        True, "Openings",
        "Let bots play their first moves from the openings, where those come from stronger play "
        "than their own; never in rated games.", when=GAME)
    plain: bool = _set(
        False, "Line mode", "Play line by line, even on a terminal.",
        when=START)
    boards: str = _set(
        "always", "Printed boards",
        "When line mode prints the board: after every change, after a change of more than one "
        "stone, or only when you ask.",
        "always", "changed", "asked", when=START)
    # fmt: on

    zoom: int = 0
    """Rows a cell of the board is high, 0 for as many as fit; of this run only, not kept."""

    def changed(self, **values: Any) -> Preferences:
        """A copy with other values."""
        return replace(self, **values)

    def bots(self, allowed: frozenset[str] = frozenset()) -> BotOptions:
        """How bots think; `allowed` are the programs that may be started without a question."""
        cores = self.cores or usual_cores()
        return BotOptions(self.time, self.time_scale, cores, allowed, self.openings)


@dataclass(frozen=True)
class Setting:
    """One thing that can be set."""

    parameter: str
    """Its name where no hyphen may stand in one."""
    usual: Value | None
    """The value where nothing is set; empty or None where it depends on something else."""
    words: str
    """What it is called on the screen."""
    about: str
    """What it does, in a sentence."""
    choices: tuple[str, ...]
    when: str
    kind: str = ""
    most: int = 0
    """The largest number that it can be; 0 for what is no number."""

    @property
    def name(self) -> str:
        """As the file and the command line have it, with hyphens."""
        return self.parameter.replace("_", "-")

    @property
    def variable(self) -> str:
        """As the environment has it."""
        return f"TERMGAMES_{self.parameter.upper()}"

    @property
    def flag(self) -> bool:
        """Whether it is on or off."""
        return isinstance(self.usual, bool)

    @property
    def offered(self) -> tuple[str, ...]:
        """The texts of all values, where they can be told."""
        if self.flag:
            return ("true", "false")
        return theme_names.all_names() if self.kind == "theme" else self.choices

    @property
    def domain(self) -> str:
        """What values it can have, in words."""
        from termgames.play import clock

        if self.choices:
            return listed([f'"{name}"' for name in self.choices], "or")
        if self.flag:
            return "true or false"
        return {
            "theme": "the name of a theme",
            "clock": f"a clock, as {clock.FORMS}",
            "seconds": f"seconds above 0, as 0.5 or 10, up to {self.most}",
            "whole": f"a whole number from 1 to {self.most}",
        }.get(self.kind, f"a number above 0, as 0.5 or 10, up to {self.most}")

    def read(self, value: object, source: str = "") -> Value:
        """A value of a file of TOML; OptionError, with the source of the value, for one that it
        cannot have."""
        match value:
            case bool() if self.flag:
                return value
            case str() if self.kind == "theme":
                return theme_names.checked(value, source or "the theme")
            case str() if value.lower() in self.choices:
                return value.lower()
            case str() if self.kind == "clock" and value.strip().lower() not in ("", "none"):
                from termgames.play import clock

                return str(clock.read(value))
            case bool():
                pass
            case int() | float() if 0 < value <= self.most:
                if self.kind != "whole" or isinstance(value, int):
                    return value
        takes = "takes" if source else "is"
        raise OptionError(f"{source or self.name} {takes} {self.domain}, not {shown(value)}")

    def typed(self, text: str, source: str = "") -> Value:
        """A value as it is typed; OptionError as above."""
        if self.flag:
            return self.read(_SWITCHES.get(text.strip().lower(), text), source)
        return self.read(_number(text) if self.most else text, source)


_SWITCHES = {
    **dict.fromkeys(("1", "true", "t", "yes", "y", "on"), True),
    **dict.fromkeys(("0", "false", "f", "no", "n", "off"), False),
}
USUAL: Final = Preferences()
SETTINGS: Final = tuple(
    Setting(each.name, getattr(USUAL, each.name), **each.metadata)
    for each in fields(Preferences)
    if each.metadata
)
BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


def _number(text: str) -> object:
    try:
        number = float(text)
    except ValueError:
        return text
    if not math.isfinite(number):
        return text
    return int(number) if number == int(number) else number


def as_toml(value: Value) -> str:
    """A value as the file has it."""
    from termgames.core.options import number_text

    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return number_text(value)


def shown(value: object) -> str:
    """A value of a file in a message."""
    match value:
        case bool() | int() | float():
            return as_toml(value)
        case str():
            return quoted(value)
        case None:
            return "a number without measure"
        case dict():
            return "a table"
        case list():
            return "a list"
    return "a date or time"
