"""How a game is described before it is loaded: its name and its options.

Standard library only, so that `--help` and shell completion stay light. An option is
declared once here and rendered by the command line, by records and by the menu.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from termgames.core import maps
from termgames.core.errors import MapError, OptionError
from termgames.core.text import quoted

Value = int | float | bool | str | None

_MOST_FLOAT = 10**6
"""Largest value of a "float" option. No score comes near it, and sums stay exact enough."""
AGREE = "agree"
"""The value of --dead-stones under which the players agree on dead ones."""

_MOST_WHOLE = 1e15
"""Whole numbers from here on are written as Python writes them, `1e+300`."""


@dataclass(frozen=True)
class Option:
    """One option of a game: how it is written, read and explained."""

    name: str
    """As on the command line without the dashes, and as in records."""
    kind: Literal["int", "float", "flag", "choice", "map", "numbers", "sheet", "colours"]
    """A "map" is named, or given as the path of its file, and its value is `Map.code`; so is a
    "sheet", by `find`, and its value begins with its name as that of a map does. `find` reads
    "colours", too, names of them with commas between them.
    "numbers" are whole numbers from `low` to `high`, one a player in the order of the
    seats; the value is their text without blanks, `0,-2,-4`."""
    help: str
    default: Value = None
    """None: absent, or derived from the other options by the game."""
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    """The words accepted; with kinds "int" and "numbers" beside the numbers."""
    bare: Value = None
    """The value of the option written without one (`--hex`); None: it needs one."""
    offered: tuple[int | float, ...] = ()
    """The values a menu proposes; others are accepted all the same."""
    played: Value = None
    """The default of games with a human among the players; None: the same as `default`."""
    title: str = ""
    """What forms call it; empty where its name will do."""
    words: tuple[str, ...] = ()
    """What forms call the values of `all_values`, in their order; empty if their texts will do."""
    replaces: tuple[str, ...] = ()
    """Options that exclude this one: a form blanks them when this one is given."""
    find: Callable[..., str] | None = None
    """Of a "sheet" and of "colours": their value by a text and `files_too`; raises OptionError."""

    def __post_init__(self) -> None:
        """A flag without a default is off."""
        if self.kind == "flag" and self.default is None:
            object.__setattr__(self, "default", False)

    def all_values(self) -> tuple[Value, ...]:
        """Every value there is, where a menu can list them; empty where there are too many,
        and for maps."""
        if self.kind == "flag":
            return (False, True)
        if self.kind == "choice":
            return self.choices
        if self.kind == "int" and self.low is not None and self.high is not None:
            numbers = range(self.low, self.high + 1)
            if set(numbers) <= set(self.offered):
                return (*self.offered, *self.choices)
        return ()

    def read(self, text: str, *, files_too: bool = True) -> Value:
        """The value a text stands for; raises OptionError naming option and remedy. `files_too` is
        of `maps.find`."""
        plain = text.strip().lower()
        if self.kind == "flag":
            if plain in ("yes", "true", "on", "1"):
                return True
            if plain in ("no", "false", "off", "0"):
                return False
            raise OptionError(f"--{self.name} is on or off, not {quoted(text)}: use yes or no")
        if self.kind == "choice":
            if plain in self.choices:
                return plain
            raise OptionError(
                f"--{self.name} {quoted(text)} is unknown: choose {' or '.join(self.choices)}"
            )
        if self.kind == "map":
            try:
                return maps.find(text, files_too=files_too).code
            except MapError as error:
                raise OptionError(f"--{self.name}: {error}") from None
        if self.find is not None:
            return self.find(text, files_too=files_too)
        if self.kind == "numbers":
            return plain if plain in self.choices else self._numbers(text)
        if self.kind == "int":
            if plain in self.choices:
                return plain
            try:
                number = int(_ascii_number(plain))
            except ValueError:
                words = "".join(f" or {choice}" for choice in self.choices)
                raise OptionError(
                    f"--{self.name} takes a whole number{words}, not {quoted(text)}{self._span()}"
                ) from None
            self._refuse_beyond(number)
            return number
        try:
            value = float(_ascii_number(plain))
        except ValueError:
            value = math.nan
        if not abs(value) <= _MOST_FLOAT:
            raise OptionError(
                f"--{self.name} takes a finite number such as 5.5 or -3, {-_MOST_FLOAT} to "
                f"{_MOST_FLOAT}, not {quoted(text)}"
            )
        return value

    def _numbers(self, text: str) -> str:
        """The canonical text of a list of whole numbers."""
        try:
            numbers = [int(_ascii_number(part.strip())) for part in text.split(",")]
        except ValueError:
            raise OptionError(
                f"--{self.name} takes whole numbers with commas between them, "
                f"not {quoted(text)}{self._span()}"
            ) from None
        for number in numbers:
            self._refuse_beyond(number)
        return ",".join(map(str, numbers))

    def _refuse_beyond(self, number: int) -> None:
        """OptionError for a number below `low` or above `high`."""
        if (self.low is not None and number < self.low) or (
            self.high is not None and number > self.high
        ):
            raise OptionError(f"--{self.name} {number} is out of range{self._span()}")

    def write(self, value: Value) -> str:
        """The text of a value; `read(write(value)) == value`."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        return number_text(value) if isinstance(value, float) else str(value)

    def worded(self, value: Value) -> str:
        """A value as forms show it: its word of `words`, else "on", "off" or its label."""
        values = self.all_values()
        if self.words and value in values:
            return self.words[values.index(value)]
        if self.kind == "flag":
            return "on" if value else "off"
        return self.label(value)

    def label(self, value: Value) -> str:
        """A value as titles show it: a map by its name alone, which `read` need not accept."""
        return (
            maps.name_of(self.write(value)) if self.kind in ("map", "sheet") else self.write(value)
        )

    def _span(self) -> str:
        return "" if self.low is None else f": choose {self.low} to {self.high}"


def dead_stones() -> Option:
    """`--dead-stones` of games with the stones of Go."""
    text = (
        "When all have passed: none counts all stones as alive (the default between bots), "
        "with agree the players agree on dead stones (the default with a human)."
    )
    choices = ("none", AGREE)
    words = ("none are dead", "by agreement")
    return Option(
        "dead-stones",
        "choice",
        text,
        "none",
        choices=choices,
        played=AGREE,
        title="dead stones",
        words=words,
    )


def square_board(low: int, high: int, *, usual: int, offered: tuple[int, ...]) -> Option:
    """`--size` of games on square boards. The help text names `usual` as the default; the game
    derives the value."""
    text = f"Square board, points an edge, {low} to {high} (default {usual})."
    return Option("size", "int", text, low=low, high=high, offered=offered, replaces=("hex", "map"))


def hexhex_board(*, bare: int) -> Option:
    """`--hex` of games that can be played on hexhex boards, too; `bare` is the size if none is
    given."""
    text = f"Hexhex board with N cells an edge, 3 to 10 ({bare} when no number is given)."
    return Option(
        "hex",
        "int",
        text,
        low=3,
        high=10,
        bare=bare,
        offered=(5, 6, 7, 8),
        title="hexagons",
        replaces=("size", "map"),
    )


def with_defaults(options: Sequence[Option]) -> Callable[[Mapping[str, Value]], dict[str, Value]]:
    """`GameInfo.settle` of a game whose options do not depend on each other: what was chosen,
    and the defaults of the rest."""

    def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
        taken = {option.name: chosen.get(option.name) for option in options}
        usual = {option.name: option.default for option in options}
        return {name: usual[name] if value is None else value for name, value in taken.items()}

    return settle


@dataclass(frozen=True)
class Preset:
    """Options that go well together, under a name."""

    name: str
    """A word or two: "quick game"."""
    chosen: Mapping[str, Value] = field(default_factory=dict)
    """The options that differ from the defaults."""
    board: str = ""
    """What is set up, in a few words: "7x7", "3 players, 13x13"."""
    minutes: int = 0
    """About how long a human takes for a game; 0 if unknown."""
    seat: int = 0
    """Where one who plays alone against bots sits: games of equals are won from there about as
    often as from any other seat, or a little more often."""
    why: str = ""
    """What he is told of it: "White has it a little easier at the author's komi"."""

    @property
    def line(self) -> str:
        """`quick game: 7x7`."""
        return f"{self.name}: {self.board}" if self.board else self.name


STANDARD = Preset("standard")
"""The defaults, where a game says nothing of presets."""


@dataclass(frozen=True)
class GameInfo:
    """What is known of a game without loading it."""

    id: str
    title: str
    author: str
    players: str
    summary: str
    options: tuple[Option, ...]
    settle: Callable[[Mapping[str, Value]], dict[str, Value]]
    """From the options that were chosen, the values of all options, with defaults derived;
    raises OptionError if they do not go together."""
    seats: tuple[str, ...] = ("black", "white")
    """The players in seat order, as the command line calls them; where the options decide
    how many play, those of the largest game."""
    remark: Callable[[Mapping[str, Value]], str] = lambda settled: ""
    """What a player should know of the settled options before he plays, a few words."""

    cards: Callable[[Mapping[str, Value]], bool] = lambda settled: False
    """Whether players hold cards in a game with the settled options."""
    rules_since: int = 0
    """The format of records since which the rules are as they are now. A game whose rules change
    takes the next one: programs that know other rules then refuse its records, and earlier records
    keep the result that their header tells."""
    aims: tuple[str, ...] = ()
    """What a search of the game can be made to play for instead of the win, by the names in
    `core.packed.Aimed`."""

    goal: str = ""
    """What a player tries to do, in at most 54 characters; the summary where empty."""
    to_win: str = "win"
    """What a player is asked to do in a problem: `Alpha to play and` these words."""
    presets: tuple[Preset, ...] = (STANDARD,)
    """What a menu offers; the first is for a first game: a small board, soon over."""
    picture: tuple[str, ...] = ()
    """A position of a small board, rows from the top as in JSON reports: `.` empty, `-` a gap,
    a seat's letter for its stone (see `Game.marks`), in capitals for an empty point that counts
    for it. Menus draw it; a game may do without."""
    marks: str = "bw"
    """The letters in `picture`, as in `Game.marks`."""

    def seated(self, settled: Mapping[str, Value]) -> tuple[str, ...]:
        """The seats that play with the settled options: the first `players` of them where
        that is an option, else all."""
        players = settled.get("players")
        return self.seats[:players] if isinstance(players, int) else self.seats

    def played(self, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """The chosen options of a game in which a human takes part, with those values that
        such games begin with where nothing was chosen."""
        usual = {option.name: option.played for option in self.options}
        usual = {name: value for name, value in usual.items() if value is not None}
        return {**usual, **{name: value for name, value in chosen.items() if value is not None}}

    def preset(self, settled: Mapping[str, Value]) -> Preset | None:
        """The preset that a human's game with the settled options is; None for others."""
        alike = (each for each in self.presets if self.settle(self.played(each.chosen)) == settled)
        return next(alike, None)

    def chosen_line(self, settled: Mapping[str, Value]) -> str:
        """`size 13, komi 5.5`: the settled options that differ from the defaults."""
        parts = []
        for option in self.options:
            value = settled[option.name]
            if value is not None and value not in (option.default, option.played):
                parts.append(
                    option.name if value is True else f"{option.name} {option.label(value)}"
                )
        return ", ".join(parts)

    def title_line(self, settled: Mapping[str, Value]) -> str:
        """`plurality, size 13, komi 5.5`: the game, its options and what they entail."""
        parts = [self.id]
        for name, value in settled.items():
            if value is True:
                parts.append(name)
            elif value is not None and value is not False:
                parts.append(f"{name} {self.option(name).label(value)}")
        remark = self.remark(settled)
        return ", ".join(parts) + (f" ({remark})" if remark else "")

    def as_typed(self, chosen: Mapping[str, Value]) -> str:
        """The chosen options as they are typed: `--size 9 --komi 0 --pie`."""
        words = []
        for name, value in chosen.items():
            option = self.option(name)
            if value is True:
                words.append(f"--{name}")
            elif value is False:
                words += [f"--no-{name}"] if option.default or option.played else []
            elif value is not None:
                words.append(f"--{name} {option.write(value)}")
        return " ".join(words)

    def option(self, name: str) -> Option:
        """The option of that name; OptionError when the game has none."""
        for option in self.options:
            if option.name == name:
                return option
        raise OptionError(
            f"{self.title} has no option --{name}: "
            f"it has {', '.join('--' + option.name for option in self.options) or 'none'}"
        )


def number_text(value: float) -> str:
    """A score or komi without a needless fraction: `5`, `5.5`, `-3`, `1e+300`."""
    whole = abs(value) < _MOST_WHOLE and value == int(value)
    return str(int(value)) if whole else repr(float(value))


def _ascii_number(text: str) -> str:
    """The text; ValueError for characters that only Python accepts in numbers, such as `_`."""
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return text
