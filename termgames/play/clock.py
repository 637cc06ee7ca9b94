"""How much time the players have, and what is left of it.

    10m        ten minutes for the whole game
    10m+5s     and five seconds more for each move made (Fischer)
    10m+3x30s  then three periods of thirty seconds; a move within one renews it (byo-yomi)
    10m+30s/5  then thirty seconds for every five moves (Canadian)
    20s        twenty seconds for each move

Nothing in here looks at the time: a `Clock` is told it, in seconds that only run forwards. Times
are kept in hundredths of a second, so that a clock that is reckoned again from the moves of a
record is the same to the last digit.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from termgames.core.errors import OptionError
from termgames.core.options import number_text
from termgames.core.text import counted, listed, quoted

FORMS = "10m, 10m+5s, 10m+3x30s or 20s"
"""Examples of what `read` takes, for messages."""
TENTHS = 10.0
"""Below so many seconds tenths are shown."""
_MOST = 100 * 3600.0
"""The most seconds of any part."""
SECONDS = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,2})?")
"""How a number of seconds is written in a record."""
_UNITS = {"h": 3600, "m": 60, "s": 1}
_SPAN = r"(?:[0-9]{1,5}(?:\.[0-9]{1,2})?[hms])+"
_CONTROL = re.compile(
    rf"(?:(?P<main>{_SPAN})\+)?(?:(?P<periods>[0-9]{{1,2}})x)?(?P<period>{_SPAN})"
    r"(?:/(?P<moves>[0-9]{1,2}))?"
)

_SHARE = 0.05
"""A bot may take this share of what is left of the main time for a move, ..."""
_RESERVE, _LEAST_RESERVE = 0.1, 0.2
"""... and its part of a period but for this share or so many seconds, whichever is more; these are
for sending the answer, and for a machine that does something else meanwhile."""
_MOST_RESERVE = 0.25
"""The most of a part that is kept so."""
_KEPT, _MOST_KEPT = 0.1, 5.0
"""This share of the main time, or so many seconds, is for what a move takes without any thought:
a bot thinks less and less as it comes near."""
_NEAR = 4


@dataclass(frozen=True)
class TimeLeft:
    """What one player has left."""

    seconds: float
    """Of the main time, or of the period that runs."""
    periods: int = 0
    """Periods that can still begin."""
    moves: int = 0
    """Moves to be made in the period that runs; 0 in main time."""

    @property
    def fallen(self) -> bool:
        """Whether the time is over, and with it the clock: no move brings any back."""
        return self.seconds <= 0


@dataclass(frozen=True)
class TimeControl:
    """How much time a player has: main time, a gain for each move, then periods of some moves each.
    Seconds."""

    main: float = 0.0
    gain: float = 0.0
    period: float = 0.0
    periods: int = 0
    moves: int = 1
    """Moves in one period."""

    @property
    def full(self) -> TimeLeft:
        """What there is before the first move."""
        if self.main or not self.periods:
            return TimeLeft(self.main, self.periods)
        return TimeLeft(self.period, self.periods - 1, self.moves)

    def total(self, left: TimeLeft) -> float:
        """Seconds until the time is over, if no move is made."""
        return round(left.seconds + left.periods * self.period, 2)

    def after(self, left: TimeLeft, seconds: float) -> TimeLeft:
        """What is left when somebody has thought for so long about one move and goes on."""
        rest, begun = round(left.seconds - seconds, 2), 0
        if rest <= 0 and left.periods:
            # A period that is used up to its end is over. In hundredths, which divide exactly.
            over, whole = round(-rest * 100), max(1, round(self.period * 100))
            begun = min(left.periods, over // whole + 1)
            rest = round(rest + begun * self.period, 2)
        if begun:
            return TimeLeft(max(0.0, rest), left.periods - begun, self.moves)
        return replace(left, seconds=max(0.0, rest))

    def moved(self, left: TimeLeft, seconds: float) -> TimeLeft:
        """What is left after a move that took so long."""
        after = self.after(left, seconds)
        if after.fallen:
            return after
        if not after.moves:
            return replace(after, seconds=round(after.seconds + self.gain, 2))
        if after.moves > 1:
            return replace(after, moves=after.moves - 1)
        return TimeLeft(self.period, after.periods, self.moves)

    def allowance(self, left: TimeLeft) -> float:
        """Seconds that a bot may think about its next move so that its time lasts."""
        if left.moves:
            return _safe(left.seconds / left.moves)
        kept = min(_KEPT * self.main, _MOST_KEPT)
        spare = _safe(self.period / self.moves) if left.periods else 0.0
        share = _SHARE * max(0.0, min(left.seconds, _NEAR * (left.seconds - kept)))
        most = math.inf if left.periods else _safe(left.seconds)
        return min(most, share + spare + _safe(self.gain))

    def __str__(self) -> str:
        """The text that `read` reads."""
        period = span_text(self.period)
        over = f"+{self.periods}x{period}" if self.periods > 1 or self.moves == 1 else f"+{period}"
        over += f"/{self.moves}" if self.moves > 1 else ""
        if not self.periods:
            whole = span_text(self.main)
            return f"{whole}+{span_text(self.gain)}" if self.gain or _in_seconds(whole) else whole
        if self.main:
            return span_text(self.main) + over
        alone = self.periods == self.moves == 1
        return f"{number_text(self.period)}s" if alone else over.removeprefix("+")


def read(text: str) -> TimeControl:
    """The control that a text means; OptionError for any other text."""
    plain = "".join(text.lower().split())
    found = _CONTROL.fullmatch(plain)
    control = None if found is None else _control(found)
    if control is None or not 0 < control.total(control.full) <= _MOST:
        raise OptionError(f"a clock is written as {FORMS}, not {quoted(text)}")
    return control


def _control(found: re.Match[str]) -> TimeControl | None:
    main, period = _seconds(found["main"] or ""), _seconds(found["period"])
    periods, moves = int(found["periods"] or 1), int(found["moves"] or 1)
    if not (periods and moves):
        return None
    if found["periods"] or found["moves"]:
        return TimeControl(main, 0.0, period, periods, moves) if period else None
    if found["main"]:
        return TimeControl(main, period) if main else None
    # Seconds alone are for a move, minutes and hours for the whole game.
    return TimeControl(0.0, 0.0, period, 1) if _in_seconds(found["period"]) else TimeControl(period)


def _in_seconds(span: str) -> bool:
    return not set(span) & {"h", "m"}


def _seconds(span: str) -> float:
    parts = re.findall(r"([0-9.]+)([hms])", span)
    return round(sum(float(number) * _UNITS[unit] for number, unit in parts), 2)


def span_text(seconds: float) -> str:
    """`1h30m`, `10m`, `0.5s`: a length of time as `read` takes it."""
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    parts = ((hours, "h"), (minutes, "m"), (round(rest, 2), "s"))
    return "".join(f"{number_text(number)}{unit}" for number, unit in parts if number) or "0s"


def read_all(texts: Sequence[str], names: Sequence[str]) -> tuple[TimeControl | None, ...]:
    """The controls by seat, whose `names` are given, from texts such as `10m+5s`, for everybody,
    and `black=5m`, for one; `none` is no clock. Empty where nobody has a clock; OptionError for
    any other text."""
    usual: TimeControl | None = None
    own: dict[str, TimeControl | None] = {}
    for text in texts:
        name, equals, rest = (part.strip() for part in text.rpartition("="))
        control = None if rest.lower() in ("none", "") else read(rest)
        if not equals:
            usual = control
        elif name.lower() in names:
            own[name.lower()] = control
        else:
            raise OptionError(f"there is no player called {quoted(name)}, only {listed(names)}")
    controls = tuple(own.get(name, usual) for name in names)
    return controls if any(controls) else ()


def written(controls: Sequence[TimeControl | None], names: Sequence[str]) -> str:
    """`10m+5s`, or `black=5m, white=10m`: texts that `read_all` reads, separated by commas; empty
    where nobody has a clock."""
    if not any(controls):
        return ""
    if len(set(controls)) == 1:
        return str(controls[0])
    pairs = zip(names, controls, strict=True)
    return ", ".join(f"{name}={'none' if each is None else each}" for name, each in pairs)


# -- what a player sees and hears -----------------------------------------------------------


def figure(left: TimeLeft) -> str:
    """`9:41`, `1:02:03`, below ten seconds `8.3`; in a period with how many there are, or how many
    moves are to be made in it: `0:24 (3)`, `4:10 /17`."""
    if left.fallen:
        return "0.0"
    if left.seconds < TENTHS:
        text = f"{math.floor(left.seconds * 10) / 10:.1f}"
    else:
        minutes, seconds = divmod(math.ceil(left.seconds), 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    if left.moves > 1:
        return f"{text} /{left.moves}"
    return f"{text} ({left.periods + 1})" if left.moves and left.periods else text


def spoken(left: TimeLeft) -> str:
    """`9 minutes 41 seconds`, `8.3 seconds`, `24 seconds and 2 more periods`."""
    if left.fallen:
        return "no time"
    tenths = left.seconds < TENTHS
    seconds = math.floor(left.seconds * 10) / 10 if tenths else math.ceil(left.seconds)
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    parts = ((int(hours), "hour"), (int(minutes), "minute"))
    words = [counted(number, unit) for number, unit in parts if number]
    if tenths:
        words.append(f"{seconds:.1f} seconds")
    elif rest:
        words.append(counted(int(rest), "second"))
    text = " ".join(words)
    if left.moves > 1:
        return f"{text} for {counted(left.moves, 'move')}"
    return f"{text} and {counted(left.periods, 'more period')}" if left.periods else text


def lasted(seconds: float) -> str:
    """`8.3 s`, `1:24`: how long something took."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    return figure(TimeLeft(round(seconds)))


def until_next(left: TimeLeft) -> float:
    """Seconds until `figure` is another text, if the clock runs."""
    if left.seconds < TENTHS:
        shown = math.floor(left.seconds * 10) / 10
    else:
        shown = max(TENTHS, math.ceil(left.seconds) - 1)
    return max(0.01, left.seconds - shown) if left.seconds > 0 else 0.0


# -- a clock that runs ----------------------------------------------------------------------


class Clock:
    """One player's clock. It runs or stands, while its player is asked for one move after the
    other. `now` is the time, in seconds, and never less than it was before."""

    def __init__(
        self, control: TimeControl, left: TimeLeft | None = None, thought: float = 0.0
    ) -> None:
        """`left` is what there was when the open question was asked, all of it by default, and
        `thought` for how long its player has thought about it."""
        self.control = control
        self._before = control.full if left is None else left
        self._thought = thought
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self._since is not None

    def start(self, now: float) -> None:
        """Let it run."""
        if self._since is None:
            self._since = now

    def stop(self, now: float) -> None:
        """Let it stand."""
        self._thought, self._since = self._run(now), None

    def skip(self, seconds: float) -> None:
        """So many seconds in which it ran do not count."""
        if self._since is not None:
            self._since += seconds

    def thought(self, now: float) -> float:
        """Seconds that the player has thought about the move in hand. They fall short of the whole
        time as long as any of it is left."""
        thought, most = self._run(now), self.control.total(self._before)
        if thought >= most:
            return most
        return max(0.0, min(math.floor(thought * 100 + 1e-6) / 100, round(most - 0.01, 2)))

    def left(self, now: float) -> TimeLeft:
        """What is left, the running move counted."""
        return self.control.after(self._before, self.thought(now))

    def allowance(self, now: float) -> float:
        """Seconds that a bot may think from now on, see `TimeControl.allowance`."""
        return self.control.allowance(self.left(now))

    def press(self, now: float) -> float:
        """The move was made: the next one begins, and the clock stands. Answers how long it
        took."""
        seconds = self.thought(now)
        self.set(self.control.moved(self._before, seconds))
        return seconds

    def _run(self, now: float) -> float:
        return self._thought + (0.0 if self._since is None else max(0.0, now - self._since))

    def set(self, left: TimeLeft) -> None:
        """So much is left before the move in hand; the clock stands."""
        self._before, self._thought, self._since = left, 0.0, None


def _safe(part: float) -> float:
    """How much of a part of a period to use."""
    part = max(0.0, part)
    return part - max(_RESERVE * part, min(_LEAST_RESERVE, _MOST_RESERVE * part))
