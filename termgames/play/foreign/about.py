"""What a record of another program tells beside its moves: who played, when, for what result.

It is kept as the first lines of the comment on the whole game, where every front end shows it, and
whoever plays here may write such lines himself:

    Black: Honinbo Shusaku
    White: Gennan Inseki
    Date: 1846-09-11
    Differs: komi 6.5 is not counted here

    The comment itself, after an empty line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

NAMES = (
    *("Black", "Black's rank", "Black's team", "Black's id"),
    *("White", "White's rank", "White's team", "White's id"),
    *("Game", "Event", "Round", "Place", "Game id", "Date", "Began", "Ended"),
    *("Rules", "Komi", "Handicap", "Time", "Overtime", "Opening", "Result"),
    *("Annotator", "Entered by", "Source", "Copyright"),
)
"""What can be told, in the order in which it is written."""
DIFFERS = "Differs"
"""The name of lines that say what is not the same here. Nothing else writes them: who writes the
record for the other program again leaves them out."""
_LONGEST = 400
_LINE = re.compile(rf"({'|'.join([*NAMES, DIFFERS])}): +(\S.*)")
_DATE = re.compile(r"(?<!\d)(\d{4})(-\d\d)?(-\d\d)?(?![\d-])")


def comment(told: Mapping[str, str], differs: Sequence[str], text: str) -> str:
    """The comment on the whole game: what is told, what differs, then the comment proper."""
    lines = [f"{name}: {_line(told[name])}" for name in NAMES if _line(told.get(name, ""))]
    lines += [f"{DIFFERS}: {fault}" for fault in differs]
    return "\n\n".join(filter(None, ["\n".join(lines), text]))


def split(text: str) -> tuple[dict[str, str], str]:
    """What such a comment tells, by name, and the comment proper."""
    told: dict[str, str] = {}
    lines = text.split("\n")
    while lines and (line := _LINE.fullmatch(lines[0])):
        told.setdefault(line[1], line[2])
        del lines[0]
    told.pop(DIFFERS, None)
    if len(lines) < len(text.split("\n")) and lines and not lines[0]:
        del lines[0]
    return told, "\n".join(lines)


def day(told: Mapping[str, str]) -> str:
    """The day on which the game was played, as `1846-09-11`, or the first of the month or year that
    is told; empty where none is."""
    date = _DATE.search(" ".join(told.get(name, "") for name in ("Ended", "Date", "Began")))
    return f"{date[1]}{date[2] or '-01'}{date[3] or '-01'}" if date else ""


UNKNOWN = "unknown"
"""Who played where a record does not say: not the human without a name, who is at this keyboard."""


def player(name: str) -> str:
    """A person of another record as a player of this program: `human:NAME`, with as much of the
    name as one can have here."""
    plain = "".join(c if c.isalnum() or c in " -_.'" else " " for c in name)
    plain = " ".join(plain.split())[:16].strip()
    return f"human:{plain or UNKNOWN}"


def _line(text: str) -> str:
    return " ".join(text.split())[:_LONGEST].strip()
