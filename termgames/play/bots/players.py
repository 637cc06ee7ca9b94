"""Who plays: the names of players on the command line and in records.

    human, human:NAME           somebody at the keyboard
    random                      any legal move, passing only when there is no other
    greedy                      the best score after one move
    bot, bot:LEVEL              the search at a level, 1 to 9 (5 when none is given)
    bot:LEVEL,CHARACTER         the same, with a character of `search.characters`
    bot:solver                  best play, on boards that are solved
    mcts:playouts=N,time=S      the search with limits of its own
    mcts:...,temperature=T      the same, choosing among good moves as the lower levels do
    mcts:...,aim=NAME           the same, playing for something else than the win, where
                                the game knows such an aim (tricolor: area)
    mcts:...,policy=off         the same without what was learnt, or with what the file says
    mcts:...,policy=FILE        that `termgames lab train` wrote
    uct:playouts=N,time=S       plain UCT, a yardstick that never changes
    gtp:COMMAND                 another program, see `gtp_bot`

Names are read without numpy, so that help and completion start fast; `factory.make_bot`
makes the bot that a name stands for.
"""

import os
import shlex
from dataclasses import dataclass
from typing import Literal

from termgames.core.errors import OptionError
from termgames.core.options import number_text
from termgames.core.text import lines_in, quotable, quoted
from termgames.play.bots.options import MOST_SECONDS
from termgames.play.gtp.program import well_formed
from termgames.search.characters import CHARACTERS, character
from termgames.search.levels import DEFAULT_LEVEL, LEVELS

Kind = Literal["human", "random", "greedy", "bot", "solver", "mcts", "uct", "gtp"]

FORMS = (
    "human, human:NAME, random, greedy, bot, bot:1 to bot:9, the same with a character "
    f"({', '.join(CHARACTERS)}), as bot:4,raider, bot:solver (on solved boards), "
    "mcts:playouts=N,time=S, uct:playouts=N,time=S, gtp:COMMAND (another program, as "
    "'gtp:gnugo --mode gtp'); in tricolor also mcts:aim=area, which grabs all area"
)
"""The ways to write a player, for messages and help."""

USUAL = f"bot:{DEFAULT_LEVEL}"
"""The bot that is meant where the user names no level, and the opponent in a pipe."""
FIRST = "bot:1"
"""The opponent of a human who names none and has no rating yet."""

SOLVER = "bot:solver"
"""The name of the bot that plays from exact solutions alone."""

OFF = "off"
"""What stands for the policy in the name of a search that uses none."""

_LEVEL = (
    f"the level is a number from 1 to {max(LEVELS)}, as bot:4, or {SOLVER} where the board is "
    "solved"
)
_LONGEST_NAME = 16
_MOST_PLAYOUTS = 10**9
_MOST_TEMPERATURE = 1000.0
_SECONDS = 2.0
"""Seconds for a move of mcts and uct when neither playouts nor time is given."""


@dataclass(frozen=True)
class PlayerSpec:
    """A player as his name describes him; `str(spec)` is the canonical name."""

    kind: Kind
    level: int | None = None
    """1 to 9, for `bot` only."""
    playouts: int | None = None
    seconds: float | None = None
    """Limits a move, for `mcts` and `uct` only."""
    temperature: float = 0.0
    """How freely it chooses among good moves, see `Level`; for `mcts` only."""
    aim: str | None = None
    """What to play for instead of the win, for `mcts` only; the game knows the names."""
    policy: str = ""
    """Where the learned policy is, for `mcts` only: a file, OFF for none; empty for the one
    that comes with the program, if there is one."""
    name: str = ""
    """What a `human` is called, as he wrote it; empty where he did not say."""
    command: str = ""
    """What starts the program, for `gtp` only."""
    character: str = ""
    """Which of `search.characters` it has, for `bot` only; empty for a plain bot."""

    @property
    def human(self) -> bool:
        """Whether somebody at the keyboard plays, so that there is no bot to make."""
        return self.kind == "human"

    @property
    def particular(self) -> bool:
        """Whether it asks for what not every game has: a policy of its own, an aim, a board that is
        solved, or cards."""
        if self.character and CHARACTERS[self.character].cards:
            return True
        return self.policy not in ("", OFF) or self.aim is not None or self.kind == "solver"

    @property
    def label(self) -> str:
        """For the screen: `human`, a human's name, `bot 4`, `raider 4`, `mcts`, `mcts area`,
        `gnugo`."""
        if self.kind == "bot":
            return f"{self.character or self.kind} {self.level}"
        if self.kind == "gtp":
            return quotable(os.path.basename(shlex.split(self.command)[0]), _LONGEST_NAME)
        kind = self.name or self.kind
        return kind if self.aim is None else f"{kind} {self.aim}"

    def __str__(self) -> str:
        if self.kind == "bot":
            return f"bot:{self.level}{self.character and f',{self.character}'}"
        if self.kind == "solver":
            return SOLVER
        if self.name:
            return f"{self.kind}:{self.name}"
        if self.command:
            return f"{self.kind}:{self.command}"
        limits = []
        if self.playouts is not None:
            limits.append(f"playouts={self.playouts}")
        if self.seconds is not None:
            limits.append(f"time={number_text(self.seconds)}")
        if self.temperature:
            limits.append(f"temperature={number_text(self.temperature)}")
        if self.aim is not None:
            limits.append(f"aim={self.aim}")
        if self.policy:
            limits.append(f"policy={self.policy}")
        return f"{self.kind}:{','.join(limits)}" if limits else self.kind


HUMAN = PlayerSpec("human")


def parse_player(text: str) -> PlayerSpec:
    """The player a name stands for; OptionError says what there is instead."""
    name, colon, rest = text.strip().lower().partition(":")
    match name:
        case "human":
            return PlayerSpec(name, name=_human_name(text) if colon else "")
        case "random" | "greedy":
            if colon:
                raise OptionError(
                    f"player {quoted(text)}: {name} takes nothing after it, write {name}"
                )
            return PlayerSpec(name)
        case "bot" if rest == "solver":
            return PlayerSpec("solver")
        case "bot":
            return _of_level(text, rest if colon else f"{DEFAULT_LEVEL}")
        case "mcts" | "uct":
            return _limited(name, text)
        case "gtp":
            return PlayerSpec(name, command=_started_by(text))
    raise OptionError(f"unknown player {quoted(text)}: choose one of {FORMS}")


def _of_level(text: str, written: str) -> PlayerSpec:
    """`4`, `4,raider` or `raider`: a level, the usual one where none is given, and a character."""
    level, comma, who = (part.strip() for part in written.partition(","))
    if not comma and level.isalpha():
        level, who = f"{DEFAULT_LEVEL}", level
    if not (_is_whole(level) and int(level) in LEVELS) or (comma and not who):
        raise OptionError(
            f"player {quoted(text)}: {_LEVEL}, with a character if you like, as bot:4,raider"
        )
    try:
        return PlayerSpec("bot", level=int(level), character=who and character(who).name)
    except OptionError as error:
        others = "" if comma else f"; {_LEVEL}"
        raise OptionError(f"player {quoted(text)}: {error}{others}") from None


def label_of(name: str) -> str:
    """A player's label, see `PlayerSpec`; of one that only another version knows, the name."""
    try:
        return parse_player(name).label
    except OptionError:
        return quotable(name, _LONGEST_NAME)


def _human_name(text: str) -> str:
    """The name in `human:NAME`: one that fits a line of a record and a narrow panel."""
    name = " ".join(text.partition(":")[2].split())
    if not (0 < len(name) <= _LONGEST_NAME and all(c.isalnum() or c in " -_.'" for c in name)):
        raise OptionError(
            f"player {quoted(text)}: write human, or human:NAME with a name of 1 to "
            f"{_LONGEST_NAME} "
            "letters, digits, blanks or -_.'"
        )
    return name


def _started_by(text: str) -> str:
    """The command in `gtp:COMMAND`, on one line; letters stay as they are."""
    command = " ".join(lines_in(text.partition(":")[2].strip()))
    if not well_formed(command):
        raise OptionError(
            f"player {quoted(text)}: after gtp: comes the command that starts the program, "
            "its quotes closed and without tabs and other characters that are not printed, "
            "as 'gtp:gnugo --mode gtp --level 1'"
        )
    return command


def _limited(kind: Literal["mcts", "uct"], text: str) -> PlayerSpec:
    """`playouts=N`, `time=S` or both, in any order; two seconds when nothing is given.
    The search may have a `temperature=T`, an `aim=NAME` and a `policy=FILE` beside them."""
    playouts: int | None = None
    temperature = 0.0
    aim: str | None = None
    seconds: float | None = None
    policy = ""
    for item in filter(None, (part.strip() for part in text.partition(":")[2].split(","))):
        name, _, written = item.partition("=")
        name, value = name.lower(), written.lower()
        if name == "playouts" and _is_whole(value) and 0 < int(value) <= _MOST_PLAYOUTS:
            playouts = int(value)
        elif name == "time" and _is_positive(value, MOST_SECONDS):
            seconds = float(value)
        elif kind == "mcts" and name == "temperature" and _is_positive(value, _MOST_TEMPERATURE):
            temperature = float(value)
        elif kind == "mcts" and name == "aim" and value.isidentifier():
            aim = value
        elif kind == "mcts" and name == "policy" and written:
            policy = OFF if value == OFF else written
        elif kind == "uct" and name in ("temperature", "aim", "policy"):
            raise OptionError(
                f"player {quoted(text)}: only mcts takes {quoted(item)}, uct is the plain search: "
                "write mcts in place of uct, or leave that out, as in uct:playouts=1000"
            )
        else:
            raise OptionError(
                f"player {quoted(text)}: {quoted(item)} is no limit, write "
                f"{kind}:playouts=1000 with a whole number up to {_MOST_PLAYOUTS} or "
                f"{kind}:time=2 with seconds up to {MOST_SECONDS:g}, or both separated by a comma"
            )
    if playouts is None and seconds is None:
        seconds = _SECONDS
    return PlayerSpec(kind, None, playouts, seconds, temperature, aim, policy)


def _is_whole(text: str) -> bool:
    """Whether a text is a whole number of a length that a limit can have."""
    return text.isdecimal() and len(text) <= len(str(_MOST_PLAYOUTS))


def _is_positive(text: str, most: float) -> bool:
    try:
        value = float(text)
    except ValueError:
        return False
    return 0 < value <= most


def named_human(name: str) -> str:
    """The name of a human that --name gives, empty for none; OptionError where it is no name."""
    try:
        return parse_player(f"human:{name}").name if name else ""
    except OptionError as error:
        raise OptionError(f"--name: {error}") from None
