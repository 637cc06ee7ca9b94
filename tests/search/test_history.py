"""Playouts that learn from one another which moves go well."""

from typing import Any

import numpy as np

from termgames.core.game import OVER
from termgames.search.history import MoveHistory
from tests.search.gomoku import Gomoku
from tests.search.middle import Middle


def drawn(history: MoveHistory[Any, Any], times: int) -> list[int]:
    """The first moves of so many playouts."""
    rng, start = np.random.default_rng(5), history.game.start()
    return [history.playout(start, rng)[1][0][1] for _ in range(times)]


def test_playouts_follow_the_rules_to_the_end_and_tell_what_was_made() -> None:
    game = Gomoku(6)
    history: MoveHistory[Any, Any] = MoveHistory(game)
    rng = np.random.default_rng(1)
    for _ in range(50):
        end, made = history.playout(game.start(), rng)
        state = game.start()
        for seat, move in made:
            assert game.to_act(state) == seat
            state = game.apply(state, move)
        assert (state, game.to_act(end)) == (end, OVER)
        history.learn(made, game.utilities(end))


def test_moves_that_went_well_are_made_more_often_until_all_is_forgotten() -> None:
    history: MoveHistory[Any, Any] = MoveHistory(Middle())
    for move in range(4):
        for _ in range(10):
            history.learn([(0, move)], np.array([move == 2, 0, 0], np.float32))
    after = drawn(history, 400)
    # The best of three that are drawn with return: it is among them so often.
    assert abs(after.count(2) / 400 - (1 - 0.75**3)) < 0.08
    history.forget()
    assert drawn(history, 400).count(2) < 150


def test_moves_that_cannot_be_hashed_are_known_by_their_text() -> None:
    class Lists(Middle):
        def format(self, m: Any) -> str:
            return str(m[0])

    history: MoveHistory[Any, Any] = MoveHistory(Lists())
    history.learn([(0, [3])], np.array([1, 0, 0], np.float32))
    assert history.key([3]) == "3"
    assert history.features([(0, [3]), (0, [3])]) == [history.slot(0, [3])]
