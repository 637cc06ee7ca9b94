"""Random games, move by move against the second engine in `brute.py`; and their end."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames.core.game import OVER
from termgames.games.tricolor.rules import TriColor
from tests import diagrams
from tests.games.tricolor import brute
from tests.games.tricolor.support import acting, tricolor

NAMES = {"alpha": "a", "beta": "b", "gamma": "g"}
BOARDS = {
    "size 5": brute.square(["....."] * 5),
    "hex 3": brute.hexhex(3),
    "map cells:hexagons|...-./..-../-...-": brute.hexagons(["...-.", "..-..", "-...-"]),
    "map .../-.-/...": brute.square(["...", "-.-", "..."]),
    "map ..-./..../-..-/....": brute.square(["..-.", "....", "-..-", "...."]),
}
"""Small ones, on which positions come back again and again."""


def judged(game: TriColor, state: Any, plain: brute.Position, legal: list[str]) -> None:
    """Every point that is not listed is refused: it holds a stone, or the stone would have no
    liberty, or the second engine knows the position that would come back."""
    loose = brute.Position(plain.near, plain.thue_morse, plain.stones, plain.turn)
    for name in plain.near:
        refusal = game.refuse(state, game.parse(state, name))
        assert (refusal is None) == (name in legal)
        if refusal is None:
            continue
        if name in dict(plain.stones):
            assert refusal.code == "occupied"
        elif brute.placed(loose, name) is None:
            assert refusal.code == "suicide"
        else:
            assert refusal.code == "superko"
            ply = int(refusal.text.split("move ")[1].split(",")[0])
            who, stood, _ = plain.past[ply - 1]
            assert (who, stood) == (plain.mover, brute.placed(loose, name))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("order", ["cyclic", "thue-morse"])
@given(
    seed=st.integers(0, 2**32),
    passing=st.sampled_from([0, 0.1, 0.4]),
    shared=st.sampled_from([None, "all"]),
)
@settings(max_examples=3)
def test_moves_boards_scores_and_refusals_agree_to_the_end(
    board: str, order: str, seed: int, passing: float, shared: str | None
) -> None:
    kind, value = board.split()
    game = tricolor(
        **{kind: int(value) if value.isdigit() else f"t | {value}", "order": order}, shared=shared
    )
    state, plain = game.start(), brute.Position(BOARDS[board], order == "thue-morse")
    rng = random.Random(seed)
    for _ in range(120):
        options = brute.moves(plain)
        assert sorted(map(game.format, game.legal_moves(state))) == sorted(options)
        if brute.over(plain):
            break
        assert NAMES[acting(game, state)] == plain.mover
        judged(game, state, plain, options)
        placing = [move for move in options if move != "pass"]
        text = "pass" if not placing or rng.random() < passing else rng.choice(placing)
        state, plain = game.apply(state, game.parse(state, text)), brute.play(plain, text)
        stones = dict(plain.stones)
        marks = [stones.get(name, ".") for name in game.topology.names]
        assert diagrams.show(game, state) == game.topology.rows(marks)
        area = brute.score(plain, shared)
        score = game.score(state)
        assert list(score.totals) == list(area.values())
        assert ["abg"[seat] for seat in score.winners] == brute.winners(area)
    assert (game.to_act(state) == OVER) == brute.over(plain)
