"""Batched playouts against the rules; see also the contract of all kernels."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.games.pletore import rollout, scoring, words
from termgames.games.pletore.bit_boards import BitBoards, may_put
from termgames.games.pletore.kernel import PletoreKernel
from termgames.games.pletore.rules import BUTTON, Place, Pletore, Replace, State
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


def positions(rules: Pletore, count: int, seed: int) -> list[State]:
    """The first positions of random games and any of the later ones, the end among them."""
    rng = random.Random(seed)
    state = rules.start()
    states = [state]
    while rules.to_act(state) != OVER:
        state = rules.apply(state, rng.choice(rules.legal_moves(state)))
        states.append(state)
    later = rng.sample(states[3:-1], min(count, len(states) - 4))
    first = states[:1] if rules.size > 13 else states[:3]
    return [*first, *later, states[-1]]


def replay(rules: Pletore, state: State, moves: Any) -> State:
    for move in moves:
        state = rules.apply(state, move)
    return state


def check(rules: Pletore, states: list[State], lanes: int, done: kernels.Playouts) -> None:
    """Every lane is a game by the rules, and everything told of it is so."""
    features_per_colour = rules.topology.cells + 1
    for lane, moves in enumerate(done.trace):
        state = states[lane // lanes]
        played = np.zeros((2, features_per_colour), bool)
        for move in moves:
            if isinstance(move, Place | Replace):
                played[rules.to_act(state), move.cell] = True
            elif move == BUTTON:
                played[rules.to_act(state), -1] = True
            state = rules.apply(state, move)
        assert rules.to_act(state) == OVER
        assert done.plies[lane] == len(moves)
        assert tuple(done.score[lane]) == rules.score(state).totals
        assert (done.utility[lane] == rules.utilities(state)).all()
        owner = np.frombuffer(rules.owner(state), np.int8)
        if state.black_seat:
            owner = np.where(owner >= 0, 1 - owner, owner)
        assert (done.owner[lane] == owner).all()
        assert (done.played[lane] == played.reshape(-1)).all()


# Word widths change at 16, table lookups at 14, the mirror rule is for even sizes.
@pytest.mark.parametrize(
    ("size", "button"),
    [
        *product((3, 4, 5, 8, 13, 14), (True, False)),
        *((15, True), (16, False), (19, True), (25, False)),
    ],
)
def test_every_turn_replays(size: int, button: bool) -> None:
    """Mixed positions in one batch: from the empty board to one that is over."""
    rules = game(size=size, komi=size % 2 if button else 1 - size % 2)
    lanes = 3 if size < 13 else 1
    states = positions(rules, 2 * lanes, size)
    done = kernels.playouts(
        PletoreKernel(rules), states, lanes, np.random.default_rng(size), trace=True
    )
    check(rules, states, lanes, done)
    assert done.plies[-1] == 0


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


@pytest.mark.parametrize("side", ["black", "white"])
def test_results_are_by_seat(side: str) -> None:
    rules = game(size=6, komi="offer")
    state = rules.start()
    for text in ("komi 4", side, "c3"):
        state = rules.apply(state, rules.parse(state, text))
    done = kernels.playouts(PletoreKernel(rules), [state], 20, np.random.default_rng(1), trace=True)
    check(rules, [state], 20, done)


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


@pytest.mark.parametrize("lanes", [1, 7, 64, 65])
def test_any_number_of_lanes(lanes: int) -> None:
    rules = game(size=5)
    states = positions(rules, 3, 1)[2:4]
    done = kernels.playouts(
        PletoreKernel(rules), states, lanes, np.random.default_rng(3), trace=True
    )
    assert len(done.plies) == lanes * len(states)
    check(rules, states, lanes, done)


def test_chunks_are_like_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from termgames.games.pletore import kernel

    monkeypatch.setattr(kernel, "_CHUNK", 10)
    rules = game(size=6)
    states = positions(rules, 5, 2)
    done = kernels.playouts(PletoreKernel(rules), states, 4, np.random.default_rng(4), trace=True)
    check(rules, states, 4, done)


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


@pytest.mark.parametrize("size", [5, 9])
def test_the_plain_reference_plays_the_same_law(size: int) -> None:
    rules = game(size=size, komi=0 if size % 2 else 1)
    kernel, rays = PletoreKernel(rules), rollout.rays_of(rules.topology)
    start = rules.start()
    lanes = 600
    done = kernels.playouts(kernel, [start], lanes, np.random.default_rng(6))
    rng = random.Random(7)
    plain = [rollout.play(rays, start.stones, 0, start.button, None, rng) for _ in range(300)]
    leads = np.array([np.subtract(*rollout.count(rays, board)) for board, _, _ in plain])
    mine = done.score[:, 0] - done.score[:, 1]
    error = (leads.var() / len(leads) + mine.var() / lanes) ** 0.5
    assert abs(leads.mean() - mine.mean()) < 4 * error
    turns = np.array([turns for _, _, turns in plain])
    error = (turns.var() / len(turns) + done.plies.var() / lanes) ** 0.5
    assert abs(turns.mean() - done.plies.mean()) < 4 * error


def test_playouts_go_on_from_a_pass() -> None:
    """White has passed and Black can only pass, so White does not get to replace the stone."""
    rules = game(size=3, komi=-8)
    state = rules.position(["www", "wbw", "www"], {"to move": "black", "passes": "1"})
    play = rollout.rollout(rules)
    assert play(state, np.random.default_rng(1)).tolist() == [1, 0]
    done = kernels.playouts(PletoreKernel(rules), [state], 1, np.random.default_rng(1))
    assert done.utility.tolist() == [[1, 0]]


def test_the_reference_counts_as_the_rules_do() -> None:
    rules = game(size=7, komi=0)
    rays = rollout.rays_of(rules.topology)
    for state in positions(rules, 20, 8):
        if state.button < 0:
            assert rollout.count(rays, bytearray(state.stones)) == rules.score(state).totals
    shares = rollout.rollout(rules)(rules.start(), np.random.default_rng(1))
    assert shares.sum() == 1
