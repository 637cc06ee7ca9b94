"""What nets see of Go, held to the readable board, and what they say of boards alone."""

import numpy as np
import pytest

from termgames import games
from termgames.core import nets
from termgames.core.nets import NetError, Shape
from termgames.core.topology import Topology, hexhex, square
from termgames.games.mitropia.bot.net_prior import BoardPolicy
from termgames.go.batch import GoBatch
from termgames.go.board import groups, put_stones
from termgames.go.features import PLANES, GoFeatures
from termgames.search.policy import NetPolicy
from termgames.workbench.train.plan import fresh as fresh_net

BOARDS = {"square": square(6), "hexagon": hexhex(3)}


def positions(board: Topology, colours: int, seed: int) -> list[bytes]:
    """Random boards without dead stones, half full."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(12):
        stones = bytes(board.cells)
        for cell in rng.permutation(board.cells)[: board.cells // 2].tolist():
            if not stones[cell]:
                placement = put_stones(board, stones, [cell], int(rng.integers(colours)))
                stones = stones if placement.suicide else placement.stones
        found.append(stones)
    return found


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
@pytest.mark.parametrize("colours", [2, 3])
def test_planes_tell_what_stands_on_the_board(board: Topology, colours: int) -> None:
    boards = positions(board, colours, colours)
    stones = np.array([list(one) for one in boards], np.uint8)
    mover = np.arange(len(boards)) % colours
    last = np.full(len(boards), board.cells)
    last[0] = 7
    sight = GoFeatures(board)
    seen = sight(stones, GoBatch(board).groups(stones), mover, last)
    assert seen.shape == (len(boards), board.cells, PLANES)
    liberties = sight.liberties(stones, GoBatch(board).groups(stones))
    for number, one in enumerate(boards):
        me = int(mover[number])
        rooms = {cell: group for group in groups(board, one) for cell in group.cells}
        for cell in range(board.cells):
            planes = seen[number, cell]
            by_stone, (empty, takes, saves, risky, eye, was) = planes[:8], planes[8:]
            assert was == (number == 0 and cell == 7)
            if one[cell]:
                room = len(rooms[cell].liberties)
                assert liberties[number, cell] == room
                others = one[cell] != me + 1
                assert by_stone.argmax() == others * 4 + min(room, 4) - 1
                assert by_stone.sum() == 1
                assert not planes[8:-1].any()
                continue
            assert empty
            assert not by_stone.any()
            placement = put_stones(board, one, [cell], me)
            assert takes == bool(placement.captured)
            near = board.adjacent[cell]
            own = [other for other in near if one[other] == me + 1]
            assert saves == any(len(rooms[other].liberties) == 1 for other in own)
            assert eye == (len(own) == len(near))
            assert not (risky and takes)
            if placement.suicide:
                assert risky
            if not own and not takes:
                assert risky == (sum(not one[other] for other in near) < 2)


PRO = {"map": "9x9", "players": 2, "pro": True}


def net(planes: int = PLANES) -> nets.Net:
    """One that was not taught, but does not answer the same everywhere."""
    rng = np.random.default_rng(3)
    fresh = fresh_net(Shape(planes, 1, 1, 8, 2), rng)
    heads = {"policy.weight": rng.standard_normal((8, 1)).astype(np.float32)}
    return nets.Net(fresh.shape, {**fresh.weights, **heads})


def test_two_sides_are_seen_as_in_go_for_two() -> None:
    game = games.create("mitropia", PRO)
    packed = games.packed(game)
    state = game.start()
    while (packed.pack([state])["stones"] > 0).sum() < 45:
        moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
        state = game.apply(state, moves[len(moves) // 3])
    rows = packed.pack([state])
    rows["last"] = packed.cells
    said = BoardPolicy(game.topology, 2, net()).logits(
        rows["stones"], packed.to_act(rows).astype(np.intp) + 1
    )[0]
    points = packed.legal(rows[0])[:-1]
    # On a board with much room the game knows more of its own about the edge.
    usual = NetPolicy(packed, net()).logits(rows)[0]
    assert np.ptp(said[points]) > 0.5
    np.testing.assert_allclose(said[points], usual[points], atol=1e-4)


def test_it_makes_no_difference_whose_the_stones_of_others_are() -> None:
    board = square(6)
    boards = np.array([list(one) for one in positions(board, 4, 1)], np.uint8)
    named = np.array([0, 1, 4, 2, 3], np.uint8)[boards]
    policy, mover = BoardPolicy(board, 4, net()), np.ones(len(boards), np.intp)
    first, second = policy.logits(boards, mover), policy.logits(named, mover)
    np.testing.assert_allclose(first, second, atol=1e-4)
    others = policy.logits(boards, np.full(len(boards), 2))
    assert np.abs(first - others).max() > 0.1


def test_boards_together_are_answered_as_one_by_one() -> None:
    board = square(6)
    boards = np.array([list(one) for one in positions(board, 3, 2)], np.uint8)
    policy, mover = BoardPolicy(board, 3, net()), 1 + np.arange(len(boards)) % 3
    together = policy.logits(boards, mover)
    alone = [policy.logits(boards[at : at + 1], mover[at : at + 1])[0] for at in range(len(boards))]
    np.testing.assert_allclose(together, np.stack(alone), atol=1e-4)


def test_a_net_for_another_game_is_refused() -> None:
    with pytest.raises(NetError, match="not for games of Go"):
        BoardPolicy(square(6), 3, net(PLANES + 1))
