"""What can be forced at the end of a game, and small ends that are looked at whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.core.topology import square
from termgames.search import small_ends
from termgames.search.forced import Forced
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.settings import suited
from tests.benchmarks.rational_ends import RationalEnds, kept
from tests.search.toy import Toy

MOST = 2_000


@dataclass(frozen=True)
class Walker:
    board: int
    seat: int
    past: frozenset[int] = frozenset()


class Walks(Toy):
    """Two players walk from board to board, 0 to 9, and to none twice; on board 9 the player with
    seat 0 has won, on board 8 he has lost. `ways` has the boards that a player may go to from a
    board."""

    id, topology, position_names = "walks", square(2), ("board", "seat")

    def __init__(self, ways: Mapping[tuple[int, int], Sequence[tuple[int, int]]]) -> None:
        """`ways` by board and seat to act: the boards and seats that may follow."""
        self.ways = ways

    def start(self) -> Walker:
        return Walker(0, 1)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> Walker:
        return Walker(int(position_text["board"]), int(position_text["seat"]))

    def position_text(self, s: Walker) -> Mapping[str, str]:
        return {"board": str(s.board), "seat": str(s.seat)}

    def impossible(self, s: Walker) -> None:
        return None

    def to_act(self, s: Walker) -> int:
        return OVER if s.board > 7 else s.seat

    def stones(self, s: Walker) -> bytes:
        """The board in binary."""
        return bytes(s.board >> cell & 1 for cell in range(4))

    def legal_moves(self, s: Walker) -> Sequence[tuple[int, int]]:
        if self.to_act(s) == OVER:
            return []
        gone = s.past | {s.board}
        return [way for way in self.ways[s.board, s.seat] if way[0] not in gone]

    def after(self, s: Walker, m: tuple[int, int]) -> Walker:
        return Walker(*m, s.past | {s.board})

    def utilities(self, s: Walker) -> np.ndarray:
        return np.array([1, 0] if s.board == 9 else [0, 1], np.float32)


def wins(game: Any, seat: int, state: Any) -> bool:
    """Whether a seat wins whatever the other does, by looking at everything."""
    if game.to_act(state) == OVER:
        return bool(game.utilities(state)[seat] == 1)
    after = [wins(game, seat, game.apply(state, move)) for move in game.legal_moves(state)]
    return any(after) if game.to_act(state) == seat else all(after)


def forced(game: Any, seat: int) -> Forced:
    return Forced(game, {seat}, lambda end: game.utilities(end)[seat] == 1)


PLAIN = {(0, 1): [(1, 0), (2, 0)], (1, 0): [(8, 0), (9, 0)], (2, 0): [(1, 0)]}
BACK = {  # over 3 the winning move of (1, 0) leads back to 3
    (0, 1): [(1, 0), (3, 0)],
    (1, 0): [(3, 1), (8, 0)],
    (2, 1): [(1, 0)],
    (3, 0): [(2, 1)],
    (3, 1): [(9, 0)],
}
LEFT_OUT = {  # over 3 the saving move of (1, 1) leads back to 3, over 5 it does not
    (0, 1): [(3, 0), (5, 0)],
    (1, 1): [(3, 0), (9, 0)],
    (3, 0): [(1, 1), (8, 0)],
    (5, 0): [(1, 1), (8, 0), (8, 1)],
}


@pytest.mark.parametrize(("ways", "truth"), [(PLAIN, True), (BACK, False), (LEFT_OUT, False)])
def test_a_proof_holds_however_a_position_was_reached(ways: Any, truth: bool) -> None:
    game = Walks(ways)
    assert wins(game, 0, game.start()) == truth
    assert forced(game, 0).proves(game.start(), MOST) == truth


def test_proofs_agree_with_the_solver_and_their_lines_win() -> None:
    game = games.create("majorities", {"size": 3})
    solver = games.solver(game)
    assert solver is not None
    rng = np.random.default_rng(5)
    proved = 0
    for _ in range(12):
        state = game.start()
        while game.stones(state).count(0) > 7:
            moves = game.legal_moves(state)
            state = game.apply(state, moves[int(rng.integers(len(moves)))])
            if game.to_act(state) == OVER:
                break
        if game.to_act(state) == OVER:
            continue
        winner = solver.solve(state).worth.winner
        for seat in range(2):
            search = forced(game, seat)
            assert search.proves(state, 20 * MOST) == (winner == seat)
            if winner == seat:
                proved += 1
                end = state
                for move in search.line(state):
                    end = game.apply(end, move)
                assert game.to_act(end) == OVER
                assert game.utilities(end)[seat] == 1
    assert proved > 3


@pytest.mark.parametrize(("reached", "truth"), [({3}, True), ({1}, False), ({1, 3}, True)])
def test_what_is_decided_before_the_end_is_not_played_on(reached: set[int], truth: bool) -> None:
    """Seat 0 wants to stand on one of the boards `reached`; a board of which it is not known is
    lost."""
    game = Walks({(0, 0): [(2, 1), (4, 1)], (2, 1): [(1, 0), (3, 0)], (4, 1): [(3, 0)]})

    def decided(state: Walker) -> bool | None:
        return state.board in reached if state.board in (1, 3) else None

    search = Forced(game, {0}, lambda end: False, decided)
    assert search.proves(Walker(0, 0), MOST) == truth
    if truth:
        assert search.line(Walker(0, 0))[-1] in {(board, 0) for board in reached}
    against = Forced(
        game, {1}, lambda end: True, lambda s: {True: False, False: True}.get(decided(s))
    )
    assert against.proves(Walker(0, 0), MOST) != truth


def test_nothing_is_proved_beyond_the_limit() -> None:
    game = games.create("majorities", {"size": 3})
    search = forced(game, 0)
    assert not search.proves(game.start(), 10)
    assert search.looked_at <= 10


_OPTIONS = {"size": 7, "dead-stones": "none"}
_BOARDS = (
    (".bg.ga.", "bbgggaa", ".bg.ga.", "bbgggaa", ".bg..a.", "bbgggaa", ".bg.ga."),
    ("bbbgg.g", "b.bgggg", "bbbgg.g", "b.bgggg", "bbbaaaa", "..a.a.a", "aaaaaaa"),
    ("aaaaabb", "a.a.a.b", "aaaaabb", "ggg.b.b", "ggggbbb", ".g.gb.b", "ggggbbb"),
    ("bbbgg.g", "b.b.ggg", "bbbgg.g", "b.bgggg", "bbbaaaa", "a.a.a.a", "aaaaaaa"),
    (".aaa.a.", "aaaaaaa", "ggggggg", ".g.g.g.", "gbggggg", "bbbbbbb", ".b.b.b."),
)


@pytest.mark.parametrize("board", _BOARDS)
@pytest.mark.parametrize("mover", ["alpha", "beta", "gamma"])
@pytest.mark.parametrize("passed", [0, 1, 2])
def test_the_best_move_is_one_of_those_to_which_the_rules_lead(
    board: tuple[str, ...], mover: str, passed: int
) -> None:
    game = games.create("tricolor", _OPTIONS)
    others = [name for name in ("alpha", "beta", "gamma") if name != mover][:passed]
    facts = {"to move": mover} | ({"passed": ", ".join(others)} if passed else {})
    state = game.position(list(board), facts)
    packed = games.packed(game)
    row = packed.pack([state])
    ranked = small_ends.ranked(packed, row, suited(packed), Limit(playouts=2_000))
    seat = game.to_act(state)
    good = kept(RationalEnds(game, 5_000).after_each(state), seat)
    shares = {result[seat] for results in good.values() for result in results}
    if not ranked:
        assert len(good) > 1
        assert max(shares) > min(shares)
    else:
        action, value = ranked[0]
        assert game.format(packed.move(row[0], action)) in good
        assert min(shares) - 1e-6 <= value[seat] <= max(shares) + 1e-6


def test_nothing_is_said_of_large_ends_or_with_too_few_positions() -> None:
    game = games.create("tricolor", _OPTIONS)
    packed = games.packed(game)
    limit = Limit(playouts=2_000)
    assert not small_ends.ranked(packed, packed.pack([game.start()]), suited(packed), limit)
    row = packed.pack([game.position(list(_BOARDS[1]), {"to move": "gamma"})])
    assert small_ends.ranked(packed, row, suited(packed), limit)
    assert not small_ends.ranked(packed, row, suited(packed), Limit(playouts=1))


def _full() -> tuple[Any, Any]:
    """A board in stripes with a hole in each: large groups can be taken again and again."""
    game = games.create("tricolor", {"size": 9, "dead-stones": "none"})
    rows = ["aaaaaaaa.", "aaaaaaaaa", "aaaaaaaaa", "bbbbbbbb.", *["bbbbbbbbb"] * 2]
    rows += ["gggggggg.", "ggggggggg", "ggggggggg"]
    return game, game.position(rows, {"to move": "alpha"})


def test_it_ends_when_it_is_asked_to_or_its_part_of_the_time_is_over() -> None:
    game, state = _full()
    packed = games.packed(game)
    row, settings = packed.pack([state]), suited(packed)
    asked = 0

    def stops() -> bool:
        nonlocal asked
        asked += 1
        return asked == 3

    assert not small_ends.ranked(packed, row, settings, Limit(seconds=1e6), stops)
    assert asked == 3
    ticks = iter(range(1, 10**6))
    limit = Limit(seconds=100.0)
    assert not small_ends.ranked(packed, row, settings, limit, clock=lambda: float(next(ticks)))
    assert next(ticks) == 18  # 15 % of 100, the start and the first tick after the end


@pytest.mark.parametrize("temperature", [0.0, 0.1])
def test_a_search_answers_by_it_unless_it_draws_among_good_moves(temperature: float) -> None:
    """All three have an equal score and share; a point more would be too many."""
    game = games.create("tricolor", _OPTIONS)
    board = ["bbbbbba", "b.b.b.a", "bbbbbaa", "gggga.a", "ggggaaa", ".g.ga.a", "ggggaaa"]
    state = game.position(board, {"to move": "beta", "passed": "alpha"})
    search = Mcts(games.packed(game), seed=1, temperature=temperature)
    search.candidates = 5
    thought = search.think(state, Limit(playouts=100))
    assert (thought.playouts == 0) == (temperature == 0)
    if not temperature:
        assert game.format(thought.move) == "pass"
        assert thought.value == pytest.approx((1 / 3,) * 3)
        assert [game.format(each.move) for each in thought.candidates] == ["pass", "f6"]
        assert thought.candidates[1].shares == pytest.approx((0.5, 0, 0.5))
