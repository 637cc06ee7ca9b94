"""Solved boards against a minimax by the readable rules."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from termgames.core.game import OVER
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.two_player import BLACK, WHITE
from termgames.games.pletore.exact import Boards, PletoreSolver
from termgames.games.pletore.rules import BUTTON, FREE, Place, State
from tests import minimax
from tests.games.pletore.support import pletore


@pytest.fixture(scope="module")
def four() -> PletoreSolver:
    """4x4, of which only the last levels are solved: that costs little, and serves all positions
    with few empty points."""
    solver = PletoreSolver(pletore(size=4, komi=0))
    order, starts = solver.table.levels
    stones = np.bitwise_count(solver.table.boards.stones(order[starts[:-1]]))
    last = int(np.flatnonzero(stones >= 13).max()) + 1

    def enough(done: int, total: int) -> None:
        if solver.table.done == last:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        solver.prepare(solver.game.start(), enough)
    solver.prepare = lambda s, watch: None
    return solver


@pytest.fixture(scope="module")
def value() -> minimax.Minimax:
    """3x3 under komi 1, which brings the button into play, by minimax."""
    return minimax.difference(pletore(size=3, komi=1))


@pytest.mark.long
def test_3x3_is_solved_whole(value: minimax.Minimax) -> None:
    """Every position that can come about."""
    game = pletore(size=3, komi=1)
    solver = PletoreSolver(game)
    minimax.agrees(game, solver, game.start(), value)
    open_positions, left = set[State](), [game.start()]
    while left:
        s = left.pop()
        if s not in open_positions and game.to_act(s) != OVER:
            open_positions.add(s)
            left += [game.apply(s, move) for move in game.legal_moves(s)]
    assert len(open_positions) > 30_000
    assert [s for s in open_positions if solver.worth(s).value != value(s)] == []


def test_the_values_of_3x3() -> None:
    """By komi: an odd one brings the button into play."""
    worth = {}
    for komi in range(-3, 7):
        game = pletore(size=3, komi=komi)
        worth[komi] = PletoreSolver(game).solve(game.start()).worth.value
    assert worth == {-3: 5.5, -2: 5, -1: 3.5, 0: 3, 1: 1.5, 2: 1, 3: -0.5, 4: -1, 5: -2.5, 6: -3}


def test_an_offer_is_the_fairest_komi_and_the_other_picks_the_side_that_wins() -> None:
    game = pletore(size=3, komi="offer")
    solver = PletoreSolver(game)
    solved = solver.solve(game.start())
    assert (solved.worth.value, solved.worth.winner) == (-0.5, 1)
    assert solved.line[:2] == (NameKomi(3), PickSide(WHITE))
    assert len(solved.outcomes) == 19
    named = game.apply(game.start(), NameKomi(2))
    picked = solver.solve(named)
    assert [each.worth.winner for each in picked.outcomes] == [1, 0]
    assert picked.line[0] == PickSide(BLACK)
    swapped = game.apply(named, PickSide(BLACK))
    assert solver.solve(swapped).worth.winner == game.to_act(swapped) == 1


@pytest.mark.parametrize("komi", [0, 3])
@pytest.mark.parametrize("seed", range(3))
def test_late_positions_of_4x4(four: PletoreSolver, komi: int, seed: int) -> None:
    game = pletore(size=4, komi=komi)
    s = minimax.late(game, 3, seed)
    assert s is not None
    solver = PletoreSolver(game)
    solver.__dict__["table"], solver.prepare = four.table, four.prepare
    minimax.agrees(game, solver, s, minimax.difference(game))


def test_the_mirror_rule_is_worked_out_by_the_rules() -> None:
    """What White may not answer to Black's first stone does not count for him."""
    game = pletore(size=4, komi=0)
    solver = PletoreSolver(game)
    table = solver.table
    first = game.apply(game.start(), Place(0))
    barred = game.apply(replace(first, button=WHITE), Place(15))
    # Were it allowed, the mirrored answer would be worth 8 to White, as nothing else is.
    number = sum(3**cell * (0, 1, 2)[stone] for cell, stone in enumerate(barred.stones))
    table.values[number] = -16
    solver.prepare = lambda s, watch: None
    assert solver.worth(first).value == -0.5  # the button, and nothing on the board
    assert solver.worth(game.start()).value >= -0.5
    late_first = replace(first, button=BLACK)  # the button is taken: the rule is off
    assert game.refuse(late_first, Place(15)) is None


def test_passes_and_the_button_in_a_position_by_hand(value: minimax.Minimax) -> None:
    game = pletore(size=3, komi=1)
    solver = PletoreSolver(game)
    for rows, more in (
        (["b.b", "...", "b.b"], {"button": "black", "passes": "1"}),
        (["b.w", "...", "w.b"], {"button": "free", "to move": "white"}),
        (["...", "...", "..."], {"button": "white", "to move": "white"}),
        (["bwb", "wbw", "bw."], {"button": "white", "passes": "1", "to move": "white"}),
    ):
        minimax.agrees(game, solver, game.position(rows, more), value)


def test_moves_lead_to_levels_that_are_solved_before() -> None:
    """The order of the levels, on boards of 3x3 and for every move but the button and the
    pass; and who pinches what there."""
    game = pletore(size=3, komi=0)
    boards = Boards(game)
    order, starts = boards.levels()
    level_of = np.zeros(boards.count, int)
    for level, (start, end) in enumerate(pairwise(starts)):
        for image in boards.images:
            level_of[image(order[start:end])] = level
    for number in range(0, boards.count, 7):
        stones = bytes(number // 3**cell % 3 for cell in range(9))
        s = State(stones, BLACK, 0, FREE)
        assert game.pinched(stones) == bytes(
            sum(bit << who for who, bit in enumerate(bits))
            for bits in _bits(int(boards.pinched(np.array([number]))[0]))
        )
        for move in game.legal_moves(s):
            if move != BUTTON:
                after = game.apply(s, move).stones
                swapped = sum(3**cell * (0, 2, 1)[stone] for cell, stone in enumerate(after))
                assert level_of[swapped] < level_of[number]


def _bits(sets: int) -> list[tuple[int, int]]:
    return [(sets >> cell & 1, sets >> 16 + cell & 1) for cell in range(9)]


def test_what_was_stopped_goes_on() -> None:
    game = pletore(size=3, komi=0)
    stopped, whole = PletoreSolver(game), PletoreSolver(game)

    def half(done: int, total: int) -> None:
        if done > total / 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        stopped.solve(game.start(), half)
    assert 0 < stopped.states < whole.solve(game.start()).states
    told: list[tuple[int, int]] = []
    again = stopped.solve(game.start(), lambda *at: told.append(at))
    assert again == whole.solve(game.start())
    assert told[0][0] > told[-1][1] / 2
    assert stopped.effort(game.start()) == 0
