"""Calibrating the levels of a game: contests of neighbours, and the table that follows.

Players stand in a row, the weakest first, and everybody meets the next one and, in half as
many games, the next but one, in the rounds of the arena: the same openings with seats
swapped, or one against several of the other on every seat. All results lie in one folder,
a file for each contest, and every fit takes all of them. Levels take part under the names
of the searches they are (`mcts:playouts=64,temperature=0.15`): so results stay true when
the table changes.

The procedure for a game: play a curve, `choose` levels evenly spaced on it, play those
levels, and write the table.
"""

from __future__ import annotations

import json
import re
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import Value
from termgames.lab import curve
from termgames.lab.arena import Contest, Played, game_of, play_game, play_games
from termgames.lab.curve import Curve, searching
from termgames.lab.results import SUFFIX, Results
from termgames.play import record, store
from termgames.play.bots.calibrated_levels import CalibratedLevel, CalibratedLevels
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.search.levels import LEVELS

_REACH = 2
"""How far up the row everybody looks for opponents."""
_STAGES = (0.1, 0.3, 0.5)
"""Parts of a usual game at which speed is measured."""
_BRIEF = "random"
"""Who plays the game in which speed is measured."""


@dataclass(frozen=True)
class Field:
    """Who is compared, on which board."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    players: tuple[str, ...]
    """The weakest first."""
    seed: int = 1
    games: int = 40
    """Of neighbours; those further apart play half as many."""
    budget: float | None = None
    """Most seconds of processor time for a contest, which ends with a whole round."""

    def contests(self) -> Iterator[tuple[Contest, int]]:
        """Each contest and its games, whole rounds."""
        seats = games.create(self.game_id, dict(self.options)).seats
        for distance in range(1, _REACH + 1):
            for lower, higher in zip(self.players, self.players[distance:], strict=False):
                # One against several of the other, both ways round.
                ways = [(lower, higher), (higher, lower)][: 1 if seats == 2 else 2]
                rounds = -(-self.games // (distance * seats * len(ways)))
                for pair in ways:
                    contest = Contest(self.game_id, self.options, pair, self.seed)
                    yield contest, rounds * seats


class Folder:
    """Results of contests on one board. StorageError when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(
                f"cannot make the folder {path}: {error.strerror}; choose another --resume"
            ) from None

    def play(self, field: Field, processes: int = 1) -> Iterator[tuple[Contest, Played, int, int]]:
        """Play what is missing; hand out each game with its contest, how many of it are
        played and how many are wanted."""
        for contest, wanted in field.contests():
            results = Results(self._file(contest))
            contest, before = results.load(contest, seeded=False)
            spent = sum(map(_cost, before))
            done = {game.number for game in before}
            missing = [number for number in range(wanted) if number not in done]
            if field.budget is not None and spent >= field.budget:
                continue
            for game in play_games(contest, missing, processes):
                results.add(game)
                spent += _cost(game)
                done.add(game.number)
                yield contest, game, len(done), wanted
                whole = len(done) % game_of(contest).seats == 0
                if field.budget is not None and spent >= field.budget and whole:
                    break

    def stored(self) -> list[tuple[Contest, list[Played]]]:
        """All contests that were begun."""
        return [Results(path).stored() for path in sorted(self.path.glob(f"*{SUFFIX}"))]

    def fit(self, game_id: str, options: Mapping[str, Value]) -> Curve:
        """The strengths that explain all results on that board."""
        rounds: dict[tuple[int, int], list[curve.Table]] = {}
        for number, (contest, played) in enumerate(self._about(game_id, options)):
            seats = game_of(contest).seats
            for game in played:
                names = [contest.player(letter) for letter in game.lineup]
                rounds.setdefault((number, game.number // seats), []).append((names, game.shares))
        return curve.fit(list(rounds.values()))

    def games(self, game_id: str, options: Mapping[str, Value]) -> dict[str, int]:
        """Games of each player; "" stands for all."""
        found = {"": 0}
        for contest, played in self._about(game_id, options):
            found[""] += len(played)
            for player in contest.players:
                found[player] = found.get(player, 0) + len(played)
        return found

    def _about(
        self, game_id: str, options: Mapping[str, Value]
    ) -> list[tuple[Contest, list[Played]]]:
        return [
            (contest, played)
            for contest, played in self.stored()
            if contest.game_id == game_id and dict(contest.options) == dict(options)
        ]

    def _file(self, contest: Contest) -> Path:
        named = "~".join(re.sub(r"[^\w.]+", "-", player) for player in contest.players)
        return self.path / f"{named}{SUFFIX}"


def _cost(game: Played) -> float:
    """Seconds of processor time that the players of a game took."""
    return sum(game.cpu)


# -- levels ---------------------------------------------------------------------------------


def name_of(rung: CalibratedLevel, longest: int) -> str:
    """The search that a level is; `longest` playouts where only time counts."""
    return searching(rung.level.playouts or longest, rung.level.temperature)


def chosen(found: Curve, longest: int, weakest: int) -> CalibratedLevels:
    """Levels as even steps of strength, from `weakest` playouts at the first one's
    temperature to the `longest` that its time gives the last; none has fewer than the
    first. Where temperature costs much, a cold level may need fewer than the one below.
    OptionError where strength does not rise from one to the other."""
    for usual in LEVELS.values():
        if not found.knows(searching(weakest, usual.temperature)):
            raise OptionError(
                f"no results at temperature {usual.temperature:g}: "
                f"play --curve {weakest}:{usual.temperature:g} against others"
            )
    lowest = found.elo(searching(weakest, LEVELS[1].temperature))
    highest = found.elo(searching(longest))
    if highest <= lowest:
        raise OptionError("level 9 came out no stronger than level 1: play more games")
    rungs, count = {}, len(LEVELS)
    for number, usual in LEVELS.items():
        wanted = lowest + (highest - lowest) * (number - 1) / (count - 1)
        playouts = max(weakest, found.playouts(wanted, usual.temperature))
        if number == 1:
            playouts = weakest
        level = replace(usual, playouts=None if number == count else playouts)
        rungs[number] = CalibratedLevel(level)
    return CalibratedLevels(rungs)


def even(longest: int, weakest: int) -> CalibratedLevels:
    """Levels for a game without results: each as many doublings of playouts above the one
    below, from `weakest` to the `longest` that the last one's time gives."""
    rungs, last = {}, max(LEVELS)
    for number, usual in LEVELS.items():
        playouts = weakest * (longest / weakest) ** ((number - 1) / (last - 1))
        rounded = None if number == last else int(float(f"{playouts:.1e}"))
        rungs[number] = CalibratedLevel(replace(usual, playouts=rounded))
    return CalibratedLevels(rungs)


def timed(known: CalibratedLevels, takes: Mapping[int, float]) -> CalibratedLevels:
    """The ladder with the seconds that moves take."""
    return replace(
        known,
        by_number={
            number: replace(rung, takes=round(takes[number], 3) if number in takes else None)
            for number, rung in known.by_number.items()
        },
    )


def rated(
    known: CalibratedLevels,
    found: Curve,
    longest: int,
    played: Mapping[str, int],
    takes: Mapping[int, float],
) -> CalibratedLevels:
    """The ladder with its ratings above level 1, as the curve has them."""
    first = name_of(known.by_number[1], longest)
    rungs = {}
    for number, rung in known.by_number.items():
        name = name_of(rung, longest)
        known_too = found.knows(first) and found.knows(name)
        rungs[number] = replace(
            rung,
            elo=round(found.elo(name) - found.elo(first), 1) if known_too else None,
            error=round(found.error(name, first), 1) if known_too else None,
            games=played.get(name, 0),
        )
    return timed(replace(known, by_number=rungs, games=played[""]), takes)


def longest(game_id: str, options: Mapping[str, Value], *, seed: int = 1) -> int:
    """Playouts that the last level's time gives, one process, to two digits: the median of
    three stages of a game, each measured in a third of that time. Where a game is nearly
    decided playouts cost next to nothing and mean as little."""
    seconds = LEVELS[max(LEVELS)].seconds
    part = f"mcts:time={seconds / len(_STAGES):g}"
    thought = _thoughts(game_id, options, part, seed)
    rate = statistics.median(playouts / max(spent, 1e-6) for playouts, spent in thought)
    return int(float(f"{max(1.0, rate * seconds):.1e}"))


def takes(
    game_id: str, options: Mapping[str, Value], known: CalibratedLevels, *, seed: int = 1
) -> dict[int, float]:
    """Mean seconds a move of the levels that do not use up their time, at three stages of
    a game."""
    found = {}
    for number, rung in known.by_number.items():
        if rung.level.playouts is not None:
            thought = list(_thoughts(game_id, options, name_of(rung, 0), seed))
            spent = sum(seconds for _, seconds in thought) / len(thought)
            found[number] = min(spent, rung.level.seconds)
    return found


def _thoughts(
    game_id: str, options: Mapping[str, Value], player: str, seed: int
) -> Iterator[tuple[int, float]]:
    """Playouts of a player and the seconds of processor time he took for them, so that
    what else the computer does counts little."""
    game = games.create(game_id, dict(options))
    for state in _stages(game_id, options, seed):
        bot = make_bot(parse_player(player), game, seed=seed)
        began = time.process_time()
        thought = bot.think(state)
        yield thought.playouts, time.process_time() - began


@lru_cache(maxsize=1)
def _brief(contest: Contest) -> str:
    """The record of one game."""
    return play_game(contest, 0).record


def _stages(game_id: str, options: Mapping[str, Value], seed: int) -> list[Any]:
    """States in which a stone is to be placed, early and in the middle of one game."""
    contest = Contest(game_id, tuple(options.items()), (_BRIEF, _BRIEF), seed)
    match = record.load(_brief(contest))
    # Other questions may have their answer in the game's book.
    asked = [ply for ply, move in enumerate(match.moves) if match.game.cells_of(move)]
    return [match.state_at(asked[int(len(asked) * part)]) for part in _STAGES]


# -- the table ------------------------------------------------------------------------------


def write(
    path: Path,
    known: CalibratedLevels,
    game_id: str,
    options: Mapping[str, Value],
    made: Mapping[str, Any],
) -> None:
    """Put a ladder in its place in the table at `path`, beside the other boards; `made`
    says how it came about, and what stood there about that before stays."""
    try:
        table: dict[str, list[dict[str, Any]]] = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        table = {}
    except (OSError, ValueError) as error:
        raise StorageError(f"cannot read {path} as a table of levels: {error}") from None
    cells = games.create(game_id, dict(options)).topology.cells
    others = [board for board in table.get(game_id, []) if board["options"] != dict(options)]
    before = [board for board in table.get(game_id, []) if board not in others]
    entry = {
        **(before[0] if before else {}),
        "options": dict(options),
        "cells": cells,
        "games": known.games,
        **made,
        "levels": told(known),
    }
    # What comes as it is stands first.
    table[game_id] = sorted([*others, entry], key=lambda board: len(board["options"]))
    store.write_text(path, json.dumps(table, indent=1) + "\n")


def told(known: CalibratedLevels) -> dict[str, dict[str, Any]]:
    """The levels as a JSON value, in the form of the table."""
    return {
        str(number): {
            "playouts": rung.level.playouts,
            "seconds": rung.level.seconds,
            "temperature": rung.level.temperature,
            "elo": rung.elo,
            "error": rung.error,
            "games": rung.games,
            "takes": rung.takes,
        }
        for number, rung in known.by_number.items()
    }


def report(known: CalibratedLevels) -> list[str]:
    """The ladder as a table, a line a level."""
    rows: list[Sequence[str]] = [
        ("level", "playouts", "temperature", "at most", "takes", "Elo", "95 %", "games")
    ]
    for number, rung in known.by_number.items():
        level = rung.level
        rows.append(
            (
                str(number),
                "-" if level.playouts is None else str(level.playouts),
                f"{level.temperature:g}",
                f"{level.seconds:g} s",
                "-" if rung.takes is None else f"{rung.takes:.2g} s",
                "-" if rung.elo is None else f"{rung.elo:+.0f}",
                "-" if rung.error is None else f"+-{rung.error:.0f}",
                str(rung.games),
            )
        )
    widths = np.max([[len(cell) for cell in row] for row in rows], axis=0)
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
