"""Making problems on the smallest boards."""

import numpy as np

from termgames import games
from termgames.core.topology import images
from termgames.study.problems import listing
from termgames.study.problems.problem import Problem
from termgames.workbench.problems import making
from termgames.workbench.problems.making import ProblemSearch
from termgames.workbench.problems.proving import SearchProver, SolverProver

WANTED = ProblemSearch("majorities", (("size", 3),), seed=1)


def _problems() -> list[Problem]:
    return [problem for number in range(3) for problem in making.problems_of_game((WANTED, number))]


def test_what_the_solver_proves_is_a_problem() -> None:
    problems = _problems()
    assert problems
    assert problems == _problems(), "the same seed makes the same problems"
    assert list(listing.faults(problems)) == []
    game = games.create("majorities", {"size": 3})
    solver = games.solver(game)
    assert solver is not None
    for problem in problems:
        state = game.position(problem.board, problem.texts)
        seat = game.to_act(state)
        answers = {game.parse(state, answer.move) for answer in problem.answers}
        for move in game.legal_moves(state):
            after = game.apply(state, move)
            over = game.to_act(after) < 0
            share = (
                game.utilities(after)[seat] if over else solver.solve(after).worth.shares(2)[seat]
            )
            assert (share == 1) == (move in answers)
        assert making.holds(problem, 10, 2)


def test_no_two_problems_that_are_kept_are_alike() -> None:
    first, *others = _problems()
    kept, board = making.Collection(9, 100), games.create("majorities", {"size": 3}).topology
    assert kept.take([first, first]) == [first]
    assert kept.take(others), "some differ"
    for each in kept.problems[1:]:
        ways = images(board, board.read(each.board))
        other = np.frombuffer(board.read(first.board), np.uint8)
        assert (ways != other).sum(axis=1).min() >= 4, "cells, however the board is turned"


def test_a_win_at_once_is_a_problem_where_all_else_loses() -> None:
    board = ("bw.ww", "w-bwwb", "wbwbwbb", "bwb-bbwb", "bwwwb-w-w", "bw.-bbbb", "w.wwb.w")
    game = games.create("majorities", {})
    state = game.position((*board, "b-bbww", "bwwbw"), {"to move": "black"})
    solver = games.solver(game)
    assert solver is not None
    judged = SolverProver(game, solver).judgement(state)
    assert [game.format(move) for move in judged.right] == ["c2,d3"]
    assert {look.share for look in judged.wrong.values()} == {0.0}


def test_searches_agree_with_the_solver_and_tell_their_figures() -> None:
    game = games.create("majorities", {"size": 3})
    board = ("wwb", ".-..", "wb--b", "b-..", "b.w")
    state = game.position(board, {"to move": "white"})
    proof = SearchProver(game, 1).judgement(state, 300, (), 0)
    assert [game.format(move) for move in proof.right] == ["a2,b4"]
    assert proof.wrong
    assert proof.sure == "3 searches of 300 playouts: 1.00 of the win, 0.00 with the next best"
    assert SearchProver(game, 1).judgement(game.start(), 300, (), 0) is None, "all moves are alike"
