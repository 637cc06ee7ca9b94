"""Making trees of openings on small boards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.play.openings import shelf
from termgames.play.openings.found import Openings
from termgames.workbench.openings import searching
from termgames.workbench.openings.growing import Growth
from termgames.workbench.openings.searching import (
    OpeningSearch,
    SearchedMove,
    SearchedPosition,
    SearchTask,
)
from tests.cli.support import Cli

WANTED = OpeningSearch("majorities", (("size", 4),), 60, 20, "mcts:playouts=20", seed=1)


def _grown(
    wanted: OpeningSearch,
    count: int,
    search: Callable[[SearchTask], SearchedPosition] = searching.search,
) -> Growth:
    growth = Growth(wanted)
    while growth.count(1) < count and not growth.exhausted:
        growth.take({task.key: search(task) for task in growth.round()})
    return growth


def _even(task: SearchTask) -> SearchedPosition:
    """All that a search says is a half; bots win nine games of ten by 3."""
    game = task.wanted.game()
    state = game.start()
    for text in task.line:
        state = game.apply(state, game.parse(state, text))
    moves = [SearchedMove(game.format(move), 9, 0.5) for move in game.legal_moves(state)[:8]]
    end = (0.0, -7.0) if int(task.key, 16) % 10 == 0 else (1.0, 3.0)
    return SearchedPosition(0.5, 0.0, tuple(moves), end)


def test_the_same_seed_makes_the_same_tree() -> None:
    tree = _grown(WANTED, 10).tree(1, "here")
    assert tree == _grown(WANTED, 10).tree(1, "here")
    assert tree != _grown(OpeningSearch(**{**vars(WANTED), "seed": 2}), 10).tree(1, "here")
    assert len(tree.positions) >= 10
    assert tree.ends.games
    first = tree.positions[tree.start].moves
    assert len({move.to for move in first}) == len(first)
    assert sum(move.games for move in first) == tree.games - 1, "the first game ended at the start"
    opened = Openings(games.create("majorities", {"size": 4}), tree)
    found = opened.at(opened.game.start())
    assert found is not None
    assert found.moves[0].goes_on


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
    ("game_id", "options", "complaint"),
    [
        ("mitropia", {"players": 2}, "dice or cards: openings need open play"),
        ("tricolor", {"size": 5}, "is for 3: openings need 2"),
        ("plurality", {"size": 5, "pie": True}, "begin when all offers are answered"),
        ("pletore", {"size": 5, "komi": "offer"}, "begin when all offers are answered"),
    ],
)
def test_what_no_tree_can_be_made_of(game_id: str, options: dict, complaint: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(OptionError, match=complaint):
        OpeningSearch(game_id, tuple(options.items()), 10, 0, "random", 1).game()


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line."""
    return Cli(monkeypatch, capsys)


def test_the_command_goes_on_where_it_stopped(cli: Cli, tmp_path: Path) -> None:
    out, journal = tmp_path / "a.openings", tmp_path / "a.journal"
    command = (
        *("explore", "make", "majorities", "--size", "4", "--seed", "1", "--playouts", "40"),
        *("--player", "mcts:playouts=10", "--out", str(out)),
    )
    kept = ("--resume", str(journal))
    assert cli(*command, "--count", "30", *kept).code == 0
    searched = journal.read_text().splitlines()
    assert cli(*command, "--count", "50", *kept, "--jobs", "2").code == 0
    assert journal.read_text().splitlines()[: len(searched)] == searched
    made = shelf.load(out).positions
    out.unlink()
    assert cli(*command, "--count", "50").code == 0
    assert shelf.load(out).positions == made, "as if it had not stopped"
    other = cli(*command, "--count", "50", *kept, "--ends", "50")
    assert "its ends is 10, not 50" in other.error
    assert "--out: name the file" in cli("explore", "make", "majorities").error
    journal.write_text(journal.read_text() + '{"key": 5}\n')
    assert "holds a line that is no position" in cli(*command, "--count", "60", *kept).error
