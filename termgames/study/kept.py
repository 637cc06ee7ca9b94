"""The findings of a review, kept beside the record: a review can stop and go on, and opens at
once the next time. Whatever is wrong with the file is a reason to review again, never an error.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.play import store
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study.review import Finding

FORMAT = "termgames-review 1"
SUFFIX = ".review"
_LARGEST = 10_000_000
"""Bytes; longer files are not read."""


def opened(record: Path, match: Match[Any, Any]) -> Kept | None:
    """The review kept beside a record, by its own limit; None where there is none that can be
    read."""
    try:
        kept = _contents(_beside(record))
        limit = Limit(kept["seconds"], kept["playouts"])
    except (OSError, TermgamesError):
        return None
    except (ValueError, TypeError, KeyError, RecursionError):
        return None  # no JSON, or other JSON than ours
    return Kept(record, match, limit, kept)


class Kept:
    """The findings on one record by one limit, by ply; None where nothing was to be decided."""

    def __init__(
        self, record: Path, match: Match[Any, Any], limit: Limit, contents: Any = None
    ) -> None:
        """Take what was kept, if it is of this game and limit: `contents`, where they have been
        read already."""
        self.path, self.limit = _beside(record), limit
        self._of = {
            "format": FORMAT,
            "record": _digest(match),
            "seconds": limit.seconds,
            "playouts": limit.playouts,
        }
        self.findings: dict[int, Finding | None] = self._read(match.ply, contents)

    def add(self, ply: int, finding: Finding | None) -> None:
        """Keep one more; StorageError where the file cannot be written."""
        self.findings[ply] = finding
        rows = {
            str(at): None if each is None else asdict(each) for at, each in self.findings.items()
        }
        store.write_text(self.path, json.dumps({**self._of, "findings": rows}), private=True)

    def _read(self, plies: int, contents: Any) -> dict[int, Finding | None]:
        try:
            kept = _contents(self.path) if contents is None else contents
            if {name: kept[name] for name in self._of} != self._of:
                return {}
            rows = {int(ply): row for ply, row in kept["findings"].items()}
            return {ply: _finding(row) for ply, row in rows.items() if 0 <= ply < plies}
        except (OSError, TermgamesError):
            return {}
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return {}  # no JSON, or other JSON than ours


def _beside(record: Path) -> Path:
    return record.with_name(record.name + SUFFIX)


def _contents(path: Path) -> Any:
    if path.stat().st_size > _LARGEST:
        raise ValueError("too long to be a review")
    return json.loads(store.contents(path))


def _finding(row: dict[str, Any] | None) -> Finding | None:
    if row is None:
        return None
    luck = row["luck"]
    return Finding(
        ply=int(row["ply"]),
        seat=int(row["seat"]),
        name=str(row["name"]),
        move=str(row["move"]),
        best=str(row["best"]),
        line=tuple(str(move) for move in row["line"]),
        share=float(row["share"]),
        losses=tuple(float(loss) for loss in row["losses"]),
        points_lost=float(row["points_lost"]),
        luck=None if luck is None else float(luck),
    )


def _digest(match: Match[Any, Any]) -> str:
    """What tells one game from others: its rules and its moves."""
    game = match.game
    told = [game.id, sorted(game.options.items(), key=str), match.diagram, match.position_text]
    moves = [game.format(move) for move in match.moves]
    return hashlib.sha256(repr((told, moves)).encode()).hexdigest()
