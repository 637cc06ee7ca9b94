"""Solved positions against a minimax by the readable rules."""

from typing import Any

import pytest

from termgames.core.komi_offer import PickSide
from termgames.core.two_player import BLACK, PASS, WHITE
from termgames.games.plurality.exact import Endgame, PluralitySolver, Sets
from tests import minimax
from tests.games.plurality.support import plurality

BOARDS: tuple[dict[str, Any], ...] = (
    {"size": 5, "komi": 0.5},
    {"size": 5, "komi": 1, "ties": "parity"},
    {"hex": 3, "komi": 2.5},
    {"hex": 3, "komi": 0, "ties": "parity"},
)


@pytest.mark.parametrize("options", BOARDS, ids=str)
def test_late_positions(options: dict[str, Any]) -> None:
    game = plurality(**options)
    value = minimax.difference(game)
    empty, checked = (13 if "size" in options else 10), 0
    for seed in range(4):
        s = minimax.late(game, empty, seed)
        if s is not None:
            minimax.agrees(game, PluralitySolver(game), s, value)
            passed = game.apply(s, PASS)
            minimax.agrees(game, PluralitySolver(game), passed, value)
            checked += 1
    assert checked > 1


@pytest.fixture(scope="module")
def hexagon() -> PluralitySolver:
    """The hexhex board of 19 cells, solved from its start."""
    solver = PluralitySolver(plurality(hex=3, komi=0))
    solver.solve(solver.rules.start())
    return solver


def test_images_and_the_whole_board_agree_with_positions_solved_by_themselves(
    hexagon: PluralitySolver,
) -> None:
    """From the start all images of a set share one array; from a root with stones none do."""
    game = hexagon.rules
    for seed in range(3):
        s = minimax.late(game, 16, seed)
        assert hexagon.effort(s) == 0
        alone = PluralitySolver(game)
        assert alone.effort(s) > 0
        assert alone.solve(s).outcomes == hexagon.solve(s).outcomes


def test_what_follows_from_a_solved_position_is_known(hexagon: PluralitySolver) -> None:
    game, s = hexagon.rules, hexagon.rules.start()
    solved = hexagon.solve(s)
    assert solved.states == 1_857_186
    assert solved.worth.value >= 0, "without komi Black can pass and be what White was"
    for move in solved.line:
        assert hexagon.effort(s) == 0
        assert hexagon.worth(s).value == solved.worth.value
        s = game.apply(s, move)


def test_every_first_placement_has_a_value_and_images_have_the_same(
    hexagon: PluralitySolver,
) -> None:
    game = hexagon.rules
    solved = hexagon.solve(game.start())
    value = {each.move: each.worth.value for each in solved.outcomes}
    assert set(value) == set(game.legal_moves(game.start()))
    sets = Sets(game, 0)
    assert len(sets.turns) == 12
    for turn in sets.turns:
        for move in value:
            if move != PASS:
                image = type(move)((turn[move.own[0]], turn[move.own[1]]), turn[move.enemy])
                assert value[image] == value[move]


def test_the_pie_is_cut_evenly(hexagon: PluralitySolver) -> None:
    game = plurality(hex=3, pie=True)
    solver = PluralitySolver(game)
    solver._solved = hexagon._solved
    solved = solver.solve(game.start())
    fair = hexagon.worth(hexagon.rules.start()).value
    assert abs(solved.worth.value) == 0.5
    assert solved.worth.winner == 1
    names = [game.format(move) for move in solved.line[:2]]
    assert names[0] in {f"komi {fair:.0f}", f"komi {fair - 1:.0f}"}
    assert solved.line[1] in (PickSide(BLACK), PickSide(WHITE))


def test_the_count_of_a_set_is_the_count_of_each_of_its_boards() -> None:
    """By the one function that counts, for all colours of the stones of some ends."""
    for options in BOARDS:
        game = plurality(**options)
        for seed in range(6):
            s = minimax.late(game, game.topology.cells - 10, seed)
            if s is None:
                continue
            cells = [cell for cell, stone in enumerate(s.stones) if stone]
            count = Endgame(game, bytes(len(s.stones))).ended(sum(1 << cell for cell in cells))
            colours = [stone - 1 for stone in s.stones if stone]
            black, white = game.score(s).totals
            assert count[tuple(colours)] == black - (white - s.komi)
