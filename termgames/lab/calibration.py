"""Calibrating the levels of a game: contests of neighbours, and the table of levels.

Players stand in a row, the weakest first. Each meets the next one and, in half as many games,
the next but one, in rounds of the arena: the same openings with seats swapped, or one player
against several of the other, on every seat. All results lie in one folder, a file for each
contest, and every fit uses all of them. Levels take part under the names of the searches they
are (`mcts:playouts=64,temperature=0.15`), so that results stay true when the table changes.

The procedure for a game: play searches of many sizes and fit a curve of strength, choose
levels at even steps of it (`choose_levels`), play these levels, and write the table.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import Value
from termgames.core.text import columns
from termgames.lab import curve
from termgames.lab.arena import Contest, GameResult, game_of, play_game
from termgames.lab.curve import Curve, searching, two_digits
from termgames.lab.matches import Task, play_games
from termgames.lab.results import SUFFIX, Results
from termgames.lab.workers import GivenUp, Workers
from termgames.play import record, store
from termgames.play.bots.calibrated_levels import CalibratedLevel, CalibratedLevels
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import OFF, parse_player
from termgames.search.levels import LEVELS, Level

_REACH = 2
"""How many places up the row a player's opponents stand."""
_STAGES = (0.1, 0.3, 0.5)
"""After which parts of a game speed is measured."""
_DIGEST, _NAMED = 12, 80
"""Digits that tell the files of one folder apart, and characters of players in their names."""
_BRIEF = "random"
"""The player, on all seats, of the game in which speed is measured."""


@dataclass(frozen=True)
class Comparison:
    """Which players are compared, on which board."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    players: tuple[str, ...]
    """The weakest first."""
    seed: int = 1
    games: int = 40
    """Games of neighbours; those further apart play half as many."""
    budget: float | None = None
    """The most CPU seconds for a contest, which always ends with a whole round."""

    def contests(self) -> Iterator[tuple[Contest, int]]:
        """Each contest with its number of games, in whole rounds."""
        seats = games.create(self.game_id, dict(self.options)).seats
        for distance in range(1, _REACH + 1):
            for lower, higher in zip(self.players, self.players[distance:], strict=False):
                # One against several of the other, both ways round.
                ways = [(lower, higher), (higher, lower)][: 1 if seats == 2 else 2]
                rounds = -(-self.games // (distance * seats * len(ways)))
                for pair in ways:
                    contest = Contest(self.game_id, self.options, pair, self.seed)
                    yield contest, rounds * seats


class ResultsFolder:
    """A folder with results of contests. StorageError when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(
                f"cannot make the folder {path}: {error.strerror}; choose another --resume"
            ) from None

    def play(
        self,
        field: Comparison,
        workers: Workers | None = None,
        report: Callable[[Task, GivenUp], None] | None = None,
    ) -> Iterator[tuple[Contest, GameResult, int, int]]:
        """Play the games that are missing; yield each with its contest and how many of the
        contest's games are played and wanted. What cannot be played is told to `report`."""
        contests = [(contest.weighed(), wanted) for contest, wanted in field.contests()]
        running: dict[Contest, _Running] = {}

        def tasks() -> Iterator[Task]:
            for contest, wanted in contests:
                one = _Running(Results(self._file(contest)), contest, wanted)
                running[one.contest] = one
                yield from one.missing(field.budget)

        named = [contest for contest, _ in contests]
        try:
            for (contest, _), game in play_games(tasks(), workers, contests=named, report=report):
                one = running[contest]
                one.add(game)
                yield contest, game, len(one.done), one.wanted
        finally:
            for one in running.values():
                one.results.close()

    def extent(self, field: Comparison) -> tuple[int, int]:
        """How many games are wanted, and how many of them are played."""
        wanted = played = 0
        for contest, number in field.contests():
            path = self._file(contest)
            wanted += number
            if path.exists():
                played += sum(game.number < number for game in Results(path).games())
        return wanted, played

    def fit(self, game_id: str, options: Mapping[str, Value]) -> Curve:
        """The strengths that explain all results on that board."""
        rounds: dict[tuple[int, int], list[curve.GameShares]] = {}
        for number, (contest, played) in enumerate(self._about(game_id, options)):
            seats = game_of(contest).seats
            for game in played:
                names = [contest.player(letter) for letter in game.lineup]
                rounds.setdefault((number, game.number // seats), []).append((names, game.shares))
        return curve.fit(list(rounds.values()))

    def games(self, game_id: str, options: Mapping[str, Value]) -> dict[str, int]:
        """The number of games of each player, and of all under the name ""."""
        counts = {"": 0}
        for contest, played in self._about(game_id, options):
            counts[""] += len(played)
            for player in contest.players:
                counts[player] = counts.get(player, 0) + len(played)
        return counts

    def _about(
        self, game_id: str, options: Mapping[str, Value]
    ) -> list[tuple[Contest, list[GameResult]]]:
        """All contests on that board with results in the folder, and their games."""
        files = [Results(path) for path in sorted(self.path.glob(f"*{SUFFIX}"))]
        return [each.stored() for each in files if each.is_about(game_id, options)]

    def _file(self, contest: Contest) -> Path:
        """Where the contest's results are, or will be. Files of older versions are named after
        the players alone."""
        named = "~".join(re.sub(r"[^\w.]+", "-", player) for player in contest.players)
        older = self.path / f"{named}{SUFFIX}"
        if os.path.exists(older) and Results(older).is_about(
            contest.game_id, dict(contest.options)
        ):
            return older
        about = json.dumps([contest.game_id, contest.options, contest.players])
        digest = hashlib.sha256(about.encode()).hexdigest()[:_DIGEST]
        return self.path / f"{contest.game_id}~{named[:_NAMED]}~{digest}{SUFFIX}"


class _Running:
    """A contest that is being played."""

    def __init__(self, results: Results, contest: Contest, wanted: int) -> None:
        self.results, self.wanted = results, wanted
        self.contest = results.begun(contest, seeded=False)
        self.spent = 0.0
        """CPU seconds that the players took."""
        self.done: set[int] = set()
        """Numbers of the games played."""
        for game in results.games():
            self._count(game)

    def missing(self, budget: float | None) -> Iterator[Task]:
        """The games to play; after `budget` seconds no new round is begun."""
        for number in range(self.wanted):
            begins = number % game_of(self.contest).seats == 0
            if begins and budget is not None and self.spent >= budget:
                return
            if number not in self.done:
                yield self.contest, number

    def add(self, game: GameResult) -> None:
        """Keep a game."""
        self.results.add(game)
        self._count(game)

    def _count(self, game: GameResult) -> None:
        self.done.add(game.number)
        self.spent += sum(game.cpu)


# -- levels ---------------------------------------------------------------------------------


def search_of(calibrated: CalibratedLevel, longest: int) -> str:
    """The search that a level is, by name; with `longest` playouts where only time limits it."""
    level = calibrated.level
    return searching(level.playouts or longest, level.temperature, unguided=level.unguided)


def choose_levels(
    fitted: Curve, longest: int, weakest: int, first: Sequence[str] = ()
) -> CalibratedLevels:
    """The searches `first`, fewer than there are levels, as the first levels, and the others at
    even steps of Elo above the last of these; without any, from `weakest` playouts at the first
    level's temperature. They end with the `longest` that the last level's time allows. None of the
    others has fewer playouts than `weakest`; where a temperature costs much Elo, the level above it
    may have fewer than the level below. OptionError where the results do not show strength to
    rise."""
    levels = {
        number: CalibratedLevel(_level_of(player, number, fitted))
        for number, player in enumerate(first, start=1)
    }
    chosen = {number: usual for number, usual in LEVELS.items() if number not in levels}
    for usual in chosen.values():
        if not fitted.knows(searching(weakest, usual.temperature)):
            raise OptionError(
                f"no results at temperature {usual.temperature:g}: "
                f"play --curve {weakest}:{usual.temperature:g} against others"
            )
    begin, count = len(first) or 1, len(LEVELS)
    rising = [*(first or [searching(weakest, LEVELS[1].temperature)]), searching(longest)]
    elos = [fitted.elo(player) for player in rising]
    for number, (lower, higher) in enumerate(pairwise(elos), start=1):
        if higher <= lower:
            above = count if number == begin else number + 1
            raise OptionError(
                f"level {above} came out no stronger than level {number}: play more games"
            )
    lowest, highest = elos[-2:]
    for number, usual in chosen.items():
        wanted = lowest + (highest - lowest) * (number - begin) / (count - begin)
        playouts = max(weakest, fitted.playouts(wanted, usual.temperature))
        if number == 1:
            playouts = weakest
        level = replace(usual, playouts=None if number == count else playouts)
        levels[number] = CalibratedLevel(level)
    return CalibratedLevels(levels)


def _level_of(player: str, number: int, fitted: Curve) -> Level:
    """The level that a search, given by name, is to be. OptionError where no results tell how
    strong it is."""
    if not fitted.knows(player):
        raise OptionError(f"no results of {player}: play it against others, as with --beside")
    spec = parse_player(player)
    return replace(
        LEVELS[number],
        playouts=spec.playouts,
        temperature=spec.temperature,
        unguided=spec.policy == OFF,
    )


def levels_without_results(longest: int, weakest: int) -> CalibratedLevels:
    """Levels for a game without results: from `weakest` playouts to the `longest` that the last
    level's time allows, each level the same factor above the one below. OptionError where that
    does not rise."""
    if longest <= weakest:
        raise OptionError(
            f"--weakest {weakest}: the last level makes {longest} playouts in its time, and the "
            "others are to make fewer: choose a smaller number"
        )
    levels, last = {}, max(LEVELS)
    for number, usual in LEVELS.items():
        playouts = weakest * (longest / weakest) ** ((number - 1) / (last - 1))
        rounded = None if number == last else two_digits(playouts)
        levels[number] = CalibratedLevel(replace(usual, playouts=rounded))
    return CalibratedLevels(levels)


def with_seconds(levels: CalibratedLevels, seconds: Mapping[int, float]) -> CalibratedLevels:
    """The levels with the seconds that a move takes, by number; others get none."""
    return replace(
        levels,
        by_number={
            number: replace(
                calibrated, takes=round(seconds[number], 3) if number in seconds else None
            )
            for number, calibrated in levels.by_number.items()
        },
    )


def with_ratings(
    levels: CalibratedLevels,
    fitted: Curve,
    longest: int,
    played: Mapping[str, int],
    takes: Mapping[int, float],
) -> CalibratedLevels:
    """The levels with their Elo above level 1 on the curve, and the half width of its 95 %
    interval. `played` are the games of each player, `takes` the seconds a move of levels."""
    first = search_of(levels.by_number[1], longest)
    ratings = {}
    for number, calibrated in levels.by_number.items():
        name = search_of(calibrated, longest)
        is_known = fitted.knows(first) and fitted.knows(name)
        ratings[number] = replace(
            calibrated,
            elo=round(fitted.elo(name) - fitted.elo(first), 1) if is_known else None,
            error=round(fitted.error(name, first), 1) if is_known else None,
            games=played.get(name, 0),
        )
    return with_seconds(replace(levels, by_number=ratings, games=played[""]), takes)


def longest_playouts(game_id: str, options: Mapping[str, Value], *, seed: int = 1) -> int:
    """How many playouts the last level's time allows one process, to two digits: the median of
    three stages of a game, each measured for a third of that time. Later stages are left out,
    since in a game that is nearly decided a playout costs next to nothing."""
    seconds = LEVELS[max(LEVELS)].seconds
    part = f"mcts:time={seconds / len(_STAGES):g}"
    thought = _thoughts(game_id, options, part, seed)
    rate = statistics.median(playouts / max(spent, 1e-6) for playouts, spent in thought)
    return two_digits(max(1.0, rate * seconds))


def seconds_a_move(
    game_id: str, options: Mapping[str, Value], levels: CalibratedLevels, *, seed: int = 1
) -> dict[int, float]:
    """By number of the levels that playouts limit: the mean seconds a move, at three stages of
    a game."""
    means = {}
    for number, calibrated in levels.by_number.items():
        if calibrated.level.playouts is not None:
            thoughts = _thoughts(game_id, options, search_of(calibrated, 0), seed)
            mean = statistics.fmean(seconds for _, seconds in thoughts)
            means[number] = min(mean, calibrated.level.seconds)
    return means


def _thoughts(
    game_id: str, options: Mapping[str, Value], player: str, seed: int
) -> Iterator[tuple[int, float]]:
    """For each stage of a game, the playouts of a player's move and the CPU seconds it took;
    CPU time, so that what else the computer does counts little."""
    game = games.create(game_id, dict(options))
    for state in _stages(game_id, options, seed):
        bot = make_bot(parse_player(player), game, seed=seed)
        began = time.process_time()
        thought = bot.think(state)
        yield thought.playouts, time.process_time() - began


@lru_cache(maxsize=1)
def _brief(contest: Contest) -> str:
    """The record of one game, cached."""
    return play_game(contest, 0).record


def _stages(game_id: str, options: Mapping[str, Value], seed: int) -> list[Any]:
    """States in which a move on the board is to be made, early and in the middle of one game."""
    contest = Contest(game_id, tuple(options.items()), (_BRIEF, _BRIEF), seed)
    match = record.load(_brief(contest))
    # Bots may answer other questions without a search.
    asked = [ply for ply, move in enumerate(match.moves) if match.game.cells_of(move)]
    return [match.state_at(asked[int(len(asked) * part)]) for part in _STAGES]


# -- the table ------------------------------------------------------------------------------


def read_table(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The boards in a table of levels by game; none where there is no file. StorageError where it
    holds something else."""
    unreadable = f"cannot read {path} as a table of levels"
    try:
        table = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise StorageError(f"{unreadable}: {error}") from None
    boards = table.values() if isinstance(table, dict) else [None]
    for entries in boards:
        known = isinstance(entries, list) and all(
            isinstance(entry, dict) and isinstance(entry.get("options"), dict) for entry in entries
        )
        if not known:
            raise StorageError(f"{unreadable}: it holds no boards by game; choose another --out")
    found: dict[str, list[dict[str, Any]]] = table
    return found


def write(
    path: Path,
    levels: CalibratedLevels,
    game_id: str,
    options: Mapping[str, Value],
    made: Mapping[str, Any],
) -> None:
    """Put the levels of one board into the table at `path`; other boards stay. `made` are
    further fields, which say how the levels were found; fields that stood there before and are
    not replaced stay."""
    table = read_table(path)
    cells = games.create(game_id, dict(options)).topology.cells
    others = [board for board in table.get(game_id, []) if board["options"] != dict(options)]
    before = [board for board in table.get(game_id, []) if board not in others]
    entry = {
        **(before[0] if before else {}),
        "options": dict(options),
        "cells": cells,
        "games": levels.games,
        **made,
        "levels": to_json(levels),
    }
    # The board without any options stands first.
    table[game_id] = sorted([*others, entry], key=lambda board: len(board["options"]))
    store.write_text(path, json.dumps(table, indent=1) + "\n")


def to_json(levels: CalibratedLevels) -> dict[str, dict[str, Any]]:
    """The levels as a JSON value, in the form of the table."""
    return {
        str(number): {
            **asdict(calibrated.level),
            **{name: getattr(calibrated, name) for name in ("elo", "error", "games", "takes")},
        }
        for number, calibrated in levels.by_number.items()
    }


def report(levels: CalibratedLevels) -> list[str]:
    """The levels as a table in text, a line for each."""
    rows: list[Sequence[str]] = [
        ("level", "playouts", "net", "temperature", "at most", "takes", "Elo", "95 %", "games")
    ]
    for number, calibrated in levels.by_number.items():
        level = calibrated.level
        rows.append(
            (
                str(number),
                "-" if level.playouts is None else str(level.playouts),
                "off" if level.unguided else "",
                f"{level.temperature:g}",
                f"{level.seconds:g} s",
                "-" if calibrated.takes is None else f"{calibrated.takes:.2g} s",
                "-" if calibrated.elo is None else f"{calibrated.elo:+.0f}",
                "-" if calibrated.error is None else f"+-{calibrated.error:.0f}",
                str(calibrated.games),
            )
        )
    return columns(rows)
