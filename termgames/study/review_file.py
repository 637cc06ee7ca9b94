"""The findings of a review, kept beside the record: a review can stop and go on, and opens at
once the next time. Whatever is wrong with the file is a reason to review again, never an error.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core import files
from termgames.core.errors import TermgamesError
from termgames.core.files import Rights
from termgames.core.text import escaped, quotable
from termgames.play import store
from termgames.play.match import AnyMatch
from termgames.search.limits import Limit
from termgames.study.review import Finding

FORMAT = "termgames-review 2"
SUFFIX = ".review"
_LARGEST = 10_000_000
"""Bytes; longer files are not read."""
_UNREADABLE = (
    *(OSError, TermgamesError),
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError),
)
"""The errors of a file that is missing, is no JSON, or holds something else than a review."""
_LONGEST = 600
"""Characters of a reason, at most."""
_MOST_POINTS = 1e6
"""More points than any game or komi has."""
_MOST = 5
"""The number of limits of which reviews are kept."""


def load_last(record: Path, match: AnyMatch) -> ReviewFile | None:
    """The last review kept beside a record, by its own limit; None where there is none that can
    be read."""
    try:
        contents = _contents(_beside(record))
        last = contents["reviews"][-1]
        limit = Limit(last["seconds"], last["playouts"])
    except _UNREADABLE:
        return None
    return ReviewFile(record, match, limit, contents)


class ReviewFile:
    """The findings on one record by one limit, by ply; None where nothing was to be decided.
    Those by other limits stay in the file."""

    def __init__(self, record: Path, match: AnyMatch, limit: Limit, contents: Any = None) -> None:
        """Take over the findings that are kept for this game and limit. `contents` are those of the
        file, where they have been read already."""
        self.path, self.limit = _beside(record), limit
        self._of = {"format": FORMAT, "record": _digest(match)}
        self._by = {"seconds": limit.seconds, "playouts": limit.playouts}
        self._others: list[Any] = []
        self.findings: dict[int, Finding | None] = {}
        with contextlib.suppress(*_UNREADABLE):
            self._take(match, _contents(self.path) if contents is None else contents)

    def add(self, ply: int, finding: Finding | None) -> None:
        """Keep one more; StorageError where the file cannot be written."""
        self.findings[ply] = finding
        rows = {
            str(at): None if each is None else asdict(each) for at, each in self.findings.items()
        }
        reviews = [*self._others[1 - _MOST :], {**self._by, "findings": rows}]
        text = json.dumps({**self._of, "reviews": reviews})
        store.write_text(self.path, text, Rights.PRIVATE)

    def _take(self, match: AnyMatch, contents: Any) -> None:
        if {name: contents[name] for name in self._of} != self._of:
            return
        own = [
            each
            for each in contents["reviews"]
            if {name: each[name] for name in self._by} == self._by
        ]
        self._others = [each for each in contents["reviews"] if each not in own]
        for each in own:
            rows = {int(ply): row for ply, row in each["findings"].items()}
            self.findings = {ply: _finding(match, ply, row) for ply, row in rows.items()}


def _beside(record: Path) -> Path:
    return record.with_name(record.name + SUFFIX)


def _contents(path: Path) -> Any:
    return files.json_value(path, _LARGEST)


def _finding(match: AnyMatch, ply: int, row: dict[str, Any] | None) -> Finding | None:
    if not 0 <= ply < match.ply:
        raise ValueError(f"there is no move {ply}")
    if row is None:
        return None
    luck = row["luck"]
    finding = Finding(
        ply=ply,
        seat=match.actor(ply),
        name=match.actor_name(ply),
        move=match.game.format(match.move_at(ply)),
        best=escaped(str(row["best"])),
        line=tuple(escaped(str(move)) for move in row["line"]),
        share=float(row["share"]),
        losses=tuple(float(loss) for loss in row["losses"]),
        # Older versions counted points in games that the most points do not win.
        points_lost=float(row["points_lost"]) if games.display(match.game).most_wins else 0.0,
        luck=None if luck is None else float(luck),
        seats=match.game.seats,
        after_best=_shares(match, row.get("after_best")),
        after_played=_shares(match, row.get("after_played")),
        deeper=row.get("deeper") is True,
        refutation=tuple(escaped(str(move)) for move in row.get("refutation", ())),
        reason=quotable(str(row.get("reason", "")), _LONGEST),
    )
    shares = (
        *(finding.share, *finding.losses, finding.luck or 0.0),
        *(*finding.after_best, *finding.after_played),
    )
    counts = finding.losses and abs(finding.points_lost) <= _MOST_POINTS
    if not counts or not all(abs(share) < 1.001 for share in shares):
        raise ValueError("these are no numbers of a review")
    return finding


def _shares(match: AnyMatch, listed: Any) -> tuple[float, ...]:
    """Shares by seat; none where an older version, which had none, wrote the file."""
    shares = tuple(float(share) for share in listed or ())
    if len(shares) not in (0, match.game.seats):
        raise ValueError("a share for each seat")
    return shares


def _digest(match: AnyMatch) -> str:
    """What tells one game from others: its rules and its moves."""
    game = match.game
    setting = [game.id, sorted(game.options.items(), key=str), *match.start.source]
    return hashlib.sha256(repr((setting, list(match.texts()))).encode()).hexdigest()
