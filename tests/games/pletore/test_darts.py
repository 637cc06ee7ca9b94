"""Openings of random games that are played by darts, on large and open boards."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from termgames.core.two_player import BLACK, WHITE
from termgames.games.pletore import darts, words
from termgames.games.pletore.bit_boards import NOTHING, BitBoards
from termgames.games.pletore.kernel import PletoreKernel
from termgames.games.pletore.rules import FREE, NO_BUTTON, Place, Pletore, Replace, State
from tests import kernels

from .test_kernel import check, game

NO_BOARDS = np.empty(0, np.intp)


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
        words.pack(np.stack(sides), words.word_of(rules.size)),
        np.array([state.button], np.int8),
        np.array([state.passes], np.uint8),
        np.random.SFC64(1),
    )
    boards.copies(lanes, log=True)
    return boards


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[np.ndarray]:
    """The turns taken in openings by darts, filled in as these are played."""
    turns = []
    play = darts.Darts.play

    def kept(boards: darts.Darts) -> np.ndarray:
        turns.append(play(boards))
        return turns[-1]

    monkeypatch.setattr(darts.Darts, "play", kept)
    return turns


@pytest.mark.parametrize(("size", "button"), [(16, True), (19, True), (17, False), (25, False)])
def test_every_turn_replays(openings: list[np.ndarray], size: int, button: bool) -> None:
    """Positions with either side to move and a nearly full one, in the same batch."""
    rules = game(size=size, komi=size % 2 if button else 1 - size % 2)
    assert (rules.start().button == FREE) is button
    states = [after(rules, stones, seed=stones) for stones in (2, 3, 30, 31)]
    states.append(after(rules, int(0.9 * size**2), seed=5))
    done = kernels.playouts(
        PletoreKernel(rules), states, 2, np.random.default_rng(size), trace=True
    )
    check(rules, states, 2, done)
    (turns,) = openings
    assert turns[:8].min() > 10
    assert {0, 1} == set(turns % 2)


def test_openings_from_the_empty_board_replay(openings: list[np.ndarray]) -> None:
    rules = game(size=19)
    done = kernels.playouts(
        PletoreKernel(rules), [rules.start()], 6, np.random.default_rng(3), trace=True
    )
    check(rules, [rules.start()], 6, done)
    (turns,) = openings
    assert (turns > 30).all()


def scattered(rules: Pletore, turn: int, seed: int) -> State:
    """Stones on two sevenths of the points, at random."""
    stones = np.random.default_rng(seed).choice([0, 0, 0, 0, 0, 1, 2], rules.size**2)
    return replace(rules.start(), stones=bytes(stones.astype(np.uint8)), turn=turn)


def accepted(boards: BitBoards, rounds: int) -> list[list[int]]:
    """The points on which each board has put stones after so many rounds of darts."""
    made = darts.Darts(boards)
    for _ in range(rounds):
        made._play_round()
    assert boards.logs is not None
    rows, columns = np.array(boards.logs[0].turns).astype(int).transpose(1, 2, 0)
    return [
        (row * boards.size + column)[column != NOTHING].tolist()
        for row, column in zip(rows, columns, strict=True)
    ]


@pytest.mark.parametrize(("size", "turn"), [(16, BLACK), (19, WHITE), (25, BLACK)])
def test_the_first_darts_accepted_are_uniform_over_legal_stones(size: int, turn: int) -> None:
    """Over placements and replacements alike, within four standard deviations of chi-square."""
    rules = game(size=size)
    state = scattered(rules, turn, seed=5)
    moves = [move for move in rules.legal_moves(state) if isinstance(move, Place | Replace)]
    assert sum(isinstance(move, Replace) for move in moves) > 4
    legal = sorted(move.cell for move in moves)
    boards = boards_of(rules, state, 40 * len(legal))
    first = Counter(points[0] for points in accepted(boards, 6) if points)
    assert set(first) == set(legal)
    counts = np.array([first[cell] for cell in legal])
    expected = counts.sum() / len(legal)
    assert expected > 39
    chi = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi - len(legal)) < 4 * (2 * len(legal)) ** 0.5


def test_darts_are_independent_of_those_before_and_beside() -> None:
    """On the empty board nearly all are accepted. Pairs of them fall into each pair of quarters of
    the board alike, whether a board draws one after the other or two boards draw them."""
    rules = game(size=17)
    points = np.array([line[:8] for line in accepted(boards_of(rules, rules.start(), 4000), 3)])
    row, column = np.divmod(points, 17)
    # The middle lines are left out, so that quarters are equal.
    quarter = np.where((row == 8) | (column == 8), -1, 2 * (row > 8) + (column > 8))
    pairs = [(quarter[:, 0], quarter[:, later]) for later in range(1, 8)]
    pairs += [(quarter[:-1, at], quarter[1:, at]) for at in range(8)]
    for one, other in pairs:
        whole = (one >= 0) & (other >= 0)
        table = np.bincount(4 * one[whole] + other[whole], minlength=16)
        expected = table.sum() / 16
        assert ((table - expected) ** 2 / expected).sum() < 16 + 5 * 32**0.5


def test_games_are_as_those_without_darts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points, turns and who has put stones where, on average."""
    rules = game(size=16)
    states = [after(rules, stones, seed=1) for stones in (40, 41)]
    kernel, lanes = PletoreKernel(rules), 500
    with_them = kernels.playouts(kernel, states, lanes, np.random.default_rng(1))
    monkeypatch.setattr(darts, "worth_while", lambda boards: False)
    without = kernels.playouts(kernel, states, lanes, np.random.default_rng(2))

    def measures(done: kernels.Playouts) -> np.ndarray:
        return np.hstack([done.score[:, :1], done.plies[:, None], done.played]).reshape(
            len(states), lanes, -1
        )

    mine, other = measures(with_them), measures(without)
    error = np.sqrt((mine.var(axis=1) + other.var(axis=1)) / lanes)
    apart = np.abs(mine.mean(axis=1) - other.mean(axis=1)) / np.maximum(error, 0.01)
    assert apart[:, :2].max() < 4
    assert np.mean(apart**2) < 1.15
    assert apart.max() < 5.5


def test_darts_are_for_large_open_boards() -> None:
    for size, stones, open_enough in ((15, 20, False), (16, 90, True), (16, 115, False)):
        rules = game(size=size)
        boards = boards_of(rules, after(rules, stones, seed=1), 3)
        assert darts.worth_while(boards) is open_enough
        assert darts.possible(boards, NO_BOARDS)


def test_no_darts_after_a_pass_or_where_the_mirror_point_is_barred() -> None:
    rules = game(size=16)
    boards = boards_of(rules, after(rules, 20, seed=1), 3)
    assert darts.possible(boards, NO_BOARDS)
    assert not darts.possible(boards, np.array([1]))
    boards.careful = True
    assert not darts.possible(boards, NO_BOARDS)
    boards.careful = False
    place = np.array([0])
    boards.barred = (place, place, place)
    assert not darts.possible(boards, NO_BOARDS)


def test_darts_end_when_too_few_are_legal() -> None:
    rules = game(size=19)
    boards = boards_of(rules, rules.start(), 500)
    darts.Darts(boards).play()
    assert boards.logs is not None
    legal = np.array(boards.logs[0].turns)[:, 1] != NOTHING
    shares = legal.reshape(-1, 8 * 500).mean(axis=1)
    assert (shares[:-1] >= 0.35).all()
    assert shares[-1] < 0.35


@pytest.mark.parametrize("turn", [BLACK, WHITE])
def test_who_has_no_legal_stone_waits_for_the_end_of_proposals(
    openings: list[np.ndarray], turn: int
) -> None:
    """Stones of one colour on two edges: only that colour pinches, every empty point. Whoever holds
    the button keeps it to the end of the game."""
    rules = game(size=17)
    stones = np.zeros((17, 17), np.uint8)
    stones[0] = stones[:, 0] = 2 - turn
    stuck = replace(rules.start(), stones=stones.tobytes(), turn=turn)
    assert not any(isinstance(move, Place | Replace) for move in rules.legal_moves(stuck))
    states = [replace(stuck, button=button) for button in (FREE, BLACK, WHITE)]
    states += [replace(after(rules, 9, seed=1), button=button) for button in (BLACK, WHITE)]
    done = kernels.playouts(PletoreKernel(rules), states, 2, np.random.default_rng(1), trace=True)
    check(rules, states, 2, done)
    (turns,) = openings
    assert not turns[:6].any()
    assert turns[6:].all()


def test_chunks_begin_with_darts_each(
    openings: list[np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    from termgames.games.pletore import kernel

    monkeypatch.setattr(kernel, "_CHUNK", 4)
    rules = game(size=16)
    states = [after(rules, stones, seed=1) for stones in (4, 5, 6)]
    done = kernels.playouts(PletoreKernel(rules), states, 2, np.random.default_rng(1), trace=True)
    check(rules, states, 2, done)
    assert [len(turns) for turns in openings] == [4, 2]


def test_the_mirror_rule_is_over_before_darts_begin(openings: list[np.ndarray]) -> None:
    rules = game(size=16)
    states = [after(rules, stones, seed=1) for stones in (0, 1, 2)]
    for state in states:
        kernels.playouts(PletoreKernel(rules), [state], 2, np.random.default_rng(1))
    assert [len(turns) for turns in openings] == [2]


def test_who_has_the_button_keeps_it() -> None:
    """Sides are exchanged where an odd number of turns was played, holders with them."""
    rules = game(size=17)
    boards = boards_of(rules, after(rules, 10, seed=1), 40)
    boards.button = np.repeat(np.array([0, 1, FREE, NO_BUTTON], np.int8), 10)
    before = boards.button.copy()
    odd = darts.Darts(boards).play() % 2 == 1
    assert 5 < odd.sum() < 35
    held = before >= 0
    assert (boards.button[held] == before[held] ^ odd[held]).all()
    assert (boards.button[~held] == before[~held]).all()
