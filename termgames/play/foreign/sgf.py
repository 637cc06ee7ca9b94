"""Games of Go in the Smart Game Format, as Mitropia for two without dice, cards and range.

That is Go with positional superko, without suicide, komi and resignation. What a record wants
otherwise is told as a difference (`Imported.differs`), and a move that only other rules allow is
refused. Comments, variations and clocks go both ways; marks on the board are not read, which is
told.
"""

import re
from contextlib import suppress

from termgames.core.errors import OptionError
from termgames.core.options import number_text
from termgames.core.text import point_name
from termgames.play import clock
from termgames.play.bots.players import label_of
from termgames.play.clock import TimeControl, TimeLeft
from termgames.play.foreign import imported
from termgames.play.match import AnyMatch

_OVERTIMES = (
    (re.compile(r"([0-9]+) ?x ?([0-9.]+)(?![0-9.]| ?m)"), "+{0}x{1}s"),
    (re.compile(r"([0-9]+) ?/ ?([0-9.]+)(?![0-9.]| ?m)"), "+{1}s/{0}"),
    (re.compile(r"()([0-9.]+) ?(?:s|sec)? ?fischer", re.IGNORECASE), "+{1}s"),
)
"""How overtime is written, and what it is for a clock here."""
_LONGEST = 80
"""Characters of overtime that are looked at: in long runs of digits the forms are sought slowly."""


def control(main: str, overtime: str) -> TimeControl | None:
    """The control that TM and OT mean; None where clocks here know none such."""
    found = ((form.search(overtime[:_LONGEST]), after) for form, after in _OVERTIMES)
    texts = (after.format(*match.groups()) for match, after in found if match)
    text = next(texts, "none" if overtime else "+0s")
    begun = f"{main}s" if main.strip("0") else ""
    with suppress(OptionError):
        return clock.read(f"{begun}{text}".removeprefix("+"))
    return None


def clock_words(clocks: TimeControl) -> dict[str, str]:
    """The values of TM and OT by their names in `sgf.TOLD`."""
    period = number_text(clocks.period)
    over = f"{clocks.periods}x{period} byo-yomi" if clocks.periods else ""
    over = f"{clocks.moves}/{period} canadian" if clocks.moves > 1 else over
    over = f"{number_text(clocks.gain)} fischer" if clocks.gain else over
    return {"Time": number_text(clocks.main)} | ({"Overtime": over} if over else {})


def left(clocks: TimeControl, before: TimeLeft, taken: float) -> tuple[float, float | None]:
    """The seconds left after a move that took so long, and in overtime the moves or periods."""
    after = clocks.after(before, taken)
    if not after.moves:
        return round(after.seconds + clocks.gain, 2), None
    return after.seconds, after.moves - 1 if clocks.moves > 1 else after.periods + 1


def taken(clocks: TimeControl, before: TimeLeft, seconds: float, over: float | None) -> float:
    """How long a move took after which so much was left, see `left`; within what there was."""
    rest = seconds - clocks.gain + (clocks.periods * clocks.period if over is None else 0)
    if over is not None and clocks.moves == 1:
        rest += (over - 1) * clocks.period
    total = clocks.total(before)
    return round(max(0.0, min(total - rest, total - 0.01)), 2)


TOLD = (
    {"PB": "Black", "BR": "Black's rank", "BT": "Black's team"}
    | {"PW": "White", "WR": "White's rank", "WT": "White's team"}
    | {"GN": "Game", "EV": "Event", "RO": "Round", "PC": "Place", "DT": "Date", "RU": "Rules"}
    | {"KM": "Komi", "HA": "Handicap", "TM": "Time", "OT": "Overtime", "ON": "Opening"}
    | {"RE": "Result", "AN": "Annotator", "US": "Entered by", "SO": "Source", "CP": "Copyright"}
)
"""What a root tells, by `imported.NAMES`."""
COLOURS = {"B": 0, "W": 1}
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board_map(columns: int, rows: int) -> str:
    """The map of a whole board, by its name where it comes with the program."""
    if columns == rows and columns in (9, 13, 19):
        return f"{columns}x{rows}"
    ends = f"a1 {point_name(columns - 1, rows - 1)}"
    return f"{columns}x{rows} | 2: {ends} | {'/'.join(['.' * columns] * rows)}"


def own_words(match: AnyMatch) -> dict[str, str]:
    """What a match itself says of what a record tells beside the moves: nothing of its rules and
    its end where it was played elsewhere, as the record of it may not have told them."""
    words: dict[str, str] = {}
    if len({*match.time.controls}) == 1 and match.time.controls[0]:
        words = clock_words(match.time.controls[0])
    for colour, player in zip(("Black", "White"), match.players, strict=True):
        nameless = player in ("human", imported.player(""))
        words |= {} if nameless else {colour: label_of(player)}
    if match.elsewhere:
        return words
    rules = {"area": "Chinese", "territory": "Japanese"}
    words |= {"Rules": rules[match.game.options["scoring"]], "Komi": "0"}
    if (result := match.result()) is not None and not match.told:
        black, white = result.score.totals
        margin = f"{'B' if black > white else 'W'}+{number_text(abs(black - white))}"
        words["Result"] = margin if black != white else "0"
        if match.loss is not None and match.loss.on_time:
            words["Result"] = f"{'BW'[1 - match.loss.seat]}+T"
    return words
