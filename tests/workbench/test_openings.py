"""Making trees of openings on small boards."""

from collections.abc import Callable

import pytest

from termgames.workbench.openings import (
    Growth,
    OpeningSearch,
    SearchedMove,
    SearchedPosition,
    SearchTask,
    search,
)
from tests.cli.support import Cli

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


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line."""
    return Cli(monkeypatch, capsys)
