"""What is set, and by whom: what the screen remembers (`state_file`) is outranked by the user's
`settings.toml` in the configuration folder, that by the environment, that by the command line.

The file is the user's own. It is only read here; a line of it is changed where the user asks for
that alone (`with_line`), and every other line stays as it is. A fault costs a line: whatever else
the file says holds. Imports no Textual.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import nearest, quotable, quoted
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.tui import state_file
from termgames.tui.preferences import BY_NAME, CHOSEN, SETTINGS, Preferences, Value, as_toml, shown

NAME: Final = "settings.toml"
MOST_BYTES: Final = 200_000
"""A larger file is not read."""
KEYS: Final = "keys"
"""The table of keys, see `keymap`."""
GAMES: Final = "games"
"""The table with a table a game: what `play GAME` begins with."""


@dataclass(frozen=True)
class Config:
    """What is set, as far as it can be understood."""

    path: Path | None = None
    """The user's file; None where there is none."""
    values: Mapping[str, Value] = field(default_factory=dict)
    """By the parameters of the settings; others have their defaults."""
    sources: Mapping[str, str] = field(default_factory=dict)
    """Where these come from, in words."""
    lines: Mapping[str, int] = field(default_factory=dict)
    """The lines of the file, from 1, in which keys (`keys.NAME`) stand."""
    games: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By game: options and players (`black`, ...), as they are typed, by their parameters' names
    on the command line."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The table of keys as it is written."""
    faults: tuple[str, ...] = ()
    """What of the file could not be understood, a line each, with the file, the line and the
    remedy. Of keys no more is known here than that they are texts: see `keymap.of`."""

    def fault(self, name: str, text: str) -> str:
        """A fault of one of the keys, in one line."""
        return _line(self.path or Path(NAME), self.lines.get(name), text)

    @property
    def preferences(self) -> Preferences:
        """The values of all settings."""
        return Preferences(**dict[str, Any](self.values))

    def over(self, values: Mapping[str, Value], source: str) -> Config:
        """The same with values of a source that outranks all others."""
        sources = {**self.sources, **dict.fromkeys(values, source)}
        return replace(self, values={**self.values, **values}, sources=sources)

    def in_file(self, parameter: str) -> bool:
        """Whether a value comes from the user's file."""
        return self.sources.get(parameter, "").startswith(NAME)


NOTHING: Final = Config()
"""Nothing is set."""


def told() -> Config:
    """All that is set but by the command line; OptionError as `with_environment`."""
    own = load()
    kept = NOTHING.over(state_file.load(), CHOSEN)
    values, sources = {**kept.values, **own.values}, {**kept.sources, **own.sources}
    return with_environment(replace(own, values=values, sources=sources))


def with_environment(config: Config = NOTHING) -> Config:
    """The same with what the environment says: `TERMGAMES_TIME_SCALE=2`,
    `TERMGAMES_NO_PONDER=1`; OptionError for a variable
    that makes no sense."""
    for setting in SETTINGS:
        contrary = f"TERMGAMES_NO_{setting.parameter.upper()}" if setting.flag else ""
        for variable in filter(os.environ.get, (contrary, setting.variable)):
            value = setting.typed(os.environ[variable], variable)
            value = not value if variable == contrary else value
            config = config.over({setting.parameter: value}, f"environment, {variable}")
    return config


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
    lines, reading = _lines(text), _Reading()
    for name, value in _entries(table):
        try:
            reading.take(name, value, lines.get(name, 0))
        except OptionError as error:
            reading.faults.append(_line(place, lines.get(name), str(error)))
    faults = tuple(reading.faults)
    of_keys = {name: line for name, line in lines.items() if name.startswith(f"{KEYS}.")}
    told = reading.values, reading.sources, of_keys, reading.games, reading.keys
    return Config(place, *told, faults)


def with_line(text: str, name: str, value: Value) -> str:
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


def template() -> str:
    """A file that says nothing yet: every setting as a comment, with what it does."""
    lines = [
        "# Settings of termgames. Take the # off a line to set it; see termgames settings --help."
    ]
    for setting in SETTINGS:
        example = setting.choices[0] if setting.choices else 2 if setting.most else "10m+5s"
        names = f" One of: {', '.join(setting.offered)}."
        about = setting.about + (names if setting.offered and not setting.flag else "")
        lines += ["", *textwrap.wrap(about, 96, **_WRAPPED)]
        usual = example if setting.usual in (None, "") else setting.usual
        lines.append(f"# {setting.name} = {as_toml(usual)}")
    return "\n".join([*lines, "", *_TABLES, ""])


_WRAPPED: Any = {"initial_indent": "# ", "subsequent_indent": "# ", "break_on_hyphens": False}
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


def _lines(text: str) -> dict[str, int]:
    """The lines, from 1, in which tables and entries stand, by their names with dots; without those
    that stand in another form."""
    within, found = "", dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        header = re.match(r"\s*\[\s*([^\]]*?)\s*\]", line)
        entry = re.match(r"""\s*["']?([^"'=\s]+)["']?\s*=""", line)
        if header:
            name = header[1].replace('"', "")
            within = f"{name}."
        elif entry:
            name = within + entry[1]
        else:
            continue
        found.setdefault(name, number)
    return found


def _entries(table: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any]]:
    """Names with dots, and values: of the tables of keys and of games their entries."""
    for name, value in table.items():
        dotted = f"{within}{name}"
        of_game = within == f"{GAMES}." and name in games.names()
        opens = dotted in (KEYS, GAMES) or within.startswith(f"{KEYS}.") or of_game
        if opens and isinstance(value, dict):
            yield from _entries(value, f"{dotted}.")
        else:
            yield dotted, value


class _Reading:
    """What a file says so far."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}
        self.sources: dict[str, str] = {}
        self.games: dict[str, dict[str, str]] = {}
        self.keys: dict[str, str] = {}
        self.faults: list[str] = []

    def take(self, name: str, value: object, line: int) -> None:
        """An entry, by its name with dots; OptionError. Which commands there are that keys can
        have, `keymap` knows."""
        table, _, rest = name.partition(".")
        game, _, option = rest.partition(".")
        if table in (KEYS, GAMES) and not rest:
            raise OptionError(f"{name} is a table: write [{name}] above its lines")
        if table == KEYS:
            if not isinstance(value, str):
                raise OptionError(f'{rest} is a text such as "h,left", not {shown(value)}')
            self.keys[rest] = value
        elif table == GAMES and not option:
            _demand(game, tuple(games.names()))
            raise OptionError(f"{game} is a table: write [{name}]")
        elif table == GAMES:
            self.games.setdefault(game, {}).update([_of_game(games.info(game), option, value)])
        else:
            _demand(name, (*BY_NAME, KEYS, GAMES))
            setting = BY_NAME[name]
            self.values[setting.parameter] = setting.read(value)
            self.sources[setting.parameter] = f"{NAME}, line {line}"


def _of_game(info: GameInfo, name: str, value: object) -> tuple[str, str]:
    """An option or a player of a game: its parameter, and as it is typed."""
    options = {option.name: option for option in info.options}
    _demand(name, (*options, *info.seats))
    if not isinstance(value, bool | int | float | str):
        raise OptionError(f"{name} is a text, a number, true or false")
    typed = value if isinstance(value, str) else as_toml(value)
    if name not in options:
        return name, str(parse_player(typed))
    read = options[name].read({"true": "yes", "false": "no"}.get(typed, typed))
    return name.replace("-", "_"), options[name].write(read)


def _demand(name: str, known: tuple[str, ...]) -> None:
    """OptionError, with the nearest, for a name that is unknown."""
    if name not in known:
        raise OptionError(f"{quoted(name)} is unknown: {nearest(name, known)}")


def _line(place: Path, line: int | None, text: str) -> str:
    """A fault in one line: `~/settings.toml, line 3: ...`."""
    where = f"{place}, line {line}" if line else str(place)
    return quotable(f"{where}: {text}", 600)


@dataclass(frozen=True)
class Settings:
    """How everything is shown, and how bots think: one value, from the command line to the
    screens."""

    config: Config = NOTHING
    """All that is set."""
    allowed: frozenset[str] = frozenset()
    """The commands of other programs that may be started without a question."""
    window: tuple[int, int] | None = None
    """Columns and rows where it is shown in a window of a browser, to somebody to whom this
    computer does not belong: nothing is kept here, and no file is read or written for him."""

    @property
    def bots(self) -> BotOptions:
        """How bots think."""
        return self.config.preferences.bots(self.allowed)
