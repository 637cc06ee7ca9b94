"""How often one who plays alone wins the games that cards and commands begin with, against bots of
his own strength.

    python -m tests.benchmarks.first_games FOLDER [GAME ...] [--games 400]

Levels 1 and 2 play the first preset of each game, levels 3, 2 and 4 the standard one, from the
start: as `termgames lab arena GAME OPTIONS --a SEARCH --b SEARCH --random-plies 0 --seed 70`, where
SEARCH is what the level is, without its limit of time, so that a busy machine changes nothing.
Results are kept in FOLDER, and what is there is not played again; with `--games 0` nothing is.
Lines of the table in `measured/first_games.md` are printed.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from termgames import games
from termgames.core.options import GameInfo, Preset
from termgames.play.bots import calibrated_levels
from termgames.workbench.arena import Contest, play_games
from termgames.workbench.calibration import search_of
from termgames.workbench.ratings import wilson
from termgames.workbench.results import Results

_SEED = 70
_CARD, _STANDARD = (1, 2), (3, 2, 4)
_TODAY = date.today().isoformat()


def presets(info: GameInfo) -> Iterator[tuple[Preset, tuple[int, ...]]]:
    """What a game begins with on its card, and without options; and the levels that play it."""
    yield info.presets[0], _CARD
    yield from ((preset, _STANDARD) for preset in info.presets if not preset.chosen)


def line(info: GameInfo, preset: Preset, level: int, number: int, folder: Path) -> str:
    """Play the games that are missing of so many; a line of the table."""
    levels = calibrated_levels.levels_on(info.id, info.settle(preset.chosen))
    player = search_of(levels.by_number[level], 0)
    options = tuple(preset.chosen.items())
    contest = Contest(info.id, options, (player, player), _SEED, random_plies=0)
    results = Results(folder / "-".join(map(str, (info.id, *preset.chosen.values(), level))))
    results.begin(contest, seeded=True)
    rows = {row.number: row for row in results.rows()}
    for _, row in play_games((contest, each) for each in range(number) if each not in rows):
        rows[row.number] = row
        results.add(row)
    results.close()
    shares = [row.shares[preset.seat] for row in rows.values()]
    seats = len(info.seated(info.settle(preset.chosen)))
    name, typed = info.seats[preset.seat], info.as_typed(preset.chosen)
    told = "not measured"
    if shares:
        rate = sum(shares) / len(shares)
        low, high = wilson(rate, len(shares))
        told = f"{rate:.0%} of {len(shares)} ({100 * low:.0f} to {100 * high:.0f})"
    cells = f"{info.id} {typed}".strip(), str(level), name, f"{1 / seats:.0%}", told, _TODAY
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """See the first lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", nargs="*", default=["plurality", "pletore", "majorities"])
    parser.add_argument("--games", type=int, default=400)
    asked = parser.parse_args()
    asked.folder.mkdir(exist_ok=True)
    for info in map(games.info, asked.game):
        for preset, levels in presets(info):
            for level in levels:
                print(line(info, preset, level, asked.games, asked.folder), flush=True)


if __name__ == "__main__":
    main()
