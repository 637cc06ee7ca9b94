"""Openings in a tab beside the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.play.match import Match, Terms
from termgames.play.openings import shelf
from termgames.play.openings.found import Openings
from termgames.search.limits import Candidate, Thought
from termgames.tui.app import Settings
from tests.play.openings.support import board, tree

from .support import enter, opened, playing, table, until
from .test_candidates import Adviser


@pytest.fixture(autouse=True)
def _small_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest board of Majorities has a tree."""

    def of_game(game):  # type: ignore[no-untyped-def]
        return Openings(game, tree()) if game.options == board().options else None

    monkeypatch.setattr(shelf, "of_game", of_game)


def told(pilot) -> str:  # type: ignore[no-untyped-def]
    return str(table(pilot).table.tabs.query_one("#opened").content)


async def test_the_tab_follows_the_game_and_numbers_moves_on_the_board() -> None:
    async with playing(Match(board(), ("human", "human"), 1), size=(110, 40)) as pilot:
        await pilot.press("percent_sign")
        await pilot.pause()
        tabs, cells = table(pilot).table.tabs, board().topology.by_name
        assert tabs.current == "openings"
        assert told(pilot).startswith("Black to move, 100 games: wins 52%, +0.1 points")
        assert "1  a2       60   55%    +0.3  a3,b3; d4,e2" in told(pilot)
        labels = table(pilot).board.input.highlights.labels
        assert {cell: label[0] for cell, label in labels.items()} == {
            cells["a2"]: "1",
            cells["c1"]: "2",
            cells["a1"]: "3",
        }
        await enter(pilot, "b1")
        await pilot.pause()
        assert "White to move, 45 games" in told(pilot), "the board is turned"
        await pilot.press("percent_sign")
        await pilot.pause()
        assert tabs.current == "moves"
        assert not table(pilot).board.input.highlights.labels
        await enter(pilot, "a1,a3")
        await pilot.press("percent_sign")
        await pilot.pause()
        assert told(pilot) == "No game of the tree went on from here; it is of 100 games."


async def test_without_a_tree_it_says_so() -> None:
    match = Match(games.create("majorities", {"size": 4}), ("human", "human"), 1)
    async with playing(match, size=(110, 40)) as pilot:
        await pilot.press("percent_sign")
        await pilot.pause()
        assert told(pilot).startswith("There are no openings of this board")
        tabs = table(pilot).table.tabs
        assert "openings" not in tabs.names()


async def test_nobody_is_helped_in_rated_games_nor_where_analysis_is_off() -> None:
    rated = Match(board(), ("human", "human"), 1, terms=Terms(rated=True))
    async with playing(rated) as pilot:
        await pilot.press("percent_sign")
        await pilot.pause()
        assert table(pilot).table.tabs.current == "moves"
        assert not told(pilot)
        assert not table(pilot).board.input.highlights.labels
    settings = Settings(analysis=False, ponder=False)
    plain = Match(board(), ("human", "human"), 1)
    async with playing(plain, size=(110, 40), settings=settings) as pilot:
        await pilot.press("percent_sign")
        await pilot.pause()
        assert table(pilot).table.tabs.current == "moves"
        await pilot.press("A", "percent_sign")
        await pilot.pause()
        assert table(pilot).table.tabs.current == "openings"
        await pilot.press("A")
        await pilot.pause()
        assert table(pilot).table.tabs.current == "moves"
        assert not table(pilot).board.input.highlights.labels
        table(pilot).table.tabs.turn("openings")
        assert not told(pilot)


async def test_nor_where_somebody_looks_on(tmp_path: Path) -> None:
    rated = Match(board(), ("human", "human"), 1, terms=Terms(rated=True))
    async with opened(lambda opener: opener.open_replay(rated, tmp_path / "x.tgr")) as pilot:
        await pilot.press("percent_sign")
        await pilot.pause()
        assert "60" not in told(pilot)
        assert not table(pilot).board.input.highlights.labels


async def test_candidates_stay_on_the_board_when_they_come_after_the_openings() -> None:
    async with playing(Match(board(), ("human", "human"), 1), size=(110, 40)) as pilot:
        screen = table(pilot)
        move = board().parse(board().start(), "a1")
        best = Candidate(move, (move,), (0.6, 0.4), None, 9)
        thought = Thought(move, (0.6, 0.4), 9, candidates=(best,))
        adviser: Any = Adviser(thought)
        screen.table.analysis._start = lambda: adviser
        await pilot.press("percent_sign")
        await pilot.pause()
        await pilot.press("a")
        await until(pilot, lambda: bool(screen.table.analysis.candidates))
        await pilot.pause()
        labels = screen.board.input.highlights.labels
        assert set(labels.values()) == {("1", "60%")}
