"""Random games, move by move against the second engine in `brute.py`; and their end."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from termgames.core.game import NEUTRAL, OVER
from termgames.games.pletore.rules import Place, Pletore, Replace
from tests.games.pletore import brute
from tests.games.pletore.support import pletore

sizes = st.integers(3, 8)


def same_move(game: Pletore, plain: brute.Game, move: Any) -> Any:
    """The second engine's move with the text of a move of the game."""
    return next(m for m in brute.moves(plain) if brute.text(plain, m) == game.format(move))


@given(
    size=sizes,
    komi=st.integers(-9, 9),
    seed=st.integers(0, 2**32),
    stones_first=st.booleans(),
)
@settings(max_examples=20)
def test_moves_scores_and_owners_agree_to_the_end(
    size: int, komi: int, seed: int, stones_first: bool
) -> None:
    """`stones_first` keeps button and pass for when nothing else is left."""
    game = pletore(size=size, komi=komi)
    state = game.start()
    plain = brute.Game(size, button="free" if (size - komi) % 2 == 0 else "none")
    rng = random.Random(seed)
    while game.to_act(state) != OVER:
        moves = game.legal_moves(state)
        assert sorted(map(game.format, moves)) == sorted(
            brute.text(plain, move) for move in brute.moves(plain)
        )
        assert game.score(state).totals == brute.score(plain, komi)
        stones = [move for move in moves if isinstance(move, Place | Replace)]
        move = rng.choice(stones if stones and stones_first else list(moves))
        plain = brute.play(plain, same_move(game, plain, move))
        state = game.apply(state, move)
    assert brute.over(plain)
    assert game.score(state).totals == brute.score(plain, komi)
    owners = [owner if owner < 128 else NEUTRAL for owner in game.owner(state)]
    assert owners == [
        "bw".index(owner) if owner else NEUTRAL
        for owner in (plain.stones.get(p) or brute.controller(plain, p) for p in brute.points(size))
    ]
    assert NEUTRAL not in owners, "the game ended with a point open"
    assert not game.score(state).draw or (size * size + komi) % 2 == 0


@given(size=sizes, seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_rule_8_replacing_lowers_the_pairs_of_unlike_stones(size: int, seed: int) -> None:
    """And a placement adds a stone, so a game is finite; replacements are preferred here."""
    game = pletore(size=size, komi=size + 1)
    state, plain = game.start(), brute.Game(size)
    rng = random.Random(seed)
    while game.to_act(state) != OVER:
        moves = game.legal_moves(state)
        replacements = [move for move in moves if isinstance(move, Replace)]
        move = rng.choice(replacements if replacements and rng.random() < 0.8 else list(moves))
        after = brute.play(plain, same_move(game, plain, move))
        if isinstance(move, Replace):
            assert len(after.stones) == len(plain.stones)
            assert brute.unlike_pairs(after) < brute.unlike_pairs(plain)
        elif isinstance(move, Place):
            assert len(after.stones) == len(plain.stones) + 1
        state, plain = game.apply(state, move), after


@given(size=sizes, seed=st.integers(0, 2**32), stones=st.integers(0, 64))
@settings(max_examples=60)
def test_pinchers_are_the_stones_seen(size: int, seed: int, stones: int) -> None:
    """On any board, whether play could lead there or not."""
    game = pletore(size=size)
    rng = random.Random(seed)
    plain = brute.Game(
        size,
        {p: rng.choice("bw") for p in rng.sample(brute.points(size), min(stones, size * size))},
    )
    board = bytes({"b": 1, "w": 2}.get(plain.stones.get(p, ""), 0) for p in brute.points(size))
    for cell, p in enumerate(brute.points(size)):
        for colour in (0, 1):
            seen = {q for _, q, mark in brute.looks(plain, p) if mark == "bw"[colour]}
            expected = seen if brute.pinches(plain, p, "bw"[colour]) else set()
            found = game.pinchers(board, cell, colour)
            assert {brute.points(size)[cell] for cell in found} == expected
            assert bool(game.pinched(board)[cell] >> colour & 1) == bool(expected)
