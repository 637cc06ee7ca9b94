"""Playouts against the readable rules: every turn told again through `apply`."""

import numpy as np
import pytest

from termgames.core.game import CHANCE, OVER
from termgames.games.mitropia.kernel import MitropiaKernel, beginning, on_the_way
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests import kernels
from tests.games.mitropia.play import PLAIN, PRO, at, go, make


def test_how_play_begins() -> None:
    """Whose stone is next, what he has rolled, who has passed."""
    game = make(3)
    s = at(game, "\n".join(["......."] * 7), to_move="white", order="black white red")
    assert (beginning(s).place, beginning(s).roll, beginning(s).passed) == (1, 0, 0)
    rolled = go(game, s, "roll", "2,5")
    assert (beginning(rolled).place, beginning(rolled).roll) == (1, 5)
    stone = go(game, rolled, next(t for t in game.topology.names if _legal(game, rolled, t)))
    assert (beginning(stone).place, beginning(stone).roll) == (2, 0)
    idle = go(game, rolled, "forfeit")
    assert (beginning(idle).place, beginning(idle).passed) == (2, 0b010)
    idle = go(game, idle, "pass")
    assert (beginning(idle).place, beginning(idle).passed) == (0, 0b110)
    kernel = MitropiaKernel(game)
    lone = kernel.boards([rolled], 200, np.random.default_rng(0), cap=1, trace=True)
    assert {line[0] for line in lone.rolls} == {5}


def _legal(game: Mitropia, s: State, text: str) -> bool:
    return game.refuse(s, game.parse(s, text)) is None


@pytest.mark.parametrize(("idle", "left"), [(0, 3), (9, 3), (10, 2), (11, 1)])
def test_playouts_end_where_nobody_has_put_a_stone_for_long(idle: int, left: int) -> None:
    """The empty points are suicide or eyes, so that all pass until the end."""
    game = make(3, PRO, board="three | 3: a1 b1 c1 | ...")
    state = at(game, ".b.", to_move="white", idle_turns=str(idle))
    start = [state]
    done = kernels.playouts(MitropiaKernel(game), start, 1, np.random.default_rng(0), trace=True)
    assert len(done.trace[0]) == left
    for move in done.trace[0]:
        state = game.apply(state, move)
    assert game.to_act(state) == OVER


def test_groups_without_liberties() -> None:
    """Independence can leave one: it is on the board until a stone takes it, and the
    count does what the rules say."""
    game = make(3, PLAIN)
    s = at(
        game,
        "....... ....... ....... ....... ww..... bbw.... bbw....",
        to_move="red",
    )
    kernel = MitropiaKernel(game)
    stopped = kernel.boards([s], 20, np.random.default_rng(0), cap=12)
    assert stopped.stuck.any()
    assert kernel.counted([s], stopped, 20).shares.sum() == 20
    done = kernels.playouts(kernel, [s], 20, np.random.default_rng(0), trace=True)
    for lane, moves in enumerate(done.trace):
        state = s
        for move in moves:
            if game.refuse(state, move) is not None:
                break
            state = game.apply(state, move)
        else:
            assert done.score[lane].tolist() == list(game.counted(state).totals)


def test_chance_on_the_way() -> None:
    """From before the opening rolls to a first turn; stones that are owed are put."""
    game = make(3, handicap="0,-2,-4")
    begun, way = on_the_way(game, game.start(), np.random.default_rng(3))
    assert game.to_act(game.start()) == CHANCE
    s = game.start()
    for move in way:
        s = game.apply(s, move)
    assert s == begun
    assert sum(map(bool, begun.stones)) == 6
