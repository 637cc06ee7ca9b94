"""Openings of random games that are played by proposals, on large and open boards."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from termgames.core.game import Playouts
from termgames.core.two_player import BLACK, WHITE
from termgames.games.pletore import bits, opening
from termgames.games.pletore.bit_boards import NOTHING, BitBoards
from termgames.games.pletore.rollout import PletoreKernel
from termgames.games.pletore.rules import FREE, NO_BUTTON, Place, Pletore, Replace, State

from .test_rollout import check, game


def after(rules: Pletore, stones: int, seed: int) -> State:
    """The position after so many random stones."""
    rng = random.Random(seed)
    state = rules.start()
    for _ in range(stones):
        moves = [move for move in rules.legal_moves(state) if isinstance(move, Place | Replace)]
        state = rules.apply(state, rng.choice(moves))
    return state


def boards_of(rules: Pletore, state: State, lanes: int) -> BitBoards:
    stones = np.frombuffer(state.stones, np.uint8).reshape(rules.size, rules.size, 1)
    sides = [stones == state.turn + 1, stones == 2 - state.turn]
    boards = BitBoards(
        rules.size,
        bits.pack(np.stack(sides), np.uint16 if rules.size < 16 else np.uint32),
        np.array([state.button], np.int8),
        np.array([state.passes], np.uint8),
        np.random.SFC64(1),
    )
    boards.copies(lanes, log=True)
    return boards


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """The turns taken in openings by proposals, filled in as these are played."""
    turns = []
    play = opening.Opening.play

    def kept(boards: opening.Opening) -> np.ndarray:
        turns.append(play(boards))
        return turns[-1]

    monkeypatch.setattr(opening.Opening, "play", kept)
    return turns


@pytest.mark.parametrize(("size", "button"), [(16, True), (19, True), (17, False), (25, False)])
def test_every_turn_replays(openings: list[np.ndarray], size: int, button: bool) -> None:
    """Positions with either side to move, of either parity, and one without room beside them."""
    rules = game(size=size, komi=size % 2 if button else 1 - size % 2)
    assert (rules.start().button == FREE) is button
    states = [after(rules, stones, seed=stones) for stones in (2, 3, 30, 31)]
    states.append(after(rules, int(0.9 * size**2), seed=5))
    done = PletoreKernel(rules).playouts(states, 2, np.random.default_rng(size), trace=True)
    check(rules, states, 2, done)
    (turns,) = openings
    assert turns[:8].min() > 10
    assert {0, 1} == set(turns % 2)


def test_openings_from_the_empty_board_replay(openings: list[np.ndarray]) -> None:
    rules = game(size=19)
    done = PletoreKernel(rules).playouts([rules.start()], 6, np.random.default_rng(3), trace=True)
    check(rules, [rules.start()], 6, done)
    (turns,) = openings
    assert (turns > 30).all()


@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_the_first_proposals_accepted_are_uniform_over_legal_stones(turn: int) -> None:
    """Over placements and replacements alike; chi-square far below its 0.1 % bound."""
    rules = game(size=16)
    state = next(
        state
        for state in (after(rules, 70 + turn, seed) for seed in range(20))
        if any(isinstance(move, Replace) for move in rules.legal_moves(state))
    )
    assert state.turn == turn
    legal = {move.cell for move in rules.legal_moves(state) if isinstance(move, Place | Replace)}
    assert len(legal) < 256 - 35, "some empty points are not legal"
    boards = boards_of(rules, state, 100 * len(legal))
    opening.Opening(boards).play()
    assert boards.logs is not None
    counts: Counter[int] = Counter()
    waiting = np.ones(100 * len(legal), bool)
    for row, column in boards.logs[0].turns:
        now = waiting & (column != NOTHING)
        counts.update((row[now].astype(int) * 16 + column[now]).tolist())
        waiting &= ~now
    assert not waiting.any()
    assert set(counts) == legal
    chi = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert chi < len(legal) + 4 * (2 * len(legal)) ** 0.5


def test_games_are_as_those_without_proposals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points, turns and who has put stones where, on average."""
    rules = game(size=16)
    states = [after(rules, stones, seed=1) for stones in (40, 41)]
    kernel, lanes = PletoreKernel(rules), 500
    with_them = kernel.playouts(states, lanes, np.random.default_rng(1))
    monkeypatch.setattr(opening, "worth_while", lambda boards: False)
    without = kernel.playouts(states, lanes, np.random.default_rng(2))

    def measures(done: Playouts) -> np.ndarray:
        return np.hstack([done.score[:, :1], done.plies[:, None], done.played]).reshape(
            len(states), lanes, -1
        )

    mine, other = measures(with_them), measures(without)
    error = np.sqrt((mine.var(axis=1) + other.var(axis=1)) / lanes)
    apart = np.abs(mine.mean(axis=1) - other.mean(axis=1)) / np.maximum(error, 0.01)
    assert apart[:, :2].max() < 4
    assert np.mean(apart**2) < 1.15
    assert apart.max() < 5.5


def test_proposals_are_for_large_open_boards() -> None:
    for size, stones, open_enough in ((15, 20, False), (16, 90, True), (16, 115, False)):
        rules = game(size=size)
        boards = boards_of(rules, after(rules, stones, seed=1), 3)
        assert opening.worth_while(boards) is open_enough


def test_no_proposals_after_a_pass_or_where_the_mirror_point_is_barred() -> None:
    rules = game(size=16)
    state = after(rules, 20, seed=1)
    boards = boards_of(rules, state, 3)
    boards.careful = True
    assert not opening.worth_while(boards)
    boards.careful = False
    assert opening.worth_while(boards)
    place = np.array([0])
    boards.barred = (place, place, place)
    assert not opening.worth_while(boards)


def test_the_mirror_rule_is_over_before_proposals_begin(openings: list[np.ndarray]) -> None:
    rules = game(size=16)
    states = [after(rules, stones, seed=1) for stones in (0, 1, 2)]
    for state in states:
        PletoreKernel(rules).playouts([state], 2, np.random.default_rng(1))
    assert [len(turns) for turns in openings] == [2]


def test_who_has_the_button_keeps_it() -> None:
    """Sides are exchanged where an odd number of turns was played, holders with them."""
    rules = game(size=17)
    boards = boards_of(rules, after(rules, 10, seed=1), 40)
    boards.button = np.repeat(np.array([0, 1, FREE, NO_BUTTON], np.int8), 10)
    before = boards.button.copy()
    odd = opening.Opening(boards).play() % 2 == 1
    assert 5 < odd.sum() < 35
    held = before >= 0
    assert (boards.button[held] == before[held] ^ odd[held]).all()
    assert (boards.button[~held] == before[~held]).all()
