"""Calibrating the levels of a game: how strong they are, and how strong they should be.

The procedure for a game: play searches of many sizes (`results`) and fit a curve of strength
(`curve`), choose levels at even steps of it (`choose_levels`), play these levels, and `write` the
table by game and board. `play.bots.calibrated_levels` reads the one that comes with the program.
"""

import json
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import Value
from termgames.core.text import columns
from termgames.play import record, store
from termgames.play.bots.calibrated_levels import MOST_BYTES, CalibratedLevel, CalibratedLevels
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import OFF, parse_player
from termgames.search.levels import LEVELS, Level
from termgames.workbench.arena import Contest, play_game
from termgames.workbench.curve import Curve, searching, two_digits

_STAGES = (0.1, 0.3, 0.5)
"""After which parts of a game speed is measured."""
_BRIEF = "random"
"""The player, on all seats, of the game in which speed is measured."""
_MEASURED = ("elo", "error", "step_error", "games", "takes")
"""The fields of a level that say what was measured."""


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
    timed = {
        number: replace(level, takes=round(seconds[number], 3) if number in seconds else None)
        for number, level in levels.by_number.items()
    }
    return replace(levels, by_number=timed)


def with_ratings(
    levels: CalibratedLevels,
    fitted: Curve,
    longest: int,
    played: Mapping[str, int],
) -> CalibratedLevels:
    """The levels with their Elo above level 1 on the curve, the half width of its 95 % interval,
    and that of the step from the level below. `played` are the games of each player."""
    first = below = search_of(levels.by_number[1], longest)
    ratings = {}
    for number, calibrated in levels.by_number.items():
        name = search_of(calibrated, longest)
        is_known = fitted.knows(first) and fitted.knows(name)
        has_step = number > 1 and fitted.knows(below) and fitted.knows(name)
        ratings[number] = replace(
            calibrated,
            elo=round(fitted.elo(name) - fitted.elo(first), 1) if is_known else None,
            error=round(fitted.error(name, first), 1) if is_known else None,
            step_error=round(fitted.error(name, below), 1) if has_step else None,
            games=played.get(name, 0),
        )
        below = name
    return replace(levels, by_number=ratings, games=played[""])


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
    contest = Contest(game_id, tuple(options.items()), (_BRIEF, _BRIEF), seed)
    game = games.create(game_id, dict(options))
    for state in _stages(contest):
        bot = make_bot(parse_player(player), game, seed=seed)
        began = time.process_time()
        thought = bot.think(state)
        yield thought.playouts, time.process_time() - began


@lru_cache(maxsize=1)
def _stages(contest: Contest) -> list[Any]:
    """States in which a move on the board is to be made, early and in the middle of one game."""
    match = record.load(play_game(contest, 0).record)
    # Bots may answer other questions without a search.
    plies = [ply for ply, move in enumerate(match.moves) if match.game.cells_of(move)]
    return [match.state_at(plies[int(len(plies) * part)]) for part in _STAGES]


# -- the table -------------------------------------------------------------------------------


def read(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The boards in a table of levels by game, which may be replaced; none where there is no file.
    StorageError where it holds something else, or is a link."""
    unreadable = f"cannot read {path} as a table of levels"
    try:
        if files.refuse(path) is None:
            return {}
        table = files.json_value(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise StorageError(f"{unreadable}: {getattr(error, 'strerror', None) or error}") from None
    boards = table.values() if isinstance(table, dict) else [None]
    for entries in boards:
        valid = isinstance(entries, list) and all(
            isinstance(entry, dict) and isinstance(entry.get("options"), dict) for entry in entries
        )
        if not valid:
            raise StorageError(f"{unreadable}: it holds no boards by game; choose another --out")
    found: dict[str, list[dict[str, Any]]] = table
    return found


def write(
    path: Path,
    levels: CalibratedLevels,
    game_id: str,
    options: Mapping[str, Value],
    details: Mapping[str, Any],
) -> None:
    """Put the levels of one board into the table at `path`, see `put`. `details` are further
    fields, which say how the levels were found."""
    cells = games.create(game_id, options).topology.cells
    entry = {"cells": cells, "games": levels.games, **details, "levels": to_json(levels)}
    put(path, game_id, options, entry)


def put(path: Path, game_id: str, options: Mapping[str, Value], entry: Mapping[str, Any]) -> None:
    """Put what was measured on one board into a table of boards by game; other boards stay, and
    fields of this one that are not replaced. Raises what `read` does."""
    table, on_board = read(path), dict(options)
    boards = table.get(game_id, [])
    before = next((board for board in boards if board["options"] == on_board), {})
    others = [board for board in boards if board["options"] != on_board]
    # The board without any options stands first.
    whole = [*others, {**before, "options": on_board, **entry}]
    table[game_id] = sorted(whole, key=lambda board: len(board["options"]))
    store.write_text(path, json.dumps(table, indent=1) + "\n")


def to_json(levels: CalibratedLevels) -> dict[str, dict[str, Any]]:
    """The levels as a JSON value, in the form of the table."""
    return {
        str(number): {
            **asdict(calibrated.level),
            **{name: getattr(calibrated, name) for name in _MEASURED},
        }
        for number, calibrated in levels.by_number.items()
    }


def report(levels: CalibratedLevels) -> list[str]:
    """The levels as a table in text, a line for each: their Elo above level 1 and above the level
    below, each with half its 95 % interval behind it."""
    heads = "level,playouts,net,temperature,at most,takes,Elo,95 %,step,95 %,games"
    rows = [heads.split(",")]
    below: float | None = None
    for number, calibrated in levels.by_number.items():
        level, elo = calibrated.level, calibrated.elo
        step = None if elo is None or below is None else elo - below
        below = elo
        of_search = f"{level.temperature:g}", f"{level.seconds:g} s"
        measured = (
            _told(calibrated.takes, "{:.2g} s"),
            _told(elo, "{:+.0f}"),
            _told(calibrated.error, "+-{:.0f}"),
            _told(step, "{:+.0f}"),
            _told(calibrated.step_error, "+-{:.0f}"),
        )
        playouts, net = _told(level.playouts, "{}"), "off" if level.unguided else ""
        rows.append([f"{number}", playouts, net, *of_search, *measured, f"{calibrated.games}"])
    return columns(rows)


def _told(value: float | None, form: str) -> str:
    return "-" if value is None else form.format(value)
