"""Mitropia guided by a net for games of Go."""

import numpy as np
import pytest

from termgames.core.evaluation import Reward
from termgames.core.net_files import shipped
from termgames.core.nets import Net, log_softmax
from termgames.games.mitropia.determinized import DeterminizedMitropia
from termgames.games.mitropia.questions import Act
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.search.settings import suited
from tests.games.mitropia.play import asked_states, make

REWARD = Reward(0.3, 12.0)


@pytest.fixture(scope="module")
def net() -> Net:
    """The weights that come with the program."""
    return shipped("go")


def middle(game: Mitropia, kind: type, seed: int = 4) -> State:
    """A state of a random game in which such a question is asked, with stones on the board."""
    found = [s for s in asked_states(game, seed, 200) if isinstance(s.question, kind)]
    return found[-1]


def test_a_net_changes_what_stones_are_worth_at_a_glance_and_nothing_else(net: Net) -> None:
    game = make(3)
    plain = DeterminizedMitropia(game)
    guided = plain.guided_by(net)
    s = middle(game, Act)
    judgement = plain.judge(s)
    actions = plain.candidates(s, judgement)
    assert (actions == guided.candidates(s, judgement)).all()
    change = guided.prior(s, actions, judgement) - plain.prior(s, actions, judgement)
    points = actions < plain.cells
    assert np.ptp(change[points]) > 0.01
    assert not change[~points].any()
    # What it gives to likely points it takes from unlikely ones: none is favoured on the whole.
    assert change[points].min() < 0 < change[points].max()
    back = guided.guided_by(None)
    assert (back.prior(s, actions, judgement) == plain.prior(s, actions, judgement)).all()


def test_the_net_is_asked_about_leaves_together_once_one_is_gone_on_with(net: Net) -> None:
    """It says the same as of each alone; after a last round nobody asks."""
    game = make(3)
    leaves = [s for s in asked_states(game, 2, 150) if isinstance(s.question, Act)][-6:]
    together, alone = (DeterminizedMitropia(game, net) for _ in range(2))
    judgement = together.judge(leaves[0])
    together.evaluate(leaves, 2, np.random.default_rng(1), REWARD, judgement)
    assert not together.net._logits
    boards = len({(s.stones, s.question.seat) for s in leaves})
    for s in leaves:
        actions = together.candidates(s, judgement)
        np.testing.assert_allclose(
            together.prior(s, actions, judgement), alone.prior(s, actions, judgement), atol=1e-5
        )
        assert len(together.net._logits) == boards


def test_the_net_counts_more_on_whole_boards_that_are_not_large(net: Net) -> None:
    """Three times as much, and in the final choice as well."""
    boards = (("9x9", 0.12, 128.0), ("13x13", 0.12, 128.0), ("19x19", 0.04, 0.0))
    for name, likely, choice in (*boards, ("islands", 0.04, 0.0)):
        game = make(2, map=name)
        plain, guided = DeterminizedMitropia(game), DeterminizedMitropia(game, net)
        s = middle(game, Act)
        points = np.flatnonzero(np.frombuffer(s.stones, np.uint8) == 0)
        seat = game.to_act(s)
        assert plain.net is None
        key = s.stones, s.occupiers, seat
        assert not guided.net.of_points(key, points[:0]).size
        added = guided.net.of_points(key, points)
        logs = log_softmax(guided.net._logits[key][points])
        np.testing.assert_allclose(np.ptp(added), likely * np.ptp(logs), rtol=1e-4)
        assert (suited(guided).prior_choice, suited(plain).prior_choice) == (choice, 0)
