"""The table of levels by game and board: how it is read, written and printed.

`play.bots.calibrated_levels` reads the one that comes with the program.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core import files
from termgames.core.errors import StorageError
from termgames.core.options import Value
from termgames.core.text import columns
from termgames.play import store
from termgames.play.bots.calibrated_levels import MOST_BYTES, CalibratedLevels

_MEASURED = ("elo", "error", "step_error", "games", "takes")
"""The fields of a level that say what was measured."""


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
    """Put the levels of one board into the table at `path`; other boards stay. `details` are
    further fields, which say how the levels were found; fields that stood there before and are
    not replaced stay."""
    table = read(path)
    cells = games.create(game_id, dict(options)).topology.cells
    others = [board for board in table.get(game_id, []) if board["options"] != dict(options)]
    before = [board for board in table.get(game_id, []) if board not in others]
    entry = {
        **(before[0] if before else {}),
        "options": dict(options),
        "cells": cells,
        "games": levels.games,
        **details,
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
            **{name: getattr(calibrated, name) for name in _MEASURED},
        }
        for number, calibrated in levels.by_number.items()
    }


def report(levels: CalibratedLevels) -> list[str]:
    """The levels as a table in text, a line for each: their Elo above level 1 and above the level
    below, each with half its 95 % interval behind it."""
    heads = "level,playouts,net,temperature,at most,takes,Elo,95 %,step,95 %,games"
    rows: list[Sequence[str]] = [heads.split(",")]
    below: float | None = None
    for number, calibrated in levels.by_number.items():
        level, elo = calibrated.level, calibrated.elo
        step = None if elo is None or below is None else elo - below
        below = elo
        rows.append(
            (
                str(number),
                "-" if level.playouts is None else str(level.playouts),
                "off" if level.unguided else "",
                f"{level.temperature:g}",
                f"{level.seconds:g} s",
                "-" if calibrated.takes is None else f"{calibrated.takes:.2g} s",
                "-" if elo is None else f"{elo:+.0f}",
                "-" if calibrated.error is None else f"+-{calibrated.error:.0f}",
                "-" if step is None else f"{step:+.0f}",
                "-" if calibrated.step_error is None else f"+-{calibrated.step_error:.0f}",
                str(calibrated.games),
            )
        )
    return columns(rows)
