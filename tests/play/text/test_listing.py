"""The list of saved games in the width there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames import games
from termgames.play.record_header import Summary
from termgames.play.store import Saved
from termgames.play.text import listing


def saved(players: tuple[str, ...], turns: int, result: str, **options: int) -> Saved:
    info = games.info("plurality" if len(players) == 2 else "tricolor")
    settled = info.settle(options)
    summary = Summary(info, settled, players, turns, True, bool(result), result)
    return Saved(Path("x.tgr"), 1.7e9, summary, over=bool(result))


GAMES = [
    saved(("human", "bot:1"), 247, "white wins by 24.5 (both passed)", size=9, komi=5.5),
    saved(("human:Annabel Lee", "human:Maximilian", "bot:9"), 69, ""),
    saved(("human", "bot:1"), 1734, "a draw (both passed)"),
]


@pytest.mark.parametrize("width", [None, 120, 100, 80, 72, 60, 55, 52])
def test_numbers_and_results_are_whole_at_every_width(width: int | None) -> None:
    rows = listing.table(GAMES, width)
    head = rows[0]
    assert [row[head.index("turns")] for row in rows[1:]] == ["247", "69", "1734"]
    results = [row[head.index("result")] for row in rows[1:]]
    results = [result.partition(" (")[0].partition(" by ")[0] for result in results]
    assert results == ["white wins", "goes on", "a draw"]
    lines = listing.lines(rows)
    assert width is None or max(map(len, lines)) <= width
    assert all(line.split()[-1] != "…" for line in lines)
