"""The fast states that OpenSpiel searches, against the readable rules."""

from __future__ import annotations

import copy
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.game import OVER
from tests.benchmarks import openspiel_games
from tests.benchmarks.openspiel_games import OPEN

PROGRAM = Path(__file__).with_name("openspiel_gtp.py")


def turns(fast: Any, state: Any) -> dict[str, list[int]]:
    """The actions of every whole turn, by its text; small boards only."""
    found = {}
    waiting = [(state, [])]
    while waiting:
        at, actions = waiting.pop()
        for action in at.legal():
            after = copy.deepcopy(at)
            after.apply(action)
            whole = after.turn != state.turn or after.share != OPEN
            if whole:
                found[fast.text(state, [*actions, action])] = [*actions, action]
            else:
                waiting.append((after, [*actions, action]))
    return found


@pytest.mark.parametrize(
    ("game", "options", "played"),
    [
        ("majorities", {"size": 2}, 10),
        ("majorities", {"size": 4}, 3),
        ("plurality", {"size": 5}, 6),
        ("plurality", {"size": 8, "komi": 2}, 2),
        ("pletore", {"size": 5}, 6),
        ("pletore", {"size": 7, "komi": -4}, 3),
        ("pletore", {"size": 6, "komi": 4}, 3),
    ],
)
def test_random_games_go_as_the_rules_say(game: str, options: dict[str, Any], played: int) -> None:
    rules = games.create(game, options)
    fast = openspiel_games.rules(game, options["size"], rules.options.get("komi"))
    rng = random.Random(7)
    for _ in range(played):
        slow, state = rules.start(), fast.start()
        while (seat := rules.to_act(slow)) != OVER:
            assert state.share == OPEN
            assert state.turn == seat
            found = turns(fast, state)
            assert set(found) == {rules.format(move) for move in rules.legal_moves(slow)}
            text = rng.choice(sorted(found))
            assert fast.read(state, text) == found[text]
            for action in found[text]:
                state.apply(action)
            slow = rules.apply(slow, rules.parse(slow, text))
        assert state.share == rules.utilities(slow)[0]


def test_copies_are_apart() -> None:
    for game, size in (("majorities", 3), ("plurality", 5), ("pletore", 5)):
        state = openspiel_games.rules(game, size).start()
        before = state.legal().copy()
        other = copy.deepcopy(state)
        other.apply(other.legal()[0])
        assert state.legal() == before
        assert other.legal() != before


def test_it_speaks_the_protocol() -> None:
    pytest.importorskip("pyspiel")
    lines = ["boardsize 3", "clear_board", "komi 0", "time_settings 0 1 100", "genmove black"]
    lines += ["genmove black", "known_command genmove", "play white a1", "quit"]
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "majorities", "--seed", "1"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = done.stdout.split("\n\n")
    board = openspiel_games.rules("majorities", 3).topology
    assert answers[:4] == ["= "] * 4
    assert answers[4].removeprefix("= ") in board.by_name
    assert answers[5] == "? it is not black's turn"
    assert answers[6] == "= true"
    assert answers[7].startswith("? ")
