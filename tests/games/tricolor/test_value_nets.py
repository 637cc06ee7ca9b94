"""What nets see of three colours, and what follows from whom they expect to own the cells."""

from typing import Any

import numpy as np
import pytest

from termgames.core.evaluation import Reward
from termgames.core.net_game import net_shape
from termgames.core.nets import DOUBT, Net, Shape
from termgames.games.tricolor.packed import PackedTriColor
from termgames.games.tricolor.rules import TriColor
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.policy import NetPolicy
from termgames.workbench.train.plan import fresh as fresh_net
from tests.core.random_nets import on_its_own
from tests.games.tricolor.support import tricolor
from tests.scenes import go as play


def made(**options: Any) -> tuple[TriColor, PackedTriColor]:
    game = tricolor(**options)
    return game, PackedTriColor(game)


def value_net(packed: PackedTriColor) -> Net:
    planes, per_cell, off_board, owners = net_shape(packed)
    shape = Shape(planes, per_cell, off_board, 4, 1, owners)
    fresh = fresh_net(shape, np.random.default_rng(1))
    net = Net(shape, {**fresh.weights, DOUBT: np.array([4, 1], np.float32)})
    return on_its_own(net)


def owning(packed: PackedTriColor, *points: int) -> Any:
    """(1, cells, 3): so many cells are certain for the seat to act and those who move next, the
    others nobody's."""
    owner = np.zeros((1, packed.cells, 3), np.float32)
    first = 0
    for seat, count in enumerate(points):
        owner[0, first : first + count, seat] = 1
        first += count
    return owner


def spread(variance: float) -> Any:
    return variance * np.eye(3, dtype=np.float32)[None]


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("cyclic", ["abg", "bga", "gab", "abg"]),
        ("thue-morse", ["abg", "bga", "gba", "bga", "gab", "agb", "gab", "abg", "bga"]),
    ],
)
def test_seats_are_told_of_in_the_order_in_which_they_move(order: str, told: list[str]) -> None:
    game, packed = made(size=5, order=order)
    state = game.start()
    for seats in told:
        row = packed.pack([state])
        assert "".join("abg"[seat] for seat in packed.predicted_seats(row)[0]) == seats
        state = game.apply(state, game.legal_moves(state)[0])


def test_own_stones_come_first_then_those_of_who_moves_next() -> None:
    game, packed = made(size=5)
    state = play(game, game.start(), "a1", "c3", "e5", "b1")
    planes = packed.input_planes(packed.pack([state]))[0]
    names = game.topology.names
    stones = [
        {names[cell] for cell in np.flatnonzero(planes[:, 4 * k : 4 * k + 4].any(axis=1))}
        for k in range(3)
    ]
    assert stones == [{"c3"}, {"e5"}, {"a1", "b1"}]
    assert {names[cell] for cell in np.flatnonzero(planes[:, 17])} == {"b1"}


@pytest.mark.parametrize("turn", range(3))
def test_the_middle_score_is_expected_to_win(turn: int) -> None:
    game, packed = made(size=5)
    state = play(game, game.start(), *["a1", "c3"][:turn])
    row = packed.pack([state])
    told = packed.predicted_seats(row)[0].tolist()
    for points, winner in [((9, 6, 3), 1), ((6, 9, 3), 0), ((9, 3, 6), 2), ((3, 9, 6), 2)]:
        owner = owning(packed, *points)
        assert packed.predicted_points(row, owner)[0, told].tolist() == list(points)
        owners = packed.predicted_owners(row, owner)
        assert owners.sum(axis=1)[0, told].tolist() == list(points)
        rewards, shares = packed.predicted_values(row, owner, spread(0.01), Reward())
        assert shares[0].tolist() == [float(seat == told[winner]) for seat in range(3)]
        assert (rewards == shares).all()


@pytest.mark.parametrize(
    ("points", "variance", "share"),
    [((6, 9, 3), 4.0, 0.7), ((6, 9, 3), 400.0, 0.34), ((7, 7, 7), 9.0, 1 / 3)],
)
def test_the_less_is_certain_the_nearer_are_shares_to_a_third(
    points: tuple[int, ...], variance: float, share: float
) -> None:
    """The same draws for all positions favour nobody by much where all have as many."""
    game, packed = made(size=5)
    row, owner = packed.pack([game.start()]), owning(packed, *points)
    shares = packed.predicted_values(row, owner, spread(variance), Reward())[1][0]
    assert shares[0] == pytest.approx(share, abs=0.1)
    assert shares.sum() == pytest.approx(1)


def test_a_search_by_a_net_alone_plays_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game, packed = made(size=5)
    monkeypatch.setattr(packed, "evaluate", None)
    search = Mcts(packed, seed=1, policy=NetPolicy(packed, value_net(packed)))
    thought = search.think(game.start(), Limit(playouts=400))
    assert thought.playouts >= 400
    assert thought.owner.shape == (packed.cells, 3)
    assert game.refuse(game.start(), thought.move) is None


def test_a_search_takes_what_a_net_says_of_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """A net that gives all cells of one column to each seat tells so whoever is to act."""
    game, packed = made(size=5)
    policy = NetPolicy(packed, value_net(packed))
    state = play(game, game.start(), "a1", "c3")
    row = packed.pack([state])
    owner = np.zeros((1, packed.cells, 3), np.float32)
    x = game.topology.lattice[:, 0] - game.topology.lattice[:, 0].min()
    # Gamma acts: its column is the first, Alpha's the second, Beta's the third.
    for seat in range(3):
        owner[0, x == seat, seat] = 1
    by_seat = packed.predicted_owners(row, owner)[0]
    assert [sorted(set(x[by_seat[:, seat] == 1])) for seat in range(3)] == [[1], [2], [0]]
    monkeypatch.setattr(policy, "owners", lambda _: owner)
    assert packed.predicted_points(row, owner).tolist() == [[5, 5, 5]]
