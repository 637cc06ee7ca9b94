"""Parts of sentences: counts, durations, lists of names, quotations, and the names of points of
square boards and maps. Standard library only."""

import re
from collections.abc import Collection, Mapping, Sequence

COLUMNS = "abcdefghjklmnopqrstuvwxyz"  # Go convention: no `i`
_LINE_END = re.compile(r"\r\n|\r|\n")
_POINT = re.compile(r"[a-z]+[0-9]")


def counted(many: int, word: str) -> str:
    """`1 stone`, `3 stones`, for words that take an s."""
    return f"{many} {word}" if many == 1 else f"{many} {word}s"


def span(seconds: float) -> str:
    """A time in two units at the most: `40 s`, `12 min`, `3 h 5 min`, `2 d 4 h`."""
    minutes = round(seconds / 60)
    if minutes < 2:
        return f"{round(seconds)} s"
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours < 48 else f"{hours // 24} d {hours % 24} h"


def points_text(points: float) -> str:
    """Points, at least 0, as players say them: `3`, `2½`, `½`, `0.3`."""
    whole, rest = divmod(round(points, 6), 1)
    if rest == 0.5:
        return f"{int(whole) or ''}½"
    return f"{points:.6g}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; empty without names. `last` joins the last one."""
    *others, end = names or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def nearest(unknown: str, names: Sequence[str], older: Mapping[str, str] | None = None) -> str:
    """A hint for an unknown name: the most similar of `names`, or else all of them. `older` are
    today's names by those of older versions."""
    from difflib import get_close_matches  # only an error needs it

    older = older or {}
    for near in get_close_matches(unknown.lower(), [*names, *older], 1):
        return f"did you mean {older.get(near, near)}?"
    return f"there is {', '.join(names)}"


def lines_in(text: str) -> list[str]:
    """The lines of a text from a file or another program. LF, CRLF and CR end a line and nothing
    else does, unlike in `str.splitlines`."""
    *lines, last = _LINE_END.split(text)
    return [*lines, last] if last else lines


def escaped(text: str) -> str:
    """A text whose control characters (and the invisible ones that reorder a line) are written
    as in Python, `\\x1b`: a terminal shows all of it and obeys none of it."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def escaped_lines(text: str) -> str:
    """Some lines, each of them `escaped`."""
    return "\n".join(map(escaped, text.split("\n")))


def columns(
    rows: Sequence[Sequence[str]], left: int = 0, right: Collection[str] | None = None
) -> list[str]:
    """A line a row, its cells in columns; the first `left` columns are flush left, the
    others flush right; or flush right are those whose heads, in the first row, are in `right`."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = [at >= left if right is None else head in right for at, head in enumerate(rows[0])]
    return [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, numbers, strict=True)
        ).rstrip()
        for row in rows
    ]


def quotable(text: str, longest: int = 200) -> str:
    """A text from outside as it may be shown: `escaped`, and cut to `longest` characters."""
    cut = text[:longest]
    shown = escaped(cut)
    return shown if len(shown) <= longest and cut == text else shown[: longest - 1] + "…"


def quotable_lines(text: str, longest: int = 4000) -> str:
    """A text of several lines as it may be shown: each `escaped`, and all cut to `longest`
    characters."""
    return "\n".join(quotable(line, longest) for line in text[:longest].split("\n"))


def quoted(text: str, longest: int = 200) -> str:
    """A text from outside as an error line repeats it: in quotation marks, escaped as in
    Python, cut to `longest` characters."""
    shown = repr(text[: longest + 1])
    return shown if len(shown) <= longest + 2 else f"{shown[:longest]}…{shown[0]}"


def sentence(text: str) -> str:
    """The text with a capital at its beginning, unless it begins with the name of a point,
    which is written in small letters everywhere: `d4 is occupied`."""
    return text if _POINT.match(text) else text[:1].upper() + text[1:]


def column_name(column: int) -> str:
    """`a`…`z` without `i` for columns 0 to 24, then `aa`, `ab`… (columns from 0)."""
    high, low = divmod(column, len(COLUMNS))
    return (COLUMNS[high - 1] if high else "") + COLUMNS[low]


def point_name(column: int, row: int) -> str:
    """`a1` for column 0 and row 0, counted from the bottom left."""
    return f"{column_name(column)}{row + 1}"
