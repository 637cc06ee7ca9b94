"""Groups to capture and to save: proofs beside play that looks at everything, and the command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import OVER, AnyGame
from termgames.go.board import groups
from termgames.study.problems import listing, shelf
from termgames.study.problems.goal import CAPTURE, SAVE, StoneGoal
from termgames.workbench.problems import making
from termgames.workbench.problems.fights import FightProver
from termgames.workbench.problems.making import ProblemSearch
from tests.cli.support import Cli

TINY = "strip | 2: a1 d2 | ..../...."
TINY_OPTIONS = {"map": TINY, "players": 2, "pro": True}


def forces(game: AnyGame, seat: int, goal: StoneGoal, before: bytes, state: Any) -> bool:
    """Whether a seat reaches its goal whatever the others do, by looking at everything that may
    follow, each position with its own past."""
    captured = goal.captured(before, game.stones(state))
    if captured or game.to_act(state) == OVER:
        return goal.reached(captured)
    after = (game.apply(state, move) for move in game.legal_moves(state))
    found = (forces(game, seat, goal, before, each) for each in after)
    return any(found) if game.to_act(state) == seat else all(found)


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
        for group in groups(game.topology, stones):
            mine = stones[group.cells[0]] == 1 + game.colour(state, seat)
            goal = StoneGoal(SAVE if mine else CAPTURE, group.cells)
            judged = prover.judgement(state, goal)
            if judged is None:
                continue
            found[goal.word] += 1
            for move in game.legal_moves(state):
                truth = forces(game, seat, goal, stones, game.apply(state, move))
                assert (move in judged[0].right) == truth
                assert (move in judged[0].wrong) != truth


def state_of(rows: tuple[str, ...], to_move: str) -> tuple[AnyGame, Any]:
    game = games.create("tricolor", {"size": 5})
    return game, game.position(rows, {"to move": to_move})


LIFE = ("abb.g", ".b.bg", "aabbg", "a.agg", ".a.g.")
"""Alpha's stones below live with c1, and not without."""


def test_a_group_lives_by_one_move() -> None:
    game, state = state_of(LIFE, "alpha")
    prover = FightProver(game)
    goal = StoneGoal.read(game.topology, game.stones(state), "save a2,a3,b3")
    judged = prover.judgement(state, goal)
    assert judged is not None
    proof, level = judged
    assert [game.format(move) for move in proof.right] == ["c1"]
    assert len(proof.right) + len(proof.wrong) == len(game.legal_moves(state))
    assert 1 <= level <= 9
    deep = prover.judgement(state, goal, times=10)
    assert deep is not None
    assert set(deep[0].right) == set(proof.right), "ten times the thought finds the same"


def test_a_capture_at_once_is_easy() -> None:
    game, state = state_of(("abbbg", "ab.bg", "aabbg", "a.agg", ".a.g."), "gamma")
    goal = StoneGoal.read(game.topology, game.stones(state), "capture c3,d3,b4,d4,b5,c5,d5")
    judged = FightProver(game).judgement(state, goal)
    assert judged is not None
    proof, level = judged
    assert level == 1
    assert [game.format(move) for move in proof.right] == ["c4"]
    assert FightProver(game).judgement(state, goal, lowest=2) is None


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
        assert problem.goal.split()[0] in problem.ask
        assert "win" not in problem.ask
        assert making.of_json(making.as_json(problem)) == problem
    assert making.holds(problems[0], 2, 5)


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("plurality", ()),
        ("mitropia", (("players", 3), ("pro", True))),
        ("tricolor", (("dead-stones", "agree"),)),
    ],
)
def test_games_without_plain_captures_have_no_fights(game_id: str, options: Any) -> None:
    with pytest.raises(OptionError, match="--fights"):
        ProblemSearch(game_id, options, 1, fights=True).game()
    assert ProblemSearch(game_id, options, 1).game()


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
