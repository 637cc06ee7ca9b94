"""Batched playouts against the rules; see also the contract of all kernels."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.games.pletore import scoring, words
from termgames.games.pletore.bit_boards import BitBoards, may_put
from termgames.games.pletore.kernel import PletoreKernel
from termgames.games.pletore.rules import Place, Pletore, Replace
from tests import diagrams, kernels


def game(**options: Any) -> Pletore:
    made = games.create("pletore", options)
    assert isinstance(made, Pletore)
    return made


def test_rules_on_words_are_those_of_the_game() -> None:
    """For every content of a point and every set of colours that pinch it, as bits and as flags."""
    stone, pinched = np.indices((3, 4)).reshape(2, -1)
    for own in (1, 2):
        mine, others = pinched & own != 0, pinched & 3 - own != 0
        legal = others.copy()
        may_put(stone == 0, stone == 3 - own, mine.copy(), legal, mine ^ others)
        place = scoring.placeable(stone, pinched, own)
        replace = scoring.replaceable(stone, pinched, own)
        assert (legal == (place | replace)).all()
        assert not (place & replace).any()
        assert legal.sum() == 3 + 1
        as_words = [np.packbits(flags) for flags in (stone == 0, stone == 3 - own, mine, others)]
        may_put(*as_words, as_words[2] ^ as_words[3])
        assert (np.unpackbits(as_words[3], count=12) == legal).all()


# Word widths change at 16, table lookups at 14, the mirror rule is for even sizes.


@pytest.mark.parametrize("size", range(3, 26))
def test_legal_points_are_those_that_pinching_leaves(size: int) -> None:
    """Boards from nearly empty to crowded, by the count that also decides scores."""
    rng = np.random.default_rng(size)
    crowd = rng.choice([0.01, 0.05, 0.1, 0.3, 0.6], 200)
    stones = (rng.random((size, size, 200)) < crowd) * rng.integers(1, 3, (size, size, 200))
    sides = words.pack(np.stack([stones == 1, stones == 2]), words.word_of(size))
    boards = BitBoards(
        size, sides, np.full(200, -1, np.int8), np.zeros(200, np.uint8), np.random.SFC64(1)
    )
    pinches = scoring.pinches(stones.astype(np.uint8))
    for mover in (0, 1):
        legal = words.unpack(boards.find_legal(mover)[None], size)[0]
        empty = (stones == 0) & (pinches != 2 - mover)
        turned = (stones == 2 - mover) & (pinches == 1 + mover)
        assert (legal.astype(bool) == (empty | turned)).all()


def test_the_mirror_point_is_never_the_answer() -> None:
    """In the first step from Black's stone, in the second from the empty board."""
    rules = game(size=4, komi=5)
    stone = rules.apply(rules.start(), Place(0))
    mixed = [rules.start(), stone]
    trace = kernels.playouts(
        PletoreKernel(rules), mixed, 400, np.random.default_rng(2), trace=True
    ).trace
    answers = Counter(line[0] for line in trace[400:])
    assert Place(15) not in answers
    assert len(answers) == 14
    for line in trace[:400]:
        first, second = line[:2]
        assert isinstance(first, Place)
        assert second != Place(15 - first.cell)


def test_first_stones_are_uniform() -> None:
    """Over placements and replacements alike, within four standard deviations of chi-square."""
    rules = game(size=5, komi=4)
    rows = "..b.. ..w.. b.w.b ..... .wb.."
    state = diagrams.position(rules, rows.replace(" ", "\n"), to_move="black")
    legal = [move for move in rules.legal_moves(state) if isinstance(move, Place | Replace)]
    assert any(isinstance(move, Replace) for move in legal)
    lanes = 400 * len(legal)
    done = kernels.playouts(
        PletoreKernel(rules), [state], lanes, np.random.default_rng(5), trace=True
    )
    counts = Counter(line[0] for line in done.trace)
    assert set(counts) == set(legal)
    chi = sum((counts[move] - 400) ** 2 / 400 for move in legal)
    assert chi < len(legal) + 4 * (2 * len(legal)) ** 0.5


def test_playouts_go_on_from_a_pass() -> None:
    """White has passed and Black can only pass, so White does not get to replace the stone."""
    rules = game(size=3, komi=-8)
    state = rules.position(["www", "wbw", "www"], {"to move": "black", "passes": "1"})
    done = kernels.playouts(PletoreKernel(rules), [state], 1, np.random.default_rng(1))
    assert done.utility.tolist() == [[1, 0]]
