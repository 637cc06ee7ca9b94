"""The list of saved games as a table of texts that fits its width. Where there is no room, parts
are left out in this order: the year, options, the reasons of results, the time of day with the long
names of games and the margins of results, the end of players' names. Numbers are never cut."""

import time
from collections.abc import Sequence

from termgames.core.text import quotable
from termgames.play.bots.players import label_of
from termgames.play.store import Saved

HEADS = ("played", "game", "players", "result", "turns", "options")
_FULL, _DAY_AND_TIME, _DAY = "%Y-%m-%d %H:%M", "%d %b %H:%M", "%d %b"
_VARIANTS = (
    (_FULL, True, True),
    (_DAY_AND_TIME, True, True),
    (_DAY_AND_TIME, True, False),
    (_DAY_AND_TIME, False, False),
    (_DAY, False, False),
)
"""Ways to write the table, each shorter than the one before: the date, and whether the reasons of
results and the options are there. By the day alone, games have their short names."""
_LEAST_NAMES = 9
"""Columns that players' names get in any case."""
_ELLIPSIS = "…"

Table = list[tuple[str, ...]]


def table(games: Sequence[Saved], width: int | None) -> Table:
    """A heading and a line for each of the games, which all could be read, in at most `width`
    columns; None for as many as there are."""
    rows: Table = []
    for date, reasons, options in _VARIANTS:
        rows = [HEADS, *(_line(game, date, reasons=reasons) for game in games)]
        if not options:
            rows = [line[:-1] for line in rows]
        if width is None or _width(rows) <= width:
            return rows
    assert width is not None
    room = max(_LEAST_NAMES, max(len(line[2]) for line in rows) - (_width(rows) - width))
    return [(*line[:2], _shortened(line[2], room), *line[3:]) for line in rows]


def _line(game: Saved, date: str, *, reasons: bool) -> tuple[str, ...]:
    summary = game.summary
    assert summary is not None, "only games that could be read are listed"
    result = summary.result if game.over else "unfinished"
    for mark in () if reasons else (" (",) if date != _DAY else (" (", " by "):
        result = result.partition(mark)[0]
    return (
        time.strftime(date, time.localtime(game.when)),
        summary.info.title.split()[0] if date == _DAY else summary.info.title,
        quotable(" v ".join(map(label_of, summary.players))),
        quotable(result[:1].upper() + result[1:]),
        str(summary.turns),
        summary.info.chosen_line(summary.options),
    )


def _width(rows: Table) -> int:
    columns = list(zip(*rows, strict=True))
    return sum(max(map(len, column)) for column in columns) + 2 * (len(columns) - 1)


def _shortened(text: str, room: int) -> str:
    return text if len(text) <= room else text[: room - 1] + _ELLIPSIS
