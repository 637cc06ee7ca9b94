"""What stands beside the board: no score as if the game ended now while it tells nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.play.match import Match
from termgames.play.sitting.live import Live
from termgames.play.text import panels
from tests.contract.support import MAP

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("plurality", {"size": 5, "komi": 1.5}),
    ("pletore", {"size": 5}),
    ("tricolor", {"size": 5}),
    ("mitropia", {"map": MAP, "players": 2, "pro": True}),
]


def standings(match: Match[Any, Any]) -> list[str]:
    sitting = Live(match, bots={})
    rows = panels.players(sitting.shown, analysis_shown=True)
    assert all(row.standing for row in rows) or not any(row.leads for row in rows)
    return [row.standing for row in rows]


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_a_score_is_shown_once_a_third_of_the_board_is_occupied(
    game_id: str, options: dict[str, Any]
) -> None:
    game, rng = games.create(game_id, options), np.random.default_rng(4)
    match, seen = Match(game, ["human"] * game.seats, 4), set[bool]()
    while game.to_act(match.state) != OVER and match.ply < 200:
        occupied = np.count_nonzero(list(game.stones(match.state)))
        shown = all(standings(match))
        assert shown == (3 * occupied >= game.topology.cells) == any(standings(match))
        seen.add(shown)
        moves = [move for move in game.legal_moves(match.state) if game.cells_of(move)]
        match.submit(rng.choice(np.array(moves or game.legal_moves(match.state), object)))
    assert seen == {False, True}


def test_directions_and_lines_are_told_from_the_start_and_scores_at_every_end() -> None:
    assert all(standings(Match(games.create("majorities", {"size": 3}), ["human"] * 2, 1)))
    match = Match(games.create("plurality", {"size": 5, "komi": 1.5}), ["human"] * 2, 1)
    for _ in range(2):
        match.submit(match.game.parse(match.state, "pass"))
    assert match.over
    assert all(standings(match))
