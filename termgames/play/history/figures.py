"""Games, wins and streaks of a person, in all and by game, board, opponent and seat.

A person is a human's name in the records; the empty name stands for humans who gave none. A game
counts for a person who sat on one seat of it: two humans without a name at one keyboard are nobody
in particular.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import Value
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import IRRELEVANT, CalibratedLevels
from termgames.play.bots.players import PlayerSpec, label_of, parse_player
from termgames.play.history.ended import EndedGame
from termgames.play.history.rating import RatedGame, Rating, even_level, rating

ENOUGH = 5
"""Rated games after which an opponent is proposed."""


@dataclass(frozen=True)
class WinCount:
    """Games, and how they ended for a person."""

    games: int = 0
    won: int = 0
    shared: int = 0
    """Wins that he shared: draws."""
    points: float = 0.0
    """Wins, a shared one by its part."""
    played_at: float = 0.0
    """When the last of them ended, in seconds since the epoch."""

    @property
    def lost(self) -> int:
        """Games in which he had no part of the win."""
        return self.games - self.won - self.shared


@dataclass(frozen=True)
class PartOfGames:
    """A person's games in one game, on one board, against one kind of opponents, on one seat."""

    game_id: str
    board: str
    """The options that make the board and its rules, in words: `size 13`; without komi and the
    like, which is often another. Empty where this version does not know them."""
    opponents: str
    seat: str


@dataclass(frozen=True)
class Strength:
    """A person's rating in a game."""

    rating: Rating
    even: int | None
    """The level that would be an even game on the usual board."""
    reach: tuple[int, int] | None
    """The levels at the ends of the interval."""


@dataclass(frozen=True)
class PersonFigures:
    """What a person's games say."""

    person: str
    total: WinCount
    parts: Mapping[PartOfGames, WinCount]
    """In the order in which they were played last."""
    streak: int
    """Games won in a row up to now; below 0 games lost."""
    longest: int
    """The most games ever won in a row."""
    strengths: Mapping[str, Strength]
    """By game; those alone in which he met measured levels."""

    def by(self, what: Callable[[PartOfGames], str]) -> dict[str, WinCount]:
        """The counts by one property of the parts: those of the game that is played most first,
        of each game the largest first."""
        often = Counter[str]()
        sums: dict[tuple[str, str], WinCount] = {}
        for part, count in self.parts.items():
            often[part.game_id] += count.games
            key = part.game_id, what(part)
            sums[key] = _sum(sums.get(key, WinCount()), count)
        order = sorted(sums, key=lambda key: (-often[key[0]], key[0], -sums[key].games))
        return {key[1]: sums[key] for key in order}


def people(played: Iterable[EndedGame]) -> list[str]:
    """The names of all who have games of their own, by the number of their games."""
    names = Counter(name for game in played for name in _seats(game.players))
    return [name for name, _ in names.most_common()]


def of(person: str, played: Sequence[EndedGame]) -> PersonFigures:
    """The figures of a person from games that ended, the latest first."""
    table = _Boards()
    sums: dict[PartOfGames, list[float]] = {}
    row: list[float] = []
    rated: dict[str, list[RatedGame]] = {}
    for game in played:
        seat = _seats(game.players).get(person)
        if seat is None:
            continue
        share = game.share(seat)
        counted = sums.setdefault(table.part(game, seat), [0, 0, 0, 0.0, 0.0])
        counted[0] += 1
        counted[1] += share == 1
        counted[2] += 0 < share < 1
        counted[3] += share
        counted[4] = max(counted[4], game.when)
        row.append(share)
        elos = table.elos(game, seat)
        if elos is not None:
            rated.setdefault(game.game_id, []).append(RatedGame(elos, share))
    parts = {
        part: WinCount(int(played), int(won), int(shared), points, last)
        for part, (played, won, shared, points, last) in sums.items()
    }
    total = WinCount()
    for count in parts.values():
        total = _sum(total, count)
    strengths = {name: _strength(name, rows) for name, rows in rated.items()}
    return PersonFigures(
        person,
        total,
        parts,
        _streak(row),
        _longest(row),
        {name: strength for name, strength in strengths.items() if strength is not None},
    )


def even_levels(person: str, played: Sequence[EndedGame]) -> dict[str, Strength]:
    """By game, what is known of a person's strength, of games with enough rated games alone to
    choose his next opponent by it."""
    strengths = of(person, played).strengths
    return {name: found for name, found in strengths.items() if found.rating.games >= ENOUGH}


def has_handicaps(settled: Mapping[str, Value]) -> bool:
    """Whether somebody has a handicap in a game with these options."""
    return any(c in "123456789" for c in _handicap(settled))


def may_have_handicaps(settled: Mapping[str, Value]) -> bool:
    """The same, also where who plays says so later."""
    return has_handicaps(settled) or "profile" in _handicap(settled)


def _handicap(settled: Mapping[str, Value]) -> str:
    return str(settled.get("handicap") or "")


def _sum(one: WinCount, other: WinCount) -> WinCount:
    return WinCount(
        one.games + other.games,
        one.won + other.won,
        one.shared + other.shared,
        one.points + other.points,
        max(one.played_at, other.played_at),
    )


@lru_cache(maxsize=1024)
def _seats(players: tuple[str, ...]) -> Mapping[str, int]:
    """The seat of each person of a game; who sits on several is nobody in particular."""
    humans = [
        (spec.name, seat)
        for seat, spec in enumerate(map(_spec, players))
        if spec is not None and spec.human
    ]
    often = Counter(name for name, _ in humans)
    return {name: seat for name, seat in humans if often[name] == 1}


@lru_cache(maxsize=1024)
def _spec(player: str) -> PlayerSpec | None:
    """The player a name stands for; None where only another version knows him."""
    try:
        return parse_player(player)
    except OptionError:
        return None


@lru_cache(maxsize=1024)
def _opponents(players: tuple[str, ...]) -> str:
    """The strongest of a person's opponents, and how many others there are: `bot 4 and 2 more`."""
    specs = [(spec.level or 0 if spec else 0, -at) for at, spec in enumerate(map(_spec, players))]
    strongest = label_of(players[-max(specs)[1]])
    return f"{strongest} and {len(players) - 1} more" if players[1:] else strongest


def _streak(row: Sequence[float]) -> int:
    """The games won in a row, or lost below 0, of those whose shares are `row`."""
    length = 0
    for share in row:
        if share != row[0] or share not in (0.0, 1.0):
            break
        length += 1
    return length if row and row[0] == 1 else -length


def _longest(row: Sequence[float]) -> int:
    longest = length = 0
    for share in row:
        length = length + 1 if share == 1 else 0
        longest = max(longest, length)
    return longest


def _strength(game_id: str, rated: Sequence[RatedGame]) -> Strength | None:
    found = rating(rated)
    if found is None:
        return None
    usual = calibrated_levels.levels_on(game_id, games.info(game_id).settle({}))
    even, low, high = (even_level(elo, usual) for elo in (found.elo, found.low, found.high))
    return Strength(found, even, None if low is None or high is None else (low, high))


class _Boards:
    """What is the same for many games, looked up once."""

    def __init__(self) -> None:
        self._boards: dict[tuple[str, tuple[tuple[str, str], ...]], _Board | None] = {}

    def part(self, game: EndedGame, seat: int) -> PartOfGames:
        """The part of a person's games that a game belongs to."""
        board = self._board(game)
        others = game.players[:seat] + game.players[seat + 1 :]
        name = board.seats[seat] if board is not None else f"player {seat + 1}"
        return PartOfGames(game.game_id, board.words if board else "", _opponents(others), name)

    def elos(self, game: EndedGame, seat: int) -> tuple[float, ...] | None:
        """The Elo of a person's opponents; None where a game is not rated: somebody else than
        measured levels played, it has handicaps, or it was no ordinary one."""
        board = self._board(game)
        if board is None or not game.ordinary or not game.winners or board.uneven:
            return None
        elos = []
        for at, player in enumerate(game.players):
            if at == seat:
                continue
            spec = _spec(player)
            if spec is None or spec.level is None:
                return None
            elo = board.levels.by_number[spec.level].elo
            if elo is None:
                return None
            elos.append(elo)
        return tuple(elos)

    def _board(self, game: EndedGame) -> _Board | None:
        key = game.game_id, tuple(sorted(game.options.items()))
        if key not in self._boards:
            self._boards[key] = _board_of(game)
        return self._boards[key]


@dataclass(frozen=True)
class _Board:
    """What games on one board have in common."""

    words: str
    seats: tuple[str, ...]
    levels: CalibratedLevels
    uneven: bool
    """Whether somebody has a handicap."""


def _board_of(game: EndedGame) -> _Board | None:
    """None where this version does not know the game or its options."""
    try:
        info = games.info(game.game_id)
        settled = game.settled(info)
    except OptionError:
        return None
    board = {name: None if name in IRRELEVANT else value for name, value in settled.items()}
    return _Board(
        info.chosen_line(board),
        info.seated(settled),
        calibrated_levels.levels_on(info.id, settled),
        has_handicaps(settled),
    )
