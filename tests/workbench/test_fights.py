"""Groups to capture and to save: proofs beside play that looks at everything, and the command."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER, AnyGame
from termgames.go.board import groups
from termgames.study.problems import listing, shelf
from termgames.study.problems.goal import CAPTURE, SAVE, LocalGoal
from termgames.workbench.problems import making
from termgames.workbench.problems.making import ProblemSearch
from termgames.workbench.problems.proving import FightProver
from tests.cli.support import Cli

TINY = "strip | 2: a1 d2 | ..../...."
TINY_OPTIONS = {"map": TINY, "players": 2, "pro": True}


class TooLong(Exception):
    """There is too much to look at."""


class Everything:
    """Whether a seat reaches its goal whatever the others do, by looking at everything that may
    follow, each position with its own past."""

    def __init__(self, game: AnyGame, seat: int, goal: LocalGoal, left: int) -> None:
        """TooLong is raised when more than `left` positions are looked at, or more than 60 moves
        ahead."""
        self.game, self.seat, self.goal, self.left = game, seat, goal, left

    def forces(self, boards: list[bytes], state: Any) -> bool:
        """From `state`, which was reached over `boards`."""
        self.left -= 1
        if not self.left or len(boards) > 60:
            raise TooLong
        game, goal = self.game, self.goal
        boards = [*boards, game.stones(state)]
        if boards[-1][goal.cells[0]] != boards[0][goal.cells[0]] or game.to_act(state) == OVER:
            return goal.reached(game.topology, boards)
        after = (game.apply(state, move) for move in reversed(game.legal_moves(state)))
        found = (self.forces(boards, each) for each in after)
        return any(found) if game.to_act(state) == self.seat else all(found)


def test_what_is_proved_is_true_of_all_play() -> None:
    """On the smallest board, with all its repetitions."""
    game = games.create("mitropia", TINY_OPTIONS)
    prover = FightProver(game)
    rng = np.random.default_rng(3)
    found = {CAPTURE: 0, SAVE: 0}
    while min(found.values()) < 2:
        state = game.start()
        for _ in range(int(rng.integers(4, 9))):
            moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
            if moves:
                state = game.apply(state, moves[int(rng.integers(len(moves)))])
        stones, seat = game.stones(state), game.to_act(state)
        if seat == OVER or stones.count(0) > 2:
            continue
        own, topology = game.colour(state, seat), game.topology
        for group in groups(topology, stones):
            colour = stones[group.cells[0]] - 1
            goal = LocalGoal(SAVE if colour == own else CAPTURE, group.cells, colour)
            judged = prover.judgement(state, goal)
            if judged is None:
                continue
            try:
                for move in game.legal_moves(state):
                    everything = Everything(game, seat, goal, 5_000)
                    truth = everything.forces([stones], game.apply(state, move))
                    assert (move in judged[0].right) == truth
                    assert (move in judged[0].wrong) != truth
            except TooLong:
                continue
            found[goal.word] += 1


def state_of(rows: tuple[str, ...], to_move: str) -> tuple[AnyGame, Any]:
    game = games.create("tricolor", {"size": 5})
    return game, game.position(rows, {"to move": to_move})


LIFE = ("abb.g", ".b.bg", "aabbg", "a.agg", ".a.g.")
"""Alpha's stones below live with c1, and not without."""


def test_a_group_lives_by_one_move() -> None:
    game, state = state_of(LIFE, "alpha")
    prover = FightProver(game)
    goal = LocalGoal.read(game.topology, game.stones(state), game.to_act(state), "save a2,a3,b3")
    judged = prover.judgement(state, goal)
    assert judged is not None
    proof, level = judged
    assert [game.format(move) for move in proof.right] == ["c1"]
    assert len(proof.right) + len(proof.wrong) == len(game.legal_moves(state))
    assert 1 <= level <= 9
    deep = prover.judgement(state, goal, times=10)
    assert set(deep[0].right) == set(proof.right), "ten times the thought finds the same"


SMALL = "5x5 | 2: b2 d4 | ...../...../...../...../....."
WANTED = ProblemSearch(
    "mitropia",
    (("map", SMALL), ("players", 2), ("pro", True)),
    seed=2,
    bots=(0, 0),
    opening=10,
    fights=True,
)


def test_fights_of_games_are_problems() -> None:
    problems = making.problems_of_game((WANTED, 7))
    assert problems
    assert problems == making.problems_of_game((WANTED, 7))
    assert list(listing.faults(problems)) == []
    for problem in problems:
        assert "win" not in problem.ask
    assert making.holds(problems[0], 2, 5)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line."""
    return Cli(monkeypatch, capsys)


def test_the_command_makes_fights(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "a.problems"
    command = ("puzzles", "make", "tricolor", "--size", "5", "--seed", "57", "--out", str(out))
    made = cli(*command, "--fights", "--bots", "0", "--opening", "8", "--count", "1")
    assert made.code == 0, made.error
    (problem,) = shelf.load(out)
    assert problem.goal
    assert (
        "1 of 1 problem hold"
        in cli("puzzles", "make", "tricolor", "--recheck", "2", "--out", str(out)).out
    )


@pytest.mark.parametrize("game_id", ["tricolor", "mitropia"])
def test_proofs_hold_against_any_opposition(game_id: str) -> None:
    """Some shipped ones, played on with the real past of the game: whoever can force the matter by
    the proof does, whatever is drawn for the others."""
    rng = np.random.default_rng(1)
    asked = [problem for problem in shelf.of_game(game_id) if problem.goal]
    for problem in asked[:: len(asked) // 3]:
        game = games.create(problem.game, problem.options)
        start = game.position(problem.board, problem.texts)
        seat, stones = game.to_act(start), game.stones(start)
        own = game.colour(start, seat)
        goal = LocalGoal.read(game.topology, stones, own, problem.goal)
        mine, theirs = FightProver(game).searches(start, goal)
        right = {game.parse(start, answer.move) for answer in problem.answers}
        for move in game.legal_moves(start):
            search = mine if move in right else theirs
            for _ in range(3):
                state = game.apply(start, move)
                while (reached := mine.decided(state)) is None and game.to_act(state) != OVER:
                    if game.to_act(state) in search.seats:
                        assert search.proves(state, 2_000)
                        reply = search.line(state)[0]
                    else:
                        moves = game.legal_moves(state)
                        reply = moves[int(rng.integers(len(moves)))]
                    state = game.apply(state, reply)
                assert reached == (move in right)
