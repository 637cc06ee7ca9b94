"""The clocks of games in SGF: TM and OT are the control, BL, WL, OB and OW what is left."""

from __future__ import annotations

import re
from contextlib import suppress

from termgames.core.errors import OptionError
from termgames.core.options import number_text
from termgames.play import clock
from termgames.play.clock import TimeControl, TimeLeft

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


def words(clocks: TimeControl) -> dict[str, str]:
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
