"""Playouts against the readable rules: every turn replayed through `apply`."""

import numpy as np

from termgames.games.tricolor.kernel import TriColorKernel
from tests import kernels
from tests.games.tricolor.support import ASKING
from tests.scenes import go as play


def test_questions_beside_the_board() -> None:
    """Agreements and games that are over are counted as they stand; who may resign with
    another does not."""
    rng = np.random.default_rng(0)
    kernel = TriColorKernel(ASKING)
    begun = play(ASKING, ASKING.start(), "c3", "b2", "d4")
    resigned = play(ASKING, begun, "resign with beta", "agree")
    asked = play(ASKING, begun, "resign with beta")
    paused = play(ASKING, begun, "pass", "pass", "pass")
    proposed = play(ASKING, paused, "dead b2")
    agreed = play(ASKING, proposed, "agree", "agree")
    done = kernels.playouts(kernel, [resigned, asked, paused, proposed, agreed], 2, rng, trace=True)
    assert done.utility[:2].tolist() == [[0, 0, 1]] * 2
    assert (done.plies[2:4] > 20).all()
    assert done.plies[[0, 1, 4, 5, 6, 7, 8, 9]].tolist() == [0] * 8
    assert done.score[4:6].tolist() == [[1, 1, 1]] * 2
    assert done.score[6:].tolist() == [[1, 0, 1]] * 4
    assert done.utility[6:].tolist() == [[0.5, 0, 0.5]] * 4
