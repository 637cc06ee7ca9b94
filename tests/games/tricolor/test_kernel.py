"""Playouts against the readable rules: every turn replayed through `apply`."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from termgames.core.game import OVER
from termgames.core.two_player import PASS
from termgames.games.tricolor import rollout
from termgames.games.tricolor.kernel import TriColorKernel
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Place
from tests import kernels
from tests.games.tricolor.support import ASKING, FIVE, play, tricolor

GAMES: dict[str, TriColor] = {
    "square 5": FIVE,
    "square 9": tricolor(size=9),
    "square 7, Thue-Morse": tricolor(size=7, order="thue-morse"),
    "hexhex 4": tricolor(hex=4),
    "ring": tricolor(map="ring"),
}
LANES = 5


def starts_of(game: TriColor, count: int, seed: int) -> list[Any]:
    """The start and positions of random games with eyes filled at will, passes among
    their moves."""
    rng = random.Random(seed)
    found = [game.start()]
    while len(found) < count:
        state = game.start()
        for _ in range(rng.randrange(2 * game.topology.cells)):
            stones = [move for move in game.legal_moves(state) if isinstance(move, Place)]
            state = game.apply(
                state, rng.choice(stones) if stones and rng.random() < 0.95 else PASS
            )
            if game.to_act(state) == OVER:
                break
        found.append(state)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_replays(name: str) -> None:
    """Mixed positions: moves accepted but for superko; boards, areas, shares equal."""
    game = GAMES[name]
    states = starts_of(game, 4, 1)
    done = kernels.playouts(
        TriColorKernel(game), states, LANES, np.random.default_rng(1), trace=True
    )
    whole = 0
    for lane, moves in enumerate(done.trace):
        state = states[lane // LANES]
        assert done.plies[lane] == len(moves)
        for move in moves:
            refusal = game.refuse(state, move)
            if refusal is not None:
                assert refusal.code == "superko"
                break
            state = game.apply(state, move)
        else:
            whole += 1
            assert game.to_act(state) == OVER
            assert done.score[lane].tolist() == list(game.score(state).totals)
            assert done.utility[lane].tolist() == game.utilities(state).tolist()
            assert done.owner[lane].tolist() == list(game.owners(state.stones))
    assert whole > len(done.trace) / 2


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


@pytest.mark.parametrize("name", ["square 5", "hexhex 4"])
def test_the_plain_reference_plays_alike(name: str) -> None:
    """Lengths, areas and shares of the reference and of the kernel have the same means."""
    game = GAMES[name]
    state = starts_of(game, 3, 4)[2]
    rng = random.Random(1)
    count = 700
    areas, plies = zip(
        *(
            rollout.playout(game, state.stones, state.turn, rng, passed=state.passed)
            for _ in range(count)
        ),
        strict=True,
    )
    done = kernels.playouts(TriColorKernel(game), [state], 4 * count, np.random.default_rng(2))
    for ours, plain in (
        (done.plies, np.array(plies)),
        *((done.score[:, seat], np.array(areas)[:, seat]) for seat in range(3)),
    ):
        error = np.std(plain) * np.sqrt(1 / count + 1 / (4 * count))
        assert abs(np.mean(ours) - np.mean(plain)) < 4.5 * error
    share = rollout.rollout(game)(state, np.random.default_rng(0))
    assert share.shape == (3,)
    assert share.sum() in (0, 1)
