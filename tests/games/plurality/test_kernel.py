"""The kernel against the readable rules: every placement replayed through `apply`."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from termgames.core.game import NOBODY, OVER
from termgames.core.two_player import PASS
from termgames.games.plurality.kernel import PluralityKernel
from termgames.games.plurality.options import INFO
from termgames.games.plurality.results import CountedPlayouts
from termgames.games.plurality.rules import Place, Plurality, State
from tests import kernels


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


def run_from(rules: Plurality, s: State, lanes: int, seed: int = 1, **more: Any) -> CountedPlayouts:
    stones = np.frombuffer(s.stones, np.uint8)[None]
    rng = np.random.default_rng(seed)
    turn = np.array([s.turn], np.int8)
    return PluralityKernel(rules).run(stones, turn, s.komi, lanes, rng, **more)


@pytest.mark.parametrize("options", [{"size": 6, "ties": "parity"}, {"hex": 4}], ids=str)
def test_after_two_passes_nothing_is_placed(options: dict[str, Any]) -> None:
    """Games over by two passes, with room for more stones, are counted as they stand, beside a
    game with one pass, which is played on."""
    rules = game(**options)
    starts = positions(rules, 3, np.random.default_rng(6))
    starts = [s for s in starts if rules.to_act(s) != OVER]
    passed = [rules.apply(s, PASS) for s in starts]
    over = [rules.apply(s, PASS) for s in passed]
    done = kernels.playouts(
        PluralityKernel(rules), [*over, *passed], 70, np.random.default_rng(4), trace=True
    )
    for lane in range(70 * len(over)):
        s = over[lane // 70]
        assert (done.plies[lane], done.trace[lane]) == (0, ())
        assert done.score[lane].tolist() == list(rules.score(s).totals)
        assert done.utility[lane].tolist() == rules.utilities(s).tolist()
        assert not done.played[lane].any()
        stones = np.frombuffer(s.stones, np.uint8) > 0
        assert (done.owner[lane] == NOBODY).tolist() == stones.tolist()
    assert done.plies[70 * len(over) :].min() > 0


@pytest.mark.parametrize("lanes", [1, 2, 3, 5, 8, 12, 16, 40, 64, 100, 192])
def test_tallies_are_sums_over_lanes(lanes: int) -> None:
    """Counts and rewards by feature, against the traces."""
    rules = game(size=6, komi=0)
    starts = positions(rules, 5, np.random.default_rng(6))
    stones = np.frombuffer(b"".join(s.stones for s in starts), np.uint8).reshape(5, -1)
    turn = np.array([s.turn for s in starts], np.int8)
    rng = np.random.default_rng(7)
    shapes, cells = len(rules.geometry.shapes), rules.topology.cells
    every = np.arange(shapes)
    done = PluralityKernel(rules).run(stones, turn, 0.0, lanes, rng, trace=True, moves=every)
    by_move = np.zeros((5, 6 * shapes, 2), np.float32)
    by_cell = np.zeros((5, 4 * cells, 2), np.float32)
    for lane, placements in enumerate(done.trace):
        position = lane // lanes
        mover = int(turn[position])
        gain = (1, done.utility[lane, 0])
        for shape, enemy in placements:
            by_move[position, (mover * 3 + enemy) * shapes + shape] += gain
            for number, cell in enumerate(rules.geometry.shapes[shape]):
                colour = 1 - mover if number == enemy else mover
                by_cell[position, (mover * 2 + colour) * cells + cell] += gain
            mover = 1 - mover
    of_moves, of_cells = np.split(done.features, [6 * shapes])
    for features, expected in ((of_moves, by_move), (of_cells, by_cell)):
        counts, rewards = done.tally(features)
        assert (counts == expected[:, :, 0]).all()
        np.testing.assert_allclose(rewards, expected[:, :, 1], rtol=1e-6)
    smooth = np.linspace(0, 1, 5 * lanes, dtype=np.float32)
    counts, rewards = done.tally(of_cells, smooth)
    bits = kernels.lanes_of(done, of_cells).T
    exact = (bits * smooth).reshape(4 * cells, 5, lanes).sum(axis=2).T
    np.testing.assert_allclose(rewards, exact, atol=lanes / 62)


# -- the law of play --------------------------------------------------------------------------


def sample(rules: Plurality, s: State, count: int) -> tuple[list[int], list[int], Counter[bytes]]:
    """Black's lead, placements and final occupation of playouts through the rules."""
    rng = random.Random(11)
    leads, plies, ends = [], [], Counter[bytes]()
    for _ in range(count):
        end, made = s, 0
        while end.ending is None:
            a, b, c = rules.geometry.shapes[rng.choice(rules.placements(end.stones))]
            end, made = rules.apply(end, Place((a, b), c)), made + 1
        black, white = rules.score(end).totals
        leads.append(black - white + s.komi)
        plies.append(made)
        ends[bytes(map(bool, end.stones))] += 1
    return leads, plies, ends


@pytest.mark.parametrize(
    ("options", "count"), [({"size": 5}, 1000), ({"hex": 3}, 1000), ({"size": 9}, 150)]
)
def test_playouts_are_nearly_uniform(options: dict[str, Any], count: int) -> None:
    """Lengths, leads and which cells are filled in the end, against plain play."""
    rules = game(**options)
    s = rules.start()
    leads, plies, ends = sample(rules, s, count)
    done = run_from(rules, s, 8 * count)
    lead = done.score[:, 0] - done.score[:, 1] + s.komi
    for ours, exact in ((lead, leads), (done.plies, plies)):
        error = np.std(exact) * np.sqrt(1 / count + 1 / (8 * count))
        assert abs(np.mean(ours) - np.mean(exact)) < 4 * error
        assert abs(np.std(ours) / np.std(exact) - 1) < 4 / np.sqrt(2 * count)
    filled = (
        sum(np.frombuffer(end, np.uint8).astype(int) * times for end, times in ends.items()) / count
    )
    ours = (done.stones != 0).mean(axis=1)
    error = np.sqrt(filled * (1 - filled) * (1 / count + 1 / (8 * count)))
    assert (abs(ours - filled) < 5 * error).all()


def test_every_end_is_reached_about_as_often_as_it_should() -> None:
    """From a 5x5 position with few final occupations, each is compared with plain play:
    the root mean square difference, less what chance makes, is below a tenth."""
    rules = game(size=5)
    s = rules.position(["b....", "bw...", ".....", "...bw", "....b"], {})
    plain, calls, lanes = 4_000, 50, 640
    _, _, ends = sample(rules, s, plain)
    kernel, rng = PluralityKernel(rules), np.random.default_rng(1)
    stones, turn = np.frombuffer(s.stones, np.uint8)[None], np.array([s.turn], np.int8)
    found = Counter[bytes]()
    # Many calls, since the boards of one call share some of their coins.
    for _ in range(calls):
        done = kernel.run(stones, turn, 0.0, lanes, rng)
        found.update(row.tobytes() for row in (done.stones != 0).T)
    exact = np.array([times / plain for times in ends.values()])
    ours = np.array([found[end] / (calls * lanes) for end in ends])
    noise = exact * (1 / plain + 1 / (calls * lanes))
    excess = ((ours - exact) ** 2 - noise).sum() / (exact**2).sum()
    assert excess < 0.1**2
