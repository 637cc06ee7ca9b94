"""The user's `settings.toml` in the configuration folder: what can be set, and what the file says.

The file is the user's own. It is only read here; a line of it is changed where the user asks for
that alone (`with_line`), and every other line stays as it is. It outranks what the screen remembers
by itself (`preferences`); the environment and the command line outrank it. A fault costs a line:
whatever else the file says holds. Imports no Textual.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, number_text
from termgames.core.text import listed, nearest, quotable, quoted
from termgames.play import clock
from termgames.play.bots.players import MOST_SECONDS, parse_player
from termgames.tui import theme_names

NAME: Final = "settings.toml"
MOST_BYTES: Final = 200_000
"""A larger file is not read."""
KEYS: Final = "keys"
"""The table of keys, see `keymap`."""
GAMES: Final = "games"
"""The table with a table a game: what `play GAME` begins with."""
BOARDS: Final = ("kaya", "slate", "granite", "contrast", "night")
_MOST_CORES = 64
_MOST_SCALE = 10_000

SettingValue = bool | int | float | str
Kind = Literal["flag", "choice", "theme", "seconds", "scale", "cores", "clock"]


@dataclass(frozen=True)
class Setting:
    """One thing that can be set."""

    name: str
    """As the file and the command line have it, with hyphens."""
    kind: Kind
    usual: SettingValue | None
    """The value where nothing is set; None where it depends on something else."""
    about: str
    """What it does, in a sentence."""
    choices: tuple[str, ...] = ()
    remembered: bool = True
    """Whether the screen remembers what was chosen there last, as one of `Preferences`."""

    @property
    def parameter(self) -> str:
        """What it is called where no hyphen may stand in a name."""
        return self.name.replace("-", "_")

    def read(self, value: object) -> SettingValue:
        """A value of the file; OptionError, which does not name the setting, for one that it cannot
        have."""
        match self.kind, value:
            case "flag", bool():
                return value
            case "theme", str():
                return theme_names.checked(value, "the theme")
            case "choice", str() if value.lower() in self.choices:
                return value.lower()
            case "clock", str() if value.strip().lower() not in ("", "none"):
                return str(clock.read(value))
            case (("seconds" | "scale" | "cores"), (int() | float())) if self._fits(value):
                return value
        raise OptionError(f"{self.name} is {self.domain()}, not {_shown(value)}")

    def domain(self) -> str:
        """What values it can have, in words."""
        return {
            "flag": "true or false",
            "theme": "the name of a theme",
            "choice": listed([f'"{name}"' for name in self.choices], "or"),
            "seconds": f"a number of seconds above 0, up to {MOST_SECONDS}",
            "scale": f"a number above 0, up to {_MOST_SCALE}",
            "cores": f"a whole number from 1 to {_MOST_CORES}",
            "clock": f"a clock, as {clock.FORMS}",
        }[self.kind]

    def _fits(self, value: float) -> bool:
        if isinstance(value, bool):
            return False
        if self.kind == "cores":
            return isinstance(value, int) and 1 <= value <= _MOST_CORES
        return 0 < value <= (MOST_SECONDS if self.kind == "seconds" else _MOST_SCALE)


SETTINGS: Final = (
    Setting("theme", "theme", theme_names.DARK, "The colours of the screen."),
    Setting(
        "look", "choice", None, "The board's colours (by default the first that the game has).",
        choices=BOARDS,
    ),
    Setting("ascii", "flag", False, "Whether nothing but ASCII is drawn."),
    Setting("animations", "flag", True, "Whether stones land and fade, and territory fills."),
    Setting(
        "analysis", "flag", True,
        "Whether score, overlays, estimates and hints may be seen during a game.",
    ),
    Setting(
        "stamp", "flag", False, "Whether whole moves are laid on the board, in place of cells."
    ),
    Setting(
        "notifications", "choice", "bell",
        "How you are told that it is your turn when a bot was slow and you look at another window: "
        "by a bell, by a message where the terminal is known to show some (else a bell), or not.",
        choices=("bell", "message", "off"),
    ),
    Setting("title", "flag", True, "Whether the title of the window says that it is your turn."),
    Setting(
        "collect-mistakes", "flag", False,
        "Whether every mistake that a review or a teaching bot finds is one of your exercises.",
    ),
    Setting("ponder", "flag", True, "Whether bots may think while you do."),
    Setting(
        "clock", "clock", None,
        "How much time everybody has in a new game (by default no clocks run).",
        remembered=False,
    ),
    Setting(
        "time", "seconds", None, "Seconds a bot thinks about a move (by default its level's).",
        remembered=False,
    ),
    Setting(
        "time-scale", "scale", 1.0, "Multiplies every bot's thinking time and playouts.",
        remembered=False,
    ),
    Setting(
        "cores", "cores", None,
        "Processes in which a bot searches (by default as many as there are cores, 4 at most).",
        remembered=False,
    ),
    Setting(
        "openings", "flag", True,
        "Whether bots play their first moves from the tree of openings, where that was made with "
        "more thought than they have.",
        remembered=False,
    ),
    Setting(
        "plain", "flag", False, "Whether games are played line by line even on a terminal.",
        remembered=False,
    ),
    Setting(
        "boards", "choice", "always", "When the board is printed, line by line.",
        choices=("always", "changed", "asked"), remembered=False,
    ),
)  # fmt: skip
"""Everything that can be set beside keys and the games' own options."""
BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


@dataclass(frozen=True)
class Config:
    """What a file says, as far as it can be understood."""

    path: Path | None = None
    """The file; None where there is none."""
    values: Mapping[str, SettingValue] = field(default_factory=dict)
    """By the name of the setting."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The lines, from 1, in which the values, and those of keys (`keys.NAME`), stand; 0 for one
    that was not found."""
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By game: options and players (`black`, ...), as they are typed, by their parameters' names
    on the command line."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The table of keys as it is written."""
    faults: tuple[str, ...] = ()
    """What could not be understood, a line each, with the file, the line and the remedy. Of keys
    no more is known here than that they are texts: see `keymap.of`."""

    def fault(self, name: str, text: str) -> str:
        """A fault of one of the values, in one line."""
        return _line(self.path or Path(NAME), self.lines.get(name), text)

    @property
    def preferences(self) -> dict[str, SettingValue]:
        """The values that take the place of what the screen remembers, by the names that
        `Preferences` has for them."""
        return {
            BY_NAME[name].parameter: value
            for name, value in self.values.items()
            if BY_NAME[name].remembered
        }

    @property
    def options(self) -> dict[str, SettingValue | tuple[SettingValue]]:
        """The values that take the place of options of the command line, by the names that these
        have as parameters; in a tuple where an option can be given several times."""
        return {
            setting.parameter: (value,) if setting.kind == "clock" else value
            for setting, value in ((BY_NAME[name], value) for name, value in self.values.items())
            if not setting.remembered
        }

    @property
    def clock(self) -> str:
        """How much time everybody has in a new game; empty for no clocks."""
        return str(self.values.get("clock", ""))


NOTHING: Final = Config()
"""What a file that is not there says."""


def path() -> Path:
    """The file, which may not be there; RuntimeError as `paths.user_config`."""
    return paths.user_config() / NAME


def load() -> Config:
    """What the user's file says; nothing where there is none."""
    try:
        place = path()
    except RuntimeError:  # a `~` that stands for no folder: whoever writes there says so
        return NOTHING
    try:
        data = files.content(place, MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        return NOTHING
    except OSError as error:
        return Config(place, faults=(_line(place, None, f"cannot be read: {error.strerror}"),))
    return read(data, place)


def read(data: bytes, place: Path) -> Config:
    """What a file holds."""
    try:
        text = files.decoded(data)
    except UnicodeDecodeError as error:
        return Config(place, faults=(_line(place, files.place(error)[0], "it is no UTF-8 text"),))
    try:
        table = files.parsed_toml(text, forgiving=True)
    except ValueError as error:
        found = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        line = int(found[1]) if found else None
        why = str(error)[: found.start()] if found else str(error)
        return Config(place, faults=(_line(place, line, f"it is not TOML: {why}"),))
    return _Reading(place, text).read(table)


def with_line(text: str, name: str, value: SettingValue) -> str:
    """The text of a file with one setting changed, or added above the first table; every other line
    stays as it is. ValueError where that would not be what the file then says."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    end = "\r\n" if "\r\n" in text else "\n"
    written, lines = f"{name} = {as_toml(value)}", re.findall(r"[^\n]*\n|[^\n]+", text)
    top = next((at for at, line in enumerate(lines) if re.match(r"\s*\[", line)), len(lines))
    pattern = re.compile(rf'\s*"?{re.escape(name)}"?\s*=\s*("[^"]*"|\'[^\']*\'|[^\s#]+)')
    for at, line in enumerate(lines[:top]):
        found = pattern.match(line)
        if found:
            lines[at] = written + line[found.end() :]
            break
    else:
        if top and not lines[top - 1].endswith("\n"):
            lines[top - 1] += end
        lines[top:top] = [written + end] if top == len(lines) else [written + end, end]
    changed, before = "".join(lines), files.parsed_toml(text)
    try:
        after = files.parsed_toml(changed)
    except ValueError:
        after = {}
    if after != {**before, name: value}:
        raise ValueError("its lines are not as expected")
    return mark + changed


def as_toml(value: SettingValue) -> str:
    """A value as the file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return number_text(value)


def template() -> str:
    """A file that says nothing yet: every setting as a comment, with what it does."""
    lines = [
        "# Settings of termgames. Take the # off a line to set it; see termgames settings --help."
    ]
    for setting in SETTINGS:
        usual = setting.usual if setting.usual is not None else _example(setting)
        lines += ["", f"# {setting.about}"]
        if setting.kind in ("choice", "theme"):
            lines.append(f"# One of: {', '.join(setting.choices or theme_names.NAMES)}.")
        lines.append(f"# {setting.name} = {as_toml(usual)}")
    return "\n".join([*lines, "", *_TABLES, ""])


_TABLES = (
    "# What `termgames play GAME` begins with: its options and players.",
    "# [games.plurality]",
    "# size = 9",
    '# white = "bot:3"',
    "",
    "# Keys, see termgames settings keys: a preset (default, vim, numpad), and keys of commands.",
    "# [keys]",
    '# preset = "vim"',
    '# "table.hint" = "i,f9"',
)


def _example(setting: Setting) -> SettingValue:
    if setting.kind == "clock":
        return "10m+5s"
    return setting.choices[0] if setting.choices else 2


class _Reading:
    """The reading of a file: what it says, and faults with their lines."""

    def __init__(self, place: Path, text: str) -> None:
        self._place, self._lines = place, text.split("\n")
        self._faults: list[str] = []

    def read(self, table: Mapping[str, Any]) -> Config:
        """What the table of the whole file says."""
        values: dict[str, SettingValue] = {}
        lines: dict[str, int] = {}
        chosen: dict[str, Mapping[str, str]] = {}
        keys: dict[str, str] = {}
        for name, value in table.items():
            if name == KEYS and isinstance(value, dict):
                keys = dict(self._keys(value))
                lines |= {f"{KEYS}.{key}": self._find(key, KEYS) or 0 for key in keys}
            elif name == GAMES and isinstance(value, dict):
                chosen = dict(self._games(value))
            elif name in (KEYS, GAMES):
                self._refuse(name, "", f"{name} is a table: write [{name}] above its lines")
            elif name not in BY_NAME:
                self._unknown(name, "", (*BY_NAME, KEYS, GAMES))
            else:
                with self._noting(name, ""):
                    values[name] = BY_NAME[name].read(value)
                    lines[name] = self._find(name, "") or 0
        return Config(self._place, values, lines, chosen, keys, tuple(self._faults))

    def _keys(self, table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
        """The keys, as far as they are texts: which commands there are, `keymap` knows. The dot in
        the name of a command makes tables of tables where it is not in quotes."""
        for name, value in table.items():
            if isinstance(value, str):
                yield before + name, value
            elif isinstance(value, dict) and not before:
                yield from self._keys(value, f"{name}.")
            else:
                text = f'{before}{name} is a text such as "h,left", not {_shown(value)}'
                self._refuse(before + name, KEYS, text)

    def _games(self, table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, str]]]:
        for name, value in table.items():
            if name not in games.names():
                self._unknown(name, GAMES, tuple(games.names()))
            elif not isinstance(value, dict):
                self._refuse(name, GAMES, f"{name} is a table: write [{GAMES}.{name}]")
            else:
                yield name, dict(self._options(games.info(name), value))

    def _options(self, info: GameInfo, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """The options and players of a game, as they are typed."""
        within = f"{GAMES}.{info.id}"
        options = {option.name: option for option in info.options}
        for name, value in table.items():
            if name not in options and name not in info.seats:
                self._unknown(name, within, (*options, *info.seats))
                continue
            if not isinstance(value, bool | int | float | str):
                self._refuse(name, within, f"{name} is a text, a number, true or false")
                continue
            typed = as_toml(value) if not isinstance(value, str) else value
            with self._noting(name, within):
                if name in options:
                    yes_or_no = {"true": "yes", "false": "no"}
                    read = options[name].read(yes_or_no.get(typed, typed))
                    yield name.replace("-", "_"), options[name].write(read)
                else:
                    yield name, str(parse_player(typed))

    @contextlib.contextmanager
    def _noting(self, name: str, within: str) -> Iterator[None]:
        """A block whose OptionError becomes a fault in the line of that name."""
        try:
            yield
        except OptionError as error:
            self._refuse(name, within, str(error))

    def _unknown(self, name: str, within: str, known: tuple[str, ...]) -> None:
        self._refuse(name, within, f"{quoted(name)} is unknown: {nearest(name, known)}")

    def _refuse(self, name: str, within: str, text: str) -> None:
        self._faults.append(_line(self._place, self._find(name, within), text))

    def _find(self, name: str, within: str) -> int | None:
        """The line, from 1, in which a name stands; None where it stands in another form."""
        table = ""
        for number, line in enumerate(self._lines, 1):
            header = re.match(r"\s*\[\s*([^\]]*?)\s*\]", line)
            if header:
                table = header[1].replace('"', "")
                if table == (f"{within}.{name}" if within else name):
                    return number
            elif table == within and re.match(rf'\s*["\']?{re.escape(name)}["\']?\s*[.=]', line):
                return number
        return None


def _line(place: Path, line: int | None, text: str) -> str:
    """A fault in one line: `~/settings.toml, line 3: ...`."""
    where = f"{place}, line {line}" if line else str(place)
    return quotable(f"{where}: {text}", 600)


def _shown(value: object) -> str:
    match value:
        case bool() | int() | float():
            return as_toml(value)
        case str():
            return quoted(value)
        case dict():
            return "a table"
        case list():
            return "a list"
        case None:
            return "a number without measure"
    return "a date or time"
