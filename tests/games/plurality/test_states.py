"""Plurality against its second version in `brute.py`, on random positions and matches."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames import games
from termgames.games.plurality.rules import Place, Plurality, State
from termgames.play import record
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from tests import diagrams
from tests.games.plurality import brute

BOARDS = ["size 5", "size 6", "size 9", "hex 3", "hex 5"]
PLAYED_ON = ["size 5", "size 6", "size 7", "hex 3", "hex 4"]
"""Smaller ones, for whole games: the second version looks at every triple of cells."""


@cache
def both(board: str) -> tuple[Plurality, brute.Board]:
    """A board as the game and as its second version."""
    option, number = board.split()
    game = games.create("plurality", {option: int(number)})
    assert isinstance(game, Plurality)
    edge = int(number)
    return game, brute.hexhex(edge) if option == "hex" else brute.square(edge)


def thinned(game: Plurality, marks: list[int]) -> bytes:
    """Random stones, one taken from every full block, so that the position may be."""
    stones = bytearray(marks)
    for block in game.topology.blocks.tolist():
        if all(stones[cell] for cell in block):
            stones[block[sum(marks) % 4]] = 0
    return bytes(stones)


@st.composite
def positions(draw: st.DrawFn, board: str) -> State:
    """Any stones that leave no block full, dense or thin, either side to move."""
    game, _ = both(board)
    empties = draw(st.integers(0, 6))
    choice = st.sampled_from([0] * empties + [1, 2])
    cells = game.topology.cells
    stones = thinned(game, draw(st.lists(choice, min_size=cells, max_size=cells)))
    rows = game.topology.rows([diagrams.MARKS[stone] for stone in stones])
    side = draw(st.sampled_from(["black", "white"]))
    passes = draw(st.sampled_from(["0", "1"]))
    return game.position(rows, {"to move": side, "passes": passes})


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
@settings(max_examples=20)
def test_legal_moves_agree_with_the_second_version(board: str, data: st.DataObject) -> None:
    game, plain = both(board)
    state = data.draw(positions(board))
    stones = brute.read(plain, diagrams.show(game, state))
    expected = {brute.text(plain, move) for move in brute.moves(plain, stones, state.passes)}
    assert {game.format(move) for move in game.legal_moves(state)} == expected
    assert (game.ending(state) == "no placement left") == (not expected)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ties", ["neutral", "parity"])
@given(data=st.data())
@settings(max_examples=20)
def test_scores_agree_with_the_second_version(board: str, ties: str, data: st.DataObject) -> None:
    game, plain = both(board)
    game = games.create("plurality", {**game.options, "ties": ties})
    state = data.draw(positions(board))
    stones = brute.read(plain, diagrams.show(game, state))
    score = game.score(state)
    assert score.totals == brute.score(plain, stones, game.options["komi"], ties == "parity")
    counted = {
        tuple(sorted(game.topology.cell(plain.name[point]) for point in region)): counts
        for region, *counts in brute.territories(plain, stones)
    }
    told = {part.cells: part.text for part in score.parts if part.cells}
    assert told.keys() == counted.keys()
    for cells, (black, white) in counted.items():
        assert told[cells].endswith(f"({black} black, {white} white)")


@pytest.mark.parametrize("board", PLAYED_ON)
@given(seed=st.integers(0, 2**32), eager=st.floats(0, 0.4))
@settings(max_examples=8)
def test_random_games_agree_with_the_second_version(board: str, seed: int, eager: float) -> None:
    """Move by move to the end: boards, side to move, legal moves and scores."""
    game, plain = both(board)
    rng = random.Random(seed)
    state, stones, mover, passes = game.start(), {}, "b", 0
    while True:
        options = {brute.text(plain, move): move for move in brute.moves(plain, stones, passes)}
        assert sorted(map(game.format, game.legal_moves(state))) == sorted(options)
        assert game.score(state).totals == brute.score(plain, stones, game.options["komi"], False)
        if not options:
            break
        assert game.seat_name(state, game.to_act(state))[0] == mover
        text = "pass" if rng.random() < eager else rng.choice(sorted(options))
        state = game.apply(state, game.parse(state, text))
        stones, mover, passes = brute.successor(stones, mover, passes, options[text])
        assert brute.read(plain, diagrams.show(game, state)) == stones
    assert game.ending(state) == ("both passed" if passes == 2 else "no placement left")


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
@settings(max_examples=20)
def test_any_triple_of_cells_is_refused_or_listed(board: str, data: st.DataObject) -> None:
    """`refuse` finds the cells at fault, and they are at fault."""
    game, _ = both(board)
    state = data.draw(positions(board))
    cells = game.topology.cells
    first = data.draw(st.integers(0, cells - 1))
    near = sorted({*game.topology.adjacent[first], first})
    near += [cell for other in near for cell in game.topology.adjacent[other]]
    second, third = data.draw(st.sampled_from(near)), data.draw(st.sampled_from(near))
    move = Place((first, second), third)
    refusal = game.refuse(state, move)
    assert (refusal is None) == (move in game.legal_moves(state))
    if refusal is None or refusal.code == "over":
        return
    fault, shape = refusal.cells, move.shape
    if refusal.code == "repeated":
        assert [shape.count(cell) > 1 for cell in fault] == [True]
    elif refusal.code == "occupied":
        assert fault == tuple(cell for cell in shape if state.stones[cell])
    elif refusal.code == "apart":
        assert fault == shape
        assert sum(b in game.topology.adjacent[a] for a in shape for b in shape) < 4
    else:
        assert refusal.code == "block"
        assert list(fault) in game.topology.blocks.tolist()
        assert set(fault) & set(shape)
        assert all(cell in shape or state.stones[cell] for cell in fault)


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
@settings(max_examples=8)
def test_records_may_begin_anywhere(board: str, data: st.DataObject) -> None:
    """A given position and the moves after it: written, loaded, the same."""
    game, _ = both(board)
    state = data.draw(positions(board))
    position_text = {"to move": ("black", "white")[state.turn], "passes": str(state.passes)}
    rows = tuple(diagrams.show(game, state))
    match = Match(
        game, ("one", "two"), None, StartPosition(state, rows, tuple(position_text.items()))
    )
    while not match.over and match.ply < 4:
        match.submit(data.draw(st.sampled_from(game.legal_moves(match.state))))
    text = record.write(match)
    again = record.load(text)
    assert [again.state_at(ply) for ply in range(again.ply + 1)] == [
        match.state_at(ply) for ply in range(match.ply + 1)
    ]
    assert record.write(again) == text
