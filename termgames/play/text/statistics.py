"""A person's figures as text, for the screen and the command line."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.text import columns, quotable
from termgames.play.history.figures import PartOfGames, PersonFigures, Strength, WinCount

YOU = "you"
"""What a human without a name is called."""
NOTHING = "You have not finished a game yet. Every game that you play to the end counts here."
_NUMBERS = ("games", "won", "shared", "lost", "share")
_STRENGTH = ("Elo", "from", "to", "games")
_DAY = "%d %b %Y"


@dataclass(frozen=True)
class Chapter:
    """A heading, and the lines below it."""

    heading: str
    lines: tuple[str, ...]


def name_of(person: str) -> str:
    """A person's name as it is shown."""
    return quotable(person) or YOU


def summary(figures: PersonFigures) -> str:
    """`34 games: 20 won, 1 shared, 13 lost. 3 won in a row, 7 at most.`"""
    total = figures.total
    shared = f", {total.shared} shared" if total.shared else ""
    text = f"{_games(total.games)}: {total.won} won{shared}, {total.lost} lost."
    if figures.streak:
        row = f"{abs(figures.streak)} {'won' if figures.streak > 0 else 'lost'} in a row"
        most = f", {figures.longest} won at most" if figures.longest > figures.streak else ""
        text = f"{text} {row}{most}."
    return text


def title_of(game_id: str) -> str:
    """A game's title; of a game that is not installed, its name."""
    try:
        return games.info(game_id).title
    except OptionError:
        return quotable(game_id)


def sections(figures: PersonFigures, width: int | None = None) -> list[Chapter]:
    """Everything there is to say, in at most `width` columns; None for as many as it takes."""
    tables: list[tuple[str, Callable[[PartOfGames], str]]] = [
        ("By game", lambda part: title_of(part.game_id)),
        ("By board", lambda part: f"{title_of(part.game_id)}, {part.board or 'another board'}"),
        ("By opponent", lambda part: f"{title_of(part.game_id)} v {part.opponents}"),
        ("By seat", lambda part: f"{title_of(part.game_id)}, {part.seat}"),
    ]
    rated = [_strength_row(game_id, found) for game_id, found in figures.strengths.items()]
    head = ("", *_STRENGTH, "even game")
    lines = tuple(columns([head, *rated], right=_STRENGTH))
    return [
        *([Chapter("Strength, in Elo above level 1", lines)] if rated else []),
        *(Chapter(name, _table(figures.by(what), width)) for name, what in tables),
    ]


def _strength_row(game_id: str, found: Strength) -> tuple[str, ...]:
    """A rating, the ends of its 95 % interval, the games, and the level that is even."""
    rating = found.rating
    elos = map(_tens, (rating.elo, rating.low, rating.high))
    low, high = found.reach or (found.even, found.even)
    reach = f" ({low} to {high})" if low != high else ""
    even = "" if found.even is None else f"level {found.even}{reach}"
    return title_of(game_id), *elos, str(rating.games), even


def _table(counts: Mapping[str, WinCount], width: int | None) -> tuple[str, ...]:
    """A line for each count. Where there is no room, the day of the last game is left out, then
    the ends of the names."""
    rows = [("", *_NUMBERS, "last"), *(_row(name, count) for name, count in counts.items())]
    if width is not None and _wide(rows) > width:
        rows = [row[:-1] for row in rows]
        room = max(9, max(len(row[0]) for row in rows) - max(0, _wide(rows) - width))
        rows = [
            (row[0] if len(row[0]) <= room else f"{row[0][: room - 1]}…", *row[1:]) for row in rows
        ]
    return tuple(columns(rows, right=_NUMBERS))


def _row(name: str, count: WinCount) -> tuple[str, ...]:
    numbers = (count.games, count.won, count.shared, count.lost)
    share = f"{count.points / count.games:.0%}"
    day = time.strftime(_DAY, time.localtime(count.played_at))
    return name, *map(str, numbers), share, day


def _wide(rows: Sequence[tuple[str, ...]]) -> int:
    return max(map(len, columns(rows, right=_NUMBERS)))


def _games(number: int) -> str:
    return f"{number} game" if number == 1 else f"{number} games"


def _tens(elo: float) -> str:
    return f"{round(elo, -1):.0f}"
