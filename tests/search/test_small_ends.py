"""Small ends of Tri-Color that are looked at whole, against the same through the rules."""

from typing import Any

import pytest

from termgames import games
from termgames.search import small_ends
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.search.settings import suited
from tests.benchmarks.rational_ends import RationalEnds, kept

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
