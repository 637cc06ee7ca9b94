"""The kernel against the readable rules: every placement replayed through `apply`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames.core.game import NEUTRAL, NOBODY, OVER
from termgames.games.plurality.options import INFO
from termgames.games.plurality.rollout import PluralityKernel
from termgames.games.plurality.rules import Place, Plurality, State

GAMES: dict[str, dict[str, Any]] = {
    "square 5": {"size": 5},
    "square 6, whole komi": {"size": 6, "komi": 1.0},
    "square 13": {"size": 13},
    "square 13, parity": {"size": 13, "ties": "parity"},
    "square 17": {"size": 17},
    "square 25": {"size": 25},
    "hexhex 3": {"hex": 3, "komi": 0.0},
    "hexhex 5": {"hex": 5, "ties": "parity"},
    "hexhex 10": {"hex": 10},
}


def game(**options: Any) -> Plurality:
    return Plurality(INFO.settle(options))


def positions(rules: Plurality, count: int, rng: np.random.Generator) -> list[State]:
    """The start and positions after some random placements, with both seats as Black."""
    found = [rules.start()]
    while len(found) < count:
        s = rules.start()
        for _ in range(int(rng.integers(1, 2 * rules.topology.cells // 9))):
            numbers = rules.placements(s.stones)
            if not numbers:
                break
            cells = rules.geometry.shapes[int(rng.choice(numbers))]
            s = rules.apply(s, Place(cells[:2], cells[2]))
        found.append(State(s.stones, s.turn, s.komi, black_seat=len(found) % 2, ending=s.ending))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_placement_replays(name: str) -> None:
    """Mixed positions: moves accepted; boards, owners, scores and utilities equal."""
    rules = game(**GAMES[name])
    rng = np.random.default_rng(5)
    starts = positions(rules, 5, rng)
    lanes = 3
    done = PluralityKernel(rules).playouts(starts, lanes, rng, trace=True)
    assert len(done.trace) == len(done.plies) == lanes * len(starts)
    for lane, moves in enumerate(done.trace):
        s = starts[lane // lanes]
        played = np.zeros((2, 2, rules.topology.cells), bool)
        for move in moves:
            assert isinstance(move, Place)
            for cell in move.own:
                played[s.turn, s.turn, cell] = True
            played[s.turn, 1 - s.turn, move.enemy] = True
            s = rules.apply(s, move)
        assert rules.to_act(s) == OVER
        assert done.plies[lane] == len(moves)
        assert done.played[lane].tolist() == played.ravel().tolist()
        count = rules.score(s)
        assert done.score[lane].tolist() == list(count.totals)
        assert done.utility[lane].tolist() == rules.utilities(s).tolist()
        owner = np.full(rules.topology.cells, NOBODY)
        for part in count.parts:
            owner[list(part.cells)] = part.seat
        assert done.owner[lane].tolist() == owner.tolist()
        assert {NEUTRAL, NOBODY, 0, 1} >= set(owner.tolist())
