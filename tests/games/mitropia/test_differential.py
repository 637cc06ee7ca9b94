"""Whole random games against the second engine in `brute.py`, without dice and cards."""

import random
from typing import Any

import pytest

from tests.cases import cases, facts
from tests.games.mitropia import brute
from tests.games.mitropia.play import at, go, legal, make

GAMES = cases("""
# Players, range, position, texts beside it.
2 | none | ... ... ... |
2 | 1 | ... ... ... |
2 | 3 | .bw. b.bw .bw. .... |
3 | none | .-. ... .-. |
3 | 2 | ..b.. .wbr. ..wr. .r... ..... |
3 | 2 | ..b.. .wbr. ..wr. .r... ..... | occupiers: black: white
4 | 1 | .bu. w-br ..-u r..w | occupiers: white: red; red: blue
3 | none | b.w .b. rw. | occupiers: red: black, to move: red
""")


@pytest.mark.parametrize("line", GAMES, ids=" ".join)
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_are_the_same(line: tuple[str, ...], seed: int) -> None:
    """Random games to their end: answers, boards, prisoners and occupiers at every ply."""
    players, reach, text, *told = line
    chosen = {"range": reach, "no-cards": True}
    game = make(int(players), chosen, board=brute.board_code(text))
    beside = facts(*told) if told else {}
    state: Any = at(game, text, **{name.replace(" ", "_"): value for name, value in beside.items()})
    other, rng = brute.begun(game.options, text.split(), beside), random.Random(seed)
    for _ in range(120):
        texts = sorted(legal(game, state))
        assert set(texts) == other.legal()
        if not texts:
            break
        stones = {
            brute.spot(game.topology.names[cell]): stone - 1
            for cell, stone in enumerate(state.stones)
            if stone
        }
        assert stones == other.board
        assert [list(held) for held in state.board.prisoners] == other.prisoners
        assert {s: a for s, a in enumerate(state.occupiers) if a is not None} == other.above
        lively = [text for text in texts if text not in ("pass", "decline")]
        text = rng.choice(lively if lively and rng.random() < 0.9 else texts)
        state = go(game, state, text)
        other.play(text)
