"""Openings in a tab beside the board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames.play.match import Match, Terms
from termgames.play.openings import shelf
from termgames.play.openings.found import Openings
from termgames.search.limits import Candidate, Thought
from termgames.tui.app import Settings
from tests.play.openings.support import board, tree

from .advice import Adviser
from .support import act, opened, playing, stage, table


@pytest.fixture(autouse=True)
def _small_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest board of Majorities has a tree."""

    def of_game(game):  # type: ignore[no-untyped-def]
        return Openings(game, tree()) if game.options == board().options else None

    monkeypatch.setattr(shelf, "of_game", of_game)


def labels(pilot: Any) -> str:
    """The numbers on the board and where they are."""
    shown = table(pilot).board.input.highlights.labels
    return " ".join(
        f"{label[0]}:{board().topology.names[cell]}" for cell, label in sorted(shown.items())
    )


OWN = {
    "opened": lambda pilot: table(pilot).table.tabs.query_one("#opened").content,
    "labels": labels,
}


def two(**terms: bool) -> Any:
    return Match(board(), ("human", "human"), 1, terms=Terms(**terms))


async def test_the_tab_follows_the_game_and_numbers_moves_on_the_board() -> None:
    async with playing(two(), size=(110, 40)) as pilot:
        await act(pilot, """
            percent_sign | tab = openings
                         | opened: Black to move, 100 games: wins 52%, +0.1 points
                         | opened: 1 a2 60 55% +0.3 a3,b3; d4,e2
                         | labels: 1:a2 ; labels: 2:c1 ; labels: 3:a1
            type:b1      | opened: White to move, 45 games
            percent_sign | tab = moves ; !labels
            type:a1,a3 percent_sign |
                         | opened = No game of the tree went on from here; it is of 100 games.
            """, OWN)  # fmt: skip


async def test_without_a_tree_it_says_so() -> None:
    async with stage("play majorities size=4 110x40") as pilot:
        said = "There are no openings of this board"
        await act(pilot, f"percent_sign | opened: {said} ; tabs!: openings", OWN)


async def test_nobody_is_helped_in_rated_games_nor_where_analysis_is_off(tmp_path: Path) -> None:
    async with playing(two(rated=True)) as pilot:
        await act(pilot, "percent_sign | tab = moves ; !opened ; !labels", OWN)
    file = tmp_path / "x.tgr"
    async with opened(lambda opener: opener.open_replay(two(rated=True), file)) as pilot:
        await act(pilot, "percent_sign | opened!: 60 ; !labels", OWN)
    settings = Settings(analysis=False, ponder=False)
    async with playing(two(), size=(110, 40), settings=settings) as pilot:
        await act(pilot, """
            percent_sign   | tab = moves
            A percent_sign | tab = openings
            A              | tab = moves ; !labels""", OWN)  # fmt: skip
        table(pilot).table.tabs.turn("openings")
        await act(pilot, "| !opened", OWN)


async def test_candidates_stay_on_the_board_when_they_come_after_the_openings() -> None:
    async with playing(two(), size=(110, 40)) as pilot:
        move = board().parse(board().start(), "a1")
        best = Candidate(move, (move,), (0.6, 0.4), None, 9)
        adviser: Any = Adviser(Thought(move, (0.6, 0.4), 9, candidates=(best,)))
        table(pilot).table.analysis._start = lambda: adviser
        await act(pilot, "percent_sign a | labels = 1:a1", OWN)
        assert set(table(pilot).board.input.highlights.labels.values()) == {("1", "60%")}
