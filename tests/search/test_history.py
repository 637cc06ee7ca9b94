"""Playouts that learn from one another which moves go well."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames.core.game import OVER
from termgames.search.generic import GenericGame
from termgames.search.history import MoveHistory
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
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


def test_a_new_tree_answers_the_same_question_in_the_same_way() -> None:
    """What was learned in one position does not reach into the next that is asked about."""
    game = Gomoku(7)
    search = Mcts(GenericGame(game), seed=1)
    answers = []
    for _ in range(2):
        search.plant(None)
        search.rng.bit_generator.state = np.random.SFC64(7).state
        thought = search.think(game.start(), Limit(playouts=120))
        answers.append((thought.move, thought.value, thought.visits))
    assert answers[0] == answers[1]


def test_statistics_of_moves_order_what_is_tried() -> None:
    """A move that went well everywhere is guessed to be better than one that went badly."""
    game = Gomoku(7)
    form = GenericGame(game)
    row = form.pack([game.start()])[0]
    count, reward = (np.zeros(form.features, np.float32) for _ in range(2))
    for move, share in ((10, 0.9), (20, 0.1)):
        place = int(form.amaf_features(row, np.array([move]))[0, 0])
        count[place], reward[place] = 50, 50 * share
    mean, known = form.amaf(row, count, reward)
    good, bad, other = form.amaf_places(row, np.array([10, 20, 30])).tolist()
    assert mean[good] > mean[other] > mean[bad]
    assert (known[good], known[other]) == (50, 0)
