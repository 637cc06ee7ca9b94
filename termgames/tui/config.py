"""What is set, and by whom: what the screen remembers (`preferences`) is outranked by the user's
`settings.toml` in the configuration folder, that by the environment, that by the command line.

The file is the user's own. It is only read here; a line of it is changed where the user asks for
that alone (`with_line`), and every other line stays as it is. A fault costs a line: whatever else
the file says holds. Imports no Textual.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import nearest, quotable, quoted
from termgames.play.bots.players import parse_player
from termgames.tui import preferences
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
    """The lines of the file, from 1, in which keys (`keys.NAME`) stand; 0 for one that was not
    found."""
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
    kept = NOTHING.over(preferences.load(), CHOSEN)
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
    return _Reading(place, text).read(table)


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
        lines += ["", f"# {setting.about}"]
        if setting.offered and not setting.flag:
            lines.append(f"# One of: {', '.join(setting.offered)}.")
        usual = example if setting.usual in (None, "") else setting.usual
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


class _Reading:
    """The reading of a file: what it says, and faults with their lines."""

    def __init__(self, place: Path, text: str) -> None:
        self._place, self._lines = place, text.split("\n")
        self._faults: list[str] = []

    def read(self, table: Mapping[str, Any]) -> Config:
        """What the table of the whole file says."""
        values: dict[str, Value] = {}
        sources: dict[str, str] = {}
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
                parameter = BY_NAME[name].parameter
                with self._noting(name, ""):
                    values[parameter] = BY_NAME[name].read(value)
                    sources[parameter] = f"{NAME}, line {self._find(name, '') or 0}"
        return Config(self._place, values, sources, lines, chosen, keys, tuple(self._faults))

    def _keys(self, table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
        """The keys, as far as they are texts: which commands there are, `keymap` knows. The dot in
        the name of a command makes tables of tables where it is not in quotes."""
        for name, value in table.items():
            if isinstance(value, str):
                yield before + name, value
            elif isinstance(value, dict) and not before:
                yield from self._keys(value, f"{name}.")
            else:
                text = f'{before}{name} is a text such as "h,left", not {shown(value)}'
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
