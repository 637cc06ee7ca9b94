"""Making trees of openings on small boards."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import StorageError
from termgames.workbench.openings import (
    Growth,
    OpeningSearch,
    Positions,
    SearchedMove,
    SearchedPosition,
    SearchTask,
    search,
)

WANTED = OpeningSearch("majorities", (("size", 4),), 60, 20, "mcts:playouts=20", seed=1)


def _grown(
    wanted: OpeningSearch,
    count: int,
    searching: Callable[[SearchTask], SearchedPosition] = search,
) -> Growth:
    growth = Growth(wanted)
    while growth.count(1) < count and not growth.exhausted:
        growth.take(map(searching, growth.round()))
    return growth


def _even(task: SearchTask) -> SearchedPosition:
    """All that a search says is a half; bots win nine games of ten by 3."""
    game = task.wanted.game()
    state = game.start()
    for text in task.line:
        state = game.apply(state, game.parse(state, text))
    moves = [SearchedMove(game.format(move), 9, 0.5) for move in game.legal_moves(state)[:8]]
    end = (0.0, -7.0) if int(task.key, 16) % 10 == 0 else (1.0, 3.0)
    return SearchedPosition(task.key, 0.5, 0.0, tuple(moves), end)


def test_games_that_went_to_the_end_put_shares_right() -> None:
    tree = _grown(WANTED, 100, _even).tree(1, "here")
    assert 0.8 < tree.ends.share < 1
    start = tree.positions[tree.start]
    assert all(move.share == pytest.approx(tree.ends.share, abs=0.002) for move in start.moves)
    assert all(move.points == pytest.approx(tree.ends.lead, abs=0.06) for move in start.moves)
    reply = tree.positions[start.moves[0].to].moves[0]
    assert reply.share == pytest.approx(1 - tree.ends.share, abs=0.002)
    assert reply.points == pytest.approx(-tree.ends.lead, abs=0.06)


@pytest.mark.parametrize(
    "changed",
    [
        {"share": 1.5}, {"share": None}, {"end": [0.5]}, {"end": [-1, 2]}, {"key": None},
        {"moves": [{"text": "a1", "visits": 1.5, "share": 0.5}]}, {"moves": [["a1", 1, 0.5]]},
        {"moves": [{"text": "a1", "visits": 1, "share": 2}]}, {"depth": 3},
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    journal, found = Positions(tmp_path / "kept"), search(Growth(WANTED).round()[0])
    journal.open_for({"seed": 1}, seeded=True)
    journal.add(found)
    assert list(journal.rows()) == [found]
    line = json.dumps({**asdict(found), "key": "another", **changed})
    journal.path.write_text(f"{journal.path.read_text()}{line}\n")
    with pytest.raises(StorageError, match="holds a line that is no position"):
        list(journal.rows())
