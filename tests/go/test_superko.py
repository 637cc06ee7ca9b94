"""Keys of positions and what a history knows of them."""

import pickle
import random
import subprocess
import sys
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from termgames.go import superko
from termgames.go.superko import NOBODY, History


def test_keys_are_the_same_in_every_process() -> None:
    code = "from termgames.go import superko; print(superko.key(bytes([0, 1, 2, 5])))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(run.stdout) == superko.key(bytes([0, 1, 2, 5]))


@given(seed=st.integers(0, 2**32))
def test_a_key_follows_the_board_stone_by_stone(seed: int) -> None:
    rng = random.Random(seed)
    board, key = bytearray(30), superko.key(bytes(30))
    assert key == 0
    for _ in range(60):
        cell = rng.randrange(30)
        if board[cell]:
            if rng.random() < 0.5:
                key = superko.without(key, bytes(board), [cell])
            else:
                key = superko.toggled(key, cell, board[cell] - 1)
            board[cell] = 0
        else:
            board[cell] = rng.randint(1, 5)
            key = superko.toggled(key, cell, board[cell] - 1)
        assert key == superko.key(bytes(board))


def test_histories_are_values() -> None:
    history = History.begin(0)
    for ply in range(600):
        history = history.extended(ply * 7919, ply % 3)
    before = pickle.dumps(history)
    assert history.repeats(7919 * 300, 0) == 301
    assert pickle.dumps(history) == before, "asking changes what is sent to other processes"
    again = pickle.loads(before)
    assert again == history
    assert hash(again) == hash(history)
    assert len(list(again.backwards())) == again.plies + 1 == 601
    *_, start = again.backwards()
    assert (start.plies, start.maker, start.before) == (0, NOBODY, None)
    assert history.extended(1, 0) != history
    assert history.extended(1, 0) != history.extended(1, 1)
    assert history != "no history"
    # Where the last stone was put is known as well; table talk is no move.
    put = history.extended(11, 0, 7)
    assert pickle.loads(pickle.dumps(put)).last == put.unmoved().last == 7
    assert history.last is put.extended(11, 1).last is None


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 2)), max_size=70))
def test_what_stood_first_is_found_after_every_ply(moves: list[tuple[int, int]]) -> None:
    history, keys, makers = History.begin(0), [0], [NOBODY]
    for key, maker in moves:
        history = history.extended(key, maker)
        keys.append(key)
        makers.append(maker)
        assert (history.key, history.maker, history.plies) == (key, maker, len(keys) - 1)
        for asked in {*keys, 21}:
            assert history.repeats(asked) == (keys.index(asked) if asked in keys else None)
            for seat in range(3):
                both = list(zip(keys, makers, strict=True))
                there = both.index((asked, seat)) if (asked, seat) in both else None
                assert history.repeats(asked, seat) == there


def test_all_histories_of_a_long_game_fit_into_memory_with_branches_and_answers() -> None:
    """Each on its own would take hundreds of megabytes: 6,000 plies of 3,000 positions."""
    tracemalloc.start()
    try:
        history = History.begin(0)
        kept = [history]
        for ply in range(6_000):
            history.extended(-1, 0).repeats(-2)  # what is tried on the way leaves nothing
            history = history.extended(ply, ply % 3, 0)
            assert history.repeats(ply // 2, ply // 2 % 3) == ply // 2 + 1 or ply < 2
            kept.append(history)
        assert tracemalloc.get_traced_memory()[0] < 30e6
    finally:
        tracemalloc.stop()
    again = pickle.loads(pickle.dumps(kept[-1]))
    assert again == history
